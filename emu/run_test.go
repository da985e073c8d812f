package emu

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestCall(t *testing.T) {
	m := programmed(t, sumOfTable...)
	require.NoError(t, m.Load(0x2000, []byte{1, 2, 3}))
	require.NoError(t, m.Call(background, 0x1000))
	r := m.Registers
	assert.Equal(t, uint8(6), r.A)
	assert.Equal(t, uint16(0x8000), r.SP)
	assert.Equal(t, uint16(ReturnAddress), r.PC)
	assert.Equal(t, uint64(sumOfTableTStates), m.TStates)
}

func TestCallWithinItsBudget(t *testing.T) {
	m := programmed(t, sumOfTable...)
	m.Budget = sumOfTableTStates
	require.NoError(t, m.Call(background, 0x1000))
	m.Budget--
	require.NoError(t, m.Call(background, 0x1000), "the last instruction may run over it")
	m.Budget = sumOfTableTStates - 10
	err := m.Call(background, 0x1000)
	assert.ErrorIs(t, err, ErrBudget)
	assert.EqualError(t, err, "routine at 1000h has not returned after 94 T-states: budget used up")
	assert.Equal(t, uint16(0x100A), m.PC, "before RET")
}

func TestBudgetIsRefilled(t *testing.T) {
	m := programmed(t, sumOfTable...)
	m.Budget = sumOfTableTStates - 20
	refills := 0
	m.Trap(0x1006, func(m *Machine) error { refills++; m.Refill(); return nil })
	require.NoError(t, m.Call(background, 0x1000), "from there on the budget is whole again")
	require.NotZero(t, refills)

	m = programmed(t, 0x00, 0xC9) // NOP; RET
	m.Budget = 0
	m.Trap(0x1000, func(m *Machine) error { m.Refill(); return ErrStop })
	assert.ErrorIs(t, m.Call(background, 0x1000), ErrStop, "nothing to refill without a budget")
}

func TestCallThatLosesItsStack(t *testing.T) {
	m := programmed(t,
		0xE1, // POP HL   the return address
		0xE5, // PUSH HL
		0xE5, // PUSH HL
		0xC9, // RET
	)
	var fault *Fault
	require.ErrorAs(t, m.Call(background, 0x1000), &fault)
	assert.Equal(t, "the routine at 1000h returned with SP = 7FFEh instead of 8000h", fault.Reason)
}

func TestCallFromATrap(t *testing.T) {
	m := programmed(t,
		0x3E, 0x05, // LD A,5
		0xFF,       // RST 38h
		0xC6, 0x01, // ADD A,1
		0xC9, //       RET
	)
	require.NoError(t, m.Load(0x3000, []byte{0x87, 0x87, 0xC9})) // ADD A,A; ADD A,A; RET
	m.Memory[0x0038] = 0xC9
	m.Trap(0x0038, func(m *Machine) error {
		r := m.Registers
		defer func() { r.A, r.F = m.A, m.F; m.Registers = r }()
		return m.Call(background, 0x3000)
	})
	require.NoError(t, m.Call(background, 0x1000))
	assert.Equal(t, uint8(21), m.A)

	m.PC = 0x1000
	stop, err := m.Run(background, Until{Addresses: []uint16{0x3001, 0x1005}})
	require.NoError(t, err)
	assert.Equal(t, AtAddress, stop)
	assert.Equal(t, uint16(0x1005), m.PC, "the routine passes an address of the run around it")
	assert.Equal(t, uint8(21), m.A)
}

func TestRunUntilAnAddress(t *testing.T) {
	m := programmed(t, sumOfTable...)
	until := Until{Addresses: []uint16{0x1006, 0x100A}}
	for range 3 { // once an iteration: not at once where the run before has stopped
		stop, err := m.Run(background, until)
		require.NoError(t, err)
		assert.Equal(t, AtAddress, stop)
		assert.Equal(t, uint16(0x1006), m.PC)
	}
	stop, err := m.Run(background, until)
	require.NoError(t, err)
	assert.Equal(t, AtAddress, stop)
	assert.Equal(t, uint16(0x100A), m.PC)
	assert.Zero(t, m.chip.Marks[0x1006]|m.chip.Marks[0x100A], "no marks stay behind")
}

func TestRunForSomeTStates(t *testing.T) {
	for budget := uint64(1); budget < sumOfTableTStates; budget++ {
		ran, stepped := programmed(t, sumOfTable...), programmed(t, sumOfTable...)
		stop, err := ran.Run(background, Until{TStates: budget})
		require.NoError(t, err)
		require.Equal(t, OutOfTStates, stop)
		for stepped.TStates < budget {
			require.NoError(t, stepped.Step())
		}
		require.True(t, stepped.Snapshot() == ran.Snapshot(), "%d T-states", budget)
	}
}

