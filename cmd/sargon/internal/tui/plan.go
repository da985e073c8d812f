package tui

// boardPlan is the layout of a window with the modern board.
type boardPlan struct {
	boardGrid
	width, height int  // of the whole plan, in cells
	side          int  // columns for text next to the board; 0: the text is above and below
	clocks        bool // there are rows for the clocks above and below
}

// Rows and columns around the squares.
const (
	rankLabels = 3 // columns left of the board
	boardRows  = 5 // title, files, input, message, keys
	clockRows  = 2
	gap        = 2  // columns between board and side
	leastSide  = 26 // columns of the side
	leastPanel = 14 // rows of the side

	leastWidth, leastHeight = 8*2 + rankLabels, 8 + boardRows // of the smallest plan
)

// The height of squares in cells: on the largest ones letters would be lost.
const (
	highestSquare   = 14
	highestLettered = 4
)

// planBoard returns the plan with the largest squares; ok is false if even the smallest do not fit. A
// square has twice as many columns as rows, because cells are twice as high as wide.
func planBoard(width, height int, pictured bool) (p boardPlan, ok bool) {
	high := highestSquare
	if !pictured {
		high = highestLettered
	}
	for ; high > 0; high-- {
		p := boardPlan{boardGrid: boardGrid{wide: 2 * high, high: high}}
		board := 8 * p.wide
		side := width - board - gap
		switch {
		case side >= leastSide && height >= 8*high && height >= leastPanel:
			labels := 1
			if p.inside = side-rankLabels < leastSide || height == 8*high; p.inside {
				labels = 0
			}
			p.side = min(side-labels*rankLabels, widePanel)
			p.width, p.height = board+gap+p.side+labels*rankLabels, 8*high+labels
		case width >= board+rankLabels && height >= 8*high+boardRows:
			p.width, p.height = board+rankLabels, 8*high+boardRows
			if p.clocks = height >= p.height+clockRows; p.clocks {
				p.height += clockRows
			}
		default:
			continue
		}
		p.x, p.y = (width-p.width)/2, (height-p.height)/2
		if !p.inside {
			p.x += rankLabels
		}
		return p, true
	}
	return boardPlan{}, false
}
