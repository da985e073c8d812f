//go:build ignore

// Generate makes opcodes.txt, expressions.txt and program.* with two independent assemblers,
// Debian's pasmo and z80asm, which must be installed. The tests need only the files. Run it in this
// folder: go run generate.go
package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

var folder string

func main() {
	var err error
	if folder, err = os.MkdirTemp("", "asm"); err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	opcodes()
	expressions()
	program()
}

// assemble returns the bytes that an assembler makes of a source; nil if it refuses the source.
func assemble(tool, source string) []byte {
	in, out := filepath.Join(folder, "in.asm"), filepath.Join(folder, "out.bin")
	if err := os.WriteFile(in, []byte(source), 0o644); err != nil {
		log.Fatal(err)
	}
	os.Remove(out)
	command := exec.Command("pasmo", "--bin", in, out)
	if tool == "z80asm" {
		command = exec.Command("z80asm", "-o", out, in)
	}
	message, err := command.CombinedOutput()
	if err != nil {
		if _, ok := err.(*exec.ExitError); !ok {
			log.Fatal(err)
		}
		if os.Getenv("VERBOSE") != "" {
			log.Printf("%s: %s: %s", tool, strings.TrimSpace(source), message)
		}
		return nil
	}
	code, err := os.ReadFile(out)
	if err != nil {
		log.Fatal(err)
	}
	return code
}

// losesDisplacement is a fault of z80asm 1.8: (IX) gets no displacement byte.
func losesDisplacement(text string, p, z []byte) bool {
	bare := strings.HasSuffix(text, "(IX)") || strings.HasSuffix(text, "(IY)")
	return bare && len(z) == len(p)-1 && p[2] == 0
}

// swapsHalves is a fault of z80asm 1.8: arithmetic takes IXH for IXL and IXL for IXH.
func swapsHalves(text string, p, z []byte) bool {
	half := text[max(0, len(text)-3):]
	return (half == "IXH" || half == "IXL" || half == "IYH" || half == "IYL") && p[1]^z[1] == 1
}

// ignoresCopy is a fault of z80asm 1.8: it ignores the last register of RLC (IX+5),B.
func ignoresCopy(text string, z []byte) bool {
	_, after, found := strings.Cut(text, "),")
	return found && len(after) == 1 && len(z) == 4 && z[1] == 0xCB && z[3]&7 == 6
}

// otherSpelling reports whether an instruction is not spelled in Zilog's way: A is left out or put in.
func otherSpelling(text string) bool {
	mnemonic, operand, _ := strings.Cut(text, " ")
	switch mnemonic {
	case "ADD", "ADC", "SBC":
		return !strings.Contains(operand, ",")
	case "SUB", "AND", "XOR", "OR", "CP":
		return strings.Contains(operand, ",")
	}
	return false
}

// withAccumulator returns ADD A,B for ADD B and SUB B for SUB A,B: each assembler refuses some of the
// other spellings.
func withAccumulator(text string) string {
	mnemonic, operand, _ := strings.Cut(text, " ")
	if operand, found := strings.CutPrefix(operand, "A,"); found {
		return mnemonic + " " + operand
	}
	return mnemonic + " A," + operand
}

// undocumented returns the bytes of an instruction that both assemblers refuse. They are those of the
// opcode tables in Sean Young's "The Undocumented Z80 Documented", section 3 and appendix.
func undocumented(text string) []byte {
	registers := map[string]byte{"B": 0, "C": 1, "D": 2, "E": 3, "H": 4, "L": 5, "(HL)": 6, "A": 7}
	shifts := map[string]byte{
		"RLC": 0x00, "RRC": 0x08, "RL": 0x10, "RR": 0x18,
		"SLA": 0x20, "SRA": 0x28, "SLL": 0x30, "SRL": 0x38,
	}
	bits := map[string]byte{"RES": 0x80, "SET": 0xC0}
	switch text {
	case "IN F,(C)", "IN (C)":
		return []byte{0xED, 0x70}
	case "OUT (C),0":
		return []byte{0xED, 0x71}
	}
	mnemonic, rest, _ := strings.Cut(text, " ")
	operands := strings.Split(rest, ",")
	if mnemonic == "SLL" && len(operands) == 1 && operands[0][0] != '(' || rest == "(HL)" {
		return []byte{0xCB, 0x30 + registers[rest]}
	}
	code := []byte{0xDD, 0xCB, 0, 0}
	opcode, ok := shifts[mnemonic]
	if base, isBit := bits[mnemonic]; isBit {
		ok = true
		opcode = base | (operands[0][0]-'0')<<3
		operands = operands[1:]
	}
	var d int8
	var index string
	if _, err := fmt.Sscanf(operands[0], "(I%1s%d)", &index, &d); err != nil || !ok {
		log.Fatal("unknown instruction ", text)
	}
	if index == "Y" {
		code[0] = 0xFD
	}
	code[2] = byte(d)
	code[3] = opcode | 6
	if len(operands) == 2 {
		code[3] = opcode | registers[operands[1]]
	}
	return code
}

