package asm

import (
	"slices"
	"strings"
	"sync"
)

// The instructions of the TDL dialect (spec/assembler.md B): Intel's names for what the 8080 has, TDL's for the rest.
// On the left the instruction, on the right its equal in instructionTable, with the same letters for operands. A class
// of operands that stands on both sides is carried over, a register on the right only is understood. BC and DE on the
// left are the pairs B and D.
const tdlTable = `
MOV r,r    = LD r,r
MOV r,m    = LD r,m
MOV m,r    = LD m,r
MVI r,n    = LD r,n
MVI m,n    = LD m,n
LXI ss,nn  = LD ss,nn
LDA nn     = LD A,(nn)
STA nn     = LD (nn),A
LHLD nn    = LD HL,(nn)
SHLD nn    = LD (nn),HL
LDAX BC    = LD A,(BC)
LDAX DE    = LD A,(DE)
STAX BC    = LD (BC),A
STAX DE    = LD (DE),A
XCHG       = EX DE,HL
ADD s      = ADD A,s
ADI n      = ADD A,n
ADC s      = ADC A,s
ACI n      = ADC A,n
SUB s      = SUB s
SUI n      = SUB n
SBB s      = SBC A,s
SBI n      = SBC A,n
ANA s      = AND s
ANI n      = AND n
XRA s      = XOR s
XRI n      = XOR n
ORA s      = OR s
ORI n      = OR n
CMP s      = CP s
CPI n      = CP n
INR s      = INC s
DCR s      = DEC s
INX ss     = INC ss
DCX ss     = DEC ss
DAD ss     = ADD HL,ss
DAA        = DAA
CMA        = CPL
STC        = SCF
CMC        = CCF
RLC        = RLCA
RRC        = RRCA
RAL        = RLA
RAR        = RRA
JMP nn     = JP nn
JNZ nn     = JP NZ,nn
JZ  nn     = JP Z,nn
JNC nn     = JP NC,nn
JC  nn     = JP C,nn
JPO nn     = JP PO,nn
JPE nn     = JP PE,nn
JP  nn     = JP P,nn
JM  nn     = JP M,nn
CALL nn    = CALL nn
CNZ nn     = CALL NZ,nn
CZ  nn     = CALL Z,nn
CNC nn     = CALL NC,nn
CC  nn     = CALL C,nn
CPO nn     = CALL PO,nn
CPE nn     = CALL PE,nn
CP  nn     = CALL P,nn
CM  nn     = CALL M,nn
RET        = RET
RNZ        = RET NZ
RZ         = RET Z
RNC        = RET NC
RC         = RET C
RPO        = RET PO
RPE        = RET PE
RP         = RET P
RM         = RET M
RST v      = rst v
PCHL       = JP (HL)
SPHL       = LD SP,HL
XTHL       = EX (SP),HL
PUSH qq    = PUSH qq
POP qq     = POP qq
IN  n      = IN A,(n)
OUT n      = OUT (n),A
EI         = EI
DI         = DI
NOP        = NOP
HLT        = HALT

LIXD nn    = LD IX,(nn)
LIYD nn    = LD IY,(nn)
SIXD nn    = LD (nn),IX
SIYD nn    = LD (nn),IY
LBCD nn    = LD BC,(nn)
LDED nn    = LD DE,(nn)
LSPD nn    = LD SP,(nn)
SBCD nn    = LD (nn),BC
SDED nn    = LD (nn),DE
SSPD nn    = LD (nn),SP
SPIX       = LD SP,IX
SPIY       = LD SP,IY
PCIX       = JP (IX)
PCIY       = JP (IY)
XTIX       = EX (SP),IX
XTIY       = EX (SP),IY
EXAF       = EX AF,AF'
EXX        = EXX
DADX ss    = ADD IX,ss
DADY ss    = ADD IY,ss
DADC ss    = ADC HL,ss
DSBC ss    = SBC HL,ss
LDAI       = LD A,I
LDAR       = LD A,R
STAI       = LD I,A
STAR       = LD R,A
NEG        = NEG
IM0        = im0
IM1        = im1
IM2        = im2
RETI       = RETI
RETN       = RETN
LDI        = LDI
LDIR       = LDIR
LDD        = LDD
LDDR       = LDDR
CCI        = CPI
CCIR       = CPIR
CCD        = CPD
CCDR       = CPDR
RLCR s     = RLC s
RALR s     = RL s
RRCR s     = RRC s
RARR s     = RR s
SLAR s     = SLA s
SRAR s     = SRA s
SRLR s     = SRL s
RLD        = RLD
RRD        = RRD
BIT b,s    = BIT b,s
SET b,s    = SET b,s
RES b,s    = RES b,s
JMPR e     = JR e
JRNZ e     = JR NZ,e
JRZ e      = JR Z,e
JRNC e     = JR NC,e
JRC e      = JR C,e
DJNZ e     = DJNZ e
INP r      = IN r,(C)
OUTP r     = OUT (C),r
INI        = INI
INIR       = INIR
IND        = IND
INDR       = INDR
OUTI       = OUTI
OUTIR      = OTIR
OUTD       = OUTD
OUTDR      = OTDR
`

