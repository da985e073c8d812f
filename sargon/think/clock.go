package think

import (
	"context"
	"sync"
	"time"
)

// How the time on the clock is divided among the moves.
const (
	// movesAhead is how many moves are planned for if the clock does not say how many are left.
	movesAhead = 30

	// startShare is the part of the time for the move after which no deeper search begins: a search
	// one ply deeper takes several times as long as all before it.
	startShare = 0.5
	// overrunFactor is how many times the time for the move a search may take that has begun.
	overrunFactor = 3
	// maxShare is the part of the remaining time that one move may use at most, and maxShareLastMove
	// that of the last move before the time control. The rest is a reserve for a busy computer.
	maxShare         = 0.35
	maxShareLastMove = 0.75
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
	part := maxShare
	if moves == 1 {
		part = maxShareLastMove
	}
	soft = left/time.Duration(moves) + l.Clock.Increment*3/4
	hard = min(soft*overrunFactor, time.Duration(float64(left)*part))
	return max(min(soft, hard), least), max(hard, least)
}

// firstBudget returns the time for the first search, without which there is hardly a sound
// move: half of what the clock shows, and always enough for a native engine. 0 means no limit.
func (l *Limits) firstBudget() time.Duration {
	const (
		least = 10 * time.Millisecond
		part  = 2
	)
	_, hard := l.budget()
	if hard > 0 && l.MoveTime == 0 {
		hard = max(hard, l.Clock.Remaining/part)
	}
	if hard > 0 {
		hard = max(hard, least)
	}
	return hard
}

// clock ends contexts when the time for the move is used up: first for the first search,
// ctx for the others.
type clock struct {
	ctx    context.Context
	first  context.Context
	cancel context.CancelFunc
	soft   time.Duration
	began  time.Time
	limits *Limits

	waiting sync.WaitGroup
}

func startClock(ctx context.Context, limits *Limits) *clock {
	soft, hard := limits.budget()
	c := &clock{soft: soft, began: time.Now(), limits: limits}
	ctx, c.cancel = context.WithCancel(ctx)
	c.ctx, c.first = c.within(ctx, hard), c.within(ctx, limits.firstBudget())
	return c
}

// deadlineContext is a context that looks at the time itself when it is asked. Where the computer is busy
// with other things, a timer may be late by many milliseconds; engines ask often.
type deadlineContext struct {
	context.Context
	end time.Time
}

func (p deadlineContext) Err() error {
	if err := p.Context.Err(); err != nil || time.Now().Before(p.end) {
		return err
	}
	return context.DeadlineExceeded
}

// within returns a context that ends so long after the clock starts, which may be later; never
// for 0.
func (c *clock) within(ctx context.Context, limit time.Duration) context.Context {
	if limit == 0 {
		return ctx
	}
	ctx, cancel := context.WithCancel(ctx)
	c.waiting.Go(func() {
		defer cancel()
		if c.limits.Started != nil {
			select {
			case <-c.limits.Started:
			case <-ctx.Done():
				return
			}
		}
		timer := time.NewTimer(limit)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-ctx.Done():
		}
	})
	if c.limits.Started == nil {
		return deadlineContext{ctx, c.began.Add(limit)}
	}
	return ctx
}

func (c *clock) stop() {
	c.cancel()
	c.waiting.Wait()
}

// shouldStop reports, between two searches, that the next one is not worth beginning.
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
	return time.Since(c.began) > time.Duration(float64(c.soft)*startShare)
}
