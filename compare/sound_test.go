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

const (
	// leavesLate leaves the specification after 106 of its 122 evaluations: a king is lost.
	leavesLate = "level 2 fen n7/2k5/8/1rp5/8/3BQQ2/5K2/3BRB2 b - - 0 179"
	leavesAt   = 106

	// triesOld tries an old record, which the specification describes and the fast engines leave to
	// 10x12. It has 11 evaluations.
	triesOld = "level 2 fen 8/8/8/8/8/2K5/pp6/k2N4 w - - 0 3 set b1=89"

	// ordinary has nothing odd about it.
	ordinary = "level 1 fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 20"
)

// asked is a search that an engine is asked for.
type asked struct {
	sargon.Engine
	ctx context.Context
	o   sargon.SearchOptions
}

func (a asked) search() (sargon.Result, error) { return a.Search(a.ctx, a.o) }

// faultyEngine is an engine with a fault in its search.
type faultyEngine struct {
	sargon.Engine
	fault func(asked) (sargon.Result, error)
}

func (f faultyEngine) Search(
	ctx context.Context, o sargon.SearchOptions,
) (sargon.Result, error) {
	return f.fault(asked{f.Engine, ctx, o})
}

// faultyContender is 10x12 with a fault, under another name.
func faultyContender(name string, fault func(asked) (sargon.Result, error)) Contender {
	return contender(name, func() sargon.Engine { return faultyEngine{literal.New(), fault} })
}

// changed is an engine whose results are changed.
func changed(name string, change func(*sargon.Result)) Contender {
	return faultyContender(name, func(a asked) (sargon.Result, error) {
		r, err := a.search()
		change(&r)
		return r, err
	})
}

// departing is an engine that does other evaluations after so many.
func departing(after uint64) Contender {
	return faultyContender("departing", func(a asked) (sargon.Result, error) {
		evals, trace, tell := uint64(1), sargon.EmptyTrace, a.o.Watch.Evaluation
		a.o.Watch.Evaluation = func(s sargon.Evaluation) {
			if evals++; evals > after {
				s.Value ^= 1
			}
			trace = trace.Add(s)
			if tell != nil {
				tell(s)
			}
		}
		r, err := a.search()
		r.Trace = trace
		return r, err
	})
}

// ending is an engine whose searches end in an error after so many evaluations.
func ending(after uint64, with error) Contender {
	return faultyContender("ending", func(a asked) (sargon.Result, error) {
		if a.o.MaxEvals == 0 || a.o.MaxEvals > after {
			a.o.MaxEvals = after
			r, _ := a.search()
			return r, with
		}
		return a.search()
	})
}

// sound is 10x12, under a name of its own.
var sound = changed("sound", func(*sargon.Result) {})

// hasFallen makes a search one that 10x12 did.
func hasFallen(r *sargon.Result) { r.FellBack = "it never does anything itself" }

// one compares engines in single cases.
func one(t *testing.T, contenders []Contender, o Options, lines ...string) *Report {
	t.Helper()
	source := &listSource{}
	for _, line := range lines {
		source.add(mustCase(t, line))
	}
	o.Investigate, o.ModelEvery = -1, neverModel
	return mustRun(t, contenders, source, o)
}

