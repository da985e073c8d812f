// Package timeline lets the time of a machine run both ways.
//
//	t := timeline.New(machine)
//	hit, err := t.Forward(ctx, []timeline.Stop{{Kind: timeline.At, From: 0x1234, To: 0x1234}}, 0)
//	err = t.StepBack(ctx)                                       // the instruction before
//	hit, err = t.Backward(ctx, []timeline.Stop{{Kind: timeline.Write, From: 0x4000, To: 0x4000}})
//
// The machine is deterministic, so going back is going forward from an earlier copy of it. Copies
// are stored every Interval T-states; they share the pages of memory that have not changed
// between them. What comes from outside (keys that a monitor call takes, a byte that a user
// changes) is recorded, and repeated when that time runs again.
//
// Time is the machine's clock, which must not be set. A moment lies between two instructions, after
// everything from outside between the same two.
//
// Memory is bounded by Memory. When it is used up, every other copy is dropped and the
// interval is doubled; if events from outside fill it, the oldest past is forgotten.
//
// The package knows no symbols and no chess; see package debugger. It leaves out ports: In is taken
// to return the same when time runs again.
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
	// Interval is how many T-states lie between two copies. They take about five milliseconds to run
	// again, if nothing else runs.
	Interval = 4_000_000
	// MemoryLimit is in bytes. It holds about twenty thousand copies of a chess program that thinks: as
	// many as the longest search at level 3 needs.
	MemoryLimit = 64 << 20
)

// Timeline is a machine with its past. All runs of the machine must go through it, and it belongs
// to one goroutine. The machine may have other traps, where no stop, device or tally is.
type Timeline struct {
	machine  *emu.Machine
	interval uint64
	limit    int

	checkpoints []checkpoint // copies by time; the first is where the past begins
	bytes       int          // of points and events, about
	events      []event      // by time
	next        int          // event that comes next
	end         uint64       // the latest moment that has been reached

	device *device // nil: none
	visits visitCounter

	waits   func() bool  // reports whether visitor is to be called; nil: there is none
	visitor func() error // see SetVisitor
	before  *checkpoint  // where a motion began that is undone on an error; nil: none goes on
	asked   uint64       // the moment at which the last run asked its stops last

	run // the one going on
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

// Begin returns the earliest moment that can be gone back to.
func (t *Timeline) Begin() uint64 { return t.checkpoints[0].at }

// End returns the latest moment that was reached.
func (t *Timeline) End() uint64 { return t.end }

// Change lets f change the machine from outside, and forgets what was the future.
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

// Seek goes to the first moment between two instructions that is not before tStates. It is an error
// to go beyond the latest moment reached.
func (t *Timeline) Seek(ctx context.Context, tStates uint64) error {
	if err := t.checkRange(tStates, tStates); err != nil {
		return err
	}
	return t.undoOnError(func() error { return t.seek(ctx, tStates) })
}

// checkRange returns nil if the stored past goes from one moment to another.
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
	// ErrBeginning says that what is looked for is not in the stored past.
	ErrBeginning = errors.New("start of recording")
	errFuture    = errors.New("that time is in the future")
)

// seek is Seek from the nearest copy.
func (t *Timeline) seek(ctx context.Context, tStates uint64) error {
	i := t.checkpointBefore(tStates)
	if now := t.Now(); now > tStates || t.checkpoints[i].at > now || t.next < t.checkpoints[i].next {
		t.restore(&t.checkpoints[i])
	}
	return t.goOn(ctx, tStates)
}

// checkpointBefore finds the last copy that is not after a moment, 0 if all are.
func (t *Timeline) checkpointBefore(tStates uint64) int {
	n := sort.Search(len(t.checkpoints), func(i int) bool { return t.checkpoints[i].at > tStates })
	return max(n-1, 0)
}

// goOn is forward to a moment, without a look at how it ends.
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

// undoOnError puts the machine back if something ends with an error.
func (t *Timeline) undoOnError(f func() error) error {
	t.before = t.newCheckpoint()
	err := f()
	if err != nil {
		t.restore(t.before)
	}
	t.before = nil
	return err
}
