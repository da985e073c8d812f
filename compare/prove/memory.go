package prove

import (
	"fmt"
	"strconv"
	"strings"

	"sargon78/native/reference"
	"sargon78/sargon"
	"sargon78/sargon/spec/variables"
)

// What a byte of the memory is to a piece. All but used are marks of a reference.Watch.
const (
	used     = iota // has a value in this case; may be read and written
	closed          // is none of its business: to read or write it is a fault
	constant        // has a value, and must keep it
	kept            // an input without a value yet, that must keep it
	open            // an input without a value yet
	private         // the same, and the engine has none: it is not compared
	result          // has no value: must be written before it is read
	scratch         // the same, and is not compared
)

// side is one of the two memories.
type side struct {
	name   string
	memory *[1 << 16]uint8
	marks  *[1 << 16]uint8
	log    []uint16 // what is no longer as it was when the case began
}

// A wrong is a fault that a case shows. It is thrown as a panic where it is seen.
type wrong string

// A missing is a label that the program does not have: a row that needs it is not applicable to it.
type missing string

// fail ends a case with a fault.
func fail(format string, args ...any) { panic(wrong(fmt.Sprintf(format, args...))) }

// at is the address of a cell of spec §15.
func (p *pair) at(offset uint16) uint16 { return reference.Load + offset }

// named is the address of a cell with a distance, like "ATKLST+7".
func (p *pair) named(name string) uint16 {
	name, more, _ := strings.Cut(name, "+")
	n, _ := strconv.Atoi(more)
	if c, ok := variables.Named(name); ok {
		return p.at(c.Offset) + uint16(n)
	}
	return p.cell(name) + uint16(n)
}

// bytes are the addresses of some cells: names, with how many bytes; those of the board are its squares.
func (p *pair) bytes(names string) (all []uint16) {
	if names == "board" {
		return boardCells
	}
	for name := range strings.FieldsSeq(names) {
		name, size, _ := strings.Cut(name, ":")
		n, _ := strconv.Atoi(size)
		at := p.named(strings.TrimSuffix(name, "'"))
		for i := range uint16(max(n, 1)) {
			all = append(all, at+i)
		}
	}
	return all
}

// mark says what cells are to the piece. A name with ' is that of an index, whose high byte stays
// the page of TBASE. An input may hold all bytes, if its row does not say less; on a board there are
// men of both colours that have done nothing, and empty squares.
func (p *pair) mark(mark uint8, names string) {
	values := anyByte
	if mark == result || mark == scratch {
		values = nil
	}
	for name := range strings.FieldsSeq(names) {
		if name == "board" {
			p.domain(p.at(variables.BOARDA), sargon.BoardSize, mark, []uint16{uint16(sargon.Border)})
			p.may(boardCells, few)
			continue
		}
		all := p.bytes(name)
		p.domain(all[0], len(all), mark, values)
		if strings.HasSuffix(name, "'") {
			p.domain(all[0]+1, 1, constant, nil)
		}
		if f := fieldAt(all[0] - reference.Load); f != nil {
			p.fields = append(p.fields, f)
		}
	}
}

// fieldAt is what the engine on the 10x12 board keeps beside its memory for a cell, or for the
// second byte of one.
func fieldAt(offset uint16) *reference.FieldVariable {
	for i := range reference.FieldVariables {
		f := &reference.FieldVariables[i]
		if f.Offset == offset || f.Offset+1 == offset && f.Mask > 0xFF {
			return f
		}
	}
	return nil
}

// domain says what n bytes are to the piece, and what they may hold.
func (p *pair) domain(at uint16, n int, mark uint8, values []uint16) {
	for range n {
		p.marks[at], p.domains[at] = mark, values
		at++
	}
}

// may says what cells may hold.
func (p *pair) may(cells, values []uint16) {
	for _, at := range cells {
		p.domains[at] = values
	}
}

// touch is before a byte is read or written.
func (p *pair) touch(s *side, at uint16, write bool) {
	m := s.marks[at]
	switch {
	case m == used:
		return
	case m == closed:
		fail("%s touches %s", s.name, p.name(int(at)))
	case write && (m == constant || m == kept):
		fail("%s writes to %s", s.name, p.name(int(at)))
	case m == constant:
		return
	case m == scratch && !write:
		fail("%s reads %s, which has no value", s.name, p.name(int(at)))
	}
	s.marks[at] = used
	if m == kept {
		s.marks[at] = constant
	}
	s.log = append(s.log, at)
	if !write {
		s.memory[at] = uint8(p.ask(int(at), p.domains[at]))
	}
}

