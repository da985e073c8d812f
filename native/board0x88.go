package native

import (
	"sargon78/native/codes"
	"sargon78/native/literal"
	"sargon78/sargon"
)

// board0x88 is a board of 128 squares, 16·rank + file, on which a step over any edge shows
// in a bit of 0x88 (drawn at codes.To0x88). Only half of it are squares of chess; the
// other half makes the border. The difference of two numbers tells how they are related:
// which piece could go from one to the other, and with which step.
//
// It is the board for speed: beside the squares it keeps sets of the pieces and a sum of
// what they count by themselves, so that an evaluation starts from there.
type board0x88 struct {
	squares [128]sargon.Piece
	pieces  [16]set // by color<<3 | type; with type 0, all of a colour
	worth   worth   // of all pieces

	crowdedBefore [2]bool // by color: what crowded says with no pawn promoted
	promoted      int     // promotions made and not unmade

	royals *royals
	tail   *literal.Tail // the pin list and all that a list may spill into
	npins  uint8         // NPINS

	// game evaluates the position as 1978 did when something spills over the end of a
	// list.
	game *literal.Engine

	sight
}

func (b *board0x88) name() string { return "0x88" }

func (b *board0x88) number(s sargon.Square) uint8      { return to0x88[s] }
func (b *board0x88) square(number uint8) sargon.Square { return from0x88[number] }

func (b *board0x88) set(p *sargon.Position) {
	if b.royals == nil { // a board without a game: perft
		b.royals = new(royals)
	}
	for i, s := range p.Royal {
		b.royals[i] = uint8(s)
	}
	b.squares = [128]sargon.Piece{}
	b.pieces = [16]set{}
	b.worth = 0
	for n := range uint8(128) {
		if n&0x88 != 0 {
			b.squares[n] = sargon.Border
		} else if piece := p.Board[from0x88[n]]; piece != sargon.Empty {
			b.put(n, piece)
		}
	}
	b.promoted = 1 // look at the pieces
	b.crowdedBefore = [2]bool{b.crowded(0), b.crowded(1)}
	b.promoted = 0
}

// lean has the board keep pins and royal squares in the memory of a game.
func (b *board0x88) lean(game *literal.Engine) {
	b.game, b.tail = game, game.Tail()
	b.royals = (*royals)(b.tail[literal.TailRoyals:])
}

// get is the inverse of set.
func (b *board0x88) get(p *sargon.Position) {
	p.Board = b.bytes()
	for i, s := range b.royals {
		p.Royal[i] = sargon.Square(s)
	}
}

// bytes returns the board of 1978.
func (b *board0x88) bytes() (board [sargon.BoardSize]sargon.Piece) {
	for i := range board {
		board[i] = b.squares[to0x88[i]&0x7F]
		if !sargon.Square(i).OnBoard() {
			board[i] = sargon.Border
		}
	}
	return board
}

// Conversions as tables, by all numbers that a byte can hold.
var (
	to0x88   = tabulate(func(i int) uint8 { return codes.To0x88(sargon.Square(i)) })
	from0x88 = tabulate(func(i int) sargon.Square { return codes.From0x88(uint8(i)) })
	to64     = tabulate(func(i int) uint8 { return uint8(codes.To64(sargon.Square(i))) })
	from64   = tabulate(func(i int) sargon.Square { return codes.From64(i) })
)

func tabulate[T any](f func(int) T) (table [256]T) {
	for i := range table {
		table[i] = f(i)
	}
	return table
}

// kind is the index of a piece in board0x88.pieces: color<<3 | type.
func kind(p sargon.Piece) int { return int(p>>4&8 | p&sargon.TypeBits) }

// worth is a sum over pieces of what each counts by itself, in lanes of 16 bits: board
// control in the opening, board control later, material. A lane below 0 borrows from the
// next; reading rounds that off.
type worth uint64

func (w worth) control(opening bool) uint8 {
	if opening {
		return uint8(w)
	}
	return uint8((w + 1<<15) >> 16)
}

func (w worth) material() uint8 { return uint8((w + 1<<31 + 1<<15) >> 32) }

