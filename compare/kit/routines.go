package kit

import (
	"fmt"
	"slices"
	"strings"

	"sargon78/compare/routines"
	"sargon78/native/literal"
	"sargon78/sargon"
	"sargon78/sargon/spec/cells"
)

// Of each routine so many cases are taken: the first ones, then those that reach a rule that fewer
// than rare cases of the routine have reached.
const (
	firstCases = 8
	rare       = 3
	mostCases  = 60
)

// tried are the cases of a kind that were tried so far.
type tried struct {
	known   map[string]bool
	taken   int
	reached [literal.NumForks]int // in how many that were taken
}

// try adds a routine's case, if it is wanted.
func (m *maker) try(r literal.Routine, c *literal.Cells) {
	k := kinds[slices.IndexFunc(kinds, func(k kind) bool { return k.routine == r })]
	t := m.tried[k.name]
	if t == nil {
		t = &tried{known: map[string]bool{}}
		m.tried[k.name] = t
	}
	before := m.texts(k.given, r, c)
	same := fmt.Sprint(before)
	clear(m.engine.Reached[:])
	if undefined, err := m.engine.Run(r, c); undefined != "" || err != nil || t.known[same] {
		return
	}
	wanted := t.taken < firstCases
	for f, n := range m.engine.Reached {
		wanted = wanted || n > 0 && t.reached[f] < rare && t.taken < mostCases
	}
	if !wanted {
		return
	}
	t.known[same] = true
	t.taken++
	for f, n := range m.engine.Reached {
		t.reached[f] += int(min(n, 1))
	}
	m.cases = append(m.cases, Case{
		Kind: k.name, Before: before, Want: m.texts(k.left, r, c), Rules: ruleBits(&m.engine.Reached),
	})
}

// walk tries the routines that the search of a position begins with.
func (m *maker) walk(p *sargon.Position) {
	root := &literal.Cells{Fields: literal.Fields{
		Color: p.Side, MoveNumber: p.MoveNumber,
		Record: literal.RecordAddress(previousRecord), Free: literal.RecordAddress(0),
	}}
	for s, piece := range p.Board {
		root.Tables[s] = uint8(piece)
	}
	for i, s := range p.Royal {
		root.Tables[literal.CellRoyals+i] = uint8(s)
	}
	root.Tables[literal.CellEnd] = uint8(sargon.Border)
	copy(root.List[previousRecord*literal.RecordBytes+fromField:],
		[]uint8{uint8(p.Previous.From), uint8(p.Previous.To), uint8(p.Previous.Flags)})

	list := *root
	m.try(literal.Generate, &list)
	m.try(literal.FindPins, root)
	for s := range p.Board {
		looked := *root
		looked.Square, looked.Piece = uint8(s), p.Board[s]
		switch looked.Piece {
		case sargon.Border:
		case sargon.Empty:
			looked.Piece = sargon.NewPiece(sargon.King, p.Side)
			m.try(literal.AttackTest, &looked)
		default:
			test := looked
			m.try(literal.AttackTest, &test)
			m.try(literal.AttackLists, &looked)
			m.try(literal.Exchange, &looked)
		}
	}
	m.try(literal.Points, root)
	list.BC0, list.MV0 = root.Totals.BoardControl, root.Totals.Material
	m.memory.Write(&list)
	for _, at := range listed(m.memory) {
		made := list
		made.Record = at
		m.try(literal.Make, &made)
		valued := made
		m.try(literal.FindPins, &valued)
		m.try(literal.Points, &valued)
		m.try(literal.Unmake, &made)
	}
	m.try(literal.Sort, &list)
}

// previousRecord is the number of a record that no list of one position reaches.
const previousRecord = literal.Records - 1

// Places in a record (spec §3).
const (
	fromField  = 2
	flagsField = 4
	valueField = 5
)

// listed are the addresses of the records in the list of ply 1, in its order.
func listed(m routines.Memory) (all []uint16) {
	for at := m.Word(cells.PLYIX + 2); at>>8 != 0; at = m.Word(at - m.Load) {
		all = append(all, at)
	}
	return all
}

// texts writes cells by their names.
func (m *maker) texts(names string, r literal.Routine, c *literal.Cells) Values {
	m.memory.Write(c)
	v := Values{}
	for _, name := range strings.Fields(names) {
		v[name] = text(m.memory, name)
	}
	for name, b := range map[string]uint8{
		"T1": map[bool]uint8{true: 7}[r == literal.AttackLists], "E": c.Loss,
		"A": map[bool]uint8{true: 1}[c.Attacked],
	} {
		if v[name] != nil {
			v[name] = fmt.Sprintf("%02x", b)
		}
	}
	return v
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
