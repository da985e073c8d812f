package tui

import (
	"fmt"
	"strings"
	"time"

	"sargon78/cmd/sargon/internal/front"
	"sargon78/sargon"
	"sargon78/sargon/game"
)

// boardState is what the modern board knows besides the game.
type boardState struct {
	flip     bool
	cursor   sargon.Square // moved by arrows; NoSquare while it is not shown
	selected sargon.Square // the piece to move; NoSquare if there is none
	promote  []game.Move   // a choice of promotions to be made
	input    []rune
	refused  bool      // the input was; the next key begins another one
	ahead    []string  // moves typed while Sargon thinks
	pause    time.Time // when it goes on playing against itself
	browse   int       // half-moves of the position shown, while it is not the last one
	browsing bool      // browse holds
	hint     game.Move // shown on the board until the next move
	stuck    bool      // the engine has failed; it is asked again after the next action
	hits     []hit     // what the mouse can click on
	grid     boardGrid // where the squares are
}

// enterBoard shows the modern board. The machine is stopped, and the engine takes over.
func (a *App) enterBoard() {
	a.stopMachine()
	a.follower.Leave(a.session)
	a.left = a.gameKey()
	a.view = front.BoardView
	a.board.flip = a.session.Player() == sargon.Black
	a.skipping = false
	a.screen.EnableMouse()
	a.applySpeed()
	a.engineTurn()
}

// enterScreen shows the screen of 1978, with the same game.
func (a *App) enterScreen() {
	if a.gameKey() != a.left {
		if err := a.setUpMachine(); err != nil {
			a.message = err.Error()
			a.engineTurn()
			return
		}
	}
	a.session.Stop()
	a.session.SetAlone(false)
	a.view = front.ScreenView
	a.board.stuck = false
	a.screen.DisableMouse()
	a.applySpeed()
	a.startMachine()
}

// setUpMachine puts the game up in the dialogue of the program.
func (a *App) setUpMachine() error {
	from := a.session.Engine()
	took, err := a.session.SetUp(a.program)
	if err != nil {
		return err
	}
	if took {
		a.message = "the machine takes over from " + from
	}
	a.follower.TakenUp(a.session, 0)
	a.power = true
	return nil
}

// gameKey changes whenever the game does, or who plays it.
func (a *App) gameKey() string {
	g := a.session.Game()
	key := fmt.Sprint(a.session.Player(), a.session.Level(), g.Result(), g.StartFEN())
	for _, p := range g.Plies() {
		key += " " + p.Move.String()
	}
	return key
}

// engineTurn lets the engine think if it is its turn.
func (a *App) engineTurn() {
	if a.view != front.BoardView || a.board.stuck || a.session.Searching() != nil ||
		!a.session.EngineToMove() || a.o.Now().Before(a.board.pause) {
		return
	}
	resets, err := a.session.Think(a.news)
	a.tellResets(resets)
	if err != nil {
		a.engineFailed(err)
	}
}

func (a *App) engineFailed(err error) {
	a.board.stuck = true
	a.message = err.Error()
}

// tellResets says which moves the engine could not follow.
func (a *App) tellResets(resets []game.Reset) {
	if len(resets) > 0 {
		a.message = resets[len(resets)-1].String()
	}
}

// news is called by the search, from its own goroutine.
func (a *App) news() {
	select {
	case a.wake <- struct{}{}:
	default:
	}
}

// hearEngine takes a finished search over.
func (a *App) hearEngine() {
	s := a.session.Searching()
	if s == nil || !s.Done() {
		return
	}
	found, err := a.session.Finish()
	if err != nil {
		a.engineFailed(err)
		return
	}
	a.skipped()
	if found.Hint {
		a.board.hint = found.Move
		a.message = fmt.Sprintf("hint: %s (%s)", found.SAN, found.Result.Score)
		return
	}
	a.moved()
	if a.session.Alone() {
		a.board.pause = a.o.Now().Add(pauseAlone)
	}
	a.engineTurn() // after a change of sides it may be its turn again
	a.playAhead()
}

// pauseAlone lets people see each move of Sargon against itself.
const pauseAlone = time.Second

// playAlone lets Sargon play against itself, or no longer.
func (a *App) playAlone() {
	if a.session.Over() {
		a.message = "the game is over; F6 begins another one"
		return
	}
	if a.view == front.ScreenView {
		a.switchView()
	}
	a.session.SetAlone(!a.session.Alone())
	a.board.pause, a.board.ahead = time.Time{}, nil
	a.engineTurn()
}

// playAhead plays the first of the moves that were typed while Sargon thought.
func (a *App) playAhead() {
	b := &a.board
	if len(b.ahead) == 0 || a.session.EngineToMove() || a.session.Over() {
		return
	}
	text := b.ahead[0]
	b.ahead, a.message = b.ahead[1:], ""
	if !a.playText(text) {
		b.ahead = nil
		a.message = "typed ahead, but not possible now: " + a.message
	}
}

