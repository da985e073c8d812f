package game

import (
	"context"
	"fmt"
	"slices"

	"sargon78/sargon"
)

// mailbox is a position in which moves are made by the rules of chess, all of them and no others. It
// shares nothing with any engine but the board with a border that sargon.Square draws: so it can
// referee them all. A move is made on a copy, so there is none to unmake.
type mailbox struct{ sargon.Position }

// Steps, in the order of the program of 1978 (spec §2), so that a list of moves is in its order too.
var (
	diagonals   = []sargon.Square{9, 11, back - 11, back - 9}
	straights   = []sargon.Square{10, back - 10, 1, back - 1}
	knightSteps = []sargon.Square{back - 21, back - 12, 8, 19, 21, 12, back - 8, back - 19}
	kingSteps   = slices.Concat(diagonals, straights)

	stepsOf = [...][]sargon.Square{
		sargon.Knight: knightSteps, sargon.Bishop: diagonals, sargon.Rook: straights,
		sargon.Queen: kingSteps, sargon.King: kingSteps,
	}
	slides = [...]bool{sargon.Bishop: true, sargon.Rook: true, sargon.Queen: true, sargon.King: false}
)

// back less a number is that many squares back: numbers of squares wrap.
const back = 0x100

// colorAndType are the bits of a piece's byte for colour and type, not for moved and castled.
const colorAndType = sargon.ColorBit | sargon.TypeBits

// hasPiece reports whether a piece of a colour stands on a square.
func (b *mailbox) hasPiece(s sargon.Square, t sargon.PieceType, c sargon.Color) bool {
	return b.Board[s]&colorAndType == sargon.NewPiece(t, c)
}

// isOwn reports whether a piece of the side to move stands on a square.
func (b *mailbox) isOwn(s sargon.Square) bool {
	p := b.Board[s]
	return p != sargon.Empty && p != sargon.Border && p.Color() == b.Side
}

// king returns where the king of a side stands.
func (b *mailbox) king(side sargon.Color) sargon.Square {
	return b.Royal[sargon.WhiteKing+int(side>>7)]
}

// legal returns the legal moves: by square from a1, castling after the king's other moves.
func (b *mailbox) legal() []Move {
	return slices.DeleteFunc(b.pseudoLegal(nil), func(m Move) bool { return !b.leavesKingSafe(m) })
}

// leavesKingSafe reports whether a move does not leave the king attacked.
func (b *mailbox) leavesKingSafe(m Move) bool {
	after := *b
	after.play(m)
	return !after.attacked(after.king(b.Side), after.Side)
}

// pseudoLegal appends the moves that may leave the king attacked.
func (b *mailbox) pseudoLegal(list []Move) []Move {
	for from := sargon.FirstSquare; from <= sargon.LastSquare; from++ {
		if !b.isOwn(from) {
			continue
		}
		t := b.Board[from].Type()
		if t == sargon.Pawn {
			list = b.pawnMoves(list, from)
			continue
		}
		for _, step := range stepsOf[t] {
			for to := from + step; b.Board[to] != sargon.Border && !b.isOwn(to); to += step {
				list = append(list, Move{From: from, To: to})
				if b.Board[to] != sargon.Empty || !slides[t] {
					break
				}
			}
		}
		if t == sargon.King {
			list = b.castling(list, from)
		}
	}
	return list
}

// pawnMoves adds the moves of the pawn on from, under the rules of chess. Its king may be in check
// afterwards.
func (b *mailbox) pawnMoves(list []Move, from sargon.Square) []Move {
	ahead, sides, home := straights[0], diagonals[:2], 1
	if b.Side == sargon.Black {
		ahead, sides, home = straights[1], diagonals[2:], 6
	}
	if to := from + ahead; b.Board[to] == sargon.Empty {
		list = pawnMove(list, from, to)
		if to += ahead; from.Rank() == home && b.Board[to] == sargon.Empty {
			list = append(list, Move{From: from, To: to})
		}
	}
	for _, step := range sides {
		switch to := from + step; {
		case b.Board[to] == sargon.Border || b.isOwn(to):
		case b.Board[to] != sargon.Empty:
			list = pawnMove(list, from, to)
		case to == b.EnPassant() && !b.isOwn(b.Previous.To):
			list = append(list, Move{From: from, To: to})
		}
	}
	return list
}

// pawnMove appends a move of a pawn, or all its promotions.
func pawnMove(list []Move, from, to sargon.Square) []Move {
	if rank := to.Rank(); rank != 0 && rank != 7 {
		return append(list, Move{From: from, To: to})
	}
	for t := sargon.Queen; t >= sargon.Knight; t-- {
		list = append(list, Move{from, to, t})
	}
	return list
}

