package think_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/native"
	"sargon78/sargon"
	"sargon78/sargon/game"
	"sargon78/sargon/game/pgn"
	"sargon78/sargon/spec"
	"sargon78/sargon/think"
)

// The page of history has a table of agreement; its column for level 2 is made again.
func TestTheTableOfHistory(t *testing.T) {
	page, ok := spec.Lookup("history")
	require.True(t, ok)
	rows := regexp.MustCompile(`(?m)^\| (\d) (White|Black), .*? \| \S+ \| (\S+) \|`).
		FindAllStringSubmatch(page.String(), -1)
	want := map[string]string{}
	for _, row := range rows {
		want[row[1]+" "+row[2]] = row[3]
	}
	games, ok := spec.Lookup("games")
	require.True(t, ok)
	thinker := &think.Thinker{Mirror: game.NewMirror(native.NewBitboards())}
	got := map[string]string{}
	number := 0
	for g, err := range pgn.Read(strings.NewReader(games.String()), "games") {
		require.NoError(t, err)
		number++
		var verdicts []think.Verdict
		for v, err := range thinker.Review(t.Context(), g, 2, both...) {
			require.NoError(t, err)
			verdicts = append(verdicts, v)
		}
		sum := think.Sum(verdicts)
		got[fmt.Sprint(number, " White")] = sum.White.Share()
		got[fmt.Sprint(number, " Black")] = sum.Black.Share()
	}
	assert.Equal(t, want, got)
	assert.Len(t, got, 2*5)
}

func TestWhichLevelFits(t *testing.T) {
	// counts are agreements of White and Black at levels 1, 2 and 3, of so many moves.
	fit := func(of int, counts ...[2]int) think.Fit {
		var f think.Fit
		for i, c := range counts {
			f.Levels = append(f.Levels, sargon.Level(i+1))
			f.Counts = append(f.Counts, think.Agreement{
				White: think.Count{Agreed: c[0], Total: of}, Black: think.Count{Agreed: c[1], Total: of},
			})
		}
		return f
	}
	for _, test := range []struct {
		fit  think.Fit
		want string // of Black
	}{
		{fit(22, [2]int{8, 14}, [2]int{11, 22}, [2]int{11, 13}),
			"Black: Sargon at level 2, as good as certain"},
		{fit(21, [2]int{11, 21}, [2]int{11, 21}),
			"Black: Sargon at level 1, very likely; level 2 fits nearly as well"},
		{fit(40, [2]int{20, 39}), "Black: Sargon at level 1, as good as certain"},
		{fit(13, [2]int{6, 13}), "Black: Sargon at level 1, very likely"},
		{fit(6, [2]int{3, 6}), "Black: Sargon at level 1, likely"},
		{fit(2, [2]int{1, 2}), "Black: Sargon at level 1 or no Sargon: these moves do not decide it"},
		{fit(0, [2]int{0, 0}), "Black: Sargon at level 1 or no Sargon: these moves do not decide it"},
		{fit(21, [2]int{11, 11}, [2]int{11, 14}), "Black: not the Sargon of 1978 at levels 1 to 2"},
		{fit(50, [2]int{49, 30}), "Black: not the Sargon of 1978 at level 1"},
	} {
		assert.Equal(t, test.want, test.fit.Summary(sargon.Black))
	}
	white := fit(21, [2]int{21, 11}).Summary(sargon.White)
	assert.Equal(t, "White: Sargon at level 1, very likely", white)
}