// restore forgets a case.
func (p *pair) restore() {
	for i := range p.sides {
		s := &p.sides[i]
		for _, at := range s.log {
			s.marks[at], s.memory[at] = p.marks[at], p.base[at]
		}
		s.log = s.log[:0]
	}
}

// byte is a cell of the program.
func (p *pair) byte(offset uint16) uint16 {
	at := p.at(offset)
	p.touch(&p.sides[0], at, false)
	if p.ended {
		p.compared[at] = p.number
	}
	return uint16(p.chip.Memory[at])
}

func (p *pair) word(offset uint16) uint16 { return p.byte(offset) | p.byte(offset+1)<<8 }

// write writes a byte of the program.
func (p *pair) write(at, v uint16) { p.writeTo(&p.sides[0], at, v) }

func (p *pair) writeTo(s *side, at, v uint16) {
	p.touch(s, at, true)
	s.memory[at] = uint8(v)
}

func (p *pair) writeWord(at, v uint16) {
	p.write(at, v)
	p.write(at+1, v>>8)
}

// spoil takes a cell of the program its value.
func (p *pair) spoil(at uint16) {
	p.touch(&p.sides[0], at, true)
	p.sides[0].marks[at] = scratch
}

// in asks for the value that a cell has as the case begins.
func (p *pair) in(offset uint16) uint16 {
	at := p.at(offset)
	return p.ask(int(at), p.domains[at])
}

// inOf does the same, of a cell that may hold other values in other cases.
func (p *pair) inOf(offset uint16, values []uint16) uint16 {
	p.domains[p.at(offset)] = values
	return p.in(offset)
}

// set gives a byte a value for this case, before anybody reads it.
func (p *pair) set(at, v uint16) { p.know(int(at), v&0xFF) }

func (p *pair) setWord(at, v uint16) {
	p.set(at, v)
	p.set(at+1, v>>8)
}

// same compares a result.
func (p *pair) same(name string, is, want uint16) {
	if is != want {
		fail("%s: the program %02X, 10x12 %02X", name, is, want)
	}
}

// compare compares whom both sides have called, and what they may have written.
func (p *pair) compare() {
	if p.answered != len(p.calls) {
		fail("the program calls %d parts, 10x12 %d", len(p.calls), p.answered)
	}
	for i := range p.sides {
		for _, at := range p.sides[i].log {
			m := p.marks[at]
			if m != open && (m != result || fieldAt(at-reference.Load) == nil) {
				continue
			}
			p.compared[at] = p.number
			if is, want := p.now(0, at), p.now(1, at); is != want {
				p.same(p.name(int(at)), is, want)
			}
		}
	}
}

// allCompared is as a case ends: what the program has made or changed must have been compared. What the
// engine does not keep in its memory is compared by an effect of the contract, or by the row.
func (p *pair) allCompared() {
	if !p.ended {
		return
	}
	for _, at := range p.sides[0].log {
		m := p.marks[at]
		if m != open && m != result || p.compared[at] == p.number || m == open && !p.changed(at) {
			continue
		}
		fail("%s is changed or made, and compared with nothing", p.name(int(at)))
	}
}

// changed reports whether the program has left another value in an input than it was given.
func (p *pair) changed(at uint16) bool {
	s := &p.sides[0]
	return s.marks[at] != used || !p.knows(int(at)) || uint16(s.memory[at]) != p.value[at]
}

// now is what a side has in a byte: what it was if the side has not touched it.
func (p *pair) now(side int, at uint16) uint16 {
	switch s := &p.sides[side]; s.marks[at] {
	case used:
		return uint16(s.memory[at])
	case scratch:
		fail("%s has no value as %s ends", p.name(int(at)), s.name)
	}
	return p.ask(int(at), p.domains[at])
}

// name says what an id is.
func (p *pair) name(id int) string {
	if id >= chosenID {
		return p.chosen[id-chosenID]
	}
	v := variableAt(uint16(id))
	if v == nil {
		return fmt.Sprintf("%04Xh", id)
	}
	if more := uint16(id) - reference.Load - v.Offset; more > 0 {
		return fmt.Sprintf("%s+%d", v.Name, more)
	}
	return v.Name
}

// variableAt is the variable of spec §15 that a byte belongs to, or nil.
func variableAt(at uint16) *variables.Variable {
	for i := range variables.All {
		v := &variables.All[i]
		if more := at - reference.Load - v.Offset; more == 0 || int(more) < v.Size {
			return v
		}
	}
	return nil
}