// moved takes notice of a move of either side.
func (a *App) moved() {
	b := &a.board
	b.selected, b.promote, b.hint = sargon.NoSquare, nil, game.Move{}
	b.browsing, b.stuck = false, false
	if a.session.Over() {
		a.session.SetAlone(false)
	}
	a.keep()
}

// play makes a move of the person.
func (a *App) play(m game.Move) {
	if err := a.session.Play(m); err != nil {
		a.message = err.Error()
		return
	}
	a.moved()
	a.engineTurn()
}

// playText makes a move that was typed.
func (a *App) playText(text string) bool {
	switch {
	case a.session.Over():
		a.message = "the game is over; F6 begins another one"
		return false
	case a.session.Alone():
		a.message = "Sargon plays itself; Ctrl-A: you go on"
		return false
	case a.session.EngineToMove():
		a.board.ahead = append(a.board.ahead, text)
		a.message = fmt.Sprintf("kept: %s (Esc forgets it, :now hurries Sargon)",
			strings.Join(a.board.ahead, ", "))
		return true
	}
	m, err := a.session.Game().ParseMove(text)
	if err != nil {
		// What was typed may be the beginning of one move only.
		if all := suggestions(a.session.Game(), text); len(all) == 1 {
			a.play(all[0].move)
			return true
		}
		a.message = err.Error()
		if text, ok := front.Illegal(err); ok {
			a.message = text
		}
		return false
	}
	a.play(m)
	return true
}

// changed takes notice of an action that was no move.
func (a *App) changed(message string, err error) {
	a.board.stuck = false
	if err != nil {
		a.message = err.Error()
		a.engineTurn()
		return
	}
	a.moved()
	a.message = message
	a.engineTurn()
}

func (a *App) askHint() {
	if a.session.EngineToMove() {
		a.message = "it is not your turn"
		return
	}
	resets, err := a.session.Hint(a.news)
	a.tellResets(resets)
	if err != nil {
		a.message = err.Error()
		return
	}
	a.message = fmt.Sprintf("looking for a hint at level %d", a.session.Level())
}

func (a *App) flipBoard() { a.board.flip = !a.board.flip }

// resign asks once more before it gives up.
func (a *App) resign() {
	if !a.resigns && !a.session.Over() {
		a.askResign()
		return
	}
	a.resigns = false
	a.act(front.Resign, "")
}

func (a *App) askResign() {
	a.resigns = true
	a.message = "resign? Control-R again gives up, any other key goes on"
}

func (a *App) moveNow() {
	found, err := a.session.MoveNow()
	if err != nil {
		a.message = err.Error()
		return
	}
	a.moved()
	a.message = "moved at once: " + found.SAN
	a.engineTurn()
}

// browseTo shows the position after a number of half-moves.
func (a *App) browseTo(n int) {
	last := a.session.Game().Len()
	b := &a.board
	b.browse = max(0, min(n, last))
	b.browsing = b.browse < last
	b.selected = sargon.NoSquare
}

// shownPly returns the number of half-moves of the position shown.
func (a *App) shownPly() int {
	if a.board.browsing {
		return a.board.browse
	}
	return a.session.Game().Len()
}

// shownGame returns the game as it stood in the position shown.
func (a *App) shownGame() *game.Game {
	if a.board.browsing {
		return a.session.Game().At(a.board.browse)
	}
	return a.session.Game()
}

// pick handles a square that was chosen: a piece to move, or where it goes.
func (a *App) pick(s sargon.Square) {
	b := &a.board
	if b.browsing {
		a.message = "this is an earlier position: End goes back to the game"
		return
	}
	g := a.session.Game()
	if b.selected == s {
		b.selected = sargon.NoSquare
		return
	}
	moves := movesFrom(g, b.selected, s)
	switch {
	case len(moves) == 1:
		a.play(moves[0])
		return
	case len(moves) > 1:
		b.promote = moves
		return
	}
	piece := g.Piece(s)
	b.selected = sargon.NoSquare
	if piece != sargon.Empty && piece.Color() == a.session.Player() {
		b.selected = s
	}
}

// movesFrom returns the legal moves from one square to another, several for a promotion.
func movesFrom(g *game.Game, from, to sargon.Square) []game.Move {
	var moves []game.Move
	for _, m := range g.Legal() {
		if m.From == from && m.To == to {
			moves = append(moves, m)
		}
	}
	return moves
}

// targets are the squares to which the selected piece can go.
func (a *App) targets() map[sargon.Square]bool {
	found := map[sargon.Square]bool{}
	if a.board.selected == sargon.NoSquare || a.board.browsing {
		return found
	}
	for _, m := range a.session.Game().Legal() {
		if m.From == a.board.selected {
			found[m.To] = true
		}
	}
	return found
}
