package native

import "sargon78/sargon"

// board0x88 is a board of 128 squares, 16·rank + file, on which a step over any edge shows
// in a bit of 0x88 (see the picture at To0x88). Only half of it are squares of chess; the
// other half needs no border.
//
// The difference of two numbers tells how two squares are related: which pieces could go
// from one to the other, and with which step (attackTable). Together with a list of the pieces of
// each side, who attacks a square is a look into that table for each piece, and a walk along
// the few lines on which a piece could.
type board0x88 struct {
	squares [128]sargon.Piece
	lists   [2]pieceList // by colour: 0 White, 1 Black
	place   [128]uint8   // where the piece of a square stands in its list

	shared
	moveList

	offBoard bool // a royal square was none of the board, in the last evaluation

	counts [2][128]uint8 // how many of a colour attack a square, in the last evaluation
}

// pieceList are the squares on which the pieces of a side stand, in no order.
type pieceList struct {
	squares [64]uint8
	length  int
}

func (b *board0x88) name() string { return "0x88" }

func (b *board0x88) number(s sargon.Square) uint8      { return to0x88[s] }
func (b *board0x88) square(number uint8) sargon.Square { return from0x88[number] }

func (b *board0x88) set(p *sargon.Position) {
	b.setRoyals(p)
	b.squares = [128]sargon.Piece{}
	b.lists[0].length, b.lists[1].length = 0, 0
	for n := range uint8(128) {
		if n&0x88 == 0 {
			if piece := p.Board[from0x88[n]]; piece != sargon.Empty {
				b.put(n, piece)
			}
		}
	}
}

func (b *board0x88) get(p *sargon.Position) {
	p.Board = sargon.EmptyPosition().Board
	for _, list := range b.lists {
		for _, n := range list.squares[:list.length] {
			p.Board[from0x88[n]] = b.squares[n]
		}
	}
	b.getRoyals(p)
}

// Conversions as tables, by all numbers that a byte can hold.
var (
	to0x88   = tabulate(func(i int) uint8 { return To0x88(sargon.Square(i)) })
	from0x88 = tabulate(func(i int) sargon.Square { return From0x88(uint8(i)) })
)

// Steps in the sixteen directions of spec §2.
var steps0x88 = [16]uint8{
	15, 17, 0x100 - 17, 0x100 - 15,
	16, 0x100 - 16, 1, 0x100 - 1,
	0x100 - 33, 0x100 - 18, 14, 31, 33, 18, 0x100 - 14, 0x100 - 31,
}

// pieceMask holds pieces that move alike, as bits.
type pieceMask uint8

const (
	whitePawns pieceMask = 1 << iota
	blackPawns
	knights
	bishops
	rooks
	queens
	kings
)

// maskOf is the bit of a piece, by its byte.
var maskOf = tabulate(func(i int) pieceMask {
	p := sargon.Piece(i)
	if p.Type() == sargon.Pawn {
		return whitePawns << (p >> 7)
	}
	return knights << (p.Type() - sargon.Knight) // without a type: shifted out, no bit
})

// attackEntry reports how a piece comes from a square to another.
type attackEntry struct {
	by        pieceMask // which pieces could, if nothing stood between
	step      uint8
	direction uint8 // from the other square back to this one, as one looks for attackers (spec §5)
}

// attackTable is the 0x88 difference table, by 0x77 + to − from: with the numbers of this board
// the difference alone says it all (sargon board --relation prints an example).
var attackTable = func() (table [0xEF]attackEntry) {
	for direction, step := range steps0x88 {
		for distance := 1; distance < 8; distance++ {
			difference := -distance * int(int8(step)) // from the attacker to the square
			if difference < -0x77 || difference > 0x77 || direction >= 8 && distance > 1 {
				break
			}
			w := attackEntry{step: -step, direction: uint8(direction)}
			switch {
			case direction >= 8:
				w.by = knights
			case direction < 4:
				w.by = bishops | queens
			default:
				w.by = rooks | queens
			}
			if distance == 1 && direction < 8 {
				w.by |= kings
			}
			if distance == 1 && direction < 4 {
				w.by |= whitePawns << (pawnsOf[direction] >> 7)
			}
			table[0x77+difference] = w
		}
	}
	return table
}()

// attackFrom0x88 returns how one comes from a square to another.
func attackFrom0x88(from, to uint8) *attackEntry { return &attackTable[0x77+int(to)-int(from)] }

func (b *board0x88) put(n uint8, p sargon.Piece) {
	b.squares[n&0x7F] = p
	list := &b.lists[p>>7]
	b.place[n&0x7F] = uint8(list.length)
	list.squares[list.length&63] = n
	list.length++
}

