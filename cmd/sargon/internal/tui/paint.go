package tui

import (
	"github.com/gdamore/tcell/v2"

	"sargon78/cmd/sargon/internal/screen"
	"sargon78/cmd/sargon/internal/terminal"
)

// fewColors replace the tones on terminals with 8, 16 or 88 colours: with the nearest colours some
// tones would look the same.
var fewColors = map[screen.Tone]tcell.Color{
	screen.Ground: tcell.ColorSilver, screen.Ink: tcell.ColorBlack,
	screen.LightField: tcell.ColorTeal, screen.DarkField: tcell.ColorNavy,
	screen.WhitePiece: tcell.ColorSilver, screen.BlackPiece: tcell.ColorBlack,
	screen.LastLight: tcell.ColorOlive, screen.LastDark: tcell.ColorOlive,
	screen.Selected: tcell.ColorGreen, screen.Check: tcell.ColorMaroon,
	screen.Cursor: tcell.ColorPurple, screen.Hint: tcell.ColorPurple,
}

// colored reports whether there are colours at all.
func (l Appearance) colored() bool { return l.Screen.Colors() >= 8 }

func (l Appearance) color(t screen.Tone) tcell.Color {
	rgb := l.Theme.Color(t)
	switch colors := l.Screen.Colors(); {
	case colors > 256:
		return tcell.NewRGBColor(int32(rgb[0]), int32(rgb[1]), int32(rgb[2]))
	case colors == 256:
		return tcell.PaletteColor(l.Theme.Index(t))
	}
	c := fewColors[t]
	switch {
	case !l.Theme.Light() && t == screen.Ground:
		c = tcell.ColorBlack
	case !l.Theme.Light() && t == screen.Ink:
		c = tcell.ColorSilver
	}
	return c
}

// style returns the style of a cell with these tones. Without colours it is the terminal's own.
func (l Appearance) style(ink, ground screen.Tone) tcell.Style {
	if !l.colored() {
		return terminal.Plain
	}
	return terminal.Plain.Foreground(l.color(ink)).Background(l.color(ground))
}

// paint draws a screen of the machine into an area.
func (l Appearance) paint(a terminal.Area, g *screen.Grid) {
	for y := range min(g.Height, a.Height) {
		for x := range min(g.Width, a.Width) {
			c := g.At(x, y)
			a.Screen.Put(a.X+x, a.Y+y, string(c.Rune), l.style(c.Ink, c.Ground))
		}
	}
}
