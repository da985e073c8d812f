package probe

import "sargon78/sargon"

// take takes the next piece out of an attack list (spec §7). A half-byte that was lost
// when a slot spilled is looked for beyond the end of the list.
func (e *Engine) take(list int) (value uint8, found bool) {
	if e.page[list] == 0 {
		return 0, false
	}
	e.page[list]--
	for at := list + 1; at < len(e.page); at++ {
		if e.page[at] == 0 {
			continue
		}
		if at >= royalEnd {
			e.leave("an exchange takes from behind the royal squares")
		}
		if at > list+6 && !e.at(ExchangeLooksBeyond, true) {
			return 0, false
		}
		value = e.page[at] & 0x0F
		e.page[at] >>= 4
		return 2 * value, true
	}
	return 0, true
}

// exchange returns what the owner of a piece loses on its square, doubled (spec §7). It
// uses up the attack lists.
func (e *Engine) exchange(piece sargon.Piece) (loss uint8) {
	asked := 0
	side := [2]int{blackList, whiteList} // the attackers' list, the owner's list
	if piece.Color() == sargon.Black {
		side = [2]int{whiteList, blackList}
	}
	ask := func() (uint8, bool) {
		value, found := e.take(side[asked%2])
		asked++
		return value, found
	}
	v := 2 * e.Tables.Values[piece.Type()]
	attacker, found := ask()
	if e.at(ExchangeNoAttacker, !found) {
		return 0
	}
	for {
		defender, defended := ask()
		if defended && e.at(ExchangeBigger, v < attacker+e.Tables.ExchangeMargin) {
			for {
				if e.at(ExchangeSmallerDefender, defender < attacker) {
					return loss
				}
				if attacker, found = ask(); e.at(ExchangeNoNextAttacker, !found) {
					return loss
				}
				if defender, defended = ask(); e.at(ExchangeDefendersGone, !defended) {
					break
				}
				e.at(ExchangeDefenderReplaced, true)
			}
		}
		if e.at(ExchangeLoss, asked%2 == 0) {
			loss += v
		} else {
			e.at(ExchangeGain, true)
			loss -= v
		}
		if e.at(ExchangeUndefended, !defended) {
			return loss
		}
		e.at(ExchangeGoesOn, true)
		v, attacker = attacker, defender
	}
}

// evaluate is the static evaluation after a move of e.color to a square (spec §8). The
// pins must have been found. It sets e.valm.
func (e *Engine) evaluate(previousTo uint8) {
	e.brdc, e.mtrl = 0, 0
	e.ptsl, e.ptsw1, e.ptsw2, e.ptsck = 0, 0, 0, 0
	for square := uint8(21); square <= 98; square++ {
		piece := e.piece(square)
		if piece == sargon.Border {
			continue
		}
		e.brdc += e.development(piece)
		e.attack(square, piece, true)
		e.brdc += int8(e.page[whiteList] - e.page[blackList])
		if piece != sargon.Empty {
			e.evaluatePiece(square, piece, previousTo)
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
	case sargon.Rook, sargon.Queen:
		if piece.Moved() {
			if e.at(MajorMovedEarly, e.moveno < e.Tables.EarlyMoves) {
				control = -2
			} else {
				e.at(MajorMovedLate, true)
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
func (e *Engine) evaluatePiece(square uint8, piece sargon.Piece, previousTo uint8) {
	loss := e.exchange(piece)
	material := int8(2 * e.Tables.Values[piece.Type()])
	if !e.at(LossNone, loss == 0) {
		material--
		if piece.Color() == e.color {
			e.lose(loss, square, previousTo)
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
func (e *Engine) lose(loss, square, previousTo uint8) {
	if !e.at(LossOwn, loss >= e.ptsl) {
		e.at(LossOwnSmaller, true)
		return
	}
	e.ptsl = loss
	if e.at(LossOfMoved, square == previousTo) {
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
		e.at(LossOtherSmaller, true)
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
