package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/sargon/emulated/states"
	"sargon78/sargon/must"
)

// What earlier versions of this program have written is read for ever. The files of
// testdata/VERSION are those that a person has on disk; README.md there says how they were made.

// saved is a file of a version.
func saved(t testing.TB, names ...string) string {
	t.Helper()
	name, err := filepath.Abs(filepath.Join(append([]string{"testdata", "cd1a914"}, names...)...))
	require.NoError(t, err)
	return name
}

// savedGames are in the order in which they were written. What each of them is, and how it goes on, is
// in testdata/scripts/old.txt.
var savedGames = []struct{ name, title, last string }{
	{"over", "", "2... Nc6"},
	{"fen", "The knight of Zürich", "42... Kd7"},
	{"board", "", "4. Bc4"},
	{"dialogue", "", "2. Nc3"},
	{"screen", "", "3... Nf6"},
	{"thinking", "", "2. Nf3"},
}

// A game whose machine is lost, or is none that fits, goes on from its moves, and says so.
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

// All games stand in the list, with their titles, the one written last first; each can be exported as
// it was written.
func TestGamesOfOldInTheList(t *testing.T) {
	p := atHome(t)
	for i, g := range savedGames {
		for _, kind := range []string{".game", ".pgn"} {
			p.copy(saved(t, "games", g.name+kind), p.games(g.name+kind))
		}
		written := time.Date(2026, 11, 22, 17, 50+i, 0, 0, time.UTC)
		require.NoError(t, os.Chtimes(p.games(g.name+".game"), written, written))
	}
	var asks strings.Builder
	var lines []string
	for i := range savedGames {
		g := savedGames[len(savedGames)-1-i]
		lines = append(lines, fmt.Sprintf("%d: ", i+1), g.title, g.last)
		fmt.Fprintf(&asks, "export %d %s\n", i+1, p.path(g.name+".pgn"))
	}
	says(t, ok(t, asks.String()+"quit\n", "play", "--plain", "--games"), lines...)
	for _, g := range savedGames {
		assert.Equal(t, read(t, saved(t, "games", g.name+".pgn")), read(t, p.path(g.name+".pgn")))
	}
}

// Cases still say what they said: the edition that they were found with differs from a native
// engine by the same values, and our own engines do not differ.
func TestCasesOfOld(t *testing.T) {
	t.Parallel()
	files := must.Have(filepath.Glob(saved(t, "cases", "*.case")))
	require.Len(t, files, 7)
	ok(t, "", append([]string{"compare", "--engines", "10x12,0x88,sets"}, files...)...)

	status, out, errs := run(t, "", append([]string{"compare", "--engines",
		"rom:" + saved(t, "edition", "bishop.bin") + ",0x88", "--explain", "0", "--max-differences", "0"},
		files...)...)
	assert.Equal(t, 1, status, errs)
	for _, file := range files {
		for line := range strings.Lines(read(t, file)) {
			comment, isComment := strings.CutPrefix(strings.TrimSpace(line), "#")
			_, differed, _ := strings.Cut(comment, " differed: ")
			switch {
			case !isComment:
				assert.Contains(t, out, filepath.Base(file)+", line ", line)
			case differed != "":
				assert.Contains(t, out, differed, file)
			}
		}
	}
}

// A match that was killed goes on from its PGN file, and ends as if it had never been killed: as the
// same engine in another form plays it, which is quicker.
func TestMatchOfOldGoesOn(t *testing.T) {
	p := atHome(t)
	call := func(engine, name string, more ...string) (pgn string) {
		games := p.path(name + ".pgn")
		out := ok(t, "", append([]string{"match", engine, "sets,level=1,name=One",
			"--games", "4", "--event", "Club evening", "--pgn", games}, more...)...)
		assert.Contains(t, out, "4 of 4 games")
		return read(t, games)
	}
	whole := call("sets,level=2,name=Sargon 10x12 level 2", "whole")
	before := read(t, p.copy(saved(t, "match", "match.pgn"), p.path("match.pgn")))
	resumed := call("10x12,level=2", "match", "--resume")
	assert.True(t, strings.HasPrefix(resumed, before), "the games of then are not played again")
	// Dates differ, and notes and names of engines were written in another way.
	played := func(pgn string) []string {
		other := regexp.MustCompile(`\[(?:Date|WhiteEngine|BlackEngine) .*\]|\{[^}]*\}`)
		return strings.Fields(other.ReplaceAllString(pgn, ""))
	}
	assert.Equal(t, played(whole), played(resumed))
}
