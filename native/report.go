package native

import (
	"sargon78/native/reference"
	"sargon78/sargon"
)

// maxPlies is how deep a search can be: the deepest level, one ply more for checks, and one on
// either side in the row of scores.
const maxPlies = int(sargon.MaxDepth) + 3

// Values of positions without a legal move, to the side that moved into them (spec §11).
const (
	matedValue     = 0xFF
	stalemateValue = 0x80
)

// report is what a search keeps in addition to the program of 1978: what it found, and when it must stop.
// Nothing in it decides what is searched.
type report struct {
	sargon.Recorder
	game *reference.Engine

	mateAt   uint8 // PMATE
	noLegal  bool  // there is no legal move at ply 1
	finished bool  // the search has found its mate, or was stopped
	stopped  error // why
	nth      int   // place in the list at ply 1 of the move being tried

	// The ply table (spec §3): where the records of each ply start, and the
	// one tried last, as a link; 0 if there is none yet.
	started [maxPlies]int
	tried   [maxPlies]uint16
	deepest int // the deepest ply that was begun

	recalled bool // the list area holds all that the search before has left
}

// searchVariables are the variables of 1978 that decide what is searched, and the report.
type searchVariables struct {
	report
	depth       int          // PLYMAX
	side        sargon.Color // COLOR
	moveNumber  uint8        // MOVENO
	score       []uint8      // SCORE
	evalContext evalContext  // holds BC0 and MV0
	root        record       // the move that led to the root
}

// start fills the variables for a search of a position, and sets up the board.
func (s *searchVariables) start(b board, p *sargon.Position, scores []uint8, r report) {
	b.set(p)
	b.reset(roomFor(&r.Options))
	*s = searchVariables{
		report: r, depth: int(r.Options.Level), side: p.Side, moveNumber: p.MoveNumber,
		score: scores, root: recordOf(b, p.Previous),
	}
}

func (s *searchVariables) variables() *searchVariables { return s }

// run evaluates the root, with which others are compared, and searches. It panics with an
// undefined where the specification ends.
func (s *searchVariables) run(b searcher) {
	machine := s.side
	totals, ok := s.evaluateMove(b, &s.root)
	if !ok {
		return
	}
	s.evalContext.control, s.evalContext.material = uint8(totals.BoardControl), uint8(totals.Material)
	b.search()
	if s.finished && s.stopped == nil && machine == sargon.Black {
		s.mateAt--
	}
}

// evaluateMove evaluates the board for the side to move, after a move that keeps the value: the
// root's does too (spec §14.9). It is not ok if the search is to stop.
func (s *searchVariables) evaluateMove(b board, r *record) (totals sargon.Totals, ok bool) {
	if !s.countEval() {
		return totals, false
	}
	totals = b.evaluate(s.after(r))
	s.Finished = s.Evals
	r.value = totals.Value
	return totals, true
}

// evaluateTraced is evaluateMove at ply n; it appears in the trace.
func (s *searchVariables) evaluateTraced(b board, n int, r *record) {
	if totals, ok := s.evaluateMove(b, r); ok {
		s.notify(n, b.square(r.from), b.square(r.to), totals, b)
	}
}

// after returns the context of an evaluation for the side to move, after a move.
func (s *searchVariables) after(r *record) *evalContext {
	c := &s.evalContext
	c.side, c.moveNumber, c.previousTo = s.side, s.moveNumber, r.to
	return c
}

// open notes where the records of ply n start.
func (r *report) open(n, start int) {
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
	r.finished = r.finished || r.stopped != nil
	return r.stopped == nil
}

// notify reports a static evaluation at ply n, after a move between two squares, which appears in the
// trace (spec §17).
func (r *report) notify(n int, from, to sargon.Square, totals sargon.Totals, seen board) {
	if state := r.StateBuffer(); state != nil {
		var p sargon.Position
		seen.get(&p)
		*state = sargon.State{
			Board: p.Board, Royal: p.Royal, Pins: seen.pins(state.Pins[:0]), Totals: totals,
		}
	}
	r.Evaluated(sargon.Evaluation{Ply: uint8(n), From: from, To: to, Value: totals.Value})
}

// oldRecord returns the record that a ply tries if it has nothing to list, as a link, 0 for none: the one
// that it tried last in this search or, if it has tried none, in the one before (spec §3). list is the
// list area; what this search has not used of it is then as the search before has left it.
//
// Ply 1 has no old record: see reference.Engine.prepare.
func (r *report) oldRecord(n int, list []record, b board) (link uint16) {
	link = r.tried[n]
	if r.Options.NoLimits || link == 0 && n == 1 {
		return link
	}
	if link == 0 {
		link = linkTo(r.game.OldHead(n))
	}
	if link != 0 && !r.recalled {
		r.recalled = true
		for i := r.Records; i < len(list); i++ {
			next, m := r.game.OldRecord(i)
			list[i] = recordOf(b, m.Move)
			list[i].link, list[i].value = linkTo(next), m.Value
		}
	}
	return link
}

// lostLink is a link that leads to no record.
const lostLink = 0xFFFF

// linkTo returns the link to a record by its number from 1: 0 for none, less if there is no such record.
func linkTo(number int) uint16 {
	if number < 0 {
		return lostLink
	}
	return uint16(number)
}

// countTry leaves a search that goes round in a ring of old records: number is how many records of a
// list were gone through. Where lists share old records, the search below may lengthen a list, but not
// without end.
func countTry(number int) {
	if number > 10*areaRecords {
		panic(ring{})
	}
}

// leave leaves ply table and list area in the memory of the game as 1978 did: the next
// search may come upon them (spec §3).
func (r *report) leave(list []record, b board) {
	if !r.recalled {
		list = list[:r.Records]
	}
	for n := range list {
		m := &list[n]
		move := moveOf(b, m)
		if m.link == lostLink || move.From == sargon.NoSquare || move.To == sargon.NoSquare {
			continue // the player's moves have written over it, and no ply has tried it since
		}
		r.game.KeepRecord(n, int(m.link)-1, sargon.RatedMove{Move: move, Value: m.value})
	}
	for n := 1; n <= r.deepest; n++ {
		r.game.KeepPly(n, r.started[n], int(r.tried[n])-1)
	}
}

// updatePV makes a move and what follows it the best line from ply n, with a score. At ply 1 a
// mate ends the search.
func (r *report) updatePV(n int, m sargon.Move, score uint8) {
	r.UpdatePV(n, m)
	if n == 1 {
		r.finished = score == matedValue
		r.NotifyBest(sargon.Score(score))
	}
}
