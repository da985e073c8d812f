package bench_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/compare/bench"
	"sargon78/emu/cores"
	"sargon78/roms"
	"sargon78/sargon/emulated"
)

func TestCoresDoTheSameSearches(t *testing.T) {
	if testing.Short() {
		t.Skip("searches ten positions on each core")
	}
	image, err := roms.Open("", roms.Options{})
	require.NoError(t, err)
	engine, err := emulated.New("rom", image)
	require.NoError(t, err)
	rounds := map[string]int{}
	results, err := bench.Cores(context.Background(), engine, 1, 1,
		func(core string, _, _ int) { rounds[core]++ })
	require.NoError(t, err)
	require.Len(t, results, len(cores.Names()))
	assert.Equal(t, cores.Referee, results[0].Core)
	assert.Equal(t, 1.0, results[0].Ratio)
	for _, r := range results {
		assert.Equal(t, knownFingerprints(t)[1], r.Fingerprint)
		assert.Equal(t, rounds[cores.Referee], rounds[r.Core])
		assert.InEpsilon(t, r.Ratio, r.PerSecond/results[0].PerSecond, 0.001)
		// From 4 T-states, of NOP, to 23.
		assert.InDelta(t, 9, float64(r.TStates)/float64(r.Instructions), 3)
	}
	var table strings.Builder
	require.NoError(t, bench.WriteCores(&table, results))
	assert.Contains(t, table.String(), "ratio to library")
}
