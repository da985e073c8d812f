package store_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/cmd/sargon/internal/store"
	"sargon78/sargon"
	"sargon78/sargon/emulated/states"
	"sargon78/sargon/emulated/states/statestest"
	"sargon78/sargon/game"
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

// By the clock of synctest all games begin within one millisecond: each gets a name of its own.
func TestTheNewestUnfinishedGameIsResumed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		folder := &store.Folder{Dir: t.TempDir()}
		_, err := resume(folder)
		assert.ErrorIs(t, err, store.ErrNoGame)
		names := save(t, folder, of("one", false), of("two", false), of("three", true))
		saved, err := folder.Open("")
		require.NoError(t, err)
		assert.Equal(t, "two", saved.Game.PGN)

		// It goes on, and is over some time.
		require.NoError(t, folder.Save(of("two and a half", true), nil))
		require.NoError(t, folder.Close())
		require.NoError(t, folder.Save(of("lost", false), nil), "nothing is played")
		assert.Equal(t, "one", must.Have(resume(folder)).Game.PGN)
		pgn := must.Have(os.ReadFile(filepath.Join(folder.Dir, names[1]+".pgn")))
		assert.Equal(t, "two and a half", string(pgn))
	})
}

// Another game gets a place of its own, and that of one without a move.
func TestAGameTakesThePlaceOfNone(t *testing.T) {
	folder := &store.Folder{Dir: t.TempDir()}
	require.NoError(t, folder.New())
	played := game.New()
	require.NoError(t, played.PlayText("e4"))
	for i, g := range []*game.Game{played, game.New(), game.New()} {
		require.NoError(t, folder.Save(of(fmt.Sprint("game ", i), false), g))
	}
	require.NoError(t, folder.Close())
	var all []string
	for _, file := range must.Have(filepath.Glob(filepath.Join(folder.Dir, "*.pgn"))) {
		all = append(all, string(must.Have(os.ReadFile(file))))
	}
	assert.Equal(t, []string{"game 0", "game 2"}, all)
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
	good := must.Have(of("good", false).MarshalBinary())
	for name, data := range map[string][]byte{
		"2026-01-01T000000.000.game": good,
		"2026-01-02T000000.000.game": good[:len(good)/2],
		"2026-01-03T000000.000.game": statestest.File(t, `{"Version":9}`),
	} {
		require.NoError(t, os.WriteFile(filepath.Join(folder.Dir, name), data, 0o644))
	}
	assert.Equal(t, "good", must.Have(resume(folder)).Game.PGN, "an older game is better than none")
	require.NoError(t, os.Remove(filepath.Join(folder.Dir, "2026-01-01T000000.000.game")))
	_, err := resume(folder)
	require.ErrorIs(t, err, store.ErrNoGame)
	assert.ErrorContains(t, err, "2026-01-02T000000.000.game: it is damaged")
	assert.ErrorContains(t, err,
		"2026-01-03T000000.000.game: it has version 9; this program reads version 1")
}

// A folder that cannot be written; one that vanishes while a game is on: the next Save says so, and
// nothing panics.
func TestUnwritableFolder(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file") // in the way it stops everybody, even root
	require.NoError(t, os.WriteFile(file, nil, 0o644))
	folder := &store.Folder{Dir: file}
	assert.ErrorContains(t, folder.New(), folder.Dir)
	_, err := folder.Open("game")
	assert.ErrorContains(t, err, folder.Dir)
	if runtime.GOOS != "windows" && os.Getuid() != 0 {
		folder.Dir = t.TempDir()
		require.NoError(t, os.Chmod(folder.Dir, 0o500))
		assert.ErrorContains(t, folder.New(), folder.Dir)
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
		require.NoError(t, os.WriteFile(name+".game", nil, 0o644))
		require.NoError(t, os.WriteFile(name+".pgn", nil, 0o644))
	}
	lost := filepath.Join(folder.Dir, "lost.lock")
	require.NoError(t, os.WriteFile(lost, nil, 0o644))
	killed := filepath.Join(folder.Dir, "2020-01-01T000059.000.lock") // its game is there
	require.NoError(t, os.WriteFile(killed, nil, 0o644))
	half := filepath.Join(folder.Dir, ".half.game.1")
	require.NoError(t, os.WriteFile(half, nil, 0o644))
	require.NoError(t, folder.New())
	require.NoError(t, folder.Close())
	assert.FileExists(t, half, "it may be being written")
	require.NoError(t, os.Chtimes(half, time.Time{}, time.Unix(0, 0)))
	require.NoError(t, folder.New())
	require.NoError(t, folder.Close())
	assert.NoFileExists(t, half)
	for pattern, want := range map[string]int{"*.game": 50, "*.pgn": 60} {
		assert.Len(t, must.Have(filepath.Glob(filepath.Join(folder.Dir, pattern))), want)
	}
	assert.NoFileExists(t, lost)
	assert.FileExists(t, filepath.Join(folder.Dir, "2020-01-01T000059.000.game"))
}

