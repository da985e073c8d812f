package routine

import (
	"fmt"
	"slices"
	"strings"

	"sargon78/emu"
	"sargon78/emu/z80"
)

// A Watch compares the calls of routines while a whole program runs: see Beside.
type Watch struct {
	m        *emu.Machine
	watched  []*watched
	at       map[uint16][]*watched // by their entries
	ends     map[uint16]bool       // addresses where calls may end
	frames   []*frame              // calls that are compared and go on, the innermost last
	skipped  []skipped             // calls that are not compared and go on
	free     []*frame
	remove   []func() // take the traps away
	every    uint64   // see BesideOptions
	furthest uint64   // the latest moment at which a trap was called, in T-states
	goOn     bool
}

// watched is a routine and what was seen of it.
type watched struct {
	c *Case
	Count
}

// Count is what a Watch has seen of a routine.
type Count struct {
	Routine   *Routine
	Seen      uint64 // calls; a jump from the routine back to its entry is none
	Calls     uint64 // how many of them were followed, to compare them. Of these:
	Undefined uint64 // how many the declaration does not describe
	Abandoned uint64 // how many the program has left otherwise: it took the return address off the stack
	Open      uint64 // how many have not ended
	Differ    uint64 // how many differ
	Outside   uint64 // how many had inputs outside the domain of the declaration
	Inputs    []Outside
	First     *Difference
}

// A Difference is a call of a routine in which the two sides differ. It is the error with which the run of
// the machine ends.
type Difference struct {
	Routine *Routine
	Call    uint64 // its number, from 1
	What    string // what differs
	Began   uint64 // the moment at which the routine was called, in T-states
	Ended   uint64
	Given   z80.Registers // the registers when it was called
	Origin  *Origin       // the instruction that has left what differs; nil if that is not known
}

// Error returns which call differs, what it was given, what differs, and which instruction has left it.
func (d *Difference) Error() string {
	text := fmt.Sprintf("%s: call %d%s, made at T-state %d: %s", d.Routine.Name, d.Call, d.given(), d.Began, d.What)
	if d.Origin != nil {
		text += ", left by " + d.Origin.Text(d.Routine.Program)
	}
	return text
}

// given returns the registers that the call was given, in brackets.
func (d *Difference) given() string {
	if d.Routine.Given == 0 {
		return ""
	}
	var parts []string
	for _, name := range strings.Split(d.Routine.Given.String(), ", ") {
		if one, ok := z80.RegistersNamed(name); ok && one&^portRegisters == 0 {
			parts = append(parts, name+" = "+hex(readRegister(&d.Given, one), one)+"h")
		}
	}
	return " (" + strings.Join(parts, ", ") + ")"
}

// BesideOptions say how calls are compared.
type BesideOptions struct {
	Every uint64 // after the first 1000 calls of a routine, compare about one call of this many; 0: all
	GoOn  bool   // count differences, and let the program go on; otherwise the first ends the run
}

// Beside sets traps in a machine, so that each call of some routines is compared while the machine runs a
// whole program. When a routine returns, Beside runs its other side on the memory and the registers that the
// routine was given, and compares what both leave: results, registers that must stay, and all 64 KiB. The
// first difference ends the run, as the error of a trap: a *Difference. The machine then stands where the
// routine has returned. With a timeline one can go back from there; call Close first.
//
// The other side gets the answers that the stubs in Routine.Calls gave to the program; it does all other
// calls itself. Beside does not check what the routine reads; All does. Inputs may be outside the domain of
// the declaration, which All does not leave. Such calls are compared too, and counted. Beside looks at
// registers, words, and the bytes that the other side reads, as far as the domain does not depend on a
// Choice.
func Beside(m *emu.Machine, o BesideOptions, routines ...*Routine) (*Watch, error) {
	w := &Watch{m: m, at: map[uint16][]*watched{}, ends: map[uint16]bool{}, every: max(o.Every, 1), goOn: o.GoOn}
	for _, r := range routines {
		if err := r.check(); err != nil {
			return nil, err
		}
		c := newCase(r)
		c.domain = newLiveDomain(r)
		c.left = State{c: c, side: &c.sides[0], registers: &m.Registers, compares: true}
		c.sides[0].memory, c.sides[0].marks = &m.Memory, allUsed
		one := &watched{c: c, Count: Count{Routine: r}}
		w.watched = append(w.watched, one)
		w.at[r.Entry] = append(w.at[r.Entry], one)
		for _, exit := range r.Exits {
			w.endsAt(exit)
		}
		for _, stub := range r.Calls {
			w.endsAt(stub.At)
			for _, exit := range stub.Exits {
				w.endsAt(exit)
			}
		}
		if err := c.canPlace(); err != nil {
			return nil, err
		}
	}
	for entry := range w.at {
		if !w.ends[entry] {
			w.remove = append(w.remove, m.AddTrap(entry, w.arrived))
			w.ends[entry] = true
		}
	}
	return w, nil
}

