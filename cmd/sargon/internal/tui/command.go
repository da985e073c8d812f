package tui

import (
	"fmt"
	"slices"
	"strings"

	"sargon78/cmd/sargon/internal/front"
	"sargon78/cmd/sargon/internal/screen"
	"sargon78/cmd/sargon/internal/terminal"
	"sargon78/sargon/session"
)

// commands are what can be typed after a colon.
var commands = slices.Concat(
	front.Shared((*App).act),
	front.Commands[*App]{
		front.Word("fen", "[FEN]", "show the position, or begin from one", (*App).commandFEN),
		front.Word("flip", "", "turn the board", func(a *App, _ string) { a.flipBoard() }),
		front.Word("pieces", "pictures|unicode|letters", "how pieces look", (*App).commandPieces),
		front.Word("theme", strings.Join(screen.ThemeNames(), "|"), "other colours",
			(*App).commandTheme),
		front.Word("games", "", "saved games", func(a *App, _ string) { a.openList(false) }),
		front.Word("help h", "", "all keys and commands", func(a *App, _ string) {
			a.help.Open = true
		}),
		front.Word("quit exit q", "", "leave; the game is saved", func(a *App, _ string) {
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
		a.Message = fmt.Sprintf("there is no command %q; ? lists them", name)
		return
	}
	c.Run(a, strings.TrimSpace(args))
}

// commandHint tells how the command being typed goes on.
func commandHint(typed string, width int) string {
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
	return terminal.Listed(names, width)
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
		a.Message = a.shownGame().FEN()
		return
	}
	a.act(session.SetUp(args))
}

func (a *App) commandPieces(args string) {
	if pieces := Pieces(args); slices.Contains([]Pieces{Pictures, Unicode, Letters}, pieces) {
		a.Pieces = pieces
		return
	}
	a.Message = fmt.Sprintf("there are no pieces %q; want pictures, unicode or letters", args)
}

func (a *App) commandTheme(args string) {
	if args == "" {
		a.nextTheme()
		return
	}
	theme, err := screen.ParseTheme(args)
	if err != nil {
		a.Message = err.Error()
		return
	}
	a.setTheme(theme)
}
