package emu

import (
	"context"
	"errors"
	"fmt"
)

// Until says when a run ends. The zero value means: only by a trap, a fault or the context.
type Until struct {
	Addresses []uint16 // before the instruction at any of these, but not before the first of the run
	TStates   uint64   // when at least so many T-states have passed in this run; 0 means no limit
}

// Stop says why a run has ended.
type Stop int

// Why a run has ended. With Failed and Cancelled there is also an error.
const (
	Failed        Stop = iota // a fault, or the error of a trap
	Cancelled                 // the context has ended
	AtAddress                 // PC is at one of Until.Addresses
	OutOfTStates              // Until.TStates have passed
	StoppedByTrap             // a trap returned ErrStop
)

func (s Stop) String() string {
	return [...]string{"failed", "cancelled", "at address", "out of T-states", "stopped by a trap"}[s]
}

// ReturnAddress is where a routine started by Call returns to. Nothing is executed there.
const ReturnAddress = 0xFFFF

// ErrBudget is the error of a Call that used up Machine.Budget.
var ErrBudget = errors.New("T-state budget used up")

// slice is how many T-states run between two looks at the context.
const slice = 100_000

// Run lets the program run from PC on. The error is nil, a *Fault, the context's or a trap's.
func (m *Machine) Run(ctx context.Context, until Until) (Stop, error) {
	added := make([]uint16, 0, len(until.Addresses))
	for _, addr := range until.Addresses {
		if m.marks[addr]&markStop == 0 {
			m.marks[addr] |= markStop
			added = append(added, addr)
		}
	}
	defer func() {
		for _, addr := range added {
			m.marks[addr] &^= markStop
		}
	}()
	return m.run(ctx, until.TStates, func() bool {
		for _, addr := range until.Addresses {
			if addr == m.cpu.PC {
				return true
			}
		}
		return false
	})
}

// run ends when arrived, asked at addresses with markStop, says so.
func (m *Machine) run(ctx context.Context, tStates uint64, arrived func() bool) (Stop, error) {
	end := m.TStates + tStates
	if tStates == 0 || end < tStates {
		end = ^uint64(0)
	}
	first := true
	for m.TStates < end {
		if err := ctx.Err(); err != nil {
			return Cancelled, err
		}
		if err := m.speed.wait(ctx, m.TStates); err != nil {
			return Cancelled, err
		}
		sliceEnd := min(m.TStates+slice, end)
		for m.TStates < sliceEnd {
			if m.marks[m.cpu.PC]&markStop != 0 && !first && arrived() {
				return AtAddress, nil
			}
			first = false
			if err := m.Step(); err != nil {
				if errors.Is(err, ErrStop) {
					return StoppedByTrap, nil
				}
				return Failed, err
			}
			if m.halted {
				return Failed, m.fault("HALT, and no interrupt will ever end it")
			}
		}
	}
	if m.marks[m.cpu.PC]&markStop != 0 && !first && arrived() {
		return AtAddress, nil
	}
	return OutOfTStates, nil
}

// Call runs the routine at addr as if by CALL, and returns when it has returned: PC is then ReturnAddress and SP where it
// was. Registers are taken and left as they are. The error is a *Fault, the context's, a trap's (ErrStop too), or ErrBudget.
func (m *Machine) Call(ctx context.Context, addr uint16) error {
	sp := m.cpu.SP
	m.cpu.SP -= 2
	m.SetWord(m.cpu.SP, ReturnAddress)
	m.cpu.PC = addr
	marked := m.marks[ReturnAddress] & markStop
	m.marks[ReturnAddress] |= markStop
	defer func() { m.marks[ReturnAddress] = m.marks[ReturnAddress]&^markStop | marked }()
	stop, err := m.run(ctx, m.Budget, func() bool { return m.cpu.PC == ReturnAddress && m.cpu.SP == sp })
	switch stop {
	case AtAddress:
		return nil
	case OutOfTStates:
		return fmt.Errorf("routine at %04Xh, %d T-states: %w", addr, m.Budget, ErrBudget)
	case StoppedByTrap:
		return ErrStop
	}
	return err
}
