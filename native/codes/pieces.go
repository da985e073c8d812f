package codes

import (
	"fmt"

	"sargon78/sargon"
)

// Blockers are the codes of what stands on a board and is no piece: the border, or a wall. None
// of them is the code of a piece or of the empty square.
//
// Which one a board needs depends on what is asked of a square that is reached:
//
//   - Neither is of no colour. A generator must test for it by itself, and then it serves both
//     sides. Sargon's board is so: FF is tested before all else (spec §2).
//   - White and Black look like an own piece to one side. A generator that stops at own pieces
//     stops there without a question, but only for that side: a board that is bordered so is
//     painted anew for the other, or turned round.
//   - Both looks like an own piece and an enemy at once, so that "is it mine?" stops a move and
//     "is it his?" stops a line of sight, for either side: no question about the border is left.
//     Only a code with a bit for each colour has it, and one must ask "mine?" before "his?".
//
// Boards that tell by the number of a square (0x88, mailbox) or by sets need none.
type Blockers struct{ Neither, White, Black, Both int }

// NoBlocker stands for a blocker that a code has no room for.
const NoBlocker = -1000

// Encoding is a code of pieces for use by its name.
type Encoding struct {
	Name    string // "sargon", "signed", "big-end", …
	Purpose string // what it is good for, in a line
	Hex     bool   // whether it is usually written in hexadecimal

	Pieces   [sargon.King + 1]int // the codes of White by type; of the empty square at 0
	Black    func(white int) int  // the code of Black's piece of the same type
	Blockers Blockers
}

// Encode returns the code of a piece. All but Sargon's own forget whether it has moved.
func (e *Encoding) Encode(p sargon.Piece) int {
	switch white := e.Pieces[p.Type()%7]; {
	case e.Name == "sargon":
		return int(p)
	case p.Type() != sargon.NoPiece && p.Color() == sargon.Black:
		return e.Black(white)
	default:
		return white
	}
}

// Code writes a code as it is usually written.
func (e *Encoding) Code(code int) string {
	if e.Hex {
		return fmt.Sprintf("%02X", code)
	}
	return fmt.Sprintf("%+2d", code)
}

// Colours in the codes that have a bit for each.
const (
	whiteBit = 0x40
	blackBit = 0x80
)

// plus returns the codes of Black that are those of White and a number more.
func plus(n int) func(int) int { return func(white int) int { return white + n } }

// Encodings are all codes of this package that stand for a piece by itself: pieces in the order of
// value, pawn, knight, bishop, rook, queen, king.
var Encodings = []Encoding{
	{
		// Type 7 is free. FF is asked for as a whole: bit by bit it would be Black's.
		Name: "sargon", Hex: true,
		Purpose: "colour in the Z80's sign bit; knows whether a piece has moved",
		Pieces:  [...]int{0, 1, 2, 3, 4, 5, 6}, Black: plus(int(sargon.Black)),
		Blockers: Blockers{int(sargon.Border), 0x07, 0x87, NoBlocker},
	},
	{
		// For BASIC and FORTRAN, which have no bits but have signs: a board is turned round by
		// negating it. A table by ABS of the code begins with the empty square, so it needs seven
		// entries; one of six must be asked for ABS - 1 where arrays begin at 0. A number out of
		// reach has a sign all the same: it must be asked for first.
		Name:    "signed",
		Purpose: "the sign is the colour; a product below 0 means enemies",
		Pieces:  [...]int{0, 1, 2, 3, 4, 5, 6}, Black: func(white int) int { return -white },
		Blockers: Blockers{99, 7, -7, NoBlocker},
	},
	{
		// Sargon's code with the colour moved down to bit 3: one comparison with 8 tells it, and 8
		// itself stands between 1–7, White's, and 9–F, Black's.
		Name: "big-end", Hex: true,
		Purpose: "tables with all of White's pieces before all of Black's",
		Pieces:  [...]int{0, 1, 2, 3, 4, 5, 6}, Black: plus(8),
		Blockers: Blockers{0x08, 0x07, 0x0F, NoBlocker},
	},
	{
		// Flipping bit 0 changes sides, shifting it out leaves the type.
		Name: "little-end", Hex: true,
		Purpose: "tables with both colours of a type side by side",
		Pieces:  [...]int{0, 2, 4, 6, 8, 0xA, 0xC}, Black: plus(1),
		Blockers: Blockers{0x01, 0x0E, 0x0F, NoBlocker},
	},
	{
		// Black's pawn has type 2, as it moves differently; Sargon's tables of directions are so,
		// with the black pawn in place 0. The walls: a black pawn of White's, a white one of Black's.
		Name: "pawns-apart", Hex: true,
		Purpose: "the type alone finds the steps of a piece, pawns' too",
		Pieces:  [...]int{0, 1, 3, 4, 5, 6, 7},
		Black: func(white int) int {
			if white == 1 {
				return 8 + 2
			}
			return 8 + white
		},
		Blockers: Blockers{0x08, 0x02, 0x09, NoBlocker},
	},
	{
		// 1 diagonal, 2 straight, 4 any distance; the knight takes the free place 2. What slides along
		// a diagonal is code & 5 = 5, along a line code & 6 = 6. A wall slides, but in no direction.
		Name: "ways", Hex: true,
		Purpose: "how a piece moves, in three bits: diagonal, straight, any distance",
		Pieces:  [...]int{0, 1, 2, 5, 6, 7, 3}, Black: plus(8),
		Blockers: Blockers{0x08, 0x04, 0x0C, NoBlocker},
	},
	{
		// 1 a pawn's way, 2 the knight's jump, 4 any distance diagonally, 8 straight, 10 a king's
		// step: code & 40 and code & 0C together ask for a white slider.
		Name: "way-bits", Hex: true,
		Purpose: "a bit for each way of moving and for each colour: masks for groups of pieces",
		Pieces:  [...]int{0, 0x41, 0x42, 0x44, 0x48, 0x4C, 0x50}, Black: plus(blackBit - whiteBit),
		Blockers: Blockers{0x20, whiteBit, blackBit, whiteBit | blackBit},
	},
	{
		// Code & (04 + 10) asks for a bishop or a queen in one instruction, code & 40 for any piece of
		// White's. A wall is every type, and no colour.
		Name: "one-bit", Hex: true,
		Purpose: "two bits a piece, type and colour: several types in one test",
		Pieces:  [...]int{0, 0x41, 0x42, 0x44, 0x48, 0x50, 0x60}, Black: plus(blackBit - whiteBit),
		Blockers: Blockers{0x3F, whiteBit, blackBit, whiteBit | blackBit},
	},
}
