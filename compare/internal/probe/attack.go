package probe

import "sargon78/sargon"

// inCheck tells whether the king of a side, where POSK says it is, is attacked.
func (e *Engine) inCheck(side sargon.Color) bool {
	king := e.page[posk]
	if side == sargon.Black {
		king = e.page[posk+1]
	}
	return e.attack(king, e.piece(king), false)
}

// attack goes through the sixteen directions of spec §5. With build it fills the attack
// lists; without, it tells whether an enemy of the reference piece attacks the square.
func (e *Engine) attack(square uint8, reference sargon.Piece, build bool) bool {
	if build {
		clear(e.page[whiteList:pinSquares])
	}
	for d := range 16 {
		if e.attackAlong(square, d, reference, build) {
			return true
		}
	}
	return false
}

// attackAlong follows one direction; it returns true if a test has found an enemy.
func (e *Engine) attackAlong(square uint8, d int, reference sargon.Piece, build bool) bool {
	step := e.Tables.Directions[d]
	var found struct{ own, enemy, queen, attacker, excluded bool }
	at := square
	for distance := 1; ; distance++ {
		at += uint8(step)
		if at >= tablesEnd {
			e.leave(lostKing)
		}
		piece := sargon.Piece(e.page[at])
		if piece == sargon.Empty {
			if d >= 8 {
				return false
			}
			continue
		}
		what := isSame
		switch {
		case piece == sargon.Border:
			return false
		case (piece^reference)&sargon.ColorBit != 0:
			if e.at(OtherColorStops, found.own) {
				return false
			}
			what, found.enemy = isOther, true
		default:
			if e.at(OtherColorStops, found.enemy) {
				return false
			}
			found.own = true
		}
		if !e.attacks(piece, d, distance) {
			return false
		}
		t := piece.Type()
		if !build {
			if what == isOther && e.at(TestAttacked, true) {
				return true
			}
			e.at(TestOwnPasses, what == isSame)
		} else {
			if found.attacker && !e.at(SeesThrough, true) {
				return false
			}
			if t == sargon.Queen {
				found.queen = true
			}
			if e.pinAllows(at, step) {
				if found.excluded && !e.at(PinnedTransparent, true) {
					return false
				}
				e.enter(piece, step, found.queen)
			} else {
				found.excluded = true
			}
		}
		found.attacker = true
		if t == sargon.King || t == sargon.Knight {
			return false
		}
	}
}

// attacks judges a piece met in a direction, so many steps away (spec §5).
func (e *Engine) attacks(piece sargon.Piece, d, distance int) bool {
	t := piece.Type()
	if d >= 8 {
		return e.at(KnightAttacks, t == sargon.Knight)
	}
	switch {
	case t == sargon.Queen:
		return e.at(QueenAttacks, true)
	case t == sargon.King:
		if e.at(KingAttacks, distance == 1) {
			return true
		}
		e.at(KingTooFar, true)
		return false
	case d < 4 && t == sargon.Bishop:
		return e.at(BishopAttacks, true)
	case d < 4 && t == sargon.Pawn:
		if e.at(PawnTooFar, distance != 1) {
			return false
		}
		// A pawn captures forwards: it stands behind the square that it attacks.
		behind := d < 2 == (piece.Color() == sargon.Black)
		if e.at(PawnAttacks, behind) {
			return true
		}
		e.at(PawnWrongSide, true)
		return false
	case d >= 4 && t == sargon.Rook:
		return e.at(RookAttacks, true)
	}
	e.at(BlockerStops, true)
	return false
}

// pinAllows is the pin test (spec §6): an attacker on a square, found along a step.
func (e *Engine) pinAllows(square uint8, step int8) bool {
	found := false
	for i := range e.npins {
		if e.page[pinSquares+i] != square {
			continue
		}
		if found {
			return !e.at(PinTwice, true)
		}
		found = true
		direction := int8(e.page[pinDirections+i])
		if e.at(PinAcross, direction != step && direction != -step) {
			return false
		}
		e.at(PinAlong, true)
	}
	return true
}

