package native

import "sargon78/sargon"

// bitboards keeps its pieces as bitboards, words of 64 bits with a bit for each square. The squares that
// a piece attacks are a bitboard too, so many squares are counted and compared at once. This is the board
// for speed: it also keeps the sum of what the pieces count by themselves, from which an evaluation
// starts.
type bitboards struct {
	squares [64]sargon.Piece // 8·rank + file, the bit of the square
	pieces  [16]bitboard     // by color<<3 | type; with type 0, all of a colour
	sum     incremental      // of all pieces

	crowdedBefore [2]bool // by color: what crowded returns as long as no pawn is promoted
	promoted      int     // promotions made and not unmade

	shared
	keyedList
	attackMaps
}

func (b *bitboards) name() string { return "bitboards" }

func (b *bitboards) number(s sargon.Square) uint8      { return to64[s] }
func (b *bitboards) square(number uint8) sargon.Square { return from64[number] }

// set puts a position on the board.
func (b *bitboards) set(p *sargon.Position) {
	b.setRoyals(p)
	b.squares = [64]sargon.Piece{}
	b.pieces = [16]bitboard{}
	b.sum = 0
	for n := range uint8(64) {
		if piece := p.Board[from64[n]]; piece != sargon.Empty {
			b.put(n, piece)
		}
	}
	b.promoted = 1 // look at the pieces
	b.crowdedBefore = [2]bool{b.crowded(0), b.crowded(1)}
	b.promoted = 0
}

// get is the inverse of set.
func (b *bitboards) get(p *sargon.Position) {
	p.Board = sargon.EmptyPosition().Board
	for n, piece := range b.squares {
		p.Board[from64[n]] = piece
	}
	b.getRoyals(p)
}

// Conversions as tables, by all numbers that a byte can hold.
var (
	to64   = tabulate(func(i int) uint8 { return uint8(To64(sargon.Square(i))) })
	from64 = tabulate(func(i int) sargon.Square { return From64(i) })
)

// pieceIndex returns the index of a piece in bitboards.pieces: color<<3 | type.
func pieceIndex(p sargon.Piece) int { return int(p>>4&8 | p&sargon.TypeBits) }

// incremental is a sum over pieces of what each counts by itself, in lanes of 16 bits: board
// control in the opening, board control later, material. A lane below 0 borrows from the
// next; reading rounds that off.
type incremental uint64

func (w incremental) control(opening bool) uint8 {
	if opening {
		return uint8(w)
	}
	return uint8((w + 1<<15) >> 16)
}

func (w incremental) material() uint8 { return uint8((w + 1<<31 + 1<<15) >> 32) }

// incrementalOf is by piece byte.
var incrementalOf = tabulate(func(i int) incremental {
	p := sargon.Piece(i)
	if p == sargon.Empty {
		return 0
	}
	lane := func(x uint8) incremental { return incremental(int64(int8(x))) }
	return lane(development(p, true)) + lane(development(p, false))<<16 + lane(material(p))<<32
})

// put puts a piece on an empty square.
func (b *bitboards) put(n uint8, p sargon.Piece) {
	b.squares[n&63] = p
	b.flip(n, p)
	b.sum += incrementalOf[p]
}

// take takes the piece p off its square.
func (b *bitboards) take(n uint8, p sargon.Piece) {
	b.squares[n&63] = sargon.Empty
	b.flip(n, p)
	b.sum -= incrementalOf[p]
}

// move moves the piece p to an empty square, on which it becomes q.
func (b *bitboards) move(from, to uint8, p, q sargon.Piece) {
	b.squares[from&63], b.squares[to&63] = sargon.Empty, q
	b.pieces[pieceIndex(p)] ^= single(int(from))
	b.pieces[pieceIndex(q)] ^= single(int(to))
	b.pieces[pieceIndex(p)&8] ^= single(int(from)) | single(int(to))
	b.sum += incrementalOf[q] - incrementalOf[p]
}

func (b *bitboards) flip(n uint8, p sargon.Piece) {
	square := single(int(n))
	k := pieceIndex(p)
	b.pieces[k] ^= square
	b.pieces[k&8] ^= square
}

func (b *bitboards) make(first, second *record) {
	b.makeHalf(first)
	if first.flags&sargon.DoubleMove != 0 && second != nil {
		b.makeHalf(second)
		first = second
	}
	b.royals.queenTaken(first.flags, sargon.NoSquare)
}

func (b *bitboards) unmake(first, second *record) {
	b.unmakeHalf(first)
	if first.flags&sargon.DoubleMove != 0 && second != nil {
		b.unmakeHalf(second)
		first = second
	}
	b.royals.queenTaken(first.flags, from64[first.to])
}

