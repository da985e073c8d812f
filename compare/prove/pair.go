package prove

import (
	"fmt"
	"slices"
	"strings"

	"sargon78/emu/z80"
	"sargon78/native/literal"
	"sargon78/roms"
	"sargon78/sargon/spec/cells"
)

// What a byte of the memory is to a piece. All but used are marks of a literal.Watch.
const (
	used     = iota // has a value in this case; may be read and written
	closed          // is none of its business: to read or write it is a fault
	constant        // may be read
	held            // is an input that has its value and must keep it
	kept            // an input without a value yet, that must keep it
	open            // an input without a value yet
	scratch         // has no value: must be written before it is read, and is not compared
)

// A wrong is a fault that a case shows. It is thrown as a panic where it is seen.
type wrong string

// side is one of the two memories.
type side struct {
	name   string
	memory *[1 << 16]uint8
	marks  *[1 << 16]uint8
	log    []uint16 // what is no longer as it was when the case began
}

// pair is a piece of the program beside the rule of the engine that says the same.
type pair struct {
	forks
	rom     *rom
	engine  *literal.Engine
	watch   literal.Watch
	sides   [2]side // program, engine
	marks   [1 << 16]uint8
	base    [1 << 16]uint8
	domains [1 << 16][]uint16
	uses    registers // that the row may change

	calls    []call // of the program, in this case
	answered int    // of them by the engine
	answers  int    // asked for

	stubbed   [literal.NumParts]bool
	given     [answerID - givenID]string // the names of what was given
	labels    map[string]uint16
	more      func(part literal.Part, args literal.Args) bool // calls of 10x12 alone
	forbidden bool                                            // what pin_forbids has answered
	end       uint16                                          // where the piece has ended
	longest   uint64                                          // T-states
	left      uint64                                          // cases that leave the specification
}

// call is a call of a part that is left out.
type call struct {
	part   literal.Part
	args   literal.Args
	answer uint16
	writes []written
}

type written struct {
	at uint16
	v  uint8
}

func newPair(image *roms.Image) *pair {
	p := &pair{rom: newROM(image), engine: literal.New(), labels: map[string]uint16{}}
	p.engine.Watched(&p.watch, p.instead)
	p.watch.Touch = func(at uint16, write bool) { p.touch(&p.sides[1], at, write) }
	p.sides = [2]side{
		{name: "the program", memory: &p.rom.chip.Memory, marks: new([1 << 16]uint8)},
		{name: "10x12", memory: p.engine.Memory(), marks: &p.watch.Marks},
	}
	return p
}

// prepare forgets the row before.
func (p *pair) prepare(r *Row) {
	p.rom.clear()
	p.uses = registerSet(r.uses)
	for at := range p.marks {
		p.marks[at] = closed
	}
	stack := p.at(cells.STACK)
	p.domain(stack-200, 200, scratch, nil)
	for _, t := range []string{"DIRECT", "DPOINT", "DCOUNT", "PVALUE"} {
		c, _ := cells.Named(t)
		p.domain(p.at(c.Offset), c.Size, constant, nil)
	}
	p.domain(p.at(cells.PIECES), 1, constant, nil) // what a piece of type 7 is worth
	clear(p.stubbed[:])
	p.more = nil
	for _, part := range r.stubbed {
		p.stubbed[part] = true
	}
	if r.prepare != nil {
		r.prepare(p)
	}
	for i := range p.sides {
		s := &p.sides[i]
		*s.marks = p.marks
		s.log = s.log[:0]
	}
	p.base = *p.sides[0].memory
}

// at is the address of a cell of spec §15.
func (p *pair) at(offset uint16) uint16 { return p.rom.image.Load + offset }

// cell is the address of a label, or of a cell that only this program has.
func (p *pair) cell(name string) uint16 {
	at, ok := p.labels[name]
	if !ok {
		at = p.rom.label(name)
		p.labels[name] = at
	}
	return at
}

// domain says what n bytes are to the piece, and what they may hold.
func (p *pair) domain(at uint16, n int, mark uint8, values []uint16) {
	for range n {
		p.marks[at], p.domains[at] = mark, values
		at++
	}
}

// index makes an input of a word whose high byte stays the page of TBASE.
func (p *pair) index(offset uint16, mark uint8, values []uint16) {
	p.domain(p.at(offset), 1, mark, values)
	p.domain(p.at(offset)+1, 1, constant, nil)
}

// byte is a cell of the program.
func (p *pair) byte(offset uint16) uint16 {
	p.touch(&p.sides[0], p.at(offset), false)
	return uint16(p.rom.chip.Memory[p.at(offset)])
}

