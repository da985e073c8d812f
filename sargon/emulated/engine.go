// Package emulated makes an engine of a program image running on the emulated machine.
//
//	image, err := roms.Open("", roms.Options{})
//	engine, err := emulated.New("rom", image)
//	result, err := engine.Search(ctx, sargon.SearchOptions{Level: 2})
//
// It knows the names of the variables and entry points (spec §15), and nothing else about the
// image: a listing of the user's own runs like the embedded ROM. It follows a search by traps at
// the program's entry points, and does not change the program.
//
// Left out: the interactive program with its screen, which front ends run themselves on
// emu/jupiter.
package emulated

import (
	"context"
	"errors"
	"fmt"

	"sargon78/emu"
	"sargon78/roms"
	"sargon78/sargon"
	"sargon78/sargon/spec/variables"
)

// previousRecord is the address where the engine puts the record of the previous move: after the
// monitor's page zero vectors and below any program (load addresses start at 0x0100).
const previousRecord = 0x0040

// patience is how many T-states may pass from one evaluation or generation to the next before
// the program is taken to be in an endless loop. The longest legitimate gap is a whole list of
// illegal moves that are made, tested and unmade: 341 moves of about 20,000 T-states each, and an
// evaluation of about 1,000,000. This is more than ten times as much: about a minute in 1978.
var patience uint64 = 100_000_000

// Engine is a program image in a machine of its own.
type Engine struct {
	name    string
	image   *roms.Image
	machine *emu.Machine
	memory  *Memory

	side       sargon.Color
	moveNumber uint8
	previous   sargon.Move

	spectator   *Spectator // of its searches
	onCall      func(routine uint16)
	finalMemory [1 << 16]byte // see FinalMemory
}

// Machine is the optional interface of a sargon.Engine that is a program on an emulated machine. It
// is the only optional interface of an engine: the *Engine that it returns has what no other engine has (a
// program image, memory, T-states, a speed). FromEngine asks an engine for it.
//
// An *Engine is a Machine. A type that wraps an engine is a Machine if it embeds an *Engine; if it embeds
// a sargon.Engine, only if it has the method itself.
type Machine interface {
	sargon.Engine
	// Emulated returns the engine that runs on the machine. It is never nil.
	Emulated() *Engine
}

// FromEngine returns the program that an engine is on a machine; ok reports whether it is one (a Machine). The
// engine may be nil.
func FromEngine(engine sargon.Engine) (program *Engine, ok bool) {
	m, ok := engine.(Machine)
	if !ok {
		return nil, false
	}
	return m.Emulated(), true
}

// ImageLabel returns the label of the image that an engine runs; it is empty for native engines.
func ImageLabel(engine sargon.Engine) string {
	if e, ok := FromEngine(engine); ok {
		return e.image.Identity()
	}
	return ""
}

// SetSpeed makes an engine think at so many T-states a second, 0 as fast as it can. It
// works at once, and does nothing to an engine that is no program on a machine. An Engine keeps to
// it while it searches; moves and positions are set up as fast as it can.
func SetSpeed(engine sargon.Engine, hertz float64) {
	if e, ok := FromEngine(engine); ok {
		e.machine.SetSpeed(hertz)
	}
}

// New returns an engine with the start position. The image must have all symbols that
// roms.Check asks for; the error lists those that are missing.
func New(name string, image *roms.Image) (*Engine, error) {
	machine := emu.New()
	memory, err := NewMemory(machine, image)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", image.Name, err)
	}
	e := &Engine{
		name: name, image: image, machine: machine, memory: memory,
		spectator: attach(memory, false),
	}
	e.machine.Budget = patience
	return e, e.SetPosition(sargon.StartPosition())
}

// Name returns the name given to New.
func (e *Engine) Name() string { return e.name }

// Machine returns the machine, for front ends that show it or set its speed. It must
// not be run while a search runs.
func (e *Engine) Machine() *emu.Machine { return e.machine }

// Emulated returns the engine: it is a Machine.
func (e *Engine) Emulated() *Engine { return e }

// Image returns the program.
func (e *Engine) Image() *roms.Image { return e.image }

// SetPosition reloads the program and puts the position into its variables. Nothing is left
// of the game before: ply table and list area are all 0 (spec §3).
func (e *Engine) SetPosition(p sargon.Position) error {
	e.onCall = nil
	clear(e.machine.Memory[:])
	if err := e.machine.Load(e.image.Load, e.image.Bytes); err != nil {
		return fmt.Errorf("%s: %w", e.image.Name, err)
	}
	e.memory.SetBoard(&p)
	// The list of royal squares ends with FF (spec §1).
	e.memory.setByte(e.memory.address[variables.POSQ]+2, 0xFF)
	e.side, e.moveNumber, e.previous = p.Side, p.MoveNumber, p.Previous
	return nil
}

