package codes

import "sargon78/sargon"

// Quad is a board of vertical nibbles: bit n of the four words, taken together, is the
// BigEnd code of what stands on square n (To64). Words 0–2 are the bits of the type, word
// 3 the colour.
//
// It is good for keeping a whole position in 32 bytes that can be compared and hashed
// quickly, while any set of pieces is a few ANDs away.
type Quad [4]uint64

// QuadOf codes the pieces of a position.
func QuadOf(p sargon.Position) (q Quad) {
	for n := range 64 {
		code := BigEndOf(p.Board[From64(n)])
		for i := range q {
			q[i] |= uint64(code>>i&1) << n
		}
	}
	return q
}

// At returns the piece on square n, 0–63; false if the nibble there is no code.
func (q Quad) At(n int) (sargon.Piece, bool) {
	var code BigEnd
	for i, word := range q {
		code |= BigEnd(word>>n&1) << i
	}
	return code.Piece()
}

// Of returns the set of squares with pieces of a type and colour; NoPiece and White give
// the empty squares.
func (q Quad) Of(t sargon.PieceType, c sargon.Color) uint64 {
	code := BigEndOf(sargon.NewPiece(t, c))
	set := ^uint64(0)
	for i, word := range q {
		if code>>i&1 == 0 {
			word = ^word
		}
		set &= word
	}
	return set
}

// Occupied returns the set of squares that are not empty.
func (q Quad) Occupied() uint64 { return q[0] | q[1] | q[2] }
