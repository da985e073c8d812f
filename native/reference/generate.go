package reference

import "sargon78/sargon"

// What lies one step on, relative to a reference piece (spec §2).
const (
	emptySquare = iota
	otherColor
	sameColor
	border
)

func (e *Engine) classifySquare(square uint8, reference sargon.Piece) int {
	switch piece := e.memory.at(square); {
	case piece == sargon.Border:
		return border
	case isEmpty(piece):
		return emptySquare
	case (piece^reference)&sargon.ColorBit != 0:
		return otherColor
	}
	return sameColor
}

// generate lists the moves of e.color as the list of a ply (spec §4). e.mlptrj is the
// previous move record.
func (e *Engine) generate(ply int) {
	e.search.Gens++
	e.ckflg = e.inCheck(e.color)
	e.openList(ply)
	for square := uint8(21); square <= 98; square++ {
		e.generateSquare(square)
	}
	e.search.Records = max(e.search.Records, int(e.mlnxt-mlist)/recordBytes)
	// The list of a ply without a record is what its head pointer still points to.
	head := e.headCell(ply)
	old := e.mllst == head && e.memory.get(head+1) != 0
	if old && !e.obeys(OldRecord) {
		e.memory.setWord(head, 0)
	}
}

func (e *Engine) generateSquare(square uint8) {
	piece := e.memory.at(square)
	if piece != sargon.Border && piece != sargon.Empty && piece.Color() == e.color {
		e.generatePiece(square, piece)
	}
}

// generatePiece generates the moves of the piece on a square.
func (e *Engine) generatePiece(square uint8, piece sargon.Piece) {
	t := piece.Type()
	// A piece without a type has the first entries of the tables, as a black pawn has.
	if t == sargon.Pawn || t == sargon.NoPiece {
		e.generatePawn(square, piece)
		return
	}
	first := firstDirection[t]
	for d := first; d < first+numDirections[t]; d++ {
		e.generateDirection(square, piece, d)
	}
	if t == sargon.King {
		e.generateCastling(square, piece)
	}
}

// generateDirection lists the moves of a piece along an entry of directions.
func (e *Engine) generateDirection(square uint8, piece sargon.Piece, d uint8) {
	t := piece.Type()
	to := square
	for {
		to += uint8(directions[d])
		what := e.classifySquare(to, piece)
		if what >= sameColor {
			break
		}
		e.add(piece, square, to, sargon.Flags(e.piece(to)))
		e.applies(StepMove, what == emptySquare)
		if e.applies(CaptureMove, what == otherColor) {
			break
		}
		if t == sargon.Knight || t == sargon.King {
			break
		}
	}
}

// generatePawn generates the moves of a pawn, or of a piece of type 0, in the order of spec §4: one step,
// two steps, then the two captures.
func (e *Engine) generatePawn(square uint8, piece sargon.Piece) {
	mover := uint8(1)
	if e.applies(TypelessMoves, piece.Type() == sargon.NoPiece) || piece.Color() == sargon.Black {
		mover = 0
	}
	d := firstDirection[mover]
	step := func(i uint8) uint8 { return uint8(directions[d+i]) }
	promotion := func(to uint8, f Rule) sargon.Flags {
		last := to >= eighthRank || to < secondRank
		if e.applies(f, last) {
			return sargon.Promotion
		}
		return 0
	}

	one := square + step(0)
	if e.applies(PawnStep, e.classifySquare(one, piece) == emptySquare) {
		e.add(piece, square, one, promotion(one, PromotionStep)|sargon.Flags(e.piece(one)))
		two := one + step(1)
		if !piece.Moved() {
			if e.applies(PawnTwoStep, e.classifySquare(two, piece) == emptySquare) {
				e.add(piece, square, two, sargon.Flags(e.piece(two)))
			} else {
				e.countRule(PawnTwoStepBlocked)
			}
		}
	} else {
		e.countRule(PawnBlocked)
	}
	for i := uint8(2); i < 4; i++ {
		to := square + step(i)
		switch e.classifySquare(to, piece) {
		case otherColor:
			e.countRule(PawnCapture)
			e.add(piece, square, to, promotion(to, PromotionCapture)|sargon.Flags(e.piece(to)))
		case emptySquare:
			e.generateEnPassant(square, to, piece)
		}
	}
}

// generateEnPassant tries an empty diagonal square (spec §4, quirk 2).
func (e *Engine) generateEnPassant(square, to uint8, piece sargon.Piece) {
	previous := e.memory.move(e.mlptrj)
	fifth := square
	if piece.Color() == sargon.Black {
		fifth += 10
	}
	if e.applies(EnPassantRank, fifth < 61 || fifth > 68) {
		return
	}
	if e.applies(EnPassantNotFirst, previous.Flags&sargon.FirstMove == 0) {
		return
	}
	captured := uint8(previous.To)
	if e.applies(EnPassantNotPawn, e.piece(captured).Type() != sargon.Pawn) {
		return
	}
	distance := int8(captured - to)
	if e.applies(EnPassantNotBeside, distance != 10 && distance != -10) {
		return
	}
	length := int8(previous.To - previous.From)
	if length != 20 && length != -20 && !e.obeys(EnPassantOneStep) {
		return
	}
	e.countRule(EnPassant)
	e.addPair(piece, square, to, sargon.Flags(e.piece(to)), captured, captured,
		sargon.Flags(e.piece(captured)))
}

// generateCastling tries both sides (spec §4).
func (e *Engine) generateCastling(square uint8, king sargon.Piece) {
	if king.Moved() || e.applies(CastlingInCheck, e.ckflg) {
		return
	}
	for _, side := range [2]struct {
		rook, inward, kingTo, rookTo uint8
		p                            Rule
	}{
		{square + 3, 255, square + 2, square + 1, CastlingKingSide},
		{square - 4, 1, square - 2, square - 1, CastlingQueenSide},
	} {
		rook := e.piece(side.rook)
		if e.applies(CastlingNoRook, rook&^sargon.ColorBit != sargon.Piece(sargon.Rook)) {
			continue
		}
		if e.castlingPath(side.rook+side.inward, square, side.inward, king) {
			e.obeys(side.p)
			e.addPair(king, square, side.kingTo, 0, side.rook, side.rookTo, 0)
		}
	}
}

// castlingPath looks at the squares from the rook to the king, without either.
func (e *Engine) castlingPath(from, king, step uint8, piece sargon.Piece) bool {
	for s := from; s != king; s += step {
		if e.applies(CastlingOccupied, e.piece(s) != sargon.Empty) {
			return false
		}
		if !e.attack(s, piece, false) {
			continue
		}
		besideRook := s == uint8(sargon.B1) || s == uint8(sargon.B8)
		if besideRook && e.obeys(CastlingKnightFileAttacked) {
			continue
		}
		if e.obeys(CastlingAttacked) {
			return false
		}
	}
	return true
}
