package prove

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/native/literal"
	"sargon78/roms"
	"sargon78/roms/romstest"
	"sargon78/sargon/must"
	"sargon78/sargon/spec/cells"
)

// A program does in its routines what the rules say, at any address.
func TestWholeRoutinesDoWhatTheRulesSay(t *testing.T) {
	for _, load := range []uint16{0, 0x4200} {
		image := must.Have(roms.Open("", roms.Options{Load: load}))
		told := map[string]uint64{}
		results := Prove(t.Context(), image, Routines, Options{
			Workers: 2, Drawn: 100, Seed: 1978,
			Progress: func(r *Row, inputs uint64) { told[r.Name] = inputs },
		})
		var text strings.Builder
		Write(&text, results)
		assert.Empty(t, Wrong(results), text.String())
		for _, r := range results {
			assert.EqualValues(t, 100, r.Cases, r.Row.Name)
			assert.EqualValues(t, 100, told[r.Row.Name])
			assert.Equal(t, "the same", r.Verdict())
		}
	}
}

// A fault planted in each routine is found, and shown with few pieces.
func TestFaultsInWholeRoutinesAreFound(t *testing.T) {
	for name, f := range map[string]struct{ file, old, new string }{
		"ATTACK, test":  {"attack.z80", "JR      Z,attack_found", "JR      NZ,attack_found"},
		"ATTACK, lists": {"attack.z80", "JR      Z,enter_high", "JR      Z,enter_low"},
		"PINFND":        {"pins.z80", "JP      P,pins_next", "JP      M,pins_next"},
		"XCHNG":         {"exchange.z80", "JR      NZ,xchng_gain", "JR      Z,xchng_gain"},
		"POINTS":        {"evaluate.z80", "JR      NZ,limit_low", "JR      Z,limit_low"},
		"GENMOV":        {"generate.z80", "CP      KING", "CP      QUEEN"}, // she moves like a king
		"MOVE":          {"make.z80", "SET     MOVED,C", "RES     MOVED,C"},
		"UNMOVE":        {"make.z80", "RES     CASTLED", "SET     CASTLED"},
		"EVAL":          {"sort.z80", "LD      (VALM),A\n", "OR      A\n"},
		"SORTM":         {"sort.z80", "JR      C,sort_insert", "JR      NC,sort_insert"},
	} {
		t.Run(name, func(t *testing.T) {
			result := sampled(t, romstest.Changed(t, f.file, f.old, f.new), name, nil)
			require.NotNil(t, result.Fault)
			t.Log(result.Different, result.Fault)
			assert.EqualValues(t, 100, result.Cases)
			assert.Positive(t, result.Different)
			pieces := strings.Fields(strings.ReplaceAll(result.Fault.Board, "..", ""))
			assert.LessOrEqual(t, len(pieces), 4, result.Fault)
			if name == "GENMOV" {
				assert.LessOrEqual(t, len(pieces), 2)
				assert.Contains(t, result.Fault.What, "MLNXT: the program ")
			}
		})
	}
}

// sampled does a hundred cases of a whole routine.
func sampled(t *testing.T, image *roms.Image, name string, prepare func(p *pair)) (result Result) {
	p := newPair(image)
	row := Routines[slices.IndexFunc(Routines, func(r *Row) bool { return r.Name == name })]
	p.prepare(row)
	if prepare != nil {
		prepare(p)
	}
	run := &run{Options: Options{Drawn: 100, Seed: 1978}}
	result.Row = row
	for shard := range shards {
		p.prove(t.Context(), run, &result, shard)
	}
	return result
}

// A panic in a rule, and a program that does not come back, are differences of their inputs: the
// others are compared all the same.
func TestWhatFailsDiffers(t *testing.T) {
	for want, prepare := range map[string]func(p *pair){
		"panic: ouch":       func(p *pair) { p.engine.Tamper = func(literal.Fork, bool) bool { panic("ouch") } },
		"the program fails": func(p *pair) { p.whole.Budget = 1 },
	} {
		r := sampled(t, romstest.Image(t), "POINTS", prepare)
		assert.EqualValues(t, 100, r.Cases)
		assert.EqualValues(t, 100, r.Different)
		require.NotNil(t, r.Fault)
		assert.Contains(t, r.Fault.What, want)
	}
}

// A program without names is said to be one, and a sample that is stopped is done in part.
func TestSamplesThatAreNotWhole(t *testing.T) {
	image := romstest.Image(t)
	without := *image
	without.Symbols, without.Labels = nil, nil
	results := Prove(t.Context(), &without, Routines, Options{Drawn: 100})
	require.NotNil(t, results[0].Fault)
	assert.Equal(t, "the program has no ATTACK", results[0].Fault.String())

	ctx, cancel := context.WithCancel(t.Context())
	stop := func(*Row, uint64) { cancel() }
	results = Prove(ctx, image, Routines, Options{Drawn: 1000, Progress: stop})
	assert.Equal(t, "in part", results[0].Verdict())
}

func TestBoardIsDrawn(t *testing.T) {
	p := newPair(romstest.Image(t))
	p.begin(0, 1)
	p.set(p.at(cells.BOARDA+91), 0x86)
	p.set(p.at(cells.BOARDA+28), 0x04)
	empty := strings.Repeat("    .. .. .. .. .. .. .. ..\n", 6)
	assert.Equal(t, "\n    86 .. .. .. .. .. .. ..\n"+empty+"    .. .. .. .. .. .. .. 04", p.diagram())
}
