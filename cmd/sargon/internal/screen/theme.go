package screen

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Theme is a choice of colours, red, green and blue from 0 to 255.
type Theme struct {
	Name   string
	colors [tones][3]uint8
}

// toneNames are the names of the tones where people choose colours, in the order of the tones.
var toneNames = [tones]string{
	"ground", "ink", "light", "dark", "white", "black",
	"last-light", "last-dark", "selected", "check", "cursor", "hint",
}

// Themes are all themes, in the order in which a key goes through them. On every square the
// men of both sides stand out at least three to one. Paper has dark dots on a light ground,
// as the program means them; a tube lights the dots that are set.
var Themes = []Theme{
	theme("paper", "F2ECDC 24201C A3906C 84613E FFFEF8 140F0B "+
		"9C944B 7B7439 688D4C BB5C4A 5684AE 5F8A84"),
	theme("green", "041208 5CF28A 28A052 17723C D8FFE4 000802 "+
		"79971E 5E7715 1A8B8B C05030 3D7AD6 298B7D"),
	theme("amber", "140B00 FFB63C BA7B15 93530B FFEECC 0A0500 "+
		"978A1A 786D13 518828 C24A2C 4C7AB7 38867F"),
	theme("white", "0C0E12 E4EAF0 8A93A3 5C6371 FFFFFF 000000 "+
		"959564 72724B 558E55 B55A5A 5580BA 528B8B"),
	theme("wood", "F0E0C6 2C1A0E B78457 905831 FFF8EC 120A06 "+
		"A38E29 816F1F 618B44 C35236 4781BA 4E8A7D"),
	theme("blue", "0E1A2C D6E4F6 7696B6 426A8F FFFFFF 060C14 "+
		"5A9E97 457B75 5A8F4D B95B5B 9372B3 997F4B"),
	theme("contrast", "000000 FFFFFF 888888 676767 FFFFFF 000000 "+
		"8C8C00 737300 009700 E22929 2D7AF4 009090"),
}

// theme reads the colours of the tones, in their order.
func theme(name, colors string) Theme {
	t := Theme{Name: name}
	for i, text := range strings.Fields(colors) {
		t.colors[i], _ = parseColor("#" + text)
	}
	return t
}

// ParseTheme finds a theme by its name: one of Themes, or one of own, which has colours like
// #a3906c for the names of tones, and with "base" the name of the theme that has the others.
func ParseTheme(name string, own map[string]map[string]string) (Theme, error) {
	for _, t := range Themes {
		if t.Name == name {
			return t, nil
		}
	}
	colors, ok := own[name]
	if !ok {
		return Theme{}, fmt.Errorf("there is no theme %q; want %s", name,
			strings.Join(ThemeNames(own), ", "))
	}
	base := colors["base"]
	if base == "" {
		base = Themes[0].Name
	}
	t, err := ParseTheme(base, nil)
	if err != nil {
		return Theme{}, fmt.Errorf("base: %w", err)
	}
	t.Name = name
	for _, tone := range slices.Sorted(maps.Keys(colors)) {
		i := slices.Index(toneNames[:], tone)
		switch {
		case tone == "base":
			continue
		case i < 0:
			return Theme{}, fmt.Errorf("there is no %q in a theme; want base, %s", tone,
				strings.Join(toneNames[:], ", "))
		}
		if t.colors[i], ok = parseColor(colors[tone]); !ok {
			return Theme{}, fmt.Errorf("%s: %q is no colour; want one like #a3906c", tone,
				colors[tone])
		}
	}
	return t, nil
}

// ThemeNames are the names of Themes, and of the person's own.
func ThemeNames(own map[string]map[string]string) []string {
	var names []string
	for _, t := range Themes {
		names = append(names, t.Name)
	}
	return append(names, slices.Sorted(maps.Keys(own))...)
}

// parseColor reads #rrggbb.
func parseColor(text string) (c [3]uint8, ok bool) {
	digits, ok := strings.CutPrefix(text, "#")
	n, err := strconv.ParseUint(digits, 16, 24)
	if !ok || err != nil || len(digits) != 6 {
		return c, false
	}
	return [3]uint8{uint8(n >> 16), uint8(n >> 8), uint8(n)}, true
}

// Color returns red, green and blue of a tone.
func (t Theme) Color(tone Tone) (r, g, b uint8) {
	c := t.colors[tone]
	return c[0], c[1], c[2]
}
