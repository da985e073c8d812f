package routine

import (
	"slices"

	"sargon78/emu/z80"
)

// A State is one side of a case: the registers and bytes that a routine finds and leaves. The other side
// gets its State to do what the routine does. A Stub gets the State of the side that calls it.
type State struct {
	c         *Case
	side      *side
	registers *z80.Registers
	set       z80.RegisterSet // what the other side has set
	exit      uint16
	processor *processor // not nil: the side is a Z80 program
	stub      *Stub      // not nil: the stub that a program is calling
	trial     *trial     // not nil: that program is a whole one, see Beside
	compares  bool       // what is read here counts as compared
}

// Register returns the value of a register, pair or flag; a flag is 0 or 1. For the other side it is what
// the routine was given, until the other side sets it. SP points to the return address.
func (s *State) Register(one z80.RegisterSet) uint16 {
	if s.processor == nil && s.trial == nil && !s.compares {
		if lacks := one &^ (s.c.r.Given | s.set | z80.RegSP); lacks != 0 {
			fail("%s reads %v, which has no value", s.side.name, lacks)
		}
	}
	return readRegister(s.registers, one)
}

// SetRegister sets a register, pair or flag. Of a value that is too large it takes the lower bits. What the
// other side sets is compared with what the routine leaves.
func (s *State) SetRegister(one z80.RegisterSet, v uint16) {
	if s.stub != nil && one&^s.stub.Changes != 0 {
		fail("the stub %s sets %v, which its Changes do not name", s.stub.Name, one&^s.stub.Changes)
	}
	writeRegister(s.registers, one, v)
	s.set |= one
	if s.processor != nil {
		s.processor.undefined &^= one
	}
}

// Byte returns a byte of the memory.
func (s *State) Byte(at uint16) uint16 {
	if s.compares {
		if s.c.lastLeft = at; s.c.compared != nil {
			s.c.compared[at] = s.c.number
		}
	}
	return s.c.read(s.side, at)
}

// Word returns two bytes, low byte first.
func (s *State) Word(at uint16) uint16 { return s.Byte(at) | s.Byte(at+1)<<8 }

// SetByte sets a byte of the memory. If a Stub sets it, it is set for the other side too, after the same
// call.
func (s *State) SetByte(at, v uint16) {
	s.SetOwn(at, v)
	if s.stub != nil && s.side != &s.c.sides[1] {
		last := &s.c.calls[len(s.c.calls)-1]
		last.writes = append(last.writes, written{at, v})
	}
}

// SetWord sets two bytes, low byte first.
func (s *State) SetWord(at, v uint16) {
	s.SetByte(at, v)
	s.SetByte(at+1, v>>8)
}

// SetOwn sets a byte in the memory of this side alone.
func (s *State) SetOwn(at, v uint16) {
	if s.trial != nil {
		s.trial.write(at, v)
		return
	}
	s.c.write(s.side, at, v)
}

// SetOwnWord sets two bytes in the memory of this side alone, low byte first.
func (s *State) SetOwnWord(at, v uint16) {
	s.SetOwn(at, v)
	s.SetOwn(at+1, v>>8)
}

// GoOn says that the routine goes on at an address, which is one of its Exits.
func (s *State) GoOn(at uint16) {
	if s.stub != nil && !slices.Contains(s.stub.Exits, at) {
		fail("the stub %s goes on to %s, which is none of its Exits", s.stub.Name, s.c.address(at))
	}
	s.exit = at
}

// Return says that the routine returns. Without Routine.Jumps it returns anyway, unless GoOn was called.
func (s *State) Return() { s.exit = returned }

// Undefined ends the case, because what the routine does is not described. The case is counted, and not
// compared.
func (s *State) Undefined(why string) { panic(undefined(why)) }

// Fail ends the case with a fault.
func (s *State) Fail(format string, args ...any) { fail(format, args...) }

// Same compares a value of the program with what it should be, and ends the case with a fault if it differs.
func (s *State) Same(name string, is, want uint16) {
	c := s.c
	if c.live != nil && is != want && uint16(c.left.side.memory[c.lastLeft]) == is {
		c.differing = differing{true, c.lastLeft, 0, is, want}
	}
	c.same(name, is, want)
}

