package compare

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/compare/cases"
	"sargon78/compare/observe"
	"sargon78/native/reference"
	"sargon78/sargon"
)

// What a comparison must not excuse. Each test plays an engine, or a judge, that deserves no
// excuse, and reads what the report tells.

// What reports tell of one case.
const (
	allSame    = "1 compared"
	alone      = "; sound skipped 1; other failed 1; 0 compared"
	otherTrace = "sound against other, trace; 1 compared"
	otherTakes = "sound against other, position and moves before the search; 1 compared"
	bothLeave  = "; sound undefined 1; other undefined 1; 0 compared"
)

// Only what comes after the evaluation at which the specification is left is undefined, however the
// engines part.
func TestOnlyWhatComesAfterTheSpecificationIsUndefined(t *testing.T) {
	const afterIt = "undefined 1, a lost king looks beyond the tables" + bothLeave
	const endless = "other fails, the program never returns from this position" + alone
	const fails = "other fails, out of paper" + alone
	late := trial{lines: leavesLate}
	late.with(t, "endless at once", ends(1, sargon.ErrEndless), endless)
	late.with(t, "endless one too early", ends(leavesAt-1, sargon.ErrEndless), endless)
	late.with(t, "endless after it", ends(leavesAt, sargon.ErrEndless), afterIt)
	late.with(t, "fails at once", ends(1, errPaper), fails)
	late.with(t, "fails one too early", ends(leavesAt-1, errPaper), fails)
	late.with(t, "fails after it", ends(leavesAt, errPaper), afterIt)
	late.with(t, "another evaluation at once", departs(1), otherTrace)
	late.with(t, "another one too early", departs(leavesAt-1), otherTrace)
	late.with(t, "another after it", departs(leavesAt), afterIt)
	late.with(t, "only another score", scoring, afterIt)
	late.with(t, "crashes, wherever it was", crashing, "other fails, panic: ouch"+alone)
	late.with(t, "refuses the position", refusing, otherTakes)
	late.with(t, "no trace, and another move", moving(liar), afterIt)
	late.with(t, "no trace, and it never ends", moving(erring(sargon.ErrEndless)), endless)
	// A king that was lost leads the program through its stack, and it may end anywhere.
	late.lines = "level 1 fen 3b1r2/4NP2/1k1rQQBr/1pb1RBN1/BRrRbr1b/1b3NN1/RnqrNKPr/8 b - - 0 2\n" + ordinary
	late.of(t, "a program fails after it", "undefined 1, a lost king looks beyond the tables; "+
		"rom undefined 1; 10x12 undefined 1; 1 compared", rom(), ReferenceEngine())
}

// A reference engine that says without reason that the specification is left excuses nothing: a second engine
// must have come there by itself and say the same.
func TestTheModelAloneExcusesNothing(t *testing.T) {
	says := func(why string, evals uint64) fake {
		return changed(func(r *sargon.Result) { r.UndefinedReason, r.DefinedEvals = why, evals })
	}
	const excused = "undefined 1, so it says" + bothLeave
	bitboards := defaultJudges.witnesses[0]
	for what, test := range map[string]struct {
		line, tells string
		witnesses   []Participant
	}{
		"no witness":                     {ordinary, otherTrace, nil},
		"the witness says nothing":       {ordinary, otherTrace, []Participant{bitboards}},
		"it tries an old record":         {triesOld, otherTrace, []Participant{bitboards}},
		"it says so of an earlier place": {ordinary, otherTrace, []Participant{says("it", 3).as("w")}},
		"it says so of a later place":    {ordinary, otherTrace, []Participant{says("it", 6).as("w")}},
		"it is there another way": {ordinary, otherTrace, []Participant{fake{search: func(a asked) (sargon.Result, error) {
			r, err := departs(2).search(a)
			r.UndefinedReason, r.DefinedEvals = "it", 5
			return r, err
		}}.as("w")}},
		"it refuses the position": {
			"level 1 fen 3qk3/8/8/8/8/8/8/4K2R b K - 0 5", otherTrace, []Participant{refusing.as("w")},
		},
		"it cannot be opened":    {ordinary, otherTrace, []Participant{unopened}},
		"it crashes":             {ordinary, otherTrace, []Participant{crashing.as("w")}},
		"the second one says so": {ordinary, excused, []Participant{bitboards, says("it", 5).as("w")}},
		"judges that crash":      {ordinary, otherTrace, nil},
	} {
		model := says("so it says", 5)
		if what == "judges that crash" {
			model = crashing
		}
		judge := func(o *Options) { o.judges = &judges{reference: model.as("judge"), witnesses: test.witnesses} }
		trial{test.line, judge}.with(t, what, departs(6), test.tells)
	}
	// If the search is said to leave the specification before its first evaluation, a witness has to say so too.
	atOnce := &judges{reference: says("so it says", 0).as("judge"), witnesses: []Participant{bitboards}}
	trial{ordinary, func(o *Options) { o.judges = atOnce }}.with(t, "at once, and no witness", departs(6), otherTrace)
}

