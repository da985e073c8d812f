package tui

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/gdamore/tcell/v2"

	"sargon78/cmd/sargon/internal/front"
	"sargon78/cmd/sargon/internal/screen"
	"sargon78/cmd/sargon/internal/terminal"
	"sargon78/sargon"
	"sargon78/sargon/emulated/program"
	"sargon78/sargon/session"
	"sargon78/sargon/speed"
)

// How pieces look on modern boards. Pictures are drawn where squares are large enough.
const (
	Pictures = "pictures"
	Unicode  = "unicode"
	Letters  = "letters"
)

// Appearance says where things are shown, and how they look.
type Appearance struct {
	Screen tcell.Screen // not yet initialised
	Theme  screen.Theme
	Glyphs screen.GlyphSet
	Pieces string // empty: pictures
}

// Options say what is shown and how.
type Options struct {
	front.Game
	Appearance
	Board  bool // begin with the modern board, not with the screen of 1978
	Speed  speed.Speed
	Panels []string // next to the screen, by name, where there is room

	Coordinates bool // next to the machine's board
	Bell        bool // at a move of Sargon's
}

// App is the program on a terminal. Of its options Message stands until the next key, Tip beside
// the state until the first one, and Offer until it is taken or not.
type App struct {
	Options
	view     session.View // of the session
	commands front.Commands

	err error // ends it

	panelsHidden bool // the screen has no panels
	pictures     screen.Pictures
	learnt       uint64 // version of the machine's state whose pictures are known
	help         terminal.Page
	pasting      bool
	pasted       []*tcell.EventKey // keys that come as a paste
	leaving      bool
	picked       string // the game to go on with

	list    *Picker // of games and save states; nil if it is not shown
	replay  *replay // what the modern board is a mode of; nil: it plays
	board   boardState
	hits    []terminal.Hit // what the mouse can click on
	pressed bool           // the mouse's button
	dragged sargon.Square  // where it was pressed
}

// New returns the program, ready to Run.
func New(o Options) *App {
	a := &App{Options: o, view: o.Session.View()}
	a.commands = a.allCommands()
	return a
}

// tick is the time between two looks at a machine that thinks.
const tick = 100 * time.Millisecond

// Run shows the game until the user leaves, the context ends (that is no error), or the
// machine fails. When it returns, also by a panic, the terminal is as before.
func (a *App) Run(ctx context.Context) error {
	defer a.Session.Close()
	return terminal.Run(ctx, a.Screen, func(l *terminal.Loop) (terminal.View, error) {
		l.Forward(a.Session.News(), func() {})
		return a, a.begin()
	})
}

// Draw implements terminal.View: it takes over what has happened and shows it.
func (a *App) Draw() error {
	a.pollChanges()
	a.draw()
	return a.err
}

// Wait implements terminal.View: if nothing is being done, nothing is drawn until there is a key.
func (a *App) Wait() time.Duration {
	switch {
	case a.replay != nil && a.replay.playing:
		return pace
	case a.view.Busy:
		return tick
	}
	return 0
}

// Done implements terminal.View.
func (a *App) Done() bool { return a.leaving }

// begin shows the first view.
func (a *App) begin() error {
	a.Screen.EnablePaste()
	a.Screen.EnableMouse()
	if a.Offer != nil {
		a.say(a.Message + howToTake)
	}
	a.pictures = picturesOf(a.Program)
	a.Session.SetSpeed(a.Speed.Normal, a.Speed.Thinking)
	a.turnBoard()
	if a.Board {
		return nil
	}
	return a.Session.Do(session.UseMachine)
}

// picturesOf are the pictures of a program's pieces. Where its dialogue cannot be steered there
// are none yet: they are learnt from the first board that it shows.
func picturesOf(p *program.Program) (pictures screen.Pictures) {
	if shown, board, err := p.ShowPieces(); err == nil {
		pictures.Learn(&shown, board)
	}
	return pictures
}

// act does an action of the session; if it is not possible it shows why.
func (a *App) act(action session.Action) {
	err := a.Session.Do(action)
	a.pollChanges()
	if err != nil {
		a.say(front.ErrorText(err, a.commands))
	}
}

