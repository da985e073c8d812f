//go:build unix

package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// The game of spec/machine.md, typed at the program for CP/M on a terminal: to mate, and out.
func TestTheCommandPlaysToMateOnATerminal(t *testing.T) {
	com := filepath.Join(t.TempDir(), "sargon.com")
	ok(t, "", "rom", "export", com)
	tm := start(t, t.TempDir(), 80, 40, "play", "--rom", com, "--speed", "max")
	tm.waitFor("(W/B)?")
	tm.press("w")
	tm.waitFor("(1-6)?")
	tm.press("2")
	tm.waitFor("(N/P)?")
	tm.press("x\x7fn") // keys that mean nothing here are ignored
	for _, turn := range strings.Fields("e2e4:e7-e5 g1f3:b8-c6 f1b5:d8-f6 b1c3:a7-a6 c3d5:f6-d6 " +
		"b5c4:g8-f6 e1g1:b7-b5 c4b3:f6xe4 f1e1:e4-f6 d2d4:f6xd5 d4e5:d6-g6 f3h4:g6-e6 b3d5:e6-e7 " +
		"h4f5:e7-b4 c2c3:b4-c5 c1e3:g7-g6 e3c5:g6xf5 e5e6:f8xc5 e6f7:e8-f8 d1h5:f8-g7 h5g5:g7-f8") {
		move, answer, _ := strings.Cut(turn, ":")
		tm.press(move)
		tm.waitFor(strings.ToUpper(answer))
	}
	tm.press("g5\x7f\x7fg5h6") // Backspace takes keys back
	tm.waitFor("YOU BEAT A Z80!")
	tm.press("n")
	tm.waitFor("FAREWELL.")
	assert.Equal(t, 0, tm.wait())
	tm.isBack()
}
