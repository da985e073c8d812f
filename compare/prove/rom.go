package prove

import (
	"sargon78/emu/z80"
	"sargon78/sargon/spec/variables"
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

// cell returns the address of a label, or of a variable that only this program has. Where the program
// has none of that name, the row ends as not applicable.
func (p *pair) cell(name string) uint16 {
	if at, ok := p.image.Labels[name]; ok {
		return at
	}
	at, ok := p.image.Symbol(name)
	if !ok {
		panic(missing(name))
	}
	return at
}

// program runs the routine of the contract, or a piece of it, to one of the ends.
func (p *pair) program() {
	c := &p.chip
	c.SP = p.at(variables.STACK)
	c.SP -= 2
	p.writeWord(c.SP, returned)
	c.PC = p.cell(p.contract.label)
	sp, before := c.SP, c.TStates
	p.begun = registersOf(&c.Registers)
	p.undefined = every &^ p.contract.given
	p.execute()
	p.shown.Longest = max(p.shown.Longest, c.TStates-before)
	p.end, p.ended = c.PC, true
	if p.end == returned {
		sp += 2
		if next := p.contract.next; next != "" && !p.contract.returns {
			fail("the program returns, and does not go on to %s", next)
		}
	}
	if c.SP != sp {
		fail("SP is %04X and not %04X", c.SP, sp)
	}
	is := registersOf(&c.Registers)
	for i, pair := range pairs {
		if (is[i]^p.begun[i])&p.contract.keeps[i] != 0 {
			fail("%s is %04X and not %04X, as it was", pair.name, is[i], p.begun[i])
		}
	}
	if lacks := p.undefined & p.contract.meant; lacks != 0 {
		fail("%v has no value as the program ends", lacks)
	}
}

// goesOn is where the piece must have ended: at a label, or back where it was called.
func (p *pair) goesOn(label string) {
	want := uint16(returned)
	if label != "" {
		want = p.cell(label)
	}
	p.same("where it goes on", p.end, want)
}

// step is the instruction at an address. It must be code: no variable, and nothing that is given or
// may be written.
func (p *pair) step(pc uint16) *step {
	if i := p.code[pc]; i != nil {
		return i
	}
	if end := int(p.image.Load) + len(p.image.Bytes); pc < p.image.Load || int(pc) >= end {
		fail("the program runs away to %04Xh", pc)
	}
	i := newStep(z80.Decode(p.chip.Peek, pc))
	for at := pc; at != i.Next(); at++ {
		if p.marks[at] != closed || variableAt(at) != nil {
			fail("the program runs away to %04Xh, which is data", pc)
		}
	}
	p.code[pc] = i
	return i
}

// execute runs the program from PC to one of the ends.
func (p *pair) execute() {
	c := &p.chip
	end := c.TStates + budget
	for {
		i := p.step(c.PC)
		p.follow(i)
		for i.IsPrefix() { // it runs with the next instruction, in one
			i = p.step(i.Next())
			p.follow(i)
		}
		p.core.Run(c, end)
		if c.TStates >= end {
			fail("no end within %d T-states", budget)
		}
		for c.Marks[c.PC]&(markEnd|markStub) != 0 {
			if c.Marks[c.PC]&markEnd != 0 {
				return
			}
			p.stubs[c.PC]()
		}
	}
}

// readByte is before a byte is read; false if it has no value.
func (p *pair) readByte(at uint16) bool {
	rom := &p.sides[0]
	if rom.marks[at] == scratch {
		return false
	}
	p.touch(rom, at, false)
	return true
}
