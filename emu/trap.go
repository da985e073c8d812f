package emu

import (
	"errors"
	"fmt"
	"slices"
)

// ErrStop is what a trap returns to stop a run cleanly.
var ErrStop = errors.New("stopped by a trap")

// The marks of an address: what happens before the instruction there runs.
const (
	markTrap = 1 << iota // call a function
	markStop             // the run may end here
	markEnd              // memory ends here: has the program run away through empty memory?
)

// runawayAddress is where a program that runs away through empty memory is noticed. The byte after it
// is the last NOP of that memory, and ReturnAddress.
const runawayAddress = 0xFFFE

// Trap calls f before the instruction at addr runs; nil removes the trap. f may change everything. If f
// moves PC, the instruction does not run. If f returns ErrStop the run ends without an error, with PC
// as f left it. Any other error ends the run too, and is returned, wrapped with the address.
//
// An address has one trap of this function: a second one replaces the first. AddTrap adds further
// traps.
func (m *Machine) Trap(addr uint16, f func(*Machine) error) {
	if f == nil {
		delete(m.traps, addr)
	} else {
		m.traps[addr] = &trap{f}
	}
	m.markTraps(addr)
}

// AddTrap adds a trap at addr to that of Trap, and returns a function that removes it, which f may
// call. The added traps come first, in the order in which they were added, even where the run ends at
// this address (Until.Addresses). After a trap that moves PC or returns an error, no other is called.
func (m *Machine) AddTrap(addr uint16, f func(*Machine) error) (remove func()) {
	added := &trap{f}
	m.addedTraps[addr] = append(m.addedTraps[addr], added)
	m.markTraps(addr)
	return func() {
		isAdded := func(t *trap) bool { return t == added }
		m.addedTraps[addr] = slices.DeleteFunc(slices.Clone(m.addedTraps[addr]), isAdded)
		m.markTraps(addr)
	}
}

// trap is a function at an address. Traps are compared by their pointers.
type trap struct{ f func(*Machine) error }

// markTraps marks an address if it has a trap.
func (m *Machine) markTraps(addr uint16) {
	m.chip.Marks[addr] &^= markTrap
	if m.traps[addr] != nil || len(m.addedTraps[addr]) > 0 {
		m.chip.Marks[addr] |= markTrap
	}
}

// call calls traps of the address PC. It reports whether one of them has moved PC.
func (m *Machine) call(traps ...*trap) (moved bool, err error) {
	pc := m.PC
	for _, t := range traps {
		err := t.f(m)
		if errors.Is(err, ErrStop) {
			return false, ErrStop
		}
		if err != nil {
			return false, fmt.Errorf("at %04Xh: %w", pc, err)
		}
		if m.PC != pc {
			return true, nil
		}
	}
	return false, nil
}

// errArrived ends a run that has reached one of its addresses.
var errArrived = errors.New("arrived")

// atMark handles the marks of the address PC: a stop, a trap, and the end of the memory in use. It
// reports whether a trap has changed PC.
func (m *Machine) atMark() (moved bool, err error) {
	pc := m.PC
	marks := m.chip.Marks[pc]
	if marks&markTrap != 0 {
		if moved, err := m.call(m.addedTraps[pc]...); moved || err != nil {
			return moved, err
		}
	}
	if marks&markStop != 0 && m.onStopAddress != nil {
		if err := m.onStopAddress(); err != nil {
			return false, err
		}
	}
	if t := m.traps[pc]; t != nil {
		if moved, err := m.call(t); moved || err != nil {
			return moved, err
		}
	}
	if marks&markEnd != 0 && !m.NoFaults && m.emptyAtTheEnd() {
		return false, m.fault("has run away: nothing but empty memory up to its end")
	}
	return false, nil
}
