package compare

import "sargon78/sargon"

// Game is what engines go through in one piece: a position, moves, and searches between
// them.
type Game struct {
	Origin string // where it comes from: a class of the generator, or a file
	Note   string // more about that: a line, a number
	Start  sargon.Position
	Plies  []Ply
	// SelfPlay: each ply is a search, and the move is what it finds. A game that is over
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

// where says where the game comes from.
func (g *Game) where() string {
	if g.Note == "" {
		return g.Origin
	}
	return g.Origin + ", " + g.Note
}

// cases returns how many searches a game has.
func (g *Game) cases() (n int) {
	for _, p := range g.Plies {
		if p.Level > 0 {
			n++
		}
	}
	return n
}

// Batch is the unit of a run: what one worker does in one go, on one engine after the
// other. Batches of a source are numbered from 0.
type Batch struct {
	Number int
	Games  []Game
}

func (b *Batch) cases() (n int) {
	for i := range b.Games {
		n += b.Games[i].cases()
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
	Next() (BatchMaker, bool, error)
}

// BatchMaker makes a batch; it is called by a worker with tools of its own.
type BatchMaker func(*Tools) Batch
