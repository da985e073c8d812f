package analysis

import (
	"context"
	"fmt"

	"sargon78/sargon"
)

// part is a part of a static evaluation (spec §8), as a chess player would count it.
type part int

const (
	material    part = iota // what was taken and given since the root
	atStake                 // the greatest loss of the side that has just moved
	secondLoss              // half of the second greatest loss of the other side
	loose                   // half a pawn for each other piece that can be lost
	control                 // attackers of all squares
	development             // castling, unmoved knights and bishops, early rooks and queens
	parts       = iota
)

// partSet is a set of parts that are looked at together.
type partSet []part

// account is the static evaluation of a leaf in parts. They are compared with the root, and counted for
// the side that searched: the first four in half pawns, control and development in eighths of a pawn.
type account struct {
	parts   [parts]int
	own     sargon.Color // that searched
	mover   sargon.Color
	hanging sargon.Square // of the piece that just moved, if it can be lost: then control does not count
	moved   sargon.Piece  // that piece

	taken, given  [sargon.King + 1]int // pieces of the other side, and its own, fewer than at the root
	stake, second exchangeAt           // what atStake and secondLoss come from
	others        []exchangeAt         // what else hangs
	kings, minors int                  // of development: the part of kings, and of knights and bishops
	early         int                  // and of rooks and queens
}

// exchangeAt is an exchange that an evaluation counts.
type exchangeAt struct {
	square sargon.Square // NoSquare for none
	piece  sargon.Piece
	loss   int // in half pawns
}

// Sizes of the parts in eighths of a pawn (spec §8).
const (
	halfPawn     = 4
	controlUnit  = 1
	evenValue    = int(sargon.Even)
	mostMaterial = halfPawn * materialLimit
	mostControl  = controlUnit * controlLimit
)

// exchanged reports whether anything was taken.
func (a *account) exchanged() bool {
	none := [sargon.King + 1]int{}
	return a.taken != none || a.given != none
}

// eighths returns what a part adds to the value, before limits, in eighths of a pawn.
func (a *account) eighths(p part) int {
	switch {
	case p < control:
		return halfPawn * a.parts[p]
	case a.hanging != sargon.NoSquare:
		return 0
	}
	return controlUnit * a.parts[p]
}

// sum returns what some parts add to the value, before limits, in eighths of a pawn.
func (a *account) sum(set partSet) (eighths int) {
	for _, p := range set {
		eighths += a.eighths(p)
	}
	return eighths
}

// sums returns material and control before their limits, without some parts, in eighths of a pawn.
func (a *account) sums(without partSet) (points, squares int) {
	for p := range part(parts) {
		switch {
		case contains(without, p):
		case p < control:
			points += a.eighths(p)
		default:
			squares += a.eighths(p)
		}
	}
	return points, squares
}

func contains(set partSet, p part) bool {
	for _, q := range set {
		if p == q {
			return true
		}
	}
	return false
}

// value returns the score that the leaf would have, for the side that searched, without some parts.
func (a *account) value(without ...part) int {
	points, squares := a.sums(without)
	return evenValue + max(-mostMaterial, min(points, mostMaterial)) +
		max(-mostControl, min(squares, mostControl))
}

// limits returns how far material and board control exceed the limits of the evaluation, in eighths of a
// pawn: more than 0 above the upper limit, less than 0 below the lower one, 0 within both.
func (a *account) limits() (points, squares int) {
	p, s := a.sums(nil)
	return p - max(-mostMaterial, min(p, mostMaterial)), s - max(-mostControl, min(s, mostControl))
}