// touch is before a byte is read or written.
func (p *pair) touch(s *side, at uint16, write bool) {
	switch m := s.marks[at]; m {
	case used, constant, held:
		if write && m != used {
			panic(wrong(fmt.Sprintf("%s writes to %s", s.name, p.name(int(at)))))
		}
		return
	case closed:
		panic(wrong(fmt.Sprintf("%s touches %s", s.name, p.name(int(at)))))
	case kept:
		if write {
			panic(wrong(fmt.Sprintf("%s writes to %s", s.name, p.name(int(at)))))
		}
		s.marks[at] = held
	case scratch:
		if !write {
			panic(wrong(fmt.Sprintf("%s reads %s, which has no value", s.name, p.name(int(at)))))
		}
		s.marks[at] = used
	default:
		s.marks[at] = used
	}
	s.log = append(s.log, at)
	if !write {
		s.memory[at] = uint8(p.ask(int(at), p.domains[at]))
	}
}

// give asks for a value that the case begins with.
func (p *pair) give(n int, name string, domain []uint16) uint16 {
	p.given[n] = name
	return p.ask(givenID+n, domain)
}

// set gives a cell its value for this case, before anybody reads it.
func (p *pair) set(at uint16, v uint8) { p.know(int(at), uint16(v)) }

func (p *pair) setWord(at, v uint16) {
	p.set(at, uint8(v))
	p.set(at+1, uint8(v>>8))
}

// case1 does one case: what r.run says. It returns what is wrong, "" if nothing is.
func (p *pair) case1(r *Row) (fault string) {
	defer func() {
		if is := recover(); is != nil {
			w, ok := is.(wrong)
			if !ok {
				panic(is)
			}
			fault = string(w)
		}
		for i := range p.sides {
			s := &p.sides[i]
			for _, at := range s.log {
				s.marks[at], s.memory[at] = p.marks[at], p.base[at]
			}
			s.log = s.log[:0]
		}
	}()
	p.calls, p.answered, p.answers = p.calls[:0], 0, 0
	p.rom.noise(all, uint64(p.number))
	r.run(p)
	return ""
}

// program runs a piece of the program, from a label to one of the ends.
func (p *pair) program(label string) {
	c := &p.rom.chip
	c.SP = p.at(cells.STACK) - 2
	p.touch(&p.sides[0], c.SP, true)
	p.touch(&p.sides[0], c.SP+1, true)
	c.Memory[c.SP], c.Memory[c.SP+1] = returned&0xFF, returned>>8
	c.PC = p.cell(label)
	sp, begun, before := c.SP, p.rom.registers(), c.TStates
	p.rom.run(func(at uint16, write bool) { p.touch(&p.sides[0], at, write) })
	p.longest = max(p.longest, c.TStates-before)
	p.end = c.PC
	if p.end == returned {
		sp += 2
	}
	if c.SP != sp {
		panic(wrong(fmt.Sprintf("SP is %04X and not %04X", c.SP, sp)))
	}
	is := p.rom.registers()
	for i, name := range pairs {
		if changed := (is[i] ^ begun[i]) &^ p.uses[i]; changed != 0 {
			panic(wrong(fmt.Sprintf("%s is %04X and not %04X, as it was", name, is[i], begun[i])))
		}
	}
}

// rule has the engine do a part. It is false if that leaves the specification.
func (p *pair) rule(part literal.Part, f *literal.Fields, args ...uint16) (answer uint16, ok bool) {
	var a literal.Args
	copy(a[:], args)
	answer, undefined := p.engine.Do(part, f, a)
	if undefined != "" {
		p.left++
		return 0, false
	}
	if p.answered != len(p.calls) {
		panic(wrong(fmt.Sprintf("the program calls %d parts, 10x12 %d", len(p.calls), p.answered)))
	}
	return answer, true
}

// stub leaves out what is at a label of the program. do notes the call and sets what the contract
// says; then the program goes on at the label that it names, or returns if that is "". noise are the
// registers that are used and have no result.
func (p *pair) stub(label, noise string, do func() (goesOn string)) {
	at, set := p.cell(label), registerSet(noise)
	p.rom.mark(at, markStub)
	p.rom.stubs[at] = func() {
		c := &p.rom.chip
		label := do()
		p.rom.noise(set, uint64(p.number)+uint64(len(p.calls))<<32)
		if label != "" {
			c.PC = p.cell(label)
			return
		}
		c.PC = c.Word(c.SP)
		c.SP += 2
	}
}

