package emu

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var background = context.Background()

// programmed is a machine with code at 1000h, PC there and a stack below 8000h.
func programmed(t testing.TB, code ...byte) *Machine {
	t.Helper()
	m := New()
	require.NoError(t, m.Load(0x1000, code))
	m.Registers = Registers{PC: 0x1000, SP: 0x8000}
	return m
}

// sumOfTable adds up the three bytes at 2000h.
var sumOfTable = []byte{
	0x21, 0x00, 0x20, // LD HL,2000h
	0x06, 0x03, //       LD B,3
	0xAF,       //       XOR A
	0x86,       //       ADD A,(HL)
	0x23,       //       INC HL
	0x10, 0xFC, //       DJNZ 1006h
	0xC9, //             RET
}

const sumOfTableTStates = 10 + 7 + 4 + 3*(7+6+13) - 5 + 10

func TestLoad(t *testing.T) {
	m := New()
	require.NoError(t, m.Load(0xFFFE, []byte{1, 2}))
	assert.EqualError(t, m.Load(0xFFFE, []byte{3, 4, 5}),
		"3 bytes at FFFEh run past the end of memory, which is 2 bytes on")
	assert.Equal(t, uint16(0x0201), m.Word(0xFFFE), "a refused load changes nothing")
}

func TestWordsWrapAtTheEndOfMemory(t *testing.T) {
	m := New()
	m.SetWord(0xFFFF, 0x1234)
	assert.Equal(t, byte(0x34), m.Memory[0xFFFF])
	assert.Equal(t, byte(0x12), m.Memory[0x0000])
	assert.Equal(t, uint16(0x1234), m.Word(0xFFFF))
}

func TestPortsWithoutDevices(t *testing.T) {
	m := programmed(t,
		0xDB, 0x12, // IN A,(12h)
		0xD3, 0x12, // OUT (12h),A
	)
	require.NoError(t, m.Step())
	require.NoError(t, m.Step())
	assert.Equal(t, uint8(0xFF), m.A)
}

func TestHaltLetsTimePass(t *testing.T) {
	m := programmed(t, 0x76) // HALT
	for range 3 {
		require.NoError(t, m.Step())
	}
	r := m.Registers
	assert.True(t, r.Halted)
	assert.Equal(t, uint16(0x1001), r.PC)
	assert.Equal(t, uint8(3), r.R)
	assert.Equal(t, uint64(12), m.TStates)
	r.Halted = false
	m.Registers = r
	require.NoError(t, m.Step())
	assert.Equal(t, uint16(0x1002), m.PC)
}
