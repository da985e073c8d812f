package match

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"sargon78/sargon/think"
)

// TimeControl is how much time a player has, in periods of which the last one repeats: what a clock
// shows when each begins. nil is no clock at all.
type TimeControl []think.Clock

// ParseTimeControl reads seconds as PGN and other programs write them: "60", "10+0.1",
// "40/120+1", and "40/120:10" for 40 moves in 120 seconds and then 10 for the rest; "none"
// is no clock.
func ParseTimeControl(text string) (tc TimeControl, err error) {
	if text == "none" {
		return nil, nil
	}
	parts := strings.Split(text, ":")
	for i, part := range parts {
		p, ok := parsePeriod(part)
		switch {
		case !ok:
			return nil, fmt.Errorf("time control %q: want seconds, like 60, 10+0.1, 40/120+1 "+
				"or 40/120:10; or none", text)
		case p.MovesToGo == 0 && i+1 < len(parts):
			return nil, fmt.Errorf("time control %q: after %s seconds for the rest of the game "+
				"nothing can follow; a minute is 60, and 40/120:10 are 40 moves in 120 seconds, "+
				"then 10 for the rest", text, part)
		}
		tc = append(tc, p)
	}
	return tc, nil
}

func parsePeriod(text string) (p think.Clock, ok bool) {
	if moves, after, found := strings.Cut(text, "/"); found {
		n, err := strconv.Atoi(moves)
		if err != nil || n < 1 {
			return p, false
		}
		p.MovesToGo, text = n, after
	}
	base, increment, hasIncrement := strings.Cut(text, "+")
	if p.Remaining, ok = seconds(base); !ok || p.Remaining == 0 {
		return p, false
	}
	if hasIncrement {
		p.Increment, ok = seconds(increment)
	}
	return p, ok
}

func seconds(text string) (time.Duration, bool) {
	s, err := strconv.ParseFloat(text, 64)
	if err != nil || !(s >= 0 && s <= 1e6) {
		return 0, false
	}
	return time.Duration(s * float64(time.Second)), true
}

// String writes what ParseTimeControl reads; it is the value of PGN's tag TimeControl.
func (tc TimeControl) String() string {
	if tc == nil {
		return "-"
	}
	seconds := func(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) }
	var periods []string
	for _, p := range tc {
		text := seconds(p.Remaining)
		if p.Increment > 0 {
			text += "+" + seconds(p.Increment)
		}
		if p.MovesToGo > 0 {
			text = fmt.Sprintf("%d/%s", p.MovesToGo, text)
		}
		periods = append(periods, text)
	}
	return strings.Join(periods, ":")
}

// clock is a player's clock.
type clock struct {
	think.Clock
	periods TimeControl // this one and those that follow; none if it does not run
}

func newClock(tc TimeControl) *clock {
	c := &clock{periods: tc}
	if c.runs() {
		c.begin()
	}
	return c
}

// begin adds the time of a period.
func (c *clock) begin() {
	left := c.Remaining
	c.Clock = c.periods[0]
	c.Remaining += left
}

// runs reports whether the clock counts at all.
func (c *clock) runs() bool { return len(c.periods) > 0 }

// move takes the time of a move off; ok is false if the flag has fallen by more than the margin.
func (c *clock) move(used, margin time.Duration) (ok bool) {
	if !c.runs() {
		return true
	}
	c.Remaining -= used
	if c.Remaining < -margin {
		return false
	}
	c.Remaining = max(c.Remaining, 0) + c.Increment
	if c.MovesToGo > 0 {
		if c.MovesToGo--; c.MovesToGo == 0 {
			c.periods = c.periods[min(1, len(c.periods)-1):]
			c.begin()
		}
	}
	return true
}