// worthOf is by piece byte.
var worthOf = tabulate(func(i int) worth {
	p := sargon.Piece(i)
	if p == sargon.Empty || p.Type() > sargon.King {
		return 0
	}
	lane := func(x uint8) worth { return worth(int64(int8(x))) }
	return lane(standing(p, true)) + lane(standing(p, false))<<16 + lane(material(p))<<32
})

// put puts a piece on an empty square.
func (b *board0x88) put(n uint8, p sargon.Piece) {
	b.squares[n&0x7F] = p
	b.flip(n, p)
	b.worth += worthOf[p]
}

// take takes the piece p off its square.
func (b *board0x88) take(n uint8, p sargon.Piece) {
	b.squares[n&0x7F] = sargon.Empty
	b.flip(n, p)
	b.worth -= worthOf[p]
}

func (b *board0x88) flip(n uint8, p sargon.Piece) {
	square := single(int(n+n&7) >> 1)
	k := kind(p)
	b.pieces[k] ^= square
	b.pieces[k&8] ^= square
}

func (b *board0x88) make(first, second *record) {
	b.makeHalf(first)
	if first.flags&sargon.DoubleMove != 0 && second != nil {
		b.makeHalf(second)
		first = second
	}
	b.royals.queenTaken(first.flags, sargon.NoSquare)
}

func (b *board0x88) unmake(first, second *record) {
	b.unmakeHalf(first)
	if first.flags&sargon.DoubleMove != 0 && second != nil {
		b.unmakeHalf(second)
		first = second
	}
	b.royals.queenTaken(first.flags, from0x88[first.to])
}

// makeHalf moves the piece of one record. The second half of an en passant capture goes
// from a square to itself: it takes the pawn there off the board.
func (b *board0x88) makeHalf(r *record) {
	p := b.squares[r.from&0x7F]
	b.take(r.from, p)
	if r.from == r.to {
		return
	}
	if met := b.squares[r.to&0x7F]; met != sargon.Empty {
		b.take(r.to, met)
	}
	b.put(r.to, b.royals.moved(p, r, from0x88[r.to]))
	if r.flags&sargon.Promotion != 0 {
		b.promoted++
	}
}

func (b *board0x88) unmakeHalf(r *record) {
	if p := b.squares[r.to&0x7F]; p != sargon.Empty {
		b.take(r.to, p)
		b.put(r.from, b.royals.movedBack(p, r, from0x88[r.from]))
	}
	if r.flags&sargon.Promotion != 0 {
		b.promoted--
	}
	if captured := r.flags.Captured(); captured != sargon.Empty {
		b.put(r.to, captured)
	}
}

// lost is the panic that leaves a search which goes where only the memory of 1978 can tell
// what happens.
type lost struct{}

// inCheck tells whether the king of a side is attacked.
func (b *board0x88) inCheck(side sargon.Color) bool {
	king := to64[b.royals[sargon.WhiteKing+int(side>>7)]]
	if king > 63 { // an exchange took half of its number for an attacker
		panic(lost{})
	}
	return b.attacked(int(king), b.at(int(king)).Color())
}

