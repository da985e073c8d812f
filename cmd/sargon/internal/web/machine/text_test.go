package machine_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/cmd/sargon/internal/web/machine"
	"sargon78/emu"
	"sargon78/sargon"
	"sargon78/sargon/emulated/states/statestest"
	"sargon78/sargon/must"
)

func TestTextsAreReadAsFENOrGame(t *testing.T) {
	none := []string{}
	for text, want := range map[string]machine.Reading{
		"":                           {Moves: none},
		" " + italian + "\n":         {FEN: italian, Moves: none},
		"1. e4 e5 2. Nf3 Nf6 3.Nxe5": {Moves: []string{"e4", "e5", "Nf3", "Nf6", "Nxe5"}},
		`[White "A"]
[FEN "` + italian + `"]

3. Bb5 {Spanish (old)} a6 (3... Nf6 (3... d6 4. d4)
    4. O-O) 4.Ba4! ; best
 Nf6?! $1 5. 0-0 1/2-1/2`: {FEN: italian, Moves: []string{"Bb5", "a6", "Ba4", "Nf6", "O-O"}},
	} {
		assert.Equal(t, want, machine.Read(text), text)
	}
	wrong := machine.Read("1. e4 e5 2. Nf3 Nf6 3. Nxf7 Kxf7")
	assert.Equal(t, []string{"e4", "e5", "Nf3", "Nf6"}, wrong.Moves)
	assert.Equal(t, "Nxf7", wrong.Move)
	assert.NotNil(t, wrong.Error)
	wrong = machine.Legal("", []string{"e2e4", "e7e5", "e4e5", "a2a3"})
	assert.Equal(t, []string{"e4", "e5"}, wrong.Moves)
	assert.Equal(t, "e4e5", wrong.Move)
	assert.Contains(t, wrong.Error.Text, "e4e5")
	assert.Equal(t, machine.Reading{Moves: []string{"e4"}}, machine.Legal("", []string{"e2e4"}))
	wrong = machine.Read("[Event \"x\"]\n\n1. e4 {no end")
	assert.Equal(t, machine.Reading{Moves: []string{"e4"}, Move: "{no end",
		Error: &machine.Failure{Text: "a comment that begins here does not end: { without }"}}, wrong, "read up to the mistake")
	wrong = machine.Read("nonsense")
	assert.Equal(t, "nonsense", wrong.Move)
	for text, want := range map[string]string{
		"8/8/8/8/8/8/8/8 w - - 0 1": "0 white kings",
		"[FEN \"8/8 w\"]\n\n1. e4":  "line 1: game 1: ",
	} {
		wrong = machine.Read(text)
		assert.Contains(t, wrong.Error.Text, want, text)
		assert.Empty(t, wrong.Move, text)
	}
}

func TestFailuresHaveKinds(t *testing.T) {
	m := open(t)
	require.NoError(t, m.SetUp("", nil, sargon.White, 1))
	other := statestest.File(t, `{"Version":2,"Kind":"program"}`)
	for want, err := range map[machine.Failure]error{
		{Text: "there is no such byte of a board here", Kind: "noByte"}:                               m.Poke(120, 0),
		{Text: "it is damaged, or no saved game", Kind: "noFile"}:                                     m.Load(nil),
		{Text: "it has version 2; this program reads version 1", Kind: "version", Number: 2}:          m.Load(other),
		{Text: `"e9e4" is not a move: "e9" is not a square: want a file a–h and a rank 1–8, like e4`}: m.PlayerMove("e9e4"),
	} {
		assert.Equal(t, &want, machine.FailureOf(err))
	}
	for command, want := range map[string]machine.Failure{
		"frobnicate":    {Kind: "debug.command", Value: "frobnicate", Text: `there is no command "frobnicate": help lists all`},
		"back write XY": {Kind: "debug.name", Value: "XY", Text: `expression "XY": "XY" is not a register, symbol or number`},
		"delete 9":      {Kind: "debug.point", Value: "9", Text: `there is no breakpoint or watchpoint "9": points shows all`},
		"to":            {Kind: "debug.where", Text: "where? Want an address, a symbol or file:line"},
		"back eval":     {Kind: "debug.first", Text: "there is no evaluation before this moment"},
		"step x":        {Text: `"x": want a number from 1`},
	} {
		now := must.Have(m.Debug(t.Context(), command, true))
		require.NotNil(t, now.Error, command)
		assert.Equal(t, want, *now.Error, command)
	}
	fault := fmt.Errorf("the search: %w", &emu.Fault{Reason: "halted"})
	assert.Equal(t, "fault", machine.FailureOf(fault).Kind)
	assert.Regexp(t, "^the search: halted.*0000", machine.FailureOf(fault).Value)
	for fen, kind := range map[string]string{
		"8/8 w": "fen.board", "4k3/8/8/8/8/8/8/4K3 x": "fen.side", "4k3/8/8/8/8/8/8/4K3 w Z": "fen.castling",
		"4k3/8/8/8/8/8/8/4K3 w - e9": "fen.enpassant", "4k3/8/8/8/8/8/8/4K3 w - - x": "fen.clock",
		"4k3/8/8/8/8/8/8/4K3 w - - 0 x": "fen.movenumber", "4k3/8/8/8/8/8/8/4RK2 w": "fen.check",
		"8/8/8/8/8/8/8/8 w - - 0 1": "fen.board", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 7": "fen.fields",
	} {
		assert.Equal(t, kind, machine.Legal(fen, nil).Error.Kind, fen)
		assert.Contains(t, machine.FailureKinds(), kind)
	}
}

func TestTheGameAsText(t *testing.T) {
	m := open(t)
	require.NoError(t, m.SetUp(italian, []string{"Bb5", "a6", "Ba4"}, sargon.Black, 1))
	text := must.Have(m.PGN())
	assert.Contains(t, text, `[White "Sargon 1978 (rom, level 1)"]`)
	assert.Contains(t, text, "3. Bb5 a6 4. Ba4 *")
	assert.Equal(t, machine.Reading{FEN: italian, Moves: []string{"Bb5", "a6", "Ba4"}},
		machine.Read(text))
}
