package routine

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"sargon78/emu/asm"
	"sargon78/emu/z80"
)

// A Program is code for the Z80, with names.
type Program struct {
	Name   string            // for messages: "the program", a file
	Origin uint16            // where the code begins
	Code   []byte            // the instructions and the tables between them
	Labels map[string]uint16 // addresses by names
	// Names returns what messages call an address, like "BUFFER+3"; "" if it has no name. If Names is nil,
	// the nearest label at or below the address within 256 bytes names it.
	Names func(addr uint16) string

	// Line returns the file and line of the source of an instruction, "mul.z80:12"; "" if that is not known.
	// Line may be nil.
	Line func(addr uint16) string
}

// Assemble returns the program of a source, in a dialect that package asm knows. Errors are those of
// asm.Assemble: each with file, line and column.
func Assemble(name, source string) (*Program, error) {
	p, err := asm.Assemble(name, []byte(source), asm.Options{})
	if err != nil {
		return nil, err
	}
	return FromAssembly(name, p), nil
}

// FromAssembly returns an assembled program, with its labels.
func FromAssembly(name string, p *asm.Program) *Program {
	labels := map[string]uint16{}
	for _, s := range p.Symbols {
		if s.Label {
			labels[s.Name] = s.Value
		}
	}
	return &Program{Name: name, Origin: p.Origin, Code: p.Image, Labels: labels, Line: LineOf(p)}
}

// LineOf returns a Program.Line for an assembled program.
func LineOf(p *asm.Program) func(addr uint16) string {
	return func(addr uint16) string {
		line, ok := p.LineAt(addr)
		if !ok {
			return ""
		}
		return fmt.Sprintf("%s:%d", path.Base(line.File), line.Number)
	}
}

// At returns the address of a label. It panics if the program has no such label, because the declaration
// is wrong then.
func (p *Program) At(label string) uint16 {
	at, ok := p.Labels[label]
	if !ok {
		panic(fmt.Sprintf("routine: %s has no label %s", p.Name, label))
	}
	return at
}

// name returns what messages call an address.
func (p *Program) name(at uint16) string {
	if p.Names != nil {
		if name := p.Names(at); name != "" {
			return name
		}
	}
	return p.Nearest(at)
}

// Nearest returns a name for an address: the nearest label at or below it within 256 bytes, like "LOOP+3",
// or else its number.
func (p *Program) Nearest(at uint16) string {
	nearest, distance := "", 256
	for label, addr := range p.Labels {
		if more := int(at) - int(addr); more >= 0 && (more < distance || more == distance && label < nearest) {
			nearest, distance = label, more
		}
	}
	switch {
	case nearest == "":
		return fmt.Sprintf("%04Xh", at)
	case distance == 0:
		return nearest
	}
	return fmt.Sprintf("%s+%d", nearest, distance)
}

// contains reports whether an address is one of the program's.
func (p *Program) contains(at uint16) bool {
	return at >= p.Origin && int(at) < int(p.Origin)+len(p.Code)
}

// A Routine declares a routine: what it is given, what it may touch, what it leaves, and the other side
// with which it is compared. The same declaration serves Beside, Sample and All.
type Routine struct {
	Name    string // for messages
	Program *Program
	Entry   uint16   // the address of its first instruction
	Exits   []uint16 // where it may go on instead of returning, with SP as it was at the entry
	Drops   bool     // before it goes on at one of Exits, it takes its return address off the stack
	Jumps   bool     // it goes on at one of Exits, and must not return

	Takes uint16 // bytes of arguments above the return address, which it takes off the stack as it returns

	// Inline returns how many bytes after the CALL are arguments: the routine returns to the address after
	// them. nil: there are none. It is called after Set; Case.Back returns where the bytes begin. Memory must
	// name them, with a Where.
	Inline func(c *Case) int
	Back   uint16 // the return address in All and Sample, if there is an Inline

	Given   z80.RegisterSet // registers and flags that have a value as it begins
	Changes z80.RegisterSet // registers and flags that it may change; all others must stay
	Results z80.RegisterSet // those that have a meaning after it; the other side must set those that may change

	// Memory is all that it may read and write, besides 200 bytes of the stack; its code it may only execute.
	// A buffer whose address is an input has a Where. Inputs say what a byte may hold. A later entry has
	// precedence.
	Memory []Memory

	// Inputs are the values that registers, words and bytes may hold, chosen in their order. A byte of
	// Memory that is in no input may hold all 256 values. Each register of Given must have an input, or be
	// set by Set. If there are Alternatives, each case also has one of these lists; its values have
	// precedence.
	Inputs       []Input
	Alternatives [][]Input

	// Set is called when a case begins, after Inputs, unless it is nil. It chooses what depends on other
	// inputs.
	Set func(c *Case)

	Calls []*Stub // routines that it calls and that are not compared with it: what they may answer
	Other Other   // the side with which it is compared

	Bounded       string // why the routine may be given more than the domain has; "" if it may not
	SP            uint16 // SP before the CALL: the return address is two bytes below it; 0 is FF00h
	Budget        uint64 // T-states that it may take; 0 is 100 000
	SelfModifying bool   // it executes bytes that Memory lets it write
	MaxUndefined  int    // per cent of the cases that may be undefined; 0 is 10
}

