//go:build unix

package external_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/compare/external"
)

func TestUCIOptions(t *testing.T) {
	u, err := external.StartUCI(t.Context(), `sh -c 'read uci
		echo id name Shell 1.0; echo; echo option name Skill Level type spin default 20 min 0 max 20
		echo option name Big Book type check default false; echo option name Style type combo default a b var a b var c
		echo option name Any type spin; echo uciok
		while read line; do test "$line" = isready && echo readyok || echo "$line" >&2; done'`, 0)
	require.NoError(t, err)
	assert.Equal(t, "Shell 1.0", u.Name)
	for _, c := range []struct{ name, value, want string }{
		{"skill level", "3", ""}, {"Style", "A B", ""}, {"Big Book", "true", ""}, {"Any", "-7", ""},
		{"Hash", "1", `it has no option "Hash"; it has: Skill Level, Big Book`},
		{"Skill Level", "21",
			`option Skill Level="21": it wants a whole number, default 20 min 0 max 20`},
		{"Skill Level", "-1", "min 0"}, {"Skill Level", "low", "a whole number"},
		{"Style", "b", "it wants a b or c"}, {"Big Book", "1", "true or false"},
	} {
		if err := u.Set(c.name, c.value); c.want == "" {
			assert.NoError(t, err)
		} else {
			assert.ErrorContains(t, err, c.want)
		}
	}
	require.NoError(t, u.Ready(t.Context()))
	require.NoError(t, u.Close())
	assert.ErrorContains(t, u.Ready(t.Context()),
		"setoption name Skill Level value 3\nsetoption name Style value A B\n")
	_, err = external.StartUCI(t.Context(), "true", 0)
	assert.ErrorContains(t, err, "true: it did not answer uci with uciok: the program has ended: exit status 0")
}
