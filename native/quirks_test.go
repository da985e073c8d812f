package native

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/sargon"
)

// searched searches a position with an engine.
func searched(t *testing.T, e *engine, p sargon.Position, options sargon.SearchOptions) sargon.Result {
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
	p, err := sargon.ParseFEN(fen)
	require.NoError(t, err)
	return p
}

// TestQuirks takes the quirks of spec §14 out one by one, in a position where that changes
// the trace. The traces with them are those of the original where the position is one of
// the recordings.
func TestQuirks(t *testing.T) {
	for _, test := range []struct {
		name  string
		quirk quirk
		fen   string
		level sargon.Level
		trace string
	}{
		{"1, the royal queen is the last that moved", royalQueenIsTheLastMoved, "6qr/QQK1pR1r/q2Q4/1R2P3/3pq2r/1r2RP1Q/2q5/1k6 w - - 0 11", 1, "fe5f1ca2b4c6c5d3"},
		{"1, also after a promotion", royalQueenIsTheLastMoved, "5Q1B/7P/p3r3/pR6/8/K7/Q1qk1q1P/2q3Q1 w - - 0 23", 1, ""},
		{"3, a pinned attacker is transparent", pinnedAttackersAreTransparent, "rnb1kbnr/pp1pp2p/5pp1/qBp5/1P2P3/8/P1PP1PPP/RNB1K1NR w KQkq - 3 7", 1, ""},
		{"3, negative steps are queens", negativeStepsAreQueens, "5r2/4k3/6p1/1p1P3p/3q4/2P1RNPb/n3K3/r5NR b - - 1 33", 1, ""},
		{"4, queens pin like kings", queensPinLikeKings, "2r2b2/R3p3/1p2k1pp/8/8/3p4/q4P1P/4KBR1 b - - 0 26", 1, ""},
		{"5, the moved piece stays in danger", movedPieceStaysInDanger, "4kb1r/2r1p3/BQ2p1b1/2p3Pp/8/P7/5PPR/2B1K1N1 b k - 1 22", 1, ""},
		{"6, the third attacker overflows", thirdAttackerOverflows, "rnb1kbnr/pp1pp2p/5pp1/qBp5/1P2P3/8/P1PP1PPP/RNB1K1NR w KQkq - 3 7", 1, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := parsed(t, test.fen)
			options := sargon.SearchOptions{Level: test.level}
			with := searched(t, newLiteral(), p, options).Trace
			for _, b := range []board{new(board10x12), new(board0x88)} {
				assert.Equal(t, with, searched(t, newEngine(b), p, options).Trace, b.name())
			}
			assert.NotEqual(t, with, searched(t, newLiteralWithout(test.quirk), p, options).Trace)
		})
	}
}

// Quirk 1 in a game: the royal squares stay as a search leaves them. Here Black promotes in
// the tree and loses the queen again.
func TestQuirk1SearchLeavesRoyalSquares(t *testing.T) {
	p := parsed(t, "1rb1kb2/1pp5/2p2p2/p3p3/P3P3/2N1B3/1PP1Bp2/R2R2K1 w - - 0 19")
	for _, b := range []board{new(board10x12), new(board0x88), new(literal)} {
		e := newEngine(b)
		options := sargon.SearchOptions{Level: 3}
		searched(t, e, p, options)
		after := e.Position()
		assert.Equal(t, sargon.NoSquare, p.Royal[sargon.BlackQueen])
		assert.NotEqual(t, sargon.NoSquare, after.Royal[sargon.BlackQueen], b.name())
		after.Royal = p.Royal
		assert.Equal(t, p, after)

		options.MaxEvals = 100 // a search that is stopped leaves nothing
		searched(t, e, p, options)
		assert.Equal(t, p, e.Position())
	}
}

// Quirk 2: a pawn may be taken en passant after a first move that was no two-step. No game
// leads there, because only a two-step takes a pawn beside an enemy on its fifth rank.
func TestQuirk2EnPassantAfterAnyFirstMove(t *testing.T) {
	p := parsed(t, "4k3/8/8/2Pp4/8/8/8/4K3 w - - 0 40")
	p.Previous = sargon.Move{From: sargon.D8 - 20, To: sargon.D8 - 30, Flags: sargon.FirstMove}
	options := sargon.SearchOptions{Level: 2}
	for _, b := range []board{new(board10x12), new(board0x88), new(literal)} {
		result := searched(t, newEngine(b), p, options)
		assert.Equal(t, "c5d6", result.Best.String(), b.name())
		assert.Equal(t, sargon.DoubleMove, result.Best.Flags)
	}
	result := searched(t, newLiteralWithout(enPassantAfterAnyFirstMove), p, options)
	assert.NotEqual(t, "c5d6", result.Best.String())
}

