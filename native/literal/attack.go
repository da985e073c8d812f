package literal

import "sargon78/sargon"

// inCheck tells whether the king of a side, where POSK says it is, is attacked.
func (e *Engine) inCheck(side sargon.Color) bool {
	king := e.memory[posk]
	if side == sargon.Black {
		king = e.memory[posk+1]
	}
	e.strays(king)
	return e.attack(king, e.piece(king), false)
}

// attack goes through the sixteen directions of spec §5. With build it fills the attack
// lists; without, it tells whether an enemy of the reference piece attacks the square.
func (e *Engine) attack(square uint8, reference sargon.Piece, build bool) bool {
	if build {
		clear(e.memory[whiteList:plista])
	}
	for d, step := range e.Tables.Directions[:firstJump] {
		at, piece := e.walk(square, step)
		if piece == sargon.Border || !e.attacks(piece, d, at == square+uint8(step)) {
			continue
		}
		if e.attackAlong(at, piece, d, reference, build) {
			return true
		}
	}
	for _, step := range e.Tables.Directions[firstJump:lastJump] {
		at := square + uint8(step)
		piece := e.memory.at(at)
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

// walk goes from a square to the first that is not empty. From the board it comes to the
// border at the latest; from elsewhere see strays.
func (e *Engine) walk(square uint8, step int8) (uint8, sargon.Piece) {
	for {
		square += uint8(step)
		if piece := e.memory.at(square); !isEmpty(piece) {
			return square, piece
		}
	}
}

// strays looks whether a walk from a square that is not on the board, where a king or queen
// was lost, leads over what is nobody's square.
func (e *Engine) strays(square uint8) {
	if sargon.Square(square).OnBoard() {
		return
	}
	for _, step := range e.Tables.Directions[:lastJump] {
		at := square + uint8(step)
		for isEmpty(e.piece(at)) && at != square {
			at += uint8(step)
		}
	}
}

// attackAlong follows direction d from the first attacker, and through it to others of its
// colour; it returns true if a test has found an enemy.
func (e *Engine) attackAlong(
	at uint8, attacker sargon.Piece, d int, reference sargon.Piece, build bool,
) bool {
	step := e.Tables.Directions[d]
	queenFound, excluded := false, false
	for {
		t := attacker.Type()
		if !build {
			if e.tests(attacker, reference) {
				return true
			}
		} else {
			queenFound = queenFound || t == sargon.Queen
			if !e.pinAllows(at, step) {
				excluded = true
			} else if excluded && !e.at(PinnedTransparent, true) {
				return false
			} else {
				e.enter(attacker, step, queenFound)
			}
		}
		if t == sargon.King {
			return false
		}
		next, piece := e.walk(at, step)
		if piece == sargon.Border {
			return false
		}
		if e.at(OtherColorStops, (piece^attacker)&sargon.ColorBit != 0) {
			return false
		}
		if !e.attacks(piece, d, false) || build && !e.at(SeesThrough, true) {
			return false
		}
		at, attacker = next, piece
	}
}

// tests tells whether an attacker ends a test: an enemy does, an own piece is passed over.
func (e *Engine) tests(piece, reference sargon.Piece) bool {
	if (piece^reference)&sargon.ColorBit != 0 && e.at(TestAttacked, true) {
		return true
	}
	e.note(TestOwnPasses)
	return false
}

// attacks judges a piece met along a diagonal or line, perhaps at the first step (spec §5).
func (e *Engine) attacks(piece sargon.Piece, d int, near bool) bool {
	diagonal := d < firstLine
	switch piece.Type() {
	case sargon.Queen:
		return e.at(QueenAttacks, true)
	case sargon.King:
		if e.at(KingAttacks, near) {
			return true
		}
		e.note(KingTooFar)
		return false
	case sargon.Bishop:
		if diagonal {
			return e.at(BishopAttacks, true)
		}
	case sargon.Rook:
		if !diagonal {
			return e.at(RookAttacks, true)
		}
	case sargon.Pawn:
		if diagonal {
			return e.pawnAttacks(piece, d, near)
		}
	}
	e.note(BlockerStops)
	return false
}

// pawnAttacks judges a pawn on a diagonal: it captures forwards, so it stands behind the
// square that it attacks.
func (e *Engine) pawnAttacks(pawn sargon.Piece, d int, near bool) bool {
	if e.at(PawnTooFar, !near) {
		return false
	}
	behind := d < 2 == (pawn.Color() == sargon.Black)
	if e.at(PawnAttacks, behind) {
		return true
	}
	e.note(PawnWrongSide)
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
		e.note(PinAlong)
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
