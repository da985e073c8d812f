package romstest

import (
	"fmt"
	"io/fs"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sargon78/emu/asm"
	"sargon78/roms"
)

// Whole returns the source of the embedded ROM as one file, in Zilog's mnemonics.
func Whole(t testing.TB) string {
	t.Helper()
	main, err := fs.ReadFile(roms.Source(), "main.z80")
	require.NoError(t, err)
	return regexp.MustCompile(`(?m)^\s+INCLUDE "(.*)"$`).ReplaceAllStringFunc(string(main),
		func(line string) string {
			text, err := fs.ReadFile(roms.Source(), strings.Split(line, `"`)[1])
			require.NoError(t, err)
			return string(text)
		})
}

// Found returns the whole source as listings of 1978 are found: START at the beginning and no origin, so
// that it is chosen when the listing is loaded; an END between two modules. It is written in Zilog's
// mnemonics and in TDL's, by different hands.
func Found(t testing.TB) map[string]string {
	t.Helper()
	text := Whole(t)
	head := "LOAD    EQU     1100H\n"
	require.Contains(t, text, head)
	text = strings.Replace(text, head, "START:\n", 1)
	text = strings.Replace(text, "        ORG     LOAD\n", "", 1) // START is where it begins
	text = regexp.MustCompile(`\bLOAD\b`).ReplaceAllString(text, "START")
	plain := text
	text = strings.Replace(text, "FNDMOV:\n", "        END\n\n; the second module\n\nFNDMOV:\n", 1)
	tdl := InTDL(t, text)
	code := regexp.MustCompile(`(?m)^([^;'"\n]*)`) // of a line, up to a comment or a string
	tabs := regexp.MustCompile(` {2,}`)
	return map[string]string{
		"zilog.asm":     text,
		"tdl.asm":       tdl,
		"origin0.asm":   "\tORG\t0\n" + text,
		"origin0.tdl":   "\t.LOC\t0\n" + tdl,
		"distance.asm":  strings.Replace(plain, "START:\n", "START   EQU     0\n        ORG     START\n", 1),
		"head.asm":      strings.Replace(plain, "START:\n", "        ORG     0\nSTART:\n", 1),
		"cr.asm":        strings.ReplaceAll(text, "\n", "\r"),
		"crlf.tdl":      strings.ReplaceAll(tdl, "\n", "\r\n") + "\x1A",
		"filler.tdl":    strings.ReplaceAll(tdl, "\n", "\r\n\x00") + "\x1A\x00\x00",
		"tabs.asm":      code.ReplaceAllStringFunc(text, func(s string) string { return tabs.ReplaceAllString(s, "\t") }),
		"lowercase.asm": code.ReplaceAllStringFunc(text, strings.ToLower),
		"lowercase.tdl": code.ReplaceAllStringFunc(tdl, strings.ToLower),
	}
}

// tdlNames are TDL's names of instructions whose operands stay, or go.
var tdlNames = map[string]string{
	"NOP": "NOP", "HALT": "HLT", "EXX": "EXX", "CPL": "CMA", "SCF": "STC", "CCF": "CMC", "NEG": "NEG",
	"RLCA": "RLC", "RRCA": "RRC", "RLA": "RAL", "RRA": "RAR", "DAA": "DAA", "DI": "DI", "EI": "EI",
	"LDIR": "LDIR", "LDDR": "LDDR", "LDI": "LDI", "LDD": "LDD", "CPIR": "CCIR", "RLD": "RLD", "RRD": "RRD",
	"RLC": "RLCR", "RL": "RALR", "RRC": "RRCR", "RR": "RARR", "SLA": "SLAR", "SRA": "SRAR", "SRL": "SRLR",
	"BIT": "BIT", "SET": "SET", "RES": "RES", "PUSH": "PUSH", "POP": "POP", "DJNZ": "DJNZ",
	"DB": ".BYTE", "DW": ".WORD", "DS": ".BLKB", "ORG": ".LOC", "END": ".END",
}

