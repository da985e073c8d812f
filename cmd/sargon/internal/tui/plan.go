package tui

// boardPlan says how the modern board and what belongs to it share a window.
type boardPlan struct {
	wide, high int  // of a square, in cells
	side       int  // columns beside the board, for all else; 0: it stands above and below
	inside     bool // coordinates stand in the squares
	clocks     bool // there are rows for the clocks above and below
}

// Rows and columns around the squares.
const (
	rankLabels = 3 // columns left of the board
	boardRows  = 5 // title, files, input, message, keys
	clockRows  = 2
	gap        = 2  // columns between board and side
	leastSide  = 26 // columns of the side
	leastPanel = 14 // rows of the side
)

// The height of squares in cells: on the largest ones letters would be lost.
const (
	highestSquare   = 14
	highestLettered = 4
)

// planBoard returns the plan with the largest squares; ok is false if even the smallest do not
// fit. Squares are twice as wide as high, which makes them square.
func planBoard(width, height int, pictured bool) (p boardPlan, ok bool) {
	high := highestSquare
	if !pictured {
		high = highestLettered
	}
	for ; high > 0; high-- {
		p := boardPlan{wide: 2 * high, high: high}
		board := 8 * p.wide
		side := width - board - gap
		switch {
		case side >= leastSide && height >= 8*high && height >= leastPanel:
			p.inside = side-rankLabels < leastSide || height == 8*high
			if !p.inside {
				side -= rankLabels
			}
			p.side = min(side, widePanel)
		case width >= board+rankLabels && height >= 8*high+boardRows:
			p.clocks = height >= 8*high+boardRows+clockRows
		default:
			continue
		}
		return p, true
	}
	return boardPlan{}, false
}

// size returns the cells that the plan takes: board and side in width, all in height.
func (p boardPlan) size() (width, height int) {
	width, height = 8*p.wide, 8*p.high
	if p.side > 0 {
		width += gap + p.side
	} else if height += boardRows; p.clocks {
		height += clockRows
	}
	if !p.inside {
		width += rankLabels
		if p.side > 0 {
			height++
		}
	}
	return width, height
}
