package game

import (
	"fmt"

	"sargon78/sargon"
)

// Move is a move of chess. Castling is the king's move. Promotion is the piece that a pawn
// becomes, Knight … Queen, and NoPiece for all other moves. The zero Move means none.
//
// It differs from sargon.Move, the record of 1978: that has flags, which depend on the
// position, and knows promotion to a queen only.
type Move struct {
	From, To  sargon.Square
	Promotion sargon.PieceType
}

// IsZero reports whether there is no move.
func (m Move) IsZero() bool { return m == Move{} }

// String returns the move as the UCI protocol writes it: "e2e4", "e7e8n"; "0000" for none.
func (m Move) String() string {
	if m.IsZero() {
		return "0000"
	}
	text := m.From.String() + m.To.String()
	if m.Promotion != sargon.NoPiece {
		text += string(m.Promotion.Letter() | 0x20)
	}
	return text
}

// Underpromotes reports whether the move makes a knight, a bishop or a rook, which Sargon
// cannot do and does not expect.
func (m Move) Underpromotes() bool {
	return m.Promotion != sargon.NoPiece && m.Promotion != sargon.Queen
}

// ParseUCI reads what String writes, in either case. Whether the move is legal is not
// looked at.
func ParseUCI(text string) (Move, error) {
	squares, promotion := text, sargon.NoPiece
	if len(text) == len("e7e8q") {
		squares = text[:4]
		if promotion = promotionOf(text[4]); promotion == sargon.NoPiece {
			return Move{}, fmt.Errorf("%q is not a move: %q is not a promotion: want q, r, b or n",
				text, text[4])
		}
	}
	m, err := sargon.ParseMove(squares)
	return Move{From: m.From, To: m.To, Promotion: promotion}, err
}

// promotionOf reads the letter of a promotion piece in either case.
func promotionOf(letter byte) sargon.PieceType {
	for t := sargon.Knight; t <= sargon.Queen; t++ {
		if t.Letter() == letter&^0x20 {
			return t
		}
	}
	return sargon.NoPiece
}
