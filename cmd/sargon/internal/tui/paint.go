package tui

import (
	"github.com/gdamore/tcell/v2"

	"sargon78/cmd/sargon/internal/screen"
	"sargon78/cmd/sargon/internal/terminal"
)

// painter draws in the colours of a theme, as far as the terminal has them.
type painter struct{ Look }

// fewColors stand for the tones where there are 8 or 16 colours, or 88: the nearest ones would
// make some of them the same.
var fewColors = map[screen.Tone]tcell.Color{
	screen.Ground: tcell.ColorSilver, screen.Ink: tcell.ColorBlack,
	screen.LightField: tcell.ColorTeal, screen.DarkField: tcell.ColorNavy,
	screen.WhitePiece: tcell.ColorSilver, screen.BlackPiece: tcell.ColorBlack,
	screen.LastLight: tcell.ColorOlive, screen.LastDark: tcell.ColorOlive,
	screen.Selected: tcell.ColorGreen, screen.Check: tcell.ColorMaroon,
	screen.Cursor: tcell.ColorPurple, screen.Hint: tcell.ColorPurple,
}

// colored tells whether there are colours at all.
func (p painter) colored() bool { return p.Screen.Colors() >= 8 }

func (p painter) color(t screen.Tone) tcell.Color {
	rgb := p.Theme.Color(t)
	switch colors := p.Screen.Colors(); {
	case colors > 256:
		return tcell.NewRGBColor(int32(rgb[0]), int32(rgb[1]), int32(rgb[2]))
	case colors == 256:
		return tcell.PaletteColor(p.Theme.Index(t))
	}
	c := fewColors[t]
	switch dark := p.Theme.Color(screen.Ground)[0] < p.Theme.Color(screen.Ink)[0]; {
	case dark && t == screen.Ground:
		c = tcell.ColorBlack
	case dark && t == screen.Ink:
		c = tcell.ColorSilver
	}
	return c
}

// style returns what a cell with these tones looks like. Without colours it is the
// terminal's own.
func (p painter) style(ink, ground screen.Tone) tcell.Style {
	if !p.colored() {
		return terminal.Plain
	}
	return terminal.Plain.Foreground(p.color(ink)).Background(p.color(ground))
}

// grid draws a screen of the machine.
func (p painter) grid(a terminal.Area, g *screen.Grid) {
	for y := range min(g.Height, a.Height) {
		for x := range min(g.Width, a.Width) {
			c := g.At(x, y)
			a.Screen.Put(a.X+x, a.Y+y, string(c.Rune), p.style(c.Ink, c.Ground))
		}
	}
}
