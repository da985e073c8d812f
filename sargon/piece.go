package sargon

import "fmt"

// Color is bit 7 of a piece byte: 0 White, 0x80 Black (spec §1).
type Color uint8

// The two sides, as the variables COLOR and KOLOR hold them.
const (
	White Color = 0x00
	Black Color = 0x80
)

// Other returns the opponent.
func (c Color) Other() Color { return c ^ Black }

// String returns "white" or "black".
func (c Color) String() string {
	if c == White {
		return "white"
	}
	return "black"
}

// PieceType is bits 2–0 of a piece byte.
type PieceType uint8

// The types of pieces, in the program's order (spec §1). Slots of attack lists are
// numbered the same way.
const (
	NoPiece PieceType = iota
	Pawn
	Knight
	Bishop
	Rook
	Queen
	King
)

// typeLetters and typeNames are indexed by PieceType; 7 occurs in no legal byte.
const typeLetters = ".PNBRQK?"

var typeNames = [8]string{"none", "pawn", "knight", "bishop", "rook", "queen", "king", "?"}

// typeValues are the values of PVALUE with 0 for no piece (spec §1).
var typeValues = [8]uint8{0, 1, 3, 3, 5, 9, 10, 0}

// Value returns the points of the type: pawn 1, knight and bishop 3, rook 5, queen 9,
// king 10 (spec §1).
func (t PieceType) Value() uint8 { return typeValues[t&7] }

// Letter returns the upper-case English letter, 'P' … 'K'; '.' for none.
func (t PieceType) Letter() byte { return typeLetters[t&7] }

// String returns the English name, "pawn" … "king"; "none" for no piece.
func (t PieceType) String() string { return typeNames[t&7] }

// Piece is a byte of the board (spec §1):
//
//	bit 7    colour, 0 White
//	bit 4    kings only: has castled
//	bit 3    has moved
//	bits 2–0 type
//
// Empty is 0, Border 0xFF.
type Piece uint8

// Bytes and bits of the board (spec §1).
const (
	Empty  Piece = 0x00
	Border Piece = 0xFF

	ColorBit   Piece = 0x80
	CastledBit Piece = 0x10
	MovedBit   Piece = 0x08
	TypeBits   Piece = 0x07
)

// NewPiece returns the byte of a piece that has not moved.
func NewPiece(t PieceType, c Color) Piece { return Piece(t) | Piece(c) }

// Type returns what the piece is; 7 for the border.
func (p Piece) Type() PieceType { return PieceType(p & TypeBits) }

// Color returns whose piece it is. An empty square counts as White (spec §2).
func (p Piece) Color() Color { return Color(p & ColorBit) }

// Moved reports whether the piece has moved.
func (p Piece) Moved() bool { return p&MovedBit != 0 }

// Castled reports whether the king has castled, or counts as if it had (spec §16).
func (p Piece) Castled() bool { return p&CastledBit != 0 }

// Valid reports whether the byte is a piece, with no bit that means nothing (spec §1).
func (p Piece) Valid() bool {
	bits := ColorBit | MovedBit | TypeBits
	if p.Type() == King {
		bits |= CastledBit
	}
	return p&^bits == 0 && p.Type() >= Pawn && p.Type() <= King
}

// Letter returns the letter of FEN: upper case for White, lower case for Black, '.' for
// an empty square and '#' for the border.
func (p Piece) Letter() byte {
	if p == Border {
		return '#'
	}
	letter := p.Type().Letter()
	if p.Color() == Black && p != Empty {
		letter |= 0x20
	}
	return letter
}

// Text names the piece with its bits: "white king, moved, castled".
func (p Piece) Text() string {
	switch p {
	case Empty:
		return "empty"
	case Border:
		return "border"
	}
	s := p.Color().String() + " " + p.Type().String()
	if p.Moved() {
		s += ", moved"
	}
	if p.Castled() {
		s += ", castled"
	}
	return s
}

// String describes the byte: "white king, moved, castled (1E)".
func (p Piece) String() string { return fmt.Sprintf("%s (%02X)", p.Text(), uint8(p)) }

// pieceOfLetter is the inverse of Letter for the twelve pieces of FEN.
func pieceOfLetter(letter byte) (Piece, bool) {
	color := White
	if letter >= 'a' {
		color = Black
	}
	for t := Pawn; t <= King; t++ {
		if t.Letter() == letter&^0x20 {
			return NewPiece(t, color), true
		}
	}
	return Empty, false
}
