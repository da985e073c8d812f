package emu

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A device may take its time: T-states that a port adds count on every core, and a run ends by
// them.
func TestPortsMayTakeTime(t *testing.T) {
	for text, c := range map[string]struct {
		code    []byte
		tStates uint64
	}{
		"OUT (n),A": {[]byte{0xD3, 0x01}, 11},
		"IN A,(n)":  {[]byte{0xDB, 0x01}, 11},
		"OUT (C),E": {[]byte{0xED, 0x59}, 12},
		"IN E,(C)":  {[]byte{0xED, 0x58}, 12},
		"OTIR":      {[]byte{0xED, 0xB3}, 2*16 + 5 + 100}, // twice
		"INIR":      {[]byte{0xED, 0xB2}, 2*16 + 5 + 100},
	} {
		eachCore(t, func(t *testing.T, m *Machine) {
			m.B, m.H = 2, 0x20
			m.In = func(uint16) uint8 { m.TStates += 100; return 0x55 }
			m.Out = func(uint16, uint8) { m.TStates += 100 }
			stop, err := m.Run(background, Until{TStates: c.tStates + 100 + 5})
			require.NoError(t, err)
			assert.Equal(t, OutOfTStates, stop, text)
			assert.Equal(t, c.tStates+100+8, m.TStates, "%s, two NOPs", text)
		}, append(c.code, 0x00, 0x00)...)
	}
}
