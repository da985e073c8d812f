package codes

import (
	"fmt"

	"sargon78/sargon"
)

// Identity is one of the 32 pieces of a set of chessmen, for the whole game: White's first
// rank is 1–8 from the a-file, White's pawns 9–16, Black's eighth rank 17–24, Black's pawns
// 25–32. The rook of a1 is 1, the pawn of a2 9, the rook of a8 17, the pawn of h7 32. A
// promoted pawn keeps its identity. 0 is an empty square.
//
// It is good for piece lists: a table of 32 squares finds every piece without a walk over
// the board, and a piece can be followed through a game.
type Identity uint8

// Color returns whose piece it is.
func (id Identity) Color() sargon.Color {
	if id > 16 {
		return sargon.Black
	}
	return sargon.White
}

// Home returns where the piece stands at the start of a game; NoSquare for what is no
// identity.
func (id Identity) Home() sargon.Square {
	if id < 1 || id > 32 {
		return sargon.NoSquare
	}
	n := int(id - 1)
	return sargon.SquareAt(n%8, [4]int{0, 1, 7, 6}[n/8])
}

// PieceList is a position by identities.
type PieceList struct {
	Board   [sargon.BoardSize]Identity // by square
	Squares [33]sargon.Square          // by identity; NoSquare for one that was captured
	Pieces  [33]sargon.Piece           // by identity; a pawn may have become a queen
}

// Identify gives the pieces of a position identities: those on their home squares their
// own, others of a type the first that is free, and what is left over must be promoted
// pawns. It is an error if a side has more pieces than the men of a set can be.
func Identify(p sargon.Position) (*PieceList, error) {
	start := sargon.StartPosition()
	l := new(PieceList)
	// fits tells in three rounds, ever more liberal, what may be taken for what.
	for round := range 3 {
		for s := sargon.FirstSquare; s <= sargon.LastSquare; s++ {
			piece := p.Board[s]
			if piece == sargon.Empty || piece == sargon.Border || l.Board[s] != 0 {
				continue
			}
			for id := Identity(1); id <= 32; id++ {
				home := start.Board[id.Home()].Type()
				if l.Squares[id] != sargon.NoSquare || id.Color() != piece.Color() {
					continue
				}
				if round == 0 && (id.Home() != s || home != piece.Type()) ||
					round == 1 && home != piece.Type() ||
					round == 2 && (home != sargon.Pawn || piece.Type() == sargon.King) {
					continue
				}
				l.Board[s], l.Squares[id], l.Pieces[id] = id, s, piece
				break
			}
			if round == 2 && l.Board[s] == 0 {
				return nil, fmt.Errorf(
					"the %v %v on %v is one too many: "+
						"a side has sixteen men, and only pawns become others",
					piece.Color(), piece.Type(), s)
			}
		}
	}
	return l, nil
}

// Position puts the pieces back on a board; side to move and all else are for the caller.
func (l *PieceList) Position() sargon.Position {
	p := sargon.EmptyPosition()
	for id, s := range l.Squares {
		if s != sargon.NoSquare {
			p.Board[s] = l.Pieces[id]
		}
	}
	p.FindRoyals()
	return p
}
