package program

import (
	"cmp"
	"fmt"
	"hash/crc32"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"

	"sargon78/emu"
	"sargon78/emu/console"
	"sargon78/emu/jupiter"
	"sargon78/roms"
	"sargon78/sargon"
	"sargon78/sargon/emulated"
)

// Program is a Jupiter with a chess program. Its methods, those of the Jupiter too, may be called
// from any goroutine, Run from one at a time. Resume takes the place of Load.
type Program struct {
	*jupiter.Computer
	image        *roms.Image
	memory       *emulated.Memory
	dialogue     dialogue
	missingNames error // which variables and entry points are missing; nil if the game can be followed

	learning      sync.Mutex // guards what is found out about the dialogue
	answersByGame map[gameOptions][]byte
	form          func() (MoveForm, bool) // the first call finds it out

	spectator *emulated.Spectator
	callbacks sargon.Callbacks
	selfPlay  selfPlay

	mu          sync.Mutex // guards the rest; taken after the machine, never before
	events      []Event
	gameStarted bool // a turn has begun since the last NewGame
	turn        playerTurn
}

// dialogue holds the entry points of the dialogue (spec §15).
type dialogue struct {
	search, machineMoves, playerMoves, setUpBoard uint16

	// Only in the embedded ROM; else 0.
	newGame, turn, mover, gameOver, resigned, stack, setup, asks, moveKey uint16
}

// playerTurn is the call of PLYRMV that the program is in.
type playerTurn struct {
	SP, Return uint16 // at its first instruction
	Resigns    bool   // Control-R was pressed in this turn
}

// Options say how the program runs. The zero value is as on the machine.
type Options struct {
	// Chance is added to the refresh register at each key: programs take random numbers from it.
	// nil adds random numbers.
	Chance func() byte
	// Callbacks are called during the searches of the program.
	Callbacks sargon.Callbacks
}

// New loads a program; its interactive part starts when Run does.
func New(image *roms.Image, o Options) (*Program, error) {
	if o.Chance == nil {
		o.Chance = func() byte { return byte(rand.Uint32()) }
	}
	if image.Kind == roms.Command {
		return nil, fmt.Errorf("%s is a program for CP/M; this screen belongs to the Jupiter",
			image.Name)
	}
	search, _ := image.Symbol("FNDMOV")
	machine, err := jupiter.New(Loadable(image), console.Options{Search: search, Idle: o.Chance})
	if err != nil {
		return nil, err
	}
	p := &Program{
		Computer: machine, image: image, answersByGame: map[gameOptions][]byte{}, callbacks: o.Callbacks,
	}
	p.form = sync.OnceValues(p.findForm)
	machine.Do(func(m *emu.Machine) { p.missingNames = p.listen(m) })
	return p, nil
}

// Loadable returns the image as a program for the machine. Its name identifies it in saved files.
func Loadable(image *roms.Image) jupiter.Program {
	return jupiter.Program{
		Load: image.Load, Code: image.Bytes, Start: image.Start(),
		Name: fmt.Sprintf("%s, CRC %08x", image.Name, crc32.ChecksumIEEE(image.Bytes)),
	}
}

// CanFollow reports whether the program has the names by which its game can be followed.
func (p *Program) CanFollow() bool { return p.missingNames == nil }

// Image returns the program's image.
func (p *Program) Image() *roms.Image { return p.image }

// EventKind says what has happened in the dialogue.
type EventKind uint8

// The kinds of events.
const (
	PlayerToMove  EventKind = iota // the program asks the player for a move
	MachineToMove                  // it turns to its own
	Resigned                       // the player has resigned
	NewGame                        // after a game, another one is to begin
)

// Event is a moment of the game, noticed before the next instruction runs.
type Event struct {
	Kind        EventKind
	Position    sargon.Position
	MachineSide sargon.Color    // the machine's side
	Level       sargon.Level    // plies it will look ahead
	Score       sargon.Score    // of its last search
	Evals       uint64          // of its last search; 0 after a book move
	In1978      sargon.Time1978 // of its last search
}

