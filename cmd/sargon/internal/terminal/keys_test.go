package terminal

import (
	"strings"
	"testing"

	"github.com/gdamore/tcell/v2"
	"github.com/stretchr/testify/assert"

	"sargon78/cmd/sargon/internal/terminal/terminaltest"
)

// The help and how to leave are always shown, others where there is room.
func TestKeys(t *testing.T) {
	done := ""
	var keys Keys
	for _, k := range [][3]string{{"F1/?", "help", "this page"}, {"Return/o", "open", "open it"},
		{"Space", "", "play"}, {"d/Delete", "delete", ""}, {"F10/Ctrl-C", "leave", "leave"}} {
		keys.Add(k[0], k[1], k[2], func() { done += k[0] + " " })
	}
	for _, e := range terminaltest.Events("<Enter><Space>?<Ctrl-C><Delete>") {
		keys.Find(e)()
	}
	assert.Equal(t, "Return/o Space F1/? F10/Ctrl-C d/Delete ", done)
	assert.Nil(t, keys.Find(tcell.NewEventKey(tcell.KeyF2, 0, 0)))
	assert.Equal(t, []string{"F1/?    this page", "Return/o open it", "Space   play",
		"F10/Ctrl-C leave"}, keys.Help(40))

	sim := terminaltest.New(t, 60, 3)
	shown := func() string {
		sim.Show()
		return strings.ReplaceAll(strings.TrimSpace(terminaltest.Text(sim)), "\n", "|")
	}
	for _, test := range []struct {
		width, rows int
		want        string
	}{
		{60, 1, "F1/? help  Return open  d delete  F10/Ctrl-C leave"},
		{49, 1, "F1/? help  Return open  F10/Ctrl-C leave"},
		{39, 1, "F1/? help  F10/Ctrl-C leave"},
		{30, 2, "F1/? help  Return open|d delete  F10/Ctrl-C leave"},
		{20, 1, "? help  Ctrl-C leave"},
		{12, 2, "? help|Ctrl-C leave"},
	} {
		sim.Clear()
		hits := keys.Bar(Whole(sim).Within(0, 0, test.width, test.rows), Plain)
		assert.Equal(t, test.want, shown())
		last := hits[len(hits)-1]
		done = ""
		last.Run()
		assert.Equal(t, "F10/Ctrl-C ", done)
		assert.True(t, last.Has(last.X+5, test.rows-1), "its place")
	}
	for left, want := range map[string]string{
		"a word":                   "a word                 F1/? help  F10/Ctrl-C leave",
		"words that leave no room": "words that leave no room      ? help  Ctrl-C leave",
	} {
		sim.Clear()
		append(Keys{keys[0]}, keys[4]).Ends(Whole(sim).Within(0, 0, 50, 1), left, Plain, Plain)
		assert.Equal(t, want, shown())
	}
	from, to := VisibleRange(10, 9, 4)
	assert.Equal(t, []int{6, 10}, []int{from, to}, "a list fills its rows at its end too")
}
