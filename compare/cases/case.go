package cases

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"sargon78/native/reference"
	"sargon78/sargon"
)

// Case is what engines go through in one piece: a position, moves played from it, and searches on
// the way. The last ply is always a search.
//
// As text it is a line of words, which `sargon compare repro` and files of cases take:
//
//	level 2 startpos moves e2e4 e7e5
//	level 1 fen 8/8/8/3pP3/8/8/8/K6k w - - 0 30 set d5=81 previous d6d5-10
//
// After the position follows what FEN cannot say: bytes of the board (set), the royal squares of
// the white king, the black king, the white queen and the black queen (royal), the previous move
// with its flags (previous), and the move number (number). The words nobook and queenpawn are the
// options of the last search; evals 300 stops it there. The level is its, too.
//
// Among the moves, a number is a search at that level, which is independent of the others, and !e2e5 is a
// move that must be refused. Instead of moves, stateful says that the engine keeps what each search leaves,
// as in a game that is played:
//
//	level 1 startpos stateful 2 e2e4 !e7e4 e7e5 3 g1f3
//
// A file of cases has one in each line. It begins with the line "cases 1", the version of this format
// (Heading); lines that begin with # are comments.
type Case struct {
	Start sargon.Position
	Plies []Ply
	// Stateful leaves with the engine what each search has left: royal squares, ply table, list
	// area. Otherwise each search stands for itself.
	Stateful bool

	// What a source says about the case; its text does not.
	Number   int    // in the source
	Origin   string // a kind of the generator, or a file
	Note     string // more about that: a line, a number
	Targeted bool   // made so that it reaches a chosen rule of the specification
}

// Ply is a place in a case: first a search, then moves that must be refused, then a move.
// Each may be missing.
type Ply struct {
	Level     sargon.Level // 0: no search here
	NoBook    bool
	QueenPawn bool
	MaxEvals  uint64 // where the search is stopped, 0: nowhere
	Refused   []sargon.Move
	Move      sargon.Move // zero: none; flags do not matter
}

// New returns the case of one search, of a position after moves.
func New(start sargon.Position, level sargon.Level, moves ...sargon.Move) Case {
	c := Case{Start: start}
	for _, m := range moves {
		c.Plies = append(c.Plies, Ply{Move: m})
	}
	c.Plies = append(c.Plies, Ply{Level: level})
	return c
}

// At returns the case that ends with the search at a ply. Unless it is stateful, the searches before
// it are left out.
func (c Case) At(ply int) Case {
	c.Plies = slices.Clone(c.Plies[:ply+1])
	c.Plies[ply].Refused, c.Plies[ply].Move = nil, sargon.Move{}
	if !c.Stateful {
		for i := range ply {
			c.Plies[i] = Ply{Move: c.Plies[i].Move}
		}
	}
	return c
}

// Last returns the last search.
func (c *Case) Last() *Ply { return &c.Plies[len(c.Plies)-1] }

// With returns the case with another last search.
func (c Case) With(change func(*Ply)) Case { return c.with(len(c.Plies)-1, change) }

// with returns the case with another ply.
func (c Case) with(ply int, change func(*Ply)) Case {
	c.Plies = slices.Clone(c.Plies)
	change(&c.Plies[ply])
	return c
}

// Searches returns how many searches the case has.
func (c *Case) Searches() (n int) {
	for i := range c.Plies {
		if c.Plies[i].Level > 0 {
			n++
		}
	}
	return n
}

// SourceText returns where the case comes from.
func (c *Case) SourceText() string {
	if c.Note == "" {
		return c.Origin
	}
	return c.Origin + ", " + c.Note
}

// Position returns the position that is searched last. An error means that a move is not legal.
func (c Case) Position() (sargon.Position, error) {
	p := reference.New()
	if err := c.SetUp(context.Background(), p); err != nil {
		return sargon.Position{}, err
	}
	return p.Position(), nil
}

// SetUp has an engine go through the case up to its last search. The error is the engine's, with
// the number of the move, or that of ctx.
func (c Case) SetUp(ctx context.Context, engine sargon.Engine) error {
	if err := SetUp(engine, c.Start); err != nil {
		return err
	}
	if c.Stateful && engine.Capabilities().Stateless {
		return fmt.Errorf("a game that keeps its state: %w", sargon.ErrUnsupported)
	}
	for i := range c.Plies[:len(c.Plies)-1] {
		p := &c.Plies[i]
		if c.Stateful && p.Level > 0 {
			_, err := Search(ctx, engine, p.Options())
			if err != nil && !errors.Is(err, sargon.ErrNoLegalMove) && !errors.Is(err, sargon.ErrMaxEvals) {
				return fmt.Errorf("search at move %d of the case: %w", i+1, err)
			}
		}
		if err := p.Play(engine); err != nil {
			return fmt.Errorf("move %d of the case: %w", i+1, err)
		}
	}
	return nil
}

// Options returns how to search last, without write hooks.
func (c *Case) Options() sargon.SearchOptions { return c.Last().Options() }

// Options returns how to search here, without write hooks.
func (p *Ply) Options() sargon.SearchOptions {
	return sargon.SearchOptions{
		Level: p.Level, NoBook: p.NoBook, QueenPawn: p.QueenPawn, MaxEvals: p.MaxEvals,
	}
}

// Play has an engine try the moves that it must refuse, and play the move. The error names a move
// that it should refuse or accept and does not, or is another one of the engine.
func (p *Ply) Play(engine sargon.Engine) error {
	for _, m := range p.Refused {
		if err := refuse(engine, m); err != nil {
			return err
		}
	}
	if p.Move.IsZero() {
		return nil
	}
	if err := engine.Play(p.Move.From, p.Move.To); err != nil {
		return fmt.Errorf("refuses the move %v: %w", p.Move, err)
	}
	return nil
}

// KingsInPlace reports whether the kings are where an engine takes them to be. Once a search has lost
// one (spec §7, §14.1), only the engine knows which moves it will accept: the game is over.
func KingsInPlace(engine sargon.Engine) bool {
	p := engine.Position()
	found := p
	found.FindRoyals()
	return p.Royal[sargon.WhiteKing] == found.Royal[sargon.WhiteKing] &&
		p.Royal[sargon.BlackKing] == found.Royal[sargon.BlackKing]
}

// Source returns the cases of a run: always the same ones, each with its number.
type Source interface {
	// Describe says in a few words where the cases come from, for the report.
	Describe() string
	// Cases returns how many searches there will be, 0 if that is not known.
	Cases() int
	// Next returns the next case of a shard, or io.EOF after the last. Another error means that an
	// input is broken: there may be more. Several workers may call it at a time.
	Next(Shard) (Case, error)
}

// Shard is a part of the cases of a source.
type Shard struct {
	Number, Of int // Number is from 1; 0 of 0 is all
}

// has reports whether a shard has something with a number from 0.
func (s Shard) has(number int) bool { return s.Of <= 1 || number%s.Of == s.Number-1 }
