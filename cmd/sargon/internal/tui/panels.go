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
	"sargon78/sargon/session"
)

// panel is something that may stand beside the screen.
type panel struct {
	name    string // in the settings
	key     tcell.Key
	keyName string
	title   string
	draw    func(*App, terminal.Area) (rows int)
}

// panels are all of them, from the top on.
var panels = []panel{
	{"clocks", tcell.KeyF3, "F3", "Clocks", (*App).drawClocks},
	{"thoughts", tcell.KeyF4, "F4", "Thoughts", (*App).drawThoughts},
}

// switchPanel switches a panel on or off.
func (a *App) switchPanel(p panel) {
	a.panels[p.name] = !a.panels[p.name]
	name := strings.ToLower(p.title)
	least := jupiter.Columns + panelDistance + panelWidth
	width, _ := a.screen.Size()
	switch {
	case !a.panels[p.name]:
		a.message = name + ": off"
	case width < least:
		a.message = fmt.Sprintf("%s: shown when the window is at least %d wide", name, least)
	default:
		a.message = name + ": on"
	}
}

// drawPanels draws those that are on, one below the other, as many as fit.
func (a *App) drawPanels(room terminal.Area) {
	for _, p := range panels {
		if !a.panels[p.name] || room.Height < 3 {
			continue
		}
		room.Text(0, 0, p.title, terminal.Strong)
		room.Right(room.Width, 0, p.keyName, terminal.Faint)
		used := p.draw(a, room.Below(1))
		room = room.Below(used + 2)
	}
}

// lastThought returns the times of the machine's last move.
func (a *App) lastThought() (session.Times, bool) {
	g := a.view.Game
	for i := g.Len() - 1; i >= 0; i-- {
		if g.Ply(i).Side != a.view.Player {
			return a.view.TimesOf(i), true
		}
	}
	return session.Times{}, false
}

func (a *App) drawClocks(room terminal.Area) int {
	y := 0
	line := func(name string, columns ...string) {
		room.Text(0, y, name, terminal.Plain)
		for i, c := range columns {
			room.Right(room.Width-9*(len(columns)-1-i), y, c, terminal.Plain)
		}
		y++
	}
	room.Right(room.Width-9, y, "in 1978", terminal.Faint)
	room.Right(room.Width, y, "now", terminal.Faint)
	y++
	search := a.view.Search
	total := a.view.Clock(a.view.Player.Other())
	if search != nil {
		line("this move", clock1978(search.In1978), clock(search.Elapsed))
		total.In1978 = total.In1978.Add(search.In1978)
	} else if last, ok := a.lastThought(); ok {
		line("its last move", clock1978(last.In1978), clock(last.Now))
	}
	line("its game", clock1978(total.In1978), clock(total.Now))
	line("T-states", grouped(a.program.State().TStates))
	line("speed", a.o.Speed.Short())
	if last, ok := a.lastThought(); ok && search == nil &&
		last.In1978.Duration > max(2*last.Now, time.Second) {
		y += room.Below(y).Wrapped(0,
			"This move would have taken "+inWords1978(last.In1978)+" in 1978.", terminal.Faint)
	}
	return y
}

func (a *App) drawThoughts(room terminal.Area) int {
	t := a.program.Thoughts()
	search := a.view.Search
	y := 0
	line := func(name, text string) {
		room.Text(0, y, name, terminal.Plain)
		room.Right(room.Width, y, text, terminal.Plain)
		y++
	}
	g := a.thoughtGame()
	_, san := g.LineFromSargon(t.Line)
	score := "-"
	if len(san) > 0 {
		score = t.Score.String()
	}
	if search == nil && a.lastIsBook() {
		line("from its book", "")
		return y
	}
	line("change, for Sargon", score)
	if search != nil && search.Of > 0 {
		line("trying", fmt.Sprintf("%s, %d of %d", search.Trying, search.Number, search.Of))
	}
	line("positions evaluated", grouped(t.Evals))
	if len(san) > 0 {
		y += room.Below(y).Wrapped(0, "best line  "+numbered(g, san), terminal.Plain)
	}
	return y
}

// lastIsBook tells whether the book gave the machine's last move.
func (a *App) lastIsBook() bool {
	g := a.view.Game
	for i := g.Len() - 1; i >= 0; i-- {
		if p := g.Ply(i); p.Side != a.view.Player {
			return p.Note != nil && *p.Note == game.Note{}
		}
	}
	return false
}

// thoughtGame returns the game as it stood when the machine began to think.
func (a *App) thoughtGame() *game.Game {
	g := a.view.Game
	if g.Len() > 0 && g.Side() == a.view.Player {
		return g.At(g.Len() - 1)
	}
	return g
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
