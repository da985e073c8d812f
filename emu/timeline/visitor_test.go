package timeline_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/emu/timeline"
)

// A run that its visitor ends again and again, and that goes on each time, hits the same stop at the
// same moment; no hit between is lost or counted twice.
func TestResume(t *testing.T) {
	add := func(c *computer, hits *int) []timeline.Stop {
		return []timeline.Stop{{
			Kind: timeline.At, From: c.symbol("add"), To: c.symbol("add"),
			If: func(timeline.Access) bool { *hits++; return *hits == 5000 },
		}}
	}
	ctx, hits := context.Background(), 0
	whole := newComputer(t, timeline.Interval, timeline.MemoryLimit)
	want, err := whole.time.Forward(ctx, add(whole, &hits), 0)
	require.NoError(t, err)

	parts, visits, came := newComputer(t, timeline.Interval, timeline.MemoryLimit), 0, errors.New("a visitor came")
	parts.time.SetVisitor(func() bool { return true }, func() error { visits++; return came })
	hits = 0
	got, err := parts.time.Forward(ctx, add(parts, &hits), 0)
	for errors.Is(err, came) {
		got, err = parts.time.Resume(ctx, add(parts, &hits))
	}
	require.NoError(t, err)
	assert.Equal(t, want, got)
	assert.Equal(t, 5000, hits)
	assert.Greater(t, visits, 5)
	assert.Equal(t, stateOf(whole.machine), stateOf(parts.machine))
}

// While time goes back, the visitor sees the moment where that began.
func TestVisitOfAWayBack(t *testing.T) {
	ctx := context.Background()
	c := newComputer(t, timeline.Interval, timeline.MemoryLimit)
	_, err := c.time.Forward(ctx, nil, 3_000_000)
	require.NoError(t, err)
	began, visits := stateOf(c.machine), 0
	c.time.SetVisitor(func() bool { return true }, func() error {
		visits++
		assert.Equal(t, began, stateOf(c.machine))
		return nil
	})
	start := c.symbol("start")
	_, err = c.time.Backward(ctx, []timeline.Stop{{From: start, To: start}})
	require.NoError(t, err)
	assert.Equal(t, start, c.machine.PC)
	assert.Greater(t, visits, 5)
}
