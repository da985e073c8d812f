package tui

import (
	"sargon78/sargon"
	"sargon78/sargon/game"
	"sargon78/sargon/session"
)

// boardState is what the modern board knows besides the game.
type boardState struct {
	flip     bool
	cursor   sargon.Square // moved by arrows; NoSquare while it is not shown
	selected sargon.Square // the piece to move; NoSquare if there is none
	promote  []game.Move   // a choice of promotions to be made
	input    []rune
	refused  bool      // the input was; the next key begins another one
	browse   int       // half-moves of the position shown, while it is not the last one
	browsing bool      // browse holds
	grid     boardGrid // where the squares are
}

// settle forgets what was chosen, and shows the game as it is now.
func (b *boardState) settle() {
	b.selected, b.promote, b.browsing = sargon.NoSquare, nil, false
}

// turnBoard shows the board as the person sees it.
func (a *App) turnBoard() {
	a.board.flip, a.board.cursor = a.view.Player == sargon.Black, sargon.NoSquare
}

// playText makes a move that was typed. It may be the beginning of one move only.
func (a *App) playText(text string) bool {
	g := a.view.Game
	if _, err := g.ParseMove(text); err != nil && !a.view.EngineToMove && !a.view.Over {
		if all := suggestions(g, text); len(all) == 1 {
			return a.do(session.Play(all[0].move))
		}
	}
	return a.do(session.Move(text))
}

func (a *App) flipBoard() { a.board.flip = !a.board.flip }

// browseTo shows the position after a number of half-moves.
func (a *App) browseTo(n int) {
	last := a.view.Game.Len()
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
	return a.view.Game.Len()
}

// shownGame returns the game as it stood in the position shown.
func (a *App) shownGame() *game.Game {
	if a.board.browsing {
		return a.view.Game.At(a.board.browse)
	}
	return a.view.Game
}

// pick handles a square that was chosen: a piece to move, or where it goes.
func (a *App) pick(s sargon.Square) {
	b := &a.board
	if b.browsing {
		a.Message = "this is an earlier position: End goes back to the game"
		return
	}
	g := a.view.Game
	if b.selected == s {
		b.selected = sargon.NoSquare
		return
	}
	moves := movesFrom(g, b.selected, s)
	switch {
	case len(moves) == 1:
		a.act(session.Play(moves[0]))
		return
	case len(moves) > 1:
		b.promote = moves
		return
	}
	piece := g.Piece(s)
	b.selected = sargon.NoSquare
	if piece != sargon.Empty && piece.Color() == a.view.Player {
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
	for _, m := range a.view.Game.Legal() {
		if m.From == a.board.selected {
			found[m.To] = true
		}
	}
	return found
}
