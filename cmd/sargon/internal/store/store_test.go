package store_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/cmd/sargon/internal/store"
	"sargon78/sargon"
	"sargon78/sargon/emulated/states"
	"sargon78/sargon/must"
)

// of is a state of a game, over that of one that is over.
func of(pgn string) *states.State {
	return &states.State{Kind: states.Board, Game: &states.Game{PGN: pgn}}
}

func over(pgn string) *states.State {
	s := of(pgn)
	s.Game.Over = true
	return s
}

func Example() {
	dir, _ := os.MkdirTemp("", "games")
	defer os.RemoveAll(dir)
	folder := store.Folder(dir)
	slot, _ := folder.New()
	_ = slot.Save(&states.State{Game: &states.Game{PGN: "1. e4 *\n", Level: 3}})
	_ = slot.Close()
	_, saved, err := folder.Resume()
	fmt.Print(saved.Game.PGN, saved.Game.Level, " ", err)
	// Output:
	// 1. e4 *
	// 3 <nil>
}

func TestTheNewestUnfinishedGameIsResumed(t *testing.T) {
	folder := store.Folder(t.TempDir())
	_, _, err := folder.Resume()
	assert.ErrorIs(t, err, store.ErrNone)
	for _, game := range []*states.State{of("one"), of("two"), over("three")} {
		slot := must.Have(folder.New())
		require.NoError(t, slot.Save(game))
		require.NoError(t, slot.Close())
	}
	slot, saved, err := folder.Resume()
	require.NoError(t, err)
	assert.Equal(t, "two", saved.Game.PGN)

	// It goes on, and is over some time.
	require.NoError(t, slot.Save(over("two and a half")))
	require.NoError(t, slot.Close())
	_, saved, err = folder.Resume()
	require.NoError(t, err)
	assert.Equal(t, "one", saved.Game.PGN)
	pgn := must.Have(os.ReadFile(slot.PGN()))
	assert.Equal(t, "two and a half", string(pgn))
}

func TestEverythingIsSaved(t *testing.T) {
	folder := store.Folder(t.TempDir())
	position := sargon.StartPosition()
	position.Royal[3] = 55
	state := make([]byte, 70000)
	state[69999] = 7
	want := &states.State{
		Kind: states.Program, SHA256: "abc", Machine: state, Screen: []byte{1, 2},
		Game: &states.Game{
			PGN: "1. e4 *", Player: sargon.Black, Level: 4, Engine: "10x12", Position: &position,
		},
	}
	slot := must.Have(folder.New())
	require.NoError(t, slot.Save(want))
	require.NoError(t, slot.Close())
	_, got, err := folder.Resume()
	require.NoError(t, err)
	assert.Equal(t, want, got)
	info := must.Have(os.Stat(filepath.Join(string(folder), slot.Name()+".game")))
	assert.Less(t, info.Size(), int64(2000), "it is packed")
}

func TestAGameBelongsToOneProgram(t *testing.T) {
	folder := store.Folder(t.TempDir())
	slot := must.Have(folder.New())
	require.NoError(t, slot.Save(of("x")))
	require.NoError(t, slot.Close()) // it is written now
	slot, _, err := folder.Resume()
	require.NoError(t, err)
	_, _, err = folder.Resume()
	assert.ErrorIs(t, err, store.ErrBusy)
	assert.ErrorContains(t, err, fmt.Sprintf("this game (process %d); sargon", os.Getpid()))
	require.NoError(t, slot.Close())
	_, _, err = folder.Resume()
	assert.NoError(t, err)
}

