package tui

import (
	"github.com/gdamore/tcell/v2"

	"sargon78/cmd/sargon/internal/terminal"
	"sargon78/sargon/session"
)

// keys are those that do something now, whatever is being typed, in the order of the help.
func (a *App) keys() (keys terminal.Keys) {
	do := func(action session.Action) func() { return func() { a.act(action) } }
	other, skip := "1978", "skip"
	if a.view.AtMachine {
		other, skip = "board", "skip the wait"
	}
	keys.Add("F1/?", "help", "this page", a.help.Show)
	if a.replay != nil {
		return a.replayKeys(keys)
	}
	keys.Add("F2", other, "the other view of the same game", a.switchView)
	switch {
	case a.view.AtMachine:
		for _, p := range panels {
			keys.Add(p.key, "", p.title+", beside the screen where there is room",
				func() { a.switchPanel(p) })
		}
		keys.Add("F5/F6", "", "", func() { // panels of older versions
			a.Message = "memory and processor: sargon debug shows them"
		})
	case len(a.board.promote) == 0:
		keys.Add("F3", "back", "take back", do(session.TakeBack))
		keys.Add("F4", "hint", "hint", do(session.Hint))
		keys.Add("F5", "flip", "turn the board", a.flipBoard)
		keys.Add("F6", "new", "new game", func() { a.board.input = []rune(":new ") })
		keys.Add("Ctrl-R", "", "resign", do(session.Resign))
		keys.Add("Esc", "", "forget what is typed or selected", a.escape)
		keys.Add("PgUp/Ctrl-P", "", "", func() { a.browseTo(a.shownPly() - 1) })
		keys.Add("PgDn/Ctrl-N", "", "", func() { a.browseTo(a.shownPly() + 1) })
		keys.Add("Home", "", "", func() { a.browseTo(0) })
		keys.Add("End", "", "", func() { a.browseTo(a.view.Game.Len()) })
		keys.Add("Tab", "", "", a.complete)
		keys.Add("Return", "", "", a.enterKey)
	}
	keys.Add("F7", "", "slower: 1.79, 2, 4 MHz, auto, max (engine rom)",
		func() { a.setSpeed(a.Speed.Slower()) })
	keys.Add("F8", "", "faster", func() { a.setSpeed(a.Speed.Faster()) })
	keys.Add("F9", skip, "skip the wait", do(session.Skip))
	keys.Add("Ctrl-A", "", "Sargon plays itself, on the modern board; again: you play on",
		do(session.SelfPlay))
	a.addLooks(&keys)
	keys.Add("Ctrl-T", "", "coordinates beside the machine's board, or none",
		func() { a.Coordinates = !a.Coordinates })
	keys.Add("F12", "", "save states: save or load", func() { a.openList(true) })
	keys.Add("Ctrl-O", "", "saved games: open, rename, export, delete", func() { a.openList(false) })
	keys.Add("Ctrl-Z", "", "stop; the shell's fg comes back", func() {}) // the loop does it
	keys.Add("F10/Ctrl-C", "leave", "leave; the game is saved: sargon play --resume", a.quit)
	return keys
}

// addLooks adds the keys that change how things look.
func (a *App) addLooks(keys *terminal.Keys) {
	keys.Add("Ctrl-L", "", "other colours: paper, green, amber, wood …", a.nextTheme)
	keys.Add("Ctrl-G", "", "other glyphs, if pictures look broken", a.nextGlyphs)
}

// isTyped tells whether a key goes on with what is being typed.
func (a *App) isTyped(e *tcell.EventKey) bool {
	return e.Key() == tcell.KeyRune && !a.view.AtMachine && len(a.board.input) > 0
}
