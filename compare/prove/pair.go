package prove

import (
	"fmt"
	"slices"
	"strings"

	"sargon78/emu/z80"
	"sargon78/native"
	"sargon78/native/reference"
	"sargon78/roms"
	"sargon78/sargon/spec/variables"
)

// undefined ends a case that leaves what the specification describes.
type undefined struct{}

// pair is a piece of the program, in a chip of its own, beside the rule of the engine that says the
// same.
type pair struct {
	forks
	image *roms.Image
	chip  z80.Chip
	core  z80.Interpreter
	code  [1 << 16]*step // decoded so far
	stubs map[uint16]func()

	engine      *reference.Engine
	watch       reference.Watch
	judges      []*native.Evaluator // on other boards
	tenByTwelve *reference.Engine   // for whole positions

	// Of the row.
	contract *contract
	inputs   [][]input // of all cases, and of alternatives
	marks    [1 << 16]uint8
	base     [1 << 16]uint8
	domains  [1 << 16][]uint16
	fields   []*reference.FieldVariable // cells that the engine keeps beside its memory
	stubbed  [reference.NumParts + 1]bool
	more     func(part reference.Part, args reference.Args) bool // calls of 10x12 alone

	// Of the case.
	sides     [2]side // program, engine
	f         reference.Fields
	calls     []call          // of the program
	answered  int             // of them by the engine
	chosen    []string        // names of what was chosen
	undefined z80.RegisterSet // registers that have no value
	begun     registers       // as the piece began
	end       uint16          // where it has ended
	ended     bool
	compared  [1 << 16]uint32 // by address: the case in which what the program has left was compared

	shown Result // since it was added last
}

// input is a register, a word, cells or a choice, and what they may hold.
type input struct {
	name    string
	values  []uint16
	depends func(p *pair) []uint16 // on others
	cells   []uint16
	put     func(v uint16) // of a register or word
}

// call is a call of a part that is left out.
type call struct {
	part   reference.Part
	args   reference.Args
	answer uint16
	writes []written
}

type written struct{ at, v uint16 }

func newPair(image *roms.Image) *pair {
	p := &pair{image: image, stubs: map[uint16]func(){}, engine: reference.New()}
	copy(p.chip.Memory[image.Load:], image.Bytes)
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
	p.contract, p.fields, p.inputs, p.more = contractOf(r), p.fields[:0], p.inputs[:0], nil
	clear(p.stubbed[:])
	p.preparePiece(r)
	for i := range p.sides {
		s := &p.sides[i]
		*s.marks = p.marks
		s.log = s.log[:0]
	}
	p.base = *p.sides[0].memory
}

// preparePiece has only what the contract names touched, and others left out.
func (p *pair) preparePiece(r *Row) {
	clear(p.stubs)
	clear(p.code[:]) // what is code in one row is data in another
	for at := range p.marks {
		p.marks[at], p.chip.Marks[at] = closed, markStep
	}
	p.chip.Marks[returned] = markEnd
	p.domain(p.at(variables.STACK)-200, 200, scratch, nil)
	p.mark(constant, "DIRECT:24 DPOINT:7 DCOUNT:7 PVALUE:6 PIECES:8 BMOVES:12")
	c := p.contract
	p.mark(scratch, c.spoils)
	p.mark(kept, c.reads)
	p.mark(open, c.changes)
	p.mark(result, c.makes)
	p.mark(private, c.own)
	for label := range strings.FieldsSeq(c.calls) {
		p.leave(label, nil, nil)
	}
	for label := range strings.FieldsSeq(c.next) {
		p.chip.Marks[p.cell(label)] |= markEnd
	}
	p.hold(r.Domain)
	if r.prepare != nil {
		r.prepare(p)
	}
}

// hold reads what inputs may hold, as Row.Domain says it.
func (p *pair) hold(domain string) {
	for text := range strings.SplitSeq(domain, " | ") {
		var all []input
		for part := range strings.SplitSeq(text, "; ") {
			if name, values, ok := strings.Cut(part, ": "); ok {
				values, _, _ = strings.Cut(values, ", ")
				all = append(all, p.input(name, values))
			} // else it only tells
		}
		p.inputs = append(p.inputs, all)
	}
	p.assign(p.inputs[0])
}

