package kit

import (
	"encoding/hex"
	"fmt"
	"strings"
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

// putRecords writes records as the kit has them into the list area, from a number on and linked, and
// returns their addresses.
func putRecords(t *testing.T, m routines.Memory, n uint16, texts ...any) (at []uint16) {
	t.Helper()
	at = append(at, m.Load+cells.MLIST+n*literal.RecordBytes)
	for _, text := range texts {
		moves, value, _ := strings.Cut(text.(string), " ")
		here := at[len(at)-1]
		next := here
		for half := range strings.SplitSeq(moves, "+") {
			var flags uint8
			_, err := fmt.Sscanf(half[5:], "%02x", &flags)
			require.NoError(t, err)
			var move sargon.Move // 0000: none was made
			if name := half[:4]; name != move.String() {
				move, err = sargon.ParseMove(name)
				require.NoError(t, err)
			}
			copy(m.Bytes[next:], []uint8{0, 0, uint8(move.From), uint8(move.To), flags, 0})
			next += literal.RecordBytes
		}
		if value != "" {
			_, err := fmt.Sscan(value, &m.Bytes[here+valueField])
			require.NoError(t, err)
		}
		m.SetWord(here-m.Load, next)
		at = append(at, next)
	}
	if n := len(at); n > 1 {
		m.SetWord(at[n-2]-m.Load, 0)
	}
	return at
}

// give puts a cell of the kit into a memory.
func give(t *testing.T, m routines.Memory, name string, value any) {
	t.Helper()
	cell, known := cells.Named(name)
	require.True(t, known, name)
	switch {
	case name == "MLIST":
		at := putRecords(t, m, 0, value.([]any)...)
		m.SetWord(cells.PLYIX, at[0])
		m.SetWord(cells.PLYIX+2, at[0])
		m.SetWord(cells.MLNXT, at[len(at)-1])
	case cell.Kind == cells.Word:
		m.SetWord(cell.Offset, putRecords(t, m, literal.Records-2, value)[0])
	default:
		text, err := hex.DecodeString(value.(string))
		require.NoError(t, err)
		copy(m.Bytes[m.Load+cell.Offset:], text)
	}
}

// What the kit gives a routine is all that it needs, and the program itself does what the kit wants:
// its cases, from nothing but the lines of the file, on the machine.
func TestTheROMPassesTheRoutinesOfTheKit(t *testing.T) {
	all, err := Read()
	require.NoError(t, err)
	image, err := roms.Open("", roms.Options{})
	require.NoError(t, err)
	passed := 0
	for _, k := range kinds {
		for i := range all {
			c := &all[i]
			if c.Kind != k.name || c.Before == nil {
				continue
			}
			machine := emu.New()
			require.NoError(t, machine.Load(image.Load, image.Bytes))
			m := routines.Memory{Bytes: &machine.Memory, Load: image.Load}
			ply := 1
			if k.routine == literal.Generate {
				ply = 0 // it goes to the next
			}
			m.Write(&literal.Cells{Ply: ply, Fields: literal.Fields{Free: literal.RecordAddress(0)}})
			for name, value := range c.Before {
				give(t, m, name, value)
			}
			*m.At(cells.T3) = uint8(sargon.Piece(*m.At(cells.P1)).Type())
			machine.SP = image.Load + cells.STACK
			entry, known := image.Symbol(routines.Entry(k.routine))
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
