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

// New returns the terminal of this process, not yet initialised. From now on a loop is notified when
// the process is to stop.
func New() (tcell.Screen, error) {
	screen, err := tcell.NewScreen()
	if err != nil {
		return nil, fmt.Errorf("this terminal (TERM=%s) cannot show the screen: %w",
			os.Getenv("TERM"), err)
	}
	// Remove the waiting times from the description of the terminal. tcell collects a picture, waits as
	// long as a VT100 needs for it, and only then sends it. That takes seconds, and helps no terminal.
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

// View is what a loop shows: the loop draws it, passes events to it, and draws it again. The loop
// itself handles Ctrl-Z, which stops the process until the shell continues it.
type View interface {
	Draw() error         // draws all of it; an error ends the loop
	Handle(tcell.Event)  // an interrupt: the time of Wait has passed; an error: the process cannot be stopped
	Wait() time.Duration // how long to wait at most for something to happen; 0: forever
	Done() bool          // ends the loop
}

// Loop is the event loop of a terminal. It uses its view only on the goroutine of Run.
type Loop struct {
	Posts chan func() // functions that other goroutines want to run there
	quit  chan struct{}
	drawn time.Time
}

// NewLoop returns a loop that is not running. Run makes its own; tests receive the posts themselves.
func NewLoop() *Loop { return &Loop{Posts: make(chan func(), 16), quit: make(chan struct{})} }

// Post makes the loop call a function before the next picture. After the end of the loop it does
// nothing.
func (l *Loop) Post(f func()) {
	select {
	case l.Posts <- f:
	case <-l.quit:
	}
}

// Forward posts a function each time that a channel has a value. A nil channel never has one.
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

// Run initialises a terminal and shows the view that begin returns, until the view is done, the
// terminal is gone or the context ends (neither of these is an error). Whatever happens, even a panic,
// the terminal is restored.
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

// handleAll handles an event and those that have come meanwhile, so that one picture is enough for all
// of them. It returns false if the terminal is gone.
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

// suspend restores the terminal, stops the process, and returns when the process continues. It returns
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
