package screen

import (
	"fmt"
	"io"

	"sargon78/emu/jupiter"
	"sargon78/sargon"
)

// ShowTestCards writes the test cards of some sets, and which set is chosen here.
func ShowTestCards(out io.Writer, colors bool, sets ...Set) error {
	for _, set := range sets {
		card := TestCard(set)
		text := card.String()
		if colors {
			text = card.ANSI(Themes[0])
		}
		fmt.Fprintf(out, "%s: %s\n%s\n", set, set.Help(), text)
	}
	chosen, why := DetectHere()
	_, err := fmt.Fprintf(out, "auto means %s here: %s.\nChoose with: sargon play --glyphs %s\n",
		chosen, why, chosen)
	return err
}

// TestCard is a corner of a chess board as the set shows it in a full layout, for people to
// see whether their terminal can.
func TestCard(set Set) *Grid {
	var s jupiter.Screen
	for i := range s {
		s[i] = ' '
	}
	row := []sargon.PieceType{sargon.Rook, sargon.Knight, sargon.Bishop, sargon.Queen, sargon.King,
		sargon.Pawn}
	var pictures Pictures
	pictures.known = map[picture]sargon.Piece{}
	for file, t := range row {
		for i := range 2 {
			rank := 7 - i
			color := sargon.Black
			if i == 1 {
				color = sargon.White
			}
			p := cardPicture(t, isDark(file, rank), color)
			pictures.known[p] = sargon.NewPiece(t, color)
			for cell, c := range p {
				x, y := boardColumn+squareWide*file+cell%squareWide, squareHigh*i+cell/squareWide
				s[y*jupiter.Columns+x] = c
			}
		}
	}
	grid := Draw(&s, set, Full, &pictures)
	card := newGrid(len(row)*squareWide, 2*squareHigh)
	for y := range card.Height {
		for x := range card.Width {
			card.set(x, y, grid.At(boardColumn+x, y))
		}
	}
	return card
}

// cardPicture makes a picture for a screen of the machine out of ours: a silhouette on a
// light square, its negative on a dark one, and a frame of the ground around white pieces.
func cardPicture(t sargon.PieceType, dark bool, color sargon.Color) picture {
	shape := Large[t].Scale(dotsOfSquare, dotsOfSquare)
	var p picture
	for i := range p {
		p[i] = 0x80
		for dot := range 6 {
			x, y := i%squareWide*2+dot%2, i/squareWide*3+dot/2
			set := shape.At(x, y)
			if color == sargon.White { // its outline only
				inside := shape.At(x-1, y) && shape.At(x+1, y) && shape.At(x, y-1) &&
					shape.At(x, y+1)
				set = set && !inside
			}
			if set != dark {
				p[i] |= 1 << dot
			}
		}
	}
	return p
}
