package prove

import (
	"fmt"

	"sargon78/emu/z80"
	"sargon78/roms"
)

// Marks of an address, before which the core stops.
const (
	markStep = 1 << iota // everywhere: what it reads and writes is looked at first
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
	code  [1 << 16]*step // decoded so far
	stubs map[uint16]func()
	marks []uint16 // that the piece has set

	undefined set // registers that have no value
	memory    *side
	touch     func(s *side, at uint16, write bool)
}

func newROM(image *roms.Image) *rom {
	r := &rom{image: image, stubs: map[uint16]func(){}}
	copy(r.chip.Memory[image.Load:], image.Bytes)
	for at := range r.chip.Marks {
		r.chip.Marks[at] = markStep
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
		r.chip.Marks[at] = markStep
	}
	r.marks = r.marks[:0]
	clear(r.stubs)
	r.mark(returned, markEnd)
}

// step is the instruction at PC.
func (r *rom) step() *step {
	pc := r.chip.PC
	if i := r.code[pc]; i != nil {
		return i
	}
	if end := int(r.image.Load) + len(r.image.Bytes); pc < r.image.Load || int(pc) >= end {
		panic(wrong(fmt.Sprintf("the program runs away to %04Xh", pc)))
	}
	i := newStep(z80.Decode(r.chip.Peek, pc))
	r.code[pc] = i
	return i
}

// run runs the program from PC to one of the ends.
func (r *rom) run() {
	c := &r.chip
	end := c.TStates + budget
	for {
		i := r.step()
		if r.undefined&i.reads != 0 {
			panic(wrong(fmt.Sprintf("%s at %04Xh reads %s, which has no value",
				i.Assembly(), i.Addr, r.undefined&i.reads)))
		}
		r.undefined &^= i.writes
		if r.undefined&i.tests != 0 {
			r.undefined |= i.tested
		}
		if i.by > 0 {
			r.undefined = r.undefined.exchanged(i.swaps, i.by)
		}
		if n := i.Reads.Bytes; n > 0 {
			at := i.Address(i.Reads, &c.Registers)
			for k := range uint16(n) {
				r.read(at+k, i.pops[k])
			}
		}
		if n := i.Writes.Bytes; n > 0 {
			at := i.Address(i.Writes, &c.Registers)
			for k := range uint16(n) {
				r.touch(r.memory, at+k, true)
				if r.undefined&i.pushes[k] != 0 {
					r.memory.marks[at+k] = scratch
				}
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

// read is before a byte is read; into a register that has no value then, if one without was pushed.
func (r *rom) read(at uint16, popped set) {
	if popped != 0 && r.memory.marks[at] == scratch {
		r.undefined |= popped
		return
	}
	r.touch(r.memory, at, false)
	r.undefined &^= popped
}
