package tui

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/gdamore/tcell/v2"

	"sargon78/cmd/sargon/internal/front"
	"sargon78/cmd/sargon/internal/screen"
	"sargon78/cmd/sargon/internal/store"
	"sargon78/cmd/sargon/internal/terminal"
	"sargon78/emu/jupiter"
	"sargon78/sargon"
	"sargon78/sargon/emulated/states"
	"sargon78/sargon/session"
)

// Pick lets the user choose one of the saved games or save states, on a terminal that is not yet
// initialised. The user can also rename, delete and export them. The name is empty if the user chose
// none.
func Pick(ctx context.Context, games front.Games, look Appearance) (name string, err error) {
	p := &pickView{window: window{Appearance: look}, list: NewPicker(games, look)}
	p.list.Open = func(k *store.Saved) { name, p.leaving = k.Name, true }
	p.list.Close = func(bool) { p.leaving = true }
	err = terminal.Run(ctx, look.Screen, func(*terminal.Loop) (terminal.View, error) { return p, nil })
	return name, err
}

// pickView is a terminal with nothing but the list.
type pickView struct {
	window
	list *Picker
}

// Draw implements terminal.View.
func (p *pickView) Draw() error {
	p.redraw(nil, p.list.Draw)
	return nil
}

// Wait implements terminal.View.
func (p *pickView) Wait() time.Duration { return 0 }

// Handle implements terminal.View.
func (p *pickView) Handle(event tcell.Event) {
	switch e := event.(type) {
	case *tcell.EventKey:
		p.list.Key(e)
	case *tcell.EventError:
		p.list.say("", e)
	}
}

// openList shows the saved games and save states: to choose one, or with saveAs to save another state.
func (a *App) openList(saveAs bool) {
	if a.Games == nil {
		a.say("games are not saved here")
		return
	}
	a.list = NewPicker(a.Games, a.Appearance)
	a.list.Open, a.list.Close = a.openSaved, a.closeList
	if saveAs {
		a.list.SaveAs(a.saveState)
	}
}

// closeList returns to the game, or leaves.
func (a *App) closeList(leave bool) { a.list, a.leaving = nil, leave }

// openSaved loads a save state, or leaves to continue another game. On an error nothing has changed.
func (a *App) openSaved(k *store.Saved) {
	a.closeList(false)
	if !k.IsState() {
		a.picked, a.leaving = k.Name, true
		return
	}
	a.act(func(s *session.Session) (string, error) {
		return "loaded: " + k.Title, s.Restore(k.State)
	})
}

// saveState saves the game as it is now, with the machine if the machine is shown.
func (a *App) saveState(name string) {
	a.closeList(false)
	a.act(func(s *session.Session) (string, error) {
		state, err := s.State()
		if err == nil {
			err = a.Games.SaveState(name, state)
		}
		return "saved: " + name, err
	})
}

// Picker is the list of saved games and save states.
type Picker struct {
	Open  func(*store.Saved) // continues the chosen game or state
	Close func(leave bool)   // the user returns, or leaves the program

	Appearance
	games   front.Games
	list    []store.Saved
	at      int
	asked   *question // nil: none
	message string
	help    terminal.Page
}

// question is a question that the user answers with a line.
type question struct {
	text   string
	input  []rune
	answer func(text string) (said string, err error)
}

// NewPicker returns the list, with the newest game selected.
func NewPicker(games front.Games, look Appearance) *Picker {
	p := &Picker{games: games, Appearance: look}
	p.load()
	return p
}

// SaveAs asks for the name of another state, with the newest one selected.
func (p *Picker) SaveAs(save func(name string)) {
	isState := func(k store.Saved) bool { return k.IsState() }
	p.at = max(0, slices.IndexFunc(p.list, isState))
	p.ask("save this one as> ", "", func(name string) (string, error) {
		err := states.CheckName(name)
		if err == nil {
			save(name)
		}
		return "", err
	})
}

func (p *Picker) ask(text, input string, answer func(string) (string, error)) {
	p.asked = &question{text, []rune(input), answer}
}

func (p *Picker) load() {
	var err error
	if p.list, err = p.games.List(); err != nil {
		p.say("", err)
	}
	p.at = max(0, min(p.at, len(p.list)-1))
}

// keys returns the keys that do something now; while the user types, letters do not.
func (p *Picker) keys() (keys terminal.Keys) {
	keys.Add("F1/?", "help", "", p.help.Show)
	keys.Add("Esc", "back", "go back", func() {
		if p.asked == nil {
			p.Close(false)
		}
		p.asked = nil
	})
	switch {
	case p.asked != nil:
		keys.Add("Return", "answer", "", p.answer)
	case len(p.list) > 0:
		k := &p.list[p.at]
		keys.Add("Return/o", "open", "open the game and go on with it, or load the save state", p.open)
		keys.Add("r", "rename", "give it a title", func() {
			p.ask("title> ", k.Title, func(title string) (string, error) {
				return "renamed", p.games.Rename(k.Name, title)
			})
		})
		if k.Err == nil {
			keys.Add("e", "export", "write the game to a PGN file", func() {
				p.ask("file> ", filepath.Base(k.Name)+".pgn", k.Export)
			})
		}
		keys.Add("d/Delete", "delete", "delete it, after a question", func() {
			p.ask("delete this game forever? yes> ", "", func(sure string) (string, error) {
				if !strings.HasPrefix(strings.ToLower(sure), "y") {
					return "", nil
				}
				return "deleted", p.games.Delete(k.Name)
			})
		})
	}
	keys.Add("F10/Ctrl-C", "leave", "leave", func() { p.Close(true) })
	return keys
}