// Position reads the position back from the program's variables.
func (e *Engine) Position() sargon.Position {
	return sargon.Position{
		Board: e.memory.Board(), Royal: e.memory.Royals(),
		Side: e.side, MoveNumber: e.moveNumber, Previous: e.previous,
	}
}

// prepare fills the variables that every routine needs.
func (e *Engine) prepare(programSide sargon.Color) {
	e.memory.SetProgramSide(programSide)
	e.memory.SetSide(e.side)
	e.memory.SetMoveNumber(e.moveNumber)
	// A previous move that is not known is the record at address 0, all zero.
	addr := uint16(0)
	e.memory.setRecord(0, sargon.Move{})
	if !e.previous.IsZero() {
		addr = previousRecord
		e.memory.setRecord(addr, e.previous)
	}
	e.machine.SetWord(e.memory.address[variables.MLPTRJ], addr)
	// A root where nothing can be stored would try an old record (spec §3). The program expects that
	// its caller knows that there is a legal move (spec §11); callers of Search need not know it.
	e.machine.SetWord(e.memory.plyHead(1), 0)
}

// Capabilities returns all that an engine can show. Only a program made of this project's source shows
// its list area: the specification does not define the bytes there that no search reads.
func (e *Engine) Capabilities() sargon.Capabilities {
	can := sargon.Capabilities{
		Detail: sargon.DetailState, Evaluations: true, ExaminesItself: true,
		FinalPlyMax: func() uint8 { return e.finalMemory[e.memory.address[variables.PLYMAX]] },
	}
	if _, ours := e.image.Symbol("SARGON78"); ours { // made of this project's source, changed or not
		can.ListArea = e.listArea
	}
	return can
}

// OnCall has f called before each routine that the engine has the program run, until the next
// SetPosition. The variables that the routine reads, the stack and R are set by then: the program
// does not read what f writes elsewhere.
func (e *Engine) OnCall(f func(routine uint16)) { e.onCall = f }

// FinalMemory returns the memory as the last search or move left it, before the engine restored what
// is not part of the game.
func (e *Engine) FinalMemory() *[1 << 16]byte { return &e.finalMemory }

// Call has the program run a routine whose inputs and outputs are variables.
func (e *Engine) Call(routine string) error {
	addr, ok := e.image.Symbol(routine)
	if !ok {
		return fmt.Errorf("%s has no routine %s", e.name, routine)
	}
	if err := e.callAtOnce(addr); err != nil {
		return e.explain(err, "calling "+routine+" in", 0)
	}
	return nil
}

// callAtOnce is call for a routine that does not think: the machine's speed does not delay it.
func (e *Engine) callAtOnce(routine uint16) error {
	e.machine.NoWait = true
	defer func() { e.machine.NoWait = false }()
	return e.call(context.Background(), routine, 0)
}

// enter makes the machine ready to run a routine on a fresh stack.
func (e *Engine) enter(routine uint16, refresh uint8) {
	e.machine.Registers = emu.Registers{SP: e.memory.address[variables.STACK], R: refresh}
	if e.onCall != nil {
		e.onCall(routine)
	}
}

func (e *Engine) call(ctx context.Context, routine uint16, refresh uint8) error {
	e.enter(routine, refresh)
	return e.machine.Call(ctx, routine)
}

// Play has the program check and make the move as a player's (spec §13), whichever side is to
// move: its moves are generated into the second half of the list area, and stay there. What a
// refused move changed is restored; FinalMemory has it.
func (e *Engine) Play(from, to sargon.Square) error {
	e.prepare(e.side.Other())
	before := e.machine.Memory
	e.memory.setByte(e.memory.routine.playerFromTo, uint8(from))
	e.memory.setByte(e.memory.routine.playerFromTo+1, uint8(to))
	err := e.callAtOnce(e.memory.routine.playerMove)
	accepted := e.machine.A == 0
	e.finalMemory = e.machine.Memory
	if err != nil || !accepted {
		e.machine.Memory = before
		if err != nil {
			return e.explain(err, fmt.Sprintf("checking %v%v in", from, to), 0)
		}
		return &sargon.IllegalMoveError{
			Move: sargon.Move{From: from, To: to}.String(), FEN: e.Position().FEN(),
		}
	}
	e.previous = e.memory.record(e.memory.word(variables.MLPTRJ))
	if e.side == sargon.Black && e.moveNumber < 255 {
		e.moveNumber++
	}
	e.side = e.side.Other()
	return nil
}

// explain says what the program was doing when it failed, after so many evaluations. The
// machine holds the position again.
func (e *Engine) explain(err error, doing string, evals uint64) error {
	if errors.Is(err, emu.ErrBudget) {
		err = fmt.Errorf("%w: after %d evaluations there was no other in %d T-states",
			sargon.ErrEndless, evals, e.machine.Budget)
	}
	return fmt.Errorf("%s, %s %s: %w", e.name, doing, e.Position().FEN(), err)
}
