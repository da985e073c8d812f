package tui

import (
	"fmt"
	"strings"

	"github.com/gdamore/tcell/v2"

	"sargon78/cmd/sargon/internal/paint"
	"sargon78/sargon"
)

const screenHelp = `
The screen of the machine

The search is that of 1978; the words and pictures of the ROM are its own.

Type what the program asks for. %s Control-R resigns. To set up a position, type W or B and a
letter for a piece, Space for an empty square, Return to keep a square as it is, Backspace to go
back, Escape to end.
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

// Page is a page of text over all else, which may be longer than the window.
type Page struct {
	Open bool
	top  int // the first line shown
}

// TextColumns is the width of a page of text.
func TextColumns(all paint.Area) int { return min(all.Width-4, 76) }

// Draw draws the lines, and below them how to read on and to leave.
func (p *Page) Draw(all paint.Area, lines []string) {
	room := all.Within(2, 0, TextColumns(all), all.Height)
	rows := room.Height - 1
	hidden := max(0, len(lines)-rows)
	p.top = max(0, min(p.top, hidden))
	for y, line := range lines[p.top:min(len(lines), p.top+max(0, rows))] {
		style := paint.Plain
		if y+p.top == 0 {
			style = paint.Strong
		}
		room.Text(0, y, line, style)
	}
	how := "F10 leaves, other keys close this page."
	if hidden > 0 {
		how = "Up, Down: more. " + how
	}
	room.Text(0, rows, how, paint.Strong)
}

// Key scrolls the page, or closes it. It tells whether the key means nothing else.
func (p *Page) Key(k tcell.Key) bool {
	switch k {
	case tcell.KeyUp:
		p.top--
	case tcell.KeyDown:
		p.top++
	case tcell.KeyPgUp:
		p.top -= 10
	case tcell.KeyPgDn:
		p.top += 10
	default:
		*p = Page{}
		return k != tcell.KeyCtrlC && k != tcell.KeyF10 && k != tcell.KeyCtrlZ
	}
	return true
}

// helpLines are the help of the view: paragraphs, the keys, the commands.
func (a *App) helpLines(width int) []string {
	intro := boardHelp
	if a.view.AtMachine {
		intro = fmt.Sprintf(screenHelp, a.program.MoveHelp())
	}
	lines := append(paragraphs(intro, width), "")
	lines = append(append(lines, a.keysHelp(width)...), "")
	if !a.view.AtMachine {
		for _, c := range commands {
			name := fmt.Sprintf(":%-7s%-16s ", c.Names[0], c.Args)
			lines = append(lines, Row(name, c.Help, width)...)
		}
		lines = append(lines, "")
	}
	return append(lines, paragraphs(clockHelp, width)...)
}

// Row is a line of a table: a name, and behind it what there is to say, in several lines if need
// be.
func Row(name, text string, width int) []string {
	lines := paint.Wrap(text, width-len(name))
	for i := range lines {
		lines[i] = name + lines[i]
		name = strings.Repeat(" ", len(name))
	}
	return lines
}

// paragraphs breaks text anew, whose paragraphs have an empty line between them.
func paragraphs(text string, width int) (lines []string) {
	for i, paragraph := range strings.Split(strings.TrimSpace(text), "\n\n") {
		if i > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, paint.Wrap(strings.ReplaceAll(paragraph, "\n", " "), width)...)
	}
	return lines
}
