package tui

import (
	"fmt"
	"slices"

	"github.com/gdamore/tcell/v2"

	"sargon78/cmd/sargon/internal/terminal"
	"sargon78/sargon/session"
)

// keyBinding is a key that does something, whatever is being typed.
type keyBinding struct {
	key  tcell.Key
	name string
	also string // another key that does it: terminals keep some for themselves
	bar  string // in a word, for the bar below the board; empty if it is not there
	help string
	run  func(*App)
}

// The keys of both views, before and after those of one only; in the order of the help.
var (
	firstKeys []keyBinding
	lastKeys  []keyBinding
)

func init() { // the table and help refer to each other
	firstKeys = []keyBinding{
		{tcell.KeyF1, "F1", "?", "help", "this page", func(a *App) { a.help.Open = true }},
		{tcell.KeyF2, "F2", "", "1978", "the other view of the same game", (*App).switchView},
	}
	lastKeys = []keyBinding{
		{tcell.KeyF7, "F7", "", "", "slower: 1.79, 2, 4 MHz, auto, max (engine rom)",
			func(a *App) { a.setSpeed(a.o.Speed.Slower()) }},
		{tcell.KeyF8, "F8", "", "", "faster", func(a *App) { a.setSpeed(a.o.Speed.Faster()) }},
		{tcell.KeyF9, "F9", "", "skip", "skip the wait", func(a *App) { a.act(session.Skip) }},
		{tcell.KeyCtrlA, "Ctrl-A", "", "", "Sargon plays itself, on the modern board; again: you play on",
			func(a *App) { a.act(session.SelfPlay) }},
		{tcell.KeyCtrlL, "Ctrl-L", "", "", "other colours: paper, green, amber, wood …",
			(*App).nextTheme},
		{tcell.KeyCtrlG, "Ctrl-G", "", "", "other glyphs, if pictures look broken", (*App).nextGlyphs},
		{tcell.KeyCtrlT, "Ctrl-T", "", "", "coordinates beside the machine's board, or none",
			func(a *App) {
				a.o.Coordinates = !a.o.Coordinates
			}},
		{tcell.KeyF12, "F12", "", "",
			"save states: save or load", func(a *App) { a.openList(true) }},
		{tcell.KeyCtrlO, "Ctrl-O", "", "", "saved games: open, rename, export, delete",
			func(a *App) { a.openList(false) }},
		{tcell.KeyCtrlZ, "Ctrl-Z", "", "", "stop; the shell's fg comes back",
			func(*App) {}}, // the loop does it
		{tcell.KeyF10, "F10", "Ctrl-C", "leave",
			"or Ctrl-C: leave; the game is saved: sargon play --resume",
			(*App).quit},
		{tcell.KeyCtrlC, "", "", "", "", (*App).quit},
	}
}

// boardKeys are those of the modern board.
var boardKeys = []keyBinding{
	{tcell.KeyF3, "F3", "", "back", "take back", func(a *App) { a.act(session.TakeBack) }},
	{tcell.KeyF4, "F4", "", "hint", "hint", func(a *App) { a.act(session.Hint) }},
	{tcell.KeyF5, "F5", "", "flip", "turn the board", (*App).flipBoard},
	{tcell.KeyF6, "F6", "", "new", "new game", func(a *App) { a.startCommand("new ") }},
	{tcell.KeyCtrlR, "Ctrl-R", "", "", "resign", func(a *App) { a.act(session.Resign) }},
	{tcell.KeyEscape, "Esc", "", "", "forget what is typed or selected", (*App).escape},
}

// ownKeys are those of the view that is shown.
func (a *App) ownKeys() []keyBinding {
	if !a.view.AtMachine {
		return boardKeys
	}
	var keys []keyBinding
	for _, p := range panels {
		help := p.title + ", beside the screen where there is room"
		keys = append(keys,
			keyBinding{key: p.key, name: p.keyName, help: help,
				run: func(a *App) { a.switchPanel(p) }})
	}
	for _, key := range []tcell.Key{tcell.KeyF5, tcell.KeyF6} { // panels of older versions
		keys = append(keys, keyBinding{key: key, run: func(a *App) {
			a.message = "memory and processor: sargon debug shows them"
		}})
	}
	return keys
}

// allKeys are all that do something now, in the order of the help.
func (a *App) allKeys() []keyBinding {
	return slices.Concat(firstKeys, a.ownKeys(), lastKeys)
}

// perform does what a key is bound to. It tells whether there was something.
func (a *App) perform(bindings []keyBinding, key tcell.Key) bool {
	for _, b := range bindings {
		if b.key == key {
			b.run(a)
			return true
		}
	}
	return false
}

// keysHelp are the lines of the help about keys.
func (a *App) keysHelp(width int) (lines []string) {
	for _, b := range a.allKeys() {
		if b.help != "" {
			lines = append(lines, terminal.Row(fmt.Sprintf("%-7s ", b.name), b.help, width)...)
		}
	}
	return lines
}

// drawKeys draws the keys, which the mouse can click. How to get help and how to leave always
// stand there; others where there is room.
func (a *App) drawKeys(room terminal.Area) {
	var shown []keyBinding
	for _, b := range a.allKeys() {
		if b.bar != "" {
			shown = append(shown, b)
		}
	}
	places := func() (hits []hit) {
		x, y := 0, 0
		for _, b := range shown {
			width := terminal.TextWidth(b.words())
			if x > 0 && x+width > room.Width {
				x, y = 0, y+1
			}
			hits = append(hits, hit{x, y, width, b.run})
			x += width + 2
		}
		return hits
	}
	for len(shown) > 2 && places()[len(shown)-1].y >= room.Height {
		shown = slices.Delete(shown, len(shown)-2, len(shown)-1)
	}
	for i, h := range places() {
		room.Text(h.x, h.y, shown[i].words(), terminal.Faint)
		h.x, h.y = room.X+h.x, room.Y+h.y
		a.board.hits = append(a.board.hits, h)
	}
}

// words are what the bar says.
func (b keyBinding) words() string {
	if b.also != "" {
		return b.name + "/" + b.also + " " + b.bar
	}
	return b.name + " " + b.bar
}
