package translator

import "sargon78/emu/z80"

// instruction is one of the program.
type instruction struct {
	z80.Instruction
	hl          int  // what it uses for HL: the local variable hl, ix or iy
	interpreted bool // interpreted to the interpreter
}

// decode decodes the instruction at an address.
func decode(mem func(uint16) byte, addr uint16) instruction {
	i := instruction{Instruction: z80.Decode(mem, addr), hl: hl}
	switch i.Prefix {
	case 0xDD:
		i.hl = ix
	case 0xFD:
		i.hl = iy
	}
	isWord := func(a z80.Access) bool { return a.At == z80.AtNN && a.Bytes == 2 }
	wraps := i.N == 0xFFFF && (isWord(i.Reads) || isWord(i.Writes)) // at both ends of memory
	i.interpreted = wraps || i.isRare()
	return i
}

// isRare reports whether an instruction is left to the interpreter wherever it stands: prefixes that
// change nothing, DAA, HALT, OUT, IN, DI, EI, and after ED all but those that add and load words,
// NEG, RRD, RLD, and LDI to CPDR.
func (i *instruction) isRare() bool {
	switch i.Page {
	case z80.MainPage:
		switch i.Op {
		case 0x27, 0x76, 0xD3, 0xDB, 0xF3, 0xFB:
			return true
		}
		return i.IsPrefix()
	case z80.ExtendedPage:
		switch {
		case i.Text == "":
			return true
		case i.Op >= 0x80:
			return i.Op&7 >= 2
		}
		return i.Op&7 < 2 || i.Op&7 > 4 && i.Op != 0x67 && i.Op != 0x6F
	}
	return false
}

// indexed reports whether it has a prefix DD or FD.
func (i *instruction) indexed() bool { return i.hl != hl }

// fetches returns how many opcode fetches R counts.
func (i *instruction) fetches() int {
	if i.Page == z80.MainPage && i.Prefix == 0 {
		return 1
	}
	return 2
}

// flow says how a program goes on, as far as it is translated.
func (i *instruction) flow() z80.Flow {
	if i.interpreted {
		return z80.Straight
	}
	return i.Flow
}

// target returns where a jump or a call goes, if that is known; one that repeats goes to itself.
func (i *instruction) target() (addr uint16, known bool) {
	switch i.flow() {
	case z80.Straight:
		return 0, false
	case z80.Repeat:
		return i.Addr, true
	}
	return i.Target()
}

// ends reports whether the program never goes on behind it.
func (i *instruction) ends() bool {
	flow := i.flow()
	return !i.Conditional && (flow == z80.Jump || flow == z80.Call || flow == z80.Return)
}

// calls reports whether it is a call that is translated.
func (i *instruction) calls() bool { return i.flow() == z80.Call }
