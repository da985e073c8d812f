package session

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"sargon78/sargon"
	"sargon78/sargon/game"
)

// Action is something that the user does. It returns a message for when it is done, or why it is not
// possible: then nothing has changed.
type Action func(s *Session) (message string, err error)

// Do does an action. Changes returns what has changed because of it.
func (s *Session) Do(a Action) error {
	if s.machine.inUse {
		s.follow()
		s.machine.dialogueKey = s.key()
	}
	before := s.state
	said, err := a(s)
	if s.state == before && (before == Resigning || before == EngineFailed) {
		s.state = Playing
	}
	if err != nil {
		return err
	}
	s.unsaved = true
	if s.machine.inUse && s.key() != s.machine.dialogueKey {
		if err := s.setUpMachine(); err != nil {
			_, _ = UseEngine(s)
			s.machine.dialogueKey = "" // its dialogue has another game
			return err
		}
	}
	if said != "" {
		s.report("%s", said)
	}
	return nil
}

// Move makes a move of the user, as text of any notation: Nf3, e2e4. While it is not the
// user's turn it becomes a premove.
func Move(text string) Action {
	return func(s *Session) (string, error) {
		switch {
		case s.over():
			return "", ErrOver
		case s.state == SelfPlaying:
			return "", ErrSelfPlay
		case s.engineToMove():
			// Whether a move will be possible is not known yet, but a word that is none never will be.
			var illegal *sargon.IllegalMoveError
			if _, err := s.game.ParseMove(text); errors.As(err, &illegal) && illegal.Reason == game.NotAMove {
				return "", err
			}
			s.premoves = append(s.premoves, text)
			s.changed(Change{Kind: PremoveAdded, Text: text})
			return "", nil
		}
		err := s.moveText(text)
		if err != nil {
			s.premoves = nil
		}
		return "", err
	}
}

func (s *Session) moveText(text string) error {
	m, err := s.game.ParseMove(text)
	if err != nil {
		return err
	}
	_, err = Play(m)(s)
	return err
}

// Play makes a move of the user.
func Play(m game.Move) Action {
	return func(s *Session) (string, error) {
		if err := s.yourTurn(); err != nil {
			return "", err
		}
		s.stop()
		return "", s.add(m, s.elapsed(), nil)
	}
}

// yourTurn reports why the user is not to move, if they are not.
func (s *Session) yourTurn() error {
	switch {
	case s.over():
		return ErrOver
	case s.engineToMove():
		return ErrNotYourTurn
	}
	return nil
}

// TakeBack goes back to where the user last had to move, or takes back a resignation or the claim
// of a draw.
func TakeBack(s *Session) (string, error) {
	if r := s.game.Result(); r.Reason == game.Resignation || r.Reason == game.TimeForfeit ||
		r.Reason.Claimed() && !s.game.Claimable() {
		s.game.Finish(game.Result{})
		s.restart()
		return fmt.Sprintf("the %s is taken back; the game goes on", r.Reason), nil
	}
	n, said := 1, "took back one move"
	if s.game.Side() == s.player && !s.both {
		n, said = 2, "took back your move and Sargon's reply"
	}
	if s.game.Len() < n {
		return "", ErrFirstMove
	}
	s.stop()
	s.undone = append(s.undone, slices.Clone(s.game.Plies()[s.game.Len()-n:]))
	s.game.TakeBack(n)
	s.restart()
	return said, nil
}

// Redo makes the moves again that were taken back last.
func Redo(s *Session) (string, error) {
	last := len(s.undone) - 1
	if last < 0 {
		return "", ErrNoneUndone
	}
	plies, others := s.undone[last], s.undone[:last]
	s.stop()
	var made []string
	for _, p := range plies {
		if err := s.add(p.Move, p.Elapsed, p.Note); err != nil {
			return "", err
		}
		made = append(made, p.SAN)
	}
	s.undone = others
	return "again: " + strings.Join(made, " "), nil
}

// Resign resigns the game for the user at the second call; after the first, the state is Resigning.
func Resign(s *Session) (string, error) {
	switch {
	case s.over():
		return "", ErrOver
	case s.state == SelfPlaying:
		return "", ErrSelfPlay
	case s.state != Resigning:
		s.state = Resigning
		return "", nil
	}
	if s.both {
		return fmt.Sprintf("%v has resigned", s.game.Side()), s.resign(s.game.Side())
	}
	return "you have resigned", s.resign(s.player)
}

// resign ends the game as lost by a side that resigns. It returns ErrOver if the game is already over.
func (s *Session) resign(loser sargon.Color) error {
	if s.over() {
		return ErrOver
	}
	s.stop()
	s.game.Finish(game.Result{Outcome: game.Win(loser.Other()), Reason: game.Resignation})
	return nil
}

// CancelResign answers the question of Resign with no.
func CancelResign(*Session) (string, error) { return "", nil }

