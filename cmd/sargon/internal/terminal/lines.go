package terminal

import "github.com/gdamore/tcell/v2"

// Lines writes line below line into an area, as many as it has room for.
type Lines struct {
	Area
	Y int // the next one
}

// Lines begins at the top of the area.
func (a Area) Lines() *Lines { return &Lines{Area: a} }

// Line writes a line.
func (l *Lines) Line(text string, style tcell.Style) { l.Ends(text, "", style) }

// Ends writes a line with something at both ends.
func (l *Lines) Ends(left, right string, style tcell.Style) {
	l.Text(0, l.Y, left, style)
	l.Right(l.Width, l.Y, right, style)
	l.Y++
}

// Wrap writes text over as many lines as it needs.
func (l *Lines) Wrap(text string, style tcell.Style) { l.Y += l.Rest().Wrapped(0, text, style) }

// Rest is what is still free.
func (l *Lines) Rest() Area { return l.Below(l.Y) }
