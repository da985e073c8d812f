package literal

import (
	"sargon78/sargon"
	"sargon78/sargon/spec/cells"
)

// A Routine is one of the program's that can be called by itself (spec §15).
type Routine int

// The routines.
const (
	AttackTest  Routine = iota // ATTACK: does an enemy of a piece attack a square?
	AttackLists                // ATTACK: build the attack lists of a square
	FindPins                   // PINFND
	Exchange                   // XCHNG
	Points                     // POINTS
	Generate                   // GENMOV
	Make                       // MOVE
	Unmake                     // UNMOVE
	Evaluate                   // EVAL
	Sort                       // SORTM
	NumRoutines
)

// Load is the address that those in Cells are counted for.
const Load = load

// Lengths of tables, and where they are in Cells.
const (
	TableBytes = plyix + plyCells - boarda

	CellLists  = whiteList - boarda
	CellRoyals = posk - boarda
	CellEnd    = posq + 2 - boarda // the end mark of the royal squares
	CellPlies  = plyix - boarda
)

// Cells are what the routines work on and tell each other (spec §15).
type Cells struct {
	Tables [TableBytes]uint8 // BOARDA … PLYIX
	List   [listBytes]uint8  // MLIST

	Fields

	Ply int // that MLPTRI shows, from 1; Generate is given the one above

	Square   uint8        // M3, for ATTACK
	Piece    sargon.Piece // P1, for ATTACK and XCHNG
	Attacked bool         // what ATTACK answers
	Loss     uint8        // what XCHNG answers
}

// Fields are the cells that lie in no table.
type Fields struct {
	Color      sargon.Color
	MoveNumber uint8
	BC0, MV0   int8
	NPins      uint8
	Check      bool          // CKFLG
	Totals     sargon.Totals // BRDC … VALM

	Record uint16 // MLPTRJ
	Free   uint16 // MLNXT
	Last   uint16 // MLLST
}

// A FieldCell is the cell in which the program keeps one of the Fields (spec §15), and how that is
// read and set. Offset is counted from the load address; Mask is 0xFF for a byte, 0xFFFF for a word.
type FieldCell struct {
	Offset, Mask uint16
	Get          func(f *Fields) uint16
	Set          func(f *Fields, v uint16)
}

func fieldCell[T ~uint8 | ~int8 | ~uint16](offset, mask uint16, of func(f *Fields) *T) FieldCell {
	return FieldCell{
		offset, mask,
		func(f *Fields) uint16 { return uint16(*of(f)) & mask },
		func(f *Fields, v uint16) { *of(f) = T(v) },
	}
}

// FieldCells are those of all Fields.
var FieldCells = []FieldCell{
	fieldCell(cells.COLOR, 0xFF, func(f *Fields) *sargon.Color { return &f.Color }),
	fieldCell(cells.MOVENO, 0xFF, func(f *Fields) *uint8 { return &f.MoveNumber }),
	fieldCell(cells.BC0, 0xFF, func(f *Fields) *int8 { return &f.BC0 }),
	fieldCell(cells.MV0, 0xFF, func(f *Fields) *int8 { return &f.MV0 }),
	fieldCell(cells.NPINS, 0xFF, func(f *Fields) *uint8 { return &f.NPins }),
	{
		cells.CKFLG, 0xFF,
		func(f *Fields) uint16 { return word(f.Check) },
		func(f *Fields, v uint16) { f.Check = v&0xFF != 0 },
	},
	fieldCell(cells.BRDC, 0xFF, func(f *Fields) *int8 { return &f.Totals.BoardControl }),
	fieldCell(cells.MTRL, 0xFF, func(f *Fields) *int8 { return &f.Totals.Material }),
	fieldCell(cells.PTSL, 0xFF, func(f *Fields) *uint8 { return &f.Totals.PointsLost }),
	fieldCell(cells.PTSW1, 0xFF, func(f *Fields) *uint8 { return &f.Totals.PointsWon1 }),
	fieldCell(cells.PTSW2, 0xFF, func(f *Fields) *uint8 { return &f.Totals.PointsWon2 }),
	fieldCell(cells.PTSCK, 0xFF, func(f *Fields) *sargon.Square { return &f.Totals.HangingMover }),
	fieldCell(cells.VALM, 0xFF, func(f *Fields) *sargon.Value { return &f.Totals.Value }),
	fieldCell(cells.MLPTRJ, 0xFFFF, func(f *Fields) *uint16 { return &f.Record }),
	fieldCell(cells.MLNXT, 0xFFFF, func(f *Fields) *uint16 { return &f.Free }),
	fieldCell(cells.MLLST, 0xFFFF, func(f *Fields) *uint16 { return &f.Last }),
}

