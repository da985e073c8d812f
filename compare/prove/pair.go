package prove

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sargon78/native"
	"sargon78/native/literal"
	"sargon78/roms"
	"sargon78/sargon"
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
	private         // the same, and the engine has none: it is not compared
	result          // has no value: must be written before it is read
	scratch         // the same, and is not compared
)

// undefined ends a case that leaves what the specification describes.
type undefined struct{}

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
	rom
	engine   *literal.Engine
	watch    literal.Watch
	sides    [2]side // program, engine
	marks    [1 << 16]uint8
	base     [1 << 16]uint8
	domains  [1 << 16][]uint16
	contract *contract            // of the row
	fields   []*literal.FieldCell // cells of the row that the engine keeps beside its memory
	f        literal.Fields

	begins   []begin
	calls    []call // of the program, in this case
	answered int    // of them by the engine
	answers  int    // asked for
	gave     int    // given so far

	stubbed     [literal.NumParts + 1]bool
	given       [answerID - givenID]string                      // the names of what was given
	more        func(part literal.Part, args literal.Args) bool // calls of 10x12 alone
	forbidden   bool                                            // what pin_forbids has answered
	judges      []*native.Judge                                 // on other boards
	tenByTwelve *literal.Engine                                 // for whole positions
	whole       *whole                                          // for routines that are done whole
	begun       registers                                       // as the piece began
	end         uint16                                          // where it has ended
	longest     uint64                                          // T-states
	left        uint64                                          // cases that leave the specification
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
	p := &pair{rom: rom{image: image, stubs: map[uint16]func(){}}, engine: literal.New()}
	copy(p.chip.Memory[image.Load:], image.Bytes)
	for at := range p.chip.Marks {
		p.chip.Marks[at] = markStep
	}
	p.engine.Watched(&p.watch, p.instead)
	p.watch.Touch = func(at uint16, write bool) { p.touch(&p.sides[1], at, write) }
	p.sides = [2]side{
		{name: "the program", memory: &p.chip.Memory, marks: new([1 << 16]uint8)},
		{name: "10x12", memory: p.engine.Memory(), marks: &p.watch.Marks},
	}
	return p
}

// prepare forgets the row before.
func (p *pair) prepare(r *Row) {
	p.fields, p.begins = p.fields[:0], p.begins[:0]
	p.contract = contractOf(r)
	clear(p.stubbed[:])
	p.more = nil
	if r.draw != nil {
		p.prepareWhole(r)
	} else {
		p.preparePiece(r)
	}
	for i := range p.sides {
		s := &p.sides[i]
		*s.marks = p.marks
		s.log = s.log[:0]
	}
	p.base = *p.sides[0].memory
}

// preparePiece has only what the contract names touched, and others left out.
func (p *pair) preparePiece(r *Row) {
	p.clearStops()
	for at := range p.marks {
		p.marks[at] = closed
	}
	p.domain(p.at(cells.STACK)-200, 200, scratch, nil)
	p.mark(constant, "DIRECT:24 DPOINT:7 DCOUNT:7 PVALUE:6 PIECES:8 BMOVES:12 book_flank:6")
	c := p.contract
	p.mark(scratch, c.spoils)
	p.mark(kept, c.reads)
	p.mark(open, c.changes)
	p.mark(result, c.makes)
	p.mark(private, c.own)
	for _, h := range r.holds {
		p.holds(h)
	}
	if c.next != "" {
		p.ends(c.next)
	}
	for label := range strings.FieldsSeq(c.calls) {
		p.leave(label, nil, nil)
	}
	if r.prepare != nil {
		r.prepare(p)
	}
}

// mark says what cells are to the piece: names, with how many bytes. A name with ' is that of an
// index, whose high byte stays the page of TBASE. An input may hold all bytes, if its row does not say
// less; on a board there are men of both colours that have done nothing, and empty squares.
func (p *pair) mark(mark uint8, names string) {
	values := anyByte
	if mark == result || mark == scratch {
		values = nil
	}
	p.each(names, func(at uint16, n int, isIndex bool) {
		p.domain(at, n, mark, values)
		if isIndex {
			p.domain(at+1, 1, constant, nil)
		}
		if f := fieldAt(at - literal.Load); f != nil {
			p.fields = append(p.fields, f)
		}
	})
	if slices.Contains(strings.Fields(names), "board") {
		p.domain(p.at(cells.BOARDA), sargon.BoardSize, mark, []uint16{uint16(sargon.Border)})
		p.may("board", few)
	}
}

