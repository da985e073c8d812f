package session

import (
	"errors"
	"fmt"
	"time"

	"sargon78/sargon"
	"sargon78/sargon/emulated"
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

	alone   bool    // the engine plays both sides
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
	s := &Session{options: o, player: o.Player, level: o.Level, engine: o.Engine, game: game.New()}
	s.since = o.Now()
	return s
}

// Game returns the game. Whoever changes it must go through the session.
func (s *Session) Game() *game.Game { return s.game }

// Player returns the side of the person, Level and Engine what it plays against.
func (s *Session) Player() sargon.Color { return s.player }

// Level returns the level of the engine.
func (s *Session) Level() sargon.Level { return s.level }

// Engine returns the name of the engine.
func (s *Session) Engine() string { return s.engine }

// Times returns the times of half-move i.
func (s *Session) Times(i int) Times {
	if i < len(s.times) {
		return s.times[i]
	}
	return Times{}
}

// Total returns the times of a side so far, the running clock included.
func (s *Session) Total(side sargon.Color) (total Times) {
	for i := range s.game.Len() {
		if s.game.Ply(i).Side == side {
			total.Now += s.Times(i).Now
			total.In1978 = total.In1978.Add(s.Times(i).In1978)
		}
	}
	if side == s.game.Side() && !s.Over() {
		total.Now += s.Elapsed()
	}
	return total
}

// Elapsed returns how long the side to move has been at it.
func (s *Session) Elapsed() time.Duration { return s.options.Now().Sub(s.since) }

// Over tells whether the game has ended. A draw that could be claimed does not end it:
// Sargon knows of none (spec §13).
func (s *Session) Over() bool {
	r := s.game.Result()
	return r.Over() && (!r.Reason.Claimed() || s.claimed)
}

// EngineToMove tells whether it is the engine's turn.
func (s *Session) EngineToMove() bool {
	return !s.Over() && (s.alone || s.game.Side() != s.player)
}

// Alone tells whether the engine plays against itself.
func (s *Session) Alone() bool { return s.alone }

// SetAlone lets the engine play both sides, or the person their own again. A search for a move
// of the person's side is stopped.
func (s *Session) SetAlone(alone bool) {
	if s.alone = alone; !s.EngineToMove() {
		s.Stop()
	}
}

// Errors of actions that make no sense now.
var (
	ErrOver        = errors.New("the game is over")
	ErrNotYourTurn = errors.New("it is the engine's turn")
	ErrFirstMove   = errors.New("there is no move to take back")
	ErrNothing     = errors.New("no move was found yet")
)

// Play makes a move of the person.
func (s *Session) Play(m game.Move) error {
	switch {
	case s.Over():
		return ErrOver
	case s.EngineToMove():
		return ErrNotYourTurn
	}
	s.Stop()
	return s.add(m, Times{Now: s.Elapsed()}, nil)
}

// Follow makes a move that was made elsewhere, on the screen of the machine, by either
// side. note is what the machine thought of its own.
func (s *Session) Follow(m game.Move, in1978 sargon.Time1978, note *game.Note) error {
	s.Stop()
	return s.add(m, Times{Now: s.Elapsed(), In1978: in1978}, note)
}

func (s *Session) add(m game.Move, times Times, note *game.Note) error {
	n := s.game.Len()
	if err := s.game.Play(m); err != nil {
		return err
	}
	s.game.Ply(n).Note = note
	for len(s.times) < n {
		s.times = append(s.times, Times{})
	}
	s.times = append(s.times[:n], times)
	s.since = s.options.Now()
	s.exact, s.claimed = nil, false
	return nil
}

// TakeBack goes back to where the person last had to move, and returns how many half-moves
// were taken back: none if it was a resignation, or a draw that was claimed.
func (s *Session) TakeBack() (int, error) {
	if r := s.game.Result(); r.Reason == game.Resignation || s.claimed {
		s.game.Finish(game.Result{})
		s.restart()
		return 0, nil
	}
	n := 1
	if s.game.Side() == s.player {
		n = 2
	}
	if s.game.Len() < n {
		return 0, ErrFirstMove
	}
	s.Stop()
	s.game.TakeBack(n)
	s.restart()
	return n, nil
}

