package codes

import "sargon78/sargon"

// Signed is positive for White and negative for Black, in the order of value: pawn 1,
// knight 2, bishop 3, rook 4, queen 5, king 6; 0 is an empty square.
//
// It is good for programs in BASIC and FORTRAN, which have no bits but have signs: the
// sign is the colour, the product of two squares is negative exactly if they are enemies,
// a board is turned round by negating it, and SGN and ABS are built in.
type Signed int8

// SignedOf codes a piece.
func SignedOf(p sargon.Piece) Signed {
	if p.Color() == sargon.Black {
		return -Signed(p.Type())
	}
	return Signed(p.Type())
}

// Piece decodes; false for what is no code.
func (c Signed) Piece() (sargon.Piece, bool) {
	if c < 0 {
		return piece(sargon.PieceType(-c), sargon.Black)
	}
	return piece(sargon.PieceType(c), sargon.White)
}

// BigEnd is a nibble with the colour in its highest bit: type in bits 2–0, 8 for Black.
//
// It is good for tables: 16 entries indexed by the code hold first all of White's, then
// all of Black's, and one comparison with 8 tells the colour. Sargon's byte is the same
// code with its colour moved up to bit 7, where the Z80 has its sign flag.
type BigEnd uint8

// BigEndOf codes a piece.
func BigEndOf(p sargon.Piece) BigEnd { return BigEnd(p.Color()>>4) | BigEnd(p.Type()) }

// Piece decodes; false for what is no code.
func (c BigEnd) Piece() (sargon.Piece, bool) {
	return piece(sargon.PieceType(c&7), sargon.Color(c&8<<4))
}

// LittleEnd is a nibble with the colour in its lowest bit: type in bits 3–1, 1 for Black.
//
// It is good where the same piece of both colours belongs together, as in tables of random
// numbers for hashing or of piece-square values: flipping bit 0 changes sides, and
// shifting it out leaves the type.
type LittleEnd uint8

// LittleEndOf codes a piece.
func LittleEndOf(p sargon.Piece) LittleEnd {
	return LittleEnd(p.Type())<<1 | LittleEnd(p.Color()>>7)
}

// Piece decodes; false for what is no code.
func (c LittleEnd) Piece() (sargon.Piece, bool) {
	return piece(sargon.PieceType(c>>1), sargon.Color(c&1<<7))
}

// PawnsApart gives white and black pawns types of their own, because they alone move
// differently by colour: white pawn 1, black pawn 2, knight 3, bishop 4, rook 5, queen 6,
// king 7, and 8 added for Black.
//
// It is good for move generators driven by tables: the type alone finds the steps of a
// piece, without a question about its colour. Sargon's own tables of directions are made
// so, with the black pawn in place 0.
type PawnsApart uint8

// PawnsApartOf codes a piece.
func PawnsApartOf(p sargon.Piece) PawnsApart {
	code := PawnsApart(p.Type())
	if code > 1 || p.Color() == sargon.Black {
		code++
	}
	if p == sargon.Empty {
		return 0
	}
	return code | PawnsApart(p.Color()>>4)
}

// Piece decodes; false for what is no code.
func (c PawnsApart) Piece() (sargon.Piece, bool) {
	t, color := sargon.PieceType(c&7), sargon.Color(c&8<<4)
	if t > 1 {
		t--
	}
	decoded, ok := piece(t, color)
	return decoded, ok && PawnsApartOf(decoded) == c
}

// Ways has a bit for each way of moving: 1 diagonal, 2 straight, 4 any distance; 8 for Black.
// So bishop 5, rook 6, queen 7 and king 3; a pawn captures diagonally and is 1, and the
// knight takes the free place 2.
//
// It is good for attack tests: what slides along a diagonal is code & 5 = 5, along a line
// code & 6 = 6, and a queen needs no case of its own.
type Ways uint8

var (
	waysOf = [7]Ways{0, 1, 2, 5, 6, 7, 3}
	byWays = [8]sargon.PieceType{
		sargon.NoPiece, sargon.Pawn, sargon.Knight, sargon.King, 7, sargon.Bishop, sargon.Rook,
		sargon.Queen,
	}
)

// WaysOf codes a piece.
func WaysOf(p sargon.Piece) Ways { return waysOf[p.Type()%7] | Ways(p.Color()>>4) }

// Piece decodes; false for what is no code.
func (c Ways) Piece() (sargon.Piece, bool) { return piece(byWays[c&7], sargon.Color(c&8<<4)) }

// OneBit has one bit of six for the type: pawn 1, knight 2, bishop 4, rook 8, queen 16,
// king 32; 64 for Black.
//
// It is good for questions about several types at once: code & (4 + 16) asks for a bishop
// or a queen in one instruction.
type OneBit uint8

