package cases

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"

	"sargon78/native/reference"
	"sargon78/sargon"
	"sargon78/sargon/game"
)

// maker makes a case.
type maker struct {
	*rand.Rand
	reference  *reference.Engine
	capability Capability
	levels     Levels
}

func newMaker(random rand.Source, ask Capability, levels Levels) *maker {
	return &maker{rand.New(random), reference.New(), ask, levels}
}

// oneOf draws one of several.
func oneOf[T any](r *rand.Rand, all []T) T { return all[r.IntN(len(all))] }

// Searches that take too long are not made: from expensiveLevel on where both sides together have many
// moves. Those of the corpus at such a level come to their end soon, or are stopped.
const (
	expensiveLevel     = 3
	manyMoves          = 80 // of both sides, too many for expensiveLevel; fewer are for higher ones
	fewerMovesForDepth = 10
	deepMaxEvals       = 1500
)

// single makes a case of one search: it changes one of some until there is a position as before.
func (m *maker) single(all []Case) Case {
	for {
		c := oneOf(m.Rand, all)
		wasDeep, wasWrongCheck := isDeep(c), isWrongCheck(&c.Start)
		c = c.With(func(p *Ply) { p.Level = max(m.levels.Pick(m.Rand), p.Level) })
		c.Start = m.mutate(c.Start)
		if c.Stateful || c.Start.Validate() != nil || isWrongCheck(&c.Start) != wasWrongCheck {
			continue
		}
		m.moveFirst(&c)
		last := c.Last()
		if c.Start.MoveNumber == 1 {
			last.QueenPawn, last.NoBook = m.IntN(2) == 0, m.IntN(3) == 0
		}
		if wasDeep {
			last.MaxEvals = cmp.Or(last.MaxEvals, deepMaxEvals)
			if m.capability > AnyCase { // a limit that is not reached is none
				if _, err := m.search(&c, last.MaxEvals); err == nil {
					last.MaxEvals = 0
				}
			}
		} else if isDeep(c) {
			other := c.Start
			other.Side = other.Side.Other()
			moves := len(legalMoves(c.Start)) + len(legalMoves(other))
			cheap := max(expensiveLevel-1, expensiveLevel-1+(manyMoves-moves)/fewerMovesForDepth)
			last.Level = min(last.Level, sargon.Level(cheap))
		}
		return c
	}
}

// afterMoveEvery is the share of single cases, one in so many, whose search comes after a move.
const afterMoveEvery = 4

// mostRecords are how many records of the list the moves of a piece of each type fill at most; the list
// in which the program looks for a move that is played has room for listedMoves (spec §13).
var mostRecords = [8]int{sargon.Pawn: 5, sargon.Knight: 8, sargon.Bishop: 13, sargon.Rook: 14,
	sargon.Queen: 27, sargon.King: 12}

const listedMoves = listBytes / 2 / reference.RecordBytes

// moveFirst has a case begin with a move now and then: often with castling, if that is legal, to which
// games of random moves hardly ever come.
func (m *maker) moveFirst(c *Case) {
	p, records := &c.Start, 0
	for _, piece := range p.Board {
		if isPiece(piece) && piece.Color() == p.Side {
			records += mostRecords[piece.Type()]
		}
	}
	if isWrongCheck(p) || isOneStep(p) || records > listedMoves || !ExpressibleInFEN(*p) {
		return
	}
	legal := legalMoves(*p)
	castling := slices.DeleteFunc(slices.Clone(legal), func(move sargon.Move) bool {
		files := move.To.File() - move.From.File()
		return p.Board[move.From].Type() != sargon.King || files*files <= 1
	})
	switch {
	case len(castling) > 0 && m.IntN(2) == 0:
		legal = castling
	case len(legal) == 0 || m.IntN(afterMoveEvery) > 0:
		return
	}
	c.Plies = []Ply{{Move: pickMove(m.Rand, legal, 0)}, *c.Last()}
}

