package game

import (
	"context"
	"fmt"

	"sargon78/sargon"
)

// mailbox is a board of 64 squares without a border. A step is taken on an imaginary 10x12 board,
// and two tables translate:
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
// The border costs no memory of the board then; the price is one more look-up for every step.
//
// It knows the rules of chess, all of them and no others, and shares nothing with any engine: so it
// can referee them all. A move is made on a copy, so there is none to unmake.
type mailbox struct {
	squares [64]sargon.Piece
	king    [2]int8 // White's, Black's
	side    sargon.Color
	passed  int8 // a pawn that has just moved two squares, or nowhere
}

// nowhere is what a step off the board leads to.
const nowhere = -1

// jump is a move in the numbers of the mailbox.
type jump struct {
	from, to  int8
	promotion sargon.PieceType
}

var (
	mailbox64 = func() (table [64]int8) {
		for n := range table {
			table[n] = int8(sargon.SquareAt(n%8, n/8))
		}
		return table
	}()
	mailboxOf = func() (table [sargon.BoardSize]int8) {
		for i := range table {
			table[i] = nowhere
		}
		for n, s := range mailbox64 {
			table[s] = int8(n)
		}
		return table
	}()
)

// Steps on the imaginary board, in the order of the program of 1978 (spec §2), so that a list of
// moves is in its order too.
var (
	diagonals   = []int8{+9, +11, -11, -9}
	straights   = []int8{+10, -10, +1, -1}
	knightSteps = []int8{-21, -12, +8, +19, +21, +12, -8, -19}
	kingSteps   = append(append([]int8{}, diagonals...), straights...)

	stepsOf = [...][]int8{
		sargon.Knight: knightSteps, sargon.Bishop: diagonals, sargon.Rook: straights,
		sargon.Queen: kingSteps, sargon.King: kingSteps,
	}
	slides = [...]bool{sargon.Bishop: true, sargon.Rook: true, sargon.Queen: true, sargon.King: false}

	promotions = []sargon.PieceType{sargon.Queen, sargon.Rook, sargon.Bishop, sargon.Knight}
)

// newMailbox returns the board of a position with a king on each side.
func newMailbox(p *sargon.Position) *mailbox {
	b := &mailbox{side: p.Side, passed: nowhere}
	for n, s := range mailbox64 {
		b.squares[n] = p.Board[s]
		if piece := b.squares[n]; piece.Type() == sargon.King {
			b.king[colorIndex(piece.Color())] = int8(n)
		}
	}
	if p.EnPassant() != 0 {
		b.passed = mailboxOf[p.Previous.To]
	}
	return b
}

// put gives a position what stands on the board, and whose turn it is.
func (b *mailbox) put(p *sargon.Position) {
	for n, s := range mailbox64 {
		p.Board[s] = b.squares[n]
	}
	p.Side = b.side
}

func colorIndex(c sargon.Color) int { return int(c >> 7) }

// step returns the square one step from n, or nowhere.
func step(n, offset int8) int8 { return mailboxOf[mailbox64[n]+offset] }

func (b *mailbox) isOwn(n int8) bool {
	p := b.squares[n]
	return p != sargon.Empty && p.Color() == b.side
}

// legal appends the legal moves: by square from a1, castling after the king's other moves.
func (b *mailbox) legal(list []jump) []jump {
	start := len(list)
	list = b.pseudoLegal(list)
	kept := list[:start]
	for _, j := range list[start:] {
		after := *b
		after.play(j)
		if !after.attacked(after.king[colorIndex(b.side)], after.side) {
			kept = append(kept, j)
		}
	}
	return kept
}

// pseudoLegal appends the moves that may leave the king attacked.
func (b *mailbox) pseudoLegal(list []jump) []jump {
	for n := range int8(64) {
		if !b.isOwn(n) {
			continue
		}
		t := b.squares[n].Type()
		if t == sargon.Pawn {
			list = b.pawnMoves(list, n)
			continue
		}
		for _, offset := range stepsOf[t] {
			for to := step(n, offset); to >= 0 && !b.isOwn(to); to = step(to, offset) {
				list = append(list, jump{from: n, to: to})
				if b.squares[to] != sargon.Empty || !slides[t] {
					break
				}
			}
		}
		if t == sargon.King {
			list = b.castling(list, n)
		}
	}
	return list
}

func (b *mailbox) pawnMoves(list []jump, n int8) []jump {
	ahead, home := int8(+10), int8(1)
	if b.side == sargon.Black {
		ahead, home = -10, 6
	}
	if to := step(n, ahead); to >= 0 && b.squares[to] == sargon.Empty {
		list = b.pawnMove(list, n, to)
		if n>>3 == home {
			if to = step(to, ahead); b.squares[to] == sargon.Empty {
				list = append(list, jump{from: n, to: to})
			}
		}
	}
	for _, offset := range [2]int8{ahead + ahead/10, ahead - ahead/10} {
		to := step(n, offset)
		switch {
		case to < 0 || b.isOwn(to):
		case b.squares[to] != sargon.Empty:
			list = b.pawnMove(list, n, to)
		case b.passed >= 0 && b.passed>>3 == n>>3 && b.passed&7 == to&7 && !b.isOwn(b.passed):
			list = append(list, jump{from: n, to: to}) // en passant
		}
	}
	return list
}

