package compare

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/compare/cases"
	"sargon78/compare/observe"
	"sargon78/native/reference"
	"sargon78/sargon"
	"sargon78/sargon/must"
)

// All engines of this project do the same, state by state; the sample is small because the
// emulated one takes its time.
func TestEnginesDoTheSame(t *testing.T) {
	participants := append([]Participant{rom(), ReferenceEngine()}, quick...)
	r := mustRun(t, participants, generator(1979, 8), usual(func(o *Options) { o.Detail = sargon.DetailState }))
	assert.Equal(t, NoDifference, r.Verdict(), r.Reason(), r.Differences)
	assert.EqualValues(t, []uint64{8, 8}, []uint64{r.Compared, r.ReferenceCases})
	for i, e := range r.Engines {
		assert.Equal(t, r.ByEngine[0].Evals, r.ByEngine[i].Evals, e.Name)
		assert.Greater(t, r.ByEngine[i].Evals, uint64(80), e.Name)
		assert.False(t, e.NoLists, e.Name)
	}
	assert.NotZero(t, r.ByEngine[0].TStates)
}

// Every rule of the specification is reached by the corpus, and engines agree there: in cases that once
// differed the ROM, too. With -all: in a run of a usual size, too, except the moves of a piece without
// a type, where one case in a hundred thousand gets.
func TestEveryRuleIsReached(t *testing.T) {
	o := usual(func(o *Options) { o.Reference = ReferenceAll })
	r := mustRun(t, quick, &cases.Files{Names: must.Have(filepath.Glob(corpus("*")))}, o)
	assert.Equal(t, NoDifference, r.Verdict(), r.Reason(), r.Differences)
	assert.Greater(t, r.Compared, uint64(400))
	assert.Empty(t, r.Unreached())
	r = mustRun(t, []Participant{rom(), fastest}, &cases.Files{Names: []string{corpus("regressions")}}, o)
	assert.Equal(t, NoDifference, r.Verdict(), r.Reason(), r.Differences)
	assert.Equal(t, r.Compared+r.Skipped, r.ReferenceCases)
	if !*all {
		return
	}
	r = mustRun(t, quick, must.Have(cases.NewGenerator(
		cases.GeneratorOptions{Seed: 4, Cases: 2000, Levels: mostlyLevelOne})), DefaultOptions())
	assert.Equal(t, NoDifference, r.Verdict(), r.Reason(), r.Differences)
	assert.Subset(t, []string{reference.TypelessMoves.String()}, r.Unreached())
}

// An engine is checked against what it showed first: one that shows less when it is opened again has failed.
func TestAnEngineShowsLessAnotherTime(t *testing.T) {
	opened := 0
	forgetful := fake{can: func(s *sargon.Capabilities) {
		if opened > 1 {
			s.Detail = sargon.DetailTrace
		}
	}}
	less := newParticipant("forgetful", func() sargon.Engine { opened++; return forgetful.open() })
	r := mustRun(t, []Participant{fastest, less}, generator(7, 4),
		usual(func(o *Options) { o.Workers, o.MaxInvestigated = 1, 0 }))
	require.NotEmpty(t, r.Differences)
	assert.Contains(t, r.Differences[0].Failure, "its detail is trace now, but was state before")
}

// corpus names a file of the corpus.
func corpus(kind string) string { return "cases/testdata/corpus/" + kind + ".case" }

// Shards joined are the whole run, however many workers do them.
func TestShardsAreTheWhole(t *testing.T) {
	whole := mustRun(t, quick, generator(33, 96), oneWorker)
	var parts []*Report
	for i := 1; i <= 3; i++ {
		part := mustRun(t, quick, generator(33, 96),
			usual(func(o *Options) { o.Workers, o.Shard = 4, cases.Shard{Number: i, Of: 3} }))
		assert.NotEqual(t, whole.Digest, part.Digest, "other cases have another one")
		parts = append(parts, throughJSON(t, part))
	}
	joined, err := Merge(parts[2], parts[0], parts[1])
	require.NoError(t, err)
	assert.True(t, joined.AllShardsDone())
	joined.Shards, joined.ShardCount = whole.Shards, whole.ShardCount
	assert.Equal(t, lasting(t, whole), lasting(t, joined))

	joined, err = Merge(parts[0], parts[1])
	require.NoError(t, err)
	assert.False(t, joined.AllShardsDone(), "a shard is missing")
	_, err = Merge(parts[0], parts[0])
	assert.ErrorContains(t, err, "shard 1/3 is there twice")
	_, err = Merge(parts[0], whole)
	assert.ErrorContains(t, err, "of_shards: 3 in one, 1 in the other")
	_, err = Merge(mustRun(t, quick, generator(8, 2), DefaultOptions()), mustRun(t, quick, generator(9, 2), DefaultOptions()))
	assert.ErrorContains(t, err, "seed 8")
}

