package native

import (
	"context"

	"sargon78/sargon"
)

// How 0x88 and bitboards fall back to the engine on 10x12.
//
// The game lies in the memory of a reference engine. For a search that position is copied to a
// board of its own (searchVariables.start). Some of the memory stays where it is and is worked on there:
// the bytes from the attack lists to the scores (shareMemory, reference.Tail), because in 1978 what
// ran over the end of one table fell into the next. All else is the board's own.
//
// A search that comes to its end writes back what it leaves to the next one: the records of the
// list area and the cells of the plies (report.leave).
//
// A search that goes where only the memory of 1978 tells what happens panics with a fallback.
// Then the shared bytes are put back as they were, and the reference engine does the whole search
// from its beginning (engine.fallBack). Watchers are not told again what they were told
// (sargon.EventCounts), and the result says why (sargon.Result.FellBack).
//
// Of the usual mixture of compare 0.6 % fall back, for an old record or for a king or queen that is
// lost off the board. To try old records on its own, a board would have to keep the
// links of all records and the heads of all plies from search to search, with the lists that become
// rings, as the memory of 1978 does: about 200 lines for each, for what reference does already.

// fallback is the panic that ends a search which goes where only the memory of 1978 tells what
// happens, and says how.
type fallback string

// What a search falls back for.
const (
	// oldRecord is described by the specification (§3); what comes after the others may not be.
	oldRecord fallback = "a ply without a record tries an old one"

	royalOffBoard fallback = "a king or queen is lost off the board"
	noEndMark     fallback = "the row of royal squares has lost its end mark"
	behindScores  fallback = "an exchange finds nothing up to the end of the scores"
	pairStarts    fallback = "a pair without room starts a list"
	pairCut       fallback = "a pair is made whose second half found no room"
)

// fallBack has the engine on 10x12 do a search. Watchers are not told again what they were told.
func (e *engine) fallBack(ctx context.Context, r *report, why fallback) (sargon.Result, error) {
	result, err := e.Resume(ctx, r.Options, r.EventCounts())
	result.FellBack = string(why)
	result.UndefinedReason, result.DefinedEvals = "", 0 // what the other engine says is no word of this one
	if why != oldRecord {
		result.UndefinedReason, result.DefinedEvals = string(why), r.Finished
	}
	return result, err
}

// givesUp does f, and says why it must fall back, "" if it need not.
func givesUp(f func()) (why fallback) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case fallback:
			why = p
		default:
			panic(p)
		}
	}()
	f()
	return ""
}

// triesOld reports whether ply n, which has nothing to list, tries an old record: of this search, or
// of one before (spec §3). Nobody asks the program to search where there is no move: see
// reference.Engine.prepare.
func (r *report) triesOld(n int) bool { return r.tried[n] != 0 || n > 1 && r.game.HasOld(n) }

// leave leaves ply table and list area in the memory of the game as 1978 did: the next
// search may come upon them (spec §3).
func (r *report) leave(list []record, b board) {
	for n := range list {
		m := &list[n]
		r.game.KeepRecord(n, int(m.link)-1, sargon.RatedMove{Move: moveOf(b, m), Value: m.value})
	}
	for n := 1; n <= r.deepest; n++ {
		r.game.KeepPly(n, r.started[n], int(r.tried[n])-1)
	}
}
