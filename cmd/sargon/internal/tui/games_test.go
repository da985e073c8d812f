package tui

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/cmd/sargon/internal/screen"
	"sargon78/cmd/sargon/internal/store"
	"sargon78/cmd/sargon/internal/terminal"
	"sargon78/sargon"
	"sargon78/sargon/emulated/states"
	"sargon78/sargon/game"
)

// shelf are games that remember what was done to them.
type shelf struct {
	list []store.Saved
	done []string
	busy error // of all games
}

func (s *shelf) Free(string) error { return s.busy }

func (s *shelf) List() ([]store.Saved, error) { return s.list, nil }
func (s *shelf) Rename(name, title string) error {
	s.done = append(s.done, "rename "+name+" "+title)
	return nil
}
func (s *shelf) Delete(name string) error {
	s.done = append(s.done, "delete "+name)
	s.list = s.list[:len(s.list)-1]
	return nil
}
func (s *shelf) SaveState(name string, _ *states.State) error {
	s.done = append(s.done, "save "+name)
	return nil
}

func threeGames(t *testing.T) *shelf {
	g := game.New()
	require.NoError(t, g.PlayText("e4"))
	played := time.Date(1978, 3, 1, 20, 0, 0, 0, time.UTC)
	of := func(player sargon.Color, level sargon.Level, engine string) *states.State {
		return &states.State{Game: &states.Game{Player: player, Level: level, Engine: engine}}
	}
	return &shelf{list: []store.Saved{
		{Name: "a", Played: played, Game: g, State: of(sargon.Black, 3, "rom")},
		{Name: "b", Title: "the long one", Played: played, Game: game.New(),
			State: of(sargon.White, 1, "sets")},
		{Name: "c", Played: played, Err: errors.New("c is damaged")},
	}}
}

// pick types keys into the list of games; it returns what stood there before the last one.
func pick(
	t *testing.T, s *shelf, width, height int, keys string,
) (p *Picker, sim tcell.SimulationScreen) {
	sim = tcell.NewSimulationScreen("UTF-8")
	require.NoError(t, sim.Init())
	t.Cleanup(sim.Fini)
	sim.SetSize(width, height)
	p = NewPicker(s, Look{Screen: sim, Theme: screen.Themes[0], Glyphs: screen.Sextant})
	p.Open = func(k *store.Saved) { s.done = append(s.done, "open "+k.Name) }
	p.Close = func(leave bool) { s.done = append(s.done, fmt.Sprint("leave ", leave)) }
	for _, event := range events(keys) {
		p.Key(event)
	}
	sim.Clear()
	p.Draw(terminal.Whole(sim))
	sim.Show()
	return p, sim
}

func TestGamesAreListed(t *testing.T) {
	for _, size := range [][2]int{{60, 20}, {64, 33}, {80, 24}, {140, 45}} {
		_, sim := pick(t, threeGames(t), size[0], size[1], "")
		text := contents(sim)
		for _, want := range []string{"1978-03-01 20:00", "1. e4", "the long one", "? help",
			"leave"} {
			assert.Contains(t, text, want)
		}
		if size[0] >= 80 {
			assert.Contains(t, text, "rom, level 3  you play black  you are to move")
		}
	}
	_, sim := pick(t, &shelf{}, 80, 24, "<Enter>der<Up>")
	assert.Contains(t, contents(sim), "None yet.")
	_, sim = pick(t, threeGames(t), 60, 20, "?")
	assert.Contains(t, contents(sim), "F10 leaves")
}

func TestAGameIsPicked(t *testing.T) {
	s := threeGames(t)
	pick(t, s, 80, 24, "<Down><Enter>")
	pick(t, s, 80, 24, "<End><Enter>") // it cannot be read
	pick(t, s, 80, 24, "<Esc>")
	pick(t, s, 80, 24, "<F10>")
	s.busy = errors.New("another sargon plays it")
	_, sim := pick(t, s, 80, 24, "<Enter>")
	assert.Contains(t, contents(sim), "another sargon plays it")
	assert.Equal(t, []string{"open b", "leave false", "leave true"}, s.done)
}

func TestGamesAreRenamedDeletedAndExported(t *testing.T) {
	s := threeGames(t)
	_, sim := pick(t, s, 80, 24, "rAnna<Enter><Down>r<Ctrl-U>Bo<Backspace2><Enter>rx<Esc>")
	assert.Equal(t, []string{"rename a Anna", "rename b B"}, s.done)
	assert.Contains(t, contents(sim), "leave")
	s.done = nil
	_, sim = pick(t, s, 80, 24, "d")
	assert.Contains(t, contents(sim), "for ever? yes>")
	p, _ := pick(t, s, 80, 24, "dn<Enter><End>dy<Enter>")
	assert.Equal(t, []string{"delete c"}, s.done)
	assert.Equal(t, 1, p.at)
	_, sim = pick(t, s, 80, 24, "e")
	assert.Contains(t, contents(sim), "file> a.pgn")
	t.Chdir(t.TempDir())
	_, sim = pick(t, s, 80, 24, "e<Enter>")
	assert.Contains(t, contents(sim), "written to a.pgn")
	_, sim = pick(t, s, 80, 24, "e<Enter>")
	assert.Contains(t, contents(sim), "a.pgn exists already")
}

// initialised is a terminal that is ready already.
type initialised struct{ tcell.SimulationScreen }

func (initialised) Init() error { return nil }

func TestPickRuns(t *testing.T) {
	sim := tcell.NewSimulationScreen("UTF-8")
	require.NoError(t, sim.Init())
	sim.InjectKey(tcell.KeyEnter, 0, tcell.ModNone)
	name, err := Pick(context.Background(), threeGames(t),
		Look{Screen: initialised{sim}, Theme: screen.Themes[0]})
	require.NoError(t, err)
	assert.Equal(t, "a", name)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	name, err = Pick(ctx, threeGames(t),
		Look{Screen: tcell.NewSimulationScreen("UTF-8"), Theme: screen.Themes[0]})
	require.NoError(t, err)
	assert.Empty(t, name)
}

func TestFromAGameToTheOthers(t *testing.T) {
	s := open(t, 80, 24, nil)
	s.press("<Ctrl-O>", "games are not saved here")
	s = open(t, 80, 24, func(o *Options) { o.Games = threeGames(t) })
	s.press("<Ctrl-O>", "the long one")
	s.press("<Esc>")
	assert.False(t, s.leaving)
	s.in("<F12>", "save this one as>")
	s.press("<Esc>")
	s.press("<Ctrl-O><Down><Enter>")
	assert.True(t, s.leaving)
	assert.Equal(t, "b", s.Picked())
}
