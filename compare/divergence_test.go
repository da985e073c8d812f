package compare

import (
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/compare/cases"
	"sargon78/compare/observe"
	"sargon78/native"
	"sargon78/native/literal"
	"sargon78/sargon"
	"sargon78/sargon/must"
)

func diverge(t *testing.T, a, b func() sargon.Engine, line string) *Divergence {
	t.Helper()
	d, err := FindDivergence(t.Context(), observe.Opened(a()), observe.Opened(b()), mustCase(line),
		sargon.DetailTrace)
	require.NoError(t, err)
	return d
}

// The first different evaluation is shown with its line, both states and the opinion of the
// specification.
func TestOtherEvaluation(t *testing.T) {
	d := diverge(t, native.New10x12, tampered(false, literal.PinnedTransparent), pinned)
	require.Equal(t, OtherEvaluation, d.Kind)
	right := d.sides[specification].evaluation
	require.NotNil(t, right)
	assert.Equal(t, *d.sides[0].evaluation, *right, "the native engine is right")
	assert.NotEqual(t, *d.sides[1].evaluation, *right)
	assert.Equal(t, d.sides[0].state.Totals, d.sides[specification].state.Totals)
	require.NotEmpty(t, d.Line)
	assert.Equal(t, int(right.Ply), len(d.Line))
	last := d.Line[len(d.Line)-1]
	assert.Equal(t, right.To, last.To)
	text := d.String()
	for _, want := range []string{
		"is the first that differs", "line to it: ", "* ply, move, value", "BRDC", "* attackers of",
		"the board, with the move made",
	} {
		assert.Contains(t, text, want)
	}
	assert.Regexp(t, fmt.Sprintf(`^values that differ among the first \d+ evaluations: \d+(; .*)?\n  %d: `,
		d.Index), d.Changes())
}

