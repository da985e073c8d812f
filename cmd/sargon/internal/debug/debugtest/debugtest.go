// Package debugtest holds scripts of commands for the debugger that every front end must pass.
//
// A script is a file of lines: first what is debugged, as a line of package cases (or "program" for
// the interactive one); then ">" with a command, followed by what must be seen afterwards, a piece
// of text in each line. "?" before a command says that it must fail.
package debugtest

import (
	"context"
	"embed"
	"io/fs"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sargon78/cmd/sargon/internal/debuggee"
	"sargon78/sargon/must"
)

//go:embed scripts
var scripts embed.FS

// Front is a front end with a debugger. Do gives it a command and returns a text that holds what
// the user sees afterwards.
type Front interface {
	Do(t *testing.T, command string) (seen string, err error)
}

// Run runs all scripts on a front end, which is opened with what is debugged.
func Run(t *testing.T, open func(*testing.T, debuggee.Target) Front) {
	names := must.Have(fs.Glob(scripts, "scripts/*.txt"))
	require.NotEmpty(t, names)
	for _, name := range names {
		t.Run(strings.TrimSuffix(name, ".txt"), func(t *testing.T) {
			text := must.Have(scripts.ReadFile(name))
			what, script, _ := strings.Cut(string(text), "\n")
			target := debuggee.Target{Level: 1, Case: what}
			if what == "program" {
				target.Case = ""
			}
			front, command, seen := open(t, target), "", ""
			for line := range strings.FieldsFuncSeq(script, func(r rune) bool { return r == '\n' }) {
				mark, words, _ := strings.Cut(line, " ")
				if mark != ">" && mark != "?" {
					require.Contains(t, seen, line, "after %q", command)
					continue
				}
				var err error
				command = words
				seen, err = front.Do(t, command)
				require.Equal(t, mark == "?", err != nil, "%q: %v", command, err)
				if err != nil {
					seen += err.Error()
				}
			}
		})
	}
}

// Open opens the debugger.
func Open(t testing.TB, target debuggee.Target) *debuggee.Debugger {
	t.Helper()
	return must.Have(target.Open(context.Background()))
}
