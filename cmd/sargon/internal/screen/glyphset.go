package screen

import (
	"fmt"
	"math/bits"
	"strings"

	"sargon78/emu/jupiter"
)

// GlyphSet is a set of characters that make up pictures of dots.
type GlyphSet uint8

// The sets, finest match first.
const (
	Sextant  GlyphSet = iota // 2×3 dots a cell: the machine's own graphics, exactly (Unicode 13)
	Quadrant                 // 2×2 dots a cell, in nearly every font
	Half                     // 1×2 dots a cell, even on the Linux console
	ASCII                    // letters for the pieces
)

// GlyphSets are all sets in the order of their constants.
var GlyphSets = []GlyphSet{Sextant, Quadrant, Half, ASCII}

// glyphSets say of each set how people choose it, what it needs and gives, how many dots a cell has
// across and down, and the characters of all its patterns, or of ever more dots.
var glyphSets = [...]struct {
	name, help   string
	across, down int
	runes        []rune
}{
	Sextant: {"sextant", "the dots of the machine, exactly; kitty, foot, Ghostty, GNOME, Alacritty, " +
		"WezTerm draw them", 2, 3, nil}, // package jupiter has them
	Quadrant: {"quadrant", "redrawn pieces; most fonts have them", 2, 2, []rune(" ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█")},
	Half:     {"half", "redrawn pieces; even the Linux console has them", 1, 2, []rune(" ▀▄█")},
	ASCII:    {"ascii", "letters for pieces; everything has them", 2, 3, []rune(" .:-+*#")},
}

// String returns the name by which people choose the set.
func (s GlyphSet) String() string { return glyphSets[s].name }

// Help says in a line what the set needs, and gives.
func (s GlyphSet) Help() string { return glyphSets[s].help }

// ParseGlyphSet is the inverse of String.
func ParseGlyphSet(name string) (GlyphSet, error) {
	var names []string
	for _, s := range GlyphSets {
		if name == s.String() {
			return s, nil
		}
		names = append(names, s.String())
	}
	return 0, fmt.Errorf("there are no glyphs %q; want auto, %s", name,
		strings.Join(names, ", "))
}

// Dots returns how many dots a cell has across and down.
func (s GlyphSet) Dots() (across, down int) { return glyphSets[s].across, glyphSets[s].down }

// Rune returns the character that shows these dots; see the package comment for the order
// of the bits. ASCII only has the density of its 2×3 dots.
func (s GlyphSet) Rune(dots uint8) rune {
	runes, patterns := glyphSets[s].runes, 1<<(glyphSets[s].across*glyphSets[s].down)
	dots &= uint8(patterns - 1)
	switch s {
	case Sextant:
		return jupiter.Rune(0x80 | dots)
	case ASCII:
		return runes[bits.OnesCount8(dots)]
	}
	return runes[dots]
}
