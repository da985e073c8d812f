package machine_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/cmd/sargon/internal/web/machine"
	"sargon78/roms"
	"sargon78/sargon"
	"sargon78/sargon/must"
)

// The page begins with what its own machine shows a little later.
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
}

func TestBeginNeedsAGame(t *testing.T) {
	_, err := machine.Begin(&roms.Image{Name: "no.rom", Bytes: []byte{0x76}})
	assert.Error(t, err)
}
