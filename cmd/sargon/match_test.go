package main

import (
	"path/filepath"
	"strings"
	"testing"

	"sargon78/sargon/game/pgn"
	"sargon78/sargon/must"

	"github.com/stretchr/testify/require"
)

// The calls that speak with chess programs of today and read their files.
func TestCallsWithChessFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	scholar := write(t, filepath.Join(dir, "scholar.pgn"),
		"[White \"Anna\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n")
	broken := write(t, filepath.Join(dir, "broken.pgn"), "1. e4 e5\n2. Nf9 *\n")
	calls(t, []call{
		{"uci", "uci --set Level=1 --set Engine=rom", "uci\nposition startpos moves e2e4\ngo\nquit\n", 0,
			"default rom var rom", ""},
		{"uci answers", "uci", "position startpos moves e2e4\ngo wtime 100\n", 0, "bestmove e7e5", ""},
		{"uci with a wrong option", "uci --set Level=9", "", 2, "", `"9"; want a number from 0 to 6`},
		{"uci with a missing program", "uci --rom nowhere.asm", "", 1, "", "nowhere.asm"},
		{"uci with too much", "uci now", "", 2, "", `unexpected argument "now"`},

		{"replay", "replay --level 1 " + scholar, "", 0,
			"Anna – Black, 1-0 (checkmate) (game 1)", ""},
		{"replay counts", "replay --level 1 " + scholar, "", 0,
			"Sargon at level 1 agrees with 5 of 7 moves (White 3 of 4, Black 2 of 3).", ""},
		{"replay of one side's moves", "replay --level 1 --side white " + scholar, "", 0,
			"agrees with 3 of 4 moves.", ""},
		{"replay with comments", "replay - --level 1 --comments", "1. e4! {Best.} (1. d4 d5) *", 0,
			"         ! Best.\n         (1. d4 d5)\n", ""},
		{"replay from a pipe", "replay - --level 1 --engine rom --side black", "1. e4 e5", 0,
			"agrees with 1 of 1 moves.", ""},
		{"replay shows the screen", "replay --print 7 " + scholar, "", 0, " 4 H5XF7+", ""},
		{"replay of too much", "replay --print 8 " + scholar, "", 2, "", "the game has 7 half-moves"},
		{"replay of a broken file", "replay " + broken, "", 1, "",
			`broken.pgn:2: game 1: after 1... e5: "Nf9" is not a legal move`},
		{"replay of another game", "replay --game 2 " + scholar, "", 2, "", "has 1"},
		{"replay of nothing", "replay", "", 2, "", "which game?"},
		{"replay of a missing file", "replay nowhere.pgn", "", 1, "", "nowhere.pgn"},
		{"replay at level 7", "replay --level 7 " + scholar, "", 2, "",
			`--level "7": want a level from 1 to 6, or several, 1-5`},
		{"replay at several levels", "replay --level 1-2 " + scholar, "", 0,
			"at level 1          3/4       2/3\n", ""},
		{"replay says which level fits", "replay --level 1-2 --side black " + scholar, "", 0,
			"Black: Sargon at level", ""},
		{"replay from high to low", "replay --level 3-1 " + scholar, "", 2, "", `"3-1"`},
		{"replay at several levels as a screen", "replay --level 1-2 --print 1 " + scholar, "", 2,
			"", "without --print"},
		{"replay of one side", "replay --side red " + scholar, "", 2, "", "want white, black, both"},

		{"match", "match 10x12,level=1 0x88,level=1,name=Other --games 2 --tc none", "", 0,
			"2 of 2 games; illegal moves 0, losses on time 0, crashes 0", ""},
		{"match of one", "match 10x12", "", 2, "", "Name at least two players"},
		{"match with a missing program", "match 10x12 exec:/nowhere/engine", "", 1, "",
			"/nowhere/engine"},
		{"match with a wrong clock", "match 10x12 0x88 --tc soon", "", 2, "", "want seconds"},
		{"match that cannot be resumed", "match 10x12 0x88 --resume", "", 2, "", "needs the games so far"},
		{"match without its journal", "match 10x12 0x88 --resume --pgn " + filepath.Join(dir, "none.pgn"), "", 1, "",
			"nothing to go on with"},
		{"match with a journal of JSON", "match 10x12 0x88 --json m.json", "", 2, "",
			"--json is gone; --pgn FILE holds the games, and --resume goes on with them"},
		{"match up to error bars", "match sets 10x12 --bars 40", "", 2, "", "--bars is gone; --resume"},
		{"match of all levels", "match --ladder sets", "", 2, "", "--ladder is gone; name each level"},
		{"match over an existing file", "match 10x12 0x88 --pgn " + scholar, "", 1, "",
			"exists; --resume goes on"},
	})
}

// A game of a match, replayed by the same level, is agreed with from end to end; the PGN
// that comes out is read again.
func TestMatchThenReplay(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	games, annotated := filepath.Join(dir, "games.pgn"), filepath.Join(dir, "annotated.pgn")
	openings := filepath.Join(dir, "openings.epd")
	write(t, openings,
		"r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - id \"knights\";\n")
	match := []string{"match", "0x88,level=1", "10x12,level=1", "--games", "2", "--openings", openings,
		"--pgn", games}
	ok(t, "", match...)
	require.Regexp(t, `agrees with (\d+) of (\d+) moves \(White (\d+) of \d+, Black (\d+) of \d+\)`,
		ok(t, "", "replay", games, "--game", "2", "--level", "1", "--engine", "10x12", "--pgn", annotated))
	one := must.Have(pgn.Last(annotated))
	for _, ply := range one.Plies() {
		require.NotNil(t, ply.Note, ply.SAN)
		require.NotContains(t, ply.Comment, "Sargon:")
	}

	ok(t, "", append(match, "--resume")...)
	require.Equal(t, 2, strings.Count(read(t, games), "[Event "))
}
