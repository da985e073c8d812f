package emu

import "slices"

type watch struct {
	from, to uint16
	f        func(m *Machine, addr uint16, old, new byte)
}

// WatchWrites has f called after each write of the program to from up to and including to, with the byte before and after,
// which may be equal; nil removes what was set for exactly this range. As long as nothing is watched it costs nothing.
// During the call the instruction has not finished: f must not change registers or watch points.
func (m *Machine) WatchWrites(from, to uint16, f func(m *Machine, addr uint16, old, new byte)) {
	m.watches = slices.DeleteFunc(m.watches, func(w watch) bool { return w.from == from && w.to == to })
	if f != nil {
		m.watches = append(m.watches, watch{from, to, f})
	}
	if len(m.watches) > 0 {
		m.cpu.Memory = watchedRAM{m}
	} else {
		m.cpu.Memory = (*ram)(&m.Memory)
	}
}

// watchedRAM is the memory as the library sees it while something is watched.
type watchedRAM struct{ m *Machine }

func (r watchedRAM) Get(addr uint16) uint8 { return r.m.Memory[addr] }

func (r watchedRAM) Set(addr uint16, v uint8) {
	old := r.m.Memory[addr]
	r.m.Memory[addr] = v
	for _, w := range r.m.watches {
		if w.from <= addr && addr <= w.to {
			w.f(r.m, addr, old, v)
		}
	}
}