// Key handles a key.
func (p *Picker) Key(e *tcell.EventKey) {
	p.say("", nil)
	run := p.keys().Find(e)
	to, moves := terminal.ScrollTarget(e.Key(), p.at, len(p.list)-1)
	switch {
	case p.help.Open && p.help.Key(e.Key()):
	case run != nil && (p.asked == nil || e.Key() != tcell.KeyRune):
		run()
	case moves && p.asked != nil: // the user selects one of the list instead
		p.asked = nil
	case moves && len(p.list) > 0:
		p.at = to
	case p.asked != nil:
		p.asked.input = terminal.EditLine(p.asked.input, e)
	}
}

// answer does what the question was about. After an error the question stays.
func (p *Picker) answer() {
	said, err := p.asked.answer(strings.TrimSpace(string(p.asked.input)))
	if p.say(said, err); err == nil {
		p.asked = nil
	}
	p.load()
}

// open continues the selected game, if it can be read and no other process plays it.
func (p *Picker) open() {
	k := &p.list[p.at]
	if k.Err != nil {
		return
	}
	err := p.games.CheckAvailable(k.Name)
	if p.say("", err); err == nil {
		p.Open(k)
	}
}

// say shows a text, or else an error, until the next key.
func (p *Picker) say(text string, err error) {
	if p.message = text; err != nil {
		p.message = err.Error()
	}
}

const pickHelp = `
Saved games and save states

Up and Down, Page Up and Page Down, Home and End choose one. Type a name to save; choose an
old state to load it.
`

// Draw draws the list, and next to it the selected game or state.
func (p *Picker) Draw(all terminal.Area) {
	if p.help.Open {
		width := terminal.TextColumns(all)
		p.help.Draw(all, append(append(terminal.Paragraphs(pickHelp, width), ""),
			p.keys().Help(width)...))
		return
	}
	all.Text(1, 0, "Saved games and save states", terminal.Strong)
	rows := all.Within(1, 2, all.Width-2, all.Height-5)
	const narrow = 30 // columns of the list next to the picture of a save state
	list, square := rows, pickSquare(all)
	var k store.Saved
	if len(p.list) > 0 {
		k = p.list[p.at]
	}
	switch {
	case k.IsState() && k.Err == nil && k.Picture() != "":
		list.Width = min(list.Width, narrow)
		p.drawPicture(rows.Within(list.Width+gap, 0, rows.Width-list.Width-gap, rows.Height), &k)
	case square > 0 && k.Game != nil:
		list.Width -= rankLabels + 16*square + gap
		grid := boardGrid{x: list.Width + gap + rankLabels, wide: 2 * square, high: square,
			flip: k.State.Game.Player == sargon.Black}
		p.drawBoard(rows, grid, k.Game, lastMarks(k.Game), nil)
	}
	p.drawList(list)
	p.drawQuestion(all.Within(1, all.Height-2, all.Width-2, 1))
	p.keys().Bar(all.Within(1, all.Height-1, all.Width-2, 1), terminal.Faint)
}

// drawPicture draws the picture of a save state: a screen of the machine in the glyphs of this
// terminal, or text.
func (p *Picker) drawPicture(room terminal.Area, k *store.Saved) {
	if len(k.State.Screen) == len(jupiter.Screen{}) {
		shown := jupiter.Screen(k.State.Screen)
		set, _ := p.screenGlyphs(nil)
		p.paint(room, screen.Draw(&shown, set, screen.Full, nil))
		return
	}
	for y, line := range strings.Split(k.Picture(), "\n") {
		room.Text(0, y, line, terminal.Plain)
	}
}

// pickSquare returns the height of a square of the small board, 0 if there is no room for one.
func pickSquare(all terminal.Area) int {
	const leastList, largest = 34, 5
	wide, high := (all.Width-2-leastList-gap-rankLabels)/16, (all.Height-6)/8
	return max(0, min(largest, wide, high))
}

func (p *Picker) drawList(room terminal.Area) {
	if len(p.list) == 0 {
		room.Text(0, 0, "None yet.", terminal.Plain)
		return
	}
	from, to := terminal.VisibleRange(len(p.list), p.at, room.Height)
	for i := from; i < to; i++ {
		style := terminal.Plain
		if i == p.at {
			style = terminal.Reverse
		}
		room.Bar(i-from, terminal.Fit(strings.Join(p.list[i].Facts(), "  "), room.Width), style)
	}
}

// drawQuestion draws the question, the result of the last action, or all facts about the selected game.
func (p *Picker) drawQuestion(line terminal.Area) {
	switch {
	case p.message != "":
		line.Wrapped(0, p.message, terminal.Plain)
	case p.asked != nil:
		x := line.Text(0, 0, p.asked.text+string(p.asked.input), terminal.Strong)
		p.Screen.ShowCursor(line.X+x, line.Y)
	case len(p.list) > 0:
		facts := p.list[p.at].Facts() // the list shows the first facts
		for len(facts) > 1 && terminal.TextWidth(strings.Join(facts, "  ")) > line.Width {
			facts = facts[1:]
		}
		line.Text(0, 0, strings.Join(facts, "  "), terminal.Plain)
	}
}