// castling appends castling to both sides: the kingside first.
func (b *mailbox) castling(list []Move, king sargon.Square) []Move {
	const fileE = 4
	enemy := b.Side.Other()
	if b.Board[king].Moved() || king.File() != fileE || b.attacked(king, enemy) {
		return list
	}
	for _, side := range []struct{ rook, step sargon.Square }{{king + 3, 1}, {king - 4, back - 1}} {
		free := b.hasPiece(side.rook, sargon.Rook, b.Side) && !b.Board[side.rook].Moved()
		for s := king + side.step; s != side.rook; s += side.step {
			free = free && b.Board[s] == sargon.Empty
		}
		// The square where it lands is looked at as after every move.
		if free && !b.attacked(king+side.step, enemy) {
			list = append(list, Move{From: king, To: king + 2*side.step})
		}
	}
	return list
}

// attacked reports whether a square is attacked by a colour.
func (b *mailbox) attacked(s sargon.Square, by sargon.Color) bool {
	for _, step := range knightSteps {
		if b.hasPiece(s+step, sargon.Knight, by) {
			return true
		}
	}
	for i, step := range kingSteps {
		slider, diagonal := sargon.Rook, i < len(diagonals)
		if diagonal {
			slider = sargon.Bishop
		}
		at, above := s+step, step < back/2
		// Black's pawns attack from above, White's from below.
		if b.hasPiece(at, sargon.King, by) ||
			diagonal && above == (by == sargon.Black) && b.hasPiece(at, sargon.Pawn, by) {
			return true
		}
		for b.Board[at] == sargon.Empty {
			at += step
		}
		if b.hasPiece(at, slider, by) || b.hasPiece(at, sargon.Queen, by) {
			return true
		}
	}
	return false
}

func (b *mailbox) isEnPassant(m Move) bool {
	return b.Board[m.From].Type() == sargon.Pawn && m.From.File() != m.To.File() &&
		b.Board[m.To] == sargon.Empty
}

func (b *mailbox) isCapture(m Move) bool {
	return b.Board[m.To] != sargon.Empty || b.isEnPassant(m)
}

// isCastling reports whether a king goes two files.
func (b *mailbox) isCastling(m Move) bool {
	files := m.To.File() - m.From.File()
	return b.Board[m.From].Type() == sargon.King && (files == 2 || files == -2)
}

// play makes a move. Moved and castled bits are those of spec §1.
func (b *mailbox) play(m Move) {
	piece, previous := b.Board[m.From], sargon.Move{From: m.From, To: m.To}
	if !piece.Moved() {
		previous.Flags = sargon.FirstMove
	}
	switch {
	case m.Promotion != sargon.NoPiece:
		piece = sargon.NewPiece(m.Promotion, b.Side)
	case b.isEnPassant(m):
		b.Board[b.Previous.To] = sargon.Empty
	case b.isCastling(m):
		rook, rookTo := m.To+1, m.To-1
		if m.To < m.From {
			rook, rookTo = m.To-2, m.To+1
		}
		b.Board[rook], b.Board[rookTo] = sargon.Empty, b.Board[rook]|sargon.MovedBit
		piece |= sargon.CastledBit
	}
	if piece.Type() == sargon.King {
		b.Royal[sargon.WhiteKing+int(b.Side>>7)] = m.To
	}
	b.Board[m.From], b.Board[m.To] = sargon.Empty, piece|sargon.MovedBit
	b.Previous, b.Side = previous, b.Side.Other()
}

// Division is a legal move and how many lines of play begin with it.
type Division struct {
	Move  Move
	Nodes uint64
}

// Divide counts the lines of play of a length of depth half-moves, from 1, by the rules of chess
// and by moves at the root, in the order in which Sargon generates them. Errors: a position without
// one king each; if ctx ends, its error, with what was counted so far.
func Divide(ctx context.Context, p sargon.Position, depth int) (all []Division, err error) {
	if err := p.Validate(); err != nil {
		return nil, fmt.Errorf("position: %w", err)
	}
	p.FindRoyals()
	b := mailbox{p}
	for _, m := range b.legal() {
		after := b
		after.play(m)
		all = append(all, Division{m, after.count(ctx, depth-1)})
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
	var room [64]Move
	var after mailbox // one for all moves: in the loop each would be on the heap
	for _, m := range b.pseudoLegal(room[:0]) {
		after = *b
		after.play(m)
		if !after.attacked(after.king(b.Side), after.Side) {
			nodes += after.count(ctx, depth-1)
		}
	}
	return nodes
}
