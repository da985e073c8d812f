package match

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// TimeControl is how much time a player has. The zero value is no clock at all.
type TimeControl struct {
	Moves     int // to the next control, 0 for the whole game
	Base      time.Duration
	Increment time.Duration // for each move
}

// ParseTimeControl reads seconds as PGN and other programs write them: "60", "10+0.1",
// "40/120+1"; "none" is no clock.
func ParseTimeControl(text string) (TimeControl, error) {
	var tc TimeControl
	if text == "none" {
		return tc, nil
	}
	bad := func() (TimeControl, error) {
		return TimeControl{}, fmt.Errorf(
			"time control %q: want seconds, like 60, 10+0.1 or 40/120+1; or none", text)
	}
	rest := text
	if moves, after, ok := strings.Cut(rest, "/"); ok {
		n, err := strconv.Atoi(moves)
		if err != nil || n < 1 {
			return bad()
		}
		tc.Moves, rest = n, after
	}
	base, increment, hasIncrement := strings.Cut(rest, "+")
	var ok bool
	if tc.Base, ok = seconds(base); !ok || tc.Base == 0 {
		return bad()
	}
	if hasIncrement {
		if tc.Increment, ok = seconds(increment); !ok {
			return bad()
		}
	}
	return tc, nil
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
	if tc == (TimeControl{}) {
		return "-"
	}
	text := strconv.FormatFloat(tc.Base.Seconds(), 'f', -1, 64)
	if tc.Increment > 0 {
		text += "+" + strconv.FormatFloat(tc.Increment.Seconds(), 'f', -1, 64)
	}
	if tc.Moves > 0 {
		text = fmt.Sprintf("%d/%s", tc.Moves, text)
	}
	return text
}

// clock is a player's clock.
type clock struct {
	tc        TimeControl
	left      time.Duration
	movesToGo int // 0 if there is no next control
}

func newClock(tc TimeControl) *clock { return &clock{tc: tc, left: tc.Base, movesToGo: tc.Moves} }

// runs tells whether the clock counts at all.
func (c *clock) runs() bool { return c.tc != (TimeControl{}) }

// move takes the time of a move off; ok is false if the flag has fallen, by more than the
// margin.
func (c *clock) move(used, margin time.Duration) (ok bool) {
	if !c.runs() {
		return true
	}
	c.left -= used
	if c.left < -margin {
		return false
	}
	c.left = max(c.left, 0) + c.tc.Increment
	if c.movesToGo > 0 {
		if c.movesToGo--; c.movesToGo == 0 {
			c.movesToGo = c.tc.Moves
			c.left += c.tc.Base
		}
	}
	return true
}
