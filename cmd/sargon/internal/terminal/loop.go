package terminal

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/gdamore/tcell/v2"
)

// stops are requests from outside to stop; nil if this process has no terminal.
var stops chan os.Signal

// New returns the terminal of this process, not yet initialised. From now on loops hear that the
// process is to stop.
func New() (tcell.Screen, error) {
	screen, err := tcell.NewScreen()
	if err != nil {
		return nil, fmt.Errorf("this terminal (TERM=%s) cannot show the screen: %w",
			os.Getenv("TERM"), err)
	}
	// Drop the waiting times from the description of the terminal. tcell collects a picture, waits as long
	// as a VT100 needs for it, and only then sends it: that takes seconds, and helps no terminal.
	if info, err := tcell.LookupTerminfo(os.Getenv("TERM")); err == nil {
		info.PadChar = ""
	}
	for r, plainly := range map[rune]string{'×': "x", '–': "-", '…': ".", '↕': "|"} {
		screen.RegisterRuneFallback(r, plainly)
	}
	if stops == nil {
		stops = stopRequests()
	}
	return Canvas(screen), nil
}

// View is what a loop shows: it is drawn, hears what happens, and is drawn again. Ctrl-Z, which stops
// the process until the shell continues it, is the loop's.
type View interface {
	Draw() error         // all of it, anew; an error ends the loop
	Handle(tcell.Event)  // an interrupt: Wait has gone by; an error: the process cannot be stopped
	Wait() time.Duration // how long to wait at most for something to happen; 0: forever
	Done() bool          // ends the loop
}

// Loop is the one event loop of a terminal. Its view is used on the goroutine of Run only.
type Loop struct {
	Posts chan func() // what other goroutines want to have done there
	quit  chan struct{}
	drawn time.Time
}

// NewLoop returns a loop for Run's sake; tests take the posts themselves.
func NewLoop() *Loop { return &Loop{Posts: make(chan func(), 16), quit: make(chan struct{})} }

// Post has a function called by the loop before the next picture, unless it has ended.
func (l *Loop) Post(f func()) {
	select {
	case l.Posts <- f:
	case <-l.quit:
	}
}

// Forward posts a function each time that a channel has something. Nil channels never do.
func (l *Loop) Forward(c <-chan struct{}, f func()) {
	go func() {
		for {
			select {
			case <-c:
				l.Post(f)
			case <-l.quit:
				return
			}
		}
	}()
}

// frame is the least time between two pictures that no key asked for.
const frame = 15 * time.Millisecond

// Run initialises a terminal and shows there what begin returns, until that is done, the terminal
// is gone or the context ends (both are no errors). Whatever happens, also if something panics, the
// terminal is put back.
func Run(ctx context.Context, screen tcell.Screen, begin func(*Loop) (View, error)) error {
	if err := screen.Init(); err != nil {
		return fmt.Errorf("this needs a terminal: %w", err)
	}
	defer screen.Fini()
	l, events := NewLoop(), make(chan tcell.Event, 128)
	defer close(l.quit)
	go screen.ChannelEvents(events, l.quit)
	v, err := begin(l)
	if err != nil {
		return err
	}
	for goOn := true; goOn && !v.Done(); {
		if err := v.Draw(); err != nil {
			return err
		}
		l.drawn = time.Now()
		goOn = l.waitForEvents(ctx, screen, v, events)
	}
	return nil
}

// waitForEvents returns when there is reason to draw again, or false at the end.
func (l *Loop) waitForEvents(
	ctx context.Context, screen tcell.Screen, v View, events <-chan tcell.Event,
) bool {
	var waited, due <-chan time.Time
	if d := v.Wait(); d > 0 {
		waited = time.After(d)
	}
	for {
		select {
		case event := <-events:
			return handleAll(screen, v, event, events)
		case f := <-l.Posts: // the next picture waits for a frame's time, for a key it does not
			f()
			due = time.After(frame - time.Since(l.drawn))
		case <-stops:
			return suspend(screen, v)
		case <-waited:
			v.Handle(tcell.NewEventInterrupt(nil))
			return true
		case <-due:
			return true
		case <-ctx.Done():
			return false
		}
	}
}

// handleAll handles an event and those that have come meanwhile, so that they need one picture
// only. It returns false if the terminal is gone.
func handleAll(screen tcell.Screen, v View, event tcell.Event, events <-chan tcell.Event) bool {
	for {
		switch event.(type) {
		case nil:
			return false
		case *tcell.EventResize:
			screen.Sync()
		}
		if e, ok := event.(*tcell.EventKey); !ok || e.Key() != tcell.KeyCtrlZ {
			v.Handle(event)
		} else if !suspend(screen, v) {
			return false
		}
		select {
		case event = <-events:
		default:
			return true
		}
		if v.Done() {
			return true
		}
	}
}

var stop = stopProcess // tests stop nothing

// suspend puts the terminal back, stops the process, and comes back when it goes on. It returns
// false if the terminal is gone.
func suspend(screen tcell.Screen, v View) bool {
	if screen.Suspend() != nil {
		return true
	}
	err := stop()
	if screen.Resume() != nil {
		return false
	}
	screen.Sync()
	if err != nil {
		v.Handle(tcell.NewEventError(err))
	}
	return true
}
