package emu

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestCallAddsUpMemory(t *testing.T) {
	m := New()
	require.NoError(t, m.Load(0x1000, []byte{
		0x21, 0x00, 0x20, // LD HL,2000h
		0x06, 0x03, // LD B,3
		0xAF,       // XOR A
		0x86,       // ADD A,(HL)
		0x23,       // INC HL
		0x10, 0xFC, // DJNZ 1006h
		0xC9, // RET
	}))
	require.NoError(t, m.Load(0x2000, []byte{1, 2, 3}))
	require.NoError(t, m.Call(context.Background(), 0x1000))
	assert.Equal(t, uint8(6), m.Registers().A())
	assert.Equal(t, uint64(10+7+4+3*(7+6+13)-5+10), m.TStates)
	var s Snapshot
	data, err := m.Snapshot().MarshalBinary()
	require.NoError(t, err)
	require.NoError(t, s.UnmarshalBinary(data))
	assert.Equal(t, m.Snapshot(), s)
}
