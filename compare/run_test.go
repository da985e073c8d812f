package compare

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/compare/cases"
	"sargon78/compare/observe"
	"sargon78/native"
	"sargon78/native/literal"
	"sargon78/sargon"
	"sargon78/sargon/must"
)

// All engines of this project do the same, state by state; the sample is small because the
// emulated one takes its time.
func TestEnginesDoTheSame(t *testing.T) {
	contenders := append([]Contender{rom(), ReferenceModel()}, quick...)
	r := mustRun(t, contenders, generator(1979, 8), Options{Detail: sargon.DetailState})
	assert.Empty(t, r.Verdict(), r.Differences)
	assert.EqualValues(t, 8, r.Compared)
	assert.EqualValues(t, 8, r.Modelled)
	for _, e := range r.Engines {
		assert.Equal(t, r.Engines[0].Evals, e.Evals, e.Name)
	}
	assert.NotZero(t, r.Engines[0].TStates)
}

// Every rule of the specification is reached by the corpus, and engines agree there: in cases that once
// differed the ROM, too. With -all: in a run of a usual size, too, except the moves of a piece without
// a type, where one case in a hundred thousand gets.
func TestEveryRuleIsReached(t *testing.T) {
	source := new(listSource)
	for _, file := range must.Have(filepath.Glob(corpus("*"))) {
		for _, c := range readCases(t, file) {
			source.items = append(source.items, c.Case)
		}
	}
	r := mustRun(t, quick, source, Options{ModelEvery: 1, Limit: 50})
	assert.Empty(t, r.Verdict(), r.Differences)
	assert.Greater(t, len(source.items), 400)
	assert.Empty(t, r.Unreached())
	if !*all {
		return
	}
	r = mustRun(t, quick, must.Have(cases.NewGenerator(
		cases.GeneratorOptions{Seed: 4, Cases: 2000, Levels: mostlyLevelOne})), Options{})
	assert.Empty(t, r.Verdict(), r.Differences)
	assert.Subset(t, []string{literal.TypelessMoves.String()}, r.Unreached())
}

func TestRegressions(t *testing.T) {
	source := new(listSource)
	for _, c := range readCases(t, corpus("regressions")) {
		source.items = append(source.items, c.Case)
	}
	r := mustRun(t, []Contender{rom(), fastest}, source, Options{ModelEvery: 1, Limit: 50})
	assert.Empty(t, r.Verdict(), r.Differences)
	assert.EqualValues(t, len(source.items), r.Compared+r.Skipped)
	assert.EqualValues(t, len(source.items), r.Modelled)
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
		all = append(all, commented{mustCase(line), comment})
	}
	require.NotEmpty(t, all, file)
	return all
}

