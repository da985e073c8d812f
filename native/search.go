package native

import (
	"context"
	"fmt"

	"sargon78/native/literal"
	"sargon78/sargon"
)

const (
	// maxPlies is how deep the search can be: the deepest level, one ply more for
	// checks, and one on either side in the row of scores.
	maxPlies = int(sargon.MaxDepth) + 3

	// pollEvery is how many evaluations pass between two looks at the context: some
	// tenth of a millisecond.
	pollEvery = 256

	mated = 0xFF // what a mate is worth to the side that moved into it
	drawn = 0x80
)

// search is one search (spec §10, §11). Nothing in it is allocated while it runs.
type search struct {
	board board
	game  *literal.Engine // holds the game
	list  moveList
	depth int // PLYMAX

	side       sargon.Color // COLOR
	moveNumber uint8        // MOVENO
	mateAt     uint8        // PMATE
	score      []uint8      // SCORE
	view       view         // holds BC0 and MV0
	best       sargon.Move  // BESTM
	root       record       // the move that led to the root

	evals, gens uint64
	trace       sargon.Fingerprint
	line        [maxPlies]variation
	rootMoves   []sargon.RatedMove // the list at ply 1
	number      int                // place in it of the move being tried

	ctx      context.Context
	maxEvals uint64
	keep     func(sargon.Move) bool // which moves at ply 1; nil keeps all
	watch    sargon.Watch
	state    sargon.State // for watch.State

	scores  [maxPlies]uint8  // the row of scores of a search without limits
	started [maxPlies]int    // where the records of each ply start
	tried   [maxPlies]uint16 // the record of each ply tried last, as a link; 0 if there is none yet

	told    told
	noLegal bool  // there is no legal move at ply 1
	over    bool  // the search has found its mate, or was stopped
	stopped error // why
}

// variation is the best line from a ply on. The program of 1978 kept none; this one is
// collected beside the search and changes nothing in it.
type variation struct {
	moves  [maxPlies]sargon.Move
	length int
}

// run searches the position on the board, which previous led to.
func (s *search) run(previous *record) {
	machine := s.side
	clear(s.score[:s.depth+2])
	s.number = 0
	s.view = view{}
	if !s.mayEvaluate() {
		return
	}
	root := s.evaluate(previous)
	previous.value = root.Value // as any evaluation does (spec §14.9)
	s.view.control, s.view.material = uint8(root.BoardControl), uint8(root.Material)
	s.ply(1, previous)
	if s.over && s.stopped == nil && machine == sargon.Black {
		s.mateAt--
	}
}

// outcome is what became of a move.
type outcome int

const (
	illegal outcome = iota // it was taken back at once
	cut                    // the reply refuted it, or the ply itself: nothing to compare
	valued                 // it has a value
)

// ply searches the moves of ply n, to which previous led, and leaves their score in
// SCORE[n]. It returns cut or valued.
func (s *search) ply(n int, previous *record) outcome {
	s.line[n].length = 0
	start := s.list.next
	check := s.board.inCheck(s.side)
	s.started[n] = start
	s.generate(previous, check)
	if s.list.head == 0 && (s.tried[n] != 0 || s.game.HasOld(n)) {
		panic(lost{}) // an old record is tried (spec §3)
	}
	if n == 1 {
		s.keepRoot()
	}
	if n < s.depth && !s.over {
		s.order(n)
	}
	if n == 1 {
		s.noteRoot()
	}
	result := s.moves(n, check)
	s.list.next = start // the records of this ply are freed
	return result
}

// moves tries the moves of the list just made at ply n.
func (s *search) moves(n int, check bool) outcome {
	legal := false // MATEF
	for link := s.list.head; link != 0 && !s.over; {
		r := s.list.at(link)
		s.tried[n] = link
		if n == 1 {
			s.number++
		}
		value, result := s.try(n, r, s.list.second(link))
		if result != illegal {
			legal = true
		}
		if result == valued && !s.over && s.compare(n, r, value) == cut {
			return cut
		}
		link = r.link
	}
	if !legal && !s.over {
		s.noLegal = n == 1
		return s.noMove(n, check)
	}
	return valued
}

// try makes a move of ply n, finds its value for the side that replies, and unmakes it.
func (s *search) try(n int, r, second *record) (value uint8, result outcome) {
	if n < s.depth {
		if r.value == 0 { // found illegal when it was put in order
			return 0, illegal
		}
		s.tellRoot(n, r)
		s.board.make(r, second)
		return s.descend(n, r, second)
	}
	s.board.make(r, second)
	if s.board.inCheck(s.side) {
		s.board.unmake(r, second)
		return 0, illegal
	}
	s.tellRoot(n, r)
	if n == s.depth && s.board.inCheck(s.side.Other()) {
		return s.descend(n, r, second) // a check is looked at one ply deeper
	}
	s.line[n+1].length = 0
	value = s.step(n, r)
	s.board.unmake(r, second)
	return value, valued
}

// descend searches the replies to a move that was made at ply n, and unmakes it.
func (s *search) descend(n int, r, second *record) (value uint8, result outcome) {
	moveNumber := s.moveNumber
	s.side = s.side.Other()
	if s.side == sargon.White {
		s.moveNumber++
	}
	s.score[n+1] = s.score[n-1]
	result = s.ply(n+1, r)
	s.side = s.side.Other()
	s.moveNumber = moveNumber
	s.board.unmake(r, second)
	return s.score[n+1], result
}

