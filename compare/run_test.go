package compare

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/compare/cases"
	"sargon78/compare/observe"
	"sargon78/native"
	"sargon78/native/literal"
	"sargon78/roms/romstest"
	"sargon78/sargon"
	"sargon78/sargon/emulated"
	"sargon78/sargon/must"
)

var mostlyLevelOne = cases.Levels{1: 0.8, 2: 0.2}

// generator returns a source of random cases at levels 1 and 2.
func generator(t testing.TB, seed uint64, n int) *cases.Generator {
	t.Helper()
	g, err := cases.NewGenerator(cases.GeneratorOptions{
		Seed: seed, Cases: n, Levels: mostlyLevelOne, TargetEvery: 32,
	})
	require.NoError(t, err)
	return g
}

func mustRun(t testing.TB, contenders []Contender, source cases.Source, o Options) *Report {
	t.Helper()
	if o.Detail == 0 {
		o.Detail = sargon.DetailTrace
	}
	r, err := Run(context.Background(), contenders, source, o)
	require.NoError(t, err)
	return r
}

// lasting is a report without what depends on the clock.
func lasting(t testing.TB, r *Report) string {
	t.Helper()
	c := *r
	c.Engines = slices.Clone(r.Engines)
	c.Seconds, c.Command = 0, ""
	for i := range c.Engines {
		c.Engines[i].Seconds = 0
	}
	var b bytes.Buffer
	require.NoError(t, c.WriteJSON(&b))
	return b.String()
}

func romContender(t testing.TB) Contender {
	t.Helper()
	image := romstest.Image(t)
	return Contender{Name: "rom", Version: image.Name, Open: func() (sargon.Engine, error) {
		return emulated.New("rom", image)
	}}
}

// All engines of this project do the same, state by state; the sample is small because the
// emulated one takes its time.
func TestEnginesDoTheSame(t *testing.T) {
	contenders := append(nativeContenders(), romContender(t), fastest, ReferenceModel())
	r := mustRun(t, contenders, generator(t, 1979, 8), Options{Detail: sargon.DetailState})
	assert.Empty(t, r.Verdict(), r.Differences)
	assert.EqualValues(t, 8, r.Compared)
	assert.EqualValues(t, 8, r.Modelled)
	for _, e := range r.Engines {
		assert.Equal(t, r.Engines[0].Evals, e.Evals, e.Name)
	}
	assert.NotZero(t, r.Engines[2].TStates)
}

// Every rule of the specification is reached by the corpus, and engines agree there. With -all: in
// a run of a usual size, too, except the moves of a piece without a type, where one case in a hundred
// thousand gets.
func TestEveryRuleIsReached(t *testing.T) {
	source := new(listSource)
	files := must.Have(filepath.Glob(corpus("*")))
	for _, file := range files {
		for _, c := range readCases(t, file) {
			source.add(c.Case)
		}
	}
	r := mustRun(t, nativeContenders(), source, Options{ModelEvery: 1, Limit: 50})
	assert.Empty(t, r.Verdict(), r.Differences)
	assert.Greater(t, len(source.items), 400)
	assert.Empty(t, r.Unreached())
	if !*all {
		return
	}
	g, err := cases.NewGenerator(cases.GeneratorOptions{Seed: 4, Cases: 2000, Levels: mostlyLevelOne})
	require.NoError(t, err)
	r = mustRun(t, nativeContenders(), g, Options{})
	assert.Empty(t, r.Verdict(), r.Differences)
	assert.Subset(t, []string{literal.TypelessMoves.String()}, r.Unreached())
}

// corpus names a file of the corpus.
func corpus(kind string) string { return "cases/testdata/corpus/" + kind + ".case" }

// commented is a case of a file, with the comment above it.
type commented struct {
	cases.Case
	comment string
}

