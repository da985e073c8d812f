package terminal

import "github.com/gdamore/tcell/v2"

// Canvas returns a screen on which a view may draw a whole picture each time: the terminal gets only
// the cells that have changed, and nothing if there are none. A plain tcell.Screen sends every cell
// that was filled and drawn over in between.
func Canvas(screen tcell.Screen) tcell.Screen { return &canvas{Screen: screen} }

type canvas struct {
	tcell.Screen
	cells  tcell.CellBuffer
	cursor struct{ x, y int } // of the picture; negative if there is none
	shown  struct{ x, y int }
}

func (c *canvas) Fill(r rune, style tcell.Style) {
	c.cells.Resize(c.Size())
	c.cells.Fill(r, style)
}

func (c *canvas) Clear() { c.Fill(' ', Plain) }

func (c *canvas) Put(x, y int, s string, style tcell.Style) (string, int) {
	return c.cells.Put(x, y, s, style)
}

func (c *canvas) ShowCursor(x, y int) { c.cursor.x, c.cursor.y = x, y }
func (c *canvas) HideCursor()         { c.ShowCursor(-1, -1) }

// Show sends the cells and the cursor to the terminal, as far as they have changed.
func (c *canvas) Show() {
	changed := c.cursor != c.shown
	width, height := c.cells.Size()
	for y := range height {
		for x := 0; x < width; {
			s, style, wide := c.cells.Get(x, y)
			if old, oldStyle, _ := c.Screen.Get(x, y); old != s || oldStyle != style {
				c.Screen.Put(x, y, s, style)
				changed = true
			}
			x += wide
		}
	}
	if changed {
		c.shown = c.cursor
		c.Screen.ShowCursor(c.cursor.x, c.cursor.y)
		c.Screen.Show()
	}
}
