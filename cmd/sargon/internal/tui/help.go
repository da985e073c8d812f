package tui

import (
	"fmt"
	"strings"
)

const screenHelp = `
The screen of 1978

Type what the program asks for; a move is two squares: E2E4. Castling is the king's move: E1G1.
Backspace takes a key back. Control-R resigns. When you set up a position: W or B and a letter put a piece, Space empties a square, Return leaves it, Backspace goes back, Escape ends.

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

Any key closes this page.`

const boardHelp = `
The modern board

Type a move and press Return: e4, Nf3, nf3, exd5, O-O, e8=Q, e2e4. What you type is completed by Tab, and by Return if it can mean one move only.
Arrows move a cursor; Space or Return takes a piece and puts it down. The mouse clicks or drags. Page Up and Down, Home, End and the wheel go through the moves.

F2      the screen of 1978 and back, the same game (engine rom)
F3 F4   take back; hint
F5 F6   turn the board; new game
F7 F8   slower, faster: 1.79, 2, 4 MHz, auto, max (engine rom)
F9      skip the wait
Ctrl-R  resign
Esc     forget what is typed or selected
F10     leave; the game is kept: sargon play --resume
`

func (a *App) drawHelp(all area) {
	room := all.within(2, 0, min(all.width-4, 76), all.height)
	text := screenHelp
	if a.view == BoardView {
		text = boardHelp
		for _, c := range commands {
			text += fmt.Sprintf(":%-7s%-15s %s\n", c.name, c.args, c.help)
		}
	}
	y := 0
	for line := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		style := plain
		if y == 0 {
			style = strong
		}
		if strings.HasPrefix(line, "F") || strings.HasPrefix(line, "Ctrl") || strings.HasPrefix(line, ":") || strings.HasPrefix(line, "Esc") {
			room.text(0, y, line, style) // a table
			y++
			continue
		}
		y += room.within(0, y, room.width, room.height-y).wrapped(0, line, style)
	}
}
