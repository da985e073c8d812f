package cases

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"sargon78/sargon"
	"sargon78/sargon/must"
)

func parse(line string) Case { return must.Have(ParseCase(line)) }

// A shrunk case still differs, is legal, and cannot be made smaller: what of its history, its refused
// moves and its pieces is needed stays, and two pieces that can only be dropped together are.
func TestShrinking(t *testing.T) {
	for what, test := range map[string]struct {
		line    string
		differs func(Case) bool
		plies   int
		pieces  int // besides the kings, that are left at most
	}{
		"a white rook on the d-file": {
			"level 3 startpos moves d2d4 d7d5 b1c3 b8c6 c1f4 c8f5 d1d2 d8d7 e1c1 e8c8 evals 40",
			func(c Case) bool {
				p := must.Have(c.Position())
				for rank := range 8 {
					if p.Board[sargon.SquareAt(3, rank)].Letter() == 'R' {
						return true
					}
				}
				return false
			}, 1, 1,
		},
		"a castling": {
			"level 1 startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1",
			func(c Case) bool { return len(c.Plies) > 1 && c.Plies[len(c.Plies)-2].Move.String() == "e1g1" },
			2, 1,
		},
		"a refused move": {
			"level 2 startpos stateful 2 e2e4 e7e5 1 !e1e3 !a1a3 g1f3 1 b8c6 evals 40",
			func(c Case) bool {
				return slices.ContainsFunc(c.Plies, func(p Ply) bool { return len(p.Refused) > 0 })
			}, 2, 30,
		},
		"an even number of pieces": {
			"level 1 fen 8/3q4/1N6/2b5/5K2/3B4/k7/8 w - - 0 5",
			func(c Case) bool { return len(c.pieces())%2 == 0 }, 1, 0,
		},
	} {
		c := parse(test.line)
		differs := func(_ context.Context, c Case) bool { return test.differs(c) }
		small := Shrink(t.Context(), c, differs, time.Minute)
		assert.True(t, test.differs(small), "%s: %v", what, small)
		assert.Equal(t, sargon.Level(1), small.Last().Level, what)
		assert.Zero(t, small.Last().MaxEvals, what)
		assert.Equal(t, 1, small.Searches(), what)
		assert.Len(t, small.Plies, test.plies, what)
		assert.LessOrEqual(t, len(small.pieces()), test.pieces, "%s: %v", what, small)

		assert.Equal(t, c.String(), Shrink(t.Context(), c, differs, 0).String(), "there is no time")
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		assert.Equal(t, c.String(), Shrink(ctx, c, differs, time.Hour).String())
	}
}

// What may be dropped or replaced is tried, and nothing else.
func TestWhatIsTried(t *testing.T) {
	for name, test := range map[string]struct {
		by   func(*Case, func(Case))
		line string
		want []string
	}{
		"armies": {dropArmies, "level 1 fen 1q2k3/p7/8/8/8/8/P7/N3K3 w - - 0 5", []string{
			"1q2k3/p7/8/8/8/8/8/N3K3 w - - 0 5", "1q2k3/8/8/8/8/8/P7/N3K3 w - - 0 5",
			"1q2k3/p7/8/8/8/8/P7/4K3 w - - 0 5", "4k3/p7/8/8/8/8/P7/N3K3 w - - 0 5",
		}},
		"weaker": {replaceByPawns, "level 1 fen 1q2k3/8/8/3r4/8/8/PN6/Q3K3 w - - 0 5", []string{
			"1q2k3/8/8/3r4/8/8/PP6/Q3K3 w - - 0 5", "1q2k3/8/8/3p4/8/8/PN6/Q3K3 w - - 0 5",
		}},
	} {
		c := parse(test.line)
		var tried []string
		test.by(&c, func(smaller Case) {
			if fen := smaller.Start.FEN(); fen != c.Start.FEN() {
				tried = append(tried, fen)
			}
		})
		assert.Equal(t, test.want, tried, name)
	}
}

// A case in which the side not to move is in check is not tried.
func TestOnlyLegalCasesAreTried(t *testing.T) {
	c := parse("level 1 fen k3r3/8/8/8/8/8/4P3/4K3 b - - 0 5")
	Shrink(t.Context(), c, func(_ context.Context, c Case) bool {
		assert.False(t, c.Start.InCheck(c.Start.Side.Other()), c)
		return false
	}, time.Minute)
}
