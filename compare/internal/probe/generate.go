package probe

import "sargon78/sargon"

// What lies one step on, relative to a reference piece (spec §2).
const (
	isEmpty = iota
	isOther
	isSame
	isBorder
)

func (e *Engine) look(square uint8, reference sargon.Piece) int {
	switch piece := e.piece(square); {
	case piece == sargon.Border:
		return isBorder
	case piece == sargon.Empty:
		return isEmpty
	case (piece^reference)&sargon.ColorBit != 0:
		return isOther
	}
	return isSame
}

// generate lists the moves of e.color as the list of a ply (spec §4).
func (e *Engine) generate(ply int, previous sargon.Move) {
	e.search.gens++
	e.ckflg = e.inCheck(e.color)
	e.start[ply], e.head[ply] = e.next, noRecord
	e.last = listHead
	for square := uint8(21); square <= 98; square++ {
		piece := e.piece(square)
		if piece == sargon.Border || piece == sargon.Empty || piece.Color() != e.color {
			continue
		}
		e.generatePiece(ply, square, piece, previous)
	}
	e.search.records = max(e.search.records, e.next)
}

func (e *Engine) generatePiece(ply int, square uint8, piece sargon.Piece, previous sargon.Move) {
	t := piece.Type()
	if t == sargon.Pawn {
		e.generatePawn(ply, square, piece, previous)
		return
	}
	first := e.Tables.First[t]
	for d := first; d < first+e.Tables.Count[t]; d++ {
		to := square
		for {
			to += uint8(e.Tables.Directions[d])
			what := e.look(to, piece)
			if what >= isSame {
				break
			}
			e.at(StepMove, what == isEmpty)
			if e.at(CaptureMove, what == isOther) {
				e.add(ply, square, to, sargon.Flags(e.piece(to)))
				break
			}
			e.add(ply, square, to, 0)
			if t == sargon.Knight || t == sargon.King {
				break
			}
		}
	}
	if t == sargon.King {
		e.generateCastling(ply, square, piece)
	}
}

func (e *Engine) generatePawn(ply int, square uint8, piece sargon.Piece, previous sargon.Move) {
	mover := uint8(1)
	if piece.Color() == sargon.Black {
		mover = 0
	}
	d := e.Tables.First[mover]
	step := func(i uint8) uint8 { return uint8(e.Tables.Directions[d+i]) }
	promotion := func(to uint8, p Point) sargon.Flags {
		last := to >= e.Tables.PromotionRanks[0] || to < e.Tables.PromotionRanks[1]
		if e.at(p, last) {
			return sargon.Promotion
		}
		return 0
	}

	one := square + step(0)
	if e.at(PawnStep, e.look(one, piece) == isEmpty) {
		e.add(ply, square, one, promotion(one, PromotionStep))
		two := one + step(1)
		if !piece.Moved() {
			if e.at(PawnTwoStep, e.look(two, piece) == isEmpty) {
				e.add(ply, square, two, 0)
			} else {
				e.at(PawnTwoStepBlocked, true)
			}
		}
	} else {
		e.at(PawnBlocked, true)
	}
	for i := uint8(2); i < 4; i++ {
		to := square + step(i)
		switch e.look(to, piece) {
		case isOther:
			e.at(PawnCapture, true)
			e.add(ply, square, to, promotion(to, PromotionCapture)|sargon.Flags(e.piece(to)))
		case isEmpty:
			e.generateEnPassant(ply, square, to, piece, previous)
		}
	}
}

