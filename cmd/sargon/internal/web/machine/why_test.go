package machine_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/cmd/sargon/internal/web/machine"
	"sargon78/native"
	"sargon78/sargon"
	"sargon78/sargon/analysis"
	"sargon78/sargon/must"
)

// The machine's moves have reasons in both languages, and the debugger goes to the evaluation that decided.
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
	ask := func(q machine.Question) (machine.Answer, error) {
		answer, err := m.Ask(q)
		if err != nil {
			return machine.Answer{}, err
		}
		return answer(t.Context(), native.NewBitboards())
	}
	a := must.Have(ask(machine.Question{Ply: 3, Language: analysis.German}))
	assert.Equal(t, "2... Nc6", a.Move)
	assert.Equal(t, "2... Nc6: Sargon erwartet 3. d4 und dass Schwarz bis dahin 0,38 Bauern gewinnt.", a.Sentences[0])
	require.Equal(t, uint64(47), a.Evaluation)
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
	for want, q := range map[string]machine.Question{
		"there is no such move":                {Ply: 4},
		"2. Nf3 was not searched by Sargon":    {Ply: 2},
		"black has no king that can go to f3":  {Ply: 3, Not: "Kf3"},
		"is the move that Sargon plays: ask w": {Ply: 3, Not: "Nc6"},
	} {
		_, err := ask(q)
		require.ErrorContains(t, err, want)
	}
}
