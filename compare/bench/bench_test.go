package bench_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/compare/bench"
	"sargon78/emu/z80"
	"sargon78/emu/z80/cores"
	"sargon78/native"
	"sargon78/roms/romstest"
	"sargon78/sargon"
	"sargon78/sargon/emulated"
	"sargon78/sargon/must"
	"sargon78/sargon/spec"
)

// timed adds up what an engine's searches took in 1978.
type timed struct {
	sargon.Engine
	original uint64
}

func (e *timed) Search(ctx context.Context, options sargon.SearchOptions) (sargon.Result, error) {
	r, err := e.Engine.Search(ctx, options)
	e.original += r.OriginalTStates
	return r, err
}

// The game that was timed on real hardware, on an engine that has no clock of its own.
func TestCalibrationGameTakesTheTimeOf1978(t *testing.T) {
	e := &timed{Engine: native.New0x88()}
	_, err := bench.Calibrate(t.Context(), e)
	require.NoError(t, err)
	assert.InEpsilon(t, bench.CalibrationTStates, e.original, 0.01)
	assert.InEpsilon(t, bench.CalibrationSeconds, sargon.In1978(e.original).Seconds(), 0.01)
}

// The fingerprints are those of bench.txt, which change only if an engine searches something else, and
// the times of page board are those that its commands give.
func TestKnownFingerprintsAndTimes(t *testing.T) {
	known := string(must.Have(os.ReadFile("bench.txt")))
	ours := must.Have(bench.Run(t.Context(), must.Have(emulated.New("rom", romstest.Image(t))), 1, nil))
	part := float64(ours.TStates) / float64(ours.OriginalTStates)
	board, ok := spec.Lookup("board")
	require.True(t, ok)
	page := board.String()
	assert.Contains(t, page, fmt.Sprintf("%.2f of those of the original", part))
	for level := sargon.Level(1); level <= 4; level++ {
		r := must.Have(bench.Run(t.Context(), native.NewBitboards(), level, nil))
		assert.Equal(t, len(bench.Positions), r.Positions)
		assert.Contains(t, known, fmt.Sprintf("\nlevel %d %s\n", level, r.Fingerprint))
		if level == 1 {
			assert.NoError(t, bench.SameSearches([]bench.Result{r, ours}))
		}
		row := fmt.Sprintf("| %d |", level)
		for _, hertz := range []float64{2e6, 4e6, 7.37e6} {
			seconds := part * float64(r.OriginalTStates) / float64(len(bench.Positions)) / hertz
			if seconds < 100 {
				row += fmt.Sprintf(" %.0f s |", seconds)
			} else {
				row += fmt.Sprintf(" %.0f min |", math.Round(seconds/60))
			}
		}
		assert.Contains(t, page, row+"\n")
	}
}

func ExampleSameSearches() {
	ctx := context.Background()
	one, _ := bench.Run(ctx, native.New10x12(), 1, nil)
	two, _ := bench.Run(ctx, native.New0x88(), 1, nil)
	fmt.Println(bench.SameSearches([]bench.Result{one, two}))
	two.Fingerprint = "0123456789abcdef"
	fmt.Println(bench.SameSearches([]bench.Result{one, two}) != nil)
	// Output:
	// <nil>
	// true
}

func TestTable(t *testing.T) {
	var out strings.Builder
	require.NoError(t, bench.Write(&out, []bench.Result{
		{Engine: "one", Level: 1, Evals: 10, EvalsPerS: 100, TStates: 50, Fingerprint: "f"},
		{Engine: "two", Level: 1, Evals: 10, EvalsPerS: 50, Fingerprint: "f"},
	}))
	lines := strings.Split(out.String(), "\n")
	assert.Regexp(t, `^ *one +1 +10 +0\.00 +100 +1\.00 +5 `, lines[1])
	assert.Regexp(t, `^ *two +1 +10 +0\.00 +50 +0\.50 +- `, lines[2])
}

// A bench that is stopped holds what was done.
func TestStoppedBench(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	r, err := bench.Run(ctx, native.New10x12(), 1, func(i int) {
		if i == 2 {
			stop()
		}
	})
	assert.ErrorIs(t, err, context.Canceled)
	assert.Equal(t, 2, r.Positions)
}

// counting has a core count register B down from 200, and tells where it came to.
func counting(core z80.Core) (bench.Result, error) {
	c := &z80.Chip{}
	copy(c.Memory[:], []byte{0x06, 200, 0x10, 0xFE, 0x76}) // LD B,200; DJNZ itself; HALT
	const end = 7 + 199*13 + 8 + 4
	for c.TStates < end {
		core.Run(c, end)
	}
	return bench.Result{TStates: c.TStates, Seconds: 1, Fingerprint: strings.Repeat("x", int(c.B)+1)}, nil
}

// All cores are measured on the same work; one that does other work is named.
func TestCoresAreMeasuredOnTheSameWork(t *testing.T) {
	rounds := map[string]int{}
	results, err := bench.CompareCores(counting, 2, func(core string, _, _ int) { rounds[core]++ })
	require.NoError(t, err)
	require.Len(t, results, len(cores.Names()))
	assert.Equal(t, cores.ReferenceCore, results[0].Core)
	for _, r := range results {
		assert.Equal(t, 2, rounds[r.Core])
		assert.EqualValues(t, 1+200+1, r.Instructions)
		assert.Equal(t, 1.0, r.Ratio)
	}
	var table strings.Builder
	require.NoError(t, bench.WriteCores(&table, results))
	assert.Contains(t, table.String(), "ratio to library")

	for what, spoil := range map[string]func(*bench.Result){
		"trace xy in 2606 T-states instead of x in 2606": func(r *bench.Result) { r.Fingerprint += "y" },
		"trace x in 2607 T-states instead of x in 2606":  func(r *bench.Result) { r.TStates++ },
	} {
		_, err = bench.CompareCores(func(core z80.Core) (bench.Result, error) {
			w, err := counting(core)
			if core.Name() == cores.ReferenceCore {
				spoil(&w)
			}
			return w, err
		}, 1, func(string, int, int) {})
		assert.ErrorContains(t, err, "the core library does not do what the others do: "+what)
	}
}
