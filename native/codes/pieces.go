package codes

import (
	"fmt"

	"sargon78/sargon"
)

// Signed is positive for White and negative for Black, in the order of value: pawn 1,
// knight 2, bishop 3, rook 4, queen 5, king 6; 0 is an empty square.
//
// It is good for programs in BASIC and FORTRAN, which have no bits but have signs: the
// sign is the colour, the product of two squares is negative exactly if they are enemies,
// a board is turned round by negating it, and SGN and ABS are built in.
//
// A table by ABS of the code is where such programs go wrong: it begins with the empty square,
// so it needs seven entries, 0 1 3 3 5 9 10 from entry 0. A table of six for the men alone
// must be asked for ABS − 1 where arrays begin at 0, and for ABS where they begin at 1; copied
// from one language to the other it gives each man the value of its neighbour.
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

// WayBits has a bit for each way of moving, and one for each colour: 1 a pawn's way, 2 the
// knight's jump, 4 any distance diagonally, 8 any distance straight, 10 (hexadecimal) a king's
// step; 40 White, 80 Black. The queen is 0C.
//
// It is good for masks: code & 40 and code & 0C together ask for a white slider, code & 84
// compared with 84 for what slides diagonally and is Black.
type WayBits uint8

// Colours in the codes that have a bit for each.
const (
	whiteBit = 0x40
	blackBit = 0x80
)

var wayBitsOf = [sargon.King + 1]uint8{0, 0x01, 0x02, 0x04, 0x08, 0x0C, 0x10}

// WayBitsOf codes a piece.
func WayBitsOf(p sargon.Piece) WayBits {
	return WayBits(withColor(wayBitsOf[p.Type()%7], p))
}

// Piece decodes; false for what is no code.
func (c WayBits) Piece() (sargon.Piece, bool) { return decodeBy(WayBitsOf, c) }

// OneBit has exactly two bits for each man: one of six for the type, pawn 1, knight 2, bishop 4,
// rook 8, queen 10 (hexadecimal), king 20; and one of two for the colour, 40 White, 80 Black.
//
// It is good for questions about several men at once: code & (04 + 10) asks for a bishop or
// a queen in one instruction, code & 40 for any man of White's, and an empty square answers no
// to both colours.
type OneBit uint8

// OneBitOf codes a piece.
func OneBitOf(p sargon.Piece) OneBit {
	return OneBit(withColor(1<<p.Type()>>1, p))
}

// Piece decodes; false for what is no code.
func (c OneBit) Piece() (sargon.Piece, bool) { return decodeBy(OneBitOf, c) }

// withColor adds the bit of its colour to the code of a man.
func withColor(code uint8, p sargon.Piece) uint8 {
	switch {
	case p == sargon.Empty:
		return 0
	case p.Color() == sargon.Black:
		return code | blackBit
	}
	return code | whiteBit
}

