package compare

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
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

// What a comparison must not excuse. Each test plays an engine, or a judge, that deserves no
// excuse.

// Only what comes after the evaluation at which the specification is left is undefined, however the
// engines part.
func TestOnlyWhatComesAfterTheSpecificationIsUndefined(t *testing.T) {
	broken := errors.New("out of paper")
	for name, test := range map[string]struct {
		engine    Contender
		undefined bool
	}{
		"endless at once":            {ending(1, sargon.ErrEndless), false},
		"endless one too early":      {ending(leavesAt-1, sargon.ErrEndless), false},
		"endless after it":           {ending(leavesAt, sargon.ErrEndless), true},
		"fails at once":              {ending(1, broken), false},
		"fails one too early":        {ending(leavesAt-1, broken), false},
		"fails after it":             {ending(leavesAt, broken), true},
		"another evaluation at once": {departing(1), false},
		"another one too early":      {departing(leavesAt - 1), false},
		"another after it":           {departing(leavesAt), true},
		"only another score":         {changed("liar", func(r *sargon.Result) { r.Score++ }), true},
		"crashes, wherever it was":   {changed("crash", func(*sargon.Result) { panic("ouch") }), false},
		"refuses the position":       {refusing, false},
		"no trace, and another move": {
			moving(after(func(_ *literal.Engine, r *sargon.Result) { r.Best.To++ })), true,
		},
		"no trace, and it never ends": {
			moving(ended(func(asked, *sargon.Result, error) error { return sargon.ErrEndless })), false,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := one(t, []Contender{sound, test.engine}, Options{}, leavesLate)
			if !test.undefined {
				assert.EqualValues(t, 1, r.Differing, r.Undefined)
				assert.Empty(t, r.Undefined)
				return
			}
			assert.Zero(t, r.Differing, r.Differences)
			assert.Equal(t, Counts{"a lost king looks behind the tables": 1}, r.Undefined)
			for _, e := range r.Engines {
				assert.EqualValues(t, 1, e.Undefined, e.Name)
				assert.Zero(t, e.Cases, e.Name)
			}
			assert.Equal(t, "nothing was compared", r.Verdict())
		})
	}
}

// A model that says without reason that the specification is left excuses nothing: a second engine
// must have come there by itself and say the same.
func TestTheModelAloneExcusesNothing(t *testing.T) {
	says := func(why string, evals uint64) Contender {
		return changed("judge", func(r *sargon.Result) { r.Undefined, r.Defined = why, evals })
	}
	sets := usualJudges.witnesses[0]
	for name, test := range map[string]struct {
		line      string
		witnesses []Contender
		undefined bool
	}{
		"no witness":                     {ordinary, nil, false},
		"the witness says nothing":       {ordinary, []Contender{sets}, false},
		"it falls back as it often does": {triesOld, []Contender{sets}, false},
		"it says so of an earlier place": {ordinary, []Contender{says("it", 3)}, false},
		"it says so of a later place":    {ordinary, []Contender{says("it", 6)}, false},
		"it is there another way": {
			ordinary, []Contender{faultyContender("witness", func(a asked) (sargon.Result, error) {
				r, err := departs(2)(a)
				r.Undefined, r.Defined = "it", 5
				return r, err
			})}, false,
		},
		"it refuses the position": {
			"level 1 fen 3qk3/8/8/8/8/8/8/4K2R b K - 0 5", []Contender{refusing}, false,
		},
		"it cannot be opened":    {ordinary, []Contender{unopened}, false},
		"it crashes":             {ordinary, []Contender{changed("w", func(*sargon.Result) { panic("ouch") })}, false},
		"the second one says so": {ordinary, []Contender{sets, says("it", 5)}, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := Options{judges: &judges{model: says("so it says", 5), witnesses: test.witnesses}}
			r := one(t, []Contender{sound, departing(6)}, o, test.line)
			if test.undefined {
				assert.Equal(t, Counts{"so it says": 1}, r.Undefined)
				return
			}
			assert.Empty(t, r.Undefined)
			assert.EqualValues(t, 1, r.Differing)
		})
	}
}

