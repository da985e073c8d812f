package tui

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gdamore/tcell/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/cmd/sargon/internal/store"
	"sargon78/cmd/sargon/internal/terminal/terminaltest"
	"sargon78/emu"
	"sargon78/sargon/emulated/states"
	"sargon78/sargon/game"
	"sargon78/sargon/must"
	"sargon78/sargon/session"
	"sargon78/sargon/speed"
)

func TestSextantsShowTheDotsExactly(t *testing.T) {
	s := open(t, 110, 36, nil)
	s.press("w1ne2e4g1f3")
	shown := s.Program.Screen()
	for line := range strings.Lines(shown.String()) {
		s.sees(strings.TrimSpace(line))
	}
	last := s.view.TimesOf(s.lastOfSargon())
	s.sees(clock1978(last), game.About(last.In1978))
}

// The clocks are those of Sargon: the person's own are not shown.
func TestClocks(t *testing.T) {
	for _, board := range []bool{false, true} {
		s := open(t, 140, 45, func(_ *person, o *Options) { o.Board = board })
		s.press(map[bool]string{false: "w1ne2e4g1f3", true: "e4<Enter>Nf3<Enter>"}[board])
		black := s.view.Clock(s.view.Player.Other())
		require.NotEmpty(t, clock1978(black))
		for line := range strings.Lines(s.text()) {
			if strings.Contains(line, "its game") || strings.Contains(line, "Sargon, black") {
				assert.Contains(t, line, clock1978(black))
			}
		}
	}
}

func TestWhatCannotBeStopped(t *testing.T) {
	s := open(t, 110, 40, nil)
	s.Handle(tcell.NewEventError(errors.New("this system cannot stop a program")))
	s.settle()
	s.sees("cannot stop a program")
}

func TestAGameIsSavedAndResumed(t *testing.T) {
	s := open(t, 110, 40, nil)
	assert.Empty(t, s.saved, "there is nothing to keep yet")
	s.press("W1NE2E4G1")
	require.NotEmpty(t, s.saved)
	last := s.saved[len(s.saved)-1]
	require.NotEmpty(t, last.Machine)
	again := open(t, 110, 40, func(_ *person, o *Options) {
		o.Table = newTable(o.Program, func(*states.State) error { return nil })
		require.NoError(t, o.Table.Restore(last))
	})
	again.sees("1 E2-E4 E7-E5", "2 G1-")
	again.press("F3")
	assert.Len(t, again.moves(), 4)
	assert.Equal(t, "Nf3", again.moves()[2])
}

func TestAGameIsWrittenAndRead(t *testing.T) {
	s := open(t, 140, 45, func(_ *person, o *Options) { o.Board = true })
	file := t.TempDir() + "/game.pgn"
	s.press("e4<Enter>:save " + file + "<Enter>")
	s.sees("written to")
	s.press(":save " + file + "<Enter>")
	s.sees("exists already")
	s.press(":new<Enter>:load " + file + "<Enter>")
	s.sees("2 half-moves from")
}

func TestSavingFails(t *testing.T) {
	s := open(t, 110, 40, func(_ *person, o *Options) {
		o.Board = true
		o.Table = newTable(o.Program, func(*states.State) error {
			return errors.New("no space left on device")
		})
	})
	s.press("e4<Enter>")
	s.sees("the game is not saved: no", "space left on device")
	assert.Len(t, s.moves(), 2, "the game goes on")
}

// A panic on the goroutine of the machine is an error on that of the terminal.
func TestAPanicOfTheMachine(t *testing.T) {
	s := open(t, 80, 24, nil)
	s.Program.Do(func(m *emu.Machine) {
		m.Trap(m.PC, func(*emu.Machine) error { panic("boom") })
	})
	s.Handle(terminaltest.Events("W")[0])
	for s.hear(); s.err == nil; s.hear() {
		<-s.Table.News()
	}
	assert.ErrorContains(t, s.err, "the machine has failed: boom")
}

func TestGamesAreExported(t *testing.T) {
	t.Chdir(t.TempDir())
	s := open(t, 80, 24, func(s *person, o *Options) { o.Games = fourGames(t) })
	s.press("<Ctrl-O>e")
	s.sees("file> a.pgn")
	s.press("<Enter>")
	s.sees("written to a.pgn")
	s.press("e<Enter>")
	s.sees("a.pgn exists already")
}

func TestPickRuns(t *testing.T) {
	s := newPerson(t, 80, 24)
	s.sim.InjectKey(tcell.KeyEnter, 0, tcell.ModNone)
	name, err := Pick(t.Context(), fourGames(t), s.newLook())
	require.NoError(t, err)
	assert.Equal(t, "a", name)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	name, err = Pick(ctx, &shelf{}, newPerson(t, 80, 24).newLook())
	require.NoError(t, err)
	assert.Empty(t, name)
}

func TestAnEmptyListOfGames(t *testing.T) {
	s := open(t, 80, 24, func(_ *person, o *Options) { o.Games = &shelf{} })
	s.press("<Ctrl-O><Enter>der<Up>")
	s.sees("None yet.")
}

func TestStatesThatCannotBeLoaded(t *testing.T) {
	dir := t.TempDir()
	folder := states.Under(dir)
	s := open(t, 120, 40, func(_ *person, o *Options) {
		o.Games = &store.Folder{Dir: dir, OnlyStates: true}
	})
	require.NoError(t, folder.Save("search", &states.State{Kind: states.Search, Machine: []byte("x")}))
	require.NoError(t, folder.Save("other", &states.State{
		Kind: states.Program, Edition: "mine", Machine: []byte("x"),
	}))
	require.NoError(t,
		os.WriteFile(filepath.Join(string(folder), "bad.state"), []byte("sargon78 state 1\n{}"), 0o600))
	for i, name := range must.Have(folder.Names()) {
		s.in("<F12>" + strings.Repeat("<Down>", i+1) + "<Enter>")
		s.sees(map[string]string{
			"bad": "it is damaged", "search": "sargon debug goes on with it",
			"other": "the state is of mine as it was then",
		}[name])
		s.in(map[bool]string{true: "<Esc>"}[name == "bad"])
	}
	assert.True(t, s.view.AtMachine)
}

// A thousand random keys and resizes.
func TestRandomKeys(t *testing.T) {
	keys := terminaltest.Events("<Enter><Esc><Tab><Backspace2><F1><F2><F2><F3><F4><F5><F6><F7><F8><F9><Ctrl-R>" +
		"<Ctrl-L><Ctrl-G><Up><Down><Left><Right><PgUp><Home><End><Ctrl-U><Ctrl-Z>")
	const letters = "wbn12abcdefgh12345678NBRQKO-x=:? level new fen"
	r := rand.New(rand.NewPCG(1978, 1))
	s := open(t, 110, 40, nil)
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
			s.hear()
		}
	}
	s.settle()
	if r, err := s.Table.State(); !s.view.AtMachine && s.view.Search == nil {
		require.NoError(t, err)
		assert.Equal(t, strings.Fields(s.view.Game.FEN())[0], strings.Fields(r.Game.Position.FEN())[0])
	}
}
