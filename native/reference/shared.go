package reference

import "sargon78/sargon"

// An engine on another board keeps its game in one of these: it works on the memory after the board, and
// leaves there what the next search may come upon.

// Tail is the memory after the board: attack lists, pin list, royal squares and scores.
type Tail [plyix - whiteList]uint8

// Where in a Tail they are.
const (
	TailPins   = plista - whiteList
	TailSteps  = TailPins + pinRow
	TailRoyals = posk - whiteList
	TailScores = score - whiteList
)

// Tail returns the memory after the board.
func (e *Engine) Tail() *Tail { return (*Tail)(e.memory.bytes(whiteList, len(Tail{}))) }

// OldHead returns the number, from 1, of the record that a ply would try that can store nothing (spec
// §3): the one that it tried last in the search before. 0 is none, -1 that there is no such record.
func (e *Engine) OldHead(ply int) int {
	return numberOf(e.memory.word(plyix + plyLength*uint16(ply) - 2))
}

// OldRecord returns a record of the list area, by its number from 0, as the search before and the moves
// played since have left it, and the number from 1 of the one that it is linked to, as OldHead does.
func (e *Engine) OldRecord(n int) (next int, m sargon.RatedMove) {
	at := recordAt(n)
	m = sargon.RatedMove{Move: e.memory.move(at), Value: sargon.Value(e.memory.value(at))}
	return numberOf(e.memory.word(at)), m
}

// numberOf returns the number of the record at an address, from 1: 0 for none, -1 if there is no such
// record.
func numberOf(address uint16) int {
	switch n := int(address) - mlist; {
	case address>>8 == 0:
		return 0
	case n < 0 || n > maxRecordOffset || n%recordBytes != 0:
		return -1
	default:
		return 1 + n/recordBytes
	}
}

// KeepPly leaves the variables of a ply as a search has left them: the numbers of the record
// where its own start, and of the one tried last, both from 0; -1 if it had none to try.
func (e *Engine) KeepPly(ply, start, tried int) {
	at := uint16(plyix + plyLength*(ply-1))
	e.memory.setWord(at, recordAt(start))
	if tried >= 0 {
		e.memory.setWord(at+2, recordAt(tried))
	}
}

// KeepRecord leaves a record of the list area as a search has left it: its number, and that
// of the next of its list, -1 if it is the last.
func (e *Engine) KeepRecord(n, next int, m sargon.RatedMove) {
	at := recordAt(n)
	e.memory.setMove(at, m.Move)
	e.memory.setValue(at, uint8(m.Value))
	if next >= 0 {
		e.memory.setWord(at, recordAt(next))
	}
}

// Capabilities returns all that a native engine can show.
func (e *Engine) Capabilities() sargon.Capabilities {
	return sargon.Capabilities{
		Detail: sargon.DetailState, Evaluations: true, ExaminesItself: true, ListArea: e.listArea,
	}
}

// listArea returns what the last search has left of ply table and list area.
func (e *Engine) listArea() (plies, records []uint8, address uint16) {
	return e.memory.bytes(plyix, plyCells), e.memory.bytes(mlist, listBytes), mlist
}

func recordAt(n int) uint16 { return mlist + recordBytes*uint16(n) }
