// Package machine is the computer of 1978 as a page shows it: run in slices by the page's clock,
// looked into between two instructions, and followed as a game.
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
// page. Editions other than the embedded ROM are followed from their entry points, and shown as a
// disassembly. The assembler is left out, as it is large: the page gets programs assembled.
package machine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"

	"sargon78/emu"
	"sargon78/emu/console"
	"sargon78/emu/jupiter"
	"sargon78/emu/translator"
	"sargon78/native"
	"sargon78/roms"
	"sargon78/sargon"
	"sargon78/sargon/emulated"
	"sargon78/sargon/emulated/program"
	"sargon78/sargon/game"
)

// Machine is a Jupiter with a program. It belongs to one goroutine.
type Machine struct {
	helper    *program.Program // another machine, on which games are set up
	follow    follow           // in place of the labels of the embedded ROM
	jupiter   *jupiter.Computer
	cpu       *emu.Machine
	image     *roms.Image
	memory    *emulated.Memory
	at        addresses
	code      *code
	spectator *emulated.Spectator
	first     []byte // the machine as it is switched on

	record   record
	search   Search
	thought  thought
	closely  bool // see WatchClosely
	plain    emu.Core
	fast     emu.Core                            // for long searches
	traps    map[uint16]func(*emu.Machine) error // those of package emulated are not here
	goOn     func()                              // removes the trap of StopAt
	begun    []byte                              // the machine at the start of the search going on
	past     [2]remembered                       // for the debugger
	catchUp  uint64                              // T-states: up to there it runs at full speed
	before   emu.Registers                       // when the last Run began
	debugger *Debugger                           // nil until it is first asked for
	entered  bool                                // time stands still, for the debugger
	heat     heat
	selfPlay bool
	pauseAt  Pause
	halt     bool // Run must end before the next instruction
	resumed  bool // the trap that halted may pass now
	visits   map[string]int
	fault    error
}

// New returns a machine that has just been switched on. Errors say which names an edition lacks, or
// that its questions are not understood.
func New(image *roms.Image) (*Machine, error) {
	var err error
	m := &Machine{
		image: image, visits: map[string]int{}, thought: newThought(), goOn: func() {},
		traps: map[uint16]func(*emu.Machine) error{},
	}
	if m.helper, err = program.New(image, program.Options{}); err != nil {
		return nil, err
	}
	if err := m.helper.CanSetUp(); err != nil {
		return nil, err
	}
	if m.at, err = findAddresses(image); err != nil {
		return nil, err
	}
	chance := func() byte { return byte(rand.Uint32()) }
	if m.jupiter, err = jupiter.New(program.Loadable(image),
		console.Options{Idle: chance}); err != nil {
		return nil, err
	}
	m.jupiter.Do(func(cpu *emu.Machine) { m.cpu = cpu })
	m.plain, m.fast = m.cpu.Core(), translator.New()
	if m.memory, err = emulated.NewMemory(m.cpu, image); err != nil {
		return nil, err
	}
	m.spectator = emulated.Attach(m.memory)
	m.code = newCode(image)
	m.listen()
	m.record.ask()
	m.first, err = m.jupiter.Save()
	return m, err
}

// addresses are entry points (spec §15) and two cells of the root, and labels of the ROM.
type addresses struct {
	findMove, points, unmake, playerMoves, machineMoves, setUpBoard, bc0, mv0 uint16

	// Only in the embedded ROM.
	newGame, begin, turn, mover, level, over, resigned, cut, value, square, attacker, ply uint16
	stack, board                                                                          uint16
}

func findAddresses(image *roms.Image) (a addresses, err error) {
	names := map[string]*uint16{
		"FNDMOV": &a.findMove, "POINTS": &a.points, "UNMOVE": &a.unmake, "PLYRMV": &a.playerMoves,
		"CPTRMV": &a.machineMoves, "INITBD": &a.setUpBoard, "BC0": &a.bc0, "MV0": &a.mv0,
	}
	if image.Kind == roms.Embedded {
		maps.Copy(names, map[string]*uint16{
			"new_game": &a.newGame, "begin": &a.begin, "turn": &a.turn, "mover": &a.mover, "level": &a.level,
			"game_over": &a.over, "resigned": &a.resigned, "search_cut": &a.cut,
			"search_value": &a.value, "points_square": &a.square, "enter_slot": &a.attacker,
			"search_ply": &a.ply, "STACK": &a.stack, "BOARDA": &a.board,
		})
	}
	if err = image.Find(names); err != nil {
		err = fmt.Errorf("%s: %w", image.Name, err)
	}
	return a, err
}

