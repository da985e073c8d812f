package session

import (
	"context"
	"fmt"
	"runtime/debug"
	"strings"
	"time"

	"sargon78/emu/console"
	"sargon78/emu/jupiter"
	"sargon78/sargon"
	"sargon78/sargon/emulated/program"
	"sargon78/sargon/game"
)

// machine is the emulated Jupiter with a program that can play the game in its dialogue.
type machine struct {
	program     *program.Program
	inUse       bool // the user plays on it, not against the engine
	dialogue    Dialogue
	dialogueKey string // Session.key of the game in the dialogue
	engine      string // the one that UseMachine has replaced; empty if it was rom already

	turn program.Event // the current turn

	typed   []byte // keys of the move being typed
	premove []byte // keys typed while it thinks

	ended chan error // receives the error of the run at its end; nil if it does not run
	stop  context.CancelFunc

	followedState  console.State // the state up to which the game was followed
	waitingVersion uint64        // version of the last state in which it waited for a key
	savedState     console.State // the state that was saved last
}

// Dialogue says how far the dialogue of the program on the machine has come.
//
//	     ┌───────── a new game ────────┐
//	     ▼                             │
//	Questions ── the first turn ──▶ InGame
//	     │  ▲                          │
//	     │  └── switched on ── Ended ◀─┤
//	     └──────────────────────▲  the program returns to the monitor
type Dialogue uint8

// The stages of a dialogue.
const (
	Questions Dialogue = iota // it asks how to play
	InGame                    // a game has begun
	Ended                     // the program has returned to the monitor
)

func (m *machine) running() bool { return m.ended != nil }

// forget clears what is known of the dialogue.
func (m *machine) forget() {
	m.turn, m.typed, m.premove = program.Event{}, nil, nil
	if m.dialogue == InGame {
		m.dialogue = Questions
	}
}

// UseMachine goes on with the same game in the dialogue of the machine. The engine stops playing.
func UseMachine(s *Session) (said string, err error) {
	m := &s.machine
	switch {
	case m.program == nil:
		return "", errNoMachine
	case m.inUse:
		return "", nil
	case s.both:
		return "", errBoth
	case s.game.Result().Reason == game.TimeForfeit: // the machine knows no clock, and would play on
		return "", ErrOver
	}
	if s.key() != m.dialogueKey {
		if err := s.setUpMachine(); err != nil {
			return "", err
		}
	}
	if err := s.replaceEngine(); err != nil { // the machine may have the game already
		return "", err
	}
	s.stop()
	s.endSelfPlay()
	s.premoves, m.inUse, m.dialogueKey = nil, true, s.key()
	s.runMachine()
	return "", nil
}

// UseEngine leaves the machine. The engine takes over, with the position exactly as the machine
// holds it.
func UseEngine(s *Session) (said string, err error) {
	m := &s.machine
	if !m.inUse {
		return "", nil
	}
	s.stopMachine()
	s.follow() // to where it was stopped
	s.machineSelfPlay(false)
	if m.dialogue == InGame && s.game.SameBoard(&m.turn.Position) && s.game.Side() == m.turn.Position.Side {
		exact := m.turn.Position
		s.machinePosition = &exact
	}
	m.inUse, m.dialogueKey, m.typed, m.premove = false, s.key(), nil, nil
	s.endSkip()
	if before := m.engine; before != "" {
		m.engine = ""
		said, err = SetEngine(before)(s)
		if err != nil { // the machine is left, whatever becomes of its engine
			return fmt.Sprintf("%v; %s goes on", err, s.engineName), nil
		}
	}
	return said, nil
}

// setUpMachine sets the game up in the dialogue of the program.
func (s *Session) setUpMachine() error {
	p := s.machine.program
	if err := p.CheckSetUp(); err != nil {
		return err
	}
	if err := s.replaceEngine(); err != nil {
		return err
	}
	final, err := s.position()
	if err != nil {
		return err
	}
	if s.machine.running() {
		s.stopMachine()
		defer s.runMachine()
	}
	if err := p.SetUp(setupOf(s.game, final, s.player, s.level)); err != nil {
		return err
	}
	s.machine.forget()
	s.machine.dialogueKey = s.key()
	s.machineResumed()
	return nil
}

