package jupiter_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sargon78/emu/jupiter"
)

// The characters of Unicode that show 2 × 3 dots, named by what they show.
func TestRune(t *testing.T) {
	for c, want := range map[byte]rune{
		0x81: '\U0001FB00', // SEXTANT-1
		0x82: '\U0001FB01', // SEXTANT-2
		0x84: '\U0001FB03', // SEXTANT-3
		0x94: '\U0001FB13', // SEXTANT-35, before the left half that is left out
		0x96: '\U0001FB14', // SEXTANT-235, after it
		0xA0: '\U0001FB1E', // SEXTANT-6
		0xA9: '\U0001FB27', // SEXTANT-146, before the right half
		0xAB: '\U0001FB28', // SEXTANT-1246
		0xBE: '\U0001FB3B', // SEXTANT-23456
		0x80: ' ', 0x95: '▌', 0xAA: '▐', 0xBF: '█',
		'A': 'A', ' ': ' ', '~': '~', 0x7F: ' ', 0x00: ' ', 0x1F: ' ', 0xC0: ' ', 0xFF: ' ',
	} {
		require.Equal(t, string(want), string(jupiter.Rune(c)), "%02X", c)
	}
	seen := map[rune]bool{}
	for dots := range 64 {
		seen[jupiter.Rune(byte(0x80+dots))] = true
	}
	require.Len(t, seen, 64, "all patterns look different")
}

func TestDots(t *testing.T) {
	var s jupiter.Screen
	s[jupiter.Columns*2+5] = 0x80 | 0b100001
	s[0] = 'A'
	dots, ok := s.Dots(5, 2)
	require.True(t, ok)
	require.EqualValues(t, 0b100001, dots)
	_, ok = s.Dots(0, 0)
	require.False(t, ok)
}
