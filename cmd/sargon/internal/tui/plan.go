package tui

// boardPlan says how the modern board and what belongs to it share a window.
type boardPlan struct {
	form       planForm
	wide, high int  // of a square, in cells
	side       int  // columns beside the board
	inside     bool // coordinates stand in the squares
	clocks     bool // there are rows for the clocks above and below
}

// planForm says what stands where.
type planForm uint8

const (
	framed   planForm = iota // a title above, moves beside, what is typed below
	columned                 // everything beside the board
	stacked                  // everything above and below
)

// Rows and columns around the squares.
const (
	rankLabels   = 3 // columns left of the board
	boardRows    = 5 // title, files, input, message, keys
	clockRows    = 2
	gap          = 2  // columns between board and side
	framedColumn = 30 // least width of the side in each form
	panelColumn  = 26
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
		framedSide := width - rankLabels - board - gap
		panelSide := width - board - gap
		switch {
		case framedSide >= framedColumn && height >= 8*high+boardRows:
			p.form, p.side = framed, min(framedSide, widePanel)
		case panelSide >= panelColumn && height >= 8*high && height >= leastPanel:
			p.form = columned
			p.inside = framedSide < panelColumn || height == 8*high
			if !p.inside {
				panelSide = framedSide
			}
			p.side = min(panelSide, widePanel)
		case width >= board+rankLabels && height >= 8*high+boardRows:
			p.form, p.clocks = stacked, height >= 8*high+boardRows+clockRows
		default:
			continue
		}
		return p, true
	}
	return boardPlan{}, false
}

// leastPanel is how many rows the panel needs.
const leastPanel = 14

// size returns the cells that the plan takes: board and side in width, all in height.
func (p boardPlan) size() (width, height int) {
	width, height = 8*p.wide, 8*p.high
	if !p.inside {
		width += rankLabels
	}
	if p.side > 0 {
		width += gap + p.side
	}
	switch {
	case p.form != columned:
		height += boardRows
		if p.clocks {
			height += clockRows
		}
	case !p.inside:
		height++
	}
	return width, height
}
