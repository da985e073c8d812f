package native

import "sargon78/sargon"

// searchSets is the search of the engine on sets: one loop up and down the plies, as spec §11
// tells it, where the search of the 0x88 engine calls itself. Ply, side and MATEF are single
// cells for all plies.
type searchSets struct {
	boardSets
	report

	depth      int          // PLYMAX
	ply        int          // NPLY, from 1; 0 when the search is over
	side       sargon.Color // COLOR
	moveNumber uint8        // MOVENO
	legal      bool         // MATEF: a legal move was tried
	score      []uint8      // SCORE
	situation  situation    // holds BC0 and MV0
	root       record       // the move that led to the root
	plies      [maxPlies]plySets
}

// plySets is what a ply keeps while those below it are searched.
type plySets struct {
	begun int  // where the keys of its list begin
	next  int  // the key to be tried next
	check bool // CKFLG
}

func (s *searchSets) begin(p *sargon.Position, scores []uint8, r report) {
	s.report = r
	s.set(p)
	s.reset(roomFor(&r.options))
	s.side, s.moveNumber, s.depth = p.Side, p.MoveNumber, int(r.options.Level)
	s.ply, s.score, s.situation = 0, scores, situation{}
	s.root = recordOf(s, p.Previous)
}

func (s *searchSets) made() *report { return &s.report }

func (s *searchSets) listed() []record { return s.records[:s.most] }

func (s *searchSets) run() {
	machine := s.side
	root, ok := s.evaluateMove(&s.root)
	if !ok {
		return
	}
	s.root.value = root.Value // as any evaluation does (spec §14.9)
	s.situation.control, s.situation.material = uint8(root.BoardControl), uint8(root.Material)
	s.enter(&s.root)
	for s.ply > 0 && !s.over {
		s.tryNext()
	}
	s.report.dropped = s.area.dropped
	if s.over && s.stopped == nil && machine == sargon.Black {
		s.mateAt--
	}
}

// enter goes to the ply below, to which the move previous leads, and lists its moves.
func (s *searchSets) enter(previous *record) {
	s.ply++
	n := s.ply
	s.line[n].length = 0
	s.legal = false
	s.report.begin(n, s.next)
	check := s.inCheck(s.side)
	s.gens++
	s.area.begin()
	s.generate(s.side, previous, check)
	s.close()
	s.plies[n] = plySets{begun: s.begun, next: s.begun, check: check}
	s.most = max(s.most, s.next)
	if len(s.current()) == 0 && (s.tried[n] != 0 || s.hasOld(n)) {
		panic(lost{}) // an old record is tried (spec §3)
	}
	if n == 1 && s.options.Root != nil {
		s.keep(func(r *record) bool { return s.options.Root(moveOf(s, r)) })
	}
	if n < s.depth {
		s.order()
	}
	if n == 1 && !s.over {
		s.noteRoot()
	}
}

// order gives each move of the list its value, and sorts: lowest, which is best, first; an
// illegal move has the value 0 (spec §10).
func (s *searchSets) order() {
	keys := s.current()
	for i, k := range keys {
		r, second := s.pairOf(k)
		s.make(r, second)
		if !s.inCheck(s.side) {
			s.evaluateStep(r)
		}
		s.unmake(r, second)
		keys[i] = keyOf(r.value, k.number())
		if s.over {
			return
		}
	}
	s.sort()
}

// noteRoot keeps the list of ply 1 as it will be tried.
func (s *searchSets) noteRoot() {
	for _, k := range s.current() {
		r, _ := s.pairOf(k)
		s.rootMoves = append(s.rootMoves, sargon.RatedMove{Move: moveOf(s, r), Value: r.value})
	}
}

// tryNext tries the next move of the ply, if there is one left.
func (s *searchSets) tryNext() {
	n := s.ply
	p := &s.plies[n]
	k := s.keys[p.next]
	if k == 0 {
		s.usedUp(p)
		return
	}
	p.next++
	s.tried[n] = uint16(k.number())
	if n == 1 {
		s.nth++
	}
	if n < s.depth && k.value() == 0 { // found illegal when it was put in order
		return
	}
	r, second := s.pairOf(k)
	s.make(r, second)
	if n >= s.depth && s.inCheck(s.side) {
		s.unmake(r, second)
		return
	}
	if n == 1 {
		s.tellRoot(moveOf(s, r))
	}
	if n < s.depth || n == s.depth && s.inCheck(s.side.Other()) {
		s.down(r)
		return
	}
	s.line[n+1].length = 0
	s.evaluateStep(r)
	s.unmake(r, second)
	s.legal = true
	if !s.over {
		s.handle(uint8(r.value), r)
	}
}

// down goes to the replies to a move that was made.
func (s *searchSets) down(r *record) {
	s.side = s.side.Other()
	if s.side == sargon.White {
		s.moveNumber++
	}
	s.score[s.ply+1] = s.score[s.ply-1]
	s.enter(r)
}

// up leaves the ply, and unmakes the move that led to it.
func (s *searchSets) up() {
	s.next, s.end = s.started[s.ply], s.plies[s.ply].begun
	s.ply--
	if s.ply == 0 {
		return
	}
	if s.side == sargon.White {
		s.moveNumber--
	}
	s.side = s.side.Other()
	s.unmake(s.pairOf(key(s.tried[s.ply])))
}

// handle handles a value at the ply, seen from the side that replies there, of the move r, or
// of none for a mate or stalemate. After a cut nothing is compared above.
func (s *searchSets) handle(value uint8, r *record) {
	n := s.ply
	if value <= s.score[n-1] {
		s.up()
		return
	}
	if own := -value; own > s.score[n] {
		s.score[n] = own
		if r != nil {
			s.raise(n, moveOf(s, r), own)
		}
	}
}

// usedUp is called when no move of the ply is left. A mate or stalemate has a value here,
// and then the list is used up again.
func (s *searchSets) usedUp(p *plySets) {
	switch {
	case s.legal && s.ply == 1:
		s.ply = 0
	case s.legal:
		s.up()
		r, _ := s.pairOf(key(s.tried[s.ply]))
		s.handle(s.score[s.ply+1], r)
	default:
		s.legal = true
		s.noLegal = s.ply == 1
		if !p.check {
			s.handle(drawn, nil)
			return
		}
		s.mateAt = s.moveNumber // of every mate, not only of the best line (spec §14.7)
		s.handle(mated, nil)
	}
}

// evaluateStep does a static evaluation that appears in the trace, of the move r.
func (s *searchSets) evaluateStep(r *record) {
	if totals, ok := s.evaluateMove(r); ok {
		r.value = totals.Value
		s.tell(s.ply, from64[r.from], from64[r.to], totals, s)
	}
}

// evaluateMove evaluates the board after the move r, unless the search is to stop.
func (s *searchSets) evaluateMove(r *record) (totals sargon.Totals, ok bool) {
	if !s.mayEvaluate() {
		return totals, false
	}
	s.situation.side, s.situation.moveNumber, s.situation.previousTo = s.side, s.moveNumber, r.to
	return s.evaluate(&s.situation), true
}
