package emu

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"sargon78/emu/chip"
)

// Until says when a run ends. The zero value means: only by a trap, a fault or the context.
type Until struct {
	// Addresses: before the instruction at one of these, but not before the first of the run.
	Addresses []uint16
	TStates   uint64 // as soon as so many T-states have passed in this run; 0 means no limit
}

// Stop says why a run has ended.
type Stop int

// Why a run has ended. Only Failed and Cancelled come with an error.
const (
	Failed       Stop = iota // a Fault, or the error of a trap
	Cancelled                // the context has ended
	AtAddress                // PC is one of Until.Addresses
	OutOfTStates             // Until.TStates have passed
	Trapped                  // a trap has returned ErrStop
)

func (s Stop) String() string {
	return [...]string{
		"failed", "cancelled", "at an address", "out of T-states", "stopped by a trap",
	}[s]
}

// ReturnAddress is where a routine started by Call returns to. What is there does not matter.
const ReturnAddress = 0xFFFF

// ErrBudget is the error of a Call that has used up Machine.Budget.
var ErrBudget = errors.New("budget used up")

// slice is how many T-states pass between two looks at the context, the speed and the health of the
// program.
const slice = 20_000

// forever is the end of a run that has no limit.
const forever = ^uint64(0)

// Patient is a core that is given longer slices, unless the speed is limited, and that notes jumps
// only when somebody wants to know them.
type Patient interface {
	Core
	Slice() uint64      // T-states
	Recall(*chip.State) // fills Jumps
}

// slice is how many T-states pass before the next look, of those that the speed allows.
func (m *Machine) slice(length uint64) uint64 {
	if c, ok := m.core.(Patient); ok && length == slice {
		return c.Slice()
	}
	return length
}

// Run lets the program run from PC on. The error is a *Fault, or comes from the context or a trap.
func (m *Machine) Run(ctx context.Context, until Until) (Stop, error) {
	return m.run(ctx, until, func() error {
		if slices.Contains(until.Addresses, m.PC) {
			return errArrived
		}
		return nil
	})
}

// Call runs the routine at addr as if by CALL, until it has returned: SP is then as it was, PC is
// ReturnAddress. The error is a *Fault, comes from the context or a trap, is ErrStop from a trap,
// or wraps ErrBudget. After an error the machine stands where it was interrupted.
func (m *Machine) Call(ctx context.Context, addr uint16) error {
	sp := m.SP
	m.SP -= 2
	m.SetWord(m.SP, ReturnAddress)
	m.Jumps.Moved(m.PC, addr)
	m.PC = addr
	m.Halted = false
	until := Until{Addresses: []uint16{ReturnAddress}, TStates: m.Budget}
	stop, err := m.run(ctx, until, func() error {
		if m.PC == ReturnAddress && m.SP != sp {
			return m.fault("the routine at %04Xh returned with SP = %04Xh instead of %04Xh",
				addr, m.SP, sp)
		}
		return errArrived
	})
	switch stop {
	case OutOfTStates:
		return fmt.Errorf("routine at %04Xh has not returned after %d T-states: %w",
			addr, m.Budget, ErrBudget)
	case Trapped:
		return ErrStop
	}
	return err
}

// Refill lets the Call that goes on take another Budget from now on. Traps use it: the program is
// getting somewhere.
func (m *Machine) Refill() {
	if m.Budget > 0 {
		m.end = m.TStates + m.Budget
	}
}

// run asks arrived at each of the addresses whether the end has come. A trap may call it again for
// a run within a run.
func (m *Machine) run(ctx context.Context, until Until, arrived func() error) (Stop, error) {
	outer, outerEnd := m.arrived, m.end
	defer func() { m.arrived, m.end = outer, outerEnd }()
	m.arrived = nil

	m.end = m.TStates + until.TStates
	if until.TStates == 0 || m.end < m.TStates {
		m.end = forever
	}
	if err := ctx.Err(); err != nil {
		return Cancelled, err
	}
	stop, err := m.outcome(m.execute(m.TStates + 1))
	if stop != goesOn {
		return stop, err
	}

	var marked []uint16
	for _, addr := range until.Addresses {
		if m.Marks[addr]&markStop == 0 {
			m.Marks[addr] |= markStop
			marked = append(marked, addr)
		}
	}
	defer func() {
		for _, addr := range marked {
			m.Marks[addr] &^= markStop
		}
	}()
	m.arrived = arrived
	for m.TStates < m.end {
		length, err := m.speed.wait(ctx, m.TStates)
		if err != nil {
			return Cancelled, err
		}
		next := min(m.TStates+m.slice(length), m.end)
		if stop, err := m.outcome(m.execute(next)); stop != goesOn {
			return stop, err
		}
		if err := m.Lost(); err != nil {
			return Failed, err
		}
	}
	if m.Marks[m.PC]&markStop != 0 {
		if stop, err := m.outcome(arrived()); stop != goesOn {
			return stop, err
		}
	}
	return OutOfTStates, nil
}

const goesOn Stop = -1

// outcome translates what execute returned.
func (m *Machine) outcome(err error) (Stop, error) {
	switch {
	case err == errArrived:
		return AtAddress, nil
	case err == ErrStop:
		return Trapped, nil
	case err != nil:
		return Failed, err
	case m.Halted && !m.Interrupted() && !m.mayBeInterrupted():
		return Failed, m.fault("HALT: nothing will end it")
	}
	return goesOn, nil
}