// holds says what cells or a register may hold. A register, or a word, gets its value as a case begins.
func (p *pair) holds(h holding) {
	put, isRegister := putRegister[h.where]
	switch {
	case isRegister:
		p.begins = append(p.begins, begin{h, func(v uint16) { put(&p.chip.Registers, v) }})
	case slices.Max(h.values) > 0xFF:
		at := p.named(h.where)
		p.begins = append(p.begins, begin{h, func(v uint16) { p.setWord(at, v) }})
	default:
		p.may(h.where, h.values)
	}
}

// begin is what is given a value as a case begins.
type begin struct {
	holding
	put func(v uint16)
}

// may says what cells may hold.
func (p *pair) may(names string, values []uint16) {
	p.eachByte(names, func(at uint16) { p.domains[at] = values })
	if names == "board" {
		for _, s := range squares64 {
			p.domains[p.at(cells.BOARDA)+s] = values
		}
	}
}

// each does something with each of some cells, but for the board.
func (p *pair) each(names string, do func(at uint16, n int, isIndex bool)) {
	for name := range strings.FieldsSeq(names) {
		if name == "board" {
			continue
		}
		name, size, _ := strings.Cut(name, ":")
		name, isIndex := strings.CutSuffix(name, "'")
		n, _ := strconv.Atoi(size)
		do(p.named(name), max(n, 1), isIndex)
	}
}

// eachByte does something with each byte of some cells.
func (p *pair) eachByte(names string, do func(at uint16)) {
	p.each(names, func(at uint16, n int, _ bool) {
		for i := range uint16(n) {
			do(at + i)
		}
	})
}

// named is the address of a cell with a distance, like "ATKLST+7".
func (p *pair) named(name string) uint16 {
	name, more, _ := strings.Cut(name, "+")
	n, _ := strconv.Atoi(more)
	if c, ok := cells.Named(name); ok {
		return p.at(c.Offset) + uint16(n)
	}
	return p.cell(name) + uint16(n)
}

// at is the address of a cell of spec §15.
func (p *pair) at(offset uint16) uint16 { return literal.Load + offset }

// domain says what n bytes are to the piece, and what they may hold.
func (p *pair) domain(at uint16, n int, mark uint8, values []uint16) {
	for range n {
		p.marks[at], p.domains[at] = mark, values
		at++
	}
}

// byte is a cell of the program.
func (p *pair) byte(offset uint16) uint16 {
	p.touch(&p.sides[0], p.at(offset), false)
	return uint16(p.chip.Memory[p.at(offset)])
}

func (p *pair) word(offset uint16) uint16 { return p.byte(offset) | p.byte(offset+1)<<8 }

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
func (p *pair) give(name string, domain []uint16) uint16 {
	p.given[p.gave] = name
	p.gave++
	return p.ask(givenID+p.gave-1, domain)
}

// first is what was given first.
func (p *pair) first() uint16 { return p.value[givenID] }

// in asks for the value that a cell has as the case begins.
func (p *pair) in(offset uint16, domain []uint16) uint16 {
	return p.ask(int(p.at(offset)), domain)
}

// put gives a cell a value for this case, before anybody reads it.
func (p *pair) put(offset, v uint16) { p.set(p.at(offset), v) }

func (p *pair) set(at, v uint16) { p.know(int(at), v&0xFF) }

func (p *pair) putWord(offset, v uint16) { p.setWord(p.at(offset), v) }

func (p *pair) setWord(at, v uint16) {
	p.set(at, v)
	p.set(at+1, v>>8)
}

// case1 does one case: what r.run says. It returns what is wrong, "" if nothing is.
func (p *pair) case1(r *Row) (fault string) {
	defer func() {
		if is := recover(); is != nil {
			switch is := is.(type) {
			case undefined:
				p.left++
			case wrong:
				fault = string(is)
			case noValue:
				fault = "a side alone reads or writes " + p.name(int(is)) + ", which has no value"
			default:
				if r.draw == nil {
					panic(is)
				}
				fault = fmt.Sprintf("panic: %v", is)
			}
		}
		for i := range p.sides {
			s := &p.sides[i]
			for _, at := range s.log {
				s.marks[at], s.memory[at] = p.marks[at], p.base[at]
			}
			s.log = s.log[:0]
		}
	}()
	p.calls, p.answered, p.answers, p.gave, p.forbidden = p.calls[:0], 0, 0, 0, false
	p.f = literal.Fields{}
	switch {
	case r.draw != nil:
		p.wholly(r)
	default:
		p.noise(uint64(p.number))
		for i := range p.begins {
			if b := &p.begins[i]; len(b.values) == 1 {
				b.put(b.values[0])
			} else {
				b.put(p.give(b.where, b.values))
			}
		}
		if r.run != nil {
			r.run(p)
		} else {
			p.hold()
		}
	}
	return ""
}

