package tui

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"sargon78/sargon"
	"sargon78/sargon/game/pgn"
)

// command is something typed after a colon.
type command struct {
	name, args, help string
	run              func(a *App, args string)
}

// commands are all of them, in the order of the help page.
var commands = []command{
	{"new", "white|black", "a new game", (*App).commandNew},
	{"level", "1-6", "plies that the engine looks ahead", (*App).commandLevel},
	{"engine", "rom|10x12|0x88", "another engine takes over", (*App).commandEngine},
	{"back", "", "take a move back", func(a *App, _ string) { a.takeBack() }},
	{"hint", "", "what would Sargon play?", func(a *App, _ string) { a.askHint() }},
	{"now", "", "the engine moves at once", func(a *App, _ string) { a.moveNow() }},
	{"sides", "", "change sides", (*App).commandSides},
	{"flip", "", "turn the board", func(a *App, _ string) { a.flipBoard() }},
	{"resign", "", "give up", func(a *App, _ string) { a.board.resigns = true; a.resign() }},
	{"draw", "", "claim a draw", func(a *App, _ string) { a.changed("a draw", a.session.ClaimDraw()) }},
	{"fen", "[FEN]", "set a position, or show it", (*App).commandFEN},
	{"load", "FILE", "go on with the last game of a PGN file", (*App).commandLoad},
	{"save", "FILE", "write the game as PGN", (*App).commandSave},
	{"pieces", "pictures|unicode|letters", "how pieces look", (*App).commandPieces},
	{"quit", "", "leave; the game is kept", func(a *App, _ string) { a.leaving = true }},
}

func findCommand(name string) (command, bool) {
	for _, c := range commands {
		if c.name == name {
			return c, true
		}
	}
	// A beginning that only one has.
	var found []command
	for _, c := range commands {
		if name != "" && strings.HasPrefix(c.name, name) {
			found = append(found, c)
		}
	}
	if len(found) == 1 {
		return found[0], true
	}
	return command{}, false
}

// command runs what was typed after the colon.
func (a *App) command(text string) {
	name, args, _ := strings.Cut(strings.TrimSpace(text), " ")
	c, ok := findCommand(strings.ToLower(name))
	if !ok {
		a.message = fmt.Sprintf("there is no command %q; ? lists them", name)
		return
	}
	c.run(a, strings.TrimSpace(args))
}

// commandHint tells how the command being typed goes on.
func commandHint(typed string) string {
	name, _, space := strings.Cut(typed[1:], " ")
	if space {
		if c, ok := findCommand(name); ok {
			return c.args + "   " + c.help
		}
		return "no such command"
	}
	var names []string
	for _, c := range commands {
		if strings.HasPrefix(c.name, name) {
			names = append(names, c.name)
		}
	}
	return strings.Join(names, "  ")
}

// completeCommand completes the name.
func completeCommand(typed string) string {
	name, _, space := strings.Cut(typed[1:], " ")
	if space {
		return typed
	}
	var all []suggestion
	for _, c := range commands {
		if strings.HasPrefix(c.name, name) {
			all = append(all, suggestion{text: c.name})
		}
	}
	done := completed(name, all)
	if len(all) == 1 && all[0].text == done {
		done += " "
	}
	return ":" + done
}

func (a *App) commandNew(args string) {
	switch strings.ToLower(args) {
	case "", "w", "white":
		a.newGame(sargon.White, "")
	case "b", "black":
		a.newGame(sargon.Black, "")
	default:
		a.message = fmt.Sprintf("new %s: want white or black", args)
	}
}

func (a *App) commandLevel(args string) {
	level, err := strconv.Atoi(args)
	if err != nil {
		a.message = fmt.Sprintf("level %s: want a number from %d to %d", args, sargon.MinLevel, sargon.MaxLevel)
		return
	}
	err = a.session.SetLevel(sargon.Level(level))
	a.changed(fmt.Sprintf("level %d", level), err)
}

func (a *App) commandEngine(args string) {
	if args == "" {
		a.message = "the engine is " + a.session.Engine()
		return
	}
	a.changed(args+" takes over", a.session.SetEngine(args))
}

func (a *App) commandSides(string) {
	a.session.SetPlayer(a.session.Player().Other())
	a.board.flip = a.session.Player() == sargon.Black
	a.changed(fmt.Sprintf("you are %v now", a.session.Player()), nil)
}

func (a *App) commandFEN(args string) {
	if args == "" {
		a.message = a.shownGame().FEN()
		return
	}
	side := sargon.White
	if p, err := sargon.ParseFEN(args); err == nil {
		side = p.Side
	}
	a.newGame(side, args)
}

func (a *App) commandLoad(args string) {
	if args == "" {
		a.message = "load what? want the name of a PGN file"
		return
	}
	games, err := pgn.Load(args)
	if err != nil {
		a.message = err.Error()
		return
	}
	g := games[len(games)-1]
	a.session.SetGame(g, g.Side())
	a.board.flip = g.Side() == sargon.Black
	a.changed(fmt.Sprintf("%d half-moves from %s; you are %v", g.Len(), args, g.Side()), nil)
}

func (a *App) commandSave(args string) {
	if args == "" {
		a.message = "save where? want the name of a PGN file"
		return
	}
	if _, err := os.Stat(args); err == nil {
		a.message = args + " exists already; choose another name"
		return
	}
	if err := pgn.Save(args, a.session.Game()); err != nil {
		a.message = err.Error()
		return
	}
	a.message = "written to " + args
}

func (a *App) commandPieces(args string) {
	pieces, err := ParsePieces(args)
	if err != nil {
		a.message = err.Error()
		return
	}
	a.o.Pieces = pieces
}
