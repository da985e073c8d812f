package machine_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/cmd/sargon/internal/web/machine"
	"sargon78/emu/jupiter"
	"sargon78/roms"
	"sargon78/sargon"
	"sargon78/sargon/game"
	"sargon78/sargon/must"
)

// picture returns the characters on a square of the board, in rows.
func picture(screen []byte, square string) (rows [4]string) {
	const left, width = jupiter.Columns / 4, 6 // columns of the text next to the board, and of a square
	for i := range rows {
		from := (i+len(rows)*int('8'-square[1]))*jupiter.Columns + left + width*int(square[0]-'a')
		rows[i] = string(screen[from:][:width])
	}
	return rows
}

// Begin returns the state that the page's own machine has at its first question for a move.
func TestBegin(t *testing.T) {
	image := must.Have(roms.Open("", roms.Options{}))
	begun := must.Have(machine.Begin(image))
	t.Logf("%d T-states", begun.Status.TStates)
	m := must.Have(machine.New(image))
	require.NoError(t, m.NewGame(sargon.White, 2))
	for !m.Game().Waiting {
		m.Run(30_000, nil)
	}
	screen := m.Screen()
	assert.Equal(t, screen[:], begun.Screen)
	assert.Equal(t, m.Game(), begun.Game)
	assert.Len(t, begun.Game.Legal, 10, "eight pawns and two knights")
	assert.True(t, begun.Status.Waiting)

	require.Len(t, begun.Moves, 20)
	for move, moved := range begun.Moves {
		g := must.Have(game.FromFEN(begun.Game.FEN))
		require.NoError(t, g.PlayText(move))
		assert.Equal(t, g.FEN(), moved.FEN)
		text := strings.ToUpper(move[:2] + "-" + move[2:])
		assert.Regexp(t, text+"[^A-H]*$", string(moved.Screen[:3*jupiter.Columns]), "it has not answered")
	}
	// Squares of one colour with the same piece look the same.
	assert.Equal(t, picture(begun.Screen, "e3"), picture(begun.Moves["g1f3"].Screen, "g1"))
	assert.Equal(t, picture(begun.Screen, "b1"), picture(begun.Moves["g1f3"].Screen, "f3"))
	assert.Equal(t, picture(begun.Screen, "g2"), picture(begun.Moves["e2e4"].Screen, "e4"))
}

func TestBeginNeedsAGame(t *testing.T) {
	_, err := machine.Begin(&roms.Image{Name: "no.rom", Bytes: []byte{0x76}})
	assert.Error(t, err)
}
