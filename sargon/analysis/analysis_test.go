package analysis_test

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"strings"
	"testing"

	"sargon78/compare/recordings/format"
	"sargon78/sargon/must"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/native"
	"sargon78/sargon"
	"sargon78/sargon/analysis"
	"sargon78/sargon/files"
)

const (
	queenEnPrise = "4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 20"
	mated        = "7k/8/8/8/8/8/1q6/K1q5 w - - 0 9"
	stalemated   = "7k/8/8/8/8/1q6/2q5/K7 w - - 0 9"
)

func ExampleAnalyze() {
	ctx := context.Background()
	a, err := analysis.Analyze(ctx, native.New0x88(), queenEnPrise, analysis.Options{Level: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(a.Best, a.Meaning)
	// Output: c3d5 +9.25 pawns for the side to move
}

func of(t *testing.T, fen string, o analysis.Options) *analysis.Analysis {
	t.Helper()
	a, err := analysis.Analyze(t.Context(), native.New10x12(), fen, o)
	require.NoError(t, err)
	return a
}

// text is an analysis for a person.
func text(t *testing.T, fen string, o analysis.Options) string {
	t.Helper()
	var b strings.Builder
	require.NoError(t, of(t, fen, o).Write(&b))
	return b.String()
}

// The text holds every part of the evaluation, and the moves in their order.
func TestText(t *testing.T) {
	explained := analysis.Options{Level: 2, Explain: true}
	for _, want := range []string{
		"PINS (spec §6)", "  none", "BRDC = ", "d5 black queen",
		"  d5 black queen 18   White 01 00 03 00 00 00 00   Black 00 00 00 00 00 00 00\n" +
			"    1 white    6\n" +
			"    2 black none  6 takes 18, no recapture: e = 18; the end\n",
		"MTRL = ", "PTSW1", "VALM", "best move     Nxd5\n", "line          Nxd5 Kd7\n",
		"first ply     (value: lower is better", "    e1d2   0    e1d1   0    Nxd5  54     Kf2 125",
	} {
		assert.Contains(t, text(t, queenEnPrise, explained), want)
	}
	a := of(t, queenEnPrise, explained)
	data := must.Have(json.Marshal(a))
	assert.Contains(t, string(data), fmt.Sprintf(`"valm":%d`, a.Explanation.Value))
}

func TestMeanings(t *testing.T) {
	for fen, want := range map[string]string{
		mated:                               "mate: no legal move",
		stalemated:                          "stalemate: no legal move",
		"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 9": "it mates",
	} {
		assert.Equal(t, want, of(t, fen, analysis.Options{Level: 2}).Meaning, fen)
	}
}

// At move 1 the book would answer, which says nothing of the position: it is searched all the same.
func TestThePositionsOfTheBookAreSearched(t *testing.T) {
	a := of(t, sargon.StartFEN, analysis.Options{Level: 2})
	assert.Equal(t, []any{"e2e4", "b1c3"}, []any{a.Book, a.Best})
	assert.NotZero(t, a.Evals)
	for _, want := range []string{"from the book e4, in a game", "best move     Nc3\n",
		"line          Nc3 Nc6\n", "first ply"} {
		assert.Contains(t, text(t, sargon.StartFEN, analysis.Options{Level: 2}), want)
	}
	level1 := analysis.Options{Level: 1}
	assert.NotContains(t, text(t, sargon.StartFEN, level1), "first ply", "nothing is sorted")
	assert.Contains(t, text(t, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", level1), "best move     none\n")
}

// On a crowded board attack lists spill over into the pin list: what is there is no square.
func TestSpilledPins(t *testing.T) {
	const crowded = "3Qqbq1/6k1/8/7b/3Rb3/qb3K1b/BB6/6q1 w - - 0 10"
	assert.Contains(t, text(t, crowded, analysis.Options{Level: 1, Explain: true}),
		"  byte AA and step -11: a list has spilled over into them")
}

// A search that is stopped still says what it has.
func TestStoppedAnalysis(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	a, err := analysis.Analyze(ctx, native.New10x12(), queenEnPrise, analysis.Options{Level: 6})
	require.ErrorIs(t, err, context.Canceled)
	assert.Contains(t, a.Meaning, "interrupted")
}

// Each way an exchange can end has its words.
func TestStepsOfAnExchange(t *testing.T) {
	for fen, want := range map[string]string{
		"k2r4/8/8/3p4/8/8/3Q4/K7 w - - 0 20": "18 does not take 2: 10 would take back; the end",
		"k2q4/8/8/3p4/8/8/3Q4/K7 w - - 0 20": "18 for 2, and 18 takes back: both are struck off",
		"k2r4/8/8/3r4/8/8/3Q4/K7 w - - 0 20": "18 does not take 10: 10 would take back; the end",
		"k2q4/8/8/3r4/8/8/3R4/K7 w - - 0 20": "10 takes 10: e = 10",
		"k7/8/8/3p4/8/8/3Q4/K7 w - - 0 20":   "18 takes 2, no recapture: e = 2; the end",
	} {
		exchange := text(t, fen, analysis.Options{Level: 1, Explain: true})
		assert.Contains(t, exchange, "  "+want+"\n", fen)
		if strings.Contains(want, "struck off") {
			assert.Contains(t, exchange, "3 white none  no further capture; the end\n")
		}
	}
}

// The explanation of a position adds up to the totals of the original, and the steps of its
// exchanges to their losses.
func TestExplanationEndsInTheRecordedTotals(t *testing.T) {
	engine := native.New10x12()
	steps, unknown := 0, 0
	for r, err := range evaluations(t) {
		require.NoError(t, err)
		p := must.Have(sargon.ParseRecordedFEN(r.Eval.FEN))
		require.NoError(t, engine.SetPosition(p))
		x := must.Have(engine.Examine(context.Background()))
		e := analysis.Explain(p, x)
		require.True(t, e.Consistent, "%s: %+v", r.Eval.FEN, x.Totals)
		require.Equal(t,
			[]any{r.Eval.BRDC, r.Eval.MTRL, r.Eval.PTSL, r.Eval.PTSW1, r.Eval.PTSW2},
			[]any{e.BoardControl, e.Material, e.PointsLost, e.PointsWon1, e.PointsWon2},
			r.Eval.FEN)
		for _, s := range e.Squares {
			steps += len(s.Steps)
			if len(s.Steps) == 0 && s.Exchange != 0 {
				unknown++
			}
		}
	}
	assert.Greater(t, steps, 1000)
	assert.Less(t, unknown, steps/100, "losses without steps")
}

// evaluations reads the recorded evaluations of the original.
func evaluations(t *testing.T) iter.Seq2[format.Recording, error] {
	t.Helper()
	f, err := files.Open("../../compare/testdata/oracle/eval.jsonl.gz", nil)
	require.NoError(t, err)
	t.Cleanup(func() { _ = f.Close() })
	return format.Read(f)
}
