package asm

import (
	"strconv"
	"strings"
	"sync"
)

// The instruction set as a table, after the Z80 CPU User's Manual (Zilog UM0080).
//
// A row is a mnemonic, its operands, and the bytes: two hexadecimal digits for a fixed byte; eight characters for a
// byte in bits, where aaa, bbb, ccc are the codes of the first, second and third operand; n, nn, e for an operand
// as byte, as word, as distance. Operands are
//
//	r   B C D E H L A            m  (HL)                 s  r or m          x  only (IX+d) (IY+d)
//	ss  BC DE HL SP              qq BC DE HL AF          hl HL, but never IX or IY
//	cc  NZ Z NC C PO PE P M      ck NZ Z NC C
//	n nn e  a value              (n) (nn)  a value in brackets
//	b   bit number 0…7           p  restart address 0, 8, … 38H    v  restart number 0…7    i  interrupt mode 0…2   0  zero
//
// and registers by name. IX, IY and their halves need no rows of their own: where an unprefixed row has HL, H, L or
// (HL), the prefix DD or FD makes it IX, IXH, IXL, (IX+d), or the same of IY; after CB only (HL) changes.
const instructionTable = `
LD  r,r       01aaabbb
LD  r,m       01aaa110
LD  m,r       01110bbb
LD  r,n       00aaa110 n
LD  m,n       36 n
LD  A,(BC)    0A
LD  A,(DE)    1A
LD  A,(nn)    3A nn
LD  (BC),A    02
LD  (DE),A    12
LD  (nn),A    32 nn
LD  A,I       ED 57
LD  A,R       ED 5F
LD  I,A       ED 47
LD  R,A       ED 4F
LD  ss,nn     00aa0001 nn
LD  HL,(nn)   2A nn
LD  ss,(nn)   ED 01aa1011 nn
LD  (nn),HL   22 nn
LD  (nn),ss   ED 01bb0011 nn
LD  SP,HL     F9
PUSH qq       11aa0101
POP  qq       11aa0001
EX  DE,hl     EB
EX  AF,AF'    08
EX  AF,AF     08
EXX           D9
EX  (SP),HL   E3
LDI           ED A0
LDIR          ED B0
LDD           ED A8
LDDR          ED B8
CPI           ED A1
CPIR          ED B1
CPD           ED A9
CPDR          ED B9
ADD A,s       10000bbb
ADD A,n       C6 n
ADC A,s       10001bbb
ADC A,n       CE n
SUB s         10010aaa
SUB n         D6 n
SBC A,s       10011bbb
SBC A,n       DE n
AND s         10100aaa
AND n         E6 n
XOR s         10101aaa
XOR n         EE n
OR  s         10110aaa
OR  n         F6 n
CP  s         10111aaa
CP  n         FE n
INC s         00aaa100
DEC s         00aaa101
DAA           27
CPL           2F
NEG           ED 44
CCF           3F
SCF           37
NOP           00
HALT          76
DI            F3
EI            FB
IM  i         ED 010aa110
ADD HL,ss     00bb1001
ADC hl,ss     ED 01bb1010
SBC hl,ss     ED 01bb0010
INC ss        00aa0011
DEC ss        00aa1011
RLCA          07
RLA           17
RRCA          0F
RRA           1F
RLC s         CB 00000aaa
RL  s         CB 00010aaa
RRC s         CB 00001aaa
RR  s         CB 00011aaa
SLA s         CB 00100aaa
SRA s         CB 00101aaa
SRL s         CB 00111aaa
RLD           ED 6F
RRD           ED 67
BIT b,s       CB 01aaabbb
SET b,s       CB 11aaabbb
RES b,s       CB 10aaabbb
JP  nn        C3 nn
JP  cc,nn     11aaa010 nn
JR  e         18 e
JR  ck,e      001aa000 e
JP  j         E9
DJNZ e        10 e
CALL nn       CD nn
CALL cc,nn    11aaa100 nn
RET           C9
RET cc        11aaa000
RETI          ED 4D
RETN          ED 45
RST p         11aaa111
IN  A,(n)     DB n
IN  r,(C)     ED 01aaa000
INI           ED A2
INIR          ED B2
IND           ED AA
INDR          ED BA
OUT (n),A     D3 n
OUT (C),r     ED 01bbb001
OUTI          ED A3
OTIR          ED B3
OUTD          ED AB
OTDR          ED BB

; Not in the manual, but in the chip.
SLL s         CB 00110aaa
IN  F,(C)     ED 70
IN  (C)       ED 70
OUT (C),0     ED 71
RLC x,r       CB 00000bbb
RL  x,r       CB 00010bbb
RRC x,r       CB 00001bbb
RR  x,r       CB 00011bbb
SLA x,r       CB 00100bbb
SRA x,r       CB 00101bbb
SLL x,r       CB 00110bbb
SRL x,r       CB 00111bbb
SET b,x,r     CB 11aaaccc
RES b,x,r     CB 10aaaccc

; Other spellings of the same, found in listings: the accumulator left out or put in.
ADD s         10000aaa
ADD n         C6 n
ADC s         10001aaa
ADC n         CE n
SBC s         10011aaa
SBC n         DE n
SUB A,s       10010bbb
SUB A,n       D6 n
AND A,s       10100bbb
AND A,n       E6 n
XOR A,s       10101bbb
XOR A,n       EE n
OR  A,s       10110bbb
OR  A,n       F6 n
CP  A,s       10111bbb
CP  A,n       FE n

; Only for the TDL dialect, where RST counts from 0 to 7 and IM is part of the name.
rst v         11aaa111
im0           ED 46
im1           ED 56
im2           ED 5E
`

