package native

import "sargon78/sargon"

// search0x88 is the search of the 0x88 engine (spec §10, §11). Each ply is a call. Nothing
// in it is allocated while it runs.
type search0x88 struct {
	board0x88
	searchVariables
}

func (s *search0x88) area() []record { return s.records[:s.limit] }

func (s *search0x88) search() {
	s.ply(1, &s.root)
	s.Dropped = s.moveList.dropped
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
func (s *search0x88) ply(n int, previous *record) outcome {
	s.EnterPly(n, moveOf(s, previous))
	start := s.next
	check := s.inCheck(s.side)
	s.report.open(n, start)
	s.Gens++
	s.moveList.begin()
	s.generate(s.side, previous, check)
	s.Records = max(s.Records, s.next)
	if s.head == 0 {
		s.head = s.oldRecord(n, s.area(), s)
		s.odd = s.odd || s.head != 0
	}
	if n == 1 {
		s.keepRoot()
	}
	if n < s.depth && !s.finished {
		s.order(n)
	}
	if n == 1 && !s.finished {
		s.noteRoot()
	}
	result := s.tryAll(n, check)
	s.next = start // the records of this ply are freed
	return result
}

// tryAll tries the moves of the list just made at ply n.
func (s *search0x88) tryAll(n int, check bool) outcome {
	legal := false // MATEF
	number := 0
	for link := s.head; link != 0 && !s.finished; {
		number++
		countTry(number)
		r := s.at(link)
		s.tried[n] = link
		if n == 1 {
			s.nth++
		}
		value, result := s.try(n, link)
		if result != illegal {
			legal = true
		}
		if result == valued && !s.finished && s.compare(n, r, value) == cut {
			return cut
		}
		link = r.link
	}
	if !legal && !s.finished {
		s.noLegal = n == 1
		return s.noMove(n, check)
	}
	return valued
}

// try makes a move of ply n, finds its value for the side that replies, and unmakes it.
func (s *search0x88) try(n int, link uint16) (value uint8, result outcome) {
	r, second := s.at(link), s.second(link)
	if n < s.depth {
		if r.value == 0 { // found illegal when it was put in order
			return 0, illegal
		}
		if n == 1 {
			s.StartRootMove(moveOf(s, r), s.nth)
		}
		s.make(r, second)
		return s.descend(n, link)
	}
	s.make(r, second)
	if s.inCheck(s.side) {
		s.unmake(r, second)
		return 0, illegal
	}
	if n == 1 {
		s.StartRootMove(moveOf(s, r), s.nth)
	}
	if n == s.depth && s.inCheck(s.side.Other()) {
		return s.descend(n, link) // a check is looked at one ply deeper
	}
	s.ClearPV(n + 1)
	s.evaluateTraced(s, n, r)
	s.unmake(r, second)
	return uint8(r.value), valued
}

// descend searches the replies to a move that was made at ply n, and unmakes it.
func (s *search0x88) descend(n int, link uint16) (value uint8, result outcome) {
	r, moveNumber := s.at(link), s.moveNumber
	s.side = s.side.Other()
	if s.side == sargon.White {
		s.moveNumber++
	}
	s.score[n+1] = s.score[n-1]
	result = s.ply(n+1, r)
	s.side = s.side.Other()
	s.moveNumber = moveNumber
	s.unmake(r, s.second(link)) // an old record may be another one by now
	return s.score[n+1], result
}

// compare handles a value at ply n, seen from the side that replies there. At 0x80 less
// or more both sides count alike, so negating the byte changes the point of view.
func (s *search0x88) compare(n int, r *record, value uint8) outcome {
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
	s.updatePV(n, moveOf(s, r), own)
	return valued
}

// noMove handles ply n without a legal move. Every mate met in the tree leaves its move
// number, not only the one of the best line (spec §14.7).
func (s *search0x88) noMove(n int, check bool) outcome {
	if !check {
		return s.compare(n, nil, stalemateValue)
	}
	s.mateAt = s.moveNumber
	return s.compare(n, nil, matedValue)
}

// order gives each record of the list its value, and sorts by it: lowest, which is best,
// first; illegal moves, which count as 0, before all others; equal values as they were generated
// (spec §10). The value in the record of an illegal move stays: 0, but for an old record.
func (s *search0x88) order(n int) {
	link := s.head
	s.head = 0
	for number := 1; link != 0 && !s.finished; number++ {
		countTry(number)
		r, second := s.at(link), s.second(link)
		next, value := r.link, sargon.Value(0)
		s.make(r, second)
		if !s.inCheck(s.side) {
			s.evaluateTraced(s, n, r)
			value = r.value
		}
		s.unmake(r, second)
		s.insert(link, value)
		link = next
	}
}

// keepRoot takes the moves off the list of ply 1 that are not to be searched.
func (s *search0x88) keepRoot() {
	if s.Options.Root == nil {
		return
	}
	for link := &s.head; *link != 0; {
		if r := s.at(*link); s.Options.Root(moveOf(s, r)) {
			link = &r.link
		} else {
			*link = r.link
		}
	}
}

// noteRoot keeps the list of ply 1 as it will be tried.
func (s *search0x88) noteRoot() {
	for link := s.head; link != 0; link = s.at(link).link {
		r := s.at(link)
		s.Root = append(s.Root, sargon.RatedMove{Move: moveOf(s, r), Value: r.value})
	}
}