// decodeBy finds the piece of a code by coding them all.
func decodeBy[C comparable](encode func(sargon.Piece) C, code C) (sargon.Piece, bool) {
	for t := sargon.NoPiece; t <= sargon.King; t++ {
		for _, color := range []sargon.Color{sargon.White, sargon.Black} {
			if p, ok := piece(t, color); ok && encode(p) == code {
				return p, true
			}
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

// Blockers are the codes of what stands on a board and is no man: the border, or a wall. None
// of them is the code of a man or of the empty square.
//
// Which one a board needs depends on what is asked of a square that is reached:
//
//   - Neither is of no colour. Whoever meets it must ask for it by itself, and then it serves
//     both sides. Sargon's board is so: FF is asked for before all else (spec §2).
//   - White and Black look like an own man to one side. A generator that stops at own men
//     stops there without a question, but only for that side: a board that is bordered so is
//     painted anew for the other, or turned round.
//   - Both looks like an own man and an enemy at once, so that "is it mine?" stops a move and
//     "is it his?" stops a line of sight, for either side: no question about the border is left.
//     Only a code with a bit for each colour has it, and one must ask "mine?" before "his?".
//
// Boards that tell by the number of a square (0x88, mailbox) or by sets need none.
type Blockers struct{ Neither, White, Black, Both int }

// NoBlocker stands for a blocker that a code has no room for.
const NoBlocker = -1000

// Encoding is a code of pieces for use by its name.
type Encoding struct {
	Name string // "sargon", "signed", "big-end", …
	Use  string // what it is good for, in a line
	Hex  bool   // whether it is usually written in hexadecimal

	Blockers Blockers

	Encode func(sargon.Piece) int
	Decode func(int) (sargon.Piece, bool) // false for what is no code of a piece
}

// Encodings are all codes of this package that stand for a piece by itself.
var Encodings = []Encoding{
	{
		// Type 7 is free. FF is asked for as a whole: bit by bit it would be Black's.
		Name: "sargon", Hex: true,
		Blockers: Blockers{int(sargon.Border), 0x07, 0x87, NoBlocker},
		Use:      "colour in the Z80's sign bit; knows whether a piece has moved",
		Encode:   func(p sargon.Piece) int { return int(p) },
		Decode: func(c int) (sargon.Piece, bool) {
			_, ok := piece(sargon.Piece(c).Type(), sargon.Piece(c).Color())
			return sargon.Piece(c), ok && c >= 0 && c < 0xFF
		},
	},
	{
		// A number out of reach has a sign all the same: it must be asked for first.
		Name:     "signed",
		Blockers: Blockers{99, 7, -7, NoBlocker},
		Use:      "the sign is the colour; a product below 0 means enemies",
		Encode:   func(p sargon.Piece) int { return int(SignedOf(p)) },
		Decode:   decoder(-6, 6, func(c int) (sargon.Piece, bool) { return Signed(c).Piece() }),
	},
	{
		// 8 stands between 1–7, White's, and 9–F, Black's.
		Name: "big-end", Hex: true,
		Blockers: Blockers{0x08, 0x07, 0x0F, NoBlocker},
		Use:      "tables with all of White's pieces before all of Black's",
		Encode:   func(p sargon.Piece) int { return int(BigEndOf(p)) },
		Decode:   decoder(0, 15, func(c int) (sargon.Piece, bool) { return BigEnd(c).Piece() }),
	},
	{
		Name: "little-end", Hex: true,
		Blockers: Blockers{0x01, 0x0E, 0x0F, NoBlocker},
		Use:      "tables with both colours of a type side by side",
		Encode:   func(p sargon.Piece) int { return int(LittleEndOf(p)) },
		Decode:   decoder(0, 15, func(c int) (sargon.Piece, bool) { return LittleEnd(c).Piece() }),
	},
	{
		// A black pawn of White's, and a white one of Black's.
		Name: "pawns-apart", Hex: true,
		Blockers: Blockers{0x08, 0x02, 0x09, NoBlocker},
		Use:      "the type alone finds the steps of a piece, pawns' too",
		Encode:   func(p sargon.Piece) int { return int(PawnsApartOf(p)) },
		Decode:   decoder(0, 15, func(c int) (sargon.Piece, bool) { return PawnsApart(c).Piece() }),
	},
	{
		// Slides, but in no direction.
		Name: "ways", Hex: true,
		Blockers: Blockers{0x08, 0x04, 0x0C, NoBlocker},
		Use:      "how a piece moves, in three bits: diagonal, straight, any distance",
		Encode:   func(p sargon.Piece) int { return int(WaysOf(p)) },
		Decode:   decoder(0, 15, func(c int) (sargon.Piece, bool) { return Ways(c).Piece() }),
	},
	{
		Name: "way-bits", Hex: true,
		Blockers: Blockers{0x20, whiteBit, blackBit, whiteBit | blackBit},
		Use:      "a bit for each way of moving and for each colour: masks for groups of men",
		Encode:   func(p sargon.Piece) int { return int(WayBitsOf(p)) },
		Decode:   decoder(0, 255, func(c int) (sargon.Piece, bool) { return WayBits(c).Piece() }),
	},
	{
		// Every type, and no colour.
		Name: "one-bit", Hex: true,
		Blockers: Blockers{0x3F, whiteBit, blackBit, whiteBit | blackBit},
		Use:      "two bits a man, type and colour: several types in one test",
		Encode:   func(p sargon.Piece) int { return int(OneBitOf(p)) },
		Decode:   decoder(0, 255, func(c int) (sargon.Piece, bool) { return OneBit(c).Piece() }),
	},
}

// Code writes a code as it is usually written.
func (e *Encoding) Code(code int) string {
	if e.Hex {
		return fmt.Sprintf("%02X", code)
	}
	return fmt.Sprintf("%+2d", code)
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