// A judge that panics, or what explains, takes nobody with it: the finding is reported, and the run
// goes on.
func TestAJudgeThatPanicsIsContained(t *testing.T) {
	ill := changed("judge", func(*sargon.Result) { panic("the judge is ill") })
	o := Options{judges: &judges{model: ill, witnesses: []Contender{ill}}}
	r := one(t, []Contender{sound, departing(3)}, o, ordinary, ordinary)
	assert.EqualValues(t, 2, r.Differing)
	assert.True(t, r.Complete)

	r = one(t, []Contender{sound, ill}, Options{}, leavesLate, ordinary)
	assert.EqualValues(t, 2, r.Differing)
	assert.Contains(t, r.Differences[1].Failure, "panic: the judge is ill")

	o = Options{Debug: func(string, string, cases.Case) string { panic("ill") }}
	r = mustRun(t, []Contender{sound, departing(3)}, listOf(ordinary, ordinary), o)
	assert.EqualValues(t, 2, r.Differing)
	assert.Contains(t, r.Differences[0].Explanation, "panic: ill")
	assert.True(t, r.Complete)
}

// The reference model has no second voice beside an engine of its name.
func TestTheModelVotesOnce(t *testing.T) {
	r := mustRun(t, []Contender{departing(3), ReferenceModel()}, listOf(ordinary), Options{ModelEvery: 1})
	require.Len(t, r.Differences, 1)
	assert.Empty(t, r.Differences[0].Also)
}

// An engine that has another one do all its searches has proved nothing, and its voice is not
// counted.
func TestAnEngineThatFallsBackHasNoVoice(t *testing.T) {
	wrong := func(name string, fallen bool) Contender {
		return changed(name, func(r *sargon.Result) {
			r.Score++
			if fallen {
				hasFallen(r)
			}
		})
	}
	o := Options{MaxDifferences: -1}
	model, sets := ReferenceModel(), changed("sets", hasFallen)
	r := one(t, []Contender{sound, model, sets}, o, ordinary, triesOld)
	assert.EqualValues(t, 2, r.Compared, "sound against 10x12")
	assert.EqualValues(t, []uint64{2, 0, 2},
		[]uint64{r.Engines[0].Cases, r.Engines[2].Cases, r.Engines[2].FellBack})
	assert.Zero(t, r.Engines[2].Evals)
	assert.Equal(t, "sets fell back to another engine in 2 of 2 cases, more than 1 %", r.Verdict())

	for _, other := range []Contender{model, changed("0x88", hasFallen)} {
		r = one(t, []Contender{other, sets}, o, ordinary)
		assert.Zero(t, r.Compared, "10x12 against itself")
	}

	for want, others := range map[string][]Contender{
		"rom against 10x12; 0x88 and sets fell back to 10x12": {
			wrong("10x12", false), wrong("0x88", true), wrong("sets", true),
		},
		"rom against 10x12; sets fell back to 10x12": {wrong("sets", true)},
	} {
		r = one(t, append([]Contender{named("rom", sound)}, others...), o, ordinary)
		require.Len(t, r.Differences, 1)
		assert.Empty(t, r.Differences[0].Also)
		assert.Contains(t, r.Differences[0].String(), want)
	}

	fails := func(name string, fallen bool) Contender {
		return faultyContender(name, func(asked) (r sargon.Result, err error) {
			if fallen {
				hasFallen(&r)
			}
			return r, errors.New("10x12: out of paper")
		})
	}
	r = one(t, []Contender{sound, fails("10x12", false), fails("sets", true)}, o, ordinary)
	require.Len(t, r.Differences, 1, "one failure")
	assert.Equal(t, []string{"sets"}, r.Differences[0].FellBack)
}