// What differs first is told, and not twice; beside a program that shows only its move, the other
// engine's values are.
func TestKindsOfDivergence(t *testing.T) {
	liar := after(func(_ *literal.Engine, r *sargon.Result) { r.Best.To++ })
	moves := func(open func() sargon.Engine) func() sargon.Engine {
		return func() sargon.Engine { return mover{open()} }
	}
	miscounting := after(func(_ *literal.Engine, r *sargon.Result) { r.Gens++ })
	short := around(func(a asked) (sargon.Result, error) {
		a.o.MaxEvals = 4 // silently
		r, _ := a.search()
		return r, nil
	})
	for _, test := range []struct {
		open func() sargon.Engine
		line string
		kind DivergenceKind
		says []string
	}{
		{native.New10x12, "level 2 startpos moves e2e4 e7e5", NoDivergence,
			[]string{"10x12 and 0x88 do the same"}},
		{miscounting, sparse, OtherResult,
			[]string{`both: \w{4}, score \d+`, `\* calls of the generator: \d+ / \d+`}},
		{liar, sparse, OtherResult, []string{"but the results differ"}},
		{moves(liar), sparse, NoTrace, nil},
		{moves(liar), pinned, NoTrace,
			[]string{`what 0x88 has before the search(.|\n)*attackers of d5: \d`}},
		{moves(native.New10x12), sparse, NoDivergence, nil},
		{tampered(false, literal.Extension), sparse, OtherEvaluation, nil}, // and not one that ends earlier
		{short, sparse, EndedEarlier, []string{
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
// explains is placed by the first value that differs.
func TestPlaceIsNamed(t *testing.T) {
	for _, test := range []struct {
		rules []literal.Fork
		line  string
		says  string
	}{
		{[]literal.Fork{literal.PinnedTransparent}, pinned,
			"faulty searches as if spec §6, pinned-transparent, did not exist"},
		{[]literal.Fork{literal.KingAttacks, literal.SeesThrough}, pinned, "points to spec §5 and §6"},
		{[]literal.Fork{literal.ControlHigh, literal.ControlLow},
			"level 1 fen 3k4/3p4/3Rbnrn/7b/5KP1/5BRP/4B3/8 b - - 0 20",
			"points to spec §8, afterwards: the root (BC0, MV0), the limits of material"},
		{[]literal.Fork{literal.MateAgain}, "level 2 fen 7k/5ppp/8/8/2q5/8/5PPP/4Q2K w - - 0 11",
			"points to spec §11 and §14.7: PMATE"},
		{[]literal.Fork{literal.EnPassantRank}, "level 2 fen 8/6P1/8/r2PpP2/8/8/2K2P1k/8 w - e6 0 12",
			"points to spec §3: records and links as they stay in the list area"},
	} {
		f := investigated(t, fastest, breaking(test.rules...), test.line, Options{})
		assert.Contains(t, f.Explanation, test.says)
	}
}

// One difference counts once, even if several engines have it.
func TestOneDifferenceIsOne(t *testing.T) {
	liar := sick(1, lie)
	r := judged(t, append(slices.Clone(quick), liar), generator(24, 64), Options{Workers: 1, MaxDifferences: 1})
	assert.EqualValues(t, 1, r.Differing)
	assert.Len(t, r.Differences, 1)

	wrong := breaking(literal.MakeCastling)
	castles := "level 1 fen 4k3/8/8/8/8/8/8/4K2R w K - 0 5"
	r = mustRun(t, []Contender{named("as faulty", wrong), wrong}, listOf(castles), Options{Investigate: -1, ModelEvery: 1})
	require.NotEmpty(t, r.Differences, "both differ from the specification")
	assert.Equal(t, literal.Name, r.Differences[0].B)
	r = mustRun(t, []Contender{fastest, wrong}, listOf(castles, castles, castles), Options{
		Workers: 4, MaxDifferences: 1, Investigate: 1, ModelEvery: neverModel,
		Progress: func(text func() string) { assert.Contains(t, text(), "cases") },
	})
	require.Len(t, r.Differences, 1)
	assert.Contains(t, r.Differences[0].Explanation, "is the first that differs",
		"also of the one that ends the run, while a person is told how far it is")
}

// For an emulated engine the explanation says where the cells that differ were written.
func TestInsideTheMachine(t *testing.T) {
	const line = "level 1 fen 8/8/1B3b2/1K6/8/8/8/3k4 b - - 0 20"
	f := investigated(t, rom(), breaking(literal.ControlHanging), line, Options{})
	require.True(t, f.Differs())
	assert.Contains(t, f.Explanation, "inside rom:")
	assert.Regexp(t, `here [0-9A-F]{2} goes into VALM .*\n +VALM becomes [0-9A-F]{2}, was [0-9A-F]{2}\n`+
		` +[0-9A-F]{4}  \w+\+\d+ \w+\.z80:\d+  LD +\(VALM\),A`, f.Explanation)
	assert.Regexp(t, `AF [0-9A-F]{4}`, f.Explanation)
	assert.Equal(t, "sargon compare repro --engines rom,faulty '"+line+"'", f.Command)
}

// Beside an engine that is no machine the embedded ROM stands in for it: it tells which instruction of
// an edition was the first to go another way.
func TestInsideAnEdition(t *testing.T) {
	f := investigated(t, fastest, changedROM(t, "evaluate.z80", "BLIMIT  EQU     6", "BLIMIT  EQU     14"),
		"level 1 startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6", Options{})
	assert.Regexp(t, `inside edition:\n +here 84 goes into VALM .*; embedded wrote 86 to VALM at .*\n`+
		` +registers first differ after .*evaluate.z80:117\n`, f.Explanation)
}

// A case that differs only after others is reported as such.
func TestDifferenceThatDoesNotRepeat(t *testing.T) {
	broken := func(context.Context, *sargon.Result) error {
		return errors.New("Traceback:\n  in attack()\n  out of range\n")
	}
	o := Options{Workers: 1, MaxDifferences: 1, Investigate: 1, ModelEvery: neverModel}
	r := mustRun(t, []Contender{fastest, sick(2, lie)}, listOf(ordinary, sparse), o)
	require.Len(t, r.Differences, 1)
	assert.Contains(t, r.Differences[0].Explanation, "does not differ when it is done alone")

	r = mustRun(t, []Contender{fastest, sick(2, broken)}, listOf(ordinary, sparse), o)
	require.Len(t, r.Differences, 1)
	assert.Contains(t, r.Differences[0].String(), "case: level 1 ")
	assert.Contains(t, r.Differences[0].String(), "in attack()")
	assert.Contains(t, r.Differences[0].Line(), "sick: Traceback: … out of range")
}

func TestJUnit(t *testing.T) {
	r := judged(t, []Contender{fastest, sick(2, lie)}, generator(22, 8), Options{Workers: 1, MaxDifferences: 2})
	suite := readJUnit(t, r)
	assert.Equal(t, len(r.Differences), suite.Failures)
	assert.Equal(t, len(suite.Cases), suite.Tests)
	failed := suite.Cases[len(suite.Cases)-1]
	require.NotNil(t, failed.Failure)
	assert.Contains(t, failed.Failure.Text, "DIFFERENT: sets against sick")

	empty := readJUnit(t, mustRun(t, quick, new(listSource), Options{}))
	assert.Equal(t, 1, empty.Errors)
	assert.Equal(t, "nothing was compared", empty.Cases[0].Error.Message)
}

func readJUnit(t *testing.T, r *Report) (suite junitSuite) {
	t.Helper()
	var b strings.Builder
	require.NoError(t, r.WriteJUnit(&b))
	require.NoError(t, xml.Unmarshal([]byte(b.String()), &suite))
	return suite
}

func TestTextReport(t *testing.T) {
	r := mustRun(t, quick, generator(24, 64),
		Options{Levels: "1:0.8,2:0.2", Command: "sargon compare --seed 23", Progress: func(text func() string) {
			assert.Contains(t, text(), "of 64 cases")
		}})
	var b strings.Builder
	require.NoError(t, r.Write(&b))
	text := b.String()
	for _, want := range []string{
		"engines", "seed 24", "of 64 cases", "digest", "quirks",
		"again      sargon compare --seed 23\n",
	} {
		assert.Contains(t, text, want)
	}
	assert.True(t, strings.HasSuffix(text, fmt.Sprintf(
		"result     no difference; cases done: 0x88 %d, sets %[1]d\n", r.Compared)), text)
	b.Reset()
	require.NoError(t, r.WriteReached(&b))
	assert.Equal(t, literal.NumForks+1, strings.Count(b.String(), "\n"))
}

// The smallest difference stands first and at the end, with one command; the others have a line
// each; what they have in common is said.
func TestAReportOfManyDifferences(t *testing.T) {
	source := must.Have(cases.NewGenerator(cases.GeneratorOptions{Seed: 6, Cases: 64, Kinds: []string{"pins"}}))
	wrong := named("wrong", breaking(literal.ControlHanging))
	r := mustRun(t, []Contender{fastest, wrong}, source,
		Options{Workers: 1, MaxDifferences: 4, Investigate: 2})
	require.Len(t, r.Differences, 4)
	var b strings.Builder
	require.NoError(t, r.Write(&b))
	text := b.String()
	smallest := r.smallest()
	require.NotNil(t, smallest.Shrunk)
	assert.True(t, strings.HasPrefix(text, "DIFFERENT: sets against wrong"))
	assert.Equal(t, 1, strings.Count(text, "sargon compare repro"))
	assert.Equal(t, 1, strings.Count(text, "is the first that differs"))
	assert.Regexp(t, `In common: .*2 of 2 break the rule spec §8, [a-z-]+`, text)
	assert.Regexp(t, `(?m)^smallest +level 1, .* [wb] - - 0 \d+: sets against wrong`, text)
	for i := range r.Differences {
		if f := &r.Differences[i]; f != smallest {
			assert.Equal(t, 1, strings.Count(text, f.Line()), text)
		}
	}
}