// program runs a piece of the program, from a label to one of the ends.
func (p *pair) program(label string) {
	c := &p.chip
	c.SP = p.at(cells.STACK) - 2
	p.touch(&p.sides[0], c.SP, true)
	p.touch(&p.sides[0], c.SP+1, true)
	c.Memory[c.SP], c.Memory[c.SP+1] = returned&0xFF, returned>>8
	c.PC = p.cell(label)
	sp, before := c.SP, c.TStates
	p.begun = p.registers()
	p.undefined = every &^ p.contract.given
	p.execute()
	p.longest = max(p.longest, c.TStates-before)
	p.end = c.PC
	if p.end == returned {
		sp += 2
		if next := p.contract.next; next != "" && !p.contract.returns {
			panic(wrong("the program returns, and does not go on to " + next))
		}
	}
	if c.SP != sp {
		panic(wrong(fmt.Sprintf("SP is %04X and not %04X", c.SP, sp)))
	}
	is := p.registers()
	for i, name := range pairs {
		if (is[i]^p.begun[i])&p.contract.keeps[i] != 0 {
			panic(wrong(fmt.Sprintf("%s is %04X and not %04X, as it was", name, is[i], p.begun[i])))
		}
	}
	if lacks := p.undefined & p.contract.meant; lacks != 0 {
		panic(wrong(lacks.String() + " has no value as the program ends"))
	}
}

// rule has the engine do a part, and compares all cells that both may have written.
func (p *pair) rule(part literal.Part, args ...uint16) (answer uint16) {
	var a literal.Args
	copy(a[:], args)
	for _, f := range p.fields {
		if at := int(p.at(f.Offset)); p.known[at] == p.number {
			f.Set(&p.f, p.value[at]|p.value[at+1]<<8)
		} else {
			f.Set(&p.f, unset)
		}
	}
	before := p.f
	answer, left := p.engine.Do(part, &p.f, a)
	if left != "" {
		panic(undefined{})
	}
	for _, f := range p.fields {
		at, v := p.at(f.Offset), f.Get(&p.f)
		made := p.marks[at] == result && p.sides[0].marks[at] == used
		if made || v != f.Get(&before) {
			p.write(&p.sides[1], at, uint8(v))
			if f.Mask > 0xFF {
				p.write(&p.sides[1], at+1, uint8(v>>8))
			}
		}
	}
	if p.answered != len(p.calls) {
		panic(wrong(fmt.Sprintf("the program calls %d parts, 10x12 %d", len(p.calls), p.answered)))
	}
	p.compare()
	return answer
}

// unset is what a cell of the engine holds that has no value: to be seen if somebody goes by it.
const unset = 0x4D4D

// run does the routine of the row and the rule, both with the arguments of the contract.
func (p *pair) run() (args literal.Args, answer uint16) {
	args = p.contract.arguments(p)
	p.program(p.contract.label)
	if p.contract.part != noRule {
		answer = p.rule(p.contract.part, args[:]...)
	}
	return args, answer
}

// hold does the same, and compares what the routine leaves as the contract says.
func (p *pair) hold() (answer uint16) {
	args, answer := p.run()
	for i := range p.contract.effects {
		e := &p.contract.effects[i]
		p.same(e.name, e.is(p), e.of(&args, answer))
	}
	return answer
}

// stub does something in place of what is at a label of the program, and then goes on at the label
// that do names, or returns if that is "".
func (p *pair) stub(label string, do func() (goesOn string)) {
	at := p.cell(label)
	p.stop(at, markStub)
	p.stubs[at] = func() {
		c := &p.chip
		if label := do(); label != "" {
			c.PC = p.cell(label)
			return
		}
		c.PC = c.Word(c.SP)
		c.SP += 2
	}
}

