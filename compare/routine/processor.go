package routine

import (
	"slices"

	"sargon78/emu/z80"
)

// Marks of addresses. The core stops before the instruction at an address with a mark.
const (
	markStep = 1 << iota // at all addresses: follow comes before each instruction
	markEnd              // the routine ends here
	markStub             // a stub takes the place of what is here
)

// returned is the address to which a routine returns.
const returned = 0xFFFF

// A side is the memory of the program or of the other side, and what a case has done with it.
type side struct {
	name   string
	memory *[1 << 16]uint8
	marks  *[1 << 16]uint8 // a Use for each address
	base   *[1 << 16]uint8 // the memory as each case begins
	log    []uint16        // addresses whose byte or mark the case has changed
	doing  *step           // not nil: the instruction of a program that reads and writes now
}

// A processor runs a routine as one side of a case. It follows which registers and bytes have a value.
type processor struct {
	c       *Case
	routine *Routine
	side    *side
	chip    z80.Chip
	core    z80.Interpreter
	code    [1 << 16]*step // the instructions decoded so far
	stubs   map[uint16]*Stub
	program State // this side, for stubs

	undefined z80.RegisterSet // registers that have no value
	sp, back  uint16          // SP above the return address; where the routine returns
	begun     registers       // their values when the routine began
	kept      registers       // the bits that it must not change
	end       uint16          // the address at which it has ended
}

// newProcessor returns a processor that runs the program of a routine, instruction by instruction. The
// program ends at its exits and where it returns.
func newProcessor(c *Case, s *side, r *Routine) *processor {
	p := &processor{c: c, routine: r, side: s, stubs: map[uint16]*Stub{}, kept: maskOf(every &^ r.Changes)}
	copy(p.chip.Memory[r.Program.Origin:], r.Program.Code)
	base := p.chip.Memory
	s.memory, s.base, s.marks = &p.chip.Memory, &base, new([1 << 16]uint8)
	for at := range p.chip.Marks {
		p.chip.Marks[at] = markStep
	}
	p.chip.Marks[returned] |= markEnd
	p.back = returned
	for _, exit := range r.Exits {
		p.chip.Marks[exit] |= markEnd
	}
	for _, stub := range r.Calls {
		p.chip.Marks[stub.At] |= markStub
		p.stubs[stub.At] = stub
	}
	p.program = State{c: c, side: s, registers: &p.chip.Registers, processor: p}
	return p
}

// run runs the routine from its entry to one of its ends.
func (p *processor) run() {
	c, r := &p.chip, p.routine
	p.side.doing = nil
	c.SP = r.sp() - 2
	if p.c.live != nil {
		c.SP = p.c.liveSP
	}
	p.c.write(p.side, c.SP, p.c.back&0xFF)
	p.c.write(p.side, c.SP+1, p.c.back>>8)
	if p.back != p.c.end {
		p.returnTo(p.c.end)
	}
	c.PC, p.sp = r.Entry, c.SP+2
	before := c.TStates
	p.begun = registersOf(&c.Registers)
	p.undefined = every &^ r.Given
	p.execute()
	p.side.doing = nil
	for i := range p.c.sides {
		if p.side == &p.c.sides[i] {
			p.c.longest[i] = max(p.c.longest[i], c.TStates-before)
		}
	}
	sp := p.sp
	if p.end = c.PC; p.end == p.back {
		p.end = returned
		sp += r.Takes
	} else if !r.Drops {
		sp -= 2
	}
	if c.SP != sp {
		hint := ""
		if p.end != returned && c.SP == p.sp {
			hint = ": it has taken its return address off the stack, and Drops does not say so"
		}
		fail("SP is %04X and not %04X as %s ends%s", c.SP, sp, p.side.name, hint)
	}
	if p.end == returned && p.c.r.Jumps {
		fail("%s returns, and does not go on to %s", p.side.name, p.c.address(r.Exits[0]))
	}
	p.c.checkKept(&p.kept, &p.begun, &c.Registers)
	if lacks := p.undefined & r.Results; lacks != 0 {
		fail("%v has no value as %s ends", lacks, p.side.name)
	}
}

// returnTo sets the address to which the routine returns.
func (p *processor) returnTo(back uint16) {
	if !slices.Contains(p.routine.Exits, p.back) {
		p.chip.Marks[p.back] &^= markEnd
	}
	p.back = back
	p.chip.Marks[back] |= markEnd
}

// step returns the instruction at an address. It ends the case if these bytes are not code: outside the
// program, or in Memory, unless the program changes itself.
func (p *processor) step(pc uint16) *step {
	if i := p.code[pc]; i != nil {
		return i
	}
	if !p.routine.Program.contains(pc) {
		if p.c.r.Inline != nil && p.chip.SP == p.sp {
			fail("%s returns to %s, and not to %s", p.side.name, p.c.address(pc), p.c.address(p.back))
		}
		fail("%s runs away to %s", p.side.name, p.c.address(pc))
	}
	i, changes := p.decode(pc), false
	for at := pc; at != i.Next(); at++ {
		if p.c.marks[at] == uint8(closed) {
			continue
		}
		if !p.routine.SelfModifying {
			fail("%s runs away to %s, which is data", p.side.name, p.c.address(pc))
		}
		if p.readByte(at) {
			changes = true
			continue
		}
		fail("%s executes %s, which has no value", p.side.name, p.c.address(at))
	}
	if changes {
		return p.decode(pc)
	}
	p.code[pc] = i
	return i
}