// endsAt sets a trap at an address where a call may end, unless there is one.
func (w *Watch) endsAt(addr uint16) {
	if !w.ends[addr] {
		w.ends[addr] = true
		w.remove = append(w.remove, w.m.AddTrap(addr, w.arrived))
	}
}

// Close ends the comparison, and leaves the machine as it is.
func (w *Watch) Close() {
	for _, remove := range w.remove {
		remove()
	}
	for _, one := range w.watched {
		one.c.close()
		one.Open = w.open(one)
	}
	w.remove, w.frames, w.skipped = nil, nil, nil
}

// open returns how many calls of a routine that are to be compared have not ended.
func (w *Watch) open(one *watched) (n uint64) {
	for _, f := range w.frames {
		if f.of == one {
			n++
		}
	}
	return n
}

// Forget drops the calls that have not ended. It is for a program that was left in the middle of them.
func (w *Watch) Forget() {
	w.free = append(w.free, w.frames...)
	w.frames, w.skipped = w.frames[:0], w.skipped[:0]
}

// Counts returns what was seen of each routine, in the order of the declarations.
func (w *Watch) Counts() (all []Count) {
	for _, one := range w.watched {
		count := one.Count
		count.Open += w.open(one)
		count.Inputs = slices.Clone(count.Inputs)
		all = append(all, count)
	}
	return all
}

// frame is a call that has not ended, and what the routine was given.
type frame struct {
	of        *watched
	number    uint64
	began     uint64
	back      uint16
	registers z80.Registers
	memory    [1 << 16]uint8

	stub    *stubCall // the call of a stubbed routine that has not ended, or nil
	spare   *stubCall // used again for the next such call
	calls   []call    // such calls that have ended
	stubbed []uint16  // what the stubs have chosen in them
	unknown *Outside  // not nil: a stubbed routine left what none of its answers leaves
}

// arrived is the trap at all entries and ends.
func (w *Watch) arrived(m *emu.Machine) error {
	if m.TStates < w.furthest {
		return nil // a timeline is running the past again
	}
	w.furthest = m.TStates
	for _, f := range w.frames {
		w.endStub(f)
	}
	for len(w.frames) > 0 {
		f := w.frames[len(w.frames)-1]
		returns := m.PC == f.back && m.SP == f.registers.SP+2+f.of.Routine.Takes
		exits := m.SP == f.registers.SP+dropped(f.of.Routine.Drops) && slices.Contains(f.of.Routine.Exits, m.PC) && m.TStates > f.began
		switch {
		case returns || exits:
			w.frames = w.frames[:len(w.frames)-1]
			if err := w.compare(f, exits); err != nil {
				return err
			}
			w.free = append(w.free, f)
			continue
		case m.SP-f.registers.SP-3 < 0x4000: // SP is above the return address: the call will not return
			f.of.Abandoned++
			w.frames = w.frames[:len(w.frames)-1]
			w.free = append(w.free, f)
			continue
		}
		break
	}
	w.skipped = slices.DeleteFunc(w.skipped, func(s skipped) bool {
		exits := m.SP == s.sp && slices.Contains(s.of.Routine.Exits, m.PC) && m.TStates > s.began
		return exits || m.SP-s.sp-1 < 0x4000
	})
	for _, f := range w.frames {
		w.beginStub(f)
	}
	for _, one := range w.at[m.PC] {
		if w.within(one) {
			continue // a loop goes back to the entry, or the run had stopped at this call and goes on
		}
		if one.Seen++; w.chosen(one.Seen) {
			if err := w.enter(one); err != nil {
				return err
			}
			continue
		}
		back := m.Word(m.SP)
		w.skipped = append(w.skipped, skipped{one, m.TStates, m.SP, back})
		w.endsAt(back)
	}
	return nil
}

// skipped is a call that is not compared and has not ended.
type skipped struct {
	of       *watched
	began    uint64
	sp, back uint16
}

// within reports whether the machine, which is at the entry of a routine, is in a call of it: the return
// address on the stack is that of a call that has not ended.
func (w *Watch) within(one *watched) bool {
	m := w.m
	back := m.Word(m.SP)
	return slices.ContainsFunc(w.frames, func(f *frame) bool {
		return f.of == one && f.registers.SP == m.SP && back == f.afterCall()
	}) || slices.ContainsFunc(w.skipped, func(s skipped) bool { return s.of == one && s.sp == m.SP && s.back == back })
}

// afterCall returns the address after the CALL, which was on the stack as the call began.
func (f *frame) afterCall() uint16 {
	sp := f.registers.SP
	return uint16(f.memory[sp]) | uint16(f.memory[sp+1])<<8
}

// dropped returns how many bytes are taken off the stack where a routine goes on at one of its exits.
func dropped(drops bool) uint16 { return 2 * bit(drops) }

