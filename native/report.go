package native

import (
	"context"
	"fmt"

	"sargon78/native/literal"
	"sargon78/sargon"
)

const (
	// maxPlies is how deep a search can be: the deepest level, one ply more for checks,
	// and one on either side in the row of scores.
	maxPlies = int(sargon.MaxDepth) + 3

	// pollEvery is how many evaluations pass between two looks at the context: some
	// tenth of a millisecond.
	pollEvery = 256
)

// Values of positions without a legal move, to the side that moved into them (spec §11).
const (
	mated = 0xFF
	drawn = 0x80
)

// report is what a search keeps beside the program of 1978: what it found and counted, whom
// it tells, and when it must stop. Nothing in it decides what is searched.
type report struct {
	game    *literal.Engine
	ctx     context.Context
	options sargon.SearchOptions

	evals, gens, dropped uint64
	most                 int // the most records that were there when a ply started
	trace                sargon.Fingerprint
	best                 sargon.Move
	mateAt               uint8 // PMATE
	noLegal              bool  // there is no legal move at ply 1
	over                 bool  // the search has found its mate, or was stopped
	stopped              error // why

	line      [maxPlies]variation
	rootMoves []sargon.RatedMove // the list at ply 1
	nth       int                // place in it of the move being tried
	state     sargon.State       // for Watch.State
	told      told

	// The cells of the ply table (spec §3): where the records of each ply start, and the
	// one tried last, as a link; 0 if there is none yet.
	started [maxPlies]int
	tried   [maxPlies]uint16
	deepest int // the deepest ply that was begun
}

// variation is the best line from a ply on. The program of 1978 kept none; this one is
// collected beside the search and changes nothing in it.
type variation struct {
	moves  [maxPlies]sargon.Move
	length int
}

// told counts what a search has told its watchers.
type told struct{ steps, states, best, roots int }

func newReport(game *literal.Engine, ctx context.Context, options sargon.SearchOptions) report {
	return report{game: game, ctx: ctx, options: options, trace: sargon.EmptyTrace}
}

// begin notes where the records of ply n start.
func (r *report) begin(n, start int) {
	r.started[n] = start
	r.deepest = max(r.deepest, n)
}

// hasOld tells whether a search before has left a record that ply n would try if it had no
// other (spec §3).
func (r *report) hasOld(n int) bool { return r.game.HasOld(n) }

// result returns what has been found.
func (r *report) result(score uint8) sargon.Result {
	return sargon.Result{
		Best:    r.best,
		Score:   sargon.Score(score),
		Evals:   r.evals,
		Trace:   r.trace,
		PV:      append([]sargon.Move(nil), r.variation()...),
		Root:    r.rootMoves,
		Gens:    r.gens,
		Records: r.most,
		Dropped: r.dropped,
		MateAt:  r.mateAt,
	}
}

// mayEvaluate counts an evaluation if it is allowed; if not, the search is over.
func (r *report) mayEvaluate() bool {
	switch {
	case r.options.MaxEvals > 0 && r.evals >= r.options.MaxEvals:
		r.stopped = sargon.ErrMaxEvals
	case r.evals%pollEvery == 0 && r.ctx.Err() != nil:
		r.stopped = fmt.Errorf("search stopped after %d evaluations: %w", r.evals, r.ctx.Err())
	default:
		r.evals++
		return true
	}
	r.over = true
	return false
}

// tell tells of a static evaluation at ply n, after a move between two squares, which appears
// in the trace (spec §17).
func (r *report) tell(n int, from, to sargon.Square, totals sargon.Totals, seen board) {
	step := sargon.Step{Ply: uint8(n), From: from, To: to, Value: totals.Value}
	r.trace = r.trace.Add(step)
	if r.options.Watch.State != nil {
		r.told.states++
		var p sargon.Position
		seen.get(&p)
		r.state = sargon.State{
			Board: p.Board, Royal: p.Royal, Pins: seen.pins(r.state.Pins[:0]), Totals: totals,
		}
		r.options.Watch.State(&r.state)
	}
	if r.options.Watch.Step != nil {
		r.told.steps++
		r.options.Watch.Step(step)
	}
}

// tellRoot tells that the search turns to a legal move of ply 1.
func (r *report) tellRoot(m sargon.Move) {
	if r.options.Watch.Root != nil {
		r.told.roots++
		r.options.Watch.Root(m, r.nth, len(r.rootMoves))
	}
}

// raise makes a move and what follows it the best line from ply n, with a score. At ply 1 a
// mate ends the search.
func (r *report) raise(n int, m sargon.Move, score uint8) {
	line, next := &r.line[n], &r.line[n+1]
	line.moves[0] = m
	line.length = 1 + copy(line.moves[1:], next.moves[:next.length])
	if n > 1 {
		return
	}
	r.best = m
	r.over = score == mated
	if r.options.Watch.Best != nil {
		r.told.best++
		r.options.Watch.Best(
			sargon.Line{Moves: r.variation(), Score: sargon.Score(score), Evals: r.evals})
	}
}

// variation returns the best line at the root.
func (r *report) variation() []sargon.Move { return r.line[1].moves[:r.line[1].length] }

// leave leaves ply table and list area in the memory of the game as 1978 did: the next
// search may come upon them (spec §3).
func (r *report) leave(list []record, b mover) {
	for n := range list {
		m := &list[n]
		r.game.KeepRecord(n, int(m.link)-1, sargon.RatedMove{Move: moveOf(b, m), Value: m.value})
	}
	for n := 1; n <= r.deepest; n++ {
		r.game.KeepPly(n, r.started[n], int(r.tried[n])-1)
	}
}

// again returns options whose watchers are not told what this search has told them.
func (r *report) again() sargon.SearchOptions {
	t, options := r.told, r.options
	watch := options.Watch
	isNew := func(count *int) bool { *count--; return *count < 0 }
	if watch.Step != nil {
		options.Watch.Step = func(step sargon.Step) {
			if isNew(&t.steps) {
				watch.Step(step)
			}
		}
	}
	if watch.State != nil {
		options.Watch.State = func(state *sargon.State) {
			if isNew(&t.states) {
				watch.State(state)
			}
		}
	}
	if watch.Best != nil {
		options.Watch.Best = func(line sargon.Line) {
			if isNew(&t.best) {
				watch.Best(line)
			}
		}
	}
	if watch.Root != nil {
		options.Watch.Root = func(m sargon.Move, number, of int) {
			if isNew(&t.roots) {
				watch.Root(m, number, of)
			}
		}
	}
	return options
}
