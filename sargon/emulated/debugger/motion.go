package debugger

import (
	"context"
	"errors"
	"fmt"

	"sargon78/emu"
	"sargon78/emu/timeline"
)

// Why is the reason why a motion ended.
type Why uint8

// The reasons.
const (
	Begun    Why = iota // nothing has run yet
	There               // it is where it was to go
	AtPoint             // a breakpoint or watch point was hit
	Over                // the search is over, or the program was left
	Waiting             // the program waits for a key
	Halted              // HALT, which nothing ends
	Earliest            // the past begins here
)

// Stop says how a motion ended.
type Stop struct {
	Why    Why
	Point  *Point          // if AtPoint
	Access timeline.Access // of a watch point, or of going back to a write or read
	Said   string          // if There: what is there, or ""
}

func (s Stop) String() string {
	switch s.Why {
	case Begun:
		return "at the beginning"
	case AtPoint:
		return s.Point.hit(s.Access)
	case Over:
		return "it is over"
	case Waiting:
		return "the program waits for a key"
	case Halted:
		return "HALT: nothing on this machine ends it"
	case Earliest:
		return "the past goes back no further"
	}
	return s.Said
}

// hidden returns the stop that every run forward has: the end of a search.
func (d *Debugger) hidden() []timeline.Stop {
	if d.jupiter != nil {
		return nil
	}
	return []timeline.Stop{{From: emu.ReturnAddress, To: emu.ReturnAddress}}
}

// move does a motion, and notes where it began and how it ended. On an error that is not the
// machine's own nothing has moved.
func (d *Debugger) move(f func() (Stop, error)) (Stop, error) {
	mark, before := d.time.Now(), d.machine.Registers()
	s, err := f()
	if err == nil || d.time.Now() != mark {
		d.mark, d.before, d.stop = mark, before, s
	}
	return s, err
}

// forward runs to one of the targets, one of the user's points, or the end.
func (d *Debugger) forward(ctx context.Context, targets []timeline.Stop) (Stop, error) {
	if d.Over() {
		return Stop{Why: Over}, errOver
	}
	points, stops := d.stops()
	all := append(append(targets[:len(targets):len(targets)], stops...), d.hidden()...)
	hit, err := d.time.Forward(ctx, all, 0)
	return d.stopOf(hit, len(targets), points), err
}

var errOver = errors.New("the search is over: from here you can only go back")

// stopOf says what a hit means; the stops were the targets, then the points.
func (d *Debugger) stopOf(hit timeline.Hit, targets int, points []*Point) Stop {
	switch hit.Why {
	case timeline.Waiting:
		if d.left() {
			return Stop{Why: Over}
		}
		return Stop{Why: Waiting}
	case timeline.Halted:
		return Stop{Why: Halted}
	case timeline.InTime:
		return Stop{Why: There}
	}
	switch i := hit.Stop - targets; {
	case i < 0:
		return Stop{Why: There}
	case i < len(points):
		points[i].hits++
		return Stop{Why: AtPoint, Point: points[i], Access: hit.Access}
	}
	return Stop{Why: Over}
}

// backward goes back to one of the targets.
func (d *Debugger) backward(ctx context.Context, targets []timeline.Stop) (Stop, error) {
	_, err := d.time.Backward(ctx, targets)
	return Stop{Why: There}, err
}

// Run runs to a breakpoint or watch point, or to the end.
func (d *Debugger) Run(ctx context.Context) (Stop, error) {
	return d.move(func() (Stop, error) { return d.forward(ctx, nil) })
}

// BackRun runs backwards to a breakpoint or watch point, or to the beginning.
func (d *Debugger) BackRun(ctx context.Context) (Stop, error) {
	return d.move(func() (Stop, error) {
		points, stops := d.stops()
		hit, err := d.time.Backward(ctx, stops)
		if errors.Is(err, timeline.ErrBeginning) {
			return Stop{Why: Earliest}, d.time.Seek(ctx, d.time.Begin())
		}
		return d.stopOf(hit, 0, points), err
	})
}

// Step runs n instructions, n ≥ 1.
func (d *Debugger) Step(ctx context.Context, n int) (Stop, error) {
	return d.move(func() (s Stop, err error) {
		for i := 0; i < n && err == nil && s.Why <= There; i++ {
			s, err = d.step(ctx)
		}
		return s, err
	})
}

