package screen_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"sargon78/cmd/sargon/internal/screen"
	"sargon78/emu/jupiter"
	"sargon78/sargon/must"
)

func ExampleGlyphSet() {
	set, why := screen.Detect(func(name string) string {
		return map[string]string{"TERM": "xterm-kitty", "LANG": "en_US.UTF-8"}[name]
	}, "linux")
	fmt.Println(set, "because", why)
	fmt.Println(string(set.Rune(0b000011)), string(screen.Half.Rune(1)))
	// Output:
	// sextant because kitty draws them itself
	// 🬂 ▀
}

// A character of each set, drawn as the dots it stands for.
func TestRunesShowTheirDots(t *testing.T) {
	for _, test := range []struct {
		set  screen.GlyphSet
		rows []string
		want rune
	}{
		{screen.Quadrant, []string{"#.", ".#"}, '▚'},
		{screen.Quadrant, []string{"##", "#."}, '▛'},
		{screen.Quadrant, []string{"..", ".#"}, '▗'},
		{screen.Half, []string{".", "#"}, '▄'},
		{screen.Half, []string{"#", "#"}, '█'},
		{screen.Sextant, []string{"#.", "#.", "#."}, '▌'},
		{screen.Sextant, []string{"..", ".#", ".."}, '🬇'},
		{screen.ASCII, []string{"##", "##", "##"}, '#'},
	} {
		p := screen.ParsePicture(test.rows...)
		assert.Equal(t, string(test.want), string(test.set.Rune(p.Cell(test.set, 0, 0))), "%v %v",
			test.set, test.rows)
	}
}

// No two patterns of dots look the same.
func TestRunesDiffer(t *testing.T) {
	for _, set := range []screen.GlyphSet{screen.Sextant, screen.Quadrant, screen.Half} {
		across, down := set.Dots()
		seen := map[rune]bool{}
		for dots := range 1 << (across * down) {
			seen[set.Rune(uint8(dots))] = true
			if set == screen.Sextant { // the machine's own graphics, bit by bit
				assert.Equal(t, jupiter.Rune(0x80|byte(dots)), set.Rune(byte(dots)), "%06b", dots)
			}
		}
		assert.Len(t, seen, 1<<(across*down), set.String())
	}
}

func TestDetect(t *testing.T) {
	const utf8 = "LANG=C.UTF-8 "
	for env, want := range map[string]screen.GlyphSet{
		utf8 + "TERM=xterm-kitty":                                   screen.Sextant,
		utf8 + "TERM=foot":                                          screen.Sextant,
		utf8 + "TERM=foot-extra":                                    screen.Sextant,
		utf8 + "TERM=xterm-ghostty TERM_PROGRAM_VERSION=1.2.0":      screen.Sextant,
		utf8 + "TERM=xterm-ghostty TERM_PROGRAM_VERSION=1.1.3":      screen.Quadrant,
		utf8 + "TERM=alacritty":                                     screen.Sextant,
		utf8 + "TERM=xterm-256color TERM_PROGRAM=WezTerm":           screen.Sextant,
		utf8 + "TERM=xterm-256color VTE_VERSION=7800":               screen.Sextant,
		utf8 + "TERM=xterm-256color VTE_VERSION=7603":               screen.Quadrant,
		utf8 + "TERM=xterm-256color VTE_VERSION=new":                screen.Quadrant,
		utf8 + "TERM=xterm-256color":                                screen.Quadrant,
		utf8 + "TERM=xterm-256color TERM_PROGRAM=Apple_Terminal":    screen.Quadrant,
		utf8 + "TERM=xterm-256color TERM_PROGRAM=vscode":            screen.Quadrant,
		utf8 + "TERM=xterm-256color KONSOLE_VERSION=230804":         screen.Quadrant,
		utf8 + "TERM=tmux-256color VTE_VERSION=7800 TMUX=/tmp/tmux": screen.Quadrant,
		utf8 + "TERM=screen-256color":                               screen.Quadrant,
		utf8 + "TERM=linux":                                         screen.Half,
		utf8 + "TERM=dumb":                                          screen.ASCII,
		"TERM=xterm-kitty":                                          screen.ASCII,
		"TERM=xterm-kitty LANG=C":                                   screen.ASCII,
		"TERM=xterm-kitty LC_ALL=C LANG=C.UTF-8":                    screen.ASCII,
		"GOOS=windows WT_SESSION=1":                                 screen.Quadrant,
		"GOOS=windows":                                              screen.Half,
	} {
		vars := map[string]string{"GOOS": "linux"}
		for pair := range strings.FieldsSeq(env) {
			name, value, _ := strings.Cut(pair, "=")
			vars[name] = value
		}
		got, why := screen.Detect(func(name string) string { return vars[name] }, vars["GOOS"])
		assert.Equal(t, want.String(), got.String(), "%s: %s", env, why)
		assert.NotEmpty(t, why)
	}
}

