package think

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestBudget(t *testing.T) {
	const s, ms = time.Second, time.Millisecond
	for _, c := range []struct {
		name       string
		limits     Limits
		soft, hard time.Duration
	}{
		{"none", Limits{}, 0, 0},
		{"a level looks at no clock", Limits{Level: 2, Clock: &Clock{Remaining: s}}, 0, 0},
		{"time for the move", Limits{MoveTime: s}, 2 * s, s},
		{"less what is lost on the way", Limits{MoveTime: s, Clock: &Clock{Overhead: 100 * ms}},
			1800 * ms, 900 * ms},
		{"the rest of the game", Limits{Clock: &Clock{Remaining: 60 * s}}, 2 * s, 6 * s},
		{"with an increment", Limits{Clock: &Clock{Remaining: 60 * s, Increment: 4 * s}}, 5 * s,
			15 * s},
		{"the last move to the control", Limits{Clock: &Clock{Remaining: 4 * s, MovesToGo: 1}},
			3 * s, 3 * s},
		{"hardly anything", Limits{Clock: &Clock{Remaining: 1 * ms, Overhead: 30 * ms}}, ms, ms},
		{"a big increment and no time",
			Limits{Clock: &Clock{Remaining: 100 * ms, Increment: 10 * s}}, 35 * ms, 35 * ms},
	} {
		soft, hard := c.limits.budget()
		require.Equal(t, c.soft, soft, c.name)
		require.Equal(t, c.hard, hard, c.name)
	}
}

func TestBudgetOfTheFirstSearch(t *testing.T) {
	const s, ms = time.Second, time.Millisecond
	for _, c := range []struct {
		name   string
		limits Limits
		want   time.Duration
	}{
		{"none", Limits{}, 0},
		{"a level looks at no clock", Limits{Level: 2, Clock: &Clock{Remaining: s}}, 0},
		{"half the clock", Limits{Clock: &Clock{Remaining: 33 * ms, Overhead: 30 * ms}},
			16500 * time.Microsecond},
		{"half the clock of a long game", Limits{Clock: &Clock{Remaining: 60 * s}}, 30 * s},
		{"enough for a native engine", Limits{Clock: &Clock{Remaining: -s}}, 10 * ms},
		{"no more than is allowed", Limits{MoveTime: s}, s},
	} {
		require.Equal(t, c.want, c.limits.firstBudget(), c.name)
	}
}

// An engine that asks learns that its time is over, also when no timer has said so yet.
func TestTimeIsLookedAt(t *testing.T) {
	c := startClock(context.Background(), &Limits{MoveTime: time.Hour})
	require.NoError(t, c.ctx.Err())
	c.began = time.Now().Add(-2 * time.Hour)
	require.ErrorIs(t, c.within(c.ctx, time.Hour).Err(), context.DeadlineExceeded)
	require.NoError(t, c.ctx.Err())
	c.stop()
	require.ErrorIs(t, c.ctx.Err(), context.Canceled)
}
