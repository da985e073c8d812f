package debugger

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"sargon78/emu"
	"sargon78/emu/timeline"
	"sargon78/emu/z80"
)

// StopReason is the reason why a motion ended.
type StopReason uint8

// The reasons.
const (
	NotStarted    StopReason = iota // nothing has run yet
	ReachedTarget                   // the machine is at the target of the motion, or where an error ended the motion
	HitPoint                        // a breakpoint or watchpoint was hit
	SearchOver                      // the search is over, or the program was left
	WaitingForKey                   // the program waits for a key
	Halted                          // HALT, which no interrupt ends
	AtBeginning                     // the past begins here
)

// Stop describes how a motion ended.
type Stop struct {
	Reason StopReason
	Point  *Point          // if HitPoint
	Access timeline.Access // of a watchpoint, or of going back to a write or read
	Detail string          // for ReachedTarget what is there, or ""; for SearchOver what has ended, "" for a search
}

func (s Stop) String() string {
	switch s.Reason {
	case NotStarted:
		return "at the beginning"
	case HitPoint:
		return s.Point.hit(s.Access)
	case SearchOver:
		return cmp.Or(s.Detail, "the search has ended")
	case WaitingForKey:
		return "the program waits for a key"
	case Halted:
		return "HALT: nothing on this machine ends it"
	case AtBeginning:
		return "the past goes back no further"
	}
	return s.Detail
}

// end returns the stop of every run ahead: the end of a search.
func (d *Debugger) end() []timeline.Stop {
	if d.jupiter != nil {
		return nil
	}
	return []timeline.Stop{{From: emu.ReturnAddress, To: emu.ReturnAddress}}
}

// move does a motion, and records where it began and how it ended. On an error that does not come from
// the machine, nothing has moved.
func (d *Debugger) move(f func() (Stop, error)) (Stop, error) {
	mark, before := d.time.Now(), d.machine.Registers
	s, err := f()
	if err == nil || d.time.Now() != mark {
		d.motionStart, d.registersBefore, d.stop = mark, before, s
	}
	return s, err
}

// stopOf translates a hit into a Stop. The timeline numbers its stops in this order: the targets, the
// points, the end of the search.
func (d *Debugger) stopOf(hit timeline.Hit, targets int, points []*Point) Stop {
	i := hit.Stop - targets
	switch {
	case hit.Reason == timeline.Waiting && d.exited():
		return Stop{Reason: SearchOver, Detail: "the program has been left"}
	case hit.Reason == timeline.Waiting:
		return Stop{Reason: WaitingForKey}
	case hit.Reason == timeline.Halted:
		return Stop{Reason: Halted}
	case hit.Reason == timeline.TimeReached && d.SearchOver():
		return Stop{Reason: SearchOver}
	case hit.Reason == timeline.TimeReached, hit.Reason == timeline.Failed, i < 0:
		return Stop{Reason: ReachedTarget, Access: hit.Access}
	case i < len(points):
		points[i].hits++
		return Stop{Reason: HitPoint, Point: points[i], Access: hit.Access}
	}
	return Stop{Reason: SearchOver}
}

// Direction is the direction of a motion in time.
type Direction bool

const (
	Ahead Direction = false
	Back  Direction = true
)

// motion moves in time. words are the words after its name.
type motion func(d *Debugger, ctx context.Context, way Direction, words string) (Stop, error)

// motions go both ways. All except write and read are also commands, which go ahead.
var motions = map[string]motion{
	"step":  (*Debugger).steps,
	"over":  (*Debugger).over,
	"out":   (*Debugger).out,
	"run":   (*Debugger).run,
	"to":    (*Debugger).toPlace,
	"eval":  (*Debugger).toNextEvaluation,
	"move":  toLandmark((*Debugger).moveMade),
	"ply":   toLandmark((*Debugger).plyChanged),
	"root":  toLandmark((*Debugger).rootMove),
	"write": toAccess(timeline.Write),
	"read":  toAccess(timeline.Read),
}

