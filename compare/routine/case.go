package routine

import (
	"fmt"
	"slices"

	"sargon78/emu/z80"
)

// A Case is one input of a routine, and what both sides do with it. Routine.Set and Values.Of choose the
// input with its methods; All, Sample and Beside do the rest.
type Case struct {
	forks
	r     *Routine
	marks [1 << 16]uint8 // a Use for each address, as each case begins

	places   []Memory // the memory of the routine that has a Where
	moved    []moved  // marks as they were before this case, or the last one, had its places
	domains  *[1 << 16][]uint16
	changed  []changedDomain // domains as they were before this case changed them
	sides    [2]side         // the program, the other
	program  *processor      // nil: a machine runs the routine in a whole program, see Beside
	opponent other
	left     State // what the program has left, for the other side
	answered State // what the other side was given and leaves

	// The current case.
	chosenRegisters z80.RegisterSet // registers of Given that have their values
	maskedSet       z80.RegisterSet
	masks           registers // the bits of maskedSet
	calls           []call    // calls of stubs by the program
	replies         int       // how many of them the other side has made too
	chosen          []string  // names of what was chosen
	stubbed         []uint16  // what stubs have chosen for the program
	stubsTold       int       // how many of these choices the other side has been given
	compared        []uint64  // by address: the last case in which a byte that the program left was compared

	back, end uint16          // the return address; the address to which the routine returns, after inline arguments
	liveSP    uint16          // in Beside: the stack pointer when the routine was called
	domain    *liveDomain     // in Beside: what is known of the domain
	found     []Outside       // in Beside: inputs of the call that are outside the domain
	differing differing       // what differs in the case
	lastLeft  uint16          // the address that was read last of what the program has left
	placing   bool            // memory is placed in a whole program, where nothing is chosen
	live      *[1 << 16]uint8 // not nil: where inputs come from, see Beside
	undefined uint64          // how many cases are undefined
	broken    error           // not nil: the other side cannot answer any more
	longest   [2]uint64       // most T-states of the program, and of the other side if that is a program
}

type moved struct {
	at    uint16
	marks uint8
}

type changedDomain struct {
	at     uint16
	values []uint16
}

// call is a call of a stubbed routine by the program.
type call struct {
	name   string
	args   Args
	answer uint16
	writes []written
}

type written struct{ at, v uint16 }

// An undefined ends a case that the declaration does not describe. It is thrown as a panic.
type undefined string

// A wrong is a fault that a case shows. It is thrown as a panic where it is seen.
type wrong string

// fail ends a case with a fault.
func fail(format string, args ...any) { panic(wrong(fmt.Sprintf(format, args...))) }

// newCase returns a case with what Beside needs: the marks, and the other side.
func newCase(r *Routine) *Case {
	c := &Case{r: r, back: returned, end: returned}
	if r.Inline != nil {
		c.back = r.Back
	}
	for at := range c.marks {
		c.marks[at] = uint8(closed)
	}
	for _, m := range r.Memory {
		m.each(func(at uint16) { c.marks[at] = uint8(m.Use) })
		if m.Where != nil {
			c.places = append(c.places, m)
		}
	}
	c.sides[0].name = "the program"
	c.opponent = r.Other.open(c, &c.sides[1])
	s := &c.sides[1]
	if s.memory == nil {
		s.memory, s.marks = new([1 << 16]uint8), new([1 << 16]uint8)
	}
	if s.base == nil {
		copy(s.memory[r.Program.Origin:], r.Program.Code)
		base := *s.memory
		s.base = &base
	}
	*s.marks = c.marks
	c.answered = State{c: c, side: s, registers: new(z80.Registers)}
	return c
}

// newEnumeratedCase returns a case with all that All and Sample need: also a program to run, and domains.
func newEnumeratedCase(r *Routine) *Case {
	c := newCase(r)
	sp := r.sp()
	for at := sp - stackBytes; at != sp; at++ {
		c.marks[at] = uint8(Clobbered)
	}
	*c.sides[1].marks = c.marks
	c.domains, c.compared = new([1 << 16][]uint16), make([]uint64, 1<<16)
	for at, m := range c.marks {
		if use := Use(m); use == Read || use == Changed || use == Private {
			c.domains[at] = AllBytes.List
		}
	}
	c.program = newProcessor(c, &c.sides[0], r)
	*c.sides[0].marks = c.marks
	c.left = State{c: c, side: &c.sides[0], registers: &c.program.chip.Registers, compares: true}
	c.assign(r.Inputs)
	c.changed = c.changed[:0]
	return c
}