// take takes the piece p off its square; the last of its list takes its place there.
func (b *board0x88) take(n uint8, p sargon.Piece) {
	b.squares[n&0x7F] = sargon.Empty
	list := &b.lists[p>>7]
	list.length--
	last := list.squares[list.length&63]
	at := b.place[n&0x7F]
	list.squares[at&63] = last
	b.place[last&0x7F] = at
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
	if b.odd {
		b.makeOld(r)
		return
	}
	p := b.squares[r.from&0x7F]
	b.take(r.from, p)
	if r.from == r.to {
		return
	}
	if met := b.squares[r.to&0x7F]; met != sargon.Empty {
		b.take(r.to, met)
	}
	b.put(r.to, b.royals.moved(p, r, from0x88[r.to]))
}

// unmakeHalf takes one record back (spec §9). After an old record was tried, unmakeOld does it.
func (b *board0x88) unmakeHalf(r *record) {
	if b.odd {
		b.unmakeOld(r)
		return
	}
	if p := b.squares[r.to&0x7F]; p != sargon.Empty {
		b.take(r.to, p)
		b.put(r.from, b.royals.movedBack(p, r, from0x88[r.from]))
	}
	if captured := r.flags.Captured(); captured != sargon.Empty {
		b.put(r.to, captured)
	}
}

// makeOld is makeHalf for a search that has tried an old record: that may move nothing, and anywhere.
func (b *board0x88) makeOld(r *record) {
	if (r.from|r.to)&0x88 != 0 {
		panic(overwritten)
	}
	b.replace(r.to, b.royals.moved(b.squares[r.from], r, from0x88[r.to]))
	b.replace(r.from, sargon.Empty)
}

// unmakeOld takes back what makeOld has made, or what the record says by now.
func (b *board0x88) unmakeOld(r *record) {
	if (r.from|r.to)&0x88 != 0 {
		panic(overwritten)
	}
	b.replace(r.from, b.royals.movedBack(b.squares[r.to], r, from0x88[r.from]))
	b.replace(r.to, r.flags.Captured())
}

// replace puts the piece p, or Empty, in place of what stands on a square.
func (b *board0x88) replace(n uint8, p sargon.Piece) {
	if met := b.squares[n]; met != sargon.Empty {
		b.take(n, met)
	}
	if p != sargon.Empty {
		b.put(n, p)
	}
}

// inCheck reports whether the king of a side is attacked.
func (b *board0x88) inCheck(side sargon.Color) bool {
	square := b.royals[sargon.WhiteKing+int(side>>7)]
	king := to0x88[square]
	if king&0x88 != 0 { // an exchange took half of its number for an attacker
		return b.attackedOffBoard(b, square)
	}
	return b.attacked(king, b.squares[king].Color())
}

// attacked reports whether a piece of the other colour attacks a square.
func (b *board0x88) attacked(n uint8, own sargon.Color) bool {
	_, ok := b.attacker(n, own)
	return ok
}

// attacker returns the square of a piece of the other colour that attacks a square: one that
// could, with nothing between.
func (b *board0x88) attacker(n uint8, own sargon.Color) (from uint8, ok bool) {
	enemy := &b.lists[own>>7^1]
	for _, from := range enemy.squares[:enemy.length&0x7F] {
		entry := attackFrom0x88(from, n)
		if entry.by&maskOf[b.squares[from&0x7F]] == 0 {
			continue
		}
		at := from + entry.step
		for at != n && isEmpty(b.squares[at&0x7F]) {
			at += entry.step
		}
		if at == n {
			return from, true
		}
	}
	return 0, false
}

func (b *board0x88) promoteTo(n uint8, t sargon.PieceType) {
	b.squares[n] = b.squares[n]&^sargon.TypeBits | sargon.Piece(t)
}

func (b *board0x88) moves(side sargon.Color, previous *record) []record {
	start := b.next
	b.begin()
	b.generate(side, previous, b.inCheck(side))
	return b.records[start:b.next]
}

// generate goes over the board from a1 to h8 (spec §4).
func (b *board0x88) generate(side sargon.Color, previous *record, check bool) {
	for n := uint8(0); n < 0x78; n++ {
		if n&0x88 != 0 {
			n += 7
			continue
		}
		p := b.squares[n]
		if p == sargon.Empty || p.Color() != side {
			continue
		}
		switch p.Type() {
		case sargon.Pawn, sargon.NoPiece:
			b.pawnMoves(n, p, previous)
		case sargon.Knight:
			b.leaps(n, p, 8, 16)
		case sargon.Bishop:
			b.slides(n, p, 0, 4)
		case sargon.Rook:
			b.slides(n, p, 4, 8)
		case sargon.Queen:
			b.slides(n, p, 0, 8)
		case sargon.King:
			b.leaps(n, p, 0, 8)
			if !p.Moved() && !check {
				b.castling(n, p, +3)
				b.castling(n, p, -4)
			}
		case oddType:
			b.slides(n, p, 4, 5)
		}
	}
}

