package session

import (
	"errors"
	"fmt"
	"time"

	"sargon78/emu"
	"sargon78/sargon"
	"sargon78/sargon/game"
)

// Options say how it begins.
type Options struct {
	// Open opens an engine by name. It is called when the engine is needed first.
	Open   func(name string) (sargon.Engine, error)
	Engine string
	Level  sargon.Level
	Player sargon.Color
	Now    func() time.Time // the clock on the wall; nil means time.Now
}

// Session holds one game between a person and an engine.
type Session struct {
	options Options
	game    *game.Game
	player  sargon.Color
	level   sargon.Level
	engine  string
	open    sargon.Engine // nil until it is needed
	mirror  *game.Mirror
	speed   float64
	search  *Search

	claimed bool    // the person has claimed a draw
	times   []Times // of the half-moves of game
	since   time.Time
	exact   *sargon.Position // what a machine held, to be taken over by the engine
}

// Times are how long a half-move took.
type Times struct {
	Now    time.Duration   // by the clock on the wall; 0 if it is not known
	In1978 sargon.Time1978 // 0 if it is not known
}

// New returns a session with a game from the start position.
func New(o Options) *Session {
	if o.Now == nil {
		o.Now = time.Now
	}
	t := &Session{options: o, player: o.Player, level: o.Level, engine: o.Engine, game: game.New()}
	t.since = o.Now()
	return t
}

// Game returns the game. Whoever changes it must go through the session.
func (t *Session) Game() *game.Game { return t.game }

// Player returns the side of the person, Level and Engine what it plays against.
func (t *Session) Player() sargon.Color { return t.player }

// Level returns the level of the engine.
func (t *Session) Level() sargon.Level { return t.level }

// Engine returns the name of the engine.
func (t *Session) Engine() string { return t.engine }

// Times returns the times of half-move i.
func (t *Session) Times(i int) Times {
	if i < len(t.times) {
		return t.times[i]
	}
	return Times{}
}

// Total returns the times of a side so far, the running clock included.
func (t *Session) Total(side sargon.Color) (total Times) {
	for i := range t.game.Len() {
		if t.game.Ply(i).Side == side {
			total.Now += t.Times(i).Now
			total.In1978 = total.In1978.Add(t.Times(i).In1978)
		}
	}
	if side == t.game.Side() && !t.Over() {
		total.Now += t.Elapsed()
	}
	return total
}

// Elapsed returns how long the side to move has been at it.
func (t *Session) Elapsed() time.Duration { return t.options.Now().Sub(t.since) }

// Over tells whether the game has ended. A draw that could be claimed does not end it:
// Sargon knows of none (spec §13).
func (t *Session) Over() bool {
	r := t.game.Result()
	return r.Over() && (!r.Reason.Claimed() || t.claimed)
}

// EngineToMove tells whether it is the engine's turn.
func (t *Session) EngineToMove() bool { return !t.Over() && t.game.Side() != t.player }

// Errors of actions that make no sense now.
var (
	ErrOver        = errors.New("the game is over")
	ErrNotYourTurn = errors.New("it is the engine's turn")
	ErrFirstMove   = errors.New("there is no move to take back")
	ErrNothing     = errors.New("no move was found yet")
)

// Play makes a move of the person.
func (t *Session) Play(m game.Move) error {
	switch {
	case t.Over():
		return ErrOver
	case t.EngineToMove():
		return ErrNotYourTurn
	}
	t.Stop()
	return t.add(m, Times{Now: t.Elapsed()}, nil)
}

// Follow makes a move that was made elsewhere, on the screen of the machine, by either
// side. note is what the machine thought of its own.
func (t *Session) Follow(m game.Move, in1978 sargon.Time1978, note *game.Note) error {
	t.Stop()
	return t.add(m, Times{Now: t.Elapsed(), In1978: in1978}, note)
}

func (t *Session) add(m game.Move, times Times, note *game.Note) error {
	n := t.game.Len()
	if err := t.game.Play(m); err != nil {
		return err
	}
	t.game.Ply(n).Note = note
	for len(t.times) < n {
		t.times = append(t.times, Times{})
	}
	t.times = append(t.times[:n], times)
	t.since = t.options.Now()
	t.exact, t.claimed = nil, false
	return nil
}

// TakeBack goes back to where the person last had to move, and returns how many half-moves
// were taken back.
func (t *Session) TakeBack() (int, error) {
	n := 1
	if t.game.Side() == t.player {
		n = 2
	}
	if t.game.Len() < n {
		return 0, ErrFirstMove
	}
	t.Stop()
	t.game.TakeBack(n)
	t.restart()
	return n, nil
}

