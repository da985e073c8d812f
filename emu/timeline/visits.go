package timeline

import (
	"context"
	"sort"
)

// tally counts how often the machine has come to an address.
type tally struct {
	counts bool
	addr   uint16
	n      uint64
	last   uint64 // the moment of the last visit
}

// Tally counts visits of an address from now on. A timeline has one tally; call it right after New,
// as it must count from the beginning.
func (t *Timeline) Tally(addr uint16) {
	t.tally = tally{counts: true, addr: addr, last: never}
	t.points[0].tally = t.tally
	t.machine.Trap(addr, t.arrived)
}

// Count returns how often the machine has come to the address of the tally, up to and including the
// present moment.
func (t *Timeline) Count() uint64 {
	c := &t.tally
	if c.counts && c.addr == t.machine.PC && c.last != t.Now() {
		return c.n + 1
	}
	return c.n
}

// SeekCount goes to the n-th visit of the address of the tally, n ≥ 1, in the past or the future.
// Beyond the latest moment a stop may be hit first; Hit.Stop is -1 if none was.
func (t *Timeline) SeekCount(ctx context.Context, n uint64, stops []Stop) (Hit, error) {
	if n <= t.points[0].tally.n {
		return Hit{}, ErrBeginning
	}
	var hit Hit
	err := t.undoOnError(func() error {
		p := sort.Search(len(t.points), func(p int) bool { return t.points[p].tally.n >= n }) - 1
		restored := t.Count() >= n || t.points[p].at > t.Now()
		if restored {
			t.restore(&t.points[p])
		}
		there := Stop{
			Kind: At, From: t.tally.addr, To: t.tally.addr,
			If: func(Access) bool { return t.tally.n >= n },
		}
		t.begin(append([]Stop{there}, stops...), false)
		defer t.finish()
		if restored {
			t.visited = never
		}
		var err error
		hit, err = t.forward(ctx, never)
		hit.Stop--
		return err
	})
	return hit, err
}