// listen sets the traps. Those of emulated.Attach are at GENMOV, SORTM and POINTS.
func (m *Machine) listen() {
	trap := func(addr uint16, f func()) {
		m.trap(addr, func(*emu.Machine) error { f(); return nil })
	}
	if m.image.Kind == roms.Embedded {
		trap(m.at.newGame, m.record.ask)
		trap(m.at.begin, func() { m.record.begun = false })
		trap(m.at.turn, m.turn)
		trap(m.at.playerMoves, func() { m.record.asked() })
		trap(m.at.over, m.gameOver)
		trap(m.at.resigned, func() { m.record.resign() })
		trap(m.at.cut, m.refuted)
		trap(m.at.value, func() { m.valued(m.cpu) })
	} else {
		trap(m.at.setUpBoard, func() { m.record.begun = false })
		trap(m.at.playerMoves, func() { m.editionTurn(true) })
		trap(m.at.machineMoves, func() { m.editionTurn(false) })
	}
	m.trap(m.at.findMove, m.searchBegins)
	m.trap(m.at.unmake, m.evaluated)
}

// mover returns the side to move in the embedded ROM's dialogue.
func (m *Machine) mover() sargon.Color {
	return sargon.Color(m.cpu.Memory[m.at.mover]) & sargon.Black
}

// turn is called at the start of each turn: the move before, if there was one, is on the board.
func (m *Machine) turn() {
	m.record.waiting = false
	m.followMoves()
	// In self-play the machine takes the side to move.
	if m.selfPlay {
		m.memory.SetProgramSide(m.mover())
	}
	m.record.Player = m.memory.ProgramSide().Other()
	m.record.Level = sargon.Level(m.cpu.Memory[m.at.level])
	m.record.version++
}

// gameOver makes the program say that the side that made the last move has won.
func (m *Machine) gameOver() {
	if m.selfPlay {
		m.memory.SetProgramSide(m.mover().Other())
	}
	m.record.over()
}

// searchBegins halts the machine once, so that the state can be saved.
func (m *Machine) searchBegins(cpu *emu.Machine) error {
	if !m.resumed {
		m.resumed, m.halt, m.begun = true, true, nil
		return emu.ErrStop
	}
	m.resumed = false
	r := cpu.Registers()
	m.search = Search{
		Number: m.search.Number + 1, Active: true, began: cpu.TStates, sp: r.SP,
		back: cpu.Word(r.SP), trace: sargon.EmptyTrace,
		Level: m.memory.Level(), position: m.position(), Book: m.memory.InBook(),
	}
	cpu.Trap(cpu.Word(r.SP), m.searchEnds)
	m.thought = newThought()
	step := func(s sargon.Step) {
		m.search.step(s)
		m.think(s)
	}
	m.spectator.Begin(sargon.Watch{Step: step, Best: m.search.bestLine, Root: m.search.rootMove})
	m.record.version++
	return nil
}

// searchEnds ends the run, so that the caller can change its speed.
func (m *Machine) searchEnds(*emu.Machine) error {
	if !m.search.Active {
		return nil
	}
	m.estimate()
	m.spectator.End()
	m.begun = nil
	m.search.end(m.cpu.TStates)
	m.search.Score = m.memory.Score(1)
	m.record.thought(&m.search)
	m.halt = m.pauseAt == AtMove
	return emu.ErrStop
}

