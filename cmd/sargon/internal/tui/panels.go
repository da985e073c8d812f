package tui

import (
	"fmt"
	"strings"
	"time"

	"github.com/gdamore/tcell/v2"

	"sargon78/cmd/sargon/internal/terminal"
	"sargon78/emu/jupiter"
	"sargon78/sargon"
	"sargon78/sargon/game"
)

// panel is something that may stand beside the screen.
type panel struct {
	name, key, title string // in the settings, as a key, above it
	draw             func(*App, *terminal.Lines)
}

// panels are all of them, from the top on.
var panels = []panel{
	{"clocks", "F3", "Clocks", (*App).drawClocks},
	{"thoughts", "F4", "Thoughts", (*App).drawThoughts},
}

// switchPanel switches a panel on or off.
func (a *App) switchPanel(p panel) {
	a.panels[p.name] = !a.panels[p.name]
	name := strings.ToLower(p.title)
	least := jupiter.Columns + panelDistance + panelWidth
	width, _ := a.Screen.Size()
	switch {
	case !a.panels[p.name]:
		a.Message = name + ": off"
	case width < least:
		a.Message = fmt.Sprintf("%s: shown when the window is at least %d wide", name, least)
	default:
		a.Message = name + ": on"
	}
}

// drawPanels draws those that are on, one below the other, as many as fit.
func (a *App) drawPanels(lines *terminal.Lines) {
	for _, p := range panels {
		if !a.panels[p.name] || lines.Rest().Height < 3 {
			continue
		}
		lines.Text(0, lines.Y, p.title, terminal.Strong)
		lines.Ends("", p.key, terminal.Faint)
		p.draw(a, lines)
		lines.Y++
	}
}

// lastOfMachine returns the number of the machine's last half-move, negative if there is none.
func (a *App) lastOfMachine() int {
	g := a.view.Game
	i := g.Len() - 1
	for i >= 0 && g.Ply(i).Side == a.view.Player {
		i--
	}
	return i
}

func (a *App) drawClocks(lines *terminal.Lines) {
	const column = 9 // of a time
	both := func(name, in1978, now string, style tcell.Style) {
		lines.Right(lines.Width-column, lines.Y, in1978, style)
		lines.Ends(name, now, style)
	}
	both("", "in 1978", "now", terminal.Faint)
	search := a.view.Search
	total := a.view.Clock(a.view.Player.Other())
	move := a.lastOfMachine()
	last := a.view.TimesOf(move)
	if search != nil {
		both("this move", clock1978(search.In1978), clock(search.Elapsed), terminal.Plain)
		total.In1978 = total.In1978.Add(search.In1978)
	} else if move >= 0 {
		both("its last move", clock1978(last.In1978), clock(last.Now), terminal.Plain)
	}
	both("its game", clock1978(total.In1978), clock(total.Now), terminal.Plain)
	lines.Ends("T-states", grouped(a.Program.State().TStates), terminal.Plain)
	lines.Ends("speed", a.Speed.Short(), terminal.Plain)
	if search == nil && last.In1978.Duration > max(2*last.Now, time.Second) {
		lines.Wrap("This move would have taken "+inWords1978(last.In1978)+" in 1978.", terminal.Faint)
	}
}

func (a *App) drawThoughts(lines *terminal.Lines) {
	t, search := a.Program.Thoughts(), a.view.Search
	g := a.view.Game
	if move := a.lastOfMachine(); search == nil && move >= 0 && isBook(g.Ply(move).Note) {
		lines.Line("from its book", terminal.Plain)
		return
	}
	if g.Len() > 0 && g.Side() == a.view.Player {
		g = g.At(g.Len() - 1) // as it was when the machine began to think
	}
	_, san := g.LineFromSargon(t.Line)
	score := "-"
	if len(san) > 0 {
		score = t.Score.String()
	}
	lines.Ends("change, for Sargon", score, terminal.Plain)
	if search != nil && search.Of > 0 {
		lines.Ends("trying", fmt.Sprintf("%s, %d of %d", search.Trying, search.Number, search.Of),
			terminal.Plain)
	}
	lines.Ends("positions evaluated", grouped(t.Evals), terminal.Plain)
	if len(san) > 0 {
		lines.Wrap("best line  "+numbered(g, san), terminal.Plain)
	}
}

// numbered writes a line of moves with their numbers: "3... Bc5 4. O-O".
func numbered(g *game.Game, san []string) string {
	var b strings.Builder
	number, white := g.Number(), g.Side() == sargon.White
	for i, move := range san {
		switch {
		case white:
			fmt.Fprintf(&b, "%d. ", number)
		case i == 0:
			fmt.Fprintf(&b, "%d... ", number)
		}
		b.WriteString(move + " ")
		if !white {
			number++
		}
		white = !white
	}
	return strings.TrimSpace(b.String())
}

// clock writes a time as a chess clock does.
func clock(d time.Duration) string { return game.ClockTime(d) }

// clock1978 marks a time that is an estimate: "~3:25".
func clock1978(t sargon.Time1978) string {
	if t.About && t.Duration > 0 {
		return "~" + clock(t.Duration)
	}
	return clock(t.Duration)
}

// sayFrom is the shortest time in 1978 that is worth a word while the machine thinks.
const sayFrom = 10 * time.Second

// stillToGo says how long a search goes on, roughly; nothing if that is not known or soon.
func stillToGo(left time.Duration) string {
	if left < sayFrom {
		return ""
	}
	return ", " + sargon.InWords(left) + " or so to go now"
}

// inWords1978 writes "about 3 min 25 s".
func inWords1978(t sargon.Time1978) string {
	if t.About {
		return "about " + sargon.InWords(t.Duration)
	}
	return sargon.InWords(t.Duration)
}

// grouped writes a number in groups of three digits: 4,763,212,886.
func grouped(n uint64) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