// Whatever a shard has counted is in the sum.
func TestMergingAddsEveryCount(t *testing.T) {
	shard := func(number int, n uint64) *Report {
		counts := Counts{"some": n}
		return &Report{
			Work: Work{ShardCount: 2, Engines: []EngineInfo{{Name: "x"}}},
			Tally: Tally{
				Shards: []int{number}, Compared: n, Skipped: n, ByLevel: counts, Origins: counts,
				Undefined: counts, Reached: counts, ReferenceCases: n, Differing: n, BrokenInputs: n,
				Seconds: float64(n), Digest: n, ByEngine: []EngineTally{{
					Done: n, Cases: n, Evals: n, TStates: n, Undefined: n, Tail: n, Skipped: n,
					Failed: n, Unsupported: n, Seconds: float64(n),
				}},
			},
		}
	}
	want, got := shard(1, 3), must.Have(Merge(shard(2, 1), shard(1, 2)))
	want.Shards = []int{1, 2}
	assert.Equal(t, want, got)
}

// An engine that crashes, fails or lies now and then is reported each time, and the others go on.
func TestSickEnginesAreReported(t *testing.T) {
	for ill, test := range map[string]struct {
		ill  func(context.Context, *sargon.Result) error
		says string
	}{
		"crashes": {crash, "sick fails, panic: the chip is on fire; sick failed 1; 3 compared"},
		"fails":   {fail, "sick fails, out of paper; sick failed 1; 3 compared"},
		"lies":    {lie, "bitboards against sick, best move; 3 compared"},
	} {
		three := trial{ordinary + strings.Repeat("\n"+ordinary, 2), func(o *Options) { o.Workers = 2 }}
		three.of(t, ill, test.says, fastest, quick[0], sick(2, test.ill))
	}
}

// An engine that hangs for good is left behind, and given up after several times; with fewer than two
// engines left the run ends.
func TestHangingEngineIsLeftBehind(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tested := make(chan struct{})
		defer close(tested)
		hang := func(context.Context, *sargon.Result) error { <-tested; return nil }
		o := usual(func(o *Options) { o.Workers, o.MaxDifferences, o.Timeout = 1, 0, time.Second })
		r := judged(t, append([]Participant{sick(1, hang)}, quick...), listOf(slices.Repeat([]string{ordinary}, 16)...), o)
		assert.EqualValues(t, 16, r.Compared+r.Skipped)
		assert.EqualValues(t, 4, r.Differing)
		assert.Contains(t, r.Differences[0].Failure, "ignored cancellation")
		assert.Equal(t, "differs: 4 of 16 cases", r.Result())
		assert.NotEmpty(t, r.ByEngine[0].GaveUp)

		r = judged(t, []Participant{fastest, sick(1, fail)}, generator(15, 400), o)
		assert.NotEmpty(t, r.ByEngine[1].GaveUp)
		assert.False(t, r.Complete)
		assert.Equal(t, Differs, r.Verdict())
	})
}

