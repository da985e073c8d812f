package think

import (
	"context"
	"sync"
	"time"
)

// How time is shared out.
const (
	movesAhead = 30 // so many moves are still to come if nobody says

	// A search one ply deeper takes several times as long as all before it: it is begun
	// only while less than this part of the time for the move is used.
	beginBefore = 0.5
	// A search that was begun may go on for so many times the time for the move …
	stretch = 3
	// … but never use more than this part of what the clock shows, or of the last move's
	// before more time is given. The rest is for a machine that is busy with other things.
	most       = 0.35
	mostAtLast = 0.75
)

// budget returns the time for a move: new searches are not begun when it has mostly been
// used, and hard ends a search that runs. 0 means no limit.
func (l *Limits) budget() (soft, hard time.Duration) {
	const least = time.Millisecond
	if l.MoveTime > 0 {
		overhead := time.Duration(0)
		if l.Clock != nil {
			overhead = l.Clock.Overhead
		}
		hard = max(l.MoveTime-min(overhead, l.MoveTime/2), least)
		return 2 * hard, hard // whatever is begun ends in time
	}
	if l.Clock == nil || l.Level > 0 {
		return 0, 0
	}
	left := max(l.Clock.Remaining-l.Clock.Overhead, least)
	moves := l.Clock.MovesToGo
	if moves <= 0 {
		moves = movesAhead
	}
	part := most
	if moves == 1 {
		part = mostAtLast
	}
	soft = left/time.Duration(moves) + l.Clock.Increment*3/4
	hard = min(soft*stretch, time.Duration(float64(left)*part))
	return max(min(soft, hard), least), max(hard, least)
}

// clock ends a context when the time for the move is used up.
type clock struct {
	ctx    context.Context
	cancel context.CancelFunc
	soft   time.Duration
	began  time.Time
	limits *Limits

	waiting sync.WaitGroup
}

func startClock(ctx context.Context, limits *Limits) *clock {
	soft, hard := limits.budget()
	c := &clock{soft: soft, began: time.Now(), limits: limits}
	if hard == 0 {
		c.ctx, c.cancel = context.WithCancel(ctx)
		return c
	}
	if limits.Started == nil {
		c.ctx, c.cancel = context.WithTimeout(ctx, hard)
		return c
	}
	c.ctx, c.cancel = context.WithCancel(ctx)
	c.waiting.Go(func() {
		select {
		case <-limits.Started:
		case <-c.ctx.Done():
			return
		}
		timer := time.NewTimer(hard)
		defer timer.Stop()
		select {
		case <-timer.C:
			c.cancel()
		case <-c.ctx.Done():
		}
	})
	return c
}

func (c *clock) stop() {
	c.cancel()
	c.waiting.Wait()
}

// shouldStop tells, between two searches, that the next one is not worth beginning.
func (c *clock) shouldStop() bool {
	if c.soft == 0 || c.ctx.Err() != nil {
		return c.ctx.Err() != nil
	}
	if c.limits.Started != nil {
		select {
		case <-c.limits.Started:
		default:
			return false
		}
	}
	return time.Since(c.began) > time.Duration(float64(c.soft)*beginBefore)
}