// Shards joined are the whole run, however many workers do them.
func TestShardsAreTheWhole(t *testing.T) {
	whole := mustRun(t, quick, generator(33, 96), Options{Workers: 1})
	var parts []*Report
	for i := 1; i <= 3; i++ {
		part := mustRun(t, quick, generator(33, 96),
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
	_, err = Merge(parts[0], parts[0])
	assert.ErrorContains(t, err, "shard 1/3 is there twice")
	_, err = Merge(parts[0], whole)
	assert.ErrorContains(t, err, "of_shards: 3 in one, 1 in the other")
	_, err = Merge(mustRun(t, quick, generator(8, 2), Options{}), mustRun(t, quick, generator(9, 2), Options{}))
	assert.ErrorContains(t, err, "seed 8")
}

// Whatever a shard has counted is in the sum.
func TestMergingAddsEveryCount(t *testing.T) {
	shard := func(number int, n uint64) *Report {
		counts := Counts{"some": n}
		return &Report{
			Of: 2, Shards: []int{number}, Compared: n, Skipped: n, Levelled: counts, Origins: counts,
			Undefined: counts, Reached: counts, Modelled: n, Limits: float64(n), Differing: n, Broken: n,
			Seconds: float64(n), digest: n, Engines: []EngineReport{{
				Done: n, Cases: n, Evals: n, TStates: n, FellBack: n, Undefined: n, Skipped: n, Failed: n,
				Unsupported: n, Seconds: float64(n),
			}},
		}
	}
	want, got := shard(1, 3), must.Have(Merge(shard(2, 1), shard(1, 2)))
	want.Shards, got.Complete = []int{1, 2}, false
	assert.Equal(t, want, got)
}

// An engine that crashes, fails, hangs or lies is reported with the case, and the others
// go on.
func TestSickEnginesAreReported(t *testing.T) {
	const n = 32
	for _, test := range []struct {
		name    string
		ill     func(context.Context, *sargon.Result) error
		every   int
		timeout time.Duration
		failure string
	}{
		{"crash", crash, 10, 0, "panic: the chip is on fire"},
		{"fail", fail, 10, 0, "out of paper"},
		{"sleep", sleep, 25, 2 * time.Second, "no answer within 2s"},
		{"lie", lie, 10, 0, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			contenders := []Contender{fastest, named("other", fastest), sick(int64(test.every), test.ill)}
			var r *Report
			synctest.Test(t, func(t *testing.T) {
				r = mustRun(t, contenders, generator(28, n), Options{
					Workers: 2, MaxDifferences: -1, Investigate: -1, Timeout: test.timeout,
				})
			})
			// A game of self-play ends with a failure, and some positions have no move.
			least, most := (n-4)/test.every-1, n/test.every
			assert.EqualValues(t, n, r.Compared, "the others went on")
			require.GreaterOrEqual(t, len(r.Differences), max(least, 1))
			assert.LessOrEqual(t, len(r.Differences), most)
			assert.Equal(t, r.Engines[0].Evals, r.Engines[1].Evals)
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

// An engine that hangs for good is left behind, and given up after several times; with fewer than two
// engines left the run ends.
func TestHangingEngineIsLeftBehind(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tested := make(chan struct{})
		defer close(tested)
		hang := func(context.Context, *sargon.Result) error { <-tested; return nil }
		o := Options{Workers: 1, MaxDifferences: -1, Timeout: time.Second}
		r := judged(t, append([]Contender{sick(1, hang)}, quick...), generator(17, 16), o)
		assert.EqualValues(t, 16, r.Compared+r.Skipped)
		assert.EqualValues(t, 4, r.Differing)
		assert.Contains(t, r.Differences[0].Failure, "does not stop")
		assert.Contains(t, r.Verdict(), "cases differ")
		assert.NotEmpty(t, r.Engines[0].GaveUp)

		r = judged(t, []Contender{fastest, sick(1, fail)}, generator(15, 400), o)
		assert.NotEmpty(t, r.Engines[1].GaveUp)
		assert.False(t, r.Complete)
		assert.False(t, r.Success())
	})
}

// A search without an answer in time is reported, but not done again: neither by a run nor, after
// the first time, when it is repeated.
func TestHangsAreNotDoneAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		searches := 0
		sleeper := faultyContender("sleeper", func(a asked) (sargon.Result, error) {
			searches++
			return sargon.Result{}, sleep(a.ctx, nil)
		})
		const timeout = 500 * time.Millisecond
		r := mustRun(t, append([]Contender{sleeper}, quick...), generator(9, 16),
			Options{Workers: 1, MaxDifferences: 1, Timeout: timeout})
		assert.Equal(t, 1, searches)
		require.Len(t, r.Differences, 1)
		assert.Contains(t, r.Differences[0].Explanation, "sleeper: no answer within 500ms\n")
		assert.Contains(t, r.Differences[0].Command, "sargon compare repro")

		f := investigated(t, fastest, sleeper, ordinary, Options{Timeout: timeout, ShrinkTime: time.Minute})
		assert.Equal(t, 2, searches)
		assert.Equal(t, "sleeper", f.A)
		assert.Nil(t, f.Shrunk)
		assert.Contains(t, f.Explanation, "sleeper: no answer within 500ms\n")
	})
}

// unopened cannot be opened.
var unopened = Contender{
	Name: "broken", Open: func() (sargon.Engine, error) { return nil, errors.New("no such tape") },
}

