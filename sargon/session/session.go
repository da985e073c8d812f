package session

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"sargon78/sargon"
	"sargon78/sargon/analysis"
	"sargon78/sargon/emulated"
	"sargon78/sargon/emulated/program"
	"sargon78/sargon/emulated/states"
	"sargon78/sargon/game"
	"sargon78/sargon/think"
)

// Options say who plays, and what.
type Options struct {
	// Open opens an engine by name. The session calls it when it first needs the engine.
	Open   func(name string) (sargon.Engine, error)
	Engine string
	Level  sargon.Level
	Player sargon.Color // the user's side
	// Both has users play both sides, on the engine's board: it looks on, for hints and analyses.
	Both bool
	// Time is on the clock of each side; nil: there are no clocks. The engine thinks by its clock, the
	// machine at its level.
	Time think.TimeControl
	Now  func() time.Time // nil: time.Now
	Game *game.Game       // to go on with; nil is a new one

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
	both       bool // users play both sides
	level      sargon.Level
	engineName string

	engine          sargon.Engine // nil until it is needed
	mirror          *game.Mirror
	machinePosition *sargon.Position // what a machine held, for the engine to take over
	resets          []game.Reset     // moves that the engine could not follow, to be said when it thinks
	search          *search          // nil if the engine does not think
	question        *question        // that is not answered yet; nil for none

	machine machine

	state      State
	nextMoveAt time.Time // when the next move of self-play is due
	premoves   []string
	undone     [][]game.Ply // moves that were taken back, the last ones last; a new move forgets them
	hint       game.Move
	candidates []Candidate

	time      think.TimeControl // nil: no clock
	flags     [2]bool           // of White and Black: they have fallen, and that was reported
	flagTimer *time.Timer
	turnStart time.Time
	normal    float64 // speed of the machine while it does not think: see SetSpeed
	thinking  float64 // speed of machine and emulated engine while they think
	skipping  bool

	unsaved  bool
	notSaved error // why the last saving failed
	saved    time.Time
	news     chan struct{}
	changes  []Change
}

// State says who plays, as far as the position does not: whether the game is over, and who is to move,
// the game knows. Exactly one state holds.
//
//	                  SelfPlay
//	          ┌────────────────────────▶ SelfPlaying
//	       Playing ◀────────────────────── │
//	       │  ▲  ▲   SelfPlay; the game    │
//	Resign │  │  │   is over              │ the engine fails
//	       ▼  │  │                         ▼
//	 Resigning │  └───────────────── EngineFailed ◀── Playing
//	    │      │     any action
//	    └──────┘
//	 any action; if it is Resign, the game is over
//
// Close leads from each of them to Closed.
type State uint8

// The states.
const (
	Playing      State = iota // the user and the engine, or the machine, play
	SelfPlaying               // the engine, or the machine, plays both sides
	Resigning                 // Resign has asked: a second Resign gives up
	EngineFailed              // the engine does not think again before the next action
	Closed
)

// selfPlayPause lets people see each move of self-play.
const selfPlayPause = time.Second

// Times are how long a half-move took, or all of a side.
type Times struct {
	Elapsed time.Duration   // by the clock on the wall; 0 if it is not known
	In1978  sargon.Time1978 // 0 if it is not known
}

// New returns a session. Nothing runs before the first call of Changes.
func New(o Options) *Session {
	s := &Session{
		o: o, player: o.Player, both: o.Both, level: o.Level, engineName: o.Engine, time: o.Time,
		news: make(chan struct{}, 1),
	}
	if s.o.Now == nil {
		s.o.Now = time.Now
	}
	s.machine = machine{program: o.Machine}
	g := o.Game
	if g == nil {
		g = game.New()
	}
	s.setGame(g, o.Player)
	if !o.SetUpMachine {
		s.machine.dialogueKey = s.key()
	}
	return s
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
	EngineBroken                     // Err; the engine is asked again after the next action
	MachineEnded                     // the program has left, or failed if there is an Err
	NotSaved                         // Err
	Explained                        // a question about half-move Ply is answered: Reasons, or else Err
	FlagFell                         // the time of a side is up: Text
)

// Change is something that has happened in the session.
type Change struct {
	Kind     ChangeKind
	Text     string // for people, without a capital letter and a full stop
	Ply      int    // the half-move made
	ByEngine bool   // or by the machine
	Score    sargon.Score
	Reasons  *analysis.Reasons
	Err      error
}

func (s *Session) changed(c Change) { s.changes = append(s.changes, c) }