// What is left out is limited: by 1 % and what chance adds, by what a targeted run says of its
// cases, or by a flag.
func TestWhatIsLeftOutIsLimited(t *testing.T) {
	report := func(cases, limits uint64, leftOut EngineReport) string {
		leftOut.Name, leftOut.Done, leftOut.Cases = "x", cases, 1
		r := &Report{Compared: cases, Limits: float64(limits), Engines: []EngineReport{leftOut}}
		return r.Verdict()
	}
	for _, test := range []struct {
		cases, limits, most uint64
	}{
		{1, 1, 0}, {10, 10, 1}, {200, 200, 6}, {200, 200 * 80, 197}, {100_000, 100_000, 1094},
	} {
		for what, leftOut := range map[string]func(uint64) EngineReport{
			"fell back to another engine": func(n uint64) EngineReport { return EngineReport{FellBack: n} },
			"is undefined":                func(n uint64) EngineReport { return EngineReport{Undefined: n} },
			"was skipped":                 func(n uint64) EngineReport { return EngineReport{Skipped: n} },
		} {
			assert.Empty(t, report(test.cases, test.limits, leftOut(test.most)), test)
			assert.Regexp(t, fmt.Sprintf(`^x %s in \d+ of \d+ cases, more than \d+ %%$`, what),
				report(test.cases, test.limits, leftOut(test.most+1)), test)
		}
	}
	contenders := []Contender{sound, ReferenceModel(), changed("sets", hasFallen)}
	r := one(t, contenders, Options{Limit: 100}, ordinary)
	assert.Equal(t, "sets did none of the cases by itself", r.Verdict())

	for _, test := range []struct {
		generator cases.GeneratorOptions
		limit     float64
	}{
		{cases.GeneratorOptions{Kinds: []string{"many pins"}}, 80},
		{cases.GeneratorOptions{Rules: []string{"step"}}, 80},
		{cases.GeneratorOptions{TargetEvery: 1 << 30}, 1},
		{cases.GeneratorOptions{TargetEvery: 1}, 5},
	} {
		test.generator.Cases = 16
		r := judged(t, quick, must.Have(cases.NewGenerator(test.generator)), Options{})
		assert.Equal(t, 16*test.limit, r.Limits)
	}
}

// Every case of every engine is counted once.
func TestEveryCaseIsCountedOnce(t *testing.T) {
	const n = 64
	contenders := append(slices.Clone(quick), sick(5, turn), sick(7, fail), moving(native.NewSets))
	r := judged(t, contenders, generator(9, n), Options{MaxDifferences: -1})
	assert.EqualValues(t, n, r.Compared+r.Skipped)
	for _, e := range r.Engines {
		assert.EqualValues(t, n, e.Cases+e.FellBack+e.Undefined+e.Skipped+e.Failed+e.Unsupported, e.Name)
	}
}

// Engines that make the same mistake are wrong all the same.
func TestEqualFailuresAreFailures(t *testing.T) {
	for want, test := range map[string]struct {
		engine Contender
		line   string
	}{
		"accepts the move e7e4, which is not legal": {gullible, "level 1 startpos kept 1 e2e4 !e7e4 e7e5"},
		"refuses the move e1e8":                     {sound, "level 1 startpos kept 1 e1e8 1"},
		"out of paper":                              {ending(3, errors.New("out of paper")), ordinary},
		"ouch":                                      {changed("", func(*sargon.Result) { panic("ouch") }), ordinary},
	} {
		r := one(t, []Contender{test.engine, named("other", test.engine)}, Options{MaxDifferences: -1}, test.line)
		require.Len(t, r.Differences, 2, "of each engine")
		for _, f := range r.Differences {
			assert.Contains(t, f.Failure, want)
		}
	}
}

// Each of the results is compared, also where all others are the same; what a move has done wrong counts,
// also if the search puts it right; and who leaves another position than it found has failed, whatever
// it has answered.
func TestEachResultIsCompared(t *testing.T) {
	other := func(f func(*sargon.Result)) func() sargon.Engine {
		return after(func(_ *literal.Engine, r *sargon.Result) { f(r) })
	}
	losing := func() sargon.Engine {
		moves := player{literal.New(), func(e *literal.Engine, from, to sargon.Square) error {
			err := e.Play(from, to)
			royals := e.Position().Royal
			royals[sargon.WhiteQueen] = sargon.NoSquare
			e.SetRoyals(royals)
			return err
		}}
		return findingRoyals{moves}
	}
	for what, test := range map[string]struct {
		line string
		open func() sargon.Engine
	}{
		"score":                  {ordinary, other(func(r *sargon.Result) { r.Score++ })},
		"its flags":              {ordinary, other(func(r *sargon.Result) { r.Best.Flags ^= sargon.FirstMove })},
		"evaluations":            {ordinary, other(func(r *sargon.Result) { r.Evals++ })},
		"calls of the generator": {ordinary, other(func(r *sargon.Result) { r.Gens++ })},
		"what is told during the search, or the list at ply 1": {ordinary, other(func(r *sargon.Result) {
			r.TStates++ // as a machine does
			slices.Reverse(r.Root)
		})},
		"mate or stalemate": {ordinary, ended(func(asked, *sargon.Result, error) error {
			return sargon.ErrNoLegalMove
		})},
		"best line": {
			"level 2 fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 20", around(func(a asked) (sargon.Result, error) {
				tell := a.o.Watch.Best
				a.o.Watch.Best = func(l sargon.Line) {
					l.Moves = l.Moves[:1]
					tell(l)
				}
				r, err := a.search()
				r.PV = r.PV[:1]
				return r, err
			}),
		},
		"position before it": {"level 1 startpos kept e2e4", losing},
		"leaves another position: fen 4k3/": {ordinary, after(func(e *literal.Engine, _ *sargon.Result) {
			p := e.Position()
			p.MoveNumber++
			_ = e.SetPosition(p)
		})},
		"told evaluations": {ordinary, before(func(_ *literal.Engine, o *sargon.SearchOptions) {
			o.Watch.Evaluation = nil
		})},
		`told the best line ""`: {ordinary, before(func(_ *literal.Engine, o *sargon.SearchOptions) {
			o.Watch.Best = nil
		})},
	} {
		r := one(t, []Contender{sound, contender("other", test.open)}, Options{}, test.line)
		require.Len(t, r.Differences, 1, what)
		if f := &r.Differences[0]; f.Failure != "" {
			assert.Contains(t, f.Failure, what)
		} else {
			require.Len(t, f.Differences, 1, what)
			assert.Equal(t, what, f.Differences[0].What)
		}
	}
}

