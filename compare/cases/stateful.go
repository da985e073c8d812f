package cases

import (
	"context"
	"math/rand/v2"
	"slices"

	"sargon78/sargon"
	"sargon78/sargon/game"
)

// stateful makes a game of random moves that keeps its state: levels that change, several searches
// of a position, and moves that must be refused. One in two begins at the start of a game, the
// others at a seed, often one where pawns promote: then the searches leave royal squares elsewhere
// (spec §14.1). Which moves are legal the rules of chess say, which share nothing with any engine.
func (m *maker) stateful(r *rand.Rand, size int, levels Levels) Case {
	c := Case{Origin: kindStateful, Start: sargon.StartPosition(), Stateful: true}
	deeper := false // only below the root a list may be an old one
	if r.IntN(2) == 0 {
		s := m.statefulSeed(r, &c)
		if deeper = s.Stateful && s.Last().Level > sargon.MinLevel; deeper {
			levels = Levels{{s.Last().Level, 1}}
		}
	}
	_ = m.model.SetPosition(c.Start)
	captures := r.Float64() / 2
	for size > 0 {
		ply, legal := Ply{}, legalMoves(m.model.Position())
		if deeper || len(legal) == 0 || r.IntN(2) == 0 {
			ply.Level = levels.Pick(r)
			size--
		}
		if size > 0 {
			for range r.IntN(3) {
				if m := m.refusedMove(r, legal); !m.IsZero() {
					ply.Refused = append(ply.Refused, m)
				}
			}
			if len(legal) > 0 && (ply.Level == 0 || r.IntN(5) > 0) {
				ply.Move = pickMove(r, legal, captures)
			}
		}
		c.Plies = append(c.Plies, ply)
		if move := ply.Move; !move.IsZero() && m.model.Play(move.From, move.To) != nil {
			for ; size > 0; size-- { // 10x12 is wrong: the engines are asked
				c.Plies = append(c.Plies, Ply{Level: levels.Pick(r)})
			}
		}
	}
	return c
}

// statefulSeed gives a game that keeps its state its start, and returns from what it was made.
func (m *maker) statefulSeed(r *rand.Rand, c *Case) *seed {
	for {
		s := anySeed(r)()
		if own := theCorpus().byKind[kindStateful]; r.IntN(5) > 0 {
			s = own[r.IntN(len(own))]
		}
		c.Start, c.Note = m.mutate(r, s), s.Origin
		if p := &c.Start; s.Last().Level < dearLevel && s.Last().MaxEvals == 0 && p.Validate() == nil &&
			!p.InCheck(p.Side.Other()) && !isOneStep(p) {
			if r.IntN(4) == 0 { // it stays at 255
				p.MoveNumber = uint8(253 + r.IntN(3))
			}
			return s
		}
	}
}

// isOneStep tells whether a pawn has just moved for the first time, but not two squares from where
// pawns begin: the program may then take it en passant (spec §14.2), and chess does not.
func isOneStep(p *sargon.Position) bool {
	m := p.Previous
	return m.Flags&sargon.FirstMove != 0 && p.Board[m.To].Type() == sargon.Pawn &&
		p.EnPassant() == 0
}

// legalMoves returns the moves that the rules of chess allow. The flags tell only whether something
// is captured, and whether a pawn promotes: to a queen.
func legalMoves(p sargon.Position) (legal []sargon.Move) {
	moves, _ := game.Divide(context.Background(), p, 1)
	for _, d := range moves {
		m := sargon.Move{From: d.Move.From, To: d.Move.To}
		m.Flags = sargon.Flags(p.Board[m.To]) & sargon.CapturedType
		piece := p.Board[m.From]
		switch {
		case d.Move.Promotion == sargon.Queen:
			m.Flags |= sargon.Promotion
		case d.Move.Promotion != sargon.NoPiece:
			continue
		case piece.Type() == sargon.Pawn && piece.Moved() && (m.To-m.From == 20 || m.From-m.To == 20):
			continue // it came there from the first rank, where chess knows no pawn
		}
		legal = append(legal, m)
	}
	return legal
}

// refusedMove returns a move that the program must refuse in the reference model's position: one
// that leaves the king attacked, or any illegal one; zero if the one drawn happens to be legal.
func (m *maker) refusedMove(r *rand.Rand, legal []sargon.Move) sargon.Move {
	refused := sargon.Move{
		From: sargon.SquareAt(r.IntN(8), r.IntN(8)), To: sargon.SquareAt(r.IntN(8), r.IntN(8)),
	}
	if r.IntN(2) == 0 {
		refused = m.leavesKing(r, m.model.Position())
	}
	if slices.ContainsFunc(legal, refused.Same) {
		return sargon.Move{}
	}
	return refused
}

// leavesKing returns a move of the side to move that leaves its king attacked, if one of a few
// that are drawn does.
func (m *maker) leavesKing(r *rand.Rand, p sargon.Position) sargon.Move {
	moves := m.model.Moves(nil)
	for range min(len(moves), 30) {
		move := moves[r.IntN(len(moves))]
		after := p
		after.Board[move.To], after.Board[move.From] = after.Board[move.From], sargon.Empty
		if after.InCheck(p.Side) {
			return sargon.Move{From: move.From, To: move.To}
		}
	}
	return sargon.Move{}
}
