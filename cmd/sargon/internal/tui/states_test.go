package tui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/cmd/sargon/internal/store"
	"sargon78/sargon/emulated/states"
	"sargon78/sargon/must"
)

// A state is saved in a game; after other moves the game goes on from it, with all that the
// session knew of it.
func TestStatesOfAGame(t *testing.T) {
	dir := t.TempDir()
	s := open(t, 120, 40, func(o *Options) { o.Games = &store.Folder{Dir: dir, OnlyStates: true} })
	s.press("W1N")
	s.press("E2E4")
	s.settle()
	before, screen := s.view.Game.FEN(), s.Program.Screen()
	require.Equal(t, 2, s.view.Game.Len())
	s.in("<F12>after two<Enter>")
	assert.Nil(t, s.App.list)
	s.press("G1F3")
	s.settle()
	require.Equal(t, 4, s.view.Game.Len())

	s.in("<F12><Down>")
	assert.Contains(t, s.text(), "after two")
	assert.Contains(t, s.text(), "SARGON DEPTH 1", "its picture")
	s.in("<Enter>")
	s.startUp()
	assert.Equal(t, before, s.view.Game.FEN())
	assert.True(t, s.view.Begun)
	assert.Equal(t, screen, s.Program.Screen())
	s.press("D2D4")
	s.settle()
	assert.Equal(t, 4, s.view.Game.Len())
	assert.Equal(t, "d2d4", s.view.Game.Ply(2).Move.String())
}

// Whoever sits at the machine and loads a state of the board sees that game on the machine.
func TestAStateOfTheBoardIsLoadedAtTheMachine(t *testing.T) {
	s := open(t, 80, 24, func(o *Options) {
		o.Games = &store.Folder{Dir: t.TempDir(), OnlyStates: true}
	})
	s.press("W1NE2E4<F2>")
	s.in("<F12>one move<Enter>", "saved: one move")
	s.press("d4<Enter><F2>", " 2 D2-D4")
	s.press("<F12><Down><Enter>", " 1 E2-E4 E7-E5")
	assert.NotContains(t, s.text(), "D2-D4")
	s.press("G1F3", " 2 G1-F3")
	assert.Equal(t, 4, s.view.Game.Len())
}

func TestStatesThatCannotBeTakenUp(t *testing.T) {
	dir := t.TempDir()
	folder := states.Under(dir)
	s := open(t, 120, 40, func(o *Options) { o.Games = &store.Folder{Dir: dir, OnlyStates: true} })
	require.NoError(t, folder.Save("search", &states.State{Kind: states.Search, Machine: []byte("x")}))
	require.NoError(t, folder.Save("other", &states.State{
		Kind: states.Program, Edition: "mine", Machine: []byte("x"),
	}))
	require.NoError(t,
		os.WriteFile(filepath.Join(string(folder), "bad.state"), []byte("sargon78 state 1\n{}"), 0o600))
	names := must.Have(folder.Names())
	for i, name := range names {
		s.in("<F12>" + strings.Repeat("<Down>", i+1) + "<Enter>")
		switch name {
		case "bad":
			assert.Contains(t, s.text(), "it is damaged")
			s.in("<Esc>")
		case "search":
			assert.Contains(t, s.Message, "sargon debug goes on with it")
		case "other":
			assert.Contains(t, s.Message, "the state is of mine as it was then")
		}
	}
	assert.True(t, s.view.AtMachine)
}
