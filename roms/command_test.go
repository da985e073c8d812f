package roms_test

import (
	"context"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/emu"
	"sargon78/emu/z80"
	"sargon78/roms"
	"sargon78/sargon/must"
)

// onlyZ80 are the first bytes of instructions that an 8080 has not.
var onlyZ80 = []byte{0x08, 0x10, 0x18, 0x20, 0x28, 0x30, 0x38, 0xCB, 0xD9, 0xDD, 0xED, 0xFD}

// begun runs the command until it has ended or the game begins, under a BDOS that knows two calls. On
// an 8080 the flag P/V is the parity of the result of SUB A; the flags of CP that are asked for are the
// same there.
func begun(t *testing.T, version uint16, is8080 bool) (printed string, began bool) {
	t.Helper()
	command := must.Have(roms.Terminal(roms.Command, 0))
	m := emu.New()
	require.NoError(t, m.Load(command.Load, command.Bytes))
	const bdos, stack = 0xFE06, 0xFD00
	m.PC, m.SP = command.Load, stack
	m.Memory[5] = 0xC3 // JP
	m.SetWord(6, bdos)
	var text strings.Builder
	m.Trap(bdos, func(m *emu.Machine) error {
		switch m.C {
		case 9:
			for addr := m.DE(); m.Memory[addr] != '$'; addr++ {
				text.WriteByte(m.Memory[addr])
			}
			m.A = 0
		case 12:
			m.SetHL(version)
			m.A, m.B = m.L, m.H
		default:
			t.Fatalf("call %d before CP/M is known", m.C)
		}
		m.PC = m.Word(m.SP)
		m.SP += 2
		return nil
	})
	for range 100 {
		switch m.PC {
		case 0:
			return text.String(), false
		case uint16(symbol(t, command, "DRIVER")):
			return text.String(), true
		}
		opcode := m.Memory[m.PC]
		require.False(t, slices.Contains(onlyZ80, opcode), "%02X at %04X", opcode, m.PC)
		_, err := m.Run(context.Background(), emu.Until{TStates: 1})
		require.NoError(t, err)
		if is8080 && opcode == 0x97 { // SUB A
			m.F &^= z80.FlagPV
			if bits.OnesCount8(m.A)%2 == 0 {
				m.F |= z80.FlagPV
			}
		}
	}
	t.Fatal("it neither ends nor begins")
	return "", false
}

// sargon.com says what the computer has not, where it would print garbage or hang.
func TestTheCommandLooksWhereItIs(t *testing.T) {
	for _, c := range []struct {
		version uint16
		is8080  bool
		want    string // "" if the game begins
	}{
		{0x0022, false, ""}, {0x0020, false, ""}, {0x0031, false, ""}, // CP/M 2.2, 2.0, 3
		{0x0130, false, ""}, // MP/M II
		{0x0000, false, "This program needs CP/M 2 or later."}, // CP/M 1.4
		{0x0014, false, "This program needs CP/M 2 or later."},
		{0x0022, true, "This program needs a Z80."},
		{0x0000, true, "This program needs a Z80."},
	} {
		printed, began := begun(t, c.version, c.is8080)
		assert.Equal(t, c.want, printed, "%+v", c)
		assert.Equal(t, c.want == "", began, "%+v", c)
	}
}
