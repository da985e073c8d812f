package store_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/cmd/sargon/internal/store"
	"sargon78/sargon"
	"sargon78/sargon/emulated/states"
	"sargon78/sargon/must"
)

// of is a state of a game that goes on or is over.
func of(pgn string, over bool) *states.State {
	return &states.State{Kind: states.Board, Game: &states.Game{PGN: pgn, Over: over}}
}

// save saves games of their own, and returns their names, the oldest first.
func save(t *testing.T, folder *store.Folder, all ...*states.State) (names []string) {
	for _, s := range all {
		require.NoError(t, folder.New())
		require.NoError(t, folder.Save(s, nil))
		require.NoError(t, folder.Close())
	}
	for _, path := range must.Have(filepath.Glob(filepath.Join(folder.Dir, "*.game"))) {
		names = append(names, filepath.Base(path[:len(path)-len(".game")]))
	}
	return names
}

// resume takes the newest game that is not over, and lets it go.
func resume(folder *store.Folder) (*states.State, error) {
	s, err := folder.Open("")
	return s, errors.Join(err, folder.Close())
}

func Example() {
	dir, _ := os.MkdirTemp("", "games")
	defer os.RemoveAll(dir)
	folder := store.Folder{Dir: dir}
	_ = folder.New()
	_ = folder.Save(&states.State{Game: &states.Game{PGN: "1. e4 *\n", Level: 3}}, nil)
	_ = folder.Close()
	saved, err := folder.Open("")
	fmt.Print(saved.Game.PGN, saved.Game.Level, " ", err)
	// Output:
	// 1. e4 *
	// 3 <nil>
}

func TestTheNewestUnfinishedGameIsResumed(t *testing.T) {
	folder := &store.Folder{Dir: t.TempDir()}
	_, err := resume(folder)
	assert.ErrorIs(t, err, store.ErrNone)
	names := save(t, folder, of("one", false), of("two", false), of("three", true))
	saved, err := folder.Open("")
	require.NoError(t, err)
	assert.Equal(t, "two", saved.Game.PGN)

	// It goes on, and is over some time.
	require.NoError(t, folder.Save(of("two and a half", true), nil))
	require.NoError(t, folder.Close())
	assert.Equal(t, "one", must.Have(resume(folder)).Game.PGN)
	pgn := must.Have(os.ReadFile(filepath.Join(folder.Dir, names[1]+".pgn")))
	assert.Equal(t, "two and a half", string(pgn))
}

func TestEverythingIsSaved(t *testing.T) {
	folder := &store.Folder{Dir: t.TempDir()}
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
	names := save(t, folder, want)
	assert.Equal(t, want, must.Have(resume(folder)))
	info := must.Have(os.Stat(filepath.Join(folder.Dir, names[0]+".game")))
	assert.Less(t, info.Size(), int64(2000), "it is packed")
}

func TestDamagedFiles(t *testing.T) {
	folder := &store.Folder{Dir: t.TempDir()}
	for name, text := range map[string]string{
		"2026-01-01T000000.000.game": `{"Sargon78":1,"PGN":"good"}`,
		"2026-01-02T000000.000.game": `{"Sargon78":1,"PGN":`,
		"2026-01-03T000000.000.game": `{"Sargon78":9}`,
	} {
		require.NoError(t, os.WriteFile(filepath.Join(folder.Dir, name), []byte(text), 0o644))
	}
	assert.Equal(t, "good", must.Have(resume(folder)).Game.PGN, "an older game is better than none")
	require.NoError(t, os.Remove(filepath.Join(folder.Dir, "2026-01-01T000000.000.game")))
	_, err := resume(folder)
	require.ErrorIs(t, err, store.ErrNone)
	assert.ErrorContains(t, err, "2026-01-02T000000.000.game: it is damaged")
	assert.ErrorContains(t, err, "version 9")
}

