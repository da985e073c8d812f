package screen

import (
	"fmt"
	"strings"
)

// Look is a choice of colours, red, green and blue from 0 to 255.
type Look struct {
	Name   string
	colors [tones][3]uint8
}

// The looks. Paper has dark dots on a light ground, as the program means them; a tube
// lights the dots that are set, so that dark squares shine.
var (
	Paper = Look{"paper", [tones][3]uint8{
		Ground: {0xF2, 0xEC, 0xDC}, Ink: {0x24, 0x20, 0x1C},
		LightField: {0xD4, 0xBC, 0x8E}, DarkField: {0x96, 0x6F, 0x48},
		WhitePiece: {0xFF, 0xFE, 0xF8}, BlackPiece: {0x18, 0x12, 0x0E},
	}}
	Green = Look{"phosphor", [tones][3]uint8{
		Ground: {0x04, 0x12, 0x08}, Ink: {0x5C, 0xF2, 0x8A},
		LightField: {0x1E, 0x60, 0x36}, DarkField: {0x0D, 0x36, 0x1C},
		WhitePiece: {0xA8, 0xFF, 0xC4}, BlackPiece: {0x00, 0x08, 0x02},
	}}
	Amber = Look{"amber", [tones][3]uint8{
		Ground: {0x14, 0x0B, 0x00}, Ink: {0xFF, 0xB6, 0x3C},
		LightField: {0x6E, 0x48, 0x10}, DarkField: {0x40, 0x28, 0x06},
		WhitePiece: {0xFF, 0xE2, 0xAA}, BlackPiece: {0x0A, 0x05, 0x00},
	}}
	White = Look{"white", [tones][3]uint8{
		Ground: {0x0C, 0x0E, 0x12}, Ink: {0xE4, 0xEA, 0xF0},
		LightField: {0x62, 0x6A, 0x76}, DarkField: {0x36, 0x3C, 0x46},
		WhitePiece: {0xFF, 0xFF, 0xFF}, BlackPiece: {0x00, 0x00, 0x00},
	}}
)

// Looks are all looks, in the order in which a key goes through them.
var Looks = []Look{Paper, Green, Amber, White}

// ParseLook finds a look by its name.
func ParseLook(name string) (Look, error) {
	var names []string
	for _, l := range Looks {
		if l.Name == name {
			return l, nil
		}
		names = append(names, l.Name)
	}
	return Look{}, fmt.Errorf("there is no look %q; want %s", name, strings.Join(names, ", "))
}

// Color returns red, green and blue of a tone.
func (l Look) Color(t Tone) (r, g, b uint8) {
	c := l.colors[t]
	return c[0], c[1], c[2]
}
