package recordings_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
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
		[]byte(`{"recording":"steps","version":1,"fen":"8/3Q2Q1/Pk1p4/2p1K3/3q2pp/7P/2q3p1/3q3Q w - - 0 45",` +
			`"level":1,"steps":["1 e5e6 198"],"trace":"e11d42788746cc69"}`),
	)
	v, _ := recordings.Verify(context.Background(), native.New10x12(), recording)
	for _, d := range v.Differences {
		fmt.Println(d)
	}
	// Output:
	// evaluation 1: recorded "1 e5e6 198", came "1 e5e6 199"
}

// notVerified are the fields of recordings that say what is done; T-states are only reported.
var notVerified = map[string]bool{
	".fen": true, ".level": true, ".tstates": true, ".sargon": true, ".opponent": true,
	".plies.by": true, ".plies.tstates": true,
}

// eachChange changes each field of a recording, one after the other: numbers and texts, and the lengths
// of lists. It tells which one, and changes it back.
func eachChange(name string, v reflect.Value, changed func(name string)) {
	if notVerified[name] {
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		eachChange(name, v.Elem(), changed)
		return
	case reflect.Struct:
		for i := range v.NumField() {
			field, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
			eachChange(name+"."+field, v.Field(i), changed)
		}
		return
	case reflect.Slice:
		for i := range v.Len() {
			eachChange(name, v.Index(i), changed)
		}
	}
	before := reflect.ValueOf(v.Interface())
	switch {
	case v.Kind() == reflect.String:
		v.SetString(v.String() + "x")
	case v.Kind() == reflect.Slice && v.Len() == 0:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
	case v.Kind() == reflect.Slice:
		v.Set(before.Slice(0, v.Len()-1))
	case v.CanInt():
		v.SetInt(v.Int() + 1)
	default:
		v.SetUint(v.Uint() + 1)
	}
	changed(name)
	v.Set(before)
}

// A recording that is changed in any field must not pass.
func TestVerifyFindsEveryChangedField(t *testing.T) {
	const fen = "4k3/8/8/3p4/8/2N5/8/4K2R w K - 0 9"
	ctx, engine := t.Context(), native.New0x88()
	for _, r := range []format.Recording{
		{Search: must.Have(recordings.RecordSearch(ctx, engine, fen, 1))},
		{Steps: must.Have(recordings.RecordSteps(ctx, engine, fen, 1))},
		{Eval: must.Have(recordings.RecordEval(ctx, engine, fen))},
		recorded(t, "games", 5),
	} {
		v := must.Have(recordings.Verify(ctx, engine, r))
		require.True(t, v.Reproduced(), v.Differences)
		passed := map[string]int{}
		eachChange("", reflect.ValueOf(bodyOf(r)), func(name string) {
			v, err := recordings.Verify(ctx, engine, r)
			if err == nil && v.Reproduced() {
				passed[name]++
			}
		})
		if r.Game != nil { // of the other side's five moves no more than the move is recorded
			assert.Equal(t, map[string]int{".plies.score": 5, ".plies.evals": 5}, passed)
			continue
		}
		assert.Empty(t, passed, r.Kind())
	}
}

