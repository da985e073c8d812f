package native

import "sargon78/sargon"

// Numbers of a square that is none, where a board has to say so.
const (
	Nowhere0x88 = 0x7F // off the board, as its bit 3 tells
	Nowhere64   = 64
)

// To0x88 returns 16·rank + file, ranks and files from 0: a1 is 0x00, h8 0x77. Whatever is
// not on the board becomes Nowhere0x88.
//
//	8 |70 71 72 73 74 75 76 77|78 79 7A 7B 7C 7D 7E 7F
//	7 |60 61 62 63 64 65 66 67|68 69 6A 6B 6C 6D 6E 6F
//	6 |50 51 52 53 54 55 56 57|58 59 5A 5B 5C 5D 5E 5F
//	5 |40 41 42 43 44 45 46 47|48 49 4A 4B 4C 4D 4E 4F
//	4 |30 31 32 33 34 35 36 37|38 39 3A 3B 3C 3D 3E 3F
//	3 |20 21 22 23 24 25 26 27|28 29 2A 2B 2C 2D 2E 2F
//	2 |10 11 12 13 14 15 16 17|18 19 1A 1B 1C 1D 1E 1F
//	1 |00 01 02 03 04 05 06 07|08 09 0A 0B 0C 0D 0E 0F
//	    a  b  c  d  e  f  g  h   off the board
//
// A number is on the board exactly if number & 0x88 is 0, also after a step over any edge.
func To0x88(s sargon.Square) uint8 {
	if !s.OnBoard() {
		return Nowhere0x88
	}
	return uint8(16*s.Rank() + s.File())
}

// From0x88 undoes To0x88; numbers off the board become NoSquare.
func From0x88(n uint8) sargon.Square {
	if n&0x88 != 0 {
		return sargon.NoSquare
	}
	return sargon.SquareAt(int(n&7), int(n>>4))
}

// To64 returns 8·rank + file, 0 for a1 … 63 for h8: the bit of a square in a bitboard.
// Whatever is not on the board becomes Nowhere64.
func To64(s sargon.Square) int {
	if !s.OnBoard() {
		return Nowhere64
	}
	return 8*s.Rank() + s.File()
}

// From64 undoes To64; other numbers than 0–63 become NoSquare.
func From64(n int) sargon.Square {
	if n < 0 || n > 63 {
		return sargon.NoSquare
	}
	return sargon.SquareAt(n%8, n/8)
}