// What explains and panics takes nobody with it: the finding is reported, and the run goes on. The
// reference engine has no second voice beside an engine of its name.
func TestWhatExplainsIsContainedAndVotesOnce(t *testing.T) {
	o := usual(func(o *Options) {
		o.DebugCommand, o.Reference = func(string, string, cases.Case) string { panic("ill") }, ReferenceAll
	})
	r := mustRun(t, []Participant{departs(3).as("wrong"), ReferenceEngine()}, listOf(ordinary, ordinary), o)
	assert.Equal(t, "wrong against 10x12, trace; wrong against 10x12, trace; 2 compared", reportText(r))
	assert.Contains(t, r.Differences[0].Explanation, "panic: ill")
	assert.True(t, r.Complete)
}

// An engine that ends a search where it leaves the specification is compared up to there. It must say
// so after the evaluation after which the judges do: one that ends anywhere else has failed, as
// has one that ends a search of which the specification says all.
func TestAnEngineMayEndWhereTheSpecificationEnds(t *testing.T) {
	const fails = "other fails, the search leaves the specification" + alone
	late := trial{lines: leavesLate}
	late.with(t, "there", endsThere(leavesAt), "undefined 1, a lost king looks beyond the tables; "+
		"sound undefined 1; other undefined 1; 0 compared")
	late.with(t, "one too early", endsThere(leavesAt-1), fails)
	late.with(t, "at once", endsThere(1), fails)
	late.with(t, "there, but it went another way", fake{search: func(a asked) (sargon.Result, error) {
		tell := a.o.Callbacks.Evaluation
		a.o.Callbacks.Evaluation = func(e sargon.Evaluation) { e.Value ^= 1; tell(e) }
		return endsThere(leavesAt).search(a)
	}}, fails)
	// Who goes on must have come there by the same evaluations: the engine that ends there is right.
	const earlier = "other against 0x88, trace of the first 106 evaluations; 1 compared"
	late.of(t, "the other one is wrong at once", earlier, departs(1).as("other"), quick[0])
	late.of(t, "the other one is wrong before it", earlier, departs(leavesAt-1).as("other"), quick[0])
	late.of(t, "the other one is wrong after it", "undefined 1, a lost king looks beyond the tables; "+
		"other undefined 1; 0x88 undefined 1; 0 compared", departs(leavesAt).as("other"), quick[0])
	f := investigated(t, departs(5).as("other"), quick[0], leavesLate, unshrunk)
	assert.Contains(t, f.Explanation, "evaluation 5 is the first that differs, after 4 in common")
	for _, line := range []string{ordinary, triesOld} {
		trial{lines: line}.with(t, line, endsThere(2), fails)
	}
	late.of(t, "two end there", "undefined 1, a lost king looks beyond the tables; "+
		"0x88 undefined 1; bitboards undefined 1; 0 compared", quick...)
	late.of(t, "two go on", "undefined 1, a lost king looks beyond the tables; "+
		"0x88 undefined 1; bitboards undefined 1; 1 compared",
		append([]Participant{rom(), ReferenceEngine()}, quick...)...)
	// In a game it is not asked for the searches that follow; the others go on.
	game := trial{lines: "level 1 startpos stateful 1 1"}
	r := judged(t, append(quick[:1:1], endsThere(3).as("other")), listOf(game.lines), DefaultOptions())
	assert.Equal(t, Differs, r.Verdict(), "the specification says all of it")
	// Who has gone on otherwise is in another game: its next searches are not compared.
	game = trial{lines: "level 2 fen n7/2k5/8/1rp5/8/3BQQ2/5K2/3BRB2 b - - 0 179 stateful 2 1"}
	game.with(t, "the game goes on", departs(leavesAt), "undefined 1, a lost king looks beyond the tables; "+
		"sound undefined 1; sound skipped 2; other undefined 1; other skipped 2; 0 compared")
	// One that has ended many searches is not given up.
	r = judged(t, append([]Participant{sound}, quick...),
		listOf(append(slices.Repeat([]string{leavesLate}, 12), ordinary)...), DefaultOptions())
	assert.Equal(t, "undefined 12, a lost king looks beyond the tables; sound undefined 12; "+
		"0x88 undefined 12; bitboards undefined 12; 1 compared", reportText(r))
	assert.Equal(t, NoDifference, r.Verdict(), r.Reason())
}

