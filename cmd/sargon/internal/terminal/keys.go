package terminal

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gdamore/tcell/v2"
)

// Key is a key that does something in a view.
type Key struct {
	// Names are the names of the key, and of other keys that do the same: "F1/?". Keys without a
	// character have the names of tcell, except Return and Space.
	Names string
	Bar   string // what it does in a word, for the bar; "" if the bar does not show the key
	Help  string // "" if the help does not list the key
	Run   func()
}

// Keys are the keys of a view, in the order of its help. The first key in the bar opens the help, and
// the last one leaves the view. The bar always shows these two, with all their names, because terminals
// keep some keys for themselves.
type Keys []Key

// Add adds a key. If bar is "", the bar does not show it; if help is "", the help does not list it.
func (keys *Keys) Add(names, bar, help string, run func()) {
	*keys = append(*keys, Key{names, bar, help, run})
}

// Find returns what the key of an event does; nil if it does nothing.
func (keys Keys) Find(e *tcell.EventKey) func() {
	name := tcell.KeyNames[e.Key()]
	switch {
	case e.Key() == tcell.KeyEnter:
		name = "Return"
	case e.Key() == tcell.KeyRune && e.Rune() == ' ':
		name = "Space"
	case e.Key() == tcell.KeyRune:
		name = string(e.Rune())
	}
	for _, k := range keys {
		if slices.Contains(strings.Split(k.Names, "/"), name) {
			return k.Run
		}
	}
	return nil
}

// Help returns the lines of the help about the keys.
func (keys Keys) Help(width int) (lines []string) {
	for _, k := range keys {
		if k.Help != "" {
			lines = append(lines, Row(fmt.Sprintf("%-7s ", k.Names), k.Help, width)...)
		}
	}
	return lines
}

// Hit is an area that the mouse can click.
type Hit struct {
	Area
	Run  func()
	text string
}

// Bar draws the keys that fit into the rows of an area.
func (keys Keys) Bar(room Area, style tcell.Style) []Hit {
	hits := keys.fitting(room.Width, room.Height)
	for i, h := range hits {
		room.Text(h.X, h.Y, h.text, style)
		hits[i].Area = room.Within(h.X, h.Y, h.Width, 1)
	}
	return hits
}

// Ends draws a text at the left of a line, and at its right the keys for which there is room.
func (keys Keys) Ends(line Area, left string, style, faint tcell.Style) {
	right := ""
	for _, h := range keys.fitting(line.Width-TextWidth(left)-2, 1) {
		right += "  " + h.text
	}
	room := line.Width - TextWidth(right)
	line.Within(0, 0, room, 1).Text(0, 0, left, style)
	line.Text(room, 0, right, faint)
}

// fitting returns the keys of the bar that fit into a number of rows, with their places.
func (keys Keys) fitting(width, rows int) (hits []Hit) {
	shown := slices.DeleteFunc(slices.Clone(keys), func(k Key) bool { return k.Bar == "" })
	for short := false; ; {
		hits = nil
		x, y := 0, 0
		for i, k := range shown {
			names := strings.Split(k.Names, "/")
			switch {
			case short: // every terminal passes on the key of the last name
				names = names[len(names)-1:]
			case i > 0 && i < len(shown)-1:
				names = names[:1]
			}
			text := strings.Join(names, "/") + " " + k.Bar
			if x > 0 && x+TextWidth(text) > width {
				x, y = 0, y+1
			}
			hits = append(hits, Hit{Area{X: x, Y: y, Width: TextWidth(text)}, k.Run, text})
			x += TextWidth(text) + 2
		}
		switch {
		case y < rows && x-2 <= width || short:
			return hits
		case len(shown) > 2:
			shown = slices.Delete(shown, len(shown)-2, len(shown)-1)
		default:
			short = true
		}
	}
}