// makeHalf moves the piece of one record. The second half of an en passant capture goes
// from a square to itself: it takes the pawn there off the board.
func (b *bitboards) makeHalf(r *record) {
	if b.odd {
		b.makeOld(r)
		return
	}
	p := b.squares[r.from&63]
	if r.from == r.to {
		b.take(r.from, p)
		return
	}
	if met := b.squares[r.to&63]; met != sargon.Empty {
		b.take(r.to, met)
	}
	b.move(r.from, r.to, p, b.royals.moved(p, r, from64[r.to]))
	if r.flags&sargon.Promotion != 0 {
		b.promoted++
	}
}

// unmakeHalf takes one record back (spec §9). After an old record was tried, unmakeOld does it.
func (b *bitboards) unmakeHalf(r *record) {
	if b.odd {
		b.unmakeOld(r)
		return
	}
	if p := b.squares[r.to&63]; p != sargon.Empty {
		b.move(r.to, r.from, p, b.royals.movedBack(p, r, from64[r.from]))
	}
	if r.flags&sargon.Promotion != 0 {
		b.promoted--
	}
	if captured := r.flags.Captured(); captured != sargon.Empty {
		b.put(r.to, captured)
	}
}

// makeOld and unmakeOld do it in a search that has tried an old record. That may move the piece of a
// side whose turn it is not, or nothing, onto a piece that its flags do not name (spec §14.8).
func (b *bitboards) makeOld(r *record) {
	if (r.from|r.to)&64 != 0 {
		panic(overwritten)
	}
	moved := b.royals.moved(b.squares[r.from], r, from64[r.to])
	b.replace(r.to, moved)
	b.replace(r.from, sargon.Empty)
}

func (b *bitboards) unmakeOld(r *record) {
	if (r.from|r.to)&64 != 0 {
		panic(overwritten)
	}
	back := b.royals.movedBack(b.squares[r.to], r, from64[r.from])
	b.replace(r.from, back)
	b.replace(r.to, r.flags.Captured())
}

// replace puts the piece p, or Empty, in place of what stands on a square. A piece without a type is in none of the bitboards, which
// makes it transparent (spec §14.8): flip turns the bit of its colour twice.
func (b *bitboards) replace(n uint8, p sargon.Piece) {
	b.take(n, b.squares[n])
	b.put(n, p)
}

// inCheck reports whether the king of a side is attacked.
func (b *bitboards) inCheck(side sargon.Color) bool {
	square := b.royals[sargon.WhiteKing+int(side>>7)]
	king := to64[square]
	if king > 63 { // an exchange took half of its number for an attacker
		return b.attackedOffBoard(b, square)
	}
	return b.attacked(int(king), b.at(int(king)).Color())
}

// attacked reports whether a piece of the other colour attacks square n (0–63).
func (b *bitboards) attacked(n int, own sargon.Color) bool {
	enemy := b.of(int(own>>7) ^ 1)
	if pawnsTo[own>>7^1][n]&enemy[sargon.Pawn]|knightFrom[n]&enemy[sargon.Knight]|
		kingFrom[n]&enemy[sargon.King] != 0 {
		return true
	}
	occupied := b.pieces[0] | b.pieces[8]
	diagonal := enemy[sargon.Bishop] | enemy[sargon.Queen]
	if bothDiagonals[n]&diagonal != 0 && bishopAttacks(n, occupied)&diagonal != 0 {
		return true
	}
	straight := enemy[sargon.Rook] | enemy[sargon.Queen]
	return fileAndRank[n]&straight != 0 && rookAttacks(n, occupied)&straight != 0
}

// of returns the bitboards of a colour's pieces by type, all of them at 0. Colours as indexes
// are 0 White, 1 Black.
func (b *bitboards) of(color int) *[8]bitboard { return (*[8]bitboard)(b.pieces[color<<3&8:]) }

func (b *bitboards) promoteTo(n uint8, t sargon.PieceType) {
	p := b.squares[n&63]
	b.take(n, p)
	b.put(n, p&^sargon.TypeBits|sargon.Piece(t))
}

func (b *bitboards) moves(side sargon.Color, previous *record) []record {
	start := b.next
	b.begin()
	b.generate(side, previous, b.inCheck(side))
	b.end = b.firstKey
	return b.records[start:b.next]
}

