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

// IsZero tells whether there is no move.
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

// Underpromotes tells whether the move makes a knight, a bishop or a rook, which Sargon
// cannot do and does not expect.
func (m Move) Underpromotes() bool {
	return m.Promotion != sargon.NoPiece && m.Promotion != sargon.Queen
}

// ParseUCI reads what String writes, in either case. Whether the move is legal is not
// looked at.
func ParseUCI(text string) (Move, error) {
	bad := func(err error) (Move, error) {
		return Move{}, fmt.Errorf("%q is not a move: %w", text, err)
	}
	if len(text) != 4 && len(text) != 5 {
		return bad(fmt.Errorf("want two squares and perhaps a promotion, like e2e4 or e7e8q"))
	}
	from, err := sargon.ParseSquare(text[:2])
	if err != nil {
		return bad(err)
	}
	to, err := sargon.ParseSquare(text[2:4])
	if err != nil {
		return bad(err)
	}
	m := Move{From: from, To: to}
	if len(text) == 5 {
		if m.Promotion = promotionOf(text[4]); m.Promotion == sargon.NoPiece {
			return bad(fmt.Errorf("%q is not a promotion: want q, r, b or n", text[4]))
		}
	}
	return m, nil
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
