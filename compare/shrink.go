package compare

import (
	"context"
	"time"

	"sargon78/native/literal"
	"sargon78/sargon"
)

// Shrinker reduces a case in which two engines differ to the smallest that still does.
type Shrinker struct {
	// Differs tells whether a case still differs. It may not change the case.
	Differs func(context.Context, Case) bool
	// MaxTries bounds how often Differs is called, 0 means 4000; MaxTime how long it may
	// take, 0 means a minute.
	MaxTries int
	MaxTime  time.Duration

	tries    int
	deadline time.Time
}

// Shrink makes the depth of a case smaller, then its history, then its pieces, then what
// FEN cannot say, and all again until nothing helps.
func (s *Shrinker) Shrink(ctx context.Context, c Case) Case {
	if s.MaxTries == 0 {
		s.MaxTries = 4000
	}
	if s.MaxTime == 0 {
		s.MaxTime = time.Minute
	}
	s.deadline = time.Now().Add(s.MaxTime)
	for {
		before := c.String()
		for _, reduce := range []func(context.Context, Case) Case{
			s.level, s.history, s.pieces, s.oddities, s.weaker,
		} {
			c = reduce(ctx, c)
		}
		if c.String() == before || !s.more(ctx) {
			return c
		}
	}
}

// more tells whether another try is allowed.
func (s *Shrinker) more(ctx context.Context) bool {
	return ctx.Err() == nil && s.tries < s.MaxTries && time.Now().Before(s.deadline)
}

// try returns the smaller case if it is legal and still differs, else the one there was.
func (s *Shrinker) try(ctx context.Context, smaller, c Case) (Case, bool) {
	if !s.more(ctx) {
		return c, false
	}
	p, err := smaller.Position()
	if err != nil || p.InCheck(p.Side.Other()) || smaller.Start.InCheck(smaller.Start.Side.Other()) {
		return c, false
	}
	s.tries++
	if s.Differs(ctx, smaller) {
		return smaller, true
	}
	return c, false
}

// level tries lower levels, the lowest first.
func (s *Shrinker) level(ctx context.Context, c Case) Case {
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
func (s *Shrinker) history(ctx context.Context, c Case) Case {
	if len(c.Moves) == 0 {
		return c
	}
	for left := range len(c.Moves) {
		// Keep only the last moves.
		p, err := Case{Start: c.Start, Moves: c.Moves[:len(c.Moves)-left]}.Position()
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
func (s *Shrinker) pieces(ctx context.Context, c Case) Case {
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
func (s *Shrinker) weaker(ctx context.Context, c Case) Case {
	for square := sargon.FirstSquare; square <= sargon.LastSquare; square++ {
		piece := c.Start.Board[square]
		if !isMan(piece) || piece.Type() == sargon.King || piece.Type() == sargon.Pawn || square.Rank() == 0 || square.Rank() == 7 {
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
func (s *Shrinker) oddities(ctx context.Context, c Case) Case {
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
		if PositionText(smaller.Start) != PositionText(c.Start) && simpler(smaller, c) {
			c, _ = s.try(ctx, smaller, c)
		}
	}
	for _, drop := range []func(*Case){
		func(c *Case) { c.QueenPawn = false },
		func(c *Case) { c.NoBook = false },
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
func simpler(a, b Case) bool { return len(a.String()) < len(b.String()) }

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

// probeLeaves tells whether the search of a case leaves what the specification describes.
func probeLeaves(ctx context.Context, c Case) bool {
	p := literal.New()
	if c.SetUp(p) != nil {
		return false
	}
	_, _ = p.Search(ctx, c.options())
	return p.Left != ""
}
