package main

import (
	"regexp"
	"strconv"
	"strings"
)

// otherCondition has the opposite of each condition of a jump, call or return.
var otherCondition = map[string]string{
	"Z": "NZ", "NZ": "Z", "C": "NC", "NC": "C", "P": "M", "M": "P", "PE": "PO", "PO": "PE",
}

// otherInstruction has the mnemonic to which each is changed; the operands stay as they are.
var otherInstruction = map[string]string{
	"INC": "DEC", "DEC": "INC", "ADD": "SBC", "ADC": "SBC", "SBC": "ADC", "SUB": "ADD A,",
	"AND": "OR", "OR": "AND", "XOR": "OR", "SET": "RES", "RES": "SET",
	"SLA": "SRL", "SRA": "SRL", "SRL": "SLA", "RL": "RR", "RR": "RL", "RLC": "RRC", "RRC": "RLC",
	"RLCA": "RRCA", "RRCA": "RLCA", "RLA": "RRA", "RRA": "RLA", "RLD": "RRD", "RRD": "RLD",
	"LDIR": "LDDR", "LDDR": "LDIR", "LDI": "LDD", "LDD": "LDI", "CPIR": "CPDR", "CPDR": "CPIR",
	"SCF": "CCF", "CCF": "SCF", "NEG": "CPL", "CPL": "NEG",
}

// neighbour has the register for which each is mistaken.
var neighbour = map[string]string{
	"B": "C", "C": "B", "D": "E", "E": "D", "H": "L", "L": "H",
	"BC": "DE", "DE": "BC", "HL": "DE", "IX": "IY", "IY": "IX",
}

// layout has the directives that say where things are, not what is done.
var layout = map[string]bool{
	"EQU": true, "ORG": true, "DS": true, "END": true, "INCLUDE": true, "DW": true,
	"ASSERT": true, "IF": true, "ENDIF": true,
}

var (
	z80Word    = regexp.MustCompile(`'[^']*'|"[^"]*"|[A-Za-z_][\w']*|\d[\dA-Fa-f]*H?|\S`)
	z80Label   = regexp.MustCompile(`^[A-Za-z_]\w*:?\s*`)
	z80Comment = regexp.MustCompile(`^((?:'[^']*'|"[^"]*"|AF'|[^;'"])*);.*`)
	z80Name    = regexp.MustCompile(`^[A-Za-z_]\w+$`)
)

// unlabelled returns a line without its label, which begins in the first column.
func (s *source) unlabelled(l line) string {
	text := s.text[l.from:l.to]
	if l.from == 0 || s.text[l.from-1] == '\n' {
		return z80Label.ReplaceAllString(text, "")
	}
	return text
}

// z80Faults calls put for each change of a Z80 source: conditions turned, instructions changed and left out,
// numbers and addresses one off, registers mistaken.
func (s *source) z80Faults(put change) {
	for i := range s.lines {
		code := s.unlabelled(s.lines[i])
		start := s.lines[i].to - len(code)
		if m := z80Comment.FindStringSubmatch(code); m != nil {
			code = m[1]
		}
		change := func(kind string, at []int, new string) {
			put(kind, start+at[0], start+at[1], new)
		}
		words := z80Word.FindAllStringIndex(code, -1)
		if len(words) == 0 {
			continue
		}
		word := func(i int) string { return code[words[i][0]:words[i][1]] }
		mnemonic := strings.ToUpper(word(0))
		if layout[mnemonic] {
			continue
		}
		if mnemonic != "DB" {
			change("instruction left out", []int{words[0][0], words[len(words)-1][1]}, "")
			other, ok := otherInstruction[mnemonic]
			if len(words) == 2 && word(1) == "A" && (mnemonic == "OR" || mnemonic == "AND") {
				other = "XOR" // OR A and AND A differ only in the half-carry, which no code reads
			}
			if ok {
				change("instruction changed", words[0], other)
			}
		}
		switch mnemonic {
		case "JR", "JP", "CALL", "RET", "DJNZ":
			if len(words) > 1 && otherCondition[word(1)] != "" {
				change("condition turned", words[1], otherCondition[word(1)])
			}
			continue
		}
		for i := 1; i < len(words); i++ {
			text, at := word(i), words[i]
			other, isRegister := neighbour[text]
			v, err := parse(text)
			switch {
			case err == nil: // a number is one off
				change("number too big", at, strconv.Itoa(v+1))
				if v > 0 {
					change("number too small", at, strconv.Itoa(v-1))
				}
			case mnemonic == "DB":
			case isRegister:
				change("register mistaken", at, other)
			case z80Name.MatchString(text) && !registers[text]: // the value of a symbol is one off
				change("address one off", at, text+"+1")
			}
		}
	}
}

// registers are names of registers that look like symbols. No fault changes them.
var registers = map[string]bool{"AF": true, "SP": true}

func parse(digits string) (int, error) {
	if hex, ok := strings.CutSuffix(digits, "H"); ok && digits[0] <= '9' {
		v, err := strconv.ParseInt(hex, 16, 32)
		return int(v), err
	}
	return strconv.Atoi(digits)
}
