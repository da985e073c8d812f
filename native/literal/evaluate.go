package literal

import "sargon78/sargon"

// evaluate is the static evaluation after the move e.mlptrj of e.color (spec §8). The pins
// must have been found. It sets e.valm.
func (e *Engine) evaluate() {
	e.brdc, e.mtrl = 0, 0
	e.ptsl, e.ptsw1, e.ptsw2, e.ptsck = 0, 0, 0, 0
	for square := uint8(21); square <= 98; square++ {
		piece := e.piece(square)
		if piece == sargon.Border {
			continue
		}
		e.brdc += e.development(piece)
		e.attack(square, piece, true)
		e.brdc += int8(e.memory[whiteList] - e.memory[blackList])
		if x := e.search.examined; x != nil {
			copy(x.Attacks[square][:], e.memory[whiteList:plista])
		}
		if piece != sargon.Empty {
			e.evaluatePiece(square, piece)
		}
	}
	e.valm = e.value()
}

// development is board control by where a piece has been (spec §8.1).
func (e *Engine) development(piece sargon.Piece) (control int8) {
	switch piece.Type() {
	case sargon.Knight, sargon.Bishop:
		if e.at(MinorUnmoved, !piece.Moved()) {
			control = -2
		}
	case sargon.Rook, sargon.Queen, oddType:
		if piece.Moved() {
			if e.at(MajorMovedEarly, e.moveno < e.Tables.EarlyMoves) {
				control = -2
			} else {
				e.note(MajorMovedLate)
			}
		}
	case sargon.King:
		if e.at(KingCastled, piece.Castled()) {
			control = +6
		} else if e.at(KingMoved, piece.Moved()) {
			control = -2
		}
	}
	if piece.Color() == sargon.Black {
		return -control
	}
	return control
}

// evaluatePiece adds the material and the losses of an occupied square (spec §8.3).
func (e *Engine) evaluatePiece(square uint8, piece sargon.Piece) {
	loss := e.exchange(piece)
	if x := e.search.examined; x != nil {
		x.Exchanges[square] = int8(loss)
	}
	material := int8(2 * e.Tables.Values[piece.Type()])
	if !e.at(LossNone, loss == 0) {
		material--
		if piece.Color() == e.color {
			e.lose(loss, square)
		} else {
			e.win(loss)
		}
	}
	if piece.Color() == sargon.White {
		e.mtrl += material
	} else {
		e.mtrl -= material
	}
}

// lose notes a loss of the side that moved.
func (e *Engine) lose(loss, square uint8) {
	if !e.at(LossOwn, loss >= e.ptsl) {
		e.note(LossOwnSmaller)
		return
	}
	e.ptsl = loss
	if e.at(LossOfMoved, square == e.memory[e.mlptrj+fieldTo]) {
		e.ptsck = square
	} else if e.ptsck != 0 && !e.at(LossLaterBigger, true) {
		e.ptsck = 0
	}
}

// win notes a loss of the other side.
func (e *Engine) win(loss uint8) {
	second := loss
	if e.at(LossOther, loss >= e.ptsw1) {
		second, e.ptsw1 = e.ptsw1, loss
	}
	if e.at(LossOtherSecond, second >= e.ptsw2) {
		e.ptsw2 = second
	} else {
		e.note(LossOtherSmaller)
	}
}

// value puts the totals together (spec §8).
func (e *Engine) value() uint8 {
	if e.at(CheckedShift, e.ptsck != 0) {
		e.ptsw1, e.ptsw2 = e.ptsw2, 0
	}
	var lost, won uint8
	if e.at(LostPoints, e.ptsl != 0) {
		lost = e.ptsl - 1
	}
	if e.at(WonPoints, e.ptsw1 != 0 && e.ptsw2 != 0) {
		won = (e.ptsw2 - 1) / 2
	} else {
		e.at(WonOnce, e.ptsw1 != 0)
	}
	points := int8(won - lost)
	if e.color == sargon.Black {
		points = -points
	}
	material := e.limit8(points+e.mtrl-e.mv0, e.Tables.MaterialLimit, MaterialHigh, MaterialLow)
	control := int8(0)
	if !e.at(ControlChecked, e.ptsck != 0) {
		control = e.limit8(e.brdc-e.bc0, e.Tables.ControlLimit, ControlHigh, ControlLow)
	}
	y := 4*material + control
	if e.color == sargon.White {
		y = -y
	}
	return 0x80 + uint8(y)
}

func (e *Engine) limit8(x, limit int8, high, low Point) int8 {
	switch {
	case x > limit && e.at(high, true):
		return limit
	case x < -limit && e.at(low, true):
		return -limit
	}
	return x
}

func (e *Engine) totals() sargon.Totals {
	return sargon.Totals{
		BoardControl: e.brdc, Material: e.mtrl,
		PointsLost: e.ptsl, PointsWon1: e.ptsw1, PointsWon2: e.ptsw2,
		Checked: sargon.Square(e.ptsck), Value: sargon.Value(e.valm),
	}
}
