package native

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/native/reference"
	"sargon78/sargon"
	"sargon78/sargon/must"
)

// searched searches a position with an engine.
func searched(
	t *testing.T, e sargon.Engine, p sargon.Position, options sargon.SearchOptions,
) sargon.Result {
	t.Helper()
	require.NoError(t, e.SetPosition(p))
	result, err := e.Search(context.Background(), options)
	if options.MaxEvals == 0 {
		require.NoError(t, err)
	}
	return result
}

func parsed(t *testing.T, fen string) sargon.Position {
	t.Helper()
	return must.Have(sargon.ParseFEN(fen))
}

// without returns the reference engine with some of its rules taken out.
func without(rules ...reference.Rule) *reference.Engine {
	e := reference.New()
	e.Tamper = func(p reference.Rule, happens bool) bool {
		return happens && !slices.Contains(rules, p)
	}
	return e
}

// allEngines are the engines.
func allEngines() []sargon.Engine { return []sargon.Engine{New10x12(), New0x88(), NewBitboards()} }

// TestQuirks takes the quirks of spec §14 out one by one, in a position where that changes
// the trace. The engines on 0x88 and on bitboards do by themselves all that the specification describes,
// and end where it ends: Complete then has the reference engine do the search. Callbacks are called once.
func TestQuirks(t *testing.T) {
	for _, test := range []struct {
		name  string
		rules []reference.Rule
		fen   string
		level sargon.Level
		ends  bool
	}{
		{"1, the royal queen is the last that moved", []reference.Rule{reference.UnmakeRoyalLost},
			"2bB2nr/1p1P2k1/5q2/5ppp/3P4/8/1r1bP1PP/3K1BNR w - - 0 19", 2, false},
		{"1, also after a promotion", []reference.Rule{reference.MakePromotion},
			"7k/4b3/P4r1p/3p4/3K2P1/8/8/4N3 w - - 10 64", 2, false},
		{"3, a pinned attacker is transparent", []reference.Rule{reference.PinnedTransparent},
			"rnb1kbnr/pp1pp2p/5pp1/qBp5/1P2P3/8/P1PP1PPP/RNB1K1NR w KQkq - 3 7", 1, false},
		{"3, negative steps are queens",
			[]reference.Rule{reference.NegativeStep, reference.BehindQueenIgnored},
			"5r2/4k3/6p1/1p1P3p/3q4/2P1RNPb/n3K3/r5NR b - - 1 33", 1, false},
		{"4, queens pin like kings", []reference.Rule{reference.PinToQueen, reference.PinQueenByQueen},
			"2r2b2/R3p3/1p2k1pp/8/8/3p4/q4P1P/4KBR1 b - - 0 26", 1, false},
		{"5, the moved piece stays in danger", []reference.Rule{reference.LossLaterBigger},
			"4kb1r/2r1p3/BQ2p1b1/2p3Pp/8/P7/5PPR/2B1K1N1 b k - 1 22", 1, false},
		{"6, the third attacker overflows", []reference.Rule{reference.Spill},
			"rnb3qr/pp2kppp/8/2pp3B/3PP3/NPK5/P1P4b/R1BQ2NR b - - 1 16", 2, false},
		{"6, the counts in the memory stay", []reference.Rule{reference.ExchangeCountStays},
			"5B2/2RQQrqr/1k1bRb2/1pq1Q1b1/1br1QK1b/q3R3/8/3n4 w - - 0 6", 2, false},
		{"6, half of nothing is nobody", []reference.Rule{reference.ExchangeEmptyHalf},
			"2Q1Q3/2Q1KQ2/1Qq2QQB/1Q3QQ1/2Q2r2/rB3q1B/1b2B3/k7 b - - 0 5", 2, false},
		{"8, an old record is tried", []reference.Rule{reference.OldRecord},
			"qQ6/q1n5/4Q3/2QKq1k1/7r/qqQQ4/5Q2/7R w - - 0 8", 4, false},
		{"6, a king is lost off the board", nil,
			"Bk3q2/Q1q1b3/PQqbK3/QQPRR2B/1q6/q7/8/n6N b - - 0 5", 1, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := must.Have(sargon.ParseRecordedFEN(test.fen))
			options := sargon.SearchOptions{Level: test.level}
			if test.level > 3 {
				options.MaxEvals = 300 // the 224th is the first that tells
			}
			var with sargon.Fingerprint
			var told []sargon.Evaluation
			for i, e := range allEngines() {
				var steps []sargon.Evaluation
				options.Callbacks.Evaluation = func(s sargon.Evaluation) { steps = append(steps, s) }
				r := searched(t, Complete(e), p, options)
				can := e.Capabilities()
				assert.True(t, can.Detail == sargon.DetailState && can.ListArea != nil)
				assert.Equal(t, i == 0, can.ExaminesItself)
				if i == 0 {
					with, told = r.Trace, steps
					continue
				}
				assert.Equal(t, with, r.Trace, e.Name())
				assert.Equal(t, told, steps, e.Name())
				asked := e.(*engine).Reached != [reference.NumRules]uint64{}
				assert.Equal(t, test.ends, asked, e.Name())
				steps = nil
				require.NoError(t, e.SetPosition(p))
				r, err := e.Search(t.Context(), options)
				assert.Equal(t, test.ends, errors.Is(err, sargon.ErrUndefined), "%s: %v", e.Name(), err)
				assert.Equal(t, test.ends, r.UndefinedReason != "", e.Name())
				defined := len(told)
				if test.ends {
					defined = max(0, int(r.DefinedEvals)-1) // without the root's
				}
				assert.Len(t, steps, defined, e.Name())
				assert.Equal(t, told[:defined:defined], append([]sargon.Evaluation{}, steps...), e.Name())
			}
			if test.rules != nil {
				assert.NotEqual(t, with, searched(t, without(test.rules...), p, options).Trace)
			}
		})
	}
}

