package tui

import (
	"slices"
	"strings"

	"github.com/gdamore/tcell/v2"

	"sargon78/sargon"
	"sargon78/sargon/game"
	"sargon78/sargon/session"
)

// boardState is what the modern board knows besides the game.
type boardState struct {
	flip     bool
	cursor   sargon.Square // moved by arrows; NoSquare while it is not shown
	selected sargon.Square // the piece to move; NoSquare if there is none
	input    []rune
	back     int       // half-moves from the last position to the one that is shown
	grid     boardGrid // where the squares are
}

// reset forgets what was chosen, and shows the game as it is now.
func (b *boardState) reset() { b.selected, b.back = sargon.NoSquare, 0 }

// turnBoard shows the board as the user sees it.
func (a *App) turnBoard() {
	a.board.flip, a.board.cursor = a.view.Player == sargon.Black, sargon.NoSquare
}

func (a *App) flipBoard() { a.board.flip = !a.board.flip }

// browseTo shows the position after a number of half-moves.
func (a *App) browseTo(n int) {
	last := a.view.Game.Len()
	a.board.back = last - max(0, min(n, last))
	a.board.selected = sargon.NoSquare
}

// shownPly returns the number of half-moves of the position shown.
func (a *App) shownPly() int { return a.view.Game.Len() - a.board.back }

// shownGame returns the game as it stood in the position shown.
func (a *App) shownGame() *game.Game {
	if a.board.back > 0 {
		return a.view.Game.At(a.shownPly())
	}
	return a.view.Game
}

// pick handles a square that was chosen: a piece to move, or where it goes.
func (a *App) pick(s sargon.Square) {
	b, g := &a.board, a.view.Game
	moves, piece := movesFrom(g, b.selected, s), g.Piece(s)
	switch {
	case b.back > 0:
		a.say("this is an earlier position: End goes back to the game")
	case len(moves) == 1:
		a.act(session.Play(moves[0]))
	case len(moves) > 1: // promotions: the letter is typed
		san := g.SAN(moves[0])
		b.input = []rune(san[:strings.Index(san, "=")+1])
	case b.selected != s && piece != sargon.Empty && piece.Color() == a.view.Player:
		b.selected = s
	default:
		b.selected = sargon.NoSquare
	}
}

// pickCursor chooses the square of the cursor.
func (a *App) pickCursor() {
	if a.board.cursor != sargon.NoSquare {
		a.pick(a.board.cursor)
	}
}

// movesFrom returns the legal moves from one square to another, several for a promotion.
func movesFrom(g *game.Game, from, to sargon.Square) []game.Move {
	return slices.DeleteFunc(g.Legal(), func(m game.Move) bool { return m.From != from || m.To != to })
}

// moveCursor moves the cursor as one sees the board.
func (a *App) moveCursor(files, ranks int) {
	b := &a.board
	if b.cursor == sargon.NoSquare {
		b.cursor = sargon.SquareAt(4, 1)
		if a.view.Player == sargon.Black {
			b.cursor = sargon.SquareAt(4, 6)
		}
		return
	}
	if b.flip {
		files, ranks = -files, -ranks
	}
	if to := sargon.Square(int(b.cursor) + 10*ranks + files); to.OnBoard() {
		b.cursor = to
	}
}

// boardMouse handles the mouse: squares by click or drag, keys at the bottom by click, the
// wheel goes through the moves.
func (a *App) boardMouse(e *tcell.EventMouse) {
	x, y := e.Position()
	square, onBoard := a.board.grid.square(x, y)
	was := a.pressed
	a.pressed = e.Buttons()&tcell.Button1 != 0
	switch {
	case e.Buttons()&tcell.WheelUp != 0:
		a.browseTo(a.shownPly() - 1)
	case e.Buttons()&tcell.WheelDown != 0:
		a.browseTo(a.shownPly() + 1)
	case a.pressed && !was:
		for _, h := range a.hits {
			if h.Has(x, y) {
				h.Run()
				return
			}
		}
		if onBoard {
			a.dragged = square
			a.pick(square)
		}
	case !a.pressed && was && onBoard && square != a.dragged && a.board.selected == a.dragged &&
		len(movesFrom(a.view.Game, a.dragged, square)) > 0: // it was dragged
		a.pick(square)
	}
}
