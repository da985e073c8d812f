package program_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/roms"
	"sargon78/sargon"
	"sargon78/sargon/emulated/program"
	"sargon78/sargon/emulated/program/programtest"
)

// another is a program: an edition whose dialogue is not known.
func another(t testing.TB) *program.Program {
	t.Helper()
	image, err := roms.Open(programtest.OtherEdition(t), roms.Options{})
	require.NoError(t, err)
	c, err := program.New(image, program.Options{Chance: func() byte { return 0 }})
	require.NoError(t, err)
	return c
}

func TestTheFormOfMovesIsFoundOut(t *testing.T) {
	form, ok := another(t).MoveForm()
	assert.True(t, ok)
	assert.Equal(t, "five keys: E2-E4", form.String())
	form, ok = open(t).MoveForm()
	assert.True(t, ok)
	assert.Equal(t, "four keys: E2E4", form.String())

	// What is known of the embedded ROM could be found out as well.
	image, err := roms.Open("", roms.Options{})
	require.NoError(t, err)
	image.Kind = roms.Listing
	c, err := program.New(image, program.Options{})
	require.NoError(t, err)
	form, ok = c.MoveForm()
	assert.True(t, ok)
	assert.Equal(t, program.MoveForm{}, form)
	require.NoError(t, c.SetUp(program.Setting{Start: sargon.StartPosition(), Final: sargon.StartPosition(), Level: 3}))
	screen := c.Screen()
	assert.Contains(t, screen.Text(0, 0, 15, 32), "SARGON DEPTH 3")
}

func TestAGameIsTakenUpByAnotherEdition(t *testing.T) {
	for _, player := range []sargon.Color{sargon.White, sargon.Black} {
		g, s := play(t, scotch)
		s.Player = player
		c := another(t)
		require.NoError(t, c.SetUp(s))
		typeKeys(t, c, "")
		screen := c.Screen()
		assert.Contains(t, screen.Text(0, 0, 15, 32), " 3 D2-D4 E5XD4")
		first := program.PlayerToMove
		if player == sargon.Black {
			first = program.MachineToMove
		}
		events := c.Events()
		require.NotEmpty(t, events)
		assert.Equal(t, first, events[0].Kind)
		assert.Equal(t, sargon.Level(2), events[0].Level)
		assert.Equal(t, player.Other(), events[0].Machine)
		assert.EqualValues(t, 9, events[0].Position.MoveNumber)
		assert.Equal(t, strings.Fields(g.FEN())[0], strings.Fields(events[0].Position.FEN())[0])
	}
}

// Whoever is to move, and whoever sits at the keyboard; and the game goes on.
func TestAPositionIsTakenUpByAnotherEdition(t *testing.T) {
	for fen, keys := range map[string]string{
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 10": "E1-G1",
		"2k5/4p3/1R2R3/1p6/3P4/1p6/1P6/2B2K2 b - d3 0 40":                       "C8-D8",
	} {
		p, err := sargon.ParseFEN(fen)
		require.NoError(t, err)
		for _, player := range []sargon.Color{sargon.White, sargon.Black} {
			c := another(t)
			require.NoError(t, c.SetUp(program.Setting{Start: p, Final: p, Player: player, Level: 1}))
			if player == p.Side {
				typeKeys(t, c, keys)
			} else {
				typeKeys(t, c, "")
			}
			events := c.Events()
			require.GreaterOrEqual(t, len(events), 2)
			assert.Equal(t, player == p.Side, events[0].Kind == program.PlayerToMove)
			assert.Equal(t, p, events[0].Position)
			assert.Equal(t, p.Side.Other(), events[1].Position.Side, "a move was made")

			number := p.MoveNumber
			if p.Side == sargon.Black {
				number++
			}
			assert.Equal(t, number, events[1].Position.MoveNumber)
		}
	}
}

func TestResigningIsSeenInAnotherEdition(t *testing.T) {
	c := another(t)
	typeKeys(t, c, "Y1WE2-E4")
	require.Len(t, c.Events(), 3)
	typeKeys(t, c, "E2-E4") // refused
	for _, e := range c.Events() {
		assert.Equal(t, program.PlayerToMove, e.Kind)
	}
	typeKeys(t, c, "\x12")
	events := c.Events()
	require.Len(t, events, 1)
	assert.Equal(t, program.Resigned, events[0].Kind)
	assert.Empty(t, c.Events())
}

func TestAProgramThatNeverBeginsAGameIsRefused(t *testing.T) {
	image, err := roms.Open("", roms.Options{})
	require.NoError(t, err)
	image.Kind = roms.Listing
	start := image.Symbols["DRIVER"] - image.Load
	copy(image.Bytes[start:], []byte{0xFF, 0x81, 0x00, 0x18, 0xFB}) // asks for keys for ever
	c, err := program.New(image, program.Options{})
	require.NoError(t, err)
	require.ErrorIs(t, c.CanSetUp(), program.ErrOtherEdition)
	assert.ErrorContains(t, c.CanSetUp(), "questions before a game are not understood")

	delete(image.Symbols, "INITBD")
	c, err = program.New(image, program.Options{})
	require.NoError(t, err)
	assert.ErrorContains(t, c.CanSetUp(), "no symbol INITBD")
	assert.Contains(t, c.MoveHelp(), "E2E4, or E2-E4")

	image.Symbols["INITBD"] = image.Symbols["DRIVER"]
	delete(image.Symbols, "PINFND") // only those who listen to searches need it
	delete(image.Symbols, "SORTM")
	c, err = program.New(image, program.Options{})
	require.NoError(t, err)
	assert.False(t, c.Known())
	assert.ErrorContains(t, c.CanSetUp(), "no symbol")
}