// assign sets the domains of the inputs that are bytes.
func (c *Case) assign(inputs []Input) {
	for i := range inputs {
		in := &inputs[i]
		if in.Register == 0 && !in.Word && !in.Choice && in.Of == nil {
			c.may(in.addresses(), in.list())
		}
	}
}

func (v *Values) list() []uint16 {
	if len(v.List) == 0 {
		return AllBytes.List
	}
	return v.List
}

func (c *Case) may(addresses, values []uint16) {
	for _, at := range addresses {
		c.changed = append(c.changed, changedDomain{at, c.domains[at]})
		c.domains[at] = values
	}
}

// May sets the values that n bytes from an address on may hold in this case.
func (c *Case) May(at uint16, n int, values []uint16) {
	if len(values) == 0 && n > 0 && c.live == nil {
		panic(broken{fmt.Errorf("%s has no values in a case", c.address(at))})
	}
	for i := range uint16(n) {
		if c.live != nil {
			c.domain.chosen = append(c.domain.chosen, changedDomain{at + i, values})
			continue
		}
		c.changed = append(c.changed, changedDomain{at + i, c.domains[at+i]})
		c.domains[at+i] = values
	}
}

// Domain returns the values that a byte may hold.
func (c *Case) Domain(at uint16) []uint16 {
	if c.live == nil {
		return c.domains[at]
	}
	for _, one := range slices.Backward(c.domain.chosen) {
		if one.at == at {
			return one.values
		}
	}
	if in := c.domain.bytes[c.First()][at]; in != nil {
		return in.list()
	}
	return AllBytes.List
}

// In returns the value that an input byte has as the case begins.
func (c *Case) In(at uint16) uint16 {
	if c.live != nil {
		return uint16(c.live[at])
	}
	return uint16(c.choose(at))
}

// InOf does what May does with one byte, and returns what In returns for it.
func (c *Case) InOf(at uint16, values []uint16) uint16 {
	c.May(at, 1, values)
	return c.In(at)
}

// Set gives a byte the only value that it may hold in this case. It must be called before a side reads the
// byte.
func (c *Case) Set(at, v uint16) {
	if c.live != nil {
		c.May(at, 1, []uint16{v & 0xFF})
		return
	}
	c.know(int(at), v&0xFF)
}

// SetWord does the same with two bytes, low byte first.
func (c *Case) SetWord(at, v uint16) {
	c.Set(at, v)
	c.Set(at+1, v>>8)
}

// Register returns what a register, pair or flag holds when the routine begins. SP then points to the return
// address.
func (c *Case) Register(one z80.RegisterSet) uint16 {
	if c.live != nil {
		return readRegister(c.domain.given, one)
	}
	if one == z80.RegSP {
		return c.r.sp() - 2
	}
	if lacks := one & c.r.Given &^ c.chosenRegisters; lacks != 0 {
		panic(broken{fmt.Errorf("a value depends on %v, which has none yet: its input must come before", lacks)})
	}
	return c.program.program.Register(one)
}

// SetRegister sets a register, pair or flag of Given to the only value that it may hold in this case.
func (c *Case) SetRegister(one z80.RegisterSet, v uint16) {
	if c.live != nil {
		c.inside(one.String(), Of(v), readRegister(c.domain.given, one))
		return
	}
	writeRegister(&c.program.chip.Registers, one, v)
	c.chosenRegisters |= one
}

// Begun returns the state in which the routine begins. A byte that is read there gets its value at once, as
// if the routine had read it first. In a whole program it is the memory and the registers at the call.
func (c *Case) Begun() *State {
	if c.live != nil {
		return &State{
			c: c, side: &side{name: "the program", memory: c.live, marks: allUsed}, registers: c.domain.given,
		}
	}
	return &c.program.program
}

// Back returns the address after the CALL, where inline arguments begin (Routine.Inline).
func (c *Case) Back() uint16 { return c.back }

