package recordings_test

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"testing"

	"sargon78/compare/recordings/format"
	"sargon78/sargon/must"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/compare/recordings"
	"sargon78/native"
	"sargon78/sargon"
)

// recorded reads recordings of the original from testdata/oracle.
func recorded(t testing.TB, file string) []format.Recording {
	t.Helper()
	f := must.Have(os.Open("../testdata/oracle/" + file))
	defer f.Close()
	z := must.Have(gzip.NewReader(f))
	var all []format.Recording
	for r, err := range format.Read(z) {
		require.NoError(t, err)
		all = append(all, r)
	}
	require.NotEmpty(t, all)
	return all
}

func ExampleVerify() {
	recording, _ := format.Parse(
		[]byte(`{"depth":1,"fen":"8/3Q2Q1/Pk1p4/2p1K3/3q2pp/7P/2q3p1/3q3Q w - - 0 45",` +
			`"steps":["1 e5e6 198"],"trace":"e11d42788746cc69"}`),
	)
	v, _ := recordings.Verify(context.Background(), native.New10x12(), recording)
	for _, d := range v.Differences {
		fmt.Println(d)
	}
	// Output:
	// evaluation 1: recorded "1 e5e6 198", came "1 e5e6 199"
}

// A recording that is changed in any field must not pass.
func TestVerifyFindsEveryChangedField(t *testing.T) {
	engine := native.New10x12()
	fields := map[string][]string{
		"search.jsonl.gz": {"best", "score", "evals", "gens", "slots", "trace", "overflow"},
		"steps.jsonl.gz":  {"steps", "trace"},
		"eval.jsonl.gz": {
			"check", "generated", "sorted", "brdc", "mtrl", "ptsl", "ptsw1", "ptsw2", "pins", "attacks",
		},
	}
	for file, names := range fields {
		recording := recorded(t, file)[0]
		v := must.Have(recordings.Verify(context.Background(), engine, recording))
		require.True(t, v.Reproduced(), v.Differences)
		for _, name := range names {
			changed := change(t, recording, name)
			v := must.Have(recordings.Verify(context.Background(), engine, changed))
			require.False(t, v.Reproduced(), "%s with another %s", file, name)
			if name == "generated" {
				assert.Contains(t, v.Differences[0], "generated move 1: ")
			}
		}
	}
}

// change gives a recording another value in one field.
func change(t *testing.T, recording format.Recording, name string) format.Recording {
	t.Helper()
	line, err := json.Marshal(map[string]any{
		"search": recording.Search, "steps": recording.Steps, "eval": recording.Eval,
	}[recording.Kind()])
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
	line = must.Have(json.Marshal(object))
	return must.Have(format.Parse(line))
}

func TestVerifyFindsAnotherMoveInAGame(t *testing.T) {
	game := *recorded(t, "games.jsonl.gz")[4].Game
	engine := native.New10x12()
	for what, spoil := range map[string]func(*format.Ply){
		"move":        func(p *format.Ply) { p.Move = "a2a3" },
		"evaluations": func(p *format.Ply) { p.Evals++ },
		"score":       func(p *format.Ply) { p.Score-- },
	} {
		for at, ply := range game.Plies {
			if ply.Evals == 0 {
				continue
			}
			spoiled := game
			spoiled.Plies = slices.Clone(game.Plies)
			spoil(&spoiled.Plies[at])
			v, err := recordings.Verify(context.Background(), engine, format.Recording{Game: &spoiled})
			require.NoError(t, err)
			require.NotEmpty(t, v.Differences)
			assert.Contains(t, v.Differences[0], fmt.Sprintf("ply %d, %s", at+1, what))
		}
	}
}

// The end of a game is as the rules of chess say.
func TestVerifyFindsAnotherEndOfAGame(t *testing.T) {
	whole := *recorded(t, "games.jsonl.gz")[4].Game // 11 plies, and mate
	ended := func(plies int, end string) []string {
		game := whole
		game.Plies, game.End = whole.Plies[:plies], end
		v := must.Have(recordings.Verify(t.Context(), native.New10x12(), format.Recording{Game: &game}))
		return v.Differences
	}
	for _, good := range []string{"Checkmate", ""} {
		assert.Empty(t, ended(11, good))
	}
	assert.Empty(t, ended(5, "Stopped after 5 plies"))
	const stopped = "Stopped after 5 plies"
	for _, wrong := range []struct {
		plies     int
		end, came string
	}{
		{5, "Checkmate", stopped}, {5, "Stalemate", stopped}, {5, "Stopped after 6 plies", stopped},
		{11, "Stalemate", "Checkmate"}, {11, "Stopped after 11 plies", "Checkmate"},
	} {
		assert.Equal(t, []string{fmt.Sprintf("end: recorded %s, came %s", wrong.end, wrong.came)},
			ended(wrong.plies, wrong.end))
	}
}

// failing is an engine that panics when it searches or examines.
type failing struct{ sargon.Engine }

func (failing) Search(context.Context, sargon.SearchOptions) (sargon.Result, error) {
	panic("ouch")
}

func (failing) Examine(context.Context) (sargon.Examination, error) { panic("ouch") }

// An engine that panics has failed, and the other recordings are replayed.
func TestAPanicIsAFailure(t *testing.T) {
	var items []recordings.Item
	for _, file := range []string{"search", "steps", "eval", "games"} {
		items = append(items, recordings.Item{Recording: recorded(t, file+".jsonl.gz")[0]})
	}
	failures := 0
	recordings.Replay(t.Context(), []sargon.Engine{failing{native.New10x12()}}, items,
		func(o recordings.Outcome) {
			assert.EqualError(t, o.Failure, "panic: ouch")
			assert.False(t, o.Reproduced())
			failures++
		})
	assert.Equal(t, len(items), failures)
}

// A wrong PMATE, PTSCK or VALM is found, where a recording has them.
func TestCellsOfRecordingsAreVerified(t *testing.T) {
	ctx, engine := context.Background(), native.New10x12()
	const fen = "8/8/8/8/8/5k2/7q/7K w - - 0 9"
	search := must.Have(recordings.RecordSearch(ctx, engine, fen, 1))
	require.NotNil(t, search.MateAt)
	*search.MateAt++
	v := must.Have(recordings.Verify(ctx, engine, format.Recording{Search: search}))
	require.Len(t, v.Differences, 1)
	assert.Contains(t, v.Differences[0], "PMATE")
	eval := must.Have(recordings.RecordEval(ctx, engine, fen))
	*eval.PTSCK, *eval.VALM = *eval.PTSCK+1, *eval.VALM+1
	v = must.Have(recordings.Verify(ctx, engine, format.Recording{Eval: eval}))
	require.Len(t, v.Differences, 2)
}