// Of a case that leaves the specification the evaluations before that are counted as compared, and those
// after it as not compared: once for each engine that shows them.
func TestUndefinedCasesCountTheirEvaluations(t *testing.T) {
	counts := func(lines string, engines ...Participant) (counts []string) {
		r := judged(t, engines, listOf(strings.Split(lines, "\n")...), DefaultOptions())
		for i := range r.Engines {
			counts = append(counts, fmt.Sprintf("%s %d+%d", r.Engines[i].Name, r.ByEngine[i].Evals, r.ByEngine[i].Tail))
		}
		return counts
	}
	other := func(f fake) Participant { return f.as("other") }
	assert.Equal(t, []string{"0x88 106+0", "bitboards 106+0"}, counts(leavesLate, quick...))
	assert.Equal(t, []string{"sound 106+16", "0x88 106+0"}, counts(leavesLate, sound, quick[0]))
	assert.Equal(t, []string{"sound 122+0", "10x12 122+0", "0x88 106+0"},
		counts(leavesLate, sound, ReferenceEngine(), quick[0]), "two do the tail alike")
	assert.Equal(t, []string{"sound 106+16", "other 106+16"}, counts(leavesLate, sound, other(departs(leavesAt))))
	assert.Equal(t, []string{"sound 106+16", "other 106+4"},
		counts(leavesLate, sound, other(ends(leavesAt+4, errPaper))))
	assert.Equal(t, []string{"sound 106+16", "other 0+0"}, counts(leavesLate, sound, other(moving(liar))))
	assert.Equal(t, []string{"sound 0+0", "other 0+0"},
		counts(leavesLate, sound, other(ends(leavesAt-1, errPaper))), "a failure is none")
	one := mustRun(t, quick, listOf(ordinary), DefaultOptions()).ByEngine[0].Evals
	assert.Equal(t, []string{fmt.Sprintf("sound %d+16", one+leavesAt), fmt.Sprintf("0x88 %d+0", one+leavesAt)},
		counts(ordinary+"\n"+leavesLate, sound, quick[0]))
	r := judged(t, []Participant{sound, quick[0]}, listOf(leavesLate), DefaultOptions())
	assert.Contains(t, written(t, func(w io.Writer) error { r.writeSummary(w); return nil }),
		"sound    106 evaluations; undefined: 1; evaluations after the specification ends: 16")
}