// flags sets flags of the program; the others have no value.
func (p *pair) flags(mask, v uint8) {
	p.rom.chip.F = uint8(p.number*0x9E3779B1>>24)&^mask | v&mask
}

// zero are the flags of an answer that is 0 or not.
func (p *pair) zero(is bool) { p.flags(z80.FlagZ, uint8(flag(is))*z80.FlagZ) }

// ends marks labels at which the piece is over.
func (p *pair) ends(labels ...string) {
	for _, l := range labels {
		p.rom.mark(p.cell(l), markEnd)
	}
}

// called notes a call of the program, and asks for its answer.
func (p *pair) called(part literal.Part, domain []uint16, args ...uint16) uint16 {
	c := call{part: part}
	copy(c.args[:], args)
	if domain != nil {
		c.answer = p.answer(domain)
	}
	if len(p.calls) > 100 {
		panic(wrong("the program calls without end"))
	}
	p.calls = append(p.calls, c)
	return c.answer
}

// answer asks for a value that a stub gives back.
func (p *pair) answer(domain []uint16) uint16 {
	p.answers++
	return p.ask(answerID+p.answers-1, domain)
}

// writes lets the call noted last write a byte, on both sides.
func (p *pair) writes(at uint16, v uint8) {
	c := &p.calls[len(p.calls)-1]
	c.writes = append(c.writes, written{at, v})
	p.write(&p.sides[0], at, v)
}

func (p *pair) write(s *side, at uint16, v uint8) {
	p.touch(s, at, true)
	s.memory[at] = v
}

// instead answers a call of the engine as that of the program was answered.
func (p *pair) instead(part literal.Part, args literal.Args) (answer uint16, taken bool) {
	if !p.stubbed[part] {
		return 0, false
	}
	if p.more != nil && p.more(part, args) {
		return p.answer(bits), true
	}
	if p.answered == len(p.calls) {
		panic(wrong(fmt.Sprintf("10x12 calls %v%v, and the program does not", part, args)))
	}
	c := &p.calls[p.answered]
	if c.part != part || c.args != args {
		panic(wrong(fmt.Sprintf("the program calls %v%v, 10x12 %v%v", c.part, c.args, part, args)))
	}
	p.answered++
	for _, w := range c.writes {
		p.write(&p.sides[1], w.at, w.v)
	}
	return c.answer, true
}

// same compares a result.
func (p *pair) same(name string, is, want uint16) {
	if is != want {
		panic(wrong(fmt.Sprintf("%s: the program %02X, 10x12 %02X", name, is, want)))
	}
}

// word compares a word of the program with a field of the engine. It was before, if nobody has
// written it.
func (p *pair) word(name string, offset, before, want uint16) {
	if p.sides[0].marks[p.at(offset)] == used {
		before = p.rom.chip.Word(p.at(offset))
	}
	p.same(name, before, want)
}

// memories compares all that both sides may have written.
func (p *pair) memories() { p.tables(0, returned) }

// tables compares what both sides may have written between two addresses.
func (p *pair) tables(from, to uint16) {
	for i := range p.sides {
		for _, at := range p.sides[i].log {
			m := p.marks[at]
			if m == scratch || m == held || m == kept || at < from || at >= to {
				continue
			}
			var is [2]uint8
			for j := range p.sides {
				s := &p.sides[j]
				is[j] = s.memory[at]
				if s.marks[at] != used {
					is[j] = uint8(p.ask(int(at), p.domains[at]))
				}
			}
			if is[0] != is[1] {
				panic(wrong(fmt.Sprintf("%s: the program %02X, 10x12 %02X", p.name(int(at)), is[0], is[1])))
			}
		}
	}
}

// name says what an id is.
func (p *pair) name(id int) string {
	switch {
	case id >= answerID:
		return fmt.Sprintf("answer %d", id-answerID+1)
	case id >= givenID:
		return p.given[id-givenID]
	}
	offset := uint16(id) - p.rom.image.Load
	i, found := slices.BinarySearchFunc(cells.All, offset, func(c cells.Cell, at uint16) int {
		return int(c.Offset) - int(at)
	})
	if !found {
		i--
	}
	if i < 0 || int(offset-cells.All[i].Offset) >= cells.All[i].Size {
		return fmt.Sprintf("%04Xh", id)
	}
	if c := cells.All[i]; offset != c.Offset {
		return fmt.Sprintf("%s+%d", c.Name, offset-c.Offset)
	}
	return cells.All[i].Name
}

// path writes the choices of the case.
func (p *pair) path() string {
	var b strings.Builder
	for i, c := range p.trail {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%s = %02X", p.name(c.id), c.domain[c.at])
	}
	return b.String()
}
