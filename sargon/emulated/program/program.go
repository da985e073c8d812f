package program

import (
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"sargon78/emu"
	"sargon78/emu/console"
	"sargon78/emu/jupiter"
	"sargon78/roms"
	"sargon78/sargon"
	"sargon78/sargon/emulated"
)

// Program is a Jupiter with a chess program. Its methods may be called from any goroutine,
// Run from one at a time.
type Program struct {
	*jupiter.Machine
	image *roms.Image
	cell  cells
	known bool  // the cells and entry points are there
	lacks error // which are not; nil if known

	learning  sync.Mutex // guards what is found out about the dialogue
	learnt    map[opening][]byte
	form      MoveForm
	formTried bool
	formKnown bool

	spectator *emulated.Spectator
	routines  func() *roms.Routines

	mu       sync.Mutex // guards the rest; taken after the machine, never before
	events   []Event
	thoughts Thoughts
	searched sargon.Position // where the search began
	turn     playerTurn
}

// playerTurn is the call of PLYRMV that is going on.
type playerTurn struct {
	SP, Return uint16 // at its first instruction
	Resigns    bool   // Control-R was pressed since
}

// Options say how the program runs. The zero value is as on the machine.
type Options struct {
	// Chance is added to the refresh register at each key, where programs get their chance
	// from; nil means at random.
	Chance func() byte
}

// New loads a program; its interactive part starts when Run does.
func New(image *roms.Image, o Options) (*Program, error) {
	if o.Chance == nil {
		o.Chance = func() byte { return byte(rand.Uint32()) }
	}
	if image.Kind == roms.Command {
		return nil, fmt.Errorf("%s is a program for CP/M; this screen belongs to the Jupiter", image.Name)
	}
	c := &Program{image: image, routines: sync.OnceValue(image.Routines), learnt: map[opening][]byte{}}
	var missing []string
	if c.cell, missing = findCells(image); len(missing) > 0 {
		c.lacks = fmt.Errorf("it has no symbol %s", strings.Join(missing, ", "))
	}
	machine, err := jupiter.New(Loadable(image), console.Options{Search: c.cell.findMove, Idle: o.Chance})
	if err != nil {
		return nil, err
	}
	c.Machine = machine
	if c.lacks == nil {
		c.Do(func(m *emu.Machine) { c.lacks = c.listen(m) })
	}
	c.known = c.lacks == nil
	return c, nil
}

// Loadable is the image as a program for the machine. Its name tells it from others in what is saved.
func Loadable(image *roms.Image) jupiter.Program {
	return jupiter.Program{
		Load: image.Load, Code: image.Bytes, Start: image.Start(),
		Name: fmt.Sprintf("%s, CRC %08x", image.Name, crc32.ChecksumIEEE(image.Bytes)),
	}
}

// Image returns the program.
func (c *Program) Image() *roms.Image { return c.image }

// Knows tells whether the program has the names by which its game can be followed.
func (c *Program) Knows() bool { return c.known }

// EventKind says what has happened in the dialogue.
type EventKind uint8

// The kinds of events.
const (
	PlayerToMove  EventKind = iota // the program asks the player for a move
	MachineToMove                  // it turns to its own
	Resigned                       // the player has resigned
)

// Event is a moment of the game, noticed before the next instruction runs.
type Event struct {
	Kind     EventKind
	Position sargon.Position
	Machine  sargon.Color // the machine's side
	Level    sargon.Level // plies it will look ahead
	Score    sargon.Score // of its last search
	Evals    uint64       // of its last search; 0 after a book move
	Original uint64       // sargon.EstimateTStates of its last search
}

// listen sets the traps of the events.
func (c *Program) listen(m *emu.Machine) (err error) {
	event := func(kind EventKind) func(*emu.Machine) error {
		return func(m *emu.Machine) error {
			c.happened(m, kind)
			return nil
		}
	}
	if c.spectator, err = emulated.Attach(m, c.image); err != nil {
		return err
	}
	m.Trap(c.cell.playerMoves, event(PlayerToMove))
	m.Trap(c.cell.machineMoves, event(MachineToMove))
	if c.cell.resigned != 0 {
		m.Trap(c.cell.resigned, event(Resigned))
	}
	return nil
}

// happened notes an event, on the goroutine of the machine.
func (c *Program) happened(m *emu.Machine, kind EventKind) {
	position, machine := c.cell.position(m, kind)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.count()
	c.events = append(c.events, Event{
		Kind: kind, Position: position, Machine: machine, Level: sargon.Level(m.Memory[c.cell.plymax]),
		Score: sargon.Score(m.Memory[c.cell.scores+1]), Evals: c.thoughts.Evals,
		Original: c.thoughts.Original,
	})
	c.turn = playerTurn{}
	if kind != MachineToMove {
		c.spectator.End()
		sp := m.Registers().SP
		c.turn = playerTurn{SP: sp, Return: m.Word(sp)}
		return
	}
	c.thoughts, c.searched = Thoughts{}, position
	c.spectator.Begin(sargon.Watch{Best: c.noticeBest, Root: c.noticeRoot})
}

// Press types keys. They wait until the program asks for them.
func (c *Program) Press(keys ...byte) {
	if slices.Contains(keys, jupiter.KeyControlR) {
		c.mu.Lock()
		c.turn.Resigns = c.turn.SP != 0
		c.mu.Unlock()
	}
	c.Machine.Press(keys...)
}

// noticeResigning is how it is noticed in an edition without the label of the embedded ROM:
// after Control-R the program waits for a key outside of PLYRMV, and no move was made.
func (c *Program) noticeResigning() {
	c.mu.Lock()
	turn := c.turn
	c.mu.Unlock()
	if !turn.Resigns || c.cell.resigned != 0 || !c.State().Waiting {
		return
	}
	c.Do(func(m *emu.Machine) {
		if m.Word(turn.SP) != turn.Return {
			c.happened(m, Resigned)
		}
	})
}

// Events returns what has happened since the last call.
func (c *Program) Events() []Event {
	c.noticeResigning()
	c.mu.Lock()
	defer c.mu.Unlock()
	events := c.events
	c.events = nil
	return events
}

// Position reads the position from the cells as it is now. While the program thinks it is
// somewhere in its tree.
func (c *Program) Position() (p sargon.Position, machine sargon.Color) {
	if !c.known {
		return sargon.EmptyPosition(), sargon.White
	}
	c.Do(func(m *emu.Machine) { p, machine = c.cell.position(m, PlayerToMove) })
	return p, machine
}