// class is a set of operand classes: what an operand can be, or what a row takes.
type class uint32

const (
	classR class = 1 << iota
	classM
	classX
	classSS
	classQQ
	classHL
	classJustHL
	classCC
	classCK
	classValue
	classMemory
	classA
	classI
	classRefresh
	classF
	classBC
	classDE
	classSP
	classAF
	classAFAlt
	classAtBC
	classAtDE
	classAtSP
	classAtC
	classJump // (HL), (IX), (IY) without displacement
)

// classIndexable are the classes in which a prefix or HL can hide.
const classIndexable = classR | classM | classX | classSS | classQQ | classHL | classJustHL | classJump

// How a value becomes bits.
type valueKind uint8

const (
	noValue       valueKind = iota
	byteValue               // −128…255
	wordValue               // 16 bits, low byte first
	distanceValue           // from the next instruction, −128…127
	indexValue              // displacement of (IX+d), −128…127 or the same in 16 bits
	bitValue
	restartAddress
	restartNumber
	interruptMode
	zeroValue
)

// wants is how the table spells operands.
var wants = map[string]struct {
	class class
	value valueKind
}{
	"r": {class: classR}, "m": {class: classM}, "s": {class: classR | classM}, "x": {class: classX},
	"ss": {class: classSS}, "qq": {class: classQQ}, "HL": {class: classHL}, "hl": {class: classJustHL}, "j": {class: classJump},
	"cc": {class: classCC}, "ck": {class: classCK},
	"A": {class: classA}, "I": {class: classI}, "R": {class: classRefresh}, "F": {class: classF},
	"BC": {class: classBC}, "DE": {class: classDE}, "SP": {class: classSP}, "AF": {class: classAF}, "AF'": {class: classAFAlt},
	"(BC)": {class: classAtBC}, "(DE)": {class: classAtDE}, "(SP)": {class: classAtSP}, "(C)": {class: classAtC},
	"n": {classValue, byteValue}, "nn": {classValue, wordValue}, "e": {classValue, distanceValue},
	"(n)": {classMemory, byteValue}, "(nn)": {classMemory, wordValue},
	"b": {classValue, bitValue}, "p": {classValue, restartAddress}, "v": {classValue, restartNumber},
	"i": {classValue, interruptMode}, "0": {classValue, zeroValue},
}

