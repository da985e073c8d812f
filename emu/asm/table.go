package asm

import (
	"strconv"
	"strings"
	"sync"
)

// The instruction set as a table, after the Z80 CPU User's Manual (Zilog UM0080). What is said of
// an instruction is said in its row, and nowhere else.
//
// A row has columns: Zilog's mnemonic and operands; the bytes; TDL's names for it, if any.
//
// The bytes are two hexadecimal digits for a fixed byte; eight characters for a byte in bits, where
// aaa, bbb, ccc are the codes of the first, second and third operand; n, nn, e for an operand as
// byte, as word, as distance. Operands are
//
//	r   B C D E H L A            m  (HL)                 s  r or m
//	ss  BC DE HL SP              qq BC DE HL AF          hl HL, but never IX or IY
//	cc  NZ Z NC C PO PE P M      ck NZ Z NC C            x  only (IX+d) (IY+d)
//	n nn e  a value              (n) (nn)  a value in brackets
//	b   bit number 0…7           p  restart address 0, 8, … 38H    j  (HL), for a jump
//	v   restart number 0…7       i  interrupt mode 0…2             0  zero
//
// and registers by name. IX, IY and their halves need no rows of their own: where an unprefixed row
// has HL, H, L or (HL), the prefix DD or FD makes it IX, IXH, IXL, (IX+d), or the same of IY; after
// CB only (HL) changes.
//
// A name of TDL (spec/assembler.md B) has its own operands, with the same letters; BC and DE there
// are the pairs B and D. They take the places of Zilog's operands with the same letter. Where they
// do not fill all places, = tells what Zilog's operands are. J+cc is a name for each condition:
// JNZ, JZ, and so on. Names have semicolons between them.
const instructionTable = `
LD  r,r     | 01aaabbb       | MOV r,r
LD  r,m     | 01aaa110       | MOV r,m
LD  m,r     | 01110bbb       | MOV m,r
LD  r,n     | 00aaa110 n     | MVI r,n
LD  m,n     | 36 n           | MVI m,n
LD  A,(BC)  | 0A             | LDAX BC
LD  A,(DE)  | 1A             | LDAX DE
LD  A,(nn)  | 3A nn          | LDA nn
LD  (BC),A  | 02             | STAX BC
LD  (DE),A  | 12             | STAX DE
LD  (nn),A  | 32 nn          | STA nn
LD  A,I     | ED 57          | LDAI
LD  A,R     | ED 5F          | LDAR
LD  I,A     | ED 47          | STAI
LD  R,A     | ED 4F          | STAR
LD  ss,nn   | 00aa0001 nn    | LXI ss,nn
LD  HL,(nn) | 2A nn          | LHLD nn; LIXD nn = IX,(nn); LIYD nn = IY,(nn)
LD  ss,(nn) | ED 01aa1011 nn | LBCD nn = BC,(nn); LDED nn = DE,(nn); LSPD nn = SP,(nn)
LD  (nn),HL | 22 nn          | SHLD nn; SIXD nn = (nn),IX; SIYD nn = (nn),IY
LD  (nn),ss | ED 01bb0011 nn | SBCD nn = (nn),BC; SDED nn = (nn),DE; SSPD nn = (nn),SP
LD  SP,HL   | F9             | SPHL; SPIX = SP,IX; SPIY = SP,IY
PUSH qq     | 11aa0101       | PUSH qq
POP qq      | 11aa0001       | POP qq
EX  DE,hl   | EB             | XCHG = DE,HL
EX  AF,AF'  | 08             | EXAF
EX  AF,AF   | 08
EXX         | D9             | EXX
EX  (SP),HL | E3             | XTHL; XTIX = (SP),IX; XTIY = (SP),IY
LDI         | ED A0          | LDI
LDIR        | ED B0          | LDIR
LDD         | ED A8          | LDD
LDDR        | ED B8          | LDDR
CPI         | ED A1          | CCI
CPIR        | ED B1          | CCIR
CPD         | ED A9          | CCD
CPDR        | ED B9          | CCDR
ADD A,s     | 10000bbb       | ADD s
ADD A,n     | C6 n           | ADI n
ADC A,s     | 10001bbb       | ADC s
ADC A,n     | CE n           | ACI n
SUB s       | 10010aaa       | SUB s
SUB n       | D6 n           | SUI n
SBC A,s     | 10011bbb       | SBB s
SBC A,n     | DE n           | SBI n
AND s       | 10100aaa       | ANA s
AND n       | E6 n           | ANI n
XOR s       | 10101aaa       | XRA s
XOR n       | EE n           | XRI n
OR  s       | 10110aaa       | ORA s
OR  n       | F6 n           | ORI n
CP  s       | 10111aaa       | CMP s
CP  n       | FE n           | CPI n
INC s       | 00aaa100       | INR s
DEC s       | 00aaa101       | DCR s
DAA         | 27             | DAA
CPL         | 2F             | CMA
NEG         | ED 44          | NEG
CCF         | 3F             | CMC
SCF         | 37             | STC
NOP         | 00             | NOP
HALT        | 76             | HLT
DI          | F3             | DI
EI          | FB             | EI
IM  i       | ED 010aa110    | IM0 = 0; IM1 = 1; IM2 = 2
ADD HL,ss   | 00bb1001       | DAD ss; DADX ss = IX,ss; DADY ss = IY,ss
ADC hl,ss   | ED 01bb1010    | DADC ss = HL,ss
SBC hl,ss   | ED 01bb0010    | DSBC ss = HL,ss
INC ss      | 00aa0011       | INX ss
DEC ss      | 00aa1011       | DCX ss
RLCA        | 07             | RLC
RLA         | 17             | RAL
RRCA        | 0F             | RRC
RRA         | 1F             | RAR
RLC s       | CB 00000aaa    | RLCR s
RL  s       | CB 00010aaa    | RALR s
RRC s       | CB 00001aaa    | RRCR s
RR  s       | CB 00011aaa    | RARR s
SLA s       | CB 00100aaa    | SLAR s
SRA s       | CB 00101aaa    | SRAR s
SRL s       | CB 00111aaa    | SRLR s
RLD         | ED 6F          | RLD
RRD         | ED 67          | RRD
BIT b,s     | CB 01aaabbb    | BIT b,s
SET b,s     | CB 11aaabbb    | SET b,s
RES b,s     | CB 10aaabbb    | RES b,s
JP  nn      | C3 nn          | JMP nn
JP  cc,nn   | 11aaa010 nn    | J+cc nn
JR  e       | 18 e           | JMPR e
JR  ck,e    | 001aa000 e     | JR+ck e
JP  j       | E9             | PCHL = (HL); PCIX = (IX); PCIY = (IY)
DJNZ e      | 10 e           | DJNZ e
CALL nn     | CD nn          | CALL nn
CALL cc,nn  | 11aaa100 nn    | C+cc nn
RET         | C9             | RET
RET cc      | 11aaa000       | R+cc
RETI        | ED 4D          | RETI
RETN        | ED 45          | RETN
RST p       | 11aaa111       | RST v = v
IN  A,(n)   | DB n           | IN n
IN  r,(C)   | ED 01aaa000    | INP r
INI         | ED A2          | INI
INIR        | ED B2          | INIR
IND         | ED AA          | IND
INDR        | ED BA          | INDR
OUT (n),A   | D3 n           | OUT n
OUT (C),r   | ED 01bbb001    | OUTP r
OUTI        | ED A3          | OUTI
OTIR        | ED B3          | OUTIR
OUTD        | ED AB          | OUTD
OTDR        | ED BB          | OUTDR

; Not in the manual, but in the chip.
SLL s       | CB 00110aaa
IN  F,(C)   | ED 70
IN  (C)     | ED 70
OUT (C),0   | ED 71
RLC x,r     | CB 00000bbb
RL  x,r     | CB 00010bbb
RRC x,r     | CB 00001bbb
RR  x,r     | CB 00011bbb
SLA x,r     | CB 00100bbb
SRA x,r     | CB 00101bbb
SLL x,r     | CB 00110bbb
SRL x,r     | CB 00111bbb
SET b,x,r   | CB 11aaaccc
RES b,x,r   | CB 10aaaccc

; Other spellings of the same, found in listings: the accumulator left out or put in.
ADD s       | 10000aaa
ADD n       | C6 n
ADC s       | 10001aaa
ADC n       | CE n
SBC s       | 10011aaa
SBC n       | DE n
SUB A,s     | 10010bbb
SUB A,n     | D6 n
AND A,s     | 10100bbb
AND A,n     | E6 n
XOR A,s     | 10101bbb
XOR A,n     | EE n
OR  A,s     | 10110bbb
OR  A,n     | F6 n
CP  A,s     | 10111bbb
CP  A,n     | FE n
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
const classIndexable = classR | classM | classX | classSS | classQQ | classHL | classJustHL |
	classJump

// valueKind tells how a value becomes bits.
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

// size tells how many bytes a value takes; 0 if it goes into the opcode.
func (k valueKind) size() int {
	switch k {
	case byteValue, distanceValue, indexValue:
		return 1
	case wordValue:
		return 2
	}
	return 0
}

// want is what an instruction takes in the place of an operand.
type want struct {
	class class
	value valueKind
}

// wants is how the table spells operands.
var wants = map[string]want{
	"r": {class: classR}, "m": {class: classM}, "s": {class: classR | classM},
	"x": {class: classX}, "ss": {class: classSS}, "qq": {class: classQQ}, "HL": {class: classHL},
	"hl": {class: classJustHL}, "j": {class: classJump}, "cc": {class: classCC},
	"ck": {class: classCK}, "A": {class: classA}, "I": {class: classI}, "R": {class: classRefresh},
	"F": {class: classF}, "BC": {class: classBC}, "DE": {class: classDE}, "SP": {class: classSP},
	"AF": {class: classAF}, "AF'": {class: classAFAlt}, "(BC)": {class: classAtBC},
	"(DE)": {class: classAtDE}, "(SP)": {class: classAtSP}, "(C)": {class: classAtC},
	"n": {classValue, byteValue}, "nn": {classValue, wordValue}, "e": {classValue, distanceValue},
	"(n)": {classMemory, byteValue}, "(nn)": {classMemory, wordValue},
	"b": {classValue, bitValue}, "i": {classValue, interruptMode}, "0": {classValue, zeroValue},
	"p": {classValue, restartAddress}, "v": {classValue, restartNumber},
}

const maxOperands = 3 // of an instruction

// instruction is what a row says of the bytes.
type instruction struct {
	operands []want
	shift    [maxOperands]int // where the code of an operand goes in the opcode; −1: nowhere
	prefix   byte             // CB, ED or 0
	opcode   byte
}

// written is how a dialect writes an instruction.
type syntax struct {
	*instruction
	text   string  // as the table has it
	takes  []want  // the operands as written
	places []place // for those of the instruction; nil: they are the written ones
}

// place is where an operand of the instruction comes from.
type place struct {
	written int     // the written operand, or −1:
	fixed   operand // one that the name implies
}

// spellings are the rows of the table by dialect and mnemonic. The table is ours, so a mistake in
// it panics, in every test.
var spellings = sync.OnceValue(func() map[Dialect]map[string][]*syntax {
	all := map[Dialect]map[string][]*syntax{Zilog: {}, TDL: {}}
	add := func(dialect Dialect, text string, theirs []string, in *instruction) {
		mnemonic, ours := words(text)
		s := newSpelling(text, ours, theirs, in)
		all[dialect][mnemonic] = append(all[dialect][mnemonic], s)
	}
	for row := range strings.Lines(instructionTable) {
		columns := strings.Split(row, "|")
		if len(columns) < 2 {
			continue
		}
		_, operands := words(columns[0])
		in := newInstruction(operands, strings.Fields(columns[1]))
		add(Zilog, columns[0], nil, in)
		for _, name := range strings.Split(strings.Join(columns[2:], ""), ";") {
			name, equal, _ := strings.Cut(strings.TrimSpace(name), "=")
			if name == "" {
				continue
			}
			if equal = strings.TrimSpace(equal); equal == "" {
				equal = strings.Join(operands, ",")
			}
			for _, condition := range conditions(name) {
				replace := strings.NewReplacer("+cc", condition, "+ck", condition)
				theirs := strings.NewReplacer("cc", condition, "ck", condition).Replace(equal)
				add(TDL, replace.Replace(name), split(theirs), in)
			}
		}
	}
	return all
})

// conditions lists those for which a name of the table stands; a single empty one if for none.
func conditions(name string) []string {
	all := []string{"NZ", "Z", "NC", "C", "PO", "PE", "P", "M"}
	switch {
	case strings.Contains(name, "+cc"):
		return all
	case strings.Contains(name, "+ck"):
		return all[:4]
	}
	return []string{""}
}

// words cuts a mnemonic and its operands.
func words(text string) (mnemonic string, operands []string) {
	mnemonic, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
	return mnemonic, split(strings.TrimSpace(rest))
}

func split(operands string) []string {
	return strings.FieldsFunc(operands, func(r rune) bool { return r == ',' })
}

func newInstruction(operands, code []string) *instruction {
	in := &instruction{shift: [maxOperands]int{-1, -1, -1}}
	for _, operand := range operands {
		in.operands = append(in.operands, wants[operand])
	}
	if len(code) > 1 && (code[0] == "CB" || code[0] == "ED") {
		in.prefix, code = hexByte(code[0]), code[1:]
	}
	if len(code[0]) == 2 {
		in.opcode = hexByte(code[0])
		return in
	}
	for i, c := range code[0] {
		shift := 7 - i
		switch c {
		case '1':
			in.opcode |= 1 << shift
		case 'a', 'b', 'c':
			in.shift[c-'a'] = shift // the lowest bit of the field stays
		case '0':
		default:
			panic("instruction table: bits " + code[0])
		}
	}
	return in
}

func hexByte(text string) byte {
	b, err := strconv.ParseUint(text, 16, 8)
	if err != nil {
		panic("instruction table: " + err.Error())
	}
	return byte(b)
}

// newSpelling makes written operands, ours, those of the instruction, theirs; nil: the same.
func newSpelling(text string, ours, theirs []string, in *instruction) *syntax {
	s := &syntax{instruction: in, text: strings.Join(strings.Fields(text), " ")}
	free := make([]string, len(ours)) // ours that have no place yet
	for i, name := range ours {
		w, ok := wants[name]
		if !ok {
			panic("instruction table: operand in " + text)
		}
		s.takes = append(s.takes, w)
		free[i] = name
	}
	for _, name := range theirs {
		s.places = append(s.places, newPlace(name, free))
	}
	return s
}

// newPlace finds what an operand of the instruction is in a spelling.
func newPlace(name string, free []string) place {
	if number, err := strconv.Atoi(name); err == nil {
		return place{-1, operand{class: classValue, value: &expr{value: number}}}
	}
	if fixed, ok := zilogRegisters[name]; ok {
		return place{-1, fixed}
	}
	if fixed, ok := zilogPointers[strings.Trim(name, "()")]; ok && name[0] == '(' {
		return place{-1, fixed}
	}
	for i, written := range free {
		if written == strings.Trim(name, "()") {
			free[i] = "" // MOV r,r: the next r is the second
			return place{written: i}
		}
	}
	panic("instruction table: nothing for operand " + name)
}