// attacked tells whether a piece of the other colour attacks square n (0–63).
func (b *board0x88) attacked(n int, own sargon.Color) bool {
	enemy := b.of(int(own>>7) ^ 1)
	if pawnsTo[own>>7^1][n]&enemy[sargon.Pawn]|knightFrom[n]&enemy[sargon.Knight]|kingFrom[n]&enemy[sargon.King] != 0 {
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

// of returns the sets of a colour's pieces by type, all of them at 0. Colours as indexes
// are 0 White, 1 Black.
func (b *board0x88) of(color int) *[8]set { return (*[8]set)(b.pieces[color<<3&8:]) }

// generate goes over the pieces from a1 to h8 (spec §4).
func (b *board0x88) generate(list *moveList, side sargon.Color, previous *record, check bool) {
	for left := b.pieces[side>>4]; left != 0; left &= left - 1 {
		n := uint8(left.first())
		n += n &^ 7
		p := b.squares[n]
		switch p.Type() {
		case sargon.Pawn:
			b.pawnMoves(list, n, p, previous)
		case sargon.Knight:
			b.steps(list, n, p, 8, 16)
		case sargon.Bishop:
			b.slides(list, n, p, 0, 4)
		case sargon.Rook:
			b.slides(list, n, p, 4, 8)
		case sargon.Queen:
			b.slides(list, n, p, 0, 8)
		case sargon.King:
			b.steps(list, n, p, 0, 8)
			if !p.Moved() && !check {
				b.castling(list, n, p, +3)
				b.castling(list, n, p, -4)
			}
		}
	}
}

func (b *board0x88) steps(list *moveList, n uint8, p sargon.Piece, from, to int) {
	flags := first(p)
	for _, step := range directions0x88[from:to] {
		at := n + uint8(step)
		if at&0x88 != 0 {
			continue
		}
		if met := b.squares[at]; met == sargon.Empty || met.Color() != p.Color() {
			list.add(n, at, flags|sargon.Flags(met))
		}
	}
}

func (b *board0x88) slides(list *moveList, n uint8, p sargon.Piece, from, to int) {
	flags := first(p)
	for _, step := range directions0x88[from:to] {
		for at := n + uint8(step); at&0x88 == 0; at += uint8(step) {
			met := b.squares[at]
			if met == sargon.Empty {
				list.add(n, at, flags)
				continue
			}
			if met.Color() != p.Color() {
				list.add(n, at, flags|sargon.Flags(met))
			}
			break
		}
	}
}

// Steps of pawns: one, and the two captures (spec §2).
var pawnSteps0x88 = [2][3]int8{{+16, +17, +15}, {-16, -17, -15}}

func (b *board0x88) pawnMoves(list *moveList, n uint8, p sargon.Piece, previous *record) {
	steps := &pawnSteps0x88[p>>7]
	flags := first(p)
	if at := n + uint8(steps[0]); at&0x88 == 0 && b.squares[at] == sargon.Empty {
		list.addPawn(n, at, flags, lastRank(at))
		at += uint8(steps[0])
		if !p.Moved() && at&0x88 == 0 && b.squares[at] == sargon.Empty {
			list.add(n, at, flags)
		}
	}
	for _, step := range steps[1:] {
		at := n + uint8(step)
		if at&0x88 != 0 {
			continue
		}
		if met := b.squares[at]; met == sargon.Empty {
			b.enPassant(list, n, at, p, previous)
		} else if met.Color() != p.Color() {
			list.addPawn(n, at, flags|sargon.Flags(met), lastRank(at))
		}
	}
}

func lastRank(n uint8) bool { return n >= 0x70 || n < 0x08 }

// enPassant adds the capture onto the empty square to: see board10x12.enPassant.
func (b *board0x88) enPassant(list *moveList, n, to uint8, p sargon.Piece, previous *record) {
	fifth := uint8(4)
	if p.Color() == sargon.Black {
		fifth = 3
	}
	if n>>4 != fifth || previous.flags&sargon.FirstMove == 0 || !list.mayPass(previous, 0x20) {
		return
	}
	beside := previous.to
	taken := b.squares[beside&0x7F]
	if distance := int(beside) - int(to); taken.Type() != sargon.Pawn || (distance != 16 && distance != -16) {
		return
	}
	flags := first(p)
	list.add(n, to, sargon.DoubleMove|flags)
	list.add(beside, beside, sargon.Flags(taken)|flags)
	list.double()
}

// castling adds castling with the rook on n + toRook: see board10x12.castling.
func (b *board0x88) castling(list *moveList, n uint8, p sargon.Piece, toRook int8) {
	rook := n + uint8(toRook)
	if rook&0x88 != 0 || b.squares[rook]&^sargon.ColorBit != sargon.Piece(sargon.Rook) {
		return
	}
	step := uint8(0xFF) // from the rook towards the king
	if rook < n {
		step = 1
	}
	for between := rook + step; between != n; between += step {
		if b.squares[between] != sargon.Empty {
			return
		}
		if between&7 != 1 && b.attacked(int(between+between&7)>>1, p.Color()) {
			return
		}
	}
	list.add(n, n-2*step, sargon.DoubleMove|sargon.FirstMove)
	list.add(rook, n-step, sargon.FirstMove)
	list.double()
}
