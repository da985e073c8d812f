package cases

import "sargon78/sargon"

// Game is what engines go through in one piece: a position, moves, and searches between
// them.
type Game struct {
	Origin string // where it comes from: a class of the generator, or a file
	Note   string // more about that: a line, a number
	Start  sargon.Position
	Plies  []Ply
	// SelfPlay makes each ply a search, and what it finds the move. A game that is over
	// starts again, so that there are as many searches as plies.
	SelfPlay bool
}

// Ply is a place in a game: first a search, then a move. Either may be missing.
type Ply struct {
	Level     sargon.Level // 0: no search here
	NoBook    bool
	QueenPawn bool
	Move      sargon.Move // zero: the game ends here
}

// Options returns how to search here, without watch functions and limits.
func (p *Ply) Options() sargon.SearchOptions {
	return sargon.SearchOptions{Level: p.Level, NoBook: p.NoBook, QueenPawn: p.QueenPawn}
}

// Case returns the search at a ply of a game that is not self-play.
func (g *Game) Case(ply int) Case {
	p := g.Plies[ply]
	c := Case{Start: g.Start, Level: p.Level, NoBook: p.NoBook, QueenPawn: p.QueenPawn}
	for _, before := range g.Plies[:ply] {
		c.Moves = append(c.Moves, before.Move)
	}
	return c
}

// Game returns the case as a game with one search.
func (c Case) Game(origin string) Game {
	g := Game{Origin: origin, Start: c.Start}
	for _, m := range c.Moves {
		g.Plies = append(g.Plies, Ply{Move: m})
	}
	g.Plies = append(g.Plies, Ply{Level: c.Level, NoBook: c.NoBook, QueenPawn: c.QueenPawn})
	return g
}

// Where says where the game comes from.
func (g *Game) Where() string {
	if g.Note == "" {
		return g.Origin
	}
	return g.Origin + ", " + g.Note
}

// Searches returns how many searches a game has.
func (g *Game) Searches() (n int) {
	for _, p := range g.Plies {
		if p.Level > 0 {
			n++
		}
	}
	return n
}

// Batch is the unit of a comparison: what one worker does in one go, on one engine after
// the other. Batches of a source are numbered from 0.
type Batch struct {
	Number int
	Games  []Game
}

// Searches returns how many searches a batch has.
func (b *Batch) Searches() (n int) {
	for i := range b.Games {
		n += b.Games[i].Searches()
	}
	return n
}

// Source hands out the batches of a run, always the same ones in the same order.
type Source interface {
	// Describe says in a few words where the cases come from, for the report.
	Describe() string
	// Cases returns how many cases there will be, 0 if that is not known.
	Cases() int
	// Next returns what makes the next batch, false at the end. It is called by one
	// goroutine. An error means that an input is broken: the run goes on.
	Next() (Maker, bool, error)
}

// Maker makes a batch, with tools that nobody else uses at the same time.
type Maker func(*Tools) Batch
