package main

import (
	"regexp"
	"strconv"
	"strings"
)

// otherCondition is what the condition of a jump, call or return is turned to.
var otherCondition = map[string]string{
	"Z": "NZ", "NZ": "Z", "C": "NC", "NC": "C", "P": "M", "M": "P", "PE": "PO", "PO": "PE",
}

// otherInstruction is what an instruction is changed to; the operands stay as they are.
var otherInstruction = map[string]string{
	"INC": "DEC", "DEC": "INC", "ADD": "SBC", "ADC": "SBC", "SBC": "ADC", "SUB": "ADD A,",
	"AND": "OR", "OR": "AND", "XOR": "OR", "SET": "RES", "RES": "SET",
	"SLA": "SRL", "SRA": "SRL", "SRL": "SLA", "RL": "RR", "RR": "RL", "RLC": "RRC", "RRC": "RLC",
	"RLCA": "RRCA", "RRCA": "RLCA", "RLA": "RRA", "RRA": "RLA", "RLD": "RRD", "RRD": "RLD",
	"LDIR": "LDDR", "LDDR": "LDIR", "LDI": "LDD", "LDD": "LDI", "CPIR": "CPDR", "CPDR": "CPIR",
	"SCF": "CCF", "CCF": "SCF", "NEG": "CPL", "CPL": "NEG",
}

// neighbour is the register that is mistaken for another.
var neighbour = map[string]string{
	"B": "C", "C": "B", "D": "E", "E": "D", "H": "L", "L": "H",
	"BC": "DE", "DE": "BC", "HL": "DE", "IX": "IY", "IY": "IX",
}

// layout are the directives that say where things are, not what is done.
var layout = map[string]bool{
	"EQU": true, "ORG": true, "DS": true, "END": true, "INCLUDE": true, "DW": true,
	"ASSERT": true, "IF": true, "ENDIF": true,
}

var (
	// A line: a label, if it starts in the first column, a mnemonic, operands.
	z80Line = regexp.MustCompile(`^([A-Za-z_][A-Za-z0-9_]*)?:?` +
		`(?:[ \t]+([A-Za-z]+))?(?:[ \t]+([^;]*[^; \t]))?`)
	number = regexp.MustCompile(`\b[0-9][0-9A-Fa-f]*H?\b`)
	name   = regexp.MustCompile(`[A-Za-z_][A-Za-z0-9_]*`)
)

// z80Faults lists the faults of a Z80 source: conditions turned, instructions changed and left
// out, numbers and addresses one off, registers mistaken.
func z80Faults(file, source string) []fault {
	z := &z80Reader{file: file, where: "start"}
	for text := range strings.Lines(source) {
		z.line++
		z.read(strings.TrimRight(text, "\r\n"))
		z.offset += len(text)
	}
	return numbered(z.faults)
}

type z80Reader struct {
	file, where  string
	line, offset int
	faults       []fault
}

// change adds the fault that puts new in the place of what stands between two columns.
func (z *z80Reader) change(rule, text string, from, to int, new string) {
	z.faults = append(z.faults, fault{
		file: z.file, line: z.line, where: z.where, rule: rule,
		offset: z.offset + from, old: text[from:to], new: new,
	})
}

func (z *z80Reader) read(text string) {
	m := z80Line.FindStringSubmatchIndex(text)
	if m == nil {
		return
	}
	group := func(i int) string {
		if m[2*i] < 0 {
			return ""
		}
		return text[m[2*i]:m[2*i+1]]
	}
	mnemonic := strings.ToUpper(group(2))
	if label := group(1); label != "" && mnemonic != "EQU" {
		z.where = label
	}
	if mnemonic == "" || layout[mnemonic] {
		return
	}
	if mnemonic == "DB" {
		z.numbers(text, m[6], m[7])
		return
	}
	z.change("instruction left out", text, m[4], max(m[5], m[7]), "")
	other, ok := otherInstruction[mnemonic]
	if strings.TrimSpace(group(3)) == "A" && (mnemonic == "OR" || mnemonic == "AND") {
		other = "XOR" // OR differs only in the half-carry, which nobody reads
	}
	if ok {
		z.change("instruction changed", text, m[4], m[5], other)
	}
	if m[6] < 0 {
		return
	}
	switch mnemonic {
	case "JR", "JP", "CALL", "RET", "DJNZ":
		first, _, _ := strings.Cut(group(3), ",")
		if other, ok := otherCondition[first]; ok {
			z.change("condition turned", text, m[6], m[6]+len(first), other)
		}
	default:
		z.numbers(text, m[6], m[7])
		z.names(text, m[6], m[7])
	}
}

// numbers are one off.
func (z *z80Reader) numbers(text string, from, to int) {
	for _, m := range number.FindAllStringIndex(text[from:to], -1) {
		v, err := parse(text[from+m[0] : from+m[1]])
		if err != nil {
			continue
		}
		z.change("number too big", text, from+m[0], from+m[1], strconv.Itoa(v+1))
		if v > 0 {
			z.change("number too small", text, from+m[0], from+m[1], strconv.Itoa(v-1))
		}
	}
}

func parse(digits string) (int, error) {
	if hex, ok := strings.CutSuffix(digits, "H"); ok {
		v, err := strconv.ParseInt(hex, 16, 32)
		return int(v), err
	}
	return strconv.Atoi(digits)
}

// names: registers are mistaken for their neighbours, what a symbol stands for is one off.
func (z *z80Reader) names(text string, from, to int) {
	for _, m := range name.FindAllStringIndex(text[from:to], -1) {
		start, end := from+m[0], from+m[1]
		word := text[start:end]
		if start > 0 && (text[start-1] >= '0' && text[start-1] <= '9' || text[start-1] == '\'') {
			continue // the end of a hexadecimal number, or a letter in quotes
		}
		other, register := neighbour[word]
		switch {
		case register:
			z.change("register mistaken", text, start, end, other)
		case word == "A" || word == "I" || word == "R" || word == "SP" || word == "AF":
		default:
			z.change("address one off", text, start, end, word+"+1")
		}
	}
}
