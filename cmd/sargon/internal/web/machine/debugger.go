package machine

import (
	"context"
	"errors"
	"strings"

	"sargon78/emu"
	"sargon78/emu/timeline"
	"sargon78/sargon/emulated"
	"sargon78/sargon/emulated/debugger"
	"sargon78/sargon/emulated/states"
)

// Moment is the state of the debugger after a command: the result of Debug.
type Moment struct {
	Output        string          `json:"output"`                    // of the command
	Error         *Failure        `json:"error" ts:"Failure | null"` // why it could not run; nil if it did
	Reason        string          `json:"reason"`                    // why the last motion ended: one of reasons
	TStates       uint64          `json:"tstates"`                   // the present time
	MotionTStates int64           `json:"motion"`                    // T-states of the last motion, negative if it went back
	Past          uint64          `json:"past"`                      // how many T-states the debugger can go back
	Evaluation    int             `json:"evaluation"`
	Points        []PointView     `json:"points"`
	Stack         []string        `json:"stack"`   // where it is, and the calls that led there
	Address       string          `json:"address"` // of the watchpoint that was hit, or of the last access; or ""
	Access        timeline.Access `json:"access"`  // the access to that address
	Point         int             `json:"point"`   // number of the point that was hit
	Entered       bool            `json:"entered"` // the debugger is entered, and the machine does not run by itself
}

// PointView is a breakpoint or watchpoint in the list.
type PointView struct {
	*debugger.Point
	Text, Place string
}

// reasons are the names that the page has for the reasons of package debugger, in the same order.
var reasons = []string{"notStarted", "reached", "point", "over", "waiting", "halted", "earliest"}

// RunCommand lets a debugger run a command, and returns the state after it.
func RunCommand(ctx context.Context, d *debugger.Debugger, command string) Moment {
	var output strings.Builder
	err := d.Do(ctx, &output, command)
	stop := d.LastStop()
	now := Moment{
		Output: strings.TrimRight(output.String(), "\n"), Reason: reasons[stop.Reason],
		TStates: d.Time().Now(), MotionTStates: d.MotionTStates(), Past: d.Time().Now() - d.Time().Begin(),
		Evaluation: d.Evaluation(), Points: []PointView{}, Access: stop.Access,
	}
	switch {
	case errors.Is(err, debugger.ErrInterrupted):
		now.Reason = "interrupted"
	case errors.Is(err, timeline.ErrBeginning):
		now.Reason = "earliest"
		fallthrough
	case err != nil:
		now.Error = FailureOf(err)
		now.Error.Text, _, _ = strings.Cut(now.Error.Text, "\n")
	}
	if stop.Point != nil {
		now.Point = stop.Point.Number
	}
	if stop.Access != (timeline.Access{}) {
		now.Address = d.AddressName(stop.Access.Addr)
	}
	for _, p := range d.Points() {
		now.Points = append(now.Points, PointView{p, p.String(), d.PlaceName(p.From)})
	}
	for _, f := range d.Frames() {
		now.Stack = append(now.Stack, f.Name)
	}
	return now
}

// maxPast is how many T-states the debugger can go back in a long search, at least. The debugger runs
// them again when it is entered, which takes about a second.
const maxPast = 1_000_000_000

// checkpoint is the saved state of the machine at a moment of a search.
type checkpoint struct {
	state   []byte // nil: none
	tStates uint64
	visits  uint64 // how often POINTS was reached before
}

// saveCheckpoint saves a checkpoint for the debugger if the last one is at least maxPast old. It keeps the
// last two.
func (m *Machine) saveCheckpoint() error {
	if m.past[1].state != nil && (!m.search.Active || m.cpu.TStates < m.past[1].tStates+maxPast) {
		return nil
	}
	state, err := m.program.Save()
	m.past = [2]checkpoint{m.past[1], {state, m.cpu.TStates, m.pointsVisited()}}
	return err
}

// Debug runs a command of the debugger. With enter, the machine does not run by itself from now until
// Leave, and Inside, Screen and Status show the moment at which the debugger is. Without enter the
// command must be about breakpoints or watchpoints. These stay after Leave.
func (m *Machine) Debug(ctx context.Context, command string, enter bool) (now Moment, err error) {
	if enter && !m.entered {
		hit := m.points.hit
		if err := m.enter(ctx); err != nil {
			return now, err
		}
		if hit != nil {
			m.debugger.SetStop(*hit)
		}
	}
	now = RunCommand(ctx, m.debugger, command)
	m.arm()
	now.Entered = m.entered
	return now, nil
}

// enter opens the debugger at the present moment. It can go back to the older checkpoint.
func (m *Machine) enter(ctx context.Context) error {
	for _, from := range m.past {
		if from.state == nil || from.tStates > m.cpu.TStates {
			continue
		}
		if err := m.open(from); err != nil {
			return err
		}
		if _, err := m.debugger.GoTo(ctx, m.cpu.TStates); ctx.Err() != nil {
			return ctx.Err()
		} else if cpu := m.debugger.Machine(); err == nil &&
			cpu.Registers == m.cpu.Registers && cpu.Memory == m.cpu.Memory {
			m.entered = true
			return nil
		}
		// The checkpoint cannot be used: keys, or a change of self-play, came after it.
	}
	state, err := m.program.Save()
	if err != nil {
		return err
	}
	m.entered = true
	return m.open(checkpoint{state: state})
}

func (m *Machine) open(from checkpoint) error {
	return m.debugger.Load(&states.State{
		Kind: states.Program, SHA256: m.image.SHA256(), Machine: from.state,
		Evals: from.visits,
	})
}

// Leave ends the debugger: the machine runs by itself again. If the debugger has gone further, the
// machine catches up with it at full speed. No command may be running.
func (m *Machine) Leave() {
	if !m.entered {
		return
	}
	m.entered = false
	m.catchUp = max(m.catchUp, m.debugger.Time().Now())
	m.debugger.Time().Forget()
}

// viewpoint is the machine that the page shows: the running one, or that of the debugger.
type viewpoint struct {
	cpu       *emu.Machine
	before    emu.Registers // the registers before the last motion
	memory    *emulated.Memory
	searching bool
}

func (m *Machine) viewpoint() viewpoint {
	if !m.entered {
		return viewpoint{m.cpu, m.before, m.memory, m.search.Active}
	}
	cpu := m.debugger.Machine()
	searching := m.search.Number > 0 && cpu.TStates >= m.search.began && cpu.SP <= m.search.sp &&
		cpu.Word(m.search.sp) == m.search.back
	return viewpoint{cpu, m.debugger.RegistersBefore(), m.debugger.Memory(), searching}
}

// debugged fills in the fields of the status that the debugger determines while it is entered.
func (m *Machine) debugged(s *Status) {
	shown := m.viewpoint()
	s.TStates, s.Thinking, s.Waiting = shown.cpu.TStates, shown.searching, false
	s.Trace, s.Trying, s.Score, s.Line = "", "", "", []string{}
	s.Evals = uint64(max(0, m.debugger.Evaluation()))
	s.Thought = 0
	if s.TStates > m.search.began {
		s.Thought = s.TStates - m.search.began
	}
	if move, ok := shown.memory.TriedMove(1); ok && shown.searching {
		s.Trying = move.String()
	}
	if best, ok := shown.memory.Best(); ok {
		s.Line, s.Score = []string{best.String()}, shown.memory.Score(1).String()
	}
}
