package analysis

import (
	"errors"
	"fmt"

	"sargon78/sargon"
)

// tree follows a search by its callbacks. It does the alpha-beta of spec §11 once more, with the values
// that the search reports, and keeps what the search throws away: the bounds of each move at the
// root, and the evaluations that they come from. Its memory grows with the depth, not with the time.
type tree struct {
	level  int
	root   sargon.Position
	scores [int(sargon.MaxDepth) + 4]int // SCORE
	plies  []openPly                     // those being searched, from ply 1
	evals  uint64                        // static evaluations so far; the root's is number 0
	state  sargon.State                  // of the evaluation that has just ended
	tried  []triedMove                   // moves of the root whose search has ended
	err    error                         // the first thing that did not fit
}

// openPly is a ply being searched. Values are those of a score for the side to move there.
type openPly struct {
	previous  sargon.Move // that led here
	rated     []ratedPly  // its moves, if they were valued for sorting
	low, high bound       // of the best move so far
	legal     bool        // MATEF: a value was handled
	cut       bool        // the move that led here is refuted: the rest of the list is skipped
	check     bool        // the side to move is in check
}

// ratedPly is a move that was valued for sorting.
type ratedPly struct {
	move  sargon.Move
	check bool // it gives check
}

// bound is a bound of a value, and where in the search it comes from.
type bound struct {
	value int   // 1…255, higher is better; 0 and 256 are no bound
	leaf  *leaf // nil for no bound
}

// unknown is the upper bound of a position whose replies were not all tried.
const unknown = 256

// leaf is a position at the end of a line whose value decided something.
type leaf struct {
	line  []sargon.Move // from the root
	eval  uint64        // number of the evaluation in the trace, from 1; 0 if there was none
	value sargon.Value  // VALM; for mate and stalemate that of spec §11
	state sargon.State  // that it rests on; none for mate and stalemate
	end   ending
}

// ending says why a leaf has no evaluation.
type ending int

const (
	evaluated ending = iota
	mate
	stalemate
)

// triedMove is a move of the root with what the search knows of it, for the side that searched.
type triedMove struct {
	sargon.Move
	low, high bound
}

// exact reports whether the search knows the value of the move.
func (t *triedMove) exact() bool { return t.low.value == t.high.value }

var errTree = errors.New("the search is none of spec §11")

// newTree returns a tree that a search at a level fills by its callbacks.
func newTree(root sargon.Position, level sargon.Level) *tree {
	return &tree{level: int(level), root: root}
}

// callbacks returns the callbacks by which the tree follows a search.
func (t *tree) callbacks() sargon.Callbacks {
	return sargon.Callbacks{
		Enter:      t.enter,
		State:      func(s *sargon.State) { t.state = *s },
		Evaluation: t.evaluation,
	}
}

// fail notes the first thing that does not fit.
func (t *tree) fail(format string, args ...any) {
	if t.err == nil {
		t.err = fmt.Errorf("after %d evaluations %s: %w", t.evals, fmt.Sprintf(format, args...), errTree)
	}
}

// enter is called when the search enters ply n.
func (t *tree) enter(ply uint8, previous sargon.Move) {
	n := int(ply)
	t.closeBelow(n - 1)
	switch {
	case t.err != nil:
		return
	case n != len(t.plies)+1:
		t.fail("ply %d follows ply %d", n, len(t.plies))
		return
	}
	p := openPly{previous: previous, check: n > t.level} // the extension follows a check
	if n == 1 {
		p.check = t.root.InCheck(t.root.Side)
	} else {
		for _, r := range t.plies[n-2].rated {
			if r.move.Same(previous) {
				p.check = r.check
			}
		}
		t.scores[n] = t.scores[n-2]
	}
	t.plies = append(t.plies, p)
}