// form is a row of the table.
type form struct {
	text     string // mnemonic and operands, as in the table
	operands int8
	want     [3]class
	value    [3]valueKind
	shift    [3]int8 // where the code of the operand goes in the opcode; −1: nowhere
	prefix   byte    // CB, ED or 0
	opcode   byte
}

// parseForm reads a row. The table is ours, so a mistake in it panics, in every test.
func parseForm(row string) (mnemonic string, f *form) {
	fields := strings.Fields(row)
	mnemonic, fields = fields[0], fields[1:]
	f = &form{text: mnemonic, shift: [3]int8{-1, -1, -1}}
	if len(fields[0]) < 8 && !isHexByte(fields[0]) {
		f.text += " " + fields[0]
		for _, operand := range strings.Split(fields[0], ",") {
			w, ok := wants[operand]
			if !ok {
				panic("instruction table: operand in " + row)
			}
			f.want[f.operands], f.value[f.operands] = w.class, w.value
			f.operands++
		}
		fields = fields[1:]
	}
	if fields[0] == "CB" || fields[0] == "ED" {
		if len(fields) > 1 && (isHexByte(fields[1]) || len(fields[1]) == 8) {
			f.prefix = map[string]byte{"CB": 0xCB, "ED": 0xED}[fields[0]]
			fields = fields[1:]
		}
	}
	if len(fields[0]) == 2 {
		opcode, err := strconv.ParseUint(fields[0], 16, 8)
		if err != nil {
			panic("instruction table: " + row)
		}
		f.opcode = uint8(opcode)
		return mnemonic, f
	}
	for i, c := range fields[0] {
		shift := int8(7 - i)
		switch c {
		case '1':
			f.opcode |= 1 << shift
		case 'a', 'b', 'c':
			f.shift[c-'a'] = shift // the lowest bit of the field stays
		case '0':
		default:
			panic("instruction table: bits in " + row)
		}
	}
	return mnemonic, f
}

func isHexByte(s string) bool {
	return len(s) == 2 && strings.Trim(s, "0123456789ABCDEF") == ""
}

// zilogForms are the rows by mnemonic.
var zilogForms = sync.OnceValue(func() map[string][]*form {
	forms := make(map[string][]*form, 80)
	for row := range strings.SplitSeq(instructionTable, "\n") {
		if row == "" || row[0] == ';' {
			continue
		}
		mnemonic, f := parseForm(row)
		forms[mnemonic] = append(forms[mnemonic], f)
	}
	return forms
})

// operand is one operand of an instruction: what it could be, and where its value stands in the tokens.
type operand struct {
	class    class
	code     uint8 // of a register
	alt      uint8 // of a pair or a condition: Zilog's C is register and condition, TDL's D register and pair
	prefix   byte  // DD, FD or 0
	takesHL  bool  // H, L, HL or (HL) itself: cannot go with a prefix from another operand
	from, to int   // tokens of the value or the displacement
	pos, end int32
}

const (
	prefixIX = 0xDD
	prefixIY = 0xFD
)

