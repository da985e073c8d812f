package emu

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"sargon78/emu/z80"
)

// Until says when a run ends. With the zero value only a trap, a write hook, a fault or the context
// ends the run.
type Until struct {
	// Addresses ends the run before the instruction at one of these, but not before the first
	// instruction of the run.
	Addresses []uint16
	TStates   uint64 // ends the run as soon as so many T-states have passed in it; 0 means no limit
}

// Stop is the reason why a run has ended.
type Stop int

// The reasons. Only Failed and Cancelled come with an error.
const (
	Failed        Stop = iota // a Fault, or the error of a trap
	Cancelled                 // the context has ended
	AtAddress                 // PC is one of Until.Addresses
	OutOfTStates              // Until.TStates have passed
	Trapped                   // a trap has returned ErrStop
	StoppedByHook             // a write hook has asked for it, after the instruction that wrote
	AtHalt                    // only of RunTo: the last instruction was HALT

	notStopped Stop = -1
)

// String returns the reason in a word or two: "at an address", "trapped".
func (s Stop) String() string {
	names := [...]string{
		Failed: "failed", Cancelled: "cancelled", AtAddress: "at an address",
		OutOfTStates: "out of T-states", Trapped: "trapped", StoppedByHook: "stopped by a write hook",
		AtHalt: "halted",
	}
	if s < 0 || int(s) >= len(names) {
		return "not stopped"
	}
	return names[s]
}

// ReturnAddress is where a routine started by Call returns to. The content of this address does not
// matter.
const ReturnAddress = 0xFFFF

// ErrBudget is the error of a Call that has used up Machine.Budget.
var ErrBudget = errors.New("budget used up")

// CheckInterval is how many T-states a machine lets pass at most between two checks of the context,
// the speed and CheckRunaway.
const CheckInterval = 200_000

// forever is the end of a run that has no limit.
const forever = ^uint64(0)

// Run runs the program from PC on. The error is a *Fault, or comes from the context or a trap.
func (m *Machine) Run(ctx context.Context, until Until) (Stop, error) {
	return m.run(ctx, until, func() error {
		if slices.Contains(until.Addresses, m.PC) {
			return errArrived
		}
		return nil
	})
}

// Call runs the routine at addr as if by CALL, until it has returned: then SP is as before, and PC is
// ReturnAddress. The error is a *Fault, comes from the context or a trap, is ErrStop if a trap or a
// write hook has ended the run, or wraps ErrBudget. After an error the machine is where it was
// interrupted.
func (m *Machine) Call(ctx context.Context, addr uint16) error {
	sp := m.SP
	m.SP -= 2
	m.SetWord(m.SP, ReturnAddress)
	m.PC = addr
	m.Halted = false
	until := Until{Addresses: []uint16{ReturnAddress}, TStates: m.Budget}
	stop, err := m.run(ctx, until, func() error {
		switch {
		case m.PC != ReturnAddress: // an address of an outer run
			return nil
		case m.SP != sp:
			return m.fault("the routine at %04Xh returned with SP = %04Xh instead of %04Xh",
				addr, m.SP, sp)
		}
		return errArrived
	})
	switch stop {
	case OutOfTStates:
		return fmt.Errorf("routine at %04Xh has not returned after %d T-states: %w",
			addr, m.Budget, ErrBudget)
	case Trapped, StoppedByHook:
		return ErrStop
	}
	return err
}

// Refill gives the current Call another Budget from now on. A trap calls it when the program makes
// progress.
func (m *Machine) Refill() {
	if m.Budget > 0 {
		m.end = m.TStates + m.Budget
	}
}