// Use is what a routine may do with bytes of the memory.
type Use uint8

// The uses.
const (
	closed    Use = iota + 1 // it is a fault to touch it
	Constant                 // a table of the program: may be read
	Read                     // an input that must stay as it is
	Changed                  // an input that may be changed; compared
	Private                  // an input that may be changed and that the other side does not have; not compared
	Made                     // has no value when the routine begins; compared if it is written
	Clobbered                // has no value before and after the routine; not compared
	Data                     // data that the routine does not use: it is a fault to touch or execute it
)

// used is the mark of a byte that has a value in the current case already. It is 0, so that the usual access
// costs one comparison.
const used Use = 0

// Memory is a range of bytes and its use.
type Memory struct {
	Use Use
	At  uint16
	Len int // 0 is 1

	// Where returns the bytes for each case, instead of At and Len: for a buffer whose address is an input.
	// It is called after Inputs and before Set, must not depend on a Choice, and has precedence over entries
	// without it. If Where is nil, the bytes are always the same.
	Where func(c *Case) (at uint16, n int)
}

// each calls f for every address, unless Where finds the addresses.
func (m Memory) each(f func(at uint16)) {
	if m.Where != nil {
		return
	}
	for i := range max(m.Len, 1) {
		f(m.At + uint16(i))
	}
}

// Values are what an input may hold. An empty List means all bytes.
type Values struct {
	Name string // for people: "64 squares"; "" lists the numbers
	List []uint16
	Of   func(c *Case) []uint16 // not nil: returns values that depend on other inputs; Name describes them
}

// Of returns Values with this list.
func Of(values ...uint16) Values { return Values{List: values} }

// Range returns the Values from first to last in steps; step 0 is 1.
func Range(first, last, step uint16) (v Values) {
	for n := int(first); n <= int(last); n += int(max(step, 1)) {
		v.List = append(v.List, uint16(n))
	}
	return v
}

// AllBytes are 0 to 255.
var AllBytes = Range(0, 255, 1)

// String returns the name and the values, in decimal: "squares: 21..28 31". Values of Of are described by
// the name alone.
func (v Values) String() string {
	if v.Of != nil {
		return v.Name
	}
	list := v.List
	if len(list) == 0 {
		list = AllBytes.List
	}
	text := listText(list)
	if v.Name != "" && v.Name != text {
		return v.Name + ": " + text
	}
	return text
}

// listText returns numbers as text, with runs of them as first..last or first..last/step: "0..30/2 128".
func listText(list []uint16) string {
	var parts []string
	for i := 0; i < len(list); {
		j, step := i+1, uint16(0)
		if j < len(list) {
			step = list[j] - list[i]
		}
		for j < len(list) && list[j]-list[j-1] == step {
			j++
		}
		switch n := j - i; {
		case n >= 3 && step == 1:
			parts = append(parts, fmt.Sprintf("%d..%d", list[i], list[j-1]))
		case n >= 3 && step < 0x8000 && step > 0:
			parts = append(parts, fmt.Sprintf("%d..%d/%d", list[i], list[j-1], step))
		default:
			j = i + 1
			parts = append(parts, fmt.Sprint(list[i]))
		}
		i = j
	}
	return strings.Join(parts, " ")
}

