package asm

import (
	"fmt"
	"strings"

	"sargon78/emu/spelling"
)

// The fourth stage: all names are known, so the values go into the bytes.

const (
	minByte = -128
	maxByte = 255
)

// fixup is a value to be patched into the code of a line.
type fixup struct {
	kind     valueKind
	at       int32 // index in assembler.code
	expr     int32
	line     int32
	pos, end int32
}

// emitValues evaluates every equate and every operand.
func (a *assembler) emitValues() {
	a.final = true
	// After a faulty line addresses are not what they would be, so distances mean nothing.
	laidOut := len(a.faults) == 0
	for _, s := range a.defined {
		if s.known || s.wrong {
			continue
		}
		if _, p := a.evalSymbol(noExpr, s, 0); p != nil {
			a.report(s.line, p)
			s.wrong = true
		}
	}
	for i := range a.fixups {
		if a.full() {
			return
		}
		f := &a.fixups[i]
		value, p := a.eval(f.expr, 0)
		if p != nil {
			a.report(f.line, p)
			continue
		}
		if f.kind == distanceValue {
			line := &a.lines[f.line]
			next := int32(line.Address) + int32(line.Size)
			distance := int32(int16(value - next))
			if (distance < -128 || distance > 127) && laidOut {
				a.failAt(f.line, f.pos, f.end, "%s is too far for a relative jump: %d bytes from the next instruction, -128…127 are possible",
					printable(line.Text[f.pos:f.end]), distance)
			}
			a.code[f.at] = byte(distance)
			continue
		}
		if message := f.put(a.code, value); message != "" {
			a.failAt(f.line, f.pos, f.end, "%s", message)
		}
	}
}

// report turns a problem into an error.
func (a *assembler) report(line int32, p *problem) {
	if p.silent {
		return
	}
	if p.line >= 0 {
		line = p.line
	}
	var pos, end int32
	if p.node >= 0 {
		pos, end = a.nodes[p.node].pos, a.nodes[p.node].end
	}
	if p.symbol == nil {
		a.failAt(line, pos, end, "%s", p.message)
		return
	}
	hint := ""
	if _, ok := lookUpOperand(tdlRegisters, p.symbol.name); ok && a.dialect == TDL {
		hint = " (a register, but a value is wanted here)"
	} else if strings.Trim(strings.ToUpper(p.symbol.name), "0123456789ABCDEF") == "H" {
		hint = fmt.Sprintf(" (a number must begin with a digit: 0%s)", p.symbol.name)
	} else if near := a.similar(p.symbol.name); near != "" {
		hint = fmt.Sprintf(" (did you mean %s?)", near)
	}
	a.failAt(line, pos, end, "%s is not defined%s", printable(p.symbol.name), hint)
}

// put writes a value that is not a distance; the answer is what is wrong with it.
func (f *fixup) put(code []byte, value int32) string {
	switch f.kind {
	case byteValue:
		if value < minByte || value > maxByte {
			return fmt.Sprintf("%d does not fit a byte (%d…%d)", value, minByte, maxByte)
		}
		code[f.at] = byte(value)
	case wordValue:
		code[f.at], code[f.at+1] = byte(value), byte(value>>8)
	case indexValue:
		d := int16(value) // a table offset such as 0FFB4H is meant as a negative number
		if d < -128 || d > 127 {
			return fmt.Sprintf("%d is no displacement (-128…127, or the same in 16 bits)", value)
		}
		code[f.at] = byte(d)
	case bitValue:
		if value < 0 || value > 7 {
			return fmt.Sprintf("%d is no bit number (0…7)", value)
		}
		code[f.at] |= byte(value) << 3
	case restartAddress:
		if value&^0x38 != 0 {
			return fmt.Sprintf("%d is no restart address (0, 8, 10H, 18H, 20H, 28H, 30H, 38H)", value)
		}
		code[f.at] |= byte(value)
	case restartNumber:
		if value < 0 || value > 7 {
			return fmt.Sprintf("%d is no restart (0…7)", value)
		}
		code[f.at] |= byte(value) << 3
	case interruptMode:
		if value < 0 || value > 2 {
			return fmt.Sprintf("%d is no interrupt mode (0…2)", value)
		}
		code[f.at] |= [3]byte{0, 2, 3}[value] << 3 // the manual's codes
	case zeroValue:
		if value != 0 {
			return "only a register or 0 can go to the port (C)"
		}
	}
	return ""
}

// similar is a defined name that a mistyped one may have meant.
func (a *assembler) similar(name string) string {
	names := make([]string, len(a.defined))
	for i, s := range a.defined {
		names[i] = s.name
	}
	return spelling.Nearest(name, names)
}