// findingRoyals looks for the royal squares before each search.
type findingRoyals struct{ player }

func (f findingRoyals) Search(ctx context.Context, o sargon.SearchOptions) (sargon.Result, error) {
	p := f.Position()
	p.FindRoyals()
	f.SetRoyals(p.Royal)
	return f.player.Search(ctx, o)
}

// At detail state, what evaluations rest on is compared, even if all values are the same.
func TestStatesAreCompared(t *testing.T) {
	for _, change := range []func(*sargon.State){
		func(s *sargon.State) { s.Totals.PointsWon2 ^= 1 },
		func(s *sargon.State) { s.Pins = []sargon.Pin{} },
		func(s *sargon.State) { s.Royal[2]++ },
		func(s *sargon.State) { s.Board[sargon.E1] ^= sargon.MovedBit },
	} {
		for detail, differing := range map[sargon.Detail]uint64{sargon.DetailTrace: 0, sargon.DetailState: 1} {
			other := contender("other", before(func(_ *literal.Engine, o *sargon.SearchOptions) {
				if show := o.Watch.State; show != nil {
					o.Watch.State = func(s *sargon.State) { change(s); show(s) }
				}
			}))
			r := one(t, []Contender{other, fastest}, Options{Detail: detail},
				"level 1 fen 4k3/p3n3/8/8/8/8/4Q3/4K3 b - - 0 9")
			assert.Equal(t, differing, r.Differing, detail)
		}
	}
}

// A failure of another engine, or in another way, is another finding.
func TestFailuresOfTwoEnginesAreOfTwoKinds(t *testing.T) {
	f := Finding{A: "one", Failure: "out of paper", how: observe.Otherwise}
	again, other, crashed := f, f, f
	other.A, crashed.how = "other", observe.Crashed
	assert.True(t, f.sameKind(&again))
	assert.False(t, f.sameKind(&other))
	assert.False(t, f.sameKind(&crashed))
}

// Two engines that are wrong in two ways are two findings, and who does a search by itself is what others
// are compared with.
func TestFindingsAreJoinedOnlyIfTheyAreTheSame(t *testing.T) {
	scoring := changed("scoring", func(r *sargon.Result) { r.Score++ })
	counting := changed("counting", func(r *sargon.Result) { r.Gens++ })
	r := one(t, []Contender{changed("sets", hasFallen), sound, scoring, counting}, Options{}, ordinary)
	require.Len(t, r.Differences, 2)
	for i, name := range []string{"scoring", "counting"} {
		f := &r.Differences[i]
		assert.Equal(t, []string{"sound", name}, []string{f.A, f.B})
		assert.Empty(t, f.Also)
	}
}

