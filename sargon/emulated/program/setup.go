package program

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"sargon78/emu"
	"sargon78/emu/console"
	"sargon78/emu/jupiter"
	"sargon78/roms"
	"sargon78/sargon"
)

// Setting is a game to be put up in the dialogue of the program.
type Setting struct {
	Start    sargon.Position
	Moves    []sargon.Move   // all moves from there, of both sides; flags are not looked at
	Final    sargon.Position // after them, as an engine holds it
	Player   sargon.Color    // who sits at the keyboard
	Level    sargon.Level
	Resigned bool // the player has given up
}

// ErrOtherEdition is the error of SetUp for a program whose dialogue cannot be steered.
var ErrOtherEdition = errors.New("its dialogue cannot be steered from here")

// CanSetUp tells why SetUp is not possible with this program: nil if it is. With an
// edition other than the embedded ROM it takes up to a few seconds when it is asked first.
func (c *Program) CanSetUp() error {
	if !c.known {
		return fmt.Errorf("%s: %w: %w", c.image.Name, ErrOtherEdition, c.lacks)
	}
	if _, err := c.answers(opening{sargon.White, sargon.MinLevel}); err != nil {
		return fmt.Errorf("%s: %w: %w", c.image.Name, ErrOtherEdition, err)
	}
	return nil
}

// SetUp makes the dialogue go on where a game stands: it answers the questions, types the
// player's moves, and in place of each search of the machine gives the move that it once
// found. So the screen shows what it would have shown. A game that the program cannot
// follow from its start, for there was a promotion to a knight, is put up as a position.
// On an error nothing has changed.
func (c *Program) SetUp(s Setting) error {
	if err := c.CanSetUp(); err != nil {
		return err
	}
	data, err := c.replay(s)
	if errors.Is(err, errLost) {
		s.Start, s.Moves = s.Final, nil
		data, err = c.replay(s)
	}
	if err != nil {
		return fmt.Errorf("%s cannot take up the game: %w", c.image.Name, err)
	}
	return c.TakeUp(data)
}

