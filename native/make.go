package native

import "sargon78/sargon"

// What a move does to the byte of a piece and to the royal squares is the same on every
// board; only where the byte goes differs.

// promotionBit is set by a promotion and cleared when it is taken back: of a pawn it makes a queen,
// of other pieces, which an old record may promote, what spec §14.10 says.
const promotionBit sargon.Piece = 4

// royals are the squares of kings and queens, as the program keeps them (spec §1), in the
// numbers of the 10x12 board: white king, black king, white queen, black queen.
type royals [4]uint8

// moved returns the byte of the piece p after the move r to a square, and keeps the royal
// squares (spec §9). A promoted queen is not a royal square until it moves (spec §14.1).
func (r *royals) moved(p sargon.Piece, move *record, to sargon.Square) sargon.Piece {
	switch {
	case move.flags&sargon.Promotion != 0:
		p |= promotionBit
	case p.Type() >= sargon.Queen:
		r[royal(p)] = uint8(to)
		if p.Type() == sargon.King && move.flags&sargon.DoubleMove != 0 {
			p |= sargon.CastledBit
		}
	}
	return p | sargon.MovedBit
}

// movedBack returns the byte of the piece p as it was before the move r from a square.
func (r *royals) movedBack(p sargon.Piece, move *record, from sargon.Square) sargon.Piece {
	switch {
	case move.flags&sargon.Promotion != 0:
		p &^= promotionBit
	case p.Type() >= sargon.Queen:
		r[royal(p)] = uint8(from)
		if p.Type() == sargon.King && move.flags&sargon.DoubleMove != 0 {
			p &^= sargon.CastledBit
		}
	}
	if move.flags&sargon.FirstMove != 0 {
		p &^= sargon.MovedBit
	}
	return p
}

// royal returns the index of a king's or queen's royal square; a piece of type 7 has the queen's
// (spec §14.10).
func royal(p sargon.Piece) uint8 {
	index := uint8(sargon.WhiteQueen)
	if p.Type() == sargon.King {
		index = sargon.WhiteKing
	}
	return index + uint8(p>>7)
}

// queenTaken sets the royal square of a captured queen's colour, if the flags say that one
// was captured: none when it is taken, its square when it is put back.
func (r *royals) queenTaken(flags sargon.Flags, s sargon.Square) {
	if queen := flags.Captured(); queen.Type() == sargon.Queen {
		r[royal(queen)] = uint8(s)
	}
}
