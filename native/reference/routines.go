package reference

import (
	"context"
	"slices"

	"sargon78/sargon"
	"sargon78/sargon/spec/variables"
)

// Load is the address that those in the memory are counted for.
const Load = load

// Records is how many the list area holds, of RecordBytes each.
const (
	Records     = listBytes / recordBytes
	RecordBytes = recordBytes
)

// Fields are the variables that lie in no table.
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

// A FieldVariable is the variable in which the program keeps one of the Fields (spec §15), and how that is
// read and set. Offset is counted from the load address; Mask is 0xFF for a byte, 0xFFFF for a word.
type FieldVariable struct {
	Offset, Mask uint16
	Get          func(f *Fields) uint16
	Set          func(f *Fields, v uint16)
}

func fieldVariable[T ~uint8 | ~int8 | ~uint16](offset, mask uint16, of func(f *Fields) *T) FieldVariable {
	return FieldVariable{
		offset, mask,
		func(f *Fields) uint16 { return uint16(*of(f)) & mask },
		func(f *Fields, v uint16) { *of(f) = T(v) },
	}
}

// FieldVariables are those of all Fields.
var FieldVariables = []FieldVariable{
	fieldVariable(variables.COLOR, 0xFF, func(f *Fields) *sargon.Color { return &f.Color }),
	fieldVariable(variables.MOVENO, 0xFF, func(f *Fields) *uint8 { return &f.MoveNumber }),
	fieldVariable(variables.BC0, 0xFF, func(f *Fields) *int8 { return &f.BC0 }),
	fieldVariable(variables.MV0, 0xFF, func(f *Fields) *int8 { return &f.MV0 }),
	fieldVariable(variables.NPINS, 0xFF, func(f *Fields) *uint8 { return &f.NPins }),
	{
		variables.CKFLG, 0xFF,
		func(f *Fields) uint16 { return word(f.Check) },
		func(f *Fields, v uint16) { f.Check = v&0xFF != 0 },
	},
	fieldVariable(variables.BRDC, 0xFF, func(f *Fields) *int8 { return &f.Totals.BoardControl }),
	fieldVariable(variables.MTRL, 0xFF, func(f *Fields) *int8 { return &f.Totals.Material }),
	fieldVariable(variables.PTSL, 0xFF, func(f *Fields) *uint8 { return &f.Totals.PointsLost }),
	fieldVariable(variables.PTSW1, 0xFF, func(f *Fields) *uint8 { return &f.Totals.PointsWon1 }),
	fieldVariable(variables.PTSW2, 0xFF, func(f *Fields) *uint8 { return &f.Totals.PointsWon2 }),
	fieldVariable(variables.PTSCK, 0xFF, func(f *Fields) *sargon.Square { return &f.Totals.HangingMover }),
	fieldVariable(variables.VALM, 0xFF, func(f *Fields) *sargon.Value { return &f.Totals.Value }),
	fieldVariable(variables.MLPTRJ, 0xFFFF, func(f *Fields) *uint16 { return &f.Record }),
	fieldVariable(variables.MLNXT, 0xFFFF, func(f *Fields) *uint16 { return &f.Free }),
	fieldVariable(variables.MLLST, 0xFFFF, func(f *Fields) *uint16 { return &f.Last }),
}

// Call does a routine with an entry point of its own (spec §15), by its name: GENMOV, ATTACK, PINFND,
// XCHNG, POINTS, MOVE, UNMOVE, SORTM, EVAL. All variables are in the memory, before and after, and what
// it answers in a register is returned. Undefined says how it left what the specification describes, or
// that it found no end.
func (e *Engine) Call(routine string) (answer uint16, undefined string) {
	defer func() {
		if err := recovered(recover(), nil); err != nil {
			undefined = err.Error()
		}
	}()
	e.search = unwatched()
	m := &e.memory
	e.scores, e.plies, e.maxRecordAddr = score, plyix, mlist+maxRecordOffset
	f := e.fieldsInMemory()
	e.setFields(&f)
	answer = e.call(routine)
	f = e.fields()
	if routine == "POINTS" {
		m.setValue(f.Record, uint8(f.Totals.Value))
	}
	for _, c := range FieldVariables {
		if v := c.Get(&f); c.Mask == 0xFF {
			m.set(load+c.Offset, uint8(v))
		} else {
			m.setWord(load+c.Offset, v)
		}
	}
	return answer, e.search.UndefinedReason
}

// call does the routine with a name of 1978. It takes the arguments from the variables, and returns what
// the routine answers; 0 if it only changes variables.
func (e *Engine) call(routine string) uint16 {
	m := &e.memory
	last := m.word(load + variables.MLPTRI)
	ply := int((last + 2 - plyix) / plyLength)
	piece := sargon.Piece(m.get(load + variables.P1))
	switch routine {
	case "GENMOV":
		m.setWord(load+variables.MLPTRI, last+plyLength)
		e.generate(ply + 1)
	case "ATTACK":
		const lists = 7
		return word(e.attack(m.get(load+variables.M3), piece, m.get(load+variables.T1) == lists))
	case "PINFND":
		e.findPins()
	case "XCHNG":
		return uint16(e.exchange(piece))
	case "POINTS":
		e.evaluate()
		return uint16(e.valm)
	case "MOVE":
		e.make(e.mlptrj)
	case "UNMOVE":
		e.unmake(e.mlptrj, e.queens())
	case "SORTM":
		e.order(ply)
	case "EVAL":
		return uint16(e.rate(1, e.mlptrj))
	default:
		panic("10x12 has no routine " + routine)
	}
	return 0
}

// unwatched returns a search without callbacks and without a limit.
func unwatched() search {
	return search{
		Recorder: sargon.NewRecorder(context.Background(), sargon.SearchOptions{}, sargon.EventCounts{}),
	}
}

// Memory returns the memory, every byte at its address.
func (e *Engine) Memory() *[memorySize]uint8 { return &e.memory.all }

// fieldsInMemory returns the fields as the memory has them.
func (e *Engine) fieldsInMemory() (f Fields) {
	for _, c := range FieldVariables {
		if at := load + c.Offset; c.Mask == 0xFF {
			c.Set(&f, uint16(e.memory.get(at)))
		} else {
			c.Set(&f, e.memory.word(at))
		}
	}
	return f
}

func word(b bool) uint16 {
	if b {
		return 1
	}
	return 0
}

// Moves returns the first entry of DIRECT for a type of piece, and how many it has (spec §2).
func Moves(t uint8) (first, n uint8) { return firstDirection[t], numDirections[t] }

// Directions returns the steps of DIRECT (spec §2).
func Directions() []int8 { return slices.Clone(directions[:]) }

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