// A search without an answer in time is reported, but not done again: neither by a run nor, after
// the first time, when it is repeated. What differs is explained instead, and stands first.
func TestHangsAreNotDoneAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		searches := 0
		sleeper := fake{search: func(a asked) (sargon.Result, error) {
			searches++
			return sargon.Result{}, sleep(a.ctx, nil)
		}}.as("sleeper")
		const timeout = 500 * time.Millisecond
		r := mustRun(t, append([]Participant{sleeper}, quick...), generator(9, 16),
			usual(func(o *Options) { o.Workers, o.MaxDifferences, o.Timeout = 1, 1, timeout }))
		assert.Equal(t, 1, searches)
		require.Len(t, r.Differences, 1)
		assert.Contains(t, r.Differences[0].Explanation, "sleeper: timed out after 500ms\n")
		assert.Contains(t, r.Differences[0].Command, "sargon compare repro")

		f := investigated(t, fastest, sleeper, ordinary,
			usual(func(o *Options) { o.Timeout, o.ShrinkTime = timeout, time.Minute }))
		assert.Equal(t, 2, searches)
		assert.Equal(t, "sleeper", f.A)
		assert.Nil(t, f.Shrunk)
		assert.Contains(t, f.Explanation, "sleeper: timed out after 500ms\n")

		searches = 0
		slow := fake{search: func(a asked) (sargon.Result, error) {
			if searches++; searches <= 2 {
				return sargon.Result{}, sleep(a.ctx, nil)
			}
			r, err := a.right()
			r.Evals++
			return r, err
		}}.as("slow")
		r = mustRun(t, []Participant{fastest, slow}, listOf(ordinary, castles, blackToMove),
			usual(func(o *Options) {
				o.Workers, o.MaxInvestigated, o.ShrinkTime, o.Timeout = 1, 1, 0, timeout
			}))
		var text strings.Builder
		require.NoError(t, r.Write(&text))
		assert.True(t, strings.HasPrefix(text.String(), "DIFFERENT: bitboards against slow"), text.String())
		assert.Contains(t, text.String(), "points to spec §17: evaluations are counted with the root's own")
	})
}

func TestEngineThatCannotBeOpened(t *testing.T) {
	_, err := Run(t.Context(), []Participant{fastest, unopened}, generator(16, 8), DefaultOptions())
	assert.ErrorIs(t, err, ErrNotStarted)
	assert.ErrorContains(t, err, "broken: no such tape")
	hollow := newParticipant("hollow", func() sargon.Engine { return struct{ sargon.Engine }{} })
	_, err = Run(t.Context(), []Participant{fastest, hollow}, generator(16, 8), DefaultOptions())
	assert.ErrorContains(t, err, "panic: ")
	c := mustCase(ordinary)
	seen := hollow.ObserveOnce(t.Context(), &c, observe.Options{}, 0)
	assert.Equal(t, observe.Crashed, seen.Failure)
	_, err = Run(t.Context(), quick[:1], generator(16, 8), DefaultOptions())
	assert.ErrorContains(t, err, "at least two engines")
}

// Options that are out of their range are refused before the first case, not taken for others.
func TestOptionsOutOfRange(t *testing.T) {
	for wants, change := range map[string]func(*Options){
		"Detail -1: want ":             func(o *Options) { o.Detail = -1 },
		"Detail 4: want ":              func(o *Options) { o.Detail = sargon.DetailState + 1 },
		"Workers 0: want at least 1":   func(o *Options) { *o = Options{} },
		"Timeout 0s: a search needs":   func(o *Options) { o.Timeout = 0 },
		"AtLeast 0: want a percentage": func(o *Options) { o.AtLeast = 0 },
		"AtLeast 101: want a ":         func(o *Options) { o.AtLeast = 101 },
		"Reference -1: want one of":    func(o *Options) { o.Reference = -1 },
		"Reference 4: want one of":     func(o *Options) { o.Reference = ReferenceNone + 1 },
		"Investigate":                  func(o *Options) { o.MaxInvestigated = -1 },
		"MaxDifferences":               func(o *Options) { o.MaxDifferences = -1 },
		"ShrinkTime":                   func(o *Options) { o.ShrinkTime = -1 },
		"For, ":                        func(o *Options) { o.MaxDuration = -1 },
	} {
		r, err := Run(t.Context(), quick, generator(16, 8), usual(change))
		assert.ErrorIs(t, err, ErrNotStarted, wants)
		assert.ErrorContains(t, err, wants)
		assert.NotEqual(t, NoDifference, r.Verdict(), wants)
	}
	_, err := Investigate(t.Context(), quick[0], quick[1], mustCase(ordinary), Options{})
	assert.ErrorContains(t, err, "Workers 0")
}

