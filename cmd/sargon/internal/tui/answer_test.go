package tui

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/cmd/sargon/internal/front"
	"sargon78/cmd/sargon/internal/terminal"
	"sargon78/cmd/sargon/internal/terminal/terminaltest"
	"sargon78/sargon/think"
)

// mirror is a view that shows nothing and ends with any key, as a debugger inside.
type mirror struct {
	screen tcell.Screen
	keys   int
}

func (m *mirror) Draw() error {
	m.screen.Clear()
	m.screen.Show()
	return nil
}

func (m *mirror) Handle(event tcell.Event) {
	if _, ok := event.(*tcell.EventKey); ok {
		m.keys++
	}
}

func (m *mirror) Wait() time.Duration { return time.Hour }
func (m *mirror) Done() bool          { return m.keys > 0 }

// insideOf returns what opens a mirror, or fails; it notes where it was led.
func insideOf(led *front.Answer, err error) Inside {
	return func(_ context.Context, a front.Answer) (func(*terminal.Loop, tcell.Screen) terminal.View, error) {
		*led = a
		return func(_ *terminal.Loop, s tcell.Screen) terminal.View { return &mirror{screen: s} }, err
	}
}

// asked waits for the page that answers a question.
func (s *person) asked() {
	s.t.Helper()
	for s.pollChanges(); !s.App.why.Open && s.App.message == ""; s.pollChanges() {
		<-s.Session.News()
	}
	s.look()
}

// Control-W asks why, Return looks inside, and Escape and any key come back, to the page and to the game.
func TestWhyAtTheBoard(t *testing.T) {
	var led front.Answer
	s := open(t, 100, 40, "board")
	s.App.why.inside, s.App.loop = insideOf(&led, nil), terminal.NewLoop()
	s.press("<Ctrl-W>")
	s.sees("no move of Sargon to ask about yet")
	s.press("e2e4<Enter>g1f3<Enter>")
	s.in("<Ctrl-W>")
	s.asked()
	s.sees("Why? 2... | Sargon counts | Return looks inside | other keys close this page")
	s.in("<Enter>")
	s.sees("Going there … Escape stays here.")
	(<-s.App.loop.Posts)()
	s.look()
	assert.NotContains(t, s.text(), "Why?")
	assert.Equal(t, time.Hour, s.App.Wait())
	assert.Equal(t, "level 1 startpos moves e2e4 e7e5 g1f3", led.Case)
	assert.NotZero(t, led.Evaluation)
	s.press("<Esc>")
	s.sees("Why? 2...")

	s.App.why.inside = insideOf(&led, errors.New("no such machine"))
	s.in("<Enter>")
	(<-s.App.loop.Posts)()
	s.look()
	s.sees("Not possible: no such machine")
	s.App.why.inside = insideOf(&led, nil)
	s.in("<Enter><Esc>")
	(<-s.App.loop.Posts)()
	s.look()
	s.sees("Why? 2...")
	s.press("<Esc>")
	assert.False(t, s.App.why.Open)

	s.in(":why not h5<Enter>")
	s.asked()
	s.sees("2... h5 is")
	s.press("Bc4") // a move may be typed over the page: no letter of it is lost
	assert.False(t, s.App.why.Open)
	s.sees("> Bc4")
	s.press("<Esc><F1>b1c3")
	s.sees("> b1c3")
	s.press("<Esc>")
	s.press("<PgUp><PgUp>") // looking back at 1... e5
	s.in("<Ctrl-W>")
	s.asked()
	s.sees("Why? 1... e5 | is from the opening book")
	assert.NotContains(t, s.text(), "Return looks inside", "there was no search")
	s.press("<Esc><F10>")
	assert.True(t, s.Done())
}

// In a game that is replayed w asks about the move shown.
func TestWhyInAReplay(t *testing.T) {
	s := newPerson(t, 100, 40)
	var led front.Answer
	s.replay = newReplay(newWalk(t), ReplayOptions{
		Game: played(t, "e4 e5"), Board: true, Appearance: s.newAppearance(), Inside: insideOf(&led, nil),
		Why: func(_ context.Context, v think.Verdict) (front.Answer, error) {
			if v.Index == 0 {
				return front.Answer{}, errors.New("no reasons")
			}
			return front.Answer{Title: "Why? " + v.SAN, Sentences: []string{"Because."}, Case: "x"}, nil
		},
	})
	r := s.replay
	r.ctx, r.loop = t.Context(), terminal.NewLoop()
	s.press("w")
	s.sees("there is no move yet")
	s.press("nw")
	s.sees("not searched yet")
	r.verdicts = []think.Verdict{{Index: 0, SAN: "e4"}, {Index: 1, SAN: "e5"}}
	s.in("w")
	s.sees("looking for the reasons")
	s.in("w")
	s.sees("one question at a time")
	(<-r.loop.Posts)()
	s.look()
	s.sees("no reasons")
	s.in("nw")
	(<-r.loop.Posts)()
	s.look()
	s.sees("Why? e5 | Because. | Return looks inside")
	s.in("<Enter>")
	(<-r.loop.Posts)()
	s.look()
	assert.Equal(t, "x", led.Case)
	assert.Equal(t, time.Hour, r.Wait())
	s.in("<Esc>")
	s.sees("Why? e5")
	s.in("x")
	require.False(t, r.why.Open)
	for _, e := range terminaltest.Events("q") {
		r.Handle(e)
	}
	assert.True(t, r.Done())
}
