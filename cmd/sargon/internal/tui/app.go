package tui

import (
	"context"
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"time"

	"github.com/gdamore/tcell/v2"

	"sargon78/cmd/sargon/internal/front"
	"sargon78/cmd/sargon/internal/moments"
	"sargon78/cmd/sargon/internal/screen"
	"sargon78/sargon"
	"sargon78/sargon/emulated/program"
	"sargon78/sargon/session"
	"sargon78/sargon/speed"
)

// Pieces says how pieces look on the modern board.
type Pieces string

// The ways. Pictures are drawn where squares are large enough.
const (
	Pictures Pieces = "pictures"
	Unicode  Pieces = "unicode"
	Letters  Pieces = "letters"
)

// ParsePieces checks a name.
func ParsePieces(name string) (Pieces, error) {
	switch p := Pieces(name); p {
	case Pictures, Unicode, Letters:
		return p, nil
	}
	return "", fmt.Errorf("there are no pieces %q; want pictures, unicode or letters", name)
}

// Look says how things look.
type Look struct {
	Theme  screen.Theme
	Glyphs screen.Set
	Pieces Pieces // of modern boards
}

// Options say what is shown and how.
type Options struct {
	front.Game
	Screen tcell.Screen // not yet initialised
	View   front.View
	Look
	Speed   speed.Speed
	Panels  []string        // beside the screen, by name, where there is room
	Suspend func() error    // stops the process until it is continued; nil if that is impossible
	Stops   <-chan struct{} // requests to do that from outside
	Now     func() time.Time

	Coordinates bool // beside the machine's board
	Bell        bool // at a move of Sargon's
}

// App is the program on a terminal.
type App struct {
	o       Options
	screen  tcell.Screen
	program *program.Program
	session *session.Session

	events  chan tcell.Event
	wake    chan struct{}      // news of the session's search
	ended   chan error         // the machine's run has ended
	ctx     context.Context    // of Run
	stop    context.CancelFunc // ends the machine
	running bool               // the machine runs
	power   bool               // false after the program has left to the monitor

	view     front.View
	panels   map[string]bool // those that are on
	palette  *palette
	pictures screen.Pictures
	drawn    time.Time
	message  string // until the next key
	tip      string // beside the state, until the first key
	help     bool
	helpTop  int  // the first line of the help that is shown
	skipping bool // the wait is being skipped
	leaving  bool
	picks    bool // another game

	resigns bool   // Control-R was pressed once
	typed   []byte // keys of the move being typed on the machine
	ahead   []byte // keys typed while it thinks
	heard   int    // half-moves that the person knows of

	follower session.Follower
	sample   sample
	left     string // the game when the screen of 1978 was left

	followed     uint64    // version of the machine's state that was looked at last
	kept         time.Time // the game was last
	keptVersion  uint64    // of the machine's state then
	keptThinking bool

	moments *moments.Picker // nil if they are not shown
	board   boardState
	pressed bool          // the mouse's button
	dragged sargon.Square // where it was pressed
}

// New returns the program, ready to Run.
func New(o Options) *App {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Pieces == "" {
		o.Pieces = Pictures
	}
	a := &App{
		o: o, screen: o.Screen, program: o.Program, session: o.Session, view: o.View, power: true,
		events: make(chan tcell.Event, 128), wake: make(chan struct{}, 1),
		ended:  make(chan error, 1),
		panels: map[string]bool{},
	}
	for _, name := range o.Panels {
		a.panels[name] = true
	}
	return a
}

// frame is the least time between two pictures that no key asked for, and tick the time
// between two looks at a machine that thinks.
const (
	frame = 15 * time.Millisecond
	tick  = 100 * time.Millisecond
)

// NewTerminal returns the terminal of this process, not yet initialised.
func NewTerminal() (tcell.Screen, error) {
	terminal, err := tcell.NewScreen()
	if err != nil {
		err = fmt.Errorf("this terminal (TERM=%s) cannot show the screen: %w", os.Getenv("TERM"),
			err)
	}
	return terminal, err
}

// Run shows the game until the person leaves, the context ends (that is no error), or the
// machine fails. When it returns, also by a panic, the terminal is as before.
func (a *App) Run(ctx context.Context) error {
	if err := a.screen.Init(); err != nil {
		return err
	}
	defer a.leave()
	defer a.screen.Fini()
	quit := make(chan struct{})
	defer close(quit)
	go a.screen.ChannelEvents(a.events, quit)
	if err := a.begin(ctx); err != nil {
		return err
	}
	for !a.leaving {
		changed := a.program.Changed() // asked for first, so that no change is missed
		a.refresh()
		if err := a.waitForNews(changed); err != nil {
			return err
		}
	}
	return nil
}

