package session

import (
	"errors"
	"fmt"
	"strings"

	"sargon78/sargon"
	"sargon78/sargon/game"
)

// Action is something that the user does. It returns a message for when it is done, or why it is not
// possible: then nothing has changed.
type Action func(t *Session) (message string, err error)

// Do does an action. Changes returns what has changed because of it.
func (t *Session) Do(a Action) error {
	t.resignConfirmed, t.resignPending = t.resignPending, false
	t.engineBroken = false
	if t.machine.inUse {
		t.follow()
		t.machine.dialogueKey = t.key()
	}
	said, err := a(t)
	if err != nil {
		return err
	}
	t.unsaved = true
	if t.machine.inUse && t.key() != t.machine.dialogueKey {
		if err := t.setUpMachine(); err != nil {
			_, _ = UseEngine(t)
			t.machine.dialogueKey = "" // its dialogue has another game
			return err
		}
	}
	if said != "" {
		t.report("%s", said)
	}
	return nil
}

// Move makes a move of the user, as text of any notation: Nf3, e2e4. While it is not the
// user's turn it becomes a premove.
func Move(text string) Action {
	return func(t *Session) (string, error) {
		switch {
		case t.over():
			return "", ErrOver
		case t.selfPlay:
			return "", ErrSelfPlay
		case t.engineToMove():
			t.premoves = append(t.premoves, text)
			t.changed(Change{Kind: PremoveAdded, Text: text})
			return "", nil
		}
		err := t.moveText(text)
		if err != nil {
			t.premoves = nil
		}
		return "", err
	}
}

func (t *Session) moveText(text string) error {
	m, err := t.game.ParseMove(text)
	if err != nil {
		return err
	}
	_, err = Play(m)(t)
	return err
}

// Play makes a move of the user.
func Play(m game.Move) Action {
	return func(t *Session) (string, error) {
		if err := t.yourTurn(); err != nil {
			return "", err
		}
		t.stop()
		return "", t.add(m, t.elapsed(), nil)
	}
}

// yourTurn reports why the user is not to move, if they are not.
func (t *Session) yourTurn() error {
	switch {
	case t.over():
		return ErrOver
	case t.engineToMove():
		return ErrNotYourTurn
	}
	return nil
}

// TakeBack goes back to where the user last had to move, or takes back a resignation or the claim
// of a draw.
func TakeBack(t *Session) (string, error) {
	if r := t.game.Result(); r.Reason == game.Resignation || t.drawClaimed {
		t.game.Finish(game.Result{})
		t.restart()
		return fmt.Sprintf("the %s is taken back; the game goes on", r.Reason), nil
	}
	n, said := 1, "took back one move"
	if t.game.Side() == t.player {
		n, said = 2, "took back your move and Sargon's reply"
	}
	if t.game.Len() < n {
		return "", ErrFirstMove
	}
	t.stop()
	t.game.TakeBack(n)
	t.restart()
	return said, nil
}

// Resign gives the game up for the user when it is done twice; View.ResignPending is true in between.
func Resign(t *Session) (string, error) {
	if !t.resignConfirmed && !t.over() {
		t.resignPending = true
		return "", nil
	}
	return "you have resigned", t.resign()
}

func (t *Session) resign() error {
	if t.over() {
		return ErrOver
	}
	t.stop()
	t.game.Finish(game.Result{Outcome: game.Win(t.player.Other()), Reason: game.Resignation})
	return nil
}

// CancelResign answers the question of Resign with no.
func CancelResign(*Session) (string, error) { return "", nil }

// ClaimDraw ends the game if the position has come three times, or fifty moves went by.
func ClaimDraw(t *Session) (string, error) {
	r := t.game.Result()
	if t.over() {
		return "", ErrOver
	}
	if !r.Over() {
		return "", errors.New("no draw yet: neither threefold repetition nor fifty-move rule")
	}
	t.stop()
	t.game.Finish(r)
	t.drawClaimed = true
	return "a draw", nil
}