func (d *Debugger) step(ctx context.Context) (Stop, error) {
	if d.Over() {
		return Stop{Why: Over}, errOver
	}
	hit, err := d.time.Step(ctx)
	if s := d.stopOf(hit, 0, nil); err != nil || s.Why != There {
		return s, err
	}
	if d.Over() {
		return Stop{Why: Over}, nil
	}
	return Stop{Why: There}, nil
}

// BackStep goes back by n instructions, n ≥ 1.
func (d *Debugger) BackStep(ctx context.Context, n int) (Stop, error) {
	return d.move(func() (Stop, error) {
		for range n {
			if err := d.time.StepBack(ctx); err != nil {
				return Stop{Why: Earliest}, err
			}
		}
		return Stop{Why: There}, nil
	})
}

// StepOver runs one instruction, a call with all that it calls, and a repeated one to its end.
func (d *Debugger) StepOver(ctx context.Context) (Stop, error) {
	return d.move(func() (Stop, error) {
		m := d.machine
		length, passes := d.passable(m.PC)
		if !passes {
			return d.step(ctx)
		}
		back := d.onStack(m.PC+length, m.SP)
		if isRestart(m.Memory[m.PC]) {
			back.To += mostParameters
		}
		return d.forward(ctx, []timeline.Stop{back})
	})
}

// mostParameters limits the bytes after an RST that its routine reads, as monitor calls do.
const mostParameters = 6

// passable tells whether StepOver lets the instruction at an address come to an end: a call, or one
// that repeats itself.
func (d *Debugger) passable(addr uint16) (length uint16, ok bool) {
	switch op := d.machine.Memory[addr]; {
	case isCall(op):
		return 3, true
	case isRestart(op):
		return 1, true
	case op == 0xED && d.machine.Memory[addr+1]&0xF4 == 0xB0: // LDIR and its like
		return 2, true
	}
	return 0, false
}

func isCall(op byte) bool    { return op == 0xCD || op&0xC7 == 0xC4 }
func isRestart(op byte) bool { return op&0xC7 == 0xC7 }

// onStack stops before the instruction at an address when the stack is at sp.
func (d *Debugger) onStack(addr, sp uint16) timeline.Stop {
	return timeline.Stop{
		From: addr, To: addr, If: func(timeline.Access) bool { return d.machine.SP == sp },
	}
}

// BackOver goes back by one instruction, over a call with all that it called.
func (d *Debugger) BackOver(ctx context.Context) (Stop, error) {
	return d.move(func() (Stop, error) {
		pc, sp := d.machine.PC, d.machine.SP
		if err := d.time.StepBack(ctx); err != nil {
			return Stop{Why: Earliest}, err
		}
		var back []timeline.Stop
		for length := range uint16(4) {
			if n, ok := d.passable(pc - length); ok && n == length && d.machine.PC != pc-length {
				back = append(back, d.onStack(pc-length, sp))
			}
		}
		if len(back) == 0 || d.machine.SP == sp {
			return Stop{Why: There}, nil
		}
		if _, err := d.time.Backward(ctx, back); err != nil && !errors.Is(err, timeline.ErrBeginning) {
			return Stop{Why: There}, err
		}
		return Stop{Why: There}, nil
	})
}

// Out runs until the routine has returned to the one that called it.
func (d *Debugger) Out(ctx context.Context) (Stop, error) {
	return d.move(func() (Stop, error) {
		frames := d.Frames()
		switch {
		case len(frames) < 2 && d.jupiter == nil:
			return d.forward(ctx, nil) // the search itself
		case len(frames) < 2:
			return Stop{}, errNobody
		}
		caller := frames[1]
		return d.forward(ctx, []timeline.Stop{d.onStack(caller.PC, caller.SP)})
	})
}

var errNobody = errors.New("the stack shows no call of this routine")

// BackOut goes back to the call of the routine.
func (d *Debugger) BackOut(ctx context.Context) (Stop, error) {
	return d.move(func() (Stop, error) {
		frames := d.Frames()
		switch {
		case len(frames) < 2 && d.jupiter == nil:
			return Stop{Why: There}, d.time.Seek(ctx, d.time.Begin()) // the search itself
		case len(frames) < 2:
			return Stop{}, errNobody
		}
		caller := frames[1]
		return d.backward(ctx, []timeline.Stop{d.onStack(caller.Call, caller.SP)})
	})
}

