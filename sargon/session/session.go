package session

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"sargon78/sargon"
	"sargon78/sargon/emulated"
	"sargon78/sargon/emulated/program"
	"sargon78/sargon/emulated/states"
	"sargon78/sargon/game"
)

// Options say who plays, and what.
type Options struct {
	// Open opens an engine by name. The session calls it when it first needs the engine.
	Open   func(name string) (sargon.Engine, error)
	Engine string
	Level  sargon.Level
	Player sargon.Color // the user's side
	Game   *game.Game   // to go on with; nil is a new one

	// Machine is a program on an emulated machine that can play in place of the engine; nil if there
	// is none. Its questions before a game are for the user to answer, unless SetUpMachine has the
	// session answer them. Rom says where a saved game finds the program; nil is the embedded ROM.
	Machine      *program.Program
	Rom          *states.Rom
	SetUpMachine bool
	Stepped      bool // the machine runs in Step only, not on a goroutine

	// Save is called with the game after each move and each action; nil if it is not saved. It must
	// not wait. A machine is also saved while it thinks, unless SaveOnlyWaiting is set.
	Save            func(*states.State, *game.Game) error
	SaveOnlyWaiting bool
}

// Session is a game with its players: the user, an engine and perhaps a machine.
type Session struct {
	o          Options
	game       *game.Game
	player     sargon.Color
	level      sargon.Level
	engineName string

	engine          sargon.Engine // nil until it is needed
	mirror          *game.Mirror
	machinePosition *sargon.Position // what a machine held, for the engine to take over
	resets          []game.Reset     // moves that the engine could not follow, to be said when it thinks
	search          *search          // nil if the engine does not think
	engineBroken    bool             // the engine has failed; the next action lets it try again

	machine machine

	selfPlay        bool
	nextMoveAt      time.Time // when the next move of self-play is due
	drawClaimed     bool      // the user has claimed a draw
	resignPending   bool      // the last action was Resign, which asks
	resignConfirmed bool      // during an action: the one before it was Resign, which asked
	premoves        []string
	hint            game.Move
	candidates      []Candidate

	turnStart time.Time
	normal    float64 // speed of the machine while it does not think: see SetSpeed
	thinking  float64 // speed of machine and emulated engine while they think
	skipping  bool

	closed   bool
	unsaved  bool
	notSaved error // why the last saving failed
	saved    time.Time
	news     chan struct{}
	changes  []Change
}

// selfPlayPause lets people see each move of self-play.
const selfPlayPause = time.Second

// Times are how long a half-move took, or all of a side.
type Times struct {
	Elapsed time.Duration   // by the clock on the wall; 0 if it is not known
	In1978  sargon.Time1978 // 0 if it is not known
}

// New returns a session. Nothing runs before the first call of Changes.
func New(o Options) *Session {
	t := &Session{
		o: o, player: o.Player, level: o.Level, engineName: o.Engine,
		news: make(chan struct{}, 1), turnStart: time.Now(),
	}
	t.machine = machine{program: o.Machine, programRunning: true}
	g := o.Game
	if g == nil {
		g = game.New()
	}
	t.setGame(g, o.Player)
	if !o.SetUpMachine {
		t.machine.dialogueKey = t.key()
	}
	return t
}

// ChangeKind says what has happened.
type ChangeKind uint8

// The kinds of changes.
const (
	ActionDone     ChangeKind = iota // an action is done: Text
	Moved                            // a move was made: Ply, ByEngine
	Hinted                           // a hint was found: Text is the move, Score
	PremoveAdded                     // Text is waiting for its turn
	PremoveMade                      // Text is played now
	PremoveRefused                   // Text is not possible now: Err; others are forgotten
	MoveRefused                      // the machine will refuse what was typed: Err
	EngineFailed                     // Err; the engine is asked again after the next action
	MachineEnded                     // the program has left, or failed if there is an Err
	NotSaved                         // Err
)

// Change is something that has happened in the session.
type Change struct {
	Kind     ChangeKind
	Text     string // for people, without a capital letter and a full stop
	Ply      int    // the half-move made
	ByEngine bool   // or by the machine
	Score    sargon.Score
	Err      error
}

func (t *Session) changed(c Change) { t.changes = append(t.changes, c) }

func (t *Session) report(format string, args ...any) {
	t.changed(Change{Text: fmt.Sprintf(format, args...)})
}

// wake sends to News: there may be changes.
func (t *Session) wake() {
	select {
	case t.news <- struct{}{}:
	default:
	}
}

