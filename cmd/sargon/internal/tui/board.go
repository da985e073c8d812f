package tui

import (
	"fmt"
	"slices"
	"unicode"

	"github.com/gdamore/tcell/v2"

	"sargon78/cmd/sargon/internal/terminal"
	"sargon78/sargon"
	"sargon78/sargon/game"
	"sargon78/sargon/session"
)

// boardView shows the game on the modern board. The user moves with the mouse, arrows or letters.
type boardView struct {
	app   *App
	first bool // the game begins here, not on the machine's screen

	browser
	cursor   sargon.Square // moved by arrows; NoSquare while it is not shown
	selected sargon.Square // the piece to move; NoSquare if there is none
	input    []rune
	promote  []game.Move    // the choices: queen, rook, bishop, knight; empty if nothing is asked
	hits     []terminal.Hit // what the mouse can click
	pressed  bool           // the mouse's button
	dragged  sargon.Square  // where the mouse button was pressed
}

// reset drops the selection, and shows the game as it is now.
func (v *boardView) reset() { v.selected, v.promote, v.back = sargon.NoSquare, nil, 0 }

// update implements mode: when another game begins, or the user changes sides, the user's side moves to
// the lower edge.
func (v *boardView) update(before session.View) {
	now := &v.app.view
	v.game = now.Game
	if before.Player != now.Player || before.Game != now.Game || before.OnMachine != now.OnMachine {
		v.flip, v.cursor = now.Player == sargon.Black, sargon.NoSquare
	}
}

// browse shows the position after a number of half-moves.
func (v *boardView) browse(n int) {
	v.goTo(n)
	v.selected = sargon.NoSquare
}

// pick handles a chosen square: it selects a piece to move, or its target.
func (v *boardView) pick(s sargon.Square) {
	moves, piece := movesFrom(v.game, v.selected, s), v.game.Piece(s)
	from := v.selected
	switch {
	case v.back > 0:
		v.app.say("this is an earlier position: End goes back to the game")
	case v.promote != nil:
		i := slices.Index(v.promotionSquares(), s)
		v.choosePromotion(i)
	case len(moves) == 1:
		v.app.act(session.Play(moves[0]))
	case len(moves) > 1:
		v.askPromotion(moves)
	case from != s && piece != sargon.Empty && piece.Color() == v.mover():
		v.selected = s
	case v.premoving() && from != sargon.NoSquare && from != s:
		v.selected = sargon.NoSquare
		v.app.act(session.Move(from.String() + s.String()))
	default:
		v.selected = sargon.NoSquare
	}
}

// mover returns the side whose pieces the user moves: the side to move where two people play.
func (v *boardView) mover() sargon.Color {
	if v.app.view.Both {
		return v.game.Side()
	}
	return v.app.view.Player
}

// premoving reports whether a move of the user would be a premove.
func (v *boardView) premoving() bool {
	view := &v.app.view
	return view.EngineToMove && view.State != session.SelfPlaying
}

// askPromotion asks which piece a pawn becomes. The choices are shown on the board, the queen on the
// square to which the pawn goes.
func (v *boardView) askPromotion(moves []game.Move) {
	v.promote = slices.SortedFunc(slices.Values(moves), func(a, b game.Move) int {
		return int(b.Promotion) - int(a.Promotion)
	})
}

// promotionSquares returns the squares on which the choices of a promotion are shown, in their order.
func (v *boardView) promotionSquares() (all []sargon.Square) {
	for i, m := range v.promote {
		down := -i
		if m.To.Rank() == 0 {
			down = i
		}
		all = append(all, sargon.SquareAt(m.To.File(), m.To.Rank()+down))
	}
	return all
}

// choosePromotion makes one of the promotion moves, or none for a negative number.
func (v *boardView) choosePromotion(i int) {
	asked := v.promote
	v.promote, v.selected = nil, sargon.NoSquare
	if i < 0 {
		v.app.say("no promotion")
		return
	}
	v.app.act(session.Play(asked[i]))
}

// pickCursor chooses the square of the cursor.
func (v *boardView) pickCursor() {
	if v.cursor != sargon.NoSquare {
		v.pick(v.cursor)
	}
}

// movesFrom returns the legal moves from one square to another, several for a promotion.
func movesFrom(g *game.Game, from, to sargon.Square) []game.Move {
	return slices.DeleteFunc(g.Legal(), func(m game.Move) bool { return m.From != from || m.To != to })
}

