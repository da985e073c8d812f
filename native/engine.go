package native

import (
	"context"
	"time"

	"sargon78/native/literal"
	"sargon78/sargon"
)

// engine is an engine on a board of its own. It implements sargon.Engine.
type engine struct {
	// game holds the game in the memory of 1978, and does what is not worth being
	// quick, or cannot be done without that memory.
	game   *literal.Engine
	search search
}

// New10x12 returns the engine on the 120-byte board of 1978, the one to read. It starts
// at the start position.
func New10x12() sargon.Engine { return literal.New() }

// NewSets returns the engine on sets of squares, the fast one. It starts at the start
// position.
func NewSets() sargon.Engine { return newEngine(new(boardSets)) }

// New0x88 returns the engine on the 0x88 board. It starts at the start position.
func New0x88() sargon.Engine { return newEngine(new(board0x88)) }

func newEngine(b board) *engine {
	e := &engine{game: literal.New()}
	b.lean(e.game)
	e.search.board, e.search.game = b, e.game
	return e
}

func (e *engine) Name() string { return e.search.board.name() }

// SetPosition puts up a position. Errors are those of sargon.Position.Validate.
func (e *engine) SetPosition(p sargon.Position) error { return e.game.SetPosition(p) }

func (e *engine) Position() sargon.Position { return e.game.Position() }

// Play makes a move of the side to move (spec §13).
func (e *engine) Play(from, to sargon.Square) error { return e.game.Play(from, to) }

// Examine looks at the root of a search at level 2.
func (e *engine) Examine(ctx context.Context) (sargon.Examination, error) {
	return e.game.Examine(ctx)
}

// Search leaves the position as it was, but for the royal squares: where a side has two
// queens, or pawns that promote in the tree, the search may leave them elsewhere, and in a
// game that is part of the position (spec §14.1).
func (e *engine) Search(
	ctx context.Context, options sargon.SearchOptions,
) (sargon.Result, error) {
	if err := options.Validate(false); err != nil {
		return sargon.Result{}, err
	}
	s, position := &e.search, e.game.Position()
	if position.MoveNumber == 1 && !options.NoBook {
		return e.game.Search(ctx, options)
	}
	before, began := *e.game.Tail(), time.Now()
	s.put(position, options)
	s.ctx = ctx
	if s.find() {
		// What it has told already is told once.
		*e.game.Tail() = before
		return e.game.Search(ctx, s.toldBefore(options))
	}
	result := s.result()
	result.Duration = time.Since(began)
	result.Estimate(&position)
	switch {
	case s.stopped != nil, s.noLegal:
		*e.game.Tail() = before
	case options.NoLimits:
		var after sargon.Position
		s.board.get(&after)
		*e.game.Tail() = before
		e.game.SetRoyals(after.Royal)
	default:
		s.keepGame(e.game)
	}
	if s.stopped == nil && s.noLegal {
		return result, sargon.ErrNoLegalMove
	}
	return result, s.stopped
}

// put sets board and search up for a position.
func (s *search) put(p sargon.Position, options sargon.SearchOptions) {
	s.board.set(&p)
	limit := areaRecords
	s.score = s.game.Tail()[literal.TailScores:]
	if options.NoLimits {
		limit = (int(options.Level) + 1) * plyRecords
		s.score = s.scores[:]
	}
	s.list.reset(limit)
	s.side, s.moveNumber, s.depth = p.Side, p.MoveNumber, int(options.Level)
	s.root = record{
		from: s.board.number(p.Previous.From), to: s.board.number(p.Previous.To),
		flags: p.Previous.Flags,
	}
	s.best, s.mateAt, s.over, s.noLegal, s.stopped = sargon.Move{}, 0, false, false, nil
	s.evals, s.gens, s.trace = 0, 0, sargon.EmptyTrace
	s.rootMoves = nil
	s.tried, s.told = [maxPlies]uint16{}, told{}
	s.maxEvals, s.keep, s.watch = options.MaxEvals, options.Root, options.Watch
}

// find runs the search, and tells whether it was lost.
func (s *search) find() (wasLost bool) {
	defer func() {
		switch p := recover(); p.(type) {
		case nil:
		case lost:
			wasLost = true
		default:
			panic(p)
		}
	}()
	s.run(&s.root)
	return false
}

// result is what has been found.
func (s *search) result() sargon.Result {
	return sargon.Result{
		Best:    s.best,
		Score:   sargon.Score(s.score[1]),
		Evals:   s.evals,
		Trace:   s.trace,
		PV:      append([]sargon.Move(nil), s.variation()...),
		Root:    s.rootMoves,
		Gens:    s.gens,
		Records: s.list.most,
		Dropped: s.list.dropped,
		MateAt:  s.mateAt,
	}
}

// keepGame leaves ply table and list area in the memory of the game as 1978 did: the next
// search may come upon them (spec §3).
func (s *search) keepGame(game *literal.Engine) {
	for n := range s.list.most {
		r := &s.list.records[n]
		game.KeepRecord(n, int(r.link)-1, sargon.RatedMove{Move: s.move(r), Value: r.value})
	}
	for n, link := range s.tried {
		if link != 0 {
			game.KeepPly(n, s.started[n], int(link)-1)
		}
	}
}

// told counts what a search has told its watchers.
type told struct{ steps, states, best, roots int }

// toldBefore returns options whose watchers are not told what this search has told them.
func (s *search) toldBefore(options sargon.SearchOptions) sargon.SearchOptions {
	t, watch := s.told, options.Watch
	again := func(count *int) bool { *count--; return *count >= 0 }
	if watch.Step != nil {
		options.Watch.Step = func(step sargon.Step) {
			if !again(&t.steps) {
				watch.Step(step)
			}
		}
	}
	if watch.State != nil {
		options.Watch.State = func(state *sargon.State) {
			if !again(&t.states) {
				watch.State(state)
			}
		}
	}
	if watch.Best != nil {
		options.Watch.Best = func(line sargon.Line) {
			if !again(&t.best) {
				watch.Best(line)
			}
		}
	}
	if watch.Root != nil {
		options.Watch.Root = func(m sargon.Move, number, of int) {
			if !again(&t.roots) {
				watch.Root(m, number, of)
			}
		}
	}
	return options
}
