package web_test

import (
	"context"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/compare/bench"
	"sargon78/native"
	"sargon78/sargon"
	"sargon78/sargon/game"
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
	moves := between("microprofessor: `", "`")
	shown := between("secondsOfMoves = [", "]")

	mirror := game.NewMirror(native.NewSets())
	g := game.New()
	sum, searched := 0.0, []string{}
	for i, text := range moves {
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
		require.NoError(t, g.PlayText(text), text)
	}
	assert.Equal(t, searched, shown)
	assert.InEpsilon(t, bench.CalibrationSeconds, sum, 0.02)
}

// The games that are known move by move, which page games of the specification holds, can all be
// watched, as they are there.
func TestKnownGamesCanBeWatched(t *testing.T) {
	script, err := os.ReadFile("page/js/games.js")
	require.NoError(t, err)
	page, ok := spec.Lookup("games")
	require.True(t, ok)
	shown := strings.Join(strings.Fields(string(script)), " ")
	number := regexp.MustCompile(`\d+\.\s*`)
	known := strings.Split(page.String(), "[Event")[1:]
	require.Len(t, known, 5)
	for _, text := range known {
		_, moves, _ := strings.Cut(text, "\n\n")
		all := strings.Fields(number.ReplaceAllString(moves, ""))
		all = all[:len(all)-1] // without its result
		assert.Contains(t, shown, "`"+strings.Join(all, " ")+"`")
		g := game.New()
		for _, move := range all {
			require.NoError(t, g.PlayText(move), move)
		}
	}
}
