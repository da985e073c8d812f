package tui

import (
	"strings"
	"unicode"

	"github.com/gdamore/tcell/v2"

	"sargon78/cmd/sargon/internal/terminal"
	"sargon78/sargon"
	"sargon78/sargon/session"
)

// boardKey handles a key on the modern board that is being typed, or moves the cursor.
func (a *App) boardKey(e *tcell.EventKey) {
	b := &a.board
	step, arrow := arrows[e.Key()]
	isRune := e.Key() == tcell.KeyRune
	switch {
	case len(b.promote) > 0:
		a.choosePromotion(e)
	case arrow:
		a.moveCursor(step[0], step[1])
	case isRune && e.Rune() == ' ' && len(b.input) == 0:
		if b.cursor != sargon.NoSquare {
			a.pick(b.cursor)
		}
	default:
		if b.refused && isRune { // it is selected, so to speak
			b.input = nil
		}
		b.input, b.refused = terminal.Edited(b.input, e), false
	}
}

// escape takes back what is half done: typing, a selection, browsing.
func (a *App) escape() {
	b := &a.board
	switch {
	case len(b.input) > 0:
		b.input, b.refused = nil, false
	case len(a.view.Premoves) > 0:
		a.act(session.Forget)
	case b.selected != sargon.NoSquare:
		b.selected = sargon.NoSquare
	case b.browsing:
		b.browsing = false
	default:
		b.cursor = sargon.NoSquare
	}
}

func (a *App) enterKey() {
	b := &a.board
	text := strings.TrimSpace(string(b.input))
	word, _, _ := strings.Cut(text, " ")
	_, isCommand := commands.Find(word)
	switch {
	case isCommand || strings.HasPrefix(text, ":"):
		b.input = nil
		a.command(strings.TrimPrefix(text, ":"))
	case strings.Contains(text, " "):
		b.input = nil
		a.offerText(text)
	case text != "":
		b.browsing = false
		b.refused = !a.playText(text)
		if !b.refused {
			b.input = nil
		}
	case b.cursor != sargon.NoSquare:
		a.pick(b.cursor)
	}
}

func (a *App) complete() {
	b := &a.board
	b.refused = false
	typed := string(b.input)
	if strings.HasPrefix(typed, ":") {
		b.input = []rune(completeCommand(typed))
		return
	}
	b.input = []rune(completed(typed, suggestions(a.view.Game, typed)))
}

// choosePromotion takes the letter of a piece.
func (a *App) choosePromotion(e *tcell.EventKey) {
	b := &a.board
	choice := unicode.ToLower(e.Rune())
	if e.Key() == tcell.KeyEnter {
		choice = 'q'
	} else if e.Key() != tcell.KeyRune {
		b.promote, b.selected = nil, sargon.NoSquare
		return
	}
	for _, m := range b.promote {
		if rune(m.Promotion.Letter()|0x20) == choice {
			a.act(session.Play(m))
			return
		}
	}
}

// arrows are the steps of the cursor, in files and ranks.
var arrows = map[tcell.Key][2]int{
	tcell.KeyUp: {0, 1}, tcell.KeyDown: {0, -1}, tcell.KeyLeft: {-1, 0}, tcell.KeyRight: {1, 0},
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
	file, rank := b.cursor.File()+files, b.cursor.Rank()+ranks
	if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
		b.cursor = sargon.SquareAt(file, rank)
	}
}

// boardMouse handles the mouse: squares by click or drag, keys at the bottom by click, the
// wheel goes through the moves.
func (a *App) boardMouse(e *tcell.EventMouse) {
	b := &a.board
	x, y := e.Position()
	pressed := e.Buttons()&tcell.Button1 != 0
	was := a.pressed
	a.pressed = pressed
	switch {
	case e.Buttons()&tcell.WheelUp != 0:
		a.browseTo(a.shownPly() - 1)
	case e.Buttons()&tcell.WheelDown != 0:
		a.browseTo(a.shownPly() + 1)
	case pressed && !was:
		for _, h := range a.hits {
			if h.Has(x, y) {
				h.Run()
				return
			}
		}
		if s, ok := b.grid.square(x, y); ok {
			a.dragged = s
			a.pick(s)
		}
	case !pressed && was:
		// Let go on another square: the piece was dragged.
		s, ok := b.grid.square(x, y)
		if ok && s != a.dragged && b.selected == a.dragged &&
			len(movesFrom(a.view.Game, a.dragged, s)) > 0 {
			a.pick(s)
		}
	}
}