// Move does a motion by its name, or by that of its command. words are its arguments: a number, a place
// or a variable. An error means that nothing has moved, or it comes from the machine or ctx.
func (d *Debugger) Move(ctx context.Context, way Direction, name, words string) (Stop, error) {
	if command, err := find(name); err == nil {
		if err := command.check(words); err != nil {
			return Stop{}, err
		}
		name = command.name()
	}
	m := motions[strings.ToLower(name)]
	if m == nil {
		return Stop{}, fmt.Errorf("there is no motion %q: want step, over, out, run, to PLACE, eval, "+
			"move, ply, root, write ADDRESS or read ADDRESS", name)
	}
	return d.move(func() (Stop, error) { return m(d, ctx, way, words) })
}

// to goes to the next target, or back to the last one. A motion ahead also ends at the user's points
// and at the end of the search.
func (d *Debugger) to(ctx context.Context, way Direction, targets ...timeline.Stop) (Stop, error) {
	switch {
	case way == Back:
		hit, err := d.time.Backward(ctx, targets)
		return Stop{Reason: ReachedTarget, Access: hit.Access}, err
	case d.SearchOver():
		return Stop{Reason: SearchOver}, errOver
	}
	hit, points, err := d.untilPoint(ctx, targets)
	return d.stopOf(hit, len(targets), points), err
}

// run goes to a breakpoint or watchpoint, or to the end or the beginning.
func (d *Debugger) run(ctx context.Context, way Direction, _ string) (Stop, error) {
	if way == Ahead {
		return d.to(ctx, Ahead)
	}
	hit, points, err := d.backToPoint(ctx)
	if errors.Is(err, timeline.ErrBeginning) {
		return Stop{Reason: AtBeginning}, d.time.Seek(ctx, d.time.Begin())
	}
	return d.stopOf(hit, 0, points), err
}

// stepsToQuestion is after how many of many steps waiting questions are answered.
const stepsToQuestion = 1000

// steps goes by one instruction, or by as many as the words say.
func (d *Debugger) steps(ctx context.Context, way Direction, words string) (s Stop, err error) {
	n, err := countOf(words, 1)
	for i := 0; i < n && err == nil && s.Reason <= ReachedTarget; i++ {
		if s, err = d.step(ctx, way); i%stepsToQuestion == stepsToQuestion-1 && d.asks != nil && d.asks() {
			d.answer()
		}
	}
	return s, err
}

// step goes by one instruction.
func (d *Debugger) step(ctx context.Context, way Direction) (Stop, error) {
	switch {
	case way == Back:
		return Stop{Reason: ReachedTarget}, d.time.StepBack(ctx)
	case d.SearchOver():
		return Stop{Reason: SearchOver}, errOver
	}
	hit, err := d.time.Step(ctx)
	return d.stopOf(hit, 0, nil), err
}

// over goes by one instruction. A call counts as one instruction with everything that it calls, and a
// repeating instruction with all its repetitions. Going back, over also goes back over a call that
// ended here.
func (d *Debugger) over(ctx context.Context, way Direction, _ string) (Stop, error) {
	i, sp := d.machine.Instruction(), d.machine.SP
	if way == Back {
		call, ok := d.callBefore(d.machine.PC)
		s, err := d.step(ctx, Back)
		if err != nil || !ok || d.machine.SP == sp {
			return s, err
		}
		_, err = d.time.Backward(ctx, []timeline.Stop{d.onStack(call, sp)})
		if errors.Is(err, timeline.ErrBeginning) { // it was not a call
			err = nil
		}
		return s, err
	}
	if i.Flow != z80.Call && i.Flow != z80.Repeat {
		return d.step(ctx, Ahead)
	}
	target := d.onStack(i.Next(), sp)
	if i.Flow == z80.Call && i.Length == 1 {
		target.To += maxParameters
	}
	return d.to(ctx, Ahead, target)
}

// maxParameters limits the bytes after an RST that its routine reads, as monitor calls do.
const maxParameters = 6

// onStack stops before the instruction at an address when the stack is at sp.
func (d *Debugger) onStack(addr, sp uint16) timeline.Stop {
	return timeline.Stop{
		From: addr, To: addr, If: func(timeline.Access) bool { return d.machine.SP == sp },
	}
}

