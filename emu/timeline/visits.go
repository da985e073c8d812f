package timeline

import (
	"context"
	"sort"
)

// visitCounter counts how often the machine has come to an address.
type visitCounter struct {
	active bool
	addr   uint16
	n      uint64
	last   uint64 // the moment of the last visit
}

// CountVisits counts visits of an address from now on. A timeline has one visit counter; call
// CountVisits right after New, since it must count from the beginning.
func (t *Timeline) CountVisits(addr uint16) {
	t.visits = visitCounter{active: true, addr: addr, last: never}
	t.checkpoints[0].visits = t.visits
	t.machine.Trap(addr, t.arrived)
}

// Visits returns how often the machine has come to the address of the visit counter, up to and
// including the present moment.
func (t *Timeline) Visits() uint64 {
	c := &t.visits
	if c.active && c.addr == t.machine.PC && c.last != t.Now() {
		return c.n + 1
	}
	return c.n
}

// SeekVisit goes to the n-th visit of the address of the visit counter, n ≥ 1, in the past or the
// future. After the latest moment, a stop may be hit first; Hit.Stop is -1 if none was.
func (t *Timeline) SeekVisit(ctx context.Context, n uint64, stops []Stop) (Hit, error) {
	if n <= t.checkpoints[0].visits.n {
		return Hit{}, ErrBeginning
	}
	var hit Hit
	err := t.undoOnError(func() error {
		p := sort.Search(len(t.checkpoints), func(p int) bool { return t.checkpoints[p].visits.n >= n }) - 1
		restored := t.Visits() >= n || t.checkpoints[p].at > t.Now()
		if restored {
			t.restore(&t.checkpoints[p])
		}
		there := Stop{
			Kind: At, From: t.visits.addr, To: t.visits.addr,
			If: func(Access) bool { return t.visits.n >= n },
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