// Program returns the program of the routine.
func (c *Case) Program() *Program { return c.r.Program }

// Choose returns one of some values, which belongs to no register and no byte. The name is for messages.
func (c *Case) Choose(name string, values []uint16) uint16 {
	if c.live != nil {
		panic(noChoice{})
	}
	if len(values) == 0 {
		panic(broken{fmt.Errorf("the choice %s has no values in a case", name)})
	}
	if len(c.chosen) == maxChoices {
		fail("more than %d choices in one case", maxChoices)
	}
	c.chosen = append(c.chosen, name)
	return c.ask(chosenID+len(c.chosen)-1, values)
}

// Choice returns the value of an input that is declared as a Choice, by its name.
func (c *Case) Choice(name string) uint16 {
	if c.live != nil {
		panic(noChoice{})
	}
	i := slices.IndexFunc(c.r.Inputs, func(in Input) bool { return in.Choice && in.Name == name })
	if i < 0 {
		panic("routine: " + c.r.Name + " has no choice " + name)
	}
	return c.Choose(name, c.r.Inputs[i].list())
}

// First returns the number of the alternative that this case has; without alternatives, the value that was
// chosen first.
func (c *Case) First() uint16 {
	if c.placing {
		panic(noChoice{})
	}
	return c.value[chosenID]
}

// begin chooses one of the alternatives, if there are any, and gives registers and words their values.
func (c *Case) begin() {
	lists, atOnce := [][]Input{c.r.Inputs}, false
	if n := len(c.r.Alternatives); n > 0 {
		lists = append(lists, c.r.Alternatives[c.Choose("alternative", AllBytes.List[:n])])
		c.assign(lists[0])
		c.assign(lists[1])
		_, atOnce = c.r.Other.(model)
	}
	for _, inputs := range lists {
		for i := range inputs {
			c.put(&inputs[i], atOnce)
		}
	}
	c.place()
	if c.r.Set != nil {
		c.r.Set(c)
	}
	if lacks := c.r.Given &^ c.chosenRegisters; lacks != 0 {
		panic(broken{fmt.Errorf("%v is given, and neither Inputs nor Set says which values it may hold", lacks)})
	}
	if c.end = c.back; c.r.Inline != nil {
		c.end += uint16(c.r.Inline(c))
	}
}

// place marks the memory that has a Where, at the addresses that it has in this case.
func (c *Case) place() {
	if len(c.places) == 0 {
		return
	}
	c.moved, c.placing = c.moved[:0], c.live != nil
	defer func() { c.placing = false }()
	for _, m := range c.places {
		at, n := m.Where(c)
		for range n {
			c.moved = append(c.moved, moved{at, c.marks[at]})
			c.mark(at, uint8(m.Use))
			if c.live == nil && c.domains[at] == nil && (m.Use == Read || m.Use == Changed || m.Use == Private) {
				c.may([]uint16{at}, AllBytes.List)
			}
			at++
		}
	}
}

// mark sets the use of a byte in this case. The marks of a machine that runs a whole program stay.
func (c *Case) mark(at uint16, is uint8) {
	c.marks[at], c.sides[1].marks[at] = is, is
	if c.live == nil {
		c.sides[0].marks[at] = is
	}
}

// put gives an input its value if it is a register or a word. A byte gets its value when it is read, or at
// once: if there are alternatives, a Model may keep it in a variable of its own, and then does not read the
// byte.
func (c *Case) put(in *Input, atOnce bool) {
	values := in.list()
	if in.Of != nil {
		values = in.Of(c)
	}
	switch {
	case in.Choice:
	case len(values) == 0:
		panic(broken{fmt.Errorf("the input %s has no values in a case", in.Name)})
	case in.Register != 0:
		c.SetRegister(in.Register, c.Choose(in.Name, values))
	case in.Word:
		c.SetWord(in.At, c.Choose(in.Name, values))
	case in.Of != nil || atOnce:
		all := in.addresses()
		if in.Of != nil {
			c.may(all, values)
		}
		for _, at := range all {
			if !atOnce {
				break
			}
			c.ask(int(at), c.domains[at])
		}
	}
}