// News returns a channel that receives when something may have changed: the engine or the machine has
// moved or has made progress, or a pause is over.
func (t *Session) News() <-chan struct{} { return t.news }

// Changes takes over what the engine has found and what has happened on the machine, lets the
// engine think when it is its turn, and saves the game. It returns what has happened since the last
// call, in order.
func (t *Session) Changes() []Change {
	if !t.closed {
		t.advance()
	}
	changes := t.changes
	t.changes = nil
	return changes
}

// advance does what is to be done without the user.
func (t *Session) advance() {
	if t.machine.inUse {
		t.followMachine()
	}
	t.finishSearch()
	if !t.machine.inUse {
		t.playPremove()
	}
	if t.over() {
		t.selfPlay, t.premoves = t.selfPlay && t.machine.inUse, nil
	}
	t.save(false)
	if !t.machine.inUse {
		t.engineTurn()
	}
}

// View is how things stand, for a front end to show. What it points to must not be changed, and
// is valid until the next call of a method of the session.
type View struct {
	Game   *game.Game
	Player sargon.Color
	Level  sargon.Level
	Engine string // its name

	Over          bool // a draw that could be claimed does not end the game (spec §13)
	EngineToMove  bool
	SelfPlay      bool
	ResignPending bool // Resign asks: a second Resign gives up
	Skipping      bool
	Premoves      []string
	Hint          game.Move   // zero if there is none for this position
	Candidates    []Candidate // of a hint for this position, as far as they are found

	OnMachine      bool
	ProgramRunning bool // the program on the machine has not ended
	GameStarted    bool // a game has begun in the dialogue of the program
	AwaitingMove   bool // the program asks the user for a move
	Busy           bool // the engine or the machine thinks, or runs by itself

	Search  *Progress // nil if neither engine nor machine thinks
	Elapsed time.Duration
}

// View returns how things stand.
func (t *Session) View() View {
	v := View{
		Game: t.game, Player: t.player, Level: t.level, Engine: t.engineName,
		Over: t.over(), EngineToMove: t.engineToMove(), SelfPlay: t.selfPlay,
		ResignPending: t.resignPending, Skipping: t.skipping, Premoves: t.premoves, Hint: t.hint,
		Candidates: t.candidates,
		OnMachine:  t.machine.inUse, ProgramRunning: t.machine.programRunning, GameStarted: t.machine.gameStarted, Busy: t.busy(),
		AwaitingMove: t.machine.gameStarted && t.machine.turn.Kind == program.PlayerToMove && !t.over() &&
			!t.engineToMove(),
		Elapsed: t.elapsed(),
	}
	switch {
	case t.search != nil:
		v.Search = t.search.now()
		if t.search.lines > 0 {
			v.Candidates = t.search.candidates()
		}
	case t.machine.inUse && t.machine.followedState.Thinking:
		v.Search = t.machineProgress()
	}
	if keys := t.machine.premove; len(keys) > 0 {
		v.Premoves = []string{strings.ToUpper(string(keys))}
	}
	return v
}

// busy reports whether something moves by itself.
func (t *Session) busy() bool {
	if !t.machine.inUse {
		return t.search != nil || t.selfPlay
	}
	m := &t.machine
	return t.search != nil || m.running() && !m.followedState.Waiting && !m.followedState.Ended
}

// TimesOf returns the times of half-move i.
func (v View) TimesOf(i int) (times Times) {
	if i < 0 || i >= v.Game.Len() {
		return Times{}
	}
	ply := v.Game.Ply(i)
	if ply.Note != nil {
		times.In1978 = ply.Note.In1978
	}
	times.Elapsed = ply.Elapsed
	return times
}

// Clock returns the times of a side so far, the running clock included.
func (v View) Clock(side sargon.Color) (total Times) {
	for i := range v.Game.Len() {
		if v.Game.Ply(i).Side == side {
			total.Elapsed += v.TimesOf(i).Elapsed
			total.In1978 = total.In1978.Add(v.TimesOf(i).In1978)
		}
	}
	if side == v.Game.Side() && !v.Over {
		total.Elapsed += v.Elapsed
	}
	return total
}

// Thinks reports whether a move is being looked for that will be made: a hint is not.
func (v View) Thinks() bool { return v.Search != nil && !v.Search.Hint }

// elapsed returns how long the side to move has been at it.
func (t *Session) elapsed() time.Duration { return time.Since(t.turnStart) }

func (t *Session) over() bool {
	r := t.game.Result()
	return r.Over() && (!r.Reason.Claimed() || t.drawClaimed)
}

func (t *Session) engineToMove() bool {
	return !t.over() && (t.selfPlay || t.game.Side() != t.player)
}