// RunTo runs to a place, as Break reads it.
func (d *Debugger) RunTo(ctx context.Context, place string) (Stop, error) {
	return d.toPlace(place, func(s timeline.Stop) (Stop, error) {
		return d.forward(ctx, []timeline.Stop{s})
	})
}

// BackTo goes back to a place.
func (d *Debugger) BackTo(ctx context.Context, place string) (Stop, error) {
	return d.toPlace(place, func(s timeline.Stop) (Stop, error) {
		return d.backward(ctx, []timeline.Stop{s})
	})
}

func (d *Debugger) toPlace(place string, f func(timeline.Stop) (Stop, error)) (Stop, error) {
	addr, err := d.Place(place)
	if err != nil {
		return Stop{}, err
	}
	return d.move(func() (Stop, error) { return f(timeline.Stop{From: addr, To: addr}) })
}

// BackToWrite goes back to the last instruction that wrote to a cell. The cell is an expression.
func (d *Debugger) BackToWrite(ctx context.Context, cell string) (Stop, error) {
	return d.backToAccess(ctx, cell, timeline.Write)
}

// BackToRead goes back to the last instruction that read a cell.
func (d *Debugger) BackToRead(ctx context.Context, cell string) (Stop, error) {
	return d.backToAccess(ctx, cell, timeline.Read)
}

func (d *Debugger) backToAccess(ctx context.Context, cell string, kind timeline.Kind) (Stop,
	error) {
	from, to, err := d.cells(cell)
	if err != nil {
		return Stop{}, err
	}
	return d.move(func() (Stop, error) {
		hit, err := d.time.Backward(ctx, []timeline.Stop{{Kind: kind, From: from, To: to}})
		a := hit.Access
		said := fmt.Sprintf("%s becomes %02X, was %02X", d.AddressName(a.Addr), a.New, a.Old)
		if kind == timeline.Read {
			said = fmt.Sprintf("%s, %02X, is read", d.AddressName(a.Addr), a.New)
		}
		return Stop{Why: There, Access: a, Said: said}, err
	})
}

// GoTo goes to a moment in T-states since the beginning, in the past or the future.
func (d *Debugger) GoTo(ctx context.Context, tStates uint64) (Stop, error) {
	return d.move(func() (Stop, error) {
		if tStates <= d.time.End() {
			return Stop{Why: There}, d.time.Seek(ctx, tStates)
		}
		if d.Over() {
			return Stop{Why: Over}, errOver
		}
		hit, err := d.time.Forward(ctx, d.hidden(), tStates)
		return d.stopOf(hit, 0, nil), err
	})
}

// Landmark is something in a search that a motion can go to.
type Landmark uint8

// The landmarks.
const (
	Move     Landmark = iota // a move is about to be made on the board
	Ply                      // the search has gone down or come up a ply
	RootMove                 // the search turns to the next move at ply 1
)

func (d *Debugger) landmark(l Landmark) timeline.Stop {
	if l == Ply {
		return timeline.Stop{Kind: timeline.Write, From: d.at.nply, To: d.at.nply,
			If: func(a timeline.Access) bool { return a.Old != a.New }}
	}
	if l == Move {
		return timeline.Stop{From: d.at.move, To: d.at.move}
	}
	// A move at ply 1 is searched by going down; at level 1 nothing is below.
	addr, ply := d.at.generate, byte(2)
	if d.machine.Memory[d.at.plymax] == 1 {
		addr, ply = d.at.move, 1
	}
	return timeline.Stop{From: addr, To: addr,
		If: func(timeline.Access) bool { return d.machine.Memory[d.at.nply] == ply }}
}

// errNames says that a program has no names for chess.
var errNames = errors.New("the program does not have the names needed to follow its search")

// Next runs to the next landmark, Previous goes back to the last one.
func (d *Debugger) Next(ctx context.Context, l Landmark) (Stop, error) {
	if d.memory == nil {
		return Stop{}, errNames
	}
	return d.move(func() (Stop, error) {
		return d.forward(ctx, []timeline.Stop{d.landmark(l)})
	})
}

