package native

import "sargon78/sargon"

// board10x12 is the board of 1978: 120 squares in 12 rows of 10, the chess board in the
// middle and a border of 0xFF around it (drawn at sargon.Square). It holds the position
// in the very bytes of spec §1.
//
// It generates moves, for comparison with the other two. The engine on this board is
// package literal.
type board10x12 struct {
	squares [256]sargon.Piece // what an index of one byte can reach
	royals  royals
}

func (b *board10x12) name() string { return "10x12" }

func (b *board10x12) number(s sargon.Square) uint8      { return uint8(s) }
func (b *board10x12) square(number uint8) sargon.Square { return sargon.Square(number) }

func (b *board10x12) set(p *sargon.Position) {
	copy(b.squares[:], p.Board[:])
	for i, s := range p.Royal {
		b.royals[i] = uint8(s)
	}
}

func (b *board10x12) at(s sargon.Square) sargon.Piece { return b.squares[s] }

// Directions: one table of signed steps, in the order in which moves are generated and
// attackers are looked for (spec §2).
var directions = [24]int8{
	+9, +11, -11, -9, // diagonals
	+10, -10, +1, -1, // ranks and files
	-21, -12, +8, +19, +21, +12, -8, -19, // knight
	+10, +10, +11, +9, // white pawn: one, two, capture, capture
	-10, -10, -11, -9, // black pawn
}

// Where in the table a piece finds its steps.
var (
	diagonals = directions[0:4]
	files     = directions[4:8]
	allLines  = directions[0:8]
	knight    = directions[8:16]
	whitePawn = directions[16:20]
	blackPawn = directions[20:24]
	stepsOf   = [7][]int8{sargon.Knight: knight, sargon.Bishop: diagonals, sargon.Rook: files, sargon.Queen: allLines, sargon.King: allLines}
	pawnSteps = [2][]int8{whitePawn, blackPawn}
)

// ahead returns the square one step further.
func ahead(s sargon.Square, step int8) sargon.Square { return s + sargon.Square(step) }

// generate goes over the board from a1 to h8 (spec §4).
func (b *board10x12) generate(list *moveList, side sargon.Color, previous *record, check bool) {
	for s := sargon.FirstSquare; s <= sargon.LastSquare; s++ {
		p := b.at(s)
		if p == sargon.Empty || p == sargon.Border || p.Color() != side {
			continue
		}
		switch p.Type() {
		case sargon.Pawn:
			b.pawnMoves(list, s, p, previous)
		case sargon.King:
			b.pieceMoves(list, s, p)
			if !p.Moved() && !check {
				b.castling(list, s, p, +3)
				b.castling(list, s, p, -4)
			}
		default:
			b.pieceMoves(list, s, p)
		}
	}
}

// add stores a move of the piece p.
func (b *board10x12) add(list *moveList, p sargon.Piece, from, to sargon.Square, flags sargon.Flags) {
	list.add(uint8(from), uint8(to), flags|first(p))
}

// addPawn stores a move of the pawn p, which promotes on the last rank.
func (b *board10x12) addPawn(list *moveList, p sargon.Piece, from, to sargon.Square, flags sargon.Flags) {
	list.addPawn(uint8(from), uint8(to), flags|first(p), to >= sargon.A8 || to <= sargon.H1)
}

// first returns the flag for the first move of a piece.
func first(p sargon.Piece) sargon.Flags {
	if p.Moved() {
		return 0
	}
	return sargon.FirstMove
}

func (b *board10x12) pieceMoves(list *moveList, s sargon.Square, p sargon.Piece) {
	oneStep := p.Type() == sargon.Knight || p.Type() == sargon.King
	for _, step := range stepsOf[p.Type()] {
		for to := ahead(s, step); ; to = ahead(to, step) {
			met := b.at(to)
			if met != sargon.Empty && (met == sargon.Border || met.Color() == p.Color()) {
				break
			}
			b.add(list, p, s, to, sargon.Flags(met))
			if met != sargon.Empty || oneStep {
				break
			}
		}
	}
}

func (b *board10x12) pawnMoves(list *moveList, s sargon.Square, p sargon.Piece, previous *record) {
	steps := pawnSteps[p>>7]
	if to := ahead(s, steps[0]); b.at(to) == sargon.Empty {
		b.addPawn(list, p, s, to, 0)
		if to = ahead(to, steps[1]); !p.Moved() && b.at(to) == sargon.Empty {
			b.add(list, p, s, to, 0)
		}
	}
	for _, step := range steps[2:] {
		to := ahead(s, step)
		switch met := b.at(to); {
		case met == sargon.Empty:
			b.enPassant(list, s, to, p, previous)
		case met != sargon.Border && met.Color() != p.Color():
			b.addPawn(list, p, s, to, sargon.Flags(met))
		}
	}
}

