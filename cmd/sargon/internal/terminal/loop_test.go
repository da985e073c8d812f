package terminal

import (
	"context"
	"errors"
	"io"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gdamore/tcell/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/cmd/sargon/internal/terminal/terminaltest"
)

// notes is a view that notes what happens.
type notes struct {
	all   []string
	wait  time.Duration
	drawn int
	err   error
}

func (n *notes) Draw() error {
	n.drawn++
	return n.err
}

func (n *notes) Handle(event tcell.Event) {
	switch e := event.(type) {
	case *tcell.EventKey:
		n.all = append(n.all, string(e.Rune()))
	case *tcell.EventError:
		n.all = append(n.all, e.Error())
	case *tcell.EventInterrupt:
		n.all, n.wait = append(n.all, "waited"), 0
	}
}

func (n *notes) Wait() time.Duration { return n.wait }
func (n *notes) Done() bool          { return len(n.all) > 0 && n.all[len(n.all)-1] == "q" }

// What happens is told one thing after the other: what has been waited for, keys, and what other
// goroutines post; keys that come together need one picture. Posts after the end are lost.
func TestTheLoop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		sim := tcell.NewSimulationScreen("UTF-8")
		n := &notes{wait: time.Minute}
		var loop *Loop
		require.NoError(t, Run(t.Context(), sim, func(l *Loop) (View, error) {
			loop = l
			time.AfterFunc(2*time.Minute, func() {
				l.Post(func() {
					n.all = append(n.all, "posted")
					for _, r := range "abq" {
						sim.InjectKey(tcell.KeyRune, r, tcell.ModNone)
					}
				})
			})
			return n, nil
		}))
		assert.Equal(t, []string{"waited", "posted", "a", "b", "q"}, n.all)
		assert.LessOrEqual(t, n.drawn, 5)
		for range 100 {
			loop.Post(func() { t.Error("it has ended") })
		}
	})
}

// Ctrl-Z is the loop's: the process stops and goes on, or the view is told that it cannot.
func TestCtrlZ(t *testing.T) {
	defer func() { stop = stopProcess }()
	stopped := 0
	stop = func() error {
		if stopped++; stopped > 1 {
			return errors.New("it could not be continued")
		}
		return nil
	}
	sim, n := tcell.NewSimulationScreen("UTF-8"), &notes{}
	require.NoError(t, Run(t.Context(), sim, func(*Loop) (View, error) {
		for _, e := range terminaltest.Events("<Ctrl-Z><Ctrl-Z>q") {
			sim.InjectKey(e.Key(), e.Rune(), tcell.ModNone)
		}
		return n, nil
	}))
	assert.Equal(t, 2, stopped)
	assert.Equal(t, []string{"it could not be continued", "q"}, n.all)
}

// A picture for a VT100 is not waited for.
func TestNoWaitingTimes(t *testing.T) {
	info, err := tcell.LookupTerminfo("vt100")
	require.NoError(t, err)
	require.Contains(t, info.Clear, "$<50>")
	defer func() { stops = nil }() // the other loops of this package have no terminal
	t.Setenv("TERM", "vt100")
	_, err = New()
	require.NoError(t, err)
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		info.TPuts(io.Discard, info.Clear)
		assert.Zero(t, time.Since(began))
	})
}

func TestTheLoopEnds(t *testing.T) {
	wrong := errors.New("it cannot be drawn")
	begin := func(v View, err error) func(*Loop) (View, error) {
		return func(*Loop) (View, error) { return v, err }
	}
	screen := func() tcell.Screen { return tcell.NewSimulationScreen("UTF-8") }
	ctx, cancel := context.WithCancel(t.Context())
	assert.ErrorIs(t, Run(ctx, screen(), begin(&notes{err: wrong}, nil)), wrong)
	assert.ErrorIs(t, Run(ctx, screen(), begin(nil, wrong)), wrong)
	cancel()
	assert.NoError(t, Run(ctx, screen(), begin(&notes{}, nil)))
}
