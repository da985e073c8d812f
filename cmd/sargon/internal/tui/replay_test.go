package tui

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"testing"

	"github.com/gdamore/tcell/v2"
	"github.com/stretchr/testify/require"

	"sargon78/roms"
	"sargon78/roms/romstest"
	"sargon78/sargon/emulated/program"
	"sargon78/sargon/game"
	"sargon78/sargon/must"
	"sargon78/sargon/think"
)

func newWalk(t testing.TB) *Walk {
	t.Helper()
	return must.Have(NewWalk(romstest.Image(t), 2))
}

func TestTheScreenShowsPositionsAndUnderpromotion(t *testing.T) {
	walk, g := newWalk(t), must.Have(game.FromFEN("8/P6k/8/8/8/8/8/K7 w - - 0 30"))
	for _, move := range []string{"a8=N", "Kg7"} {
		require.NoError(t, g.PlayText(move))
	}
	screens := map[string]bool{}
	for halfMoves := range 3 {
		screens[must.Have(walk.Screen(g, halfMoves)).String()] = true
	}
	require.Len(t, screens, 3)
}

func TestOtherEditionsCannotShowAGame(t *testing.T) {
	_, err := NewWalk(&roms.Image{Name: "x", Load: 0x1000, Bytes: []byte{0xC9}}, 2)
	require.ErrorIs(t, err, program.ErrUnknownDialogue)
}

// openReplay shows a game move by move on a terminal of so many cells.
func openReplay(t testing.TB, g *game.Game, width, height int, board bool) *person {
	s := newPerson(t, width, height)
	s.replay = newReplay(newWalk(t), ReplayOptions{Game: g, Appearance: s.newAppearance(), Board: board})
	s.settle()
	return s
}

func TestReplayRuns(t *testing.T) {
	wrong := errors.New("it cannot think")
	o := ReplayOptions{
		Game: played(t, "e4"), Appearance: newPerson(t, 80, 24).newAppearance(),
		Review: func(context.Context) iter.Seq2[think.Verdict, error] {
			return func(yield func(think.Verdict, error) bool) { yield(think.Verdict{}, wrong) }
		},
	}
	walk := newWalk(t)
	require.ErrorIs(t, Replay(t.Context(), walk, o), wrong)
	s := newPerson(t, 80, 24)
	s.sim.InjectKey(tcell.KeyRune, 'q', tcell.ModNone)
	o.Appearance, o.Review = s.newAppearance(), nil
	require.NoError(t, Replay(t.Context(), walk, o))
}

// The suggestions for the two moves of a line stand next to each other.
func TestSuggestionsForOneNumber(t *testing.T) {
	g := played(t, "e4 e5 Nf3 Nc6 Bc4")
	r := &replay{browser: browser{game: g}}
	for i, san := range []string{"", "c5", "Nc3", "", "Qg4"} {
		choice := game.Move{} // that is not played
		if san == "" {
			choice = g.Ply(i).Move
		}
		r.verdicts = append(r.verdicts,
			think.Verdict{Index: i, Played: *g.Ply(i), Choice: choice, SAN: san})
	}
	for number, want := range []string{"– / c5", "Nc3 / –", "Qg4"} {
		require.Equal(t, want, r.alternativesText(2*number), number)
	}
	r.verdicts[3].Choice, r.verdicts[3].SAN = game.Move{}, "Qe7"
	require.Equal(t, "Nc3 / Qe7", r.alternativesText(3))
}

func ExamplePlayers() {
	g := game.New()
	g.Tags.Set("White", "Anna")
	fmt.Println(Players(g))
	// Output: Anna – Black
}