// isWrongCheck reports whether the side is in check that is not to move.
func isWrongCheck(p *sargon.Position) bool { return p.InCheck(p.Side.Other()) }

// search has the reference engine do the last search of a case, and count what it reaches.
func (m *maker) search(c *Case, maxEvals uint64) (sargon.Result, error) {
	if err := c.SetUp(context.Background(), m.reference); err != nil {
		return sargon.Result{}, err
	}
	clear(m.reference.Reached[:])
	options := c.Options()
	options.MaxEvals = maxEvals
	return m.reference.Search(context.Background(), options)
}

// Deep searches are stopped at a number of evaluations. The first few hundred already order the
// moves of each ply but the last, follow checks there, and fill the list area. They cost about a
// tenth of all evaluations at levels 1 and 2.
const (
	deepEvery                   = 120
	stoppedFirst, stoppedAtLast = 100, 500
)

// deepLevels are the levels of deep cases: the deeper, the less they have in common with
// usual ones.
var deepLevels = Levels{3: 1, 4: 2, 5: 3, 6: 3}

// ofKind makes a case from a file of the corpus, or from any: now and then one that is stopped
// before anything is made, or one at a level so high that it must be stopped.
func (m *maker) ofKind(kind string) Case {
	c := m.single(theCorpus().byKind[kind])
	switch last := c.Last(); {
	case last.MaxEvals > 0:
	case kind == kindDeep || kind == kindMixed && m.IntN(deepEvery) == 0:
		c.Origin, c.Note = kindDeep, c.Origin
		last.Level = deepLevels.Pick(m.Rand)
		last.MaxEvals = stoppedFirst + m.Uint64N(stoppedAtLast-stoppedFirst)
	case m.IntN(100) == 0:
		last.MaxEvals = 1 + m.Uint64N(2)
	}
	return c
}

// How often a targeted case is tried, and how much a search may cost then.
const (
	targetTries    = 8
	targetMaxEvals = 1000
)

// targeted mutates cases that reach a rule of the specification until the mutant reaches it, too,
// without leaving the specification. If none does after all tries, it returns a case unchanged.
func (m *maker) targeted(target reference.Rule) (c Case) {
	known := slices.DeleteFunc(slices.Clone(theCorpus().witnesses[target]), func(c Case) bool {
		return needs(&c) < m.capability
	})
	if len(known) == 0 { // any position may reach it
		known = theCorpus().byKind[kindMixed]
	}
	for range targetTries {
		c = m.single(known)
		result, _ := m.search(&c, targetMaxEvals)
		if m.reference.Reached[target] > 0 && result.UndefinedReason == "" {
			break
		}
		c = oneOf(m.Rand, known)
	}
	c.Origin, c.Note = kindTargeted, "to "+target.String()
	return c
}

// game makes a game with searches on the way, of random moves or, in self-play, of the reference
// engine's. When it is over, its last position is searched again. One that keeps its state also has moves
// that must be refused, and several searches of a position. The rules of chess, which share nothing with
// any engine, say which moves are legal.
func (m *maker) game(kind string, first, every, size int) Case {
	c := Case{Origin: kind, Start: sargon.StartPosition(), Stateful: kind == kindStateful}
	levels := m.levels
	if c.Stateful && m.IntN(2) == 0 {
		s := m.statefulStart()
		c.Start = s.Start
		if level := s.Last().Level; level > sargon.MinLevel {
			levels, every = Levels{}, 1 // only below the root a list may be an old one
			levels[level] = 1
		}
	}
	_ = m.reference.SetPosition(c.Start)
	captures := m.Float64() / 2
	for wait := m.IntN(first); size > 0; wait-- {
		ply, legal := Ply{}, legalMoves(m.reference.Position())
		if wait <= 0 || len(legal) == 0 {
			wait = 1 + m.IntN(every)
			ply.Level = levels.Pick(m.Rand)
			if m.reference.Position().MoveNumber == 1 {
				ply.QueenPawn, ply.NoBook = m.IntN(2) == 0, m.IntN(3) == 0
			}
			size--
		}
		if c.Stateful && size > 0 {
			ply.Refused = m.refused(legal)
		}
		stays := c.Stateful && ply.Level > 0 && m.IntN(5) == 0
		if size > 0 && len(legal) > 0 && !stays {
			ply.Move = pickMove(m.Rand, legal, captures)
			if kind == kindSelfPlay && ply.Level > 0 {
				options := sargon.SearchOptions{Level: sargon.MinLevel}
				found, _ := m.reference.Search(context.Background(), options)
				ply.Move = found.Best
			}
		}
		c.Plies = append(c.Plies, ply)
		if move := ply.Move; !move.IsZero() && m.reference.Play(move.From, move.To) != nil {
			for ; size > 0; size-- { // 10x12 is wrong: the engines are asked
				c.Plies = append(c.Plies, Ply{Level: levels.Pick(m.Rand)})
			}
		}
	}
	return c
}

