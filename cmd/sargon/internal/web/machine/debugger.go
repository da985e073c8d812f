package machine

import (
	"context"
	"errors"
	"strings"

	"sargon78/emu"
	"sargon78/emu/timeline"
	"sargon78/emu/z80/translator"
	"sargon78/sargon/emulated"
	"sargon78/sargon/emulated/debugger"
	"sargon78/sargon/emulated/states"
)

// Debugger is package debugger for the page: commands go in as words, and what there is to see
// comes out.
type Debugger struct {
	*debugger.Debugger
}

// NewDebugger takes over a debugger that nobody else uses.
func NewDebugger(d *debugger.Debugger) *Debugger {
	d.Machine().SetCore(translator.New())
	return &Debugger{d}
}

// Moment says where a command has led to.
type Moment struct {
	Said       string      `json:"said"`  // what the command has to say
	Wrong      string      `json:"wrong"` // why it could not be obeyed
	Why        string      `json:"why"`   // one of reasons: why the last motion ended
	How        string      `json:"how"`   // the same in words
	TStates    uint64      `json:"tstates"`
	Since      int64       `json:"since"` // T-states of the last motion, negative if it went back
	Past       uint64      `json:"past"`  // T-states that one can go back
	Evaluation int         `json:"evaluation"`
	Points     []PointSeen `json:"points"`
	Stack      []string    `json:"stack"`            // where it is, and the calls that led there
	Access     *Access     `json:"access,omitempty"` // of a watch point, or the last write or read
	Point      int         `json:"point"`            // number of the one that was hit
	Entered    bool        `json:"entered"`          // the machine's own time stands still
}

// Access says what an instruction does to a byte.
type Access struct {
	Name string `json:"name"`
	Old  byte   `json:"old"`
	New  byte   `json:"new"` // equal if it was read
}

// PointSeen is a breakpoint or watch point in the list.
type PointSeen struct {
	Number  int    `json:"number"`
	Text    string `json:"text"`
	Place   string `json:"place"`
	Address int    `json:"address"`
	Breaks  bool   `json:"breaks"` // it is a breakpoint
	Off     bool   `json:"off"`
}

// reasons are those of package debugger in the words of the page.
var reasons = map[debugger.Why]string{
	debugger.Begun: "begun", debugger.There: "there", debugger.AtPoint: "point",
	debugger.Over: "over", debugger.Waiting: "waiting", debugger.Halted: "halted",
	debugger.Earliest: "earliest",
}

// Obey obeys a command, and returns what there is to see afterwards.
func (d *Debugger) Obey(ctx context.Context, command string) Moment {
	var said strings.Builder
	err := d.Do(ctx, &said, command)
	now := d.Moment()
	now.Said = strings.TrimRight(said.String(), "\n")
	switch {
	case errors.Is(err, context.Canceled):
		now.Why = "interrupted"
	case errors.Is(err, timeline.ErrBeginning):
		now.Why = "earliest"
		fallthrough
	case err != nil:
		now.Wrong, _, _ = strings.Cut(err.Error(), "\n")
	}
	return now
}

// Moment returns what there is to see now.
func (d *Debugger) Moment() Moment {
	stop := d.Stopped()
	now := Moment{
		Why: reasons[stop.Why], How: stop.String(),
		TStates: d.Time().Now(), Since: d.Since(), Past: d.Time().Now() - d.Time().Begin(),
		Evaluation: d.Evaluation(), Points: []PointSeen{}, Stack: []string{},
	}
	if stop.Point != nil {
		now.Point = stop.Point.Number
	}
	if a := stop.Access; a != (timeline.Access{}) {
		now.Access = &Access{d.AddressName(a.Addr), a.Old, a.New}
	}
	for _, p := range d.Points() {
		seen := PointSeen{
			Number: p.Number, Text: p.String(), Address: int(p.From), Off: p.Off,
			Breaks: !p.Read && !p.Write, Place: d.PlaceName(p.From),
		}
		now.Points = append(now.Points, seen)
	}
	for _, f := range d.Frames() {
		now.Stack = append(now.Stack, f.Name)
	}
	return now
}

// mostPast is how many T-states of a long search the debugger can go back at least: they are run
// again when it is opened, in about a second.
const mostPast = 1_000_000_000

