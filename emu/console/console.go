// Package console runs a machine that a person uses: keys go in, a screen changes, and now and then the
// machine thinks. It is what emu/jupiter and emu/cpm have in common, and all that a front end needs to
// know about either:
//
//	go machine.Run(ctx)           // in a goroutine of its own, until the program is left
//	machine.Press('W')            // from any goroutine
//	changed := machine.Changed()  // first the channel, then the picture: so no change is missed
//	draw(machine.Screen(), machine.State())
//	<-changed
//
// The machine decides what the screen is and how the program asks for keys.
package console

import (
	"cmp"
	"context"
	"errors"
	"io"
	"slices"
	"sync"

	"sargon78/emu"
)

// Options say how a console is driven. The zero value is a machine at full speed that never thinks.
type Options struct {
	// Search is the address of the routine whose running counts as thinking; 0 means none. The
	// console has a trap there, and there can be no other.
	Search uint16

	// Output gets the text that the program prints, as it prints it, control characters included.
	// It is written to from the goroutine of Run; an error ends the run.
	Output io.Writer

	// Idle is called after every wait for a key, and its result is added to the refresh register R. On
	// a real machine the loop that polled the keyboard kept R counting, and programs took their random
	// numbers from R. If Idle is nil, R stays: the same keys then always give the same run.
	Idle func() byte
}

// State is the state of a console at some moment.
type State struct {
	Version       uint64 // grows whenever the screen or one of the next three changes
	Waiting       bool   // the program waits for a key, and no key is left
	Thinking      bool   // the program is inside Options.Search
	Ended         bool   // the program has ended
	TStates       uint64 // the machine's clock
	SearchTStates uint64 // T-states of the current search, or of the last one
}

// Console is a machine and its keyboard. Its methods may be called from any goroutine; Run from one
// at a time.
type Console struct {
	cpu     *emu.Machine
	options Options
	refresh func() bool // copies the screen to where readers find it; reports whether it has changed

	// runMu guards cpu and what belongs to the running program. Run holds it for short slices.
	runMu    sync.Mutex
	wantsKey bool // the slice ended because the program wants a key
	ended    bool
	search   search
	printed  []byte // not yet written to Output

	// viewMu guards what others see and touch while a slice runs. It is taken after runMu, never
	// before.
	viewMu  sync.Mutex
	state   State
	changed chan struct{}
	keys    []byte
	speed   speed

	wake chan struct{} // a key, or a new state, has come

	running sync.Mutex // held by Run
}

// search is the call of Options.Search that is going on.
type search struct {
	Active  bool
	SP      uint16 // at its first instruction
	Return  uint16
	Began   uint64 // T-states
	Thought uint64 // T-states of the last one, when none goes on
}

// speed in T-states a second, 0 for no limit.
type speed struct{ normal, thinking float64 }

// ErrRunning is the error of a second Run while the first goes on.
var ErrRunning = errors.New("the machine is running already")

// New makes a console of a machine that is loaded and ready to run. refresh is called after every
// slice and copies what the program shows; it reports whether that has changed since the last time.
func New(cpu *emu.Machine, refresh func() bool, o Options) *Console {
	c := &Console{
		cpu: cpu, options: o, refresh: refresh, changed: make(chan struct{}),
		wake: make(chan struct{}, 1),
	}
	if o.Search != 0 {
		cpu.Trap(o.Search, c.enterSearch)
	}
	return c
}

// Run lets the program run until it is left: then the result is nil. Otherwise it is the context's
// error, that of Output, or a *emu.Fault. A run that was ended by its context may be taken up again
// by another Run.
func (c *Console) Run(ctx context.Context) error {
	if !c.running.TryLock() {
		return ErrRunning
	}
	defer c.running.Unlock()
	c.Do(func(*emu.Machine) { c.ended = false })
	for {
		asked, err := c.slice(ctx, emu.CheckInterval)
		if err = c.flush(err); err != nil {
			return err
		}
		if c.State().Ended {
			return nil
		}
		if asked {
			if err := c.wait(ctx); err != nil {
				return err
			}
		}
	}
}

// RunFor lets the program run for so many T-states, to the instruction; at least one passes. It
// waits for nothing: it ends earlier when the program wants a key that is not there (State.Waiting
// tells), when it is left, when a trap returns emu.ErrStop, or before the instruction at one of the
// stops, but not before the first of the run. Callers with a clock of their own use it in place of Run,
// never at the same time as Run.
func (c *Console) RunFor(ctx context.Context, tStates uint64, stops ...uint16) error {
	c.runMu.Lock()
	turn := c.wantsKey && c.KeyReady()
	c.ended = false
	c.runMu.Unlock()
	if turn {
		c.idle()
	}
	_, err := c.slice(ctx, max(1, tStates), stops...)
	return c.flush(err)
}

// slice runs the program for as long as the machine does without looking at its speed, or for
// limit T-states, until it wants a key that is not there, or up to one of the stops.
func (c *Console) slice(ctx context.Context, limit uint64, stops ...uint16) (asked bool, err error) {
	c.runMu.Lock()
	defer c.runMu.Unlock()
	before, waited := c.cpu.TStates, c.wantsKey
	c.wantsKey = false
	until := emu.Until{TStates: min(limit, c.cpu.Interval()), Addresses: stops}
	if c.search.Active {
		until.Addresses = append(slices.Clip(stops), c.search.Return)
	}
	stop, err := c.cpu.Run(ctx, until)
	if stop == emu.Cancelled && c.cpu.TStates == before {
		c.wantsKey = waited // no instruction ran: the program still waits for its key
	}
	if stop == emu.AtAddress && c.cpu.PC == c.search.Return && c.cpu.SP == c.search.SP+2 {
		c.leaveSearch()
	}
	c.publish()
	return c.wantsKey, err
}