// Left returns the state that the routine has left. What is read there counts as compared. If a result has
// no meaning in this case, set it to what is left: s.SetRegister(hl, s.Left().Register(hl)).
func (s *State) Left() *State { return &s.c.left }

// Case returns the case.
func (s *State) Case() *Case { return s.c }

// Given returns the value that a byte had when the routine began. known reports whether it has one in this
// case: whether a side has read it or it was chosen.
func (s *State) Given(at uint16) (v uint16, known bool) {
	c := s.c
	if c.live != nil {
		use := Use(c.marks[at])
		return uint16(c.live[at]), use == Read || use == Changed || use == Private || use == Constant
	}
	return c.value[at], c.knows(int(at))
}

// WasMade reports whether the routine has given a value to a byte that had none.
func (s *State) WasMade(at uint16) bool {
	c := s.c
	if Use(c.marks[at]) != Made {
		return false
	}
	return c.live != nil || c.sides[0].marks[at] == uint8(used)
}

// Live reports whether the routine runs in a whole program: see Beside.
func (s *State) Live() bool { return s.c.live != nil }

// Choose returns one of some values; the cases go through all of them. It is for a Stub of a Z80 program.
func (s *State) Choose(name string, values []uint16) uint16 {
	c := s.c
	if s.processor != nil && s.side == &c.sides[1] {
		if c.stubsTold == len(c.stubbed) {
			fail("%s calls %s, and the program does not", s.side.name, name)
		}
		c.stubsTold++
		return c.stubbed[c.stubsTold-1]
	}
	var v uint16
	if s.trial != nil {
		v = s.trial.choose(values)
	} else {
		v = c.Choose(name, values)
	}
	c.stubbed = append(c.stubbed, v)
	return v
}

// Called notes a call, and what the stub answers. If the other side calls, the call is compared with that of
// the program.
func (s *State) Called(name string, answer uint16, args ...uint16) {
	c := s.c
	if s.side == &c.sides[1] {
		s.Call(name, args...)
		return
	}
	if len(c.calls) >= maxCalls {
		fail("the program calls %s, and has called stubs %d times before: more are not followed", name, maxCalls)
	}
	one := call{name: name, answer: answer}
	copy(one.args[:], args)
	c.calls = append(c.calls, one)
}

// Calls returns the arguments of the calls of a routine that the program has made.
func (s *State) Calls(name string) (all []Args) {
	for i := range s.c.calls {
		if s.c.calls[i].name == name {
			all = append(all, s.c.calls[i].args)
		}
	}
	return all
}

// Call calls a stubbed routine for the other side. It returns the answer that the program got for the same
// call, and sets the bytes that were set then. The arguments must be the same.
func (s *State) Call(name string, args ...uint16) (answer uint16) {
	c := s.c
	var all Args
	copy(all[:], args)
	if c.replies == len(c.calls) {
		fail("%s calls %s%s, and the program does not", s.side.name, name, all.text(len(args)))
	}
	is := &c.calls[c.replies]
	if is.name != name || is.args != all {
		n := len(args)
		fail("call %d: the program calls %s%s, %s %s%s", c.replies+1, is.name, is.args.text(n), s.side.name, name, all.text(n))
	}
	c.replies++
	if s.stub == nil {
		for _, w := range is.writes {
			c.write(s.side, w.at, w.v)
		}
	}
	return is.answer
}

// Clobber takes the values of all registers and bytes away that have no meaning after a call of the stub.
func (s *State) Clobber() {
	p, stub := s.processor, s.stub
	for _, at := range stub.Clobbered {
		s.ClobberByte(at)
	}
	if s.trial != nil {
		s.set &^= stub.Changes &^ stub.Results
		return
	}
	p.undefined = p.undefined&^stub.Results | (stub.Changes|changedByAll)&^stub.Results
}

// ClobberByte takes the value of a byte away, on this side.
func (s *State) ClobberByte(at uint16) {
	if s.trial != nil {
		s.trial.clobbered = append(s.trial.clobbered, at)
		return
	}
	s.c.clobber(s.side, at)
}

// Touched returns the addresses of all bytes that this side has read or written.
func (s *State) Touched() []uint16 { return s.side.log }
