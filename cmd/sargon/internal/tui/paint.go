package tui

import (
	"strings"

	"github.com/gdamore/tcell/v2"
	"github.com/rivo/uniseg"

	"sargon78/cmd/sargon/internal/screen"
)

// Styles of what is not on the screen of the machine. They keep the person's own colours.
var (
	plain   = tcell.StyleDefault
	strong  = plain.Bold(true)
	faint   = plain.Dim(true)
	reverse = plain.Reverse(true)
)

// palette maps tones to styles for a theme and what the terminal can do.
type palette struct {
	theme  screen.Theme
	colors int
	cache  map[[2]screen.Tone]tcell.Style
}

// fewColors stand for the tones where there are 8 or 16 colours: the nearest ones would
// make some of them the same.
var fewColors = map[screen.Tone]tcell.Color{
	screen.Ground: tcell.ColorSilver, screen.Ink: tcell.ColorBlack,
	screen.LightField: tcell.ColorTeal, screen.DarkField: tcell.ColorNavy,
	screen.WhitePiece: tcell.ColorSilver, screen.BlackPiece: tcell.ColorBlack,
	screen.LastLight: tcell.ColorOlive, screen.LastDark: tcell.ColorOlive,
	screen.Selected: tcell.ColorGreen, screen.Check: tcell.ColorMaroon,
	screen.Cursor: tcell.ColorPurple, screen.Hint: tcell.ColorPurple,
}

func newPalette(theme screen.Theme, colors int) *palette {
	return &palette{theme: theme, colors: colors, cache: map[[2]screen.Tone]tcell.Style{}}
}

// colored tells whether there are colours at all.
func (p *palette) colored() bool { return p.colors >= 8 }

func (p *palette) color(t screen.Tone) tcell.Color {
	r, g, b := p.theme.Color(t)
	if p.colors > 16 {
		return tcell.NewRGBColor(int32(r), int32(g), int32(b))
	}
	c := fewColors[t]
	ink, _, _ := p.theme.Color(screen.Ink)
	ground, _, _ := p.theme.Color(screen.Ground)
	switch dark := ground < ink; {
	case dark && t == screen.Ground:
		c = tcell.ColorBlack
	case dark && t == screen.Ink:
		c = tcell.ColorSilver
	}
	return c
}

// style returns what a cell with these tones looks like. Without colours it is the
// terminal's own.
func (p *palette) style(ink, ground screen.Tone) tcell.Style {
	if !p.colored() {
		return plain
	}
	key := [2]screen.Tone{ink, ground}
	s, ok := p.cache[key]
	if !ok {
		s = plain.Foreground(p.color(ink)).Background(p.color(ground))
		p.cache[key] = s
	}
	return s
}

// area is a rectangle of the terminal. Text that does not fit is cut.
type area struct {
	screen        tcell.Screen
	x, y          int
	width, height int
}

// within returns a part of the area.
func (a area) within(x, y, width, height int) area {
	x, y = max(x, 0), max(y, 0)
	width, height = max(0, min(width, a.width-x)), max(0, min(height, a.height-y))
	return area{a.screen, a.x + x, a.y + y, width, height}
}

// below returns the part of the area from a row on.
func (a area) below(y int) area { return a.within(0, y, a.width, a.height-y) }

// text writes a line and returns the column after it.
func (a area) text(x, y int, s string, style tcell.Style) int {
	if y < 0 || y >= a.height {
		return x
	}
	for s != "" && x < a.width {
		grapheme, rest, width, _ := uniseg.FirstGraphemeClusterInString(s, -1)
		if x+width > a.width {
			break
		}
		if x >= 0 {
			a.screen.Put(a.x+x, a.y+y, grapheme, style)
		}
		x += width
		s = rest
	}
	return x
}

// right writes a line that ends in a column.
func (a area) right(x, y int, s string, style tcell.Style) {
	a.text(x-textWidth(s), y, s, style)
}

// wrapped writes text over several lines and returns how many.
func (a area) wrapped(y int, s string, style tcell.Style) int {
	lines := wrap(s, a.width)
	for i, line := range lines {
		a.text(0, y+i, line, style)
	}
	return len(lines)
}

func textWidth(s string) int { return uniseg.StringWidth(s) }

// wrap breaks text into lines of at most width columns; longer words are cut.
func wrap(s string, width int) []string {
	if width <= 0 {
		return nil
	}
	var lines []string
	for paragraph := range strings.SplitSeq(s, "\n") {
		line := ""
		for _, word := range strings.Fields(paragraph) {
			if line != "" && textWidth(line)+1+textWidth(word) > width {
				lines = append(lines, line)
				line = ""
			}
			if line != "" {
				line += " "
			}
			line += word
			for textWidth(line) > width {
				runes := []rune(line)
				cut := min(width, len(runes))
				lines = append(lines, string(runes[:cut]))
				line = string(runes[cut:])
			}
		}
		lines = append(lines, line)
	}
	return lines
}

// grid draws a screen of the machine.
func (a area) grid(g *screen.Grid, p *palette) {
	for y := range min(g.Height, a.height) {
		for x := range min(g.Width, a.width) {
			c := g.At(x, y)
			a.screen.SetContent(a.x+x, a.y+y, c.Rune, nil, p.style(c.Ink, c.Ground))
		}
	}
}
