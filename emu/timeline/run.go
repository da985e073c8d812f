package timeline

import (
	"context"
	"errors"
	"math"
	"slices"

	"sargon78/emu"
)

// Kind is what a Stop waits for.
type Kind uint8

// The kinds. Writes from outside are not seen.
const (
	At    Kind = iota // before the instruction at an address
	Write             // after an instruction that has written to an address
	Read              // before an instruction that will read data from an address; slow
)

// Stop is a reason for a run to end.
type Stop struct {
	Kind     Kind
	From, To uint16 // addresses, both included
	// If is called when all else holds; nil means yes. It must not change the machine.
	If func(Access) bool
	// Count is the hit that stops the run; earlier hits pass. 0 is 1.
	Count int
}

// Access is what an instruction does to a byte of memory. For At it is the zero value.
type Access struct {
	Addr     uint16
	Old, New byte // equal for Read
}

// Hit describes how a run has ended. With an error it is the zero value.
type Hit struct {
	Reason  Reason
	Stop    int    // index of the stop, if Why is Stopped
	TStates uint64 // the moment
	Access  Access
}

// Reason is the reason in a Hit.
type Reason uint8

// The reasons.
const (
	Failed      Reason = iota // an error has ended it
	Stopped                   // at a stop
	TimeReached               // the given moment is reached
	Waiting                   // a device waits for something from outside
	Halted                    // HALT: nothing ends it
	Returned                  // a routine that Call runs has returned
)

// String returns the reason in a word or two: "stopped", "time reached".
func (r Reason) String() string {
	names := [...]string{
		Failed: "failed", Stopped: "stopped", TimeReached: "time reached", Waiting: "waiting",
		Halted: "halted", Returned: "returned",
	}
	if int(r) >= len(names) {
		return "no reason"
	}
	return names[r]
}

// activeStop is a stop in a run.
type activeStop struct {
	Stop
	index, left int
}

// run is the state of a run.
type run struct {
	at      map[uint16][]*activeStop
	writes  map[[2]uint16][]*activeStop
	reads   []*activeStop
	traps   []uint16 // set for this run
	visited uint64   // the moment at which stops were last checked
	hit     *Hit
	all     []Hit // every hit, if collecting
	collect bool
	waiting bool // a device waits
}

const never = math.MaxUint64

// begin sets the stops of a run. Hits at the present moment do not count.
func (t *Timeline) begin(stops []Stop, collect bool) {
	t.run = run{
		at: map[uint16][]*activeStop{}, writes: map[[2]uint16][]*activeStop{}, collect: collect,
		visited: t.Now(),
	}
	for i, s := range stops {
		c := &activeStop{Stop: s, index: i, left: max(s.Count, 1)}
		switch s.Kind {
		case At:
			for addr := int(s.From); addr <= int(s.To); addr++ {
				t.at[uint16(addr)] = append(t.at[uint16(addr)], c)
				if !t.isTrapped(uint16(addr)) {
					t.machine.Trap(uint16(addr), t.arrived)
					t.traps = append(t.traps, uint16(addr))
				}
			}
		case Write:
			r := [2]uint16{s.From, s.To}
			t.writes[r] = append(t.writes[r], c)
			t.machine.OnWrite(s.From, s.To, t.written(r))
		default:
			t.reads = append(t.reads, c)
		}
	}
}

// finish removes the stops.
func (t *Timeline) finish() {
	t.asked = t.run.visited
	for _, addr := range t.traps {
		t.machine.Trap(addr, nil)
	}
	for r := range t.writes {
		t.machine.OnWrite(r[0], r[1], nil)
	}
	t.run = run{visited: never}
}

// isTrapped reports whether an address has a trap even without a stop.
func (t *Timeline) isTrapped(addr uint16) bool {
	return t.device != nil && t.device.addr == addr || t.visits.active && t.visits.addr == addr
}

// arrived is the trap at addresses with a stop, the device or the visit counter.
func (t *Timeline) arrived(m *emu.Machine) error {
	if t.visit() {
		return emu.ErrStop
	}
	d := t.device
	if d == nil || d.addr != m.PC || t.Now() < t.end || t.next < len(t.events) {
		return nil
	}
	err := t.recordEvent(true, func() error { return d.f(t.machine) })
	if errors.Is(err, emu.ErrStop) {
		t.waiting = true
	}
	return err
}