// remembered is the machine at some moment of a search.
type remembered struct {
	state   []byte // nil: none
	tStates uint64
	visits  uint64 // of POINTS before
}

// remember keeps the present for the debugger, if the last kept moment is long ago, and drops the
// one before that.
func (m *Machine) remember() error {
	if m.past[1].state != nil && (!m.search.Active || m.cpu.TStates < m.past[1].tStates+mostPast) {
		return nil
	}
	state, err := m.program.Save()
	m.past = [2]remembered{m.past[1], {state, m.cpu.TStates, m.pointsVisited()}}
	return err
}

// Debug obeys a command of the debugger. With enter the machine's own time stands still from now
// on, until Leave, and Inside, Screen and Status show the debugger's moment; without it the command
// must be about points, which stay when the debugger is left.
func (m *Machine) Debug(ctx context.Context, command string, enter bool) (now Moment, err error) {
	if err := m.openDebugger(); err != nil {
		return now, err
	}
	if enter && !m.Debugging() {
		hit := m.points.hit
		if err := m.enter(ctx); err != nil {
			return now, err
		}
		if hit != nil {
			m.debugger.Arrived(*hit)
		}
	}
	now = m.debugger.Obey(ctx, command)
	m.arm()
	now.Entered = m.entered
	return now, nil
}

// openDebugger makes it when it is first needed.
func (m *Machine) openDebugger() error {
	if m.debugger != nil {
		return nil
	}
	d, err := debugger.Program(m.image)
	if err == nil {
		d.Fix()
		m.debugger = NewDebugger(d)
	}
	return err
}

// Debugging tells whether the debugger has been entered.
func (m *Machine) Debugging() bool { return m.entered }

// enter opens the debugger at the present moment, with the remembered past.
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
		// Something came from outside since then: keys, or a change of self-play.
	}
	state, err := m.program.Save()
	if err != nil {
		return err
	}
	m.entered = true
	return m.open(remembered{state: state})
}

func (m *Machine) open(from remembered) error {
	return m.debugger.Load(&states.State{
		Kind: states.Program, SHA256: m.image.SHA256(), Machine: from.state,
		Evals: from.visits,
	})
}

// Leave lets the machine's own time go on. If the debugger went further, the machine catches up at
// full speed. No command may be running.
func (m *Machine) Leave() {
	if !m.entered {
		return
	}
	m.entered = false
	m.catchUp = max(m.catchUp, m.debugger.Time().Now())
	m.debugger.Time().Forget()
}

// eye is what is shown: the machine, or the debugger's moment.
type eye struct {
	cpu       *emu.Machine
	before    emu.Registers // the last motion
	memory    *emulated.Memory
	searching bool
}

func (m *Machine) eye() eye {
	if !m.entered {
		return eye{m.cpu, m.before, m.memory, m.search.Active}
	}
	cpu := m.debugger.Machine()
	searching := m.search.Number > 0 && cpu.TStates >= m.search.began && cpu.SP <= m.search.sp &&
		cpu.Word(m.search.sp) == m.search.back
	return eye{cpu, m.debugger.Before(), m.debugger.Memory(), searching}
}

// debugged fills in the status while the debugger is entered.
func (m *Machine) debugged(s *Status) {
	eye := m.eye()
	s.TStates, s.Thinking, s.Waiting = eye.cpu.TStates, eye.searching, false
	s.Trace, s.Trying, s.Score, s.Line = "", "", "", []string{}
	s.Evals = uint64(max(0, m.debugger.Evaluation()))
	s.Thought = 0
	if s.TStates > m.search.began {
		s.Thought = s.TStates - m.search.began
	}
	if move, ok := eye.memory.Tried(1); ok && eye.searching {
		s.Trying = move.String()
	}
	if best, ok := eye.memory.Best(); ok {
		s.Line, s.Score = []string{best.String()}, eye.memory.Score(1).String()
	}
}

// Source returns the lines of the program, in all files in their order.
func (m *Machine) Source() []CodeLine { return m.code.lines }

// AddressName names a byte of memory: see debugger.AddressName.
func (m *Machine) AddressName(addr uint16) string { return debugger.AddressName(m.image, addr) }
