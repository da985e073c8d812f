package translator

import "sargon78/emu/chip"

const (
	// copyEvery is how many T-states pass between two copies of the chip. A copy takes the time of
	// about ten thousand of them.
	copyEvery = 16_000_000

	// calm is how many T-states are interpreted after something has come from outside, so that
	// short routines need no copy.
	calm = 20_000
)

// past keeps the last two copies of the chip since something came from outside.
type past struct {
	copies [2]*chip.State // the newer first
	n      int            // how many there are
}

// keep copies the chip if the last copy is old.
func (p *past) keep(s *chip.State) {
	if p.n > 0 && s.TStates-p.copies[0].TStates < copyEvery {
		return
	}
	p.copies[0], p.copies[1] = p.copies[1], p.copies[0]
	if p.copies[0] == nil {
		p.copies[0] = &chip.State{}
	}
	c := p.copies[0]
	*c = *s
	clear(c.Marks[:])
	c.In, c.Out, c.Wrote = nil, nil, nil
	p.n = min(p.n+1, len(p.copies))
}

// Recall adds the jumps that translations left out to the Jumps of the chip, so that the last ones
// are all there: it goes back to a copy and has the interpreter run again. It does nothing if that
// leads elsewhere, because something has come from outside.
func (c *Core) Recall(s *chip.State) {
	if c.state != s || c.n == 0 {
		return
	}
	again := *c.copies[c.n-1]
	for again.TStates < s.TStates && !again.Halted {
		c.beneath.Run(&again, s.TStates)
	}
	if again.PC != s.PC || again.SP != s.SP || again.R != s.R || again.TStates != s.TStates ||
		again.Memory != s.Memory {
		return
	}
	s.Jumps = again.Jumps
	c.jumps = s.Jumps.N
	c.n = 0
	c.keep(s)
}