// tdlOperand writes an operand in TDL's way, and says what it is: r a register, (HL) or (IX+d), rr a
// pair, (nn) an address in brackets, or n.
func tdlOperand(zilog string) (tdl, kind string) {
	pairs := map[string]string{"BC": "B", "DE": "D", "HL": "H", "SP": "SP", "AF": "PSW", "IX": "X", "IY": "Y",
		"(BC)": "B", "(DE)": "D"}
	switch {
	case zilog == "(HL)":
		return "M", "r"
	case strings.HasPrefix(zilog, "(IX") || strings.HasPrefix(zilog, "(IY"):
		d := strings.TrimPrefix(strings.Trim(zilog[3:], "()"), "+")
		return fmt.Sprintf("%s(%c)", strings.TrimSpace(d), zilog[2]), "r"
	case pairs[zilog] != "":
		return pairs[zilog], "rr"
	case len(zilog) == 1 && strings.Contains("ABCDEHL", zilog):
		return zilog, "r"
	case strings.HasPrefix(zilog, "("):
		return strings.ReplaceAll(zilog[1:len(zilog)-1], "$", "."), "(nn)"
	}
	return strings.ReplaceAll(zilog, "$", "."), "n"
}

// tdlInstruction writes an instruction in TDL's way.
func tdlInstruction(t testing.TB, mnemonic string, operands []string) string {
	first, second, kinds := "", "", ""
	for i, o := range operands {
		tdl, kind := tdlOperand(o)
		kinds += " " + kind
		if i == 0 {
			first = tdl
		} else {
			second = tdl
		}
	}
	with := func(name string, operands ...string) string { return name + "\t" + strings.Join(operands, ",") }
	condition := func(name, always string) string {
		if len(operands) == 0 {
			return always
		}
		return with(name+operands[0], operands[1:]...)
	}
	byAddress := map[string]string{"A": "DA", "HL": "HLD", "BC": "BCD", "DE": "DED", "SP": "SPD", "IX": "IXD",
		"IY": "IYD"}
	register := func(tables ...string) string { // for r, for n
		if strings.HasSuffix(kinds, " n") {
			return with(tables[1], second+first[len(first)*min(1, len(second)):])
		}
		return with(tables[0], second+first[len(first)*min(1, len(second)):])
	}
	switch key := mnemonic + kinds; {
	case mnemonic == "LD" && kinds == " r r":
		return with("MOV", first, second)
	case key == "LD r n" && operands[1] == "R":
		return "LDAR"
	case key == "LD r n":
		return with("MVI", first, second)
	case key == "LD rr n":
		return with("LXI", first, second)
	case key == "LD r rr":
		return with("LDAX", second)
	case key == "LD rr r":
		return with("STAX", first)
	case kinds == " r (nn)" && mnemonic == "LD", key == "LD rr (nn)":
		if operands[0] == "HL" {
			return with("LHLD", second)
		}
		return with("L"+byAddress[operands[0]], second)
	case key == "LD (nn) r", key == "LD (nn) rr":
		if operands[1] == "HL" {
			return with("SHLD", first)
		}
		return with("S"+strings.Replace(byAddress[operands[1]], "DA", "TA", 1), first)
	case key == "LD rr rr":
		return map[string]string{"HL": "SPHL", "IX": "SPIX", "IY": "SPIY"}[operands[1]]
	case key == "ADD rr rr":
		return with(map[string]string{"HL": "DAD", "IX": "DADX", "IY": "DADY"}[operands[0]], second)
	case key == "ADC rr rr", key == "SBC rr rr":
		return with("D"+map[string]string{"ADC": "ADC", "SBC": "SBC"}[mnemonic], second)
	case mnemonic == "ADD":
		return register("ADD", "ADI")
	case mnemonic == "ADC":
		return register("ADC", "ACI")
	case mnemonic == "SUB":
		return register("SUB", "SUI")
	case mnemonic == "SBC":
		return register("SBB", "SBI")
	case mnemonic == "AND":
		return register("ANA", "ANI")
	case mnemonic == "XOR":
		return register("XRA", "XRI")
	case mnemonic == "OR":
		return register("ORA", "ORI")
	case mnemonic == "CP":
		return register("CMP", "CPI")
	case key == "INC r", key == "DEC r":
		return with(map[string]string{"INC": "INR", "DEC": "DCR"}[mnemonic], first)
	case key == "INC rr", key == "DEC rr":
		return with(map[string]string{"INC": "INX", "DEC": "DCX"}[mnemonic], first)
	case mnemonic == "JP" && len(operands) == 1 && (kinds == " r" || strings.HasPrefix(operands[0], "(")):
		return map[string]string{"(HL)": "PCHL", "(IX)": "PCIX", "(IY)": "PCIY"}[operands[0]]
	case mnemonic == "JP" && len(operands) == 1:
		return with("JMP", first)
	case mnemonic == "JP":
		return with("J"+operands[0], second)
	case mnemonic == "JR" && len(operands) == 1:
		return with("JMPR", first)
	case mnemonic == "JR":
		return with("JR"+operands[0], second)
	case mnemonic == "CALL" && len(operands) == 1:
		return with("CALL", first)
	case mnemonic == "CALL":
		return with("C"+operands[0], second)
	case mnemonic == "RET":
		return condition("R", "RET")
	case mnemonic == "RST":
		return with("RST", "("+first+")/8")
	case mnemonic == "EX":
		return map[string]string{"DE,HL": "XCHG", "(SP),HL": "XTHL", "(SP),IX": "XTIX", "AF,AF'": "EXAF"}[strings.Join(operands, ",")]
	case tdlNames[mnemonic] != "":
		tdl := make([]string, len(operands))
		for i, o := range operands {
			tdl[i], _ = tdlOperand(o)
		}
		return with(tdlNames[mnemonic], tdl...)
	}
	require.Fail(t, "no TDL for "+mnemonic+kinds)
	return ""
}