// An Input is a place and the values it may hold.
type Input struct {
	Name string
	Values

	Register z80.RegisterSet // a register, pair or flag of Given; 0: none
	Word     bool            // two bytes at At, low byte first, are chosen together as the case begins
	Choice   bool            // neither register nor byte: Case.Choice returns the value that a case has
	At       uint16
	Len      int      // bytes from At on, each chosen when it is first read; 0 is 1
	All      []uint16 // not nil: these addresses instead

	resolved []uint16 // addresses, once the declaration is checked
}

// most returns the highest value that the input may have.
func (in *Input) most() uint16 {
	switch {
	case in.Register != 0:
		return most(in.Register)
	case in.Word, in.Choice:
		return 0xFFFF
	}
	return 0xFF
}

// addresses returns the addresses of an input that is bytes.
func (in *Input) addresses() []uint16 {
	if in.resolved != nil {
		return in.resolved
	}
	if in.All != nil {
		return in.All
	}
	var all []uint16
	Memory{At: in.At, Len: in.Len}.each(func(at uint16) { all = append(all, at) })
	return all
}

// Register returns an input that is a register or pair, by the names of z80.RegistersNamed: "A",
// "HL", "carry". It panics if there is none of that name.
func Register(name string, v Values) Input {
	return Input{Name: name, Register: Set(name), Values: v}
}

// Bytes returns an input that is n bytes from at on, each of which may hold the values.
func Bytes(name string, at uint16, n int, v Values) Input {
	return Input{Name: name, At: at, Len: n, Values: v}
}

// Word returns an input that is a word, low byte first, chosen as a whole.
func Word(name string, at uint16, v Values) Input {
	return Input{Name: name, At: at, Word: true, Values: v}
}

// Choice returns an input that is neither register nor byte: Routine.Set asks for it by its name.
func Choice(name string, v Values) Input { return Input{Name: name, Choice: true, Values: v} }

// Set returns the registers with these names: A, F, B, C, D, E, H, L, IXH, IXL, IYH, IYL, I, R; pairs
// AF, BC, DE, HL, IX, IY; the other set, like A' and HL'; the flags S, Z, "half carry", P/V, N, carry (C
// is the register). It panics at any other name.
func Set(names ...string) (all z80.RegisterSet) {
	for _, name := range names {
		one, ok := z80.RegistersNamed(name)
		if !ok {
			panic("routine: there is no register " + name + "; there are A to L, IXH to IYL, I, R, AF, BC, DE, HL, IX, IY, " +
				"with ' the other set, and the flags S, Z, half carry, P/V, N, carry")
		}
		all |= one
	}
	return all
}

// Args are the arguments of a call.
type Args [8]uint16

// String returns the arguments up to the last that is not 0: "(FFFFh, 5Ah)".
func (a Args) String() string { return a.text(0) }

