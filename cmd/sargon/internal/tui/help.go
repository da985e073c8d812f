package tui

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/gdamore/tcell/v2"

	"sargon78/sargon"
)

const screenHelp = `
The screen of the machine

The search is that of 1978; the words and pictures of the ROM are its own.

Type what the program asks for. %s Control-R resigns. When you set up a position: W or B and a letter put a piece, Space empties a square, Return leaves it, Backspace goes back, Escape ends.

F1      this page
F2      the modern board and back, the same game
F3 F4   clocks; thoughts             (beside the screen,
F5 F6   board in memory; processor    where there is room)
F7 F8   slower, faster: 1.79, 2, 4 MHz, auto, max
F9      skip the wait
Ctrl-L  another look: paper, phosphor, amber, white
Ctrl-G  other glyphs, if pictures look broken
Ctrl-Z  stop; the shell's fg comes back
F10 or Ctrl-C  leave; the game is kept: sargon play --resume

` + clockHelp + `

Any key closes this page.`

const clockHelp = `Times "in 1978" are what the original took at ` + sargon.Clock1978 + `; ~ marks an estimate. (The clock of the Jupiter III is not known.) --speed takes any number of MHz.`

const boardHelp = `
The modern board

Type a move and press Return: e4, Nf3, nf3, exd5, O-O, e8=Q, e2e4. What you type is completed by Tab, and by Return if it can mean one move only.
Arrows move a cursor; Space or Return takes a piece and puts it down. The mouse clicks or drags. Page Up and Down, Home, End and the wheel go through the moves.

F2      the machine's screen and back, the same game (engine rom)
F3 F4   take back; hint
F5 F6   turn the board; new game
F7 F8   slower, faster: 1.79, 2, 4 MHz, auto, max (engine rom)
F9      skip the wait
Ctrl-R  resign
Esc     forget what is typed or selected
F10     leave; the game is kept: sargon play --resume

` + clockHelp + `
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

// helpLines breaks the text into lines, but for tables, which begin with the names of keys.
func (a *App) helpLines(width int) []string {
	var text string
	switch a.view {
	case ScreenView:
		text = fmt.Sprintf(screenHelp, a.program.MoveHelp())
	case BoardView:
		text = boardHelp
		for _, c := range commands {
			text += fmt.Sprintf(":%-7s%-15s %s\n", c.name, c.args, c.help)
		}
	}
	var lines []string
	for line := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		if tableLine.MatchString(line) {
			lines = append(lines, line)
			continue
		}
		lines = append(lines, wrap(line, width)...)
	}
	return lines
}

var tableLine = regexp.MustCompile(`^(F\d|Ctrl|Esc|:)`)

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