// flush writes what was printed, after a slice that has ended with err. The machine is not locked
// meanwhile: a slow reader does not hold up the machine.
func (c *Console) flush(err error) error {
	c.runMu.Lock()
	text := c.printed
	c.printed = nil
	c.runMu.Unlock()
	if len(text) == 0 {
		return err
	}
	_, failed := c.options.Output.Write(text)
	return cmp.Or(err, failed)
}

// wait ends when there is a key, or when the machine was given another state.
func (c *Console) wait(ctx context.Context) error {
	select {
	case <-c.wake:
	case <-ctx.Done():
		return ctx.Err()
	}
	c.idle()
	return nil
}

// idle turns R by chance, after a wait for a key.
func (c *Console) idle() {
	if c.options.Idle == nil {
		return
	}
	turns := c.options.Idle()
	c.Do(func(m *emu.Machine) { m.Refresh(turns) })
}

// Press types keys. They wait until the program asks for them.
func (c *Console) Press(keys ...byte) {
	if len(keys) == 0 {
		return
	}
	c.viewMu.Lock()
	c.keys = append(c.keys, keys...)
	if c.state.Waiting {
		c.state.Waiting = false
		c.announce()
	}
	c.viewMu.Unlock()
	c.wakeUp()
}

func (c *Console) wakeUp() {
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

// State returns the state of the console now.
func (c *Console) State() State {
	c.viewMu.Lock()
	defer c.viewMu.Unlock()
	return c.state
}

// Changed gives a channel that is closed at the next change of State.Version. Ask for it before
// looking at the screen.
func (c *Console) Changed() <-chan struct{} {
	c.viewMu.Lock()
	defer c.viewMu.Unlock()
	return c.changed
}

// SetSpeed sets the speed in T-states a second, while the program thinks and otherwise; 0 means no
// limit. It takes effect within a hundredth of a second.
func (c *Console) SetSpeed(normal, thinking float64) {
	c.viewMu.Lock()
	defer c.viewMu.Unlock()
	c.speed = speed{normal, thinking}
	c.applySpeed()
}

func (c *Console) applySpeed() {
	hz := c.speed.normal
	if c.state.Thinking {
		hz = c.speed.thinking
	}
	c.cpu.SetSpeed(hz)
}

// Do calls f between two instructions. f must not call methods of the console; it may read and
// change the machine.
func (c *Console) Do(f func(*emu.Machine)) {
	c.runMu.Lock()
	defer c.runMu.Unlock()
	f(c.cpu)
	c.publish()
}

// The rest is for the machines: they call it from their traps, while the program runs.

// Key takes the next key. If there is none, ok is false, and the trap must return emu.ErrStop with the
// machine unchanged: the trap is called again when there is a key.
func (c *Console) Key() (key byte, ok bool) {
	c.viewMu.Lock()
	defer c.viewMu.Unlock()
	if len(c.keys) == 0 {
		c.wantsKey = true
		return 0, false
	}
	key = c.keys[0]
	c.keys = c.keys[1:]
	return key, true
}

// KeyReady reports whether a key is waiting to be taken.
func (c *Console) KeyReady() bool {
	c.viewMu.Lock()
	defer c.viewMu.Unlock()
	return len(c.keys) > 0
}

// Await is KeyReady for a program that only waits: if there is no key, the trap must return emu.ErrStop
// as after Key.
func (c *Console) Await() bool {
	c.wantsKey = !c.KeyReady()
	return !c.wantsKey
}

// Print passes text on to Options.Output.
func (c *Console) Print(text ...byte) {
	if c.options.Output != nil {
		c.printed = append(c.printed, text...)
	}
}

// Exit ends the program. The trap must return its error, emu.ErrStop.
func (c *Console) Exit() error {
	c.ended = true
	c.leaveSearch()
	return emu.ErrStop
}

// enterSearch records a call of Options.Search; it is the trap there. It ends the slice, and the next
// slice knows where the search returns to.
func (c *Console) enterSearch(m *emu.Machine) error {
	if c.search.Active {
		return nil
	}
	sp := m.SP
	c.search = search{Active: true, SP: sp, Return: m.Word(sp), Began: m.TStates}
	return emu.ErrStop
}

func (c *Console) leaveSearch() {
	if c.search.Active {
		c.search = search{Thought: c.search.tStates(c.cpu.TStates)}
	}
}

// tStates returns how many T-states the search has taken when the clock shows tStates.
func (s *search) tStates(tStates uint64) uint64 {
	if s.Active {
		return tStates - s.Began
	}
	return s.Thought
}

// publish makes the state of the machine visible to readers, and sets the speed for what the machine
// does now. The caller has locked the machine.
func (c *Console) publish() {
	c.viewMu.Lock()
	defer c.viewMu.Unlock()
	before := c.state
	c.state = State{
		Version:       before.Version,
		Waiting:       c.wantsKey && len(c.keys) == 0,
		Thinking:      c.search.Active,
		Ended:         c.ended,
		TStates:       c.cpu.TStates,
		SearchTStates: c.search.tStates(c.cpu.TStates),
	}
	c.applySpeed()
	shown := c.refresh()
	if shown || before.Waiting != c.state.Waiting || before.Thinking != c.state.Thinking ||
		before.Ended != c.state.Ended {
		c.announce()
	}
}

// announce counts a change and wakes the goroutines that wait for one. The caller has locked viewMu.
func (c *Console) announce() {
	c.state.Version++
	close(c.changed)
	c.changed = make(chan struct{})
}

// View calls f while the screen does not change, so that a machine can let its screen be read. f
// must not call methods of the console.
func (c *Console) View(f func()) {
	c.viewMu.Lock()
	defer c.viewMu.Unlock()
	f()
}