// text returns the first n arguments, and those after them up to the last that is not 0.
func (a Args) text(n int) string {
	last := len(a)
	for last > n && a[last-1] == 0 {
		last--
	}
	var parts []string
	for _, v := range a[:last] {
		parts = append(parts, fmt.Sprintf("%02Xh", v))
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

// A Stub stands for a routine that the declared one calls. The arguments of the call are compared with those
// of the other side's call. All and Sample do not run the routine: the stub answers, and the cases go
// through all values that it may answer. In Beside the program runs the routine, and the other side gets the
// answer that leaves what the program has left. If there is no such answer, the call of the declared routine
// is not compared; it counts as one with an input outside the domain.
type Stub struct {
	Name  string
	At    uint16   // its entry
	Exits []uint16 // where it may go on instead of returning, with SP as it was at the entry
	Drops bool     // before it goes on at one of Exits, it takes its return address off the stack

	Given     z80.RegisterSet // registers that must have a value when it is called
	Changes   z80.RegisterSet // registers that it may change
	Results   z80.RegisterSet // those of them that have a meaning after it
	Clobbered []uint16        // bytes that have no value after it

	// Arguments returns what is compared with the arguments of the other side's call; nil: nothing.
	Arguments func(s *State) Args
	// Answers returns the values that it may answer. If Answers is nil or returns nil, it answers nothing.
	Answers func(s *State, args Args) []uint16
	// Leave does what the routine does when it has this answer: it sets registers of Changes, and bytes, and
	// may call GoOn with one of Exits. The other side finds the bytes that Leave sets by SetByte in its
	// memory too.
	Leave func(s *State, args Args, answer uint16)

	// Do takes the place of these three functions if it is not nil. It calls State.Called for each call that
	// the other side makes, and State.Clobber.
	Do func(s *State)
}

// check returns what is wrong with the declaration. It also sets the addresses of the inputs.
func (r *Routine) check() error {
	switch {
	case r == nil:
		return errors.New("a routine is nil")
	case r.Program == nil:
		return fmt.Errorf("%s: the declaration has no program", r.Name)
	case !r.Program.contains(r.Entry):
		return fmt.Errorf("%s: the entry %04Xh is not in the program (%04Xh to %04Xh)", r.Name, r.Entry,
			r.Program.Origin, int(r.Program.Origin)+len(r.Program.Code)-1)
	case r.Other == nil:
		return fmt.Errorf("%s: the declaration has no other side", r.Name)
	case r.Jumps && len(r.Exits) == 0:
		return fmt.Errorf("%s: the routine jumps, and the declaration has no exit", r.Name)
	case slices.ContainsFunc(r.Memory, func(m Memory) bool { return m.Use == 0 }):
		return fmt.Errorf("%s: a Memory has no Use; want Read, Changed, Made or another", r.Name)
	case (r.Inline == nil) != (r.Back == 0):
		return fmt.Errorf("%s: the declaration has one of Inline and Back; want both or none", r.Name)
	case r.Results&^(r.Changes|r.Given) != 0:
		return fmt.Errorf("%s: %v is a result, and not one of the registers that change or are given", r.Name,
			r.Results&^(r.Changes|r.Given))
	}
	for _, inputs := range append([][]Input{r.Inputs}, r.Alternatives...) {
		for i := range inputs {
			in := &inputs[i]
			if in.Register&^r.Given != 0 {
				return fmt.Errorf("%s: the input %s is not one of the registers that are given", r.Name, in.Name)
			}
			for j := range inputs[:i] {
				if twice := inputs[j].Register & in.Register; twice != 0 {
					return fmt.Errorf("%s: %v is in two inputs: %s and %s", r.Name, twice, inputs[j].Name, in.Name)
				}
			}
			for _, v := range in.List {
				if v > in.most() {
					return fmt.Errorf("%s: the input %s cannot be %d: want 0 to %d", r.Name, in.Name, v, in.most())
				}
			}
			in.resolved = nil
			in.resolved = in.addresses()
		}
	}
	return r.checkPlaces()
}

// checkPlaces returns what is wrong with the exits and the stubs. Their addresses must be in the program, or
// be Labels of it, for routines outside.
func (r *Routine) checkPlaces() error {
	outside := func(what string, at uint16) error {
		for _, named := range r.Program.Labels {
			if named == at {
				return nil
			}
		}
		if r.Program.contains(at) {
			return nil
		}
		return fmt.Errorf("%s: %s %04Xh is not in the program (%04Xh to %04Xh), and none of its Labels", r.Name, what, at,
			r.Program.Origin, int(r.Program.Origin)+len(r.Program.Code)-1)
	}
	for _, exit := range r.Exits {
		if err := outside("the exit", exit); err != nil {
			return err
		}
	}
	for _, stub := range r.Calls {
		if err := outside("the stub "+stub.Name+" at", stub.At); err != nil {
			return err
		}
		for _, exit := range stub.Exits {
			if err := outside("the stub "+stub.Name+" with the exit", exit); err != nil {
				return err
			}
		}
		if both := stub.Results &^ (stub.Changes | stub.Given); both != 0 {
			return fmt.Errorf("%s: the stub %s: %v is a result, and not one of the registers that change or are given",
				r.Name, stub.Name, both)
		}
	}
	return nil
}

const (
	defaultSP     = 0xFF00
	defaultBudget = 100_000
	stackBytes    = 200 // bytes below SP that a routine may use
)

func (r *Routine) sp() uint16 {
	if r.SP == 0 {
		return defaultSP
	}
	return r.SP
}

func (r *Routine) budget() uint64 {
	if r.Budget == 0 {
		return defaultBudget
	}
	return r.Budget
}
