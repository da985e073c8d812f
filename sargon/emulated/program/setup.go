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

// GameSetup is a game to be set up in the dialogue of the program.
type GameSetup struct {
	Start    sargon.Position
	Moves    []sargon.Move   // all moves from there, of both sides; flags do not matter
	Final    sargon.Position // after them, as an engine holds it
	Player   sargon.Color    // the side of the user, at the keyboard
	Level    sargon.Level
	Resigned bool // the player has given up
}

// ErrUnknownDialogue is the error of SetUp for a program whose questions cannot be answered for the user.
var ErrUnknownDialogue = errors.New("its dialogue cannot be steered from here")

// CheckSetUp reports why SetUp is not possible with this program: nil if it is. For a ROM image other
// than the embedded ROM the first call takes up to a few seconds.
func (p *Program) CheckSetUp() error {
	if !p.CanFollow() {
		return fmt.Errorf("%s: %w: %w", p.image.Name, ErrUnknownDialogue, p.missingNames)
	}
	if _, err := p.answers(gameOptions{sargon.White, sargon.MinLevel}); err != nil {
		return fmt.Errorf("%s: %w: %w", p.image.Name, ErrUnknownDialogue, err)
	}
	return nil
}

// SetUp makes the dialogue go on where a game stands: it answers the questions, types the
// player's moves, and replaces each search of the machine by the move that was played. So the
// screen shows what it would have shown. A game that the program cannot follow from its start, for
// example because of a promotion to a knight, is set up as a position. On an error nothing has
// changed.
func (p *Program) SetUp(s GameSetup) error {
	if err := p.CheckSetUp(); err != nil {
		return err
	}
	r, err := p.replay(s)
	if errors.Is(err, errNotFollowed) {
		s.Start, s.Moves = s.Final, nil
		r, err = p.replay(s)
	}
	if err != nil {
		return fmt.Errorf("%s cannot resume the game: %w", p.image.Name, err)
	}
	return p.resume(r.Computer)
}

// Resume goes on where Save was called. As with SetUp and Reset, Run must not be running meanwhile.
// On an error nothing has changed.
func (p *Program) Resume(data []byte) error {
	if err := p.Load(data); err != nil {
		return err
	}
	thinks := p.State().Thinking
	p.Do(func(m *emu.Machine) {
		p.endTakenTurn(m)
		p.mu.Lock()
		p.events, p.turn = nil, playerTurn{} // of the game before
		p.gameStarted = true                 // it may not have: that is not known here
		p.mu.Unlock()
		if !p.CanFollow() {
			return
		}
		p.spectator.Reset()
		switch {
		case m.PC == p.dialogue.search: // about to begin
			p.spectator.Begin(p.callbacks)
		case thinks:
			p.spectator.Join(p.callbacks)
		}
	})
	return nil
}

// Reset restarts the program, as if the power had been switched off and on.
func (p *Program) Reset() error {
	machine, err := jupiter.New(Loadable(p.image), console.Options{})
	if err != nil {
		return err
	}
	return p.resume(machine)
}

// resume goes on where another machine stands.
func (p *Program) resume(machine *jupiter.Computer) error {
	data, err := machine.Save()
	if err != nil {
		return err
	}
	return p.Resume(data)
}

var (
	errReached     = errors.New("the game stands where it should")
	errNotFollowed = errors.New("the program does not follow the game")
)

// ShowPieces returns a screen of the program that shows every piece on a light and on a dark square,
// and the board that it shows: from both the pictures of the pieces can be learnt before a game. It
// uses a scratch machine. Errors are those of CheckSetUp, and of programs that do not reach their
// first turn.
func (p *Program) ShowPieces() (shown jupiter.Screen, board [sargon.BoardSize]sargon.Piece, err error) {
	if err := p.CheckSetUp(); err != nil {
		return shown, board, err
	}
	all := sargon.StartPosition()
	for file, t := range []sargon.PieceType{sargon.Queen, sargon.King} {
		// White's queen and king begin on a light and a dark square, Black's on the others.
		all.Board[sargon.SquareAt(file+3, 3)] = sargon.NewPiece(t, sargon.White)
		all.Board[sargon.SquareAt(file+3, 4)] = sargon.NewPiece(t, sargon.Black)
	}
	r, err := p.replay(GameSetup{
		Start: all, Final: all, Player: sargon.White, Level: sargon.MinLevel,
	})
	if err != nil {
		return shown, board, err
	}
	return r.Screen(), all.Board, nil
}

// replay plays the game through the dialogue of a machine of its own and returns that.
func (p *Program) replay(s GameSetup) (*replay, error) {
	r := &replay{program: p, setup: s}
	keys, err := r.keys()
	if err != nil {
		return nil, err
	}
	if r.scratch, err = p.newScratch(r.turnBegins); err != nil {
		return nil, err
	}
	r.Do(r.listen)
	r.Press(keys...)
	err = r.run(keyPatience * uint64(len(s.Moves)+1))
	switch {
	case errors.Is(err, errReached):
	case err != nil:
		return nil, err
	case len(s.Moves) > 0:
		r.turns = len(s.Moves) // the last move has ended the game: there was no further turn
	}
	same := false
	r.Do(func(*emu.Machine) { same = r.finish() })
	if !same {
		return nil, errNotFollowed
	}
	return r, nil
}

