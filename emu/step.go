package emu

import "sargon78/emu/chip"

const (
	nop        = 0x00
	nopTStates = 4
)

// Step runs one whole instruction, prefixes included, or accepts an interrupt. Traps at PC come
// before the instruction; one that moves PC takes its place. After HALT a step lets the four
// T-states of a NOP pass. The error is a *Fault or comes from a trap.
func (m *Machine) Step() error {
	if m.Halted && !m.Interrupted() {
		m.idle(m.TStates + 1)
		return nil
	}
	return m.execute(m.TStates + 1)
}

// RunTo lets whole instructions run until the clock has reached tStates or the chip has halted.
// It is what Run is made of, for callers that look after the program themselves: it knows
// neither speed nor context, and looks for no signs that the program has gone wild (see Lost).
// The error is ErrStop of a trap or of StopAfter, another one of a trap, or a *Fault.
func (m *Machine) RunTo(tStates uint64) error {
	for m.TStates < tStates && !m.Halted {
		if err := m.execute(tStates); err != nil {
			return err
		}
	}
	return nil
}

// execute runs whole instructions until the clock has reached end; a HALT that nothing ends, a
// trap that moves PC, and StopAfter end it earlier.
func (m *Machine) execute(end uint64) error {
	for m.TStates < end {
		switch {
		case m.Interrupted():
			if !m.Accept() {
				return m.fault("interrupted in mode 0 with an instruction that is no RST or CALL")
			}
			continue
		case m.Halted && m.mayBeInterrupted():
			m.idle(end)
			return nil
		case m.Halted:
			return nil
		case m.Stops(m.PC):
			if moved, err := m.visit(); moved || err != nil {
				return err
			}
		}
		limit := end
		if m.AfterEI && m.INT {
			limit = m.TStates + 1
		}
		m.core.Run(&m.State, limit)
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

// mayBeInterrupted tells whether a program that waits does so for an interrupt that may come when
// this run is over.
func (m *Machine) mayBeInterrupted() bool {
	return m.WaitForInterrupts && m.IFF1 && m.end != forever
}

// idle lets NOPs pass until the clock has reached end.
func (m *Machine) idle(end uint64) {
	n := (end - m.TStates + nopTStates - 1) / nopTStates
	m.Refresh(uint8(n & 0x7F))
	m.TStates += n * nopTStates
	m.Q, m.AfterEI, m.AfterLDAI = false, false, false
}
