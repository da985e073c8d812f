package bench_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/compare/bench"
	"sargon78/native"
	"sargon78/roms/romstest"
	"sargon78/sargon"
	"sargon78/sargon/emulated"
	"sargon78/sargon/must"
	"sargon78/sargon/spec"
)

// The times of page board are those that its commands give.
func TestTheBoardPageSaysHowLongAMoveTakes(t *testing.T) {
	image := romstest.Image(t)
	ours := must.Have(bench.Run(t.Context(), must.Have(emulated.New("rom", image)), 1, nil))
	part := float64(ours.TStates) / float64(ours.Original)
	page, ok := spec.Lookup("board")
	require.True(t, ok)
	assert.Contains(t, page.String(), fmt.Sprintf("%.2f of what the original took", part))
	for level := sargon.Level(1); level <= 4; level++ {
		r := must.Have(bench.Run(t.Context(), native.NewSets(), level, nil))
		row := fmt.Sprintf("| %d |", level)
		for _, hertz := range []float64{2e6, 4e6, 7.37e6} {
			seconds := part * float64(r.Original) / float64(len(bench.Positions)) / hertz
			if seconds < 100 {
				row += fmt.Sprintf(" %.0f s |", seconds)
			} else {
				row += fmt.Sprintf(" %.0f min |", math.Round(seconds/60))
			}
		}
		assert.Contains(t, page.String(), row+"\n")
	}
}