var zilogLine = regexp.MustCompile(`^(?:(\w+):?)?\s*(?:(\w+)\s*((?:[^;']|'[^']*')*))?(;.*)?$`)

// InTDL writes a source of Zilog's dialect in TDL's mnemonics and directives. Macros are written out.
func InTDL(t testing.TB, zilog string) string {
	t.Helper()
	program, err := asm.Assemble("zilog", []byte(zilog), asm.Options{})
	require.NoError(t, err)
	macros := map[string]bool{}
	inMacro := false
	var b strings.Builder
	for _, line := range program.Lines {
		m := zilogLine.FindStringSubmatch(strings.TrimRight(line.Text, " "))
		require.NotNil(t, m, line.Text)
		label, mnemonic, rest, comment := m[1], m[2], strings.TrimSpace(m[3]), m[4]
		switch {
		case mnemonic == "MACRO":
			macros[label], inMacro = true, true
			continue
		case inMacro && !line.InMacro():
			inMacro = mnemonic != "ENDM"
			continue
		case mnemonic == "EQU":
			value, _ := tdlOperand(rest)
			fmt.Fprintf(&b, "%s = %s\t%s\n", label, value, comment)
			continue
		case macros[mnemonic]:
			mnemonic = ""
		}
		if label != "" {
			b.WriteString(label + ":")
		}
		if mnemonic != "" {
			b.WriteString("\t" + tdlInstruction(t, mnemonic, operandsOf(rest)))
		}
		b.WriteString("\t" + comment + "\n")
	}
	return b.String() + "\t.END\n"
}

// operandsOf cuts a text at its commas, but for those in strings and brackets.
func operandsOf(text string) (list []string) {
	depth, quoted, from := 0, false, 0
	for i := range text {
		switch c := text[i]; {
		case c == '\'' && !strings.HasSuffix(text[:i], "AF"):
			quoted = !quoted
		case quoted:
		case c == '(':
			depth++
		case c == ')':
			depth--
		case c == ',' && depth == 0:
			list = append(list, strings.TrimSpace(text[from:i]))
			from = i + 1
		}
	}
	if strings.TrimSpace(text) != "" {
		list = append(list, strings.TrimSpace(text[from:]))
	}
	return list
}
