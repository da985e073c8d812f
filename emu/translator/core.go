package translator

import (
	"bytes"
	"slices"
	"sync"

	"sargon78/emu/chip"
	"sargon78/emu/interpreter"
)

const (
	// patience is how many T-states are interpreted before a program is translated: less than
	// a hundredth of a second.
	patience = 2_000_000

	// nearby is how many instructions are interpreted one by one until the translation can go on;
	// if it cannot then, the next try is after away T-states.
	nearby = 64
	away   = 20_000

	// fewBytes is how many bytes of code may change before it counts as another program.
	fewBytes = 16

	mostRoots = 64

	never = ^uint64(0)
)

// Core runs the program of one machine. Every machine needs one of its own: see New.
type Core struct {
	beneath interpreter.Core
	state   *chip.State
	left    uint16 // PC at the end of the last run
	leftAt  uint64 // and the clock
	jumps   uint   // and how many jumps had been noted

	past
	calm   uint64 // T-states, see recall.go
	calmTo uint64 // until then only the interpreter runs

	roots   []uint16        // where exploring starts
	written map[uint16]bool // bytes of the program that change

	made       *translation
	making     chan *translation // is being compiled
	idle       uint64            // T-states interpreted because there was no translation
	first      uint64            // how many of these before the first translation
	wait       uint64            // and before the next
	most       int               // instructions that may be translated
	translated uint64            // T-states that passed in translations
	soon       bool              // translate at once, and wait for it: for tests
}

// host runs a module.
type host interface {
	attach(*chip.State) error
	call(limit uint32) error
}

// Available tells whether programs can be translated on this computer.
func Available() bool { return available() }

var available = sync.OnceValue(hosted)

// New returns a core for one machine. Where there is no translator (see Available) it is the
// interpreter under another name.
func New() *Core { return &Core{first: patience, most: mostInstructions, calm: calm} }

// Name returns "translator".
func (*Core) Name() string { return "translator" }

// Slice returns how many T-states a run should last, if it can: entering and leaving takes time.
func (*Core) Slice() uint64 { return 200_000 }

// Run runs whole instructions until the clock has come to end, the next one has a mark, or the chip
// has halted. At least one runs.
func (c *Core) Run(s *chip.State, end uint64) {
	if !Available() {
		c.beneath.Run(s, end)
		return
	}
	if c.state != s {
		*c = Core{
			state: s, first: c.first, wait: c.first, soon: c.soon, most: c.most, calm: c.calm,
			past: past{copies: c.copies},
		}
		c.left = ^s.PC
		c.written = map[uint16]bool{}
	}
	if s.PC != c.left {
		c.root(s.PC)
	}
	if s.TStates != c.leftAt || s.Jumps.N != c.jumps {
		c.n = 0
		c.calmTo = s.TStates + c.calm
	}
	s.AfterEI, s.AfterLDAI = false, false
	c.run(s, end)
	c.left, c.leftAt, c.jumps = s.PC, s.TStates, s.Jumps.N
}

func done(s *chip.State, end uint64) bool {
	return s.TStates >= end || s.Stops(s.PC) || s.Halted || s.Attention()
}

func (c *Core) run(s *chip.State, end uint64) {
	first := s.Stops(s.PC)
	for {
		switch {
		case end-s.TStates <= 2*stretch:
			c.beneath.Run(s, end)
		case s.TStates < c.calmTo:
			c.beneath.Run(s, min(end, c.calmTo))
		case !c.ready(s):
			c.interpret(s, end)
		default:
			for !first && c.made.takes(s) && end-s.TStates > 2*stretch {
				before := s.TStates
				c.enter(s, end)
				c.translated += s.TStates - before
				if done(s, end) {
					return
				}
				if s.TStates == before {
					break
				}
			}
			if c.made != nil {
				c.seek(s, end)
			}
		}
		if first = false; done(s, end) {
			return
		}
	}
}

// enter runs the translation.
func (c *Core) enter(s *chip.State, end uint64) {
	c.keep(s)
	from := s.PC
	if err := c.made.host.call(uint32(min(end-s.TStates, longestRun))); err != nil {
		c.made, c.wait = nil, never
		return
	}
	if s.PC != from {
		s.Jumps.Moved(from, s.PC)
	}
	if c.made.known[s.PC]&starts == 0 {
		c.root(s.PC)
	}
}

// seek interprets until the translation can go on.
func (c *Core) seek(s *chip.State, end uint64) {
	for range nearby {
		c.beneath.Run(s, s.TStates+1)
		if done(s, end) || c.made.takes(s) {
			return
		}
	}
	c.interpret(s, min(end, s.TStates+away))
}

// interpret interprets because there is no translation, until it is time to translate.
func (c *Core) interpret(s *chip.State, end uint64) {
	began := s.TStates
	if c.idle < c.wait && c.wait-c.idle < end-began {
		end = began + c.wait - c.idle
	}
	c.beneath.Run(s, end)
	if c.idle += s.TStates - began; c.idle >= c.wait {
		c.translate(s)
	}
}

func (c *Core) root(addr uint16) {
	if len(c.roots) < mostRoots && !slices.Contains(c.roots, addr) {
		c.roots = append(c.roots, addr)
	}
}

