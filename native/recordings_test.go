package native_test

import (
	"cmp"
	"flag"
	"iter"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/compare/recordings/format"
	"sargon78/native"
	"sargon78/native/reference"
	"sargon78/sargon"
	"sargon78/sargon/files"
	"sargon78/sargon/must"
)

// all runs every recording; otherwise the tests take a sample that is quick.
var all = flag.Bool("all", false, "compare with all recordings of the original, not with a sample")

// engines are the native engines under test.
var engines = map[string]func() sargon.Engine{
	"10x12":     native.New10x12,
	"0x88":      native.New0x88,
	"bitboards": native.NewBitboards,
}

// each goes through the recordings of the original program in a file.
func each(t testing.TB, name string) iter.Seq[format.Recording] {
	return func(yield func(format.Recording) bool) {
		file := must.Have(files.Open("../compare/testdata/oracle/"+name+".jsonl.gz", nil))
		defer file.Close()
		for r, err := range format.Read(file) {
			require.NoError(t, err)
			if !yield(r) {
				return
			}
		}
	}
}

var readRecordings = map[string][]format.Recording{}

// recordings are those of a file, which is read once.
func recordings(t testing.TB, name string) []format.Recording {
	t.Helper()
	if readRecordings[name] == nil {
		readRecordings[name] = slices.Collect(each(t, name))
		require.NotEmpty(t, readRecordings[name], name)
	}
	return readRecordings[name]
}

// forEach runs a test on each native engine.
func forEach(t *testing.T, test func(t *testing.T, e sargon.Engine)) {
	for name, open := range engines {
		t.Run(name, func(t *testing.T) { test(t, open()) })
	}
}

func setFEN(t testing.TB, e sargon.Engine, fen string) {
	t.Helper()
	require.NoError(t, e.SetPosition(must.Have(sargon.ParseRecordedFEN(fen))))
}

// longTrace is how many steps a trace has of which the quick sample has one.
const longTrace = 1500

// TestSteps compares whole traces, and names the first step that differs.
func TestSteps(t *testing.T) {
	forEach(t, func(t *testing.T, e sargon.Engine) {
		long := 0
		for _, recording := range slices.Concat(recordings(t, "listfull-steps"), recordings(t, "steps")) {
			want := recording.Steps
			if len(want.Steps) > longTrace && !*all {
				if long++; long > 1 {
					continue
				}
			}
			setFEN(t, e, want.FEN)
			number := 0
			options := sargon.SearchOptions{Level: want.Level, NoBook: true}
			options.Callbacks.Evaluation = func(step sargon.Evaluation) {
				require.Less(t, number, len(want.Steps), "line %d", recording.Line)
				require.Equal(t, want.Steps[number], step.String(), "line %d, %s: step %d",
					recording.Line, want.FEN, number+1)
				number++
			}
			got := must.Have(e.Search(t.Context(), options))
			require.Len(t, want.Steps, number, "line %d, %s", recording.Line, want.FEN)
			require.Equal(t, want.Trace, got.Trace.String())
		}
	})
}

// The quick sample of a file: all short searches, and one that is longer if there are none.
const (
	sampleEvals    = 80
	sampleSearches = 1
)

// sampled leaves the quick sample of a file of searches, unless all are wanted.
func sampled(list []format.Recording) []format.Recording {
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b format.Recording) int {
		return cmp.Compare(a.Search.Evals, b.Search.Evals)
	})
	for n, r := range list {
		if !*all && n >= sampleSearches && r.Search.Evals > sampleEvals {
			return list[:n]
		}
	}
	return list
}

// beyondThePage is the one position of the recordings in which a king that was lost looks beyond the
// tables: engines on other boards end there.
const beyondThePage = "Bk3q2/Q1q1b3/PQqbK3/QQPRR2B/1q6/q7/8/n6N b - - 0 5"

