package translator

import (
	"bytes"
	"runtime"
	"slices"
	"sync"

	"sargon78/emu/z80"
)

const (
	// nearby is how many instructions are interpreted one by one until the translation can continue. If
	// it cannot then, the next attempt is after away T-states.
	nearby = 64
	away   = 20_000

	// fewBytes is how many bytes of code may change before the core takes it for another program.
	fewBytes = 16

	maxRoots = 64

	never = ^uint64(0)
)

// Core runs the program of one machine. Every machine needs one of its own: see New.
type Core struct {
	options
	interpreter z80.Interpreter
	chip        *z80.Chip
	lastPC      uint16 // PC at the end of the last run

	roots   []uint16        // where exploring starts
	changes map[uint16]bool // bytes of the program that change

	current     *translation
	compiling   chan *translation
	interpreted uint64 // T-states, because there was no translation
	wait        uint64 // how many interpreted T-states come before the next translation
	translated  uint64 // T-states that passed in translations
}

// options control when and how a program is translated.
type options struct {
	firstWait       uint64 // T-states to be interpreted before the first translation
	maxInstructions int    // how many instructions of a program may be translated
	synchronous     bool   // wait for the compiler
}

// host compiles and runs a module.
type host interface {
	attach(*z80.Chip) error
	call(limit uint32) error
}

// Available reports whether programs can be translated on this computer.
func Available() bool { return available() }

var available = sync.OnceValue(hosted)

// New returns a core for one machine. Where there is no translator (see Available), it is the
// interpreter with another name.
func New() *Core {
	const hasThreads = runtime.GOARCH != "wasm"
	return &Core{options: options{firstWait, maxInstructions, !hasThreads}}
}

// Eager returns a core that translates at once, at most the given number of instructions, and waits for
// the compiler. It is for tests of the translation.
func Eager(instructions int) *Core { return &Core{options: options{1, instructions, true}} }

// Translated returns how many T-states have passed in translations.
func (c *Core) Translated() uint64 { return c.translated }

// Name returns "translator".
func (*Core) Name() string { return "translator" }

// Run lets instructions pass, as z80.Core describes.
func (c *Core) Run(s *z80.Chip, end uint64) z80.Reason {
	if !Available() {
		return c.interpreter.Run(s, end)
	}
	if c.chip != s {
		*c = Core{
			options: c.options, chip: s, lastPC: ^s.PC, wait: c.firstWait, changes: map[uint16]bool{},
		}
	}
	if s.PC != c.lastPC {
		c.root(s.PC)
	}
	s.AfterEI, s.AfterLDAI = false, false
	why := c.run(s, end)
	c.lastPC = s.PC
	return why
}

// run runs the chip until end or until it stops for another reason. It enters the translation where that
// is possible, and lets the interpreter do the rest.
func (c *Core) run(s *z80.Chip, end uint64) z80.Reason {
	marked := s.Stops(s.PC) // so the interpreter has to begin
	for {
		why := z80.GoesOn
		switch {
		case end-s.TStates <= 2*clockInterval:
			why = c.interpreter.Run(s, end)
		case !c.ready(s):
			why = c.interpret(s, end)
		case marked || !c.enter(s, end):
			why = c.seek(s, end)
		}
		marked = false
		if why = s.StopReason(end, why == z80.StopRequested); why != z80.GoesOn {
			return why
		}
	}
}

// enter runs the translation, if it can continue from here, and reports whether anything has happened.
func (c *Core) enter(s *z80.Chip, end uint64) bool {
	if !c.current.takes(s) {
		return false
	}
	before := s.TStates
	if err := c.current.host.call(uint32(min(end-before, maxRun))); err != nil {
		c.current, c.wait = nil, never
		return true
	}
	s.ForgetHistory()
	c.translated += s.TStates - before
	if c.current.known[s.PC]&starts == 0 {
		c.root(s.PC)
	}
	return s.TStates != before
}

// seek interprets until the translation can continue.
func (c *Core) seek(s *z80.Chip, end uint64) (why z80.Reason) {
	for range nearby {
		why = c.interpreter.Run(s, s.TStates+1)
		if why != z80.TimeIsUp || s.TStates >= end || c.current.takes(s) {
			return why
		}
	}
	return c.interpret(s, min(end, s.TStates+away))
}

// interpret interprets because there is no translation, until it is time to translate.
func (c *Core) interpret(s *z80.Chip, end uint64) z80.Reason {
	began := s.TStates
	if c.interpreted < c.wait && c.wait-c.interpreted < end-began {
		end = began + c.wait - c.interpreted
	}
	why := c.interpreter.Run(s, end)
	if c.interpreted += s.TStates - began; c.interpreted >= c.wait {
		c.translate(s)
	}
	return why
}