// TakeUp goes on where Save was called; so do SetUp and Reset where they say. Run must not
// be going on meanwhile. On an error nothing has changed.
func (c *Program) TakeUp(data []byte) error {
	if err := c.Load(data); err != nil {
		return err
	}
	c.Do(func(*emu.Machine) {
		if c.known {
			c.spectator.End()
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		c.events, c.thoughts, c.turn = nil, Thoughts{}, playerTurn{} // of the game before
	})
	return nil
}

// Reset starts the program afresh, as if the power had been switched off and on.
func (c *Program) Reset() error {
	machine, err := jupiter.New(Loadable(c.image), console.Options{})
	if err != nil {
		return err
	}
	data, err := machine.Save()
	if err != nil {
		return err
	}
	return c.TakeUp(data)
}

var (
	errReached = errors.New("the game stands where it should")
	errLost    = errors.New("the program does not follow the game")
)

// replay plays the game through the dialogue of a machine of its own and returns that
// machine, saved.
func (c *Program) replay(s Setting) ([]byte, error) {
	answers, err := c.answers(opening{s.Player, s.Level})
	if err != nil {
		return nil, err
	}
	r := replay{cell: &c.cell, setting: s, answers: answers}
	if r.moves() {
		var ok bool
		if r.form, ok = c.MoveForm(); !ok {
			return nil, errLost
		}
	}
	machine, err := jupiter.New(Loadable(c.image), console.Options{})
	if err != nil {
		return nil, err
	}
	machine.Do(r.listen)
	if delay, ok := c.image.Symbol("DELAY"); ok && c.image.Kind == roms.Embedded {
		machine.Do(func(m *emu.Machine) { m.Trap(delay, doReturn) })
	}
	machine.Press(r.keys()...)
	if err := runUntilAsked(machine, keyPatience*uint64(len(s.Moves)+1)); err != nil && !errors.Is(err, errReached) {
		return nil, err
	}
	if !r.reached && len(s.Moves) > 0 {
		r.turns = len(s.Moves) // the last move has ended the game: there was no further turn
	}
	same := false
	machine.Do(func(m *emu.Machine) { same = r.finish(m) })
	if !same {
		return nil, errLost
	}
	return machine.Save()
}

// replay is a game on its way through the dialogue.
type replay struct {
	cell    *cells
	setting Setting
	answers []byte // to the questions before a game
	form    MoveForm
	turns   int  // moves made so far
	skipped bool // the first turn was that of the wrong side
	begun   bool // the first turn of the game has come
	reached bool
}

// keys are what the player types: answers, and the player's own moves.
func (r *replay) keys() []byte {
	keys := slices.Clone(r.answers)
	if r.cell.setup != 0 && !r.fromStart() {
		keys[len(keys)-1] = 'P'
	}
	mover := r.setting.Start.Side
	for _, m := range r.setting.Moves {
		if mover == r.setting.Player {
			keys = append(keys, r.form.Keys(m.From, m.To)...)
		}
		mover = mover.Other()
	}
	if r.setting.Resigned {
		keys = append(keys, jupiter.KeyControlR)
	}
	return keys
}

// moves tells whether the player has made one.
func (r *replay) moves() bool {
	return len(r.setting.Moves) > 1 || len(r.setting.Moves) == 1 && r.setting.Start.Side == r.setting.Player
}

func (r *replay) fromStart() bool {
	return r.setting.Start == sargon.StartPosition()
}

// listen sets the traps. A position is put up in place of SETUP in the embedded ROM, which
// asks for it; in other editions after INITBD, before the program has shown its board.
func (r *replay) listen(m *emu.Machine) {
	switch {
	case r.cell.setup != 0:
		m.Trap(r.cell.setup, func(m *emu.Machine) error {
			r.put(m, r.setting.Start)
			m.Memory[r.cell.color] = byte(r.setting.Start.Side)
			return doReturn(m)
		})
	case !r.fromStart():
		m.Trap(r.cell.setUpBoard, r.setUpBoard)
	}
	m.Trap(r.cell.playerMoves, func(m *emu.Machine) error { return r.turn(m, true) })
	m.Trap(r.cell.machineMoves, func(m *emu.Machine) error { return r.turn(m, false) })
	m.Trap(r.cell.findMove, r.giveMove)
}

// setUpBoard lets the board be set up, for whatever else is done then, and puts the
// position on it.
func (r *replay) setUpBoard(m *emu.Machine) error {
	before := m.Registers()
	m.Trap(r.cell.setUpBoard, nil)
	err := m.Call(context.Background(), r.cell.setUpBoard)
	m.Trap(r.cell.setUpBoard, r.setUpBoard)
	if err != nil {
		return err
	}
	after := m.Registers()
	after.PC, after.SP = before.PC, before.SP
	m.SetRegisters(after)
	r.put(m, r.setting.Start)
	return doReturn(m)
}

// turn is the beginning of a turn: the game may stand where it should now.
func (r *replay) turn(m *emu.Machine, player bool) error {
	s := &r.setting
	if !r.begun {
		m.Memory[r.cell.kolor] = byte(s.Player.Other())
		m.Memory[r.cell.plymax] = byte(s.Level)
		if wrong := (s.Start.Side == s.Player) != player; wrong && !r.skipped {
			// Other editions know only games that White begins: as if White had moved.
			r.skipped = true
			return doReturnQuietly(m)
		} else if wrong {
			return errLost
		}
		r.begun = true
		if !r.fromStart() {
			m.Memory[r.cell.moveno] = s.Start.MoveNumber
			r.putPrevious(m, s.Start.Previous)
		}
	}
	if r.turns < len(s.Moves) {
		r.turns++
		return nil
	}
	if player && s.Resigned {
		return nil
	}
	r.reached = true
	return errReached
}

// giveMove takes the place of a search: the moves are generated, and the one that was
// played becomes the best.
func (r *replay) giveMove(m *emu.Machine) error {
	move := r.setting.Moves[r.turns-1]
	c := r.cell
	m.Memory[c.color] = m.Memory[c.kolor]
	m.SetWord(c.mlptri, c.plies-2)
	m.SetWord(c.mlnxt, c.list)
	before := m.Registers()
	if err := m.Call(context.Background(), c.generate); err != nil {
		return err
	}
	m.SetRegisters(before)
	addr := m.Word(c.plies + 2)
	for range listRecords {
		if addr>>8 == 0 {
			break
		}
		if move.Same(c.record(m, addr)) {
			m.SetWord(c.bestm, addr)
			m.Memory[c.scores+1] = byte(sargon.Even)
			return doReturn(m)
		}
		addr = m.Word(addr)
	}
	return errLost
}

// finish compares the board with the one the game should have, and gives the cells the
// values an engine holds, where the search had left its traces (spec §14.1).
func (r *replay) finish(m *emu.Machine) (same bool) {
	want := &r.setting.Final
	position, _ := r.cell.position(m, PlayerToMove)
	for i, piece := range position.Board {
		if (piece^want.Board[i])&(sargon.ColorBit|sargon.TypeBits) != 0 {
			return false
		}
	}
	if r.turns != len(r.setting.Moves) {
		return false
	}
	r.put(m, *want)
	m.Memory[r.cell.moveno] = want.MoveNumber
	m.Memory[r.cell.plymax] = byte(r.setting.Level)
	return true
}

// put writes board and royal squares.
func (r *replay) put(m *emu.Machine, p sargon.Position) {
	for i, piece := range p.Board {
		m.Memory[r.cell.board+uint16(i)] = byte(piece)
	}
	for i, addr := range [4]uint16{r.cell.kings, r.cell.kings + 1, r.cell.queens, r.cell.queens + 1} {
		m.Memory[addr] = byte(p.Royal[i])
	}
}

// previousRecord is where the record of the move made last goes in a program that has no
// place for it yet: behind the monitor.
const previousRecord = jupiter.MonitorEnd

// putPrevious writes the record of the move made last.
func (r *replay) putPrevious(m *emu.Machine, move sargon.Move) {
	addr := m.Word(r.cell.mlptrj)
	if addr < r.cell.board {
		addr = previousRecord
		m.SetWord(r.cell.mlptrj, addr)
	}
	m.Memory[addr+2], m.Memory[addr+3], m.Memory[addr+4] = byte(move.From), byte(move.To), byte(move.Flags)
}

// doReturn is a trap that makes a routine return at once.
func doReturn(m *emu.Machine) error {
	registers := m.Registers()
	registers.PC = m.Word(registers.SP)
	registers.SP += 2
	m.SetRegisters(registers)
	return nil
}

// doReturnQuietly does so with A and the flags as after XOR A: nothing has gone wrong.
func doReturnQuietly(m *emu.Machine) error {
	const zeroEven = 0x44 // flags Z and P
	registers := m.Registers()
	registers.AF = zeroEven
	m.SetRegisters(registers)
	return doReturn(m)
}
