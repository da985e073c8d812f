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

// execute runs whole instructions until the clock has reached end; HALT and a trap that moves PC
// end it earlier.
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
	}
	return nil
}