// tdlForm is a row: what it takes, and how the operands of its equal come about.
type tdlForm struct {
	takes form
	equal *form
	from  [maxOperands]int8    // which operand of ours becomes this one of the equal; −1: the fixed one
	fixed [maxOperands]operand // a register, a pair, a pointer or a condition
}

// tdlForms are the rows by mnemonic.
var tdlForms = sync.OnceValue(func() map[string][]*tdlForm {
	forms := make(map[string][]*tdlForm, 160)
	for row := range strings.SplitSeq(tdlTable, "\n") {
		left, right, found := strings.Cut(row, "=")
		if !found {
			continue
		}
		f := &tdlForm{}
		mnemonic, names, _ := strings.Cut(strings.TrimSpace(left), " ")
		f.takes.text = mnemonic
		var ours []string
		if names = strings.TrimSpace(names); names != "" {
			ours = strings.Split(names, ",")
		}
		for i, name := range ours {
			w, ok := wants[name]
			if !ok {
				panic("TDL table: operand in " + row)
			}
			f.takes.want[i], f.takes.value[i] = w.class, w.value
			f.takes.operands++
		}
		equal, names, _ := strings.Cut(strings.TrimSpace(right), " ")
		var theirs []string
		if names != "" {
			theirs = strings.Split(names, ",")
		}
		for _, candidate := range zilogForms()[equal] {
			if f.bind(candidate, ours, theirs) {
				break
			}
		}
		if f.equal == nil {
			panic("TDL table: no equal for " + row)
		}
		forms[mnemonic] = append(forms[mnemonic], f)
	}
	return forms
})

// bind makes a Zilog row the equal, if that row takes the operands written on the right side.
func (f *tdlForm) bind(equal *form, ours, theirs []string) bool {
	if int(equal.operands) != len(theirs) {
		return false
	}
	for i, name := range theirs {
		fixed, ok := zilogRegisters[name]
		if !ok && name[0] == '(' {
			fixed, ok = zilogPointers[strings.Trim(name, "()")]
		}
		if ok {
			if fixed.class&equal.want[i] == 0 {
				return false
			}
			f.from[i], f.fixed[i] = -1, fixed
			continue
		}
		if wants[name].class != equal.want[i] || wants[name].value != equal.value[i] {
			return false
		}
		j := slices.Index(ours, strings.Trim(name, "()"))
		if j < 0 {
			return false
		}
		ours = slices.Clone(ours)
		ours[j] = "" // MOV r,r: the next r is the second
		f.from[i] = int8(j)
	}
	f.equal = equal
	return true
}

// tdlRegisters are the operands that are just a name. Where an instruction takes a value the same names are symbols.
var tdlRegisters = map[string]operand{
	"B":   {class: classR | classSS | classQQ | classBC | classValue, code: 0, alt: 0},
	"C":   {class: classR | classValue, code: 1},
	"D":   {class: classR | classSS | classQQ | classDE | classValue, code: 2, alt: 1},
	"E":   {class: classR | classValue, code: 3},
	"H":   {class: classR | classSS | classQQ | classValue, code: 4, alt: 2, takesHL: true},
	"L":   {class: classR | classValue, code: 5, takesHL: true},
	"M":   {class: classM | classValue, code: 6, takesHL: true},
	"A":   {class: classR | classValue, code: 7},
	"PSW": {class: classQQ | classValue, alt: 3},
	"SP":  {class: classSS | classValue, alt: 3},
	"X":   {class: classSS | classQQ | classValue, alt: 2, prefix: prefixIX},
	"Y":   {class: classSS | classQQ | classValue, alt: 2, prefix: prefixIY},
}

// tdlOperand tells what tokens[from:to] can be.
func (a *assembler) tdlOperand(from, to int) operand {
	tokens := a.tokens
	o := operand{class: classValue, from: from, to: to}
	switch {
	case to-from == 1 && tokens[from].kind == tokName:
		if r, ok := lookUpOperand(tdlRegisters, a.text(tokens[from])); ok {
			o = r
			o.from, o.to = from, to
		}
	case to-from >= 3 && tokens[to-1].mark == ')' && tokens[to-3].mark == '(' && tokens[to-2].kind == tokName:
		// d(X): a displacement, or none, before an index register in brackets.
		if r, ok := lookUpOperand(tdlRegisters, a.text(tokens[to-2])); ok && r.prefix != 0 {
			o = operand{class: classM, code: 6, prefix: r.prefix, from: from, to: to - 3}
		}
	}
	o.pos, o.end = tokens[from].pos, tokens[to-1].end
	return o
}

// tdlInstruction lays out an instruction: op is its mnemonic's token.
func (a *assembler) tdlInstruction(forms []*tdlForm, op int) {
	operands, n, ok := a.splitOperands(op+1, a.tdlOperand)
	if !ok {
		return
	}
	for _, f := range forms {
		if !f.takes.matches(operands[:n]) {
			continue
		}
		var equals [maxOperands]operand
		for i := range f.equal.operands {
			if equals[i] = f.fixed[i]; f.from[i] >= 0 {
				equals[i] = operands[f.from[i]]
			}
		}
		a.encode(f.equal, equals[:f.equal.operands], op)
		return
	}
	a.refuse(op, operands[:n])
}
