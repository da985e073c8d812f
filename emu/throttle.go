package emu

import (
	"context"
	"math"
	"sync/atomic"
	"time"
)

// Speeds of the time, in T-states a second. Unlimited is as fast as this computer can.
const (
	Unlimited = 0
	MHz       = 1e6
)

// SetSpeed makes Run and Call sleep so that they pass hz T-states a second; 0 means no limit. It may be called at any time from
// any goroutine; a running program follows within a slice of its time.
func (m *Machine) SetSpeed(hz float64) {
	m.speed.hz.Store(math.Float64bits(hz))
}

type throttle struct {
	hz      atomic.Uint64 // bits of a float64
	current uint64        // the speed that began counts for
	began   time.Time
	tStates uint64
}

// wait sleeps until tStates is due.
func (t *throttle) wait(ctx context.Context, tStates uint64) error {
	bits := t.hz.Load()
	if bits == 0 {
		t.current = 0
		return nil
	}
	now := time.Now()
	if bits != t.current || tStates < t.tStates {
		t.current, t.began, t.tStates = bits, now, tStates
	}
	due := t.began.Add(time.Duration(float64(tStates-t.tStates) / math.Float64frombits(bits) * float64(time.Second)))
	pause := due.Sub(now)
	if pause < -100*time.Millisecond { // the program was not running meanwhile
		t.began, t.tStates = now, tStates
	}
	if pause <= 0 {
		return nil
	}
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
