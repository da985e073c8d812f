package emu

import (
	"slices"

	"sargon78/emu/chip"
)

type watch struct {
	from, to uint16
	f        func(m *Machine, addr uint16, old, new byte)
}

// WatchWrites has f called after each write of the program to from up to and including to, with the
// byte before and after, which may be equal; nil removes what was set for exactly this range. As
// long as nothing is watched it costs nothing. During the call the instruction may be over or not:
// f must not change registers or watch points.
func (m *Machine) WatchWrites(from, to uint16, f func(m *Machine, addr uint16, old, new byte)) {
	m.watches = slices.DeleteFunc(m.watches, func(w watch) bool {
		return w.from == from && w.to == to
	})
	if f != nil {
		m.watches = append(m.watches, watch{from, to, f})
	}
	m.Wrote = nil
	m.mark(0, 0xFFFF, chip.Watched, 0)
	for _, w := range m.watches {
		m.Wrote = m.tellWatches
		m.mark(w.from, w.to, chip.Watched, chip.Watched)
	}
}

func (m *Machine) tellWatches(addr uint16, old, new byte) {
	for _, w := range m.watches {
		if w.from <= addr && addr <= w.to {
			w.f(m, addr, old, new)
		}
	}
}