// The reference engine searches as many of the cases as it is asked to.
func TestShareOfTheReference(t *testing.T) {
	lines := slices.Repeat([]string{ordinary}, 100)
	modelled := func(source cases.Source, share ReferenceShare, engines ...Participant) uint64 {
		return mustRun(t, engines, source, usual(func(o *Options) { o.Reference = share })).ReferenceCases
	}
	sampled := modelled(listOf(lines...), ReferenceSample, quick...)
	assert.NotZero(t, sampled)
	assert.Less(t, sampled, uint64(20))
	assert.Equal(t, sampled, modelled(listOf(lines...), ReferenceUsual, quick...), "nobody knows how many there are")
	assert.Zero(t, modelled(listOf(lines...), ReferenceNone, quick...))
	assert.EqualValues(t, 100, modelled(listOf(lines...), ReferenceAll, quick...))

	small := mustRun(t, quick, generator(5, 64), DefaultOptions())
	assert.Equal(t, small.Compared, small.ReferenceCases, "a small run")
	slow := fake{can: func(s *sargon.Capabilities) { s.Stateless = true }}.as("slow")
	assert.EqualValues(t, 8, modelled(listOf(lines[:8]...), ReferenceUsual, fastest, slow), "next to a slow engine")
}

// illSource panics when it is asked for the third time.
type illSource struct {
	cases.Source
	asked int
}

func (s *illSource) Next(shard cases.Shard) (cases.Case, error) {
	if s.asked++; s.asked == 3 {
		panic(1978)
	}
	return s.Source.Next(shard)
}

// Broken inputs are reported, also where a source panics, and the others are compared. Nothing compared
// is no success.
func TestBrokenInputsAreReported(t *testing.T) {
	for verdict, test := range map[string]struct {
		source cases.Source
		tells  string
	}{
		"nothing was compared":       {listOf(), `^0 compared$`},
		"1 inputs could not be read": {listOf(ordinary, "level 1 fen 8", ordinary), `^2 compared; case: FEN \S+`},
		"2 inputs could not be read": {&illSource{Source: listOf("level 1 fen 8", ordinary, ordinary)},
			`^2 compared; case: FEN .*; panic: 1978\n`},
	} {
		r := judged(t, quick, test.source, oneWorker)
		assert.True(t, r.Complete)
		assert.Equal(t, "inconclusive: "+verdict, r.Result())
		assert.Regexp(t, test.tells, reportText(r))
	}
}

// The time limit ends a run without making it a failure.
func TestTimeLimit(t *testing.T) {
	slow := func(context.Context, *sargon.Result) error { time.Sleep(time.Second); return nil }
	synctest.Test(t, func(t *testing.T) {
		r := mustRun(t, append([]Participant{sick(1, slow)}, quick...), generator(17, 0),
			usual(func(o *Options) { o.Workers, o.MaxDuration = 1, 20*time.Second }))
		assert.NotZero(t, r.Compared)
		assert.LessOrEqual(t, r.Seconds, 2*20.0, "the case that was begun in time is the last")
		assert.False(t, r.Complete)
		assert.Equal(t, NoDifference, r.Verdict(), r.Reason())
	})
}

// An engine that can show less is checked against what it shows.
func TestEngineThatShowsLess(t *testing.T) {
	r := mustRun(t, []Participant{moving(fake{}).as("moves"), quick[0]}, generator(18, 32),
		usual(func(o *Options) { o.Reference = ReferenceAll }))
	assert.Equal(t, NoDifference, r.Verdict(), r.Reason())
	assert.Equal(t, sargon.DetailMove, r.Engines[0].Detail)
	assert.Equal(t, sargon.DetailTrace, r.Engines[1].Detail)
	assert.InDelta(t, r.Compared, r.ReferenceCases, 3, "the other engine was checked against the reference engine")
}

func TestReadReportRefusesOtherThings(t *testing.T) {
	const whole = `{"format":7,"engines":[{}],"shards":[1],"of_shards":1,"digest":"0000000000000000"}`
	_, err := ReadReport(strings.NewReader(whole))
	require.NoError(t, err)
	for _, text := range []string{"", "null", "{}", "[1]",
		strings.Replace(whole, "7", "6", 1), strings.Replace(whole, "{}", "", 1),
		strings.Replace(whole, "[1]", "[]", 1), strings.Replace(whole, `shards":1`, `shards":0`, 1),
		strings.Replace(whole, `"0`, `"x`, 1),
		strings.Replace(whole, "{", `{"differences":[{"case":"level 1 startpos"}],`, 1),
		strings.Replace(whole, "{", `{"differences":[{"failure":"panic"}],`, 1)} {
		_, err := ReadReport(strings.NewReader(text))
		assert.Error(t, err, text)
	}
}
