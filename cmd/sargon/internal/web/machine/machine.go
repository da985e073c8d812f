// Package machine is the computer of 1978 as a page shows it: a table with a machine that runs in
// slices by the page's clock, and can be looked into between two instructions.
//
//	image, err := machine.Unpack(data)       // as Pack has written it
//	m, err := machine.New(image)
//	m.NewGame(sargon.White, 2)               // types the answers to the program's questions
//	m.Run(30_000, nil)                       // so many T-states, or until it wants a key
//	m.PlayerMove("e2e4")
//	screen, status := m.Screen(), m.Status()
//	inside := m.Inside(sargon.E1)            // board bytes, attackers, the line examined, the code
//
// It runs in a browser, where nothing may block: no call waits for anything. Drawing is left to the
// page. Editions other than the embedded ROM are shown as a disassembly. The assembler is left out,
// as it is large: the page gets programs assembled.
package machine

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"sargon78/emu"
	"sargon78/emu/jupiter"
	"sargon78/emu/timeline"
	"sargon78/emu/z80/translator"
	"sargon78/native"
	"sargon78/roms"
	"sargon78/sargon"
	"sargon78/sargon/emulated"
	"sargon78/sargon/emulated/debugger"
	"sargon78/sargon/emulated/program"
	"sargon78/sargon/session"
)

// Machine is a Jupiter with a program. It belongs to one goroutine.
type Machine struct {
	table    *session.Table
	program  *program.Program
	cpu      *emu.Machine
	image    *roms.Image
	memory   *emulated.Memory
	at       struct{ findMove, points, unmake, board uint16 } // entry points, and a cell (spec §15)
	routines *roms.Routines

	shown    shown
	search   Search
	thought  thought
	closely  bool // see WatchClosely
	plain    emu.Core
	fast     emu.Core      // for long searches
	begun    []byte        // the machine at the start of the search going on
	past     [2]remembered // for the debugger
	looks    [2]remembered // of Heat
	catchUp  uint64        // T-states: up to there it runs at full speed
	before   emu.Registers // when the last Run began
	debugger *debugger.Debugger
	entered  bool // time stands still, for the debugger
	points   points
	pauseAt  Pause
	stop     *stop // of StopAt
	halt     bool  // Run must end before the next instruction
	fault    error
}

// New returns a machine that has just been switched on. Errors say which names an edition lacks, or
// that its questions are not understood.
func New(image *roms.Image) (*Machine, error) {
	var err error
	m := &Machine{image: image, thought: newThought()}
	watch := sargon.Watch{
		Evaluation: m.evaluated, Root: func(sargon.Move, int, int) { m.search.rootChanged = true },
	}
	if m.program, err = program.New(image, program.Options{Watch: watch}); err != nil {
		return nil, err
	}
	if err := m.program.CanSetUp(); err != nil {
		return nil, err
	}
	if err := image.Find(map[string]*uint16{
		"FNDMOV": &m.at.findMove, "POINTS": &m.at.points, "UNMOVE": &m.at.unmake,
		"BOARDA": &m.at.board,
	}); err != nil {
		return nil, fmt.Errorf("%s: %w", image.Name, err)
	}
	m.program.Do(func(cpu *emu.Machine) { m.cpu = cpu })
	m.plain, m.fast = m.cpu.Core(), translator.New()
	if m.memory, err = emulated.NewMemory(m.cpu, image); err != nil {
		return nil, err
	}
	if m.debugger, err = debugger.Program(image); err != nil {
		return nil, err
	}
	m.debugger.Fix()
	m.debugger.Machine().SetCore(translator.New())
	m.routines = image.Routines()
	if image.Kind == roms.Embedded {
		m.cpu.Trap(image.Labels["search_cut"], m.refuted)
		m.cpu.Trap(image.Labels["search_value"], m.valued)
	}
	m.cpu.Trap(m.at.unmake, m.unmade)
	m.table = session.New(session.Options{
		Machine: m.program, Stepped: true, Engine: "rom", Level: sargon.MinLevel,
		// It only follows the moves, for games to be set up.
		Open: func(string) (sargon.Engine, error) { return native.New10x12(), nil },
	})
	return m, m.do(session.UseMachine)
}

// unmade is the trap where a move is taken back: if it was evaluated, its position is still on the
// board.
func (m *Machine) unmade(*emu.Machine) error {
	m.thought.Square = ""
	if !m.search.evaluated {
		return nil
	}
	m.search.evaluated = false
	if m.pauseAt == AtEvaluation || m.pauseAt == AtRootMove && m.search.rootChanged {
		m.search.rootChanged = false
		m.halt = true
		return emu.ErrStop
	}
	return nil
}

// Pause says where Run ends by itself.
type Pause int

