package tui

import (
	"fmt"
	"slices"
	"strings"

	"sargon78/cmd/sargon/internal/front"
	"sargon78/cmd/sargon/internal/screen"
	"sargon78/cmd/sargon/internal/terminal"
	"sargon78/sargon"
	"sargon78/sargon/game"
	"sargon78/sargon/game/pgn"
	"sargon78/sargon/session"
)

// keys returns the keys that do something now, even while the user types, in the order of the help.
func (a *App) keys() (keys terminal.Keys) {
	do := func(action session.Action) func() { return func() { a.act(action) } }
	other, skip := "1978", "skip"
	if a.view.OnMachine {
		other, skip = "board", "skip the wait"
	}
	keys.Add("F1/?", "help", "this page", a.help.Show)
	keys.Add("F2", other, "the other view of the same game", a.switchView)
	a.mode().addKeys(&keys)
	keys.Add("Ctrl-W", "", "why: Sargon's last move, or the one looked back at", a.askWhy)
	keys.Add("F7", "", "slower: 1.79, 2, 4 MHz, auto, max (engine rom)",
		func() { a.setSpeed(a.speed.Slower()) })
	keys.Add("F8", "", "faster", func() { a.setSpeed(a.speed.Faster()) })
	keys.Add("F9", skip, "full speed until it is your turn", do(session.Skip))
	keys.Add("Ctrl-A", "", "Sargon plays both sides, on the modern board; again: you play on",
		do(session.SelfPlay))
	a.addAppearanceKeys(&keys)
	keys.Add("Ctrl-T", "", "coordinates next to the machine's board, or none",
		func() { a.machine.coordinates = !a.machine.coordinates })
	keys.Add("F12", "", "save states: save or load", func() { a.openList(true) })
	keys.Add("Ctrl-O", "", "saved games: open, rename, export, delete", func() { a.openList(false) })
	keys.Add("Ctrl-Z", "", "stop; the shell's fg comes back", func() {}) // the loop handles it
	keys.Add("F10/Ctrl-C", "leave", "leave; the game is saved: sargon play --resume", a.quit)
	return keys
}

// allCommands returns the commands that can be typed after a colon.
func (a *App) allCommands() (all front.Commands) {
	all.AddShared(a.act)
	all.Add("fen", "[FEN]", "show the position, or begin from one", a.commandFEN)
	all.Add("pgn", "[FILE]", "copy the game, or write it to a new file", a.commandPGN)
	all.Add("flip", "", "turn the board", func(string) { a.board.turn() })
	all.Add("pieces", "pictures|unicode|letters", "how pieces look", a.commandPieces)
	all.Add("theme", strings.Join(screen.ThemeNames(), "|"), "other colours", a.commandTheme)
	all.Add("games", "", "saved games", func(string) { a.openList(false) })
	all.Add("help h", "", "all keys and commands", func(string) { a.help.Show() })
	all.Add("quit exit q", "", "leave; the game is saved", func(string) { a.quit() })
	return all
}

// findCommand returns a command by its name, or by a beginning that only one name has.
func (a *App) findCommand(name string) (front.Command, bool) {
	if c, ok := a.commands.Find(name); ok {
		return c, true
	}
	if found := a.commands.WithPrefix(name); name != "" && len(found) == 1 {
		return found[0], true
	}
	return front.Command{}, false
}

// command runs the command that was typed after the colon.
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
		fen := a.board.shown().FEN()
		a.offerCopy("the position", fen, fen)
		return
	}
	a.act(session.SetUp(args))
}

func (a *App) commandPGN(file string) {
	if file != "" {
		a.act(front.Save(file))
		return
	}
	var moves []string
	for _, p := range a.view.Game.Plies() {
		if text := p.SAN; p.Side == sargon.White || len(moves) == 0 {
			moves = append(moves, game.Numbered(&p))
		} else {
			moves = append(moves, text)
		}
	}
	line := strings.Join(append(moves, string(a.view.Game.Result().Outcome)), " ")
	a.offerCopy("the game", pgn.Text(a.view.Game), line)
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

const clockHelp = `
Times "in 1978" are what the original took at ` + sargon.Clock1978 + `; ~ marks an estimate.
(The clock of the Jupiter III is not known.) --speed takes any number of MHz.
`

// helpLines returns the help of the mode: paragraphs, the keys, the commands.
func (a *App) helpLines(width int) []string {
	lines := append(terminal.Paragraphs(a.mode().helpText(), width), "")
	lines = append(append(lines, a.keys().Help(width)...), "")
	lines = append(lines, a.mode().helpCommands(width)...)
	return append(lines, terminal.Paragraphs(clockHelp, width)...)
}
