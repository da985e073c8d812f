// Package shrink reduces a case in which engines differ to a small one that still does.
//
//	differs := func(ctx context.Context, c cases.Case) bool { … }
//	small := shrink.Case(ctx, c, differs, shrink.Limits{Time: 20 * time.Second})
//
// The depth becomes smaller, then the history, the pieces, and what FEN cannot say. Only legal
// cases are tried. How engines differ is not known here.
package shrink

import (
	"cmp"
	"context"
	"slices"
	"time"

	"sargon78/compare/cases"
	"sargon78/sargon"
)

// Limits bound the work.
type Limits struct {
	Tries int           // how many cases are tried; 0: 4000
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
	s.wrongCheck = c.Start.InCheck(c.Start.Side.Other())
	for {
		before := c.String()
		for _, reduce := range []func(context.Context, cases.Case) cases.Case{
			s.level, s.limit, s.history, s.kept, s.armies, s.pieces, s.pairs, s.oddities, s.weaker,
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
	// wrongCheck: the side not to move may be in check, as it was in the given case.
	wrongCheck bool
}

// more tells whether another try is allowed.
func (s *shrinker) more(ctx context.Context) bool {
	return ctx.Err() == nil && s.triesLeft > 0 && time.Now().Before(s.deadline)
}

// try returns the smaller case if it is legal and still differs, else c.
func (s *shrinker) try(ctx context.Context, smaller, c cases.Case) (cases.Case, bool) {
	if !s.more(ctx) {
		return c, false
	}
	p, err := smaller.Position()
	if err != nil {
		return c, false
	}
	wrongCheck := p.InCheck(p.Side.Other()) || smaller.Start.InCheck(smaller.Start.Side.Other())
	if wrongCheck && !s.wrongCheck {
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

// limit tries to drop a limit of evaluations, or to lower it.
func (s *shrinker) limit(ctx context.Context, c cases.Case) cases.Case {
	if c.MaxEvals == 0 {
		return c
	}
	if c.Level <= maxUnlimited { // deeper ones might take for ever
		smaller := c
		smaller.MaxEvals = 0
		if smaller, ok := s.try(ctx, smaller, c); ok {
			return smaller
		}
	}
	for c.MaxEvals > 1 {
		smaller := c
		smaller.MaxEvals /= 2
		var ok bool
		if c, ok = s.try(ctx, smaller, c); !ok {
			return c
		}
	}
	return c
}

// maxUnlimited is a level at which any search comes to an end soon.
const maxUnlimited = 2

// kept makes a game that keeps its state shorter: it drops the whole game if that still differs,
// else each search, refused move, or move at its beginning that is not needed.
func (s *shrinker) kept(ctx context.Context, c cases.Case) cases.Case {
	if len(c.Kept) == 0 {
		return c
	}
	if p, err := c.Position(); err == nil {
		smaller := c
		smaller.Start, smaller.Kept = p, nil
		if smaller, ok := s.try(ctx, smaller, c); ok {
			return smaller
		}
	}
	for len(c.Kept) > 1 { // an earlier end
		smaller := c
		smaller.Kept = c.Kept[:len(c.Kept)-1]
		var ok bool
		if c, ok = s.try(ctx, smaller, c); !ok {
			break
		}
	}
	for len(c.Kept) > 1 { // a later start
		smaller := c
		first := cases.Case{Start: c.Start, Kept: c.Kept[:1], Level: c.Level}
		p, err := first.Position()
		if err != nil {
			break
		}
		smaller.Start, smaller.Kept = p, c.Kept[1:]
		var ok bool
		if c, ok = s.try(ctx, smaller, c); !ok {
			break
		}
	}
	for i := range c.Kept {
		for _, drop := range []func(*cases.Ply){
			func(p *cases.Ply) { p.Refused = nil }, func(p *cases.Ply) { p.Level = 0 },
		} {
			smaller := c
			smaller.Kept = slices.Clone(c.Kept)
			drop(&smaller.Kept[i])
			if smaller.String() != c.String() {
				c, _ = s.try(ctx, smaller, c)
			}
		}
	}
	return c
}

// armies tries to drop all pieces of a kind and colour at once.
func (s *shrinker) armies(ctx context.Context, c cases.Case) cases.Case {
	for t := sargon.Pawn; t < sargon.King; t++ {
		for _, color := range []sargon.Color{sargon.White, sargon.Black} {
			smaller := c
			for square, piece := range c.Start.Board {
				if isMan(piece) && piece.Type() == t && piece.Color() == color {
					smaller.Start = without(smaller.Start, sargon.Square(square))
				}
			}
			if smaller.Start != c.Start {
				c, _ = s.try(ctx, smaller, c)
			}
		}
	}
	return c
}

// maxPaired is up to how many pieces all pairs are tried.
const maxPaired = 12

// pairs tries to drop two pieces at once: often one keeps the other at bay.
func (s *shrinker) pairs(ctx context.Context, c cases.Case) cases.Case {
	var squares []sargon.Square
	for square, piece := range c.Start.Board {
		if isMan(piece) && piece.Type() != sargon.King {
			squares = append(squares, sargon.Square(square))
		}
	}
	if len(squares) > maxPaired {
		return c
	}
	for i, one := range squares {
		for _, other := range squares[i+1:] {
			smaller := c
			smaller.Start = without(without(c.Start, one), other)
			if smaller, ok := s.try(ctx, smaller, c); ok {
				return smaller // and all again
			}
		}
	}
	return c
}

// history tries to drop the moves: from the position they lead to, as FEN says it or else byte for
// byte; failing that, from a later position of the game.
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

// pieces tries to drop pieces, one after the other, until all are needed.
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

// oddities tries to make the start an ordinary position that FEN can say.
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
