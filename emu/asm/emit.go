package asm

import (
	"fmt"
	"strings"

	"sargon78/emu/nearest"
)

// Emit, the last stage: all names are known, so their values go into the bytes.

// ranges are the limits of values of some kinds, and the messages for values outside.
var ranges = [...]struct {
	low, high int
	not       string
}{
	byteValue:     {-128, 255, "does not fit a byte (-128…255)"},
	indexValue:    {-128, 127, "is no displacement (-128…127, or the same in 16 bits)"},
	bitValue:      {0, 7, "is no bit number (0…7)"},
	restartNumber: {0, 7, "is no restart (0…7)"},
	interruptMode: {0, 2, "is no interrupt mode (0…2)"},
	zeroValue:     {},
}

// emit runs after all lines are laid out. It evaluates all symbols and patches, and writes the values into
// the bytes of the lines.
func (a *assembler) emit() {
	a.symbols.complete = true
	// After a faulty line addresses are wrong, so distances mean nothing.
	laidOut := len(a.faults) == 0
	for _, s := range a.symbols.defined {
		if s.wrong {
			continue
		}
		value, p := a.symbols.valueOf(s, span{}, 0)
		if p != nil {
			a.report(s.line, p)
			s.wrong = true
		} else if _, given := a.given[strings.ToUpper(s.name)]; s.expr != nil && !given {
			a.compareReadings(s.line, s.expr, value)
		}
	}
	for _, patch := range a.patches {
		if a.full() {
			return
		}
		line := &a.lines[patch.line]
		value, p := a.symbols.eval(patch.expr, 0)
		if p != nil {
			a.report(patch.line, p)
			continue
		}
		a.compareReadings(patch.line, patch.expr, value)
		if patch.kind != distanceValue {
			if message := patch.write(line.Bytes, value); message != "" {
				a.failAt(patch.line, patch.span, "%s", message)
			}
			continue
		}
		distance := int16(value - int(line.Address) - line.Size)
		if (distance < -128 || distance > 127) && laidOut {
			a.failAt(patch.line, patch.span, "%s is too far for a relative jump: %d bytes from "+
				"the next instruction, -128…127 are possible",
				printable(line.Text[patch.pos:patch.end]), distance)
		}
		line.Bytes[patch.at] = byte(distance)
	}
}

// report turns a problem into an error.
func (a *assembler) report(line int, p *problem) {
	if p.silent {
		return
	}
	if p.line >= 0 {
		line = p.line
	}
	if p.symbol == nil {
		a.failAt(line, p.span, "%s", p.message)
		return
	}
	name, hint := p.symbol.name, ""
	var names []string
	for _, s := range a.symbols.defined {
		names = append(names, s.name)
	}
	key := strings.ToUpper(name)
	if _, ok := tdlRegisters[key]; ok && a.dialect == TDL {
		hint = " (a register, but a value is wanted here)"
	} else if strings.Trim(key, "0123456789ABCDEF") == "H" {
		hint = fmt.Sprintf(" (a number must begin with a digit: 0%s)", name)
	} else if near := nearest.Name(name, names); near != "" {
		hint = fmt.Sprintf(" (did you mean %s?)", near)
	}
	a.failAt(line, p.span, "%s is not defined%s", printable(name), hint)
}

// write puts a value that is not a distance into code. It returns what is wrong with the value, or "".
func (p *patch) write(code []byte, value int) string {
	number := value
	if p.kind == indexValue {
		number = int(int16(value)) // a table offset such as 0FFB4H is meant as a negative number
	}
	if r := ranges[p.kind]; r.not != "" && (number < r.low || number > r.high) {
		return fmt.Sprintf("%d %s", value, r.not)
	}
	switch p.kind {
	case byteValue, indexValue:
		code[p.at] = byte(value)
	case wordValue:
		code[p.at], code[p.at+1] = byte(value), byte(value>>8)
	case bitValue, restartNumber:
		code[p.at] |= byte(value) << 3
	case restartAddress:
		if value&^0x38 != 0 {
			return fmt.Sprintf("%d is no restart address "+
				"(0, 8, 10H, 18H, 20H, 28H, 30H, 38H)", value)
		}
		code[p.at] |= byte(value)
	case interruptMode:
		code[p.at] |= [3]byte{0, 2, 3}[value] << 3 // the manual's codes
	case zeroValue:
		if value != 0 {
			return "only a register or 0 can go to the port (C)"
		}
	}
	return ""
}