// evaluated is called where a move is taken back after a static evaluation: the evaluated position
// is still on the board.
func (m *Machine) evaluated(*emu.Machine) error {
	m.thought.square = sargon.NoSquare
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

// position reads the position the program has on its board, its own side to move.
func (m *Machine) position() sargon.Position {
	return m.positionOf(eye{m.cpu, m.memory, m.search.Active})
}

func (m *Machine) positionOf(e eye) sargon.Position {
	switch {
	case e.searching:
		return e.memory.Position(e.memory.Side())
	case m.image.Kind == roms.Embedded:
		return e.memory.Position(sargon.Color(e.cpu.Memory[m.at.mover]) & sargon.Black)
	}
	return e.memory.Position(m.follow.Side)
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

// PauseAt makes the next runs end at such a place; Nowhere ends that.
func (m *Machine) PauseAt(p Pause) { m.pauseAt = p }

// look is how many T-states pass between two checks of a run.
const look = 200_000

// Run runs the machine for so many T-states, to the instruction, until it wants a key, or until it
// has come to where it should pause. late is asked every 200,000 T-states, and when a search has
// begun or ended; if it returns true the run ends.
func (m *Machine) Run(tStates uint64, late func() bool) (paused bool) {
	if m.fault != nil {
		return true
	}
	if m.pauseAt == AtInstruction {
		tStates = 1
	}
	m.halt, m.before = false, m.cpu.Registers()
	watched := m.heat.on && (!m.heat.ran || tStates <= heatStretch)
	for until := m.cpu.TStates + tStates; ; {
		left := until - m.cpu.TStates
		m.cpu.SetCore(m.coreFor(left))
		if m.catchingUp() {
			left = min(left, m.catchUp-m.cpu.TStates)
		}
		if watched {
			m.fault = m.watchAccesses(min(left, heatStretch))
			watched = false
		} else {
			m.fault = m.jupiter.RunFor(context.Background(), min(left, look))
		}
		m.sample()
		m.followLastMove()
		if m.halt && m.resumed && m.begun == nil { // it stands before its search
			m.begun, m.fault = m.jupiter.Save()
			m.past = [2]remembered{1: {state: m.begun, tStates: m.cpu.TStates}}
			m.halt = false
		}
		if m.fault == nil && m.search.Active {
			m.fault = m.remember()
		}
		state := m.jupiter.State()
		if m.halt || m.fault != nil || state.Waiting || state.Left || m.cpu.TStates >= until ||
			late != nil && late() {
			return m.halt || m.pauseAt == AtInstruction
		}
	}
}

// coreFor returns the core for a run of so many T-states: the translator in a long run of a search
// that is not watched closely.
func (m *Machine) coreFor(tStates uint64) emu.Core {
	if m.search.Active && !m.closely && m.pauseAt != AtInstruction && tStates >= look {
		return m.fast
	}
	return m.plain
}

// Translate switches the translator for long searches, where there is one. It is on in a new
// machine; the search is the same.
func (m *Machine) Translate(on bool) {
	switch translates := m.fast != m.plain; {
	case on && !translates:
		m.fast = translator.New()
	case !on:
		m.fast = m.plain
	}
}

// sample counts the routine that is running.
func (m *Machine) sample() {
	if name, _ := m.code.routines.At(m.cpu.Registers().PC); name != "" && m.search.Active {
		m.visits[name]++
	}
}

// Press types keys as bytes of the keyboard of 1978.
func (m *Machine) Press(keys ...byte) { m.jupiter.Press(keys...) }

// PlayerMove types a move, "e2e4", if the program waits for one of the player's.
func (m *Machine) PlayerMove(text string) error {
	move, err := sargon.ParseMove(text)
	if err != nil {
		return err
	}
	if !m.record.waiting {
		return errors.New("the program does not ask for a move now")
	}
	form, ok := m.helper.MoveForm()
	if !ok {
		return errors.New("this edition takes moves in a way that is not known: type it")
	}
	if m.image.Kind == roms.Embedded {
		m.rubOut()
	}
	m.Press(form.Keys(move.From, move.To)...)
	return nil
}

// Reset switches the machine off and on.
func (m *Machine) Reset() error {
	m.selfPlay = false
	return m.load(m.first, record{})
}

func (m *Machine) load(data []byte, r record) error {
	if err := m.jupiter.Load(data); err != nil {
		return err
	}
	m.spectator.End()
	version, number := m.record.version, m.record.number
	m.record = r
	m.record.number = cmp.Or(r.number, number+1)
	if m.record.game == nil {
		m.record.ask()
	}
	m.record.version = version + 1
	m.follow = follow{}
	m.search, m.thought = Search{Number: m.search.Number}, newThought()
	m.goOn()
	m.begun, m.halt, m.resumed, m.catchUp, m.fault = nil, false, false, 0, nil
	m.past, m.entered = [2]remembered{}, false
	clear(m.visits)
	return nil
}

// NewGame switches the machine off and on and answers its questions.
func (m *Machine) NewGame(player sargon.Color, level sargon.Level) error {
	if level < sargon.MinLevel || level > sargon.MaxLevel {
		return fmt.Errorf("level %d: want %d to %d", level, sargon.MinLevel, sargon.MaxLevel)
	}
	if err := m.Reset(); err != nil {
		return err
	}
	if m.image.Kind != roms.Embedded {
		return m.SetUp("", nil, player, level)
	}
	side := byte('W')
	if player == sargon.Black {
		side = 'B'
	}
	m.Press(side, '0'+byte(level), 'N')
	return nil
}

// SelfPlay makes the machine play both sides from the next turn on, or only its own.
func (m *Machine) SelfPlay(on bool) { m.selfPlay = on }

// SetUp makes the dialogue go on from where a game stands: a position, and moves in any notation
// that package game reads. Errors say which move is not legal.
func (m *Machine) SetUp(fen string, moves []string, player sargon.Color, level sargon.Level) error {
	if level < sargon.MinLevel || level > sargon.MaxLevel {
		return fmt.Errorf("level %d: want %d to %d", level, sargon.MinLevel, sargon.MaxLevel)
	}
	g, err := replay(fen, moves)
	if err != nil {
		return err
	}
	start, err := sargon.ParseFEN(g.StartFEN())
	if err != nil {
		return err
	}
	mirror := game.NewMirror(native.New10x12())
	if _, err := mirror.Sync(g); err != nil {
		return err
	}
	if err := m.helper.SetUp(program.Setting{
		Start: start, Moves: g.Records(), Final: mirror.Engine.Position(),
		Player: player, Level: level,
	}); err != nil {
		return err
	}
	data, err := m.helper.Save()
	if err != nil {
		return err
	}
	r := record{
		game: g, begun: true, Player: player, Level: level, waiting: g.Side() == player,
		notes: make([]note, g.Len()),
	}
	if r.waiting {
		r.refused = -1 // the program is about to ask, which is no refusal
	}
	if len(g.Legal()) == 0 {
		r.over()
	}
	if err := m.load(data, r); err != nil {
		return err
	}
	m.follow = follow{Side: g.Side(), Machine: player.Other()}
	return nil
}

// replay plays moves from a position; an empty one is the start.
func replay(fen string, moves []string) (*game.Game, error) {
	g, err := game.FromFEN(cmp.Or(fen, sargon.StartFEN))
	if err != nil {
		return nil, err
	}
	for _, text := range moves {
		if err := g.PlayText(text); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// moves returns the moves of a game as replay reads them.
func moves(g *game.Game) []string {
	var texts []string
	for _, p := range g.Plies() {
		texts = append(texts, p.Move.String())
	}
	return texts
}

// TakeBack takes moves back until it is the player's turn again.
func (m *Machine) TakeBack() error {
	g := m.record.game
	n := g.Len() - 1
	if n >= 0 && g.Ply(n).Side != m.record.Player {
		n--
	}
	if n < 0 || m.selfPlay {
		return errors.New("there is no move to take back")
	}
	notes, number := slices.Clone(m.record.notes[:n]), m.record.number
	if err := m.SetUp(g.StartFEN(), moves(g)[:n], m.record.Player, m.record.Level); err != nil {
		return err
	}
	m.record.notes, m.record.number = notes, number
	return nil
}

// catchingUp tells whether the machine has been further before.
func (m *Machine) catchingUp() bool {
	return m.cpu.TStates < m.catchUp && !m.jupiter.State().Waiting
}

// Thinking tells whether a search goes on.
func (m *Machine) Thinking() bool { return m.search.Active }

// Screen returns what the screen shows.
func (m *Machine) Screen() jupiter.Screen {
	if m.entered {
		screen, _ := m.debugger.Screen()
		return screen
	}
	return m.jupiter.Screen()
}
