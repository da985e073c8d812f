package debug

import (
	"fmt"
	"strings"

	"sargon78/cmd/sargon/internal/terminal"
)

// commandKeys are the keys that stand for a command, or for the beginning of one that ends in a
// blank. Small letters go forward in time, capitals back.
var commandKeys = []struct{ names, bar, command, help string }{
	{"s/F7", "step", "step", "one instruction"},
	{"n/F8", "over", "over", "one instruction; a call with all that it calls"},
	{"o", "", "out", "until the routine has returned"},
	{"c/F5", "run", "run", "to a breakpoint or watchpoint"},
	{"e", "", "eval", "to the end of the next evaluation"},
	{"m", "", "move", "to the next move on the board"},
	{"p", "", "ply", "until the search goes down or up a ply"},
	{"r", "", "root", "to the next move at ply 1"},
	{"S", "", "back", "back by one instruction"},
	{"N", "", "back over", "back, over a call"},
	{"O", "", "back out", "back to the call of the routine"},
	{"C", "", "back run", "back to a breakpoint or watchpoint"},
	{"E", "", "back eval", "back to the evaluation before"},
	{"M", "", "back move", "back to the last move"},
	{"P", "", "back ply", "back to the last change of ply"},
	{"R", "", "back root", "back to the last move at ply 1"},
	{"w", "", "back write ", "back to the last write to an address"},
	{"g", "", "goto eval ", "to an evaluation by its number, or to a moment"},
	{"W", "", "watch ", "a watchpoint"},
	{"a", "", "origin", "with another engine: back to the first other write; again: " +
		"to the instruction that caused it"},
	{"x", "", "memory ", "bytes; they stay on the screen"},
}

// keys returns the keys of the debugger.
func (a *app) keys() (keys terminal.Keys) {
	keys.Add("F1/?", "keys", "this page", a.help.Show)
	if a.d.Comparison() != nil { // a comparison is the reason to be here
		keys.Add("a", "origin", "", func() { a.startCommand("origin") })
	}
	keys.Add(":", "command", "any command; help lists them all", func() { a.command.begin("") })
	for _, k := range commandKeys {
		run := a.startCommand
		if strings.HasSuffix(k.command, " ") {
			run = a.command.begin
		}
		keys.Add(k.names, k.bar, k.help+" ("+strings.TrimSpace(k.command)+")",
			func() { run(k.command) })
	}
	to := func(words string) func() {
		return func() { a.atCursor(func(addr uint16) { a.startCommand(fmt.Sprintf("%s 0%04Xh", words, addr)) }) }
	}
	keys.Add("t", "", "to the line under the cursor", to("to"))
	keys.Add("T", "", "back to the line under the cursor", to("back to"))
	keys.Add("b/F9", "breakpoint", "set or remove a breakpoint at the cursor",
		func() { a.atCursor(a.toggle) })
	keys.Add("S N O C E", "back", "", nil)
	keys.Add("d", "", "source or disassembly", a.changeListing)
	keys.Add("Tab", "", "arrows move in the source, or on the board",
		func() { a.onBoard = !a.onBoard })
	keys.Add("Home", "", "the cursor to where the machine is", a.follow)
	keys.Add("F2", "", "the machine's screen; keys go to the program there", a.showMachine)
	keys.Add("F6", "", "save states, with their pictures", a.pick)
	keys.Add("Ctrl-C", "", "", a.quit)
	keys.Add("F10/q", "leave", "leave", a.quit)
	return keys
}

func (a *app) quit() { a.leaving = true }

// helpLines returns the list of all keys.
func (a *app) helpLines(width int) []string {
	const more = "Esc or Control-C ends a run. Up and Down go through the source, or select a " +
		"square. In the command line: Up and Down for earlier ones, Tab completes. Place: an " +
		"address, a symbol or file:line. Expressions: help expressions."
	lines := append([]string{"Keys: small letters go forward in time, capitals back", ""},
		a.keys().Help(width)...)
	return append(append(lines, ""), terminal.Wrap(more, width)...)
}