// generate goes over the pieces from a1 to h8 (spec §4).
func (b *bitboards) generate(side sargon.Color, previous *record, check bool) {
	left := b.pieces[side>>4]
	if b.odd {
		left |= b.typeless(side)
	}
	for ; left != 0; left &= left - 1 {
		n := uint8(left.first())
		p := b.squares[n&63]
		switch p.Type() {
		case sargon.Pawn, sargon.NoPiece:
			b.pawnMoves(n, p, previous)
		case sargon.Knight:
			b.leaps(n, p, knightFrom[n&63])
		case sargon.Bishop:
			b.slides(n, p, 0, 4)
		case sargon.Rook:
			b.slides(n, p, 4, 8)
		case sargon.Queen:
			b.slides(n, p, 0, 8)
		case sargon.King:
			b.leaps(n, p, kingFrom[n&63])
			if !p.Moved() && !check {
				b.castling(n, p, +3)
				b.castling(n, p, -4)
			}
		case oddType:
			b.slides(n, p, 4, 5)
		}
	}
}

// typeless returns the squares with pieces of a side that have no type.
func (b *bitboards) typeless(side sargon.Color) (squares bitboard) {
	for n, p := range b.squares {
		if isEmpty(p) && p != sargon.Empty && p.Color() == side {
			squares |= single(n)
		}
	}
	return squares
}

// leaps adds moves of one step, in the order of spec §2.
func (b *bitboards) leaps(n uint8, p sargon.Piece, to bitboard) {
	flags := firstMoveFlag(p)
	for _, at := range inOrder[n&63] {
		if to.has(int(at)) == 0 {
			continue
		}
		if met := b.squares[at&63]; isEmpty(met) || met.Color() != p.Color() {
			b.add(n, at, flags|sargon.Flags(met))
		}
	}
}

// slides adds moves along some directions.
func (b *bitboards) slides(n uint8, p sargon.Piece, from, to int) {
	flags := firstMoveFlag(p)
	for d := from; d < to; d++ {
		for _, at := range path[d&7][n&63] {
			met := b.squares[at&63]
			if isEmpty(met) {
				b.add(n, at, flags|sargon.Flags(met))
				continue
			}
			if met.Color() != p.Color() {
				b.add(n, at, flags|sargon.Flags(met))
			}
			break
		}
	}
}

// pawnMoves adds the moves of a pawn in the order of spec §4: one step, two steps, then the two captures.
func (b *bitboards) pawnMoves(n uint8, p sargon.Piece, previous *record) {
	dirs := pawnDirectionsOf(p)
	flags := firstMoveFlag(p)
	if ahead := path[dirs[0]][n&63]; len(ahead) > 0 && isEmpty(b.squares[ahead[0]]) {
		b.addPawn(n, ahead[0], flags|sargon.Flags(b.squares[ahead[0]]))
		if !p.Moved() && len(ahead) > 1 && isEmpty(b.squares[ahead[1]]) {
			b.add(n, ahead[1], flags|sargon.Flags(b.squares[ahead[1]]))
		}
	}
	for _, d := range dirs[1:] {
		aside := path[d][n&63]
		if len(aside) == 0 {
			continue
		}
		to := aside[0]
		if met := b.squares[to]; isEmpty(met) {
			b.enPassant(n, to, p, previous)
		} else if met.Color() != p.Color() {
			b.addPawn(n, to, flags|sargon.Flags(met))
		}
	}
}

// enPassant adds the capture onto the empty square to: see board0x88.enPassant.
func (b *bitboards) enPassant(n, to uint8, p sargon.Piece, previous *record) {
	fifth := uint8(4)
	if p.Color() == sargon.Black {
		fifth = 3
	}
	if n>>3 != fifth || previous.flags&sargon.FirstMove == 0 {
		return
	}
	beside := previous.to
	taken := b.squares[beside&63]
	distance := int(beside) - int(to)
	if taken.Type() != sargon.Pawn || (distance != 8 && distance != -8) {
		return
	}
	flags := firstMoveFlag(p)
	b.add(n, to, sargon.DoubleMove|flags|sargon.Flags(b.squares[to]))
	b.add(beside, beside, sargon.Flags(taken)|flags)
	b.closePair()
}

// castling adds castling with the rook on n + toRook: see board0x88.castling.
func (b *bitboards) castling(n uint8, p sargon.Piece, toRook int) {
	rook := int(n) + toRook
	if rook>>3 != int(n)>>3 || b.squares[rook&63]&^sargon.ColorBit != sargon.Piece(sargon.Rook) {
		return
	}
	step := -1 // from the rook towards the king
	if toRook < 0 {
		step = 1
	}
	for between := rook + step; between != int(n); between += step {
		if b.squares[between&63] != sargon.Empty {
			return
		}
		if between != 1 && between != 57 && b.attacked(between, p.Color()) {
			return
		}
	}
	b.add(n, uint8(int(n)-2*step), sargon.DoubleMove|sargon.FirstMove)
	b.add(uint8(rook), uint8(int(n)-step), sargon.FirstMove)
	b.closePair()
}