// A folder that cannot be written; one that vanishes while a game is on: the next Save says so, and
// nothing panics.
func TestUnwritableFolder(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file") // in the way it stops everybody, even root
	require.NoError(t, os.WriteFile(file, nil, 0o644))
	folder := &store.Folder{Dir: file}
	assert.ErrorContains(t, folder.New(), "games cannot be saved")
	_, err := folder.Open("game")
	assert.ErrorContains(t, err, "games cannot be saved")
	if runtime.GOOS != "windows" && os.Getuid() != 0 {
		folder.Dir = t.TempDir()
		require.NoError(t, os.Chmod(folder.Dir, 0o500))
		assert.ErrorContains(t, folder.New(), "games cannot be saved")
	}
	folder.Dir = filepath.Join(t.TempDir(), "games")
	require.NoError(t, folder.New())
	require.NoError(t, os.RemoveAll(folder.Dir))
	assert.Error(t, errors.Join(folder.Save(of("x", false), nil), folder.Close()))
}

func TestOldGamesGo(t *testing.T) {
	folder := &store.Folder{Dir: t.TempDir()}
	for i := range 60 {
		name := filepath.Join(folder.Dir, fmt.Sprintf("2020-01-01T0000%02d.000", i))
		require.NoError(t, os.WriteFile(name+".game", []byte(`{"Sargon78":1}`), 0o644))
		require.NoError(t, os.WriteFile(name+".pgn", nil, 0o644))
	}
	lost := filepath.Join(folder.Dir, "lost.lock")
	require.NoError(t, os.WriteFile(lost, nil, 0o644))
	require.NoError(t, folder.New())
	require.NoError(t, folder.Close())
	for pattern, want := range map[string]int{"*.game": 50, "*.pgn": 60} {
		assert.Len(t, must.Have(filepath.Glob(filepath.Join(folder.Dir, pattern))), want)
	}
	assert.NoFileExists(t, lost)
	assert.FileExists(t, filepath.Join(folder.Dir, "2020-01-01T000059.000.game"))
}

func TestGamesAreListedAndChanged(t *testing.T) {
	folder := &store.Folder{Dir: t.TempDir()}
	names := save(t, folder, of("one", false), of("two", true))
	file := filepath.Join(folder.Dir, names[1])
	old := time.Date(1978, 3, 1, 20, 0, 0, 0, time.UTC)
	require.NoError(t, os.Chtimes(file+".game", old, old))
	require.NoError(t, folder.Rename(names[0], "the first"))
	list := must.Have(folder.List())
	require.Len(t, list, 2)
	assert.Equal(t, names, []string{list[0].Name, list[1].Name}, "the one written last comes first")
	assert.Equal(t, "the first", list[0].State.Game.Title)

	// A game belongs to one program.
	other := &store.Folder{Dir: folder.Dir}
	saved, err := other.Open(names[1])
	require.NoError(t, err)
	assert.Equal(t, "two", saved.Game.PGN, "games that are over can be opened too")
	_, busy := folder.Open(names[1])
	assert.ErrorContains(t, busy, fmt.Sprintf("this game (process %d); sargon", os.Getpid()))
	for _, err := range []error{
		busy, folder.Free(names[1]), folder.Rename(names[1], "x"), folder.Delete(names[1]),
	} {
		assert.ErrorIs(t, err, store.ErrBusy)
	}
	assert.NoError(t, other.Free(names[1]), "it is played here")
	require.NoError(t, other.Close())
	require.NoError(t, folder.Free(names[1]))
	require.NoError(t, folder.Delete(names[1]))
	assert.NoFileExists(t, file+".game")
	assert.NoFileExists(t, file+".pgn")
	_, err = folder.Open("nothing")
	assert.ErrorIs(t, err, os.ErrNotExist)
	require.NoError(t, os.WriteFile(filepath.Join(folder.Dir, "bad.game"), []byte("x"), 0o600))
	assert.ErrorContains(t, must.Have(folder.List())[0].Err, "is damaged")
}
