package web_test

import (
	"iter"
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
	"sargon78/sargon/must"
	"sargon78/sargon/spec"
)

// The page shows how long each move of a game took that was timed on a computer of 1983. Only the sum was
// published: the test computes the times of the moves, compares them with the page, and compares their sum
// with the published one.
func TestTimesOfTheGameOnTheMicroprofessor(t *testing.T) {
	script := must.Have(os.ReadFile("page/js/games.js"))
	list := regexp.MustCompile(`secondsOfMoves = \[([^]]*)]`).FindSubmatch(script)
	require.NotNil(t, list)
	shown := regexp.MustCompile(`\d+`).FindAllString(string(list[1]), -1)

	mirror, g := game.NewMirror(native.NewBitboards()), game.New()
	sum, searched := 0.0, []string{}
	page, _ := spec.Lookup("games")
	next, stop := iter.Pull2(pgn.Read(strings.NewReader(page.String()), ""))
	defer stop()
	played, err, _ := next() // the first one
	require.NoError(t, err)
	for i, ply := range played.Plies() {
		if i%2 == 1 {
			_, err := mirror.Sync(t.Context(), g)
			require.NoError(t, err)
			result := must.Have(mirror.Engine.Search(t.Context(), sargon.SearchOptions{Level: 2}))
			position := mirror.Engine.Position()
			result.Estimate(&position)
			seconds := sargon.In1978(result.OriginalTStates).Seconds()
			sum += seconds
			searched = append(searched, strconv.Itoa(int(seconds+0.5)))
		}
		require.NoError(t, g.Play(ply.Move))
	}
	assert.Equal(t, searched, shown)
	assert.InEpsilon(t, bench.CalibrationSeconds, sum, 0.02)
}

// The page has the games of the specification's page games, and three famous ones, in the order of their
// names in its script. All can be read to their last moves.
func TestGamesOfThePage(t *testing.T) {
	page, ok := spec.Lookup("games")
	require.True(t, ok)
	text := serve(t, web.Config{}).get("/games.pgn").Body.String()
	require.True(t, strings.HasPrefix(text, page.String()), "the text of the specification")
	var names []string
	for g, err := range pgn.Read(strings.NewReader(text), "") {
		require.NoError(t, err)
		names = append(names, g.Tags.Get("White"))
	}
	assert.Equal(t, []string{"Hans W. Kramer", "Mike", "Sargon 2", "Sargon 2.0", "Gambiet 80",
		"Paper machine", "Morphy", "Anderssen"}, names)
	script := must.Have(os.ReadFile("page/js/games.js"))
	assert.Regexp(t, `games = \["microprofessor", "mike", "awit", "albatross", "gambiet",
  "turing", "opera", "immortal"\]`, string(script))
}