// pawnMove appends a move of a pawn, or all its promotions.
func (b *mailbox) pawnMove(list []jump, from, to int8) []jump {
	if to>>3 != 0 && to>>3 != 7 {
		return append(list, jump{from: from, to: to})
	}
	for _, t := range promotions {
		list = append(list, jump{from, to, t})
	}
	return list
}

// castling appends castling to both sides: the kingside first.
func (b *mailbox) castling(list []jump, king int8) []jump {
	const e, h, a = 4, 7, 0
	enemy := b.side.Other()
	if b.squares[king].Moved() || king&7 != e || b.attacked(king, enemy) {
		return list
	}
	for _, side := range []struct{ rook, toward int8 }{{h, +1}, {a, -1}} {
		rook := king - e + side.rook
		if p := b.squares[rook]; p.Type() != sargon.Rook || p.Moved() || !b.isOwn(rook) {
			continue
		}
		free := true
		for n := king + side.toward; n != rook; n += side.toward {
			free = free && b.squares[n] == sargon.Empty
		}
		// The square where it lands is looked at as after every move.
		if free && !b.attacked(king+side.toward, enemy) {
			list = append(list, jump{from: king, to: king + 2*side.toward})
		}
	}
	return list
}

// attacked tells whether a square is attacked by a colour.
func (b *mailbox) attacked(n int8, by sargon.Color) bool {
	is := func(at int8, t sargon.PieceType) bool {
		p := b.squares[at]
		return p != sargon.Empty && p.Color() == by && p.Type() == t
	}
	for _, offset := range knightSteps {
		if at := step(n, offset); at >= 0 && is(at, sargon.Knight) {
			return true
		}
	}
	for i, offset := range kingSteps {
		slider, diagonal := sargon.Rook, i < len(diagonals)
		if diagonal {
			slider = sargon.Bishop
		}
		at := step(n, offset)
		if at >= 0 && (is(at, sargon.King) ||
			// Black's pawns attack from above, White's from below.
			diagonal && (offset > 0) == (by == sargon.Black) && is(at, sargon.Pawn)) {
			return true
		}
		for ; at >= 0; at = step(at, offset) {
			if b.squares[at] != sargon.Empty {
				if is(at, slider) || is(at, sargon.Queen) {
					return true
				}
				break
			}
		}
	}
	return false
}

// play makes a move. Moved and castled bits are those of spec §1.
func (b *mailbox) play(j jump) {
	p := b.squares[j.from]
	distance := j.to - j.from
	passed := int8(nowhere)
	switch p.Type() {
	case sargon.Pawn:
		if distance == 16 || distance == -16 {
			passed = j.to
		}
		if b.squares[j.to] == sargon.Empty && distance&7 != 0 {
			b.squares[b.passed] = sargon.Empty
		}
		if j.promotion != sargon.NoPiece {
			p = sargon.NewPiece(j.promotion, b.side)
		}
	case sargon.King:
		b.king[colorIndex(b.side)] = j.to
		if distance == 2 {
			b.squares[j.to-1], b.squares[j.to+1] = b.squares[j.to+1]|sargon.MovedBit, sargon.Empty
			p |= sargon.CastledBit
		}
		if distance == -2 {
			b.squares[j.to+1], b.squares[j.to-2] = b.squares[j.to-2]|sargon.MovedBit, sargon.Empty
			p |= sargon.CastledBit
		}
	}
	b.squares[j.to], b.squares[j.from] = p|sargon.MovedBit, sargon.Empty
	b.passed = passed
	b.side = b.side.Other()
}

func (j jump) move() Move {
	return Move{
		From:      sargon.Square(mailbox64[j.from]),
		To:        sargon.Square(mailbox64[j.to]),
		Promotion: j.promotion,
	}
}

func jumpOf(m Move) jump {
	return jump{mailboxOf[m.From], mailboxOf[m.To], m.Promotion}
}

// Division is a legal move and how many lines of play begin with it.
type Division struct {
	Move  Move
	Nodes uint64
}

// Divide counts the lines of play of a length of depth half-moves, from 1, by the rules of chess
// and by moves at the root, in the order in which Sargon generates them. Errors: a position without
// one king each; if ctx ends, its error, with what was counted so far.
func Divide(ctx context.Context, p sargon.Position, depth int) ([]Division, error) {
	if err := p.Validate(); err != nil {
		return nil, fmt.Errorf("position: %w", err)
	}
	b := newMailbox(&p)
	var all []Division
	for _, j := range b.legal(nil) {
		after := *b
		after.play(j)
		all = append(all, Division{j.move(), after.count(ctx, depth-1)})
	}
	return all, ctx.Err()
}

// count counts lines of play.
func (b *mailbox) count(ctx context.Context, depth int) (nodes uint64) {
	if depth == 0 {
		return 1
	}
	if depth >= 3 && ctx.Err() != nil {
		return 0
	}
	var room [64]jump
	for _, j := range b.pseudoLegal(room[:0]) {
		after := *b
		after.play(j)
		if !after.attacked(after.king[colorIndex(b.side)], after.side) {
			nodes += after.count(ctx, depth-1)
		}
	}
	return nodes
}