// Engines that make one mistake are one finding, and two mistakes are two. An engine is not compared
// with itself.
func TestEachMistakeIsOneFinding(t *testing.T) {
	one := trial{lines: ordinary}
	one.of(t, "two mistakes", "rom against one, score; rom against two, calls of the generator; 1 compared",
		fake{}.as("rom"), scoring.as("one"), counting.as("two"))
	one.of(t, "one mistake", "rom against one, two, score; 1 compared",
		fake{}.as("rom"), scoring.as("one"), scoring.as("two"))
	one.of(t, "alone", "10x12 skipped 1; 10x12 skipped 1; 0 compared", ReferenceEngine(), ReferenceEngine())
}

// A run has one of three verdicts. One mistake of any kind is enough for differs; where nothing or not
// enough was compared it is inconclusive.
func TestVerdicts(t *testing.T) {
	for want, spoil := range map[string]func(*Report, *EngineTally){
		"no difference":                              func(*Report, *EngineTally) {},
		"differs: 1 of 9 cases":                      func(r *Report, _ *EngineTally) { r.Differing = 1 },
		"inconclusive: nothing was compared":         func(r *Report, _ *EngineTally) { r.Compared = 0 },
		"inconclusive: 1 inputs could not be read":   func(r *Report, _ *EngineTally) { r.BrokenInputs = 1 },
		"inconclusive: x was given up: out of paper": func(_ *Report, e *EngineTally) { e.GaveUp = "out of paper" },
		"inconclusive: x did none of the cases":      func(_ *Report, e *EngineTally) { e.Done = 0 },
		"inconclusive: x and another engine did 8 of 9 cases, less than 90 %": func(r *Report, e *EngineTally) {
			e.Unsupported, r.AtLeast = 1, 90
		},
		"inconclusive: x did none of the cases to its end": func(_ *Report, e *EngineTally) { e.Cases = 0 },
	} {
		r := &Report{
			Work:  Work{Engines: []EngineInfo{{Name: "x"}}},
			Tally: Tally{Compared: 9, ByEngine: []EngineTally{{Done: 9, Cases: 9}}},
		}
		spoil(r, &r.ByEngine[0])
		assert.Equal(t, want, r.Result())
		assert.Contains(t, written(t, r.WriteJUnit), "errors=\""+map[bool]string{true: "1", false: "0"}[r.Verdict() == Inconclusive])
	}
	r := &Report{Tally: Tally{Compared: 9, Differing: 1, BrokenInputs: 1}}
	assert.Equal(t, Differs, r.Verdict(), "a difference is one, whatever else there is")
}

// Every seed of a small run has the verdict that nothing differs, also where searches leave the
// specification: no share of the cases decides.
func TestSmallRunsAreNotRed(t *testing.T) {
	undefined := uint64(0)
	for seed := range uint64(12) {
		r := judged(t, append([]Participant{ReferenceEngine()}, quick...), generator(seed, 30), DefaultOptions())
		assert.Equal(t, NoDifference, r.Verdict(), "seed %d: %s", seed, r.Reason())
		undefined += r.ByEngine[1].Undefined
	}
	assert.NotZero(t, undefined)
}

// Engines that make the same mistake are wrong all the same.
func TestEqualFailuresAreFailures(t *testing.T) {
	gullible := fake{play: func(e *reference.Engine, from, to sargon.Square) error {
		if err := e.Play(from, to); err == nil {
			return nil
		}
		p := e.Position()
		p.Board[to], p.Board[from] = p.Board[from]|sargon.MovedBit, sargon.Empty
		p.Side = p.Side.Other()
		return e.SetPosition(p)
	}}
	for what, test := range map[string]struct {
		engine fake
		line   string
	}{
		"accepts the move e7e4, which is not legal": {gullible, "level 1 startpos stateful 1 e2e4 !e7e4 e7e5"},
		`refuses the move e1e8: "e1e8" is not a legal move (in ` + sargon.StartPosition().FEN() + ")": {
			fake{}, "level 1 startpos stateful 1 e1e8",
		},
		"out of paper": {ends(3, errPaper), ordinary},
		"panic: ouch":  {crashing, ordinary},
	} {
		compared := strings.Count(test.line, "stateful 1 ") // the search before
		tells := fmt.Sprintf("one fails, %s; other fails, %[1]s; one failed 1; other failed 1; %d compared",
			what, compared)
		trial{lines: test.line}.of(t, what, tells, test.engine.as("one"), test.engine.as("other"))
	}
}

