package kit

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/compare/observe"
	"sargon78/compare/routines"
	"sargon78/emu"
	"sargon78/native/literal"
	"sargon78/roms"
	"sargon78/sargon"
	"sargon78/sargon/spec/cells"
)

// What the kit gives a routine is all that it needs, and the program itself does what the kit wants:
// its cases, from nothing but the lines of the file, on the machine.
func TestTheROMPassesTheRoutinesOfTheKit(t *testing.T) {
	all, err := Read()
	require.NoError(t, err)
	image, err := roms.Open("", roms.Options{})
	require.NoError(t, err)
	passed := 0
	for i := range all {
		if c := &all[i]; c.Before != nil {
			machine := emu.New()
			require.NoError(t, machine.Load(image.Load, image.Bytes))
			m := routines.Memory{Bytes: &machine.Memory, Load: image.Load}
			require.NoError(t, c.put(m))
			machine.SP = image.Load + cells.STACK
			entry, known := image.Symbol(routines.Entry(routineOf[c.Kind]))
			require.True(t, known)
			machine.Budget = 1e9 // T-states
			require.NoError(t, machine.Call(t.Context(), entry), c.ID)
			left := Values{}
			for name := range c.Want {
				switch name {
				case "A":
					left[name] = fmt.Sprintf("%02x", machine.A)
				case "E":
					left[name] = fmt.Sprintf("%02x", machine.E)
				default:
					left[name] = text(m, name)
				}
			}
			assert.Empty(t, difference(c, left), "case %d, %s", c.ID, c.Kind)
			passed++
		}
	}
	assert.Equal(t, 369, passed)
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
			s := observe.Subject{Contender: new(observe.Opened(literal.New()))}
			came := game(s.Observe(t.Context(), &asked, observe.Watch{}), sargon.DetailState)
			assert.Empty(t, difference(c, came), c.ID)
		}
	}
}
