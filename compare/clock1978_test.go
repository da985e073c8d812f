package compare_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/compare"
	"sargon78/native"
	"sargon78/sargon"
)

// timed adds up what an engine's searches took in 1978.
type timed struct {
	sargon.Engine
	original uint64
}

func (e *timed) Search(ctx context.Context, options sargon.SearchOptions) (sargon.Result, error) {
	r, err := e.Engine.Search(ctx, options)
	e.original += r.Original
	return r, err
}

// The game that was timed on real hardware, on an engine that has no clock of its own.
func TestCalibrationGameTakesTheTimeOf1978(t *testing.T) {
	e := &timed{Engine: native.New0x88()}
	_, err := compare.Calibrate(context.Background(), e, nil)
	require.NoError(t, err)
	assert.InEpsilon(t, compare.CalibrationTStates, e.original, 0.01)
	assert.InEpsilon(t, compare.CalibrationSeconds1983, sargon.In1978(e.original).Seconds(), 0.01)
}