func TestParseSet(t *testing.T) {
	for _, set := range screen.GlyphSets {
		got := must.Have(screen.ParseGlyphSet(set.String()))
		assert.Equal(t, set, got)
		assert.NotEmpty(t, set.Help())
	}
	_, err := screen.ParseGlyphSet("sextants")
	assert.ErrorContains(t, err, "want auto, sextant, quadrant")
}

func TestScaleKeepsThinLines(t *testing.T) {
	ring := screen.ParsePicture(
		"........",
		".######.",
		".#....#.",
		".#....#.",
		".######.",
		"........",
		"........",
		"........",
	)
	small := ring.Scale(8, 4)
	assert.Equal(t, []string{".######.", ".#....#.", ".######.", "........"}, picture(small),
		"a tie keeps the line")
	inverse := func(rows []string) (all []string) {
		for _, row := range rows {
			all = append(all, strings.NewReplacer("#", ".", ".", "#").Replace(row))
		}
		return all
	}
	negative := screen.ParsePicture(inverse(picture(ring))...)
	assert.Equal(t, inverse(picture(small)), picture(negative.Scale(8, 4)),
		"on a dark square the same line is kept")
}

func picture(p screen.Picture) []string {
	rows := make([]string, p.Height)
	for y := range p.Height {
		for x := range p.Width {
			rows[y] += map[bool]string{true: "#", false: "."}[p.At(x, y)]
		}
	}
	return rows
}

// Scaling to the same size changes nothing, and a plain picture stays plain.
func TestScaleProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(1, 16).Draw(t, "w"), rapid.IntRange(1, 16).Draw(t, "h")
		p := screen.NewPicture(w, h)
		for y := range h {
			for x := range w {
				p.Set(x, y, rapid.Bool().Draw(t, "dot"))
			}
		}
		if got := p.Scale(w, h); fmt.Sprint(got) != fmt.Sprint(p) {
			t.Fatalf("%v became %v", picture(p), picture(got))
		}
		full := slices.Repeat([]string{strings.Repeat("#", w)}, h)
		w, h = rapid.IntRange(1, 2*w).Draw(t, "to w"), rapid.IntRange(1, 2*h).Draw(t, "to h")
		for _, row := range picture(screen.ParsePicture(full...).Scale(w, h)) {
			if row != strings.Repeat("#", w) {
				t.Fatal("a hole in a full picture")
			}
		}
	})
}

// Pieces can be told apart in every size.
func TestPiecesDiffer(t *testing.T) {
	for _, table := range [][screen.PieceTypes]screen.Picture{screen.Wide, screen.Narrow,
		screen.Low,
		screen.Large} {
		seen := map[string]bool{}
		for _, p := range table[1:] {
			seen[fmt.Sprint(picture(p))] = true
			assert.Equal(t, table[1].Width, p.Width)
			assert.Equal(t, table[1].Height, p.Height)
		}
		assert.Len(t, seen, 6)
	}
}
