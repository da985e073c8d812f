package routine

import (
	"fmt"
	"slices"

	"sargon78/emu"
	"sargon78/emu/z80"
)

// A stubCall is a call of a stubbed routine in a whole program, within a call that is to be compared.
type stubCall struct {
	*Stub
	began     uint64
	back      uint16
	registers z80.Registers // as it began
	memory    [1 << 16]uint8
}

// beginStub notes that the program calls a stubbed routine within a call that is to be compared. Calls within
// the stubbed routine do not count.
func (w *Watch) beginStub(f *frame) {
	m := w.m
	if f.stub != nil || f.unknown != nil || f.began == m.TStates {
		return
	}
	i := slices.IndexFunc(f.of.Routine.Calls, func(s *Stub) bool { return s.At == m.PC })
	if i < 0 {
		return
	}
	s := f.spare
	if s == nil {
		s = new(stubCall)
	}
	s.Stub, s.began, s.back, s.registers, s.memory = f.of.Routine.Calls[i], m.TStates, m.Word(m.SP), m.Registers, m.Memory
	f.stub = s
	w.endsAt(s.back)
}

// endStub notes that the stubbed routine within a call has ended, if it has, and what it has answered.
func (w *Watch) endStub(f *frame) {
	m, s := w.m, f.stub
	if s == nil {
		return
	}
	exit := uint16(returned)
	switch {
	case m.PC == s.back && m.SP == s.registers.SP+2:
	case m.SP == s.registers.SP+dropped(s.Drops) && slices.Contains(s.Exits, m.PC) && m.TStates > s.began:
		exit = m.PC
	case m.SP-s.registers.SP-3 < 0x4000: // SP is above the return address: it will not return
		f.unknown = s.unknown("nothing: it takes its return address")
	default:
		return
	}
	if f.stub, f.spare = nil, s; f.unknown == nil {
		f.unknown = f.of.c.recognize(f, s, m, exit)
	}
}

// A trial lets a stub give one answer after the other, to find the one that the program has given.
type trial struct {
	memory    *[1 << 16]uint8 // the memory when the stubbed routine began, with what the stub writes
	choices   []choice        // those of the current answer
	asked     int             // how many of them the stub has asked for
	clobbered []uint16
	writes    []overwritten
}

type overwritten struct {
	at     uint16
	before uint8
}

func (t *trial) write(at, v uint16) {
	t.writes = append(t.writes, overwritten{at, t.memory[at]})
	t.memory[at] = uint8(v)
	t.clobbered = slices.DeleteFunc(t.clobbered, func(is uint16) bool { return is == at })
}

// choose returns the value that one of some values has in the current answer.
func (t *trial) choose(values []uint16) uint16 {
	if len(values) == 0 {
		fail("it has no answer")
	}
	if t.asked == len(t.choices) {
		t.choices = append(t.choices, choice{domain: values})
	}
	t.asked++
	is := &t.choices[t.asked-1]
	return is.domain[is.at]
}

// next goes on to the next answer, with the memory as it was. It returns false if there is none.
func (t *trial) next() bool {
	for _, w := range slices.Backward(t.writes) {
		t.memory[w.at] = w.before
	}
	t.writes, t.clobbered, t.asked = t.writes[:0], t.clobbered[:0], 0
	for n := len(t.choices); n > 0; n = len(t.choices) {
		if last := &t.choices[n-1]; last.at+1 < len(last.domain) {
			last.at++
			return true
		}
		t.choices = t.choices[:n-1]
	}
	return false
}

// maxTrials is how many answers are tried at most for one call.
const maxTrials = 1 << 17

// unknown returns an Outside for a stub whose answer is not known; what says why.
func (s *stubCall) unknown(what string) *Outside {
	return &Outside{Input: "what " + s.Name + " leaves", Domain: what, Answer: true}
}