func TestGamesAreListedAndChanged(t *testing.T) {
	folder := &store.Folder{Dir: t.TempDir()}
	old := of("1. e4 *", false)
	old.Game.Engine, old.Rom = "rom", &states.Rom{File: "/tmp/bishop.bin"}
	names := save(t, folder, old, of("1. d4 d5 *", true))
	file := filepath.Join(folder.Dir, names[1])
	list := func() []store.Saved { return must.Have(folder.List()) }
	for i, hour := range []int{21, 20} { // the one written last comes first
		played := time.Date(1978, 3, 1, hour, 0, 0, 0, time.Local)
		require.NoError(t, os.Chtimes(filepath.Join(folder.Dir, names[i]+".game"), played, played))
	}
	assert.Equal(t, "1978-03-01 21:00, 1. e4, bishop.bin, level 0, you play white, Sargon is to move",
		strings.Join(list()[0].Facts(), ", "))
	assert.Equal(t, names[1], list()[1].Name)
	require.NoError(t, folder.Rename(names[0], "the first"))
	must.Have(folder.Open(names[0]))
	require.NoError(t, folder.Save(of("1. e4 e5 *", false), nil))
	require.NoError(t, folder.Close())
	assert.Contains(t, list()[0].Facts(), "the first")
	assert.Contains(t, list()[0].Facts(), "you are to move")

	// A game belongs to one program.
	other := &store.Folder{Dir: folder.Dir}
	saved, err := other.Open(names[1])
	require.NoError(t, err)
	assert.Equal(t, "1. d4 d5 *", saved.Game.PGN, "games that are over can be opened too")
	_, busy := folder.Open(names[1])
	assert.ErrorContains(t, busy, fmt.Sprintf("this game (process %d); sargon", os.Getpid()))
	for _, err := range []error{
		busy, folder.CheckAvailable(names[1]), folder.Rename(names[1], "x"), folder.Delete(names[1]),
	} {
		assert.ErrorIs(t, err, store.ErrInUse)
	}
	assert.NoError(t, other.CheckAvailable(names[1]), "it is played here")
	assert.ErrorContains(t, other.Delete(names[1]), "you are playing")
	require.NoError(t, other.Rename(names[1], "mine"))
	require.NoError(t, other.Save(of("1. d4 *", true), nil))
	require.NoError(t, other.Close())
	assert.Equal(t, "mine", list()[0].Title)
	require.NoError(t, folder.CheckAvailable(names[1]))
	require.NoError(t, folder.Delete(names[1]))
	assert.NoFileExists(t, file+".game")
	assert.NoFileExists(t, file+".pgn")
	_, err = folder.Open("nothing")
	assert.ErrorIs(t, err, os.ErrNotExist)
	require.NoError(t, os.WriteFile(filepath.Join(folder.Dir, "bad.game"), []byte("x"), 0o600))
	assert.ErrorContains(t, list()[0].Err, "is damaged")

	// A save state is only read.
	require.NoError(t, folder.SaveState("here", &states.State{Kind: states.Search}))
	assert.NoError(t, folder.CheckAvailable("states/here"))
	_, err = folder.Open("states/here")
	assert.ErrorContains(t, err, `the state "here" has no game`)
	assert.Error(t, folder.Rename("states/here", "here?"))
	require.NoError(t, folder.Rename("states/here", "there"))
	require.NoError(t, folder.Delete("states/there"))
	assert.Len(t, list(), 2)
}
