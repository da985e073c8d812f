package translator_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/emu"
	"sargon78/emu/interpreter"
	"sargon78/emu/translator"
)

// wild is a program that calls a routine 300 000 times, and then does what is appended.
func wild(t *testing.T, core emu.Core, end ...byte) *emu.Machine {
	t.Helper()
	m := emu.New()
	m.SetCore(core)
	require.NoError(t, m.Load(0x1000, append([]byte{
		0x0E, 30, //          1000  LD C,30
		0x21, 0x10, 0x27, //  1002  LD HL,10000
		0xCD, 0x00, 0x20, //  1005  CALL 2000h
		0x20, 0xFB, //        1008  JR NZ,1005h
		0x0D,             //  100A  DEC C
		0xC2, 0x02, 0x10, //  100B  JP NZ,1002h
	}, end...)))
	require.NoError(t, m.Load(0x2000, []byte{0x2B, 0x7C, 0xB5, 0xC9})) // DEC HL; LD A,H; OR L; RET
	m.SetRegisters(emu.Registers{PC: 0x1000, SP: 0x8000})
	m.Guard(0xC000, 0xC7FF)
	return m
}

// A program goes wild: the report is the interpreter's, with the last instructions.
func TestFaults(t *testing.T) {
	for name, end := range map[string][]byte{
		"into a guard":      {0xC3, 0x00, 0xC0},          // JP C000h
		"halts":             {0x06, 5, 0x10, 0xFE, 0x76}, // LD B,5; DJNZ to it; HALT
		"goes to itself":    {0x18, 0xFE},                // JR to it
		"runs past the end": {0xC3, 0x00, 0xFF},          // JP FF00h
		// INC D; BIT 2,D; JP Z,1000h; JP C000h
		"after a long stretch": {0x14, 0xCB, 0x52, 0xCA, 0, 0x10, 0xC3, 0, 0xC0},
	} {
		t.Run(name, func(t *testing.T) {
			core := translator.Quick()
			var faults [2]*emu.Fault
			for n, c := range []emu.Core{core, interpreter.Core{}} {
				_, err := wild(t, c, end...).Run(context.Background(), emu.Until{})
				require.ErrorAs(t, err, &faults[n])
			}
			assert.NotZero(t, core.Translated())
			assert.Equal(t, faults[1].Reason, faults[0].Reason)
			assert.Equal(t, faults[1].History, faults[0].History)
			assert.Greater(t, len(faults[0].History), 2)
		})
	}
}

// A trap's change cannot be run again: then the history holds only what is surely right.
func TestHistoryAfterATrap(t *testing.T) {
	core := translator.Quick()
	m := wild(t, core, 0xC3, 0, 0x30)                      // JP 3000h
	require.NoError(t, m.Load(0x3000, []byte{0x3C, 0x76})) // INC A; HALT
	m.Trap(0x3000, func(m *emu.Machine) error { m.Memory[0x4000] = 1; return nil })
	_, err := m.Run(context.Background(), emu.Until{})
	var fault *emu.Fault
	require.ErrorAs(t, err, &fault)
	assert.NotZero(t, core.Translated())
	last := fault.History[len(fault.History)-2:]
	assert.Equal(t, "INC A", last[0].Text)
	assert.Equal(t, "HALT", last[1].Text)
}
