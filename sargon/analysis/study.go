package analysis

import (
	"context"
	"fmt"

	"sargon78/sargon"
	"sargon78/sargon/game"
)

// Study is a search of which all is known that it found out about each move at its root. It answers why
// a move was chosen, and why another was not.
type Study struct {
	Level  sargon.Level
	Result sargon.Result

	engine    sargon.Engine
	game      *game.Game
	tree      *tree
	explained Explanation // of the root
}

// NewStudy has an engine do the search that Sargon does at a level where a game stands. The engine must
// show all of its search (sargon.DetailState), and must not be used otherwise: its position changes.
// Errors: those of
// the engine, that of ctx, and sargon.ErrNoLegalMove.
func NewStudy(ctx context.Context, engine sargon.Engine, g *game.Game, level sargon.Level) (*Study, error) {
	if engine.Capabilities().Detail != sargon.DetailState {
		return nil, fmt.Errorf("%s does not show its search: %w", engine.Name(), sargon.ErrUnsupported)
	}
	if _, err := game.NewMirror(engine).Sync(ctx, g); err != nil {
		return nil, err
	}
	s := &Study{Level: level, engine: engine, game: g.Clone(), tree: newTree(engine.Position(), level)}
	x, err := engine.Examine(ctx)
	if err != nil {
		return nil, err
	}
	s.explained = Explain(s.tree.root, x)
	s.Result, err = engine.Search(ctx, sargon.SearchOptions{Level: level, Callbacks: s.tree.callbacks()})
	switch {
	case err != nil:
		return nil, err
	case s.Result.Book:
		return s, nil
	}
	return s, s.tree.finish(&s.Result)
}

// examine returns what the engine sees in a position.
func (s *Study) examine(ctx context.Context, p sargon.Position) (x sargon.Examination, err error) {
	if err := s.engine.SetPosition(p); err != nil {
		return x, err
	}
	return s.engine.Examine(ctx)
}
