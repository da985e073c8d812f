package compare

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"

	"sargon78/compare/cases"
	"sargon78/sargon"
)

// outcome is what an engine made of one case.
type outcome struct {
	done    bool // the case was tried
	failed  string
	endless bool // it failed because the search does not come to an end
	late    bool // it failed because the search took longer than it may
	refused bool // it failed because the engine does not take the position, or a move, as it should
	none    bool // no legal move
	limited bool // the search was stopped where the case says: only its trace can be compared

	best  sargon.Move
	score sargon.Score
	evals uint64
	trace sargon.Fingerprint
	state sargon.Fingerprint // of all states, if they were watched

	// What every engine of this project shows, and a program behind a protocol does not.
	whole  bool
	counts counts
	book   bool // the book answered
	pv     []sargon.Move
	told   sargon.Fingerprint // of the calls of Watch.Best and Watch.Root, and the list at ply 1
	left   []uint8            // ply table and list area after the search: see listLeft

	// In a game that keeps its state: the position before and after the search.
	before, after *sargon.Position

	tStates uint64
	seconds float64
}

// counts go with a trace where the engine knows them.
type counts struct {
	gens    uint64
	records int
	dropped uint64
	mateAt  uint8
}

// runSearch searches the position that the engine holds.
func runSearch(
	ctx context.Context, engine sargon.Engine, options sargon.SearchOptions, proof Proof,
) (o outcome) {
	o.done = true
	if proof >= ProofState {
		hash := sargon.EmptyTrace
		options.Watch.State = func(s *sargon.State) { hash = hashState(hash, s) }
		defer func() { o.state = hash }()
	}
	told, steps := listener{hash: sargon.EmptyTrace}, sargon.EmptyTrace
	if _, shy := engine.(prover); !shy {
		o.whole = true
		options.Watch.Best, options.Watch.Root = told.best, told.root
		options.Watch.Step = func(s sargon.Step) { steps = steps.Add(s) }
	}
	result, err := engine.Search(ctx, options)
	o.tStates, o.seconds = result.TStates, result.Duration.Seconds()
	switch {
	case errors.Is(err, sargon.ErrNoLegalMove):
		o.none = true
	case errors.Is(err, sargon.ErrMaxEvals):
		o.limited = true
	case errors.Is(err, sargon.ErrUnsupported):
		return outcome{} // the others go on without it
	case err != nil:
		o.failed, o.endless = err.Error(), errors.Is(err, sargon.ErrEndless)
		return o
	}
	o.score, o.evals, o.trace = result.Score, result.Evals, result.Trace
	if !o.none {
		o.best, o.pv = result.Best, result.PV
	}
	o.counts = counts{result.Gens, result.Records, result.Dropped, result.MateAt}
	o.book = result.Book
	told.list(result.Root)
	o.told = told.hash
	if err == nil {
		o.left = listLeft(engine, result.Records)
	}
	o.failed = wrongLevelLeft(engine, options.Level, &o)
	if o.whole && steps != o.trace {
		o.failed = fmt.Sprintf("told evaluations with the trace %v, and counted others: %v",
			steps, o.trace)
	}
	return o
}

// listLeft returns what a search has left: the ply table, and the records that it stored, with
// links from 1; a later search may try them (spec §3). It is nil for an engine that does not show it.
func listLeft(engine sargon.Engine, stored int) []uint8 {
	shows, ok := engine.(interface {
		ListArea() (plies, records []uint8, address uint16)
	})
	if !ok {
		return nil
	}
	plies, records, address := shows.ListArea()
	if plies == nil {
		return nil
	}
	all := slices.Concat(plies, records[:stored*recordBytes])
	relative := func(at int) {
		if w := binary.LittleEndian.Uint16(all[at:]); w >= address { // wherever that is
			binary.LittleEndian.PutUint16(all[at:], (w-address)/recordBytes+1)
		}
	}
	for at := 0; at < len(plies); at += 2 {
		relative(at)
	}
	for at := len(plies); at < len(all); at += recordBytes {
		relative(at)
	}
	return all
}

