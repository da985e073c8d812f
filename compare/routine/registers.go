package routine

import (
	"math/bits"
	"sargon78/emu/z80"
)

// pairs are the registers whose values a case gives and compares.
var pairs = [...]struct {
	name string
	set  z80.RegisterSet
}{
	{"AF", z80.RegAF}, {"BC", z80.RegBC}, {"DE", z80.RegDE}, {"HL", z80.RegHL}, {"IX", z80.RegIX},
	{"IY", z80.RegIY}, {"AF'", z80.RegAFAlt}, {"BC'", z80.RegBCAlt}, {"DE'", z80.RegDEAlt},
	{"HL'", z80.RegHLAlt},
}

// every has all that the chip keeps from one instruction to the next and that may be without a value.
const every = z80.RegAF | z80.RegBC | z80.RegDE | z80.RegHL | z80.RegIX | z80.RegIY |
	z80.RegAFAlt | z80.RegBCAlt | z80.RegDEAlt | z80.RegHLAlt | z80.RegWZ | z80.RegQ | latched

// latched has I, R and what the chip knows of interrupts. A routine may not write to these unless its
// declaration says so.
const latched = z80.RegI | z80.RegR | z80.RegIFF1 | z80.RegIFF2 | z80.RegIM

// changedByAll is what every stubbed routine changes in addition to its Changes.
const changedByAll = z80.RegWZ | z80.RegQ | z80.RegR

// registers are the values of all pairs.
type registers [len(pairs)]uint16

func registersOf(g *z80.Registers) registers {
	return registers{g.AF(), g.BC(), g.DE(), g.HL(), g.IX, g.IY, g.AF_, g.BC_, g.DE_, g.HL_}
}

// to sets the registers of a chip to these values.
func (is *registers) to(g *z80.Registers) {
	g.SetAF(is[0])
	g.SetBC(is[1])
	g.SetDE(is[2])
	g.SetHL(is[3])
	g.IX, g.IY, g.AF_, g.BC_, g.DE_, g.HL_ = is[4], is[5], is[6], is[7], is[8], is[9]
}

// noise sets the registers of a chip to values that differ from case to case.
func noise(n uint64, g *z80.Registers) {
	next := func() uint16 {
		n = n*0x9E3779B97F4A7C15 + 0x7F4A7C15
		return uint16(n >> 40)
	}
	var is registers
	for i := range is {
		is[i] = next()
	}
	is.to(g)
	g.WZ, g.I, g.R, g.IM = next(), uint8(next()), uint8(next()), uint8(next()%3)
	g.Q, g.IFF1, g.IFF2 = next()&1 != 0, next()&1 != 0, next()&1 != 0
}

// maskOf returns which bits of the pairs belong to a set.
func maskOf(s z80.RegisterSet) (all registers) {
	for i, pair := range pairs {
		shift := 0
		for half := range (s & pair.set).All() {
			switch flags := z80.RegF | z80.RegFAlt; {
			case half&flags != 0:
				all[i] |= uint16(half>>bits.TrailingZeros64(uint64(pair.set&flags))) & 0xFF
				continue
			case half != pair.set&-pair.set: // the upper half
				shift = 8
			}
			all[i] |= 0xFF << shift
		}
	}
	return all
}

// A step is an instruction of the program, with what the table of package z80 says about it.
type step struct {
	z80.Instruction
	*z80.Effects
	asks    z80.RegisterSet // what must have a value: addresses, and what decides where the program goes on
	sources z80.RegisterSet // all that it reads or moves
	surely  z80.RegisterSet // what it writes in any case
	latched z80.RegisterSet // what it may write of latched
	inCode  bool            // it reads and writes no memory
	ways    ways            // which ways it has gone, if it is conditional
}

// mayBeNoise is what an instruction may calculate from something without a value; it then has no value
// itself. To calculate anything else from it is a fault.
const mayBeNoise = z80.RegF | z80.RegWZ | z80.RegQ

// newStep returns an instruction with its effects, and what it does that cannot be followed; "" if it can be.
func newStep(i z80.Instruction) (s *step, what string) {
	e := i.Effects()
	s = &step{Instruction: i, Effects: e, latched: e.Writes & latched, sources: e.Reads | e.Moved}
	s.inCode = s.Instruction.Reads.Bytes == 0 && s.Instruction.Writes.Bytes == 0
	s.asks = e.ReadAddress | e.WriteAddress | e.PortAddress | e.Decides
	for _, t := range e.Transfers {
		if !t.IfTaken {
			s.surely |= t.To
		}
	}
	if !i.IsPrefix() {
		s.surely |= z80.RegQ
	}
	switch {
	case (e.Reads|e.Moved)&z80.BusIn != 0:
		what = "reads a port"
	case e.Writes&z80.BusOut != 0:
		what = "writes to a port"
	case e.Writes&z80.BusRETI != 0:
		what = "ends an interrupt"
	case e.Writes&z80.RegHalted != 0:
		what = "waits for an interrupt"
	case e.Writes&z80.RegAfterEI != 0:
		what = "lets interrupts in"
	}
	return s, what
}
