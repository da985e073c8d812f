package prove

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"sargon78/compare/prove/parts"
	"sargon78/compare/routine"
	"sargon78/emu/z80"
	"sargon78/native"
	"sargon78/native/reference"
	"sargon78/roms"
	"sargon78/sargon"
	"sargon78/sargon/spec/variables"
)

// A declaration is a row or a contract for the program of an image.
type declaration struct {
	*contract
	row     *Row
	image   *roms.Image
	r       *routine.Routine
	stubs   map[parts.Part]string                       // routines that are stubbed, by their rules
	more    func(part parts.Part, args parts.Args) bool // reports whether only 10x12 does this call
	fields  []*parts.FieldVariable                      // variables that the engine has outside its memory
	missing string                                      // a label that the program does not have, or ""
}

// Routine returns the declaration of the row for the program of an image. If the program does not have all
// labels of the row, the row is not applicable: missing is then the first label that it lacks.
func (r *Row) Routine(image *roms.Image) (is *routine.Routine, missing string) {
	d := declare(image, r.Name, contractOf(r))
	if d.row = r; d.missing != "" {
		return nil, d.missing
	}
	d.stub()
	d.r.Alternatives, d.r.Bounded, d.r.MaxUndefined = r.alternatives, r.Bounded, r.maxUndefined
	d.r.Inputs = append(d.r.Inputs, r.inputs...)
	if r.prepare != nil {
		r.prepare(d)
	}
	d.r.Set = func(c *routine.Case) {
		if r.set != nil {
			r.set(c)
		}
		d.arguments(c.Begun()) // the arguments of the rule get their values first
	}
	return d.r, d.missing
}

// programOf returns the program of an image. The variables of spec §15 and the labels name its addresses.
func programOf(image *roms.Image) *routine.Program {
	labels := maps.Clone(image.Labels)
	if labels == nil {
		labels = map[string]uint16{}
	}
	for _, name := range variables.EntryPoints {
		if addr, ok := image.Symbol(name); ok {
			labels[name] = addr
		}
	}
	code := routine.Program{Labels: map[string]uint16{}}
	for name, addr := range labels {
		if variableAt(addr) == nil {
			code.Labels[name] = addr
		}
	}
	var line func(addr uint16) string
	if image.Source != nil {
		line = routine.LineOf(image.Source)
	}
	return &routine.Program{
		Name: "the program", Line: line, Origin: image.Load, Code: image.Bytes, Labels: labels,
		Names: func(addr uint16) string {
			if variableAt(addr) != nil {
				return addressName(addr)
			}
			return code.Nearest(addr)
		},
	}
}

// addressName returns what messages call the address of a variable.
func addressName(addr uint16) string {
	v := variableAt(addr)
	if v == nil {
		return fmt.Sprintf("%04Xh", addr)
	}
	if more := addr - load - v.Offset; more > 0 {
		return fmt.Sprintf("%s+%d", v.Name, more)
	}
	return v.Name
}

// variableAt returns the variable of spec §15 to which a byte belongs, or nil.
func variableAt(addr uint16) *variables.Variable {
	for i := range variables.All {
		v := &variables.All[i]
		if more := addr - load - v.Offset; more == 0 || int(more) < v.Size {
			return v
		}
	}
	return nil
}

// declare returns the declaration of a contract, without stubs.
func declare(image *roms.Image, name string, c *contract) *declaration {
	d := &declaration{contract: c, image: image, stubs: map[parts.Part]string{}}
	d.r = &routine.Routine{
		Name: name, Program: programOf(image), Given: c.in, Changes: c.uses, Results: c.sets,
		SP: at(variables.STACK), Jumps: len(c.next) > 0 && !c.returns,
		Other: routine.With(func() routine.Model { return newModel(d) }),
	}
	if c.label == "" { // no program: a return does nothing
		d.r.Program, d.r.Jumps = &routine.Program{Name: "no program", Code: []byte{0xC9}, Names: addressName}, false
	} else {
		d.r.Entry = d.address(c.label)
	}
	for _, label := range c.next {
		d.r.Exits = append(d.r.Exits, d.address(label))
	}
	for i := range c.out {
		d.r.Results |= c.out[i].register
	}
	for i := range variables.All {
		v := &variables.All[i]
		d.use(routine.Data, []span{{at: at(v.Offset), n: max(v.Size, 1)}})
	}
	d.use(routine.Constant, bytes(variables.DIRECT, 24+7+7+6+8))
	d.use(routine.Constant, bytes(variables.BMOVES, 12))
	d.use(routine.Clobbered, c.clobbers)
	d.use(routine.Read, c.reads)
	d.use(routine.Changed, c.changes)
	d.use(routine.Made, c.makes)
	d.use(routine.Private, c.private)
	return d
}

