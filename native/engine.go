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
	search searcher
	lost   bool // the last search was done by game
}

// A searcher searches on a board of its own.
type searcher interface {
	board

	// begin sets up a search of a position: board, list, and the row of scores.
	begin(p *sargon.Position, scores []uint8, r report)

	// run searches. It panics with lost where only the memory of 1978 tells what happens.
	run()

	// made is what the search has made of the report.
	made() *report

	// listed is the list area, as far as it was used.
	listed() []record
}

// lost is the panic that leaves a search which goes where only the memory of 1978 can tell
// what happens.
type lost struct{}

// New10x12 returns the engine on the 120-byte board of 1978, the one to read. It starts
// at the start position.
func New10x12() sargon.Engine { return literal.New() }

// NewSets returns the engine on sets of squares, the fast one. It starts at the start
// position.
func NewSets() sargon.Engine { return newEngine(new(searchSets)) }

// New0x88 returns the engine on the 0x88 board. It starts at the start position.
func New0x88() sargon.Engine { return newEngine(new(search0x88)) }

func newEngine(s searcher) *engine {
	e := &engine{game: literal.New(), search: s}
	s.lean(e.game.Tail())
	return e
}

func (e *engine) Name() string { return e.search.name() }

// SetPosition puts up a position. Errors are those of sargon.Position.Validate.
func (e *engine) SetPosition(p sargon.Position) error { return e.game.SetPosition(p) }

func (e *engine) Position() sargon.Position { return e.game.Position() }

// Play makes a move of the side to move (spec §13).
func (e *engine) Play(from, to sargon.Square) error { return e.game.Play(from, to) }

// BorrowsExamine tells that Examine says what 10x12 finds, not what the search of this engine does.
func (e *engine) BorrowsExamine() bool { return true }

// Examine has 10x12 look at the root of a search at level 2.
func (e *engine) Examine(ctx context.Context) (sargon.Examination, error) {
	return e.game.Examine(ctx)
}

// ListArea returns what the last search has left of ply table and list area: see literal.Engine.
func (e *engine) ListArea() (plies, records []uint8, address uint16) { return e.game.ListArea() }

// Lost tells whether the last search went where only the memory of 1978 tells what happens, and was
// done by 10x12.
func (e *engine) Lost() bool { return e.lost }

// Search leaves the position as it was, but for the royal squares: where a side has two
// queens, or pawns that promote in the tree, the search may leave them elsewhere, and in a
// game that is part of the position (spec §14.1).
func (e *engine) Search(
	ctx context.Context, options sargon.SearchOptions,
) (sargon.Result, error) {
	if err := options.Validate(false); err != nil {
		return sargon.Result{}, err
	}
	position := e.game.Position()
	e.lost = false
	if position.MoveNumber == 1 && !options.NoBook {
		return e.game.Search(ctx, options)
	}
	tail := e.game.Tail()
	before, began := *tail, time.Now()
	scores := tail[literal.TailScores:]
	if options.NoLimits {
		scores = make([]uint8, maxPlies)
	}
	clear(scores[:int(options.Level)+2])
	e.search.begin(&position, scores, newReport(e.game, ctx, options))
	r := e.search.made()
	if e.lost = e.isLost(); e.lost {
		// Watchers are not told again what they were told.
		*tail = before
		return e.game.Search(ctx, r.again())
	}
	result := r.result(scores[1])
	result.Duration = time.Since(began)
	result.Estimate(&position)
	switch {
	case r.stopped != nil, r.noLegal:
		*tail = before
	case options.NoLimits:
		var after sargon.Position
		e.search.get(&after)
		*tail = before
		e.game.SetRoyals(after.Royal)
	default:
		r.leave(e.search.listed(), e.search)
	}
	if r.stopped == nil && r.noLegal {
		return result, sargon.ErrNoLegalMove
	}
	return result, r.stopped
}

// isLost runs the search, and tells whether it was lost.
func (e *engine) isLost() (isLost bool) {
	defer func() {
		switch p := recover(); p.(type) {
		case nil:
		case lost:
			isLost = true
		default:
			panic(p)
		}
	}()
	e.search.run()
	return false
}
