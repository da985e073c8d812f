package emu

import (
	"errors"
	"fmt"
)

// ErrStop is what a trap returns to stop a run cleanly.
var ErrStop = errors.New("stopped by a trap")

// What a mark says about an address.
const (
	markTrap  = 1 << iota // a function runs before the instruction here
	markGuard             // no instruction may run here
	markStop              // the current run ends here
)

// Trap has f called before the instruction at addr runs; nil removes it. f may change everything. When it moves PC the
// instruction at addr does not run. ErrStop ends the run cleanly, any other error is returned by it, wrapped with the address.
func (m *Machine) Trap(addr uint16, f func(*Machine) error) {
	if f == nil {
		delete(m.traps, addr)
		m.marks[addr] &^= markTrap
		return
	}
	m.traps[addr] = f
	m.marks[addr] |= markTrap
}

// Guard makes the execution of an instruction at from up to and including to a Fault.
func (m *Machine) Guard(from, to uint16) {
	for addr := int(from); addr <= int(to); addr++ {
		m.marks[addr] |= markGuard
	}
}

// Unguard takes that back.
func (m *Machine) Unguard(from, to uint16) {
	for addr := int(from); addr <= int(to); addr++ {
		m.marks[addr] &^= markGuard
	}
}

// visit does what the marks at PC ask for, and tells whether PC has moved.
func (m *Machine) visit() (moved bool, err error) {
	pc := m.cpu.PC
	if f := m.traps[pc]; f != nil {
		if err := f(m); err != nil {
			if errors.Is(err, ErrStop) {
				return false, err
			}
			return false, fmt.Errorf("trap at %04Xh: %w", pc, err)
		}
		if m.cpu.PC != pc {
			return true, nil
		}
	}
	if m.marks[pc]&markGuard != 0 {
		return false, m.fault("no program may run at %04Xh", pc)
	}
	return false, nil
}

type watch struct {
	from, to uint16
	f        func(m *Machine, addr uint16, old, new byte)
}

// WatchWrites has f called after every write of the program to from up to and including to; nil removes what was set for exactly
// that range. Without watch points writing costs nothing more.
func (m *Machine) WatchWrites(from, to uint16, f func(m *Machine, addr uint16, old, new byte)) {
	kept := m.watches[:0:0]
	for _, w := range m.watches {
		if w.from != from || w.to != to {
			kept = append(kept, w)
		}
	}
	if f != nil {
		kept = append(kept, watch{from, to, f})
	}
	m.watches = kept
	if len(kept) == 0 {
		m.cpu.Memory = (*ram)(&m.Memory)
	} else {
		m.cpu.Memory = watchedRAM{m}
	}
}

// watchedRAM is the memory as the library sees it while there are watch points.
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
