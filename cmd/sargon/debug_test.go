package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestDebugCalls(t *testing.T) {
	t.Chdir(t.TempDir())
	fails(t, anyFailure, "needs a terminal", "", "debug", endgame)
	assert.Contains(t, ok(t, "eval\nwhere\n", "debug", "--plain", "--level", "1", endgame),
		"evaluation 0")
	fails(t, anyFailure, "level 9", "", "debug", "--plain", "--level", "9", endgame)
	fails(t, anyFailure, "unexpected argument", "", "dap", "x")
	ok(t, "", "dap") // nobody speaks: it ends
	ok(t, "", "rom", "source", "here")
	fails(t, anyFailure, "exists", "", "rom", "source", "here")
	fails(t, anyFailure, "which folder", "", "rom", "source")
}

// To alone goes to a line in a position that comes there; with a position, in that.
func TestDebugTo(t *testing.T) {
	assert.Regexp(t, `level 2 fen 3r2k1/.*\n.* search_down search\.z80:\d+ `,
		ok(t, "", "debug", "--plain", "--to", "search_down count 3"))
	assert.Regexp(t, `pPppqpb1.*\n.* pawn_promotes generate\.z80:`,
		ok(t, "", "debug", "--plain", "--to", "pawn_promotes"))
	out := ok(t, "back step\n", "debug", "--plain", "--level", "1", "--to", "POINTS count 4", endgame)
	has(t, out, endgame[:20], "CALL    POINTS")
	for words, want := range map[string]string{
		"VALMOV": "it does not come to VALMOV: the search has ended",
		"nosuch": "nosuch", "POINTS count x": "want a number from 1",
	} {
		fails(t, anyFailure, want, "", "debug", "--plain", "--to", words)
	}
	fails(t, anyFailure, "want one of them", "", "debug", "--plain", "--to", "POINTS", "--against", "0x88", endgame)
}