// accountOf takes a leaf apart with the help of an engine, whose position it changes. The error says what
// is not as in the trace: then nothing can be said of its parts.
func (s *Study) accountOf(ctx context.Context, l *leaf) (*account, error) {
	if l.end != evaluated {
		return nil, fmt.Errorf("%v is no evaluation", l.line)
	}
	n := len(l.line)
	p := s.tree.root
	p.Board, p.Royal, p.Previous = l.state.Board, l.state.Royal, l.line[n-1]
	p.Side, p.MoveNumber = s.tree.side(n), s.moveNumber(n)
	x, err := s.examine(ctx, p)
	if err != nil {
		return nil, err
	}
	e := Explain(p, x)
	totals := e.Totals
	if totals.HangingMover != sargon.NoSquare {
		totals.PointsWon1, totals.PointsWon2 = totals.PointsWon2, 0
	}
	totals.Value = l.value
	if totals != l.state.Totals {
		return nil, fmt.Errorf("evaluation %d: the parts are %+v, not %+v", l.eval, totals, l.state.Totals)
	}
	a := &account{
		own: s.tree.root.Side, mover: p.Side, hanging: e.HangingMover, moved: p.Board[e.HangingMover],
	}
	a.add(&s.explained, -1)
	a.add(&e, 1)
	a.exchanges(&e)
	want := int(l.value)
	if a.mover == a.own {
		want = 2*evenValue - want
	}
	if a.value() != want {
		return nil, fmt.Errorf("evaluation %d: the parts make %d, not %d", l.eval, a.value(), want)
	}
	return a, nil
}

// moveNumber returns MOVENO at ply n (spec §11).
func (s *Study) moveNumber(n int) uint8 {
	later := n / 2
	if s.tree.root.Side == sargon.White {
		later = (n - 1) / 2
	}
	return s.tree.root.MoveNumber + uint8(later)
}

// add adds an evaluation to the parts that are compared with the root, which is subtracted.
func (a *account) add(e *Explanation, sign int) {
	for i := range e.Squares {
		sq := &e.Squares[i]
		white := sign // a number that is good for White
		if a.own == sargon.Black {
			white = -sign
		}
		a.parts[control] += white * int(sq.ControlTerm)
		a.parts[development] += white * int(sq.PieceTerm)
		t := sq.Piece.Type()
		switch t {
		case sargon.NoPiece:
			continue
		case sargon.King:
			a.kings += white * int(sq.PieceTerm)
		case sargon.Knight, sargon.Bishop:
			a.minors += white * int(sq.PieceTerm)
		default:
			a.early += white * int(sq.PieceTerm)
		}
		count, mine := &a.taken, sign
		if sq.Piece.Color() == a.own {
			count = &a.given
		} else {
			mine = -sign
		}
		count[t] -= sign
		a.parts[material] += mine * 2 * int(t.Value())
		if sq.Exchange != 0 {
			a.parts[loose] -= mine
		}
	}
}

// exchanges moves the losses that count in full, or half, out of the loose pieces.
func (a *account) exchanges(e *Explanation) {
	mover := 1
	if a.mover != a.own {
		mover = -1
	}
	if e.PointsLost > 0 {
		a.stake = a.find(e, e.PointsLost, true)
		a.parts[atStake] = -mover * int(e.PointsLost) // L, and the half pawn that the piece counts less
		a.parts[loose] += mover
	}
	if e.Won > 0 && e.HangingMover == sargon.NoSquare {
		a.second = a.find(e, e.PointsWon2, false)
		a.second.loss = int(e.Won)
		a.parts[secondLoss] = mover * int(e.Won)
	}
	for i := range e.Squares {
		sq := &e.Squares[i]
		if sq.Piece != sargon.Empty && sq.Exchange != 0 && sq.Square != a.stake.square {
			a.others = append(a.others, exchangeAt{sq.Square, sq.Piece, int(sq.Exchange)})
		}
	}
}

// find returns the last exchange of so many points (spec §8), of the side that moved or of the other.
func (a *account) find(e *Explanation, loss uint8, moved bool) (at exchangeAt) {
	for i := range e.Squares {
		sq := &e.Squares[i]
		if sq.Piece != sargon.Empty && (sq.Piece.Color() == a.mover) == moved && uint8(sq.Exchange) == loss {
			at = exchangeAt{square: sq.Square, piece: sq.Piece, loss: int(loss)}
		}
	}
	return at
}