// Only what comes after the evaluation at which the specification is left is undefined, however the
// engines part.
func TestOnlyWhatComesAfterTheSpecificationIsUndefined(t *testing.T) {
	broken := fmt.Errorf("out of paper")
	for name, test := range map[string]struct {
		engine    Contender
		undefined bool
	}{
		"endless at once":             {ending(1, sargon.ErrEndless), false},
		"endless one too early":       {ending(leavesAt-1, sargon.ErrEndless), false},
		"endless after it":            {ending(leavesAt, sargon.ErrEndless), true},
		"fails at once":               {ending(1, broken), false},
		"fails one too early":         {ending(leavesAt-1, broken), false},
		"fails after it":              {ending(leavesAt, broken), true},
		"another evaluation at once":  {departing(1), false},
		"another one too early":       {departing(leavesAt - 1), false},
		"another after it":            {departing(leavesAt), true},
		"only another score":          {changed("liar", func(r *sargon.Result) { r.Score++ }), true},
		"crashes, wherever it was":    {changed("crash", func(*sargon.Result) { panic("ouch") }), false},
		"refuses the position":        {Contender{Name: "strict", Open: openStrict}, false},
		"no trace, and another move":  {Contender{Name: "mover", Open: openLyingMover}, true},
		"no trace, and it never ends": {Contender{Name: "mover", Open: openEndlessMover}, false},
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

func openStrict() (sargon.Engine, error) { return strict{literal.New()}, nil }

func openLyingMover() (sargon.Engine, error) {
	e, err := changed("", func(r *sargon.Result) { r.Best.To++ }).Open()
	return mover{e}, err
}

func openEndlessMover() (sargon.Engine, error) {
	e, err := ending(1, sargon.ErrEndless).Open()
	return mover{e}, err
}

// A model that says without reason that the specification is left excuses nothing: a second engine
// must have come there by itself and say the same.
func TestTheModelAloneExcusesNothing(t *testing.T) {
	model := changed("model", func(r *sargon.Result) { r.Undefined, r.Defined = "so it says", 5 })
	says := func(why string, after uint64) Contender {
		return changed("witness", func(r *sargon.Result) { r.Undefined, r.Defined = why, after })
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
		"it is there another way": {ordinary, []Contender{faultyContender("witness", func(a asked) (sargon.Result, error) {
			e, _ := departing(2).Open()
			_ = e.SetPosition(mustCase(t, ordinary).Start)
			r, err := e.Search(a.ctx, a.o)
			r.Undefined, r.Defined = "it", 5
			return r, err
		})}, false},
		"it refuses the position": {
			"level 1 fen 3qk3/8/8/8/8/8/8/4K2R b K - 0 5",
			[]Contender{{Name: "strict", Open: openStrict}}, false,
		},
		"it cannot be opened": {ordinary, []Contender{{Name: "none", Open: func() (sargon.Engine, error) {
			return nil, fmt.Errorf("no such tape")
		}}}, false},
		"it crashes":             {ordinary, []Contender{changed("w", func(*sargon.Result) { panic("ouch") })}, false},
		"the second one says so": {ordinary, []Contender{sets, says("it", 5)}, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := Options{judges: &judges{model: model, witnesses: test.witnesses}}
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

// A judge that panics takes nobody with it: the finding is reported, and the run goes on.
func TestAJudgeThatPanicsIsContained(t *testing.T) {
	judge := changed("judge", func(*sargon.Result) { panic("the judge is ill") })
	o := Options{judges: &judges{model: judge, witnesses: []Contender{judge}}}
	r := one(t, []Contender{sound, departing(3)}, o, ordinary, ordinary)
	assert.EqualValues(t, 2, r.Differing)
	assert.True(t, r.Complete)

	o.judges = nil
	r = one(t, []Contender{sound, judge}, o, leavesLate, ordinary)
	assert.EqualValues(t, 2, r.Differing)
	assert.Contains(t, r.Differences[1].Failure, "panic: the judge is ill")
}

// So does what explains: the finding says where it was.
func TestAnExplanationThatPanicsIsContained(t *testing.T) {
	ill := Options{Debug: func(string, string, cases.Case) string { panic("ill") }}
	c := mustCase(t, ordinary)
	r := mustRun(t, []Contender{sound, departing(3)}, listOf(c, c), ill)
	assert.EqualValues(t, 2, r.Differing)
	assert.Contains(t, r.Differences[0].Explanation, "panic: ill")
	assert.True(t, r.Complete)
}

// The reference model has no second voice beside an engine of its name.
func TestTheModelVotesOnce(t *testing.T) {
	both := []Contender{departing(3), ReferenceModel()}
	r := mustRun(t, both, listOf(mustCase(t, ordinary)), Options{ModelEvery: 1})
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
	model := nativeContenders()[0]
	r := one(t, []Contender{sound, model, changed("sets", hasFallen)}, o, ordinary, triesOld)
	assert.EqualValues(t, 2, r.Compared, "sound against 10x12")
	assert.EqualValues(t, []uint64{2, 0, 2},
		[]uint64{r.Engines[0].Cases, r.Engines[2].Cases, r.Engines[2].FellBack})
	assert.Zero(t, r.Engines[2].Evals)
	assert.Equal(t, "sets fell back to another engine in 2 of 2 cases, more than 1 %", r.Verdict())

	r = one(t, []Contender{model, changed("sets", hasFallen)}, o, ordinary)
	assert.Zero(t, r.Compared, "10x12 against itself")
	r = one(t, []Contender{changed("0x88", hasFallen), changed("sets", hasFallen)}, o, ordinary)
	assert.Zero(t, r.Compared, "10x12 against itself")

	r = one(t, []Contender{
		{Name: "rom", Open: sound.Open}, wrong("10x12", false), wrong("0x88", true), wrong("sets", true),
	}, o, ordinary)
	require.Len(t, r.Differences, 1)
	f := &r.Differences[0]
	assert.Empty(t, f.Also)
	assert.Contains(t, f.String(), "rom against 10x12; 0x88 and sets fell back to 10x12")

	r = one(t, []Contender{{Name: "rom", Open: sound.Open}, wrong("sets", true)}, o, ordinary)
	require.Len(t, r.Differences, 1)
	assert.Contains(t, r.Differences[0].String(), "rom against 10x12; sets fell back to 10x12")

	fails := func(name string, fallen bool) Contender {
		return faultyContender(name, func(asked) (r sargon.Result, err error) {
			if fallen {
				hasFallen(&r)
			}
			return r, fmt.Errorf("10x12: out of paper")
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
	o := Options{Limit: 100}
	contenders := []Contender{sound, nativeContenders()[0], changed("sets", hasFallen)}
	assert.Equal(t, "sets did none of the cases by itself", one(t, contenders, o, ordinary).Verdict())

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
		source := must.Have(cases.NewGenerator(test.generator))
		r := mustRun(t, nativeContenders(), source, Options{Investigate: -1, ModelEvery: neverModel})
		assert.Equal(t, 16*test.limit, r.Limits)
	}
}

// Every case of every engine is counted once.
func TestEveryCaseIsCountedOnce(t *testing.T) {
	contenders := append(nativeContenders(), fastest, sickContender("sick", 7, turn),
		sickContender("other", 11, fail),
		contender("mover", func() sargon.Engine { return mover{native.NewSets()} }))
	r := mustRun(t, contenders, generator(t, 9, 160),
		Options{MaxDifferences: -1, Investigate: -1, ModelEvery: neverModel})
	assert.EqualValues(t, 160, r.Compared+r.Skipped)
	for _, e := range r.Engines {
		assert.EqualValues(t, 160, e.Cases+e.FellBack+e.Undefined+e.Skipped+e.Failed+e.Unsupported, e.Name)
	}
}

// gullible is an engine that takes any move that a piece can be moved by.
type gullible struct{ sargon.Engine }

func (g gullible) Play(from, to sargon.Square) error {
	if err := g.Engine.Play(from, to); err == nil {
		return nil
	}
	p := g.Position()
	p.Board[to], p.Board[from] = p.Board[from]|sargon.MovedBit, sargon.Empty
	p.Side = p.Side.Other()
	return g.SetPosition(p)
}

// Engines that make the same mistake are wrong all the same.
func TestEqualFailuresAreFailures(t *testing.T) {
	two := func(open func() (sargon.Engine, error)) []Contender {
		return []Contender{{Name: "one", Open: open}, {Name: "other", Open: open}}
	}
	o := Options{MaxDifferences: -1}
	r := one(t, two(func() (sargon.Engine, error) { return gullible{literal.New()}, nil }), o,
		"level 1 startpos kept 1 e2e4 !e7e4 e7e5")
	require.Len(t, r.Differences, 2, "of each engine")
	assert.Contains(t, r.Differences[0].Failure, "accepts the move e7e4, which is not legal")

	r = one(t, two(ending(3, fmt.Errorf("out of paper")).Open), o, ordinary)
	require.Len(t, r.Differences, 2)
	assert.Contains(t, r.Differences[1].Failure, "out of paper")

	r = one(t, two(changed("", func(r *sargon.Result) { panic("ouch") }).Open), o, ordinary)
	assert.Len(t, r.Differences, 2)
}

// Each of the results is compared, also where all others are the same; what a move has done wrong counts,
// also if the search puts it right; and who leaves another position than it found has failed, whatever
// it has answered.
func TestEachResultIsCompared(t *testing.T) {
	losing := contender("other", func() sargon.Engine {
		moves := player{literal.New(), func(e *literal.Engine, from, to sargon.Square) error {
			err := e.Play(from, to)
			royals := e.Position().Royal
			royals[sargon.WhiteQueen] = sargon.NoSquare
			e.SetRoyals(royals)
			return err
		}}
		return faultyEngine{moves, func(a asked) (sargon.Result, error) {
			p := moves.Position()
			p.FindRoyals()
			moves.SetRoyals(p.Royal)
			return a.search()
		}}
	})
	for what, test := range map[string]struct {
		line  string
		other Contender
	}{
		"score":                  {ordinary, changed("other", func(r *sargon.Result) { r.Score++ })},
		"evaluations":            {ordinary, changed("other", func(r *sargon.Result) { r.Evals++ })},
		"calls of the generator": {ordinary, changed("other", func(r *sargon.Result) { r.Gens++ })},
		"what is told during the search, or the list at ply 1": {
			ordinary, changed("other", func(r *sargon.Result) {
				r.TStates++ // as a machine does
				slices.Reverse(r.Root)
			}),
		},
		"mate or stalemate": {ordinary, faultyContender("other", func(a asked) (sargon.Result, error) {
			r, _ := a.search()
			return r, sargon.ErrNoLegalMove
		})},
		"best line": {"level 2 fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 20", faultyContender("other",
			func(a asked) (sargon.Result, error) {
				tell := a.o.Watch.Best
				a.o.Watch.Best = func(l sargon.Line) {
					l.Moves = l.Moves[:1]
					tell(l)
				}
				r, err := a.search()
				r.PV = r.PV[:1]
				return r, err
			})},
		"position before it": {"level 1 startpos kept e2e4", losing},
		"leaves another position: fen 4k3/": {
			ordinary, contender("other", after(func(e *literal.Engine, _ *sargon.Result) {
				p := e.Position()
				p.MoveNumber++
				_ = e.SetPosition(p)
			})),
		},
	} {
		r := one(t, []Contender{sound, test.other}, Options{}, test.line)
		require.Len(t, r.Differences, 1, what)
		if f := &r.Differences[0]; f.Failure != "" {
			assert.Contains(t, f.Failure, what)
		} else {
			require.Len(t, f.Differences, 1, what)
			assert.Equal(t, what, f.Differences[0].What)
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
	other := departing(4)
	wrong := Contender{Name: "wrong", Open: func() (sargon.Engine, error) {
		e, err := other.Open()
		return faultyEngine{e, func(a asked) (sargon.Result, error) {
			r, err := a.search()
			if a.o.MaxEvals == 0 {
				err = sargon.ErrEndless
			}
			return r, err
		}}, err
	}}
	for name, test := range map[string]struct {
		engine Contender
		same   bool
	}{
		"equally far":         {ending(9, sargon.ErrEndless), true},
		"less far":            {ending(6, sargon.ErrEndless), true},
		"other evaluations":   {wrong, false},
		"a failure of a kind": {ending(9, fmt.Errorf("out of paper")), false},
		"to its end":          {sound, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			first := ending(9, sargon.ErrEndless)
			first.Name = "first"
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
	losesKing := after(func(e *literal.Engine, _ *sargon.Result) {
		royals := e.Position().Royal
		royals[sargon.WhiteKing]++
		e.SetRoyals(royals)
	})
	r := one(t, []Contender{contender("one", losesKing), contender("other", losesKing)}, Options{}, line)
	assert.Zero(t, r.Differing, r.Differences)
	assert.EqualValues(t, []uint64{1, 2}, []uint64{r.Compared, r.Skipped})
	assert.Contains(t, r.Verdict(), "was skipped in 2 of 3 cases")

	r = one(t, []Contender{contender("one", losesKing), sound}, Options{}, line)
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
	rare := func(o sargon.Engine) bool { return o.Position().Board[sargon.A1].Type() == sargon.Rook }
	for name, fault := range map[string]func(*sargon.Result) error{
		"crashes": func(*sargon.Result) error { panic("too few pieces") },
		"fails":   func(*sargon.Result) error { return fmt.Errorf("too few pieces") },
		"endless": func(*sargon.Result) error { return sargon.ErrEndless },
		"another value": func(r *sargon.Result) error {
			r.Best.To++
			return nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			faulty := faultyContender("faulty", func(a asked) (sargon.Result, error) {
				r, err := a.search()
				switch {
				case rare(a):
					r.Gens++
				default:
					err = fault(&r)
				}
				return r, err
			})
			o := Options{Detail: sargon.DetailTrace, ShrinkTime: time.Minute}
			f := must.Have(Investigate(t.Context(), sound, faulty, mustCase(t, ordinary), o))
			require.Len(t, f.Differences, 1)
			require.NotNil(t, f.Shrunk)
			assert.Equal(t, sargon.Rook, f.Shrunk.Start.Board[sargon.A1].Type(), f.Shrunk)
			assert.True(t, strings.HasPrefix(f.Explanation, "case: "+f.Shrunk.String()), f.Explanation)
		})
	}
}

// The failure of one engine alone is found again, and its case is shrunk, in whichever way it fails.
func TestALoneFailureIsShrunk(t *testing.T) {
	for name, fault := range map[string]error{
		"fails": errors.New("out of paper"), "endless": sargon.ErrEndless,
	} {
		faulty := faultyContender("faulty", func(a asked) (sargon.Result, error) {
			r, _ := a.search()
			return r, fault
		})
		f, err := Investigate(t.Context(), faulty, Contender{}, mustCase(t, ordinary),
			Options{Detail: sargon.DetailTrace, ShrinkTime: time.Minute})
		require.NoError(t, err, name)
		assert.Equal(t, "faulty", f.A, name)
		assert.Contains(t, f.Failure, fault.Error(), name)
		require.NotNil(t, f.Shrunk, name)
		assert.Less(t, len(f.Shrunk.String()), len(ordinary), name)
		assert.Contains(t, f.Explanation, fault.Error(), name)
	}
}

// A case is not shrunk to one of which the specification says nothing.
func TestShrinkingStaysWithinTheSpecification(t *testing.T) {
	judge := faultyContender("judge", func(a asked) (sargon.Result, error) {
		r, err := a.search()
		if a.Position().Board[sargon.A1].Type() != sargon.Rook {
			r.Undefined, r.Defined = "so it says", 0
		}
		return r, err
	})
	o := Options{
		Detail: sargon.DetailTrace, ShrinkTime: time.Minute,
		judges: &judges{model: judge, witnesses: []Contender{judge}},
	}
	faulty := changed("faulty", func(r *sargon.Result) { r.Gens++ })
	f := must.Have(Investigate(t.Context(), sound, faulty, mustCase(t, ordinary), o))
	require.NotNil(t, f.Shrunk)
	assert.Equal(t, sargon.Rook, f.Shrunk.Start.Board[sargon.A1].Type(), f.Shrunk)
	assert.Less(t, len(f.Shrunk.String()), len(ordinary))
	assert.Contains(t, f.Command, f.Shrunk.String())
}

// What shows only at the end of a deep search is compared: on small boards they come to it.
func TestDeepSearchesComeToTheirEnd(t *testing.T) {
	for level := sargon.Level(4); level <= sargon.MaxLevel; level++ {
		t.Run(fmt.Sprint(level), func(t *testing.T) {
			t.Parallel()
			liar := faultyContender("liar", func(a asked) (sargon.Result, error) {
				r, err := a.search()
				if a.o.Level == level && err == nil {
					r.Score++
				}
				return r, err
			})
			o := cases.GeneratorOptions{Seed: 4, Cases: 16, Kinds: []string{"locked"}}
			assert.NotEmpty(t, firstDifference(t, o, liar, fastest).Differences)
		})
	}
}

// A type that embeds an engine shows what that one shows.
func TestEmbeddingAnEngineChangesNothing(t *testing.T) {
	for _, c := range append([]Contender{romContender(t)}, nativeContenders()...) {
		engine := must.Have(c.Open())
		shows, embedded := engine.Shows(), struct{ sargon.Engine }{engine}.Shows()
		assert.Equal(t, shows.Detail, embedded.Detail)
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
	r := one(t, append(nativeContenders(), romContender(t)), Options{},
		"level 1 fen 8/5K2/8/7k/7Q/8/8/8 b - - 0 20 evals 2")
	assert.Empty(t, r.Differences)
	assert.EqualValues(t, 1, r.Compared)
	for _, e := range r.Engines {
		assert.EqualValues(t, 2, e.Evals, e.Name)
	}
}
