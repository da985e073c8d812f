package terminal

import (
	"strings"
	"testing"

	"github.com/gdamore/tcell/v2"
	"github.com/stretchr/testify/assert"

	"sargon78/cmd/sargon/internal/terminal/terminaltest"
)

// counting is a screen that counts what it is given.
type counting struct {
	tcell.SimulationScreen
	cells, shows int
}

func (c *counting) Put(x, y int, s string, style tcell.Style) (string, int) {
	c.cells++
	return c.SimulationScreen.Put(x, y, s, style)
}

func (c *counting) Show() {
	c.shows++
	c.SimulationScreen.Show()
}

// A picture drawn anew gives the terminal what has changed, and nothing if nothing has.
func TestOnlyWhatChangesIsSent(t *testing.T) {
	counts := &counting{SimulationScreen: terminaltest.New(t, 20, 3)}
	canvas := Canvas(counts)
	draw := func(clock string) (cells, shows int) {
		cells, shows = counts.cells, counts.shows
		canvas.Fill(' ', Plain)
		all := Whole(canvas)
		all.Text(0, 0, "a board \u265f\u265f", Strong)
		all.Text(0, 2, "\u4e16\u754c "+clock, Plain) // wide ones
		canvas.HideCursor()
		canvas.Show()
		return counts.cells - cells, counts.shows - shows
	}
	for _, step := range []struct {
		clock        string
		cells, shows int
	}{{"0:09", 16, 1}, {"0:09", 0, 0}, {"0:10", 2, 1}, {"0:11", 1, 1}, {"0:1", 1, 1}} {
		cells, shows := draw(step.clock)
		assert.Equal(t, step.cells, cells, step.clock)
		assert.Equal(t, step.shows, shows, step.clock)
	}
	text, _, _ := counts.Get(5, 2)
	assert.Equal(t, "0", text)
	canvas.ShowCursor(3, 1)
	canvas.Show()
	x, y, visible := counts.GetCursor()
	assert.Equal(t, []any{3, 1, true}, []any{x, y, visible})
}

// Text that there is no room for is not cut without a sign.
func TestWrappedTextEndsInDotsWhereItIsCut(t *testing.T) {
	screen := terminaltest.New(t, 12, 3)
	assert.Equal(t, 3, Whole(screen).Wrapped(1, "one two three four five six", Plain))
	screen.Show()
	assert.Equal(t, "\none two\nthree ...", strings.TrimRight(terminaltest.Text(screen), "\n"))
}
