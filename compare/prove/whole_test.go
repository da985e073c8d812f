package prove

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/roms"
	"sargon78/roms/romstest"
	"sargon78/sargon/must"
	"sargon78/sargon/spec/variables"
)

// A program does in its routines what the rules say, at any address.
func TestWholeRoutinesDoWhatTheRulesSay(t *testing.T) {
	for _, load := range []uint16{0, 0x4200} {
		image := must.Have(roms.Open("", roms.Options{Load: load}))
		told := map[string]uint64{}
		results := Prove(t.Context(), image, Routines, Options{
			Workers: 2, Drawn: 70, Seed: 1978,
			Progress: func(r *Row, inputs uint64) { told[r.Name] = inputs },
		})
		var text strings.Builder
		Write(&text, results)
		assert.Empty(t, Wrong(results), text.String())
		for _, r := range results {
			assert.EqualValues(t, 70, r.Cases, r.Row.Name)
			assert.EqualValues(t, 70, told[r.Row.Name])
			assert.Equal(t, "the same", r.Verdict())
		}
	}
}

// A fault planted in each routine is found, and shown with few pieces.
func TestFaultsInWholeRoutinesAreFound(t *testing.T) {
	for _, f := range []struct{ name, file, old, new, what string }{
		{"ATTACK, test", "attack", "JR Z,attack_found", "JR NZ,attack_found", "A: the program"},
		{"ATTACK, lists", "attack", "JR Z,enter_high", "JR Z,enter_low", "ATKLST"},
		{"PINFND", "pins", "JP P,pins_next", "JP M,pins_next", "NPINS"},
		{"XCHNG", "exchange", "JR NZ,xchng_gain", "JR Z,xchng_gain", "E: the program"},
		{"POINTS", "evaluate", "JR NZ,limit_low", "JR Z,limit_low", "VALM"},
		{"GENMOV", "generate", "CP KING", "CP QUEEN", "MLNXT: the program "}, // she moves like a king
		{"MOVE", "make", "SET MOVED,C", "RES MOVED,C", "BOARDA"},
		{"MOVE", "make", "make_captured:\n", "make_captured: JR make_captured\n", "the program fails: "},
		{"UNMOVE", "make", "RES CASTLED", "SET CASTLED", "BOARDA"},
		{"EVAL", "sort", "LD (VALM),A\n", "OR A\n", "VALM"},
		{"SORTM", "sort", "JR C,sort_insert", "JR NC,sort_insert", "PLYIX"},
	} {
		t.Run(f.name, func(t *testing.T) {
			image := romstest.ImageWithChange(t, f.file, f.old, f.new)
			rows := named(t, Routines, f.name)
			r := Prove(t.Context(), image, rows, Options{Workers: 2, Drawn: 70, Seed: 1978})[0]
			require.NotNil(t, r.Fault)
			t.Log(r.Fault)
			assert.Positive(t, r.Different)
			assert.EqualValues(t, 70, r.Cases) // the others are compared all the same
			assert.Contains(t, r.Fault.What, f.what)
			pieces := strings.Fields(strings.ReplaceAll(r.Fault.Board, "..", ""))
			assert.LessOrEqual(t, len(pieces), 4, r.Fault)
		})
	}
}

// A panic in a rule is a difference of its inputs; what shrinking tries is not counted.
func TestWhatPanicsDiffers(t *testing.T) {
	row := &Row{Name: "limit", Domain: "A: all bytes; B: 30 6", run: func(p *pair) {
		if p.chip.B == 6 {
			panic("ouch")
		}
		panic(undefined{})
	}}
	r := Prove(t.Context(), romstest.Image(t), []*Row{row}, Options{})[0]
	require.NotNil(t, r.Fault)
	assert.Equal(t, "panic: ouch", r.Fault.What)
	assert.EqualValues(t, 1, r.Left, "of %d", r.Cases)
}

// A program without names is said to be one, and a sample that is stopped is done in part.
func TestSamplesThatAreNotWhole(t *testing.T) {
	image := romstest.Image(t)
	without := *image
	without.Symbols, without.Labels = nil, nil
	results := Prove(t.Context(), &without, Routines, Options{Drawn: 70})
	require.Equal(t, "not applicable", results[0].Verdict())
	assert.Equal(t, "ATTACK, test was not compared: the program has no label ATTACK", Wrong(results[:1]))

	ctx, cancel := context.WithCancel(t.Context())
	stop := func(*Row, uint64) { cancel() }
	results = Prove(ctx, image, Routines, Options{Drawn: 1000, Progress: stop})
	assert.Equal(t, "in part", results[0].Verdict())
}

func TestBoardIsDrawn(t *testing.T) {
	p := newPair(romstest.Image(t))
	p.begin(0, 1)
	p.set(p.at(variables.BOARDA+91), 0x86)
	p.set(p.at(variables.BOARDA+28), 0x04)
	empty := strings.Repeat("    .. .. .. .. .. .. .. ..\n", 6)
	assert.Equal(t, "\n    86 .. .. .. .. .. .. ..\n"+empty+"    .. .. .. .. .. .. .. 04", p.diagram())
}
