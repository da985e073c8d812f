package tui

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"sargon78/cmd/sargon/internal/terminal"
	"sargon78/sargon"
	"sargon78/sargon/session"
)

func TestTheBoardFillsTheWindow(t *testing.T) {
	for _, test := range []struct {
		width, height int
		beside        bool // all else stands next to the board
		high          int
		inside        bool
	}{
		{60, 20, true, 2, true},
		{64, 33, false, 3, false},
		{67, 33, false, 3, false},
		{80, 24, true, 3, true},
		{80, 40, false, 4, false},
		{100, 40, true, 4, false},
		{140, 45, true, 5, false},
		{300, 101, true, 12, false},
		{19, 13, false, 1, false},
	} {
		p, ok := planBoard(test.width, test.height, true)
		assert.True(t, ok)
		assert.Equal(t, test.beside, p.side > 0, "%v", test)
		assert.Equal(t, test.high, p.high, "%v", test)
		assert.Equal(t, test.inside, p.inside, "%v", test)
	}
	_, ok := planBoard(18, 100, true)
	assert.False(t, ok)
	p, _ := planBoard(300, 100, false)
	assert.Equal(t, highestLettered, p.high, "letters are lost on larger squares")
}

func TestPlansFit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width := rapid.IntRange(0, 400).Draw(t, "width")
		height := rapid.IntRange(0, 150).Draw(t, "height")
		p, ok := planBoard(width, height, rapid.Bool().Draw(t, "pictured"))
		if !ok {
			return
		}
		if p.width > width || p.height > height {
			t.Fatalf("%+v is too large for %d×%d", p, width, height)
		}
	})
}

// The times stand next to the change where there is room for them.
func TestColumns(t *testing.T) {
	s := newPerson(t, 80, 24)
	for width, want := range map[int]string{29: "change", 30: "change     1978",
		39: "change     1978", 40: "change     1978      now"} {
		s.sim.Clear()
		drawColumns(terminal.Whole(s.sim).Within(0, 0, width, 1), "change", "1978", "now", terminal.Plain)
		s.sim.Show()
		assert.Equal(t, want, strings.TrimSpace(s.text()), "%d columns", width)
	}
}

// A time in 1978 fits its column, however long it is.
func TestTimesIn1978(t *testing.T) {
	for in1978, want := range map[time.Duration]string{
		0: "", 205 * time.Second: "~3:25", 99*time.Hour + 59*time.Second: "~99:00:59", 809 * time.Hour: "~809 h",
	} {
		assert.Equal(t, want, clock1978(session.Times{In1978: sargon.Time1978{Duration: in1978, Estimated: true}}))
	}
}
