package emulated_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/roms/romstest"
	"sargon78/sargon/emulated/states"
	"sargon78/sargon/emulated/states/statestest"
	"sargon78/sargon/must"
)

func TestStatesAreKeptByName(t *testing.T) {
	folder := states.Folder(filepath.Join(t.TempDir(), "states"))
	names, err := folder.Names()
	require.NoError(t, err)
	assert.Empty(t, names)

	image := romstest.Image(t)
	s := states.State{
		Kind: states.Search, Image: image.Name, SHA256: image.SHA256(), Note: "ply 2",
		Saved: time.Unix(1978, 0).UTC(), Screen: []byte{1, 2}, Board: "8 r", Evals: 7,
		Machine: []byte("a\nmachine\x00\xff"),
	}
	require.NoError(t, folder.Save("before the mate", &s))
	require.NoError(t, folder.Save("zwei", &states.State{}))
	names, err = folder.Names()
	require.NoError(t, err)
	assert.ElementsMatch(t, []string{"before the mate", "zwei"}, names)
	read, err := folder.Load("before the mate")
	require.NoError(t, err)
	assert.Equal(t, &s, read)
	require.NoError(t, read.CheckImage(image))

	image.Bytes[100]++
	assert.ErrorContains(t, read.CheckImage(image), "as it was then")
	_, err = folder.Load("drei")
	assert.ErrorContains(t, err, `there is no state "drei"`)
}

func TestNamesThatAreNone(t *testing.T) {
	folder := states.Folder(t.TempDir())
	for _, name := range []string{"", " ", "../x", "a/b", `a\b`, ".x", "a\x00", "con:",
		strings.Repeat("x", 61)} {
		assert.Error(t, folder.Save(name, &states.State{}), name)
		_, err := folder.Load(name)
		assert.Error(t, err, name)
	}
}

func TestDamagedStatesAreRefused(t *testing.T) {
	s := states.State{Kind: states.Search, Machine: []byte("machine")}
	good := must.Have(s.MarshalBinary())
	bad := bytes.Clone(good)
	bad[bytes.Index(bad, []byte("machine"))+len("machine")+1] ^= 0xFF // in its bytes
	for want, data := range map[string]string{
		"it is damaged, or no saved game": "sargon",
		"it is damaged: zip":              string(good[:len(good)-1]),
		"it is damaged: machine":          string(bad),
		"does not say which version":      string(statestest.File(t, `{"Kind":"board"}`)),
		"it is damaged: sargon78.json":    string(statestest.File(t, `{"Version":1,"Kind":1978}`)),
	} {
		read := s
		assert.ErrorContains(t, read.UnmarshalBinary([]byte(data)), want)
		assert.Equal(t, s, read, want)
	}
	folder := states.Folder(t.TempDir())
	require.NoError(t, os.WriteFile(filepath.Join(string(folder), "bad.state"), good[:40], 0o644))
	_, err := folder.Load("bad")
	assert.ErrorContains(t, err, "bad.state: it is damaged")
}

// The error says which file it is, which version it has, and which one is read.
func TestStatesOfAnotherVersionAreRefused(t *testing.T) {
	folder := states.Folder(t.TempDir())
	for _, version := range []int{-1, states.Version + 1, 1978} {
		// Where the version is another one, nothing else is as it is here.
		data := statestest.File(t, fmt.Sprintf(`{"Version":%d,"Kind":["another"]}`, version))
		name := filepath.Join(string(folder), "later.state")
		require.NoError(t, os.WriteFile(name, data, 0o644))
		_, err := folder.Load("later")
		assert.EqualError(t, err,
			fmt.Sprintf("%s: it has version %d; this program reads version 1", name, version))
	}
}

// A game with as many comments as one that can be read is saved and found again.
func TestLongGamesAreKept(t *testing.T) {
	s := states.State{Kind: states.Board, Game: &states.Game{PGN: strings.Repeat("{much} ", 600_000)}}
	var read states.State
	require.NoError(t, read.UnmarshalBinary(must.Have(s.MarshalBinary())))
	assert.Equal(t, s, read)
}

func FuzzStates(f *testing.F) {
	s := states.State{Kind: states.Search, Machine: []byte("machine")}
	f.Add(must.Have(s.MarshalBinary()))
	f.Fuzz(func(t *testing.T, data []byte) {
		var s states.State
		if s.UnmarshalBinary(data) == nil {
			require.NoError(t, new(states.State).UnmarshalBinary(must.Have(s.MarshalBinary())))
		}
	})
}
