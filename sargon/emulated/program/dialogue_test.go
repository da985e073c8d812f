package program_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/roms"
	"sargon78/roms/romstest"
	"sargon78/sargon"
	"sargon78/sargon/emulated/program"
	"sargon78/sargon/emulated/program/programtest"
	"sargon78/sargon/must"
)

// another is a program: a ROM image whose dialogue is not known.
func another(t testing.TB) *program.Program {
	t.Helper()
	image := must.Have(roms.Open(programtest.OtherROM(t), roms.Options{}))
	return must.Have(program.New(image, program.Options{Chance: func() byte { return 0 }}))
}

func TestTheFormOfMovesIsFoundOut(t *testing.T) {
	form, ok := another(t).MoveForm()
	assert.True(t, ok)
	assert.Equal(t, "five keys: E2-E4", form.String())
	form, ok = open(t).MoveForm()
	assert.True(t, ok)
	assert.Equal(t, "four keys: E2E4", form.String())

	// What is known of the embedded ROM could be found out as well.
	image := romstest.Image(t)
	image.Kind = roms.Listing
	p := must.Have(program.New(image, program.Options{}))
	form, ok = p.MoveForm()
	assert.True(t, ok)
	assert.Equal(t, program.MoveForm{}, form)
	require.NoError(t, p.SetUp(program.GameSetup{Start: sargon.StartPosition(),
		Final: sargon.StartPosition(), Level: 3}))
	assert.Contains(t, said(p), "SARGON DEPTH 3")
}

func TestAGameIsTakenUpByAnotherImage(t *testing.T) {
	for _, player := range []sargon.Color{sargon.White, sargon.Black} {
		g, s := play(t, scotch)
		s.Player = player
		p := another(t)
		require.NoError(t, p.SetUp(s))
		typeKeys(t, p, "")
		assert.Contains(t, said(p), " 3 D2-D4 E5XD4")
		first := program.PlayerToMove
		if player == sargon.Black {
			first = program.MachineToMove
		}
		events := p.Events()
		require.NotEmpty(t, events)
		assert.Equal(t, first, events[0].Kind)
		assert.Equal(t, sargon.Level(2), events[0].Level)
		assert.Equal(t, player.Other(), events[0].MachineSide)
		assert.EqualValues(t, 9, events[0].Position.MoveNumber)
		assert.Equal(t, strings.Fields(g.FEN())[0], strings.Fields(events[0].Position.FEN())[0])
	}
}

// Either side is to move, and either side is the user's; and the game goes on.
func TestAPositionIsTakenUpByAnotherImage(t *testing.T) {
	for fen, keys := range map[string]string{
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 10": "E1-G1",
		"2k5/4p3/1R2R3/1p6/3P4/1p6/1P6/2B2K2 b - d3 0 40":                       "C8-D8",
	} {
		position := must.Have(sargon.ParseFEN(fen))
		for _, player := range []sargon.Color{sargon.White, sargon.Black} {
			p := another(t)
			require.NoError(t, p.SetUp(program.GameSetup{Start: position, Final: position, Player: player,
				Level: 1}))
			if player == position.Side {
				typeKeys(t, p, keys)
			} else {
				typeKeys(t, p, "")
			}
			events := p.Events()
			require.GreaterOrEqual(t, len(events), 2)
			assert.Equal(t, player == position.Side, events[0].Kind == program.PlayerToMove)
			assert.Equal(t, position, events[0].Position)
			assert.Equal(t, position.Side.Other(), events[1].Position.Side, "a move was made")

			number := position.MoveNumber
			if position.Side == sargon.Black {
				number++
			}
			assert.Equal(t, number, events[1].Position.MoveNumber)
		}
	}
}

func TestResigningIsSeenInAnotherImage(t *testing.T) {
	p := another(t)
	typeKeys(t, p, "Y1WE2-E4")
	require.Len(t, p.Events(), 3)
	typeKeys(t, p, "E2-E4") // refused
	for _, e := range p.Events() {
		assert.Equal(t, program.PlayerToMove, e.Kind)
	}
	typeKeys(t, p, "\x12")
	events := p.Events()
	require.Len(t, events, 1)
	assert.Equal(t, program.Resigned, events[0].Kind)
	assert.Empty(t, p.Events())
}

func TestAProgramThatNeverBeginsAGameIsRefused(t *testing.T) {
	image := romstest.Image(t)
	image.Kind = roms.Listing
	start := image.Symbols["DRIVER"] - image.Load
	copy(image.Bytes[start:], []byte{0xFF, 0x81, 0x00, 0x18, 0xFB}) // asks for keys for ever
	p := must.Have(program.New(image, program.Options{}))
	require.ErrorIs(t, p.CheckSetUp(), program.ErrUnknownDialogue)
	assert.ErrorContains(t, p.CheckSetUp(), "questions before a game are not understood")

	delete(image.Symbols, "INITBD")
	p = must.Have(program.New(image, program.Options{}))
	assert.ErrorContains(t, p.CheckSetUp(), "no symbol INITBD")
	assert.Contains(t, p.MoveHelp(), "E2E4, or E2-E4")

	image.Symbols["INITBD"] = image.Symbols["DRIVER"]
	delete(image.Symbols, "PINFND") // only those who listen to searches need it
	delete(image.Symbols, "SORTM")
	p = must.Have(program.New(image, program.Options{}))
	assert.False(t, p.CanFollow())
	assert.ErrorContains(t, p.CheckSetUp(), "no symbol")
}