// replaceEngine makes rom the engine, until UseEngine: the machine and it play the same.
func (s *Session) replaceEngine() error {
	from := s.engineName
	if strings.HasPrefix(from, "rom") {
		return nil
	}
	if _, err := SetEngine("rom")(s); err != nil {
		return err
	}
	s.machine.engine = from
	s.report("the machine takes over from %s", from)
	return nil
}

// machineResumed notes that the game has begun in the dialogue, and that its next turn is not known yet.
func (s *Session) machineResumed() {
	m := &s.machine
	m.dialogue, m.turn = InGame, program.Event{MachineSide: s.player.Other()}
	if s.game.Side() != s.player {
		m.turn.Kind = program.MachineToMove
	}
}

func setupOf(
	g *game.Game, final sargon.Position, player sargon.Color, level sargon.Level,
) program.GameSetup {
	r := g.Result()
	return program.GameSetup{
		Start: g.Start(), Moves: g.Records(), Final: final, Player: player, Level: level,
		Resigned: r.Reason == game.Resignation && r.Outcome == game.Win(player.Other()),
	}
}

// ShowGame sets a game up in the dialogue of a program that does not run. The engine only follows the
// moves, which all engines do alike.
func ShowGame(
	p *program.Program, engine sargon.Engine, g *game.Game, player sargon.Color, level sargon.Level,
) error {
	if _, err := game.NewMirror(engine).Sync(context.Background(), g); err != nil {
		return err
	}
	return p.SetUp(setupOf(g, engine.Position(), player, level))
}

// runMachine lets the machine run until stopMachine, or until its program ends.
func (s *Session) runMachine() {
	m := &s.machine
	s.applySpeed()
	if m.running() || s.o.Stepped {
		return
	}
	ctx, stop := context.WithCancel(context.Background())
	ended, p := make(chan error, 1), m.program
	m.ended, m.stop = ended, stop
	changed := p.Changed() // before anything changes
	go func() {
		ended <- run(ctx, p)
		s.wake()
	}()
	go func() {
		for {
			select {
			case <-changed:
				changed = p.Changed() // before the news, so that no change is missed
				s.wake()
			case <-ctx.Done():
				return
			}
		}
	}()
}

// run turns a panic into an error, so that a front end can restore the terminal before it prints it.
func run(ctx context.Context, p *program.Program) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the machine has failed: %v\n%s", r, debug.Stack())
		}
	}()
	return p.Run(ctx)
}

// Step lets the machine run for so many T-states, at least one instruction; see Options.Stepped.
// It ends earlier where the program waits for a key, where a search has begun or ended, before the
// instruction at one of the stops, and where a trap returns emu.ErrStop.
func (s *Session) Step(tStates uint64, stops ...uint16) error {
	return s.machine.program.RunFor(context.Background(), tStates, stops...)
}

// machineSelfPlay has the machine play both sides, or only its own.
func (s *Session) machineSelfPlay(on bool) {
	if s.endSelfPlay(); on {
		s.state = SelfPlaying
	}
	s.machine.program.SelfPlay(on)
}

func (s *Session) stopMachine() {
	if m := &s.machine; m.running() {
		m.stop()
		<-m.ended
		m.ended = nil
	}
}

// followMachine takes over what has happened on the machine since the last time.
func (s *Session) followMachine() {
	m := &s.machine
	select {
	case err := <-m.ended:
		m.stop()
		m.ended, m.dialogue = nil, Ended
		s.changed(Change{Kind: MachineEnded, Err: err})
	default:
	}
	s.follow()
	if !m.followedState.Waiting || m.followedState.Version == m.waitingVersion {
		return
	}
	m.waitingVersion = m.followedState.Version
	s.endSkip()
	s.typePremove()
}

// follow keeps the game the same as the one in the dialogue.
func (s *Session) follow() {
	m := &s.machine
	m.followedState = m.program.State() // first, so that all that led to it is followed
	for _, e := range m.program.Events() {
		s.takeTurn(e)
	}
	if !m.followedState.Waiting || m.dialogue != InGame {
		return
	}
	if position := m.program.Position(); !s.game.SameBoard(&position) {
		s.lastMove(position)
	}
}

