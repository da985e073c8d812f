package tui

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gdamore/tcell/v2"

	"sargon78/cmd/sargon/internal/front"
	"sargon78/cmd/sargon/internal/screen"
	"sargon78/cmd/sargon/internal/terminal"
	"sargon78/sargon"
	"sargon78/sargon/session"
)

// keys are those that do something now, whatever is being typed, in the order of the help.
func (a *App) keys() (keys terminal.Keys) {
	do := func(action session.Action) func() { return func() { a.act(action) } }
	other, skip := "1978", "skip"
	if a.view.OnMachine {
		other, skip = "board", "skip the wait"
	}
	keys.Add("F1/?", "help", "this page", a.help.Show)
	if a.replay != nil {
		return a.replayKeys(keys)
	}
	keys.Add("F2", other, "the other view of the same game", a.switchView)
	if a.view.OnMachine {
		keys.Add("F3", "", "panels beside the screen where there is room, or none", a.switchPanels)
	} else {
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
		keys.Add("Up", "", "", func() { a.moveCursor(0, 1) })
		keys.Add("Down", "", "", func() { a.moveCursor(0, -1) })
		keys.Add("Left", "", "", func() { a.moveCursor(-1, 0) })
		keys.Add("Right", "", "", func() { a.moveCursor(1, 0) })
		keys.Add("Space", "", "", a.pickCursor)
		keys.Add("Tab", "", "", a.complete)
		keys.Add("Return", "", "", a.enterKey)
	}
	keys.Add("F7", "", "slower: 1.79, 2, 4 MHz, auto, max (engine rom)",
		func() { a.setSpeed(a.Speed.Slower()) })
	keys.Add("F8", "", "faster", func() { a.setSpeed(a.Speed.Faster()) })
	keys.Add("F9", skip, "skip the wait", do(session.Skip))
	keys.Add("Ctrl-A", "", "Sargon plays itself, on the modern board; again: you play on",
		do(session.SelfPlay))
	a.addAppearanceKeys(&keys)
	keys.Add("Ctrl-T", "", "coordinates beside the machine's board, or none",
		func() { a.Coordinates = !a.Coordinates })
	keys.Add("F12", "", "save states: save or load", func() { a.openList(true) })
	keys.Add("Ctrl-O", "", "saved games: open, rename, export, delete", func() { a.openList(false) })
	keys.Add("Ctrl-Z", "", "stop; the shell's fg comes back", func() {}) // the loop does it
	keys.Add("F10/Ctrl-C", "leave", "leave; the game is saved: sargon play --resume", a.quit)
	return keys
}

// addAppearanceKeys adds the keys that change how things look.
func (a *App) addAppearanceKeys(keys *terminal.Keys) {
	keys.Add("Ctrl-L", "", "other colours: paper, green, amber, wood …", a.nextTheme)
	keys.Add("Ctrl-G", "", "other glyphs, if pictures look broken", a.nextGlyphs)
}

// isTyped reports whether a key goes on with what is being typed.
func (a *App) isTyped(e *tcell.EventKey) bool {
	return e.Key() == tcell.KeyRune && !a.view.OnMachine && len(a.board.input) > 0
}

// allCommands are what can be typed after a colon.
func (a *App) allCommands() (all front.Commands) {
	all.AddShared(a.act)
	all.Add("fen", "[FEN]", "show the position, or begin from one", a.commandFEN)
	all.Add("flip", "", "turn the board", func(string) { a.flipBoard() })
	all.Add("pieces", "pictures|unicode|letters", "how pieces look", a.commandPieces)
	all.Add("theme", strings.Join(screen.ThemeNames(), "|"), "other colours", a.commandTheme)
	all.Add("games", "", "saved games", func(string) { a.openList(false) })
	all.Add("help h", "", "all keys and commands", func(string) { a.help.Show() })
	all.Add("quit exit q", "", "leave; the game is saved", func(string) { a.quit() })
	return all
}

// findCommand finds a command by its name, or by a beginning that only one has.
func (a *App) findCommand(name string) (front.Command, bool) {
	if c, ok := a.commands.Find(name); ok {
		return c, true
	}
	if found := a.commands.WithPrefix(name); name != "" && len(found) == 1 {
		return found[0], true
	}
	return front.Command{}, false
}

// command runs what was typed after the colon.
func (a *App) command(text string) {
	name, args, _ := strings.Cut(strings.TrimSpace(text), " ")
	c, ok := a.findCommand(name)
	if !ok {
		a.say(fmt.Sprintf("there is no command %q%s; ? lists them", name, a.commands.Suggestion(name)))
		return
	}
	c.Run(strings.TrimSpace(args))
}

func (a *App) commandFEN(args string) {
	if args == "" {
		a.say(a.shownGame().FEN())
		return
	}
	a.act(session.SetUp(args))
}

func (a *App) commandPieces(args string) {
	if slices.Contains([]string{Pictures, Unicode, Letters}, args) {
		a.Pieces = args
		return
	}
	a.say(fmt.Sprintf("there are no pieces %q; want pictures, unicode or letters", args))
}

func (a *App) commandTheme(args string) {
	theme, err := screen.ParseTheme(args)
	switch {
	case args == "":
		a.nextTheme()
	case err != nil:
		a.say(err.Error())
	default:
		a.setTheme(theme)
	}
}

const screenHelp = `
The screen of the machine

The search is that of 1978; the words and pictures of the ROM are its own.

Type what the program asks for. %s Control-R resigns. To set up a position, type W or B and a
letter for a piece, Space for an empty square, Return to keep a square as it is, Backspace to go
back, Escape to end.
`

const replayHelp = `
A game, move by move

Page Up and Page Down go ten half-moves, Home and End to the first and the last position.

What Sargon would have played stands with each move, and what the file says of it: signs,
comments, and variations in parentheses.
`

const clockHelp = `
Times "in 1978" are what the original took at ` + sargon.Clock1978 + `; ~ marks an estimate.
(The clock of the Jupiter III is not known.) --speed takes any number of MHz.
`

const boardHelp = `
The modern board

Type a move and press Return: e4, Nf3, nf3, exd5, O-O, e8=Q, e2e4. What you type is
completed by Tab, and by Return if it can mean one move only. Commands stand below; their
colon may be left out.

Arrows move a cursor; Space or Return takes a piece and puts it down. The mouse clicks or
drags. Page Up and Down, Home, End and the wheel go through the moves.
`

// helpLines are the help of the view: paragraphs, the keys, the commands.
func (a *App) helpLines(width int) []string {
	intro := boardHelp
	switch {
	case a.replay != nil:
		intro = replayHelp
	case a.view.OnMachine:
		intro = fmt.Sprintf(screenHelp, a.Program.MoveHelp())
	}
	lines := append(terminal.Paragraphs(intro, width), "")
	lines = append(lines, a.keys().Help(width)...)
	if a.replay != nil {
		return lines
	}
	lines = append(lines, "")
	if !a.view.OnMachine {
		for _, c := range a.commands {
			name := fmt.Sprintf(":%-7s%-16s ", c.Names[0], c.Args)
			lines = append(lines, terminal.Row(name, c.Help, width)...)
		}
		lines = append(lines, "")
	}
	return append(lines, terminal.Paragraphs(clockHelp, width)...)
}
