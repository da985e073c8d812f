package tui

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"
	"github.com/stretchr/testify/require"

	"sargon78/cmd/sargon/internal/launch"
	"sargon78/cmd/sargon/internal/screen"
	"sargon78/cmd/sargon/internal/store"
	"sargon78/cmd/sargon/internal/terminal"
	"sargon78/cmd/sargon/internal/terminal/terminaltest"
	"sargon78/roms/romstest"
	"sargon78/sargon"
	"sargon78/sargon/emulated/program"
	"sargon78/sargon/emulated/states"
	"sargon78/sargon/game"
	"sargon78/sargon/must"
	"sargon78/sargon/session"
	"sargon78/sargon/speed"
)

// person is a person at a terminal that is only simulated. Everything happens on the
// goroutine of the test, but the machine and the search.
type person struct {
	*App           // nil while a recorded game is shown
	replay *replay // nil while a game is played
	t      testing.TB
	sim    *simulated
	games  *shelf // nil if there are none
	about  session.Options
	now    time.Time // what the clock on the wall shows, where a script sets it
}

// simulated is a terminal that counts its bells, and may have no colours.
type simulated struct {
	tcell.SimulationScreen
	bells      int
	colourless bool
}

func (s *simulated) Beep() error { s.bells++; return nil }

func (s *simulated) Colors() int {
	if s.colourless {
		return 0
	}
	return s.SimulationScreen.Colors()
}

// Init does nothing: it is ready already.
func (s *simulated) Init() error { return nil }

// newPerson is one who looks at a terminal on which nothing is shown yet.
func newPerson(t testing.TB, width, height int) *person {
	return &person{t: t, sim: &simulated{SimulationScreen: terminaltest.New(t, width, height)}}
}

// newAppearance is how things look on the terminal of the user.
func (s *person) newAppearance() Appearance {
	return Appearance{Screen: terminal.Canvas(s.sim), Glyphs: screen.Sextant, Theme: screen.Themes[0]}
}

// open opens a window, as words of opened say.
func open(t testing.TB, width, height int, words ...string) *person {
	t.Helper()
	s := newPerson(t, width, height)
	s.now = time.Date(1978, 3, 3, 20, 0, 0, 0, time.UTC)
	o := Options{
		Appearance: s.newAppearance(), Speed: speed.Stops[len(speed.Stops)-1], Panels: []string{"clocks", "thoughts"},
	}
	o.Program = must.Have(program.New(romstest.Image(t), program.Options{Chance: func() byte { return 0 }}))
	for _, word := range words {
		opened[word](s, &o)
	}
	s.about.Open = func(name string) (sargon.Engine, error) { return launch.Open(name, launch.Options{}) }
	s.about.Engine, s.about.Level, s.about.Machine = "rom", 1, o.Program
	s.about.Save = func(*states.State, *game.Game) error {
		if slices.Contains(words, "full") {
			return errors.New("no space left")
		}
		return nil
	}
	o.Session = session.New(s.about)
	s.App = New(o)
	require.NoError(t, s.begin())
	t.Cleanup(s.Session.Close)
	for s.pollChanges(); s.view.OnMachine && !s.Program.State().Waiting; s.pollChanges() {
		<-s.Session.News()
	}
	s.settle()
	return s
}

// shown is what the terminal shows.
func (s *person) shown() terminal.View {
	if s.replay != nil {
		return s.replay
	}
	return s.App
}

// rest waits until nothing moves any more.
func (s *person) rest() {
	if s.replay != nil {
		return
	}
	for s.pollChanges(); s.view.Busy && !s.leaving; s.pollChanges() {
		<-s.Session.News()
	}
}

// settle rests, and looks.
func (s *person) settle() {
	s.t.Helper()
	s.rest()
	s.look()
}

func (s *person) look() {
	s.t.Helper()
	require.NoError(s.t, s.shown().Draw())
}

// press presses keys one by one, rests after each, and looks.
func (s *person) press(keys string) {
	s.t.Helper()
	for _, event := range terminaltest.Events(keys) {
		s.shown().Handle(event)
		s.rest()
	}
	s.look()
}

