package codes

import (
	"fmt"
	"strings"

	"sargon78/native"
	"sargon78/sargon"
)

// Numbering is a way to number the squares, for use by its name.
type Numbering struct {
	Name    string // "10x12", "0x88", "mailbox"
	Purpose string // what it is good for, in a line
	draw    func() string
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

// String draws the numbers under their name and use.
func (n Numbering) String() string { return n.Name + ": " + n.Purpose + "\n" + n.draw() }

// drawNumbers draws all of them.
func drawNumbers(sargon.Position) string {
	texts := make([]string, len(Numberings))
	for i, n := range Numberings {
		texts[i] = n.String()
	}
	return strings.Join(texts, "\n")
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
			if file > 7 {
				return "(" + text + ")"
			}
			return text + " "
		})
	}
	return "hexadecimal; in brackets: off the board\n" + table("%02X") +
		"\ndecimal\n" + table("%d") + "\nsteps over an edge\n" + stepsOf0x88()
}

// stepsOf0x88 shows the two tests of 0x88 one by one, in steps over each edge: & 08 finds those
// that leave to the left or right, & 80 those above and below.
func stepsOf0x88() (text string) {
	for _, step := range []struct {
		from, step uint8
		name       string
	}{
		{0x37, 1, "right"}, {0x30, 0xFF, "left"}, {0x72, 0x10, "up"}, {0x02, 0xF0, "down"},
		{0x77, 0x11, "up and right"}, {0x00, 0xEF, "down and left"},
		{0x37, 0x12, "knight, right and up"}, {0x30, 1, "right, on the board"},
	} {
		n := step.from + step.step
		text += fmt.Sprintf("%v %02X %+3d = %02X   & 08 = %02X   & 80 = %02X   & 88 = %02X   %s\n",
			native.From0x88(step.from), step.from, int8(step.step), n, n&0x08, n&0x80, n&0x88, step.name)
	}
	return text
}

func drawNumbersMailbox() string {
	return "mailbox: 10x12 to 0-63\n" + labelled(12, 10, 2, 1, func(row, column int) string {
		if n := native.To64(sargon.Square(10*row + column)); n != native.Nowhere64 {
			return fmt.Sprint(n)
		}
		return "-1"
	}) + "\nmailbox64: 0-63 to 10x12\n" + labelled(8, 8, 0, 0, func(rank, file int) string {
		return fmt.Sprint(uint8(native.From64(8*rank + file)))
	})
}

// labelled draws a table with the names of ranks and files, where the board of chess begins
// at a row and a column of it.
func labelled(height, width, row0, column0 int, cell func(row, column int) string) string {
	rank := func(row int) string {
		if row -= row0; row < 0 || row > 7 {
			return "  "
		}
		return fmt.Sprintf("%d ", row+1)
	}
	return table(height, width, rank, func(row, column int) string {
		return fmt.Sprintf("%5s", cell(row, column))
	}) + strings.Repeat(" ", 2+5*column0) + files(5)
}