// listen finds what is known of the program, and sets the traps of the events. The error says which
// names are missing.
func (p *Program) listen(m *emu.Machine) (err error) {
	if p.memory, err = emulated.NewMemory(m, p.image); err != nil {
		return err
	}
	d := &p.dialogue
	names := map[string]*uint16{
		"FNDMOV": &d.search, "CPTRMV": &d.machineMoves, "PLYRMV": &d.playerMoves,
		"INITBD": &d.setUpBoard,
	}
	if p.image.Kind == roms.Embedded {
		maps.Copy(names, map[string]*uint16{
			"new_game": &d.newGame, "turn": &d.turn, "mover": &d.mover, "game_over": &d.gameOver,
			"resigned": &d.resigned, "STACK": &d.stack, "SETUP": &d.setup, "ASK": &d.asks,
			"move_key": &d.moveKey,
		})
	}
	if err := p.image.Find(names); err != nil {
		return err
	}
	p.spectator = emulated.Attach(p.memory)
	event := func(addr uint16, kind EventKind) {
		if addr == 0 {
			return
		}
		m.Trap(addr, func(m *emu.Machine) error {
			if kind != PlayerToMove || !p.takeTurn(m) {
				p.addEvent(m, kind)
			}
			return nil
		})
	}
	event(d.playerMoves, PlayerToMove)
	event(d.machineMoves, MachineToMove)
	event(d.resigned, Resigned)
	event(cmp.Or(d.newGame, d.setUpBoard), NewGame)
	if d.turn != 0 {
		m.Trap(d.turn, p.turnBegins)
		m.Trap(d.gameOver, p.gameOver)
	}
	return nil
}

// addEvent notes an event, on the goroutine of the machine.
func (p *Program) addEvent(m *emu.Machine, kind EventKind) {
	position := p.position(kind)
	p.mu.Lock()
	defer p.mu.Unlock()
	if kind == NewGame && !p.gameStarted {
		return
	}
	p.gameStarted = kind != NewGame
	thoughts := p.spectator.Thoughts()
	if thoughts.Joined {
		thoughts.Evals = 0 // of the whole search it is not known
	}
	p.events = append(p.events, Event{
		Kind: kind, Position: position, MachineSide: p.memory.ProgramSide(), Level: p.memory.Level(),
		Score: p.memory.Score(1), Evals: thoughts.Evals,
		In1978: p.In1978(p.State().SearchTStates, thoughts.OriginalTStates),
	})
	p.turn = playerTurn{}
	p.spectator.End()
	switch kind {
	case MachineToMove:
		p.spectator.Begin(p.callbacks)
	case PlayerToMove, Resigned:
		sp := m.SP
		p.turn = playerTurn{SP: sp, Return: m.Word(sp)}
	}
}

// position reads the position at the start of a turn.
func (p *Program) position(turn EventKind) sargon.Position {
	side := p.memory.ProgramSide()
	if turn != MachineToMove {
		side = side.Other()
	}
	return p.memory.Position(side)
}

// Press types keys. They wait until the program asks for them.
func (p *Program) Press(keys ...byte) {
	if slices.Contains(keys, jupiter.KeyControlR) {
		p.mu.Lock()
		p.turn.Resigns = p.turn.SP != 0
		p.mu.Unlock()
	}
	p.Computer.Press(keys...)
}

// noticeResigning works without the label of the embedded ROM: after Control-R the program
// waits for a key outside of PLYRMV, and no move was made.
func (p *Program) noticeResigning() {
	p.mu.Lock()
	turn := p.turn
	p.mu.Unlock()
	if !turn.Resigns || p.dialogue.resigned != 0 || !p.State().Waiting {
		return
	}
	p.Do(func(m *emu.Machine) {
		if m.Word(turn.SP) != turn.Return {
			p.addEvent(m, Resigned)
		}
	})
}

// Events returns what has happened since the last call.
func (p *Program) Events() []Event {
	p.noticeResigning()
	p.mu.Lock()
	defer p.mu.Unlock()
	events := p.events
	p.events = nil
	return events
}

// Position reads the present position from the program's memory, as if the player were to move.
// While the program thinks, the position is one of its search tree.
func (p *Program) Position() sargon.Position {
	position := sargon.EmptyPosition()
	if p.CanFollow() {
		p.Do(func(*emu.Machine) { position = p.position(PlayerToMove) })
	}
	return position
}

// Level returns how many plies the program looks ahead, from its memory; 0 if that is not known.
func (p *Program) Level() (level sargon.Level) {
	if p.CanFollow() {
		p.Do(func(*emu.Machine) { level = p.memory.Level() })
	}
	return level
}