func opcodes() {
	var out bytes.Buffer
	fmt.Fprintln(&out, "; Every instruction, "+
		"with the bytes that pasmo (p) and z80asm (z) make of it; a: neither takes it,\n"+
		"; the bytes are pasmo's for the usual spelling with or without A; "+
		"t: neither knows it, the bytes are those of\n"+
		"; \"The Undocumented Z80 Documented\". Made by generate.go.")
	count := map[string]int{}
	seen := map[string]bool{}
	for _, text := range instructions() {
		if seen[text] {
			continue
		}
		seen[text] = true
		source := "\tORG 8000H\n\t" + text + "\n"
		p, z := assemble("pasmo", source), assemble("z80asm", source)
		if otherSpelling(text) {
			z = nil // z80asm 1.8 takes AND A,B for AND A, and ADC A for ADC A,IXL
		}
		by := ""
		if p != nil {
			by += "p"
		}
		if z != nil {
			by += "z"
		}
		if p == nil && z == nil && otherSpelling(text) {
			if p = assemble("pasmo", "\t"+withAccumulator(text)+"\n"); p != nil {
				by = "a"
			}
		}
		if p != nil && z != nil && !bytes.Equal(p, z) {
			if !losesDisplacement(text, p, z) && !swapsHalves(text, p, z) {
				log.Fatalf("pasmo and z80asm differ: %s: % X and % X", text, p, z)
			}
			count["faults of z80asm"]++
			by = "p"
		}
		if p == nil && ignoresCopy(text, z) {
			count["faults of z80asm"]++
			z = nil
		}
		if p == nil {
			p = z
		}
		if p == nil {
			p, by = undocumented(text), "t"
		}
		count[by]++
		fmt.Fprintf(&out, "%-18s ; % X ; %s\n", text, p, by)
	}
	log.Print("opcodes.txt: ", count)
	write("opcodes.txt", out.Bytes())
}