// run does one case: what the routine does, what the other side does, and whether that is the same.
func (c *Case) run() {
	defer c.restore()
	c.calls, c.replies, c.chosen, c.stubbed, c.stubsTold = c.calls[:0], 0, c.chosen[:0], c.stubbed[:0], 0
	p := c.program
	noise(c.number, &p.chip.Registers)
	c.chosenRegisters = 0
	c.begin()
	p.chip.SP = c.r.sp() - 2
	given := p.chip.Registers
	p.run()
	c.left.exit = p.end
	c.other(&given)
	c.allCompared()
}

// other lets the other side do the same with the registers that the routine was given, and compares.
func (c *Case) other(given *z80.Registers) {
	a := &c.answered
	*a.registers, a.set, a.exit = *given, 0, returned
	if c.r.Jumps {
		a.exit = c.r.Exits[0]
	}
	c.opponent.run(a)
	c.compare()
}

// close ends the other side. The case may be nil.
func (c *Case) close() {
	if c != nil {
		c.opponent.close()
	}
}

// restore puts memory, marks and domains back as they are between cases.
func (c *Case) restore() {
	for i := range c.sides {
		s := &c.sides[i]
		for _, at := range s.log {
			s.marks[at], s.memory[at] = c.marks[at], s.base[at]
		}
		s.log = s.log[:0]
	}
	for _, m := range slices.Backward(c.moved) {
		c.mark(m.at, m.marks)
	}
	for _, d := range slices.Backward(c.changed) {
		c.domains[d.at] = d.values
	}
	c.changed = c.changed[:0]
}

// touch is called before a side reads or writes a byte. It ends the case if the side may not, and gives an
// input its value.
func (c *Case) touch(s *side, at uint16, write bool) {
	m := Use(s.marks[at])
	switch {
	case m == used:
		return
	case m == closed || m == Data:
		c.forbidden(s, at, write, "which Memory does not name")
	case write && (m == Constant || m == Read):
		c.forbidden(s, at, write, "which Memory says is not written")
	case m == Constant:
		return
	case (m == Clobbered || m == Made) && !write:
		c.forbidden(s, at, write, "which has no value")
	}
	s.marks[at] = uint8(used)
	if m == Read {
		s.marks[at] = uint8(Constant)
	}
	s.log = append(s.log, at)
	if !write {
		s.memory[at] = c.input(at)
	}
}

// forbidden ends the case at an access that the declaration does not allow.
func (c *Case) forbidden(s *side, at uint16, write bool, why string) {
	who, does := s.name, "reads"
	if write {
		does = "writes to"
	}
	if s.doing != nil {
		who = fmt.Sprintf("%s at %s", s.doing.Assembly(), c.address(s.doing.Addr))
		switch over := at - c.r.sp(); {
		case c.live == nil && over < 16:
			why = "which is above the return address"
		case c.live == nil && at-returned < 16 && c.r.Inline == nil:
			why = "which is after the CALL; if there are inline arguments, the declaration needs Inline"
		case c.live == nil && c.r.sp()-stackBytes-1-at < 16:
			why = fmt.Sprintf("which is below the %d bytes of the stack; Memory can name more of them as Clobbered", stackBytes)
		}
	}
	fail("%s %s %s, %s", who, does, c.address(at), why)
}

// input returns what a byte holds as the routine begins.
func (c *Case) input(at uint16) uint8 {
	if c.live != nil {
		if Use(c.marks[at]) == Made {
			panic(noValue(at))
		}
		return c.live[at]
	}
	return c.choose(at)
}

// choose returns the value that a byte has in this case, one of its domain.
func (c *Case) choose(at uint16) uint8 {
	v := c.ask(int(at), c.domains[at])
	if v > 0xFF {
		panic(broken{fmt.Errorf("%s cannot be %d: want 0 to 255", c.address(at), v)})
	}
	return uint8(v)
}

func (c *Case) read(s *side, at uint16) uint16 {
	if s.marks[at] != uint8(used) {
		c.touch(s, at, false)
	}
	return uint16(s.memory[at])
}

func (c *Case) write(s *side, at, v uint16) {
	if s.marks[at] != uint8(used) {
		c.touch(s, at, true)
	}
	s.memory[at] = uint8(v)
}

