package machine_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/cmd/sargon/internal/debug/debugtest"
	"sargon78/cmd/sargon/internal/debuggee"
	"sargon78/cmd/sargon/internal/web/machine"
	"sargon78/roms/romstest"
	"sargon78/sargon"
	"sargon78/sargon/emulated/debugger"
	"sargon78/sargon/must"
)

// page runs the debugger's scripts for all front ends, with the output that the page gets.
type page struct{ *debugger.Debugger }

func (p page) Do(t *testing.T, command string) (string, error) {
	now := machine.RunCommand(context.Background(), p.Debugger, command)
	text := must.Have(json.Marshal(now))
	require.NoError(t, json.Unmarshal(text, &now))
	if now.Error != nil {
		return "", errors.New(now.Error.Text)
	}
	seen := now.Output + "\n" + p.LastStop().String()
	for _, line := range now.Stack {
		seen += "\n" + line
	}
	for _, p := range now.Points {
		seen += "\n" + p.Text
	}
	return seen, nil
}

func TestScriptsOnThePage(t *testing.T) {
	debugtest.Run(t, func(t *testing.T, o debuggee.Target) debugtest.Front {
		return page{debugtest.Open(t, o).Debugger}
	})
}

// thinking returns a machine in the middle of a search.
func thinking(t *testing.T, level sargon.Level, evals uint64) *machine.Machine {
	t.Helper()
	m := at(t, italian, sargon.Black, level)
	for m.Status().Evals < evals {
		m.Run(1_000_000, nil)
	}
	return m
}

// do enters the debugger and runs commands, none of which may fail.
func do(t *testing.T, m *machine.Machine, commands ...string) (now machine.Moment) {
	t.Helper()
	return obeys(t, m, true, commands...)
}

// arm runs commands on breakpoints and watchpoints, without entering the debugger.
func arm(t *testing.T, m *machine.Machine, commands ...string) {
	t.Helper()
	obeys(t, m, false, commands...)
}

func obeys(t *testing.T, m *machine.Machine, enter bool, commands ...string) (now machine.Moment) {
	t.Helper()
	for _, command := range commands {
		now = must.Have(m.Debug(t.Context(), command, enter))
		require.Nil(t, now.Error, command)
	}
	return now
}

func TestTheDebuggerOfThePageHasThePast(t *testing.T) {
	m := thinking(t, 2, 40)
	live, at := m.Inside(sargon.E8), m.Status()
	now := do(t, m, "where")
	assert.Equal(t, at.TStates, now.TStates)
	assert.Greater(t, now.Past, uint64(10_000_000), "back to the beginning of the search")
	seen := m.Inside(sargon.E8)
	before := registers(seen)
	assert.Equal(t, registers(live), before)
	seen.Registers, live.Registers, seen.Line, live.Line = nil, nil, nil, nil // the debugger does not count cuts
	assert.Equal(t, live, seen)

	now = do(t, m, "back step")
	assert.Negative(t, now.MotionTStates)
	seen = m.Inside(sargon.E8)
	assert.NotEqual(t, before["PC"], registers(seen)["PC"])
	assert.Contains(t, seen.Registers,
		debugger.Value{Name: "PC", Text: registers(seen)["PC"], Expression: "PC", Changed: true})
	assert.Equal(t, now.TStates, m.Status().TStates)
	now = do(t, m, "step")
	assert.Equal(t, before, registers(m.Inside(sargon.E8)))

	n := do(t, m, "back eval").Evaluation
	assert.Equal(t, n-1, do(t, m, "back eval").Evaluation)
	assert.Equal(t, uint64(n-1), m.Status().Evals)
	assert.Equal(t, 1, do(t, m, "goto eval 1").Evaluation)
	do(t, m, "goto eval 5", "back write MTRL")
	require.NoError(t, m.SetUp(italian, nil, sargon.White, 1))
	untilAsked(t, m) // the machine runs by itself again in another game
}

// The debugger does not change the game: the search ends as without it.
func TestTheMachineGoesOnBehindTheDebugger(t *testing.T) {
	m := thinking(t, 2, 20)
	do(t, m, "back eval", "back eval", "break UNMOVE", "run", "run", "run", "run") // further than the machine was
	farther := m.Status()
	require.Positive(t, do(t, m, "eval").MotionTStates)
	m.Leave()
	assert.True(t, m.Status().CatchUp)
	m.Run(1<<40, func() bool { return !m.Status().CatchUp })
	assert.GreaterOrEqual(t, m.Status().TStates, farther.TStates)
	arm(t, m, "off 1")
	m.Run(1<<40, func() bool { return !m.Thinking() })
	want := nativeSearch(t, m.Problem(), 0)
	assert.Equal(t, want.Trace.String(), m.Status().Trace)

	points := obeys(t, m, false, "points")
	assert.Len(t, points.Points, 1, "points stay")
	assert.False(t, points.Points[0].Write)
	assert.False(t, points.Entered)
}

