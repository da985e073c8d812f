package kit

import (
	"fmt"
	"strings"

	"sargon78/compare/cases"
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

// kindOf says which kind the cases of a routine are.
var kindOf = [literal.NumRoutines]Kind{
	literal.Generate: Generation, literal.AttackTest: Attack, literal.AttackLists: Lists,
	literal.FindPins: Pins, literal.Exchange: Exchange, literal.Points: Evaluation,
	literal.Make: Making, literal.Unmake: Unmaking, literal.Sort: Ordering,
}

// routines adds cases of single routines: what the searches of the positions would begin with.
func (m *maker) routines(positions []cases.Case) {
	taken, known := map[Kind][]Case{}, map[string]bool{}
	reached := map[Kind]*[literal.NumForks]int{}
	for _, kind := range Kinds {
		reached[kind] = new([literal.NumForks]int)
	}
	try := func(r literal.Routine, c *literal.Cells) {
		before, kind := m.texts(r, given[r], c), kindOf[r]
		same := fmt.Sprint(kind, before)
		clear(m.engine.Reached[:])
		if undefined, err := m.engine.Run(r, c); undefined != "" || err != nil || known[same] {
			return
		}
		wanted := len(taken[kind]) < firstCases
		for f, n := range m.engine.Reached {
			wanted = wanted || n > 0 && reached[kind][f] < rare && len(taken[kind]) < mostCases
		}
		if !wanted {
			return
		}
		known[same] = true
		for f, n := range m.engine.Reached {
			reached[kind][f] += int(min(n, 1))
		}
		taken[kind] = append(taken[kind], Case{
			Kind: kind, Before: before, Want: m.texts(r, left[r], c), Rules: ruleBits(&m.engine.Reached),
		})
	}
	for i := range positions {
		m.walk(&positions[i].Start, try)
	}
	for _, kind := range Kinds {
		for _, c := range taken[kind] {
			m.add(c)
		}
	}
}

// walk tries the routines that the search of a position begins with.
func (m *maker) walk(p *sargon.Position, try func(literal.Routine, *literal.Cells)) {
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
	try(literal.Generate, &list)
	try(literal.FindPins, root)
	for s := range p.Board {
		looked := *root
		looked.Square, looked.Piece = uint8(s), p.Board[s]
		switch looked.Piece {
		case sargon.Border:
		case sargon.Empty:
			looked.Piece = sargon.NewPiece(sargon.King, p.Side)
			try(literal.AttackTest, &looked)
		default:
			test := looked
			try(literal.AttackTest, &test)
			try(literal.AttackLists, &looked)
			try(literal.Exchange, &looked)
		}
	}
	try(literal.Points, root)
	list.BC0, list.MV0 = root.Totals.BoardControl, root.Totals.Material
	m.memory.Write(&list)
	for _, at := range listed(m.memory) {
		made := list
		made.Record = at
		try(literal.Make, &made)
		valued := made
		try(literal.FindPins, &valued)
		try(literal.Points, &valued)
		try(literal.Unmake, &made)
	}
	try(literal.Sort, &list)
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

// given are the cells that a routine reads, left those that it leaves.
var given, left = [literal.NumRoutines]string{
	literal.Generate:    "BOARDA POSK COLOR MLPTRJ",
	literal.AttackTest:  "BOARDA M3 P1 T1",
	literal.AttackLists: "BOARDA M3 P1 T1 NPINS PLISTA ATKLST",
	literal.FindPins:    "BOARDA POSK POSQ PLISTA",
	literal.Exchange:    "P1 ATKLST PLISTA POSK POSQ",
	literal.Points:      "BOARDA POSK POSQ NPINS PLISTA COLOR MOVENO BC0 MV0 MLPTRJ",
	literal.Make:        "BOARDA POSK POSQ MLPTRJ",
	literal.Unmake:      "BOARDA POSK POSQ MLPTRJ",
	literal.Sort:        "BOARDA POSK POSQ COLOR MOVENO BC0 MV0 MLIST",
}, [literal.NumRoutines]string{
	literal.Generate:    "CKFLG MLIST",
	literal.AttackTest:  "A",
	literal.AttackLists: "ATKLST",
	literal.FindPins:    "NPINS PLISTA",
	literal.Exchange:    "E ATKLST",
	literal.Points:      "BRDC MTRL PTSL PTSW1 PTSW2 PTSCK VALM",
	literal.Make:        "BOARDA POSK POSQ",
	literal.Unmake:      "BOARDA POSK POSQ",
	literal.Sort:        "MLIST",
}

// texts writes cells by their names.
func (m *maker) texts(r literal.Routine, names string, c *literal.Cells) Values {
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
		all := []string{}
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
