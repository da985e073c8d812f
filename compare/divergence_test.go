package compare

import (
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/compare/cases"
	"sargon78/compare/observe"
	"sargon78/native"
	"sargon78/native/reference"
	"sargon78/sargon"
	"sargon78/sargon/must"
)

func diverge(t *testing.T, a, b func() sargon.Engine, line string) *Divergence {
	t.Helper()
	d, err := FindDivergence(t.Context(), observe.FromEngine(a()), observe.FromEngine(b()), mustCase(line),
		sargon.DetailTrace)
	require.NoError(t, err)
	return d
}

// The first different evaluation is shown with its line, both states and the opinion of the
// specification.
func TestOtherEvaluation(t *testing.T) {
	d := diverge(t, native.New10x12, tampered(false, reference.PinnedTransparent).open, pinned)
	require.Equal(t, OtherEvaluation, d.Kind)
	spec := &d.sides[referenceSide]
	assert.Equal(t, spec.evaluation, d.sides[0].evaluation, "the native engine is right")
	assert.NotEqual(t, spec.evaluation, d.sides[1].evaluation)
	assert.Equal(t, spec.state.Totals, d.sides[0].state.Totals)
	require.Len(t, d.Line, int(spec.evaluation.Ply))
	assert.Equal(t, spec.evaluation.To, d.Line[len(d.Line)-1].To)
	for _, want := range []string{
		"is the first that differs", "line to it: ", "* ply, move, value", "BRDC", "* attackers of",
		"the board, with the move made",
	} {
		assert.Contains(t, d.String(), want)
	}
	assert.Regexp(t, fmt.Sprintf(`^values that differ among the first \d+ evaluations: \d+(; .*)?\n  %d: `,
		d.Index), d.Changes())
}

// A value that one engine has as no square differs from a square; what an engine does not show, does not.
func TestNoSquareDiffersFromOne(t *testing.T) {
	var d Divergence
	d.sides[0].state, d.sides[1].state = &sargon.State{}, &sargon.State{}
	d.sides[0].state.Totals.HangingMover = sargon.LastSquare
	var b strings.Builder
	d.writeValues(&b)
	assert.Regexp(t, `(?m)^\* PTSCK +h8 +- +-$`, b.String())
	assert.Equal(t, 1, strings.Count(b.String(), "*"), b.String())
}

// What differs first is told, and not twice; beside a program that shows only its move, the other
// engine's values are.
func TestKindsOfDivergence(t *testing.T) {
	short := fake{search: func(a asked) (sargon.Result, error) {
		a.o.MaxEvals = 4 // silently
		r, _ := a.right()
		return r, nil
	}}
	for _, test := range []struct {
		open func() sargon.Engine
		line string
		kind DivergenceKind
		says []string
	}{
		{native.New10x12, "level 2 startpos moves e2e4 e7e5", NoDivergence,
			[]string{"10x12 and 0x88 do the same"}},
		{counting.open, sparse, OtherResult,
			[]string{`both: \w{4}, score \d+`, `\* calls of the generator: \d+ / \d+`}},
		{liar.open, sparse, OtherResult, []string{"but the results differ"}},
		{moving(liar).open, sparse, NoTrace, nil},
		{moving(liar).open, pinned, NoTrace,
			[]string{`what 0x88 has before the search(.|\n)*attackers of d5: \d`}},
		{moving(fake{}).open, sparse, NoDivergence, nil},
		{tampered(false, reference.Extension).open, sparse, OtherEvaluation, nil}, // and not one that ends earlier
		{short.open, sparse, EndedEarlier, []string{
			`the 3 evaluations of 10x12 are the first ones of 0x88, which goes on with evaluation 4`,
			`ply, move, value +- +\d `,
		}},
	} {
		d := diverge(t, test.open, native.New0x88, test.line)
		assert.Equal(t, test.kind, d.Kind, test.line)
		for _, said := range test.says {
			assert.Regexp(t, said, d.String())
		}
	}
}