// statefulStart returns where a game that keeps its state can begin: often where pawns promote, so that
// the searches leave royal squares elsewhere (spec §14.1).
func (m *maker) statefulStart() Case {
	for {
		c := oneOf(m.Rand, theCorpus().byKind[kindStateful])
		c.Start = m.mutate(c.Start)
		p := &c.Start
		if p.Validate() == nil && !isWrongCheck(p) && !isOneStep(p) {
			if m.IntN(4) == 0 { // it stays at 255
				p.MoveNumber = uint8(253 + m.IntN(3))
			}
			return c
		}
	}
}

// isOneStep reports whether a pawn has just moved for the first time, but not two squares from where
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
		if d.Move.Promotion == sargon.Queen {
			m.Flags |= sargon.Promotion
		}
		// A pawn that has moved and goes two came from the first rank, where chess knows none.
		isOdd := isTwoStep(&p, m) && p.Board[m.From].Moved()
		if !isOdd && !d.Move.Underpromotes() {
			legal = append(legal, m)
		}
	}
	return legal
}

// isTwoStep reports whether a pawn goes two squares ahead.
func isTwoStep(p *sargon.Position, m sargon.Move) bool {
	step := int(m.To) - int(m.From)
	return p.Board[m.From].Type() == sargon.Pawn && (step == 20 || step == -20)
}

// pickMove draws a move; now and then it prefers a capture.
func pickMove(r *rand.Rand, moves []sargon.Move, captures float64) sargon.Move {
	m := oneOf(r, moves)
	for range 4 {
		if m.Flags != 0 || r.Float64() >= captures {
			break
		}
		m = oneOf(r, moves)
	}
	m.Flags = 0
	return m
}

// refused returns up to two moves that the program must refuse in the reference engine's position:
// those that leave the king attacked, or any that are not legal.
func (m *maker) refused(legal []sargon.Move) (refused []sargon.Move) {
	p := m.reference.Position()
	leaveKing := slices.DeleteFunc(m.reference.Moves(nil), func(move sargon.Move) bool {
		after := p
		after.Board[move.To], after.Board[move.From] = after.Board[move.From], sargon.Empty
		return !after.InCheck(p.Side)
	})
	for range m.IntN(3) {
		move := sargon.Move{
			From: sargon.SquareAt(m.IntN(8), m.IntN(8)), To: sargon.SquareAt(m.IntN(8), m.IntN(8)),
		}
		if len(leaveKing) > 0 && m.IntN(2) == 0 {
			one := oneOf(m.Rand, leaveKing)
			move.From, move.To = one.From, one.To
		}
		// A pawn that has not moved goes two squares from wherever it stands (spec §4); in chess from one
		// rank only.
		rank := move.From.Rank()
		isOdd := isTwoStep(&p, move) && !p.Board[move.From].Moved() && rank != 1 && rank != 6
		if !isOdd && !slices.ContainsFunc(legal, move.Same) {
			refused = append(refused, move)
		}
	}
	return refused
}
