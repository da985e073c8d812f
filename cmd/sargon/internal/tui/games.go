package tui

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gdamore/tcell/v2"

	"sargon78/cmd/sargon/internal/front"
	"sargon78/cmd/sargon/internal/store"
	"sargon78/cmd/sargon/internal/terminal"
	"sargon78/sargon"
	"sargon78/sargon/emulated/states"
)

// Pick lets the person choose one of the saved games or save states, on a terminal not yet
// initialised; they can also be given titles, deleted and written to files. The name is empty
// if none is chosen.
func Pick(ctx context.Context, screen tcell.Screen, games front.Games, look Look) (
	name string, err error,
) {
	a := &App{screen: screen}
	err = terminal.Run(ctx, screen, func(*terminal.Loop) (terminal.View, error) {
		a.list = NewPicker(screen, games, look)
		return a, nil
	})
	return a.picked, err
}

// PickResult is what has come of picking.
type PickResult uint8

// The results.
const (
	Picking PickResult = iota
	Opened             // Name is to be gone on with
	Saves              // a state is to be saved under Name
	Back
	Left // the person wants to go
)

// Picker is the list of saved games and save states.
type Picker struct {
	Result PickResult

	screen  tcell.Screen
	games   front.Games
	painter painter
	list    []store.Saved
	saving  bool // there is a line to save another state, whose name is empty
	at      int
	ask     string // what is being typed, and for what: "title", "file" or "delete"
	input   []rune
	message string
	help    terminal.Page
}

// NewPicker returns the list, with the newest game chosen.
func NewPicker(screen tcell.Screen, games front.Games, look Look) *Picker {
	p := &Picker{
		screen: screen, games: games,
		painter: painter{newPalette(look.Theme, screen.Colors()), look.Glyphs, look.Pieces},
	}
	p.load()
	return p
}

// SaveAs adds a line before the save states to save another one, and chooses it.
func (p *Picker) SaveAs() *Picker {
	p.saving, p.Result = true, Picking
	p.load()
	p.at = p.newState()
	return p
}

// newState is the place of the line for a new state.
func (p *Picker) newState() int {
	return slices.IndexFunc(p.list, func(k store.Saved) bool { return k.Name == "" })
}

// Name returns the name of what was chosen, or typed for a new state.
func (p *Picker) Name() string {
	if p.Result == Saves {
		return strings.TrimSpace(string(p.input))
	}
	return p.list[p.at].Name
}

func (p *Picker) load() {
	var err error
	if p.list, err = p.games.List(); err != nil {
		p.message = err.Error()
	}
	if p.saving {
		games := slices.IndexFunc(p.list, func(k store.Saved) bool { return k.IsState() })
		if games < 0 {
			games = len(p.list)
		}
		p.list = slices.Insert(p.list, games, store.Saved{})
	}
	p.at = max(0, min(p.at, len(p.list)-1))
}

// keys are those that do something now; while something is typed, letters do not.
func (p *Picker) keys() (keys terminal.Keys) {
	keys.Add("F1/?", "help", "", p.help.Show)
	switch {
	case p.ask != "":
		keys.Add("Esc", "back", "", func() { p.ask, p.input = "", nil })
		keys.Add("Return", "", "", p.answer)
	case p.typing():
		keys.Add("Esc", "back", "", p.end(Back))
		keys.Add("Return", "save", "", p.save)
	case len(p.list) == 0:
		keys.Add("Esc", "back", "", p.end(Back))
	default:
		keys.Add("Esc", "back", "go back", p.end(Back))
		keys.Add("Return/o", "open", "open the game and go on with it, or load the save state", p.open)
		keys.Add("r", "rename", "give it a title", p.asking("title", p.list[p.at].Title))
		if p.list[p.at].Err == nil {
			keys.Add("e", "export", "write the game to a PGN file",
				p.asking("file", filepath.Base(p.list[p.at].Name)+".pgn"))
		}
		keys.Add("d/Delete", "delete", "delete it, after a question", p.asking("delete", ""))
	}
	keys.Add("F10/Ctrl-C", "leave", "leave", p.end(Left))
	return keys
}

func (p *Picker) end(result PickResult) func() { return func() { p.Result = result } }

// asking has a question asked, whose answer begins with a text.
func (p *Picker) asking(what, text string) func() {
	return func() { p.ask, p.input = what, []rune(text) }
}

// Key handles a key; Result tells whether that ends it.
func (p *Picker) Key(e *tcell.EventKey) {
	p.message = ""
	run := p.keys().Find(e)
	typing := p.ask != "" || p.typing()
	to, moves := terminal.Moved(e.Key(), p.at, len(p.list)-1)
	switch {
	case p.help.Open && p.help.Key(e.Key()):
	case run != nil && !(typing && e.Key() == tcell.KeyRune):
		run()
	case p.ask == "" && moves && len(p.list) > 0:
		p.at = to
	case typing:
		p.input = terminal.Edited(p.input, e)
		if p.ask == "delete" && e.Key() == tcell.KeyRune { // one letter is an answer
			p.answer()
		}
	}
}

// open goes on with what is chosen, if it can be read and nobody else plays it.
func (p *Picker) open() {
	k := p.list[p.at]
	if k.Err != nil {
		return
	}
	if err := p.games.Free(k.Name); err != nil {
		p.message = err.Error()
		return
	}
	p.Result = Opened
}

