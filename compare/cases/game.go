package cases

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"sargon78/sargon"
)

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
	// Keep leaves with the engine what each search has left, as in a game that is played:
	// royal squares, ply table, list area. Otherwise each search stands for itself.
	Keep bool
}

// Ply is a place in a game: first a search, then moves that must be refused, then a move.
// Each may be missing.
type Ply struct {
	Level     sargon.Level // 0: no search here
	NoBook    bool
	QueenPawn bool
	MaxEvals  uint64 // where the search is stopped, 0: nowhere
	Refused   []sargon.Move
	Move      sargon.Move // zero: none
}

// Options returns how to search here, without watch functions.
func (p *Ply) Options() sargon.SearchOptions {
	return sargon.SearchOptions{
		Level: p.Level, NoBook: p.NoBook, QueenPawn: p.QueenPawn, MaxEvals: p.MaxEvals,
	}
}

// TryRefused has an engine try the moves that it must refuse. The error names one that it accepts,
// or is another one of the engine.
func (p *Ply) TryRefused(engine sargon.Engine) error {
	for _, m := range p.Refused {
		var illegal *sargon.IllegalMoveError
		switch err := engine.Play(m.From, m.To); {
		case err == nil:
			return fmt.Errorf("accepts the move %v, which is not legal", m)
		case !errors.As(err, &illegal):
			return fmt.Errorf("refusing the move %v: %w", m, err)
		}
	}
	return nil
}

// goThrough does all of a ply.
func (p *Ply) goThrough(ctx context.Context, engine sargon.Engine) error {
	if p.Level > 0 {
		_, err := engine.Search(ctx, p.Options())
		if err != nil && !errors.Is(err, sargon.ErrNoLegalMove) && !errors.Is(err, sargon.ErrMaxEvals) {
			return err
		}
	}
	if err := p.TryRefused(engine); err != nil || p.Move.IsZero() {
		return err
	}
	return engine.Play(p.Move.From, p.Move.To)
}

// keptText writes a ply as it follows the word kept in a case, a space before each word.
func (p *Ply) keptText() string {
	var b strings.Builder
	if p.Level > 0 {
		fmt.Fprintf(&b, " %d", p.Level)
	}
	for _, m := range p.Refused {
		fmt.Fprintf(&b, " !%v", m)
	}
	if !p.Move.IsZero() {
		fmt.Fprintf(&b, " %v", p.Move)
	}
	return b.String()
}

// parseKept reads what keptText writes.
func parseKept(fields []string) (plies []Ply, err error) {
	open := false // the last ply goes on
	for _, text := range fields {
		if level, err := parseLevel(text); err == nil {
			plies, open = append(plies, Ply{Level: level}), true
			continue
		}
		if !open {
			plies, open = append(plies, Ply{}), true
		}
		last := &plies[len(plies)-1]
		name, refused := strings.CutPrefix(text, "!")
		m, err := sargon.ParseMove(name)
		if err != nil {
			return nil, fmt.Errorf("kept %q: want a level, a move, or ! and a move: %w", text, err)
		}
		if refused {
			last.Refused = append(last.Refused, m)
		} else {
			last.Move, open = m, false
		}
	}
	return plies, nil
}

// Case returns the search at a ply of a game that is not self-play.
func (g *Game) Case(ply int) Case {
	p := g.Plies[ply]
	c := Case{
		Start: g.Start, Level: p.Level, NoBook: p.NoBook, QueenPawn: p.QueenPawn,
		MaxEvals: p.MaxEvals,
	}
	if g.Keep {
		c.Kept = slices.Clone(g.Plies[:ply])
		return c
	}
	for _, before := range g.Plies[:ply] {
		c.Moves = append(c.Moves, before.Move)
	}
	return c
}

// Game returns the case as a game. If it keeps its state, all of its searches count;
// otherwise it has one.
func (c Case) Game(origin string) Game {
	g := Game{Origin: origin, Start: c.Start, Keep: len(c.Kept) > 0}
	g.Plies = slices.Clone(c.Kept)
	for _, m := range c.Moves {
		g.Plies = append(g.Plies, Ply{Move: m})
	}
	g.Plies = append(g.Plies, c.ply())
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
	Number  int
	Steered bool // drawn so that it reaches chosen rules of the specification
	Games   []Game
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