// The bytes of listLeft.
const (
	recordBytes   = 6
	plyBytes      = 4
	plyTableBytes = 10 * plyBytes
)

// differentLists names the first cell in which what two searches have left differs.
func differentLists(a, b []uint8) []Difference {
	if a == nil || b == nil {
		return nil
	}
	for at := range min(len(a), len(b)) {
		if a[at] == b[at] {
			continue
		}
		cell := fmt.Sprintf("%s of ply %d", [...]string{"start", "head"}[at/2%2], 1+at/plyBytes)
		if n := at - plyTableBytes; n >= 0 {
			field := [recordBytes]string{"link", "link", "from", "to", "flags", "value"}[n%recordBytes]
			cell = fmt.Sprintf("%s of record %d", field, 1+n/recordBytes)
		}
		return []Difference{{whatIsLeft + ", " + cell, fmt.Sprint(a[at]), fmt.Sprint(b[at])}}
	}
	return nil // of how many records there are something else is said
}

// listener hashes what an engine tells in a search.
type listener struct{ hash sargon.Fingerprint }

func (l *listener) bytes(all ...uint8) {
	for _, b := range all {
		l.hash = l.hash.Byte(b)
	}
}

func (l *listener) move(m sargon.Move) { l.bytes(uint8(m.From), uint8(m.To), uint8(m.Flags)) }

func (l *listener) best(line sargon.Line) {
	l.bytes('b', uint8(line.Score), uint8(line.Evals), uint8(line.Evals>>8), uint8(len(line.Moves)))
	for _, m := range line.Moves {
		l.move(m)
	}
}

func (l *listener) root(m sargon.Move, number, of int) {
	l.bytes('r', uint8(number), uint8(of))
	l.move(m)
}

func (l *listener) list(root []sargon.RatedMove) {
	for _, m := range root {
		l.bytes('l', uint8(m.Value))
		l.move(m.Move)
	}
}

// wrongLevelLeft says what is wrong with the PLYMAX that a program leaves after a search: 2
// less if it has found its mate (spec §11). Native engines have no such cell.
func wrongLevelLeft(engine sargon.Engine, level sargon.Level, o *outcome) string {
	e, ok := engine.(interface{ LevelLeft() uint8 })
	if !ok || o.limited {
		return ""
	}
	want := uint8(level)
	if !o.none && o.score == scoreMates {
		want -= 2
	}
	if left := e.LevelLeft(); left != want {
		return fmt.Sprintf("leaves PLYMAX %d after a search at level %d with score %d; want %d",
			left, level, o.score, want)
	}
	return ""
}

// scoreMates is SCORE[1] when the machine mates (spec §11).
const scoreMates sargon.Score = 0xFF

// whatIsAccepted names the difference when one engine refuses a position, or a move before the
// search, and the other does not.
const whatIsAccepted = "position and moves before the search"

// acceptance returns that difference, with what each engine says; "" if it accepts both.
func acceptance(a, b string) []Difference {
	const taken = "accepted"
	return []Difference{{whatIsAccepted, cmp.Or(a, taken), cmp.Or(b, taken)}}
}

