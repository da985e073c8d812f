package jupiter

import "strings"

// The size of the screen in cells, and of a cell in dots.
const (
	Columns  = 64
	Rows     = 32
	CellWide = 2
	CellHigh = 3
)

// Screen is what the screen memory holds, row by row. It is a value: two screens look the same if they
// are equal.
type Screen [Columns * Rows]byte

// At returns the byte of a cell, 0 ≤ column < 64, 0 ≤ row < 32.
func (s *Screen) At(column, row int) byte { return s[row*Columns+column] }

// Dots returns the six dots of a cell of block graphics: bit 0 upper left, 1 upper right, 2 and 3 the
// middle, 4 and 5 the lower row. A set dot is dark, as programs for this machine expect. ok is false
// for a cell that shows a character or nothing.
func (s *Screen) Dots(column, row int) (dots byte, ok bool) {
	c := s.At(column, row)
	return c & 0x3F, c&0xC0 == 0x80
}

// String returns the screen as 32 lines of text, without blanks at their ends; block graphics as in
// Rune.
func (s *Screen) String() string { return s.lines(0, 0, Columns, Rows, Rune) }

// Text returns the text in a rectangle that begins at a column and row: lines without blanks at their
// ends, block graphics as blanks.
func (s *Screen) Text(column, row, width, height int) string {
	return s.lines(column, row, width, height, func(c byte) rune {
		if c < ' ' || c >= 0x7F {
			c = ' '
		}
		return rune(c)
	})
}

func (s *Screen) lines(column, row, width, height int, show func(byte) rune) string {
	var b strings.Builder
	line := make([]rune, width)
	for y := row; y < row+height; y++ {
		for x := range line {
			line[x] = show(s.At(column+x, y))
		}
		b.WriteString(strings.TrimRight(string(line), " "))
		b.WriteByte('\n')
	}
	return b.String()
}

// Rune returns the character that looks like a byte of the screen memory. Dots are the sextants U+1FB00
// to U+1FB3B of Unicode. These number the dots in the same order, but leave out the four characters
// that Unicode had before: none, left half, right half, all.
func Rune(c byte) rune {
	switch {
	case c >= 0x20 && c < 0x7F:
		return rune(c)
	case c == 0x80 || c&0xC0 != 0x80:
		return ' '
	case c == 0x80|leftHalf:
		return '▌'
	case c == 0x80|rightHalf:
		return '▐'
	case c == 0xBF:
		return '█'
	}
	dots := rune(c & 0x3F)
	r := 0x1FB00 + dots - 1
	if dots > leftHalf {
		r--
	}
	if dots > rightHalf {
		r--
	}
	return r
}

const (
	leftHalf  = 0b010101
	rightHalf = 0b101010
)
