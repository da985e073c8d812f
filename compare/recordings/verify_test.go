package recordings_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/compare/recordings"
	"sargon78/compare/recordings/format"
	"sargon78/native"
	"sargon78/sargon"
	"sargon78/sargon/files"
	"sargon78/sargon/must"
)

// recorded reads a recording of the original from testdata/oracle, by its line.
func recorded(t testing.TB, file string, line int) format.Recording {
	t.Helper()
	f := must.Have(files.Open("../testdata/oracle/"+file+".jsonl.gz", nil))
	defer f.Close()
	for r, err := range format.Read(f) {
		require.NoError(t, err)
		if r.Line == line {
			return r
		}
	}
	panic(file + " is too short")
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
	engine := native.New0x88()
	fields := map[string][]string{
		"search": {"best", "score", "evals", "gens", "slots", "trace", "overflow"},
		"steps":  {"steps", "trace"},
		"eval": {
			"check", "generated", "sorted", "brdc", "mtrl", "ptsl", "ptsw1", "ptsw2", "pins", "attacks",
		},
	}
	for file, names := range fields {
		recording := recorded(t, file, 1)
		v := must.Have(recordings.Verify(t.Context(), engine, recording))
		require.True(t, v.Reproduced(), v.Differences)
		for _, name := range names {
			changed := change(t, recording, name)
			v := must.Have(recordings.Verify(t.Context(), engine, changed))
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
	var object map[string]any
	require.NoError(t, json.Unmarshal([]byte(jsonOf(recording)), &object))
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
	return must.Have(format.Parse(must.Have(json.Marshal(object))))
}

func TestVerifyFindsAnotherMoveInAGame(t *testing.T) {
	game := *recorded(t, "games", 5).Game
	engine := native.New0x88()
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
			v, err := recordings.Verify(t.Context(), engine, format.Recording{Game: &spoiled})
			require.NoError(t, err)
			require.NotEmpty(t, v.Differences)
			assert.Contains(t, v.Differences[0], fmt.Sprintf("ply %d, %s", at+1, what))
		}
	}
}

// The end of a game is as the rules of chess say.
func TestVerifyFindsAnotherEndOfAGame(t *testing.T) {
	whole := *recorded(t, "games", 5).Game // 11 plies, and mate
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
	var items []recordings.Outcome
	for _, file := range []string{"search", "steps", "eval", "games"} {
		items = append(items, recordings.Outcome{Recording: recorded(t, file, 1)})
	}
	failures := 0
	recordings.Replay(t.Context(), []sargon.Engine{failing{native.New10x12()}}, items,
		func(o recordings.Outcome) {
			assert.Equal(t, "panic: ouch", o.Error)
			assert.False(t, o.Reproduced)
			failures++
		})
	assert.Equal(t, len(items), failures)
}