// readCases reads a file of cases.
func readCases(t *testing.T, file string) (all []commented) {
	t.Helper()
	data := must.Have(os.ReadFile(file))
	comment := ""
	for line := range strings.Lines(string(data)) {
		if text, isComment := strings.CutPrefix(line, "# "); isComment || strings.TrimSpace(line) == "" {
			comment = strings.TrimSpace(text)
			continue
		}
		all = append(all, commented{must.Have(cases.ParseCase(line)), comment})
	}
	require.NotEmpty(t, all, file)
	return all
}

// Cases that once differed do not differ any more.
func TestRegressions(t *testing.T) {
	source := new(listSource)
	for _, c := range readCases(t, corpus("regressions")) {
		source.add(c.Case)
	}
	r := mustRun(t, append(nativeContenders(), romContender(t)), source,
		Options{ModelEvery: 1, Limit: 50})
	assert.Empty(t, r.Verdict(), r.Differences)
	assert.EqualValues(t, len(source.items), r.Compared)
	assert.EqualValues(t, len(source.items), r.Modelled)
}

// Shards joined are the whole run, however many workers do them.
func TestShardsAreTheWhole(t *testing.T) {
	whole := mustRun(t, nativeContenders(), generator(t, 7, 96), Options{Workers: 1})
	var parts []*Report
	for i := 1; i <= 3; i++ {
		part := mustRun(t, nativeContenders(), generator(t, 7, 96),
			Options{Workers: 4, Shard: cases.Shard{Number: i, Of: 3}})
		assert.NotEqual(t, whole.Digest, part.Digest, "other cases have another one")
		parts = append(parts, throughJSON(t, part))
	}
	joined, err := Merge(parts[2], parts[0], parts[1])
	require.NoError(t, err)
	assert.True(t, joined.Whole())
	joined.Shards, joined.Of = whole.Shards, whole.Of
	assert.Equal(t, lasting(t, whole), lasting(t, joined))

	joined, err = Merge(parts[0], parts[1])
	require.NoError(t, err)
	assert.False(t, joined.Whole(), "a shard is missing")
	parts[1].Differing, parts[1].Broken = 1, 1
	joined, err = Merge(parts[0], parts[1])
	require.NoError(t, err)
	assert.EqualValues(t, []uint64{1, 1}, []uint64{joined.Differing, joined.Broken})
	_, err = Merge(parts[0], parts[0])
	assert.ErrorContains(t, err, "shard 1/3 is there twice")
	_, err = Merge(parts[0], whole)
	assert.ErrorContains(t, err, "of_shards: 3 in one, 1 in the other")
	_, err = Merge(mustRun(t, nativeContenders(), generator(t, 8, 8), Options{}),
		mustRun(t, nativeContenders(), generator(t, 9, 8), Options{}))
	assert.ErrorContains(t, err, "seed 8")
}

// throughJSON writes a report and reads it again.
func throughJSON(t testing.TB, r *Report) *Report {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, r.WriteJSON(&b))
	read, err := ReadReport(&b)
	require.NoError(t, err)
	return read
}

// An engine that crashes, fails, hangs or lies is reported with the case, and the others
// go on.
func TestSickEnginesAreReported(t *testing.T) {
	for _, test := range []struct {
		name    string
		ill     func(context.Context, *sargon.Result) error
		every   int64
		timeout time.Duration
		failure string
	}{
		{"crash", crash, 20, 0, "panic: the chip is on fire"},
		{"fail", fail, 20, 0, "out of paper"},
		{"sleep", sleep, 50, 2 * time.Second, "no answer within 2s"},
		{"lie", lie, 20, 0, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			contenders := append(nativeContenders(), sickContender("sick", test.every, test.ill))
			var r *Report
			synctest.Test(t, func(t *testing.T) {
				r = mustRun(t, contenders, generator(t, 16, 64), Options{
					Workers: 2, MaxDifferences: -1, Investigate: -1, Timeout: test.timeout,
				})
			})
			// A game of self-play ends with a failure, and some positions have no move.
			least, most := 60/int(test.every)-1, 64/int(test.every)
			assert.EqualValues(t, 64, r.Compared, "the others went on")
			assert.GreaterOrEqual(t, len(r.Differences), max(least, 1))
			assert.LessOrEqual(t, len(r.Differences), most)
			assert.Equal(t, r.Engines[0].Evals, r.Engines[1].Evals)
			require.NotEmpty(t, r.Differences)
			f := r.Differences[0]
			assert.Contains(t, f.Failure, test.failure)
			assert.NotZero(t, f.Case.Last().Level)
			assert.Equal(t, lasting(t, r), lasting(t, throughJSON(t, r)))
			if test.failure == "" {
				assert.Equal(t, "best move", f.Differences[0].What)
				assert.Equal(t, "sick", f.B)
			} else {
				assert.Equal(t, "sick", f.A)
			}
		})
	}
}

