package machine_test

import (
	"fmt"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/cmd/sargon/internal/web/machine"
	"sargon78/native"
	"sargon78/sargon"
	"sargon78/sargon/analysis"
	"sargon78/sargon/emulated/states"
	"sargon78/sargon/must"
)

// asked asks a machine a question, which a search answers.
func asked(t *testing.T, m *machine.Machine, q machine.Question) (machine.Answer, error) {
	t.Helper()
	answer, err := m.Ask(q)
	if err != nil {
		return machine.Answer{}, err
	}
	return answer(t.Context(), native.NewBitboards())
}

// The machine's moves have reasons in both languages, and the debugger goes to the decisive evaluation.
func TestWhyOnThePage(t *testing.T) {
	m := open(t)
	require.NoError(t, m.NewGame(sargon.White, 2))
	m.Run(100_000_000, nil)
	for _, move := range []string{"e2e4", "g1f3"} {
		require.NoError(t, m.PlayerMove(move))
		for before := len(m.Game().Plies); len(m.Game().Plies) < before+2; {
			m.Run(1_000_000_000, nil)
		}
	}
	ask := func(q machine.Question) (machine.Answer, error) { return asked(t, m, q) }
	a := must.Have(ask(machine.Question{Ply: 3, Language: analysis.German}))
	assert.Equal(t, "2... Nc6", a.Move)
	assert.Equal(t, "2... Nc6: Sargon erwartet 3. d4 und dass Schwarz bis dahin 0,38 Bauern gewinnt.", a.Sentences[0])
	require.Equal(t, uint64(47), a.Evaluation)
	assert.Equal(t, sargon.Level(2), a.Level)
	now := do(t, m, fmt.Sprint("goto eval ", a.Evaluation))
	assert.Equal(t, int(a.Evaluation), now.Evaluation)
	in := m.Inside(sargon.E8)
	assert.Equal(t, uint8(131), in.Variables["VALM"])
	assert.Equal(t, []string{"b8c6", "d2d4"}, []string{in.Line[0].Move, in.Line[1].Move})
	m.Leave()

	a = must.Have(ask(machine.Question{Ply: 3, Not: "d6"}))
	assert.Contains(t, a.Sentences[0], "2... d6 is at least 0.12 pawns worse than 2... Nc6")
	a = must.Have(ask(machine.Question{Ply: 1}))
	assert.Contains(t, a.Sentences[0], "1... e5 is from the opening book")
	assert.Zero(t, a.Evaluation)
	a = must.Have(ask(machine.Question{Ply: 2})) // the visitor's
	assert.Contains(t, a.Sentences[0]+" "+a.Sentences[1], "2. Nf3")
	assert.NotZero(t, a.Evaluation)
	for want, q := range map[string]machine.Question{
		"there is no such move":                {Ply: 4},
		"black has no king that can go to f3":  {Ply: 3, Not: "Kf3"},
		"is the move that Sargon plays: ask w": {Ply: 3, Not: "Nc6"},
	} {
		_, err := ask(q)
		require.ErrorContains(t, err, want)
	}
}

// While the machine thinks about its next move, Ask explains an older one. Another machine reaches the
// decisive evaluation, and its memory agrees with the answer.
func TestWhyOfAnOlderMove(t *testing.T) {
	m := open(t)
	require.NoError(t, m.NewGame(sargon.White, 2))
	m.Run(100_000_000, nil)
	for _, move := range []string{"e2e4", "g1f3", "f1b5"} {
		plays(t, m, move)
	}
	require.NoError(t, m.PlayerMove("e1g1"))
	for !m.Thinking() {
		m.Run(1_000_000, nil)
	}
	before := m.Status()
	a := must.Have(asked(t, m, machine.Question{Ply: 3}))
	assert.Equal(t, "2... Nc6", a.Move)
	assert.Equal(t, before, m.Status(), "the live game was not touched")

	other := open(t)
	require.NoError(t, other.SetUp("", []string{"e2e4", "e7e5", "g1f3"}, sargon.White, a.Level))
	stops(t, other, fmt.Sprint("POINTS if eval == ", a.Evaluation))
	do(t, other, "eval")
	in := other.Inside(sargon.E8)
	assert.Equal(t, uint8(131), in.Variables["VALM"])
	assert.Equal(t, []string{"b8c6", "d2d4"}, []string{in.Line[0].Move, in.Line[1].Move})
	assert.Equal(t, a.Evaluation, other.Status().Evals)
}

// The search of a move that an engine found by the clock cannot be repeated. The answer says so, and what a
// search at the level of the game thinks of the move.
func TestWhyOfAMoveByTheClock(t *testing.T) {
	m := open(t)
	require.NoError(t, m.NewGame(sargon.White, 1))
	untilAsked(t, m)
	plays(t, m, "e2e4")
	plays(t, m, "g1f3")
	var state states.State
	require.NoError(t, state.UnmarshalBinary(must.Have(m.Save())))
	state.Kind, state.Machine, state.Page = states.Board, nil, nil // as an engine's game is saved
	searched := regexp.MustCompile(`\d+ positions`)
	require.Len(t, searched.FindAllString(state.Game.PGN, -1), 1)
	state.Game.PGN = searched.ReplaceAllString(state.Game.PGN, "1978 positions")
	require.NoError(t, m.Load(must.Have(state.MarshalBinary())))
	for _, q := range []machine.Question{{Ply: 3}, {Ply: 3, Not: "a6"}} {
		a := must.Have(asked(t, m, q))
		assert.Contains(t, a.Sentences[0], "was ended by the clock, or broken off. A search at level 1 says:")
		assert.NotZero(t, a.Evaluation)
		assert.Equal(t, sargon.Level(1), a.Level)
	}
	a := must.Have(asked(t, m, machine.Question{Ply: 3, Language: analysis.German}))
	assert.Contains(t, a.Sentences[0], "wurde von der Uhr beendet")
}
