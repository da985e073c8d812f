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
	stops []uint16 // where the piece has set marks

	undefined set // registers that have no value
}

// cell is the address of a label, or of a cell that only this program has.
func (p *pair) cell(name string) uint16 {
	if at, ok := p.image.Labels[name]; ok {
		return at
	}
	at, ok := p.image.Symbol(name)
	if !ok {
		panic(wrong(fmt.Sprintf("the program has no %s", name)))
	}
	return at
}

// stop marks an address.
func (p *pair) stop(at uint16, mark uint8) {
	p.chip.Marks[at] |= mark
	p.stops = append(p.stops, at)
}

// clearStops forgets ends and stubs.
func (p *pair) clearStops() {
	for _, at := range p.stops {
		p.chip.Marks[at] = markStep
	}
	p.stops = p.stops[:0]
	clear(p.stubs)
	p.stop(returned, markEnd)
}

// step is the instruction at PC.
func (p *pair) step() *step {
	pc := p.chip.PC
	if i := p.code[pc]; i != nil {
		return i
	}
	if end := int(p.image.Load) + len(p.image.Bytes); pc < p.image.Load || int(pc) >= end {
		panic(wrong(fmt.Sprintf("the program runs away to %04Xh", pc)))
	}
	i := newStep(z80.Decode(p.chip.Peek, pc))
	p.code[pc] = i
	return i
}

// execute runs the program from PC to one of the ends.
func (p *pair) execute() {
	c, rom := &p.chip, &p.sides[0]
	end := c.TStates + budget
	for {
		i := p.step()
		if p.undefined&i.reads != 0 {
			panic(wrong(fmt.Sprintf("%s at %04Xh reads %s, which has no value",
				i.Assembly(), i.Addr, p.undefined&i.reads)))
		}
		p.undefined &^= i.writes
		if p.undefined&i.tests != 0 {
			p.undefined |= i.tested
		}
		if i.by > 0 {
			p.undefined = p.undefined.exchanged(i.swaps, i.by)
		}
		if n := i.Reads.Bytes; n > 0 {
			at := i.Address(i.Reads, &c.Registers)
			for k := range uint16(n) {
				p.readByte(at+k, i.pops[k])
			}
		}
		if n := i.Writes.Bytes; n > 0 {
			at := i.Address(i.Writes, &c.Registers)
			for k := range uint16(n) {
				p.touch(rom, at+k, true)
				if p.undefined&i.pushes[k] != 0 {
					rom.marks[at+k] = scratch
				}
			}
		}
		p.core.Run(c, end)
		if c.TStates >= end {
			panic(wrong(fmt.Sprintf("no end within %d T-states", budget)))
		}
		for c.Marks[c.PC]&(markEnd|markStub) != 0 {
			if c.Marks[c.PC]&markEnd != 0 {
				return
			}
			p.stubs[c.PC]()
		}
	}
}

// readByte is before a byte is read; into a register that has no value then, if one without was pushed.
func (p *pair) readByte(at uint16, popped set) {
	rom := &p.sides[0]
	if popped != 0 && rom.marks[at] == scratch {
		p.undefined |= popped
		return
	}
	p.touch(rom, at, false)
	p.undefined &^= popped
}