// compare handles a value at ply n, seen from the side that replies there. At 0x80 less
// or more both sides count alike, so negating the byte changes the point of view.
func (s *search) compare(n int, r *record, value uint8) outcome {
	if value <= s.score[n-1] {
		return cut
	}
	own := -value
	if own <= s.score[n] {
		return valued
	}
	s.score[n] = own
	if r == nil { // mate or stalemate
		return valued
	}
	s.raise(n, r)
	if n == 1 {
		s.best = s.move(r)
		s.over = own == mated
		if s.watch.Best != nil {
			s.told.best++
			s.watch.Best(sargon.Line{Moves: s.variation(), Score: sargon.Score(own), Evals: s.evals})
		}
	}
	return valued
}

// raise makes r and what follows it the best line from ply n.
func (s *search) raise(n int, r *record) {
	line, next := &s.line[n], &s.line[n+1]
	line.moves[0] = s.move(r)
	line.length = 1 + copy(line.moves[1:], next.moves[:next.length])
}

// variation returns the best line at the root.
func (s *search) variation() []sargon.Move { return s.line[1].moves[:s.line[1].length] }

// noMove handles ply n without a legal move. Every mate met in the tree leaves its move
// number, not only the one of the best line (spec §14.7).
func (s *search) noMove(n int, check bool) outcome {
	if !check {
		return s.compare(n, nil, drawn)
	}
	s.mateAt = s.moveNumber
	return s.compare(n, nil, mated)
}

// generate makes the list of a ply.
func (s *search) generate(previous *record, check bool) {
	s.gens++
	s.list.begin()
	s.board.generate(&s.list, s.side, previous, check)
	s.list.most = max(s.list.most, s.list.next)
}

// order gives each record of the list its value, and sorts by it: lowest, which is best,
// first; illegal moves, whose value stays 0, before all others; equal values as they were
// generated (spec §10).
func (s *search) order(n int) {
	link := s.list.head
	s.list.head = 0
	for link != 0 && !s.over {
		r, second := s.list.at(link), s.list.second(link)
		next := r.link
		s.board.make(r, second)
		if !s.board.inCheck(s.side) {
			r.value = sargon.Value(s.step(n, r))
		}
		s.board.unmake(r, second)
		s.list.insert(link)
		link = next
	}
}

// step is a static evaluation that appears in the trace (spec §17): of the move r that was
// made at ply n.
func (s *search) step(n int, r *record) uint8 {
	if !s.mayEvaluate() {
		return 0
	}
	totals := s.evaluate(r)
	step := sargon.Step{
		Ply:   uint8(n),
		From:  s.board.square(r.from),
		To:    s.board.square(r.to),
		Value: totals.Value,
	}
	s.trace = s.trace.Add(step)
	if s.watch.State != nil {
		s.told.states++
		s.tellState(totals)
	}
	if s.watch.Step != nil {
		s.told.steps++
		s.watch.Step(step)
	}
	return uint8(totals.Value)
}

// evaluate does a static evaluation for the side to move, after the move previous.
func (s *search) evaluate(previous *record) sargon.Totals {
	s.evals++
	s.view.side = s.side
	s.view.moveNumber = s.moveNumber
	s.view.previousTo = previous.to
	return s.board.evaluate(&s.view)
}

// tellRoot tells the watcher that the search turns to a legal move, if that is at ply 1.
func (s *search) tellRoot(n int, r *record) {
	if n == 1 && s.watch.Root != nil {
		s.told.roots++
		s.watch.Root(s.move(r), s.number, len(s.rootMoves))
	}
}

func (s *search) tellState(totals sargon.Totals) {
	var p sargon.Position
	s.board.get(&p)
	s.state = sargon.State{Board: p.Board, Royal: p.Royal, Pins: s.board.pins(s.state.Pins[:0]), Totals: totals}
	s.watch.State(&s.state)
}

// mayEvaluate tells whether another evaluation is allowed; if not, the search is over.
func (s *search) mayEvaluate() bool {
	switch {
	case s.maxEvals > 0 && s.evals >= s.maxEvals:
		s.stopped = sargon.ErrMaxEvals
	case s.evals%pollEvery == 0 && s.ctx.Err() != nil:
		s.stopped = fmt.Errorf("search stopped after %d evaluations: %w", s.evals, s.ctx.Err())
	default:
		return true
	}
	s.over = true
	return false
}

// keepRoot takes the moves off the list of ply 1 that are not to be searched.
func (s *search) keepRoot() {
	if s.keep == nil {
		return
	}
	for link := &s.list.head; *link != 0; {
		if r := s.list.at(*link); s.keep(s.move(r)) {
			link = &r.link
		} else {
			*link = r.link
		}
	}
}

// noteRoot keeps the list of ply 1 as it will be tried.
func (s *search) noteRoot() {
	s.rootMoves = s.rootMoves[:0]
	for link := s.list.head; link != 0; link = s.list.at(link).link {
		r := s.list.at(link)
		s.rootMoves = append(s.rootMoves, sargon.RatedMove{Move: s.move(r), Value: r.value})
	}
}

// move translates a record.
func (s *search) move(r *record) sargon.Move {
	return sargon.Move{From: s.board.square(r.from), To: s.board.square(r.to), Flags: r.flags}
}
