// Package timeline lets the time of a machine run both ways.
//
//	t := timeline.New(machine)
//	hit, err := t.Forward(ctx, []timeline.Stop{{Kind: timeline.At, From: 0x1234, To: 0x1234}}, 0)
//	err = t.StepBack(ctx)                                       // the instruction before
//	hit, err = t.Backward(ctx, []timeline.Stop{{Kind: timeline.Write, From: 0x4000, To: 0x4000}})
//
// The machine is deterministic, so going back means going forward from an earlier copy of the machine.
// Copies are stored every Interval T-states; they share the pages of memory that have not changed
// between them. Changes from outside (keys that a monitor call takes, a byte that a user changes) are
// recorded, and repeated when that time runs again.
//
// Time is the machine's clock, which the caller must not set. A moment is between two instructions,
// after all changes from outside between the same two.
//
// The memory for copies is limited by MemoryLimit. When it is used up, every other copy is dropped and
// the interval is doubled. If events from outside fill it, the oldest part of the past is forgotten.
//
// The package has no symbols and no chess; see package debugger. It does not record ports: it assumes
// that In returns the same values when time runs again.
package timeline

import (
	"context"
	"errors"
	"sort"

	"sargon78/emu"
	"sargon78/emu/z80"
)

// How much of the past is stored.
const (
	// Interval is how many T-states lie between two copies. To run them again takes about five
	// milliseconds, if nothing else runs.
	Interval = 4_000_000
	// MemoryLimit is in bytes. It holds about twenty thousand copies of a chess program that searches:
	// as many as the longest search at level 3 needs.
	MemoryLimit = 64 << 20
)

// Timeline is a machine with its past. All runs of the machine must go through the timeline, which
// belongs to one goroutine. The machine may have other traps at addresses without a stop, the device or
// the visit counter.
type Timeline struct {
	machine  *emu.Machine
	interval uint64
	limit    int

	checkpoints []checkpoint // copies by time; the past begins at the first one
	bytes       int          // of copies and events, approximately
	events      []event      // by time
	next        int          // index of the next event
	end         uint64       // the latest moment that has been reached

	device *device // nil: none
	visits visitCounter

	waits   func() bool  // reports whether a visitor waits to be called; nil: there is none
	visitor func() error // see SetVisitor
	before  *checkpoint  // where a motion began that is undone on an error; nil: there is no such motion
	asked   uint64       // the moment at which the last run last checked its stops

	run // the current run
}

// New begins a timeline at the present state of a machine.
func New(m *emu.Machine) *Timeline { return newTimeline(m, Interval, MemoryLimit) }

func newTimeline(m *emu.Machine, interval uint64, memory int) *Timeline {
	t := &Timeline{machine: m, interval: interval, limit: memory, end: m.TStates}
	t.addCheckpoint()
	return t
}

// Now returns the present moment, in T-states.
func (t *Timeline) Now() uint64 { return t.machine.TStates }

// Begin returns the earliest moment that time can go back to.
func (t *Timeline) Begin() uint64 { return t.checkpoints[0].at }

// End returns the latest moment that was reached.
func (t *Timeline) End() uint64 { return t.end }

// Change lets f change the machine from outside, and drops the recorded future.
func (t *Timeline) Change(f func(*emu.Machine)) {
	t.forgetFuture()
	t.recordEvent(false, func() error { f(t.machine); return nil })
	t.end = t.machine.TStates
}

// Forget forgets the past and the future: time begins at the present.
func (t *Timeline) Forget() {
	t.checkpoints, t.events, t.next, t.bytes = nil, nil, 0, 0
	t.end = t.machine.TStates
	t.addCheckpoint()
}

// forgetFuture drops what comes after the present moment.
func (t *Timeline) forgetFuture() {
	now := t.Now()
	if now == t.end && t.next == len(t.events) {
		return
	}
	t.events = t.events[:t.next]
	n := sort.Search(len(t.checkpoints), func(i int) bool {
		p := &t.checkpoints[i]
		return p.at > now || p.next > t.next
	})
	t.checkpoints = t.checkpoints[:max(n, 1)]
	t.end = now
	t.measure()
}

// Seek goes to the first moment between two instructions that is not before tStates. A moment after the
// latest one reached is an error.
func (t *Timeline) Seek(ctx context.Context, tStates uint64) error {
	if err := t.checkRange(tStates, tStates); err != nil {
		return err
	}
	return t.undoOnError(func() error { return t.seek(ctx, tStates) })
}

// checkRange returns nil if the stored past contains the time between two moments.
func (t *Timeline) checkRange(from, until uint64) error {
	switch {
	case from < t.Begin():
		return ErrBeginning
	case until > t.end:
		return errFuture
	}
	return nil
}

var (
	// ErrBeginning means that the moment looked for is not in the stored past.
	ErrBeginning = errors.New("start of recording")
	errFuture    = errors.New("that time is in the future")
)

// seek does Seek from the nearest copy.
func (t *Timeline) seek(ctx context.Context, tStates uint64) error {
	i := t.checkpointBefore(tStates)
	if now := t.Now(); now > tStates || t.checkpoints[i].at > now || t.next < t.checkpoints[i].next {
		t.restore(&t.checkpoints[i])
	}
	return t.goOn(ctx, tStates)
}

// checkpointBefore returns the index of the last copy that is not after a moment, 0 if all are.
func (t *Timeline) checkpointBefore(tStates uint64) int {
	n := sort.Search(len(t.checkpoints), func(i int) bool { return t.checkpoints[i].at > tStates })
	return max(n-1, 0)
}

// goOn runs to a moment, however that ends.
func (t *Timeline) goOn(ctx context.Context, until uint64) error {
	_, err := t.forward(ctx, until)
	return err
}

// StepBack goes to the moment before the last instruction.
func (t *Timeline) StepBack(ctx context.Context) error {
	if t.Now() <= t.Begin() {
		return ErrBeginning
	}
	return t.undoOnError(func() error { return t.stepBack(ctx) })
}

// stepBack goes to a time a little earlier, and from there instruction by instruction to the last one
// before now. If an instruction or a chain of prefixes is longer than the margin, it starts earlier.
func (t *Timeline) stepBack(ctx context.Context) error {
	now := t.Now()
	for margin := uint64(z80.MaxTStates + 1); ; margin *= 4 {
		from := t.Begin()
		if now > margin {
			from = max(from, now-margin)
		}
		if err := t.seek(ctx, from); err != nil {
			return err
		}
		if t.Now() >= now && from > t.Begin() {
			continue // in the middle of a chain
		}
		for {
			last := t.newCheckpoint()
			if err := t.goOn(ctx, t.Now()+1); err != nil {
				return err
			}
			if t.Now() >= now {
				t.restore(last)
				return nil
			}
		}
	}
}

// undoOnError puts the machine back if f returns an error.
func (t *Timeline) undoOnError(f func() error) error {
	t.before = t.newCheckpoint()
	err := f()
	if err != nil {
		t.restore(t.before)
	}
	t.before = nil
	return err
}