// ClaimDraw ends the game if the position has come three times, or fifty moves went by.
func ClaimDraw(s *Session) (string, error) {
	r := s.game.Result()
	if s.over() {
		return "", ErrOver
	}
	if !r.Over() {
		return "", errors.New("no draw yet: neither threefold repetition nor fifty-move rule")
	}
	s.stop()
	s.game.Finish(r)
	return "a draw", nil
}

// NewGame begins another game from the start position.
func NewGame(player sargon.Color) Action {
	return func(s *Session) (string, error) {
		s.setGame(game.New(), player)
		if s.both {
			return "a new game", nil
		}
		return fmt.Sprintf("a new game; you play %v", player), nil
	}
}

// SetUp begins from a FEN, with the user to move.
func SetUp(fen string) Action {
	return func(s *Session) (string, error) {
		g, err := game.FromFEN(fen)
		if err != nil {
			return "", err
		}
		s.setGame(g, g.Side())
		said := fmt.Sprintf("the position is set; you play %v, and are to move", g.Side())
		if s.both {
			said = fmt.Sprintf("the position is set; %v is to move", g.Side())
		}
		if s.over() {
			said = fmt.Sprintf("the position is set; the game is over: %s", g.Result().Description())
		}
		return strings.Join(append(g.Warnings(), said), "; "), nil
	}
}

// Open goes on with another game.
func Open(g *game.Game, player sargon.Color) Action {
	return func(s *Session) (string, error) {
		s.setGame(g, player)
		return "", nil
	}
}

// SetLevel changes the level; a search going on starts again.
func SetLevel(level sargon.Level) Action {
	return func(s *Session) (string, error) {
		if level < sargon.MinLevel || level > sargon.MaxLevel {
			return "", fmt.Errorf("there is no level %d; choose %d to %d", level, sargon.MinLevel,
				sargon.MaxLevel)
		}
		s.stop()
		s.level = level
		return fmt.Sprintf("level %d", level), nil
	}
}

// SetEngine lets another engine take over.
func SetEngine(name string) Action {
	return func(s *Session) (string, error) {
		engine, err := s.o.Open(name)
		if err != nil {
			return "", err
		}
		s.stop()
		s.engineName = name
		s.use(engine)
		return name + " takes over", nil
	}
}

// ChangeSides has the engine play the other side from now on.
func ChangeSides(s *Session) (string, error) {
	s.stop()
	s.player, s.premoves = s.player.Other(), nil
	if s.both {
		return fmt.Sprintf("the board stands as %v sees it", s.player), nil
	}
	return fmt.Sprintf("you play %v", s.player), nil
}

// SelfPlay has the engine play both sides, or gives the user their side back. A machine that runs on
// a goroutine is left for that. One with Options.Stepped plays both sides from its next turn on.
func SelfPlay(s *Session) (string, error) {
	if s.machine.inUse && s.o.Stepped {
		s.machineSelfPlay(s.state != SelfPlaying)
		return "", nil
	}
	if s.over() {
		return "", ErrOver
	}
	if _, err := UseEngine(s); err != nil {
		return "", err
	}
	s.premoves = nil
	if s.state != SelfPlaying {
		s.state = SelfPlaying
		return "Sargon plays itself; self-play again: you play on", nil
	}
	s.state = Playing
	if !s.engineToMove() {
		s.stop()
	}
	if s.both {
		return "you play both sides again", nil
	}
	return fmt.Sprintf("you play %v again", s.player), nil
}

// Hint looks for what the engine would play in the user's place.
func Hint(s *Session) (string, error) { return s.hintOf(1) }

// Analyze is Hint for several moves: they are in View.Candidates.
func Analyze(s *Session) (string, error) {
	const moves = 4
	return s.hintOf(moves)
}

func (s *Session) hintOf(moves int) (string, error) {
	if err := s.yourTurn(); err != nil {
		return "", err
	}
	return "", s.think(moves)
}

// MoveNow has the engine play the best move that it has found so far.
func MoveNow(s *Session) (string, error) {
	running := s.search
	if running == nil {
		return "", ErrNotBusy
	}
	if running.lines > 0 || !running.over() && running.now().Best.IsZero() {
		return "", ErrNoMoveYet
	}
	running.stop()
	<-running.done
	s.finishSearch()
	return "", nil
}

// ClearPremoves forgets the premoves.
func ClearPremoves(s *Session) (string, error) {
	if len(s.premoves)+len(s.machine.premove) == 0 {
		return "", ErrNoPremove
	}
	s.premoves, s.machine.premove = nil, nil
	return "no premove any more", nil
}

// Skip has machine and engine go as fast as they can until it is the user's turn.
func Skip(s *Session) (string, error) {
	if !s.busy() {
		return "", ErrNotBusy
	}
	s.skipping = true
	s.applySpeed()
	return "", nil
}
