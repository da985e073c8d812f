package screen

import "sargon78/emu/jupiter"

// In Folded, the rows of text that have no place left of the board stand right of it.
const (
	foldedColumn = boardColumn + 8*squareWide + 1
	foldedSquare = 3 // rows of a square
)

// IsPage tells whether the screen shows a page of text, not the board with words beside it. Where the
// board's edge goes from top to bottom, characters are parts of pictures.
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

// FoldedRest is the part of the folded layout that the screen leaves free while it shows
// the board: right of it, below the text. Of a page the last row is free. Front ends may write
// their own words there.
func FoldedRest() (x, y, width, height int) {
	y = jupiter.Rows - FoldedHeight + 1
	return foldedColumn, y, FoldedWidth - foldedColumn, FoldedHeight - y
}

// folded draws a screen with the board, or else a page of text and pictures.
func (d *drawing) folded() {
	if IsPage(d.screen) {
		d.page()
		return
	}
	for row := range jupiter.Rows {
		for column := range boardColumn {
			x, y := column, row
			if row >= FoldedHeight {
				x, y = foldedColumn+column, row-FoldedHeight
			}
			c := d.screen.At(column, row)
			if column == boardColumn-1 && c&0xC0 == 0x80 { // the edge of the board
				x, y = column, row*foldedSquare/squareHigh
			}
			if c != ' ' {
				d.cell(x, y, c)
			}
		}
	}
	d.squares(foldedSquare)
}

// saysSomething tells whether a row has a character from a column on.
func saysSomething(s *jupiter.Screen, row, column int) bool {
	for ; column < jupiter.Columns; column++ {
		if r, ok := character(s.At(column, row)); ok && r != ' ' {
			return true
		}
	}
	return false
}

// pageHeight leaves a row to whoever shows the page.
const pageHeight = FoldedHeight - 1

// page draws bands of four rows, as high as a square: one that holds nothing but dots
// takes three rows, any other a row for each of its own. Rows without a word are left out
// from the top on, until the rest fits.
func (d *drawing) page() {
	var rows []int // of the screen; -band-1 stands for three rows of a band of dots
	height := 0
	for band := range jupiter.Rows / squareHigh {
		first := band * squareHigh
		words, dots := false, false
		for row := first; row < first+squareHigh; row++ {
			words = words || saysSomething(d.screen, row, 0)
			dots = dots || d.showsDots(row)
		}
		if dots && !words {
			rows = append(rows, -band-1)
			height += foldedSquare
			continue
		}
		for row := first; row < first+squareHigh; row++ {
			rows = append(rows, row)
			height++
		}
	}
	y := 0
	for _, row := range rows {
		switch {
		case row < 0:
			d.band(-row-1, y)
			y += foldedSquare
		case height > pageHeight && !saysSomething(d.screen, row, 0):
			height--
		default:
			for column := range jupiter.Columns {
				d.cell(column, y, d.screen.At(column, row))
			}
			y++
		}
	}
}

// band draws the squares of a rank, counted from the top of the screen.
func (d *drawing) band(band, y int) {
	for file := range 8 {
		rank := 7 - band
		if shown := pictureAt(d.screen, file, rank); !blankSquare(&shown) {
			d.square(boardColumn+squareWide*file, y, foldedSquare, &shown, isDark(file, rank))
		}
	}
}

// showsDots tells whether a row has a dot set.
func (d *drawing) showsDots(row int) bool {
	for column := range jupiter.Columns {
		if dots, ok := d.screen.Dots(column, row); ok && dots != 0 {
			return true
		}
	}
	return false
}
