package debug

import (
	"fmt"
	"strings"

	"github.com/gdamore/tcell/v2"

	"sargon78/cmd/sargon/internal/terminal"
)

// binding is a key and its command.
type binding struct {
	keys    string // as help shows them
	key     tcell.Key
	rune    rune // 0 for a key without a character
	command string
	help    string
	// do is for what is not a command; ask begins a command line with some words.
	do  func(*app)
	ask bool
}

// bindings are all keys, in the order of the help. Capitals go backwards.
var bindings []binding

func init() {
	command := func(keys string, key tcell.Key, r rune, command, help string) binding {
		return binding{keys: keys, key: key, rune: r, command: command, help: help}
	}
	ask := func(r rune, words, help string) binding {
		return binding{keys: string(r), rune: r, command: words, help: help, ask: true}
	}
	does := func(keys string, key tcell.Key, r rune, help string, do func(*app)) binding {
		return binding{keys: keys, key: key, rune: r, help: help, do: do}
	}
	bindings = []binding{
		command("s, F7", tcell.KeyF7, 's', "step", "one instruction"),
		command("n, F8", tcell.KeyF8, 'n', "over",
			"one instruction; a call with all that it calls"),
		command("o", 0, 'o', "out", "until the routine has returned"),
		command("c, F5", tcell.KeyF5, 'c', "run", "to a breakpoint or watch point"),
		command("e", 0, 'e', "eval", "to the end of the next evaluation"),
		command("m", 0, 'm', "move", "to the next move on the board"),
		command("p", 0, 'p', "ply", "until the search goes down or up a ply"),
		command("r", 0, 'r', "root", "to the next move at ply 1"),
		does("t", 0, 't', "to the line under the cursor", func(a *app) { a.toCursor("to ") }),
		command("S", 0, 'S', "back", "back by one instruction"),
		command("N", 0, 'N', "back over", "back, over a call"),
		command("O", 0, 'O', "back out", "back to the call of the routine"),
		command("C", 0, 'C', "back run", "back to a breakpoint or watch point"),
		command("E", 0, 'E', "back eval", "back to the evaluation before"),
		command("M", 0, 'M', "back move", "back to the last move"),
		command("P", 0, 'P', "back ply", "back to the last change of ply"),
		command("R", 0, 'R', "back root", "back to the last move at ply 1"),
		does("T", 0, 'T', "back to the line under the cursor", func(a *app) {
			a.toCursor("back to ")
		}),
		ask('w', "back write ", "back to the last write to a cell"),
		ask('g', "goto eval ", "to an evaluation by its number, or to a moment"),
		does("b, F9", tcell.KeyF9, 'b', "set or remove a breakpoint at the cursor", (*app).toggle),
		ask('W', "watch ", "a watch point"),
		command("a", 0, 'a', "origin",
			"with another engine: back to the first other write; again: "+
				"to the instruction that caused it"),
		ask('x', "memory ", "bytes; they stay on the screen"),
		ask(':', "", "any command; help lists them all"),
		does("d", 0, 'd', "source or disassembly", (*app).changeListing),
		does("Tab", tcell.KeyTab, 0, "arrows move in the source, or on the board",
			(*app).changeFocus),
		does("Home", tcell.KeyHome, 0, "the cursor to where the machine is", (*app).follow),
		does("F2", tcell.KeyF2, 0, "the machine's screen; keys go to the program there",
			(*app).showMachine),
		does("F6", tcell.KeyF6, 0, "save states, with their pictures", (*app).pick),
		does("F1", tcell.KeyF1, '?', "this page", func(a *app) { a.help.Open = true }),
		does("F10, q", tcell.KeyF10, 'q', "leave", func(a *app) { a.leaving = true }),
	}
}

// bound finds the binding of a key.
func bound(e *tcell.EventKey) *binding {
	for i := range bindings {
		b := &bindings[i]
		if e.Key() == tcell.KeyRune {
			if b.rune != 0 && b.rune == e.Rune() || b.key == tcell.KeyF1 && e.Rune() == '?' {
				return b
			}
		} else if b.key != 0 && b.key == e.Key() {
			return b
		}
	}
	return nil
}

// helpLines list all keys.
func helpLines(width int) []string {
	lines := []string{"Keys: small letters go forward in time, capitals back", ""}
	for _, b := range bindings {
		text := b.help
		if b.command != "" {
			text += " (" + strings.TrimSpace(b.command) + ")"
		}
		lines = append(lines, terminal.Row(fmt.Sprintf("%-8s ", b.keys), text, width)...)
	}
	return append(append(lines, ""), terminal.Wrap("Esc or Control-C ends a run. Up and Down go through the "+
		"source, or select a square. In the command line: Up and Down for earlier ones, Tab completes. "+
		"Place: an address, a symbol or file:line. Expressions: help expressions.", width)...)
}
