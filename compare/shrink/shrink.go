// Package shrink reduces a case in which engines differ to a small one that still does.
//
//	differs := func(ctx context.Context, c cases.Case) bool { … }
//	small := shrink.Case(ctx, c, differs, shrink.Limits{Time: 20 * time.Second})
//
// The depth becomes smaller, then the history, the pieces, and what FEN cannot say. What is
// tried is always legal. How engines differ is not known here.
package shrink

import (
	"cmp"
	"context"
	"time"

	"sargon78/compare/cases"
	"sargon78/sargon"
)

// Limits bound the work.
type Limits struct {
	Tries int           // how often it is tried whether a case differs; 0: 4000
	Time  time.Duration // 0: a minute
}

// Case makes the depth of a case smaller, then its history, then its pieces, then what FEN
// cannot say, and all again until nothing helps, a limit is reached or ctx ends. differs
// tells whether a case still differs; it may not change the case.
func Case(
	ctx context.Context, c cases.Case, differs func(context.Context, cases.Case) bool, limits Limits,
) cases.Case {
	s := shrinker{
		differs: differs, triesLeft: cmp.Or(limits.Tries, 4000),
		deadline: time.Now().Add(cmp.Or(limits.Time, time.Minute)),
	}
	for {
		before := c.String()
		for _, reduce := range []func(context.Context, cases.Case) cases.Case{
			s.level, s.history, s.pieces, s.oddities, s.weaker,
		} {
			c = reduce(ctx, c)
		}
		if c.String() == before || !s.more(ctx) {
			return c
		}
	}
}

// shrinker is the shrinking of a case.
type shrinker struct {
	differs   func(context.Context, cases.Case) bool
	triesLeft int
	deadline  time.Time
}

// more tells whether another try is allowed.
func (s *shrinker) more(ctx context.Context) bool {
	return ctx.Err() == nil && s.triesLeft > 0 && time.Now().Before(s.deadline)
}

// try returns the smaller case if it is legal and still differs, else the one there was.
func (s *shrinker) try(ctx context.Context, smaller, c cases.Case) (cases.Case, bool) {
	if !s.more(ctx) {
		return c, false
	}
	p, err := smaller.Position()
	if err != nil || p.InCheck(p.Side.Other()) || smaller.Start.InCheck(smaller.Start.Side.Other()) {
		return c, false
	}
	s.triesLeft--
	if s.differs(ctx, smaller) {
		return smaller, true
	}
	return c, false
}

// level tries lower levels, the lowest first.
func (s *shrinker) level(ctx context.Context, c cases.Case) cases.Case {
	for level := sargon.MinLevel; level < c.Level; level++ {
		smaller := c
		smaller.Level = level
		if smaller, ok := s.try(ctx, smaller, c); ok {
			return smaller
		}
	}
	return c
}

// history tries to do without the moves: from the position they lead to, as FEN says it
// or else byte for byte; and if that does not differ, from a later position of the game.
func (s *shrinker) history(ctx context.Context, c cases.Case) cases.Case {
	if len(c.Moves) == 0 {
		return c
	}
	for left := range len(c.Moves) {
		// Keep only the last moves.
		p, err := cases.Case{Start: c.Start, Moves: c.Moves[:len(c.Moves)-left]}.Position()
		if err != nil {
			return c
		}
		smaller := c
		smaller.Moves = c.Moves[len(c.Moves)-left:]
		if plain, err := sargon.ParseRecordedFEN(p.FEN()); err == nil {
			smaller.Start = plain
			if smaller, ok := s.try(ctx, smaller, c); ok {
				return smaller
			}
		}
		smaller.Start = p
		if smaller, ok := s.try(ctx, smaller, c); ok {
			return smaller
		}
	}
	return c
}

// pieces tries to do without pieces, one after the other, until none can be spared.
func (s *shrinker) pieces(ctx context.Context, c cases.Case) cases.Case {
	for again := true; again; {
		again = false
		for square := sargon.FirstSquare; square <= sargon.LastSquare; square++ {
			if piece := c.Start.Board[square]; isMan(piece) && piece.Type() != sargon.King {
				smaller := c
				smaller.Start = without(c.Start, square)
				var ok bool
				c, ok = s.try(ctx, smaller, c)
				again = again || ok
			}
		}
	}
	return c
}

// isMan tells whether a byte of the board is a piece.
func isMan(p sargon.Piece) bool { return p != sargon.Empty && p != sargon.Border }

// without takes a piece off the board.
func without(p sargon.Position, square sargon.Square) sargon.Position {
	p.Board[square] = sargon.Empty
	for i, royal := range p.Royal {
		if royal == square {
			p.Royal[i] = sargon.NoSquare
		}
	}
	if p.Previous.To == square {
		p.Previous = sargon.Move{}
	}
	return p
}

// weaker tries to replace pieces by pawns.
func (s *shrinker) weaker(ctx context.Context, c cases.Case) cases.Case {
	for square := sargon.FirstSquare; square <= sargon.LastSquare; square++ {
		piece := c.Start.Board[square]
		if !isMan(piece) || piece.Type() == sargon.King || piece.Type() == sargon.Pawn ||
			square.Rank() == 0 ||
			square.Rank() == 7 {
			continue
		}
		smaller := c
		smaller.Start = without(c.Start, square)
		smaller.Start.Board[square] = sargon.NewPiece(sargon.Pawn, piece.Color()) | sargon.MovedBit
		c, _ = s.try(ctx, smaller, c)
	}
	return c
}

// oddities tries to make the start a position that FEN can say, and a usual one.
func (s *shrinker) oddities(ctx context.Context, c cases.Case) cases.Case {
	simplify := []func(*sargon.Position){
		func(p *sargon.Position) { p.Previous = sargon.Move{} },
		func(p *sargon.Position) { p.MoveNumber = 20 },
		(*sargon.Position).FindRoyals,
		func(p *sargon.Position) {
			if plain, err := sargon.ParseRecordedFEN(p.FEN()); err == nil {
				*p = plain
			}
		},
		func(p *sargon.Position) { markAllMoved(p) },
	}
	for _, change := range simplify {
		smaller := c
		change(&smaller.Start)
		if cases.PositionText(smaller.Start) != cases.PositionText(c.Start) && simpler(smaller, c) {
			c, _ = s.try(ctx, smaller, c)
		}
	}
	for _, drop := range []func(*cases.Case){
		func(c *cases.Case) { c.QueenPawn = false },
		func(c *cases.Case) { c.NoBook = false },
	} {
		smaller := c
		drop(&smaller)
		if smaller.NoBook != c.NoBook || smaller.QueenPawn != c.QueenPawn {
			c, _ = s.try(ctx, smaller, c)
		}
	}
	return c
}

// simpler tells whether one case takes fewer words than another, so that shrinking ends.
func simpler(a, b cases.Case) bool { return len(a.String()) < len(b.String()) }

// markAllMoved takes castling rights away, the FEN way.
func markAllMoved(p *sargon.Position) {
	for s := sargon.FirstSquare; s <= sargon.LastSquare; s++ {
		switch piece := p.Board[s]; {
		case !isMan(piece):
		case piece.Type() == sargon.King:
			p.Board[s] |= sargon.MovedBit | sargon.CastledBit
		case piece.Type() == sargon.Rook:
			p.Board[s] |= sargon.MovedBit
		}
	}
	if plain, err := sargon.ParseRecordedFEN(p.FEN()); err == nil {
		p.Board = plain.Board
	}
}
