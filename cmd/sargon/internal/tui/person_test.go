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
	"sargon78/emu/console"
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
	*App
	t     testing.TB
	sim   *simulated
	games *shelf // nil if there are none
	saved []*states.State
	limit <-chan time.Time // of the whole test
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

func newTerminal(t testing.TB, width, height int) *simulated {
	s := &simulated{SimulationScreen: tcell.NewSimulationScreen("UTF-8")}
	require.NoError(t, s.SimulationScreen.Init())
	t.Cleanup(s.Fini)
	s.SetSize(width, height)
	return s
}

// patience ends a test that hangs.
const patience = 5 * time.Minute

// newPerson is one who looks at a terminal on which nothing is shown yet.
func newPerson(t testing.TB, width, height int) *person {
	return &person{t: t, sim: newTerminal(t, width, height), limit: time.After(patience)}
}

// newLook is how things look on the terminal of the person.
func (s *person) newLook() Look {
	return Look{Screen: terminal.Canvas(s.sim), Glyphs: screen.Sextant, Theme: screen.Themes[0]}
}

func open(t testing.TB, width, height int, change func(*person, *Options)) *person {
	t.Helper()
	s := newPerson(t, width, height)
	o := Options{
		Look: s.newLook(), Speed: speed.Stops[len(speed.Stops)-1], Panels: []string{"clocks", "thoughts"},
	}
	o.Program = must.Have(program.New(romstest.Image(t), program.Options{Chance: func() byte { return 0 }}))
	if change != nil {
		change(s, &o)
	}
	if o.Table == nil {
		o.Table = newTable(o.Program, func(saved *states.State) error {
			s.saved = append(s.saved, saved)
			return nil
		})
	}
	s.App = New(o)
	require.NoError(t, s.begin())
	t.Cleanup(s.Table.Close)
	s.startUp()
	return s
}

func newTable(p *program.Program, save func(*states.State) error) *session.Table {
	return session.New(session.Options{
		Open: func(name string) (sargon.Engine, error) {
			return launch.Open(name, launch.Options{})
		},
		Engine: "rom", Level: 1, Player: sargon.White, Machine: p,
		Save: func(s *states.State, _ *game.Game) error { return save(s) },
	})
}

// until waits for something on the machine.
func (s *person) until(what string, there func(console.State) bool) {
	s.t.Helper()
	for changed := s.Program.Changed(); !there(s.Program.State()); changed = s.Program.Changed() {
		select {
		case <-changed:
		case <-s.limit:
			s.t.Fatal("the machine does not " + what)
		}
	}
}

// startUp waits until the machine has run at all.
func (s *person) startUp() {
	s.hear()
	if s.view.AtMachine {
		s.until("start", func(now console.State) bool { return now.TStates > 0 && now.Waiting })
	}
	s.settle()
}

// rest waits until nothing moves any more.
func (s *person) rest() {
	s.t.Helper()
	for s.hear(); s.view.Busy && !s.leaving; s.hear() {
		select {
		case <-s.Table.News():
		case <-s.limit:
			s.t.Fatal("it does not come to rest:\n" + s.text())
		}
	}
}

// settle rests, and looks.
func (s *person) settle() {
	s.t.Helper()
	s.rest()
	s.draw()
	require.NoError(s.t, s.err)
}

// press presses keys one by one, rests after each, and looks.
func (s *person) press(keys string) {
	s.t.Helper()
	for _, event := range terminaltest.Events(keys) {
		s.Handle(event)
		s.rest()
	}
	s.draw()
	require.NoError(s.t, s.err)
}

// in presses keys without waiting.
func (s *person) in(keys string) {
	s.t.Helper()
	for _, event := range terminaltest.Events(keys) {
		s.Handle(event)
	}
	require.NoError(s.t, s.Draw())
}

func (s *person) resize(width, height int) {
	s.t.Helper()
	s.sim.SetSize(width, height)
	s.Handle(tcell.NewEventResize(width, height))
	s.settle()
}

// mouse moves the mouse to a cell, with a button pressed or with none.
func (s *person) mouse(x, y int, button tcell.ButtonMask) {
	s.t.Helper()
	s.Handle(tcell.NewEventMouse(x, y, button, tcell.ModNone))
	s.settle()
}

// text is what stands on the terminal.
func (s *person) text() string {
	cells, width, _ := s.sim.GetContents()
	var b strings.Builder
	for row := range slices.Chunk(cells, max(width, 1)) {
		line := ""
		for _, cell := range row {
			if len(cell.Runes) == 0 {
				line += " "
			}
			line += string(cell.Runes)
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return b.String()
}

// shows tells whether words stand on the terminal, in one line or over several.
func (s *person) shows(words string) bool {
	text := s.text()
	return strings.Contains(text, words) ||
		strings.Contains(strings.Join(strings.Fields(text), " "), words)
}

func (s *person) sees(words ...string) {
	s.t.Helper()
	for _, w := range words {
		if !s.shows(w) {
			s.t.Errorf("%q is not on the terminal:\n%s", w, s.text())
		}
	}
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

func (s *shelf) Free(name string) error {
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
		{Name: "b", Title: "the long one", Played: date, Game: game.New(),
			State: of(sargon.White, 1, "sets")},
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

// moves are those of the game, in notation.
func (s *person) moves() (all []string) {
	for _, p := range s.view.Game.Plies() {
		all = append(all, p.SAN)
	}
	return all
}