// visit counts a visit, and checks the stops at PC. It reports whether a stop has ended the run.
func (t *Timeline) visit() bool {
	now, pc := t.Now(), t.machine.PC
	if tally := &t.visits; tally.active && tally.addr == pc && tally.last != now {
		tally.n, tally.last = tally.n+1, now
	}
	if t.visited == now {
		return false
	}
	t.visited = now
	for _, c := range t.at[pc] {
		if t.matches(c, Access{}) {
			return true
		}
	}
	return false
}

// matches records a hit if the condition of a stop holds, and reports whether the run ends.
func (t *Timeline) matches(c *activeStop, a Access) bool {
	if c.If != nil && !c.If(a) {
		return false
	}
	hit := Hit{Reason: Stopped, Stop: c.index, TStates: t.Now(), Access: a}
	if t.collect {
		t.all = append(t.all, hit)
		return false
	}
	if c.left--; c.left > 0 {
		return false
	}
	t.hit = &hit
	return true
}

// written returns the function that watches writes to a range.
func (t *Timeline) written(r [2]uint16) emu.WriteHook {
	return func(_ *emu.Machine, addr uint16, old, new byte) bool {
		for _, c := range t.writes[r] {
			if t.hit == nil && t.matches(c, Access{Addr: addr, Old: old, New: new}) {
				return true
			}
		}
		return false
	}
}

