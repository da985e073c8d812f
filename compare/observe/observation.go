package observe

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"

	"sargon78/sargon"
)

// Observation is what an engine made of one search.
type Observation struct {
	Done    bool // the search was tried
	Failure Failure
	Text    string // says how it failed
	endless error  // the engine's own

	Result  sargon.Result // of a failure too, as far as it came
	NoMove  bool          // there is no legal move
	Limited bool          // the search was stopped where the case says: only its trace can be compared

	// What every engine of this project shows, and a program behind a protocol does not.
	All      bool
	Notices  sargon.Fingerprint // of the calls of Watch.Best and Watch.Root, and the list at ply 1
	Leftover []uint8            // ply table and list area after the search: see leftover
	States   sargon.Fingerprint // of all states, if they were watched

	Before, After *sargon.Position // the position before and after the search, of a stateful case

	Stepwise bool // it tells its evaluations
	Prefix   Prefix
}

// Prefix is the beginning of a search: its first evaluations, the root's included, and the states
// that they rest on.
type Prefix struct {
	Evals         uint64
	Trace, States sargon.Fingerprint
}

// Failure is a way to fail.
type Failure int

// The ways to fail.
const (
	NoFailure   Failure = iota
	Otherwise           // any other
	Endless             // the search does not come to an end
	Late                // it took longer than it may
	Refused             // the engine does not take the position, or a move, as it should
	Crashed             // it panicked
	Unsupported         // no failure: the engine cannot be asked for that
)

// failure is the observation of a failure.
func failure(how Failure, format string, args ...any) (o Observation) {
	o.fail(how, format, args...)
	return o
}

func (o *Observation) fail(how Failure, format string, args ...any) {
	o.Done, o.Failure, o.Text = true, how, fmt.Sprintf(format, args...)
}

// Err is the failure as an error, nil if there is none.
func (o *Observation) Err() error {
	text, _, _ := strings.Cut(o.Text, "\n") // without where a panic was
	switch o.Failure {
	case NoFailure:
		return nil
	case Unsupported:
		return sargon.ErrUnsupported
	case Endless:
		return o.endless
	}
	return errors.New(text)
}

// Rank tells how good an observation is to compare others with: 0 not at all.
func (o *Observation) Rank() (rank int) {
	switch {
	case !o.Done:
		return 0
	case o.Failure == NoFailure:
		rank = 3
	case o.Failure == Endless:
		rank = 1
	default:
		return 0
	}
	if o.Result.FellBack == "" {
		rank++
	}
	return rank
}

// SameUntil tells whether the first evaluations of two searches are the same, however the searches
// ended. One that tells no evaluations is held to none, if it came to its end.
func (o *Observation) SameUntil(other *Observation, evals uint64) bool {
	for _, o := range []*Observation{o, other} {
		if !o.Done || !o.Stepwise && o.Failure != NoFailure || o.Stepwise && o.Prefix.Evals < evals {
			return false
		}
	}
	if !o.Stepwise || !other.Stepwise {
		return true
	}
	return o.Prefix.Trace == other.Prefix.Trace &&
		(!o.All || !other.All || o.Prefix.States == other.Prefix.States)
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
	all := slices.Concat(plies, records[:min(stored, len(records)/recordBytes)*recordBytes])
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

// listener hashes what an engine tells in a search.
type listener struct {
	hash sargon.Fingerprint
	line []sargon.Move // the best one that was told last
}

func (l *listener) bytes(all ...uint8) {
	for _, b := range all {
		l.hash = l.hash.Byte(b)
	}
}

func (l *listener) move(m sargon.Move) { l.bytes(uint8(m.From), uint8(m.To), uint8(m.Flags)) }

func (l *listener) best(line sargon.Line) {
	l.bytes('b', uint8(line.Score), uint8(line.Evals), uint8(line.Evals>>8), uint8(len(line.Moves)))
	l.line = append(l.line[:0], line.Moves...)
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

// HashState adds everything an evaluation rests on to a hash.
func HashState(h sargon.Fingerprint, s *sargon.State) sargon.Fingerprint {
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
		uint8(t.HangingMover), uint8(t.Value),
	} {
		add(b)
	}
	return h
}