// translate begins to translate the program as it is now, and doubles the wait for the next
// translation.
func (c *Core) translate(s *chip.State) {
	if c.making != nil || c.wait == never {
		return
	}
	c.idle = 0
	c.wait *= 2
	written := func(addr uint16) bool { return c.written[addr] }
	p := explore(s, c.roots, c.most, written)
	if !p.covers(s.PC) {
		c.root(s.PC)
		p = explore(s, c.roots, c.most, written)
	}
	l, m := where(s)
	t := newTranslation(p, s)
	module := translate(p, l, m)
	made := make(chan *translation, 1)
	c.making = made
	finish := func() {
		var err error
		if t.host, err = compile(module); err != nil {
			t = nil
		}
		made <- t
	}
	if c.soon || !inBackground {
		finish()
	} else {
		go finish()
	}
}

// ready tells whether there is a translation of the program as it is now.
func (c *Core) ready(s *chip.State) bool {
	select {
	case t := <-c.making:
		c.making = nil
		c.take(t, s)
	default:
	}
	if c.made == nil {
		return false
	}
	if changed := c.made.changed(s); len(changed) > 0 {
		c.forget(changed, s)
		return false
	}
	return c.made.marksKnown(s)
}

// take uses a translation from now on, if compiling succeeded.
func (c *Core) take(t *translation, s *chip.State) {
	if t == nil || t.host.attach(s) != nil {
		c.wait = never
		return
	}
	if c.made != nil {
		c.made.mark(s, 0)
	}
	c.made = t
	t.mark(s, chip.Translated)
}

// forget drops the translation, because bytes of code have changed: few by the program itself, many
// because it is another program.
func (c *Core) forget(changed []uint16, s *chip.State) {
	c.made.mark(s, 0)
	c.made = nil
	if len(changed) > fewBytes {
		c.roots, c.written = []uint16{s.PC}, map[uint16]bool{}
	}
	for _, addr := range changed[:min(len(changed), fewBytes)] {
		c.written[addr] = true
	}
}

// translation is a program translated.
type translation struct {
	host  host
	spans []span
	known [65536]uint8 // of each address
}

// What is known of an address.
const (
	starts  = 1 << iota // an instruction starts here
	enters              // and the translation can be entered
	anyQ                // and that even if Q is true
	unasked             // the translation does not check for a mark
)

// span is a stretch of code, with its marks.
type span struct {
	from        uint16
	code, marks []byte
}

func newTranslation(p *program, s *chip.State) *translation {
	t := &translation{}
	var covered [65536]bool
	for _, b := range p.blocks {
		for n := range b.code {
			i := &b.code[n]
			t.known[i.addr] |= starts
			if i.left {
				continue
			}
			if n > 0 || !b.checked {
				t.known[i.addr] |= unasked
			}
			for k := range i.length {
				covered[i.addr+k] = true
			}
		}
		if b.entry && !b.code[0].left {
			t.known[b.addr] |= enters
			if b.unknownQ {
				t.known[b.addr] |= anyQ
			}
		}
	}
	for addr := 0; addr < len(covered); addr++ {
		from := addr
		for addr < len(covered) && covered[addr] {
			addr++
		}
		if addr > from {
			t.spans = append(t.spans, span{
				uint16(from), bytes.Clone(s.Memory[from:addr]), bytes.Clone(s.Marks[from:addr]),
			})
		}
	}
	return t
}

// covers tells whether an instruction at an address was found.
func (p *program) covers(addr uint16) bool {
	for _, b := range p.blocks {
		for n := range b.code {
			if b.code[n].addr == addr {
				return true
			}
		}
	}
	return false
}

// mark sets chip.Translated in the marks of the code, or clears it with 0.
func (t *translation) mark(s *chip.State, bit uint8) {
	for n := range t.spans {
		p := &t.spans[n]
		marks := s.Marks[p.from:][:len(p.code)]
		for i := range marks {
			marks[i] = marks[i]&^chip.Translated | bit
		}
	}
	s.Marks[len(s.Marks)-1] |= chip.Translated // for words that go on at address 0
}

// changed returns the bytes of code that differ from what was translated.
func (t *translation) changed(s *chip.State) (list []uint16) {
	for n := range t.spans {
		p := &t.spans[n]
		code := s.Memory[p.from:][:len(p.code)]
		if bytes.Equal(code, p.code) {
			continue
		}
		for i, b := range code {
			if b != p.code[i] {
				list = append(list, p.from+uint16(i))
			}
		}
	}
	return list
}

// marksKnown tells whether the translation stops wherever there is a mark to stop at.
func (t *translation) marksKnown(s *chip.State) bool {
	for n := range t.spans {
		p := &t.spans[n]
		marks := s.Marks[p.from:][:len(p.code)]
		if bytes.Equal(marks, p.marks) {
			continue
		}
		for i := range marks {
			addr := p.from + uint16(i)
			if t.known[addr]&unasked != 0 && s.Stops(addr) {
				return false
			}
		}
		copy(p.marks, marks)
	}
	return true
}

// takes tells whether the translation can go on from the chip's state. It cannot represent S and Z
// both set, and most of its entries need Q to be false.
func (t *translation) takes(s *chip.State) bool {
	const both = chip.FlagS | chip.FlagZ
	known := t.known[s.PC]
	return known&enters != 0 && (!s.Q || known&anyQ != 0) && s.F&both != both && !s.Stops(s.PC)
}
