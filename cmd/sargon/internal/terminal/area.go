// Package terminal has the parts from which every full-screen view of a terminal is built: areas to
// write text into, pages of text, a line editor, and one event loop.
//
//	err := terminal.Run(ctx, screen, func(l *terminal.Loop) (terminal.View, error) { … })
package terminal

import (
	"strings"

	"github.com/gdamore/tcell/v2"
	"github.com/rivo/uniseg"
)

// Styles that keep the user's own colours.
var (
	Plain   = tcell.StyleDefault
	Strong  = Plain.Bold(true)
	Faint   = Plain.Dim(true)
	Reverse = Plain.Reverse(true)
)

// Area is a rectangle of the terminal. Text that does not fit is cut.
type Area struct {
	Screen        tcell.Screen
	X, Y          int
	Width, Height int
}

// Whole returns the area of a whole screen.
func Whole(screen tcell.Screen) Area {
	width, height := screen.Size()
	return Area{screen, 0, 0, width, height}
}

// Within returns a part of the area.
func (a Area) Within(x, y, width, height int) Area {
	x, y = max(x, 0), max(y, 0)
	width, height = max(0, min(width, a.Width-x)), max(0, min(height, a.Height-y))
	return Area{a.Screen, a.X + x, a.Y + y, width, height}
}

// Below returns the part of the area from a row down.
func (a Area) Below(y int) Area { return a.Within(0, y, a.Width, a.Height-y) }

// Has reports whether a cell of the terminal is in the area.
func (a Area) Has(x, y int) bool {
	return x >= a.X && x < a.X+a.Width && y >= a.Y && y < a.Y+a.Height
}

// Text writes a line and returns the column after it.
func (a Area) Text(x, y int, s string, style tcell.Style) int {
	if y < 0 || y >= a.Height {
		return x
	}
	for s != "" && x < a.Width {
		grapheme, rest, width, _ := uniseg.FirstGraphemeClusterInString(s, -1)
		if x+width > a.Width {
			break
		}
		if x >= 0 {
			a.Screen.Put(a.X+x, a.Y+y, grapheme, style)
		}
		x += width
		s = rest
	}
	return x
}

// Right writes a line that ends in a column.
func (a Area) Right(x, y int, s string, style tcell.Style) {
	a.Text(x-TextWidth(s), y, s, style)
}

// Wrapped writes text on several lines, as far as there is room, and returns how many it needs.
func (a Area) Wrapped(y int, s string, style tcell.Style) int {
	lines := Wrap(s, a.Width)
	if last := a.Height - y - 1; last >= 0 && last < len(lines) {
		lines[last] = Fit(strings.Join(lines[last:], " "), a.Width)
	}
	for i, line := range lines {
		a.Text(0, y+i, line, style)
	}
	return len(lines)
}

// Bar writes a line whose style extends to the end of the row.
func (a Area) Bar(y int, s string, style tcell.Style) {
	for x := a.Text(0, y, s, style); x < a.Width && y >= 0 && y < a.Height; x++ {
		a.Screen.Put(a.X+x, a.Y+y, " ", style)
	}
}

// TextWidth returns how many columns a text takes.
func TextWidth(s string) int { return uniseg.StringWidth(s) }

// Fit returns a text as one line, which ends in dots if there is no room for all of it.
func Fit(s string, width int) string {
	const dots = " ..."
	if TextWidth(s) <= width || width <= len(dots) {
		return s
	}
	if lines := Wrap(s, width); len(lines) == 1 { // with fewer blanks
		return lines[0]
	}
	return Wrap(s, width-len(dots))[0] + dots
}

// Wrap breaks text into lines of at most width columns; longer words are cut.
func Wrap(s string, width int) []string {
	if width <= 0 {
		return nil
	}
	var lines []string
	for paragraph := range strings.SplitSeq(s, "\n") {
		line := ""
		for _, word := range strings.Fields(paragraph) {
			if line != "" && TextWidth(line)+1+TextWidth(word) > width {
				lines = append(lines, line)
				line = ""
			}
			if line != "" {
				line += " "
			}
			line += word
			for TextWidth(line) > width {
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
