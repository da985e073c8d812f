package tui

import (
	"fmt"

	"sargon78/cmd/sargon/internal/terminal"
	"sargon78/sargon"
)

const screenHelp = `
The screen of the machine

The search is that of 1978; the words and pictures of the ROM are its own.

Type what the program asks for. %s Control-R resigns. To set up a position, type W or B and a
letter for a piece, Space for an empty square, Return to keep a square as it is, Backspace to go
back, Escape to end.
`

const replayHelp = `
A game, move by move

Page Up and Page Down go ten half-moves, Home and End to the first and the last position. A number
and Return go to that move.

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
	case a.view.AtMachine:
		intro = fmt.Sprintf(screenHelp, a.Program.MoveHelp())
	}
	lines := append(terminal.Paragraphs(intro, width), "")
	lines = append(lines, a.keys().Help(width)...)
	if a.replay != nil {
		return lines
	}
	lines = append(lines, "")
	if !a.view.AtMachine {
		for _, c := range commands {
			name := fmt.Sprintf(":%-7s%-16s ", c.Names[0], c.Args)
			lines = append(lines, terminal.Row(name, c.Help, width)...)
		}
		lines = append(lines, "")
	}
	return append(lines, terminal.Paragraphs(clockHelp, width)...)
}
