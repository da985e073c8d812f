package native

import (
	"slices"

	"sargon78/sargon"
)

// keyedList is the list area of the bitboard engine. A record stays where it is stored; next to
// the records is a row of keys, one for each move of a ply's list in order, with a 0 at
// the end. A key is a record's value above its number, so that putting a list in order is
// sorting words.
type keyedList struct {
	records []record
	next    int // the next free record

	keys     []key
	firstKey int // where the keys of the list being generated begin
	end      int // the next free key

	last    int // the record last stored in that list, or stepped back to; 0 if there is none
	dropped uint64
}

// key is value<<16 | number, from 1.
type key uint32

func keyOf(value sargon.Value, number int) key { return key(value)<<16 | key(number) }

func (k key) number() int { return int(k & 0xFFFF) }

func (k key) value() sargon.Value { return sargon.Value(k >> 16) }

// reset empties the area and gives it room for a number of records.
func (a *keyedList) reset(room int) {
	if len(a.records) != room {
		a.records = make([]record, room)
		a.keys = make([]key, room+maxPlies)
	}
	*a = keyedList{records: a.records, keys: a.keys}
}

// begin starts the list of a ply.
func (a *keyedList) begin() { a.firstKey, a.last = a.end, 0 }

// free takes as many records off the end of those in use.
func (a *keyedList) free(records int) { a.next -= records }

// add stores a record, unless the area is full (spec §3).
func (a *keyedList) add(from, to uint8, flags sargon.Flags) {
	if a.next == len(a.records) {
		a.dropped++
		return
	}
	a.records[a.next] = record{from: from, to: to, flags: flags}
	a.next++
	a.last = a.next
	a.keys[a.end] = keyOf(0, a.next)
	a.end++
}

// addPawn stores a move of a pawn, which becomes a queen on the last rank.
func (a *keyedList) addPawn(from, to uint8, flags sargon.Flags) {
	if to >= 56 || to < 8 {
		flags |= sargon.Promotion
	}
	a.add(from, to, flags)
}

// closePair is called after both halves of a castling or en passant were added. One steps back by
// a record, whatever that is, and the list in which it stands ends there: with room it is
// the first half, in a full area the record before, perhaps one of the ply above, or the
// second half of another pair, which stands in no list (spec §14.8).
func (a *keyedList) closePair() {
	if a.last == 0 {
		panic(pairStarts)
	}
	a.last--
	for i := a.end - 1; i >= 0; i-- {
		if a.keys[i].number() == a.last {
			a.keys[i+1] = 0
			if i >= a.firstKey {
				a.end = i + 1
			}
			break
		}
	}
	if a.last > 0 {
		a.records[a.last-1].link = 0
	}
}

// close ends the list of a ply.
func (a *keyedList) close() {
	a.keys[a.end] = 0
	a.end++
	a.link()
}

// current returns the list of the ply that was begun last, without its end.
func (a *keyedList) current() []key { return a.keys[a.firstKey : a.end-1] }

// filter takes the moves off the list that are not wanted.
func (a *keyedList) filter(wanted func(*record) bool) {
	kept := slices.DeleteFunc(a.current(), func(k key) bool {
		return !wanted(&a.records[k.number()-1])
	})
	a.end = a.firstKey + len(kept)
	a.close()
}

// sort puts the list in order: by value, and equal values as they were generated (spec §10).
func (a *keyedList) sort() {
	slices.Sort(a.current())
	a.link()
}

// insert puts an old record into the list that begins at *head, before the first one with a greater
// value than the one given (spec §10). Its number and the links are from 1.
func (a *keyedList) insert(head *uint16, number int, value sargon.Value) {
	at := head
	for passed := 0; *at != 0; passed++ {
		r := a.at(*at)
		if r.value > value {
			break
		}
		if passed > len(a.records) { // a ring in which none is greater
			panic(ring{})
		}
		at = &r.link
	}
	a.records[number-1].link = *at
	*at = uint16(number)
}

// link writes the list into its records, as the next search may find it (spec §3).
func (a *keyedList) link() {
	next := uint16(0)
	for _, k := range slices.Backward(a.current()) {
		a.records[k.number()-1].link = next
		next = uint16(k.number())
	}
}

// at returns the record of a number, from 1.
func (a *keyedList) at(number uint16) *record {
	if number == lostLink {
		panic(overwritten)
	}
	return &a.records[number-1]
}

// pairOf returns the record of a key and the one stored after it, the second half if it is
// one of a pair. After the last there is none: see moveList.second.
func (a *keyedList) pairOf(k key) (first, second *record) {
	n := k.number()
	first = a.at(uint16(n))
	switch {
	case n < len(a.records):
		second = &a.records[n]
	case first.flags&sargon.DoubleMove != 0:
		panic(pairCut)
	}
	return first, second
}