func TestDamagedFiles(t *testing.T) {
	dir := t.TempDir()
	folder := store.Folder(dir)
	for name, text := range map[string]string{
		"2026-01-01T000000.000.game": `{"Sargon78":1,"PGN":"good"}`,
		"2026-01-02T000000.000.game": `{"Sargon78":1,"PGN":`,
		"2026-01-03T000000.000.game": `{"Sargon78":9}`,
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	_, saved, err := folder.Resume()
	require.NoError(t, err, "an older game is better than none")
	assert.Equal(t, "good", saved.Game.PGN)
	require.NoError(t, os.Remove(filepath.Join(dir, "2026-01-01T000000.000.game")))
	_, _, err = folder.Resume()
	require.ErrorIs(t, err, store.ErrNone)
	assert.ErrorContains(t, err, "2026-01-02T000000.000.game: it is damaged")
	assert.ErrorContains(t, err, "version 9")
}

// A folder that cannot be written: the game that is saved already stays as it is.
func TestUnwritableFolder(t *testing.T) {
	if runtime.GOOS == "windows" || os.Getuid() == 0 {
		// Root may write everywhere; a file in the way stops everybody.
		dir := filepath.Join(t.TempDir(), "file")
		require.NoError(t, os.WriteFile(dir, nil, 0o644))
		_, err := store.Folder(dir).New()
		assert.ErrorContains(t, err, "games cannot be saved")
		return
	}
	dir := t.TempDir()
	require.NoError(t, os.Chmod(dir, 0o500))
	_, err := store.Folder(dir).New()
	assert.ErrorContains(t, err, "games cannot be saved")
}

// The folder vanishes while a game is on: the next Save says so, and nothing panics.
func TestWritingFails(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "games")
	slot := must.Have(store.Folder(dir).New())
	require.NoError(t, os.RemoveAll(dir))
	assert.Error(t, errors.Join(slot.Save(of("x")), slot.Close()))
}

func TestOldGamesGo(t *testing.T) {
	dir := t.TempDir()
	for i := range 60 {
		name := filepath.Join(dir, fmt.Sprintf("2020-01-01T0000%02d.000", i))
		require.NoError(t, os.WriteFile(name+".game", []byte(`{"Sargon78":1}`), 0o644))
		require.NoError(t, os.WriteFile(name+".pgn", nil, 0o644))
	}
	slot := must.Have(store.Folder(dir).New())
	require.NoError(t, slot.Close())
	entries := must.Have(os.ReadDir(dir))
	games, pgns := 0, 0
	for _, e := range entries {
		switch {
		case strings.HasSuffix(e.Name(), ".game"):
			games++
		case strings.HasSuffix(e.Name(), ".pgn"):
			pgns++
		}
	}
	assert.Equal(t, 50, games)
	assert.Equal(t, 60, pgns)
}

func TestGamesAreListedAndChanged(t *testing.T) {
	folder := store.Folder(t.TempDir())
	var names []string
	for _, game := range []*states.State{of("one"), over("two")} {
		slot := must.Have(folder.New())
		names = append(names, slot.Name())
		require.NoError(t, slot.Save(game))
		require.NoError(t, slot.Close())
	}
	old := time.Date(1978, 3, 1, 20, 0, 0, 0, time.UTC)
	require.NoError(t, os.Chtimes(filepath.Join(string(folder), names[1]+".game"), old, old))
	require.NoError(t, folder.Rename(names[0], "the first"))
	list := must.Have(folder.List())
	require.Len(t, list, 2)
	assert.Equal(t, names, []string{list[0].Name, list[1].Name}, "the one written last comes first")
	assert.Equal(t, "the first", list[0].State.Game.Title)

	slot, saved, err := folder.Open(names[1])
	require.NoError(t, err)
	assert.Equal(t, "two", saved.Game.PGN, "games that are over can be opened too")
	for _, err := range []error{
		folder.Free(names[1]), folder.Rename(names[1], "x"), folder.Delete(names[1]),
	} {
		assert.ErrorIs(t, err, store.ErrBusy)
	}
	require.NoError(t, slot.Close())
	require.NoError(t, folder.Free(names[1]))
	require.NoError(t, folder.Delete(names[1]))
	assert.NoFileExists(t, filepath.Join(string(folder), names[1]+".game"))
	assert.NoFileExists(t, slot.PGN())
	_, _, err = folder.Open("nothing")
	assert.ErrorIs(t, err, os.ErrNotExist)
	require.NoError(t, os.WriteFile(filepath.Join(string(folder), "bad.game"), []byte("x"), 0o600))
	list = must.Have(folder.List())
	assert.ErrorContains(t, list[0].Err, "is damaged")
}
