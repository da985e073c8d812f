package bench_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/compare/bench"
	"sargon78/emu/z80"
	"sargon78/emu/z80/cores"
)

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

func TestCoresAreMeasuredOnTheSameWork(t *testing.T) {
	rounds := map[string]int{}
	results, err := bench.Cores(counting, 2, func(core string, _, _ int) { rounds[core]++ })
	require.NoError(t, err)
	require.Len(t, results, len(cores.Names()))
	assert.Equal(t, cores.Referee, results[0].Core)
	for _, r := range results {
		assert.Equal(t, 2, rounds[r.Core])
		assert.EqualValues(t, 1+200+1, r.Instructions)
		assert.Equal(t, 1.0, r.Ratio)
	}
	var table strings.Builder
	require.NoError(t, bench.WriteCores(&table, results))
	assert.Contains(t, table.String(), "ratio to library")
}

// A core that takes other T-states is named.
func TestACoreThatDoesOtherWork(t *testing.T) {
	late := cores.Names()[1]
	_, err := bench.Cores(func(core z80.Core) (bench.Result, error) {
		w, err := counting(core)
		if core.Name() == late && w.TStates > 0 {
			w.Fingerprint += "y"
		}
		return w, err
	}, 1, func(string, int, int) {})
	assert.ErrorContains(t, err, "does not do what the others do")
}
