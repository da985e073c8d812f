package tui

import (
	"fmt"
	"strings"

	"github.com/gdamore/tcell/v2"

	"sargon78/cmd/sargon/internal/front"
	"sargon78/sargon"
)

const screenHelp = `
The screen of the machine

The search is that of 1978; the words and pictures of the ROM are its own.

Type what the program asks for. %s Control-R resigns. When you set up a position: W or B and
a letter put a piece, Space empties a square, Return leaves it, Backspace goes back, Escape
ends.

Any key closes this page.
`

const clockHelp = `
Times "in 1978" are what the original took at ` + sargon.Clock1978 + `; ~ marks an estimate.
(The clock of the Jupiter III is not known.) --speed takes any number of MHz.
`

const boardHelp = `
The modern board

Type a move and press Return: e4, Nf3, nf3, exd5, O-O, e8=Q, e2e4. What you type is
completed by Tab, and by Return if it can mean one move only.

Arrows move a cursor; Space or Return takes a piece and puts it down. The mouse clicks or
drags. Page Up and Down, Home, End and the wheel go through the moves.
`

// drawHelp draws the help of the view, as far as it has been scrolled.
func (a *App) drawHelp(all area) {
	room := all.within(2, 0, min(all.width-4, 76), all.height)
	lines := a.helpLines(room.width)
	hidden := max(0, len(lines)-room.height+1) // a line is for how to see them
	a.helpTop = max(0, min(a.helpTop, hidden))
	for y, line := range lines[a.helpTop:] {
		style := plain
		if y+a.helpTop == 0 {
			style = strong
		}
		if hidden > 0 && y == room.height-1 {
			break
		}
		room.text(0, y, line, style)
	}
	if hidden > 0 {
		room.text(0, room.height-1, "Up and Down: more. Any other key closes this page.", strong)
	}
}

// helpLines are the help of the view: paragraphs, the keys, the commands.
func (a *App) helpLines(width int) []string {
	intro, words := boardHelp, ""
	for _, c := range commands {
		words += fmt.Sprintf(":%-7s%-16s %s\n", c.Names[0], c.Args, c.Help)
	}
	if a.view == front.ScreenView {
		intro, words = fmt.Sprintf(screenHelp, a.program.MoveHelp()), ""
	}
	lines := paragraphs(intro, width)
	lines = append(lines, strings.Split("\n"+a.keysHelp()+"\n"+words, "\n")...)
	return append(lines, paragraphs(clockHelp, width)...)
}

// paragraphs breaks text anew, whose paragraphs have an empty line between them.
func paragraphs(text string, width int) (lines []string) {
	for i, paragraph := range strings.Split(strings.TrimSpace(text), "\n\n") {
		if i > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, wrap(strings.ReplaceAll(paragraph, "\n", " "), width)...)
	}
	return lines
}

// helpKey scrolls the help, or closes it. It tells whether the key means nothing else.
func (a *App) helpKey(k tcell.Key) bool {
	switch k {
	case tcell.KeyUp:
		a.helpTop--
	case tcell.KeyDown:
		a.helpTop++
	case tcell.KeyPgUp:
		a.helpTop -= 10
	case tcell.KeyPgDn:
		a.helpTop += 10
	default:
		a.help, a.helpTop = false, 0
		return k != tcell.KeyCtrlC && k != tcell.KeyF10 && k != tcell.KeyCtrlZ
	}
	return true
}