// assign says what cells may hold.
func (p *pair) assign(inputs []input) {
	for i := range inputs {
		p.may(inputs[i].cells, inputs[i].values)
	}
}

func (p *pair) input(name, text string) input {
	in := input{name: name, depends: dependent[text]}
	if in.depends == nil {
		in.values = p.values(text)
	}
	_, isRegister := z80.RegistersNamed(name)
	switch {
	case contracts[name] != nil:
		p.leave(name, func(reference.Args) []uint16 { return in.values }, nil)
	case isRegister:
		to := newPlace(name)
		in.put = func(v uint16) { to.put(p, v) }
	case name[0] >= 'a' && name != "board": // a choice that run asks for
	case in.depends == nil && slices.Max(in.values) > 0xFF:
		at := p.named(name)
		in.put = func(v uint16) { p.setWord(at, v) }
	default:
		in.cells = p.bytes(name)
	}
	return in
}

// beginCase chooses one of the alternatives, and gives registers and words their values.
func (p *pair) beginCase() {
	groups := p.inputs
	if n := len(groups) - 1; n > 0 {
		groups = [][]input{groups[0], groups[1+p.choose("alternative", anyByte[:n])]}
		p.assign(groups[0])
		p.assign(groups[1])
	}
	for _, inputs := range groups {
		for i := range inputs {
			in := &inputs[i]
			if in.depends != nil {
				in.values = in.depends(p)
				p.may(in.cells, in.values)
			}
			if in.put != nil {
				in.put(p.choose(in.name, in.values))
			} else if len(groups) > 1 { // the engine may have the cell in a field, which nobody sees read
				for _, at := range in.cells {
					p.ask(int(at), p.domains[at])
				}
			} // else it has its value when it is read
		}
	}
}

// choose asks for a value that is no byte of the memory.
func (p *pair) choose(name string, values []uint16) uint16 {
	p.chosen = append(p.chosen, name)
	return p.ask(chosenID+len(p.chosen)-1, values)
}

// choice asks for one that the domain of the row has.
func (p *pair) choice(name string) uint16 {
	i := slices.IndexFunc(p.inputs[0], func(in input) bool { return in.name == name })
	return p.choose(name, p.inputs[0][i].values)
}

// first is what was chosen first.
func (p *pair) first() uint16 { return p.value[chosenID] }

// caught does something for a row. It returns what is wrong, "" if nothing is. A panic is a fault of its case.
func (p *pair) caught(r *Row, do func(r *Row)) (fault string) {
	defer func() {
		switch is := recover().(type) {
		case nil:
		case undefined:
			p.shown.Left++
		case missing:
			p.shown.Missing = string(is)
		case wrong:
			fault = string(is)
		case noValue:
			fault = "a side alone reads or writes " + p.name(int(is)) + ", which has no value"
		default:
			fault = fmt.Sprintf("panic: %v", is)
		}
	}()
	do(r)
	return ""
}

// oneCase does one case, as the row says.
func (p *pair) oneCase(r *Row) {
	defer p.restore()
	p.calls, p.answered, p.chosen = p.calls[:0], 0, p.chosen[:0]
	p.f, p.ended = reference.Fields{}, false
	noise(uint64(p.number), &p.chip.Registers)
	p.beginCase()
	if r.run != nil {
		r.run(p)
	} else {
		p.equal()
	}
	p.allCompared()
}

// both does the routine of the row and the rule, with the arguments of the contract.
func (p *pair) both() (args reference.Args, answer uint16) {
	args = p.contract.arguments(p)
	p.program()
	if p.contract.part != noRule {
		answer = p.rule(p.contract.part, args[:]...)
		p.compare()
	}
	return args, answer
}

// equal does the same, and compares what the routine leaves as the contract says.
func (p *pair) equal() (answer uint16) {
	args, answer := p.both()
	for i := range p.contract.effects {
		e := &p.contract.effects[i]
		p.same(e.name, e.get(p), e.value(&args, answer))
	}
	return answer
}

