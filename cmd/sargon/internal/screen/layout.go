package screen

import (
	"sargon78/emu/jupiter"
)

// Layout is a way to lay the 64×32 cells of the screen out.
type Layout uint8

// The layouts.
const (
	// Folded takes 80×24: the board in three quarters of its height, and the text beside it
	// in two columns, the lower part at the right.
	Folded Layout = iota
	// Full takes 64×32, a cell for a cell.
	Full
	// Exact takes as many cells as all dots need, where that is more than Full.
	Exact
)

// FoldedWidth and FoldedHeight are the least room in which the screen can be shown.
const (
	FoldedWidth  = 80
	FoldedHeight = 24
)

// Size returns how many cells a layout takes.
func (l Layout) Size(set Set) (width, height int) {
	switch l {
	case Folded:
		return FoldedWidth, FoldedHeight
	case Full:
		return jupiter.Columns, jupiter.Rows
	}
	across, down := set.Dots()
	return max(jupiter.Columns, jupiter.DotsWide/across), max(jupiter.Rows, jupiter.DotsHigh/down)
}

// Board tells where the board is in a layout of some width: its left column, and how wide a
// square is.
func Board(l Layout, width int) (column, square int) {
	if l == Folded {
		return boardColumn, squareWide
	}
	return boardColumn * width / jupiter.Columns, squareWide * width / jupiter.Columns
}

// exact tells whether the set has an exact layout of its own.
func exact(set Set) bool { return set == Quadrant || set == Half }

// Fit returns the largest layout for a room of cells; ok is false if there is none.
func Fit(set Set, width, height int) (layout Layout, ok bool) {
	for _, l := range []Layout{Exact, Full, Folded} {
		if l == Exact && !exact(set) {
			continue
		}
		if w, h := l.Size(set); w <= width && h <= height {
			return l, true
		}
	}
	return Folded, false
}