// The end of a game is as the rules of chess say.
func TestVerifyFindsAnotherEndOfAGame(t *testing.T) {
	whole := *recorded(t, "games", 5).Game // 11 plies, and mate
	for _, c := range []struct {
		plies     int
		end, came string
	}{
		{11, "Checkmate", ""}, {11, "", ""}, {5, "Stopped after 5 plies", ""},
		{5, "Checkmate", "Stopped after 5 plies"}, {5, "Stalemate", "Stopped after 5 plies"},
		{5, "Stopped after 6 plies", "Stopped after 5 plies"},
		{11, "Stalemate", "Checkmate"}, {11, "Stopped after 11 plies", "Checkmate"},
	} {
		game := whole
		game.Plies, game.End = whole.Plies[:c.plies], c.end
		v := must.Have(recordings.Verify(t.Context(), native.New0x88(), format.Recording{Game: &game}))
		var want []string
		if c.came != "" {
			want = []string{fmt.Sprintf("end: recorded %s, came %s", c.end, c.came)}
		}
		assert.Equal(t, want, v.Differences)
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

// A search that an engine ends is right if the reference engine says that the specification ends after
// the same evaluations, and wrong otherwise.
func TestASearchMayEndWhereTheSpecificationEnds(t *testing.T) {
	beyond := recorded(t, "spill", 96)
	sum := recordings.NewSum("0x88", 2)
	items := []recordings.Outcome{{Recording: beyond}, {Recording: recorded(t, "search", 1)}}
	recordings.Replay(t.Context(), []sargon.Engine{native.New0x88()}, items, sum.Add)
	assert.True(t, sum.Success())
	var b strings.Builder
	sum.Write(&b, false)
	assert.Equal(t, "1 of 2 recordings reproduced, 1 up to where the specification ends\n", b.String())

	v, err := recordings.Verify(t.Context(), native.New0x88(), beyond)
	require.NoError(t, err)
	assert.Equal(t, "a lost king looks beyond the tables", v.Undefined)
	assert.False(t, v.Reproduced())
	_, err = recordings.Verify(t.Context(), ending{native.New0x88()}, recorded(t, "search", 1))
	assert.ErrorIs(t, err, sargon.ErrUndefined)
	only := recordings.NewSum("0x88", 1)
	recordings.Replay(t.Context(), []sargon.Engine{native.New0x88()}, items[:1], only.Add)
	assert.False(t, only.Success(), "nothing was reproduced")
	assert.Zero(t, only.Differ())
}

// ending is an engine that ends every search at once.
type ending struct{ sargon.Engine }

func (ending) Search(context.Context, sargon.SearchOptions) (sargon.Result, error) {
	return sargon.Result{Trace: sargon.EmptyTrace, UndefinedReason: "so it says"}, sargon.ErrUndefined
}

const (
	right = `{"recording":"search","version":1,"fen":"8/8/8/1k3q2/8/8/6K1/8 w - - 30 72","level":1,` +
		`"best":"g2g3","score":128,"evals":5,"gens":1,"records":8,"tstates":3292637,"trace":"e5d2982bf0584bd0"}`
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
		"level 1: reproduced\n")
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

// A sum has the ratio of all T-states and the median; nothing replayed proves nothing, and what was not
// replayed is counted.
func TestSums(t *testing.T) {
	sum := recordings.NewSum("rom", 3)
	for _, measured := range []uint64{300, 50, 100} {
		v := recordings.Verification{Recorded: 100, Measured: measured}
		sum.Add(recordings.Outcome{Reproduced: true, Verification: v})
	}
	assert.Equal(t, []float64{1.5, 1}, []float64{sum.Ratio, sum.Median})
	assert.True(t, sum.Success())
	assert.False(t, recordings.NewSum("rom", 0).Success())

	ctx, stop := context.WithCancel(t.Context())
	stop()
	sum = recordings.NewSum("10x12", 2)
	items := read(t, nil, 0, right, right)
	recordings.Replay(ctx, []sargon.Engine{native.New10x12()}, items, sum.Add)
	var text strings.Builder
	sum.Write(&text, false)
	assert.Contains(t, text.String(), "interrupted: 0 of 2 recordings were replayed\n")
}

func TestFilters(t *testing.T) {
	for text, want := range map[string]int{
		"": 3, "search": 2, "game": 0, "steps": 1, "level=1": 2, "level<=2": 3,
		"level=3": 0, "search,level=2": 1, "6K1/8": 2, " search , 6K1/8 ": 2,
	} {
		wanted, err := recordings.ParseFilter(text)
		require.NoError(t, err)
		steps := `{"recording":"steps","version":1,"fen":"8/3Q2Q1/Pk1p4/2p1K3/3q2pp/7P/2q3p1/3q3Q w - - 0 45",` +
			`"level":1,"steps":["1 e5e6 198"],"trace":"e11d42788746cc69"}`
		two := strings.Replace(right, `"level":1`, `"level":2`, 1)
		assert.Len(t, read(t, wanted, 0, right, two, steps), want, text)
	}
	assert.Len(t, read(t, nil, 2, right, right, right), 2, "the limit")
	for _, text := range []string{"level", "level=x", "level<2", "level>2"} {
		_, err := recordings.ParseFilter(text)
		assert.ErrorContains(t, err, "want level=N or level<=N", text)
	}
	_, err := recordings.Read(nil, []string{"nosuch.jsonl"}, nil, 0)
	assert.ErrorIs(t, err, os.ErrNotExist)
}

const (
	searchLine = `{"recording":"search","version":1,"fen":"7k/5R2/8/r7/1K6/5p2/8/3N4 w - - 0 49","level":1,"best":"b4a5","score":170,"evals":21,"gens":3,"records":42,"tstates":13702469,"trace":"75f9338687f6932e"}`
	evalLine   = `{"recording":"eval","version":1,"fen":"8/5k2/8/8/6P1/2p3K1/8/8 w - - 4 67","check":0,"generated":["g3f4-00","g4g5-00"],"sorted":[{"move":"g3f4","flags":"00","value":128}],"brdc":0,"mtrl":-1,"ptsl":0,"ptsw1":0,"ptsw2":0,"pins":["d2+9","e6-10"],"attacks":["b2:0000000000000001010000000000","f2:0100000000000a00000000000000:-2"]}`
	gameLine   = `{"recording":"game","version":1,"sargon":"white","level":1,"opponent":"random","plies":[{"move":"d2d4","by":"sargon","tstates":192},{"move":"b8c6","by":"random"}],"end":"Checkmate"}`
	stepsLine  = `{"recording":"steps","version":1,"fen":"8/3Q2Q1/Pk1p4/2p1K3/3q2pp/7P/2q3p1/3q3Q w - - 0 45","level":1,"steps":["1 e5e6 199"],"trace":"e11d42788746cc69"}`
)

func TestRecordingsAreWrittenAsTheyWereRead(t *testing.T) {
	lines := []string{searchLine, "", evalLine, gameLine, stepsLine}
	var kinds []string
	for r, err := range format.Read(strings.NewReader(strings.Join(lines, "\n"))) {
		require.NoError(t, err)
		kinds = append(kinds, r.Kind())
		assert.Equal(t, lines[r.Line-1], string(must.Have(json.Marshal(bodyOf(r)))))
	}
	assert.Equal(t, []string{"search", "eval", "game", "steps"}, kinds)
}

// The recordings of the original are lines as they are written today: no value is passed over.
func TestRecordingsOfTheOriginalAreInTodaysFormat(t *testing.T) {
	names := must.Have(filepath.Glob("../testdata/oracle/*.jsonl.gz"))
	require.Len(t, names, 9)
	count := map[string]int{}
	for _, name := range names {
		f := must.Have(files.Open(name, nil))
		for line, err := range files.NonEmptyLines(f, 1<<20) {
			require.NoError(t, err)
			r, err := format.Parse([]byte(line.Text))
			require.NoError(t, err, "%s:%d", name, line.Number)
			count[r.Kind()]++
			require.Equal(t, line.Text, string(must.Have(json.Marshal(bodyOf(r)))), "%s:%d", name, line.Number)
		}
		require.NoError(t, f.Close())
	}
	assert.Equal(t, map[string]int{"search": 1393, "eval": 500, "game": 28, "steps": 53}, count)
}

// bodyOf is what stands in a file of a recording.
func bodyOf(r format.Recording) any {
	return map[string]any{"search": r.Search, "eval": r.Eval, "game": r.Game, "steps": r.Steps}[r.Kind()]
}

func TestBrokenRecordingsNameTheirLine(t *testing.T) {
	tests := []struct{ line, reason string }{
		{`{"fen":`, "not a JSON object"},
		{`[]`, "not a JSON object"},
		{`{}`, `not a recording: want the key "recording"`},
		{strings.Replace(searchLine, `"search"`, `"match"`, 1), `"recording" is "match": want "search", "eval"`},
		{strings.Replace(searchLine, `"version":1,`, ``, 1), `"version" is missing: only version 1 is read`},
		{strings.Replace(stepsLine, `"version":1`, `"version":2`, 1), `"version" is 2: only version 1 is read`},
		{strings.Replace(searchLine, `"level"`, `"depth"`, 1), `unknown field "depth"`},
		{strings.Replace(searchLine, `"search"`, `"eval"`, 1), `unknown field "`},
		{strings.Replace(searchLine, `"level":1`, `"level":7`, 1), "level 7 is out of range"},
		{strings.Replace(searchLine, `b4a5`, `b4a9`, 1), `"a9" is not a square`},
		{strings.Replace(searchLine, `75f9338687f6932e`, `75f9`, 1), "not a fingerprint"},
		{strings.Replace(searchLine, `"score":170`, `"score":300`, 1), "score"},
		{strings.Replace(searchLine, `1K6`, `2K6`, 1), "does not have 8 squares"},
		{strings.Replace(evalLine, `d2+9`, `d2`, 1), "want a square and a direction"},
		{strings.Replace(evalLine, `b2:00`, `b2:0`, 1), "28 hexadecimal digits"},
		{strings.Replace(evalLine, `g3f4-00`, `g3f9-00`, 1), "want a move and its flags"},
		{strings.Replace(evalLine, `:-2`, `:x`, 1), "28 hexadecimal digits"},
		{strings.Replace(gameLine, `"white"`, `"green"`, 1), `want "white" or "black"`},
		{strings.Replace(gameLine, `"by":"sargon"`, `"by":"Sargon"`, 1), "a game without a move of the program"},
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
