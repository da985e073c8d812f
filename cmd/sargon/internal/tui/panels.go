package tui

import (
	"strings"

	"github.com/gdamore/tcell/v2"

	"sargon78/cmd/sargon/internal/front"
	"sargon78/cmd/sargon/internal/terminal"
	"sargon78/sargon"
	"sargon78/sargon/session"
)

// panels are the panels next to the screen, by their names in the settings.
var panels = map[string]struct {
	title string
	draw  func(*App, *terminal.Lines)
}{
	"clocks":   {"Clocks", (*App).drawClocks},
	"thoughts": {"Thoughts", (*App).drawThoughts},
}

// drawPanels draws the chosen panels, one below the other, as many as fit.
func (v *screenView) drawPanels(lines *terminal.Lines) {
	for _, name := range v.panels {
		if v.hidden || lines.Rest().Height < 3 {
			return
		}
		lines.Line(panels[name].title, terminal.Strong)
		panels[name].draw(v.app, lines)
		lines.Y++
	}
}

func (v *screenView) switchPanels() {
	v.hidden = !v.hidden
	v.app.say(map[bool]string{true: "panels: off", false: "panels: on, where there is room"}[v.hidden])
}

// drawClocks draws the times of Sargon's move and game, now and in 1978, then the chess clocks, the
// T-states and the speed.
func (a *App) drawClocks(lines *terminal.Lines) {
	const column = 9 // of a time
	both := func(name, in1978, now string, style tcell.Style) {
		lines.Right(lines.Width-column, lines.Y, in1978, style)
		lines.Ends(name, now, style)
	}
	both("", "in 1978", "now", terminal.Faint)
	total := a.view.Clock(a.view.Player.Other())
	move, name := a.view.TimesOf(a.lastOfSargon()), "its last move"
	if p := a.view.Search; p != nil {
		move, name = session.Times{Elapsed: p.Elapsed, In1978: p.In1978}, "this move"
		total.In1978 = total.In1978.Add(p.In1978)
	}
	both(name, clock1978(move), clock(move.Elapsed), terminal.Plain)
	both("its game", clock1978(total), clock(total.Elapsed), terminal.Plain)
	for _, side := range [...]sargon.Color{sargon.White, sargon.Black} {
		if c := a.view.ChessClock(side); c != nil {
			lines.Ends(front.Name(&a.view, side)+", "+side.String(), front.ClockText(c), terminal.Strong)
		}
	}
	lines.Ends("T-states", grouped(a.Program.State().TStates), terminal.Plain)
	lines.Ends("speed", a.speed.Short(), terminal.Plain)
}

// drawThoughts draws the moves that the machine finds, or has found, and the replies that it expects.
func (a *App) drawThoughts(lines *terminal.Lines) {
	a.drawSearch(lines)
	g, last := a.view.Game, a.lastOfSargon()
	if a.view.Search != nil || last < 0 || g.Ply(last).Note.Score == 0 {
		return
	}
	if _, san := g.At(last).LineFromSargon(a.Program.Thoughts().Line); len(san) > 0 {
		lines.Wrap("best line  "+strings.Join(san, " "), terminal.Plain)
	}
}