func (c *Core) root(addr uint16) {
	if len(c.roots) < maxRoots && !slices.Contains(c.roots, addr) {
		c.roots = append(c.roots, addr)
	}
}

// translate begins to translate the program as it is now, and doubles the wait for the next
// translation.
func (c *Core) translate(s *z80.Chip) {
	if c.compiling != nil || c.wait == never {
		return
	}
	c.interpreted = 0
	c.wait *= 2
	written := func(addr uint16) bool { return c.changes[addr] }
	p := explore(s, c.roots, c.maxInstructions, written)
	if _, found := p.code[s.PC]; !found {
		c.root(s.PC)
		p = explore(s, c.roots, c.maxInstructions, written)
	}
	l, m := where(s)
	t := newTranslation(p, s)
	module := translate(p, l, m)
	made := make(chan *translation, 1)
	c.compiling = made
	finish := func() {
		var err error
		if t.host, err = compile(module); err != nil {
			t = nil
		}
		made <- t
	}
	if c.synchronous {
		finish()
	} else {
		go finish()
	}
}

// ready reports whether there is a translation of the program as it is now.
func (c *Core) ready(s *z80.Chip) bool {
	select {
	case t := <-c.compiling:
		c.compiling = nil
		c.take(t, s)
	default:
	}
	if c.current == nil {
		return false
	}
	if changed := c.current.changed(s); len(changed) > 0 {
		c.forget(changed, s)
		return false
	}
	return c.current.marksKnown(s)
}

// take uses a translation from now on, if compiling has succeeded.
func (c *Core) take(t *translation, s *z80.Chip) {
	if t == nil || t.host.attach(s) != nil {
		c.wait = never
		return
	}
	if c.current != nil {
		c.current.mark(s, 0)
	}
	c.current = t
	t.mark(s, z80.Translated)
}

// forget drops the translation, because bytes of code have changed. Few changes were made by the
// program itself; many mean that it is another program.
func (c *Core) forget(changed []uint16, s *z80.Chip) {
	c.current.mark(s, 0)
	c.current = nil
	if len(changed) > fewBytes {
		c.roots, c.changes = []uint16{s.PC}, map[uint16]bool{}
	}
	for _, addr := range changed[:min(len(changed), fewBytes)] {
		c.changes[addr] = true
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
	starts        = 1 << iota // an instruction starts here
	enters                    // and the translation can be entered
	uncheckedMark             // the translation does not check for a mark
)

// span is a range of code, with its marks.
type span struct {
	from        uint16
	code, marks []byte
}

// newTranslation records what a translation of p depends on: the bytes and marks that were translated, and
// the addresses at which it can be entered.
func newTranslation(p *program, s *z80.Chip) *translation {
	t := &translation{}
	var covered [65536]bool
	for _, b := range p.blocks {
		for n := range b.code {
			i := &b.code[n]
			t.known[i.Addr] |= starts
			if i.interpreted {
				continue
			}
			if n > 0 || !b.checked {
				t.known[i.Addr] |= uncheckedMark
			}
			for k := range i.Length {
				covered[i.Addr+k] = true
			}
		}
		if b.entry && !b.code[0].interpreted {
			t.known[b.addr] |= enters
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

// mark sets z80.Translated in the marks of the code, or clears it with 0.
func (t *translation) mark(s *z80.Chip, bit uint8) {
	for n := range t.spans {
		p := &t.spans[n]
		marks := s.Marks[p.from:][:len(p.code)]
		for i := range marks {
			marks[i] = marks[i]&^z80.Translated | bit
		}
	}
	s.Marks[len(s.Marks)-1] |= z80.Translated // for words that go on at address 0
}

// changed returns the bytes of code that differ from what was translated.
func (t *translation) changed(s *z80.Chip) (list []uint16) {
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

// marksKnown reports whether the translation stops wherever there is a mark to stop at.
func (t *translation) marksKnown(s *z80.Chip) bool {
	for n := range t.spans {
		p := &t.spans[n]
		marks := s.Marks[p.from:][:len(p.code)]
		if bytes.Equal(marks, p.marks) {
			continue
		}
		for i := range marks {
			addr := p.from + uint16(i)
			if t.known[addr]&uncheckedMark != 0 && s.Stops(addr) {
				return false
			}
		}
		copy(p.marks, marks)
	}
	return true
}

// takes reports whether the translation can continue from the chip's state. It cannot represent S and Z
// both set.
func (t *translation) takes(s *z80.Chip) bool {
	const both = z80.FlagS | z80.FlagZ
	return t.known[s.PC]&enters != 0 && s.F&both != both && !s.Stops(s.PC)
}