// An engine that hangs for good is left behind, and given up after several times.
func TestHangingEngineIsLeftBehind(t *testing.T) { synctest.Test(t, testHangingEngineIsLeftBehind) }

func testHangingEngineIsLeftBehind(t *testing.T) {
	tested := make(chan struct{})
	defer close(tested)
	hang := func(context.Context, *sargon.Result) error { <-tested; return nil }
	contenders := append(nativeContenders(), sickContender("sick", 1, hang))
	r := mustRun(t, contenders, generator(t, 17, 64),
		Options{Workers: 1, MaxDifferences: -1, Investigate: -1, Timeout: time.Second})
	assert.EqualValues(t, 64, r.Compared+r.Skipped)
	assert.EqualValues(t, 4, r.Differing)
	assert.Contains(t, r.Differences[0].Failure, "does not stop")
	assert.Contains(t, r.Verdict(), "cases differ")
	assert.NotEmpty(t, r.Engines[2].GaveUp)
}

// A search without an answer in time is reported, but not done again: neither by a run nor, after
// the first time, when it is repeated.
func TestHangsAreNotDoneAgain(t *testing.T) { synctest.Test(t, testHangsAreNotDoneAgain) }

func testHangsAreNotDoneAgain(t *testing.T) {
	searches := new(atomic.Int64)
	sleeper := faultyContender("sleeper", func(a asked) (sargon.Result, error) {
		r, _ := a.search()
		searches.Add(1)
		return r, sleep(a.ctx, &r)
	})
	const timeout = 500 * time.Millisecond
	c := must.Have(cases.ParseCase("level 1 startpos moves e2e4 e7e5"))
	const some = 16
	source, err := cases.NewGenerator(
		cases.GeneratorOptions{Seed: 9, Cases: some, Rules: []string{"step"}})
	require.NoError(t, err)

	r := mustRun(t, append(nativeContenders(), sleeper), source,
		Options{Workers: 1, MaxDifferences: 1, Timeout: timeout})
	assert.EqualValues(t, 1, searches.Load())
	require.Len(t, r.Differences, 1)
	assert.Contains(t, r.Differences[0].Explanation, "sleeper: no answer within 500ms\n")
	assert.Contains(t, r.Differences[0].Command, "sargon compare repro")

	o := Options{Detail: sargon.DetailTrace, Timeout: timeout, ShrinkTime: time.Minute}
	found := must.Have(Investigate(t.Context(), fastest, sleeper, c, o))
	assert.EqualValues(t, 2, searches.Load())
	assert.Equal(t, "sleeper", found.A)
	assert.Nil(t, found.Shrunk)
	assert.Contains(t, found.Explanation, "sleeper: no answer within 500ms\n")
}

// With fewer than two engines left the run ends.
func TestTooFewEnginesLeft(t *testing.T) {
	r := mustRun(t, []Contender{nativeContenders()[0], sickContender("sick", 1, fail)},
		generator(t, 15, 400), Options{Workers: 1, MaxDifferences: -1, Investigate: -1})
	assert.NotEmpty(t, r.Engines[1].GaveUp)
	assert.False(t, r.Complete)
	assert.False(t, r.Success())
}

