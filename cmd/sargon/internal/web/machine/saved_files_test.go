package machine_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/cmd/sargon/internal/web/machine"
	"sargon78/roms/romstest"
	"sargon78/sargon"
	"sargon78/sargon/emulated/program"
	"sargon78/sargon/emulated/states"
	"sargon78/sargon/emulated/states/statestest"
	"sargon78/sargon/must"
	"sargon78/sargon/session"
)

// A game that ended by resignation is also over after it was saved and loaded.
func TestAResignedGameIsSaved(t *testing.T) {
	m := open(t)
	require.NoError(t, m.SetUp("", []string{"d2d4", "d7d5"}, sargon.Black, 3))
	require.NoError(t, m.Resign())
	untilAsked(t, m)
	other := open(t)
	require.NoError(t, other.Load(must.Have(m.Save())))
	g := other.Game()
	assert.Equal(t, []string{"d4", "d5"}, sans(other))
	assert.Equal(t, "1-0 resignation", g.Result+" "+g.Reason)
	assert.Equal(t, "black", g.Player)
	assert.Equal(t, 3, g.Level)
	assert.True(t, g.Ended)
}

// A machine that plays both sides still does after it was saved and loaded, also in the middle of a turn
// that another ROM image plays for the player. The player can get that side back.
func TestSelfPlayIsSaved(t *testing.T) {
	for name, open := range map[string]func(testing.TB) *machine.Machine{
		"embedded": open, "another ROM image": another,
	} {
		t.Run(name, func(t *testing.T) {
			m := open(t)
			require.NoError(t, m.SetUp("", []string{"d2d4"}, sargon.White, 1))
			m.SelfPlay(true)
			// thinks runs until the search after a number of half-moves has begun.
			thinks := func(m *machine.Machine, plies int) {
				t.Helper()
				for len(sans(m)) < plies || !m.Thinking() {
					m.Run(100_000, nil)
					require.Nil(t, m.Status().Fault)
				}
			}
			thinks(m, 2)
			other := open(t)
			require.NoError(t, other.Load(must.Have(m.Save())))
			require.True(t, other.Status().SelfPlay)
			for _, each := range []*machine.Machine{m, other} {
				thinks(each, 4)
				each.SelfPlay(false)
				untilAsked(t, each)
			}
			assert.Equal(t, sans(m), sans(other))
			assert.Equal(t, m.Screen(), other.Screen())
		})
	}
}

// Load refuses another version of the format. Then nothing has changed.
func TestSavedFilesOfAnotherVersionAreRefused(t *testing.T) {
	m := open(t)
	require.NoError(t, m.SetUp("", []string{"d2d4"}, sargon.White, 1))
	for version, want := range map[int]string{
		0: "does not say which version",
		2: "it has version 2; this program reads version 1",
	} {
		data := statestest.File(t, fmt.Sprintf(`{"Version":%d,"Kind":"program"}`, version))
		assert.ErrorContains(t, m.Load(data), want)
		assert.Equal(t, []string{"d4"}, sans(m))
	}
}

// The page saves the same kind of state as all front ends, and loads states of other front ends.
func TestSavedGamesGoFromOneFrontEndToAnother(t *testing.T) {
	m := open(t)
	require.NoError(t, m.NewGame(sargon.White, 1))
	untilAsked(t, m)
	plays(t, m, "e2e4")
	data := must.Have(m.Save())

	var state states.State
	require.NoError(t, state.UnmarshalBinary(data))
	image := romstest.Image(t)
	require.NoError(t, state.CheckImage(image))
	p := must.Have(program.New(image, program.Options{}))
	resumed := session.New(session.Options{Machine: p, Engine: "rom"})
	require.NoError(t, resumed.Restore(&state))
	assert.Equal(t, "e5", resumed.View().Game.Ply(1).SAN)
	assert.Equal(t, session.InGame, resumed.View().Dialogue)

	state.Page = nil // as from the terminal
	for _, with := range []string{"the machine", "the moves alone"} {
		other := open(t)
		data = must.Have(state.MarshalBinary())
		require.NoError(t, other.Load(data), with)
		untilAsked(t, other)
		assert.True(t, other.Game().Waiting, with)
		plays(t, other, "g1f3")
		assert.Len(t, other.Game().Plies, 4, with)
		state.Kind, state.Machine = states.Board, nil
	}
}
