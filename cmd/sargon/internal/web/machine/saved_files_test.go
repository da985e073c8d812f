package machine_test

import (
	"encoding/base64"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/roms/romstest"
	"sargon78/sargon"
	"sargon78/sargon/emulated/program"
	"sargon78/sargon/emulated/states"
	"sargon78/sargon/must"
	"sargon78/sargon/session"
)

// What the page of earlier versions has saved, as files and for a reload, is read for ever. How
// these files were made says the README.md beside them; the page itself reads them in
// ../browser/saved.test.mjs.
const pageFiles = "../../../testdata/cd1a914/page/"

func TestSavedFilesOfOld(t *testing.T) {
	type wanted struct {
		moves, player, result string
		level                 int
		waiting, selfPlay     bool
		next                  string // the move that comes by itself
	}
	for name, want := range map[string]wanted{
		"game.sargon78": {
			moves: "c4 e5 Nc3 Qh4 Nf3 Qxc4", player: "white", level: 1, waiting: true,
		},
		"resigned.sargon78": {
			moves: "d4 d5 c4 e6 Qa4+", player: "black", level: 3, result: "1-0",
		},
		"thinking.json": {moves: "e4 e5 Nf3", player: "white", level: 2, next: "Nc6"},
		"watching.json": {
			moves:  "d4 d5 c4 e6 Nc3 Nf6 Qd3 Nc6 Bf4 dxc4 Qxc4 Qxd4",
			player: "black", level: 1, selfPlay: true, next: "e3",
		},
	} {
		t.Run(name, func(t *testing.T) {
			data := must.Have(os.ReadFile(pageFiles + name))
			if data[0] == '{' { // what is there after a reload
				var kept struct{ View, State string }
				require.NoError(t, json.Unmarshal(data, &kept))
				view := "play"
				if want.selfPlay {
					view = "watch"
				}
				assert.Equal(t, view, kept.View)
				data = must.Have(base64.StdEncoding.DecodeString(kept.State))
			}
			m := open(t)
			require.NoError(t, m.Load(data))
			g := m.Game()
			assert.Equal(t, strings.Fields(want.moves), sans(m))
			assert.Equal(t, want.player, g.Player)
			assert.Equal(t, want.level, g.Level)
			assert.Equal(t, want.result, g.Result)
			assert.Equal(t, want.waiting, g.Waiting)
			assert.Equal(t, want.selfPlay, m.Status().SelfPlay)
			if want.next == "" {
				return
			}
			for len(sans(m)) == len(g.Plies) {
				m.Run(1_000_000, nil)
				require.Empty(t, m.Status().Fault)
			}
			assert.Equal(t, strings.Fields(want.moves+" "+want.next), sans(m))
		})
	}
}

// What the page saves is a state as all front ends save it, and those of others it opens.
func TestSavedGamesGoFromOneFrontEndToAnother(t *testing.T) {
	m := open(t)
	require.NoError(t, m.NewGame(sargon.White, 1))
	untilAsked(t, m)
	plays(t, m, "e2e4")
	data := must.Have(m.Save())

	var state states.State
	require.NoError(t, state.UnmarshalBinary(data))
	image := romstest.Image(t)
	require.NoError(t, state.Fits(image))
	p := must.Have(program.New(image, program.Options{}))
	table := session.New(session.Options{Machine: p, Engine: "rom"})
	require.NoError(t, table.Restore(&state))
	assert.Equal(t, "e5", table.View().Game.Ply(1).SAN)
	assert.True(t, table.View().Begun)

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