// moveCursor moves the cursor in the directions of the board as it is shown.
func (v *boardView) moveCursor(files, ranks int) {
	if v.cursor == sargon.NoSquare {
		v.cursor = sargon.SquareAt(4, 1)
		if v.app.view.Player == sargon.Black {
			v.cursor = sargon.SquareAt(4, 6)
		}
		return
	}
	if v.flip {
		files, ranks = -files, -ranks
	}
	if to := sargon.Square(int(v.cursor) + 10*ranks + files); to.OnBoard() {
		v.cursor = to
	}
}

// mouse implements mode: a click or drag chooses squares, a click on a key at the bottom presses it,
// and the wheel goes through the moves.
func (v *boardView) mouse(e *tcell.EventMouse) {
	x, y := e.Position()
	square, onBoard := v.grid.square(x, y)
	was := v.pressed
	v.pressed = e.Buttons()&tcell.Button1 != 0
	switch {
	case e.Buttons()&tcell.WheelUp != 0:
		v.browse(v.ply() - 1)
	case e.Buttons()&tcell.WheelDown != 0:
		v.browse(v.ply() + 1)
	case v.pressed && !was:
		for _, h := range v.hits {
			if h.Has(x, y) {
				h.Run()
				return
			}
		}
		if onBoard {
			v.dragged = square
			v.pick(square)
		}
	case !v.pressed && was && onBoard && square != v.dragged && v.selected == v.dragged && v.promote == nil &&
		(v.premoving() || len(movesFrom(v.game, v.dragged, square)) > 0): // it was dragged
		v.pick(square)
	}
}

// addKeys implements mode.
func (v *boardView) addKeys(keys *terminal.Keys) {
	do := func(action session.Action) func() { return func() { v.app.act(action) } }
	back, hint := "back", "hint"
	if v.app.view.Over { // the keys of the help then need the room
		back, hint = "", ""
	}
	keys.Add("F3", back, "take back", do(session.TakeBack))
	keys.Add("Ctrl-Y", "", "make the moves again that were taken back", do(session.Redo))
	keys.Add("F4", hint, "hint", do(session.Hint))
	keys.Add("F5", "flip", "turn the board", v.turn)
	keys.Add("F6", "new", "new game", func() { v.input = []rune(":new ") })
	keys.Add("Ctrl-R", "", "resign", do(session.Resign))
	keys.Add("Esc", "", "forget what is typed or selected, or the premoves", v.escape)
	keys.Add("PgUp/Ctrl-P", "", "", func() { v.browse(v.ply() - 1) })
	keys.Add("PgDn/Ctrl-N", "", "", func() { v.browse(v.ply() + 1) })
	keys.Add("Home", "", "", func() { v.browse(0) })
	keys.Add("End", "", "", func() { v.browse(v.game.Len()) })
	keys.Add("Up", "", "", func() { v.moveCursor(0, 1) })
	keys.Add("Down", "", "", func() { v.moveCursor(0, -1) })
	keys.Add("Left", "", "", func() { v.moveCursor(-1, 0) })
	keys.Add("Right", "", "", func() { v.moveCursor(1, 0) })
	keys.Add("Space", "", "", v.pickCursor)
	keys.Add("Tab", "", "", v.complete)
	keys.Add("Return", "", "", v.enterKey)
}

// typing implements mode.
func (v *boardView) typing() bool { return len(v.input) > 0 }

// key implements mode: the key continues what the user types, or is the letter of a promotion.
func (v *boardView) key(e *tcell.EventKey) {
	if v.promote == nil {
		v.input = terminal.EditLine(v.input, e)
		return
	}
	v.choosePromotion(slices.IndexFunc(v.promote, func(m game.Move) bool {
		return unicode.ToUpper(e.Rune()) == rune(m.Promotion.Letter())
	}))
}

const boardHelp = `
The modern board

Type a move and press Return: e4, Nf3, nf3, exd5, O-O, e8=Q, e2e4. What you type is
completed by Tab, and by Return if it can mean one move only. Commands stand below; their
colon may be left out.

Arrows move a cursor; Space or Return takes a piece and puts it down. The mouse clicks or
drags. While Sargon thinks, any of these makes a premove, which is played when it has moved;
Escape forgets it. Page Up and Down, Home, End and the wheel go through the moves.

Sounds beyond the bell, and other programs as opponents, are not for this command: sargon match
plays UCI engines, and sargon uci plays in the graphical board of your choice.
`

// helpText implements mode.
func (v *boardView) helpText() string { return boardHelp }

// helpCommands implements mode.
func (v *boardView) helpCommands(width int) (lines []string) {
	for _, c := range v.app.commands {
		name := fmt.Sprintf(":%-7s%-16s ", c.Names[0], c.Args)
		lines = append(lines, terminal.Row(name, c.Help, width)...)
	}
	return append(lines, "")
}
