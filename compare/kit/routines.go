package kit

import (
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"sargon78/compare/cases"
	"sargon78/compare/observe"
	"sargon78/native/reference"
	"sargon78/sargon"
	"sargon78/sargon/spec/variables"
)

// memory is the memory of the reference engine, or of a machine with the embedded ROM: both have the same
// variables.
type memory []uint8

// cell returns the memory from a variable of spec §15 on.
func (m memory) cell(offset uint16) []uint8 { return m[reference.Load+offset:] }

func (m memory) word(at uint16) uint16 { return binary.LittleEndian.Uint16(m[at:]) }

func (m memory) setWord(at, word uint16) { binary.LittleEndian.PutUint16(m[at:], word) }

// runReference lets the reference engine run the routine of a case, and returns the variables and registers
// that the case wants.
func (c *Case) runReference(model *reference.Engine) (left Values, err error) {
	defer observe.RecoverTo(&err) // with a broken rule the engine may panic
	m := memory(model.Memory()[:])
	clear(m)
	if err := c.setInputs(m); err != nil {
		return nil, err
	}
	answer, undefined := model.Call(routineOf[c.Kind])
	if undefined != "" {
		return nil, errors.New(undefined)
	}
	return c.outputs(m, uint8(answer), uint8(answer)), nil
}

// outputs returns the variables and registers that a case wants, as a routine has left them.
func (c *Case) outputs(m memory, a, e uint8) Values {
	left := Values{}
	for name := range c.Want {
		switch name {
		case "A":
			left[name] = fmt.Sprintf("%02x", a)
		case "E":
			left[name] = fmt.Sprintf("%02x", e)
		default:
			left[name] = text(m, name)
		}
	}
	return left
}

// setInputs writes what a case gives a routine into a memory.
func (c *Case) setInputs(m memory) error {
	list := uint16(reference.Load + variables.PLYIX + 2) // the head of ply 1
	if c.Kind == Generation {                            // GENMOV goes to the next ply first
		list -= 4
	}
	m.setWord(reference.Load+variables.MLPTRI, list)
	m.setWord(reference.Load+variables.MLNXT, reference.Load+variables.MLIST)
	for _, cell := range variables.All {
		if cell.Kind == variables.Index {
			m.cell(cell.Offset)[1] = (reference.Load + variables.TBASE) >> 8
		}
	}
	for name, value := range c.Before {
		cell, known := variables.Named(name)
		list, isList := value.([]any)
		var at []uint16
		var bytes []uint8
		var err error
		switch {
		case !known:
			err = fmt.Errorf("there is no such variable (spec §15)")
		case isList:
			if at, err = putRecords(m, 0, list...); err == nil {
				m.setWord(reference.Load+variables.PLYIX, at[0])
				m.setWord(reference.Load+variables.PLYIX+2, at[0])
				m.setWord(reference.Load+variables.MLNXT, at[len(at)-1])
			}
		case cell.Kind == variables.Word: // a pointer to a record that no list of a position reaches
			if at, err = putRecords(m, reference.Records-2, value); err == nil {
				m.setWord(reference.Load+cell.Offset, at[0])
			}
		default:
			bytes, err = hex.DecodeString(fmt.Sprint(value))
			copy(m.cell(cell.Offset), bytes)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	m.cell(variables.T3)[0] = uint8(sargon.Piece(m.cell(variables.P1)[0]).Type())
	return nil
}

// Places in a record (spec §3).
const (
	fromField  = 2
	flagsField = 4
	valueField = 5
)

// putRecords writes records, given in the form of recordText, into the list area and links them. The first
// gets number n. putRecords returns their addresses, and the address after the last.
func putRecords(m memory, n uint16, texts ...any) ([]uint16, error) {
	at := []uint16{reference.Load + variables.MLIST + n*reference.RecordBytes}
	for i, text := range texts {
		here := at[i]
		next := here
		moves, value, _ := strings.Cut(fmt.Sprint(text), " ")
		for half := range strings.SplitSeq(moves, "+") {
			move, err := cases.ParseRecord(half)
			if err != nil {
				return nil, err
			}
			copy(m[next:], []uint8{0, 0, uint8(move.From), uint8(move.To), uint8(move.Flags), 0})
			next += reference.RecordBytes
		}
		_, _ = fmt.Sscan(value, &m[here+valueField]) // without one it is 0
		if i > 0 {
			m.setWord(at[i-1], here)
		}
		at = append(at, next)
	}
	return at, nil
}

// text returns a variable as cases have it: its bytes, the record that it points to, or, for MLIST, the list
// of ply 1.
func text(m memory, name string) any {
	cell, _ := variables.Named(name)
	switch {
	case name == "MLIST":
		all := []any{}
		for at := m.word(reference.Load + variables.PLYIX + 2); at>>8 != 0; at = m.word(at) {
			all = append(all, recordText(m, at))
		}
		return all
	case cell.Kind == variables.Word:
		return recordText(m, m.word(reference.Load+cell.Offset))
	case cell.Kind == variables.Index:
		cell.Size = 1
	}
	return fmt.Sprintf("%x", m.cell(cell.Offset)[:cell.Size])
}

// recordText returns a record as cases have it: its move with the flags; after a + the second half of a pair;
// and its value unless that is 0.
func recordText(m memory, at uint16) string {
	r := m[at:]
	half := func(r []uint8) string {
		m := sargon.Move{From: sargon.Square(r[fromField]), To: sargon.Square(r[fromField+1])}
		return fmt.Sprintf("%v-%02x", m, r[flagsField])
	}
	text := half(r)
	if sargon.Flags(r[flagsField])&sargon.DoubleMove != 0 {
		text += "+" + half(r[reference.RecordBytes:])
	}
	if value := r[valueField]; value != 0 {
		text += fmt.Sprint(" ", value)
	}
	return text
}
