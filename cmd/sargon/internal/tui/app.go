package tui

import (
	"context"
	"strings"
	"time"

	"github.com/gdamore/tcell/v2"

	"sargon78/cmd/sargon/internal/front"
	"sargon78/cmd/sargon/internal/screen"
	"sargon78/cmd/sargon/internal/terminal"
	"sargon78/sargon/emulated/program"
	"sargon78/sargon/session"
	"sargon78/sargon/speed"
)

// The styles of pieces on modern boards. Pictures are drawn where squares are large enough.
const (
	Pictures = "pictures"
	Unicode  = "unicode"
	Letters  = "letters"
)

// Appearance is where things are shown, and how they look.
type Appearance struct {
	Screen tcell.Screen // not yet initialised
	Theme  screen.Theme
	Glyphs screen.GlyphSet
	Pieces string // empty: pictures
}

// Options control what is shown and how.
type Options struct {
	front.Game
	Appearance
	Board  bool // begin with the modern board, not with the screen of 1978
	Speed  speed.Speed
	Panels []string // next to the screen, by name, where there is room

	Inside      Inside // opens the debugger; nil if there is none
	Coordinates bool   // next to the machine's board
	Bell        bool   // rings when Sargon has moved
}

// App is a game of a session on a terminal. Its message is shown until the next key, Tip next to the
// state until the first key, and Offer until the user takes or refuses it.
type App struct {
	window
	front.Game
	speed    speed.Speed
	bell     bool
	view     session.View
	commands front.Commands
	pasting  bool
	pasted   []*tcell.EventKey // keys that come from a paste
	list     *Picker           // of games and save states; nil if it is not shown
	picked   string            // the game to continue

	// The two modes of the game. The one that belongs to the opponent, the machine or the engine, is
	// shown.
	// engine.
	machine *screenView
	board   *boardView
}

// mode is a way to show the game and to handle the user's input.
type mode interface {
	draw(all terminal.Area)
	addKeys(keys *terminal.Keys) // adds the keys of this mode
	key(e *tcell.EventKey)       // handles a key that is not among those
	typing() bool                // reports whether characters continue what the user is typing
	mouse(e *tcell.EventMouse)
	update(before session.View) // the session may have changed since before
	helpText() string
	helpCommands(width int) []string
}

func (a *App) mode() mode {
	if a.view.OnMachine {
		return a.machine
	}
	return a.board
}

// New returns an App that is ready to Run.
func New(o Options) *App {
	a := &App{
		window: window{Appearance: o.Appearance, message: o.Message, why: answerPage{inside: o.Inside}},
		Game:   o.Game, speed: o.Speed, bell: o.Bell, view: o.Session.View(),
	}
	a.machine = &screenView{app: a, panels: o.Panels, coordinates: o.Coordinates}
	a.board = &boardView{app: a, first: o.Board}
	a.commands = a.allCommands()
	return a
}

// tick is the time between two drawings while a machine thinks.
const tick = 100 * time.Millisecond

// Run shows the game until the user leaves, the context ends (that is not an error), or the machine
// fails. When it returns, even by a panic, the terminal is as before.
func (a *App) Run(ctx context.Context) error {
	defer a.Session.Close()
	return terminal.Run(ctx, a.Screen, func(l *terminal.Loop) (terminal.View, error) {
		a.loop = l
		l.Forward(a.Session.News(), func() {})
		return a, a.begin()
	})
}

// Draw implements terminal.View: it reads the changes of the session and shows them.
func (a *App) Draw() error {
	a.pollChanges()
	if shown, err := a.drawInside(); shown {
		return err
	}
	a.draw()
	return a.err
}

func (a *App) draw() {
	if a.list != nil {
		a.redraw(a.helpLines, a.list.Draw)
	} else {
		a.redraw(a.helpLines, a.mode().draw)
	}
}

// Wait implements terminal.View: while Sargon does not think and no clock runs, nothing is drawn until there
// is a key.
func (a *App) Wait() time.Duration {
	switch {
	case a.view.Busy:
		return tick
	case a.view.White != nil && !a.view.Over: // a clock runs
		return time.Second / 2
	}
	return a.waitInside()
}

// begin shows the first view.
func (a *App) begin() error {
	a.Screen.EnablePaste()
	a.Screen.EnableMouse()
	if a.Offer != nil {
		a.say(a.message + howToTake)
	}
	a.machine.pictures = picturesOf(a.Program)
	a.Session.SetSpeed(a.speed.Normal, a.speed.Thinking)
	a.board.update(session.View{})
	if a.board.first {
		return nil
	}
	return a.Session.Do(session.UseMachine)
}