// instructions returns every instruction of the Z80, in Zilog's mnemonics.
func instructions() (all []string) {
	add := func(format string, args ...any) { all = append(all, fmt.Sprintf(format, args...)) }
	arithmetic := []string{"ADD A,", "ADC A,", "SUB ", "SBC A,", "AND ", "XOR ", "OR ", "CP "}
	r := []string{"B", "C", "D", "E", "H", "L", "A"}
	m := []string{"(HL)"}
	var halves []string
	for _, xy := range []string{"IX", "IY"} {
		m = append(m, "("+xy+"+5)", "("+xy+"-128)", "("+xy+"+127)", "("+xy+")")
		halves = append(halves, xy+"H", xy+"L")
	}
	s := append(append([]string{}, r...), m...)
	for _, x := range r {
		for _, y := range r {
			add("LD %s,%s", x, y)
		}
		for _, y := range m {
			add("LD %s,%s", x, y)
			add("LD %s,%s", y, x)
		}
	}
	for _, xy := range []string{"IX", "IY"} {
		index := []string{"B", "C", "D", "E", xy + "H", xy + "L", "A"}
		for _, x := range index {
			for _, y := range index {
				if len(x) > 1 || len(y) > 1 {
					add("LD %s,%s", x, y)
				}
			}
		}
	}
	for _, x := range append(append([]string{}, s...), halves...) {
		for _, n := range []string{"0", "255", "-128", "2AH"} {
			add("LD %s,%s", x, n)
		}
		add("INC %s", x)
		add("DEC %s", x)
		for _, op := range arithmetic {
			add("%s%s", op, x)
		}
	}
	for _, op := range arithmetic {
		add("%s12H", op)
		add("%s-1", op)
	}
	for _, p := range []string{"BC", "DE"} {
		add("LD A,(%s)", p)
		add("LD (%s),A", p)
	}
	add("LD A,(1234H)")
	add("LD (1234H),A")
	for _, x := range []string{"I", "R"} {
		add("LD A,%s", x)
		add("LD %s,A", x)
	}
	for _, p := range []string{"BC", "DE", "HL", "SP", "IX", "IY"} {
		for _, n := range []string{"0", "1234H", "65535", "-2"} {
			add("LD %s,%s", p, n)
		}
		add("LD %s,(1234H)", p)
		add("LD (1234H),%s", p)
		add("INC %s", p)
		add("DEC %s", p)
	}
	for _, p := range []string{"BC", "DE", "HL", "AF", "IX", "IY"} {
		add("PUSH %s", p)
		add("POP %s", p)
	}
	for _, p := range []string{"HL", "IX", "IY"} {
		add("LD SP,%s", p)
		add("EX (SP),%s", p)
		add("JP (%s)", p)
		for _, q := range []string{"BC", "DE", p, "SP"} {
			add("ADD %s,%s", p, q)
			if p == "HL" {
				add("ADC HL,%s", q)
				add("SBC HL,%s", q)
			}
		}
	}
	for _, op := range strings.Fields(`EXX LDI LDIR LDD LDDR CPI CPIR CPD CPDR DAA CPL NEG CCF SCF
		NOP HALT DI EI RLCA RLA RRCA RRA RLD RRD RET RETI RETN INI INIR IND INDR
		OUTI OTIR OUTD OTDR`) {
		add("%s", op)
	}
	add("EX DE,HL")
	add("EX AF,AF'")
	for i := range 3 {
		add("IM %d", i)
	}
	for _, op := range []string{"RLC", "RL", "RRC", "RR", "SLA", "SRA", "SLL", "SRL"} {
		for _, x := range s {
			add("%s %s", op, x)
		}
		for _, xy := range []string{"IX", "IY"} {
			for _, x := range r {
				add("%s (%s+5),%s", op, xy, x)
				add("%s (%s-7),%s", op, xy, x)
			}
		}
	}
	for _, op := range []string{"BIT", "SET", "RES"} {
		for b := range 8 {
			for _, x := range s {
				add("%s %d,%s", op, b, x)
			}
			for _, xy := range []string{"IX", "IY"} {
				if op == "BIT" {
					continue
				}
				for _, x := range r {
					add("%s %d,(%s+5),%s", op, b, xy, x)
					add("%s %d,(%s-7),%s", op, b, xy, x)
				}
			}
		}
	}
	add("JP 1234H")
	add("CALL 1234H")
	for _, c := range []string{"NZ", "Z", "NC", "C", "PO", "PE", "P", "M"} {
		add("JP %s,1234H", c)
		add("CALL %s,1234H", c)
		add("RET %s", c)
	}
	for _, d := range []string{"", "NZ,", "Z,", "NC,", "C,"} {
		for _, to := range []string{"$", "$+2", "$-126", "$+129"} {
			add("JR %s%s", d, to)
		}
	}
	for _, to := range []string{"$", "$+2", "$-126", "$+129"} {
		add("DJNZ %s", to)
	}
	for i := range 8 {
		add("RST %d", 8*i)
	}
	add("IN A,(12H)")
	add("OUT (12H),A")
	for _, x := range r {
		add("IN %s,(C)", x)
		add("OUT (C),%s", x)
	}
	add("IN F,(C)")
	add("IN (C)")
	add("OUT (C),0")
	for _, op := range []string{"ADD", "ADC", "SBC"} { // the accumulator left out
		for _, x := range append(append([]string{}, s...), halves...) {
			add("%s %s", op, x)
		}
		add("%s 12H", op)
	}
	for _, op := range []string{"SUB", "AND", "XOR", "OR", "CP"} { // the accumulator put in
		for _, x := range append(append([]string{}, s...), halves...) {
			add("%s A,%s", op, x)
		}
		add("%s A,12H", op)
	}
	return all
}