// enPassant adds the capture onto the empty square to, if the pawn stands on its fifth
// rank and the previous move was the first one of a pawn standing beside it: whether that
// was a two-step is not asked (spec §14.2).
func (b *board10x12) enPassant(list *moveList, s, to sargon.Square, p sargon.Piece, previous *record) {
	rank := s
	if p.Color() == sargon.Black {
		rank += 10
	}
	if rank < 61 || rank > 68 || previous.flags&sargon.FirstMove == 0 || !list.mayPass(previous, 20) {
		return
	}
	beside := sargon.Square(previous.to)
	taken := b.at(beside)
	if distance := int(beside) - int(to); taken.Type() != sargon.Pawn || (distance != 10 && distance != -10) {
		return
	}
	b.add(list, p, s, to, sargon.DoubleMove)
	b.add(list, p, beside, beside, sargon.Flags(taken))
	list.double()
}

// castling adds castling with the rook on the king's square + toRook, if the squares
// between are empty and not attacked; a queen's rook may pass an attacked square beside
// it (spec §4).
func (b *board10x12) castling(list *moveList, s sargon.Square, p sargon.Piece, toRook int8) {
	rook := ahead(s, toRook)
	if b.at(rook)&^sargon.ColorBit != sargon.Piece(sargon.Rook) {
		return
	}
	step := int8(-1) // from the rook towards the king
	if rook < s {
		step = +1
	}
	for between := ahead(rook, step); between != s; between = ahead(between, step) {
		if b.at(between) != sargon.Empty {
			return
		}
		if between != sargon.B1 && between != sargon.B8 && b.attacked(between, p.Color()) {
			return
		}
	}
	beside := ahead(s, -step)
	b.add(list, p, s, ahead(beside, -step), sargon.DoubleMove)
	b.add(list, p, rook, beside, 0)
	list.double()
}

func (b *board10x12) make(first, second *record) {
	b.makeHalf(first)
	if first.flags&sargon.DoubleMove != 0 && second != nil {
		b.makeHalf(second)
		first = second
	}
	b.royals.queenTaken(first.flags, sargon.NoSquare)
}

func (b *board10x12) unmake(first, second *record) {
	b.unmakeHalf(first)
	if first.flags&sargon.DoubleMove != 0 && second != nil {
		b.unmakeHalf(second)
		first = second
	}
	b.royals.queenTaken(first.flags, sargon.Square(first.to))
}

func (b *board10x12) makeHalf(r *record) {
	p := b.royals.moved(b.at(sargon.Square(r.from)), r, sargon.Square(r.to))
	b.squares[r.to] = p
	b.squares[r.from] = sargon.Empty
}

func (b *board10x12) unmakeHalf(r *record) {
	p := b.royals.movedBack(b.at(sargon.Square(r.to)), r, sargon.Square(r.from))
	b.squares[r.from] = p
	b.squares[r.to] = r.flags.Captured()
}

func (b *board10x12) inCheck(side sargon.Color) bool {
	king := sargon.Square(b.royals[sargon.WhiteKing+int(side>>7)])
	return b.attacked(king, b.at(king).Color())
}

// attacked tells whether a piece of the other colour attacks a square, as ATTACK does
// when it is used as a test (spec §5): only the first piece in each direction matters.
func (b *board10x12) attacked(s sargon.Square, own sargon.Color) bool {
	for d, step := range directions[:16] {
		next := ahead(s, step)
		at := next
		for d < 8 && b.at(at) == sargon.Empty {
			at = ahead(at, step)
		}
		p := b.at(at)
		if p != sargon.Empty && p != sargon.Border && p.Color() != own && attacks(p, d, at == next) {
			return true
		}
	}
	return false
}

// attacks judges a piece met in direction d from the square it may attack (spec §5).
func attacks(p sargon.Piece, d int, adjacent bool) bool {
	switch t := p.Type(); {
	case d >= 8:
		return t == sargon.Knight
	case t == sargon.King:
		return adjacent
	case t == sargon.Pawn:
		return adjacent && d < 4 && p.Color() == pawnsOf[d]
	default:
		return slides(p, d)
	}
}

// pawnsOf tells whose pawns attack the square from which one looks along a diagonal: those
// above it are Black's.
var pawnsOf = [4]sargon.Color{sargon.Black, sargon.Black, sargon.White, sargon.White}

// slides tells whether a piece moves any distance in direction d.
func slides(p sargon.Piece, d int) bool {
	t := p.Type()
	return t == sargon.Queen || t == sargon.Bishop && d < 4 || t == sargon.Rook && d >= 4
}