// run calls arrived at each of the addresses: its error ends the run. A trap may call run again for a
// run within a run.
func (m *Machine) run(ctx context.Context, until Until, arrived func() error) (Stop, error) {
	outer, outerEnd := m.onStopAddress, m.end
	defer func() { m.onStopAddress, m.end = outer, outerEnd }()
	m.onStopAddress = nil

	m.end = m.TStates + until.TStates
	if until.TStates == 0 || m.end < m.TStates {
		m.end = forever
	}
	if err := ctx.Err(); err != nil {
		return Cancelled, err
	}
	if stop, err := m.runUntil(m.TStates + 1); stop != notStopped {
		return stop, err
	}

	var marked []uint16
	for _, addr := range until.Addresses {
		if m.chip.Marks[addr]&markStop == 0 {
			m.chip.Marks[addr] |= markStop
			marked = append(marked, addr)
		}
	}
	defer func() {
		for _, addr := range marked {
			m.chip.Marks[addr] &^= markStop
		}
	}()
	m.onStopAddress = arrived
	for m.TStates < m.end {
		length, err := m.speed.wait(ctx, m.TStates, m.NoWait)
		if err != nil {
			return Cancelled, err
		}
		next := min(m.TStates+length, m.end)
		if stop, err := m.runUntil(next); stop != notStopped {
			return stop, err
		}
		if err := m.CheckRunaway(); err != nil {
			return Failed, err
		}
	}
	if m.chip.Marks[m.PC]&markStop != 0 {
		if stop, err := outcome(arrived()); stop != notStopped {
			return stop, err
		}
	}
	return OutOfTStates, nil
}

// runUntil is execute, but reports a HALT that no interrupt can end as a fault.
func (m *Machine) runUntil(end uint64) (Stop, error) {
	stop, err := m.execute(end)
	if stop == AtHalt || stop == notStopped && m.Halted && !m.Interrupted() && !m.NoFaults {
		return Failed, m.fault("HALT: nothing will end it")
	}
	return stop, err
}

// Step runs one whole instruction, prefixes included, or accepts an interrupt. Traps at PC come before
// the instruction; a trap that moves PC replaces the instruction. After HALT a step lets the four
// T-states of a NOP pass. The error is a *Fault or comes from a trap.
func (m *Machine) Step() error {
	if m.Halted && !m.Interrupted() {
		m.idle(m.TStates + 1)
		return nil
	}
	stop, err := m.execute(m.TStates + 1)
	if stop == Trapped {
		return ErrStop
	}
	return err
}

// RunTo runs whole instructions until the clock has reached tStates, the chip has halted, or a trap or
// a write hook stops the run. Run is made of it. It is for callers that watch over the program
// themselves: it ignores speed and context, and does not CheckRunaway.
func (m *Machine) RunTo(tStates uint64) (Stop, error) {
	for m.TStates < tStates && !m.Halted {
		if stop, err := m.execute(tStates); stop != notStopped {
			return stop, err
		}
	}
	if m.Halted {
		return AtHalt, nil
	}
	return OutOfTStates, nil
}

// execute runs whole instructions until the clock has reached end, or a trap has moved PC.
func (m *Machine) execute(end uint64) (Stop, error) {
	for m.TStates < end {
		switch {
		case m.Interrupted():
			ok, asked := m.chip.Accept()
			if !ok {
				return Failed,
					m.fault("interrupted in mode 0 with an instruction that is no RST or CALL")
			}
			if asked {
				return StoppedByHook, nil
			}
			continue
		case m.Halted && m.NoFaults:
			m.idle(end)
			return notStopped, nil
		case m.Halted:
			return AtHalt, nil
		case m.chip.Stops(m.PC):
			if moved, err := m.atMark(); moved || err != nil {
				return outcome(err)
			}
		}
		limit := end
		if m.AfterEI && m.INT {
			limit = m.TStates + 1
		}
		if m.core.Run(m.chip, limit) == z80.StopRequested {
			return StoppedByHook, nil
		}
		if m.TStates >= end+z80.MaxPrefixRun && !m.NoFaults {
			return Failed, m.fault("all memory is prefixes DDh and FDh")
		}
	}
	return notStopped, nil
}

// outcome translates the error of a trap, or of an address of a run, to a Stop.
func outcome(err error) (Stop, error) {
	switch {
	case err == nil:
		return notStopped, nil
	case err == errArrived:
		return AtAddress, nil
	case err == ErrStop:
		return Trapped, nil
	}
	return Failed, err
}

// idle lets NOPs pass until the clock has reached end.
func (m *Machine) idle(end uint64) {
	const nopTStates = 4
	n := (end - m.TStates + nopTStates - 1) / nopTStates
	m.Refresh(uint8(n & 0x7F))
	m.TStates += n * nopTStates
	m.Q, m.AfterEI, m.AfterLDAI = false, false, false
}
