package emu

import (
	"fmt"
	"strings"

	"sargon78/emu/instruction"
)

// Disassemble writes the instruction at addr in Zilog's syntax and tells its length, 1 to 4 bytes.
// Undocumented instructions have the usual names (SLL, IXH, RLC (IX+05h),B); numbers are
// hexadecimal, the target of a relative jump is its address. Bytes that are no instruction, or a
// prefix that the next byte makes meaningless, come as DEFB.
func Disassemble(mem func(uint16) byte, addr uint16) (text string, length int) {
	d := disassembler{mem: mem, addr: addr, pair: "HL", high: "H", low: "L"}
	text = d.instruction()
	return text, int(d.length)
}

// disassembler reads along an instruction.
type disassembler struct {
	mem    func(uint16) byte
	addr   uint16
	length uint16

	pair, high, low string // what %p, %h, %l stand for
	memory          string // what %m stands for, once its displacement has been read
}

func (d *disassembler) next() byte {
	d.length++
	return d.mem(d.addr + d.length - 1)
}

func (d *disassembler) instruction() string {
	switch op := d.next(); op {
	case 0xCB:
		return d.expand(instruction.Bits[d.next()].Text)
	case 0xED:
		op := d.next()
		if text := instruction.Extended[op].Text; text != "" {
			return d.expand(text)
		}
		return "DEFB 0EDh," + number(uint16(op), 2)
	case 0xDD:
		return d.indexed(op, "IX")
	case 0xFD:
		return d.indexed(op, "IY")
	default:
		return d.expand(instruction.Main[op].Text)
	}
}

func (d *disassembler) indexed(prefix byte, register string) string {
	d.pair, d.high, d.low = register, register+"H", register+"L"
	op := d.next()
	if op == 0xCB {
		d.displacement()
		return d.expand(instruction.IndexedBits[d.next()].Text)
	}
	text := instruction.Indexed[op].Text
	if text == "" {
		d.length = 1
		return "DEFB " + number(uint16(prefix), 2)
	}
	return d.expand(text)
}

// displacement reads d of (IX+d).
func (d *disassembler) displacement() {
	v := d.next()
	if v < 0x80 {
		d.memory = fmt.Sprintf("(%s+%02Xh)", d.pair, v)
	} else {
		d.memory = fmt.Sprintf("(%s-%02Xh)", d.pair, -v)
	}
}

// expand replaces the placeholders of package instruction from left to right, the order in which
// operands follow the opcode.
func (d *disassembler) expand(text string) string {
	var s strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] != '%' {
			s.WriteByte(text[i])
			continue
		}
		i++
		switch text[i] {
		case 'b':
			s.WriteString(number(uint16(d.next()), 2))
		case 'w':
			low := d.next()
			s.WriteString(number(uint16(d.next())<<8|uint16(low), 4))
		case 'e':
			distance := d.next()
			s.WriteString(number(d.addr+d.length+uint16(int8(distance)), 4))
		case 'p':
			s.WriteString(d.pair)
		case 'h':
			s.WriteString(d.high)
		case 'l':
			s.WriteString(d.low)
		case 'm':
			if d.memory == "" && d.pair != "HL" {
				d.displacement()
			} else if d.memory == "" {
				d.memory = "(HL)"
			}
			s.WriteString(d.memory)
		}
	}
	return s.String()
}

// number writes a number as an assembler reads it: it begins with a decimal digit and ends in h.
func number(v uint16, digits int) string {
	s := fmt.Sprintf("%0*Xh", digits, v)
	if s[0] > '9' {
		s = "0" + s
	}
	return s
}