// Breakpoints and watchpoints stop the machine also in a search that begins later.
func TestPointsStopTheMachineItself(t *testing.T) {
	for _, test := range []struct{ point, place, access string }{
		{"break FNDMOV", "FNDMOV", ""},
		{"break POINTS if eval == 12", "POINTS", ""},
		{"break POINTS count 13", "POINTS", ""},
		{"break UNMOVE if [NPLY] == 1 && t > 0", "UNMOVE", ""},
		{"watch VALM", "", "VALM"},
		{"watch r MTRL", "", "MTRL"},
	} {
		m := at(t, italian, sargon.White, 1)
		untilAsked(t, m)
		arm(t, m, test.point)
		require.NoError(t, m.PlayerMove("f1c4"))
		for !m.Stopped() {
			m.Run(1_000_000, nil)
			require.False(t, m.Status().Waiting, test.point)
		}
		at := m.Status()
		now := do(t, m, "")
		assert.True(t, now.Entered)
		assert.Equal(t, "point", now.Reason)
		assert.Equal(t, 1, now.Point)
		assert.Contains(t, now.Stack[0], test.place)
		assert.Equal(t, at.TStates, now.TStates)
		if test.access != "" {
			assert.Equal(t, test.access, now.Address)
		}
		if test.place == "POINTS" {
			assert.Equal(t, 12, now.Evaluation, test.point)
		}
		if test.place != "" && test.place != "FNDMOV" { // at FNDMOV there is no past yet
			do(t, m, "back step")
			assert.Equal(t, at.TStates, do(t, m, "step").TStates, "the debugger can go back")
		}

		arm(t, m, "off 1")
		m.Leave()
		m.Run(1<<40, func() bool { return len(m.Game().Plies) == 2 })
		assert.Equal(t, nativeSearch(t, m.Problem(), 0).Trace.String(), m.Status().Trace)
	}
}

// A breakpoint stops again in the next search. It does not stop while the machine catches up.
func TestPointsStopAgain(t *testing.T) {
	m := at(t, italian, sargon.Black, 1)
	m.SelfPlay(true)
	m.SelfPlay(true) // changes nothing
	arm(t, m, "break FNDMOV count 2")
	for search := range 3 {
		for m.Run(1_000_000, nil); !m.Stopped(); {
			m.Run(1_000_000, nil)
		}
		assert.Equal(t, 2*search+1, len(m.Game().Plies))
		if search > 0 { // counting continues whether the debugger is entered or not
			assert.Contains(t, do(t, m, "").Stack[0], "FNDMOV")
			do(t, m, "eval")
			m.Leave()
		}
	}
}

func TestTheDebuggerOfThePageChangesNothing(t *testing.T) {
	m := thinking(t, 4, 3)
	for _, command := range []string{"set A = 1", "type X", "load x", "nonsense"} {
		now := must.Have(m.Debug(t.Context(), command, true))
		assert.NotNil(t, now.Error, command)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	now := must.Have(m.Debug(ctx, "run", true))
	assert.Equal(t, "interrupted", now.Reason)
}

// In a long search the debugger cannot go back to the beginning. Evaluations keep their numbers.
func TestThePastOfALongSearch(t *testing.T) {
	m := thinking(t, 5, 0)
	for m.Status().Thought < 2_050_000_000 {
		m.Run(10_000_000, nil)
	}
	evals := m.Status().Evals
	now := do(t, m, "where")
	assert.GreaterOrEqual(t, now.Past, uint64(1_000_000_000))
	assert.Less(t, now.Past, m.Status().Thought)
	assert.InDelta(t, evals, now.Evaluation, 1)
	wrong := must.Have(m.Debug(context.Background(), "goto eval 1", true))
	assert.Equal(t, "earliest", wrong.Reason)
}

func TestHeatOfMemory(t *testing.T) {
	m := thinking(t, 2, 3)
	var live, then [1 << 16]uint8
	nowhere := live
	for look, tStates := range []uint64{1, 1000, 1000, 1_000_000, 1_000_000} {
		m.Run(tStates, nil)
		at := m.Status()
		require.NoError(t, m.Heat(context.Background(), &live))
		assert.Equal(t, look == 0, live == nowhere, "from the second time on")
		assert.Equal(t, at, m.Status(), "Heat does not change the machine")
	}
	do(t, m, "goto eval 2")
	require.NoError(t, m.Heat(context.Background(), &then))
	image := romstest.Image(t)
	valm, _ := image.Symbol("VALM")
	assert.NotZero(t, then[valm]>>4, "the value has just been written")
	mlist, _ := image.Symbol("MLIST")
	assert.Zero(t, then[mlist]>>4, "no list of moves was made")
}
