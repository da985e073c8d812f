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

	"sargon78/cmd/sargon/internal/launch"
)

//go:embed scripts
var scripts embed.FS

// Script is a parsed script.
type Script struct {
	Name  string
	What  string // a case, or "program"
	Steps []Step
}

// Step is a command.
type Step struct {
	Command string
	Fails   bool
	Sees    []string
}

// Options returns what opens the debugger of a script.
func (s *Script) Options() launch.Target {
	o := launch.Target{Level: 1, Ply: -1, Case: s.What}
	if s.What == "program" {
		o.Case = ""
	}
	return o
}

// Front is a front end with a debugger. Do gives it a command and returns a text that holds what
// the person sees afterwards.
type Front interface {
	Do(t *testing.T, command string) (seen string, err error)
}

// Run runs all scripts on a front end.
func Run(t *testing.T, open func(*testing.T, *Script) Front) {
	for _, s := range all(t) {
		t.Run(s.Name, func(t *testing.T) {
			front := open(t, &s)
			for _, step := range s.Steps {
				seen, err := front.Do(t, step.Command)
				if step.Fails {
					require.Error(t, err, step.Command)
					seen += err.Error()
				} else {
					require.NoError(t, err, step.Command)
				}
				for _, piece := range step.Sees {
					require.Contains(t, seen, piece, "after %q", step.Command)
				}
			}
		})
	}
}

// Open opens the debugger of a script.
func Open(t *testing.T, s *Script) *launch.Debugger {
	t.Helper()
	o := s.Options()
	d, err := o.Open(context.Background())
	require.NoError(t, err)
	return d
}

func all(t *testing.T) (list []Script) {
	names, err := fs.Glob(scripts, "scripts/*.txt")
	require.NoError(t, err)
	require.NotEmpty(t, names)
	for _, name := range names {
		text, err := fs.ReadFile(scripts, name)
		require.NoError(t, err)
		lines := strings.Split(strings.TrimSpace(string(text)), "\n")
		s := Script{Name: strings.TrimSuffix(name[len("scripts/"):], ".txt"), What: lines[0]}
		for _, line := range lines[1:] {
			switch {
			case line == "":
			case strings.HasPrefix(line, "> "):
				s.Steps = append(s.Steps, Step{Command: line[2:]})
			case strings.HasPrefix(line, "? "):
				s.Steps = append(s.Steps, Step{Command: line[2:], Fails: true})
			default:
				last := &s.Steps[len(s.Steps)-1]
				last.Sees = append(last.Sees, line)
			}
		}
		list = append(list, s)
	}
	return list
}