// begin shows the first view.
func (a *App) begin(ctx context.Context) error {
	a.ctx = ctx
	a.palette = newPalette(a.o.Theme, a.screen.Colors())
	a.screen.EnablePaste()
	a.message, a.tip = a.o.Message, a.o.Tip
	a.pictures = picturesOf(a.program)
	a.heard = a.session.Game().Len()
	a.left = a.gameKey()
	if a.view == front.BoardView {
		if a.o.Resumed {
			a.follower.TakenUp(a.session, a.o.Thought)
		}
		a.enterBoard()
		if a.o.SetUp {
			a.left = "" // the machine does not show the game
		}
		return nil
	}
	switch {
	case a.o.SetUp:
		if err := a.setUpMachine(); err != nil {
			return err
		}
	case a.o.Resumed:
		a.follower.TakenUp(a.session, a.o.Thought)
	}
	a.startMachine()
	return nil
}

// picturesOf are the pictures of a program's pieces. Where its dialogue cannot be steered there
// are none yet: they are learnt from the first board that it shows.
func picturesOf(p *program.Program) (pictures screen.Pictures) {
	if shown, board, err := p.ShowPieces(); err == nil {
		pictures.Learn(&shown, board)
	}
	return pictures
}

// refresh looks at what has happened and draws it.
func (a *App) refresh() {
	if a.view == front.ScreenView {
		a.followMachine()
		a.keepMachine()
		a.takeSample()
	}
	a.ring()
	a.draw()
}

// ring rings the bell if Sargon has moved, for those who want that.
func (a *App) ring() {
	n := a.session.Game().Len()
	if n > a.heard && a.o.Bell && a.session.Game().Side() == a.session.Player() {
		_ = a.screen.Beep() // a terminal without one is no fault
	}
	a.heard = n
}

// waitForNews returns when there is reason to draw again.
func (a *App) waitForNews(changed <-chan struct{}) error {
	var ticks <-chan time.Time
	if a.lively() {
		timer := time.NewTimer(tick)
		defer timer.Stop()
		ticks = timer.C
	}
	select {
	case event := <-a.events:
		a.handleAll(event)
	case <-changed:
		a.pace()
	case <-a.wake:
		a.hearEngine()
		a.pace()
	case <-ticks:
		a.engineTurn()
	case <-a.o.Stops:
		a.suspend()
	case err := <-a.ended:
		return a.machineEnded(err)
	case <-a.ctx.Done():
		a.leaving = true
	}
	return nil
}

// followMachine takes over what has happened on the machine since the last time.
func (a *App) followMachine() {
	a.follower.Follow(a.session, a.program)
	state := a.program.State()
	if !state.Waiting || state.Version == a.followed {
		return
	}
	a.followed = state.Version
	a.skipped()
	a.typeAhead()
	position := a.program.Position()
	a.pictures.Learn(screenOf(a.program), position.Board)
}

// pace holds back the next picture until a frame's time has gone by since the last one. A
// key does not wait.
func (a *App) pace() {
	rest := frame - time.Since(a.drawn)
	if rest <= 0 {
		return
	}
	timer := time.NewTimer(rest)
	defer timer.Stop()
	select {
	case <-timer.C:
	case event := <-a.events:
		a.handleAll(event)
	}
}

// lively tells whether something on the screen moves by itself. If not, nothing is done
// until there is a key: an idle game takes no processor.
func (a *App) lively() bool {
	if a.view == front.BoardView {
		return a.session.Searching() != nil || a.session.Alone()
	}
	state := a.program.State()
	return a.running && !state.Waiting && !state.Left
}

// handleAll handles an event and those that have come meanwhile, so that they need one
// picture only.
func (a *App) handleAll(event tcell.Event) {
	a.handle(event)
	for !a.leaving {
		select {
		case event := <-a.events:
			a.handle(event)
		default:
			return
		}
	}
}

func (a *App) handle(event tcell.Event) {
	switch e := event.(type) {
	case nil: // the screen is gone
		a.leaving = true
	case *tcell.EventResize:
		a.screen.Sync()
	case *tcell.EventKey:
		a.key(e)
	case *tcell.EventMouse:
		if a.view == front.BoardView && !a.help {
			a.boardMouse(e)
		}
	}
}