// RecordAddress is where a record of the list area is, counted from 0.
func RecordAddress(n int) uint16 { return recordAt(n) }

// Records is how many the list area holds, of RecordBytes each.
const (
	Records     = listBytes / recordBytes
	RecordBytes = recordBytes
)

// Run runs one routine on cells, for those who compare routines one by one. What is in the engine
// is lost. undefined says how the routine left what the specification describes, "" if it did not;
// the error, that it found no end.
func (e *Engine) Run(r Routine, c *Cells) (undefined string, err error) {
	defer func() { err = recovered(recover(), err) }()
	copy(e.memory.bytes(boarda, TableBytes), c.Tables[:])
	copy(e.memory.bytes(mlist, listBytes), c.List[:])
	e.search = unwatched()
	part, args := c.part(r)
	answer, undefined := e.Do(part, &c.Fields, args)
	switch r {
	case AttackTest:
		c.Attacked = answer != 0
	case Exchange:
		c.Loss = uint8(answer)
	case Points:
		e.memory.setValue(e.mlptrj, e.valm)
	case Generate:
		c.Ply++
	}
	copy(c.Tables[:], e.memory.bytes(boarda, TableBytes))
	copy(c.List[:], e.memory.bytes(mlist, listBytes))
	return undefined, nil
}

// part is what a routine does, with its arguments.
func (c *Cells) part(r Routine) (Part, Args) {
	switch r {
	case AttackTest, AttackLists:
		return PartAttack, Args{uint16(c.Square), uint16(c.Piece), word(r == AttackLists)}
	case FindPins:
		return PartPins, Args{}
	case Exchange:
		return PartExchange, Args{uint16(c.Piece)}
	case Points:
		return PartEvaluate, Args{}
	case Generate:
		return PartGenerate, Args{uint16(c.Ply + 1)}
	case Make:
		return PartMake, Args{c.Record}
	case Unmake:
		return PartUnmake, Args{c.Record}
	case Evaluate:
		return PartRate, Args{c.Record}
	}
	return PartOrder, Args{uint16(c.Ply)}
}

func (e *Engine) setFields(f *Fields) {
	e.color, e.moveno, e.bc0, e.mv0, e.npins = f.Color, f.MoveNumber, f.BC0, f.MV0, f.NPins
	e.ckflg, e.mlptrj, e.mlnxt, e.mllst = f.Check, f.Record, f.Free, f.Last
	t := &f.Totals
	e.brdc, e.mtrl = t.BoardControl, t.Material
	e.ptsl, e.ptsw1, e.ptsw2, e.ptsck = t.PointsLost, t.PointsWon1, t.PointsWon2, uint8(t.HangingMover)
	e.valm = uint8(t.Value)
}

func (e *Engine) fields() Fields {
	return Fields{
		Color: e.color, MoveNumber: e.moveno, BC0: e.bc0, MV0: e.mv0, NPins: e.npins, Check: e.ckflg,
		Record: e.mlptrj, Free: e.mlnxt, Last: e.mllst, Totals: e.totals(),
	}
}
