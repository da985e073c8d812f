package routine

// Other is the side that a routine is compared with: Go, With, Z80 or Process makes one.
type Other interface {
	// open makes one of its own for a case, which may name the side and give it a memory.
	open(c *Case, s *side) other
}

// other is the opponent of one case.
type other interface {
	run(s *State)
	close() // ends what open has begun
}

// Go returns a function that does what the routine does: it reads registers and bytes of the state, and
// sets what the routine leaves. It is called by several goroutines at a time.
func Go(f func(s *State)) Other { return goFunction(f) }

type goFunction func(s *State)

func (f goFunction) open(_ *Case, s *side) other {
	s.name = "Go"
	return f
}

func (f goFunction) run(s *State) { f(s) }

func (goFunction) close() {}

// A Model is a function with a memory of its own, for programs that have one already: a byte whose Marks
// are not 0 must be announced by Touch before it is read or written there.
type Model struct {
	Name   string
	Memory *[1 << 16]uint8
	Marks  *[1 << 16]uint8
	Do     func(s *State)
}

// With returns what open makes: one Model for each processor core.
func With(open func() Model) Other { return model(open) }

type model func() Model

func (open model) open(_ *Case, s *side) other {
	m := open()
	s.name, s.memory, s.marks = m.Name, m.Memory, m.Marks
	base := *m.Memory
	s.base = &base
	return goFunction(m.Do)
}

// Touch announces that a Model reads or writes a byte. If it is an input that has no value yet, it has
// one afterwards.
func (s *State) Touch(at uint16, write bool) { s.c.touch(s.side, at, write) }

// Z80 returns another routine for the same: both run in cases of the first declaration, each with its own
// program, entry, exits and stubs. The exits and the stubs are matched by their order. Of the second, Changes
// and Results are checked as well; its Memory and Inputs are not used: a table that it alone has must be in
// the Memory of the first, as Constant.
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
