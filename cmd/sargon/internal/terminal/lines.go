package terminal

import "github.com/gdamore/tcell/v2"

// Lines writes lines of text into an area, one below the other, as many as fit.
type Lines struct {
	Area
	Y int // the next one
}

// Lines returns a writer that begins at the top of the area.
func (a Area) Lines() *Lines { return &Lines{Area: a} }

// Line writes a line.
func (l *Lines) Line(text string, style tcell.Style) { l.Ends(text, "", style) }

// Ends writes a line with a text at either end.
func (l *Lines) Ends(left, right string, style tcell.Style) {
	l.Text(0, l.Y, left, style)
	l.Right(l.Width, l.Y, right, style)
	l.Y++
}

// Wrap writes text on as many lines as it needs.
func (l *Lines) Wrap(text string, style tcell.Style) { l.Y += l.Rest().Wrapped(0, text, style) }

// Rest returns the part of the area that is still free.
func (l *Lines) Rest() Area { return l.Below(l.Y) }
