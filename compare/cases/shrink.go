package cases

import (
	"context"
	"slices"
	"strings"
	"time"

	"sargon78/sargon"
)

// maxTries is how many cases are tried.
const maxTries = 4000

// A pass tries smaller cases, the boldest first. When one still differs, the case becomes that one,
// and the pass goes on from there.
type pass func(c *Case, try func(Case))

// passes are made one after the other, and all again until none helps.
var passes = []pass{lowerDepth, dropHistory, dropPlies, dropArmies, dropPieces, simplifyStart, replaceByPawns}

// Shrink reduces a case in which engines differ to a small one that still does (delta debugging):
// the depth becomes smaller, then the history, the pieces, and what FEN cannot say. Only legal cases
// are tried, each once, until nothing helps, the time or the tries are over, or ctx ends. differs
// reports whether a case still differs; it may not change the case.
func Shrink(
	ctx context.Context, c Case, differs func(context.Context, Case) bool, limit time.Duration,
) Case {
	deadline := time.Now().Add(limit)
	// The side not to move may be in check only if it was in the given case.
	wrongCheck := c.Start.InCheck(c.Start.Side.Other())
	tried := map[string]bool{c.String(): true}
	again, ended := true, false
	try := func(smaller Case) {
		text := smaller.String()
		if ended || tried[text] || !isLegal(smaller, wrongCheck) {
			return
		}
		if ended = ctx.Err() != nil || len(tried) > maxTries || time.Now().After(deadline); ended {
			return
		}
		tried[text] = true
		if differs(ctx, smaller) {
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

// isLegal reports whether the moves of a case are legal.
func isLegal(c Case, wrongCheck bool) bool {
	p, err := c.Position()
	return err == nil && (wrongCheck ||
		!p.InCheck(p.Side.Other()) && !c.Start.InCheck(c.Start.Side.Other()))
}

// maxUnlimited is a level at which any search comes to an end soon.
const maxUnlimited = 2

// lowerDepth tries lower levels, the lowest first; then it drops a limit of evaluations, or lowers it.
func lowerDepth(c *Case, try func(Case)) {
	for level := sargon.MinLevel; level < c.Last().Level; level++ {
		try(c.With(func(p *Ply) { p.Level = level }))
	}
	if c.Last().MaxEvals > 0 && c.Last().Level <= maxUnlimited {
		try(c.With(func(p *Ply) { p.MaxEvals = 0 }))
	}
	for half := c.Last().MaxEvals / 2; half > 0; half /= 2 {
		try(c.With(func(p *Ply) { p.MaxEvals = half }))
	}
}

// dropHistory drops moves: all, or all but the last ones; from the position that they lead to, as FEN
// says it or else byte for byte.
func dropHistory(c *Case, try func(Case)) {
	for left := 1; left < len(c.Plies); left++ {
		first := len(c.Plies) - left
		smaller := *c
		smaller.Plies = append(slices.Clone(c.Plies[:first]), Ply{})
		p, err := smaller.Position()
		if err != nil {
			return
		}
		smaller.Plies = slices.Clone(c.Plies[first:])
		smaller.Stateful = c.Stateful && left > 1
		if plain, err := sargon.ParseRecordedFEN(p.FEN()); err == nil {
			try(smaller.from(plain))
		}
		if left < len(c.Plies) { // it still has that history
			try(smaller.from(p))
		}
	}
}

// dropPlies drops the end of a game, but not its last search; then each search and refused move on the
// way that is not needed.
func dropPlies(c *Case, try func(Case)) {
	for n := len(c.Plies) - 2; n > 0; n-- {
		smaller := *c
		smaller.Plies = append(slices.Clone(c.Plies[:n]), *c.Last())
		try(smaller)
	}
	for i := range len(c.Plies) - 1 {
		try(c.with(i, func(p *Ply) { p.Refused = nil }))
		try(c.with(i, func(p *Ply) { p.Level = 0 }))
	}
}

// from returns the case with another start.
func (c Case) from(start sargon.Position) Case {
	c.Start = start
	return c
}

// dropArmies drops all pieces of a kind and colour at once.
func dropArmies(c *Case, try func(Case)) {
	for _, letter := range []byte("PpNnBbRrQq") {
		try(c.without(func(s sargon.Square) bool { return c.Start.Board[s].Letter() == letter }))
	}
}

// maxPaired is up to how many pieces all pairs are tried.
const maxPaired = 12

// dropPieces drops one piece after the other, then two at once: often one keeps the other at bay.
func dropPieces(c *Case, try func(Case)) {
	for _, one := range c.pieces() {
		try(c.without(func(s sargon.Square) bool { return s == one }))
	}
	all := c.pieces()
	if len(all) > maxPaired {
		return
	}
	for i, one := range all {
		for _, other := range all[i+1:] {
			try(c.without(func(s sargon.Square) bool { return s == one || s == other }))
		}
	}
}

// replaceByPawns replaces pieces by pawns.
func replaceByPawns(c *Case, try func(Case)) {
	for _, square := range c.pieces() {
		piece := c.Start.Board[square]
		if piece.Type() == sargon.Pawn || isEdge(square) {
			continue
		}
		smaller := c.without(func(s sargon.Square) bool { return s == square })
		smaller.Start.Board[square] = sargon.NewPiece(sargon.Pawn, piece.Color()) | sargon.MovedBit
		try(smaller)
	}
}

// pieces returns the squares of all pieces at the start, without the kings.
func (c Case) pieces() (squares []sargon.Square) {
	for s, piece := range c.Start.Board {
		if isNoKing(piece) {
			squares = append(squares, sargon.Square(s))
		}
	}
	return squares
}

// without returns the case without some of its pieces.
func (c Case) without(dropped func(sargon.Square) bool) Case {
	p := &c.Start
	for _, square := range c.pieces() {
		if !dropped(square) {
			continue
		}
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
	return c
}

// simplifyStart makes the start an ordinary position that FEN can say, and drops options.
func simplifyStart(c *Case, try func(Case)) {
	for _, change := range []func(*sargon.Position){
		func(p *sargon.Position) { p.Previous = sargon.Move{} },
		func(p *sargon.Position) { p.MoveNumber = 20 },
		(*sargon.Position).FindRoyals,
		func(p *sargon.Position) { applyFEN(p, strings.Fields(p.FEN())) },
		func(p *sargon.Position) {
			fields := strings.Fields(p.FEN())
			fields[2] = "-" // no side may castle
			applyFEN(p, fields)
		},
	} {
		start := c.Start
		change(&start)
		// Fewer words are simpler, so that shrinking ends.
		if len(PositionText(start)) < len(PositionText(c.Start)) {
			try(c.from(start))
		}
	}
	try(c.With(func(p *Ply) { p.QueenPawn = false }))
	try(c.With(func(p *Ply) { p.NoBook = false }))
}

// applyFEN makes a position that of the fields of a FEN, if they say one.
func applyFEN(p *sargon.Position, fields []string) {
	if plain, err := sargon.ParseRecordedFEN(strings.Join(fields, " ")); err == nil {
		*p = plain
	}
}
