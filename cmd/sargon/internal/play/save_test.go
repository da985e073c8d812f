package play

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/cmd/sargon/internal/store"
	"sargon78/sargon/emulated/states"
	"sargon78/sargon/game"
	"sargon78/sargon/game/pgn"
	"sargon78/sargon/must"
)

func played(t *testing.T, moves ...string) *game.Game {
	g := game.New()
	for _, m := range moves {
		require.NoError(t, g.PlayText(m))
	}
	return g
}

func stateOf(g *game.Game) *states.State {
	return &states.State{Kind: states.Board, Game: &states.Game{PGN: pgn.Text(g), Level: 1}}
}

// newSaver returns a saver that writes to a folder and to a file of one game.
func newSaver(t *testing.T) (s *saver, file string) {
	file = filepath.Join(t.TempDir(), "games.pgn")
	require.NoError(t, os.WriteFile(file, []byte("1. d4 d5 *\n"), 0o644))
	s = &saver{folder: &store.Folder{Dir: t.TempDir()}}
	s.file, _, _ = pgn.Open(file)
	require.NotNil(t, s.file)
	require.NoError(t, s.makeRoom())
	return s, file
}

func TestAGameIsSavedInTheFolderAndInTheFile(t *testing.T) {
	s, file := newSaver(t)
	before := string(must.Have(os.ReadFile(file)))
	g := played(t)
	require.NoError(t, s.save(stateOf(g), g))
	assert.Equal(t, before, string(must.Have(os.ReadFile(file))), "a game without a move")
	require.NoError(t, g.PlayText("e4"))
	require.NoError(t, s.save(stateOf(g), g))
	text := string(must.Have(os.ReadFile(file)))
	assert.Contains(t, text, "1. d4 d5 *")
	assert.Contains(t, text, "1. e4 *")

	require.NoError(t, os.Remove(file))
	require.NoError(t, s.save(stateOf(g), g), "nothing has happened in it")
	assert.NoFileExists(t, file)
	require.NoError(t, s.close(nil, false))
	all := must.Have(s.folder.List())
	require.Len(t, all, 1)
	assert.Equal(t, "1. e4", game.Numbered(all[0].Game.Ply(0)))
	assert.Contains(t, s.farewell(false), "--resume")
	assert.Contains(t, s.farewell(true), "--games")
}

// What has failed at once leaves no game to resume.
func TestAGameIsDiscarded(t *testing.T) {
	s, _ := newSaver(t)
	g := played(t, "e4")
	require.NoError(t, s.save(stateOf(g), g))
	failed := errors.New("the machine has failed")
	assert.ErrorIs(t, s.close(failed, true), failed)
	assert.Empty(t, must.Have(s.folder.List()))
}

// Why the file could not be written is reported at once and at the end, and forgotten when a later
// write succeeds.
func TestAFileThatCannotBeWritten(t *testing.T) {
	for _, mended := range []bool{false, true} {
		s, file := newSaver(t)
		g := played(t, "e4")
		require.NoError(t, os.Chmod(file, 0o444))
		wrong := s.save(stateOf(g), g)
		require.ErrorContains(t, wrong, "read-only")
		if mended {
			require.NoError(t, os.Chmod(file, 0o644))
			require.NoError(t, s.save(stateOf(g), g))
			assert.NoError(t, s.close(nil, false))
			continue
		}
		failed := errors.New("it has failed too")
		err := s.close(failed, false)
		assert.ErrorIs(t, err, failed)
		assert.ErrorContains(t, err, "the game is not saved: cannot write "+file)
		assert.Len(t, must.Have(s.folder.List()), 1, "the folder has it")
	}
}

func TestThereIsNoRoom(t *testing.T) {
	taken := filepath.Join(t.TempDir(), "a file")
	require.NoError(t, os.WriteFile(taken, nil, 0o644))
	s := &saver{folder: &store.Folder{Dir: taken}}
	err := s.makeRoom()
	require.Error(t, err)
	g := played(t, "e4")
	assert.NoError(t, s.save(stateOf(g), g), "that is said once")
	assert.Equal(t, "The game is not saved: "+err.Error()+"\n", s.farewell(false))
	assert.NoError(t, s.close(nil, false))
	assert.Empty(t, (&saver{}).farewell(true), "games are not saved at all")
	assert.NoError(t, (&saver{}).save(stateOf(g), g))
}