// chosen reports whether the call with a number is compared. The calls that are compared are not evenly
// spaced: in a loop with as many rounds it would always be the same round.
func (w *Watch) chosen(number uint64) bool {
	const all = 1000 // so that every call of a routine that is seldom called is compared
	mixed := (number ^ number>>7) * 0x9E3779B97F4A7C15
	return number <= all || mixed>>32%w.every == 0
}

// enter notes a call that is to be compared. It returns an error if Inline fails.
func (w *Watch) enter(one *watched) error {
	var f *frame
	if n := len(w.free); n > 0 {
		f, w.free = w.free[n-1], w.free[:n-1]
	} else {
		f = new(frame)
	}
	m := w.m
	one.Calls++
	f.of, f.number, f.began, f.back = one, one.Seen, m.TStates, m.Word(m.SP)
	f.registers, f.memory = m.Registers, m.Memory
	f.stub, f.calls, f.stubbed, f.unknown = nil, f.calls[:0], f.stubbed[:0], nil
	if c := one.c; c.r.Inline != nil {
		c.live, c.domain.given, c.back = &f.memory, &f.registers, f.back
		if what := c.caught(func() { f.back += uint16(c.r.Inline(c)) }); what != "" {
			return fmt.Errorf("%s: call %d: Inline: %s", c.r.Name, f.number, what)
		}
	}
	w.frames = append(w.frames, f)
	w.endsAt(f.back)
	return nil
}

// compare compares a call that has ended. It returns the difference as an error, unless differences are only
// counted.
func (w *Watch) compare(f *frame, exits bool) error {
	c := f.of.c
	what := c.caught(func() { c.beside(f, w.m, exits) })
	f.of.Undefined, c.undefined = f.of.Undefined+c.undefined, 0
	f.of.add(c.found, f.number)
	if c.broken != nil {
		return fmt.Errorf("%s: call %d: %w", c.r.Name, f.number, c.broken)
	}
	if what == "" {
		return nil
	}
	d := &Difference{
		Routine: c.r, Call: f.number, What: what, Began: f.began, Ended: w.m.TStates, Given: f.registers,
	}
	if f.of.Differ++; f.of.First == nil || !w.goOn {
		d.Origin = c.origin(f, w.m.TStates, w.m.PC)
	}
	if f.of.First == nil {
		f.of.First = d
	}
	if w.goOn {
		return nil
	}
	return d
}

// beside runs the other side of a call that has ended, and compares it with what the machine has left.
func (c *Case) beside(f *frame, m *emu.Machine, exits bool) {
	defer func() {
		c.found = c.outside(f)
		c.restore()
	}()
	c.live, c.liveSP, c.domain.given = &f.memory, f.registers.SP, &f.registers
	c.calls, c.replies, c.stubbed, c.stubsTold, c.differing = f.calls, 0, f.stubbed, 0, differing{}
	if c.r.Inline != nil {
		c.end = f.back
		c.back = f.afterCall()
	}
	c.place()
	if f.unknown != nil {
		panic(undefined("what a stub has answered is not known"))
	}
	if c.left.exit = returned; exits {
		c.left.exit = m.PC
	}
	s := &c.sides[1]
	stack := func(at uint16) bool { return f.registers.SP+1-at < stackBytes+2 } // with the return address
	for at := f.registers.SP - stackBytes; at != f.registers.SP+2; at++ {
		if Use(s.marks[at]) == closed {
			s.marks[at] = uint8(Clobbered)
			s.log = append(s.log, at)
		}
	}
	begun := registersOf(&f.registers)
	c.other(&f.registers)
	kept := maskOf(every &^ (c.r.Changes | latched))
	c.checkKept(&kept, &begun, &m.Registers)
	for page := 0; page < len(m.Memory); page += 256 {
		if string(m.Memory[page:page+256]) == string(f.memory[page:page+256]) {
			continue
		}
		for at := page; at < page+256; at++ {
			if m.Memory[at] != f.memory[at] && !stack(uint16(at)) {
				c.wasWritten(uint16(at), m.Memory[at], f.memory[at])
			}
		}
	}
	for _, at := range s.log {
		if use := Use(c.marks[at]); use == Changed || use == Made {
			c.sameAt(at, uint16(m.Memory[at]), c.now(1, at))
		}
	}
}

// wasWritten checks a byte to which the routine has given another value.
func (c *Case) wasWritten(at uint16, v, before uint8) {
	switch Use(c.marks[at]) {
	case closed, Data, Constant, Read:
		c.differing = differing{true, at, 0, uint16(v), uint16(before)}
		fail("the program writes to %s", c.address(at))
	case Changed, Made:
		c.sameAt(at, uint16(v), c.now(1, at))
	}
}

// allUsed are the marks of a machine that runs a whole program: all its bytes have values.
var allUsed = new([1 << 16]uint8)