// zilogRegisters are the operands that are just a name.
var zilogRegisters = map[string]operand{
	"B":   {class: classR, code: 0},
	"C":   {class: classR | classCC | classCK, code: 1, alt: 3},
	"D":   {class: classR, code: 2},
	"E":   {class: classR, code: 3},
	"H":   {class: classR, code: 4, takesHL: true},
	"L":   {class: classR, code: 5, takesHL: true},
	"A":   {class: classR | classA, code: 7},
	"IXH": {class: classR, code: 4, prefix: prefixIX},
	"IXL": {class: classR, code: 5, prefix: prefixIX},
	"IYH": {class: classR, code: 4, prefix: prefixIY},
	"IYL": {class: classR, code: 5, prefix: prefixIY},
	"BC":  {class: classSS | classQQ | classBC, alt: 0},
	"DE":  {class: classSS | classQQ | classDE, alt: 1},
	"HL":  {class: classSS | classQQ | classHL | classJustHL, alt: 2, takesHL: true},
	"IX":  {class: classSS | classQQ | classHL, alt: 2, prefix: prefixIX},
	"IY":  {class: classSS | classQQ | classHL, alt: 2, prefix: prefixIY},
	"SP":  {class: classSS | classSP, alt: 3},
	"AF":  {class: classQQ | classAF, alt: 3},
	"AF'": {class: classAFAlt},
	"I":   {class: classI},
	"R":   {class: classRefresh},
	"F":   {class: classF},

	// Conditions are names like others elsewhere.
	"NZ": {class: classCC | classCK | classValue, alt: 0},
	"Z":  {class: classCC | classCK | classValue, alt: 1},
	"NC": {class: classCC | classCK | classValue, alt: 2},
	"PO": {class: classCC | classValue, alt: 4},
	"PE": {class: classCC | classValue, alt: 5},
	"P":  {class: classCC | classValue, alt: 6},
	"M":  {class: classCC | classValue, alt: 7},
}

// zilogPointers are the operands that are just a name in brackets.
var zilogPointers = map[string]operand{
	"HL": {class: classM | classJump, code: 6, takesHL: true},
	"IX": {class: classM | classX | classJump, code: 6, prefix: prefixIX},
	"IY": {class: classM | classX | classJump, code: 6, prefix: prefixIY},
	"BC": {class: classAtBC},
	"DE": {class: classAtDE},
	"SP": {class: classAtSP},
	"C":  {class: classAtC},
}

// isRegister says whether a Zilog name is taken by a register; those of conditions are free.
func isRegister(name string) bool {
	r, ok := lookUpOperand(zilogRegisters, name)
	return ok && r.class&classValue == 0
}

func lookUpOperand(table map[string]operand, name string) (operand, bool) {
	if len(name) > 3 {
		return operand{}, false
	}
	var buffer [4]byte
	o, ok := table[string(fold(buffer[:], name))]
	return o, ok
}

// zilogOperand tells what tokens[from:to] can be.
func (a *assembler) zilogOperand(from, to int) operand {
	tokens := a.tokens
	o := operand{class: classValue, from: from, to: to}
	switch {
	case to-from == 1 && tokens[from].kind == tokName:
		if r, ok := lookUpOperand(zilogRegisters, a.text(tokens[from])); ok {
			r.from, r.to = from, to
			o = r
		}
	case to-from > 2 && tokens[from].mark == '(' && a.closing(from, to) == to-1:
		o = operand{class: classMemory, from: from + 1, to: to - 1}
		if tokens[from+1].kind != tokName {
			break
		}
		p, ok := lookUpOperand(zilogPointers, a.text(tokens[from+1]))
		switch {
		case !ok:
		case to-from == 3:
			p.from, p.to = to-1, to-1 // no displacement
			o = p
		case p.prefix != 0 && (tokens[from+2].mark == '+' || tokens[from+2].mark == '-'):
			p.from, p.to = from+2, to-1
			p.class &^= classJump
			o = p
		}
	}
	o.pos, o.end = tokens[from].pos, tokens[to-1].end
	return o
}