// rule has the engine do a part.
func (p *pair) rule(part reference.Part, args ...uint16) (answer uint16) {
	var a reference.Args
	copy(a[:], args)
	for _, f := range p.fields {
		if at := int(p.at(f.Offset)); p.knows(at) {
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
			p.writeTo(&p.sides[1], at, v)
			if f.Mask > 0xFF {
				p.writeTo(&p.sides[1], at+1, v>>8)
			}
		}
	}
	return answer
}

// unset is what a cell of the engine holds that has no value: to be seen if somebody goes by it.
const unset = 0x4D4D

// stub does something in place of what is at a label of the program, and then goes on at the label
// that do names, or returns if that is "".
func (p *pair) stub(label string, do func() (goesOn string)) {
	at := p.cell(label)
	p.chip.Marks[at] |= markStub
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
func (p *pair) leave(name string, answers func(args reference.Args) []uint16, also func()) {
	c := contracts[name]
	p.stubbed[c.part] = true
	spoil := p.spoiling(c)
	if answers == nil {
		usual := p.values(c.answers)
		answers = func(reference.Args) []uint16 { return usual }
	}
	p.stub(c.label, func() string {
		args, answer := c.arguments(p), uint16(0)
		if values := answers(args); values != nil {
			answer = p.choose(c.label, values)
		}
		p.called(c.part, answer, args[:]...)
		spoil()
		for i := range c.effects {
			if e := &c.effects[i]; e.put != nil {
				e.put(p, e.value(&args, answer))
			}
		}
		next, _, _ := strings.Cut(c.next, " ")
		if c.does != nil {
			next = c.does(p, args, answer)
		}
		if also != nil {
			also()
		}
		return next
	})
}

// spoiling is what a routine that is left out does besides: it reads registers, and spoils some,
// and cells.
func (p *pair) spoiling(c *contract) func() {
	spoiled := p.bytes(c.spoils)
	return func() {
		if lacks := p.undefined & c.given; lacks != 0 {
			fail("%s has no value where %s is called", lacks, c.label)
		}
		p.undefined = p.undefined&^c.meant | c.noise
		for _, at := range spoiled {
			p.spoil(at)
		}
	}
}

// called notes a call of the program.
func (p *pair) called(part reference.Part, answer uint16, args ...uint16) {
	c := call{part: part, answer: answer}
	copy(c.args[:], args)
	if len(p.calls) > 100 {
		fail("the program calls without end")
	}
	p.calls = append(p.calls, c)
}

// writes lets the call noted last write a byte, on both sides.
func (p *pair) writes(at, v uint16) {
	c := &p.calls[len(p.calls)-1]
	c.writes = append(c.writes, written{at, v})
	p.write(at, v)
}

func (p *pair) writesWord(at, v uint16) {
	p.writes(at, v)
	p.writes(at+1, v>>8)
}

// instead answers a call of the engine as that of the program was answered.
func (p *pair) instead(part reference.Part, args reference.Args) (answer uint16, taken bool) {
	if !p.stubbed[part] {
		return 0, false
	}
	if p.more != nil && p.more(part, args) {
		return p.choose("10x12 alone asks", noOrYes), true
	}
	if p.answered == len(p.calls) {
		fail("10x12 calls %v%v, and the program does not", part, args)
	}
	c := &p.calls[p.answered]
	if c.part != part || c.args != args {
		fail("the program calls %v%v, 10x12 %v%v", c.part, c.args, part, args)
	}
	p.answered++
	for _, w := range c.writes {
		p.writeTo(&p.sides[1], w.at, w.v)
	}
	return c.answer, true
}

// debug writes commands for a debugger, to stand where the piece begins: the cells that have a
// value, and the registers.
func (p *pair) debug() (lines []string) {
	if p.contract.uses == "" { // no program
		return nil
	}
	set := func(what string, value uint16) {
		lines = append(lines, fmt.Sprintf("set %s = 0%Xh", what, value))
	}
	for id := range chosenID {
		if p.knows(id) {
			set("["+p.name(id)+"]", p.value[id])
		}
	}
	for i, pair := range pairs {
		if mask := maskOf(p.contract.given)[i]; mask != 0 {
			set(pair.name, p.begun[i])
		}
	}
	set("SP", p.at(variables.STACK)-2)
	return append(lines, "set PC = "+p.contract.label)
}
