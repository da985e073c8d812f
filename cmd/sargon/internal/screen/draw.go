package screen

import (
	"sargon78/emu/jupiter"
	"sargon78/sargon"
)

// Draw lays the screen out. pictures, which may be nil, tells which pieces it shows; sets
// that cannot show a square's 12×12 dots in the layout redraw the ones it knows.
func Draw(s *jupiter.Screen, set Set, layout Layout, pictures *Pictures) *Grid {
	width, height := layout.Size()
	d := drawing{screen: Tidy(s), set: set, grid: newGrid(width, height), pictures: pictures}
	d.across, d.down = set.Dots()
	if layout == Folded {
		d.folded()
	} else {
		d.full()
	}
	return d.grid
}

type drawing struct {
	screen       *jupiter.Screen
	set          Set
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

// full puts each cell where it is.
func (d *drawing) full() {
	for row := range jupiter.Rows {
		for column := range jupiter.Columns {
			d.cell(column, row, d.screen.At(column, row))
		}
	}
	if d.set == Sextant {
		return
	}
	d.squares(squareHigh)
}

// cell draws a byte of the screen as one cell of the grid.
func (d *drawing) cell(x, y int, c byte) {
	if r, ok := character(c); ok {
		d.grid.set(x, y, Cell{r, Ink, Ground})
		return
	}
	if c&0xC0 != 0x80 {
		return
	}
	dots := c & 0x3F
	switch d.set {
	case ASCII:
		if c == edge {
			d.grid.set(x, y, Cell{'|', Ink, Ground})
			return
		}
	case Quadrant, Half:
		p := NewPicture(jupiter.CellWide, jupiter.CellHigh)
		for i := range 6 {
			p.Set(i%2, i/2, dots>>i&1 == 1)
		}
		dots = p.Scale(d.across, d.down).Cell(d.set, 0, 0)
	}
	d.grid.set(x, y, Cell{d.set.Rune(dots), Ink, Ground})
}

// squares draws the squares of the board again, each 6 cells wide and some high.
func (d *drawing) squares(high int) {
	for file := range 8 {
		for rank := range 8 {
			shown := pictureAt(d.screen, file, rank)
			if shown.graphics() && !blankSquare(&shown) {
				d.square(boardColumn+squareWide*file, high*(7-rank), high, &shown,
					isDark(file, rank))
			}
		}
	}
}

// square draws one square with its upper left cell at x, y.
func (d *drawing) square(x, y, high int, shown *picture, dark bool) {
	// Dots show what is there, where each has its place or nothing is known of the pieces.
	if d.set == Sextant && (high == squareHigh || d.pictures == nil) {
		d.dots(x, y, high, shown)
		return
	}
	if plain, _ := shown.plain(); plain {
		d.field(x, y, high, dark)
		return
	}
	if d.pictures != nil {
		if piece, ok := d.pictures.piece(shown); ok {
			d.field(x, y, high, dark)
			d.piece(x, y, high, piece, dark)
			return
		}
	}
	d.dots(x, y, high, shown)
}

// blankSquare tells whether the square holds nothing but blanks: no board is shown there.
func blankSquare(shown *picture) bool {
	for _, c := range shown {
		if c != ' ' {
			return false
		}
	}
	return true
}

// dots draws a square's dots, shrunk to what fits.
func (d *drawing) dots(x, y, high int, shown *picture) {
	p := NewPicture(dotsOfSquare, dotsOfSquare)
	for i, c := range shown {
		if c&0xC0 != 0x80 {
			continue
		}
		for dot := range 6 {
			px := i%squareWide*jupiter.CellWide + dot%2
			py := i/squareWide*jupiter.CellHigh + dot/2
			p.Set(px, py, c>>dot&1 == 1)
		}
	}
	if w, h := squareWide*d.across, high*d.down; w != p.Width || h != p.Height {
		p = p.Scale(w, h)
	}
	d.picture(x, y, p, Ink, Ground)
}

// picture draws dots from a cell on.
func (d *drawing) picture(x, y int, p Picture, ink, ground Tone) {
	for py := 0; py < p.Height; py += d.down {
		for px := 0; px < p.Width; px += d.across {
			c := Cell{d.set.Rune(p.Cell(d.set, px, py)), ink, ground}
			d.grid.set(x+px/d.across, y+py/d.down, c)
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
	for dy := range high {
		for dx := range squareWide {
			d.grid.set(x+dx, y+dy, c)
		}
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
	text, cell := " "+string(piece.Type().Letter())+" ", Cell{0, WhitePiece + BlackPiece - tone, tone}
	if d.set == ASCII {
		text, cell = "  "+string(piece.Letter()), Cell{0, Ink, fieldTone(dark)}
		if piece.Color() == sargon.Black {
			text = " <" + string(piece.Letter()) + ">"
		}
	}
	for i, r := range text {
		if cell.Rune = r; r != ' ' || d.set != ASCII {
			d.grid.set(x+1+i, y+high/2, cell)
		}
	}
}
