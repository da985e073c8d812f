// Package machine is the computer of 1978 for a page: a session with a machine that runs in slices,
// whenever the page has time, and whose state can be read between two instructions.
//
//	image, err := machine.Unpack(data)       // as Pack has written it; see also UnpackSource
//	m, err := machine.New(image)
//	m.NewGame(sargon.White, 2)               // types the answers to the program's questions
//	m.Run(30_000, nil)                       // 30,000 T-states, or until the program wants a key
//	m.PlayerMove("e2e4")
//	screen, status := m.Screen(), m.Status()
//	inside := m.Inside(sargon.E1)            // board bytes, attackers, the line examined, the code
//	data, err := m.Save()                    // a file that all front ends read: see package states
//
// In a browser nothing may block, so no call waits for anything. The page draws. A ROM image other than
// the embedded ROM has a disassembly in place of its source. The package does not contain the assembler,
// which is large: the page gets programs assembled.
package machine

import (
	"fmt"
	"time"

	"sargon78/emu"
	"sargon78/emu/jupiter"
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
	session  *session.Session
	program  *program.Program
	cpu      *emu.Machine
	image    *roms.Image
	memory   *emulated.Memory
	at       struct{ findMove, points, board uint16 } // entry points, and a table (spec §15)
	routines *roms.Routines

	shown           shown
	search          Search
	thought         thought
	recordSquares   bool // see RecordSquares
	plain           emu.Core
	fast            emu.Core      // for long searches
	begun           []byte        // the state of the machine at the start of the running search
	past            [2]checkpoint // for the debugger
	heatCheckpoints [2]checkpoint // for Heat
	catchUp         uint64        // T-states up to which it runs at full speed, after Load or Leave
	before          emu.Registers // the registers when the last Run began
	debugger        *debugger.Debugger
	entered         bool // the debugger is entered, and the machine does not run by itself
	points          points
	stop            *activePoint // the point of StopAt; nil: none
	atMove          bool         // Run ends at the end of the search
	halt            bool         // Run must end before the next instruction
	fault           error
}

// New returns a machine that has just been switched on. It returns an error if the ROM image lacks names
// that the machine needs, or asks questions that it does not understand.
func New(image *roms.Image) (*Machine, error) {
	var err error
	m := &Machine{image: image, thought: newThought()}
	o := program.Options{Callbacks: sargon.Callbacks{Evaluation: m.evaluated}}
	if m.program, err = program.New(image, o); err != nil {
		return nil, err
	}
	if err := m.program.CheckSetUp(); err != nil {
		return nil, err
	}
	if err := image.Find(map[string]*uint16{
		"FNDMOV": &m.at.findMove, "POINTS": &m.at.points, "BOARDA": &m.at.board,
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
	m.debugger.SetReadOnly()
	m.debugger.Machine().SetCore(translator.New())
	m.routines = image.Routines()
	if image.Kind == roms.Embedded {
		m.cpu.Trap(image.Labels["search_cut"], m.refuted)
		m.cpu.Trap(image.Labels["search_value"], m.valued)
	}
	m.session = session.New(session.Options{
		Machine: m.program, Stepped: true, Engine: "rom", Level: sargon.MinLevel,
		// The session uses this engine to follow the moves only. It is needed to set up games.
		Open: func(string) (sargon.Engine, error) { return native.New10x12(), nil },
	})
	return m, m.do(session.UseMachine)
}

// checkInterval is how many T-states pass between two checks of a run.
const checkInterval = 200_000

// Run runs the machine for tStates, at least one instruction. It ends earlier when the program waits for
// a key, or when late returns true. Run calls late every 200,000 T-states, and when a search has begun or
// ended. paused reports whether the machine has reached the place of StopAt or a point of the debugger
// (see Stopped), or has failed.
func (m *Machine) Run(tStates uint64, late func() bool) (paused bool) {
	if m.fault != nil {
		return true
	}
	defer m.takeChanges()
	if m.search.Active {
		defer func(began time.Time) { m.search.busy += time.Since(began) }(time.Now())
	}
	m.halt, m.before, m.points.hit = false, m.cpu.Registers, nil
	for until := m.cpu.TStates + tStates; ; {
		left := until - m.cpu.TStates
		if m.search.Active && !m.recordSquares && left >= checkInterval {
			m.cpu.SetCore(m.fast)
		} else {
			m.cpu.SetCore(m.plain)
		}
		if m.catchingUp() {
			left = min(left, m.catchUp-m.cpu.TStates)
		}
		m.fault = m.runFor(min(left, checkInterval))
		if m.fault == nil && m.search.Active {
			m.fault = m.saveCheckpoint()
		}
		paused = m.halt || m.Stopped()
		if state := m.program.State(); paused || m.fault != nil || state.Waiting || state.Ended ||
			m.cpu.TStates >= until || late != nil && late() {
			return paused
		}
	}
}

// runFor runs for at most tStates, or up to a point of the debugger.
func (m *Machine) runFor(tStates uint64) error {
	before := m.cpu.TStates
	if m.points.reads {
		tStates = 1
	}
	err := m.session.Step(tStates, m.points.breaks...)
	if m.followSearch(); err == nil && m.cpu.TStates != before {
		m.onInstruction()
	}
	return err
}

// Stopped reports whether the last Run has reached a breakpoint or watchpoint. Debug then shows it.
func (m *Machine) Stopped() bool { return m.points.hit != nil }

// catchingUp reports whether the machine is repeating what was done before Load or Leave.
func (m *Machine) catchingUp() bool {
	return m.cpu.TStates < m.catchUp && !m.program.State().Waiting
}

// Thinking reports whether a search is running.
func (m *Machine) Thinking() bool { return m.search.Active }

// Screen returns the contents of the screen.
func (m *Machine) Screen() jupiter.Screen {
	if m.entered {
		screen, _ := m.debugger.Screen()
		return screen
	}
	return m.program.Screen()
}
