// Package emulated makes an engine of a program image running on the emulated machine.
//
//	image, err := roms.Open("", roms.Options{})
//	engine, err := emulated.New("rom", image)
//	result, err := engine.Search(ctx, sargon.SearchOptions{Level: 2})
//
// It knows the names of the cells and entry points (spec §15), and nothing about which
// edition the image is: a listing that somebody owns runs like the embedded ROM. The
// program is listened to at its entry points while it searches; it is not changed.
//
// Left out: the interactive program with its screen, which front ends run themselves on
// emu/jupiter.
package emulated

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"sargon78/emu"
	"sargon78/roms"
	"sargon78/sargon"
)

// previousRecord is where the host keeps the previous move: behind the monitor's page
// zero vectors and before any program (load addresses start at 0x0100).
const previousRecord = 0x0040

// patience is how many T-states may pass from one evaluation or generation to the next before
// the program is taken to be in an endless loop. The most that can lie between them is the
// making, testing and unmaking of a whole list of illegal moves, 341 of about 20,000 T-states
// each, and an evaluation takes about 1,000,000: this is ten times as much. In 1978 it was
// about a minute.
const patience = 100_000_000

// Engine is a program image in a machine of its own.
type Engine struct {
	name    string
	image   *roms.Image
	machine *emu.Machine
	memory  *Memory

	side       sargon.Color
	moveNumber uint8
	previous   sargon.Move

	listener *listener  // while a search runs
	dirt     *rand.Rand // fills what has no value of its own (PutUp); nil: that stays 0
	left     uint8      // PLYMAX as the last search left it
	guest    bool       // the machine is somebody else's: it is listened to and not changed
}

// OnMachine is an engine that is a program on a machine, as an Engine is.
type OnMachine interface {
	sargon.Engine
	Machine() *emu.Machine
	Image() *roms.Image
}

var _ OnMachine = (*Engine)(nil)

// SetSpeed makes an engine think at so many T-states a second, 0 as fast as it can. It
// works at once, and does nothing to an engine that is not OnMachine.
func SetSpeed(engine sargon.Engine, hertz float64) {
	if e, ok := engine.(OnMachine); ok {
		e.Machine().SetSpeed(hertz)
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
	e := &Engine{name: name, image: image, machine: machine, memory: memory}
	e.machine.Budget = patience
	e.listen()
	return e, e.SetPosition(sargon.StartPosition())
}

// Name returns the name given to New.
func (e *Engine) Name() string { return e.name }

// Machine returns the machine, for front ends that show it or set its speed. It must
// not be run while a search runs.
func (e *Engine) Machine() *emu.Machine { return e.machine }

// Image returns the program.
func (e *Engine) Image() *roms.Image { return e.image }

// SetPosition loads the program afresh and puts the position into its cells. Nothing is left
// of the game before: ply table and list area are all 0 (spec §3).
func (e *Engine) SetPosition(p sargon.Position) error {
	e.dirt = nil
	clear(e.machine.Memory[:])
	if err := e.machine.Load(e.image.Load, e.image.Bytes); err != nil {
		return fmt.Errorf("%s: %w", e.image.Name, err)
	}
	e.memory.SetBoard(&p)
	// The list of royal squares ends with FF (spec §1).
	e.memory.setByte(e.memory.cell.queens+2, 0xFF)
	e.side, e.moveNumber, e.previous = p.Side, p.MoveNumber, p.Previous
	return nil
}

// Position reads the position back from the cells.
func (e *Engine) Position() sargon.Position {
	return sargon.Position{
		Board: e.memory.Board(), Royal: e.memory.Royals(),
		Side: e.side, MoveNumber: e.moveNumber, Previous: e.previous,
	}
}

// prepare fills the cells that every routine needs.
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
	e.machine.SetWord(e.memory.cell.mlptrj, addr)
	// A root where nothing can be stored would try an old record (spec §3). Whoever asks the
	// program for a move must know that there is one (spec §11); here one need not.
	e.machine.SetWord(e.memory.plyHead(1), 0)
	e.spoilCells()
}

// LevelLeft returns PLYMAX as the last search has left it: 2 less than its level if it found
// its mate (spec §11). The next search sets it anew.
func (e *Engine) LevelLeft() uint8 { return e.left }

// call runs a routine on a fresh stack.
func (e *Engine) call(ctx context.Context, routine uint16, refresh uint8) error {
	r := emu.Registers{SP: e.memory.cell.stack, R: refresh}
	e.spoilRegisters(&r)
	e.machine.SetRegisters(r)
	return e.machine.Call(ctx, routine)
}

// Play has the program check and make the move as a player's (spec §13), whoever's turn it
// is: its moves are generated into the second half of the list area, and stay there. What a
// refused move leaves is put back; after PutUp with a seed the program must do so itself.
func (e *Engine) Play(from, to sargon.Square) error {
	before := e.machine.Memory
	e.prepare(e.side.Other())
	told := e.machine.Word(e.memory.cell.mlptrj)
	e.memory.setByte(e.memory.cell.playerFromTo, uint8(from))
	e.memory.setByte(e.memory.cell.playerFromTo+1, uint8(to))
	err := e.call(context.Background(), e.memory.cell.playerMove, 0)
	accepted := e.machine.Registers().A() == 0
	if err != nil || !accepted {
		after := e.memory.Board()
		previous := e.machine.Word(e.memory.cell.mlptrj)
		e.machine.Memory = before
		if err != nil {
			return e.explain(err, fmt.Sprintf("checking %v%v in", from, to), 0)
		}
		if e.dirt != nil && (after != e.memory.Board() || previous != told) {
			return fmt.Errorf("%s, refusing %v%v in %s: another board or previous move is left",
				e.name, from, to, e.Position().FEN())
		}
		return &sargon.IllegalMoveError{
			Move: sargon.Move{From: from, To: to}, FEN: e.Position().FEN(),
		}
	}
	e.previous = e.memory.record(e.machine.Word(e.memory.cell.mlptrj))
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
			sargon.ErrEndless, evals, uint64(patience))
	}
	return fmt.Errorf("%s, %s %s: %w", e.name, doing, e.Position().FEN(), err)
}
