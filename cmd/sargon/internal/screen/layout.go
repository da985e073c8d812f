package screen

import "sargon78/emu/jupiter"

// Layout is a way to lay the 64×32 cells of the screen out.
type Layout uint8

// The layouts.
const (
	// Folded takes 80×24: the board in three quarters of its height, and the text next to it
	// in two columns, the lower part at the right.
	Folded Layout = iota
	// Full takes 64×32, a cell for a cell.
	Full
)

// FoldedWidth and FoldedHeight are the least room in which the screen can be shown.
const (
	FoldedWidth  = 80
	FoldedHeight = 24
)

// Size returns how many cells a layout takes.
func (l Layout) Size() (width, height int) {
	if l == Folded {
		return FoldedWidth, FoldedHeight
	}
	return jupiter.Columns, jupiter.Rows
}

// Board tells where the board is in both layouts: its left column, and how wide a square is.
func Board() (column, square int) { return boardColumn, squareWide }

// Fit returns the largest layout for a room of cells; ok is false if there is none.
func Fit(width, height int) (layout Layout, ok bool) {
	for _, l := range []Layout{Full, Folded} {
		if w, h := l.Size(); w <= width && h <= height {
			return l, true
		}
	}
	return Folded, false
}