// Quirk 7: a mate met in the tree is noted, though no side will be mated.
func TestQuirk7EveryMateIsNoted(t *testing.T) {
	p := parsed(t, "8/6k1/8/8/1B1PQNP1/1P4N1/7P/5K1R b - - 4 45")
	for _, b := range []board{new(board10x12), new(board0x88)} {
		result := searched(t, newEngine(b), p, sargon.SearchOptions{Level: 2})
		assert.EqualValues(t, 46, result.MateAt)
		assert.NotContains(t, []sargon.Score{sargon.Mates, sargon.Mated}, result.Score)
	}
	// A mate that is found is noted one move earlier if Black gives it.
	p = parsed(t, "rnb1kbnr/pppp1ppp/8/4p1q1/6P1/5P1P/PPPPP3/RNBQKBNR b KQkq - 0 3")
	result := searched(t, newEngine(new(board0x88)), p, sargon.SearchOptions{Level: 1})
	assert.Equal(t, sargon.Mates, result.Score)
	assert.EqualValues(t, 3, result.MateAt)
}

// crowded is a position in which the list area overflows at level 4, also in the middle of
// a castling.
const crowded = "r3k2r/q1r3q1/3qb3/1q1q1N2/2Qq4/R1rN3Q/3N3r/R3K2R w KQkq - 0 10"

// Quirk 8: when the list area is full, moves are silently missing.
func TestQuirk8MovesAreMissing(t *testing.T) {
	p := parsed(t, crowded)
	options := sargon.SearchOptions{Level: 4, MaxEvals: 4000}
	with := searched(t, newLiteral(), p, options)
	assert.Positive(t, with.Dropped)
	assert.Equal(t, areaRecords, with.Records)
	for _, b := range []board{new(board10x12), new(board0x88)} {
		options.NoLimits = false
		limited := searched(t, newEngine(b), p, options)
		assert.Equal(t, with.Trace, limited.Trace, b.name())
		assert.Equal(t, with.Dropped, limited.Dropped, b.name())
		options.NoLimits = true
		unlimited := searched(t, newEngine(b), p, options)
		assert.NotEqual(t, with.Trace, unlimited.Trace, b.name())
		assert.Zero(t, unlimited.Dropped)
		assert.Greater(t, unlimited.Records, areaRecords)
	}
}

// Quirk 8 again: a pair that is cut takes the record before it off the list, if that one
// was linked.
func TestQuirk8PairIsCut(t *testing.T) {
	var list moveList
	links := func() (chain []uint16) {
		for link := list.head; link != 0; link = list.at(link).link {
			chain = append(chain, link)
		}
		return chain
	}
	start := func(limit int) {
		list = moveList{}
		list.reset(limit)
		for range 3 {
			list.add(1, 2, 0)
		}
	}
	pair := func() {
		list.add(3, 4, sargon.DoubleMove)
		list.add(5, 6, 0)
		list.double()
	}

	start(5)
	pair()
	assert.Equal(t, []uint16{1, 2, 3, 4}, links(), "a pair with room: the second half is not linked")
	list.add(7, 8, 0)
	assert.EqualValues(t, 1, list.dropped)

	start(4)
	pair()
	assert.Equal(t, []uint16{1, 2, 3}, links(), "the second half dropped: the first is not linked")
	assert.EqualValues(t, 1, list.dropped)

	start(6)
	pair()
	pair()
	assert.Equal(t, []uint16{1, 2, 3, 4, 6}, links(), "after a pair, the link that is cleared is that of its second half")

	start(3)
	pair()
	assert.Equal(t, []uint16{1, 2}, links(), "both halves dropped: the last record is lost too")

	list.reset(3)
	for range 3 {
		list.add(1, 2, 0)
	}
	list.begin()
	pair()
	assert.Empty(t, links(), "a list without room")
}

// Quirk 9: the evaluation at the root writes its value into the previous move record.
func TestQuirk9RootIsWrittenToThePreviousMove(t *testing.T) {
	p := parsed(t, "4k3/8/8/2Pp4/8/8/8/4K3 w - d6 0 40")
	for _, b := range []board{new(board10x12), new(board0x88)} {
		e := newEngine(b)
		require.NoError(t, e.SetPosition(p))
		x, err := e.Examine(context.Background())
		require.NoError(t, err)
		searched(t, e, p, sargon.SearchOptions{Level: 1})
		assert.Equal(t, x.Totals.Value, e.search.root.value)
		assert.NotZero(t, e.search.root.value)
	}
}

// Without limits a search is the one of 1978 wherever that did not overflow.
func TestNoLimitsChangesNothingElse(t *testing.T) {
	for _, fen := range []string{sargon.StartFEN, "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2P1PN2/PP1N1PPP/R2QKB1R w KQ - 3 8"} {
		p := parsed(t, fen)
		for _, b := range []board{new(board10x12), new(board0x88)} {
			e := newEngine(b)
			options := sargon.SearchOptions{Level: 3, NoBook: true}
			limited := searched(t, e, p, options)
			options.NoLimits = true
			unlimited := searched(t, e, p, options)
			limited.Duration, unlimited.Duration = 0, 0
			assert.Equal(t, limited, unlimited)
		}
	}
	options := sargon.SearchOptions{Level: 8, NoLimits: true, MaxEvals: 20_000}
	assert.EqualValues(t, 20_000, searched(t, newEngine(new(board0x88)), parsed(t, crowded), options).Evals)
}
