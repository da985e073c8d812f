package session_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/native"
	"sargon78/sargon"
	"sargon78/sargon/emulated/states"
	"sargon78/sargon/game"
	"sargon78/sargon/must"
	"sargon78/sargon/session"
	"sargon78/sargon/think"
)

// wall is a clock on the wall that a test sets.
type wall struct{ now time.Time }

func (w *wall) pass(d time.Duration) { w.now = w.now.Add(d) }

func timed(text string, change func(*session.Options)) (*session.Session, *wall) {
	w := &wall{now: time.Date(1978, 3, 3, 20, 0, 0, 0, time.UTC)}
	o := session.Options{
		Open: openEngine, Engine: "10x12", Level: 1, Player: sargon.White,
		Time: must.Have(think.ParseTimeControl(text, time.Minute)), Now: func() time.Time { return w.now },
	}
	change(&o)
	return session.New(o), w
}

func unchanged(*session.Options) {}

func kinds(all []session.Change) (found []session.ChangeKind) {
	for _, c := range all {
		found = append(found, c.Kind)
	}
	return found
}

// left returns what a clock shows, in seconds.
func left(s *session.Session, side sargon.Color) int {
	v := s.View()
	return int(v.ChessClock(side).Remaining.Round(time.Second) / time.Second)
}

// The clocks run from the first move on, are of one side at a time, and go back with a move.
func TestChessClocks(t *testing.T) {
	s, w := timed("2/1+3:30s", func(o *session.Options) { o.Both = true })
	defer s.Close()
	w.pass(time.Hour)
	assert.Equal(t, 60, left(s, sargon.White), "before the first move")
	for _, m := range []struct {
		move         string
		took         time.Duration
		white, black int
	}{
		{"e4", time.Hour, 63, 60}, {"e5", 10 * time.Second, 63, 53}, {"Nf3", 20 * time.Second, 46 + 30, 53},
		{"Nc6", 5 * time.Second, 76, 51 + 30}, {"Bb5", 3 * time.Second, 73, 81}, {"a6", time.Second, 73, 80},
	} {
		w.pass(m.took)
		require.NoError(t, s.Do(session.Move(m.move)))
		assert.Equal(t, []int{m.white, m.black}, []int{left(s, sargon.White), left(s, sargon.Black)}, m.move)
	}
	w.pass(time.Second)
	assert.Equal(t, 72, left(s, sargon.White), "it runs")
	require.NoError(t, s.Do(session.TakeBack))
	assert.Equal(t, 81, left(s, sargon.Black))
	assert.Equal(t, []session.ChangeKind{session.Moved}, kinds(s.Changes())[:1])
}

// A flag that falls is reported once, and the game goes on, or is claimed.
func TestAFlagFalls(t *testing.T) {
	s, w := timed("6s", unchanged)
	defer s.Close()
	moves(t, s, "e4")
	w.pass(5 * time.Second)
	assert.NotContains(t, kinds(s.Changes()), session.FlagFell)
	assert.ErrorContains(t, s.Do(session.ClaimTime), "no flag has fallen")
	w.pass(time.Second)
	changes := s.Changes()
	require.Equal(t, []session.ChangeKind{session.FlagFell}, kinds(changes))
	assert.Contains(t, changes[0].Text, "your time is up")
	assert.Empty(t, s.Changes(), "once")
	v := s.View()
	assert.True(t, v.White.Fallen)
	assert.False(t, v.Over)
	assert.ErrorContains(t, s.Do(session.ClaimTime), "it is your flag that has fallen, not Sargon's")
	moves(t, s, "Nf3")
	assert.Len(t, s.View().Game.Plies(), 4, "it is played on")
	require.NoError(t, s.Do(session.TakeBack))
	v = s.View()
	assert.False(t, v.White.Fallen, "with the move its time comes back")
}

// The flag of an engine that is late is claimed; taken back, the game goes on.
func TestTimeIsClaimed(t *testing.T) {
	s, w := timed("1", func(o *session.Options) { o.Both = true })
	defer s.Close()
	for _, m := range []string{"e4", "e5"} {
		require.NoError(t, s.Do(session.Move(m)))
	}
	w.pass(time.Minute)
	changes := s.Changes()
	require.Contains(t, kinds(changes), session.FlagFell)
	assert.Equal(t, "white's time is up: flag claims the game for black; or play on", changes[len(changes)-1].Text)
	require.NoError(t, s.Do(session.ClaimTime))
	assert.Equal(t, game.Result{Outcome: game.BlackWins, Reason: game.TimeForfeit}, s.View().Game.Result())
	assert.True(t, s.View().Over)
	again := newSession("10x12", sargon.White)
	require.NoError(t, again.Restore(must.Have(s.State())))
	assert.Equal(t, game.TimeForfeit, again.View().Game.Result().Reason)
	require.NoError(t, s.Do(session.TakeBack))
	assert.False(t, s.View().Over)
	assert.Contains(t, must.Have(s.State()).Game.PGN, `[Termination "unterminated"]`)
}

