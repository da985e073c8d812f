package z80

import (
	"cmp"
	"fmt"
	"strings"
)

// Assembly returns the instruction in Zilog's syntax. Undocumented instructions have the usual names
// (SLL, IXH, RLC (IX+05h),B). Numbers are hexadecimal, and the target of a relative jump is an address.
// An opcode that does nothing becomes DEFB.
func (i *Instruction) Assembly() string {
	return i.AssemblyWith(func(uint16) string { return "" })
}

// AssemblyWith is Assembly with names for 16-bit numbers: name returns the name of a number, or "".
func (i *Instruction) AssemblyWith(name func(uint16) string) string {
	switch {
	case i.IsPrefix():
		return "DEFB " + number(uint16(i.Op), 2)
	case i.Text == "":
		return "DEFB 0EDh," + number(uint16(i.Op), 2)
	}
	pair, high, low, memory := "HL", "H", "L", "(HL)"
	if i.Prefix != 0 {
		pair = "IX"
		if i.Prefix == PrefixIY {
			pair = "IY"
		}
		high, low, memory = pair+"H", pair+"L", fmt.Sprintf("(%s+%02Xh)", pair, i.D)
		if i.D < 0 {
			memory = fmt.Sprintf("(%s-%02Xh)", pair, -int(i.D))
		}
	}
	var text strings.Builder
	rest := i.Text
	for {
		before, operand, found := strings.Cut(rest, "%")
		text.WriteString(before)
		if !found {
			return text.String()
		}
		switch operand[0] {
		case 'p':
			text.WriteString(pair)
		case 'h':
			text.WriteString(high)
		case 'l':
			text.WriteString(low)
		case 'm':
			text.WriteString(memory)
		case 'b':
			text.WriteString(number(i.N, 2))
		default: // w, e
			text.WriteString(cmp.Or(name(i.N), number(i.N, 4)))
		}
		rest = operand[1:]
	}
}

// number returns a number as an assembler reads it: it begins with a decimal digit and ends in h.
func number(v uint16, digits int) string {
	s := fmt.Sprintf("%0*Xh", digits, v)
	if s[0] > '9' {
		s = "0" + s
	}
	return s
}
