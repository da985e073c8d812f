package screen

import (
	"sargon78/emu/jupiter"
	"sargon78/sargon"
)

// Draw lays the screen out. pictures, which may be nil, tells which pieces it shows; sets
// that cannot show a square's 12×12 dots in the layout redraw the ones it knows.
func Draw(s *jupiter.Screen, set GlyphSet, layout Layout, pictures *Pictures) *Grid {
	width, height := layout.Size()
	d := drawing{screen: Tidy(s), set: set, grid: newGrid(width, height), pictures: pictures}
	d.across, d.down = set.Dots()
	switch {
	case layout == Full:
		d.full()
	case IsPage(d.screen):
		d.page()
	default:
		d.folded()
	}
	return d.grid
}

type drawing struct {
	screen       *jupiter.Screen
	set          GlyphSet
	across, down int
	grid         *Grid
	pictures     *Pictures
}

// edge is the left edge of the board (machine.md, Screen).
const edge = 0xAA

// character returns what a byte of the screen shows, if that is a character.
func character(c byte) (rune, bool) {
	return rune(c), c >= 0x20 && c < 0x7F
}

// isDots reports whether a byte of the screen shows dots.
func isDots(c byte) bool { return c&0xC0 == 0x80 }

// full puts each cell where it is.
func (d *drawing) full() {
	for row := range jupiter.Rows {
		d.row(row, row)
	}
	for rank := range 8 {
		if d.set != Sextant { // which shows each dot
			d.rank(rank, squareHigh*(7-rank), squareHigh)
		}
	}
}

// row draws a row of the screen as row y of the grid.
func (d *drawing) row(row, y int) {
	for column := range jupiter.Columns {
		d.cell(column, y, d.screen.At(column, row))
	}
}

// cell draws a byte of the screen as one cell of the grid.
func (d *drawing) cell(x, y int, c byte) {
	r, ok := character(c)
	switch {
	case ok:
	case !isDots(c):
		return
	case d.set == ASCII && c == edge:
		r = '|'
	case d.across*d.down == jupiter.CellWide*jupiter.CellHigh:
		r = d.set.Rune(c)
	default:
		p := NewPicture(jupiter.CellWide, jupiter.CellHigh)
		p.put(0, 0, c)
		r = d.set.Rune(p.Scale(d.across, d.down).Cell(d.set, 0, 0))
	}
	d.grid.set(x, y, Cell{r, Ink, Ground})
}

// put sets the dots of a byte of the screen.
func (p Picture) put(x, y int, c byte) {
	for i := range jupiter.CellWide * jupiter.CellHigh {
		p.Set(x+i%jupiter.CellWide, y+i/jupiter.CellWide, c>>i&1 == 1)
	}
}

// rank draws the squares of a rank again, each 6 cells wide and some high, where it shows dots.
func (d *drawing) rank(rank, y, high int) {
	for file := range 8 {
		shown := pictureAt(d.screen, file, rank)
		if n := shown.count(); n.characters > 0 || n.blanks == len(shown) {
			continue // no board is shown here
		}
		x, dark := boardColumn+squareWide*file, IsDark(sargon.SquareAt(file, rank))
		plain, _ := shown.plain()
		piece, known := d.pictures.piece(&shown)
		switch {
		case d.set == Sextant && d.pictures == nil, !plain && !known:
			d.dots(x, y, high, &shown)
		case known:
			d.field(x, y, high, dark)
			d.piece(x, y, high, piece, dark)
		default:
			d.field(x, y, high, dark)
		}
	}
}

// dots draws a square's dots, shrunk to what fits.
func (d *drawing) dots(x, y, high int, shown *picture) {
	p := NewPicture(dotsOfSquare, dotsOfSquare)
	for i, c := range shown {
		if isDots(c) {
			p.put(i%squareWide*jupiter.CellWide, i/squareWide*jupiter.CellHigh, c)
		}
	}
	d.picture(x, y, p.Scale(squareWide*d.across, high*d.down), Ink, Ground)
}

// picture draws dots from a cell on.
func (d *drawing) picture(x, y int, p Picture, ink, ground Tone) {
	for dy, row := range p.Rows(d.set) {
		for dx, r := range []rune(row) {
			d.grid.set(x+dx, y+dy, Cell{r, ink, ground})
		}
	}
}

func fieldTone(dark bool) Tone {
	if dark {
		return DarkField
	}
	return LightField
}

// field draws an empty square.
func (d *drawing) field(x, y, high int, dark bool) {
	c := Cell{' ', Ink, fieldTone(dark)}
	if d.set == ASCII && dark {
		c.Rune = ':'
	}
	for i := range squareWide * high {
		d.grid.set(x+i%squareWide, y+i/squareWide, c)
	}
}

// piece draws our own picture of a piece on a square.
func (d *drawing) piece(x, y, high int, piece sargon.Piece, dark bool) {
	tone := WhitePiece
	if piece.Color() == sargon.Black {
		tone = BlackPiece
	}
	if p, ok := PieceOn(d.set, squareWide, high, piece.Type()); ok {
		d.picture(x, y, p, tone, fieldTone(dark))
		return
	}
	cell := Cell{' ', WhitePiece + BlackPiece - tone, tone} // a chip: one can read it on any square
	if d.set == ASCII {
		cell = Cell{' ', Ink, fieldTone(dark)}
	}
	for i, r := range Letter(piece, d.set != ASCII) {
		cell.Rune = r
		d.grid.set(x+squareWide/2-1+i, y+high/2, cell)
	}
}

// Letter returns a piece in three cells. Colours tell its side, or else signs around the letter: on a
// dark terminal a solid figure is the white one.
func Letter(piece sargon.Piece, coloured bool) string {
	switch {
	case coloured:
		return " " + string(piece.Type().Letter()) + " "
	case piece.Color() == sargon.Black:
		return "<" + string(piece.Letter()) + ">"
	}
	return " " + string(piece.Letter()) + " "
}