// out goes to where the routine has returned to its caller, or back to the call.
func (d *Debugger) out(ctx context.Context, way Direction, _ string) (Stop, error) {
	frames := d.Frames()
	switch {
	case len(frames) > 1:
		addr := frames[1].PC
		if way == Back {
			addr = frames[1].Call
		}
		return d.to(ctx, way, d.onStack(addr, frames[1].SP))
	case d.jupiter != nil:
		return Stop{}, errCall
	case way == Back: // the search itself
		return Stop{Reason: ReachedTarget}, d.time.Seek(ctx, d.time.Begin())
	}
	return d.to(ctx, Ahead)
}

// toPlace goes to a place; its words are those of Break.
func (d *Debugger) toPlace(ctx context.Context, way Direction, words string) (Stop, error) {
	p, err := d.ParseBreakpoint(words)
	if err != nil {
		return Stop{}, err
	}
	return d.to(ctx, way, d.target(p, timeline.At))
}

// Reach goes ahead to a place, in the words of SetBreakpoint; before the first instruction, the present
// counts as a visit too. If the machine does not come there, Reach returns an error, and the machine is
// where it ended.
func (d *Debugger) Reach(ctx context.Context, words string) error {
	p, err := d.ParseBreakpoint(words)
	if err != nil {
		return err
	}
	if target := d.target(p, timeline.At); d.stop.Reason == NotStarted && d.machine.PC == p.From &&
		(target.If == nil || target.If(timeline.Access{})) {
		if p.Count--; p.Count < 1 {
			return nil
		}
	}
	stop, err := d.move(func() (Stop, error) { return d.to(ctx, Ahead, d.target(p, timeline.At)) })
	if err == nil && stop.Reason != ReachedTarget {
		err = fmt.Errorf("execution never reached %s: %v", words, stop)
	}
	return err
}

// toAccess goes to an instruction that writes or reads an address; the words are an expression for the
// address.
func toAccess(kind timeline.Kind) motion {
	return func(d *Debugger, ctx context.Context, way Direction, address string) (Stop, error) {
		if address == "" {
			return Stop{}, errWhere
		}
		from, to, err := d.addressRange(address)
		if err != nil {
			return Stop{}, err
		}
		s, err := d.to(ctx, way, timeline.Stop{Kind: kind, From: from, To: to})
		if a := s.Access; s.Reason == ReachedTarget && kind == timeline.Write {
			s.Detail = fmt.Sprintf("%s becomes %02X, was %02X", d.AddressName(a.Addr), a.New, a.Old)
		} else if s.Reason == ReachedTarget {
			s.Detail = fmt.Sprintf("%s, %02X, is read", d.AddressName(a.Addr), a.New)
		}
		return s, err
	}
}

// GoTo goes to a moment in T-states since the beginning, in the past or the future.
func (d *Debugger) GoTo(ctx context.Context, tStates uint64) (Stop, error) {
	return d.move(func() (Stop, error) {
		if tStates <= d.time.End() {
			return Stop{Reason: ReachedTarget}, d.time.Seek(ctx, tStates)
		}
		if d.SearchOver() {
			return Stop{Reason: SearchOver}, errOver
		}
		hit, err := d.time.Forward(ctx, d.end(), tStates)
		return d.stopOf(hit, 0, nil), err
	})
}

// moveMade returns a stop where a move is about to be made on the board.
func (d *Debugger) moveMade() timeline.Stop { return d.entry("MOVE") }

// entry stops before the instruction at a symbol.
func (d *Debugger) entry(name string) timeline.Stop {
	addr, _ := d.image.Symbol(name)
	return timeline.Stop{From: addr, To: addr}
}

// plyChanged returns a stop where the search has gone down or come up a ply.
func (d *Debugger) plyChanged() timeline.Stop {
	s := d.entry("NPLY")
	s.Kind, s.If = timeline.Write, func(a timeline.Access) bool { return a.Old != a.New }
	return s
}

