// Package debugger looks inside a chess program while it thinks, with time that runs both ways.
//
//	d, err := debugger.Search(ctx, engine, sargon.SearchOptions{Level: 3})
//	err = d.Reach(ctx, "search_down count 3")                // the third time that it goes down
//	_, err = d.SetBreakpoint("evaluate.z80:46 if [PTSL] > 4")
//	stop, err := d.Move(ctx, debugger.Ahead, "run", "")        // to the breakpoint
//	stop, err = d.Move(ctx, debugger.Back, "write", "MTRL")    // the last write there
//	fmt.Println(stop, d.Where())
//	err = d.Do(ctx, os.Stdout, "back eval")                    // the same in words: see Commands
//
// All front ends share the debugger: the terminal, plain lines for scripts, the Debug Adapter Protocol
// and the page. Do executes a command in words; every motion goes ahead or back in time (Move). The
// debugger knows chess through emulated.Memory, and names, lines and routines from the image.
//
// Anywhere in a search at level 3, a step back takes less than a tenth of a second. The past takes 64
// MB at most (see package timeline).
package debugger

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"

	"sargon78/emu"
	"sargon78/emu/asm"
	"sargon78/emu/console"
	"sargon78/emu/jupiter"
	"sargon78/emu/timeline"
	"sargon78/roms"
	"sargon78/sargon"
	"sargon78/sargon/emulated"
	"sargon78/sargon/emulated/program"
	"sargon78/sargon/emulated/states"
)

// Debugger is a program on a machine, with its past. It belongs to one goroutine.
type Debugger struct {
	image    *roms.Image
	source   *asm.Program // empty: the program was not assembled here
	machine  *emu.Machine
	time     *timeline.Timeline
	memory   *emulated.Memory // nil: the program lacks the names of the variables
	routines *roms.Routines
	evaluate uint16            // POINTS
	jupiter  *jupiter.Computer // nil: there is only a search

	points          []*Point
	nextPoint       int
	motionStart     uint64        // T-states where the last motion began
	counted         *uint64       // T-states at the last command count; nil: none
	registersBefore emu.Registers // the registers at mark
	stop            Stop          // how the last motion ended
	comparison      Comparison
	folder          states.Folder
	stateCommands   map[string]func(*call) (string, error) // commands; empty without a folder
	visited         uint64                                 // visits of POINTS before the timeline began
	midSearch       bool                                   // a loaded state is in the middle of a search, or may be
	readOnly        bool                                   // nothing may be changed
	asks            func() bool                            // see WhileMoving; nil: never asked
	answer          func()
	followsPoints   bool // a run is in progress that the user's points stop
}

// Search returns a debugger of the search that an engine would do, before its first instruction. The
// engine does not change.
func Search(ctx context.Context, engine *emulated.Engine, options sargon.SearchOptions) (*Debugger, error) {
	begin, err := engine.SearchStart(ctx, options)
	if err != nil {
		return nil, err
	}
	d := &Debugger{image: engine.Image(), machine: emu.New()}
	if err := d.machine.Restore(begin); err != nil {
		return nil, err
	}
	return d, d.begin()
}

// Program returns a debugger of the interactive program on the machine with its screen, before its
// first instruction. Type sends it keys.
func Program(image *roms.Image) (*Debugger, error) {
	if image.Kind == roms.Command {
		return nil, fmt.Errorf("%s is a program for CP/M; the debugger has only the Jupiter",
			image.Name)
	}
	machine, err := jupiter.New(program.Loadable(image), console.Options{})
	if err != nil {
		return nil, err
	}
	d := &Debugger{image: image, jupiter: machine}
	machine.Do(func(m *emu.Machine) { d.machine = m })
	return d, d.begin()
}

// begin starts the timeline of a machine that is ready.
func (d *Debugger) begin() error {
	d.source = cmp.Or(d.image.Source, &asm.Program{})
	d.routines = d.image.Routines()
	memory, err := emulated.NewMemory(d.machine, d.image)
	if err == nil {
		d.memory = memory
	} else if d.jupiter == nil {
		return fmt.Errorf("%s: %w", d.image.Name, err)
	}
	d.evaluate, _ = d.image.Symbol("POINTS")
	d.restart()
	return nil
}

// restart starts the timeline anew at the present state.
func (d *Debugger) restart() {
	d.time = timeline.New(d.machine)
	if d.jupiter != nil {
		d.time.Device(jupiter.MonitorCall, d.jupiter.Monitor,
			func() []byte { return binary.LittleEndian.AppendUint16(nil, uint16(d.jupiter.Cursor())) },
			func(state []byte) { d.jupiter.SetCursor(int(binary.LittleEndian.Uint16(state))) })
	}
	if d.memory != nil {
		d.time.CountVisits(d.evaluate)
	}
	d.receiveQuestions()
	d.endMotion(Stop{Reason: NotStarted})
}

// SetReadOnly makes Set, Poke and Type refuse from now on, because the machine belongs to another user.
func (d *Debugger) SetReadOnly() { d.readOnly = true }

var errReadOnly = errors.New("nothing can be changed here")

// endMotion ends a motion: from now on, changes are relative to the present.
func (d *Debugger) endMotion(s Stop) {
	d.motionStart, d.registersBefore, d.stop = d.time.Now(), d.machine.Registers, s
}

// Image returns the image of the program.
func (d *Debugger) Image() *roms.Image { return d.image }

// Machine returns the machine, for reading: only Set and Type may change it.
func (d *Debugger) Machine() *emu.Machine { return d.machine }

// Time returns the timeline, for reading.
func (d *Debugger) Time() *timeline.Timeline { return d.time }

// Memory returns the typed view of the program's memory, nil if its names are not known.
func (d *Debugger) Memory() *emulated.Memory { return d.memory }

// Screen returns the content of the machine's screen; ok is false if there is only a search.
func (d *Debugger) Screen() (s jupiter.Screen, ok bool) {
	if d.jupiter == nil {
		return s, false
	}
	return jupiter.Screen(d.machine.Memory[jupiter.VideoMemory:jupiter.VideoEnd]), true
}

// Type sends keys to the interactive program. If the machine is in the past, another future begins.
func (d *Debugger) Type(keys ...byte) error {
	if d.jupiter == nil {
		return errors.New("a search alone takes no keys: debug the whole program for that")
	}
	if d.readOnly {
		return errReadOnly
	}
	d.time.Change(func(*emu.Machine) {})
	d.jupiter.Press(keys...)
	return nil
}

// MotionTStates returns the T-states of the last motion, negative if it went back.
func (d *Debugger) MotionTStates() int64 { return int64(d.time.Now() - d.motionStart) }

// RegistersBefore returns the registers at the beginning of the last motion.
func (d *Debugger) RegistersBefore() emu.Registers { return d.registersBefore }

// LastStop returns how the last motion ended.
func (d *Debugger) LastStop() Stop { return d.stop }

// Evaluation returns the number of the current or last evaluation; -1 if there was none. The root's is
// 0, as in package compare.
func (d *Debugger) Evaluation() int {
	if d.memory == nil {
		return -1
	}
	return int(d.visits()) - 1
}

// visits returns how often the search has come to POINTS.
func (d *Debugger) visits() uint64 { return d.visited + d.time.Visits() }

// SearchOver reports whether the search is over.
func (d *Debugger) SearchOver() bool {
	return d.jupiter == nil && d.machine.PC == emu.ReturnAddress
}

// exited reports whether the interactive program has just been left.
func (d *Debugger) exited() bool {
	d.jupiter.Do(func(*emu.Machine) {}) // updates State
	return d.jupiter.State().Ended
}