// Engines that both go on for ever agree only if they do the same until then, as far as both came.
func TestSearchesWithoutAnEndAreComparedSoFar(t *testing.T) {
	for name, test := range map[string]struct {
		engine Contender
		same   bool
	}{
		"equally far":         {ending(9, sargon.ErrEndless), true},
		"less far":            {ending(6, sargon.ErrEndless), true},
		"a failure of a kind": {ending(9, errors.New("out of paper")), false},
		"to its end":          {sound, false},
		"other evaluations": {faultyContender("wrong", func(a asked) (sargon.Result, error) {
			r, err := departs(4)(a)
			if a.o.MaxEvals == 0 {
				err = sargon.ErrEndless
			}
			return r, err
		}), false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			first := named("first", ending(9, sargon.ErrEndless))
			r := one(t, []Contender{first, test.engine}, Options{}, ordinary)
			if test.same {
				assert.EqualValues(t, 1, r.Compared)
				assert.Empty(t, r.Verdict())
				assert.Empty(t, r.Undefined)
				return
			}
			assert.EqualValues(t, 1, r.Differing)
		})
	}
}

// A game that keeps its state ends where a search has lost a king: nobody knows what is legal then.
func TestAGameEndsWithItsKing(t *testing.T) {
	const line = "level 1 fen 8/8/8/8/8/8/pp6/k2NK3 w - - 0 3 kept 1 d1b2 1"
	loses := contender("loses", after(func(e *literal.Engine, _ *sargon.Result) {
		royals := e.Position().Royal
		royals[sargon.WhiteKing]++
		e.SetRoyals(royals)
	}))
	r := one(t, []Contender{loses, named("other", loses)}, Options{}, line)
	assert.Zero(t, r.Differing, r.Differences)
	assert.EqualValues(t, []uint64{1, 2}, []uint64{r.Compared, r.Skipped})
	assert.Contains(t, r.Verdict(), "was skipped in 2 of 3 cases")

	r = one(t, []Contender{loses, sound}, Options{}, line)
	assert.EqualValues(t, 1, r.Differing, "the other has its king")

	forgetful := contender("forgetful", playing(func(e *literal.Engine, from, to sargon.Square) error {
		err := e.Play(from, to)
		if err != nil {
			royals := e.Position().Royal
			royals[sargon.BlackKing] = sargon.NoSquare
			e.SetRoyals(royals)
		}
		return err
	}))
	r = one(t, []Contender{forgetful, sound}, Options{}, "level 1 startpos kept !e7e4 e2e4 e7e5")
	assert.EqualValues(t, 1, r.Differing, "a king that no search has lost")
}

// A case may be shrunk only to one that clashes in the same way.
func TestShrinkingStaysWithItsFault(t *testing.T) {
	for name, fault := range map[string]func(*sargon.Result) error{
		"crashes":       func(*sargon.Result) error { panic("too few pieces") },
		"fails":         func(*sargon.Result) error { return errors.New("too few pieces") },
		"endless":       func(*sargon.Result) error { return sargon.ErrEndless },
		"another value": func(r *sargon.Result) error { r.Best.To++; return nil },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			faulty := contender("faulty", ended(func(a asked, r *sargon.Result, err error) error {
				if hasRook(a) {
					r.Gens++
					return err
				}
				return fault(r)
			}))
			f := shrunk(t, sound, faulty, Options{})
			require.Len(t, f.Differences, 1)
			assert.Equal(t, sargon.Rook, f.Shrunk.Start.Board[sargon.A1].Type(), f.Shrunk)
			assert.True(t, strings.HasPrefix(f.Explanation, "case: "+f.Shrunk.String()), f.Explanation)
		})
	}
}

// A case is not shrunk to one of which the specification says nothing.
func TestShrinkingStaysWithinTheSpecification(t *testing.T) {
	judge := contender("judge", ended(func(a asked, r *sargon.Result, err error) error {
		if !hasRook(a) {
			r.Undefined, r.Defined = "so it says", 0
		}
		return err
	}))
	f := shrunk(t, sound, changed("faulty", func(r *sargon.Result) { r.Gens++ }),
		Options{judges: &judges{model: judge, witnesses: []Contender{judge}}})
	assert.Equal(t, sargon.Rook, f.Shrunk.Start.Board[sargon.A1].Type(), f.Shrunk)
	assert.Less(t, len(f.Shrunk.String()), len(ordinary))
	assert.Contains(t, f.Command, f.Shrunk.String())
}

