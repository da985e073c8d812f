package cases

import (
	"context"
	"slices"
	"time"

	"sargon78/sargon"
)

// maxTries is how many cases are tried.
const maxTries = 4000

// A pass tries smaller cases, the boldest first. When one still differs, the case becomes that one,
// and the pass goes on from there.
type pass func(c *Case, try func(Case))

// passes are made one after the other, and all again until none helps.
var passes = []pass{level, limit, history, shorter, armies, fewer, plainer, weaker}

// Shrink reduces a case in which engines differ to a small one that still does (delta debugging):
// the depth becomes smaller, then the history, the pieces, and what FEN cannot say. Only legal cases
// are tried, each once, until nothing helps, the time or the tries are over, or ctx ends. differs
// tells whether a case still differs; it may not change the case.
func Shrink(
	ctx context.Context, c Case, differs func(context.Context, Case) bool, limit time.Duration,
) Case {
	triesLeft, deadline := maxTries, time.Now().Add(limit)
	// The side not to move may be in check only if it was in the given case.
	wrongCheck := c.Start.InCheck(c.Start.Side.Other())
	tried := map[string]bool{c.String(): true}
	again, ended := true, false
	try := func(smaller Case) {
		if ended {
			return
		}
		text := smaller.String()
		if tried[text] || !isLegal(smaller, wrongCheck) {
			return
		}
		if ended = ctx.Err() != nil || triesLeft == 0 || time.Now().After(deadline); ended {
			return
		}
		tried[text] = true
		if triesLeft--; differs(ctx, smaller) {
			c, again = smaller, true
		}
	}
	for again && !ended {
		again = false
		for _, p := range passes {
			p(&c, try)
		}
	}
	return c
}

// isLegal tells whether the moves of a case are legal.
func isLegal(c Case, wrongCheck bool) bool {
	p, err := c.Position()
	return err == nil && (wrongCheck ||
		!p.InCheck(p.Side.Other()) && !c.Start.InCheck(c.Start.Side.Other()))
}

// level tries lower levels, the lowest first.
func level(c *Case, try func(Case)) {
	for level := sargon.MinLevel; level < c.Last().Level; level++ {
		try(c.With(func(p *Ply) { p.Level = level }))
	}
}

// maxUnlimited is a level at which any search comes to an end soon.
const maxUnlimited = 2

// limit drops a limit of evaluations, or lowers it.
func limit(c *Case, try func(Case)) {
	if c.Last().MaxEvals > 0 && c.Last().Level <= maxUnlimited {
		try(c.With(func(p *Ply) { p.MaxEvals = 0 }))
	}
	for half := c.Last().MaxEvals / 2; half > 0; half /= 2 {
		try(c.With(func(p *Ply) { p.MaxEvals = half }))
	}
}

// after returns the position after some plies of a case. It fails if a move is not legal.
func after(c *Case, plies int) (sargon.Position, bool) {
	before := *c
	before.Plies = append(slices.Clone(c.Plies[:plies]), Ply{})
	p, err := before.Position()
	return p, err == nil
}

// from returns the end of a case, from a position after some plies.
func from(c *Case, p sargon.Position, plies int) Case {
	smaller := *c
	smaller.Start, smaller.Plies = p, slices.Clone(c.Plies[plies:])
	smaller.Stateful = c.Stateful && len(smaller.Plies) > 1
	return smaller
}

// history drops moves: all, or all but the last ones; from the position that they lead to, as FEN
// says it or else byte for byte.
func history(c *Case, try func(Case)) {
	for left := 1; left < len(c.Plies) && !c.Stateful; left++ {
		first := len(c.Plies) - left
		p, ok := after(c, first)
		if !ok {
			return
		}
		if plain, err := sargon.ParseRecordedFEN(p.FEN()); err == nil {
			try(from(c, plain, first))
		}
		if left < len(c.Plies) { // it still has that history
			try(from(c, p, first))
		}
	}
}