// pollChanges takes over what has happened in the session, and shows messages about it.
func (a *App) pollChanges() {
	if a.Session == nil { // a game is replayed, or one is picked
		return
	}
	for _, c := range a.Session.Changes() {
		switch c.Kind {
		case session.ActionDone, session.Moved:
			a.board.reset()
		case session.MachineEnded:
			a.err = c.Err
		}
		if c.ByEngine && a.Bell {
			_ = a.Screen.Beep() // a terminal without one is no fault
		}
		if words := front.ChangeText(c); words != "" {
			a.say(words)
		}
	}
	before := a.view
	a.view = a.Session.View()
	if before.Player != a.view.Player || before.Game != a.view.Game ||
		before.OnMachine != a.view.OnMachine {
		a.turnBoard()
	}
	switch {
	case a.view.OnMachine && !before.OnMachine:
		a.Screen.DisableMouse()
	case before.OnMachine && !a.view.OnMachine:
		a.Screen.EnableMouse()
	}
	if state := a.Program.State(); a.view.OnMachine && state.Waiting && state.Version != a.learnt {
		a.learnt = state.Version
		shown := a.Program.Screen()
		a.pictures.Learn(&shown, a.Program.Position().Board)
	}
}

// say has a text stand until the next key.
func (a *App) say(text string) { a.Message = text }

// statusText is what is to be read until something else is: what an action has come to, or what the
// session waits for.
func (a *App) statusText() string {
	v := &a.view
	waiting := strings.Join(v.Premoves, ", ")
	switch {
	case v.ResignPending:
		return "Resign? Control-R confirms; any other key continues."
	case a.Message != "":
		return a.Message
	case waiting != "" && v.OnMachine:
		return "Thinking; premove kept: " + waiting + " (Esc cancels, F9 skips)"
	case waiting != "":
		return "premove kept: " + waiting + " (Esc cancels, :now hurries Sargon)"
	case v.Skipping:
		return "skipping the wait"
	}
	return ""
}

// Handle implements terminal.View.
func (a *App) Handle(event tcell.Event) {
	switch e := event.(type) {
	case *tcell.EventInterrupt:
		if a.replay != nil && a.replay.playing {
			a.stepReplay()
		}
	case *tcell.EventError:
		a.say(e.Error())
	case *tcell.EventPaste:
		if a.pasting = e.Start(); e.End() {
			a.takePaste()
		}
	case *tcell.EventKey:
		if a.pasting && a.list == nil && !a.help.Open {
			a.pasted = append(a.pasted, e)
			return
		}
		a.key(e)
	case *tcell.EventMouse:
		if !a.view.OnMachine && !a.help.Open && a.replay == nil {
			a.boardMouse(e)
		}
	}
}

// key handles the keys that mean the same everywhere, and passes on the others.
func (a *App) key(e *tcell.EventKey) {
	a.Tip = ""
	a.say("")
	if offer := a.Offer; offer != nil {
		a.Offer = nil
		if e.Key() == tcell.KeyEnter {
			a.act(offer)
		}
		return
	}
	if a.view.ResignPending && e.Key() != tcell.KeyCtrlR {
		a.act(session.CancelResign)
	}
	run := a.keys().Find(e)
	switch {
	case a.list != nil:
		a.list.Key(e)
	case a.help.Open && a.help.Key(e.Key()):
	case run != nil && !a.isTyped(e):
		run()
	case a.replay != nil:
	case a.view.OnMachine:
		a.screenKey(e)
	default:
		a.board.input = terminal.EditLine(a.board.input, e)
	}
}

func (a *App) switchView() {
	if a.replay != nil {
		a.view.OnMachine = !a.view.OnMachine
	} else if a.view.OnMachine {
		a.act(session.UseEngine)
	} else {
		a.act(session.UseMachine)
	}
}

// Picked returns after Run the name of the game that the user wants to go on with, if any.
func (a *App) Picked() string { return a.picked }

func (a *App) quit() { a.leaving = true }

func (a *App) setSpeed(s speed.Speed) {
	a.Speed = s
	a.Session.SetSpeed(s.Normal, s.Thinking)
	a.say("speed: " + s.Description)
}

func (a *App) nextTheme() {
	now := func(t screen.Theme) bool { return t.Name == a.Theme.Name }
	a.setTheme(screen.Themes[(slices.IndexFunc(screen.Themes, now)+1)%len(screen.Themes)])
}

func (a *App) setTheme(theme screen.Theme) {
	a.Theme = theme
	a.say("theme: " + theme.Name)
}

func (a *App) nextGlyphs() {
	a.Glyphs = screen.GlyphSets[(int(a.Glyphs)+1)%len(screen.GlyphSets)]
	a.say("glyphs: " + a.Glyphs.String())
}