// restart begins the clock and forgets what the position before had: it was changed without
// a move.
func (s *Session) restart() {
	s.times = s.times[:min(len(s.times), s.game.Len())]
	s.since = s.options.Now()
	s.exact, s.claimed = nil, false
}

// NewGame starts another game, from the start position or, if it is not empty, a FEN.
func (s *Session) NewGame(player sargon.Color, fen string) error {
	if fen == "" {
		fen = sargon.StartFEN
	}
	g, err := game.FromFEN(fen)
	if err != nil {
		return err
	}
	s.SetGame(g, player)
	return nil
}

// SetGame goes on with another game.
func (s *Session) SetGame(g *game.Game, player sargon.Color) {
	s.Stop()
	s.game, s.player, s.times = g, player, nil
	for i := range g.Len() {
		var times Times
		if note := g.Ply(i).Note; note != nil {
			times.In1978 = note.In1978
		}
		s.times = append(s.times, times)
	}
	s.restart()
}

// SetPlayer changes the sides: the engine plays the other colour from now on.
func (s *Session) SetPlayer(side sargon.Color) {
	s.Stop()
	s.player = side
}

// SetLevel changes the level, of a search going on too: it starts again.
func (s *Session) SetLevel(level sargon.Level) error {
	if level < sargon.MinLevel || level > sargon.MaxLevel {
		return fmt.Errorf("level %d: there are %d to %d", level, sargon.MinLevel, sargon.MaxLevel)
	}
	s.Stop()
	s.level = level
	return nil
}

// SetEngine lets another engine take over. On an error the old one stays.
func (s *Session) SetEngine(name string) error {
	engine, err := s.options.Open(name)
	if err != nil {
		return err
	}
	s.Stop()
	s.engine = name
	s.use(engine)
	return nil
}

func (s *Session) use(engine sargon.Engine) {
	s.open, s.mirror = engine, game.NewMirror(engine)
	s.SetSpeed(s.speed)
}

// SetSpeed makes an emulated engine think at a number of T-states a second, 0 as fast as
// it can. It works at once.
func (s *Session) SetSpeed(hz float64) {
	s.speed = hz
	emulated.SetSpeed(s.open, hz)
}

// Resign gives the game up for the person.
func (s *Session) Resign() error {
	if s.Over() {
		return ErrOver
	}
	s.Stop()
	s.game.Finish(game.Result{Outcome: game.Win(s.player.Other()), Reason: game.Resignation})
	return nil
}

// ClaimDraw ends the game if the position has come three times, or fifty moves went by.
func (s *Session) ClaimDraw() error {
	r := s.game.Result()
	if s.Over() {
		return ErrOver
	}
	if !r.Over() {
		return errors.New("no draw to claim: it takes the same position for the third time, " +
			"or fifty moves without a capture or a pawn's move")
	}
	s.Stop()
	s.game.Finish(r)
	s.claimed = true
	return nil
}

// Sync brings the engine to where the game stands, and returns the moves it could not
// follow. It opens the engine if need be.
func (s *Session) Sync() ([]game.Reset, error) {
	s.Stop()
	if s.open == nil {
		engine, err := s.options.Open(s.engine)
		if err != nil {
			return nil, err
		}
		s.use(engine)
	}
	resets, err := s.mirror.Sync(s.game)
	if err != nil {
		return resets, fmt.Errorf("%s: %w", s.engine, err)
	}
	if s.exact != nil {
		err = s.open.SetPosition(*s.exact)
		s.exact = nil
	}
	return resets, err
}

// Position returns the position as the engine holds it.
func (s *Session) Position() (sargon.Position, error) {
	if _, err := s.Sync(); err != nil {
		return sargon.Position{}, err
	}
	return s.open.Position(), nil
}

// TakeOver makes the engine hold a position exactly as a machine does, with the royal
// squares that its searches have left (spec §14.1). The board must be that of the game.
func (s *Session) TakeOver(p sargon.Position) { s.exact = &p }

// Adopt sets the person's side and the level as they are elsewhere, on the machine.
func (s *Session) Adopt(player sargon.Color, level sargon.Level) {
	s.Stop()
	s.player = player
	s.level = max(sargon.MinLevel, min(level, sargon.MaxLevel))
}
