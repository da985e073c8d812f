package emu

import "sargon78/emu/chip"

const (
	nop        = 0x00
	nopTStates = 4
)

// Step runs one whole instruction, prefixes included. Traps at PC come first; one that moves PC
// takes the place of the instruction. After HALT a step lets the four T-states of a NOP pass.
// The error is a *Fault or comes from a trap.
func (m *Machine) Step() error {
	if m.Halted {
		m.Refresh(1)
		m.TStates += nopTStates
		m.Q = false
		return nil
	}
	return m.execute(m.TStates + 1)
}

// RunTo lets whole instructions run until the clock has reached tStates or the chip has halted.
// It is what Run is made of, for who looks after the program himself: it knows neither speed
// nor context, and looks for no signs that the program has gone wild (see Lost). The error is
// ErrStop of a trap or of StopAfter, another one of a trap, or a *Fault.
func (m *Machine) RunTo(tStates uint64) error {
	for m.TStates < tStates && !m.Halted {
		if err := m.execute(tStates); err != nil {
			return err
		}
	}
	return nil
}

// execute runs whole instructions until the clock has reached end; HALT, a trap that moves PC
// and StopAfter end it earlier.
func (m *Machine) execute(end uint64) error {
	for m.TStates < end && !m.Halted {
		if m.Stops(m.PC) {
			if moved, err := m.visit(); moved || err != nil {
				return err
			}
		}
		m.core.Run(&m.State, end)
		if m.TStates >= end+chip.LongestChain {
			return m.fault("all memory is prefixes DDh and FDh")
		}
		if m.StopAfter {
			m.StopAfter = false
			return ErrStop
		}
	}
	return nil
}