// Where Run may end.
const (
	Nowhere       Pause = iota
	AtInstruction       // after one
	AtEvaluation        // after a static evaluation, its position still on the board
	AtRootMove          // after the first evaluation under the next move of ply 1
	AtMove              // when the machine has found its move
	AtLabel             // where StopAt says
)

// PauseAt makes the next runs end at such a place; Nowhere ends that. What StopAt said before is
// forgotten, but at AtLabel.
func (m *Machine) PauseAt(p Pause) {
	if m.pauseAt = p; p != AtLabel {
		m.stop = nil
	}
}

// checkInterval is how many T-states pass between two checks of a run.
const checkInterval = 200_000

// Run runs the machine for so many T-states, to the instruction, until it wants a key, or until it
// has come to where it should pause, or to a point of the debugger: Stopped tells. late is asked
// every 200,000 T-states, and when a search has begun or ended; if it returns true the run ends.
func (m *Machine) Run(tStates uint64, late func() bool) (paused bool) {
	if m.fault != nil {
		return true
	}
	if m.pauseAt == AtInstruction {
		tStates = 1
	}
	defer m.takeChanges()
	if m.search.Active {
		defer func(began time.Time) { m.search.busy += time.Since(began) }(time.Now())
	}
	m.halt, m.before, m.points.hit = false, m.cpu.Registers, nil
	for until := m.cpu.TStates + tStates; ; {
		left := until - m.cpu.TStates
		if m.search.Active && !m.closely && left >= checkInterval {
			m.cpu.SetCore(m.fast)
		} else {
			m.cpu.SetCore(m.plain)
		}
		if m.catchingUp() {
			left = min(left, m.catchUp-m.cpu.TStates)
		}
		m.fault = m.runFor(min(left, checkInterval))
		if m.fault == nil && m.search.Active {
			m.fault = m.remember()
		}
		state := m.program.State()
		stopped := m.points.hit != nil
		if m.halt || stopped || m.fault != nil || state.Waiting || state.Left ||
			m.cpu.TStates >= until || late != nil && late() {
			return m.halt || stopped || m.pauseAt == AtInstruction
		}
	}
}

// runFor runs for at most so many T-states, and up to a point of the debugger.
func (m *Machine) runFor(tStates uint64) error {
	before := m.cpu.TStates
	if m.points.reads {
		tStates = 1
	}
	stops := m.points.breaks
	if m.stop != nil {
		stops = append(stops[:len(stops):len(stops)], m.stop.From)
	}
	err := m.table.Step(tStates, stops...)
	if m.followSearch(); err != nil || m.cpu.TStates == before {
		return err
	}
	if !m.halt {
		m.reached()
	}
	if m.stop != nil && m.stop.here(m) {
		m.stop, m.halt = nil, true
	}
	return nil
}

// Stopped tells whether the last Run has come to a point of the debugger, which Debug then shows.
func (m *Machine) Stopped() bool { return m.points.hit != nil }

// stop is a place where a run ends, once.
type stop struct {
	armed
	tStates uint64 // of the search that have to pass before
}

// StopAt makes the next run end at a place, once, in the words of the debugger's command break: a
// label of the program, or an address in hexadecimal, and a condition, as
// "gen_step if [M1] == #f1". With ",3" behind it it is the third visit, with "@70000" when so many
// T-states of a search have passed.
func (m *Machine) StopAt(words string) (err error) {
	at := stop{}
	place, since, timed := strings.Cut(words, "@")
	if timed {
		if at.tStates, err = strconv.ParseUint(since, 10, 63); err != nil {
			return fmt.Errorf("%q: want a number of T-states behind @", words)
		}
	}
	point, err := m.debugger.Breakpoint(strings.Replace(place, ",", " count ", 1))
	if err != nil {
		return fmt.Errorf("this program has no label %q: %w", words, err)
	}
	at.armed = armed{point, max(point.Count, 1)}
	m.stop, m.pauseAt = &at, AtLabel
	return nil
}

// here tells whether the machine has come there, as often as it should.
func (s *stop) here(m *Machine) bool {
	if m.cpu.PC != s.From || s.tStates > 0 && m.cpu.TStates < m.search.began+s.tStates ||
		!m.debugger.Holds(s.Point, m.cpu, m.evaluation(), timeline.Access{}) {
		return false
	}
	s.left--
	return s.left == 0
}

// catchingUp tells whether the machine has been further before.
func (m *Machine) catchingUp() bool {
	return m.cpu.TStates < m.catchUp && !m.program.State().Waiting
}

// Thinking tells whether a search goes on.
func (m *Machine) Thinking() bool { return m.search.Active }

// Screen returns what the screen shows.
func (m *Machine) Screen() jupiter.Screen {
	if m.entered {
		screen, _ := m.debugger.Screen()
		return screen
	}
	return m.program.Screen()
}
