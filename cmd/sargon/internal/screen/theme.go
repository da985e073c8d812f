package screen

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Theme is a choice of colours, red, green and blue from 0 to 255, and for terminals that have 256
// colours the numbers of those that come close and are as different.
type Theme struct {
	Name    string
	colors  [tones][3]uint8
	indexes [tones]uint8
}

// Themes are all themes, in the order in which a key goes through them. On every square the
// pieces of both sides stand out at least three to one. Paper has dark dots on a light ground,
// as the program means them; a tube lights the dots that are set.
var Themes = []Theme{
	theme("paper", "F2ECDC 24201C A3906C 84613E FFFEF8 140F0B "+
		"9C944B 7B7439 688D4C BB5C4A 5684AE 5F8A84",
		"255 234 137 95 231 232 100 58 65 167 67 66"),
	theme("green", "041208 5CF28A 28A052 17723C D8FFE4 000802 "+
		"79971E 5E7715 1A8B8B C05030 3D7AD6 298B7D",
		"233 84 34 28 231 232 100 58 30 167 68 66"),
	theme("amber", "140B00 FFB63C BA7B15 93530B FFEECC 0A0500 "+
		"978A1A 786D13 518828 C24A2C 4C7AB7 38867F",
		"232 214 136 94 230 232 101 59 64 167 68 30"),
	theme("white", "0C0E12 E4EAF0 8A93A3 5C6371 FFFFFF 000000 "+
		"959564 72724B 558E55 B55A5A 5580BA 528B8B",
		"233 255 102 241 231 16 101 58 65 131 67 66"),
	theme("wood", "F0E0C6 2C1A0E B78457 905831 FFF8EC 120A06 "+
		"A38E29 816F1F 618B44 C35236 4781BA 4E8A7D",
		"187 234 137 94 231 232 100 58 65 167 67 66"),
	theme("blue", "0E1A2C D6E4F6 7696B6 426A8F FFFFFF 060C14 "+
		"5A9E97 457B75 5A8F4D B95B5B 9372B3 997F4B",
		"234 254 67 25 231 16 101 58 65 131 97 137"),
	theme("contrast", "000000 FFFFFF 888888 676767 FFFFFF 000000 "+
		"8C8C00 737300 009700 E22929 2D7AF4 009090",
		"16 231 102 241 231 16 100 58 28 160 33 30"),
}

// theme reads the colours of the tones, in their order, and their numbers.
func theme(name, colors, indexes string) Theme {
	t := Theme{Name: name}
	for i, text := range strings.Fields(indexes) {
		n, _ := strconv.ParseUint(text, 10, 8)
		t.indexes[i] = uint8(n)
	}
	for i, text := range strings.Fields(colors) {
		n, _ := strconv.ParseUint(text, 16, 24)
		t.colors[i] = [3]uint8{uint8(n >> 16), uint8(n >> 8), uint8(n)}
	}
	return t
}

// ParseTheme finds one of Themes by its name.
func ParseTheme(name string) (Theme, error) {
	if i := slices.Index(ThemeNames(), name); i >= 0 {
		return Themes[i], nil
	}
	return Theme{}, fmt.Errorf("there is no theme %q; want %s", name,
		strings.Join(ThemeNames(), ", "))
}

// ThemeNames returns the names of Themes.
func ThemeNames() []string {
	var names []string
	for _, t := range Themes {
		names = append(names, t.Name)
	}
	return names
}

// Color returns red, green and blue of a tone.
func (t Theme) Color(tone Tone) [3]uint8 { return t.colors[tone] }

// Light reports whether the ground that shows dots is lighter than the ink of those that are set.
func (t Theme) Light() bool { return t.colors[Ground][0] > t.colors[Ink][0] }

// Index returns the number of a tone among the 256 colours of xterm.
func (t Theme) Index(tone Tone) int { return int(t.indexes[tone]) }