func TestEngineThatCannotBeOpened(t *testing.T) {
	broken := Contender{
		Name: "broken", Open: func() (sargon.Engine, error) { return nil, errors.New("no such tape") },
	}
	_, err := Run(context.Background(), append(nativeContenders(), broken), generator(t, 16, 8),
		Options{})
	assert.ErrorIs(t, err, ErrNotStarted)
	assert.ErrorContains(t, err, "broken: no such tape")
	_, err = Run(context.Background(), nativeContenders()[:1], generator(t, 16, 8), Options{})
	assert.ErrorContains(t, err, "at least two engines")
}

// Broken inputs are reported, also where a source panics, and the others are compared. Nothing compared
// is no success.
func TestBrokenInputsAreReported(t *testing.T) {
	c := mustCase(t, ordinary)
	for verdict, items := range map[string][]any{
		"nothing was compared":       nil,
		"1 inputs could not be read": {c, errors.New("a.fen:2: no king"), c},
		"2 inputs could not be read": {errors.New("a.fen:1: no king"), c, "no case for you", c},
	} {
		r := mustRun(t, nativeContenders(), &listSource{items: items}, Options{Workers: 1})
		assert.True(t, r.Complete)
		assert.Equal(t, verdict, r.Verdict())
		assert.False(t, r.Success())
		if r.Broken == 0 {
			continue
		}
		assert.EqualValues(t, 2, r.Compared)
		require.Len(t, r.BrokenTexts, int(r.Broken))
		assert.Regexp(t, `^a.fen:\d: no king$`, r.BrokenTexts[0])
		if r.Broken > 1 {
			assert.Contains(t, r.BrokenTexts[1], "panic: no case for you")
		}
	}
}

// listSource is a list of cases, errors, and what it panics with.
type listSource struct {
	items []any
	next  atomic.Int64
}

func listOf(list ...cases.Case) *listSource {
	s := new(listSource)
	for _, c := range list {
		s.add(c)
	}
	return s
}

func (s *listSource) add(c cases.Case) { s.items = append(s.items, c) }

func (s *listSource) Describe() string { return "a list" }
func (s *listSource) Cases() int       { return 0 }
func (s *listSource) Next(cases.Shard) (cases.Case, error) {
	number := int(s.next.Add(1)) - 1
	if number >= len(s.items) {
		return cases.Case{}, io.EOF
	}
	c, whole := s.items[number].(cases.Case)
	if err, broken := s.items[number].(error); broken {
		return c, err
	}
	if !whole {
		panic(s.items[number])
	}
	c.Number = number
	return c, nil
}

// A move that all engines refuse is a failure, not the end.
func TestRefusedMoveIsReported(t *testing.T) {
	g := cases.Case{Start: sargon.StartPosition(), Plies: []cases.Ply{
		{Level: 1, NoBook: true, Move: sargon.Move{From: sargon.E1, To: sargon.E8}},
		{Level: 1},
	}}
	r := mustRun(t, nativeContenders(), listOf(g), Options{})
	assert.EqualValues(t, 1, r.Compared)
	require.NotEmpty(t, r.Differences)
	assert.Contains(t, r.Differences[0].Failure, "refuses the move e1e8")
}

// strict is an engine that refuses black to move, and castling.
type strict struct{ sargon.Engine }

func (s strict) SetPosition(p sargon.Position) error {
	if p.Side == sargon.Black {
		return errors.New("it is always White's turn")
	}
	return s.Engine.SetPosition(p)
}

func (s strict) Play(from, to sargon.Square) error {
	if from == sargon.E1 && to == sargon.G1 {
		return &sargon.IllegalMoveError{Move: "e1g1"}
	}
	return s.Engine.Play(from, to)
}