// expression returns a random expression with its value and its precedence, written with as few brackets
// as possible. Every step stays within 0…32767, where signed and unsigned arithmetic are the same.
func expression(rnd *rand.Rand, depth int) (text string, value, precedence int) {
	if depth == 0 || rnd.IntN(6) == 0 {
		switch rnd.IntN(6) {
		case 0:
			return "ALPHA", 300, 9
		case 1:
			return "BETA", 7, 9
		case 2:
			v := rnd.IntN(256)
			return fmt.Sprintf("0%XH", v), v, 9
		case 3:
			v := rnd.IntN(16)
			return fmt.Sprintf("%bB", v), v, 9
		case 4:
			v := 'A' + rnd.IntN(26)
			return fmt.Sprintf("'%c'", v), v, 9
		default:
			v := rnd.IntN(100)
			return fmt.Sprint(v), v, 9
		}
	}
	operators := []struct {
		text       string
		precedence int
	}{
		{"OR", 1}, {"XOR", 1}, {"|", 1}, {"AND", 2}, {"&", 2}, {"AND NOT", 2},
		{"& ~", 2}, {"+", 5}, {"-", 5}, {"*", 6}, {"/", 6},
		{"MOD", 6}, {"SHL", 6}, {"SHR", 6}, {"<<", 6}, {">>", 6},
		{"EQ", 4}, {"NE", 4}, {"LT", 4}, {"LE", 4}, {"GT", 4}, {"GE", 4},
		{"=", 4}, {"!=", 4}, {"<", 4}, {"<=", 4}, {">", 4}, {">=", 4},
	}
	for {
		op := operators[rnd.IntN(len(operators))]
		if op.precedence == 4 && depth < 3 {
			continue
		}
		x, l, p := expression(rnd, depth-1)
		y, r, q := expression(rnd, depth-1)
		if p < op.precedence {
			x = "(" + x + ")"
		}
		// NOT is looser than comparisons and all that is tighter: such an operand of it needs no brackets.
		if q <= op.precedence && !(strings.Contains(op.text, "NOT") && q > 3) {
			y = "(" + y + ")"
		}
		v := -1
		switch op.text {
		case "OR", "|":
			v = l | r
		case "XOR":
			v = l ^ r
		case "AND", "&":
			v = l & r
		case "AND NOT", "& ~":
			v = l &^ r
		case "+":
			v = l + r
		case "-":
			v = l - r
		case "*":
			v = l * r
		case "/":
			if r != 0 {
				v = l / r
			}
		case "MOD":
			if r != 0 {
				v = l % r
			}
		case "SHL", "<<":
			if r < 15 {
				v = l << r
			}
		case "SHR", ">>":
			if r < 16 {
				v = l >> r
			}
		default:
			holds := map[string]bool{
				"EQ": l == r, "NE": l != r, "LT": l < r, "LE": l <= r, "GT": l > r, "GE": l >= r,
				"=": l == r, "!=": l != r, "<": l < r, "<=": l <= r, ">": l > r, ">=": l >= r,
			}[op.text]
			// A comparison is 0 or 0FFFFH; only its last bit stays in range.
			x, y = "("+x, y+") AND 1"
			if v = 0; holds {
				v = 1
			}
			if v >= 0 {
				return x + " " + op.text + " " + y, v, 2
			}
		}
		if v >= 0 && v < 32768 {
			return x + " " + op.text + " " + y, v, op.precedence
		}
	}
}

