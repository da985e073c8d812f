package timeline

import (
	"context"
	"slices"
	"sort"
)

// tally counts how often the machine has come to an address.
type tally struct {
	addr uint16
	n    uint64
	last uint64 // the moment of the last visit
}

// Tally counts visits of an address from now on. Call it right after New, as it must count from the
// beginning. It returns the number by which Count and SeekCount know it.
func (t *Timeline) Tally(addr uint16) int {
	t.tallies = append(t.tallies, tally{addr: addr, last: never})
	t.machine.Trap(addr, t.arrived)
	return len(t.tallies) - 1
}

func (t *Timeline) isTallied(addr uint16) bool {
	return slices.ContainsFunc(t.tallies, func(c tally) bool { return c.addr == addr })
}

// Count returns how often the machine has come to the address of a tally, up to and including the
// present moment.
func (t *Timeline) Count(i int) uint64 {
	c := &t.tallies[i]
	if c.addr == t.machine.PC && c.last != t.Now() {
		return c.n + 1
	}
	return c.n
}

// SeekCount goes to the n-th visit of the address of a tally, n ≥ 1, in the past or the future.
// Beyond the latest moment a stop may be hit first; Hit.Stop is -1 if none was.
func (t *Timeline) SeekCount(ctx context.Context, i int, n uint64, stops []Stop) (Hit, error) {
	if n <= t.points[0].count(i) {
		return Hit{}, ErrBeginning
	}
	var hit Hit
	err := t.undoOnError(func() error {
		p := sort.Search(len(t.points), func(p int) bool { return t.points[p].count(i) >= n }) - 1
		restored := t.Count(i) >= n || t.points[p].at > t.Now()
		if restored {
			t.restore(&t.points[p])
		}
		there := Stop{
			Kind: At, From: t.tallies[i].addr, To: t.tallies[i].addr,
			If: func(Access) bool { return t.tallies[i].n >= n },
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

func (p *point) count(i int) uint64 {
	if i >= len(p.tallies) {
		return 0
	}
	return p.tallies[i].n
}