// key handles the keys that mean the same everywhere, and passes on the others.
func (a *App) key(e *tcell.EventKey) {
	a.message, a.tip = "", ""
	switch {
	case a.moments != nil:
		a.momentsKey(e)
	case a.help && a.helpKey(e.Key()):
	case a.perform(firstKeys, e.Key()), a.perform(lastKeys, e.Key()):
	case a.view == front.BoardView:
		a.boardKey(e)
	default:
		a.screenKey(e)
	}
}

func (a *App) switchView() {
	a.typed, a.ahead, a.resigns = nil, nil, false
	if a.view == front.BoardView {
		a.enterScreen()
		return
	}
	a.enterBoard()
}

// pickGame leaves for the list of games.
func (a *App) pickGame() {
	if a.o.Games == nil {
		a.message = "games are not kept here"
		return
	}
	a.picks, a.leaving = true, true
}

// Picks tells after Run that the person wants to choose another game.
func (a *App) Picks() bool { return a.picks }

func (a *App) quit() { a.leaving = true }

// suspend puts the terminal back, stops the process, and comes back when it goes on.
func (a *App) suspend() {
	if a.o.Suspend == nil {
		a.message = "this system cannot stop a program and continue it"
		return
	}
	if err := a.screen.Suspend(); err != nil {
		return
	}
	if err := a.o.Suspend(); err != nil {
		a.message = err.Error()
	}
	if err := a.screen.Resume(); err != nil {
		a.leaving = true
		return
	}
	a.screen.Sync()
}

func (a *App) setSpeed(s speed.Speed) {
	a.o.Speed = s
	a.skipping = false
	a.applySpeed()
	a.message = "speed: " + s.Words
}

func (a *App) applySpeed() {
	if a.skipping {
		a.program.SetSpeed(0, 0)
		a.session.SetSpeed(0)
		return
	}
	a.program.SetSpeed(a.o.Speed.Normal, a.o.Speed.Thinking)
	a.session.SetSpeed(a.o.Speed.Thinking)
}

// skip lets the machine run as fast as it can until it wants a key again.
func (a *App) skip() {
	if !a.lively() {
		a.message = "the machine is waiting for you"
		return
	}
	a.skipping = true
	a.applySpeed()
	a.message = "skipping the wait"
}

// skipped ends a wait that was skipped.
func (a *App) skipped() {
	if a.skipping {
		a.skipping, a.message = false, ""
		a.applySpeed()
	}
}

func nextTheme(now screen.Theme) screen.Theme {
	i := slices.IndexFunc(screen.Themes, func(t screen.Theme) bool { return t.Name == now.Name })
	return screen.Themes[(i+1)%len(screen.Themes)]
}

func (a *App) nextTheme() {
	a.o.Theme = nextTheme(a.o.Theme)
	a.palette = newPalette(a.o.Theme, a.screen.Colors())
	a.message = "theme: " + a.o.Theme.Name
}

func nextGlyphs(now screen.Set) screen.Set { return screen.Sets[(int(now)+1)%len(screen.Sets)] }

func (a *App) nextGlyphs() {
	a.o.Glyphs = nextGlyphs(a.o.Glyphs)
	a.message = "glyphs: " + a.o.Glyphs.String()
}

// leave ends what runs, and keeps the game as it stands then.
func (a *App) leave() {
	a.stopMachine()
	a.session.Stop()
	if a.view == front.ScreenView {
		a.follower.Follow(a.session, a.program)
	}
	a.keep()
}

// startMachine lets the machine run until stopMachine, or until its program ends.
func (a *App) startMachine() {
	if a.running {
		return
	}
	ctx, stop := context.WithCancel(a.ctx)
	a.stop = stop
	a.running, a.power = true, true
	a.applySpeed()
	go func() { a.ended <- runMachine(ctx, a.program) }()
}

// runMachine turns a panic into an error, so that the terminal is put back before anybody
// reads of it.
func runMachine(ctx context.Context, c *program.Program) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the machine has failed: %v\n%s", r, debug.Stack())
		}
	}()
	return c.Run(ctx)
}

func (a *App) stopMachine() {
	if a.running {
		a.stop()
		<-a.ended
		a.running = false
	}
}

// machineEnded takes notice of a machine that has stopped by itself.
func (a *App) machineEnded(err error) error {
	a.stop()
	a.running = false
	switch {
	case a.ctx.Err() != nil:
		a.leaving = true
		return nil
	case err != nil:
		return err
	}
	a.power = false // the program has left to the monitor
	return nil
}
