package reference

import "sargon78/sargon"

// evaluate is the static evaluation after the move e.mlptrj of e.color (spec §8). The pins
// must have been found. It sets e.valm.
func (e *Engine) evaluate() {
	e.brdc, e.mtrl = 0, 0
	e.ptsl, e.ptsw1, e.ptsw2, e.ptsck = 0, 0, 0, 0
	for square := uint8(21); square <= 98; square++ {
		if piece := e.memory.at(square); piece != sargon.Border {
			e.evaluateSquare(square, piece)
		}
	}
	e.valm = e.value()
}

// evaluateSquare adds what a square counts (spec §8.1–8.3).
func (e *Engine) evaluateSquare(square uint8, piece sargon.Piece) {
	e.brdc += e.development(piece)
	e.attack(square, piece, true)
	e.brdc += int8(e.memory.get(whiteList) - e.memory.get(blackList))
	x := e.search.examined
	if x != nil {
		copy(x.Attacks[square][:], e.memory.bytes(whiteList, attackLists))
	}
	if piece != sargon.Empty {
		e.evaluatePiece(square, piece)
	}
}

// evaluatePiece adds material and losses of a piece.
func (e *Engine) evaluatePiece(square uint8, piece sargon.Piece) {
	loss := e.exchange(piece)
	if x := e.search.examined; x != nil {
		x.Exchanges[square] = int8(loss)
	}
	hangs := !e.applies(LossNone, loss == 0)
	e.addMaterial(piece, hangs)
	switch {
	case !hangs:
	case piece.Color() == e.color:
		e.lose(loss, square)
	default:
		e.win(loss)
	}
}

// development is board control by where a piece has been (spec §8.1).
func (e *Engine) development(piece sargon.Piece) (control int8) {
	switch piece.Type() {
	case sargon.Knight, sargon.Bishop:
		if e.applies(MinorUnmoved, !piece.Moved()) {
			control = -2
		}
	case sargon.Rook, sargon.Queen, oddType:
		if piece.Moved() {
			if e.applies(MajorMovedEarly, e.moveno < earlyMoves) {
				control = -2
			} else {
				e.countRule(MajorMovedLate)
			}
		}
	case sargon.King:
		if e.applies(KingCastled, piece.Castled()) {
			control = +6
		} else if e.applies(KingMoved, piece.Moved()) {
			control = -2
		}
	}
	if piece.Color() == sargon.Black {
		return -control
	}
	return control
}

// addMaterial adds what a piece is worth, doubled, and one less if it hangs (spec §8.3).
func (e *Engine) addMaterial(piece sargon.Piece, hangs bool) {
	material := int8(2 * values[piece.Type()])
	if hangs {
		material--
	}
	if piece.Color() == sargon.White {
		e.mtrl += material
	} else {
		e.mtrl -= material
	}
}

// lose notes a loss of the side that moved.
func (e *Engine) lose(loss, square uint8) {
	if !e.applies(LossOwn, loss >= e.ptsl) {
		e.countRule(LossOwnSmaller)
		return
	}
	e.ptsl = loss
	if e.applies(LossOfMoved, square == e.memory.get(e.mlptrj+fieldTo)) {
		e.ptsck = square
	} else if e.ptsck != 0 && !e.obeys(LossLaterBigger) {
		e.ptsck = 0
	}
}

// win notes a loss of the other side.
func (e *Engine) win(loss uint8) {
	second := loss
	if e.applies(LossOther, loss >= e.ptsw1) {
		second, e.ptsw1 = e.ptsw1, loss
	}
	if e.applies(LossOtherSecond, second >= e.ptsw2) {
		e.ptsw2 = second
	} else {
		e.countRule(LossOtherSmaller)
	}
}

// value puts the totals together (spec §8, "Afterwards").
func (e *Engine) value() uint8 {
	if e.applies(HangingShift, e.ptsck != 0) {
		e.ptsw1, e.ptsw2 = e.ptsw2, 0
	}
	y := 4*e.materialPart(e.points()) + e.controlPart()
	if e.color == sargon.White {
		y = -y
	}
	return 0x80 + uint8(y)
}

// points returns what exchanges win less what they lose, W − L, seen from White.
func (e *Engine) points() int8 {
	var lost, won uint8
	if e.applies(LostPoints, e.ptsl != 0) {
		lost = e.ptsl - 1
	}
	if e.applies(WonPoints, e.ptsw1 != 0 && e.ptsw2 != 0) {
		won = (e.ptsw2 - 1) / 2
	} else {
		e.applies(WonOnce, e.ptsw1 != 0)
	}
	if e.color == sargon.Black {
		return int8(lost - won)
	}
	return int8(won - lost)
}

// materialPart returns the part of points and material in a value.
func (e *Engine) materialPart(points int8) int8 {
	return e.clamp(points+e.mtrl-e.mv0, materialLimit, MaterialHigh, MaterialLow)
}

// controlPart returns the part of board control: none while the piece that moved hangs.
func (e *Engine) controlPart() int8 {
	if e.applies(ControlHanging, e.ptsck != 0) {
		return 0
	}
	return e.clamp(e.brdc-e.bc0, controlLimit, ControlHigh, ControlLow)
}

// clamp keeps a part of a value between -limit and limit.
func (e *Engine) clamp(x, limit int8, high, low Rule) int8 {
	switch {
	case x > limit && e.obeys(high):
		return limit
	case x < -limit && e.obeys(low):
		return -limit
	}
	return x
}

func (e *Engine) totals() sargon.Totals {
	return sargon.Totals{
		BoardControl: e.brdc, Material: e.mtrl,
		PointsLost: e.ptsl, PointsWon1: e.ptsw1, PointsWon2: e.ptsw2,
		HangingMover: sargon.Square(e.ptsck), Value: sargon.Value(e.valm),
	}
}
