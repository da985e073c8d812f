package machine_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/cmd/sargon/internal/web/machine"
	"sargon78/sargon"
)

const italian = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"

// The tree counts every evaluation, and has the move that was played with its score.
func TestTheTreeOfASearch(t *testing.T) {
	m := at(t, italian, sargon.Black, 2)
	stops(t, m, "move")
	s, thought := m.Status(), m.Thought(true)
	assert.Equal(t, int(s.Evals), thought.Evals)
	require.NotNil(t, thought.Tree)
	all, refutations := 0, 0
	var played *machine.Branch
	for _, b := range thought.Tree.Next {
		all += b.Evals
		answers := 0
		for _, answer := range b.Next {
			answers += answer.Evals
			if answer.Refutes {
				refutations++
				assert.LessOrEqual(t, answer.Value, 255)
			}
		}
		assert.LessOrEqual(t, answers, b.Evals, b.Move)
		if b.Move == thought.Best[0] {
			played = b
		}
	}
	assert.Equal(t, int(s.Evals), all)
	assert.Greater(t, refutations, 5, "most moves are refuted")
	best := slices.MaxFunc(thought.Tree.Next,
		func(a, b *machine.Branch) int { return a.Value - b.Value })
	assert.Equal(t, played.Value, best.Value)
	require.NotEmpty(t, thought.Arcs)
	assert.LessOrEqual(t, thought.Arcs[1].Evals, thought.Arcs[0].Evals)
}

// The attackers of the square that is being evaluated are those in the program's own list.
func TestAttackersOfTheSquareBeingValued(t *testing.T) {
	m := at(t, "4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 20", sargon.Black, 1)
	m.RecordSquares(true)
	stops(t, m, "points_piece if [M3] == #d5")
	thought := m.Thought(false)
	assert.Equal(t, "d5", thought.Square)
	assert.Equal(t, []string{"c3"}, thought.Attackers)
	m.RecordSquares(false)
	assert.Empty(t, m.Thought(false).Square)
	assert.Error(t, m.StopAt("no such label"))
	assert.Error(t, m.StopAt("look_off if [nocell] == 1"))
}

// Stops as in the tour: the machine runs on from a stop, and reaches the next one.
func TestStopsOneAfterAnother(t *testing.T) {
	m := at(t, italian, sargon.Black, 2)
	pieces := "points_piece if [M3] == #e5"
	for _, stop := range []string{"search_ply", pieces, pieces} {
		stops(t, m, stop)
		require.Equal(t, strings.Fields(stop)[0], m.Inside(sargon.NoSquare).Routine)
		m.RecordSquares(true) // the page may call this before or after
	}
	require.NoError(t, m.StopAt(pieces))
	stops(t, m, "UNMOVE") // replaces the stop before, which was not reached
	assert.Equal(t, "UNMOVE", m.Inside(sargon.NoSquare).Routine)
	require.NoError(t, m.StopAt("FNDMOV"))
	require.NoError(t, m.SetUp(italian, nil, sargon.Black, 1)) // another game, which forgets the stop
	for !m.Status().Waiting {
		require.False(t, m.Run(1_000_000, nil))
	}
}

// A link leads to a visit of a line, or to the moment at which the link was made.
func TestStopsAtAVisitAndAtAMoment(t *testing.T) {
	var m *machine.Machine
	at := func(places ...string) uint64 {
		m = at(t, italian, sargon.Black, 2)
		for _, place := range places {
			stops(t, m, place)
		}
		return m.Status().Thought
	}
	third := at("search_cut", "search_cut", "search_cut")
	pc := registers(m.Inside(sargon.NoSquare))["PC"]
	assert.Equal(t, third, at("search_cut,3"))
	assert.Equal(t, third, at(fmt.Sprintf("%s@%d", pc, third)))
	at("search_cut if ply == 2 && [[PLYIX + 2].w + 2].w == #f3 + (#e5 << 8)") // of the tour
	assert.Equal(t, []string{"f3e5", "c6e5"}, m.Thought(false).Line)
	for bad, why := range map[string]string{
		"search_cut,0": "want a number from 1", "search_cut,x": "want a number from 1",
		"search_cut@": "number of T-states", "24B9@-1": "number of T-states",
		"nowhere,2": `at=nowhere,2: `,
	} {
		assert.ErrorContains(t, m.StopAt(bad), why)
	}
}

func TestATouchedManIsTyped(t *testing.T) {
	m := open(t)
	require.NoError(t, m.SetUp("", []string{"e4", "e5"}, sargon.White, 1))
	untilAsked(t, m)
	assert.Zero(t, m.Game().Refused)
	sheet := func() string { s := m.Screen(); return s.Text(0, 0, 16, 32) }
	m.Touch("g1")
	m.Touch("d2")
	m.Run(2_000_000, nil)
	assert.Contains(t, sheet(), "D2-")
	m.Touch("")
	m.Run(2_000_000, nil)
	assert.NotContains(t, sheet(), "D2")
	m.Touch("d2")
	plays(t, m, "d2d8")
	assert.Equal(t, 1, m.Game().Refused)
	plays(t, m, "d2d4")
	assert.Len(t, m.Game().Plies, 4)
}

// ValuedLines lists positions in the order of their evaluation. After a change of the board the lists are
// equal up to the first evaluation that differs.
func TestTheLinesThatASearchHasValued(t *testing.T) {
	m := at(t, italian, sargon.Black, 2)
	stops(t, m, "move")
	before, evals := m.ValuedLines(), int(m.Status().Evals)
	require.Len(t, before, evals)
	assert.Len(t, before[0].Line, 1)
	for _, valued := range before {
		assert.NotEmpty(t, valued.Line)
		assert.True(t, valued.Value >= 1 && valued.Value <= 255, valued)
	}

	again := at(t, italian, sargon.Black, 2)
	stops(t, again, "move")
	assert.Equal(t, before, again.ValuedLines())

	changed := at(t, italian, sargon.Black, 2)
	stops(t, changed, "search_ply")
	require.NoError(t, changed.Poke(35, 0x04))
	stops(t, changed, "move")
	assert.NotEqual(t, before, changed.ValuedLines())
}