// NewGame begins another game from the start position.
func NewGame(player sargon.Color) Action {
	return func(t *Session) (string, error) {
		t.setGame(game.New(), player)
		return fmt.Sprintf("a new game; you play %v", player), nil
	}
}

// SetUpMachine begins from a FEN, with the user to move.
func SetUp(fen string) Action {
	return func(t *Session) (string, error) {
		g, err := game.FromFEN(fen)
		if err != nil {
			return "", err
		}
		t.setGame(g, g.Side())
		said := fmt.Sprintf("the position is set; you play %v, and are to move", g.Side())
		return strings.Join(append(g.Warnings(), said), "; "), nil
	}
}

// Open goes on with another game.
func Open(g *game.Game, player sargon.Color) Action {
	return func(t *Session) (string, error) {
		t.setGame(g, player)
		return "", nil
	}
}

// SetLevel changes the level; a search going on starts again.
func SetLevel(level sargon.Level) Action {
	return func(t *Session) (string, error) {
		if level < sargon.MinLevel || level > sargon.MaxLevel {
			return "", fmt.Errorf("there is no level %d; choose %d to %d", level, sargon.MinLevel,
				sargon.MaxLevel)
		}
		t.stop()
		t.level = level
		return fmt.Sprintf("level %d", level), nil
	}
}

// SetEngine lets another engine take over.
func SetEngine(name string) Action {
	return func(t *Session) (string, error) {
		engine, err := t.o.Open(name)
		if err != nil {
			return "", err
		}
		t.stop()
		t.engineName = name
		t.use(engine)
		return name + " takes over", nil
	}
}

// ChangeSides has the engine play the other side from now on.
func ChangeSides(t *Session) (string, error) {
	t.stop()
	t.player, t.premoves = t.player.Other(), nil
	return fmt.Sprintf("you play %v", t.player), nil
}

// SelfPlay has the engine play both sides, or gives the user their side back. A machine that runs on
// a goroutine is left for that. One with Options.Stepped plays both sides from its next turn on.
func SelfPlay(t *Session) (string, error) {
	if t.machine.inUse && t.o.Stepped {
		t.machineSelfPlay(!t.selfPlay)
		return "", nil
	}
	if t.over() {
		return "", ErrOver
	}
	if _, err := UseEngine(t); err != nil {
		return "", err
	}
	t.selfPlay, t.premoves = !t.selfPlay, nil
	if !t.engineToMove() {
		t.stop()
	}
	if t.selfPlay {
		return "Sargon plays itself; watch again: you play on", nil
	}
	return fmt.Sprintf("you play %v again", t.player), nil
}

// Hint looks for what the engine would play in the user's place.
func Hint(t *Session) (string, error) { return t.hintOf(1) }

// Analyze is Hint for several moves: they are in View.Candidates.
func Analyze(t *Session) (string, error) {
	const moves = 4
	return t.hintOf(moves)
}

func (t *Session) hintOf(moves int) (string, error) {
	if err := t.yourTurn(); err != nil {
		return "", err
	}
	return "", t.think(moves)
}

// MoveNow has the engine play the best move that it has found so far.
func MoveNow(t *Session) (string, error) {
	s := t.search
	if s == nil {
		return "", ErrNotBusy
	}
	if s.lines > 0 || !s.over() && s.now().Best.IsZero() {
		return "", ErrNoMoveYet
	}
	s.stop()
	<-s.done
	t.finishSearch()
	return "", nil
}

// ClearPremoves forgets the premoves.
func ClearPremoves(t *Session) (string, error) {
	t.premoves, t.machine.premove = nil, nil
	return "", nil
}

// Skip has machine and engine go as fast as they can until it is the user's turn.
func Skip(t *Session) (string, error) {
	if !t.busy() {
		return "", ErrNotBusy
	}
	t.skipping = true
	t.applySpeed()
	return "", nil
}
