package timeline

import (
	"slices"

	"sargon78/emu"
)

// Memory is stored in pages; copies share those that are equal.
const (
	pageBytes = 1 << 10
	pages     = 1 << 16 / pageBytes

	checkpointBytes = 8*pages + 200 // of a copy without its pages, approximately
	eventBytes      = 200           // of an event without its changes, approximately
)

type page [pageBytes]byte

// checkpoint is a copy of the machine.
type checkpoint struct {
	at        uint64 // T-states
	registers emu.Registers
	pages     [pages]*page
	next      int // index of the next event
	visits    visitCounter
	device    []byte // its state
}

// newCheckpoint copies the machine. Pages that are equal to those of the copy before are shared.
func (t *Timeline) newCheckpoint() *checkpoint {
	m := t.machine
	var before *checkpoint
	if len(t.checkpoints) > 0 {
		before = &t.checkpoints[t.checkpointBefore(t.Now())]
	}
	p := &checkpoint{at: m.TStates, registers: m.Registers, next: t.next, visits: t.visits}
	if t.device != nil {
		p.device = t.device.save()
	}
	for i := range p.pages {
		now := (*page)(m.Memory[i*pageBytes:])
		if before != nil && *before.pages[i] == *now {
			p.pages[i] = before.pages[i]
			continue
		}
		copied := *now
		p.pages[i] = &copied
	}
	return p
}

// addCheckpoint copies the present, if the last copy is at least an interval away.
func (t *Timeline) addCheckpoint() {
	var last *checkpoint
	if n := len(t.checkpoints); n > 0 {
		last = &t.checkpoints[n-1]
		if t.Now() < last.at+t.interval {
			return
		}
	}
	p := t.newCheckpoint()
	t.bytes += checkpointBytes
	for i := range p.pages {
		if last == nil || p.pages[i] != last.pages[i] {
			t.bytes += pageBytes
		}
	}
	t.checkpoints = append(t.checkpoints, *p)
	t.shrink()
}

// restore puts the machine into the state of a copy.
func (t *Timeline) restore(p *checkpoint) {
	s := emu.Snapshot{Registers: p.registers, TStates: p.at}
	for i, page := range p.pages {
		copy(s.Memory[i*pageBytes:], page[:])
	}
	if err := t.machine.Restore(s); err != nil {
		panic(err) // it was a state of this machine
	}
	t.next, t.visits = p.next, p.visits
	if t.device != nil {
		t.device.restore(p.device)
	}
}

// shrink drops copies until the rest fits into the limit. The present must be the latest moment.
func (t *Timeline) shrink() {
	for t.bytes > t.limit {
		switch {
		case len(t.checkpoints) < 3:
			t.Forget()
			return
		case t.eventBytes() > t.limit/2:
			t.forgetOldest()
		default:
			t.thin()
		}
	}
}

// thin drops every other copy.
func (t *Timeline) thin() {
	var thin []checkpoint
	for i := 0; i < len(t.checkpoints); i += 2 {
		thin = append(thin, t.checkpoints[i])
	}
	t.checkpoints = thin
	t.interval *= 2
	t.measure()
}

// forgetOldest forgets half of the past.
func (t *Timeline) forgetOldest() {
	t.checkpoints = slices.Clone(t.checkpoints[(len(t.checkpoints)+1)/2:])
	gone := t.checkpoints[0].next
	t.events = slices.Clone(t.events[gone:])
	t.next -= gone
	for i := range t.checkpoints {
		t.checkpoints[i].next -= gone
	}
	t.measure()
}

// measure counts the memory that copies and events take.
func (t *Timeline) measure() {
	t.bytes = len(t.checkpoints) * checkpointBytes
	seen := map[*page]bool{}
	for i := range t.checkpoints {
		for _, p := range t.checkpoints[i].pages {
			if !seen[p] {
				seen[p] = true
				t.bytes += pageBytes
			}
		}
	}
	t.bytes += t.eventBytes()
}

// Bytes returns approximately how much memory the past takes, in bytes.
func (t *Timeline) Bytes() int { return t.bytes }

func (t *Timeline) eventBytes() (n int) {
	for i := range t.events {
		n += t.events[i].size()
	}
	return n
}
