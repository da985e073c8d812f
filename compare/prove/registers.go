package prove

import (
	"slices"
	"strings"

	"sargon78/emu/z80"
)

// A set of registers: a bit for each half of pairs, in their order, the high one first, and behind
// them the flags.
type set uint32

// pairs are the names of all.
var pairs = strings.Fields("AF BC DE HL IX IY AF' BC' DE' HL'")

const flagsFrom = 24 // bits of F are so many further on

// registersNamed are all sets that have a name: B, BC, IXH, H', Z, carry.
var registersNamed = func() map[string]set {
	all := map[string]set{
		"Z": z80.FlagZ << flagsFrom, "carry": z80.FlagC << flagsFrom,
		"P/V": z80.FlagPV << flagsFrom, "S": z80.FlagS << flagsFrom,
	}
	for i, pair := range pairs {
		high, low := set(1)<<(2*i), set(2)<<(2*i)
		if pair == "AF" {
			low |= 0xFF << flagsFrom
		}
		first, second := pair[:1]+pair[2:], pair[1:]
		if pair[0] == 'I' {
			first, second = pair+"H", pair+"L"
		}
		all[pair], all[first], all[second] = high|low, high, low
	}
	return all
}()

// every has all registers.
var every = setOf(strings.Join(pairs, " "))

// setOf reads names.
func setOf(names string) (all set) {
	for name := range strings.FieldsSeq(names) {
		one, ok := registersNamed[name]
		if !ok {
			panic("no register " + name)
		}
		all |= one
	}
	return all
}

// String is the name of one of them.
func (s set) String() string {
	for _, name := range strings.Fields("A Z carry S P/V B C D E H L IXH IXL IYH IYL B' C' D' E' H' L'") {
		if s&registersNamed[name] != 0 {
			return name
		}
	}
	return "a flag"
}

// exchanged is the set behind an exchange of registers with those so many bits further on.
func (s set) exchanged(of set, by uint8) set {
	return s&^(of|of<<by) | s>>by&of | s&of<<by
}

// registers are the values of all pairs.
type registers [10]uint16

func registersOf(g *z80.Registers) registers {
	return registers{g.AF(), g.BC(), g.DE(), g.HL(), g.IX, g.IY, g.AF_, g.BC_, g.DE_, g.HL_}
}

// to gives the registers of a chip these values.
func (is *registers) to(g *z80.Registers) {
	g.SetAF(is[0])
	g.SetBC(is[1])
	g.SetDE(is[2])
	g.SetHL(is[3])
	g.IX, g.IY, g.AF_, g.BC_, g.DE_, g.HL_ = is[4], is[5], is[6], is[7], is[8], is[9]
}

// noise are values that differ from case to case.
func noise(n uint64) (is registers) {
	for i := range is {
		n = n*0x9E3779B97F4A7C15 + 0x7F4A7C15
		is[i] = uint16(n >> 40)
	}
	return is
}

// mask has all bits of the registers of a set.
func (s set) mask() (all registers) {
	for i := range all {
		all[i] = uint16(s>>(2*i)&1)*0xFF00 | uint16(s>>(2*i+1)&1)*0xFF
	}
	return all
}

// A step is an instruction, with the registers that it reads and writes.
type step struct {
	z80.Instruction
	reads, writes set
	pushes, pops  [2]set // low and high byte
	swaps         set    // with those
	by            uint8  // bits further on
	tests, tested set    // flags without a value if the register has none, which is not read else
}

// effects are the registers that instructions read and write besides those of an address: 1 is the
// first operand, 2 the last. What is not here, no piece may have.
var effects = func() map[string][2]string {
	all := map[string][2]string{}
	for line := range strings.Lines(`
		LD | 2 | 1
		ADD AND OR XOR SUB | 1 2 | 1
		ADC SBC | 1 2 carry | 1
		CP | 1 2 |
		INC DEC RLC RRC SLA SRA SRL | 1 | 1
		RL RR | 1 carry | 1
		BIT | 2 |
		SET RES | 2 | 2
		RLCA RRCA CPL NEG | A | A
		RLA RRA | A carry | A
		RLD RRD | A HL | A
		DJNZ | B | B
		LDI LDIR LDD LDDR | BC DE HL |
		CPI CPIR CPD CPDR | A BC HL |
		CCF | carry |
		SCF NOP JP JR CALL RET PUSH POP EX EXX | |`) {
		if columns := strings.Split(line, "|"); len(columns) == 3 {
			for name := range strings.FieldsSeq(columns[0]) {
				all[name] = [2]string{columns[1], columns[2]}
			}
		}
	}
	return all
}()

// newStep finds out what an instruction does with registers. It throws one that no piece may have.
func newStep(i z80.Instruction) *step {
	s := &step{Instruction: i, writes: set(i.Flags) << flagsFrom}
	pair, high, low := "HL", "H", "L"
	if i.Prefix != 0 {
		pair = map[uint8]string{z80.PrefixIX: "IX", z80.PrefixIY: "IY"}[i.Prefix]
		high, low = pair+"H", pair+"L"
	}
	text := strings.NewReplacer("%p", pair, "%m", "("+pair+")", "%h", high, "%l", low).Replace(i.Text)
	mnemonic, operands := z80.Words(text)
	effect, ok := effects[mnemonic]
	if !ok || mnemonic == "EX" && text != "EX DE,HL" {
		fail("%s at %04Xh cannot be followed", i.Assembly(), i.Addr)
	}
	if slices.Contains(strings.Fields("AND OR XOR SUB CP"), mnemonic) && len(operands) == 1 {
		operands = []string{"A", operands[0]}
	}
	registers := func(names string) (all set) {
		for name := range strings.FieldsSeq(names) {
			switch name {
			case "1":
				name = operands[0]
			case "2":
				name = operands[len(operands)-1]
			}
			all |= registersNamed[name]
		}
		return all
	}
	s.reads, s.writes = registers(effect[0]), s.writes|registers(effect[1])
	same := len(operands) == 2 && operands[0] == operands[1]
	switch {
	case same && (mnemonic == "XOR" || mnemonic == "SUB"):
		s.reads = 0
	case same && mnemonic == "SBC":
		s.reads = setOf("carry")
	case same && (mnemonic == "OR" || mnemonic == "AND"): // the carry goes, whatever A is
		s.tests, s.tested = s.reads, setOf("Z S P/V")
		s.reads, s.writes = 0, s.writes&^s.reads
	case i.Conditional && strings.Contains("JP JR CALL RET", mnemonic):
		s.reads |= setOf(map[string]string{
			"NZ": "Z", "Z": "Z", "NC": "carry", "C": "carry", "PO": "P/V", "PE": "P/V", "P": "S", "M": "S",
		}[operands[0]])
	case mnemonic == "PUSH":
		s.pushes = bytesOf(operands[0])
	case mnemonic == "POP":
		s.pops = bytesOf(operands[0])
	case mnemonic == "EX":
		s.swaps, s.by = setOf("DE"), 2
	case mnemonic == "EXX":
		s.swaps, s.by = setOf("BC DE HL"), 12
	}
	for _, o := range operands {
		if strings.HasPrefix(o, "(") { // an address
			s.reads |= registersNamed[strings.Trim(o, "()")]
		}
	}
	return s
}

// bytesOf are the low and the high half of a pair.
func bytesOf(pair string) [2]set {
	const highs = 0x55555
	return [2]set{registersNamed[pair] &^ highs, registersNamed[pair] & highs}
}
