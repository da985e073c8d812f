package tui

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gdamore/tcell/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/cmd/sargon/internal/terminal/terminaltest"
	"sargon78/emu"
	"sargon78/sargon/session"
	"sargon78/sargon/speed"
)

// A panic on the goroutine of the machine is an error on that of the terminal.
func TestAPanicOfTheMachine(t *testing.T) {
	s := open(t, 80, 24)
	s.Program.Do(func(m *emu.Machine) {
		m.Trap(m.PC, func(*emu.Machine) error { panic("boom") })
	})
	s.Handle(terminaltest.Events("W")[0])
	for s.pollChanges(); s.err == nil; s.pollChanges() {
		<-s.Session.News()
	}
	assert.ErrorContains(t, s.err, "the machine has failed: boom")
}

func TestPickRuns(t *testing.T) {
	s := newPerson(t, 80, 24)
	s.sim.InjectKey(tcell.KeyEnter, 0, tcell.ModNone)
	name, err := Pick(t.Context(), fourGames(t), s.newAppearance())
	require.NoError(t, err)
	assert.Equal(t, "a", name)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	name, err = Pick(ctx, &shelf{}, newPerson(t, 80, 24).newAppearance())
	require.NoError(t, err)
	assert.Empty(t, name)
}

// A thousand random keys and resizes.
func TestRandomKeys(t *testing.T) {
	keys := terminaltest.Events("<Enter><Esc><Tab><Backspace2><F1><F2><F2><F3><F4><F5><F6><F7><F8><F9><Ctrl-R>" +
		"<Ctrl-L><Ctrl-G><Up><Down><Left><Right><PgUp><Home><End><Ctrl-U><Ctrl-Z>")
	const letters = "wbn12abcdefgh12345678NBRQKO-x=:? level new fen"
	r := rand.New(rand.NewPCG(1978, 1))
	s := open(t, 110, 40)
	for range 1000 {
		switch n := r.IntN(20); {
		case n < 11:
			s.Handle(terminaltest.Events(letters[r.IntN(len(letters)):])[0])
		case n < 18:
			s.Handle(keys[r.IntN(len(keys))])
		case n < 19:
			w, h := r.IntN(150), r.IntN(50)
			s.sim.SetSize(w, h)
			s.Handle(tcell.NewEventResize(w, h))
		default:
			s.Handle(tcell.NewEventMouse(r.IntN(150), r.IntN(50), tcell.ButtonMask(r.IntN(2)),
				tcell.ModNone))
		}
		if s.view.Level > 2 { // long thoughts prove no more than short ones
			s.act(session.SetLevel(1))
		}
		s.leaving = false
		s.setSpeed(speed.Stops[len(speed.Stops)-1])
		switch r.IntN(4) {
		case 0:
			s.settle()
		case 1:
			require.NoError(t, s.Draw())
		default: // keys that come together need one picture
			s.pollChanges()
		}
	}
	s.settle()
	if r, err := s.Session.State(); !s.view.OnMachine && s.view.Search == nil {
		require.NoError(t, err)
		assert.Equal(t, strings.Fields(s.view.Game.FEN())[0], strings.Fields(r.Game.Position.FEN())[0])
	}
}