func (b *board0x88) leaps(n uint8, p sargon.Piece, from, to int) {
	flags := firstMoveFlag(p)
	for _, step := range steps0x88[from:to] {
		at := n + step
		if at&0x88 != 0 {
			continue
		}
		if met := b.squares[at]; isEmpty(met) || met.Color() != p.Color() {
			b.add(n, at, flags|sargon.Flags(met))
		}
	}
}

// slides adds the moves of a bishop, rook or queen, in the directions with the numbers from up to to.
func (b *board0x88) slides(n uint8, p sargon.Piece, from, to int) {
	flags := firstMoveFlag(p)
	for _, step := range steps0x88[from:to] {
		for at := n + step; at&0x88 == 0; at += step {
			met := b.squares[at]
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

// Directions of pawns by colour: ahead, and the two captures (spec §2).
var pawnDirections = [2][3]int{{4, 1, 0}, {5, 2, 3}}

// pawnDirectionsOf returns the directions of the pawn p. A piece without a type moves as a black pawn
// does (spec §14.8).
func pawnDirectionsOf(p sargon.Piece) *[3]int {
	if isEmpty(p) {
		return &pawnDirections[1]
	}
	return &pawnDirections[p>>7]
}

// pawnMoves adds the moves of a pawn in the order of spec §4: one step, two steps, then the two captures.
func (b *board0x88) pawnMoves(n uint8, p sargon.Piece, previous *record) {
	dirs := pawnDirectionsOf(p)
	flags := firstMoveFlag(p)
	step := steps0x88[dirs[0]]
	if at := n + step; at&0x88 == 0 && isEmpty(b.squares[at]) {
		b.addPawn(n, at, flags|sargon.Flags(b.squares[at]))
		at += step
		if !p.Moved() && at&0x88 == 0 && isEmpty(b.squares[at]) {
			b.add(n, at, flags|sargon.Flags(b.squares[at]))
		}
	}
	for _, d := range dirs[1:] {
		at := n + steps0x88[d]
		if at&0x88 != 0 {
			continue
		}
		if met := b.squares[at]; isEmpty(met) {
			b.enPassant(n, at, p, previous)
		} else if met.Color() != p.Color() {
			b.addPawn(n, at, flags|sargon.Flags(met))
		}
	}
}

// addPawn adds a move of a pawn, which becomes a queen on the last rank.
func (b *board0x88) addPawn(from, to uint8, flags sargon.Flags) {
	if to >= 0x70 || to < 0x08 {
		flags |= sargon.Promotion
	}
	b.add(from, to, flags)
}

// enPassant adds the capture onto the empty square to, if the pawn stands on its fifth
// rank and the previous move was the first one of a pawn standing next to it: whether that
// was a two-step is not asked (spec §14.2).
func (b *board0x88) enPassant(n, to uint8, p sargon.Piece, previous *record) {
	fifth := uint8(4)
	if p.Color() == sargon.Black {
		fifth = 3
	}
	if n>>4 != fifth || previous.flags&sargon.FirstMove == 0 {
		return
	}
	beside := previous.to
	taken := b.squares[beside&0x7F]
	distance := int(beside) - int(to)
	if taken.Type() != sargon.Pawn || (distance != 16 && distance != -16) {
		return
	}
	flags := firstMoveFlag(p)
	b.add(n, to, sargon.DoubleMove|flags|sargon.Flags(b.squares[to]))
	b.add(beside, beside, sargon.Flags(taken)|flags)
	b.closePair()
}

// castling adds castling with the rook on n + toRook, if the squares between are empty and
// not attacked, but for b1 and b8 (spec §4).
func (b *board0x88) castling(n uint8, p sargon.Piece, toRook int8) {
	rook := n + uint8(toRook)
	if rook&0x88 != 0 || b.squares[rook]&^sargon.ColorBit != sargon.Piece(sargon.Rook) {
		return
	}
	step := uint8(0xFF) // from the rook towards the king
	if rook < n {
		step = 1
	}
	for between := rook + step; between != n; between += step {
		if b.squares[between&0x7F] != sargon.Empty {
			return
		}
		if between != 0x01 && between != 0x71 && b.attacked(between, p.Color()) {
			return
		}
	}
	b.add(n, n-2*step, sargon.DoubleMove|sargon.FirstMove)
	b.add(rook, n-step, sargon.FirstMove)
	b.closePair()
}
