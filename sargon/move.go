package sargon

import "fmt"

// Flags is the fifth byte of a move record (spec §3). For a capture the flags start as
// the captured piece's byte.
type Flags uint8

// Bits of the flags (spec §3).
const (
	CapturedColor Flags = 0x80 // colour of the captured piece
	DoubleMove    Flags = 0x40 // castling or en passant: a second record follows
	Promotion     Flags = 0x20 // always to a queen
	FirstMove     Flags = 0x10 // first move of this piece
	CapturedMoved Flags = 0x08 // the captured piece had moved
	CapturedType  Flags = 0x07 // type of the captured piece, 0 none
)

// Captured returns the board byte of the captured piece, Empty if there is none
// (flags & 0x8F, spec §9).
func (f Flags) Captured() Piece { return Piece(f & (CapturedColor | CapturedMoved | CapturedType)) }

// Move is a move record without its link and value: from, to and flags (spec §3).
// Castling and en passant are the king's and the capturing pawn's half, with the flag
// DoubleMove. The zero Move means none.
type Move struct {
	From, To Square
	Flags    Flags
}

// IsZero reports whether there is no move.
func (m Move) IsZero() bool { return m.From == NoSquare && m.To == NoSquare }

// Same reports whether two moves go from the same square to the same square.
func (m Move) Same(other Move) bool { return m.From == other.From && m.To == other.To }

// String returns from and to, "e2e4", as recordings write a move; "0000" for none.
func (m Move) String() string {
	if m.IsZero() {
		return "0000"
	}
	return m.From.String() + m.To.String()
}

// UCI returns the move as the UCI protocol writes it: "e2e4", "e7e8q", "0000".
func (m Move) UCI() string {
	if m.Flags&Promotion != 0 {
		return m.String() + "q"
	}
	return m.String()
}

// ParseMove reads from and to as String writes them, in either case, with an optional
// promotion piece q. Another promotion piece is an error: the program of 1978 always
// promotes to a queen. The flags are left 0: they depend on the position.
func ParseMove(text string) (Move, error) {
	if len(text) != 4 && len(text) != 5 {
		return Move{}, fmt.Errorf("%q is not a move: want two squares, like e2e4", text)
	}
	if len(text) == 5 && text[4]|0x20 != 'q' {
		return Move{}, fmt.Errorf("%q: Sargon promotes to a queen only, like e7e8q", text)
	}
	from, err := ParseSquare(text[:2])
	if err != nil {
		return Move{}, fmt.Errorf("%q is not a move: %w", text, err)
	}
	to, err := ParseSquare(text[2:4])
	if err != nil {
		return Move{}, fmt.Errorf("%q is not a move: %w", text, err)
	}
	return Move{From: from, To: to}, nil
}

// RatedMove is a record with its value byte: what ordering made of it (spec §10).
type RatedMove struct {
	Move
	Value Value
}