// It is a difference if one engine takes what another does not.
func TestOtherPositionsAndMovesAreADifference(t *testing.T) {
	black := must.Have(cases.ParseCase("level 1 fen 4k3/8/8/8/8/8/8/4K2R b K - 0 5"))
	castled := must.Have(cases.ParseCase("level 1 fen 4k3/8/8/8/8/8/8/4K2R w K - 0 5 moves e1g1"))
	for _, c := range []cases.Case{black, castled} {
		r := mustRun(t, []Contender{{Name: "strict", Open: openStrict}, fastest}, listOf(c),
			Options{ShrinkTime: -1})
		require.Len(t, r.Differences, 1)
		f := r.Differences[0]
		assert.Empty(t, f.Failure)
		assert.Equal(t, "sets", f.A)
		assert.Equal(t, "strict", f.B)
		require.Len(t, f.Differences, 1)
		assert.Equal(t, "accepted", f.Differences[0].A)
		assert.Regexp(t, "always White's turn|refuses the move e1g1", f.Differences[0].B)
		assert.Contains(t, f.Explanation, "spec §16 says how a position is set up")
		assert.Zero(t, r.Engines[0].Failed)
	}
}

// At detail state, what evaluations rest on is compared, even if all values are the same.
func TestStatesAreCompared(t *testing.T) {
	c := must.Have(cases.ParseCase("level 1 fen 4k3/p3n3/8/8/8/8/4Q3/4K3 b - - 0 9"))
	for _, change := range []func(*sargon.State){
		func(s *sargon.State) { s.Totals.PointsWon2 ^= 1 },
		func(s *sargon.State) { s.Pins = []sargon.Pin{} },
		func(s *sargon.State) { s.Royal[2]++ },
		func(s *sargon.State) { s.Board[sargon.E1] ^= sargon.MovedBit },
	} {
		for detail, differing := range map[sargon.Detail]uint64{sargon.DetailTrace: 0, sargon.DetailState: 1} {
			other := faultyContender("other state", func(a asked) (sargon.Result, error) {
				if show := a.o.Watch.State; show != nil {
					a.o.Watch.State = func(s *sargon.State) { change(s); show(s) }
				}
				return a.search()
			})
			r := mustRun(t, []Contender{other, fastest}, listOf(c),
				Options{Detail: detail, Investigate: -1, ModelEvery: neverModel})
			assert.Equal(t, differing, r.Differing, detail)
		}
	}
}

// The time limit ends a run without making it a failure.
func TestTimeLimit(t *testing.T) {
	slow := func(context.Context, *sargon.Result) error { time.Sleep(time.Second); return nil }
	contenders := append(nativeContenders(), sickContender("slow", 1, slow))
	synctest.Test(t, func(t *testing.T) {
		r := mustRun(t, contenders, generator(t, 17, 0), Options{Workers: 1, For: time.Minute})
		assert.NotZero(t, r.Compared)
		assert.LessOrEqual(t, r.Seconds, 2*60.0, "the case that was begun in time is the last")
		assert.False(t, r.Complete)
		assert.True(t, r.Success())
	})
}

// An engine that can show less is held to what it shows.
func TestEngineThatShowsLess(t *testing.T) {
	contenders := []Contender{
		contender("mover", func() sargon.Engine { return mover{native.New10x12()} }),
		nativeContenders()[1],
	}
	r := mustRun(t, contenders, generator(t, 18, 64), Options{})
	assert.Empty(t, r.Verdict())
	assert.Equal(t, sargon.DetailMove, r.Engines[0].Detail)
	assert.Equal(t, sargon.DetailTrace, r.Engines[1].Detail)
	assert.InDelta(t, r.Compared, r.Modelled, 3, "the other engine was held to the specification")
}

// mover is an engine of which only the move is known.
type mover struct{ sargon.Engine }