// recognize finds the answer of a stub that leaves what the program has left, and notes it in the call. If
// there is none, it returns what differs from the nearest answer; otherwise nil.
func (c *Case) recognize(f *frame, s *stubCall, m *emu.Machine, exit uint16) *Outside {
	c.live, c.domain.given = &f.memory, &f.registers
	t := &trial{memory: &s.memory}
	changed := s.changed(m)
	fewest, nearest := 1<<16, ""
	for n := 1; ; n++ {
		c.calls, c.stubbed = f.calls, f.stubbed
		registers := s.registers
		state := State{
			c: c, side: &side{name: "the program", memory: &s.memory, marks: allUsed}, registers: &registers,
			stub: s.Stub, trial: t, exit: returned,
		}
		undefined := c.undefined
		differ := 1 << 15
		why := c.caught(func() { s.do(&state) })
		switch {
		case c.undefined > undefined:
			c.undefined, why = undefined, "it is undefined"
		case why == "":
			differ, why = s.compare(&state, changed, m, exit)
		}
		switch {
		case differ == 0:
			f.calls, f.stubbed = c.calls, c.stubbed
			return nil
		case differ < fewest:
			fewest, nearest = differ, why
		}
		if !t.next() || n == maxTrials {
			return s.unknown(fmt.Sprintf("none of its %d answers: %s", n, nearest))
		}
	}
}

// changed returns the addresses of the bytes that the program has changed during the call, except on its
// stack.
func (s *stubCall) changed(m *emu.Machine) (all []uint16) {
	for page := 0; page < len(m.Memory); page += 256 {
		if string(m.Memory[page:page+256]) == string(s.memory[page:page+256]) {
			continue
		}
		for at := page; at < page+256; at++ {
			if m.Memory[at] != s.memory[at] && s.registers.SP-1-uint16(at) >= stackBytes {
				all = append(all, uint16(at))
			}
		}
	}
	return all
}

// compare returns how many differences there are between what the program has left and what an answer leaves,
// and the first of them.
func (s *stubCall) compare(of *State, changed []uint16, m *emu.Machine, exit uint16) (differ int, first string) {
	c, t := of.c, of.trial
	note := func(format string, args ...any) {
		if differ++; first == "" {
			first = fmt.Sprintf(format, args...)
		}
	}
	if of.exit != exit {
		note("it %s, the program %s", c.exit(of.exit), c.exit(exit))
	}
	is, want := registersOf(&m.Registers), registersOf(of.registers)
	set := every &^ (latched | s.Changes&^(s.Results|of.set))
	masks := maskOf(set)
	for i, pair := range pairs {
		if (is[i]^want[i])&masks[i] == 0 {
			continue
		}
		for one := range (set & pair.set).All() {
			if is, want := readRegister(&m.Registers, one), readRegister(of.registers, one); is != want {
				note("%v = %sh and not %sh", one, hex(is, one), hex(want, one))
			}
		}
	}
	same := func(at uint16) {
		if is, want := m.Memory[at], t.memory[at]; is != want && !slices.Contains(t.clobbered, at) {
			note("%s = %02Xh and not %02Xh", c.address(at), is, want)
		}
	}
	for _, at := range changed {
		same(at)
	}
	for _, w := range t.writes {
		same(w.at)
	}
	return differ, first
}

// canPlace returns an error if the place of some memory depends on a Choice, because in a whole program
// nothing is chosen.
func (c *Case) canPlace() error {
	c.live, c.domain.given, c.placing = new([1 << 16]uint8), new(z80.Registers), true
	defer func() { c.placing = false }()
	for i, m := range c.r.Memory {
		if m.Where == nil {
			continue
		}
		chosen := func() (is bool) {
			defer func() { _, is = recover().(noChoice) }() // Where may panic for other reasons: all is zero here
			m.Where(c)
			return false
		}
		if chosen() {
			return fmt.Errorf("%s: Where of Memory[%d] depends on a Choice, and in a whole program nothing is chosen",
				c.r.Name, i)
		}
	}
	return nil
}