// Rewind keeps the first n half-moves only.
func (t *Session) Rewind(n int) {
	t.Stop()
	t.game.TakeBack(t.game.Len() - n)
	t.restart()
}

// restart is after the position was changed without a move.
func (t *Session) restart() {
	t.times = t.times[:min(len(t.times), t.game.Len())]
	t.since = t.options.Now()
	t.exact, t.claimed = nil, false
}

// NewGame starts another game, from the start position or, if it is not empty, a FEN.
func (t *Session) NewGame(player sargon.Color, fen string) error {
	if fen == "" {
		fen = sargon.StartFEN
	}
	g, err := game.FromFEN(fen)
	if err != nil {
		return err
	}
	t.SetGame(g, player)
	return nil
}

// SetGame goes on with another game.
func (t *Session) SetGame(g *game.Game, player sargon.Color) {
	t.Stop()
	t.game, t.player, t.times = g, player, nil
	for i := range g.Len() {
		var times Times
		if note := g.Ply(i).Note; note != nil {
			times.In1978 = note.In1978
		}
		t.times = append(t.times, times)
	}
	t.restart()
}

// SetPlayer changes the sides: the engine plays the other colour from now on.
func (t *Session) SetPlayer(side sargon.Color) {
	t.Stop()
	t.player = side
}

// SetLevel changes the level, of a search going on too: it starts again.
func (t *Session) SetLevel(level sargon.Level) error {
	if level < sargon.MinLevel || level > sargon.MaxLevel {
		return fmt.Errorf("level %d: there are %d to %d", level, sargon.MinLevel, sargon.MaxLevel)
	}
	t.Stop()
	t.level = level
	return nil
}

// SetEngine lets another engine take over. On an error the old one stays.
func (t *Session) SetEngine(name string) error {
	engine, err := t.options.Open(name)
	if err != nil {
		return err
	}
	t.Stop()
	t.engine = name
	t.use(engine)
	return nil
}

func (t *Session) use(engine sargon.Engine) {
	t.open, t.mirror = engine, game.NewMirror(engine)
	t.SetSpeed(t.speed)
}

// SetSpeed makes an emulated engine think at a number of T-states a second, 0 as fast as
// it can. It works at once.
func (t *Session) SetSpeed(hz float64) {
	t.speed = hz
	if e, ok := t.open.(interface{ Machine() *emu.Machine }); ok {
		e.Machine().SetSpeed(hz)
	}
}

// Resign gives the game up for the person.
func (t *Session) Resign() error {
	if t.Over() {
		return ErrOver
	}
	t.Stop()
	t.game.Finish(game.Result{Outcome: game.Win(t.player.Other()), Reason: game.Resignation})
	return nil
}

// ClaimDraw ends the game if the position has come three times, or fifty moves went by.
func (t *Session) ClaimDraw() error {
	r := t.game.Result()
	if t.Over() {
		return ErrOver
	}
	if !r.Over() {
		return errors.New("no draw to claim: it takes the same position for the third time, or fifty moves without a capture or a pawn's move")
	}
	t.Stop()
	t.game.Finish(r)
	t.claimed = true
	return nil
}

// Sync brings the engine to where the game stands, and returns the moves it could not
// follow. It opens the engine if need be.
func (t *Session) Sync() ([]game.Reset, error) {
	t.Stop()
	if t.open == nil {
		engine, err := t.options.Open(t.engine)
		if err != nil {
			return nil, err
		}
		t.use(engine)
	}
	resets, err := t.mirror.Sync(t.game)
	if err != nil {
		return resets, fmt.Errorf("%s: %w", t.engine, err)
	}
	if t.exact != nil {
		err = t.open.SetPosition(*t.exact)
		t.exact = nil
	}
	return resets, err
}

// Position returns the position as the engine holds it.
func (t *Session) Position() (sargon.Position, error) {
	if _, err := t.Sync(); err != nil {
		return sargon.Position{}, err
	}
	return t.open.Position(), nil
}

// TakeOver makes the engine hold a position exactly as a machine does, with the royal
// squares that its searches have left (spec §14.1). The board must be that of the game.
func (t *Session) TakeOver(p sargon.Position) { t.exact = &p }

// Adopt sets the person's side and the level as they are elsewhere, on the machine.
func (t *Session) Adopt(player sargon.Color, level sargon.Level) {
	t.Stop()
	t.player = player
	t.level = max(sargon.MinLevel, min(level, sargon.MaxLevel))
}