func (s *Session) report(format string, args ...any) {
	s.changed(Change{Text: fmt.Sprintf(format, args...)})
}

// wake sends to News: there may be changes.
func (s *Session) wake() {
	select {
	case s.news <- struct{}{}:
	default:
	}
}

// News returns a channel that receives when something may have changed: the engine or the machine has
// moved or has made progress, or a pause is over.
func (s *Session) News() <-chan struct{} { return s.news }

// Changes takes over what the engine has found and what has happened on the machine, lets the
// engine think when it is its turn, and saves the game. It returns what has happened since the last
// call, in order.
func (s *Session) Changes() []Change {
	if s.state != Closed {
		s.advance()
	}
	changes := s.changes
	s.changes = nil
	return changes
}

// advance does what is to be done without the user.
func (s *Session) advance() {
	if s.machine.inUse {
		s.followMachine()
	}
	s.finishSearch()
	s.finishQuestion()
	if !s.machine.inUse {
		s.playPremove()
	}
	if s.over() {
		s.premoves = nil
		if s.state == SelfPlaying && !s.machine.inUse { // the machine plays another game
			s.state = Playing
		}
	}
	s.watchFlags()
	s.save(false)
	if !s.machine.inUse {
		s.engineTurn()
	}
}

// View is how things stand, for a front end to show. What it points to must not be changed, and
// is valid until the next call of a method of the session.
type View struct {
	Game   *game.Game
	Player sargon.Color
	Both   bool // users play both sides
	Level  sargon.Level
	Engine string // its name
	State  State

	Over         bool // a draw that could be claimed does not end the game (spec §13)
	EngineToMove bool
	Skipping     bool
	Premoves     []string
	Hint         game.Move   // zero if there is none for this position
	Candidates   []Candidate // of a hint for this position, as far as they are found

	OnMachine    bool
	Dialogue     Dialogue // of the program on the machine
	AwaitingMove bool     // the program asks the user for a move
	Busy         bool     // the engine or the machine thinks, or runs by itself

	Search  *Progress // nil if neither engine nor machine thinks
	Elapsed time.Duration
	Asked   bool // a question about a move is being answered

	White, Black *Clock // chess clocks; nil if there are none
}

// ChessClock returns the clock of a side; nil if there is none.
func (v *View) ChessClock(side sargon.Color) *Clock {
	if side == sargon.White {
		return v.White
	}
	return v.Black
}

// View returns how things stand.
func (s *Session) View() View {
	v := View{
		Game: s.game, Player: s.player, Both: s.both, Level: s.level, Engine: s.engineName, State: s.state,
		Over: s.over(), EngineToMove: s.engineToMove(), Skipping: s.skipping,
		Premoves: s.premoves, Hint: s.hint, Candidates: s.candidates,
		OnMachine: s.machine.inUse, Dialogue: s.machine.dialogue, Busy: s.busy(),
		AwaitingMove: s.machine.dialogue == InGame && s.machine.turn.Kind == program.PlayerToMove &&
			!s.over() && !s.engineToMove(),
		Elapsed: s.elapsed(), Asked: s.question != nil,
		White: s.chessClock(sargon.White), Black: s.chessClock(sargon.Black),
	}
	switch {
	case s.search != nil:
		v.Search = s.search.now()
		if s.search.lines > 0 {
			v.Candidates = s.search.candidates()
		}
	case s.machine.inUse && s.machine.followedState.Thinking:
		v.Search = s.machineProgress()
	}
	if keys := s.machine.premove; len(keys) > 0 {
		v.Premoves = []string{strings.ToUpper(string(keys))}
	}
	return v
}