// OneBitOf codes a piece.
func OneBitOf(p sargon.Piece) OneBit {
	if p == sargon.Empty {
		return 0
	}
	return 1<<(p.Type()-1) | OneBit(p.Color()>>1)
}

// Piece decodes; false for what is no code.
func (c OneBit) Piece() (sargon.Piece, bool) {
	for t := sargon.NoPiece; t <= sargon.King; t++ {
		if p, ok := piece(t, sargon.Color(c&64<<1)); ok && OneBitOf(p) == c {
			return p, true
		}
	}
	return sargon.Empty, false
}

// piece returns the byte of a piece that has not moved; false if there is none.
func piece(t sargon.PieceType, c sargon.Color) (sargon.Piece, bool) {
	if t > sargon.King || t == sargon.NoPiece && c == sargon.Black {
		return sargon.Empty, false
	}
	return sargon.NewPiece(t, c), true
}

// Encoding is a code of pieces for use by its name.
type Encoding struct {
	Name string // "sargon", "signed", "big-end", …
	Use  string // what it is good for, in a line
	Hex  bool   // whether it is usually written in hexadecimal

	// OffBoard is the code of the border. It must be none of a piece's, and should look
	// like an own piece and an enemy's at once, so that it blocks either without a test
	// of its own.
	OffBoard int

	Encode func(sargon.Piece) int
	Decode func(int) (sargon.Piece, bool) // false for what is no code of a piece
}

// Encodings are all codes of this package that stand for a piece by itself.
var Encodings = []Encoding{
	{
		Name: "sargon", Hex: true, OffBoard: int(sargon.Border),
		Use:    "colour in the Z80's sign bit; knows whether a piece has moved",
		Encode: func(p sargon.Piece) int { return int(p) },
		Decode: func(c int) (sargon.Piece, bool) {
			_, ok := piece(sargon.Piece(c).Type(), sargon.Piece(c).Color())
			return sargon.Piece(c), ok && c >= 0 && c < 0xFF
		},
	},
	{
		// Outside of both colours' ranges: a test for more than 6 finds it.
		Name: "signed", OffBoard: 7,
		Use:    "the sign is the colour; a product below 0 means enemies",
		Encode: func(p sargon.Piece) int { return int(SignedOf(p)) },
		Decode: decoder(-6, 6, func(c int) (sargon.Piece, bool) { return Signed(c).Piece() }),
	},
	{
		Name: "big-end", Hex: true, OffBoard: 0x0F,
		Use:    "tables with all of White's pieces before all of Black's",
		Encode: func(p sargon.Piece) int { return int(BigEndOf(p)) },
		Decode: decoder(0, 15, func(c int) (sargon.Piece, bool) { return BigEnd(c).Piece() }),
	},
	{
		Name: "little-end", Hex: true, OffBoard: 0x0F,
		Use:    "tables with both colours of a type side by side",
		Encode: func(p sargon.Piece) int { return int(LittleEndOf(p)) },
		Decode: decoder(0, 15, func(c int) (sargon.Piece, bool) { return LittleEnd(c).Piece() }),
	},
	{
		// The colour of Black without a piece.
		Name: "pawns-apart", Hex: true, OffBoard: 0x08,
		Use:    "the type alone finds the steps of a piece, pawns' too",
		Encode: func(p sargon.Piece) int { return int(PawnsApartOf(p)) },
		Decode: decoder(0, 15, func(c int) (sargon.Piece, bool) { return PawnsApart(c).Piece() }),
	},
	{
		// Slides, but in no direction.
		Name: "ways", Hex: true, OffBoard: 0x04,
		Use:    "a bit for each way of moving: diagonal, straight, any distance",
		Encode: func(p sargon.Piece) int { return int(WaysOf(p)) },
		Decode: decoder(0, 15, func(c int) (sargon.Piece, bool) { return Ways(c).Piece() }),
	},
	{
		Name: "one-bit", Hex: true, OffBoard: 0x80,
		Use:    "a bit for each type: several types in one test",
		Encode: func(p sargon.Piece) int { return int(OneBitOf(p)) },
		Decode: decoder(0, 127, func(c int) (sargon.Piece, bool) { return OneBit(c).Piece() }),
	},
}

// decoder limits a decoder to the codes that its type can hold.
func decoder(low, high int, decode func(int) (sargon.Piece, bool)) func(int) (sargon.Piece, bool) {
	return func(c int) (sargon.Piece, bool) {
		if c < low || c > high {
			return sargon.Empty, false
		}
		return decode(c)
	}
}
