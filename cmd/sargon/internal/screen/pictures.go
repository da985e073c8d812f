package screen

import (
	"sargon78/emu/jupiter"
	"sargon78/sargon"
)

// Where the chess board is on the screen, in cells (machine.md, Screen).
const (
	boardColumn  = 16
	squareWide   = 6
	squareHigh   = 4
	dotsOfSquare = squareWide * jupiter.CellWide
)

// Bytes of the screen with all dots of a cell clear, and set.
const noDots, allDots = 0x80, 0xBF

// picture holds the cells of a square.
type picture [squareWide * squareHigh]byte

// Tidy returns a screen without the characters that get into the pictures of a ROM image by
// mistake. A byte that shows nothing (machine.md, Screen) becomes a blank. Where a program
// inverts such a byte with the dots around it, as it does for squares of the other colour,
// it becomes a question mark: in a square of block graphics that is a cell of set dots.
func Tidy(s *jupiter.Screen) *jupiter.Screen {
	const inverted = '?'
	tidy := *s
	for i, c := range tidy {
		if c < ' ' || c == 0x7F || c > allDots {
			tidy[i] = ' '
		}
	}
	for file := range 8 {
		for rank := range 8 {
			p := pictureAt(&tidy, file, rank)
			if n := p.count(); n.blanks+n.characters > len(p)/2 {
				continue
			}
			for i := range squareWide * squareHigh {
				switch c := &tidy[cellOfSquare(file, rank, i)]; *c {
				case ' ':
					*c = noDots
				case inverted:
					*c = allDots
				}
			}
		}
	}
	return &tidy
}

// cellOfSquare returns where cell i of a square, counted as in picture, is on the screen.
func cellOfSquare(file, rank, i int) int {
	return (squareHigh*(7-rank)+i/squareWide)*jupiter.Columns + boardColumn + squareWide*file +
		i%squareWide
}

// pictureAt reads the square of a file and rank, both from 0.
func pictureAt(s *jupiter.Screen, file, rank int) (p picture) {
	for i := range p {
		p[i] = s[cellOfSquare(file, rank, i)]
	}
	return p
}

// content says how many cells of a square hold what.
type content struct{ blanks, characters, clear, set int }

func (p *picture) count() (n content) {
	for _, c := range p {
		switch {
		case c == ' ':
			n.blanks++
		case !isDots(c):
			n.characters++
		case c == noDots:
			n.clear++
		case c == allDots:
			n.set++
		}
	}
	return n
}

// plain reports whether the square is empty, and whether it is a dark one then.
func (p *picture) plain() (plain, dark bool) {
	n := p.count()
	dark = n.set == len(p)
	return dark || n.blanks+n.clear == len(p), dark
}

// Pictures are what the pieces of a program look like. They are learnt by comparing what
// the screen shows with where the pieces are, so they fit every ROM image. The zero value
// knows none.
type Pictures struct{ known map[picture]sargon.Piece }

// Learn takes the pictures of the pieces from a screen that shows the board. It may be
// called only when the program is not thinking: its search moves the pieces of the board,
// but not those on the screen.
func (p *Pictures) Learn(s *jupiter.Screen, board [sargon.BoardSize]sargon.Piece) {
	s = Tidy(s)
	if !showsBoard(s, board) {
		return
	}
	if p.known == nil {
		p.known = map[picture]sargon.Piece{}
	}
	for square, piece := range board {
		if piece == sargon.Empty || piece == sargon.Border {
			continue
		}
		at := sargon.Square(square)
		p.known[pictureAt(s, at.File(), at.Rank())] = piece & (sargon.ColorBit | sargon.TypeBits)
	}
}

// showsBoard reports whether the screen shows something where pieces are, and only there.
func showsBoard(s *jupiter.Screen, board [sargon.BoardSize]sargon.Piece) bool {
	for file := range 8 {
		for rank := range 8 {
			p, square := pictureAt(s, file, rank), sargon.SquareAt(file, rank)
			plain, dark := p.plain()
			empty := board[square] == sargon.Empty
			switch {
			case p.count().characters > 0, plain != empty, plain && dark != IsDark(square):
				return false
			}
		}
	}
	return true
}

// IsDark reports whether a square is a dark one; a1 is.
func IsDark(s sargon.Square) bool { return (s.File()+s.Rank())%2 == 0 }

// piece recognises a picture; ok is false if it has not been learnt, or nothing has.
func (p *Pictures) piece(shown *picture) (piece sargon.Piece, ok bool) {
	if p != nil {
		piece, ok = p.known[*shown]
	}
	return piece, ok
}
