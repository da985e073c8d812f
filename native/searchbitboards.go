package native

import "sargon78/sargon"

// searchBitboards is the search of the bitboard engine: one loop up and down the plies, as spec §11
// tells it, where the search of the 0x88 engine calls itself. Ply, side and MATEF are single
// variables for all plies.
type searchBitboards struct {
	bitboards
	searchVariables

	ply   int  // NPLY, from 1; 0 when the search is over
	legal bool // MATEF: a legal move was tried
	plies [maxPlies]plyState
}

// plyState is what a ply keeps while those below it are searched.
type plyState struct {
	firstKey int    // where the keys of its list begin
	head     uint16 // the number of the first record, where the search goes by links
	next     int    // the key to be tried next
	check    bool   // CKFLG
}

func (s *searchBitboards) area() []record { return s.records }

func (s *searchBitboards) search() {
	s.ply = 0
	s.enter(&s.root)
	for s.ply > 0 && !s.finished {
		s.tryNext()
	}
	s.Dropped = s.keyedList.dropped
}

// enter goes to the ply below, to which the move previous leads, and lists its moves.
func (s *searchBitboards) enter(previous *record) {
	s.ply++
	n := s.ply
	s.EnterPly(n, moveOf(s, previous))
	s.legal = false
	s.report.open(n, s.next)
	check := s.inCheck(s.side)
	s.Gens++
	s.keyedList.begin()
	s.generate(s.side, previous, check)
	s.close()
	s.plies[n] = plyState{firstKey: s.firstKey, next: s.firstKey, check: check}
	s.Records = max(s.Records, s.next)
	if n == 1 && s.Options.Root != nil {
		s.filter(func(r *record) bool { return s.Options.Root(moveOf(s, r)) })
	}
	old := uint16(0)
	if len(s.current()) == 0 {
		old = s.oldRecord(n, s.area(), s)
		s.odd = s.odd || old != 0
	}
	switch {
	case n < s.depth && old != 0:
		old = s.orderOld(old)
	case n < s.depth:
		s.order()
	}
	s.plies[n].head = max(old, uint16(s.keys[s.firstKey].number()))
	if n == 1 && !s.finished {
		s.noteRoot()
	}
}

// order gives each move of the list its value, and sorts: lowest, which is best, first; an
// illegal move has the value 0 (spec §10).
func (s *searchBitboards) order() {
	keys := s.current()
	for i, k := range keys {
		r, second := s.pairOf(k)
		s.make(r, second)
		if !s.inCheck(s.side) {
			s.evaluateTraced(s, s.ply, r)
		}
		s.unmake(r, second)
		keys[i] = keyOf(r.value, k.number())
		if s.finished {
			return
		}
	}
	s.sort()
}

// orderOld is order for a list of old records, which begins with the number first. It returns with which
// it then begins.
func (s *searchBitboards) orderOld(first uint16) (head uint16) {
	passed := 0
	for number := first; number != 0 && !s.finished; {
		passed++
		countTry(passed)
		r, second := s.pairOf(key(number))
		following, value := r.link, sargon.Value(0)
		s.make(r, second)
		if !s.inCheck(s.side) {
			s.evaluateTraced(s, s.ply, r)
			value = r.value
		}
		s.unmake(r, second)
		s.insert(&head, int(number), value)
		number = following
	}
	return head
}

// linked returns the key of the move to be tried next where old records are in play: these may be in
// the lists of several plies, and ordering them in one changes the others (spec §14.8). So the search
// goes by the links in the records, as they are by now.
func (s *searchBitboards) linked(n int, p *plyState) key {
	number := p.head
	if tried := p.next - p.firstKey; tried > 0 {
		countTry(tried + 1)
		number = s.keyedList.at(s.tried[n]).link
	}
	if number == 0 {
		return 0
	}
	return keyOf(s.keyedList.at(number).value, int(number))
}

// noteRoot keeps the list of ply 1 as it will be tried.
func (s *searchBitboards) noteRoot() {
	for _, k := range s.current() {
		r, _ := s.pairOf(k)
		s.Root = append(s.Root, sargon.RatedMove{Move: moveOf(s, r), Value: r.value})
	}
}

// tryNext tries the next move of the ply, if there is one left.
func (s *searchBitboards) tryNext() {
	n := s.ply
	p := &s.plies[n]
	var k key
	if s.odd {
		k = s.linked(n, p)
	} else {
		k = s.keys[p.next]
	}
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
		s.StartRootMove(moveOf(s, r), s.nth)
	}
	if n < s.depth || n == s.depth && s.inCheck(s.side.Other()) {
		s.down(r)
		return
	}
	s.ClearPV(n + 1)
	s.evaluateTraced(s, s.ply, r)
	s.unmake(r, second)
	s.legal = true
	if !s.finished {
		s.handleValue(uint8(r.value), r)
	}
}

// down goes to the replies to a move that was made.
func (s *searchBitboards) down(r *record) {
	s.side = s.side.Other()
	if s.side == sargon.White {
		s.moveNumber++
	}
	s.score[s.ply+1] = s.score[s.ply-1]
	s.enter(r)
}

// up leaves the ply, and unmakes the move that led to it.
func (s *searchBitboards) up() {
	s.next, s.end = s.started[s.ply], s.plies[s.ply].firstKey
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

// handleValue handles a value at the ply, seen from the side that replies there, of the move r, or
// of none for a mate or stalemate. After a cut nothing is compared above.
func (s *searchBitboards) handleValue(value uint8, r *record) {
	n := s.ply
	if value <= s.score[n-1] {
		s.up()
		return
	}
	if own := -value; own > s.score[n] {
		s.score[n] = own
		if r != nil {
			s.updatePV(n, moveOf(s, r), own)
		}
	}
}

// usedUp is called when no move of the ply is left. A mate or stalemate has a value here,
// and then the list is used up again.
func (s *searchBitboards) usedUp(p *plyState) {
	switch {
	case s.legal && s.ply == 1:
		s.ply = 0
	case s.legal:
		s.up()
		r, _ := s.pairOf(key(s.tried[s.ply]))
		s.handleValue(s.score[s.ply+1], r)
	default:
		s.legal = true
		s.noLegal = s.ply == 1
		if !p.check {
			s.handleValue(stalemateValue, nil)
			return
		}
		s.mateAt = s.moveNumber // of every mate, not only of the best line (spec §14.7)
		s.handleValue(matedValue, nil)
	}
}
