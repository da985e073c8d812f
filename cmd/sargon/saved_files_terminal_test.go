//go:build unix

package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// States are in the list of the terminal, and go on from there.
func TestStatesOfOldOnTheTerminal(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		shows, types, then string
		args               []string
	}{
		"before the first move": {shows: "SARGON DEPTH 2", types: "e2e4", then: " 1 E2-E4 E7-E5"},
		"after two":             {shows: " 1 E2-E4 E7-E5", types: "g1f3", then: " 2 G1-F3 B8-C6"},
		"in thought":            {shows: " 2 G1-F3 B8-C6", types: "d2d4", then: " 3 D2-D4 F8-B4"},
		"mine": {
			shows: " 2 B1-C3", types: "g8f6", then: " 3 C1-E3",
			args: []string{"--rom", saved(t, "edition", "bishop.bin")},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPlace(t)
			if !sameRom(t) && test.args == nil {
				t.Skip("the embedded ROM is another one: TestStatesOfOldInTheDebugger has that")
			}
			p.copy(saved(t, "states", name+".state.gz"), p.games("states", name+".state"))
			tm := start(t, p.dir, 110, 40, append([]string{"play", "--speed", "max"}, test.args...)...)
			tm.waitFor("WHITE OR BLACK")
			tm.press(keyF12)
			tm.waitFor(name)
			tm.press(keyDown + "\r")
			tm.waitFor(test.shows)
			tm.press(test.types)
			tm.waitFor(test.then)
			tm.press(keyF10)
			assert.Equal(t, 0, tm.wait())
		})
	}
}

const (
	keyF12  = "\x1b[24~"
	keyDown = "\x1bOB"
)
