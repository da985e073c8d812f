package prove

import (
	"fmt"
	"strings"

	"sargon78/emu/z80"
	"sargon78/roms"
)

// Marks of an address, before which the core stops.
const (
	markData = 1 << iota // the instruction there reads or writes data, or was never decoded
	markEnd              // a piece ends here
	markStub             // something else is done in place of what is here
)

// returned is where a piece returns to.
const returned = 0xFFFF

// budget is how many T-states a piece may take.
const budget = 100_000

// rom is the program in a chip of its own, of which single pieces are run.
type rom struct {
	image *roms.Image
	chip  z80.Chip
	core  z80.Interpreter
	code  [1 << 16]*z80.Instruction // decoded so far
	stubs map[uint16]func()
	marks []uint16 // that the piece has set
}

func newROM(image *roms.Image) *rom {
	r := &rom{image: image, stubs: map[uint16]func(){}}
	copy(r.chip.Memory[image.Load:], image.Bytes)
	for at := range r.chip.Marks {
		r.chip.Marks[at] = markData
	}
	return r
}

// label is the address of a label, or of a cell.
func (r *rom) label(name string) uint16 {
	if at, ok := r.image.Labels[name]; ok {
		return at
	}
	at, ok := r.image.Symbol(name)
	if !ok {
		panic(wrong(fmt.Sprintf("the program has no %s", name)))
	}
	return at
}

func (r *rom) mark(at uint16, mark uint8) {
	r.chip.Marks[at] |= mark
	r.marks = append(r.marks, at)
}

// clear forgets ends and stubs.
func (r *rom) clear() {
	for _, at := range r.marks {
		r.chip.Marks[at] = markData
	}
	r.marks = r.marks[:0]
	clear(r.stubs)
	r.mark(returned, markEnd)
}

// instruction is the one at PC.
func (r *rom) instruction() *z80.Instruction {
	pc := r.chip.PC
	if i := r.code[pc]; i != nil {
		return i
	}
	if end := int(r.image.Load) + len(r.image.Bytes); pc < r.image.Load || int(pc) >= end {
		panic(wrong(fmt.Sprintf("the program runs away to %04Xh", pc)))
	}
	i := z80.Decode(r.chip.Peek, pc)
	if i.Flow == z80.Halt || i.Text == "" || strings.HasPrefix(i.Text, "EI") {
		panic(wrong(fmt.Sprintf("%s at %04Xh", i.Assembly(), pc)))
	}
	r.code[pc] = &i
	if i.Reads.Bytes == 0 && i.Writes.Bytes == 0 {
		r.chip.Marks[pc] &^= markData
	}
	return &i
}

// run runs the program from PC to one of the ends. touch is asked before data is read or written.
func (r *rom) run(touch func(at uint16, write bool)) {
	c := &r.chip
	end := c.TStates + budget
	for {
		i := r.instruction()
		if n := i.Reads.Bytes; n > 0 {
			at := address(i, i.Reads.At, &c.Registers)
			touch(at, false)
			if n > 1 {
				touch(at+1, false)
			}
		}
		if n := i.Writes.Bytes; n > 0 {
			at := address(i, i.Writes.At, &c.Registers)
			touch(at, true)
			if n > 1 {
				touch(at+1, true)
			}
		}
		r.core.Run(c, end)
		if c.TStates >= end {
			panic(wrong(fmt.Sprintf("no end within %d T-states", budget)))
		}
		for c.Marks[c.PC]&(markEnd|markStub) != 0 {
			if c.Marks[c.PC]&markEnd != 0 {
				return
			}
			r.stubs[c.PC]()
		}
	}
}

// address is where an instruction finds data.
func address(i *z80.Instruction, at z80.Place, r *z80.Registers) uint16 {
	switch at {
	case z80.AtOperand:
		switch i.Prefix {
		case 0xDD:
			return r.IX + uint16(i.D)
		case 0xFD:
			return r.IY + uint16(i.D)
		}
		return r.HL()
	case z80.AtBC:
		return r.BC()
	case z80.AtDE:
		return r.DE()
	case z80.AtSP:
		return r.SP
	case z80.BelowSP:
		return r.SP - 2
	}
	return i.N
}

// registers are all pairs: AF BC DE HL IX IY, and those of the alternate set.
type registers [10]uint16

// pairs are their names.
var pairs = [len(registers{})]string{
	"AF", "BC", "DE", "HL", "IX", "IY", "AF'", "BC'", "DE'", "HL'",
}

func (r *rom) registers() registers {
	g := &r.chip.Registers
	return registers{g.AF(), g.BC(), g.DE(), g.HL(), g.IX, g.IY, g.AF_, g.BC_, g.DE_, g.HL_}
}

// noise changes the registers of a set.
func (r *rom) noise(of registers, n uint64) {
	is := r.registers()
	for i := range is {
		n = n*0x9E3779B97F4A7C15 + 0x7F4A7C15
		is[i] ^= uint16(n>>40) & of[i]
	}
	g := &r.chip.Registers
	g.SetAF(is[0])
	g.SetBC(is[1])
	g.SetDE(is[2])
	g.SetHL(is[3])
	g.IX, g.IY, g.AF_, g.BC_, g.DE_, g.HL_ = is[4], is[5], is[6], is[7], is[8], is[9]
}

// all are all registers.
var all = registerSet("AF BC DE HL IX IY AF' BC' DE' HL'")

// registerSet reads names: "A F BC DE HL IX IY AF' BC' DE' HL'".
func registerSet(names string) (set registers) {
	for name := range strings.FieldsSeq(names) {
		found := false
		for i, pair := range pairs {
			switch {
			case name == pair:
				set[i], found = 0xFFFF, true
			case i < 4 && name == pair[:1]:
				set[i], found = set[i]|0xFF00, true
			case i < 4 && name == pair[1:]:
				set[i], found = set[i]|0x00FF, true
			}
		}
		if !found {
			panic("no register " + name)
		}
	}
	return set
}
