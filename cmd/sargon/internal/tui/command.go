package tui

import (
	"fmt"
	"slices"
	"strings"

	"sargon78/cmd/sargon/internal/front"
	"sargon78/sargon"
)

// commands are what can be typed after a colon.
var commands = slices.Concat(
	front.Shared((*App).act),
	front.Commands[*App]{
		front.Word("fen", "[FEN]", "show the position, or begin from one", (*App).commandFEN),
		front.Word("hint", "", "what Sargon would play", func(a *App, _ string) { a.askHint() }),
		front.Word("resign", "", "give up; asks first", func(a *App, _ string) { a.resign() }),
		front.Word("now", "", "Sargon moves at once", func(a *App, _ string) { a.moveNow() }),
		front.Word("flip", "", "turn the board", func(a *App, _ string) { a.flipBoard() }),
		front.Word("pieces", "pictures|unicode|letters", "how pieces look", (*App).commandPieces),
		front.Word("games", "", "the games that are kept", func(a *App, _ string) { a.pickGame() }),
		front.Word("quit", "", "leave; the game is kept", func(a *App, _ string) {
			a.leaving = true
		}),
	},
)

// findCommand finds a command by its name, or by a beginning that only one has.
func findCommand(name string) (front.Command[*App], bool) {
	if c, ok := commands.Find(name); ok {
		return c, true
	}
	if found := commands.Beginning(name); name != "" && len(found) == 1 {
		return found[0], true
	}
	return front.Command[*App]{}, false
}

// command runs what was typed after the colon.
func (a *App) command(text string) {
	name, args, _ := strings.Cut(strings.TrimSpace(text), " ")
	c, ok := findCommand(name)
	if !ok {
		a.message = fmt.Sprintf("there is no command %q; ? lists them", name)
		return
	}
	c.Run(a, strings.TrimSpace(args))
}

// act has an action done to the game. The board turns to the person who plays another side,
// or another game.
func (a *App) act(do front.Action, args string) {
	player, g := a.session.Player(), a.session.Game()
	said, err := do(a.session, args)
	if a.session.Player() != player || a.session.Game() != g {
		a.board.flip = a.session.Player() == sargon.Black
		a.board.cursor = sargon.NoSquare
	}
	a.changed(said, err)
}

// commandHint tells how the command being typed goes on.
func commandHint(typed string) string {
	name, _, space := strings.Cut(typed[1:], " ")
	if space {
		if c, ok := findCommand(name); ok {
			return c.Args + "   " + c.Help
		}
		return "no such command"
	}
	var names []string
	for _, c := range commands.Beginning(name) {
		names = append(names, c.Names[0])
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
	for _, c := range commands.Beginning(name) {
		all = append(all, suggestion{text: c.Names[0]})
	}
	done := completed(name, all)
	if len(all) == 1 && all[0].text == done {
		done += " "
	}
	return ":" + done
}

func (a *App) commandFEN(args string) {
	if args == "" {
		a.message = a.shownGame().FEN()
		return
	}
	a.act(front.SetPosition, args)
}

func (a *App) commandPieces(args string) {
	pieces, err := ParsePieces(args)
	if err != nil {
		a.message = err.Error()
		return
	}
	a.o.Pieces = pieces
}
