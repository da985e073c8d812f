package kit

import (
	"bytes"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/compare/observe"
	"sargon78/emu"
	"sargon78/native"
	"sargon78/roms/romstest"
	"sargon78/sargon"
	"sargon78/sargon/spec/cells"
	published "sargon78/sargon/spec/kit"
)

// What the kit gives a routine is all that it needs, and the program itself does what the kit wants:
// its cases, from nothing but the lines of the file, on the machine.
func TestTheROMPassesTheRoutinesOfTheKit(t *testing.T) {
	all, err := Read()
	require.NoError(t, err)
	image := romstest.Image(t)
	passed := 0
	for i := range all {
		if c := &all[i]; c.Before != nil {
			machine := emu.New()
			require.NoError(t, machine.Load(image.Load, image.Bytes))
			require.NoError(t, c.put(machine.Memory[:]))
			machine.SP = image.Load + cells.STACK
			entry, known := image.Symbol(routineOf[c.Kind].entry)
			require.True(t, known)
			machine.Budget = 1e9 // T-states
			require.NoError(t, machine.Call(t.Context(), entry), c.ID)
			left := c.left(machine.Memory[:], machine.A, machine.E)
			assert.Empty(t, difference(c, left), "case %d, %s", c.ID, c.Kind)
			passed++
		}
	}
	assert.Equal(t, 369, passed)
}

// The kit in the tree is what the reference model answers, bit for bit: here without the long searches
// and the long game. All of it is made anew by .ci/run.
func TestKitIsReproduced(t *testing.T) {
	assert.Less(t, len(published.File), 1<<20)
	all, err := Read()
	require.NoError(t, err)
	all = slices.DeleteFunc(all, func(c Case) bool {
		return c.New == nil && (evals(&c) > 800 || c.Kind == Game && c.Black > 1)
	})
	var before, after bytes.Buffer
	require.NoError(t, write(&before, all))
	require.NoError(t, answer(t.Context(), all))
	require.NoError(t, write(&after, all))
	assert.True(t, bytes.Equal(before.Bytes(), after.Bytes()),
		"make it anew: go run ./cmd/sargon kit --force DIR, and copy kit.jsonl to sargon/spec/kit")
}

// A program that keeps its memory from move to move comes to the games of the kit, too.
func TestGamesInOnePiece(t *testing.T) {
	all, err := Read()
	require.NoError(t, err)
	for i := range all {
		if c := &all[i]; c.Kind == Game {
			asked, err := c.parse()
			require.NoError(t, err)
			asked.Stateful = true
			s := observe.Subject{Contender: new(observe.Opened(native.NewSets()))}
			came := game(s.Observe(t.Context(), &asked, observe.Watch{}), sargon.DetailState)
			assert.Empty(t, difference(c, came), c.ID)
		}
	}
}