// Games of random moves hardly ever castle: other cases do, so that a small run finds who refuses it.
func TestCastlingIsPlayed(t *testing.T) {
	never := fake{play: func(e *reference.Engine, from, to sargon.Square) error {
		if e.Position().Board[from].Type() == sargon.King && (to == from+2 || to == from-2) {
			return errPaper
		}
		return e.Play(from, to)
	}}
	r := judged(t, []Participant{fastest, never.as("never")}, generator(1, 400), DefaultOptions())
	assert.Contains(t, reportText(r), "bitboards against never, position and moves before the search")
}

// Each of the results is compared, also where all others are the same; what a move has done wrong counts,
// also if the search puts it right; and who leaves another position than it found has failed, whatever
// it has answered.
func TestEachResultIsCompared(t *testing.T) {
	losing := played(func(e *reference.Engine, _ sargon.Square, _ sargon.Position, _ error) {
		setRoyal(e, sargon.WhiteQueen, sargon.NoSquare)
	})
	losing.search = findingRoyals.search
	const trace = "other fails, reported evaluations hash to cbf29ce484222325, but the result claims trace 965a6c55b18476a3"
	for tells, test := range map[string]struct {
		line  string
		other fake
	}{
		"score":                  {ordinary, scoring},
		"its flags":              {ordinary, changed(func(r *sargon.Result) { r.Best.Flags ^= sargon.FirstMove })},
		"evaluations":            {ordinary, changed(func(r *sargon.Result) { r.Evals++ })},
		"calls of the generator": {ordinary, counting},
		"mate or stalemate":      {ordinary, erring(sargon.ErrNoLegalMove)},
		"position before it":     {"level 1 startpos stateful e2e4", losing},
		"what is told during the search, or the list at ply 1": {ordinary, changed(func(r *sargon.Result) {
			r.TStates++ // as a machine does
			slices.Reverse(r.Root)
		})},
		"best line": {strings.Replace(ordinary, "1", "2", 1), fake{search: func(a asked) (sargon.Result, error) {
			tell := a.o.Callbacks.Best
			a.o.Callbacks.Best = func(l sargon.Line) {
				l.Moves = l.Moves[:1]
				tell(l)
			}
			r, err := a.right()
			r.PV = r.PV[:1]
			return r, err
		}}},
		"other fails, leaves another position: fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 21": {
			ordinary, after(func(e *reference.Engine, _ *sargon.Result) {
				amend(e, func(p *sargon.Position) { p.MoveNumber++ })
			}),
		},
		trace: {ordinary, before(func(_ *reference.Engine, o *sargon.SearchOptions) { o.Callbacks.Evaluation = nil })},
		`other fails, last reported best line is "", but the result claims "e1d2-10"`: {
			ordinary, before(func(_ *reference.Engine, o *sargon.SearchOptions) { o.Callbacks.Best = nil }),
		},
	} {
		want := "sound against other, " + tells + "; 1 compared"
		if strings.HasPrefix(tells, "other fails") {
			want = tells + alone
		}
		trial{lines: test.line}.with(t, tells, test.other, want)
	}
}

// At detail state, what evaluations rest on is compared, even if all values are the same.
func TestStatesAreCompared(t *testing.T) {
	const line = "level 1 fen 4k3/p3n3/8/8/8/8/4Q3/4K3 b - - 0 9"
	for what, change := range map[string]func(*sargon.State){
		"totals": func(s *sargon.State) { s.Totals.PointsWon2 ^= 1 },
		"pins":   func(s *sargon.State) { s.Pins = []sargon.Pin{} },
		"royals": func(s *sargon.State) { s.Royal[2]++ },
		"board":  func(s *sargon.State) { s.Board[sargon.E1] ^= sargon.MovedBit },
	} {
		other := before(func(_ *reference.Engine, o *sargon.SearchOptions) {
			if show := o.Callbacks.State; show != nil {
				o.Callbacks.State = func(s *sargon.State) { change(s); show(s) }
			}
		})
		trial{lines: line}.with(t, what+" are not looked at", other, allSame)
		states := trial{line, func(o *Options) { o.Detail = sargon.DetailState }}
		states.with(t, what, other, "sound against other, states; 1 compared")
	}
}