// The rule is named which, broken alone, leads to the same search. A mistake that no single rule
// explains is placed by the first value that differs, one before the search by what sets it up.
func TestPlaceIsNamed(t *testing.T) {
	for _, test := range []struct {
		wrong fake
		line  string
		says  []string
	}{
		{tampered(false, reference.PinnedTransparent), pinned,
			[]string{"faulty searches as if spec §6, pinned-transparent, did not exist"}},
		{tampered(false, reference.KingAttacks, reference.SeesThrough), pinned, []string{"points to spec §5 and §6"}},
		{tampered(false, reference.ControlHigh, reference.ControlLow),
			"level 1 fen 3k4/3p4/3Rbnrn/7b/5KP1/5BRP/4B3/8 b - - 0 20",
			[]string{"points to spec §8, afterwards: the root (BC0, MV0), the limits of material"}},
		{tampered(false, reference.MateAgain), "level 2 fen 7k/5ppp/8/8/2q5/8/5PPP/4Q2K w - - 0 11",
			[]string{"points to spec §11 and §14.7: PMATE"}},
		{tampered(false, reference.EnPassantRank), "level 2 fen 8/6P1/8/r2PpP2/8/8/2K2P1k/8 w - e6 0 12",
			[]string{"points to spec §3: records and links as they stay in the list area"}},
		{refusing, blackToMove, []string{
			"DIFFERENT: bitboards against faulty", "accepted / the position cannot be set up: it is always White's turn",
			"spec §16 says how a position is set up",
		}},
		{refusing, castles + " moves e1g1", []string{"accepted / refuses the move e1g1"}},
	} {
		f := investigated(t, fastest, test.wrong.as("faulty"), test.line, unshrunk)
		for _, said := range test.says {
			assert.Contains(t, f.String(), said)
		}
	}
}

// One difference counts once, even if several engines have it, and what ends a run is explained while a
// person is told how far it is.
func TestOneDifferenceIsOne(t *testing.T) {
	wrong := tampered(false, reference.MakeCastling)
	participants := []Participant{wrong.as("as faulty"), wrong.as("faulty")}
	r := mustRun(t, participants, listOf(castles), usual(func(o *Options) { o.MaxInvestigated, o.Reference = 0, ReferenceAll }))
	assert.Regexp(t, "^as faulty against 10x12, best move, [^;]*; 1 compared$", reportText(r),
		"both differ from the specification")
	r = mustRun(t, []Participant{fastest, wrong.as("faulty")}, listOf(castles, castles, castles), usual(func(o *Options) {
		o.Workers, o.MaxDifferences, o.MaxInvestigated, o.Reference = 4, 1, 1, ReferenceNone
		o.Progress = func(text func() string) { assert.Contains(t, text(), "cases") }
	}))
	assert.EqualValues(t, 1, r.Differing)
	require.Len(t, r.Differences, 1)
	assert.Contains(t, r.Differences[0].Explanation, "is the first that differs")
}

// For an emulated engine the explanation says where the cells that differ were written.
func TestInsideTheMachine(t *testing.T) {
	const line = "level 1 fen 8/8/1B3b2/1K6/8/8/8/3k4 b - - 0 20"
	f := investigated(t, rom(), tampered(false, reference.ControlHanging).as("faulty"), line, unshrunk)
	require.True(t, f.Differs())
	assert.Contains(t, f.Explanation, "inside rom:")
	assert.Regexp(t, `here [0-9A-F]{2} goes into VALM .*\n +VALM becomes [0-9A-F]{2}, was [0-9A-F]{2}\n`+
		` +[0-9A-F]{4}  \w+\+\d+ \w+\.z80:\d+  LD +\(VALM\),A`, f.Explanation)
	assert.Regexp(t, `AF [0-9A-F]{4}`, f.Explanation)
	assert.Equal(t, "sargon compare repro --engines rom,faulty '"+line+"'", f.Command)
}

// Beside an engine that is no machine the embedded ROM stands in for it: it tells which instruction of
// a ROM image was the first to go another way.
func TestInsideAnotherROM(t *testing.T) {
	f := investigated(t, fastest, changedROM(t, "evaluate", "BLIMIT EQU 6", "BLIMIT EQU 14"),
		"level 1 startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6", unshrunk)
	assert.Regexp(t, `inside edition:\n +here 84 goes into VALM .*; embedded wrote 86 to VALM at .*\n`+
		` +registers first differ after .*evaluate.z80:117\n`, f.Explanation)
}