// save saves a state under the name that was typed.
func (p *Picker) save() {
	if err := states.CheckName(strings.TrimSpace(string(p.input))); err != nil {
		p.message = err.Error()
		return
	}
	p.Result = Saves
}

// newName is what was typed for a new state.
func (p *Picker) newName() string {
	if !p.typing() {
		return ""
	}
	return string(p.input)
}

// typing tells whether the name of a new state is being typed.
func (p *Picker) typing() bool { return len(p.list) > 0 && p.list[p.at].Name == "" }

func (p *Picker) answer() {
	ask, text, name := p.ask, strings.TrimSpace(string(p.input)), p.list[p.at].Name
	p.ask, p.input = "", nil
	var err error
	switch ask {
	case "delete":
		if text != "y" {
			return
		}
		err, p.message = p.games.Delete(name), "deleted"
	case "title":
		err, p.message = p.games.Rename(name, text), "renamed"
	case "file":
		err, p.message = p.list[p.at].Export(text), "written to "+text
	}
	if err != nil {
		p.message = err.Error()
	}
	p.load()
}

const pickHelp = `
Saved games and save states

Up and Down, Page Up and Page Down, Home and End choose one. In the line "save this one as" you type
the name of a new save state.
`

// Draw draws the list, and beside it the game or the state that is chosen.
func (p *Picker) Draw(all terminal.Area) {
	if p.help.Open {
		width := terminal.TextColumns(all)
		p.help.Draw(all, append(append(terminal.Paragraphs(pickHelp, width), ""),
			p.keys().Help(width)...))
		return
	}
	all.Text(1, 0, "Saved games and save states", terminal.Strong)
	rows := all.Within(1, 2, all.Width-2, all.Height-5)
	square := pickSquare(all)
	list := rows
	switch {
	case p.picture() != "":
		list.Width = min(list.Width, listWidth)
		p.drawPicture(rows.Within(listWidth+gap, 0, rows.Width, rows.Height))
	case square > 0 && len(p.list) > 0 && p.list[p.at].Game != nil:
		list.Width -= rankLabels + 16*square + gap
		p.drawGame(rows.Within(list.Width+gap, 0, rows.Width, rows.Height), square)
	}
	p.drawList(list)
	p.drawQuestion(all.Within(1, all.Height-2, all.Width-2, 1))
	p.keys().Bar(all.Within(1, all.Height-1, all.Width-2, 1), terminal.Faint)
}

// listWidth is the width of the list beside the picture of a save state.
const listWidth = 30

// picture is the screen or the board of the save state that is chosen, as text; empty if there is none.
func (p *Picker) picture() string {
	if len(p.list) == 0 || !p.list[p.at].IsState() || p.list[p.at].Err != nil {
		return ""
	}
	return p.list[p.at].Picture()
}

// drawPicture draws what a save state shows.
func (p *Picker) drawPicture(room terminal.Area) {
	for y, line := range strings.Split(p.picture(), "\n") {
		room.Text(0, y, line, terminal.Plain)
	}
}

// pickSquare is the height of a square of the small board, 0 if there is no room for one.
func pickSquare(all terminal.Area) int {
	const leastList, largest = 34, 5
	for high := largest; high > 0; high-- {
		if leastList+gap+rankLabels+16*high <= all.Width-2 && 8*high+1 <= all.Height-5 {
			return high
		}
	}
	return 0
}

func (p *Picker) drawList(room terminal.Area) {
	if len(p.list) == 0 {
		room.Text(0, 0, "None yet.", terminal.Plain)
		return
	}
	from, to := terminal.Shown(len(p.list), p.at, room.Height)
	for i := from; i < to; i++ {
		style := terminal.Plain
		if i == p.at {
			style = terminal.Reverse
		}
		line := "save this one as: " + p.newName() + "_"
		if k := &p.list[i]; k.Name != "" {
			line = terminal.Listed(k.Facts(), room.Width)
		}
		room.Bar(i-from, line, style)
	}
}

// drawGame draws the board of the game that is chosen.
func (p *Picker) drawGame(room terminal.Area, square int) {
	k := &p.list[p.at]
	grid := boardGrid{x: room.X + rankLabels, y: room.Y, wide: 2 * square, high: square,
		flip: k.State.Game.Player == sargon.Black}
	p.painter.board(room, grid, k.Game, lastMove(k.Game))
}

// drawQuestion draws what is asked, what was done, or all there is to say about the game.
func (p *Picker) drawQuestion(line terminal.Area) {
	switch {
	case p.ask == "delete":
		line.Text(0, 0, "Delete this game for ever? y: yes, any other key: no", terminal.Strong)
	case p.ask != "":
		x := line.Text(0, 0, p.ask+"> "+string(p.input), terminal.Strong)
		p.screen.ShowCursor(line.X+x, line.Y)
	case p.message == "" && len(p.list) > 0 && !p.typing():
		facts := p.list[p.at].Facts() // the list shows the first ones
		for len(facts) > 1 && terminal.TextWidth(strings.Join(facts, "  ")) > line.Width {
			facts = facts[1:]
		}
		line.Text(0, 0, strings.Join(facts, "  "), terminal.Plain)
	default:
		line.Text(0, 0, p.message, terminal.Plain)
	}
}