// differences lists, a few words each, in what two outcomes differ.
func (o *outcome) differences(other *outcome, proof Proof) []Difference {
	var list []Difference
	differ := func(what string, a, b any) {
		list = append(list, Difference{what, fmt.Sprint(a), fmt.Sprint(b)})
	}
	limited := o.limited || other.limited
	if o.none != other.none && !limited {
		legal := map[bool]string{true: "no legal move", false: "a legal move"}
		differ("mate or stalemate", legal[o.none], legal[other.none])
		return list
	}
	whole := o.whole && other.whole
	if o.none && !whole {
		return nil // a program behind a protocol says no more than that
	}
	if !limited && !o.best.Same(other.best) {
		differ("best move", o.best, other.best)
	}
	if !limited && proof >= ProofScore && o.score != other.score {
		differ("score", uint8(o.score), uint8(other.score))
	}
	if proof >= ProofScore && o.evals != other.evals {
		differ("evaluations", o.evals, other.evals)
	}
	if proof < ProofTrace {
		return list
	}
	if o.trace != other.trace {
		differ("trace", o.trace, other.trace)
	}
	if whole && !limited {
		if o.book != other.book {
			answers := map[bool]string{true: "the book", false: "a search"}
			differ("what answers", answers[o.book], answers[other.book])
		}
		list = append(list, o.counts.differences(&other.counts)...)
		if !slices.Equal(o.pv, other.pv) {
			differ("best line", movesText(o.pv), movesText(other.pv))
		}
		list = append(list, differentLists(o.left, other.left)...)
		list = append(list, differentPositions("position before it", o.before, other.before)...)
		list = append(list, differentPositions("position after it", o.after, other.after)...)
	}
	// A machine is stopped before it has told to which move it turns, a native engine after.
	sameStop := !limited || o.tStates == 0 && other.tStates == 0
	if whole && sameStop && o.told != other.told && len(list) == 0 {
		differ("what is told during the search, or the list at ply 1", o.told, other.told)
	}
	if proof >= ProofState && o.state != other.state {
		differ("states", o.state, other.state)
	}
	return list
}

func movesText(moves []sargon.Move) string {
	var b strings.Builder
	for i, m := range moves {
		if i > 0 {
			b.WriteByte(' ')
		}
		fmt.Fprintf(&b, "%v-%02x", m, uint8(m.Flags))
	}
	return b.String()
}

// differentPositions compares the positions of a game that keeps its state.
func differentPositions(what string, a, b *sargon.Position) []Difference {
	if a == nil || b == nil || *a == *b {
		return nil
	}
	return []Difference{{what, cases.PositionText(*a), cases.PositionText(*b)}}
}

// whatIsLeft names the difference in what is there for the next search.
const whatIsLeft = "what the search leaves to the next one"

// What is counted, for Difference.What.
const (
	countGens    = "calls of the generator"
	countRecords = "most records in the list area"
	countDropped = "records dropped"
	countMateAt  = "last mate at move (PMATE)"
)

// differences lists the counts that differ.
func (c *counts) differences(other *counts) (list []Difference) {
	for _, n := range []struct {
		what string
		a, b uint64
	}{
		{countGens, c.gens, other.gens},
		{countRecords, uint64(c.records), uint64(other.records)},
		{countDropped, c.dropped, other.dropped},
		{countMateAt, uint64(c.mateAt), uint64(other.mateAt)},
	} {
		if n.a != n.b {
			list = append(list, Difference{n.what, fmt.Sprint(n.a), fmt.Sprint(n.b)})
		}
	}
	return list
}

// Difference is one value that differs.
type Difference struct {
	What string `json:"what"`
	A    string `json:"a"`
	B    string `json:"b"`
}

func (d Difference) String() string { return fmt.Sprintf("%s: %s / %s", d.What, d.A, d.B) }

// hashState adds everything an evaluation rests on to a hash.
func hashState(h sargon.Fingerprint, s *sargon.State) sargon.Fingerprint {
	add := func(b uint8) { h = h.Byte(b) }
	for _, p := range s.Board {
		add(uint8(p))
	}
	for _, r := range s.Royal {
		add(uint8(r))
	}
	add(uint8(len(s.Pins)))
	for _, p := range s.Pins {
		add(uint8(p.Square))
		add(uint8(p.Direction))
	}
	t := &s.Totals
	for _, b := range [...]uint8{
		uint8(t.BoardControl), uint8(t.Material), t.PointsLost, t.PointsWon1, t.PointsWon2,
		uint8(t.Checked), uint8(t.Value),
	} {
		add(b)
	}
	return h
}