// address returns the address of a label. It sets missing if the program does not have the label.
func (d *declaration) address(label string) uint16 {
	if addr, ok := d.image.Labels[label]; ok {
		return addr
	}
	addr, ok := d.image.Symbol(label)
	if !ok && d.missing == "" {
		d.missing = label
	}
	return addr
}

// use adds variables with their use to the memory of the routine. A square of the board may be empty or hold
// a piece of either colour that has not moved.
func (d *declaration) use(use routine.Use, all []span) {
	for _, s := range all {
		if s.label != "" {
			s.at += d.address(s.label)
		}
		d.r.Memory = append(d.r.Memory, routine.Memory{Use: use, At: s.at, Len: s.n})
		if s.index {
			d.r.Memory = append(d.r.Memory, routine.Memory{Use: routine.Constant, At: s.at + 1})
		}
		if s.board {
			d.r.Inputs = append(d.r.Inputs,
				routine.Bytes("border", s.at, s.n, routine.Of(uint16(sargon.Border))),
				routine.Input{Name: "board", All: boardSquares, Values: fewPieces})
		}
		if f := fieldAt(s.at - load); f != nil && use != routine.Data {
			d.fields = append(d.fields, f)
		}
	}
}

// fieldAt returns the field that the reference engine has outside its memory for a variable, or for the
// second byte of one; nil if there is none.
func fieldAt(offset uint16) *parts.FieldVariable {
	for i := range parts.FieldVariables {
		f := &parts.FieldVariables[i]
		if f.Offset == offset || f.Offset+1 == offset && f.Mask > 0xFF {
			return f
		}
	}
	return nil
}

// stub stubs all routines that the contract calls.
func (d *declaration) stub() {
	for _, name := range d.calls {
		d.leave(name, nil, nil)
	}
}

// addresses returns the addresses of spans.
func (d *declaration) addresses(all []span) (list []uint16) {
	for _, s := range all {
		if s.label != "" {
			s.at += d.address(s.label)
		}
		for i := range uint16(s.n) {
			list = append(list, s.at+i)
		}
	}
	return list
}

// put adds a stub, or replaces the one at its address.
func (d *declaration) put(stub *routine.Stub) {
	i := slices.IndexFunc(d.r.Calls, func(s *routine.Stub) bool { return s.At == stub.At })
	if i < 0 {
		d.r.Calls = append(d.r.Calls, stub)
	} else {
		d.r.Calls[i] = stub
	}
}

// leave stubs a routine on both sides, as its contract says. If answers is not nil, it takes the place of
// the answers of the contract. If also is not nil, it is called after each answer.
func (d *declaration) leave(
	name string, answers func(s *routine.State, args routine.Args) []uint16, also func(s *routine.State),
) {
	c := contracts[name]
	if d.stubs[c.part] == "" {
		d.stubs[c.part] = c.label
	}
	stub := d.newStub(c)
	stub.Name = d.stubs[c.part] // two routines may have the same rule
	if stub.Answers = answers; answers == nil {
		stub.Answers = func(*routine.State, routine.Args) []uint16 { return c.answers }
	}
	stub.Arguments = c.arguments
	stub.Leave = func(s *routine.State, args routine.Args, answer uint16) {
		for i := range c.out {
			if e := &c.out[i]; e.put != nil {
				e.put(s, e.value(&args, answer))
			}
		}
		next := ""
		if len(c.next) > 0 {
			next = c.next[0]
		}
		if c.does != nil {
			next = c.does(d, s, args, answer)
		}
		if also != nil {
			also(s)
		}
		if next != "" {
			s.GoOn(d.address(next))
		}
	}
	d.put(stub)
}

// leaveAs stubs a routine. It does what do does.
func (d *declaration) leaveAs(name string, do func(s *routine.State)) {
	c := contracts[name]
	stub := d.newStub(c)
	stub.Do = do
	d.put(stub)
}

// newStub returns the stub of a called routine, from its contract.
func (d *declaration) newStub(c *contract) *routine.Stub {
	stub := &routine.Stub{
		Name: c.label, At: d.address(c.label), Given: c.in, Changes: c.uses, Results: c.sets,
		Clobbered: d.addresses(c.clobbers),
	}
	for i := range c.out {
		stub.Results |= c.out[i].register
	}
	for _, label := range c.next {
		stub.Exits = append(stub.Exits, d.address(label))
	}
	return stub
}

// arguments returns the arguments of the rule, as the program has them.
func (c *contract) arguments(s *routine.State) (args routine.Args) {
	for i := range c.args {
		args[i] = c.args[i].get(s)
	}
	for i := range c.types {
		if c.types[i].get(s) != s.Byte(at(variables.P1))&7 {
			s.Fail("%s is another type than that of the piece in P1", c.types[i].name)
		}
	}
	return args
}