// The engine thinks by its clock, a hint and an engine without time at the level.
func TestTheEngineThinksByItsClock(t *testing.T) {
	var limits []sargon.SearchOptions
	s, w := timed("0.2", func(o *session.Options) {
		o.Open = func(string) (sargon.Engine, error) { return spied{native.New10x12(), &limits}, nil }
		o.Game = must.Have(game.FromFEN("4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 20"))
	})
	defer s.Close()
	moves(t, s, "a4")
	require.NotEmpty(t, limits)
	assert.Greater(t, limits[len(limits)-1].Level, sargon.Level(1), "deeper and deeper")
	assert.Contains(t, must.Have(s.State()).Game.PGN, `[TimeControl "12"]`)
	assert.Contains(t, must.Have(s.State()).Game.PGN, "by the clock")
	limits = nil
	require.NoError(t, s.Do(session.Hint))
	rest(s)
	for _, l := range limits {
		assert.Equal(t, sargon.Level(1), l.Level)
	}
	require.NoError(t, s.Do(session.Move("b4")))
	w.pass(2 * time.Minute)
	assert.Contains(t, kinds(s.Changes()), session.FlagFell)
	rest(s)
	assert.Equal(t, 4, s.View().Game.Len())
}

// spied is an engine whose searches are noted.
type spied struct {
	sargon.Engine
	searches *[]sargon.SearchOptions
}

func (s spied) Search(ctx context.Context, o sargon.SearchOptions) (sargon.Result, error) {
	*s.searches = append(*s.searches, o)
	return s.Engine.Search(ctx, o)
}

// The machine knows no clock: it is left when its time is claimed, and gets no such game.
func TestTheTimeOfTheMachineIsClaimed(t *testing.T) {
	p := newProgram()
	s, w := timed("1", func(o *session.Options) { o.Engine, o.Machine, o.SetUpMachine, o.Stepped = "rom", p, true, true })
	defer s.Close()
	require.NoError(t, s.Do(session.UseMachine))
	require.NoError(t, s.Do(session.Type([]byte("E2E4")...)))
	step(t, s, func(v session.View) bool { return v.Game.Len() == 1 })
	w.pass(2 * time.Minute)
	changes := s.Changes()
	require.Contains(t, kinds(changes), session.FlagFell)
	assert.Contains(t, changes[len(changes)-1].Text, "on the modern board")
	require.NoError(t, s.Do(session.ClaimTime))
	assert.False(t, s.View().OnMachine)
	assert.Equal(t, "White wins, loss on time", s.View().Game.Result().Description())
	assert.ErrorIs(t, s.Do(session.UseMachine), session.ErrOver)
}

// The clocks of a game that was saved show what they showed.
func TestClocksAreSaved(t *testing.T) {
	var saved *states.State
	s, w := timed("5+3", func(o *session.Options) {
		o.Both = true
		o.Save = func(state *states.State, _ *game.Game) error { saved = state; return nil }
	})
	for _, m := range []string{"e4", "e5", "Nf3"} {
		w.pass(20 * time.Second)
		require.NoError(t, s.Do(session.Move(m)))
	}
	white, black := left(s, sargon.White), left(s, sargon.Black)
	s.Close()
	again := newSession("10x12", sargon.White)
	require.NoError(t, again.Restore(saved))
	assert.Equal(t, []int{white, black}, []int{left(again, sargon.White), left(again, sargon.Black)})
	assert.True(t, again.View().Both)
	v := again.View()
	assert.Equal(t, 20*time.Second, v.TimesOf(1).Elapsed)

	// A game against Sargon can be gone on with by two people, and with another time.
	alone := newSession("10x12", sargon.White)
	moves(t, alone, "e4")
	two, _ := timed("1", func(o *session.Options) { o.Both = true })
	require.NoError(t, two.Restore(must.Have(alone.State())))
	assert.True(t, two.View().Both)
	assert.Equal(t, 60, left(two, sargon.White))
}

// Two people play; Sargon gives hints to either, and never moves.
func TestTwoPeople(t *testing.T) {
	s, _ := timed("none", func(o *session.Options) { o.Both, o.Machine = true, newProgram() })
	defer s.Close()
	for _, m := range []string{"e4", "c5"} {
		require.NoError(t, s.Do(session.Hint))
		rest(s)
		assert.False(t, s.View().Hint.IsZero())
		require.NoError(t, s.Do(session.Move(m)))
		rest(s)
	}
	assert.Equal(t, "e4 c5", line(s))
	assert.ErrorContains(t, s.Do(session.UseMachine), "two people play on the modern board")
	require.NoError(t, s.Do(session.TakeBack))
	assert.Equal(t, "e4", line(s), "one move")
	require.NoError(t, s.Do(session.Redo))
	tags := must.Have(s.State()).Game.PGN
	assert.Contains(t, tags, `[White "Player"]`)
	assert.Contains(t, tags, `[Black "Player"]`)
	require.NoError(t, s.Do(session.Resign))
	require.NoError(t, s.Do(session.Resign))
	assert.Equal(t, game.BlackWins, s.View().Game.Result().Outcome, "it was White's turn")
}
