package native_test

import (
	"cmp"
	"compress/gzip"
	"context"
	"flag"
	"math"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"sargon78/compare/recordings/format"
	"sargon78/native"
	"sargon78/sargon"
	"sargon78/sargon/must"
)

// all runs every recording; otherwise the tests take a sample that is quick.
var all = flag.Bool("all", false, "compare with all recordings of the original, not with a sample")

// engines are the native engines under test.
var engines = map[string]func() sargon.Engine{
	"10x12": native.New10x12,
	"0x88":  native.New0x88,
	"sets":  native.NewSets,
}

var readRecordings = map[string][]format.Recording{}

// recordings are those of the original program in a file, which is read once.
func recordings(t testing.TB, name string) (list []format.Recording) {
	t.Helper()
	if list = readRecordings[name]; list != nil {
		return list
	}
	file := must.Have(os.Open("../compare/testdata/oracle/" + name + ".jsonl.gz"))
	defer file.Close()
	unzipped := must.Have(gzip.NewReader(file))
	for r, err := range format.Read(unzipped) {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, r)
	}
	if len(list) == 0 {
		t.Fatalf("no recordings in %s", name)
	}
	readRecordings[name] = list
	return list
}

// forEach runs a test on each native engine.
func forEach(t *testing.T, test func(t *testing.T, e sargon.Engine)) {
	for name, open := range engines {
		t.Run(name, func(t *testing.T) {
			test(t, open())
		})
	}
}

func setFEN(t testing.TB, e sargon.Engine, fen string) {
	t.Helper()
	if err := e.SetPosition(must.Have(sargon.ParseRecordedFEN(fen))); err != nil {
		t.Fatal(err)
	}
}

// TestSteps compares whole traces, and names the first step that differs.
func TestSteps(t *testing.T) {
	forEach(t, func(t *testing.T, e sargon.Engine) {
		long := 0
		for _, recording := range slices.Concat(recordings(t, "listfull-steps"), recordings(t, "steps")) {
			want := recording.Steps
			if len(want.Steps) > 10*sampleEvals && !*all {
				if long++; long > 1 {
					continue
				}
			}
			setFEN(t, e, want.FEN)
			number := 0
			options := sargon.SearchOptions{Level: want.Depth, NoBook: true}
			options.Watch.Evaluation = func(step sargon.Evaluation) {
				if number >= len(want.Steps) || step.String() != want.Steps[number] {
					t.Fatalf("line %d, %s, depth %d: step %d is %v, want %v", recording.Line,
						want.FEN, want.Depth, number+1, step, want.Steps[number:min(number+1,
							len(want.Steps))])
				}
				number++
			}
			got, err := e.Search(context.Background(), options)
			if err != nil || number != len(want.Steps) || got.Trace.String() != want.Trace {
				t.Errorf("line %d, %s: %d steps of %d, trace %v, want %v (%v)", recording.Line,
					want.FEN, number, len(want.Steps), got.Trace, want.Trace, err)
			}
		}
	})
}

