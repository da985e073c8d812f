package cpm

import "strings"

// The size of the terminal.
const (
	Columns = 80
	Rows    = 24
)

// Screen is what the terminal shows, row by row: characters 20 to 7E. It is a value.
type Screen [Columns * Rows]byte

// At is the character of a cell, 0 ≤ column < 80, 0 ≤ row < 24.
func (s *Screen) At(column, row int) byte { return s[row*Columns+column] }

// String is the screen as 24 lines of text, without blanks at their ends.
func (s *Screen) String() string {
	var b strings.Builder
	for row := range Rows {
		b.WriteString(strings.TrimRight(string(s[row*Columns:(row+1)*Columns]), " "))
		b.WriteByte('\n')
	}
	return b.String()
}

// codePage437 are the characters 80 to FF as programs for the IBM PC and its relatives meant them.
var codePage437 = []rune("ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐" +
	"└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0")

// Rune is the character of Unicode for one that a program prints; those from 80 on are of code page 437.
func Rune(c byte) rune {
	if c < 0x80 {
		return rune(c)
	}
	return codePage437[c-0x80]
}

// Characters that the terminal obeys. It ignores all others below 20, and 7F and above.
const (
	charBack   = 0x08
	charTab    = 0x09
	charDown   = 0x0A
	charStart  = 0x0D
	charDelete = 0x7F
	tabStop    = 8
)

// terminal is a screen and where the next character goes. After the last column that is the next row.
type terminal struct {
	Screen Screen
	Cursor uint16
}

func newTerminal() (t terminal) {
	for i := range t.Screen {
		t.Screen[i] = ' '
	}
	return t
}

// put shows a character, or obeys it.
func (t *terminal) put(c byte) {
	switch {
	case c == charStart:
		t.Cursor -= t.Cursor % Columns
	case c == charDown:
		t.Cursor += Columns
	case c == charBack:
		if t.Cursor%Columns > 0 {
			t.Cursor--
		}
	case c == charTab:
		t.put(' ')
		for t.Cursor%tabStop != 0 {
			t.put(' ')
		}
	case c >= 0x20 && c < charDelete:
		t.Screen[t.Cursor] = c
		t.Cursor++
	}
	if int(t.Cursor) >= len(t.Screen) {
		copy(t.Screen[:], t.Screen[Columns:])
		for i := len(t.Screen) - Columns; i < len(t.Screen); i++ {
			t.Screen[i] = ' '
		}
		t.Cursor -= Columns
	}
}