func TestEngineThatCannotBeOpened(t *testing.T) {
	_, err := Run(t.Context(), []Contender{fastest, unopened}, generator(16, 8), Options{})
	assert.ErrorIs(t, err, ErrNotStarted)
	assert.ErrorContains(t, err, "broken: no such tape")
	hollow := contender("hollow", func() sargon.Engine { return struct{ sargon.Engine }{} })
	_, err = Run(t.Context(), []Contender{fastest, hollow}, generator(16, 8), Options{})
	assert.ErrorContains(t, err, "panic: ")
	seen := hollow.Once(t.Context(), &twoSearches, observe.Watch{}, 0)
	assert.Equal(t, observe.Crashed, seen.Failure)
	_, err = Run(t.Context(), quick[:1], generator(16, 8), Options{})
	assert.ErrorContains(t, err, "at least two engines")
}

// Broken inputs are reported, also where a source panics, and the others are compared. Nothing compared
// is no success.
func TestBrokenInputsAreReported(t *testing.T) {
	c := mustCase(ordinary)
	for verdict, items := range map[string][]any{
		"nothing was compared":       nil,
		"1 inputs could not be read": {c, errors.New("a.fen:2: no king"), c},
		"2 inputs could not be read": {errors.New("a.fen:1: no king"), c, 1978, c},
	} {
		r := mustRun(t, quick, &listSource{items: items}, Options{Workers: 1})
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
			assert.Contains(t, r.BrokenTexts[1], "panic: 1978")
		}
	}
}

// It is a difference if one engine takes what another does not.
func TestOtherPositionsAndMovesAreADifference(t *testing.T) {
	for refused, line := range map[string]string{
		"always White's turn":   "level 1 fen 4k3/8/8/8/8/8/8/4K2R b K - 0 5",
		"refuses the move e1g1": "level 1 fen 4k3/8/8/8/8/8/8/4K2R w K - 0 5 moves e1g1",
	} {
		r := mustRun(t, []Contender{refusing, fastest}, listOf(line), Options{ShrinkTime: -1})
		require.Len(t, r.Differences, 1)
		f := r.Differences[0]
		assert.Empty(t, f.Failure)
		assert.Equal(t, "sets", f.A)
		assert.Equal(t, "strict", f.B)
		require.Len(t, f.Differences, 1)
		assert.Equal(t, "accepted", f.Differences[0].A)
		assert.Contains(t, f.Differences[0].B, refused)
		assert.Contains(t, f.Explanation, "spec §16 says how a position is set up")
		assert.Zero(t, r.Engines[0].Failed)
	}
}

// The time limit ends a run without making it a failure.
func TestTimeLimit(t *testing.T) {
	slow := func(context.Context, *sargon.Result) error { time.Sleep(time.Second); return nil }
	synctest.Test(t, func(t *testing.T) {
		r := mustRun(t, append([]Contender{sick(1, slow)}, quick...), generator(17, 0),
			Options{Workers: 1, For: 20 * time.Second})
		assert.NotZero(t, r.Compared)
		assert.LessOrEqual(t, r.Seconds, 2*20.0, "the case that was begun in time is the last")
		assert.False(t, r.Complete)
		assert.True(t, r.Success())
	})
}

// An engine that can show less is held to what it shows.
func TestEngineThatShowsLess(t *testing.T) {
	r := mustRun(t, []Contender{moving(native.NewSets), quick[0]}, generator(18, 32), Options{ModelEvery: 1})
	assert.Empty(t, r.Verdict())
	assert.Equal(t, sargon.DetailMove, r.Engines[0].Detail)
	assert.Equal(t, sargon.DetailTrace, r.Engines[1].Detail)
	assert.InDelta(t, r.Compared, r.Modelled, 3, "the other engine was held to the specification")
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
	game := cases.Case{Start: sargon.StartPosition(), Plies: []cases.Ply{{Level: 1}, {Level: 1}, {Level: 1}}}
	r := judged(t, []Contender{sick(2, turn), named("other", sick(2, turn))}, listOf(game), Options{Workers: 1})
	assert.EqualValues(t, []uint64{2, 1}, []uint64{r.Compared, r.Skipped}, "both go on for ever alike")
	for _, e := range r.Engines {
		assert.EqualValues(t, []uint64{2, 2, 1}, []uint64{e.Done, e.Cases, e.Skipped})
	}
}
