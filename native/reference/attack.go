package reference

import "sargon78/sargon"

// inCheck reports whether the king of a side, where POSK says it is, is attacked.
func (e *Engine) inCheck(side sargon.Color) bool {
	king := e.memory.get(posk)
	if side == sargon.Black {
		king = e.memory.get(posk + 1)
	}
	return e.attack(king, e.piece(king), false)
}

// attack goes through the sixteen directions of spec §5. With build it fills the attack
// lists; without, it reports whether an enemy of the reference piece attacks the square.
func (e *Engine) attack(square uint8, reference sargon.Piece, build bool) bool {
	if build {
		e.memory.clearLists()
	}
	return e.attackAlong(square, 0, firstJump, reference, build) ||
		e.attackJumps(square, firstJump, lastJump, reference, build)
}

// attackAlong looks along diagonals and lines, in the directions from first on, before last. From
// the board a look comes to the border at the latest; from elsewhere it may come beyond the tables
// (see piece).
func (e *Engine) attackAlong(
	square uint8, first, last int, reference sargon.Piece, build bool,
) bool {
	for i, step := range directions[first:last] {
		at := square + uint8(step)
		piece := e.piece(at)
		near := !isEmpty(piece)
		for isEmpty(piece) {
			at += uint8(step)
			piece = e.piece(at)
		}
		if piece == sargon.Border || !e.attacks(piece, first+i, near) {
			continue
		}
		if e.attackThrough(at, piece, first+i, reference, build) {
			return true
		}
	}
	return false
}

// attackJumps looks in the same way at the squares from which a knight jumps here.
func (e *Engine) attackJumps(
	square uint8, first, last int, reference sargon.Piece, build bool,
) bool {
	for _, step := range directions[first:last] {
		at := square + uint8(step)
		piece := e.piece(at)
		if piece.Type() != sargon.Knight || !e.obeys(KnightAttacks) {
			continue
		}
		if !build {
			if e.endsTest(piece, reference) {
				return true
			}
		} else if e.pinAllows(at, step) {
			e.enter(piece, step, false)
		}
	}
	return false
}

// attackThrough follows direction d from the first attacker, and through it to others of its
// colour; it returns true if a test has found an enemy.
func (e *Engine) attackThrough(
	at uint8, attacker sargon.Piece, d int, reference sargon.Piece, build bool,
) bool {
	step := directions[d]
	queenFound, excluded := false, false
	for {
		t := attacker.Type()
		if !build {
			if e.endsTest(attacker, reference) {
				return true
			}
		} else {
			queenFound = queenFound || t == sargon.Queen
			if !e.pinAllows(at, step) {
				excluded = true
			} else if excluded && !e.obeys(PinnedTransparent) {
				return false
			} else {
				e.enter(attacker, step, queenFound)
			}
		}
		if t == sargon.King {
			return false
		}
		next := at + uint8(step)
		piece := e.piece(next)
		for isEmpty(piece) {
			next += uint8(step)
			piece = e.piece(next)
		}
		if piece == sargon.Border {
			return false
		}
		if e.applies(OtherColorStops, (piece^attacker)&sargon.ColorBit != 0) {
			return false
		}
		if !e.attacks(piece, d, false) || build && !e.obeys(SeesThrough) {
			return false
		}
		at, attacker = next, piece
	}
}

// endsTest reports whether an attacker ends a test: an enemy does, an own piece is passed over.
func (e *Engine) endsTest(piece, reference sargon.Piece) bool {
	if (piece^reference)&sargon.ColorBit != 0 && e.obeys(TestAttacked) {
		return true
	}
	e.countRule(TestOwnPasses)
	return false
}

// attacks judges a piece met along a diagonal or line, perhaps at the first step (spec §5).
func (e *Engine) attacks(piece sargon.Piece, d int, near bool) bool {
	diagonal := d < firstLine
	switch piece.Type() {
	case sargon.Queen:
		return e.obeys(QueenAttacks)
	case sargon.King:
		if e.applies(KingAttacks, near) {
			return true
		}
		e.countRule(KingTooFar)
		return false
	case sargon.Bishop:
		if diagonal {
			return e.obeys(BishopAttacks)
		}
	case sargon.Rook:
		if !diagonal {
			return e.obeys(RookAttacks)
		}
	case sargon.Pawn:
		if diagonal {
			return e.pawnAttacks(piece, d, near)
		}
	}
	e.countRule(BlockerStops)
	return false
}

// pawnAttacks judges a pawn on a diagonal: it captures forwards, so it stands behind the
// square that it attacks.
func (e *Engine) pawnAttacks(pawn sargon.Piece, d int, near bool) bool {
	if e.applies(PawnTooFar, !near) {
		return false
	}
	behind := d < 2 == (pawn.Color() == sargon.Black)
	if e.applies(PawnAttacks, behind) {
		return true
	}
	e.countRule(PawnWrongSide)
	return false
}

// pinAllows does the pin test (spec §6): it reports whether an attacker on a square, found along a step,
// counts.
func (e *Engine) pinAllows(square uint8, step int8) bool {
	found := false
	for i := range uint16(e.npins) {
		if e.memory.get(plista+i) != square {
			continue
		}
		if found {
			return !e.obeys(PinTwice)
		}
		found = true
		direction := int8(e.memory.get(plista + pinRow + i))
		if e.applies(PinAcross, direction != step && direction != -step) {
			return false
		}
		e.countRule(PinAlong)
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
		if queenFound && t != sargon.Queen && e.obeys(BehindQueen) {
			slot = sargon.Queen
		}
	} else {
		switch {
		case step < 0 && t != sargon.Queen && e.obeys(NegativeStep):
			slot = sargon.Queen
		case queenFound && t != sargon.Queen && step > 0 && !e.obeys(BehindQueenIgnored):
			slot = sargon.Queen
		}
	}
	e.memory.set(list, e.memory.get(list)+1)
	value := values[t]
	at := list + uint16(slot)
	here := e.memory.get(at)
	switch {
	case e.applies(LowHalf, here&0x0F == 0):
		e.memory.set(at, here<<4|value)
	case e.applies(HighHalf, here&0xF0 == 0):
		e.memory.set(at, here|value<<4)
	case e.obeys(Spill):
		e.applies(SpillWhiteKing, at+1 == blackList)
		e.applies(SpillBlackKing, at+1 == plista)
		e.memory.set(at+1, e.memory.get(at+1)<<4|value)
	}
}