// rootMove returns a stop where the search turns to the next move at ply 1. There it goes down a ply,
// except at level 1, where no ply is below.
func (d *Debugger) rootMove() timeline.Stop {
	s, ply := d.entry("GENMOV"), uint8(2)
	if d.memory.Level() == 1 {
		s, ply = d.entry("MOVE"), 1
	}
	s.If = func(timeline.Access) bool { return d.memory.Ply() == ply }
	return s
}

// toLandmark goes to the next landmark, or back to the last one.
func toLandmark(landmark func(*Debugger) timeline.Stop) motion {
	return func(d *Debugger, ctx context.Context, way Direction, _ string) (Stop, error) {
		if d.memory == nil {
			return Stop{}, errNames
		}
		return d.to(ctx, way, landmark(d))
	}
}

// toNextEvaluation goes to the end of the current or next evaluation, where its value is in VALM, or
// back to the end of the evaluation before.
func (d *Debugger) toNextEvaluation(ctx context.Context, way Direction, _ string) (Stop, error) {
	switch {
	case d.memory == nil:
		return Stop{}, errNames
	case way == Back:
		return d.toPreviousEvaluation(ctx)
	}
	end, inside := d.insideEvaluation()
	if !inside {
		s, err := d.to(ctx, Ahead, d.entry("POINTS"))
		if err != nil || s.Reason != ReachedTarget {
			return s, err
		}
		end, _ = d.insideEvaluation()
	}
	s, err := d.to(ctx, Ahead, end)
	return d.evaluated(s), err
}

// insideEvaluation reports whether an evaluation is in progress, and if so returns a stop at the return
// of POINTS.
func (d *Debugger) insideEvaluation() (end timeline.Stop, inside bool) {
	if m := d.machine; m.PC == d.evaluate {
		return d.onStack(m.Word(m.SP), m.SP+2), true
	}
	for _, f := range d.Frames()[1:] {
		call := z80.Decode(d.machine.Peek, f.Call)
		if to, ok := call.Target(); ok && to == d.evaluate {
			return d.onStack(f.PC, f.SP), true
		}
	}
	return end, false
}

// evaluated adds to a stop the number of the evaluation that has ended.
func (d *Debugger) evaluated(s Stop) Stop {
	if s.Reason == ReachedTarget {
		s.Detail = fmt.Sprintf("evaluation %d: %v", d.Evaluation(), d.memory.Evaluation())
	}
	return s
}

// toPreviousEvaluation goes back to the end of the evaluation before.
func (d *Debugger) toPreviousEvaluation(ctx context.Context) (s Stop, err error) {
	now := d.time.Now()
	for n := d.time.Visits(); n > 0; n-- {
		if s, err = d.toEvaluation(ctx, n); err != nil || d.time.Now() < now {
			return s, err
		}
	}
	if err := d.time.Seek(ctx, now); err != nil {
		return s, err
	}
	return s, errFirst
}

// GoToEvaluation goes to the end of an evaluation by its number, in the past or the future. The root's
// has number 0.
func (d *Debugger) GoToEvaluation(ctx context.Context, number int) (Stop, error) {
	switch {
	case d.memory == nil:
		return Stop{}, errNames
	case number < 0:
		return Stop{}, fmt.Errorf("evaluation %d: want 0, the root's, or more", number)
	case uint64(number) < d.visited:
		return Stop{}, timeline.ErrBeginning
	}
	return d.move(func() (Stop, error) {
		return d.toEvaluation(ctx, uint64(number)+1-d.visited)
	})
}

// toEvaluation goes to the n-th call of POINTS, and on to its return. The user's points do not stop
// this motion.
func (d *Debugger) toEvaluation(ctx context.Context, n uint64) (Stop, error) {
	if d.SearchOver() && n > d.time.Visits() {
		return Stop{Reason: SearchOver}, errOver
	}
	hit, err := d.time.SeekVisit(ctx, n, d.end())
	if err != nil {
		return Stop{}, err
	}
	if hit.Stop >= 0 || hit.Reason != timeline.Stopped {
		return d.stopOf(hit, 0, nil), nil
	}
	end, _ := d.insideEvaluation()
	hit, err = d.time.Forward(ctx, append([]timeline.Stop{end}, d.end()...), 0)
	return d.evaluated(d.stopOf(hit, 1, nil)), err
}
