package reference

import "sargon78/sargon"

// findPins rebuilds the pin list (spec §6).
func (e *Engine) findPins() {
	e.npins = 0
	for at := uint16(posk); e.memory.get(at) != endMark; at++ {
		if at >= plyix {
			e.markUndefined("without its end mark the row of royal squares does not end")
			return
		}
		square := e.memory.get(at)
		if square == 0 {
			continue
		}
		e.pinsOf(square)
	}
}

// pinsOf looks for pinned pieces around the king or queen on a square.
func (e *Engine) pinsOf(square uint8) {
	royal := e.piece(square)
	for d := range firstJump {
		e.findPin(square, royal, d)
	}
}

// findPin looks for a pinned piece in one direction from a royal piece.
func (e *Engine) findPin(square uint8, royal sargon.Piece, d int) {
	step := directions[d]
	candidate := uint8(0)
	for at := square + uint8(step); ; at += uint8(step) {
		if at >= tablesEnd {
			e.markUndefined(lostKing)
		}
		switch e.classifySquare(at, royal) {
		case border:
			return
		case sameColor:
			if e.applies(PinSecondPiece, candidate != 0) {
				return
			}
			candidate = at
		case otherColor:
			if e.applies(PinNoCandidate, candidate == 0) {
				return
			}
			if e.pins(e.memory.at(at).Type(), d, square, royal) {
				e.addPin(candidate, step)
			}
			return
		}
	}
}

// pins reports whether an enemy piece pins along a direction.
func (e *Engine) pins(t sargon.PieceType, d int, square uint8, royal sargon.Piece) bool {
	toQueen := royal.Type() == sargon.Queen
	switch {
	case t == sargon.Bishop && d < firstLine:
		return e.obeys(PinByBishop) && (!toQueen || e.obeys(PinToQueen))
	case t == sargon.Rook && d >= firstLine:
		return e.obeys(PinByRook) && (!toQueen || e.obeys(PinToQueen))
	case t == sargon.Queen && !toQueen:
		return e.obeys(PinByQueen)
	case t == sargon.Queen:
		e.attack(square, royal, true)
		own, enemy := e.memory.get(whiteList), e.memory.get(blackList)
		if royal.Color() == sargon.Black {
			own, enemy = enemy, own
		}
		if e.applies(PinQueenByQueen, int8(own-enemy-1) < 0) {
			return true
		}
		return !e.obeys(PinQueenByQueenSafe)
	}
	return !e.obeys(PinNoSlider)
}

// addPin writes a pin to the end of the list. Nothing looks for the end of its room: the
// eleventh square is written over the first direction, and its direction over a king.
func (e *Engine) addPin(square uint8, step int8) {
	at := plista + uint16(e.npins)
	if at+pinRow >= plyix {
		e.markUndefined("so many pins that they run over the scores")
	}
	e.memory.set(at, square)
	e.memory.set(at+pinRow, uint8(step))
	e.npins++
}

// pinList returns the pin list, as far as it has room.
func (e *Engine) pinList(pins []sargon.Pin) []sargon.Pin {
	for at := uint16(plista); at < plista+uint16(min(e.npins, pinRow)); at++ {
		pins = append(pins, sargon.Pin{
			Square: sargon.Square(e.memory.get(at)), Direction: int8(e.memory.get(at + pinRow)),
		})
	}
	return pins
}
