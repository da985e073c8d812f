//go:build unix

package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// A short game at the program for CP/M on a terminal: to mate, and out.
func TestTheCommandPlaysToMateOnATerminal(t *testing.T) {
	t.Parallel()
	com := filepath.Join(t.TempDir(), "sargon.com")
	ok(t, "", "rom", "export", com)
	tm := start(t, t.TempDir(), 80, 40, "play", "--rom", com, "--speed", "max")
	tm.waitFor("(W/B)?")
	tm.press("w")
	tm.waitFor("(1-6)?")
	tm.press("1")
	tm.waitFor("(N/P)?")
	tm.press("x\x7fn") // keys that mean nothing here are ignored
	for _, turn := range strings.Fields("e2e4:e7-e5 h2h4:g8-f6 c2c4:f6xe4 b1c3:e4xc3 d2c3:f8-e7 " +
		"d1g4:0-0 c1h6:f7-f5") {
		move, answer, _ := strings.Cut(turn, ":")
		tm.press(move)
		tm.waitFor(strings.ToUpper(answer))
	}
	tm.press("g4\x7f\x7fg4g7") // Backspace takes keys back
	tm.waitFor("YOU BEAT A Z80!")
	tm.press("n")
	tm.waitFor("FAREWELL.")
	assert.Equal(t, 0, tm.wait())
	tm.isBack()
}