func expressions() {
	rnd := rand.New(rand.NewPCG(1978, 6))
	var out bytes.Buffer
	fmt.Fprintln(&out, "; Expressions, with the word that pasmo makes of them. "+
		"ALPHA is 300, BETA is 7. Made by generate.go.")
	n := 0
	for n < 500 {
		text, value, _ := expression(rnd, 1+rnd.IntN(4))
		if len(text) > 90 {
			continue
		}
		code := assemble("pasmo", "ALPHA EQU 300\nBETA EQU 7\n\tDW "+text+"\n")
		if code == nil {
			log.Fatal("pasmo refuses ", text)
		}
		if got := int(code[0]) + int(code[1])<<8; got != value {
			log.Printf("%s is %d, pasmo says %d", text, value, got)
		}
		fmt.Fprintf(&out, "%s ; %02X %02X\n", text, code[0], code[1])
		n++
	}
	write("expressions.txt", out.Bytes())
}

// program writes a long source with all kinds of statements, and its image.
func program() {
	rnd := rand.New(rand.NewPCG(1978, 7))
	pool := instructions()
	var b strings.Builder
	b.WriteString("START\tEQU\t1000H\nTABLES\tEQU\tSTART+6000H\n")
	b.WriteString("PRINT\tMACRO\ttext, count\n\tLD\tHL,text\n\tLD\tB,count ; count of text\n" +
		"\tRST\t38H\n\tDB\t92H, 1AH\n\tDW\ttext + count, count * 2\n\tENDM\n")
	b.WriteString("\tORG\tSTART\n")
	const labels = 900
	next := 0
	label := func() string { return fmt.Sprintf("L%03d", rnd.IntN(labels)) }
	for next < labels {
		fmt.Fprintf(&b, "L%03d:\n", next)
		for range 5 + rnd.IntN(3) {
			switch rnd.IntN(12) {
			case 0:
				fmt.Fprintf(&b, "\tLD\tHL,%s\n", label())
			case 1:
				fmt.Fprintf(&b, "\tcall\t%s ; forward or back\n", label())
			case 2:
				fmt.Fprintf(&b, "\tJP\tNZ,%s+%d\n", label(), rnd.IntN(5))
			case 3:
				fmt.Fprintf(&b, "\tDJNZ\tL%03d\n", next) // near
			case 4:
				fmt.Fprintf(&b, "\tLD\tA,(IX+L%03d-L%03d)\n", next, next)
			case 5:
				fmt.Fprintf(&b, "\tDB\t'It', \"is;\", %s & 0FFH, %s >> 8, -1\n", label(), label())
			case 6:
				fmt.Fprintf(&b, "\tPRINT\t%s, %d\n", label(), rnd.IntN(100))
			case 7:
				fmt.Fprintf(&b, "\tIF\t%d > 5\n\tLD\tA,%d\n\tELSE\n\tLD\tBC,%s\n\tENDIF\n",
					rnd.IntN(11), rnd.IntN(256), label())
			default:
				for {
					text := pool[rnd.IntN(len(pool))]
					if assemblable(text) {
						fmt.Fprintf(&b, "\t%s\n", text)
						break
					}
				}
			}
		}
		next++
	}
	b.WriteString("\tORG\tTABLES\n")
	for i := range 200 {
		fmt.Fprintf(&b, "T%03d\tDW\t%s, %s-%s\n", i, label(), label(), label())
	}
	b.WriteString("\tORG\tSTART-80H\nEARLY:\tDS\t10H\n\tDB\t1,2,3\n\tEND\n")
	source := b.String()
	image := assemble("pasmo", source)
	if image == nil {
		log.Fatal("pasmo refuses the program")
	}
	log.Printf("program: %d lines, %d bytes", strings.Count(source, "\n"), len(image))
	write("program.z80.gz", packed([]byte(source)))
	write("program.bin.gz", packed(image))
}

// known caches whether pasmo accepts a statement.
var known = map[string]bool{}

func assemblable(text string) bool {
	ok, asked := known[text]
	if !asked {
		ok = assemble("pasmo", "\t"+text+"\n") != nil
		known[text] = ok
	}
	return ok
}

func packed(content []byte) []byte {
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
	w.Write(content)
	if err := w.Close(); err != nil {
		log.Fatal(err)
	}
	return b.Bytes()
}

func write(name string, content []byte) {
	if err := os.WriteFile(name, content, 0o644); err != nil {
		log.Fatal(err)
	}
}
