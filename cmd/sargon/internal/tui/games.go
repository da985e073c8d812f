package tui

import (
	"context"
	"fmt"
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

// Key handles a key; Result tells whether that ends it.
func (p *Picker) Key(e *tcell.EventKey) {
	p.message = ""
	switch {
	case e.Key() == tcell.KeyF10 || e.Key() == tcell.KeyCtrlC:
		p.Result = Left
	case p.help.Open:
		p.help.Key(e.Key())
	case e.Key() == tcell.KeyF1 || p.ask == "" && e.Rune() == '?' && !p.typing():
		p.help.Open = true
	case p.ask != "":
		p.answerKey(e)
	default:
		p.listKey(e)
	}
}

func (p *Picker) listKey(e *tcell.EventKey) {
	if e.Key() == tcell.KeyEscape {
		p.Result = Back
	}
	if len(p.list) == 0 {
		return
	}
	if to, ok := terminal.Moved(e.Key(), p.at, len(p.list)-1); ok {
		p.at = to
		return
	}
	g := p.list[p.at]
	switch {
	case p.typing() && e.Key() == tcell.KeyEnter:
		if err := states.CheckName(strings.TrimSpace(string(p.input))); err != nil {
			p.message = err.Error()
			return
		}
		p.Result = Saves
	case p.typing():
		p.input = terminal.Edited(p.input, e)
	case e.Key() == tcell.KeyEnter && g.Err == nil, e.Rune() == 'o' && g.Err == nil:
		if err := p.games.Free(g.Name); err != nil {
			p.message = err.Error()
			return
		}
		p.Result = Opened
	case e.Key() == tcell.KeyDelete, e.Rune() == 'd':
		p.ask, p.input = "delete", nil
	case e.Rune() == 'r':
		p.ask, p.input = "title", []rune(g.Title)
	case e.Rune() == 'e' && g.Err == nil:
		p.ask, p.input = "file", []rune(filepath.Base(g.Name)+".pgn")
	}
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

// answerKey handles what is typed for a question.
func (p *Picker) answerKey(e *tcell.EventKey) {
	switch {
	case e.Key() == tcell.KeyEscape:
		p.ask, p.input = "", nil
	case e.Key() == tcell.KeyEnter:
		p.answer()
	case p.ask == "delete" && e.Key() == tcell.KeyRune:
		p.input = []rune{e.Rune()}
		p.answer()
	default:
		p.input = terminal.Edited(p.input, e)
	}
}

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

Return opens a game, and goes on with it, or loads a save state. Up and Down, Page Up and Page Down,
Home and End choose one. In the line "save this one as" you type the name of a new save state.

r gives it a title. e writes the game to a PGN file. d deletes it, and asks before.

Escape goes back.
`

// pickKeys are the keys, those last that one needs most.
var pickKeys = []string{"e export", "r rename", "d delete", "Return open", "Esc back", "F1 help",
	"F10 leave"}

// Draw draws the list, and beside it the game or the state that is chosen.
func (p *Picker) Draw(all terminal.Area) {
	if p.help.Open {
		p.help.Draw(all, terminal.Paragraphs(pickHelp, terminal.TextColumns(all)))
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
	drawWords(all.Within(1, all.Height-1, all.Width-2, 1), pickKeys, terminal.Faint)
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

// drawWords draws as many of the words as fit, those at the end first.
func drawWords(line terminal.Area, words []string, style tcell.Style) {
	for len(words) > 1 && terminal.TextWidth(strings.Join(words, "  ")) > line.Width {
		words = words[1:]
	}
	line.Text(0, 0, strings.Join(words, "  "), style)
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
	from := max(0, min(p.at-room.Height/2, len(p.list)-room.Height))
	for y := range min(room.Height, len(p.list)-from) {
		style := terminal.Plain
		if from+y == p.at {
			style = terminal.Reverse
		}
		line := "save this one as: " + p.newName() + "_"
		if k := &p.list[from+y]; k.Name != "" {
			line = terminal.Listed(k.Facts(), room.Width)
		}
		room.Text(0, y, fmt.Sprintf("%-*s", room.Width, line), style)
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
	case p.ask == "" && p.message == "" && len(p.list) > 0 && !p.typing():
		drawWords(line, p.list[p.at].Facts(), terminal.Plain)
		return
	case p.ask == "":
		line.Text(0, 0, p.message, terminal.Plain)
		return
	case p.ask == "delete":
		line.Text(0, 0, "Delete this game for ever? y: yes, any other key: no", terminal.Strong)
		return
	}
	x := line.Text(0, 0, p.ask+"> "+string(p.input), terminal.Strong)
	p.screen.ShowCursor(line.X+x, line.Y)
}
