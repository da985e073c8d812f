package emulated_test

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"os"
	"testing"
	"testing/synctest"
	"time"

	"sargon78/compare/recordings/format"
	"sargon78/sargon/must"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/native"
	"sargon78/roms"
	"sargon78/roms/romstest"
	"sargon78/sargon"
	"sargon78/sargon/emulated"
)

func open(t testing.TB, load uint16) *emulated.Engine {
	t.Helper()
	return must.Have(emulated.New("rom", must.Have(roms.Open("", roms.Options{Load: load}))))
}

func put(t testing.TB, engine sargon.Engine, fen string) {
	t.Helper()
	require.NoError(t, engine.SetPosition(must.Have(sargon.ParseRecordedFEN(fen))))
}

func Example() {
	image, _ := roms.Open("", roms.Options{})
	engine, _ := emulated.New("rom", image)
	position, _ := sargon.ParseFEN("8/8/8/1k3q2/8/8/6K1/8 w - - 30 72")
	_ = engine.SetPosition(position)
	result, _ := engine.Search(context.Background(), sargon.SearchOptions{Level: 1})
	fmt.Println(result.Best, result.Score, result.Evals, result.Trace)
	// Output: g2g3 +0.00 5 e5d2982bf0584bd0
}

// recorded reads the recordings of the original that the project ships.
func recorded(t testing.TB, file string) []format.Recording {
	t.Helper()
	f := must.Have(os.Open("../../compare/testdata/oracle/" + file))
	defer f.Close()
	z := must.Have(gzip.NewReader(f))
	var all []format.Recording
	for r, err := range format.Read(z) {
		require.NoError(t, err)
		all = append(all, r)
	}
	return all
}

// A sample of the original's searches, taken evenly from those of moderate cost; `sargon
// verify --engine rom` replays all.
func TestSearchesAsRecorded(t *testing.T) {
	const (
		moderate = 30_000_000 // T-states
		every    = 13
	)
	engine, n := open(t, 0), 0
	for i, r := range recorded(t, "search.jsonl.gz") {
		if r.Search.TStates > moderate || i%every != 0 {
			continue
		}
		n++
		put(t, engine, r.Search.FEN)
		result, err := engine.Search(context.Background(), sargon.SearchOptions{Level: r.Search.Level})
		if !errors.Is(err, sargon.ErrNoLegalMove) {
			require.NoError(t, err)
		}
		p := engine.Position()
		require.Equal(t, sargon.EstimateTStates(&p, r.Search.Evals, r.Search.Gens, r.Search.Records),
			result.OriginalTStates)
		require.True(t, result.Estimated)
		got := format.Search{
			FEN: r.Search.FEN, Level: r.Search.Level, Best: result.Best.String(), Score: result.Score,
			Evals: result.Evals,
			Gens:  result.Gens, Records: result.Records, Trace: result.Trace.String(),
			Dropped: result.Dropped,
			TStates: r.Search.TStates,
		}
		require.Equal(t, *r.Search, got)
	}
	assert.Greater(t, n, 40)
}

// What the embedded ROM takes is not what the original took; what a ROM image of one's own
// takes is. A search that is stopped leaves the board in its tree: the estimate must not be
// taken from there.
func TestTheTimeOf1978(t *testing.T) {
	const fen = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"
	engine := open(t, 0)
	put(t, engine, fen)
	p := engine.Position()
	stopped := sargon.SearchOptions{Level: 2, MaxEvals: 40}
	r, err := engine.Search(context.Background(), stopped)
	require.ErrorIs(t, err, sargon.ErrMaxEvals)
	assert.Equal(t, sargon.EstimateTStates(&p, r.Evals, r.Gens, r.Records), r.OriginalTStates)
	ours := r.TStates
	assert.InEpsilon(t, float64(ours)/0.86, float64(r.OriginalTStates), 0.08)
	assert.Equal(t, r.In1978(), emulated.In1978(engine.Image(), ours, r.OriginalTStates))
	assert.InEpsilon(t, float64(r.OriginalTStates), 1.79e6*emulated.In1978(engine.Image(), ours, 0).Seconds(),
		0.08, "nothing was listened to")

	owned := *engine.Image()
	owned.Kind = roms.Binary
	mine := must.Have(emulated.New("mine", &owned))
	put(t, mine, fen)
	r, err = mine.Search(context.Background(), stopped)
	require.ErrorIs(t, err, sargon.ErrMaxEvals)
	assert.Equal(t, ours, r.OriginalTStates)
	want := sargon.Time1978{Duration: sargon.In1978(ours)}
	assert.Equal(t, want, r.In1978())
	assert.Equal(t, want, emulated.In1978(&owned, ours, 12345))
}

// Exchanges that read past the end of the attack lists (spec §7), and full list areas (spec §3).
func TestCornersAsRecorded(t *testing.T) {
	const cheap = 270_000_000 // T-states: the least that a search with dropped records takes
	engine := open(t, 0)
	for file, every := range map[string]int{"spill.jsonl.gz": 10, "dropped.jsonl.gz": 1} {
		n := 0
		for i, r := range recorded(t, file) {
			if r.Search.TStates > cheap || i%every != every/2 {
				continue
			}
			n++
			put(t, engine, r.Search.FEN)
			result, err := engine.Search(context.Background(), sargon.SearchOptions{Level: r.Search.Level})
			require.NoError(t, err)
			assert.Equal(t, r.Search.Trace, result.Trace.String(), r.Search.FEN)
			assert.Equal(t, r.Search.Dropped, result.Dropped, r.Search.FEN)
		}
		assert.NotZero(t, n, file)
	}
}