// A wrong PMATE, PTSCK or VALM is found, where a recording has them.
func TestCellsOfRecordingsAreVerified(t *testing.T) {
	ctx, engine := t.Context(), native.New10x12()
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

const (
	right = `{"fen":"8/8/8/1k3q2/8/8/6K1/8 w - - 30 72","depth":1,"best":"g2g3","score":128,` +
		`"evals":5,"gens":1,"slots":8,"tstates":3292637,"trace":"e5d2982bf0584bd0"}`
	broken = "nonsense"
)

var wrong = strings.Replace(right, "g2g3", "g2g1", 1)

// read reads lines as a file of recordings.
func read(t *testing.T, wanted recordings.Filter, limit int, lines ...string) []recordings.Outcome {
	t.Helper()
	name := filepath.Join(t.TempDir(), "some.jsonl")
	require.NoError(t, os.WriteFile(name, []byte(strings.Join(lines, "\n")), 0o644))
	items, err := recordings.Read(nil, []string{name}, wanted, limit)
	require.NoError(t, err)
	return items
}

func TestReplay(t *testing.T) {
	items := read(t, nil, 0, right, wrong, broken)
	sum := recordings.NewSum("10x12", len(items))
	var said strings.Builder
	recordings.Replay(t.Context(), []sargon.Engine{native.New10x12(), native.New10x12()}, items,
		func(o recordings.Outcome) {
			sum.Add(o)
			said.WriteString(o.String())
			line := must.Have(json.Marshal(o))
			assert.Contains(t, string(line), `"reproduced":`)
		})
	assert.Contains(t, said.String(), `some.jsonl:1: search of "8/8/8/1k3q2/8/8/6K1/8 w - - 30 72", `+
		"depth 1: reproduced\n")
	assert.Contains(t, said.String(), "not reproduced\n    best move: recorded g2g1, came g2g3\n")
	assert.Contains(t, said.String(), "line 3: not a JSON object")
	assert.Equal(t, []int{3, 1, 0}, []int{sum.Recordings, sum.Reproduced, sum.NotReplayed})
	assert.False(t, sum.Success())
	var text strings.Builder
	sum.Write(&text, true)
	assert.Equal(t, "T-states: nothing to compare; only a machine and recordings of one have them\n"+
		"1 of 3 recordings reproduced\n", text.String())
}

func TestAFileWithoutRecordings(t *testing.T) {
	name := filepath.Join(t.TempDir(), "README.md")
	require.NoError(t, os.WriteFile(name, []byte("# Words\n\nof another kind\n"), 0o644))
	_, err := recordings.Read(nil, []string{name}, nil, 0)
	assert.ErrorContains(t, err, name+": there is no recording in it")
	assert.ErrorContains(t, err, "line 1: not a JSON object")
}

func TestRatioOfTStates(t *testing.T) {
	sum := recordings.NewSum("rom", 3)
	for _, measured := range []uint64{300, 50, 100} {
		v := recordings.Verification{Recorded: 100, Measured: measured}
		sum.Add(recordings.Outcome{Reproduced: true, Verification: v})
	}
	assert.Equal(t, []float64{1.5, 1}, []float64{sum.Ratio, sum.Median})
	assert.True(t, sum.Success())
	assert.False(t, recordings.NewSum("rom", 0).Success(), "nothing proves nothing")
}

func TestReplayThatIsStopped(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	items := read(t, nil, 0, right, right)
	sum := recordings.NewSum("10x12", len(items))
	recordings.Replay(ctx, []sargon.Engine{native.New10x12()}, items, sum.Add)
	var text strings.Builder
	sum.Write(&text, false)
	assert.Contains(t, text.String(), "interrupted: 0 of 2 recordings were replayed\n")
}

func TestFilters(t *testing.T) {
	for text, want := range map[string]int{
		"": 3, "search": 2, "game": 0, "games": 0, "steps": 1, "depth=1": 2, "depth<=2": 3,
		"depth=3": 0, "search,depth=2": 1, "6K1/8": 2, " search , 6K1/8 ": 2,
	} {
		wanted, err := recordings.ParseFilter(text)
		require.NoError(t, err)
		steps := `{"depth":1,"fen":"8/3Q2Q1/Pk1p4/2p1K3/3q2pp/7P/2q3p1/3q3Q w - - 0 45",` +
			`"steps":["1 e5e6 198"],"trace":"e11d42788746cc69"}`
		two := strings.Replace(right, `"depth":1`, `"depth":2`, 1)
		assert.Len(t, read(t, wanted, 0, right, two, steps), want, text)
	}
	assert.Len(t, read(t, nil, 2, right, right, right), 2, "the limit")
	for _, text := range []string{"depth", "depth=x", "depth<2", "depth>2"} {
		_, err := recordings.ParseFilter(text)
		assert.ErrorContains(t, err, "want depth=N or depth<=N", text)
	}
	_, err := recordings.Read(nil, []string{"nosuch.jsonl"}, nil, 0)
	assert.ErrorIs(t, err, os.ErrNotExist)
}

const (
	searchLine = `{"fen":"7k/5R2/8/r7/1K6/5p2/8/3N4 w - - 0 49","depth":1,"best":"b4a5","score":170,"evals":21,"gens":3,"slots":42,"tstates":13702469,"trace":"75f9338687f6932e"}`
	evalLine   = `{"fen":"8/5k2/8/8/6P1/2p3K1/8/8 w - - 4 67","check":0,"generated":["g3f4-00","g4g5-00"],"sorted":[{"m":"g3f4","f":"00","v":128}],"brdc":0,"mtrl":-1,"ptsl":0,"ptsw1":0,"ptsw2":0,"pins":["d2+9","e6-10"],"attacks":["b2:0000000000000001010000000000","f2:0100000000000a00000000000000:-2"]}`
	gameLine   = `{"sargon":"white","level":1,"opponent":"random","plies":[{"m":"d2d4","by":"sargon","t":192},{"m":"b8c6","by":"random"}],"end":"Checkmate"}`
	stepsLine  = `{"depth":1,"fen":"8/3Q2Q1/Pk1p4/2p1K3/3q2pp/7P/2q3p1/3q3Q w - - 0 45","steps":["1 e5e6 199"],"trace":"e11d42788746cc69"}`
)

func TestRecordingsAreWrittenAsTheyWereRead(t *testing.T) {
	lines := []string{searchLine, "", evalLine, gameLine, stepsLine}
	var kinds []string
	for r, err := range format.Read(strings.NewReader(strings.Join(lines, "\n"))) {
		require.NoError(t, err)
		kinds = append(kinds, r.Kind())
		assert.JSONEq(t, lines[r.Line-1], jsonOf(r))
	}
	assert.Equal(t, []string{"search", "eval", "game", "steps"}, kinds)
}

// jsonOf is a recording as it stands in a file.
func jsonOf(r format.Recording) string {
	kinds := map[string]any{"search": r.Search, "eval": r.Eval, "game": r.Game, "steps": r.Steps}
	return string(must.Have(json.Marshal(kinds[r.Kind()])))
}

func TestAnExaminationIsWritten(t *testing.T) {
	x := sargon.Examination{
		Generated: []sargon.Move{{From: 47, To: 56}, {From: 57, To: 67}},
		Sorted:    []sargon.RatedMove{{Move: sargon.Move{From: 47, To: 56}, Value: 128}},
		Pins:      []sargon.Pin{{Square: 34, Direction: 9}, {Square: 75, Direction: -10}},
	}
	x.Totals.Material = -1
	x.Exchanges[36] = -2
	x.Attacks[36] = sargon.AttackList{0: 1, 6: 0x0A}
	x.Attacks[32] = sargon.AttackList{7: 1, 8: 1}
	out := must.Have(json.Marshal(format.NewEval("8/5k2/8/8/6P1/2p3K1/8/8 w - - 4 67", x)))
	assert.JSONEq(t, evalLine, string(out))
}

func TestBrokenRecordingsNameTheirLine(t *testing.T) {
	tests := []struct{ line, reason string }{
		{`{"fen":`, "not a JSON object"},
		{`[]`, "not a JSON object"},
		{`{}`, "not a recording"},
		{strings.Replace(searchLine, `"depth":1`, `"depth":7`, 1), "depth 7 is out of range"},
		{strings.Replace(searchLine, `b4a5`, `b4a9`, 1), `"a9" is not a square`},
		{strings.Replace(searchLine, `75f9338687f6932e`, `75f9`, 1), "not a fingerprint"},
		{strings.Replace(searchLine, `"score":170`, `"score":300`, 1), "score"},
		{strings.Replace(searchLine, `1K6`, `2K6`, 1), "does not have 8 squares"},
		{strings.Replace(evalLine, `d2+9`, `d2`, 1), "want a square and a direction"},
		{strings.Replace(evalLine, `b2:00`, `b2:0`, 1), "28 hexadecimal digits"},
		{strings.Replace(evalLine, `g3f4-00`, `g3f9-00`, 1), "want a move and its flags"},
		{strings.Replace(evalLine, `:-2`, `:x`, 1), "28 hexadecimal digits"},
		{strings.Replace(gameLine, `"white"`, `"green"`, 1), `want "white" or "black"`},
		{strings.Replace(gameLine, `"sargon","t"`, `"Sargon","t"`, 1), "a game without a move of the program"},
		{strings.Replace(gameLine, `"random"}]`, `"sargon"}]`, 1), `ply 2 is by "sargon"`},
		{strings.Replace(gameLine, `"white"`, `"black"`, 1), "the program, \"sargon\", is black"},
		{strings.Replace(stepsLine, `1 e5e6 199`, `1 e5e6`, 1), "step 1"},
	}
	for _, test := range tests {
		file := searchLine + "\n" + test.line + "\n" + gameLine
		good, broken := 0, 0
		for _, err := range format.Read(strings.NewReader(file)) {
			if err == nil {
				good++
				continue
			}
			broken++
			assert.ErrorContains(t, err, "line 2: ")
			assert.ErrorContains(t, err, test.reason)
		}
		assert.Equal(t, []int{2, 1}, []int{good, broken}, "reading goes on after %s", test.line)
	}
}

func FuzzReadRecordings(f *testing.F) {
	for _, line := range []string{searchLine, evalLine, gameLine, stepsLine, "", "{}", "[1]"} {
		f.Add([]byte(line))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for r, err := range format.Read(strings.NewReader(string(data))) {
			if err == nil && r.Kind() == "empty" {
				t.Fatal("neither a recording nor an error")
			}
		}
	})
}