// in presses keys without waiting.
func (s *person) in(keys string) {
	s.t.Helper()
	for _, event := range terminaltest.Events(keys) {
		s.shown().Handle(event)
	}
	require.NoError(s.t, s.shown().Draw())
}

func (s *person) resize(width, height int) {
	s.t.Helper()
	s.sim.SetSize(width, height)
	s.shown().Handle(tcell.NewEventResize(width, height))
	s.settle()
}

// mouse moves the mouse to a cell, with a button pressed or with none.
func (s *person) mouse(x, y int, button tcell.ButtonMask) {
	s.t.Helper()
	s.shown().Handle(tcell.NewEventMouse(x, y, button, tcell.ModNone))
	s.settle()
}

// text is what stands on the terminal.
func (s *person) text() string { return terminaltest.Text(s.sim.SimulationScreen) }

// missing returns those of some words, between bars, that do not stand on the terminal, in one line
// or over several.
func (s *person) missing(words string) []string {
	text := s.text()
	flowing := strings.Join(strings.Fields(text), " ")
	return slices.DeleteFunc(strings.Split(words, " | "), func(w string) bool {
		return strings.Contains(text, w) || strings.Contains(flowing, w)
	})
}

// styled is what stands on the terminal in some style.
func (s *person) styled(like tcell.AttrMask) (text string) {
	cells, _, _ := s.sim.GetContents()
	for _, cell := range cells {
		if _, _, attributes := cell.Style.Decompose(); attributes&like != 0 {
			text += string(cell.Runes)
		}
	}
	return text
}

func (s *person) sees(words string) {
	s.t.Helper()
	require.Empty(s.t, s.missing(words), "is not on the terminal:\n%s", s.text())
}

// shelf are games that remember what was done to them.
type shelf struct {
	list []store.Saved
	done []string
}

func (s *shelf) did(format string, args ...any) error {
	s.done = append(s.done, fmt.Sprintf(format, args...))
	return nil
}

func (s *shelf) CheckAvailable(name string) error {
	if name == "d" {
		return errors.New("another sargon plays it")
	}
	return nil
}

func (s *shelf) List() ([]store.Saved, error)    { return s.list, nil }
func (s *shelf) Rename(name, title string) error { return s.did("rename %s %s", name, title) }

func (s *shelf) Delete(name string) error {
	s.list = slices.DeleteFunc(s.list, func(k store.Saved) bool { return k.Name == name })
	return s.did("delete %s", name)
}

func (s *shelf) SaveState(name string, _ *states.State) error { return s.did("save %s", name) }

// fourGames are one that goes on, a new one, one that cannot be read, and one that another plays.
func fourGames(t testing.TB) *shelf {
	date := time.Date(1978, 3, 1, 20, 0, 0, 0, time.UTC)
	of := func(player sargon.Color, level sargon.Level, engine string) *states.State {
		return &states.State{Game: &states.Game{Player: player, Level: level, Engine: engine}}
	}
	g := played(t, "e4")
	return &shelf{list: []store.Saved{
		{Name: "a", Played: date, Game: g, State: of(sargon.Black, 3, "rom")},
		{Name: "b", Title: "the long one, of a knight that never came back", Played: date, Game: game.New(),
			State: of(sargon.White, 1, "bitboards")},
		{Name: "c", Played: date, Err: errors.New("c is damaged")},
		{Name: "d", Played: date, Game: g, State: of(sargon.White, 2, "rom")},
	}}
}

func played(t testing.TB, moves string) *game.Game {
	g := game.New()
	for _, text := range strings.Fields(moves) {
		require.NoError(t, g.PlayText(text))
	}
	return g
}

// browser is the game on the modern board.
func (s *person) browser() *browser {
	if s.replay != nil {
		return &s.replay.browser
	}
	return &s.board.browser
}

// moves are those of the game, in notation.
func (s *person) moves() (all []string) {
	for _, p := range s.browser().game.Plies() {
		all = append(all, p.SAN)
	}
	return all
}
