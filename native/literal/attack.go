package literal

import "sargon78/sargon"

// inCheck tells whether the king of a side, where POSK says it is, is attacked.
func (e *Engine) inCheck(side sargon.Color) bool {
	king := e.memory[posk]
	if side == sargon.Black {
		king = e.memory[posk+1]
	}
	return e.attack(king, e.piece(king), false)
}

// attack goes through the sixteen directions of spec §5. With build it fills the attack
// lists; without, it tells whether an enemy of the reference piece attacks the square.
func (e *Engine) attack(square uint8, reference sargon.Piece, build bool) bool {
	if build {
		clear(e.memory[whiteList:plista])
	}
	for d := range firstJump {
		if e.attackAlong(square, d, reference, build) {
			return true
		}
	}
	for d := firstJump; d < lastJump; d++ {
		step := e.Tables.Directions[d]
		at := square + uint8(step)
		piece := e.piece(at)
		if piece.Type() != sargon.Knight || !e.at(KnightAttacks, true) {
			continue
		}
		if !build {
			if e.tests(piece, reference) {
				return true
			}
		} else if e.pinAllows(at, step) {
			e.enter(piece, step, false)
		}
	}
	return false
}

// Directions are four diagonals, four lines, and eight jumps of a knight (spec §2).
const (
	firstLine = 4
	firstJump = 8
	lastJump  = 16
)

// attackAlong follows one direction; it returns true if a test has found an enemy.
func (e *Engine) attackAlong(square uint8, d int, reference sargon.Piece, build bool) bool {
	step := e.Tables.Directions[d]
	var found struct{ own, enemy, queen, attacker, excluded bool }
	next := square + uint8(step)
	for at := next; ; at += uint8(step) {
		piece := e.piece(at)
		for isEmpty(piece) {
			at += uint8(step)
			piece = e.piece(at)
		}
		if piece == sargon.Border {
			return false
		}
		if (piece^reference)&sargon.ColorBit != 0 {
			if e.at(OtherColorStops, found.own) {
				return false
			}
			found.enemy = true
		} else {
			if e.at(OtherColorStops, found.enemy) {
				return false
			}
			found.own = true
		}
		if !e.attacks(piece, d, at == next) {
			return false
		}
		t := piece.Type()
		if !build {
			if e.tests(piece, reference) {
				return true
			}
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
		if t == sargon.King {
			return false
		}
	}
}

// tests tells whether an attacker ends a test: an enemy does, an own piece is passed over.
func (e *Engine) tests(piece, reference sargon.Piece) bool {
	if (piece^reference)&sargon.ColorBit != 0 && e.at(TestAttacked, true) {
		return true
	}
	e.at(TestOwnPasses, true)
	return false
}

// attacks judges a piece met along a diagonal or line, perhaps at the first step (spec §5).
func (e *Engine) attacks(piece sargon.Piece, d int, near bool) bool {
	t := piece.Type()
	switch {
	case t == sargon.Queen:
		return e.at(QueenAttacks, true)
	case t == sargon.King:
		if e.at(KingAttacks, near) {
			return true
		}
		e.at(KingTooFar, true)
		return false
	case d < firstLine && t == sargon.Bishop:
		return e.at(BishopAttacks, true)
	case d < firstLine && t == sargon.Pawn:
		if e.at(PawnTooFar, !near) {
			return false
		}
		// A pawn captures forwards: it stands behind the square that it attacks.
		behind := d < 2 == (piece.Color() == sargon.Black)
		if e.at(PawnAttacks, behind) {
			return true
		}
		e.at(PawnWrongSide, true)
		return false
	case d >= firstLine && t == sargon.Rook:
		return e.at(RookAttacks, true)
	}
	e.at(BlockerStops, true)
	return false
}

// pinAllows is the pin test (spec §6): an attacker on a square, found along a step.
func (e *Engine) pinAllows(square uint8, step int8) bool {
	found := false
	for i := range uint16(e.npins) {
		if e.memory[plista+i] != square {
			continue
		}
		if found {
			return !e.at(PinTwice, true)
		}
		found = true
		direction := int8(e.memory[plista+pinRow+i])
		if e.at(PinAcross, direction != step && direction != -step) {
			return false
		}
		e.at(PinAlong, true)
	}
	return true
}

// enter puts an attacker into the list of its colour (spec §6).
func (e *Engine) enter(piece sargon.Piece, step int8, queenFound bool) {
	list := uint16(whiteList)
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
	e.memory[list]++
	value := e.Tables.Values[t]
	at := list + uint16(slot)
	switch {
	case e.at(LowHalf, e.memory[at]&0x0F == 0):
		e.memory[at] = e.memory[at]<<4 | value
	case e.at(HighHalf, e.memory[at]&0xF0 == 0):
		e.memory[at] |= value << 4
	case e.at(Spill, true):
		e.at(SpillWhiteKing, at+1 == blackList)
		e.at(SpillBlackKing, at+1 == plista)
		e.memory[at+1] = e.memory[at+1]<<4 | value
	}
}
