package tui

import (
	"slices"
	"strings"

	"github.com/gdamore/tcell/v2"

	"sargon78/cmd/sargon/internal/terminal"
	"sargon78/sargon/session"
)

// panel is something that may stand beside the screen.
type panel struct {
	key, title string // above it; in small letters its name in the settings
	draw       func(*App, *terminal.Lines)
}

// panels are all of them, from the top on.
var panels = []panel{{"F3", "Clocks", (*App).drawClocks}, {"F4", "Thoughts", (*App).drawThoughts}}

// switchPanel switches a panel on or off.
func (a *App) switchPanel(p panel) {
	name := strings.ToLower(p.title)
	if i := slices.Index(a.Panels, name); i >= 0 {
		a.Panels = slices.Delete(slices.Clone(a.Panels), i, i+1)
		a.Message = name + ": off"
		return
	}
	a.Panels = append(a.Panels, name)
	a.Message = name + ": on, where there is room"
}

// drawPanels draws those that are on, one below the other, as many as fit.
func (a *App) drawPanels(lines *terminal.Lines) {
	for _, p := range panels {
		if !slices.Contains(a.Panels, strings.ToLower(p.title)) || lines.Rest().Height < 3 {
			continue
		}
		lines.Text(0, lines.Y, p.title, terminal.Strong)
		lines.Ends("", p.key, terminal.Faint)
		p.draw(a, lines)
		lines.Y++
	}
}

func (a *App) drawClocks(lines *terminal.Lines) {
	const column = 9 // of a time
	both := func(name, in1978, now string, style tcell.Style) {
		lines.Right(lines.Width-column, lines.Y, in1978, style)
		lines.Ends(name, now, style)
	}
	both("", "in 1978", "now", terminal.Faint)
	total := a.view.Clock(a.view.Player.Other())
	move, name := a.view.TimesOf(a.lastOfMachine()), "its last move"
	if p := a.view.Search; p != nil {
		move, name = session.Times{Now: p.Elapsed, In1978: p.In1978}, "this move"
		total.In1978 = total.In1978.Add(p.In1978)
	}
	both(name, clock1978(move), clock(move.Now), terminal.Plain)
	both("its game", clock1978(total), clock(total.Now), terminal.Plain)
	lines.Ends("T-states", grouped(a.Program.State().TStates), terminal.Plain)
	lines.Ends("speed", a.Speed.Short(), terminal.Plain)
}

// drawThoughts draws what the machine finds, or has found, and what it expects.
func (a *App) drawThoughts(lines *terminal.Lines) {
	a.drawSearch(lines)
	g := a.view.Game
	last := a.lastOfMachine()
	if a.view.Search != nil || last < 0 || g.Ply(last).Note == nil || g.Ply(last).Note.Score == 0 {
		return
	}
	if _, san := g.At(last).LineFromSargon(a.Program.Thoughts().Line); len(san) > 0 {
		lines.Wrap("best line  "+strings.Join(san, " "), terminal.Plain)
	}
}