// Engines that both go on forever agree only if they do the same until then, as far as both came.
func TestSearchesWithoutAnEndAreComparedSoFar(t *testing.T) {
	one, first := trial{lines: ordinary}, ends(9, sargon.ErrEndless).as("first")
	for what, test := range map[string]struct {
		other fake
		tells string
	}{
		"equally far": {ends(9, sargon.ErrEndless), allSame},
		"less far":    {ends(6, sargon.ErrEndless), allSame},
		"a failure of a kind": {
			ends(9, errPaper), "other fails, out of paper; first skipped 1; other failed 1; 0 compared",
		},
		"to its end": {fake{}, "first fails, the program never returns from this position; " +
			"first failed 1; other skipped 1; 0 compared"},
		"other evaluations": {fake{search: func(a asked) (sargon.Result, error) {
			r, err := departs(4).search(a)
			if a.o.MaxEvals == 0 {
				err = sargon.ErrEndless
			}
			return r, err
		}}, "first against other, evaluations before it goes on forever; 1 compared"},
	} {
		one.of(t, what, test.tells, first, test.other.as("other"))
	}
}

// A game that keeps its state ends where a search has lost a king: nobody knows what is legal then.
// After a search without an end no engine is asked for the other searches of the case.
func TestAGameEndsWithItsKing(t *testing.T) {
	game := trial{lines: "level 1 fen 8/8/8/8/8/8/pp6/k2NK3 w - - 0 3 stateful 1 d1b2 1"}
	loses := after(func(e *reference.Engine, _ *sargon.Result) {
		setRoyal(e, sargon.WhiteKing, e.Position().Royal[sargon.WhiteKing]+1)
	})
	game.of(t, "both lose it", "loses skipped 2; other skipped 2; 1 compared", loses.as("loses"), loses.as("other"))
	game.with(t, "one loses it", loses, "sound against other, position after it; sound skipped 2; "+
		"other skipped 2; 1 compared")
	game.lines = "level 1 startpos stateful !e7e4 e2e4 e7e5"
	forgetful := played(func(e *reference.Engine, _ sargon.Square, _ sargon.Position, err error) {
		if err != nil {
			setRoyal(e, sargon.BlackKing, sargon.NoSquare)
		}
	})
	game.with(t, "no search has lost it", forgetful, "sound against other, evaluations, trace, calls of the "+
		"generator, most records in the list area, position before it, what the search leaves to the next one, "+
		"start of ply 2; 1 compared")
	game.lines = "level 1 startpos stateful 1 1"
	game.of(t, "no end", "sick skipped 1; other skipped 1; 2 compared", sick(2, turn), named("other", sick(2, turn)))
}

// It is a difference if one engine takes what another does not, and a search of just as many
// evaluations as its limit is none: rom is stopped there, the others have ended. A side without a move has
// only that to show.
func TestWhatIsNoAnswer(t *testing.T) {
	trial{lines: blackToMove}.with(t, "position", refusing, otherTakes)
	trial{lines: "level 1 fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 20"}.with(t, "mate", moving(fake{}), allSame)
	trial{lines: castles + " moves e1g1"}.with(t, "move", refusing, otherTakes)
	trial{lines: "level 1 fen 8/5K2/8/7k/7Q/8/8/8 b - - 0 20 evals 2"}.of(t, "limit", allSame,
		append([]Participant{rom()}, quick...)...)
}