// TestSearches compares searches in everything that was recorded. The time of 1978 comes from the
// position and the counts, so it is the same with every engine.
func TestSearches(t *testing.T) {
	forEach(t, func(t *testing.T, e sargon.Engine) {
		var list []format.Recording
		names := []string{"search", "spill", "dropped", "deep"}
		if *all { // TestSteps has some, whole
			names = append(names, "listfull")
		}
		for _, file := range names {
			list = append(list, sampled(recordings(t, file))...)
		}
		for _, recording := range list {
			want := *recording.Search
			setFEN(t, e, want.FEN)
			result, err := e.Search(t.Context(), sargon.SearchOptions{Level: want.Level})
			if want.FEN == beyondThePage && e.Name() != reference.Name {
				require.ErrorIs(t, err, sargon.ErrUndefined)
				assert.EqualValues(t, 1, result.DefinedEvals)
				continue
			}
			require.NoError(t, err, "line %d, %s", recording.Line, want.FEN)
			p := e.Position()
			estimate := sargon.EstimateTStates(&p, result.Evals, result.Gens, result.Records)
			require.NotZero(t, estimate)
			assert.Equal(t, estimate, result.OriginalTStates, "line %d, %s", recording.Line, want.FEN)
			assert.True(t, result.Estimated)
			want.TStates = 0
			assert.Equal(t, want, format.Search{
				FEN: want.FEN, Level: want.Level, Best: result.Best.String(), Score: result.Score,
				Evals: result.Evals, Gens: result.Gens, Records: result.Records,
				Trace: result.Trace.String(), Dropped: result.Dropped,
			}, "line %d", recording.Line)
		}
		t.Logf("%d searches compared", len(list))
	})
}

// TestEvaluations compares the root of a search in parts. (0x88 and bitboards ask 10x12 for them.)
func TestEvaluations(t *testing.T) {
	e := native.New10x12()
	sample := 200 // reading takes longer than the search
	for recording := range each(t, "eval") {
		if sample--; sample < 0 && !*all {
			break
		}
		want := recording.Eval
		setFEN(t, e, want.FEN)
		got := format.NewEval(want.FEN, must.Have(e.Examine(t.Context())))
		assert.Equal(t, want, got, "line %d", recording.Line)
	}
}

// TestGames plays the recorded games, but of those at level 3 one that is short, and the long ones with
// the fastest engine only, if not all are wanted: the pieces' moved bits and the royal squares are those
// of the game's history. The time of 1978 is met as the documentation of EstimateTStates says.
func TestGames(t *testing.T) {
	const median, worst, whole = 0.009, 0.09, 0.005
	const shortGame, midGame, longGame = 15, 25, 80 // plies
	forEach(t, func(t *testing.T, e sargon.Engine) {
		var off []float64
		var sum, recorded float64
		for _, recording := range recordings(t, "games") {
			most := midGame
			if e.Name() == sargon.FastestEngine {
				most = longGame
			}
			if recording.Game.Level > 2 {
				most = shortGame
			}
			if len(recording.Game.Plies) > most && !*all {
				continue
			}
			require.NoError(t, e.SetPosition(sargon.StartPosition()))
			for i, ply := range recording.Game.Plies {
				want := must.Have(sargon.ParseMove(ply.Move))
				if ply.BySargon() {
					got := must.Have(e.Search(t.Context(), sargon.SearchOptions{
						Level: recording.Game.Level, QueenPawn: ply.Move == "d2d4",
					}))
					require.Equal(t, ply.Move, got.Best.String(), "line %d, ply %d", recording.Line, i+1)
					require.Equal(t, ply.Evals == 0, got.Book, "line %d, ply %d", recording.Line, i+1)
					if !got.Book {
						require.Equal(t, ply.Score, got.Score, "line %d, ply %d", recording.Line, i+1)
						require.Equal(t, ply.Evals, got.Evals, "line %d, ply %d", recording.Line, i+1)
						off = append(off, math.Abs(float64(got.OriginalTStates)/float64(ply.TStates)-1))
						sum += float64(got.OriginalTStates)
						recorded += float64(ply.TStates)
					}
				}
				require.NoError(t, e.Play(want.From, want.To), "line %d, ply %d", recording.Line, i+1)
			}
		}
		slices.Sort(off)
		assert.Less(t, off[len(off)/2], median)
		assert.Less(t, off[len(off)-1], worst)
		assert.InDelta(t, 1, sum/recorded, whole)
	})
}
