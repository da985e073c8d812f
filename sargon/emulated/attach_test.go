package emulated_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/emu"
	"sargon78/roms/romstest"
	"sargon78/sargon"
	"sargon78/sargon/emulated"
	"sargon78/sargon/must"
)

// An attached spectator makes the same callbacks as the engine that searches.
func TestSpectatorSeesTheSameSearch(t *testing.T) {
	image := romstest.Image(t)
	engine := must.Have(emulated.New("rom", image))
	p, err := sargon.ParseFEN("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3")
	require.NoError(t, err)
	require.NoError(t, engine.SetPosition(p))
	var begun emu.Snapshot // the machine as the search begins
	find, _ := image.Symbol("FNDMOV")
	engine.Machine().Trap(find, func(m *emu.Machine) error { begun = m.Snapshot(); return nil })
	result := must.Have(engine.Search(context.Background(), sargon.SearchOptions{Level: 2}))

	// On a machine that the engine does not know.
	machine := emu.New()
	require.NoError(t, machine.Restore(begun))
	stack, _ := image.Symbol("STACK")
	memory, err := emulated.NewMemory(machine, image)
	require.NoError(t, err)
	spectator := emulated.Attach(memory)

	trace, evals := sargon.EmptyTrace, uint64(1)
	var line []sargon.Move
	machine.Registers = emu.Registers{SP: stack}
	spectator.Begin(sargon.Callbacks{
		Evaluation: func(s sargon.Evaluation) { trace, evals = trace.Add(s), evals+1 },
		Best:       func(l sargon.Line) { line = append([]sargon.Move(nil), l.Moves...) },
	})
	require.NoError(t, machine.Call(context.Background(), find))
	spectator.End()
	assert.Equal(t, result.Trace, trace)
	assert.Equal(t, result.Evals, evals)
	require.NotEmpty(t, line)
	assert.Equal(t, result.Best, line[0])

	before := trace
	require.NoError(t, machine.Restore(begun))
	machine.Registers = emu.Registers{SP: stack}
	require.NoError(t, machine.Call(context.Background(), find))
	assert.Equal(t, before, trace, "after End nothing is reported")
}
