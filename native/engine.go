package native

import (
	"context"
	"fmt"
	"time"

	"sargon78/native/reference"
	"sargon78/sargon"
)

// engine is an engine on a board of its own.
type engine struct {
	// The reference engine holds the game in the memory of 1978, and does what is not worth being
	// quick. It searches nothing but the book.
	*reference.Engine
	search searcher
}

// A searcher searches on a board of its own.
type searcher interface {
	board

	// variables returns those that decide what is searched, and what the search has found.
	variables() *searchVariables

	// search searches from the root, which was evaluated.
	search()

	// area returns the list area.
	area() []record
}

// New10x12 returns the engine on the 120-byte board of 1978, the one to read. It starts
// at the start position.
func New10x12() sargon.Engine { return reference.New() }

// NewBitboards returns the engine on bitboards, the fast one. It starts at the start
// position.
func NewBitboards() sargon.Engine { return newEngine(new(searchBitboards)) }

// New0x88 returns the engine on the 0x88 board. It starts at the start position.
func New0x88() sargon.Engine { return newEngine(new(search0x88)) }

func newEngine(s searcher) *engine {
	e := &engine{reference.New(), s}
	s.shareMemory(e.Tail())
	return e
}

func (e *engine) Name() string { return e.search.name() }

// Capabilities returns the capabilities of 10x12, except that ExaminesItself is false: 10x12 answers
// Examine for this engine.
func (e *engine) Capabilities() sargon.Capabilities {
	can := e.Engine.Capabilities()
	can.ExaminesItself = false
	return can
}

// Search leaves the position as it was, but for the royal squares: where a side has two
// queens, or pawns that promote in the tree, the search may leave them elsewhere, and in a
// game that is part of the position (spec §14.1).
func (e *engine) Search(
	ctx context.Context, options sargon.SearchOptions,
) (sargon.Result, error) {
	result, _, err := e.count(ctx, options)
	return result, err
}

// count is Search, and returns which events were reported.
func (e *engine) count(
	ctx context.Context, options sargon.SearchOptions,
) (result sargon.Result, reported sargon.EventCounts, err error) {
	if err := options.Validate(false); err != nil {
		return result, reported, err
	}
	position := e.Position()
	if position.MoveNumber == 1 && !options.NoBook {
		result, err = e.Engine.Search(ctx, options) // the book (spec §12)
		return result, reported, err
	}
	tail := e.Tail()
	before, began := *tail, time.Now()
	scores := tail[reference.TailScores:]
	if options.NoLimits {
		scores = make([]uint8, maxPlies)
	}
	clear(scores[:int(options.Level)+2])
	cells := e.search.variables()
	cells.start(e.search, &position, scores, report{
		Recorder: sargon.NewRecorder(ctx, options, sargon.EventCounts{}), game: e.Engine,
	})
	r := &cells.report
	if why := r.ends(func() { cells.run(e.search) }); why != "" {
		r.MarkUndefined(string(why))
		r.stopped = fmt.Errorf("%w after %d evaluations: %s", sargon.ErrUndefined, r.Finished, why)
	}
	result = r.result(scores[1])
	result.Duration = time.Since(began)
	result.Estimate(&position)
	switch {
	case r.stopped != nil, r.noLegal:
		*tail = before
	case options.NoLimits:
		var after sargon.Position
		e.search.get(&after)
		*tail = before
		e.SetRoyals(after.Royal)
	default:
		r.leave(e.search.area(), e.search)
	}
	if r.stopped == nil && r.noLegal {
		return result, r.EventCounts(), sargon.ErrNoLegalMove
	}
	return result, r.EventCounts(), r.stopped
}