// A failure of another engine, or in another way, is another finding.
func TestFailuresOfTwoEnginesAreOfTwoKinds(t *testing.T) {
	f := Finding{A: "one", Failure: "out of paper", failureKind: observe.OtherFailure}
	again, other, crashed := f, f, f
	other.A, crashed.failureKind = "other", observe.Crashed
	assert.True(t, f.sameKind(&again))
	assert.False(t, f.sameKind(&other))
	assert.False(t, f.sameKind(&crashed))
}

// A case may be shrunk only to one that clashes in the same way, and of which the specification says
// something. The failure of one engine alone is shrunk too, in whichever way it fails.
func TestShrinkingStaysWithItsFault(t *testing.T) {
	hasRook := func(a asked) bool { return a.Position().Board[sargon.A1].Type() == sargon.Rook }
	withRook := func(otherwise func(*sargon.Result) error) Participant {
		return ended(func(a asked, r *sargon.Result, err error) error {
			if hasRook(a) {
				r.Gens++
				return err
			}
			return otherwise(r)
		}).as("faulty")
	}
	judge := ended(func(a asked, r *sargon.Result, err error) error {
		if !hasRook(a) {
			r.UndefinedReason, r.DefinedEvals = "so it says", 0
		}
		return err
	}).as("judge")
	excusing := usual(func(o *Options) { o.judges = &judges{reference: judge, witnesses: []Participant{judge}} })
	ordinarily := DefaultOptions()
	alone := func(err error) Participant { return erring(err).as("faulty") }
	for what, test := range map[string]struct {
		one, other Participant
		o          Options
		says       string // the explanation of a failure
	}{
		"not to a crash":   {sound, withRook(func(*sargon.Result) error { panic("too few pieces") }), ordinarily, ""},
		"not to a failure": {sound, withRook(func(*sargon.Result) error { return errPaper }), ordinarily, ""},
		"not to no end":    {sound, withRook(func(*sargon.Result) error { return sargon.ErrEndless }), ordinarily, ""},
		"not to another value": {sound, withRook(func(r *sargon.Result) error {
			r.Best.To++
			return nil
		}), ordinarily, ""},
		"not to what is undefined": {sound, counting.as("faulty"), excusing, ""},
		"a failure alone":          {alone(errPaper), Participant{}, ordinarily, "out of paper"},
		"no end alone":             {alone(sargon.ErrEndless), Participant{}, ordinarily, sargon.ErrEndless.Error()},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			test.o.ShrinkTime = time.Minute
			f := investigated(t, test.one, test.other, ordinary, test.o)
			require.NotNil(t, f.Shrunk)
			small := f.Shrunk.String()
			assert.Less(t, len(small), len(ordinary))
			assert.Contains(t, f.Command, small)
			assert.True(t, strings.HasPrefix(f.Explanation, "case: "+small), f.Explanation)
			assert.Contains(t, f.Explanation, test.says)
			if test.says == "" {
				assert.Equal(t, "calls of the generator", f.Differences[0].What)
				assert.Equal(t, sargon.Rook, f.Shrunk.Start.Board[sargon.A1].Type(), small)
			} else {
				assert.Equal(t, "faulty", f.A)
				assert.Contains(t, f.Failure, test.says)
			}
		})
	}
	// What fails so again is not shrunk again: a person waits.
	r := mustRun(t, []Participant{sound, alone(errPaper)},
		listOf(ordinary, pinned), oneWorker)
	require.Len(t, r.Differences, 2)
	assert.NotNil(t, r.Differences[0].Shrunk)
	assert.Nil(t, r.Differences[1].Shrunk)
}

// What shows only at the end of a deep search is compared: on small boards they come to it.
func TestDeepSearchesComeToTheirEnd(t *testing.T) {
	for level := sargon.Level(4); level <= sargon.MaxLevel; level++ {
		other := ended(func(a asked, r *sargon.Result, err error) error {
			if a.o.Level == level && err == nil {
				r.Score++
			}
			return err
		}).as("other")
		o := cases.GeneratorOptions{Seed: 4, Cases: 16, Kinds: []string{"locked"}}
		assert.NotEmpty(t, firstDifference(t, o, other, fastest).Differences, level)
	}
}