// A case that differs only after others is reported as such.
func TestDifferenceThatDoesNotRepeat(t *testing.T) {
	broken := func(context.Context, *sargon.Result) error {
		return errors.New("Traceback:\n  in attack()\n  out of range\n")
	}
	for _, test := range []struct {
		ill  func(context.Context, *sargon.Result) error
		says []string
	}{
		{lie, []string{"does not differ when it is done alone"}},
		{broken, []string{"case: level 1 ", "in attack()", ": sick: Traceback: … out of range"}},
	} {
		r := mustRun(t, []Participant{fastest, sick(2, test.ill)}, listOf(ordinary, sparse),
			usual(func(o *Options) {
				o.Workers, o.MaxDifferences, o.MaxInvestigated, o.Reference = 1, 1, 1, ReferenceNone
			}))
		require.Len(t, r.Differences, 1)
		for _, said := range test.says {
			assert.Contains(t, r.Differences[0].String()+r.Differences[0].Line(), said)
		}
	}
}

func TestJUnit(t *testing.T) {
	r := judged(t, []Participant{fastest, sick(2, lie)}, listOf(ordinary, ordinary, sparse), oneWorker)
	var suite, empty junitSuite
	require.NoError(t, xml.Unmarshal([]byte(written(t, r.WriteJUnit)), &suite))
	assert.Equal(t, len(r.Differences), suite.Failures)
	assert.Equal(t, len(suite.Cases), suite.Tests)
	failed := suite.Cases[len(suite.Cases)-1]
	require.NotNil(t, failed.Failure)
	assert.Contains(t, failed.Failure.Text, "DIFFERENT: bitboards against sick")

	r = mustRun(t, quick, listOf(), DefaultOptions())
	require.NoError(t, xml.Unmarshal([]byte(written(t, r.WriteJUnit)), &empty))
	assert.Equal(t, 1, empty.Errors)
	assert.Equal(t, "inconclusive: nothing was compared", empty.Cases[0].Error.Message)
}

func TestTextReport(t *testing.T) {
	r := mustRun(t, quick, generator(24, 64),
		usual(func(o *Options) {
			o.Levels, o.Command = "1:0.8,2:0.2", "sargon compare --seed 23"
			o.Progress = func(text func() string) { assert.Contains(t, text(), "of 64 cases") }
		}))
	text := written(t, r.Write)
	for _, want := range []string{
		"engines", "seed 24", "of 64 cases", "digest", "quirks",
		"again      sargon compare --seed 23\n",
	} {
		assert.Contains(t, text, want)
	}
	assert.True(t, strings.HasSuffix(text, fmt.Sprintf(
		"result     no difference; cases done: 0x88 %d, bitboards %[1]d\n", r.Compared)), text)
	assert.Equal(t, reference.NumRules+1, strings.Count(written(t, r.WriteReached), "\n"))
}

// The smallest difference stands first and at the end, with one command; the others have a line
// each; what they have in common is said.
func TestAReportOfManyDifferences(t *testing.T) {
	source := must.Have(cases.NewGenerator(cases.GeneratorOptions{Seed: 6, Cases: 64, Kinds: []string{"pins"}}))
	wrong := tampered(false, reference.ControlHanging).as("wrong")
	r := mustRun(t, []Participant{fastest, wrong}, source,
		usual(func(o *Options) { o.Workers, o.MaxDifferences, o.MaxInvestigated = 1, 4, 2 }))
	require.Len(t, r.Differences, 4)
	text := written(t, r.Write)
	smallest := r.smallest()
	require.NotNil(t, smallest.Shrunk)
	assert.True(t, strings.HasPrefix(text, "DIFFERENT: bitboards against wrong"))
	assert.Equal(t, 1, strings.Count(text, "sargon compare repro"))
	assert.Equal(t, 1, strings.Count(text, "is the first that differs"))
	assert.Regexp(t, `In common: .*2 of 2 break the rule spec §8, [a-z-]+`, text)
	assert.Regexp(t, `(?m)^smallest +level 1, .* [wb] - - 0 \d+: bitboards against wrong`, text)
	for i := range r.Differences {
		if f := &r.Differences[i]; f != smallest {
			assert.Equal(t, 1, strings.Count(text, f.Line()), text)
		}
	}
}
