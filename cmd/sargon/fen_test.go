package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/cmd/sargon/internal/web/machine"
	"sargon78/roms/romstest"
	"sargon78/sargon"
	"sargon78/sargon/must"
)

// All commands read a FEN in the same way, also without its numbers (spec §16): the book answers in all
// of them or in none.
func TestAFENMeansTheSameAtEveryDoor(t *testing.T) {
	t.Parallel()
	const (
		start  = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq"
		after  = "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq"
		pawn   = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq"
		middle = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq"
	)
	image := romstest.Image(t)
	page := must.Have(machine.New(image))
	doors := map[string]func(*testing.T, string) (book bool){
		"analyze": bookOfAnalyze, "uci": bookOfUCI, "compare": bookOfCompare,
		"page": func(t *testing.T, fen string) bool { return bookOfPage(t, page, fen) },
	}
	for fen, book := range map[string]bool{
		start + " - 0 1": true, start + " -": true, start + " - 0 0": true, start + " - - -": true,
		start + " - 0 2": false, strings.TrimSuffix(start, "KQkq") + "- - 0 1": false,
		after + " - 1 1": true, after + " -": true, after + " - 1 2": false,
		pawn + " e3": true, pawn + " e3 0 1": true, pawn + " -": true, pawn + " - 0 7": false,
		middle + " - 2 3": false, middle + " -": false, middle + " - 0 1": false,
	} {
		for name, answers := range doors {
			assert.Equal(t, book, answers(t, fen), "%s: %s", name, fen)
		}
	}
}

func bookOfAnalyze(t *testing.T, fen string) bool {
	out := ok(t, "", "analyze", "--json", "--level", "1", fen)
	require.Regexp(t, `"evals": *[1-9]`, out)
	return strings.Contains(out, `"book"`)
}

func bookOfUCI(t *testing.T, fen string) bool {
	out := ok(t, "setoption name Level value 1\nposition fen "+fen+"\ngo\n", "uci")
	require.Contains(t, out, "bestmove ")
	return strings.Contains(out, "a move from the book")
}

func bookOfCompare(t *testing.T, fen string) bool {
	out := ok(t, fen, "compare", "--engines", "10x12,bitboards", "--level", "1", "-")
	require.Regexp(t, `10x12 +\d+ evaluations`, out)
	return strings.Contains(out, " 0 evaluations")
}

func bookOfPage(t *testing.T, m *machine.Machine, fen string) bool {
	player := sargon.White
	if strings.Contains(fen, " w ") {
		player = sargon.Black
	}
	require.NoError(t, m.SetUp(fen, nil, player, 1))
	for range 1000 {
		if m.Run(1_000_000, nil); len(m.Game().Plies) > 0 {
			break
		}
	}
	require.NotEmpty(t, m.Game().Plies, "the machine does not move from "+fen)
	return m.Status().Book
}
