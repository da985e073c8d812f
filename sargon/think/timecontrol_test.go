package think_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sargon78/sargon/must"
	"sargon78/sargon/think"
)

func TestTimeControls(t *testing.T) {
	const s = time.Second
	for text, want := range map[string]think.TimeControl{
		"60": {{Remaining: 60 * s}}, "10+0.1": {{Remaining: 10 * s, Increment: s / 10}},
		"40/120+1":  {{MovesToGo: 40, Remaining: 120 * s, Increment: s}},
		"40/120:10": {{MovesToGo: 40, Remaining: 120 * s}, {Remaining: 10 * s}},
	} {
		got := must.Have(think.ParseTimeControl(text, s))
		require.Equal(t, want, got)
		require.Equal(t, text, got.String())
	}
	for text, want := range map[string]think.TimeControl{
		"5+3": {{Remaining: 300 * s, Increment: 3 * s}}, "40/2h": {{MovesToGo: 40, Remaining: 7200 * s}},
		"90s": {{Remaining: 90 * s}}, "5m+3s": {{Remaining: 300 * s, Increment: 3 * s}}, "0.5": {{Remaining: 30 * s}},
	} {
		got := must.Have(think.ParseTimeControl(text, time.Minute))
		require.Equal(t, want, got, text)
		require.Equal(t, want, must.Have(think.ParseTimeControl(got.String(), s)), "as PGN writes it")
	}
	require.Nil(t, must.Have(think.ParseTimeControl("none", s)))
	for _, bad := range []string{"", "x", "0", "-1", "1+", "0/60", "40/", "1e9", "nan", "5+-1", "1:30",
		"40/60:", ":", "5x", "h", "300h"} {
		_, err := think.ParseTimeControl(bad, s)
		require.Error(t, err, bad)
	}
}

func TestClock(t *testing.T) {
	const s = time.Second
	c := think.NewGameClock(think.TimeControl{{MovesToGo: 2, Remaining: 10 * s, Increment: 1 * s}})
	for _, move := range []struct {
		used, margin, left time.Duration
		toGo               int
	}{
		{4 * s, 0, 7 * s, 1},
		{7 * s, 0, 11 * s, 2},           // just in time
		{11*s + s/20, s / 20, 1 * s, 1}, // within the margin
	} {
		require.True(t, c.Move(move.used, move.margin))
		require.Equal(t, move.left, c.Remaining)
		require.Equal(t, move.toGo, c.MovesToGo)
	}
	require.False(t, c.Move(2*s, s/20))
	require.True(t, think.NewGameClock(nil).Move(time.Hour, 0), "no clock")

	c = think.NewGameClock(think.TimeControl{{MovesToGo: 1, Remaining: 10 * s}, {Remaining: 5 * s, Increment: s}})
	require.True(t, c.Move(4*s, 0))
	require.Equal(t, 11*s, c.Remaining, "the next period")
	require.Zero(t, c.MovesToGo)
	require.True(t, c.Move(2*s, 0))
	require.Equal(t, 10*s, c.Remaining)
	require.False(t, c.Move(11*s, 0), "which is the last")
}
