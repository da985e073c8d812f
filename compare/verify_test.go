package compare_test

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/compare"
	"sargon78/native"
	"sargon78/sargon"
)

// recordings reads recordings of the original from testdata/oracle.
func recordings(t testing.TB, file string) []sargon.Recording {
	t.Helper()
	f, err := os.Open("testdata/oracle/" + file)
	require.NoError(t, err)
	defer f.Close()
	z, err := gzip.NewReader(f)
	require.NoError(t, err)
	var all []sargon.Recording
	for r, err := range sargon.ReadRecordings(z) {
		require.NoError(t, err)
		all = append(all, r)
	}
	require.NotEmpty(t, all)
	return all
}

func ExampleVerify() {
	recording, _ := sargon.ParseRecording([]byte(`{"depth":1,"fen":"8/3Q2Q1/Pk1p4/2p1K3/3q2pp/7P/2q3p1/3q3Q w - - 0 45",` +
		`"steps":["1 e5e6 198"],"trace":"e11d42788746cc69"}`))
	v, _ := compare.Verify(context.Background(), native.New10x12(), recording)
	for _, d := range v.Differences {
		fmt.Println(d)
	}
	// Output:
	// evaluation 1: recorded "1 e5e6 198", came "1 e5e6 199" (ply, move, value)
}

// A recording that is changed in any field must not pass.
func TestVerifyFindsEveryChangedField(t *testing.T) {
	engine := native.New10x12()
	fields := map[string][]string{
		"search.jsonl.gz": {"best", "score", "evals", "gens", "slots", "trace", "overflow"},
		"steps.jsonl.gz":  {"steps", "trace"},
		"eval.jsonl.gz":   {"check", "generated", "sorted", "brdc", "mtrl", "ptsl", "ptsw1", "ptsw2", "pins", "attacks"},
	}
	for file, names := range fields {
		recording := recordings(t, file)[0]
		v, err := compare.Verify(context.Background(), engine, recording)
		require.NoError(t, err)
		require.True(t, v.Reproduced(), v.Differences)
		for _, name := range names {
			changed := change(t, recording, name)
			v, err := compare.Verify(context.Background(), engine, changed)
			require.NoError(t, err)
			assert.False(t, v.Reproduced(), "%s with another %s", file, name)
		}
	}
}

// change gives a recording another value in one field.
func change(t *testing.T, recording sargon.Recording, name string) sargon.Recording {
	t.Helper()
	kinds := map[string]any{
		"search": recording.Search, "eval": recording.Eval, "steps": recording.Steps,
	}
	line, err := json.Marshal(kinds[recording.Kind()])
	require.NoError(t, err)
	var object map[string]any
	require.NoError(t, json.Unmarshal(line, &object))
	switch v := object[name].(type) {
	case float64:
		object[name] = v + 1
	case []any:
		object[name] = append(v[:0:0], v[1:]...)
	case nil:
		object[name] = map[string]any{"pins": []string{"e4+9"}, "overflow": 1}[name]
	case string:
		object[name] = map[string]string{"best": "a1a2", "trace": "0123456789abcdef"}[name]
	}
	line, err = json.Marshal(object)
	require.NoError(t, err)
	changed, err := sargon.ParseRecording(line)
	require.NoError(t, err)
	return changed
}

func TestVerifyFindsAnotherMoveInAGame(t *testing.T) {
	game := *recordings(t, "games.jsonl.gz")[0].Game
	engine := native.New10x12()
	for what, spoil := range map[string]func(*sargon.GamePly){
		"move":        func(p *sargon.GamePly) { p.Move = "a2a3" },
		"evaluations": func(p *sargon.GamePly) { p.Evals++ },
		"score":       func(p *sargon.GamePly) { p.Score-- },
	} {
		spoiled := game
		spoiled.Plies = append([]sargon.GamePly(nil), game.Plies...)
		spoil(&spoiled.Plies[2])
		v, err := compare.Verify(context.Background(), engine, sargon.Recording{Game: &spoiled})
		require.NoError(t, err)
		require.NotEmpty(t, v.Differences)
		assert.Contains(t, v.Differences[0], "ply 3, "+what)
	}
}

// What an engine records, it reproduces, and so does a line written and read again.
func TestRecordedIsReproduced(t *testing.T) {
	ctx, engine := context.Background(), native.New10x12()
	fen := compare.BenchPositions[0]
	search, err := compare.RecordSearch(ctx, engine, fen, 2)
	require.NoError(t, err)
	steps, err := compare.RecordSteps(ctx, engine, fen, 2)
	require.NoError(t, err)
	eval, err := compare.RecordEval(context.Background(), engine, fen)
	require.NoError(t, err)
	game, err := compare.RecordGame(ctx, engine, sargon.Black, 1, 7)
	require.NoError(t, err)
	assert.Contains(t, []string{"Checkmate", "Stalemate", "Stopped after 300 plies"}, game.End)
	for _, recorded := range []any{search, steps, eval, game} {
		line, err := json.Marshal(recorded)
		require.NoError(t, err)
		recording, err := sargon.ParseRecording(line)
		require.NoError(t, err)
		v, err := compare.Verify(ctx, native.New10x12(), recording)
		require.NoError(t, err)
		assert.Empty(t, v.Differences)
	}
}

// The explanation of a position adds up to the totals of the original.
func TestExplanationEndsInTheRecordedTotals(t *testing.T) {
	engine := native.New10x12()
	for _, r := range recordings(t, "eval.jsonl.gz") {
		p, err := sargon.ParseRecordedFEN(r.Eval.FEN)
		require.NoError(t, err)
		require.NoError(t, engine.SetPosition(p))
		x, err := engine.Examine(context.Background())
		require.NoError(t, err)
		e := compare.Explain(p, x)
		require.True(t, e.Consistent, "%s: %+v", r.Eval.FEN, x.Totals)
		require.Equal(t, []any{r.Eval.BRDC, r.Eval.MTRL, r.Eval.PTSL, r.Eval.PTSW1, r.Eval.PTSW2},
			[]any{e.BoardControl, e.Material, e.PointsLost, e.PointsWon1, e.PointsWon2}, r.Eval.FEN)
	}
}

// benchFingerprints are the traces of the bench positions by level: they change only if
// an engine searches something else.
func benchFingerprints(t testing.TB) map[sargon.Level]string {
	t.Helper()
	data, err := os.ReadFile("testdata/bench.txt")
	require.NoError(t, err)
	all := map[sargon.Level]string{}
	for line := range strings.Lines(string(data)) {
		var level sargon.Level
		var fingerprint string
		if _, err := fmt.Sscanf(line, "level %d %s", &level, &fingerprint); err == nil {
			all[level] = fingerprint
		}
	}
	require.Len(t, all, 5)
	return all
}

func TestBenchFingerprintIsTheKnownOne(t *testing.T) {
	known := benchFingerprints(t)
	for level := sargon.Level(1); level <= 3; level++ {
		r, err := compare.Bench(context.Background(), native.New10x12(), level, nil)
		require.NoError(t, err)
		assert.Equal(t, known[level], r.Fingerprint, "level %d", level)
		assert.Equal(t, len(compare.BenchPositions), r.Positions)
	}
}

func TestCalibrationGameIsPlayedMoveForMove(t *testing.T) {
	_, err := compare.Calibrate(context.Background(), native.New10x12(), nil)
	assert.NoError(t, err)
}
