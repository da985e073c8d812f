package analysis

import (
	"context"
	"errors"
	"fmt"

	"sargon78/sargon"
	"sargon78/sargon/game"
)

// Study is a search with all that it found out about each move at its root. It answers why
// a move was chosen, and why another was not.
type Study struct {
	Level  sargon.Level
	Result sargon.Result

	engine    sargon.Engine
	game      *game.Game
	tree      *tree
	explained Explanation // of the root
}

// NewStudy has an engine do a search where a game stands; callbacks of the options are not called. The
// engine must show all of its search (sargon.DetailState), and must not be used otherwise: its position
// changes. Errors: those of the engine, that of ctx, sargon.ErrMaxEvals, and sargon.ErrNoLegalMove.
func NewStudy(ctx context.Context, engine sargon.Engine, g *game.Game, o sargon.SearchOptions) (*Study, error) {
	if engine.Capabilities().Detail != sargon.DetailState {
		return nil, fmt.Errorf("%s does not show its search: %w", engine.Name(), sargon.ErrUnsupported)
	}
	if _, err := game.NewMirror(engine).Sync(ctx, g); err != nil {
		return nil, err
	}
	s := &Study{Level: o.Level, engine: engine, game: g.Clone(), tree: newTree(engine.Position(), o.Level)}
	x, err := engine.Examine(ctx)
	if err != nil {
		return nil, err
	}
	s.explained = Explain(s.tree.root, x)
	o.Callbacks = s.tree.callbacks()
	s.Result, err = engine.Search(ctx, o)
	if err != nil || s.Result.Book {
		return s, err
	}
	return s, s.tree.finish(&s.Result)
}

// ErrOtherSearch says that a move was found by a search that cannot be done again.
var ErrOtherSearch = errors.New("a search by the clock, or one broken off, or that of another program,")

// Repeat has an engine do the search again that half-move i of a game was found by. The note of the
// half-move tells the search; level is tried first, and then the others. The engine is used as by
// NewStudy. It is an error if Sargon did not search the move; the error is ErrOtherSearch if it did not
// search it to the end, or if the engine does another search.
func Repeat(ctx context.Context, engine sargon.Engine, g *game.Game, i int, level sargon.Level) (*Study, error) {
	ply, before := g.Ply(i), g.At(i)
	if ply.Note == nil {
		return nil, fmt.Errorf("%s was not searched by Sargon", game.Numbered(ply))
	}
	levels := []sargon.Level{level}
	for l := sargon.MinLevel; l <= sargon.MaxLevel; l++ {
		if l != level {
			levels = append(levels, l)
		}
	}
	for _, l := range levels {
		s, err := NewStudy(ctx, engine, before, sargon.SearchOptions{
			Level: l, MaxEvals: ply.Note.Evals + 1, QueenPawn: ply.SAN == "d4",
		})
		switch {
		case errors.Is(err, sargon.ErrMaxEvals): // that level looks at more
		case err != nil:
			return nil, err
		case s.Result.Evals == ply.Note.Evals && s.Result.Score == ply.Note.Score &&
			s.Result.Best.From == ply.Move.From && s.Result.Best.To == ply.Move.To:
			return s, nil
		}
	}
	return nil, fmt.Errorf("%s: %w of %d positions; %s does another", game.Numbered(ply), ErrOtherSearch,
		ply.Note.Evals, engine.Name())
}

// Question is a question about half-move Ply of a game: why it was made, or why another move was not.
type Question struct {
	Game  *game.Game
	Ply   int
	Not   game.Move    // why not this one; zero: why the one that was made
	Level sargon.Level // of the search for a move that Sargon did not search
	// Other has the search at Level answer, too, if the engine cannot do the search again that found the
	// move. Otherwise that is ErrOtherSearch.
	Other bool
}

// Answer has an engine do the search of a half-move again, see Repeat, and returns what it answers. Of a
// move that Sargon did not search, as those of persons, it returns what a search thinks of it. The engine
// is used as by NewStudy.
func (q Question) Answer(ctx context.Context, engine sargon.Engine) (*Reasons, error) {
	if q.Game.Ply(q.Ply).Note == nil {
		return q.about(ctx, engine, (*Study).About)
	}
	s, err := Repeat(ctx, engine, q.Game, q.Ply, q.Level)
	switch {
	case q.Other && errors.Is(err, ErrOtherSearch):
		return q.about(ctx, engine, (*Study).AboutOther)
	case err != nil:
		return nil, err
	case q.Not.IsZero():
		return s.Why(ctx)
	}
	return s.WhyNot(ctx, q.Not)
}

// about answers by a search at the level.
func (q Question) about(ctx context.Context, engine sargon.Engine,
	about func(*Study, context.Context, game.Move) (*Reasons, error),
) (*Reasons, error) {
	made := q.Game.Ply(q.Ply)
	s, err := NewStudy(ctx, engine, q.Game.At(q.Ply), sargon.SearchOptions{
		Level: q.Level, QueenPawn: made.SAN == "d4",
	})
	if err != nil {
		return nil, err
	}
	asked := made.Move
	if !q.Not.IsZero() {
		asked = q.Not
	}
	return about(s, ctx, asked)
}

// examine returns what the engine sees in a position.
func (s *Study) examine(ctx context.Context, p sargon.Position) (x sargon.Examination, err error) {
	if err := s.engine.SetPosition(p); err != nil {
		return x, err
	}
	return s.engine.Examine(ctx)
}
