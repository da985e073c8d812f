package screen

import (
	"fmt"
	"math/bits"
	"strings"

	"sargon78/emu/jupiter"
)

// Set is a set of characters that make up pictures of dots.
type Set uint8

// The sets, finest match first.
const (
	Sextant  Set = iota // 2×3 dots a cell: the machine's own graphics, exactly (Unicode 13)
	Quadrant            // 2×2 dots a cell, in nearly every font
	Half                // 1×2 dots a cell, even on the Linux console
	ASCII               // letters for the pieces
)

// Sets are all sets in the order of their constants.
var Sets = []Set{Sextant, Quadrant, Half, ASCII}

var setNames = [...]string{"sextant", "quadrant", "half", "ascii"}

// String returns the name by which people choose the set.
func (s Set) String() string { return setNames[s] }

// Help says in a line what the set needs, and gives.
func (s Set) Help() string {
	return [...]string{
		"the dots of the machine, exactly; kitty, foot, Ghostty, GNOME, Alacritty, " +
			"WezTerm draw them",
		"redrawn pieces; most fonts have them",
		"redrawn pieces; even the Linux console has them",
		"letters for pieces; everything has them",
	}[s]
}

// ParseSet is the inverse of String.
func ParseSet(name string) (Set, error) {
	for _, s := range Sets {
		if name == s.String() {
			return s, nil
		}
	}
	return 0, fmt.Errorf("there are no glyphs %q; want auto, %s", name,
		strings.Join(setNames[:], ", "))
}

// Dots returns how many dots a cell has across and down.
func (s Set) Dots() (across, down int) {
	switch s {
	case Quadrant:
		return 2, 2
	case Half:
		return 1, 2
	}
	return 2, 3
}

// Rune returns the character that shows these dots; see the package comment for the order
// of the bits. ASCII only has the density of its 2×3 dots.
func (s Set) Rune(dots uint8) rune {
	switch s {
	case Quadrant:
		return quadrants[dots&0x0F]
	case Half:
		return halves[dots&0x03]
	case ASCII:
		return rune(densities[bits.OnesCount8(dots&0x3F)])
	}
	return sextant(dots & 0x3F)
}

var (
	halves    = [...]rune{' ', '▀', '▄', '█'}
	quadrants = [...]rune{' ', '▘', '▝', '▀', '▖', '▌', '▞', '▛', '▗', '▚', '▐', '▜', '▄', '▙', '▟',
		'█'}
)

// densities are characters with ever more ink.
const densities = " .:-+*#"

// sextant returns the character of six dots, as the screen of 1978 has them.
func sextant(dots uint8) rune { return jupiter.Rune(0x80 | dots) }