// The quick sample of a file: all short searches, and some that are longer if there are not so many.
const (
	sampleEvals    = 150
	sampleSearches = 3
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

// TestSearches compares searches in everything that was recorded. The time of 1978 comes from the
// position and the counts, so it is the same with every engine.
func TestSearches(t *testing.T) {
	forEach(t, func(t *testing.T, e sargon.Engine) {
		compared := 0
		var list []format.Recording
		for _, file := range []string{"search", "spill", "dropped", "listfull", "deep"} {
			list = append(list, sampled(recordings(t, file))...)
		}
		for _, recording := range list {
			want := *recording.Search
			setFEN(t, e, want.FEN)
			result, err := e.Search(context.Background(), sargon.SearchOptions{Level: want.Depth})
			if err != nil {
				t.Errorf("line %d, %s, depth %d: %v", recording.Line, want.FEN, want.Depth, err)
				continue
			}
			p := e.Position()
			estimate := sargon.EstimateTStates(&p, result.Evals, result.Gens, result.Records)
			if result.Original != estimate || estimate == 0 || !result.About {
				t.Errorf("line %d, %s: %d T-states, about %v; want about %d", recording.Line,
					want.FEN, result.Original, result.About, estimate)
			}
			want.TStates = 0
			got := format.Search{
				FEN: want.FEN, Depth: want.Depth, Best: result.Best.String(), Score: result.Score,
				Evals: result.Evals, Gens: result.Gens, Records: result.Records,
				Trace: result.Trace.String(), Dropped: result.Dropped,
			}
			if got != want {
				t.Errorf("line %d:\n got %+v\nwant %+v", recording.Line, got, want)
			}
			compared++
		}
		t.Logf("%d searches compared", compared)
	})
}

// In recorded games the time of 1978 is met as the documentation of EstimateTStates says.
func TestTheTimeOf1978InGames(t *testing.T) {
	const median, worst, whole = 0.009, 0.09, 0.005
	var off []float64
	var sum, recorded float64
	e := native.NewSets()
	for _, recording := range recordings(t, "games") {
		if err := e.SetPosition(sargon.StartPosition()); err != nil {
			t.Fatal(err)
		}
		for _, ply := range recording.Game.Plies {
			if ply.Evals > 0 {
				result, err := e.Search(context.Background(),
					sargon.SearchOptions{Level: recording.Game.Level})
				if err != nil {
					t.Fatal(err)
				}
				off = append(off, math.Abs(float64(result.Original)/float64(ply.TStates)-1))
				sum += float64(result.Original)
				recorded += float64(ply.TStates)
			}
			m, err := sargon.ParseMove(ply.Move)
			if err == nil {
				err = e.Play(m.From, m.To)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	slices.Sort(off)
	t.Logf("%d searches: median %.2f %%, worst %.2f %%, all together %+.2f %%",
		len(off), 100*off[len(off)/2], 100*off[len(off)-1], 100*(sum/recorded-1))
	if off[len(off)/2] > median || off[len(off)-1] > worst || math.Abs(sum/recorded-1) > whole {
		t.Errorf("want a median below %v, the worst below %v, all together below %v", median, worst,
			whole)
	}
}

// TestEvaluations compares the root of a search in parts. (0x88 and sets ask 10x12 for them.)
func TestEvaluations(t *testing.T) {
	e := native.New10x12()
	for _, recording := range recordings(t, "eval") {
		want := recording.Eval
		setFEN(t, e, want.FEN)
		got := format.NewEval(want.FEN, must.Have(e.Examine(context.Background())))
		assert.Equal(t, want, got, "line %d", recording.Line)
	}
}

// TestGames plays the recorded games, those at level 3 only if all are wanted: the pieces' moved
// bits and the royal squares are those of the game's history.
func TestGames(t *testing.T) {
	forEach(t, func(t *testing.T, e sargon.Engine) {
		for _, recording := range recordings(t, "games") {
			if recording.Game.Level > 2 && !*all {
				continue
			}
			if err := e.SetPosition(sargon.StartPosition()); err != nil {
				t.Fatal(err)
			}
			for i, ply := range recording.Game.Plies {
				want := must.Have(sargon.ParseMove(ply.Move))
				if ply.BySargon() {
					got, err := e.Search(context.Background(), sargon.SearchOptions{
						Level:     recording.Game.Level,
						QueenPawn: ply.Move == "d2d4",
					})
					if err != nil || !got.Best.Same(want) || !got.Book && (got.Score != ply.Score ||
						got.Evals != ply.Evals) {
						t.Fatalf("line %d, ply %d: %v, score %d, %d evaluations (%v); want %+v",
							recording.Line, i+1, got.Best, got.Score, got.Evals, err, ply)
					}
					if got.Book != (ply.Evals == 0) {
						t.Fatalf("line %d, ply %d: book %v", recording.Line, i+1, got.Book)
					}
				}
				if err := e.Play(want.From, want.To); err != nil {
					t.Fatalf("line %d, ply %d: %v", recording.Line, i+1, err)
				}
			}
		}
	})
}
