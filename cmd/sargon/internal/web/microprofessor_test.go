package web_test

import (
	"bytes"
	"context"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/cmd/sargon/internal/web"
	"sargon78/compare/bench"
	"sargon78/native"
	"sargon78/sargon"
	"sargon78/sargon/game"
	"sargon78/sargon/game/pgn"
	"sargon78/sargon/spec"
)

// The page shows what each move of the game timed on a computer of 1983 took the machine. The times were
// published as a sum only: those of single moves are computed, and their sum is checked.
func TestTimesOfTheGameOnTheMicroprofessor(t *testing.T) {
	script, err := os.ReadFile("page/js/games.js")
	require.NoError(t, err)
	between := func(before, after string) []string {
		_, text, ok := strings.Cut(string(script), before)
		require.True(t, ok, before)
		text, _, ok = strings.Cut(text, after)
		require.True(t, ok, after)
		return regexp.MustCompile(`[^\s,]+`).FindAllString(text, -1)
	}
	shown := between("secondsOfMoves = [", "]")

	mirror := game.NewMirror(native.NewSets())
	g := game.New()
	sum, searched := 0.0, []string{}
	page, _ := spec.Lookup("games")
	var played *game.Game
	for played, err = range pgn.Read(strings.NewReader(page.String()), "") {
		require.NoError(t, err)
		break // the first one
	}
	for i, ply := range played.Plies() {
		if i%2 == 1 {
			_, err := mirror.Sync(t.Context(), g)
			require.NoError(t, err)
			result, err := mirror.Engine.Search(context.Background(), sargon.SearchOptions{Level: 2})
			require.NoError(t, err)
			position := mirror.Engine.Position()
			result.Estimate(&position)
			seconds := sargon.In1978(result.Original).Seconds()
			sum += seconds
			searched = append(searched, strconv.Itoa(int(seconds+0.5)))
		}
		require.NoError(t, g.Play(ply.Move))
	}
	assert.Equal(t, searched, shown)
	assert.InEpsilon(t, bench.CalibrationSeconds, sum, 0.02)
}

// The page has all games that page games of the specification has, and three famous ones, in the
// order of their names in its script; each can be watched to its last move.
func TestGamesOfThePage(t *testing.T) {
	page, ok := spec.Lookup("games")
	require.True(t, ok)
	_, text := serve(t, web.Config{}).get("/games.pgn")
	require.True(t, strings.HasPrefix(string(text), page.String()), "as they are there")
	var names []string
	for g, err := range pgn.Read(bytes.NewReader(text), "") {
		require.NoError(t, err)
		names = append(names, g.Tags.Get("White"))
	}
	assert.Equal(t, []string{"Hans W. Kramer", "Mike", "Sargon 2", "Sargon 2.0", "Gambiet 80",
		"Paper machine", "Morphy", "Anderssen"}, names)
	script, err := os.ReadFile("page/js/games.js")
	require.NoError(t, err)
	assert.Regexp(t, `games = \["microprofessor", "mike", "awit", "albatross", "gambiet",
  "turing", "opera", "immortal"\]`, string(script))
}