// replay is a game on its way through the dialogue.
type replay struct {
	*scratch
	program *Program
	setup   GameSetup
	turns   int  // moves made so far
	skipped bool // the first turn was that of the wrong side
	begun   bool // the first turn of the game has come
}

// keys returns what the player types: answers, and the player's own moves.
func (r *replay) keys() ([]byte, error) {
	s := &r.setup
	answers, err := r.program.answers(gameOptions{s.Player, s.Level})
	if err != nil {
		return nil, err
	}
	keys := slices.Clone(answers)
	if r.program.dialogue.setup != 0 && !r.fromStart() {
		keys[len(keys)-1] = 'P'
	}
	mover := s.Start.Side
	for _, m := range s.Moves {
		if mover == s.Player {
			form, ok := r.program.MoveForm()
			if !ok {
				return nil, errNotFollowed
			}
			keys = append(keys, form.Keys(m.From, m.To)...)
		}
		mover = mover.Other()
	}
	if s.Resigned {
		keys = append(keys, jupiter.KeyControlR)
	}
	return keys, nil
}

func (r *replay) fromStart() bool {
	return r.setup.Start == sargon.StartPosition()
}

// listen sets the traps. A position is set up in place of SETUP in the embedded ROM, which
// asks for it; in other ROM images after INITBD, before the program has shown its board.
func (r *replay) listen(m *emu.Machine) {
	image, d := r.program.image, &r.program.dialogue
	switch {
	case d.setup != 0:
		m.Trap(d.setup, func(m *emu.Machine) error {
			r.memory.SetBoard(&r.setup.Start)
			r.memory.SetSide(r.setup.Start.Side)
			return doReturn(m)
		})
	case !r.fromStart():
		m.Trap(d.setUpBoard, r.setUpBoard)
	}
	m.Trap(d.search, r.giveMove)
	if delay, ok := image.Symbol("DELAY"); ok && image.Kind == roms.Embedded {
		m.Trap(delay, doReturn)
	}
}

// setUpBoard lets the board be set up, for whatever else is done then, and puts the
// position on it.
func (r *replay) setUpBoard(m *emu.Machine) error {
	before := m.Registers
	routine := r.program.dialogue.setUpBoard
	m.Trap(routine, nil)
	err := m.Call(context.Background(), routine)
	m.Trap(routine, r.setUpBoard)
	if err != nil {
		return err
	}
	m.PC, m.SP = before.PC, before.SP
	r.memory.SetBoard(&r.setup.Start)
	return doReturn(m)
}

// turnBegins makes the first turn that of the game, and ends the replay at the last.
func (r *replay) turnBegins(m *emu.Machine, player bool) error {
	s := &r.setup
	if !r.begun {
		r.memory.SetProgramSide(s.Player.Other())
		r.memory.SetLevel(s.Level)
		if wrong := (s.Start.Side == s.Player) != player; wrong && !r.skipped {
			// Other ROM images know only games that White begins: as if White had moved.
			r.skipped = true
			succeed(m)
			return doReturn(m)
		} else if wrong {
			return errNotFollowed
		}
		r.begun = true
		if !r.fromStart() {
			r.memory.SetMoveNumber(s.Start.MoveNumber)
			// A program that has made no move yet has no record for it: it goes after the monitor.
			r.memory.SetPrevious(s.Start.Previous, jupiter.MonitorEnd)
		}
	}
	if r.turns < len(s.Moves) {
		r.turns++
		return nil
	}
	if player && s.Resigned {
		return nil
	}
	if d := &r.program.dialogue; s.Resigned && d.resigned != 0 {
		m.PC, m.SP = d.resigned, d.stack // while it thinks, which the keyboard has no key for
		return nil
	}
	return errReached
}

// giveMove takes the place of a search: the move that was played becomes the best.
func (r *replay) giveMove(m *emu.Machine) error {
	found, err := r.memory.ForceBestMove(r.setup.Moves[r.turns-1])
	switch {
	case err != nil:
		return err
	case !found:
		return errNotFollowed
	}
	return doReturn(m)
}

// finish compares the board with the one the game should have, and sets the variables that a search
// would have left otherwise (spec §14.1) to the values that an engine holds.
func (r *replay) finish() (same bool) {
	want := &r.setup.Final
	for i, piece := range r.memory.Board() {
		if (piece^want.Board[i])&(sargon.ColorBit|sargon.TypeBits) != 0 {
			return false
		}
	}
	if r.turns != len(r.setup.Moves) {
		return false
	}
	r.memory.SetBoard(want)
	r.memory.SetMoveNumber(want.MoveNumber)
	r.memory.SetLevel(r.setup.Level)
	return true
}

// doReturn is a trap that makes a routine return at once.
func doReturn(m *emu.Machine) error {
	m.PC = m.Word(m.SP)
	m.SP += 2
	return nil
}

// succeed sets A and the flags as after XOR A: what the program finds where nothing has gone wrong.
func succeed(m *emu.Machine) {
	const zeroEven = 0x44 // flags Z and P
	m.SetAF(zeroEven)
}