// The failure of one engine alone is found again, and its case is shrunk, in whichever way it fails.
func TestALoneFailureIsShrunk(t *testing.T) {
	for _, fault := range []error{errors.New("out of paper"), sargon.ErrEndless} {
		f := shrunk(t, failsAlways("faulty", fault), Contender{}, Options{})
		assert.Equal(t, "faulty", f.A)
		assert.Contains(t, f.Failure, fault.Error())
		assert.Less(t, len(f.Shrunk.String()), len(ordinary))
		assert.Contains(t, f.Explanation, fault.Error())
	}
	// What fails so again is not shrunk again: a person waits.
	r := mustRun(t, []Contender{sound, failsAlways("faulty", errors.New("out of paper"))},
		listOf(ordinary, pinned), Options{Workers: 1})
	require.Len(t, r.Differences, 2)
	assert.NotNil(t, r.Differences[0].Shrunk)
	assert.Nil(t, r.Differences[1].Shrunk)
}

// hasRook tells whether the rook of an ordinary case is still there.
func hasRook(a asked) bool { return a.Position().Board[sargon.A1].Type() == sargon.Rook }

// shrunk investigates an ordinary case.
func shrunk(t *testing.T, a, b Contender, o Options) *Finding {
	t.Helper()
	o.ShrinkTime = time.Minute
	f := investigated(t, a, b, ordinary, o)
	require.NotNil(t, f.Shrunk)
	return f
}

// What shows only at the end of a deep search is compared: on small boards they come to it.
func TestDeepSearchesComeToTheirEnd(t *testing.T) {
	for level := sargon.Level(4); level <= sargon.MaxLevel; level++ {
		liar := contender("liar", ended(func(a asked, r *sargon.Result, err error) error {
			if a.o.Level == level && err == nil {
				r.Score++
			}
			return err
		}))
		o := cases.GeneratorOptions{Seed: 4, Cases: 16, Kinds: []string{"locked"}}
		assert.NotEmpty(t, firstDifference(t, o, liar, fastest).Differences, level)
	}
}

// A type that embeds an engine shows what that one shows.
func TestEmbeddingAnEngineChangesNothing(t *testing.T) {
	for _, c := range append([]Contender{rom(), ReferenceModel()}, quick...) {
		engine := must.Have(c.Open())
		shows, embedded := engine.Shows(), struct{ sargon.Engine }{engine}.Shows()
		assert.Equal(t, sargon.DetailState, embedded.Detail)
		assert.NotNil(t, embedded.ListArea)
		assert.Equal(t, shows.Machine, embedded.Machine)
		assert.Equal(t, c.Name == "rom", embedded.Machine != nil)
	}
}

// One of a kind of mistake is enough for a verdict.
func TestOneMistakeIsEnough(t *testing.T) {
	for want, spoil := range map[string]func(*Report){
		"":                             func(*Report) {},
		"1 of 9 cases differ":          func(r *Report) { r.Differing = 1 },
		"1 inputs could not be read":   func(r *Report) { r.Broken = 1 },
		"x was given up: out of paper": func(r *Report) { r.Engines[0].GaveUp = "out of paper" },
	} {
		r := &Report{Compared: 9, Limits: 9, Engines: []EngineReport{{Name: "x", Done: 9, Cases: 9}}}
		spoil(r)
		assert.Equal(t, want, r.Verdict())
	}
}

// A search of just as many evaluations as its limit: rom is stopped there, the others have ended.
func TestALimitThatIsJustEnough(t *testing.T) {
	r := one(t, append([]Contender{rom()}, quick...), Options{},
		"level 1 fen 8/5K2/8/7k/7Q/8/8/8 b - - 0 20 evals 2")
	assert.Empty(t, r.Differences)
	assert.EqualValues(t, 1, r.Compared)
	for _, e := range r.Engines {
		assert.EqualValues(t, 2, e.Evals, e.Name)
	}
}

// A king that was lost leads the program through its stack, and it may end anywhere.
func TestAFailureOutsideTheSpecificationIsUndefined(t *testing.T) {
	r := mustRun(t, []Contender{rom(), ReferenceModel()}, listOf(
		"level 1 fen 3b1r2/4NP2/1k1rQQBr/1pb1RBN1/BRrRbr1b/1b3NN1/RnqrNKPr/8 b - - 0 2", ordinary),
		Options{ShrinkTime: -1})
	assert.Equal(t, Counts{"a lost king looks behind the tables": 1}, r.Undefined)
	assert.Empty(t, r.Differences)
	assert.EqualValues(t, 1, r.Engines[0].Undefined)
	assert.EqualValues(t, 1, r.Engines[0].Cases)
}
