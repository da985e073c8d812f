package think_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"sargon78/sargon"
	"sargon78/sargon/game"
	"sargon78/sargon/game/gametest"
	"sargon78/sargon/must"
	"sargon78/sargon/think"
)

var both = []sargon.Color{sargon.White, sargon.Black}

// review collects what there is to say about a game.
func review(
	ctx context.Context, g *game.Game, level sargon.Level, sides ...sargon.Color,
) (verdicts []think.Verdict, err error) {
	for v, err := range thinker(think.Style{}).Review(ctx, g, level, sides...) {
		if err != nil {
			return verdicts, err
		}
		verdicts = append(verdicts, v)
	}
	return verdicts, nil
}

func ExampleThinker_Review() {
	g := game.New()
	for _, move := range []string{"e4", "e5", "Qh5", "Ke7", "Qxe5"} {
		_ = g.PlayText(move)
	}
	verdicts, err := review(context.Background(), g, 2, sargon.White)
	for _, v := range verdicts {
		fmt.Println(v)
	}
	fmt.Printf("Sargon agrees with %v. %v\n", think.Sum(verdicts), err)
	// Output:
	// 1.   e4       =        book
	//    2.   Qh5      Nc3      +0.00 e=210 1978~1:14
	//    3.   Qxe5#    =        mates e=40 1978~0:14
	// Sargon agrees with 2 of 3 moves. <nil>
}

// A game that Sargon played with itself it would play again, move for move.
func TestSargonAgreesWithItself(t *testing.T) {
	g := game.New()
	player := thinker(think.Style{Book: true})
	for range 30 {
		choice, err := player.Choose(t.Context(), g, think.Limits{Level: 2}, think.Callbacks{})
		require.NoError(t, err)
		require.NoError(t, g.Play(choice.Move))
	}
	verdicts := must.Have(review(t.Context(), g, 2, both...))
	require.Equal(t, "30 of 30 moves (White 15 of 15, Black 15 of 15)",
		think.Sum(verdicts).String())

	think.Annotate(g, verdicts, 2, "")
	require.Equal(t, "book", g.Ply(0).Note.String())
	require.Positive(t, g.Ply(2).Note.Evals)
	require.Empty(t, g.Ply(2).Comment)
}

func TestBothBookMovesAreSargons(t *testing.T) {
	for move, want := range map[string]string{"e4": "1 of 1", "d4": "1 of 1", "c4": "0 of 1"} {
		verdicts := must.Have(review(t.Context(), gametest.Played(t, move), 1, sargon.White))
		require.Equal(t, want+" moves", think.Sum(verdicts).String(), move)
	}
}

func TestOtherMovesBecomeComments(t *testing.T) {
	g := gametest.Played(t, "a3 a6 h3")
	g.Ply(2).Comment = "dull"
	think.Annotate(g, must.Have(review(t.Context(), g, 1, sargon.White)), 1, "")
	require.Equal(t, "Sargon: e4 (book)", g.Ply(0).Comment)
	require.Regexp(t, `^Sargon: \S+ \(change [+-]\d\.\d\d for Sargon, \d+ positions, about \d:\d\d in 1978\) dull$`, g.Ply(2).Comment)
	require.Empty(t, g.Ply(1).Comment)
	require.Equal(t, "Sargon 1978 at level 1", g.Tags.Get("Annotator"))
}

func TestReviewEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	seen := 0
	g := gametest.Played(t, "e4 e5 Nf3 Nc6")
	for _, err := range thinker(think.Style{}).Review(ctx, g, 2, both...) {
		if seen == 2 {
			require.ErrorIs(t, err, context.Canceled)
			return
		}
		if seen++; seen == 2 {
			cancel()
		}
	}
	require.Fail(t, "it goes on")
}
