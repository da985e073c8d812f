package routines

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/native/literal"
	"sargon78/roms"
	"sargon78/roms/romstest"
	"sargon78/sargon/must"
)

// quick is a comparison that a test can afford.
var quick = Options{Random: 100, Seed: 1978, Workers: 2}

func TestROMDoesWhatTheSpecificationSays(t *testing.T) {
	image := romstest.Image(t)
	told := uint64(0)
	o := quick
	o.Progress = func(inputs uint64) { told = inputs }
	results, err := Compare(context.Background(), image, o)
	require.NoError(t, err)
	var text strings.Builder
	Write(&text, results)
	assert.Empty(t, Verdict(results), text.String())
	all := uint64(0)
	for _, r := range results {
		assert.EqualValues(t, quick.Random, r.Drawn, r.Name)
		assert.Less(t, r.Undefined, r.Drawn/10, r.Name)
		all += r.Drawn
	}
	assert.Equal(t, all, told)
}

// A program loaded elsewhere has other addresses in its lists, and does the same.
func TestAddressesAreThoseOfTheProgram(t *testing.T) {
	image := must.Have(roms.Open("", roms.Options{Load: 0x4200}))
	results, err := Compare(context.Background(), image, quick)
	require.NoError(t, err)
	var text strings.Builder
	Write(&text, results)
	assert.Empty(t, Verdict(results), text.String())
}

// A fault planted in each routine is found.
func TestFaultsInRoutinesAreFound(t *testing.T) {
	for r, f := range [literal.NumRoutines]struct{ file, old, new string }{
		literal.AttackTest:  {"attack.z80", "JR      Z,attack_found", "JR      NZ,attack_found"},
		literal.AttackLists: {"attack.z80", "JR      Z,enter_high", "JR      Z,enter_low"},
		literal.FindPins:    {"pins.z80", "JP      P,pins_next", "JP      M,pins_next"},
		literal.Exchange:    {"exchange.z80", "JR      NZ,xchng_gain", "JR      Z,xchng_gain"},
		literal.Points:      {"evaluate.z80", "JR      NZ,limit_low", "JR      Z,limit_low"},
		literal.Generate:    {"generate.z80", "CP      KING", "CP      QUEEN"},
		literal.Make:        {"make.z80", "SET     MOVED,C", "RES     MOVED,C"},
		literal.Unmake:      {"make.z80", "RES     CASTLED", "SET     CASTLED"},
		literal.Evaluate:    {"sort.z80", "LD      (VALM),A\n", "OR      A\n"},
		literal.Sort:        {"sort.z80", "JR      C,sort_insert", "JR      NC,sort_insert"},
	} {
		t.Run(specs[r].name, func(t *testing.T) {
			result := compared(t, romstest.Changed(t, f.file, f.old, f.new), literal.Routine(r))
			require.NotNil(t, result.First)
			assert.Positive(t, result.Different)
			assert.True(t, len(result.First.Cells) > 0 || result.First.Err != nil)
		})
	}
}

// compared is the result of one routine.
func compared(t *testing.T, image *roms.Image, r literal.Routine) Result {
	t.Helper()
	c := must.Have(newComparison(image, r, quick))
	c.all(context.Background())
	return c.result
}

// A difference is shown with only the men that it needs.
func TestDifferenceIsShrunk(t *testing.T) {
	image := romstest.Changed(t, "generate.z80", "CP      KING", "CP      QUEEN") // she moves like a king
	first := compared(t, image, literal.Generate).First
	require.NotNil(t, first)
	men := 0
	for _, s := range squares {
		if first.Input.Tables[s] != 0 {
			men++
		}
	}
	assert.LessOrEqual(t, men, 2, first.String())
	text, err := first.MarshalText()
	require.NoError(t, err)
	assert.Contains(t, string(text), "MLNXT: 10x12 ")
}

func TestDifferenceShowsItsInput(t *testing.T) {
	d := Difference{Cells: []string{"PTSL: 10x12 01, program 02"}}
	d.Input.NPins = 3
	tables := d.Input.Tables[:]
	tables[91], tables[28] = 0x86, 0x04
	for i := range 14 {
		tables[literal.CellLists+i] = byte(0xA0 + i)
	}
	copy(tables[literal.CellRoyals:], []byte{25, 95, 24, 94})
	empty := strings.Repeat("     .. .. .. .. .. .. .. ..\n", 6)
	assert.Equal(t, "     86 .. .. .. .. .. .. ..\n"+empty+"     .. .. .. .. .. .. .. 04\n",
		strings.Join(strings.SplitAfter(d.String(), "\n")[:8], ""))
	assert.Contains(t, d.String(), "\n    lists A0 A1 A2 A3 A4 A5 A6 | A7 A8 A9 AA AB AC AD\n"+
		"    3 pins; royal squares 19 5F 18 5E\n  PTSL: 10x12 01, program 02\n")
}

func TestStoppedComparison(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	image := romstest.Image(t)
	_, err := Compare(ctx, image, Options{Progress: func(uint64) { cancel() }})
	assert.ErrorIs(t, err, context.Canceled)
}

func TestProgramWithoutNames(t *testing.T) {
	without := *romstest.Image(t)
	without.Symbols = map[string]uint16{}
	_, err := Compare(context.Background(), &without, quick)
	assert.ErrorContains(t, err, "no symbol ATTACK")
}

// A routine of which nearly nothing was compared has not shown that it does the same.
func TestEachRoutineIsCompared(t *testing.T) {
	points := Result{Name: "POINTS", Drawn: 10}
	for _, test := range []struct {
		results []Result
		verdict string
	}{
		{nil, "nothing was compared"},
		{[]Result{points}, ""},
		{[]Result{{Name: "EVAL", Drawn: 2000, Undefined: 200}, points}, ""},
		{
			[]Result{points, {Name: "EVAL", Drawn: 2000, Undefined: 201}},
			"EVAL is undefined for 201 of 2000 inputs, more than 10 %",
		},
		{
			[]Result{{Name: "EVAL", Drawn: 2000, Undefined: 2000}, points},
			"EVAL is undefined for 2000 of 2000 inputs, more than 10 %",
		},
		{[]Result{points, {Name: "EVAL"}}, "EVAL is undefined for 0 of 0 inputs, more than 10 %"},
		{
			[]Result{{Name: "EVAL", Drawn: 1, Undefined: 1}, {Name: "POINTS", Drawn: 9, Different: 1}},
			"routines differ",
		},
	} {
		assert.Equal(t, test.verdict, Verdict(test.results), test.results)
	}
}

// A panic in the reference model, or in a program, is a difference of its input: the others are
// compared all the same.
func TestAPanicInARoutineIsADifference(t *testing.T) {
	c := must.Have(newComparison(romstest.Image(t), literal.AttackTest, Options{Random: 3}))
	c.engine.Tamper = func(literal.Fork, bool) bool { panic("ouch") }
	c.all(t.Context())
	assert.EqualValues(t, 3, c.result.Drawn)
	assert.EqualValues(t, 3, c.result.Different)
	require.NotNil(t, c.result.First)
	assert.EqualError(t, c.result.First.Err, "panic: ouch")
}

// A program that does not come back in time differs, too.
func TestAFailureOfAProgramIsADifference(t *testing.T) {
	c := must.Have(newComparison(romstest.Image(t), literal.AttackTest, Options{Random: 3}))
	c.program.machine.Budget = 1 // T-state
	c.all(t.Context())
	assert.EqualValues(t, 3, c.result.Different)
	require.NotNil(t, c.result.First)
	assert.Error(t, c.result.First.Err)
}
