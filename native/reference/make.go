package reference

import "sargon78/sargon"

// queens returns the royal queen squares.
func (e *Engine) queens() [2]uint8 { return [2]uint8(e.memory.bytes(posq, 2)) }

// second returns the record after the first of a pair (spec §3).
func (e *Engine) second(at uint16) uint16 {
	if at+recordBytes > e.maxRecordAddr && at >= mlist && e.plies == plyix {
		e.markUndefined("a pair is made whose second half found no room")
	}
	return at + recordBytes
}

// make makes a move, and the second half of a pair (spec §9).
func (e *Engine) make(at uint16) {
	e.makeHalf(at)
	if e.flags(at)&sargon.DoubleMove != 0 && e.obeys(MakePair) {
		at = e.second(at)
		e.makeHalf(at)
	}
	if flags := e.flags(at); isQueen(flags) && e.obeys(MakeCaptureQueen) {
		e.memory.set(queenAddress(flags), 0)
	}
}

func (e *Engine) flags(at uint16) sargon.Flags { return sargon.Flags(e.memory.get(at + fieldFlags)) }

func isQueen(f sargon.Flags) bool { return f&sargon.CapturedType == sargon.Flags(sargon.Queen) }

// makeHalf makes one record on the board, and updates its royal square (spec §9). A castling or en passant
// has two records.
func (e *Engine) makeHalf(at uint16) {
	m := e.memory.move(at)
	from, to := uint8(m.From), uint8(m.To)
	p := e.piece(from)
	switch t := p.Type(); {
	case m.Flags&sargon.Promotion != 0:
		p |= 4
		if !e.obeys(MakePromotion) {
			e.memory.set(royalAddress(p), to)
		}
	case t == sargon.Queen, t == oddType:
		if e.obeys(MakeQueen) {
			e.memory.set(royalAddress(p), to)
		}
	case t == sargon.King:
		if e.obeys(MakeKing) {
			e.memory.set(royalAddress(p), to)
		}
		if m.Flags&sargon.DoubleMove != 0 && e.obeys(MakeCastling) {
			p |= sargon.CastledBit
		}
	}
	e.put(to, p|sargon.MovedBit)
	e.put(from, sargon.Empty)
}

// unmake takes a move back, first half first (spec §9). The queens' royal squares are as
// they were before it was made, or they are not (spec §14.1).
func (e *Engine) unmake(at uint16, queens [2]uint8) {
	e.unmakeHalf(at)
	if e.flags(at)&sargon.DoubleMove != 0 {
		at = e.second(at)
		e.unmakeHalf(at)
	}
	if flags := e.flags(at); isQueen(flags) && e.obeys(UnmakeCaptureQueen) {
		e.memory.set(queenAddress(flags), e.memory.get(at+fieldTo))
	}
	if e.queens() != queens && !e.obeys(UnmakeRoyalLost) {
		copy(e.memory.bytes(posq, 2), queens[:])
	}
}

// unmakeHalf takes one record back on the board, and its royal square (spec §9).
func (e *Engine) unmakeHalf(at uint16) {
	m := e.memory.move(at)
	from, to := uint8(m.From), uint8(m.To)
	p := e.piece(to)
	switch t := p.Type(); {
	case m.Flags&sargon.Promotion != 0 && e.obeys(UnmakePromotion):
		p &^= 4
	case t == sargon.Queen, t == oddType:
		e.memory.set(royalAddress(p), from)
	case t == sargon.King:
		e.memory.set(royalAddress(p), from)
		if m.Flags&sargon.DoubleMove != 0 {
			p &^= sargon.CastledBit
		}
	}
	if m.Flags&sargon.FirstMove != 0 && e.obeys(UnmakeFirstMove) {
		p &^= sargon.MovedBit
	}
	e.put(from, p)
	e.put(to, m.Flags.Captured())
}

// overwritten is the reason after an old record that the player's moves have overwritten (spec §13): its link
// leads to no record, or its squares are none.
const overwritten = "an old record is tried that the player's moves have overwritten"

// put puts a piece on a square.
func (e *Engine) put(square uint8, piece sargon.Piece) {
	if !sargon.Square(square).OnBoard() {
		e.markUndefined(overwritten)
	}
	e.memory.setAt(square, piece)
}

// royalAddress returns where the square of a king or queen is kept.
func royalAddress(p sargon.Piece) uint16 {
	at := uint16(posq)
	if p.Type() == sargon.King {
		at = posk
	}
	if p.Color() == sargon.Black {
		at++
	}
	return at
}

// queenAddress returns where the square of the captured colour's queen is kept.
func queenAddress(f sargon.Flags) uint16 {
	if f&sargon.CapturedColor != 0 {
		return posq + 1
	}
	return posq
}