func TestRunEndsWithItsContext(t *testing.T) {
	m := programmed(t, 0x3C, 0xC3, 0x00, 0x10) // INC A; JP 1000h
	ctx, cancel := context.WithCancel(background)
	cancel()
	stop, err := m.Run(ctx, Until{})
	assert.Equal(t, Cancelled, stop)
	assert.ErrorIs(t, err, context.Canceled)
	assert.Zero(t, m.TStates)

	ctx, cancel = context.WithCancel(background)
	m.Trap(0x1001, func(m *Machine) error {
		if m.TStates > 1_000_000 {
			cancel()
		}
		return nil
	})
	stop, err = m.Run(ctx, Until{})
	assert.Equal(t, Cancelled, stop)
	assert.ErrorIs(t, err, context.Canceled)
	assert.Less(t, m.TStates, uint64(1_000_000+2*CheckInterval))
}

func TestTrapsThatOnlyLeadToEachOtherEndWithTheContext(t *testing.T) {
	m := programmed(t)
	ctx, cancel := context.WithCancel(background)
	visits := 0
	moveTo := func(pc uint16) func(*Machine) error {
		return func(m *Machine) error {
			if visits++; visits == 1000 {
				cancel()
			}
			m.Registers = Registers{PC: pc}
			return nil
		}
	}
	m.Trap(0x1000, moveTo(0x2000))
	m.Trap(0x2000, moveTo(0x1000))
	_, err := m.Run(ctx, Until{})
	assert.ErrorIs(t, err, context.Canceled)
}

func TestTrap(t *testing.T) {
	m := programmed(t,
		0x3C,       //       INC A
		0x04,       //       INC B
		0x18, 0xFC, // JR 1000h
	)
	var seen []uint8
	m.Trap(0x1001, func(m *Machine) error {
		r := m.Registers
		seen = append(seen, r.A)
		switch len(seen) {
		case 1: // INC B runs
			return nil
		case 2: // in place of INC B
			r.PC = 0x1002
			m.Registers = r
			return nil
		default:
			return ErrStop
		}
	})
	stop, err := m.Run(background, Until{})
	require.NoError(t, err)
	assert.Equal(t, Trapped, stop)
	assert.Equal(t, []uint8{1, 2, 3}, seen)
	assert.Equal(t, uint8(1), m.B)
	assert.Equal(t, uint16(0x1001), m.PC)

	stop, err = m.Run(background, Until{})
	require.NoError(t, err)
	assert.Equal(t, Trapped, stop, "a run begins with the trap")
	assert.Len(t, seen, 4)

	broken := errors.New("broken")
	m.Trap(0x1001, func(*Machine) error { return broken })
	stop, err = m.Run(background, Until{})
	assert.Equal(t, Failed, stop)
	assert.ErrorIs(t, err, broken)
	assert.EqualError(t, err, "at 1001h: broken")

	m.Trap(0x1001, nil)
	stop, err = m.Run(background, Until{TStates: 100})
	require.NoError(t, err)
	assert.Equal(t, OutOfTStates, stop)
}

func TestWatchWrites(t *testing.T) {
	m := programmed(t,
		0x21, 0x00, 0x20, // LD HL,2000h
		0x34,       //       INC (HL)
		0x34,       //       INC (HL)
		0x23,       //       INC HL
		0x36, 0x07, //       LD (HL),7
		0x23,       //       INC HL
		0x36, 0x08, //       LD (HL),8
		0xE5, //             PUSH HL
		0xC9, //             RET
	)
	type write struct {
		addr     uint16
		old, new byte
	}
	var writes []write
	m.OnWrite(0x2000, 0x2001, func(m *Machine, addr uint16, old, new byte) bool {
		writes = append(writes, write{addr, old, new})
		return false
	})
	_, err := m.Run(background, Until{Addresses: []uint16{0x100C}})
	require.NoError(t, err)
	assert.Equal(t, []write{{0x2000, 0, 1}, {0x2000, 1, 2}, {0x2001, 0, 7}}, writes)

	m.OnWrite(0x2000, 0x2001, nil)
	assert.Nil(t, m.chip.OnWrite, "nothing is left in the way")
}