// A model does the rule of a row with an engine of its own.
type model struct {
	*declaration
	engine *parts.Engine
	watch  parts.Watch
	s      *routine.State
	f      parts.Fields

	judges []*native.Evaluator // the engines on other boards
	whole  *parts.Engine       // 10x12 for whole positions
}

// newModel returns the side in Go of a declaration: the copy of the reference engine, whose accesses to
// memory are watched.
func newModel(d *declaration) routine.Model {
	m := &model{declaration: d, engine: parts.New()}
	m.engine.Watched(&m.watch, m.instead)
	m.watch.Touch = func(at uint16, write bool) { m.s.Touch(at, write) }
	return routine.Model{
		Name: reference.Name, Memory: m.engine.Memory(), Marks: &m.watch.Marks,
		Do: func(s *routine.State) {
			m.s, m.f = s, parts.Fields{}
			if s.Live() { // nothing is stubbed, but a scan that leaves the board is noticed
				m.engine.Watched(&m.watch, nil)
			}
			switch {
			case d.label == "":
				m.boards()
			case others[d.label] != nil:
				others[d.label](m)
			default:
				m.equal()
			}
		},
	}
}

// equal does the rule with the arguments of the contract, and leaves what the contract says that the routine
// leaves. It returns the answer of the rule.
func (m *model) equal() (answer uint16) {
	args := m.arguments(m.s)
	if m.part != noRule {
		answer = m.rule(m.part, args[:]...)
	}
	m.leaveAnswer(args, answer)
	return answer
}

// leaveAnswer stores what a rule has answered where the routine leaves it, or compares it with what is
// there.
func (m *model) leaveAnswer(args routine.Args, answer uint16) {
	left := m.s.Left()
	for i := range m.out {
		e := &m.out[i]
		v := e.value(&args, answer)
		if e.put != nil {
			e.put(m.s, v)
		}
		if e.register == 0 {
			m.s.Same(e.name, e.get(left), v)
		}
	}
}

// rule lets the engine do a part, and returns its answer. Variables that the engine has outside its memory
// are put into it before, and into the memory after it.
func (m *model) rule(part parts.Part, args ...uint16) (answer uint16) {
	var a parts.Args
	copy(a[:], args)
	for _, f := range m.fields {
		v, known := m.s.Given(at(f.Offset))
		if !known && !m.s.Live() {
			f.Set(&m.f, unset)
			continue
		}
		high, _ := m.s.Given(at(f.Offset + 1))
		f.Set(&m.f, v|high<<8)
	}
	before := m.f
	answer, left := m.engine.Do(part, &m.f, a)
	if left != "" {
		m.s.Undefined(left)
	}
	for _, f := range m.fields {
		addr, v := at(f.Offset), f.Get(&m.f)
		changed := v != f.Get(&before)
		if changed || m.s.WasMade(addr) {
			m.s.SetOwn(addr, v)
			if f.Mask > 0xFF {
				m.s.SetOwn(addr+1, v>>8)
			}
		}
	}
	return answer
}

// unset is what a variable of the engine holds if it has no value. A rule that uses it leaves a difference.
const unset = 0x4D4D

// instead gives a call of the engine the answer that the program got for its call. taken is false if the
// engine itself is to do the call.
func (m *model) instead(part parts.Part, args parts.Args) (answer uint16, taken bool) {
	name, stubbed := m.stubs[part]
	if !stubbed || m.s == nil || m.s.Live() {
		return 0, false
	}
	if m.more != nil && m.more(part, args) {
		return m.s.Case().Choose("10x12 alone asks", noOrYes), true
	}
	return m.s.Call(name, args[:]...), true
}

// goesOn says where the program goes on: at a label, or where it was called if the label is "".
func (m *model) goesOn(label string) {
	if label == "" {
		m.s.Return()
	} else {
		m.s.GoOn(m.address(label))
	}
}

// stays sets registers to what the program has left. It is for registers that are compared in another way.
func (m *model) stays(set z80.RegisterSet) {
	for one := range set.All() {
		m.s.SetRegister(one, m.s.Left().Register(one))
	}
}

// contractOf returns the contract of a row: that of its name, or else that of the routine with which the
// name begins.
func contractOf(r *Row) *contract {
	if c := contracts[strings.ReplaceAll(r.Name, ", ", ",")]; c != nil {
		return c
	}
	label, _, _ := strings.Cut(r.Name, ",")
	if c := contracts[label]; c != nil {
		return c
	}
	return boardContract
}

func init() {
	for name, c := range contracts {
		c.label, _, _ = strings.Cut(name, ",")
	}
}
