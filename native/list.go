package native

import "sargon78/sargon"

// listHead stands for the variable that holds the head of a list, in place of the record before.
const listHead = -1

// moveList is the list area, which all plies of a line share: the records of a ply follow
// those of the ply before, and are freed when it is left.
type moveList struct {
	records []record
	limit   int    // how many can be stored
	next    int    // the next free one
	last    int    // the last one of the list that is being generated, or listHead
	head    uint16 // of the list that is being generated, as a link
	dropped uint64 // how many found no room
}

// reset empties the area and gives it room for so many records.
func (l *moveList) reset(room int) {
	if len(l.records) < room {
		l.records = make([]record, room)
	}
	l.limit = room
	l.next, l.dropped = 0, 0
	l.begin()
}

// begin starts the list of a ply at the next free record.
func (l *moveList) begin() {
	l.last = listHead
	l.head = 0
}

// free takes as many records off the end.
func (l *moveList) free(records int) { l.next -= records }

// add stores a record at the end of the list. When the area is full it is dropped, and
// nothing else happens (spec §3).
func (l *moveList) add(from, to uint8, flags sargon.Flags) {
	if l.next >= l.limit {
		l.dropped++
		return
	}
	at := l.next
	l.records[at] = record{from: from, to: to, flags: flags}
	l.next++
	l.setLink(uint16(l.next))
	l.last = at
}

// closePair is called after both halves of a castling or en passant were added: the list
// goes on from the first half, and the second is reached only as "first + 1". The step
// back is done blindly, even if the area was full and the second half is not there; then
// it lands on the record before the pair and cuts the list there (spec §14.8). A list
// that starts with a pair in a full area has nothing to step back to: there the specification ends.
func (l *moveList) closePair() {
	if l.last == listHead {
		panic(pairStarts)
	}
	l.last--
	l.setLink(0)
}

// setLink sets the link of the last record, or the head of the list.
func (l *moveList) setLink(link uint16) {
	if l.last == listHead {
		l.head = link
	} else {
		l.records[l.last].link = link
	}
}

// at returns the record of a link.
func (l *moveList) at(link uint16) *record {
	if link == lostLink {
		panic(overwritten)
	}
	return &l.records[link-1]
}

// second returns the record that follows directly: the other half, if there is one, of a
// pair. It is nil after the last record of the area. If a castling was cut there and is tried
// nevertheless, the program of 1978 finds its own code there: the specification ends.
func (l *moveList) second(link uint16) *record {
	if int(link) < l.limit {
		return &l.records[link]
	}
	if l.at(link).flags&sargon.DoubleMove != 0 {
		panic(pairCut)
	}
	return nil
}

// insert puts the record of a link into the list, before the first one with a greater value than the
// one given (spec §10).
func (l *moveList) insert(link uint16, value sargon.Value) {
	before := &l.head
	for steps := 0; *before != 0; steps++ {
		next := l.at(*before)
		if next.value > value {
			break
		}
		if steps > len(l.records) { // old records are linked to a ring, in which none is greater
			panic(ring{})
		}
		before = &next.link
	}
	l.at(link).link, *before = *before, link
}