// shorter makes a game that keeps its state shorter: it drops the whole game, else its end, its
// beginning, and each search and refused move that is not needed.
func shorter(c *Case, try func(Case)) {
	if !c.Stateful {
		return
	}
	last := len(c.Plies) - 1
	if p, ok := after(c, last); ok {
		try(from(c, p, last))
	}
	for n := last - 1; n > 0; n-- { // an earlier end
		if n < len(c.Plies) {
			smaller := *c
			smaller.Plies = append(slices.Clone(c.Plies[:n]), *c.Last())
			try(smaller)
		}
	}
	for n := len(c.Plies) - 2; n > 0; n-- { // a later start
		if n < len(c.Plies)-1 {
			if p, ok := after(c, n); ok {
				try(from(c, p, n))
			}
		}
	}
	for i := 0; i < len(c.Plies)-1; i++ {
		for _, drop := range []func(*Ply){
			func(p *Ply) { p.Refused = nil }, func(p *Ply) { p.Level = 0 },
		} {
			smaller := *c
			smaller.Plies = slices.Clone(c.Plies)
			drop(&smaller.Plies[i])
			try(smaller)
		}
	}
}

// at returns the case with another start.
func at(c *Case, start sargon.Position) Case {
	smaller := *c
	smaller.Start = start
	return smaller
}

// armies drops all pieces of a kind and colour at once.
func armies(c *Case, try func(Case)) {
	for t := sargon.Pawn; t < sargon.King; t++ {
		for _, color := range []sargon.Color{sargon.White, sargon.Black} {
			others := slices.DeleteFunc(droppable(c), func(s sargon.Square) bool {
				return c.Start.Board[s].Type() != t || c.Start.Board[s].Color() != color
			})
			try(at(c, without(c.Start, others...)))
		}
	}
}

// droppable are the squares of the pieces that can be dropped.
func droppable(c *Case) (list []sargon.Square) {
	for square, piece := range c.Start.Board {
		if piece != sargon.Border && isNoKing(piece) {
			list = append(list, sargon.Square(square))
		}
	}
	return list
}

// maxPaired is up to how many pieces all pairs are tried.
const maxPaired = 12

// fewer drops one piece after the other, then two at once: often one keeps the other at bay.
func fewer(c *Case, try func(Case)) {
	for _, square := range droppable(c) {
		try(at(c, without(c.Start, square)))
	}
	all := droppable(c)
	if len(all) > maxPaired {
		return
	}
	for i, one := range all {
		for _, other := range all[i+1:] {
			try(at(c, without(c.Start, one, other)))
		}
	}
}

// weaker replaces pieces by pawns.
func weaker(c *Case, try func(Case)) {
	for _, square := range droppable(c) {
		piece := c.Start.Board[square]
		if piece.Type() == sargon.Pawn || square.Rank() == 0 || square.Rank() == 7 {
			continue
		}
		smaller := without(c.Start, square)
		smaller.Board[square] = sargon.NewPiece(sargon.Pawn, piece.Color()) | sargon.MovedBit
		try(at(c, smaller))
	}
}

// plainer makes the start an ordinary position that FEN can say, and drops options.
func plainer(c *Case, try func(Case)) {
	for _, change := range []func(*sargon.Position){
		func(p *sargon.Position) { p.Previous = sargon.Move{} },
		func(p *sargon.Position) { p.MoveNumber = 20 },
		(*sargon.Position).FindRoyals,
		func(p *sargon.Position) {
			if plain, err := sargon.ParseRecordedFEN(p.FEN()); err == nil {
				*p = plain
			}
		},
		markAllMoved,
	} {
		start := c.Start
		change(&start)
		// Fewer words are simpler, so that shrinking ends.
		if len(PositionText(start)) < len(PositionText(c.Start)) {
			try(at(c, start))
		}
	}
	try(c.With(func(p *Ply) { p.QueenPawn = false }))
	try(c.With(func(p *Ply) { p.NoBook = false }))
}

// without takes pieces off the board.
func without(p sargon.Position, squares ...sargon.Square) sargon.Position {
	for _, square := range squares {
		p.Board[square] = sargon.Empty
		for i, royal := range p.Royal {
			if royal == square {
				p.Royal[i] = sargon.NoSquare
			}
		}
		if p.Previous.To == square {
			p.Previous = sargon.Move{}
		}
	}
	return p
}

// markAllMoved takes castling rights away, the FEN way.
func markAllMoved(p *sargon.Position) {
	for s := sargon.FirstSquare; s <= sargon.LastSquare; s++ {
		switch piece := p.Board[s]; {
		case piece == sargon.Empty:
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
