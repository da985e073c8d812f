package tui

import "strings"

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

func (a *App) drawHelp(all area) {
	room := all.within(2, 1, min(all.width-4, 74), all.height-1)
	y := 0
	for line := range strings.SplitSeq(strings.TrimSpace(screenHelp), "\n") {
		style := plain
		if y == 0 {
			style = strong
		}
		if strings.HasPrefix(line, "F") || strings.HasPrefix(line, "Ctrl") {
			room.text(0, y, line, style) // a table
			y++
			continue
		}
		y += room.within(0, y, room.width, room.height-y).wrapped(0, line, style)
	}
}
