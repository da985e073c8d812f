package native

import (
	"sargon78/native/codes"
	"sargon78/sargon"
)

// boardMailbox is the third classic board: 64 squares and no border. A step is taken on an
// imaginary 10x12 board, and two tables translate:
//
//	mailbox, 10x12 → 0–63                   mailbox64, 0–63 → 10x12
//	  -1 -1 -1 -1 -1 -1 -1 -1 -1 -1
//	  -1 -1 -1 -1 -1 -1 -1 -1 -1 -1
//	8 -1 56 57 58 59 60 61 62 63 -1         91 92 93 94 95 96 97 98
//	7 -1 48 49 50 51 52 53 54 55 -1         81 82 83 84 85 86 87 88
//	  …                                     …
//	1 -1  0  1  2  3  4  5  6  7 -1         21 22 23 24 25 26 27 28
//	  -1 -1 -1 -1 -1 -1 -1 -1 -1 -1
//	  -1 -1 -1 -1 -1 -1 -1 -1 -1 -1
//	      a  b  c  d  e  f  g  h
//
// The border costs no memory of the board then, and a position fits in 64 bytes; the price
// is one more look-up for every step. Colours and types are kept apart, in an array each.
//
// It generates moves, for comparison with the others; it does not evaluate.
type boardMailbox struct {
	color [64]int8 // 0 White, 1 Black, noColor
	piece [64]sargon.PieceType
	moved [64]bool
	king  [2]uint8
	moveList
}

const noColor = 2

// The tables of the mailbox.
var (
	mailbox = func() (table [sargon.BoardSize]int8) {
		for i := range table {
			table[i] = -1
			if s := sargon.Square(i); s.OnBoard() {
				table[i] = int8(codes.To64(s))
			}
		}
		return table
	}()
	mailbox64 = func() (table [64]uint8) {
		for n := range table {
			table[n] = uint8(codes.From64(n))
		}
		return table
	}()
)

// slide tells by type which pieces move any distance; offsets are their steps, and those of
// pawns by colour: ahead, ahead again, and the two captures (spec §2).
var (
	slide   = [7]bool{sargon.Bishop: true, sargon.Rook: true, sargon.Queen: true}
	offsets = [7][]int8{
		sargon.Knight: directions[8:16], sargon.Bishop: directions[0:4],
		sargon.Rook: directions[4:8], sargon.Queen: directions[0:8], sargon.King: directions[0:8],
	}
	pawnOffsets = [2][4]int8{{+10, +10, +11, +9}, {-10, -10, -11, -9}}
)

func (b *boardMailbox) name() string { return "mailbox" }

func (b *boardMailbox) number(s sargon.Square) uint8      { return uint8(codes.To64(s)) }
func (b *boardMailbox) square(number uint8) sargon.Square { return codes.From64(int(number)) }

func (b *boardMailbox) set(p *sargon.Position) {
	for n := range uint8(64) {
		b.put(n, p.Board[mailbox64[n]])
		if b.piece[n] == sargon.King {
			b.king[b.color[n]] = n
		}
	}
}

// at returns the byte of spec §1 for what stands on a square; whether a king has castled is
// not known.
func (b *boardMailbox) at(n uint8) sargon.Piece {
	if b.color[n] == noColor {
		return sargon.Empty
	}
	p := sargon.Piece(b.color[n])<<7 | sargon.Piece(b.piece[n])
	if b.moved[n] {
		p |= sargon.MovedBit
	}
	return p
}

// put is the inverse of at.
func (b *boardMailbox) put(n uint8, p sargon.Piece) {
	b.color[n], b.piece[n], b.moved[n] = int8(p>>7), p.Type(), p.Moved()
	if p == sargon.Empty {
		b.color[n] = noColor
	}
}

// step returns the square one step from n, or -1.
func step(n uint8, offset int8) int8 { return mailbox[int(mailbox64[n])+int(offset)] }

func (b *boardMailbox) replace(n uint8, t sargon.PieceType) { b.piece[n] = t }

func (b *boardMailbox) moves(side sargon.Color, previous *record) []record {
	start := b.next
	b.begin()
	b.generate(side, previous, b.inCheck(side))
	return b.records[start:b.next]
}

func (b *boardMailbox) generate(side sargon.Color, previous *record, check bool) {
	own := int8(side >> 7)
	for n := range uint8(64) {
		if b.color[n] != own {
			continue
		}
		t := b.piece[n]
		if t == sargon.Pawn {
			b.pawnMoves(n, previous)
			continue
		}
		for _, offset := range offsets[t] {
			for to := step(n, offset); to >= 0; to = step(uint8(to), offset) {
				if b.color[to] == own {
					break
				}
				b.add(n, uint8(to), sargon.Flags(b.at(uint8(to))))
				if b.color[to] != noColor || !slide[t] {
					break
				}
			}
		}
		if t == sargon.King && !b.moved[n] && !check {
			b.castling(n, +3)
			b.castling(n, -4)
		}
	}
}

