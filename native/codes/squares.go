package codes

import (
	"fmt"
	"strings"

	"sargon78/sargon"
)

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

// Numbering is a way to number the squares, for use by its name.
type Numbering struct {
	Name string // "10x12", "0x88", "mailbox"
	Use  string // what it is good for, in a line
	Draw func() string
}

// Numberings are the ways of this package.
var Numberings = []Numbering{
	{"10x12", "10 · (rank + 1) + file, from 1: a border around, so that a step ends on it",
		drawNumbers10x12},
	{"0x88", "16 · rank + file, from 0: a number is on the board if number & 88 is 0",
		drawNumbers0x88},
	{"mailbox", "8 · rank + file, from 0; two tables lead to 10x12 and back, to take a step",
		drawNumbersMailbox},
}

func drawNumbers10x12() string {
	return labelled(12, 10, 2, 1, func(row, column int) string {
		s := sargon.Square(10*row + column)
		if s.OnBoard() {
			return fmt.Sprintf("%d ", s)
		}
		return fmt.Sprintf("(%d)", s)
	}) + "in brackets: the border\n"
}

func drawNumbers0x88() string {
	table := func(format string) string {
		return labelled(8, 16, 0, 0, func(rank, file int) string {
			text := fmt.Sprintf(format, 16*rank+file)
			if s := From0x88(uint8(16*rank + file)); s == sargon.NoSquare {
				return "(" + text + ")"
			}
			return text + " "
		})
	}
	return "hexadecimal; in brackets: off the board\n" + table("%02X") +
		"\ndecimal\n" + table("%d") + "\nsteps over an edge\n" + Tests0x88()
}

// Tests0x88 shows the two tests of 0x88 one by one, in steps over each edge: & 08 finds those
// that leave to the left or right, & 80 those above and below.
func Tests0x88() string {
	var b strings.Builder
	for _, step := range []struct {
		from sargon.Square
		step int
		name string
	}{
		{sargon.H1 + 30, 1, "right"}, {sargon.A1 + 30, -1, "left"},
		{sargon.A8 + 2, 16, "up"}, {sargon.A1 + 2, -16, "down"},
		{sargon.H8, 17, "up and right"}, {sargon.A1, -17, "down and left"},
		{sargon.H1 + 30, 18, "knight, right and up"}, {sargon.A1 + 30, 1, "right, on the board"},
	} {
		n := To0x88(step.from) + uint8(step.step)
		fmt.Fprintf(&b, "%v %02X %+3d = %02X   & 08 = %02X   & 80 = %02X   & 88 = %02X   %s\n",
			step.from, To0x88(step.from), step.step, n, n&0x08, n&0x80, n&0x88, step.name)
	}
	return b.String()
}

func drawNumbersMailbox() string {
	return "mailbox: 10x12 to 0-63\n" + labelled(12, 10, 2, 1, func(row, column int) string {
		if n := To64(sargon.Square(10*row + column)); n != Nowhere64 {
			return fmt.Sprint(n)
		}
		return "-1"
	}) + "\nmailbox64: 0-63 to 10x12\n" + labelled(8, 8, 0, 0, func(rank, file int) string {
		return fmt.Sprint(uint8(From64(8*rank + file)))
	})
}

// labelled draws a table with the names of ranks and files, where the board of chess begins
// at a row and a column of it.
func labelled(height, width, row0, column0 int, cell func(row, column int) string) string {
	var files strings.Builder
	for file := range 8 {
		fmt.Fprintf(&files, "%5c", 'a'+file)
	}
	return rows(height, width, func(row, column int) string {
		text := fmt.Sprintf("%5s", cell(row, column))
		if column > 0 {
			return text
		}
		if rank := row - row0; rank >= 0 && rank < 8 {
			return fmt.Sprintf("%d ", rank+1) + text
		}
		return "  " + text
	}) + strings.Repeat(" ", 2+5*column0) + files.String() + "\n"
}

// rows draws a table, its first row at the bottom.
func rows(height, width int, cell func(row, column int) string) string {
	var b strings.Builder
	for row := height - 1; row >= 0; row-- {
		for column := range width {
			b.WriteString(cell(row, column))
		}
		b.WriteByte('\n')
	}
	return b.String()
}