// Previous goes back to the last landmark.
func (d *Debugger) Previous(ctx context.Context, l Landmark) (Stop, error) {
	if d.memory == nil {
		return Stop{}, errNames
	}
	return d.move(func() (Stop, error) {
		return d.backward(ctx, []timeline.Stop{d.landmark(l)})
	})
}

// NextEvaluation runs to the end of the present or next evaluation: its value is in VALM.
func (d *Debugger) NextEvaluation(ctx context.Context) (Stop, error) {
	if d.memory == nil {
		return Stop{}, errNames
	}
	return d.move(func() (Stop, error) {
		back, inside, err := d.insideEvaluation(ctx)
		if err != nil {
			return Stop{}, err
		}
		if !inside {
			s, err := d.forward(ctx, []timeline.Stop{{From: d.at.points, To: d.at.points}})
			if err != nil || s.Why != There {
				return s, err
			}
			back = d.evaluationEnd()
		}
		s, err := d.forward(ctx, []timeline.Stop{back})
		return d.evaluated(s), err
	})
}

// evaluationEnd returns a stop at the return of POINTS, at its first instruction.
func (d *Debugger) evaluationEnd() timeline.Stop {
	sp := d.machine.SP
	return d.onStack(d.machine.Word(sp), sp+2)
}

// insideEvaluation tells whether the last evaluation has not ended, and where it will. It leaves
// the machine where it was.
func (d *Debugger) insideEvaluation(ctx context.Context) (end timeline.Stop, inside bool,
	err error) {
	now, n := d.time.Now(), d.time.Count(d.evals)
	if n == 0 {
		return end, false, nil
	}
	if _, err := d.time.SeekCount(ctx, d.evals, n, nil); err != nil {
		return end, false, err
	}
	end = d.evaluationEnd()
	inside = true
	if d.time.Now() < now {
		hit, err := d.time.Forward(ctx, []timeline.Stop{end}, now)
		if err != nil {
			return end, false, err
		}
		atEnd := d.machine.PC == end.From && end.If(timeline.Access{}) // stops at the present do not count
		inside = hit.Why != timeline.Stopped && !atEnd
	}
	return end, inside, d.time.Seek(ctx, now)
}

// evaluated adds to a stop which evaluation has ended.
func (d *Debugger) evaluated(s Stop) Stop {
	if c, ok := d.Chess(); ok && s.Why == There {
		s.Said = fmt.Sprintf("evaluation %d: %v", c.Evaluation, c.Step())
	}
	return s
}

// PreviousEvaluation goes back to the end of the evaluation before.
func (d *Debugger) PreviousEvaluation(ctx context.Context) (Stop, error) {
	if d.memory == nil {
		return Stop{}, errNames
	}
	return d.move(func() (s Stop, err error) {
		now := d.time.Now()
		for n := d.time.Count(d.evals); n > 0; n-- {
			if s, err = d.toEvaluation(ctx, n); err != nil || d.time.Now() < now {
				return s, err
			}
		}
		if err := d.time.Seek(ctx, now); err != nil {
			return s, err
		}
		return s, errors.New("there is no evaluation before this moment")
	})
}

// GoToEvaluation goes to the end of an evaluation by its number, 0 being the root's, in the past or
// the future.
func (d *Debugger) GoToEvaluation(ctx context.Context, number int) (Stop, error) {
	if d.memory == nil {
		return Stop{}, errNames
	}
	if number < 0 {
		return Stop{}, fmt.Errorf("evaluation %d: want 0, the root's, or more", number)
	}
	if uint64(number) < d.visited {
		return Stop{}, timeline.ErrBeginning
	}
	return d.move(func() (Stop, error) {
		return d.toEvaluation(ctx, uint64(number)+1-d.visited)
	})
}

// toEvaluation goes to the n-th call of POINTS, and on to its return. The user's points do not stop
// it.
func (d *Debugger) toEvaluation(ctx context.Context, n uint64) (Stop, error) {
	hit, err := d.time.SeekCount(ctx, d.evals, n, d.hidden())
	if err != nil {
		return Stop{}, err
	}
	if hit.Stop >= 0 || hit.Why != timeline.Stopped {
		return d.stopOf(hit, 0, nil), nil
	}
	hit, err = d.time.Forward(ctx, append([]timeline.Stop{d.evaluationEnd()}, d.hidden()...), 0)
	return d.evaluated(d.stopOf(hit, 1, nil)), err
}
