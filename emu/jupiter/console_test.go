package jupiter_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"sargon78/emu"
	"sargon78/emu/console"
)

// A run that is cancelled before its first instruction changes nothing: a program that waits for a
// key still waits for it, even if Run was woken by a key that is taken already.
func TestACancelledRunStillWaits(t *testing.T) {
	cpu := emu.New()
	require.NoError(t, cpu.Load(0x0100, []byte{
		0xD7,       // RST 10h: a key into A
		0x18, 0xFD, // JR 0100h
	}))
	cpu.Registers = emu.Registers{PC: 0x0100, SP: 0x9000}
	m := console.New(cpu, func() bool { return false }, console.Options{})
	cpu.Trap(0x0010, func(cpu *emu.Machine) error {
		if _, ok := m.Key(); !ok {
			return emu.ErrStop
		}
		r := cpu.Registers
		r.PC, r.SP = cpu.Word(r.SP), r.SP+2
		cpu.Registers = r
		return nil
	})
	m.Press('A')
	require.NoError(t, m.RunFor(context.Background(), 1000))
	require.True(t, m.State().Waiting)

	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	require.ErrorIs(t, m.Run(cancelled), context.Canceled)
	require.True(t, m.State().Waiting)

	m.Press('B')
	require.ErrorIs(t, m.Run(cancelled), context.Canceled)
	require.False(t, m.State().Waiting, "there is a key")
	require.NoError(t, m.RunFor(context.Background(), 1000))
	require.True(t, m.State().Waiting)
}