// The start of a search in which a ply that can store nothing tries an old record (spec §3), far
// enough that it has done so. The whole search is recorded, and 10x12 does it.
func TestOldListsAreTried(t *testing.T) {
	const far = 240 // until evaluation 223 an empty list would do as well
	var came [2][]sargon.Evaluation
	for i, engine := range []sargon.Engine{open(t, 0), native.New10x12()} {
		put(t, engine, "qQ6/q1n5/4Q3/2QKq1k1/7r/qqQQ4/5Q2/7R w - - 0 8")
		_, err := engine.Search(context.Background(), sargon.SearchOptions{
			Level: 4, MaxEvals: far + 1,
			Callbacks: sargon.Callbacks{Evaluation: func(s sargon.Evaluation) { came[i] = append(came[i], s) }},
		})
		require.ErrorIs(t, err, sargon.ErrMaxEvals)
	}
	assert.Len(t, came[0], far)
	assert.Equal(t, came[1], came[0])
}

func TestRootsAsRecorded(t *testing.T) {
	const every = 10
	engine := open(t, 0)
	for i, r := range recorded(t, "eval.jsonl.gz") {
		if i%every != 0 {
			continue
		}
		put(t, engine, r.Eval.FEN)
		x := must.Have(engine.Examine(context.Background()))
		require.Equal(t, r.Eval, format.NewEval(r.Eval.FEN, x))
	}
}

func TestEveryLoadAddressSearchesTheSame(t *testing.T) {
	const fen = "rnbqkb1r/pppp1ppp/5n2/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"
	var want sargon.Fingerprint
	for _, load := range []uint16{0x0100, 0x1000, 0x4000, 0x9000} {
		engine := open(t, load)
		put(t, engine, fen)
		result := must.Have(engine.Search(context.Background(), sargon.SearchOptions{Level: 1}))
		if want == 0 {
			want = result.Trace
		}
		assert.Equal(t, want, result.Trace, "load address %04X", load)
		can := engine.Capabilities()
		assert.True(t, can.FinalPlyMax != nil && can.ListArea != nil && can.ExaminesItself)
	}
}

// What only a machine has is asked of an engine that is one, or that says which one it wraps.
func TestWhatIsAMachine(t *testing.T) {
	engine := open(t, 0)
	for what, is := range map[string]sargon.Engine{
		"the engine itself": engine, "a type that embeds it": struct{ *emulated.Engine }{engine},
	} {
		program, ok := emulated.FromEngine(is)
		assert.True(t, ok, what)
		assert.Same(t, engine, program, what)
		assert.Equal(t, engine.Image().Identity(), emulated.ImageLabel(is), what)
	}
	for what, isNot := range map[string]sargon.Engine{
		"nothing": nil, "a native engine": native.New10x12(),
		"a type that shows no more than any engine": struct{ sargon.Engine }{engine},
	} {
		_, ok := emulated.FromEngine(isNot)
		assert.False(t, ok, what)
		assert.Empty(t, emulated.ImageLabel(isNot), what)
		emulated.SetSpeed(isNot, 1)
	}
}

func TestImageWithoutSymbolsIsRefused(t *testing.T) {
	image := romstest.Image(t)
	delete(image.Symbols, "FNDMOV")
	delete(image.Symbols, "PLYIX")
	_, err := emulated.New("rom", image)
	assert.ErrorContains(t, err, "no symbol FNDMOV, PLYIX")
}

func TestLimitsOf1978CannotBeLifted(t *testing.T) {
	_, err := open(t, 0).Search(context.Background(), sargon.SearchOptions{Level: 2, NoLimits: true})
	assert.ErrorIs(t, err, sargon.ErrUnsupported)
}

func BenchmarkSearch(b *testing.B) {
	engine := open(b, 0)
	put(b, engine, "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3")
	var evals, tStates uint64
	for b.Loop() {
		result := must.Have(engine.Search(context.Background(), sargon.SearchOptions{Level: 1}))
		evals += result.Evals
		tStates += result.TStates
	}
	b.ReportMetric(float64(evals)/b.Elapsed().Seconds(), "evals/s")
	b.ReportMetric(float64(tStates)/b.Elapsed().Seconds()/1e6, "MHz")
}

// A speed is one of thinking: at 1 Hz a move that is only followed would take a day and a half.
func TestMovesAreFollowedAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		engine := open(t, 0x4000)
		emulated.SetSpeed(engine, 1)
		began := time.Now()
		require.NoError(t, engine.SetPosition(sargon.StartPosition()))
		require.NoError(t, engine.Play(sargon.SquareAt(4, 1), sargon.SquareAt(4, 3)))
		assert.Zero(t, time.Since(began))

		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		_, err := engine.Search(ctx, sargon.SearchOptions{Level: 1, NoBook: true})
		assert.ErrorIs(t, err, context.DeadlineExceeded)
		assert.Equal(t, time.Minute, time.Since(began), "and nothing is made up for")
	})
}
