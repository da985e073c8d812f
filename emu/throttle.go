package emu

import (
	"context"
	"math"
	"sync/atomic"
	"time"
)

// SetSpeed makes Run and Call sleep so that hz T-states pass in a second; 0 means as fast as possible.
// Any goroutine may call it at any time; a running program follows within a hundredth of a second.
func (m *Machine) SetSpeed(hz float64) {
	if !(hz > 0) || math.IsInf(hz, 1) {
		hz = 0
	}
	m.speed.bits.Store(math.Float64bits(hz))
}

// throttle keeps a program to a speed. Sleeps are calculated from a fixed moment, so that their errors
// do not add up.
type throttle struct {
	bits atomic.Uint64 // the speed wanted, a float64

	hz      float64 // the speed since then:
	began   time.Time
	tStates uint64
}

const (
	checksPerSecond = 100 // at a limited speed
	// maxLag is how late the program may be and still catch up. If it is later, it was not running
	// meanwhile.
	maxLag = time.Second / 10
)

// wait sleeps until the program may continue, and returns for how many T-states. With noWait it does
// not sleep. The error is that of the context.
func (t *throttle) wait(ctx context.Context, tStates uint64, noWait bool) (uint64, error) {
	hz := t.wanted()
	if hz == 0 || noWait {
		t.hz = 0 // time that passes now is not made up for later
		return CheckInterval, ctx.Err()
	}
	now := time.Now()
	if hz != t.hz || tStates < t.tStates {
		t.hz, t.began, t.tStates = hz, now, tStates
	}
	ahead := time.Duration(float64(tStates-t.tStates)/hz*float64(time.Second)) - now.Sub(t.began)
	if ahead < -maxLag {
		t.began, t.tStates = now, tStates
	}
	if ahead > 0 {
		select {
		case <-ctx.Done():
		case <-time.After(ahead):
		}
	}
	return checkInterval(hz), ctx.Err()
}

// Interval returns how many T-states pass between two checks of the context and the speed: those of a
// hundredth of a second, or CheckInterval if that is less or the speed has no limit.
func (m *Machine) Interval() uint64 { return checkInterval(m.speed.wanted()) }

func checkInterval(hz float64) uint64 {
	if hz == 0 {
		return CheckInterval
	}
	return uint64(min(CheckInterval, hz/checksPerSecond+1))
}

func (t *throttle) wanted() float64 { return math.Float64frombits(t.bits.Load()) }