// decode returns the instruction at an address. It ends the case if the instruction cannot be followed.
func (p *processor) decode(pc uint16) *step {
	i, what := newStep(z80.Decode(p.chip.Peek, pc))
	if what != "" {
		fail("%s at %s %s: that cannot be followed", i.Assembly(), p.c.address(pc), what)
	}
	return i
}

// execute runs the program from PC to one of the ends.
func (p *processor) execute() {
	c, budget := &p.chip, p.routine.budget()
	end := c.TStates + budget
	for {
		i := p.step(c.PC)
		p.follow(i)
		for i.IsPrefix() { // it runs with the next instruction, in one
			i = p.step(i.Next())
			p.follow(i)
		}
		p.core.Run(c, end)
		if i.Conditional {
			if c.PC == i.Next() {
				i.ways |= notTaken
			} else {
				i.ways |= taken
			}
		}
		if c.TStates >= end {
			fail("%s has no end within %d T-states, its Budget", p.side.name, budget)
		}
		for c.Marks[c.PC]&(markEnd|markStub) != 0 {
			if c.Marks[c.PC]&markEnd != 0 {
				return
			}
			p.answer(p.stubs[c.PC])
		}
	}
}

// answer lets a stub take the place of the called routine. The program then goes on at the return address, or
// where the stub says by State.GoOn.
func (p *processor) answer(stub *Stub) {
	s := &p.program
	p.side.doing = nil
	if lacks := p.undefined & stub.Given; lacks != 0 {
		fail("%s has no value where %s is called", lacks, stub.Name)
	}
	s.stub, s.exit = stub, returned
	stub.do(s)
	s.stub = nil
	c := &p.chip
	if c.PC = s.exit; s.exit == returned {
		c.PC = c.Word(c.SP)
	}
	if s.exit == returned || stub.Drops {
		c.SP += 2
	}
}

// do lets the stub answer one call.
func (stub *Stub) do(s *State) {
	if stub.Do != nil {
		stub.Do(s)
		return
	}
	args, answer := Args{}, uint16(0)
	if stub.Arguments != nil {
		args = stub.Arguments(s)
	}
	if stub.Answers != nil {
		if values := stub.Answers(s, args); values != nil {
			answer = s.Choose(stub.Name, values)
		}
	}
	s.Called(stub.Name, answer, args[:]...)
	s.Clobber()
	if stub.Leave != nil {
		stub.Leave(s, args, answer)
	}
}

// follow is called before an instruction runs. It gives values to the inputs that the instruction reads, and
// notes which registers and bytes have no value after it.
func (p *processor) follow(i *step) {
	if written := i.latched &^ p.routine.Changes; written != 0 {
		fail("%s at %s writes to %v, which Changes does not name", i.Assembly(), p.c.address(i.Addr), written)
	}
	if p.undefined&i.asks != 0 {
		i.has(p, p.undefined&i.asks, 0)
	}
	if i.inCode {
		if p.undefined&i.sources == 0 {
			p.undefined &^= i.surely
		} else {
			p.undefined = p.after(i, 0)
		}
		return
	}
	p.side.doing = i
	c := &p.chip
	reads, writes := i.Accesses(&c.Registers)
	from := i.Address(reads, &c.Registers)
	for k := range uint16(reads.Bytes) {
		if !p.readByte(from + k) {
			p.undefined |= z80.BusRead << k
		}
	}
	next := p.after(i, from)
	to := i.Address(writes, &c.Registers)
	for k := range uint16(writes.Bytes) {
		p.c.touch(p.side, to+k, true)
		if next&(z80.BusWrite<<k) != 0 {
			p.side.marks[to+k] = uint8(Clobbered)
		}
	}
	p.undefined = next &^ z80.RegBus
}

// after returns what has no value after an instruction, which reads memory from an address on.
func (p *processor) after(i *step, from uint16) (next z80.RegisterSet) {
	next = p.undefined &^ i.surely
	if p.undefined&i.sources == 0 {
		return next
	}
	if p.undefined&i.asks != 0 {
		i.has(p, p.undefined&i.asks, from)
	}
	for n := range i.Transfers {
		t := &i.Transfers[n]
		lacks := t.From & p.undefined
		if lacks == 0 {
			continue
		}
		if !t.Moves && t.To&^mayBeNoise != 0 {
			i.has(p, lacks, from)
		}
		next |= t.To
	}
	return next
}

// has ends the case, because an instruction needs something that has no value: a register, or a byte of
// those that it reads from an address on.
func (i *step) has(p *processor, lacks z80.RegisterSet, at uint16) {
	for first := range lacks.All() {
		name := first.String()
		switch first {
		case z80.BusRead:
			name = p.c.address(at)
		case z80.BusRead2:
			name = p.c.address(at + 1)
		}
		fail("%s at %s reads %s, which has no value", i.Assembly(), p.c.address(i.Addr), name)
	}
}

// readByte is called before a byte is read. It reports whether the byte has a value.
func (p *processor) readByte(at uint16) bool {
	if p.side.marks[at] == uint8(Clobbered) {
		return false
	}
	p.c.touch(p.side, at, false)
	return true
}