// busy reports whether something moves by itself.
func (s *Session) busy() bool {
	if !s.machine.inUse {
		return s.search != nil || s.state == SelfPlaying
	}
	m := &s.machine
	return s.search != nil || m.running() && !m.followedState.Waiting && !m.followedState.Ended
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
func (s *Session) elapsed() time.Duration { return s.o.Now().Sub(s.turnStart) }

func (s *Session) over() bool {
	return s.game.Result().Over() && !s.game.Claimable()
}

func (s *Session) engineToMove() bool {
	return !s.over() && (s.state == SelfPlaying || !s.both && s.game.Side() != s.player)
}

// add makes a move of either side.
func (s *Session) add(m game.Move, took time.Duration, note *game.Note) error {
	n := s.game.Len()
	byEngine := s.engineToMove()
	if err := s.game.Play(m); err != nil {
		return err
	}
	s.game.Ply(n).Note, s.game.Ply(n).Elapsed = note, took
	s.turnStart = s.o.Now()
	s.machinePosition, s.undone, s.hint, s.candidates = nil, nil, game.Move{}, nil
	s.unsaved = true
	s.changed(Change{Kind: Moved, Ply: n, ByEngine: byEngine})
	return nil
}

// restart starts the clock of the turn and drops what belongs to the position before. It is called after
// the position was changed without a move.
func (s *Session) restart() {
	s.turnStart = s.o.Now()
	s.machinePosition, s.premoves, s.resets = nil, nil, nil
	s.hint, s.candidates = game.Move{}, nil
}

// setGame goes on with another game.
func (s *Session) setGame(g *game.Game, player sargon.Color) {
	s.stop()
	s.game, s.player, s.undone = g, player, nil
	s.machine.dialogueKey = ""
	s.restart()
}

// setPlayerAndLevel sets the user's side and the level as they are elsewhere.
func (s *Session) setPlayerAndLevel(player sargon.Color, level sargon.Level) {
	s.stop()
	s.player = player
	s.level = max(sargon.MinLevel, min(level, sargon.MaxLevel))
}

// key changes whenever the game does, or who plays it.
func (s *Session) key() string {
	return fmt.Sprint(s.player, s.both, s.level, s.game.Result(), s.game.StartFEN(), s.game.FEN(),
		s.game.Records())
}

// SetSpeed sets the speed in T-states a second, of the machine while it does not think and of
// machine and emulated engine while they do; 0 means no limit. It works at once.
func (s *Session) SetSpeed(normal, thinking float64) {
	s.normal, s.thinking, s.skipping = normal, thinking, false
	s.applySpeed()
}

func (s *Session) applySpeed() {
	normal, thinking := s.normal, s.thinking
	if s.skipping {
		normal, thinking = 0, 0
	}
	if s.machine.program != nil {
		s.machine.program.SetSpeed(normal, thinking)
	}
	if s.engine != nil { // the engine is opened when it is wanted
		emulated.SetSpeed(s.engine, thinking)
	}
}

func (s *Session) endSkip() {
	if s.skipping {
		s.skipping = false
		s.applySpeed()
	}
}

// sync brings the engine to where the game stands. It opens the engine if need be.
func (s *Session) sync() error {
	s.stop()
	if s.engine == nil {
		engine, err := s.o.Open(s.engineName)
		if err != nil {
			return err
		}
		s.use(engine)
	}
	resets, err := s.mirror.Sync(context.Background(), s.game)
	s.resets = append(s.resets, resets...)
	if err != nil {
		return fmt.Errorf("%s: %w", s.engineName, err)
	}
	if s.machinePosition != nil {
		err = s.engine.SetPosition(*s.machinePosition)
		s.machinePosition = nil
	}
	return err
}

func (s *Session) use(engine sargon.Engine) {
	s.engine, s.mirror = engine, game.NewMirror(engine)
	s.applySpeed()
}

// position returns the position as the engine holds it.
func (s *Session) position() (sargon.Position, error) {
	if err := s.sync(); err != nil {
		return sargon.Position{}, err
	}
	return s.engine.Position(), nil
}

// playPremove plays the first of the moves that were typed while the engine thought.
func (s *Session) playPremove() {
	if len(s.premoves) == 0 || s.engineToMove() || s.over() {
		return
	}
	text := s.premoves[0]
	s.premoves = slices.Clone(s.premoves[1:])
	s.changed(Change{Kind: PremoveMade, Text: text})
	if err := s.moveText(text); err != nil {
		s.premoves = nil
		s.changed(Change{Kind: PremoveRefused, Text: text, Err: err})
	}
}

// Errors of actions that make no sense now.
var (
	ErrOver         = errors.New("the game is over")
	ErrNotYourTurn  = errors.New("it is the engine's turn")
	ErrFirstMove    = errors.New("there is no move to take back")
	ErrNoneUndone   = errors.New("there is no move that was taken back")
	ErrNoPremove    = errors.New("there is no premove")
	ErrNoMoveYet    = errors.New("no move was found yet")
	ErrSelfPlay     = errors.New("the engine plays both sides")
	ErrNotBusy      = errors.New("nothing to hurry: it is waiting for you")
	errBoth         = errors.New("the machine always plays one side itself: two people play on the modern board")
	errNoMachine    = errors.New("there is no machine")
	errSnapshotOnly = errors.New("this file is a debugger snapshot, not a game; open it with sargon debug")
)
