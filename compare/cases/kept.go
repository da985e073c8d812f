package cases

import (
	"math/rand/v2"

	"sargon78/sargon"
)

// kept makes games of random moves that keep their state, with so many searches: levels that
// change, several searches of a position, and moves that must be refused. One in two begins at
// the start of a game, the others at a set-up, often one where pawns promote: then the searches
// leave royal squares elsewhere (spec §14.1).
func (t *Tools) kept(r *rand.Rand, size int, levels Levels) (games []Game) {
	for size > 0 {
		if g, done := t.keptGame(r, size, levels); done > 0 {
			games = append(games, g)
			size -= done
		}
	}
	return games
}

func (t *Tools) keptGame(r *rand.Rand, size int, levels Levels) (g Game, done int) {
	g = Game{Origin: kindKept, Start: sargon.StartPosition(), Keep: true}
	if r.IntN(2) == 0 {
		c := pickClass(r)
		switch r.IntN(5) {
		case 0, 1:
			c = classNamed("promotion race")
		case 2, 3: // a side with nothing to list, after a search that has left a list
			c = classNamed("shut in")
		}
		p, ok := c.make(t, r)
		if !ok || c.maxLevel > 0 {
			return g, 0
		}
		if r.IntN(4) == 0 { // it stays at 255
			p.MoveNumber = uint8(253 + r.IntN(3))
		}
		g.Start, g.Note = p, c.name
	}
	_ = t.probe.SetPosition(g.Start)
	captures := r.Float64() / 2
	shut := g.Note == "shut in"
	if shut {
		levels = Levels{{2, 1}} // only below the root a list may be an old one
	}
	for done < size {
		ply := Ply{}
		if shut || r.IntN(2) == 0 {
			ply.Level = levels.Pick(r)
			done++
		}
		if done < size {
			for range r.IntN(3) {
				if m := t.refusedMove(r); !m.IsZero() {
					ply.Refused = append(ply.Refused, m)
				}
			}
			if ply.Level == 0 || r.IntN(5) > 0 {
				ply.Move = t.playRandom(r, captures)
			}
		}
		over := ply.Level == 0 && ply.Move.IsZero()
		if over { // mate or stalemate: search it once
			ply.Level, ply.Refused = levels.Pick(r), nil
			done++
		}
		g.Plies = append(g.Plies, ply)
		if over {
			break
		}
	}
	return g, done
}

// refusedMove returns a move that the program must refuse in the probe's position: one that leaves
// the king attacked, or any illegal one; zero if the one drawn happens to be legal. The probe is
// left as it was.
func (t *Tools) refusedMove(r *rand.Rand) sargon.Move {
	before := t.probe.Position()
	m := sargon.Move{
		From: sargon.SquareAt(r.IntN(8), r.IntN(8)), To: sargon.SquareAt(r.IntN(8), r.IntN(8)),
	}
	if r.IntN(2) == 0 {
		m = t.leavesKing(r, before)
	}
	if m.From == m.To {
		return sargon.Move{}
	}
	if t.probe.Play(m.From, m.To) != nil {
		return m
	}
	_ = t.probe.SetPosition(before)
	return sargon.Move{}
}

// leavesKing returns a move of the side to move that leaves its king attacked, if one of a few
// that are drawn does.
func (t *Tools) leavesKing(r *rand.Rand, p sargon.Position) sargon.Move {
	moves := t.probe.Moves(nil)
	for range min(len(moves), 30) {
		m := moves[r.IntN(len(moves))]
		after := p
		after.Board[m.To], after.Board[m.From] = after.Board[m.From], sargon.Empty
		if after.InCheck(p.Side) {
			return sargon.Move{From: m.From, To: m.To}
		}
	}
	return sargon.Move{}
}
