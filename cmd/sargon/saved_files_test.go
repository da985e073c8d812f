package main

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/sargon/emulated/states"
	"sargon78/sargon/emulated/states/statestest"
	"sargon78/sargon/must"
)

// If the machine of a saved game is lost or does not fit, the game continues from its moves, with a
// message.
func TestAGameWithoutItsMachineGoesOn(t *testing.T) {
	p := atHome(t)
	ok(t, "w\n1\nn\ne2e4\n", "play", "--plain", "--view", "screen")
	require.Len(t, p.savedGames(), 1)
	file := p.savedGames()[0]
	whole := must.Have(states.Read(file))
	require.NotEmpty(t, whole.Machine)
	for name, test := range map[string]struct {
		lose func(*states.State)
		says string
	}{
		"none":    {func(s *states.State) { s.Machine = nil }, ""},
		"half":    {func(s *states.State) { s.Machine = s.Machine[:len(s.Machine)/2] }, "without it."},
		"changed": {func(s *states.State) { s.Machine[len(s.Machine)-1]++ }, "without it."},
		"of another program": {func(s *states.State) { s.SHA256 = "1978" },
			"the game was played with another program; it goes on with this one."},
		"of a search": {func(s *states.State) { s.Kind = states.Search }, "without it."},
	} {
		lost := *whole
		lost.Machine = slices.Clone(whole.Machine)
		test.lose(&lost)
		require.NoError(t, lost.Write(file), name)
		says(t, ok(t, "open 1\nmoves\ng1f3\n", "play", "--plain", "--games"), "1... e5", test.says,
			"1. e4 e5\n", "Sargon: Nc6")
		require.NoError(t, lost.Write(file), name)
		says(t, ok(t, "g1f3\n", "play", "--plain", "--view", "screen", "--resume"),
			test.says, "1 E2-E4 E7-E5", "2 G1-F3 B8-C6")
	}
}

// A saved game in another version of the format is refused. The message names the file, its version and
// the version that is read. The file does not change, and can be deleted in the list.
func TestAGameOfAnotherVersion(t *testing.T) {
	p := atHome(t)
	file := p.put(p.games("2026-11-22T175000.000.game"), statestest.File(t, `{"Version":2}`))
	before := read(t, file)
	want := file + ": it has version 2; this program reads version 1"
	status, out, errs := run(t, "", "play", "--plain", "--resume")
	assert.Equal(t, 1, status, out)
	assert.Contains(t, errs, want)
	says(t, ok(t, "open 1\nquit\n", "play", "--plain", "--games"), "1: 20", "cannot be read: "+want)
	assert.Equal(t, before, read(t, file))
	ok(t, "delete 1 yes\nquit\n", "play", "--plain", "--games")
	assert.NoFileExists(t, file)
}