func TestSpeed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := programmed(t, 0x3C, 0xC3, 0x00, 0x10) // INC A; JP 1000h
		m.SetSpeed(100_000)
		began := time.Now()
		_, err := m.Run(background, Until{TStates: 3000})
		require.NoError(t, err)
		const most, slice = 30 * time.Millisecond, 10 * time.Millisecond // of 3000 T-states
		assert.LessOrEqual(t, time.Since(began), most)
		assert.Greater(t, time.Since(began), most-slice, "the last slice is not waited for")
	})
}

// At 1 kHz the run would take a quarter of an hour.
func TestSpeedChangesWhileRunning(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := programmed(t, 0x3C, 0xC3, 0x00, 0x10)
		m.SetSpeed(1000)
		began, done := time.Now(), make(chan error)
		go func() {
			_, err := m.Run(background, Until{TStates: 1e6})
			done <- err
		}()
		time.Sleep(time.Second)
		m.SetSpeed(0)
		require.NoError(t, <-done)
		assert.GreaterOrEqual(t, m.TStates, uint64(1e6))
		assert.InDelta(t, time.Second, time.Since(began), float64(time.Second/100))
	})
}

// At one T-state in a thousand seconds, a single instruction is paid with more than an hour of
// sleep.
func TestContextInterruptsSleep(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := programmed(t, 0x3C, 0xC3, 0x00, 0x10)
		m.SetSpeed(0.001)
		ctx, cancel := context.WithTimeout(background, time.Minute)
		defer cancel()
		began := time.Now()
		stop, err := m.Run(ctx, Until{})
		assert.Equal(t, Cancelled, stop)
		assert.ErrorIs(t, err, context.DeadlineExceeded)
		assert.Equal(t, time.Minute, time.Since(began))
	})
}

func TestRunToGoesPastTrapsAndEndsAtHalt(t *testing.T) {
	m := programmed(t, 0, 0xCD, 0x00, 0x30, 0, 0x76) // NOP; CALL 3000h; NOP; HALT
	visits := 0
	m.Trap(0x3000, func(m *Machine) error { // takes the place of the routine
		visits++
		m.PC, m.SP = m.Word(m.SP), m.SP+2
		return nil
	})
	stop, err := m.RunTo(1_000_000)
	require.NoError(t, err)
	assert.Equal(t, AtHalt, stop)
	assert.Equal(t, 1, visits)
	assert.NoError(t, m.CheckRunaway())
}

// What stands after a prefix that changes nothing belongs to it: no trap comes between, and a
// step lets both pass.
func TestNothingComesBehindAPrefix(t *testing.T) {
	eachCore(t, func(t *testing.T, m *Machine) {
		visits := map[uint16]int{}
		for addr := uint16(0x1000); addr < 0x1005; addr++ {
			m.Trap(addr, func(*Machine) error { visits[addr]++; return nil })
		}
		require.NoError(t, m.Step())
		assert.Equal(t, uint16(0x1002), m.PC)
		stop, err := m.Run(background, Until{Addresses: []uint16{0x1004}})
		require.NoError(t, err)
		assert.Equal(t, AtAddress, stop)
		assert.Equal(t, map[uint16]int{0x1000: 1, 0x1002: 1, 0x1003: 1}, visits)
		assert.Equal(t, uint64(8+4+4), m.TStates)
	}, 0xDD, 0x00, 0x00, 0x00, 0x00)
}

// Several functions may watch one address: those added come first, also where the run ends there.
func TestAnAddressHasSeveralTraps(t *testing.T) {
	m := New()
	m.Memory[0x1001] = 0xC9
	var called []string
	note := func(name string) func(*Machine) error {
		return func(*Machine) error { called = append(called, name); return nil }
	}
	m.Trap(0x1001, note("own"))
	removeFirst := m.AddTrap(0x1001, note("first"))
	remove := m.AddTrap(0x1001, note("second"))
	m.PC = 0x1000
	stop, err := m.Run(t.Context(), Until{Addresses: []uint16{0x1001}})
	require.NoError(t, err)
	require.Equal(t, AtAddress, stop)
	require.Equal(t, "at an address", stop.String())
	require.Equal(t, []string{"first", "second"}, called)
	removeFirst()
	called, m.SP = nil, 0x8000
	require.NoError(t, m.Call(t.Context(), 0x1000))
	require.Equal(t, []string{"second", "own"}, called)
	m.Trap(0x1001, nil)
	remove()
	called = nil
	require.NoError(t, m.Call(t.Context(), 0x1000))
	require.Empty(t, called)
	require.False(t, m.chip.Stops(0x1001))
}
