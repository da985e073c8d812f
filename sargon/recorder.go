package sargon

import (
	"context"
	"fmt"
)

// Recorder holds what a search keeps in addition to what the program of 1978 kept: counts, trace, the
// best line of each ply and the list at the root. It also calls the functions of SearchOptions.Callbacks.
// It decides nothing of what is searched: engines that share it still search independently.
type Recorder struct {
	Options SearchOptions

	Evals, Gens, Dropped uint64 // as in Result
	Records              int
	Trace                Fingerprint
	Root                 []RatedMove // the list at ply 1
	Finished             uint64      // evaluations that have ended
	UndefinedReason      string      // as in Result
	DefinedEvals         uint64

	ctx             context.Context
	lines           [int(MaxDepth) + 4]variation // by ply: the best line from there
	state           State                        // for Callbacks.State
	reported        EventCounts
	alreadyReported EventCounts
}

// variation is a line of moves. The program of 1978 kept only the first move of the best line.
type variation struct {
	moves  [int(MaxDepth) + 4]Move
	length int
}

// EventCounts counts the calls that a search has made to its callbacks.
type EventCounts struct{ entered, evaluations, states, best, roots int }

// pollEvery is how many evaluations pass between two looks at the context.
const pollEvery = 128

// NewRecorder returns a recorder of a search that is about to begin. It makes no callback for the
// events in known: those were reported by an earlier search of the same position that was given up.
func NewRecorder(ctx context.Context, options SearchOptions, known EventCounts) Recorder {
	return Recorder{Options: options, Trace: EmptyTrace, ctx: ctx, alreadyReported: known}
}

// EventCounts returns how many events the callbacks have been called for.
func (r *Recorder) EventCounts() EventCounts { return r.reported }

// isNew counts an event, and reports whether it was not reported before.
func isNew(count *int, known int) bool {
	*count++
	return *count > known
}

// CountEval counts a static evaluation that begins, unless the search must stop: because of
// MaxEvals, or because its context has ended.
func (r *Recorder) CountEval() error {
	if r.Options.MaxEvals > 0 && r.Evals >= r.Options.MaxEvals {
		return ErrMaxEvals
	}
	if r.Evals%pollEvery == 0 {
		if err := r.Poll(); err != nil {
			return err
		}
	}
	r.Evals++
	return nil
}

// Poll returns an error if the context of the search has ended.
func (r *Recorder) Poll() error {
	if err := r.ctx.Err(); err != nil {
		return fmt.Errorf("search stopped after %d evaluations: %w", r.Evals, err)
	}
	return nil
}

// MarkUndefined notes how the search leaves the specification.
func (r *Recorder) MarkUndefined(how string) {
	if r.UndefinedReason == "" {
		r.UndefinedReason, r.DefinedEvals = how, r.Finished
	}
}

// StateBuffer returns the State to fill before Evaluated is called, nil if there is no callback for it.
func (r *Recorder) StateBuffer() *State {
	if r.Options.Callbacks.State == nil {
		return nil
	}
	return &r.state
}

// Evaluated adds a static evaluation to the trace (spec §17), and calls the callbacks for it.
func (r *Recorder) Evaluated(e Evaluation) {
	r.Trace = r.Trace.Add(e)
	if r.Options.Callbacks.State != nil && isNew(&r.reported.states, r.alreadyReported.states) {
		r.Options.Callbacks.State(&r.state)
	}
	if r.Options.Callbacks.Evaluation != nil && isNew(&r.reported.evaluations, r.alreadyReported.evaluations) {
		r.Options.Callbacks.Evaluation(e)
	}
}

// StartRootMove reports that the search turns to a legal move of ply 1, and to which of the list.
func (r *Recorder) StartRootMove(m Move, number int) {
	if r.Options.Callbacks.Root != nil && isNew(&r.reported.roots, r.alreadyReported.roots) {
		r.Options.Callbacks.Root(m, number, len(r.Root))
	}
}

// EnterPly notes that the search enters a ply, to which the move previous led: its best line is
// empty.
func (r *Recorder) EnterPly(ply int, previous Move) {
	r.ClearPV(ply)
	if r.Options.Callbacks.Enter != nil && isNew(&r.reported.entered, r.alreadyReported.entered) {
		r.Options.Callbacks.Enter(uint8(ply), previous)
	}
}

// ClearPV empties the best line from a ply on.
func (r *Recorder) ClearPV(ply int) { r.lines[ply].length = 0 }

// UpdatePV sets the best line from a ply on: a move, followed by the best line of the next ply.
func (r *Recorder) UpdatePV(ply int, m Move) {
	line, next := &r.lines[ply], &r.lines[ply+1]
	line.moves[0] = m
	line.length = 1 + copy(line.moves[1:], next.moves[:next.length])
}

// Line returns the best line at the root; it is valid until the next call.
func (r *Recorder) Line() []Move { return r.lines[1].moves[:r.lines[1].length] }

// NotifyBest reports that the best line at the root has changed.
func (r *Recorder) NotifyBest(score Score) {
	if r.Options.Callbacks.Best != nil && isNew(&r.reported.best, r.alreadyReported.best) {
		r.Options.Callbacks.Best(Line{Moves: r.Line(), Score: score, Evals: r.Evals})
	}
}

// Result returns what was recorded; Best is the first move of the best line.
func (r *Recorder) Result() Result {
	result := Result{
		Evals: r.Evals, Trace: r.Trace, PV: append([]Move(nil), r.Line()...),
		Root: append([]RatedMove(nil), r.Root...), Gens: r.Gens, Records: r.Records,
		Dropped: r.Dropped, UndefinedReason: r.UndefinedReason, DefinedEvals: r.DefinedEvals,
	}
	if len(result.PV) > 0 {
		result.Best = result.PV[0]
	}
	return result
}