// takeTurn takes over a new turn in the dialogue, and the move that led to it.
func (s *Session) takeTurn(e program.Event) {
	m := &s.machine
	before := m.turn
	m.turn = e
	if m.dialogue = InGame; e.Kind == program.NewGame {
		m.dialogue = Questions
	}
	byMachine := before.Kind == program.MachineToMove || s.game.Side() == e.MachineSide
	switch {
	case e.Kind == program.NewGame:
		return
	case e.Kind == program.Resigned:
		_ = s.resign(s.player) // refused if the game is over already
		return
	}
	player := e.MachineSide.Other()
	if s.game.SameBoard(&e.Position) && s.game.Side() == e.Position.Side && !s.over() {
		if s.game.Len() == 0 {
			s.setPlayerAndLevel(player, e.Level)
		}
		return
	}
	after, move := s.after(&e.Position)
	if after != nil && (player == s.player || byMachine) {
		s.machineMove(move, byMachine, e)
		s.player = player // in self-play the sides change
		return
	}
	g, err := gameFrom(e.Position)
	if err != nil {
		return // a position that is none of chess has no record
	}
	s.setGame(g, player)
	s.setPlayerAndLevel(player, e.Level)
}

// after returns the game after the last move that a position knows, if that leads to the position;
// else nil.
func (s *Session) after(p *sargon.Position) (*game.Game, game.Move) {
	move, ok := s.game.FromSargon(p.Previous)
	after := s.game.Clone()
	if !ok || after.Play(move) != nil || !after.SameBoard(p) {
		return nil, move
	}
	return after, move
}

// machineMove makes a move that was made in the dialogue, by the machine or by the user.
func (s *Session) machineMove(m game.Move, byMachine bool, e program.Event) {
	var note *game.Note
	if byMachine {
		note = &game.Note{Score: e.Score, Evals: e.Evals, In1978: e.In1978}
		if s.game.FromStart() && s.game.Number() == 1 {
			note = &game.Note{} // the book (spec §12)
		}
	}
	took := s.elapsed()
	s.stop()
	_ = s.add(m, took, note) // it is legal
}

// lastMove looks for a move that was followed by no further turn: mate or stalemate.
func (s *Session) lastMove(p sargon.Position) {
	after, move := s.after(&p)
	if after == nil || len(after.Legal()) > 0 {
		return
	}
	m := &s.machine
	e, thoughts := m.turn, m.program.Thoughts()
	e.Position, e.Score, e.Evals = p, thoughts.Score, thoughts.Evals
	e.In1978 = m.program.In1978(m.followedState.SearchTStates, thoughts.OriginalTStates)
	s.machineMove(move, s.game.Side() == e.MachineSide, e)
}

// gameFrom returns a game that begins with a position.
func gameFrom(p sargon.Position) (*game.Game, error) {
	if start := sargon.StartPosition(); p.Board == start.Board && p.Side == sargon.White {
		return game.New(), nil
	}
	return game.FromFEN(p.FEN())
}

// machineProgress reports how far the machine's search has come.
func (s *Session) machineProgress() *Progress {
	m := &s.machine
	thoughts := m.program.Thoughts()
	p := &Progress{
		Score: thoughts.Score, Evals: thoughts.Evals, Number: thoughts.Number, Total: thoughts.Total,
		Elapsed: s.elapsed(), In1978: m.program.In1978(m.program.State().SearchTStates, thoughts.OriginalTStates),
	}
	p.Remaining = estimateRemaining(p.Elapsed, p.Number, p.Total)
	var moves []game.Move
	if moves, p.Line = s.game.LineFromSargon(thoughts.Line); len(moves) > 0 {
		p.Best = moves[0]
	}
	if move, ok := s.game.FromSargon(thoughts.Trying); ok {
		p.Trying = s.game.SAN(move)
	}
	return p
}

