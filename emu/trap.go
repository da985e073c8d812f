package emu

import (
	"errors"
	"fmt"
)

// ErrStop is what a trap returns to stop a run cleanly.
var ErrStop = errors.New("stopped by a trap")

// What the mark of an address means before the instruction there runs.
const (
	markTrap = 1 << iota // call a function
	markStop             // the run may end here
	markEnd              // memory ends here: has the program run away through empty memory?
)

// runawayAddress is where running away through empty memory shows. The byte behind it is still a NOP
// of that run, and ReturnAddress.
const runawayAddress = 0xFFFE

// Trap has f called before the instruction at addr runs; nil removes it. f may change everything.
// When it moves PC, it takes the place of the instruction. If f returns ErrStop the run ends
// cleanly, with PC as f left it; any other error ends it too and is returned, wrapped with the
// address.
func (m *Machine) Trap(addr uint16, f func(*Machine) error) {
	if f == nil {
		delete(m.traps, addr)
		m.chip.Marks[addr] &^= markTrap
		return
	}
	m.traps[addr] = f
	m.chip.Marks[addr] |= markTrap
}

// errArrived ends a run that has come to one of its addresses.
var errArrived = errors.New("arrived")

// atMark handles the marks of the address PC: a stop, a trap, and the end of the memory in use. It
// reports whether a trap has changed PC.
func (m *Machine) atMark() (moved bool, err error) {
	pc := m.PC
	marks := m.chip.Marks[pc]
	if marks&markStop != 0 && m.onStopAddress != nil {
		if err := m.onStopAddress(); err != nil {
			return false, err
		}
	}
	if marks&markTrap != 0 {
		err := m.traps[pc](m)
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
	if marks&markEnd != 0 && !m.NoFaults && m.emptyAtTheEnd() {
		return false, m.fault("has run away: nothing but empty memory up to its end")
	}
	return false, nil
}