// closing is the token that closes the bracket at from, or −1.
func (a *assembler) closing(from, to int) int {
	depth := 0
	for i := from; i < to; i++ {
		switch a.tokens[i].mark {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// maxOperands is what the table has; one more is read, to be refused.
const maxOperands = 3

// splitOperands reads the tokens from i on as operands with commas between.
func (a *assembler) splitOperands(i int, read func(from, to int) operand) (operands [maxOperands + 1]operand, n int, ok bool) {
	if i >= len(a.tokens) {
		return operands, 0, true
	}
	for from := i; ; {
		to := a.operandEnd(from)
		if to == from {
			pos := a.tokens[to-1].end
			a.fail(pos, pos, "an operand is missing here")
			return operands, n, false
		}
		if n <= maxOperands {
			operands[n] = read(from, to)
			n++
		}
		if to == len(a.tokens) {
			return operands, n, true
		}
		from = to + 1
	}
}

// operandEnd is the token after an operand: a comma outside brackets, or the end.
func (a *assembler) operandEnd(from int) int {
	depth := 0
	for i := from; i < len(a.tokens); i++ {
		switch a.tokens[i].mark {
		case '(':
			depth++
		case ')':
			depth--
		case ',':
			if depth <= 0 {
				return i
			}
		}
	}
	return len(a.tokens)
}

// zilogInstruction lays out an instruction: op is its mnemonic's token.
func (a *assembler) zilogInstruction(forms []*form, op int) {
	operands, n, ok := a.splitOperands(op+1, a.zilogOperand)
	if !ok {
		return
	}
	for _, f := range forms {
		if f.matches(operands[:n]) {
			a.encode(f, operands[:n], op)
			return
		}
	}
	a.refuse(op, operands[:n])
}

// refuse explains why no row fits.
func (a *assembler) refuse(op int, operands []operand) {
	mnemonic := a.text(a.tokens[op])
	if len(operands) == 0 {
		a.fail(a.tokens[op].pos, a.tokens[op].end, "%s needs an operand", mnemonic)
		return
	}
	first, last := a.tokens[min(op+1, len(a.tokens)-1)], a.tokens[len(a.tokens)-1]
	a.fail(first.pos, last.end, "%s does not take %s", mnemonic, printable(a.line().Text[first.pos:last.end]))
}

func (f *form) matches(operands []operand) bool {
	if len(operands) != int(f.operands) {
		return false
	}
	for i := range operands {
		if f.want[i]&operands[i].class == 0 {
			return false
		}
	}
	return true
}

// encode writes an instruction, with zeros where values will go, and notes the values to be patched in.
func (a *assembler) encode(f *form, operands []operand, op int) {
	var prefix byte
	var indexed *operand // the operand with a displacement
	var whole, hl bool   // IX, IY or a half of them; HL, H, L or (HL)
	for i := range operands {
		o := &operands[i]
		switch {
		case f.want[i]&classIndexable == 0:
		case o.prefix != 0:
			if f.prefix == 0xED || f.prefix == 0xCB && o.class&classM == 0 || prefix != 0 && prefix != o.prefix {
				a.refuse(op, operands)
				return
			}
			prefix = o.prefix
			if o.class&classM != 0 && f.want[i]&classJump == 0 {
				indexed = o
			} else {
				whole = true
			}
		case o.takesHL:
			hl = true
		}
	}
	if whole && (hl || indexed != nil) {
		a.refuse(op, operands) // with the prefix HL, H and L are out of reach
		return
	}

	opcode := f.opcode
	if prefix != 0 {
		a.emit(prefix)
	}
	if f.prefix != 0 {
		a.emit(f.prefix)
	}
	if f.prefix == 0xCB && indexed != nil {
		a.displacement(indexed)
		indexed = nil
	}
	opcodeAt := len(a.code)
	a.emit(0)
	if indexed != nil {
		a.displacement(indexed)
	}
	for i := range operands {
		o := &operands[i]
		kind := f.value[i]
		if kind == noValue {
			if f.shift[i] >= 0 {
				code := o.code
				if f.want[i]&(classCC|classCK|classSS|classQQ) != 0 {
					code = o.alt
				}
				opcode |= code << f.shift[i]
			}
			continue
		}
		at := len(a.code)
		switch kind {
		case byteValue, distanceValue:
			a.emit(0)
		case wordValue:
			a.emit(0, 0)
		default:
			at = opcodeAt
		}
		a.patch(kind, at, a.parseExpr(o.from, o.to), o.pos, o.end)
	}
	a.code[opcodeAt] |= opcode
}

// displacement writes the d of (IX+d).
func (a *assembler) displacement(o *operand) {
	at := len(a.code)
	a.emit(0)
	if o.from < o.to {
		a.patch(indexValue, at, a.parseExpr(o.from, o.to), o.pos, o.end)
	}
}
