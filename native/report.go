package native

import (
	"sargon78/native/literal"
	"sargon78/sargon"
)

// maxPlies is how deep a search can be: the deepest level, one ply more for checks, and one on
// either side in the row of scores.
const maxPlies = int(sargon.MaxDepth) + 3

// Values of positions without a legal move, to the side that moved into them (spec §11).
const (
	mated = 0xFF
	drawn = 0x80
)

// report is what a search keeps beside the program of 1978: what it found, and when it must stop.
// Nothing in it decides what is searched.
type report struct {
	sargon.Recorder
	game *literal.Engine

	mateAt  uint8 // PMATE
	noLegal bool  // there is no legal move at ply 1
	over    bool  // the search has found its mate, or was stopped
	stopped error // why
	nth     int   // place in the list at ply 1 of the move being tried

	// The cells of the ply table (spec §3): where the records of each ply start, and the
	// one tried last, as a link; 0 if there is none yet.
	started [maxPlies]int
	tried   [maxPlies]uint16
	deepest int // the deepest ply that was begun
}

// searchCells are the cells of 1978 that decide what is searched, beside the report.
type searchCells struct {
	report
	depth       int          // PLYMAX
	side        sargon.Color // COLOR
	moveNumber  uint8        // MOVENO
	score       []uint8      // SCORE
	evalContext evalContext  // holds BC0 and MV0
	root        record       // the move that led to the root
}

// start fills the cells for a search of a position, and sets up the board.
func (s *searchCells) start(b board, p *sargon.Position, scores []uint8, r report) {
	b.set(p)
	b.reset(roomFor(&r.Options))
	*s = searchCells{
		report: r, depth: int(r.Options.Level), side: p.Side, moveNumber: p.MoveNumber,
		score: scores, root: recordOf(b, p.Previous),
	}
}

func (s *searchCells) made() *report { return &s.report }

// noteRootEvaluation keeps what evaluations are compared with. The root's record gets a value as any
// does (spec §14.9).
func (s *searchCells) noteRootEvaluation(t sargon.Totals) {
	s.root.value = t.Value
	s.evalContext.control, s.evalContext.material = uint8(t.BoardControl), uint8(t.Material)
}

// after is the context of an evaluation for the side to move, after a move.
func (s *searchCells) after(r *record) *evalContext {
	c := &s.evalContext
	c.side, c.moveNumber, c.previousTo = s.side, s.moveNumber, r.to
	return c
}

// begin notes where the records of ply n start.
func (r *report) begin(n, start int) {
	r.started[n] = start
	r.deepest = max(r.deepest, n)
}

// result returns what has been found.
func (r *report) result(score uint8) sargon.Result {
	result := r.Result()
	result.Score, result.MateAt = sargon.Score(score), r.mateAt
	return result
}

// countEval counts an evaluation if it is allowed; if not, the search is over.
func (r *report) countEval() bool {
	r.stopped = r.CountEval()
	r.over = r.over || r.stopped != nil
	return r.stopped == nil
}

// notify tells the watchers of a static evaluation at ply n, after a move between two squares,
// which appears in the trace (spec §17).
func (r *report) notify(n int, from, to sargon.Square, totals sargon.Totals, seen board) {
	if state := r.Watched(); state != nil {
		var p sargon.Position
		seen.get(&p)
		*state = sargon.State{
			Board: p.Board, Royal: p.Royal, Pins: seen.pins(state.Pins[:0]), Totals: totals,
		}
	}
	r.Evaluated(sargon.Evaluation{Ply: uint8(n), From: from, To: to, Value: totals.Value})
}

// raise makes a move and what follows it the best line from ply n, with a score. At ply 1 a
// mate ends the search.
func (r *report) raise(n int, m sargon.Move, score uint8) {
	r.Raise(n, m)
	if n == 1 {
		r.over = score == mated
		r.TellBest(sargon.Score(score))
	}
}