// generateEnPassant tries an empty diagonal square (spec §4, quirk 2).
func (e *Engine) generateEnPassant(ply int, square, to uint8, piece sargon.Piece, previous sargon.Move) {
	fifth := square
	if piece.Color() == sargon.Black {
		fifth += 10
	}
	if e.at(EnPassantRank, fifth < 61 || fifth > 68) {
		return
	}
	if e.at(EnPassantNotFirst, previous.Flags&sargon.FirstMove == 0) {
		return
	}
	captured := uint8(previous.To)
	if e.at(EnPassantNotPawn, e.piece(captured).Type() != sargon.Pawn) {
		return
	}
	distance := int8(captured - to)
	if e.at(EnPassantNotBeside, distance != 10 && distance != -10) {
		return
	}
	length := int8(previous.To - previous.From)
	if length != 20 && length != -20 && !e.at(EnPassantOneStep, true) {
		return
	}
	e.at(EnPassant, true)
	e.addPair(ply, square, to, captured, captured, sargon.Flags(e.piece(captured)))
}

// generateCastling tries both sides (spec §4).
func (e *Engine) generateCastling(ply int, square uint8, king sargon.Piece) {
	if king.Moved() || e.at(CastlingInCheck, e.ckflg) {
		return
	}
	for _, side := range [2]struct {
		rook, inward, kingTo, rookTo uint8
		p                            Point
	}{
		{square + 3, 255, square + 2, square + 1, CastlingKingSide},
		{square - 4, 1, square - 2, square - 1, CastlingQueenSide},
	} {
		rook := e.piece(side.rook)
		if e.at(CastlingNoRook, rook&^sargon.ColorBit != sargon.Piece(sargon.Rook)) {
			continue
		}
		if e.castlingPath(side.rook+side.inward, square, side.inward, king) {
			e.at(side.p, true)
			e.addPair(ply, square, side.kingTo, side.rook, side.rookTo, 0)
		}
	}
}

// castlingPath looks at the squares from the rook to the king, without either.
func (e *Engine) castlingPath(from, king, step uint8, piece sargon.Piece) bool {
	for s := from; s != king; s += step {
		if e.at(CastlingOccupied, e.piece(s) != sargon.Empty) {
			return false
		}
		if !e.attack(s, piece, false) {
			continue
		}
		if (s == uint8(sargon.B1) || s == uint8(sargon.B8)) && e.at(CastlingKnightFileAttacked, true) {
			continue
		}
		if e.at(CastlingAttacked, true) {
			return false
		}
	}
	return true
}

// add stores a record at the end of the list (spec §3).
func (e *Engine) add(ply int, from, to uint8, flags sargon.Flags) {
	if e.at(RecordDropped, e.next >= e.limit) {
		e.search.dropped++
		return
	}
	if !e.piece(from).Moved() {
		flags |= sargon.FirstMove
	}
	e.put(ply, record{link: noRecord, from: from, to: to, flags: flags})
}

func (e *Engine) put(ply int, r record) {
	at := e.next
	e.list[at] = r
	e.setLink(ply, at)
	e.last = at
	e.next++
}

func (e *Engine) setLink(ply, link int) {
	if e.last == listHead {
		e.head[ply] = link
	} else {
		e.list[e.last].link = link
	}
}

// addPair stores a double move, and steps back to its first half, or to where it would
// be (spec §3, quirk 8).
func (e *Engine) addPair(ply int, from, to, from2, to2 uint8, flags2 sargon.Flags) {
	before := e.next
	e.add(ply, from, to, sargon.DoubleMove)
	// The moving piece is the same for both halves: the king, or the capturing pawn.
	if !e.piece(from).Moved() {
		flags2 |= sargon.FirstMove
	}
	if e.at(RecordDropped, e.next >= e.limit) {
		e.search.dropped++
	} else {
		e.put(ply, record{link: noRecord, from: from2, to: to2, flags: flags2})
	}
	stored := e.next - before
	cut := stored == 1 && e.at(PairCut, true)
	lost := stored == 0 && e.at(PairDropped, true)
	switch {
	case stored == 2 || cut || lost:
		e.stepBack(ply)
	}
}

// stepBack moves the last-record pointer back by one record and clears the link there.
func (e *Engine) stepBack(ply int) {
	if e.last == listHead {
		e.leave("a pair without room starts a list, and the ply table is overwritten")
		return
	}
	e.last--
	e.setLink(ply, noRecord)
}