// picturesOf returns the pictures of a program's pieces. If the program's dialogue cannot be controlled
// there are none yet: they are learnt from the first board that it shows.
func picturesOf(p *program.Program) (pictures screen.Pictures) {
	if shown, board, err := p.ShowPieces(); err == nil {
		pictures.Learn(&shown, board)
	}
	return pictures
}

// act performs an action of the session. If that is not possible, it shows why.
func (a *App) act(action session.Action) {
	err := a.Session.Do(action)
	a.pollChanges()
	if err != nil {
		a.say(front.ErrorText(err, a.commands))
	}
}

// pollChanges reads what has happened in the session, and shows messages about it.
func (a *App) pollChanges() {
	for _, c := range a.Session.Changes() {
		switch c.Kind {
		case session.ActionDone, session.Moved:
			a.board.reset()
		case session.MachineEnded:
			a.err = c.Err
		case session.Explained:
			if c.Err == nil {
				a.why.show(front.NewAnswer(a.Session.View().Game, c.Ply, c.Reasons))
				continue
			}
		}
		if c.ByEngine && a.bell {
			_ = a.Screen.Beep() // a terminal without a bell is not an error
		}
		if words := front.ChangeText(c); words != "" {
			a.say(words)
		}
	}
	before := a.view
	a.view = a.Session.View()
	a.board.update(before)
	a.machine.update(before)
	switch {
	case a.view.OnMachine && !before.OnMachine:
		a.Screen.DisableMouse()
	case before.OnMachine && !a.view.OnMachine:
		a.Screen.EnableMouse()
	}
}

// statusText returns what the status line shows until something else happens: the result of an action,
// or what the session waits for.
func (a *App) statusText() string {
	v := &a.view
	waiting := strings.Join(v.Premoves, ", ")
	switch {
	case v.State == session.Resigning:
		return "Resign? Control-R confirms; any other key continues."
	case a.message != "":
		return a.message
	case waiting != "" && v.OnMachine:
		return "Thinking; premove: " + waiting + " (Esc cancels, F9 hurries)"
	case waiting != "":
		return "premove: " + waiting + " (Esc cancels, :now hurries Sargon)"
	case v.Skipping && v.OnMachine:
		return "at full speed until it is your turn"
	case v.Skipping:
		return "at full speed until it is your turn; :now plays the best so far"
	}
	return ""
}

// Handle implements terminal.View.
func (a *App) Handle(event tcell.Event) {
	if a.handleInside(event) {
		return
	}
	switch e := event.(type) {
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
		if !a.help.Open && !a.why.Open {
			a.mode().mouse(e)
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
	if a.view.State == session.Resigning && e.Key() != tcell.KeyCtrlR {
		a.act(session.CancelResign)
	}
	if e.Key() == tcell.KeyRune && e.Rune() != ' ' && e.Rune() != '?' && a.list == nil {
		// A user who types Nf3 while a page is open means Nf3; without this, only f3 would be left.
		a.help = terminal.Page{}
		a.why.close()
	}
	run := a.keys().Find(e)
	switch {
	case a.list != nil:
		a.list.Key(e)
	case a.help.Open && a.help.Key(e.Key()):
	case a.why.Open && a.why.key(e, a.loop, a.Screen):
	case run != nil && !(e.Key() == tcell.KeyRune && a.mode().typing()):
		run()
	default:
		a.mode().key(e)
	}
}

func (a *App) switchView() {
	if a.view.OnMachine {
		a.act(session.UseEngine)
	} else {
		a.act(session.UseMachine)
	}
}

// Picked returns, after Run, the name of the game that the user wants to continue, if any.
func (a *App) Picked() string { return a.picked }

func (a *App) setSpeed(s speed.Speed) {
	a.speed = s
	a.Session.SetSpeed(s.Normal, s.Thinking)
	a.say("speed: " + s.Description)
}

// lastOfSargon returns the number of Sargon's last half-move, if it is one of the last two and
// something is known of it; negative otherwise.
func (a *App) lastOfSargon() int {
	g := a.view.Game
	for i := g.Len() - 1; i >= max(0, g.Len()-2); i-- {
		if g.Ply(i).Note != nil {
			return i
		}
	}
	return -1
}

// askWhy asks about the move that the user looks back at: why Sargon made it, or what Sargon thinks of
// it. If the user does not look back, it asks about Sargon's last move, or about the last move where
// two people play.
func (a *App) askWhy() {
	asked := -1
	if shown := a.board.ply() - 1; !a.view.OnMachine && a.board.back > 0 && shown >= 0 {
		asked = shown
	}
	a.act(session.WhyAt(asked))
}