// machineDue reports whether the game on the machine is to be saved: when the machine waits for a key
// or begins to think, and from time to time while it does.
func (s *Session) machineDue() bool {
	m, state := &s.machine, s.machine.followedState
	other := state.Version != m.savedState.Version &&
		(state.Waiting || state.Thinking != m.savedState.Thinking)
	if !other && (!state.Thinking || time.Since(s.saved) < saveEvery) {
		return false
	}
	m.savedState = state
	return true
}

// Type types keys at the machine. While it thinks they become a premove: Escape forgets it. The key
// that resigns asks before, as Resign does. After the program has left, Return starts it again.
func Type(keys ...byte) Action {
	return func(s *Session) (string, error) {
		if !s.machine.inUse {
			return "", errNoMachine
		}
		for _, key := range keys {
			if err := s.typeKey(key); err != nil {
				return "", err
			}
		}
		return "", nil
	}
}

// typeKey types one key at the machine. While the program thinks, keys are a premove; Control-R asks
// whether the user resigns.
func (s *Session) typeKey(key byte) error {
	m := &s.machine
	state := m.program.State()
	switch {
	case m.dialogue == Ended && key == jupiter.KeyReturn:
		return s.switchOn()
	case m.dialogue == Ended:
	case state.Thinking && key == jupiter.KeyEscape:
		m.premove = nil
	case state.Thinking && key == jupiter.KeyControlR:
		return errResignLater
	case state.Thinking:
		m.premove = appendKey(m.premove, key)
	case key == jupiter.KeyControlR && s.state != Resigning && m.dialogue == InGame && !s.over():
		s.state = Resigning
	default:
		s.press(key)
	}
	return nil
}

var errResignLater = fmt.Errorf("%w: resign when it has moved", ErrNotYourTurn)

// press types a key. If that completes an illegal move, it reports why: the program only says no.
func (s *Session) press(key byte) {
	m := &s.machine
	m.typed = appendKey(m.typed, key)
	answer := m.program.State().Waiting && !m.program.AwaitedInput().Move
	if answer || m.dialogue != InGame || s.over() {
		m.typed = nil
	}
	m.program.Press(key)
	if whole, err := s.refusalReason(m.typed); whole {
		m.typed = nil
		if err != nil && !s.engineToMove() {
			s.changed(Change{Kind: MoveRefused, Err: err})
		}
	}
}

// appendKey adds a key to those typed; Backspace takes the last one away.
func appendKey(typed []byte, key byte) []byte {
	if key == jupiter.KeyBackspace {
		return typed[:max(0, len(typed)-1)]
	}
	return append(typed, key)
}

// refusalReason reports why the move of keys is none, nil if it is one; whatever stands between the squares is
// passed over. Whole is false if there are not two squares.
func (s *Session) refusalReason(keys []byte) (whole bool, err error) {
	squares := strings.Map(func(key rune) rune {
		if strings.ContainsRune("abcdefgh12345678", key) {
			return key
		}
		return -1
	}, strings.ToLower(string(keys)))
	if len(squares) < 4 {
		return false, nil
	}
	_, err = s.game.ParseMove(squares[:4])
	return true, err
}

// typePremove types the premove, now that the program asks for a move. It does not type an illegal
// move.
func (s *Session) typePremove() {
	m := &s.machine
	if len(m.premove) == 0 || !m.program.AwaitedInput().Move {
		return
	}
	keys := m.premove
	m.premove = nil
	if _, err := s.refusalReason(keys); err != nil {
		s.changed(Change{Kind: PremoveRefused, Text: string(keys), Err: err})
		return
	}
	m.typed = append(m.typed, keys...)
	m.program.Press(keys...)
}

// SwitchOn switches the machine off and on: its program asks how to play another game.
func SwitchOn(s *Session) (string, error) {
	if !s.machine.inUse {
		return "", errNoMachine
	}
	s.machineSelfPlay(false)
	s.stopMachine()
	s.setGame(game.New(), s.player)
	s.machine.dialogueKey = s.key()
	return "", s.switchOn()
}

func (s *Session) switchOn() error {
	if err := s.machine.program.Reset(); err != nil {
		return err
	}
	s.machine.forget()
	s.machine.dialogue = Questions
	s.runMachine()
	return nil
}