// evaluation is called for each evaluation but the root's.
func (t *tree) evaluation(e sargon.Evaluation) {
	n := int(e.Ply)
	t.evals++
	t.closeBelow(n)
	switch {
	case t.err != nil:
		return
	case n != len(t.plies):
		t.fail("an evaluation at ply %d follows ply %d", n, len(t.plies))
		return
	}
	move := sargon.Move{From: e.From, To: e.To}
	if n < t.level {
		p := sargon.Position{Board: t.state.Board}
		replies := t.side(n).Other()
		t.plies[n-1].rated = append(t.plies[n-1].rated, ratedPly{move, p.InCheck(replies)})
		return
	}
	value := 256 - int(e.Value)
	at := bound{value: value}
	if p := &t.plies[n-1]; n == 1 || value > p.low.value || value > p.high.value {
		at.leaf = &leaf{line: t.line(n, &move), eval: t.evals, value: e.Value, state: t.state}
		at.leaf.state.Pins = nil // valid during the call only
	}
	t.handle(n, uint8(e.Value), move, at, at)
}

// side returns who is to move at ply n.
func (t *tree) side(n int) sargon.Color {
	if n%2 == 1 {
		return t.root.Side
	}
	return t.root.Side.Other()
}

// line returns the moves up to ply n, and one more if there is one.
func (t *tree) line(n int, move *sargon.Move) []sargon.Move {
	line := make([]sargon.Move, 0, n)
	for _, p := range t.plies[min(1, n):n] {
		line = append(line, p.previous)
	}
	if move != nil {
		line = append(line, *move)
	}
	return line
}

// handle is "value A" of spec §11 at ply n, of a move whose bounds for the side to move are given.
func (t *tree) handle(n int, a uint8, move sargon.Move, low, high bound) {
	p := &t.plies[n-1]
	t.note(n, move, low, high)
	p.legal = true
	switch own := 256 - int(a); {
	case n > 1 && int(a) <= t.scores[n-1]:
		p.cut = true
	case own > t.scores[n]:
		t.scores[n] = own
	}
}

// note takes the bounds of a move of ply n over.
func (t *tree) note(n int, move sargon.Move, low, high bound) {
	p := &t.plies[n-1]
	if p.cut {
		t.fail("ply %d goes on after a cut", n)
		return
	}
	if low.value > p.low.value {
		p.low = low
	}
	if high.value > p.high.value {
		p.high = high
	}
	if n == 1 && !move.IsZero() {
		t.tried = append(t.tried, triedMove{move, low, high})
	}
}

// closeBelow ends the plies below ply n.
func (t *tree) closeBelow(n int) {
	for len(t.plies) > max(n, 0) && t.err == nil {
		t.closeLast()
	}
}

// closeLast ends the deepest ply, and gives the move that led there its value.
func (t *tree) closeLast() {
	n := len(t.plies)
	p := &t.plies[n-1]
	if !p.legal && len(p.rated) > 0 {
		t.fail("ply %d ends before its moves are tried", n)
		return
	}
	if !p.legal {
		t.noMove(n)
	}
	low, high := p.low, p.high
	if p.cut {
		high = bound{value: unknown}
	}
	score, cut, previous := t.scores[n], p.cut, p.previous
	t.plies = t.plies[:n-1]
	if n == 1 {
		return
	}
	low, high = bound{256 - high.value, high.leaf}, bound{256 - low.value, low.leaf}
	if !cut {
		t.handle(n-1, uint8(score), previous, low, high)
		return
	}
	t.note(n-1, previous, low, high)
	t.plies[n-2].legal = true
}

// noMove handles mate and stalemate at ply n.
func (t *tree) noMove(n int) {
	const mated, even = 0xFF, 0x80
	end := &leaf{line: t.line(n, nil), value: even, end: stalemate}
	if t.plies[n-1].check {
		end.value, end.end = mated, mate
	}
	at := bound{256 - int(end.value), end}
	t.handle(n, uint8(end.value), sargon.Move{}, at, at)
}

// finish ends all plies: the search is over. It reports what does not fit its result.
func (t *tree) finish(result *sargon.Result) error {
	t.closeBelow(0)
	if t.err != nil {
		return t.err
	}
	if score := t.scores[1]; score != int(result.Score) {
		t.fail("the moves make the score %d, not %d", score, result.Score)
	}
	if best := t.find(result.Best); best == nil || !best.exact() || best.low.value != int(result.Score) {
		t.fail("the value of %v is not the score %d", result.Best, result.Score)
	}
	return t.err
}

// find returns a move of the root that was tried; nil if it was not.
func (t *tree) find(m sargon.Move) *triedMove {
	for i := range t.tried {
		if t.tried[i].Same(m) {
			return &t.tried[i]
		}
	}
	return nil
}
