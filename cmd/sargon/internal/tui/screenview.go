package tui

import (
	"fmt"
	"time"

	"github.com/gdamore/tcell/v2"

	"sargon78/cmd/sargon/internal/front"
	"sargon78/cmd/sargon/internal/paint"
	"sargon78/cmd/sargon/internal/screen"
	"sargon78/emu/jupiter"
	"sargon78/sargon/emulated/program"
	"sargon78/sargon/session"
)

func screenOf(c *program.Program) *jupiter.Screen {
	s := c.Screen()
	return &s
}

// draw makes the picture anew; the terminal gets what has changed.
func (a *App) draw() {
	a.screen.Fill(' ', plain)
	a.screen.HideCursor()
	width, height := a.screen.Size()
	all := area{a.screen, 0, 0, width, height}
	switch {
	case a.moments != nil:
		a.moments.Draw(paint.Whole(a.screen))
	case a.help:
		a.drawHelp(all)
	case a.view == front.BoardView:
		a.drawBoardView(all)
	default:
		a.drawScreenView(all)
	}
	a.screen.Show()
	a.drawn = time.Now()
}

// panelWidth is the least that a panel needs, and what it takes at most.
const (
	panelWidth    = 31
	widePanel     = 46
	panelDistance = 2
)

// drawScreenView draws the machine's screen and what belongs beside it.
func (a *App) drawScreenView(all area) {
	set := a.o.Glyphs
	layout, ok := screen.Fit(set, all.width, all.height)
	if redrawn := set == screen.Quadrant || set == screen.Half; redrawn && layout != screen.Exact &&
		a.screen.Colors() < 8 {
		// Redrawn pieces need their colours; without them letters are clearer.
		set = screen.ASCII
		layout, ok = screen.Fit(set, all.width, all.height)
	}
	if !ok {
		a.drawTooSmall(all)
		return
	}
	width, height := layout.Size(set)
	// A larger layout that leaves no room for a word is not worth it.
	room := all.width - width - panelDistance
	side := 0
	if room >= panelWidth {
		side = min(room, widePanel)
	}
	x := (all.width - width) / 2
	if side > 0 {
		x = (all.width - width - panelDistance - side) / 2
	}
	y := max(0, (all.height-1-height)/2)
	grid := screen.Draw(screenOf(a.program), set, layout, &a.pictures)
	all.within(x, y, width, height).grid(grid, a.palette)
	if layout == screen.Folded && a.boardShown() {
		px, py, pw, ph := screen.FoldedRest()
		a.drawNarrow(all.within(x+px, y+py, pw, ph))
	}
	if side > 0 {
		a.drawPanels(all.within(x+width+panelDistance, y, side, all.height-1-y))
	}
	if y+height < all.height {
		a.drawStatus(all.within(0, all.height-1, all.width, 1))
	}
}

// boardShown tells whether a game is on, and so the right column of the folded layout free.
func (a *App) boardShown() bool { return a.follower.Begun }

func (a *App) drawTooSmall(all area) {
	text := fmt.Sprintf("This window has %d×%d cells. The machine's screen needs %d×%d, "+
		"all of it %d×%d. Make the window larger or its letters smaller, "+
		"or leave with F10 and use: sargon play --plain",
		all.width, all.height, screen.FoldedWidth, screen.FoldedHeight, jupiter.Columns, jupiter.Rows+1)
	all.wrapped(0, text, plain)
}

// state says in a few words what the machine is doing.
func (a *App) state() string {
	state := a.program.State()
	switch {
	case !a.power:
		return "The program has ended. Return starts it again."
	case a.endless():
		return "The program does not come back from this position. Take a move back with F2 and F3."
	case state.Thinking:
		return "Thinking " + clock(a.sample.elapsed()) + ", in 1978 " + clock1978(a.in1978())
	case state.Waiting:
		return "It waits for a key."
	}
	return ""
}

// endless tells whether the program thinks and will not come back.
func (a *App) endless() bool { return a.program.State().Thinking && a.program.Endless() }

// drawStatus is the line below the screen.
func (a *App) drawStatus(line area) {
	left := a.message
	if left == "" {
		left = a.state()
	}
	end := line.text(1, 0, left, plain)
	keys := "F1 help  F2 board  F9 skip the wait  F10 leave"
	for _, text := range []string{keys, "F1 help  F2 board  F10 leave", "F1 help"} {
		if end+2+textWidth(text) < line.width {
			line.right(line.width-1, 0, text, faint)
			return
		}
	}
}

// drawNarrow is what the folded layout has room for: 15 columns.
func (a *App) drawNarrow(room area) {
	plain := a.palette.style(screen.Ink, screen.Ground)
	strong, faint := plain.Bold(true), plain
	state := a.program.State()
	y := 0
	line := func(text string, style tcell.Style) {
		room.text(0, y, text, style)
		y++
	}
	words := func(text string) { y += room.below(y).wrapped(0, text, strong) }
	switch {
	case a.message != "":
		words(a.message)
	case !a.power, a.endless():
		words(a.state())
	case state.Thinking:
		line("thinking", strong)
		line("now     "+fmt.Sprintf("%7s", clock(a.sample.elapsed())), plain)
		line("in 1978"+fmt.Sprintf("%8s", clock1978(a.in1978())), plain)
		if t := a.program.Thoughts(); len(t.Line) > 0 {
			line("best    "+fmt.Sprintf("%7s", a.name(t.Line[0])), plain)
			line("score   "+fmt.Sprintf("%7s", t.Score), plain)
		}
	default:
		if last, ok := a.lastThought(); ok {
			line("last move", faint)
			line("now     "+fmt.Sprintf("%7s", clock(last.Now)), plain)
			line("in 1978"+fmt.Sprintf("%8s", clock1978(last.In1978)), plain)
		}
	}
	for i, text := range []string{"F1 help", "F2 board", "F10 leave"} {
		room.text(0, room.height-3+i, text, faint)
	}
}

// screenKey passes a key on to the machine.
func (a *App) screenKey(e *tcell.EventKey) {
	if a.perform(a.ownKeys(), e.Key()) {
		return
	}
	if !a.power {
		if e.Key() == tcell.KeyEnter {
			a.restart()
		}
		return
	}
	key, ok := machineKey(e)
	if !ok {
		return
	}
	if a.program.State().Thinking {
		a.message = "it thinks, and does not look at the keys (F9 skips the wait)"
		return
	}
	a.program.Press(key)
}

// machineKey is the code of a key on the keyboard of the Jupiter, which has letters,
// digits and a few more.
func machineKey(e *tcell.EventKey) (byte, bool) {
	switch e.Key() {
	case tcell.KeyRune:
		r := e.Rune()
		return byte(r), r >= ' ' && r < 0x7F && e.Modifiers()&tcell.ModAlt == 0
	case tcell.KeyEnter:
		return jupiter.KeyReturn, true
	case tcell.KeyBackspace, tcell.KeyBackspace2:
		return jupiter.KeyBackspace, true
	case tcell.KeyEscape:
		return jupiter.KeyEscape, true
	case tcell.KeyCtrlR:
		return jupiter.KeyControlR, true
	}
	return 0, false
}

// restart switches the machine off and on.
func (a *App) restart() {
	if err := a.program.Reset(); err != nil {
		a.message = err.Error()
		return
	}
	a.follower = session.Follower{}
	a.startMachine()
}
