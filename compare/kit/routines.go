package kit

import (
	"encoding/hex"
	"fmt"
	"strings"

	"sargon78/compare/routines"
	"sargon78/native/literal"
	"sargon78/sargon"
	"sargon78/sargon/spec/cells"
)

// runOn has the reference model run the routine of a case, and returns the cells that the case wants.
func (c *Case) runOn(model *literal.Engine) Values {
	memory := routines.Memory{Bytes: new([1 << 16]uint8), Load: literal.Load}
	if err := c.put(memory); err != nil {
		return Values{"error": err.Error()}
	}
	var on literal.Cells
	memory.Read(&on)
	if undefined, err := model.Run(routineOf[c.Kind], &on); err != nil || undefined != "" {
		return Values{"error": fmt.Sprint(undefined, err)}
	}
	memory.Write(&on)
	registers := Values{"A": "00", "E": fmt.Sprintf("%02x", on.Loss)}
	if on.Attacked {
		registers["A"] = "01"
	}
	left := Values{}
	for name := range c.Want {
		if left[name] = registers[name]; left[name] == nil {
			left[name] = text(memory, name)
		}
	}
	return left
}

// put puts what a case gives a routine into a memory.
func (c *Case) put(m routines.Memory) error {
	first := &literal.Cells{Ply: 1, Fields: literal.Fields{Free: literal.RecordAddress(0)}}
	if c.Kind == Generation {
		first.Ply = 0 // it goes to the next
	}
	m.Write(first)
	for name, value := range c.Before {
		cell, known := cells.Named(name)
		list, isList := value.([]any)
		var at []uint16
		var bytes []uint8
		var err error
		switch {
		case !known:
			err = fmt.Errorf("there is no such cell (spec §15)")
		case isList:
			if at, err = putRecords(m, 0, list...); err == nil {
				m.SetWord(cells.PLYIX, at[0])
				m.SetWord(cells.PLYIX+2, at[0])
				m.SetWord(cells.MLNXT, at[len(at)-1])
			}
		case cell.Kind == cells.Word: // of a record that no list of a position reaches
			if at, err = putRecords(m, literal.Records-2, value); err == nil {
				m.SetWord(cell.Offset, at[0])
			}
		default:
			bytes, err = hex.DecodeString(fmt.Sprint(value))
			copy(m.Bytes[m.Load+cell.Offset:], bytes)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	*m.At(cells.T3) = uint8(sargon.Piece(*m.At(cells.P1)).Type())
	return nil
}

// Places in a record (spec §3).
const (
	fromField  = 2
	flagsField = 4
	valueField = 5
)

// putRecords writes records as recordText says them into the list area, from a number on and linked. It
// returns their addresses, and that behind them.
func putRecords(m routines.Memory, n uint16, texts ...any) ([]uint16, error) {
	at := []uint16{m.Load + cells.MLIST + n*literal.RecordBytes}
	for i, text := range texts {
		here := at[i]
		next := here
		moves, value, _ := strings.Cut(fmt.Sprint(text), " ")
		for half := range strings.SplitSeq(moves, "+") {
			var flags uint8
			name, bits, _ := strings.Cut(half, "-")
			move, err := sargon.ParseMove(name)
			if name == (sargon.Move{}).String() {
				err = nil // none was made
			}
			if _, bad := fmt.Sscanf(bits, "%02x", &flags); err != nil || bad != nil {
				return nil, fmt.Errorf("%v: want a move and its flags, like e2e4-10", text)
			}
			copy(m.Bytes[next:], []uint8{0, 0, uint8(move.From), uint8(move.To), flags, 0})
			next += literal.RecordBytes
		}
		_, _ = fmt.Sscan(value, &m.Bytes[here+valueField]) // without one it is 0
		if i > 0 {
			m.SetWord(at[i-1]-m.Load, here)
		}
		at = append(at, next)
	}
	return at, nil
}

// listed are the addresses of the records in the list of ply 1, in its order.
func listed(m routines.Memory) (all []uint16) {
	for at := m.Word(cells.PLYIX + 2); at>>8 != 0; at = m.Word(at - m.Load) {
		all = append(all, at)
	}
	return all
}

// text writes a cell: its bytes, the record that it points to, or the list of ply 1.
func text(m routines.Memory, name string) any {
	cell, _ := cells.Named(name)
	switch {
	case name == "MLIST":
		all := []any{}
		for _, at := range listed(m) {
			all = append(all, recordText(m, at))
		}
		return all
	case cell.Kind == cells.Word:
		return recordText(m, m.Word(cell.Offset))
	case cell.Kind == cells.Index:
		cell.Size = 1
	}
	return fmt.Sprintf("%x", m.Bytes[m.Load+cell.Offset:][:cell.Size])
}

// recordText writes a record with its flags, behind a + the second half of a pair, and its value if
// it has one.
func recordText(m routines.Memory, at uint16) string {
	r := m.Bytes[at:]
	half := func(r []uint8) string {
		m := sargon.Move{From: sargon.Square(r[fromField]), To: sargon.Square(r[fromField+1])}
		return fmt.Sprintf("%v-%02x", m, r[flagsField])
	}
	text := half(r)
	if sargon.Flags(r[flagsField])&sargon.DoubleMove != 0 {
		text += "+" + half(r[literal.RecordBytes:])
	}
	if value := r[valueField]; value != 0 {
		text += fmt.Sprint(" ", value)
	}
	return text
}