// add makes a move of either side.
func (t *Session) add(m game.Move, took time.Duration, note *game.Note) error {
	n := t.game.Len()
	byEngine := t.engineToMove()
	if err := t.game.Play(m); err != nil {
		return err
	}
	t.game.Ply(n).Note, t.game.Ply(n).Elapsed = note, took
	t.turnStart = time.Now()
	t.machinePosition, t.drawClaimed, t.hint, t.candidates = nil, false, game.Move{}, nil
	t.unsaved = true
	t.changed(Change{Kind: Moved, Ply: n, ByEngine: byEngine})
	return nil
}

// restart begins the clock and forgets what the position before had: it was changed without a
// move.
func (t *Session) restart() {
	t.turnStart = time.Now()
	t.machinePosition, t.drawClaimed, t.premoves, t.resets = nil, false, nil, nil
	t.hint, t.candidates = game.Move{}, nil
}

// setGame goes on with another game.
func (t *Session) setGame(g *game.Game, player sargon.Color) {
	t.stop()
	t.game, t.player = g, player
	t.machine.dialogueKey = ""
	t.restart()
}

// setPlayerAndLevel sets the user's side and the level as they are elsewhere.
func (t *Session) setPlayerAndLevel(player sargon.Color, level sargon.Level) {
	t.stop()
	t.player = player
	t.level = max(sargon.MinLevel, min(level, sargon.MaxLevel))
}

// key changes whenever the game does, or who plays it.
func (t *Session) key() string {
	return fmt.Sprint(t.player, t.level, t.game.Result(), t.game.StartFEN(), t.game.FEN(),
		t.game.Records())
}

// SetSpeed sets the speed in T-states a second, of the machine while it does not think and of
// machine and emulated engine while they do; 0 means no limit. It works at once.
func (t *Session) SetSpeed(normal, thinking float64) {
	t.normal, t.thinking, t.skipping = normal, thinking, false
	t.applySpeed()
}

func (t *Session) applySpeed() {
	normal, thinking := t.normal, t.thinking
	if t.skipping {
		normal, thinking = 0, 0
	}
	if t.machine.program != nil {
		t.machine.program.SetSpeed(normal, thinking)
	}
	if t.engine != nil { // the engine is opened when it is wanted
		emulated.SetSpeed(t.engine, thinking)
	}
}

func (t *Session) endSkip() {
	if t.skipping {
		t.skipping = false
		t.applySpeed()
	}
}

// sync brings the engine to where the game stands. It opens the engine if need be.
func (t *Session) sync() error {
	t.stop()
	if t.engine == nil {
		engine, err := t.o.Open(t.engineName)
		if err != nil {
			return err
		}
		t.use(engine)
	}
	resets, err := t.mirror.Sync(context.Background(), t.game)
	t.resets = append(t.resets, resets...)
	if err != nil {
		return fmt.Errorf("%s: %w", t.engineName, err)
	}
	if t.machinePosition != nil {
		err = t.engine.SetPosition(*t.machinePosition)
		t.machinePosition = nil
	}
	return err
}

func (t *Session) use(engine sargon.Engine) {
	t.engine, t.mirror = engine, game.NewMirror(engine)
	t.applySpeed()
}

// position returns the position as the engine holds it.
func (t *Session) position() (sargon.Position, error) {
	if err := t.sync(); err != nil {
		return sargon.Position{}, err
	}
	return t.engine.Position(), nil
}

// playPremove plays the first of the moves that were typed while the engine thought.
func (t *Session) playPremove() {
	if len(t.premoves) == 0 || t.engineToMove() || t.over() {
		return
	}
	text := t.premoves[0]
	t.premoves = slices.Clone(t.premoves[1:])
	t.changed(Change{Kind: PremoveMade, Text: text})
	if err := t.moveText(text); err != nil {
		t.premoves = nil
		t.changed(Change{Kind: PremoveRefused, Text: text, Err: err})
	}
}

// Errors of actions that make no sense now.
var (
	ErrOver         = errors.New("the game is over")
	ErrNotYourTurn  = errors.New("it is the engine's turn")
	ErrFirstMove    = errors.New("there is no move to take back")
	ErrNoMoveYet    = errors.New("no move was found yet")
	ErrSelfPlay     = errors.New("the engine plays both sides")
	ErrNotBusy      = errors.New("nothing to hurry: it is waiting for you")
	errNoMachine    = errors.New("there is no machine")
	errSnapshotOnly = errors.New("this file is a debugger snapshot, not a game; open it with sargon debug")
)
