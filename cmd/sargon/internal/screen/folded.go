package screen

import "sargon78/emu/jupiter"

// In Folded, the rows of text that have no place left of the board stand right of it.
const (
	foldedColumn = boardColumn + 8*squareWide + 1
	foldedSquare = 3 // rows of a square
)

// IsPage reports whether the screen shows a page of text, not the board with words next to it. Where
// the board's edge goes from top to bottom, characters are parts of pictures.
func IsPage(s *jupiter.Screen) bool {
	says, edges := false, 0
	for row := range jupiter.Rows {
		says = says || saysSomething(s, row, boardColumn)
		if s.At(boardColumn-1, row) == edge {
			edges++
		}
	}
	return says && edges < jupiter.Rows
}

// FoldedRest returns the part of the folded layout that the screen leaves free while it shows
// the board: right of it, below the text. Of a page the last row is free. Front ends may write
// their own words there.
func FoldedRest() (x, y, width, height int) {
	y = jupiter.Rows - FoldedHeight + 1
	return foldedColumn, y, FoldedWidth - foldedColumn, FoldedHeight - y
}

// folded draws a screen with the board.
func (d *drawing) folded() {
	for row := range jupiter.Rows {
		for column := range boardColumn {
			x, y := column, row
			if row >= FoldedHeight {
				x, y = foldedColumn+column, row-FoldedHeight
			}
			c := d.screen.At(column, row)
			if column == boardColumn-1 && isDots(c) { // the edge of the board
				x, y = column, row*foldedSquare/squareHigh
			}
			if c != ' ' {
				d.cell(x, y, c)
			}
		}
	}
	for rank := range 8 {
		d.rank(rank, foldedSquare*(7-rank), foldedSquare)
	}
}

// saysSomething reports whether a row has a character from a column on.
func saysSomething(s *jupiter.Screen, row, column int) bool {
	for ; column < jupiter.Columns; column++ {
		if r, ok := character(s.At(column, row)); ok && r != ' ' {
			return true
		}
	}
	return false
}

// pageHeight leaves a row for the caller, which shows the page.
const pageHeight = FoldedHeight - 1

// page draws a page of text and pictures in bands of four rows, as high as a square: one that holds
// nothing but dots takes three rows, any other a row for each of its own. Rows without a word are
// left out from the top on, until the rest fits.
func (d *drawing) page() {
	tooHigh := jupiter.Rows - pageHeight
	for rank := range 8 {
		if d.onlyDots(rank) {
			tooHigh--
		}
	}
	y := 0
	for row := 0; row < jupiter.Rows; row++ {
		switch rank := 7 - row/squareHigh; {
		case d.onlyDots(rank):
			d.rank(rank, y, foldedSquare)
			y += foldedSquare
			row += squareHigh - 1
		case tooHigh > 0 && !saysSomething(d.screen, row, 0):
			tooHigh--
		default:
			d.row(row, y)
			y++
		}
	}
}

// onlyDots reports whether the rows of a rank hold dots and no characters.
func (d *drawing) onlyDots(rank int) bool {
	dots := false
	for row := squareHigh * (7 - rank); row < squareHigh*(8-rank); row++ {
		if saysSomething(d.screen, row, 0) {
			return false
		}
		for column := range jupiter.Columns {
			shown, ok := d.screen.Dots(column, row)
			dots = dots || ok && shown != 0
		}
	}
	return dots
}
