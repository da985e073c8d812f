package routine

// Other is the side with which a routine is compared: Go, With, Z80 or Process makes one.
type Other interface {
	// open returns an opponent for a case. It may name the side, and give it a memory.
	open(c *Case, s *side) other
}

// other is the other side of one Case.
type other interface {
	run(s *State)
	close() // ends what open has begun
}

// Go returns a function that does what the routine does: it reads registers and bytes of the state, and
// sets what the routine leaves. It is called by several goroutines at a time. It must end by itself: no
// interrupt ends it.
func Go(f func(s *State)) Other { return goFunction(f) }

type goFunction func(s *State)

func (f goFunction) open(_ *Case, s *side) other {
	s.name = "Go"
	return f
}

func (f goFunction) run(s *State) { f(s) }

func (goFunction) close() {}

// A Model is a function that works on a memory of its own. Before it reads or writes a byte whose mark in
// Marks is not 0, it must call Touch.
type Model struct {
	Name   string
	Memory *[1 << 16]uint8
	Marks  *[1 << 16]uint8
	Do     func(s *State)
}

// With returns an other side that is a Model. It calls open once for each Case.
func With(open func() Model) Other { return model(open) }

type model func() Model

func (open model) open(_ *Case, s *side) other {
	m := open()
	s.name, s.memory, s.marks = m.Name, m.Memory, m.Marks
	base := *m.Memory
	s.base = &base
	return goFunction(m.Do)
}

// Touch announces that a Model is about to read or write a byte. If the byte is an input that has no value
// yet, it gets one.
func (s *State) Touch(at uint16, write bool) { s.c.touch(s.side, at, write) }

// Z80 returns an other side that is another Z80 routine. Both run in cases of the first declaration, each
// with its own program, entry, exits and stubs. The exits and the stubs are matched by their order. Changes
// and Results of the second are checked too. Its Memory and Inputs are not used: a table that it alone has
// must be in the Memory of the first, as Constant.
func Z80(r *Routine) Other { return z80Routine{r} }

type z80Routine struct{ r *Routine }

func (z z80Routine) open(c *Case, s *side) other {
	s.name = z.r.Program.Name
	if s.name == "" || s.name == c.r.Program.Name {
		s.name = z.r.Name
	}
	return &z80Other{newProcessor(c, s, z.r)}
}

type z80Other struct{ *processor }

func (*z80Other) close() {}

func (z *z80Other) run(s *State) {
	p := z.processor
	p.chip.Registers = *s.registers
	p.run()
	s.registers, s.set, s.exit = &p.chip.Registers, s.c.r.Results, p.end
	for i, exit := range p.routine.Exits {
		if exit == p.end && i < len(s.c.r.Exits) {
			s.exit = s.c.r.Exits[i]
		}
	}
}
