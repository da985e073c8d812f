package emu

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A watch function ends the run after the very instruction that writes, on every core.
func TestStopAfterAWrite(t *testing.T) {
	for _, core := range cores() {
		m := New()
		m.SetCore(core)
		// LD A,1; LD (2000h),A; INC A; LD (2001h),A; LD HL,2000h; INC (HL); LDIR
		require.NoError(t, m.Load(0x1000, []byte{
			0x3E, 1, 0x32, 0, 0x20, 0x3C, 0x32, 1, 0x20, 0x21, 0, 0x20, 0x34, 0x11, 1, 0x20, 1, 2,
			0, 0xED, 0xB0,
		}))
		m.SetRegisters(Registers{PC: 0x1000})
		m.WatchWrites(0x2000, 0x2001, func(m *Machine, _ uint16, _, _ byte) { m.StopAfter = true })
		for _, pc := range []uint16{0x1005, 0x1009, 0x100D, 0x1013} {
			require.ErrorIs(t, m.RunTo(1000), ErrStop, core.Name())
			assert.Equal(t, pc, m.PC, core.Name())
			assert.False(t, m.StopAfter)
		}
		m.WatchWrites(0x2000, 0x2001, nil)
		require.NoError(t, m.RunTo(1000))
		assert.GreaterOrEqual(t, m.TStates, uint64(1000))
	}
}

func TestRunToGoesPastTrapsAndEndsAtHalt(t *testing.T) {
	m := New()
	require.NoError(t, m.Load(0x1000, []byte{0, 0xCD, 0x00, 0x30, 0, 0x76}))
	m.SetRegisters(Registers{PC: 0x1000, SP: 0x4000})
	visits := 0
	m.Trap(0x3000, func(m *Machine) error { // takes the place of the routine
		visits++
		r := m.Registers()
		r.PC, r.SP = m.Word(r.SP), r.SP+2
		m.SetRegisters(r)
		return nil
	})
	require.NoError(t, m.RunTo(1_000_000))
	assert.True(t, m.Halted)
	assert.Equal(t, 1, visits)
	assert.NoError(t, m.Lost())
}