// runOn runs the machine for a while: at most up to the given moment, the next event from outside, the
// end of the recording, or a stop.
func (t *Timeline) runOn(tStates uint64) error {
	m := t.machine
	tStates = min(tStates, m.TStates+emu.CheckInterval)
	if t.next < len(t.events) {
		tStates = min(tStates, t.events[t.next].at)
	} else if m.TStates < t.end {
		tStates = min(tStates, t.end)
	}
	for m.TStates < tStates && !m.Halted && t.hit == nil {
		to := tStates
		if len(t.reads) > 0 {
			if t.visitReads() {
				return nil
			}
			to = m.TStates + 1
		}
		stop, err := m.RunTo(to)
		if stop == emu.Trapped && t.hit == nil {
			err = emu.ErrStop // from a device, or from a trap set elsewhere
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// visitReads checks the stops of Read, before every instruction.
func (t *Timeline) visitReads() bool {
	if t.visited == t.Now() {
		return false
	}
	m := t.machine
	for _, c := range t.reads {
		for _, addr := range m.Reads() {
			if addr < c.From || addr > c.To {
				continue
			}
			value := m.Memory[addr]
			if t.matches(c, Access{Addr: addr, Old: value, New: value}) {
				return true
			}
		}
	}
	return false
}

// Forward runs the machine until a stop is hit, or, if tStates is not 0, until that moment is reached.
// A stop at the present moment does not count. The error comes from the context, which leaves the
// machine where it is, or from the machine: a *emu.Fault.
func (t *Timeline) Forward(ctx context.Context, stops []Stop, tStates uint64) (Hit, error) {
	t.begin(stops, false)
	defer t.finish()
	if tStates == 0 {
		tStates = never
	}
	return t.forward(ctx, tStates)
}

// Resume continues a Forward that the visitor ended, with other stops. Stops at the present moment
// count unless that Forward has already checked them.
func (t *Timeline) Resume(ctx context.Context, stops []Stop) (Hit, error) {
	asked := t.asked
	t.begin(stops, false)
	defer t.finish()
	t.visited = asked
	return t.forward(ctx, never)
}

// SetVisitor has visit called while time runs, between two instructions, whenever waits reports that a
// visitor waits. That happens after emu.CheckInterval T-states at the earliest, then about as often.
// While time goes back or the past is searched, the machine is shown to the visitor at the moment where
// that began. The visitor may read the machine and must not change it. Its error ends the run: Forward
// leaves the machine where it is; the functions that go back or search leave it where they began. If
// waits is nil, visit is never called.
func (t *Timeline) SetVisitor(waits func() bool, visit func() error) {
	t.waits, t.visitor = waits, visit
}

// receive calls the visitor if one waits.
func (t *Timeline) receive() error {
	switch {
	case t.waits == nil || !t.waits():
		return nil
	case t.before == nil:
		return t.visitor()
	}
	now := t.newCheckpoint()
	defer t.restore(now)
	t.restore(t.before)
	return t.visitor()
}

// forward lets the machine run until a time, a hit, or a moment where it cannot go on. In the past it
// repeats the recorded events; at the end of the recorded time it takes new ones, and adds checkpoints.
func (t *Timeline) forward(ctx context.Context, until uint64) (Hit, error) {
	for ran := false; ; ran = true {
		t.replayEvents()
		switch now := t.Now(); {
		case t.hit != nil:
			return *t.hit, nil
		case now >= until:
			return Hit{Reason: TimeReached, TStates: now}, nil
		case t.machine.Halted:
			return Hit{Reason: Halted, TStates: now}, nil
		}
		if err := ctx.Err(); err != nil {
			return Hit{}, err
		}
		if ran {
			if err := t.receive(); err != nil {
				return Hit{}, err
			}
		}
		err := t.runOn(until)
		isNew := t.Now() > t.end
		if isNew {
			t.end = t.Now()
			t.addCheckpoint()
		}
		if isNew && t.hit == nil && err == nil {
			err = t.machine.CheckRunaway()
		}
		switch {
		case t.waiting:
			return Hit{Reason: Waiting, TStates: t.Now()}, nil
		case err != nil:
			return Hit{}, err
		}
	}
}

// Step runs one instruction.
func (t *Timeline) Step(ctx context.Context) (Hit, error) {
	return t.Forward(ctx, nil, t.Now()+1)
}

// Call runs the routine at addr as if by CALL, until it has returned or a stop is hit: after it has
// returned, SP is as before, PC is emu.ReturnAddress, and Hit.Reason is Returned. The call itself is a
// change from outside, which drops the recorded future. Errors are those of Forward.
func (t *Timeline) Call(ctx context.Context, addr uint16, stops []Stop) (Hit, error) {
	var sp uint16
	t.Change(func(m *emu.Machine) {
		sp = m.SP
		m.SP -= 2
		m.SetWord(m.SP, emu.ReturnAddress)
		m.PC, m.Halted = addr, false
	})
	back := Stop{Kind: At, From: emu.ReturnAddress, To: emu.ReturnAddress,
		If: func(Access) bool { return t.machine.SP == sp }}
	hit, err := t.Forward(ctx, append([]Stop{back}, stops...), 0)
	if hit.Reason == Stopped {
		if hit.Stop--; hit.Stop < 0 {
			hit.Reason, hit.Stop = Returned, 0
		}
	}
	return hit, err
}

// Backward goes back to the last moment before the present at which a stop would have been hit; for a
// Write, to the moment before the instruction that wrote. If there is no such moment, the machine stays
// where it is, and the error is ErrBeginning.
func (t *Timeline) Backward(ctx context.Context, stops []Stop) (hit Hit, err error) {
	err = t.undoOnError(func() error {
		var err error
		if hit, err = t.lastHit(ctx, stops); err != nil {
			return err
		}
		if err = t.seek(ctx, hit.TStates); err == nil && stops[hit.Stop].Kind == Write {
			err = t.stepBack(ctx)
			hit.TStates = t.Now()
		}
		return err
	})
	return hit, err
}

// lastHit searches the past backwards, from copy to copy.
func (t *Timeline) lastHit(ctx context.Context, stops []Stop) (Hit, error) {
	passed := make([]int, len(stops))
	limit := t.Now()
	for i := t.checkpointBefore(limit); i >= 0; i-- {
		from := t.checkpoints[i].at
		if from >= limit {
			continue
		}
		t.restore(&t.checkpoints[i])
		hits, err := t.hitsBefore(ctx, stops, limit)
		if err != nil {
			return Hit{}, err
		}
		for _, hit := range slices.Backward(hits) {
			if passed[hit.Stop]++; passed[hit.Stop] >= stops[hit.Stop].Count {
				return hit, nil
			}
		}
		limit = from
	}
	return Hit{}, ErrBeginning
}

// Hits returns all hits of stops in the past from the moment from up to, not including, until. A hit of
// Write has the moment after the instruction. The machine stays where it is.
func (t *Timeline) Hits(ctx context.Context, stops []Stop, from, until uint64) ([]Hit, error) {
	if err := t.checkRange(from, until); err != nil {
		return nil, err
	}
	now := t.newCheckpoint()
	defer t.restore(now)
	if err := t.seek(ctx, from); err != nil {
		return nil, err
	}
	return t.hitsBefore(ctx, stops, until)
}

// hitsBefore runs up to a moment of the past, and returns the hits from the present on.
func (t *Timeline) hitsBefore(ctx context.Context, stops []Stop, until uint64) ([]Hit, error) {
	t.begin(stops, true)
	defer t.finish()
	t.visited = never
	err := t.goOn(ctx, until)
	return slices.DeleteFunc(t.all, func(h Hit) bool {
		return h.TStates >= until && stops[h.Stop].Kind != Write
	}), err
}
