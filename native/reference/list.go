package reference

import "sargon78/sargon"

// A ply has two pointers in the ply table: where its records start, and the head of its list
// (spec §3).

func (e *Engine) startCell(ply int) uint16 { return e.plies + plyLength*uint16(ply-1) }

func (e *Engine) headCell(ply int) uint16 { return e.startCell(ply) + 2 }

// openList starts the list of a ply at the next free record. The head pointer keeps what the
// ply tried last, until a record is stored.
func (e *Engine) openList(ply int) {
	e.memory.setWord(e.startCell(ply), e.mlnxt)
	e.listFirst = e.mlnxt
	e.mllst = e.headCell(ply)
}

// add stores a record at the end of the list, and reports whether there was room.
func (e *Engine) add(piece sargon.Piece, from, to uint8, flags sargon.Flags) bool {
	if e.applies(RecordDropped, e.mlnxt > e.maxRecordAddr) {
		e.search.Dropped++
		return false
	}
	if !piece.Moved() {
		flags |= sargon.FirstMove
	}
	move := sargon.Move{From: sargon.Square(from), To: sargon.Square(to), Flags: flags}
	e.memory.setWord(e.mllst, e.mlnxt)
	e.memory.setMove(e.mlnxt, move)
	e.mllst = e.mlnxt
	e.mlnxt += recordBytes
	return true
}

// addPair stores a double move, and steps back to its first half, or to where that would
// be if there had been room (spec §3, quirk 8). The moving piece is the same for both: the
// king, or the capturing pawn.
func (e *Engine) addPair(
	piece sargon.Piece, from, to uint8, flags sargon.Flags,
	from2, to2 uint8, flags2 sargon.Flags,
) {
	first := e.add(piece, from, to, flags|sargon.DoubleMove)
	second := e.add(piece, from2, to2, flags2)
	switch {
	case second:
	case first && !e.obeys(PairCut):
		return
	case !first && !e.obeys(PairDropped):
		return
	}
	e.mllst -= recordBytes
	switch {
	case e.mllst >= e.listFirst:
	case e.mllst >= mlist:
		e.countRule(PairAbove)
	default:
		e.markUndefined("a pair without room starts a list, and the ply table is overwritten")
	}
	e.memory.setWord(e.mllst, 0)
}

// eachRecord follows the list of a ply, while f returns true. Links that an old record has
// closed to a ring are followed as often as there are records.
func (e *Engine) eachRecord(ply int, f func(at uint16) bool) {
	at := e.memory.word(e.headCell(ply))
	for range memorySize / recordBytes {
		if at>>8 == 0 || !f(at) {
			return
		}
		at = e.memory.word(at)
	}
}

// restrict unlinks the records of ply 1 that are not to be searched.
func (e *Engine) restrict(keep func(sargon.Move) bool) {
	before := e.headCell(1)
	e.eachRecord(1, func(at uint16) bool {
		if keep(e.memory.move(at)) {
			e.memory.setWord(before, at)
			before = at
		}
		return true
	})
	e.memory.setWord(before, 0)
}
