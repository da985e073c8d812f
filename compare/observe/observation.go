package observe

import (
	"encoding/binary"
	"errors"
	"strings"

	"sargon78/compare/cases"
	"sargon78/sargon"
)

// Observation is what an engine made of one search.
type Observation struct {
	Done    bool // the search was tried
	Failure FailureKind
	Text    string // says how it failed
	err     error

	Result  sargon.Result // of a failure too, as far as it came
	NoMove  bool          // there is no legal move
	Limited bool          // the search was stopped where the case says: only its trace can be compared

	// What every engine of this project shows, and a program that speaks a protocol does not.
	FullDetail bool
	EventHash  sargon.Fingerprint // of the calls of Enter, Best and Root of sargon.Callbacks, and the list at ply 1
	Leftover   []uint8            // ply table and list area after the search: see leftover
	States     sargon.Fingerprint // of all states, if they were watched

	before, after position // of a stateful case, around the search

	HasEvaluations bool // it reports its evaluations
	Prefix         Prefix
}

// Prefix is the beginning of a search: its first evaluations, the root's included, and the states
// that they rest on.
type Prefix struct {
	Evals         uint64
	Trace, States sargon.Fingerprint
}

// position is one that is written as in the text of a case.
type position struct{ sargon.Position }

func (p position) String() string { return cases.PositionText(p.Position) }

// FailureKind is a way to fail.
type FailureKind int

// The ways to fail.
const (
	NoFailure    FailureKind = iota
	OtherFailure             // any other
	Endless                  // the search does not come to an end
	Left                     // the engine ended it where it left the specification
	TimedOut                 // it took longer than it may
	Refused                  // the engine does not take the position, or a move, as it should
	Crashed                  // it panicked
	Unsupported              // no failure: the engine cannot be asked for that
)

// fail makes a failure of the observation.
func (o *Observation) fail(how FailureKind, err error) {
	o.Done, o.Failure, o.Text, o.err = true, how, err.Error(), err
}

// failure returns the observation of a failure.
func failure(how FailureKind, err error) (o Observation) {
	o.fail(how, err)
	return o
}

// unsupported is the observation of what an engine cannot be asked for.
var unsupported = Observation{Failure: Unsupported, err: sargon.ErrUnsupported}

// Err is the failure as an error, without where a panic was; nil if there is none.
func (o *Observation) Err() error {
	if o.Failure != Crashed {
		return o.err
	}
	text, _, _ := strings.Cut(o.Text, "\n")
	return errors.New(text)
}

// Rank returns how good an observation is as the one that others are compared with: 2 for a search that
// came to its end, 1 for one that has none, 0 for all others.
func (o *Observation) Rank() int {
	switch {
	case o.Done && o.Failure == NoFailure:
		return 2
	case o.Done && o.Failure == Endless:
		return 1
	}
	return 0
}

// SameUntil reports whether the first evaluations of two searches are the same, however the searches
// ended. A search that came to its end and reports no evaluations is not checked for them.
func (o *Observation) SameUntil(other *Observation, evals uint64) bool {
	for _, o := range []*Observation{o, other} {
		if !o.Done || !o.HasEvaluations && o.Failure != NoFailure || o.HasEvaluations && o.Prefix.Evals < evals {
			return false
		}
	}
	if !o.HasEvaluations || !other.HasEvaluations {
		return true
	}
	return o.Prefix.Trace == other.Prefix.Trace &&
		(!o.FullDetail || !other.FullDetail || o.Prefix.States == other.Prefix.States)
}

// The bytes of a leftover.
const (
	recordBytes   = 6
	plyBytes      = 4
	plyTableBytes = 10 * plyBytes
)

// leftover returns the ply table after a search, and the records that it stored, with links from 1; a
// later search may try them (spec §3). Where the list was full the next record may lie below the area:
// then all are said to be stored.
func leftover(area func() (plies, records []uint8, address uint16), stored int) []uint8 {
	plies, records, address := area()
	n := min(stored, len(records)/recordBytes) * recordBytes
	all := append(make([]uint8, 0, len(plies)+n), plies...) // nil would say that none is shown
	all = append(all, records[:n]...)
	for at := 0; at < len(all); {
		if w := binary.LittleEndian.Uint16(all[at:]); w >= address { // wherever that is
			binary.LittleEndian.PutUint16(all[at:], (w-address)/recordBytes+1)
		}
		if at < len(plies) {
			at += 2 // the next word of the table
		} else {
			at += recordBytes // the link of the next record
		}
	}
	return all
}

// eventHasher hashes what an engine reports in a search, and at its end.
type eventHasher struct {
	hash sargon.Fingerprint
	line []sargon.Move // the best one that was reported last
}

func (n *eventHasher) move(m sargon.Move, about ...uint8) {
	n.hash = hash(hash(n.hash, about...), uint8(m.From), uint8(m.To), uint8(m.Flags))
}

func (n *eventHasher) best(line sargon.Line) {
	n.hash = hash(n.hash, 'b', uint8(line.Score), uint8(line.Evals), uint8(line.Evals>>8),
		uint8(len(line.Moves)))
	n.line = append(n.line[:0], line.Moves...)
	for _, m := range line.Moves {
		n.move(m)
	}
}

func (n *eventHasher) enter(ply uint8, previous sargon.Move) { n.move(previous, 'p', ply) }

func (n *eventHasher) root(m sargon.Move, number, of int) { n.move(m, 'r', uint8(number), uint8(of)) }

func (n *eventHasher) list(root []sargon.RatedMove) {
	for _, m := range root {
		n.move(m.Move, 'l', uint8(m.Value))
	}
}

// HashState adds everything an evaluation rests on to a hash.
func HashState(h sargon.Fingerprint, s *sargon.State) sargon.Fingerprint {
	for _, p := range s.Board {
		h = h.Byte(uint8(p))
	}
	for _, r := range s.Royal {
		h = h.Byte(uint8(r))
	}
	h = h.Byte(uint8(len(s.Pins)))
	for _, p := range s.Pins {
		h = hash(h, uint8(p.Square), uint8(p.Direction))
	}
	t := &s.Totals
	return hash(h, uint8(t.BoardControl), uint8(t.Material), t.PointsLost, t.PointsWon1, t.PointsWon2,
		uint8(t.HangingMover), uint8(t.Value))
}

// hash adds bytes to a hash.
func hash(h sargon.Fingerprint, all ...uint8) sargon.Fingerprint {
	for _, b := range all {
		h = h.Byte(b)
	}
	return h
}
