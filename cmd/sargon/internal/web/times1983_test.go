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
)

// The page shows what each move of the game timed in 1983 took the machine. The times were
// published as a sum only: those of single moves are computed, and their sum is checked.
func TestTimesOfTheGameOf1983(t *testing.T) {
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
	shown := between("seconds1983 = [", "]")

	mirror := game.NewMirror(native.NewSets())
	g := game.New()
	sum, searched := 0.0, []string{}
	for i, text := range moves {
		if i%2 == 1 {
			_, err := mirror.Sync(g)
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
	assert.InEpsilon(t, bench.CalibrationSeconds1983, sum, 0.02)
}
