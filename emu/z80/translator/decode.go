package translator

import "sargon78/emu/z80"

// instruction is an instruction of the program.
type instruction struct {
	z80.Instruction
	hl          int  // what it uses as HL: the local variable hl, ix or iy
	interpreted bool // the interpreter executes it
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

// outside is what the translation does not handle: devices, interrupts, and R, which it counts
// separately.
const outside = z80.BusIn | z80.BusOut | z80.RegI | z80.RegR | z80.RegIFF1 | z80.RegIFF2 | z80.RegIM |
	z80.RegHalted

// isRare reports whether an instruction is left to the interpreter wherever it stands: one that does
// nothing, DAA, and one that uses a device, an interrupt or R.
func (i *instruction) isRare() bool {
	const daa = 0x27
	e := i.Effects()
	return i.Text == "" || i.Page == z80.MainPage && i.Op == daa ||
		(e.Reads|e.Moved|e.Writes)&outside != 0
}

// indexed reports whether the instruction has a prefix DD or FD.
func (i *instruction) indexed() bool { return i.hl != hl }

// fetches returns how many opcode fetches the instruction adds to R.
func (i *instruction) fetches() int {
	if i.Page == z80.MainPage && i.Prefix == 0 {
		return 1
	}
	return 2
}

// flow returns how a program goes on after the instruction, as far as that is translated.
func (i *instruction) flow() z80.Flow {
	if i.interpreted {
		return z80.Straight
	}
	return i.Flow
}

// target returns where a jump or a call goes, if that is known. The target of a repeating instruction
// is itself.
func (i *instruction) target() (addr uint16, known bool) {
	switch i.flow() {
	case z80.Straight:
		return 0, false
	case z80.Repeat:
		return i.Addr, true
	}
	return i.Target()
}

// ends reports whether the program never continues after the instruction.
func (i *instruction) ends() bool {
	flow := i.flow()
	return !i.Conditional && (flow == z80.Jump || flow == z80.Call || flow == z80.Return)
}

// calls reports whether the instruction is a call that is translated.
func (i *instruction) calls() bool { return i.flow() == z80.Call }
