package main

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/sargon/spec"
)

// block is a piece of code on a page.
type block struct{ language, text string }

func blocks(t *testing.T, page string) (all []block) {
	p, ok := spec.Lookup(page)
	require.True(t, ok)
	fenced := regexp.MustCompile("(?ms)^```([^\n]*)\n(.*?)^```$")
	for _, m := range fenced.FindAllStringSubmatch(p.String(), -1) {
		all = append(all, block{m[1], m[2]})
	}
	return all
}

// words takes a command line apart as a shell does; only double quotes occur.
func words(line string) (list []string) {
	for _, m := range regexp.MustCompile(`"([^"]*)"|\S+`).FindAllStringSubmatch(line, -1) {
		if strings.HasPrefix(m[0], `"`) {
			list = append(list, m[1])
		} else {
			list = append(list, m[0])
		}
	}
	return list
}

// The walk-through is done as it is written: each line of what is shown comes, in that order.
func TestTheWalkThrough(t *testing.T) {
	t.Chdir(t.TempDir())
	done := 0
	for _, b := range blocks(t, "debugger") {
		switch {
		case strings.HasPrefix(b.language, "diff "):
			file := strings.TrimPrefix(b.language, "diff ")
			var old, new string
			for _, line := range strings.Split(b.text, "\n") {
				if rest, ok := strings.CutPrefix(line, "-"); ok {
					old = rest
				} else if rest, ok := strings.CutPrefix(line, "+"); ok {
					new = rest
				}
			}
			change(t, file, old, new)
		case b.language == "console":
			for _, session := range strings.Split("\n"+b.text, "\n$ ")[1:] {
				command, rest, _ := strings.Cut(session, "\n")
				var typed, shown []string
				for _, line := range strings.Split(strings.TrimSpace(rest), "\n") {
					if c, ok := strings.CutPrefix(line, "> "); ok {
						typed = append(typed, c)
					} else {
						shown = append(shown, strings.TrimRight(line, " "))
					}
				}
				args := words(command)
				require.Equal(t, "sargon", args[0])
				_, stdout, stderr := run(t, strings.Join(typed, "\n"), args[1:]...)
				left := stdout
				for _, line := range shown {
					i := strings.Index(left, line)
					require.GreaterOrEqual(t, i, 0, "%s: %q is not shown, or not there:\n%s%s", command,
						line, stdout, stderr)
					left = left[i+len(line):]
				}
				done++
			}
		}
	}
	assert.GreaterOrEqual(t, done, 5)
	assert.FileExists(t, "my/main.z80")
	_, err := os.Stat("my/main.z80.bak")
	assert.Error(t, err)
}

func TestDebugCalls(t *testing.T) {
	t.Chdir(t.TempDir())
	_, _, stderr := run(t, "", "debug", endgame)
	assert.Contains(t, stderr, "no terminal")
	out := ok(t, "eval\nwhere\n", "debug", "--plain", "--level", "1", endgame)
	assert.Contains(t, out, "evaluation 0")
	_, _, stderr = run(t, "", "debug", "--plain", "--level", "9", endgame)
	assert.Contains(t, stderr, "level 9")
	_, _, stderr = run(t, "", "dap", "x")
	assert.Contains(t, stderr, "too much")
	ok(t, "", "dap") // nobody speaks: it ends
	ok(t, "", "rom", "source", "here")
	_, _, stderr = run(t, "", "rom", "source", "here")
	assert.Contains(t, stderr, "exists")
	_, _, stderr = run(t, "", "rom", "source")
	assert.Contains(t, stderr, "which folder")
}