// enter puts an attacker into the list of its colour (spec §6).
func (e *Engine) enter(piece sargon.Piece, step int8, queenFound bool) {
	list := uint8(whiteList)
	if piece.Color() == sargon.Black {
		list = blackList
	}
	t := piece.Type()
	slot := t
	if e.npins == 0 {
		if queenFound && t != sargon.Queen && e.at(BehindQueen, true) {
			slot = sargon.Queen
		}
	} else {
		switch {
		case step < 0 && t != sargon.Queen && e.at(NegativeStep, true):
			slot = sargon.Queen
		case queenFound && t != sargon.Queen && step > 0 && !e.at(BehindQueenIgnored, true):
			slot = sargon.Queen
		}
	}
	e.page[list]++
	value := e.Tables.Values[t]
	at := list + uint8(slot)
	switch {
	case e.at(LowHalf, e.page[at]&0x0F == 0):
		e.page[at] = e.page[at]<<4 | value
	case e.at(HighHalf, e.page[at]&0xF0 == 0):
		e.page[at] |= value << 4
	case e.at(Spill, true):
		e.at(SpillWhiteKing, at+1 == blackList)
		e.at(SpillBlackKing, at+1 == pinSquares)
		e.page[at+1] = e.page[at+1]<<4 | value
	}
}

// findPins rebuilds the pin list (spec §6).
func (e *Engine) findPins() {
	e.npins = 0
	for i := uint8(posk); i < posk+4 && e.page[i] != 0xFF; i++ {
		if e.page[i] == 0 {
			continue
		}
		square := e.page[i]
		royal := e.piece(square)
		for d := range 8 {
			e.findPin(square, royal, d)
		}
	}
}

// findPin looks for a pinned piece in one direction from a royal piece.
func (e *Engine) findPin(square uint8, royal sargon.Piece, d int) {
	step := e.Tables.Directions[d]
	candidate := uint8(0)
	for at := square + uint8(step); ; at += uint8(step) {
		switch e.look(at, royal) {
		case isBorder:
			return
		case isSame:
			if e.at(PinSecondPiece, candidate != 0) {
				return
			}
			candidate = at
		case isOther:
			if e.at(PinNoCandidate, candidate == 0) {
				return
			}
			if e.pins(e.piece(at).Type(), d, square, royal) {
				e.addPin(candidate, step)
			}
			return
		}
	}
}

// pins tells whether an enemy piece pins along a direction.
func (e *Engine) pins(t sargon.PieceType, d int, square uint8, royal sargon.Piece) bool {
	toQueen := royal.Type() == sargon.Queen
	switch {
	case t == sargon.Bishop && d < 4:
		return e.at(PinByBishop, true) && (!toQueen || e.at(PinToQueen, true))
	case t == sargon.Rook && d >= 4:
		return e.at(PinByRook, true) && (!toQueen || e.at(PinToQueen, true))
	case t == sargon.Queen && !toQueen:
		return e.at(PinByQueen, true)
	case t == sargon.Queen:
		e.attack(square, royal, true)
		own, other := e.page[whiteList], e.page[blackList]
		if royal.Color() == sargon.Black {
			own, other = other, own
		}
		if e.at(PinQueenByQueen, int8(own-other-1) < 0) {
			return true
		}
		return !e.at(PinQueenByQueenSafe, true)
	}
	return !e.at(PinNoSlider, true)
}

func (e *Engine) addPin(square uint8, step int8) {
	if pinDirections+e.npins >= royalEnd {
		e.leave("so many pins that the end mark of the royal squares is lost")
		return
	}
	e.page[pinSquares+e.npins] = square
	e.page[pinDirections+e.npins] = uint8(step)
	e.npins++
}

// pinList returns the pin list.
func (e *Engine) pinList(pins []sargon.Pin) []sargon.Pin {
	for i := range min(e.npins, maxPins) {
		pins = append(pins, sargon.Pin{
			Square: sargon.Square(e.page[pinSquares+i]), Direction: int8(e.page[pinDirections+i]),
		})
	}
	return pins
}