// leave leaves out a routine on both sides, as its contract says. It answers what answers says,
// if that is not nil, instead of what the contract does; also does what this row wants besides.
func (p *pair) leave(name string, answers func(args literal.Args) []uint16, also func()) {
	t := contracts[name]
	p.stubbed[t.part] = true
	spoil := p.spoiling(t)
	p.stub(t.label, func() string {
		args := t.arguments(p)
		domain := t.answers
		if answers != nil {
			domain = answers(args)
		}
		answer := p.called(t.part, domain, args[:]...)
		spoil()
		for i := range t.effects {
			if e := &t.effects[i]; e.put != nil {
				e.put(p, e.of(&args, answer))
			}
		}
		next := t.next
		if t.does != nil {
			next = t.does(p, args, answer)
		}
		if also != nil {
			also()
		}
		return next
	})
}

// spoiling is what a routine that is left out does besides: it reads registers, and spoils some, and
// cells.
func (p *pair) spoiling(t *contract) func() {
	var spoiled []uint16
	p.eachByte(t.spoils, func(at uint16) { spoiled = append(spoiled, at) })
	return func() {
		if lacks := p.undefined & t.given; lacks != 0 {
			panic(wrong(fmt.Sprintf("%s has no value where %s is called", lacks, t.label)))
		}
		p.undefined = p.undefined&^t.meant | t.noise
		for _, at := range spoiled {
			p.spoil(at)
		}
	}
}

// spoil takes a cell of the program its value.
func (p *pair) spoil(at uint16) {
	p.touch(&p.sides[0], at, true)
	p.sides[0].marks[at] = scratch
}

// ends marks labels at which the piece is over.
func (p *pair) ends(labels ...string) {
	for _, l := range labels {
		p.stop(p.cell(l), markEnd)
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

func (p *pair) writesWord(at, v uint16) {
	p.writes(at, uint8(v))
	p.writes(at+1, uint8(v>>8))
}

func (p *pair) writeWord(s *side, at, v uint16) {
	p.write(s, at, uint8(v))
	p.write(s, at+1, uint8(v>>8))
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

// sameAt compares a cell.
func (p *pair) sameAt(at, is, want uint16) {
	if is != want {
		p.same(p.name(int(at)), is, want)
	}
}

// sameFlag compares a flag.
func (p *pair) sameFlag(name string, set bool) {
	p.same(name, flag(p.chip.F&flagBits[name] != 0), flag(set))
}

// compare compares what both sides may have written.
func (p *pair) compare() {
	for i := range p.sides {
		for _, at := range p.sides[i].log {
			if m := p.marks[at]; m == open || m == result && fieldAt(at-literal.Load) != nil {
				p.sameAt(at, p.now(0, at), p.now(1, at))
			}
		}
	}
}

// now is what a side has in a byte: what it was if the side has not touched it.
func (p *pair) now(side int, at uint16) uint16 {
	switch s := &p.sides[side]; {
	case s.marks[at] == used:
		return uint16(s.memory[at])
	case s.marks[at] == scratch:
		panic(wrong(p.name(int(at)) + " has no value as " + s.name + " ends"))
	}
	return p.ask(int(at), p.domains[at])
}

// name says what an id is.
func (p *pair) name(id int) string {
	switch {
	case id >= answerID:
		return fmt.Sprintf("answer %d", id-answerID+1)
	case id >= givenID:
		return p.given[id-givenID]
	}
	offset := uint16(id) - literal.Load
	for _, c := range cells.All {
		switch more := offset - c.Offset; {
		case more == 0:
			return c.Name
		case int(more) < c.Size:
			return fmt.Sprintf("%s+%d", c.Name, more)
		}
	}
	return fmt.Sprintf("%04Xh", id)
}

// debug writes commands for a debugger, to stand where the piece begins: the cells that have a value,
// and the registers.
func (p *pair) debug() (lines []string) {
	if p.contract.uses == "" { // no program
		return nil
	}
	set := func(what string, value uint16) {
		lines = append(lines, fmt.Sprintf("set %s = 0%Xh", what, value))
	}
	for id := range givenID {
		if p.known[id] == p.number {
			set("["+p.name(id)+"]", p.value[id])
		}
	}
	for i, pair := range pairs {
		if mask := p.contract.given.mask()[i]; mask != 0 {
			set(pair, p.begun[i])
		}
	}
	set("SP", p.at(cells.STACK)-2)
	return append(lines, "set PC = "+p.contract.label)
}

// path writes the choices of the case; of drawn ones those that are not the first of their domain.
func (p *pair) path(r *Row) string {
	var all []string
	for _, c := range p.trail {
		if _, matters := p.fixed[c.id]; matters || r.draw == nil {
			all = append(all, fmt.Sprintf("%s = %02X", p.name(c.id), c.domain[c.at]))
		}
	}
	return strings.Join(all, ", ")
}