func (mover) Shows() sargon.Shows { return sargon.Shows{Detail: sargon.DetailMove} }
func (m mover) Search(ctx context.Context, o sargon.SearchOptions) (sargon.Result, error) {
	r, err := m.Engine.Search(ctx, o)
	return sargon.Result{Best: r.Best}, err
}

func TestReadReportRefusesOtherThings(t *testing.T) {
	report := func(engines, shards string, format, of int, digest string) string {
		return fmt.Sprintf(`{"format":%d,"engines":[%s],"shards":[%s],"of_shards":%d,"digest":%q}`,
			format, engines, shards, of, digest)
	}
	digest := strings.Repeat("0", 16)
	_, err := ReadReport(strings.NewReader(report("{}", "1", reportFormat, 1, digest)))
	require.NoError(t, err)
	for _, text := range []string{"", "null", "{}", "[1]",
		report("{}", "1", reportFormat-1, 1, digest), report("", "1", reportFormat, 1, digest),
		report("{}", "", reportFormat, 1, digest), report("{}", "1", reportFormat, 0, digest),
		report("{}", "1", reportFormat, 1, "x")} {
		_, err := ReadReport(strings.NewReader(text))
		assert.Error(t, err, text)
	}
}

// After a search without an end no engine is asked for the other searches of the case.
func TestTheRestOfAGameThatEndedIsAskedOfNobody(t *testing.T) {
	p := must.Have(sargon.ParseFEN(sargon.StartFEN))
	game := cases.Case{Start: p, Plies: []cases.Ply{{Level: 1}, {Level: 1}, {Level: 1}}}
	contenders := []Contender{sickContender("one", 2, turn), sickContender("other", 2, turn)}
	r := mustRun(t, contenders, listOf(game),
		Options{Workers: 1, ModelEvery: 1 << 30, Investigate: -1, AtLeast: 100})
	assert.EqualValues(t, []uint64{2, 1}, []uint64{r.Compared, r.Skipped}, "both go on for ever alike")
	for _, e := range r.Engines {
		assert.EqualValues(t, []uint64{2, 2, 1}, []uint64{e.Done, e.Cases, e.Skipped})
	}
}

func TestWhatIsToldIsCounted(t *testing.T) {
	c := must.Have(cases.ParseCase("level 1 fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 20"))
	for want, silence := range map[string]func(*sargon.Watch){
		"":                        func(*sargon.Watch) {},
		"told evaluations":        func(w *sargon.Watch) { w.Evaluation = nil },
		"told the best line \"\"": func(w *sargon.Watch) { w.Best = nil },
	} {
		contender := observe.Opened(faultyEngine{native.NewSets(), func(a asked) (sargon.Result, error) {
			silence(&a.o.Watch)
			return a.search()
		}})
		o := contender.Once(context.Background(), &c, observe.Watch{}, 0)
		assert.NotZero(t, o.Result.Evals)
		assert.True(t, strings.HasPrefix(o.Text, want) && (want != "" || o.Text == ""), o.Text)
	}
}

// A king that was lost leads the program through its stack, and it may end anywhere.
func TestAFailureOutsideTheSpecificationIsUndefined(t *testing.T) {
	c, err := cases.ParseCase(
		"level 1 fen 3b1r2/4NP2/1k1rQQBr/1pb1RBN1/BRrRbr1b/1b3NN1/RnqrNKPr/8 b - - 0 2")
	require.NoError(t, err)
	inside := must.Have(cases.ParseCase("level 1 fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 20"))
	r := mustRun(t, []Contender{romContender(t), nativeContenders()[0]},
		listOf(c, inside), Options{ShrinkTime: -1})
	assert.Equal(t, Counts{"a lost king looks behind the tables": 1}, r.Undefined)
	assert.Empty(t, r.Differences)
	assert.EqualValues(t, 1, r.Engines[0].Undefined)
	assert.EqualValues(t, 1, r.Engines[0].Cases)
}
