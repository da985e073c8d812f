package main

import (
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

// z80Faults lists the faults of a Z80 source: conditions turned, instructions changed and left
// out, numbers and addresses one off, registers mistaken.
func z80Faults(s *source) (faults []fault) {
	change := func(rule string, from, to int, new string) {
		faults = append(faults, fault{rule: rule, offset: from, old: s.text[from:to], new: new})
	}
	for i := 0; i < len(s.words); {
		next := s.lineAfter(i)
		line := s.words[i:next]
		i = next
		if _, line = label(s.text, line); len(line) == 0 {
			continue
		}
		mnemonic, operands := strings.ToUpper(line[0].text), line[1:]
		if layout[mnemonic] {
			continue
		}
		if mnemonic != "DB" {
			change("instruction left out", line[0].from, line[len(line)-1].to, "")
			other, ok := otherInstruction[mnemonic]
			if len(operands) == 1 && operands[0].text == "A" && (mnemonic == "OR" || mnemonic == "AND") {
				other = "XOR" // OR differs only in the half-carry, which nobody reads
			}
			if ok {
				change("instruction changed", line[0].from, line[0].to, other)
			}
		}
		switch mnemonic {
		case "JR", "JP", "CALL", "RET", "DJNZ":
			if len(operands) > 0 {
				if other, ok := otherCondition[operands[0].text]; ok {
					change("condition turned", operands[0].from, operands[0].to, other)
				}
			}
			continue
		}
		for _, w := range operands {
			other, isRegister := neighbour[w.text]
			v, err := parse(w.text)
			switch {
			case err == nil: // a number is one off
				change("number too big", w.from, w.to, strconv.Itoa(v+1))
				if v > 0 {
					change("number too small", w.from, w.to, strconv.Itoa(v-1))
				}
			case mnemonic == "DB":
			case isRegister:
				change("register mistaken", w.from, w.to, other)
			case w.name: // what a symbol stands for is one off
				change("address one off", w.from, w.to, w.text+"+1")
			}
		}
	}
	return faults
}

// label takes the label off the words of a line: what begins in the first column.
func label(text string, line []word) (string, []word) {
	if at := line[0].from; at > 0 && text[at-1] != '\n' {
		return "", line
	}
	name, line := line[0].text, line[1:]
	if len(line) > 0 && line[0].text == ":" {
		line = line[1:]
	}
	return name, line
}

func parse(digits string) (int, error) {
	if hex, ok := strings.CutSuffix(digits, "H"); ok && digits[0] <= '9' {
		v, err := strconv.ParseInt(hex, 16, 32)
		return int(v), err
	}
	return strconv.Atoi(digits)
}
