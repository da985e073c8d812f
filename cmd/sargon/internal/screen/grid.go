package screen

import (
	"slices"

	"sargon78/sargon"
)

// Tone says what a part of a cell is; a Theme gives it a colour.
type Tone uint8

// The tones. The machine itself knows the first two only.
const (
	Ground     Tone = iota // dots that are clear
	Ink                    // dots that are set, and characters
	LightField             // squares of the chess board, where pieces are redrawn
	DarkField
	WhitePiece
	BlackPiece
	LastLight // squares of the last move
	LastDark
	Selected // and others that are marked
	Check
	Cursor
	Hint
	tones
)

// Cell is a character of the terminal.
type Cell struct {
	Rune        rune
	Ink, Ground Tone
}

var blank = Cell{' ', Ink, Ground}

// Grid is a rectangle of cells.
type Grid struct {
	Width, Height int
	cells         []Cell
}

func newGrid(width, height int) *Grid {
	g := &Grid{width, height, make([]Cell, width*height)}
	for i := range g.cells {
		g.cells[i] = blank
	}
	return g
}

// At returns the cell at column x and row y.
func (g *Grid) At(x, y int) Cell { return g.cells[y*g.Width+x] }

// set changes a cell; outside the grid nothing happens.
func (g *Grid) set(x, y int, c Cell) {
	if x >= 0 && x < g.Width && y >= 0 && y < g.Height {
		g.cells[y*g.Width+x] = c
	}
}

// MarkLast gives squares of the board, those of the last move, other colours; the screen must show the
// board, in a layout. Where a theme is light the ground that shows dots is lighter than its ink.
func (g *Grid) MarkLast(layout Layout, light bool, squares ...sargon.Square) {
	tones := map[Tone]Tone{
		LightField: LastLight, DarkField: LastDark, // of pieces redrawn
		Ground: LastDark, Ink: LastLight, // of dots
	}
	if light {
		tones[Ground], tones[Ink] = LastLight, LastDark
	}
	high := squareHigh
	if layout == Folded {
		high = foldedSquare
	}
	for _, s := range squares {
		x, y, background := boardColumn+squareWide*s.File(), high*(7-s.Rank()), Ground
		if IsDark(s) {
			background = Ink
		}
		for i := range squareWide * high {
			c := &g.cells[(y+i/squareWide)*g.Width+x+i%squareWide]
			field := c.Ground == LightField || c.Ground == DarkField
			switch {
			case field || c.Ground == Ground && background == Ground:
				c.Ground = tones[c.Ground]
			case c.Ground == Ground && c.Ink == Ink:
				c.Ink = tones[Ink]
			}
		}
	}
}

// Blank reports whether a row has no character.
func (g *Grid) Blank(y int) bool {
	return !slices.ContainsFunc(g.cells[y*g.Width:(y+1)*g.Width], func(c Cell) bool {
		return c.Rune != ' '
	})
}