// clobber takes the value of a byte away.
func (c *Case) clobber(s *side, at uint16) {
	c.touch(s, at, true)
	s.marks[at] = uint8(Clobbered)
}

// same compares a result.
func (c *Case) same(name string, is, want uint16) {
	if is != want {
		fail("%s: the program %02Xh, %s %02Xh", name, is, c.sides[1].name, want)
	}
}

// compare compares how many stubs both sides have called, where they go on, and what they leave in registers
// and memory.
func (c *Case) compare() {
	if c.replies != len(c.calls) {
		fail("the program calls %d routines, %s %d", len(c.calls), c.sides[1].name, c.replies)
	}
	a := &c.answered
	if end := c.left.exit; end != a.exit {
		fail("the program %s, %s %s", c.exit(end), c.sides[1].name, c.exit(a.exit))
	}
	if lacks := c.r.Results & c.r.Changes &^ a.set; lacks != 0 {
		fail("%s does not say what is in %v (Results)", c.sides[1].name, lacks)
	}
	if a.set != 0 {
		c.compareRegisters()
	}
	if c.live != nil {
		return
	}
	for i := range c.sides {
		for _, at := range c.sides[i].log {
			if m := Use(c.marks[at]); m != Changed && m != Made {
				continue
			}
			c.compared[at] = c.number
			if is, want := c.now(0, at), c.now(1, at); is != want {
				c.sameAt(at, is, want)
			}
		}
	}
}

// compareRegisters compares the registers that the other side has set.
func (c *Case) compareRegisters() {
	a := &c.answered
	if a.set != c.maskedSet { // it is mostly the same in all cases
		c.maskedSet, c.masks = a.set, maskOf(a.set)
	}
	is, want, masks := registersOf(c.left.registers), registersOf(a.registers), &c.masks
	for i := range pairs {
		if (is[i]^want[i])&masks[i] == 0 {
			continue
		}
		for one := range (a.set & pairs[i].set).All() {
			is, want := readRegister(c.left.registers, one), readRegister(a.registers, one)
			c.differing = differing{is != want, 0, one, is, want}
			c.same(one.String(), is, want)
		}
	}
}

// exit returns what messages say of the address where a side goes on.
func (c *Case) exit(at uint16) string {
	if at == returned {
		return "returns"
	}
	return "goes on to " + c.address(at)
}

// checkKept ends the case with a fault if a register has changed that must stay.
func (c *Case) checkKept(kept, begun *registers, left *z80.Registers) {
	is := registersOf(left)
	for i, pair := range pairs {
		if (is[i]^begun[i])&kept[i] != 0 {
			c.differing = differing{true, 0, pair.set, is[i], begun[i]}
			fail("%s is %04Xh and not %04Xh, as it was, and Changes does not name it", pair.name, is[i], begun[i])
		}
	}
}

// allCompared ends the case with a fault if the program has made or changed a byte that was not compared.
func (c *Case) allCompared() {
	for _, at := range c.sides[0].log {
		m := Use(c.marks[at])
		if m != Changed && m != Made || c.compared[at] == c.number || m == Changed && !c.isChanged(at) {
			continue
		}
		fail("%s is changed or made, and compared with nothing", c.address(at))
	}
}

// isChanged reports whether the program has left another value in an input than it was given.
func (c *Case) isChanged(at uint16) bool {
	s := &c.sides[0]
	return s.marks[at] != uint8(used) || !c.knows(int(at)) || uint16(s.memory[at]) != c.value[at]
}

// now returns what a side has in a byte: its first value if the side has not touched it.
func (c *Case) now(i int, at uint16) uint16 {
	switch s := &c.sides[i]; Use(s.marks[at]) {
	case used:
		return uint16(s.memory[at])
	case Clobbered:
		fail("%s has no value as %s ends", c.address(at), s.name)
	}
	if Use(c.marks[at]) == Made {
		fail("only %s writes %s, which has no value before", c.sides[1-i].name, c.address(at))
	}
	return uint16(c.input(at))
}

// address returns what messages call an address.
func (c *Case) address(at uint16) string { return c.r.Program.name(at) }

// name returns what messages call an id.
func (c *Case) name(id int) string {
	if id >= chosenID {
		return c.chosen[id-chosenID]
	}
	return c.address(uint16(id))
}
