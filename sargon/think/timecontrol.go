package think

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// TimeControl is how much time a player has, in periods of which the last one repeats: what a clock
// shows when each begins. nil is no clock at all.
type TimeControl []Clock

// ParseTimeControl reads a time for the game and for each move: "60", "10+0.1", "40/120+1", "5m+3s",
// "40/2h", and "40/120:10" for 40 moves in 120 and then 10 for the rest; "none" is no clock. A number
// without a unit (h, m, s) counts so many of unit, after a + seconds.
func ParseTimeControl(text string, unit time.Duration) (tc TimeControl, err error) {
	if text == "none" {
		return nil, nil
	}
	parts := strings.Split(text, ":")
	for i, part := range parts {
		p, ok := parsePeriod(part, unit)
		switch {
		case !ok && unit == time.Minute:
			return nil, fmt.Errorf("time control %q: want minutes and seconds for each move, like 5+3 or 10; "+
				"with units 90s, 40/2h, 40/2h:1h; or none", text)
		case !ok:
			return nil, fmt.Errorf("time control %q: want seconds, like 60, 10+0.1, 40/120+1 "+
				"or 40/120:10, or with units 5m+3s, 40/2h; or none", text)
		case p.MovesToGo == 0 && i+1 < len(parts):
			return nil, fmt.Errorf("time control %q: after %s for the rest of the game nothing can follow; "+
				"a minute is 1m, and 40/2m:10s are 40 moves in two minutes, then 10 seconds for the rest",
				text, part)
		}
		tc = append(tc, p)
	}
	return tc, nil
}

// parsePeriod reads one period of a time control, [MOVES/]TIME[+INCREMENT]. unit is that of TIME; the
// increment is in seconds.
func parsePeriod(text string, unit time.Duration) (p Clock, ok bool) {
	if moves, after, found := strings.Cut(text, "/"); found {
		n, err := strconv.Atoi(moves)
		if err != nil || n < 1 {
			return p, false
		}
		p.MovesToGo, text = n, after
	}
	base, increment, hasIncrement := strings.Cut(text, "+")
	if p.Remaining, ok = ParseTime(base, unit); !ok || p.Remaining == 0 {
		return p, false
	}
	if hasIncrement {
		p.Increment, ok = ParseTime(increment, time.Second)
	}
	return p, ok
}

// ParseTime reads a time as ParseTimeControl does, of at most a million seconds.
func ParseTime(text string, unit time.Duration) (time.Duration, bool) {
	for name, named := range map[string]time.Duration{"h": time.Hour, "m": time.Minute, "s": time.Second} {
		if number, ok := strings.CutSuffix(text, name); ok {
			text, unit = number, named
			break
		}
	}
	const most = 1e6 * time.Second
	n, err := strconv.ParseFloat(text, 64)
	if err != nil || !(n >= 0 && n*float64(unit) <= float64(most)) {
		return 0, false
	}
	return time.Duration(n * float64(unit)), true
}

// String writes what ParseTimeControl reads with seconds as its unit; it is the value of PGN's tag TimeControl.
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

// GameClock is the clock of a side through a game.
type GameClock struct {
	Clock
	periods TimeControl // this one and those that follow; none if it does not run
}

// NewGameClock returns a clock for a game; for nil one that does not run.
func NewGameClock(tc TimeControl) *GameClock {
	c := &GameClock{periods: tc}
	if c.Runs() {
		c.begin()
	}
	return c
}

// begin adds the time of a period.
func (c *GameClock) begin() {
	left := c.Remaining
	c.Clock = c.periods[0]
	c.Remaining += left
}

// Runs reports whether the clock counts at all.
func (c *GameClock) Runs() bool { return len(c.periods) > 0 }

// Move takes the time of a move off; ok is false if the flag has fallen by more than the margin.
func (c *GameClock) Move(used, margin time.Duration) (ok bool) {
	if !c.Runs() {
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