func (b *boardMailbox) add(from, to uint8, flags sargon.Flags) {
	b.moveList.add(from, to, flags|first(b.at(from)))
}

func (b *boardMailbox) addPawn(from, to uint8, flags sargon.Flags) {
	if to >= 56 || to < 8 {
		flags |= sargon.Promotion
	}
	b.add(from, to, flags)
}

func (b *boardMailbox) pawnMoves(n uint8, previous *record) {
	steps := &pawnOffsets[b.color[n]]
	if to := step(n, steps[0]); to >= 0 && b.color[to] == noColor {
		b.addPawn(n, uint8(to), 0)
		if to = step(uint8(to), steps[1]); to >= 0 && !b.moved[n] && b.color[to] == noColor {
			b.add(n, uint8(to), 0)
		}
	}
	for _, offset := range steps[2:] {
		to := step(n, offset)
		switch {
		case to < 0 || b.color[to] == b.color[n]:
		case b.color[to] == noColor:
			b.enPassant(n, uint8(to), previous)
		default:
			b.addPawn(n, uint8(to), sargon.Flags(b.at(uint8(to))))
		}
	}
}

// enPassant adds the capture onto the empty square to: see board0x88.enPassant.
func (b *boardMailbox) enPassant(n, to uint8, previous *record) {
	fifth := [2]uint8{4, 3}[b.color[n]]
	if n>>3 != fifth || previous.flags&sargon.FirstMove == 0 {
		return
	}
	beside := previous.to
	distance := int(beside) - int(to)
	if b.piece[beside] != sargon.Pawn || (distance != 8 && distance != -8) {
		return
	}
	b.add(n, to, sargon.DoubleMove)
	b.moveList.add(beside, beside, sargon.Flags(b.at(beside))|first(b.at(n)))
	b.double()
}

// castling adds castling with the rook on n + toRook: see board0x88.castling.
func (b *boardMailbox) castling(n uint8, toRook int) {
	rook := uint8(int(n) + toRook)
	if b.piece[rook] != sargon.Rook || b.moved[rook] {
		return
	}
	toKing := 1
	if toRook > 0 {
		toKing = -1
	}
	for between := int(rook) + toKing; between != int(n); between += toKing {
		if b.color[between] != noColor {
			return
		}
		if file := between & 7; file != 1 && b.attacked(uint8(between), b.color[n]^1) {
			return
		}
	}
	b.add(n, uint8(int(n)-2*toKing), sargon.DoubleMove)
	b.moveList.add(rook, uint8(int(n)-toKing), sargon.FirstMove)
	b.double()
}

func (b *boardMailbox) inCheck(side sargon.Color) bool {
	own := int8(side >> 7)
	return b.attacked(b.king[own], own^1)
}

// attacked tells whether a square is attacked by a colour.
func (b *boardMailbox) attacked(n uint8, by int8) bool {
	for d, offset := range directions[:16] {
		adjacent := true
		for at := step(n, offset); at >= 0; at, adjacent = step(uint8(at), offset), false {
			if b.color[at] == noColor && d < 8 {
				continue
			}
			if b.color[at] == by && b.attacks(uint8(at), d, adjacent) {
				return true
			}
			break
		}
	}
	return false
}

// attacks judges a piece met in direction d from the square it may attack (spec §5).
func (b *boardMailbox) attacks(at uint8, d int, adjacent bool) bool {
	switch t := b.piece[at]; {
	case d >= 8:
		return t == sargon.Knight
	case t == sargon.King:
		return adjacent
	case t == sargon.Pawn:
		return adjacent && d < 4 && b.color[at] == int8(pawnsOf[d]>>7)
	default:
		return t == sargon.Queen || t == sargon.Bishop && d < 4 || t == sargon.Rook && d >= 4
	}
}

func (b *boardMailbox) make(first, second *record) {
	b.makeHalf(first)
	if first.flags&sargon.DoubleMove != 0 {
		b.makeHalf(second)
	}
}

func (b *boardMailbox) unmake(first, second *record) {
	b.unmakeHalf(first)
	if first.flags&sargon.DoubleMove != 0 {
		b.unmakeHalf(second)
	}
}

func (b *boardMailbox) makeHalf(r *record) {
	p := b.at(r.from)
	if r.flags&sargon.Promotion != 0 {
		p = p&^sargon.TypeBits | sargon.Piece(sargon.Queen)
	}
	b.put(r.to, p|sargon.MovedBit)
	b.put(r.from, sargon.Empty)
	if p.Type() == sargon.King {
		b.king[p>>7] = r.to
	}
}

func (b *boardMailbox) unmakeHalf(r *record) {
	p := b.at(r.to)
	if r.flags&sargon.Promotion != 0 {
		p = p&^sargon.TypeBits | sargon.Piece(sargon.Pawn)
	}
	if r.flags&sargon.FirstMove != 0 {
		p &^= sargon.MovedBit
	}
	b.put(r.from, p)
	b.put(r.to, r.flags.Captured())
	if p.Type() == sargon.King {
		b.king[p>>7] = r.from
	}
}