// Quirk 1 in a game: the royal squares stay as a search leaves them. Here Black promotes in
// the tree and loses the queen again.
func TestQuirk1SearchLeavesRoyalSquares(t *testing.T) {
	p := parsed(t, "1rb1kb2/1pp5/2p2p2/p3p3/P3P3/2N1B3/1PP1Bp2/R2R2K1 w - - 0 19")
	for _, e := range allEngines() {
		options := sargon.SearchOptions{Level: 3}
		searched(t, e, p, options)
		after := e.Position()
		assert.Equal(t, sargon.NoSquare, p.Royal[sargon.BlackQueen])
		assert.NotEqual(t, sargon.NoSquare, after.Royal[sargon.BlackQueen], e.Name())
		after.Royal = p.Royal
		assert.Equal(t, p, after)

		options.MaxEvals = 100 // a search that is stopped leaves nothing
		searched(t, e, p, options)
		assert.Equal(t, p, e.Position())
	}
}

// SCORE behind SCORE[PLYMAX+1] keeps what a deeper search has left (spec, appendix).
func TestScoresBehindTheLevelStay(t *testing.T) {
	p := parsed(t, "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3")
	for _, e := range allEngines() {
		scores := e.(interface{ Tail() *reference.Tail }).Tail()[reference.TailScores:]
		searched(t, e, p, sargon.SearchOptions{Level: 3})
		behind := scores[3]
		assert.NotZero(t, behind, e.Name())
		_, err := e.Search(context.Background(), sargon.SearchOptions{Level: 1})
		require.NoError(t, err)
		assert.Equal(t, behind, scores[3], e.Name())
	}
}

// Quirk 2: a pawn may be taken en passant after a first move that was no two-step. No game
// leads there, because only a two-step takes a pawn beside an enemy on its fifth rank.
func TestQuirk2EnPassantAfterAnyFirstMove(t *testing.T) {
	p := parsed(t, "4k3/8/8/2Pp4/8/8/8/4K3 w - - 0 40")
	p.Previous = sargon.Move{From: sargon.D8 - 20, To: sargon.D8 - 30, Flags: sargon.FirstMove}
	options := sargon.SearchOptions{Level: 2}
	for _, e := range allEngines() {
		result := searched(t, e, p, options)
		assert.Equal(t, "c5d6", result.Best.String(), e.Name())
		assert.Equal(t, sargon.DoubleMove, result.Best.Flags)
	}
	result := searched(t, without(reference.EnPassantOneStep), p, options)
	assert.NotEqual(t, "c5d6", result.Best.String())
}

// Quirk 7: a mate met in the tree is noted, though no side will be mated.
func TestQuirk7EveryMateIsNoted(t *testing.T) {
	p := parsed(t, "8/6k1/8/8/1B1PQNP1/1P4N1/7P/5K1R b - - 4 45")
	for _, e := range allEngines() {
		result := searched(t, e, p, sargon.SearchOptions{Level: 2})
		assert.EqualValues(t, 46, result.MateAt)
		assert.NotContains(t, []sargon.Score{sargon.Mates, sargon.Mated}, result.Score)
	}
	// A mate that is found is noted one move earlier if Black gives it.
	p = parsed(t, "rnb1kbnr/pppp1ppp/8/4p1q1/6P1/5P1P/PPPPP3/RNBQKBNR b KQkq - 0 3")
	result := searched(t, New0x88(), p, sargon.SearchOptions{Level: 1})
	assert.Equal(t, sargon.Mates, result.Score)
	assert.EqualValues(t, 3, result.MateAt)
}

// crowded is a position in which the list area overflows at level 4, also in the middle of
// a castling.
const crowded = "r3k2r/q1r3q1/3qb3/1q1q1N2/2Qq4/R1rN3Q/3N3r/R3K2R w KQkq - 0 10"

// Quirk 8: when the list area is full, moves are silently missing.
func TestQuirk8MovesAreMissing(t *testing.T) {
	p := parsed(t, crowded)
	options := sargon.SearchOptions{Level: 4, MaxEvals: 1500}
	with := searched(t, New10x12(), p, options)
	assert.Positive(t, with.Dropped)
	assert.Equal(t, areaRecords, with.Records)
	for _, e := range allEngines() {
		options.NoLimits = false
		limited := searched(t, e, p, options)
		assert.Equal(t, with.Trace, limited.Trace, e.Name())
		assert.Equal(t, with.Dropped, limited.Dropped, e.Name())
		options.NoLimits = true
		unlimited := searched(t, e, p, options)
		assert.NotEqual(t, with.Trace, unlimited.Trace, e.Name())
		assert.Zero(t, unlimited.Dropped)
		assert.Greater(t, unlimited.Records, areaRecords)
	}
}

// Without limits a search is the one of 1978 wherever that did not overflow.
func TestNoLimitsChangesNothingElse(t *testing.T) {
	for _, fen := range []string{sargon.StartFEN,
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 10"} { // with castling
		p := parsed(t, fen)
		for _, e := range allEngines() {
			options := sargon.SearchOptions{Level: 2, NoBook: true}
			limited := searched(t, e, p, options)
			options.NoLimits = true
			unlimited := searched(t, e, p, options)
			limited.Duration, unlimited.Duration = 0, 0
			assert.Equal(t, limited, unlimited)
		}
	}
	options := sargon.SearchOptions{Level: 8, NoLimits: true, MaxEvals: 5_000}
	assert.EqualValues(t, 5_000, searched(t, New0x88(), parsed(t, crowded), options).Evals)
}
