package emu

import (
	"fmt"
	"sargon78/emu/chip"
	"strings"
)

// Disassemble writes the instruction at addr in Zilog's syntax and tells its length, 1 to 4 bytes. Undocumented instructions
// have the usual names (SLL, IXH, RLC (IX+05h),B); numbers are hexadecimal, the target of a relative jump is its address.
// Bytes that are no instruction, or a prefix that the next byte makes meaningless, come as DEFB.
func Disassemble(mem func(uint16) byte, addr uint16) (text string, length int) {
	d := disassembler{mem: mem, addr: addr, pair: "HL", high: "H", low: "L"}
	text = d.instruction()
	return text, int(d.length)
}

// The texts of the instructions. Placeholders stand for what follows the opcode, and for what a prefix changes:
//
//	%b a byte    %w a word    %e the target of a relative jump
//	%p HL, IX or IY    %h H, IXH or IYH    %l L, IXL or IYL    %m (HL), (IX+d) or (IY+d)
var (
	mainTexts     [256]string
	bitTexts      [256]string // after CB
	extendedTexts [256]string // after ED; empty for what is no instruction
)

func init() {
	operands := strings.Fields("B C D E %h %l %m A")

	copy(mainTexts[0x00:], row(
		`NOP|LD BC,%w|LD (BC),A|INC BC|INC B|DEC B|LD B,%b|RLCA|EX AF,AF'|ADD %p,BC|LD A,(BC)|DEC BC|INC C|DEC C|LD C,%b|RRCA`,
		`DJNZ %e|LD DE,%w|LD (DE),A|INC DE|INC D|DEC D|LD D,%b|RLA|JR %e|ADD %p,DE|LD A,(DE)|DEC DE|INC E|DEC E|LD E,%b|RRA`,
		`JR NZ,%e|LD %p,%w|LD (%w),%p|INC %p|INC %h|DEC %h|LD %h,%b|DAA|JR Z,%e|ADD %p,%p|LD %p,(%w)|DEC %p|INC %l|DEC %l|LD %l,%b|CPL`,
		`JR NC,%e|LD SP,%w|LD (%w),A|INC SP|INC %m|DEC %m|LD %m,%b|SCF|JR C,%e|ADD %p,SP|LD A,(%w)|DEC SP|INC A|DEC A|LD A,%b|CCF`))
	for i := range 64 {
		to, from := operands[i>>3], operands[i&7]
		switch { // beside (IX+d) H and L are themselves
		case to == "%m":
			from = strings.ToUpper(strings.TrimPrefix(from, "%"))
		case from == "%m":
			to = strings.ToUpper(strings.TrimPrefix(to, "%"))
		}
		mainTexts[0x40+i] = "LD " + to + "," + from
	}
	mainTexts[0x76] = "HALT"
	arithmetic := []string{"ADD A,", "ADC A,", "SUB ", "SBC A,", "AND ", "XOR ", "OR ", "CP "}
	for i := range 64 {
		mainTexts[0x80+i] = arithmetic[i>>3] + operands[i&7]
	}
	copy(mainTexts[0xC0:], row(
		`RET NZ|POP BC|JP NZ,%w|JP %w|CALL NZ,%w|PUSH BC|ADD A,%b|RST 00h|RET Z|RET|JP Z,%w||CALL Z,%w|CALL %w|ADC A,%b|RST 08h`,
		`RET NC|POP DE|JP NC,%w|OUT (%b),A|CALL NC,%w|PUSH DE|SUB %b|RST 10h|RET C|EXX|JP C,%w|IN A,(%b)|CALL C,%w||SBC A,%b|RST 18h`,
		`RET PO|POP %p|JP PO,%w|EX (SP),%p|CALL PO,%w|PUSH %p|AND %b|RST 20h|RET PE|JP (%p)|JP PE,%w|EX DE,HL|CALL PE,%w||XOR %b|RST 28h`,
		`RET P|POP AF|JP P,%w|DI|CALL P,%w|PUSH AF|OR %b|RST 30h|RET M|LD SP,%p|JP M,%w|EI|CALL M,%w||CP %b|RST 38h`))

	shifts := strings.Fields("RLC RRC RL RR SLA SRA SLL SRL")
	for i := range 64 {
		operand := strings.Fields("B C D E H L %m A")[i&7]
		bitTexts[i] = shifts[i>>3] + " " + operand
		for j, name := range []string{"BIT", "RES", "SET"} {
			bitTexts[0x40*(j+1)+i] = fmt.Sprintf("%s %d,%s", name, i>>3, operand)
		}
	}

	copy(extendedTexts[0x40:], row(
		`IN B,(C)|OUT (C),B|SBC HL,BC|LD (%w),BC|NEG|RETN|IM 0|LD I,A|IN C,(C)|OUT (C),C|ADC HL,BC|LD BC,(%w)|NEG|RETI|IM 0|LD R,A`,
		`IN D,(C)|OUT (C),D|SBC HL,DE|LD (%w),DE|NEG|RETN|IM 1|LD A,I|IN E,(C)|OUT (C),E|ADC HL,DE|LD DE,(%w)|NEG|RETN|IM 2|LD A,R`,
		`IN H,(C)|OUT (C),H|SBC HL,HL|LD (%w),HL|NEG|RETN|IM 0|RRD|IN L,(C)|OUT (C),L|ADC HL,HL|LD HL,(%w)|NEG|RETN|IM 0|RLD`,
		`IN F,(C)|OUT (C),0|SBC HL,SP|LD (%w),SP|NEG|RETN|IM 1||IN A,(C)|OUT (C),A|ADC HL,SP|LD SP,(%w)|NEG|RETN|IM 2|`))
	copy(extendedTexts[0xA0:], row(`LDI|CPI|INI|OUTI|||||LDD|CPD|IND|OUTD||||`, `LDIR|CPIR|INIR|OTIR|||||LDDR|CPDR|INDR|OTDR||||`))
}

// row splits lines of texts.
func row(lines ...string) []string { return strings.Split(strings.Join(lines, "|"), "|") }

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
		return d.expand(bitTexts[d.next()])
	case 0xED:
		op := d.next()
		if text := extendedTexts[op]; text != "" {
			return d.expand(text)
		}
		return "DEFB 0EDh," + number(uint16(op), 2)
	case 0xDD:
		return d.indexed(op, "IX")
	case 0xFD:
		return d.indexed(op, "IY")
	default:
		return d.expand(mainTexts[op])
	}
}

func (d *disassembler) indexed(prefix byte, register string) string {
	d.pair, d.high, d.low = register, register+"H", register+"L"
	op := d.next()
	switch {
	case op == 0xCB:
		d.displacement()
		op := d.next()
		text := d.expand(bitTexts[op&^7|6])
		if op&7 != 6 && op>>6 != 1 { // undocumented: the result goes to a register as well
			text += "," + strings.Fields("B C D E H L - A")[op&7]
		}
		return text
	case !chip.UsesHL(op):
		d.length = 1
		return "DEFB " + number(uint16(prefix), 2)
	}
	return d.expand(mainTexts[op])
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

// expand replaces placeholders from left to right, the order in which operands follow the opcode.
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
