package prove

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sargon78/roms/romstest"
	"sargon78/sargon"
)

// besideSearches are positions that call most routines.
func besideSearches(t *testing.T) (all []Search) {
	for _, fen := range []string{
		"r3k2r/ppp2ppp/2npbn2/2b1p1B1/2B1P3/2NP1N2/PPP2PPP/R3K2R w KQkq - 4 8",
		"8/5k2/8/8/8/3P4/4K3/8 w - - 0 40",
	} {
		position, err := sargon.ParseFEN(fen)
		require.NoError(t, err)
		all = append(all, Search{Position: position, Level: 1, Name: fen})
	}
	all[1].Level = 2
	all[0].Move = sargon.Move{From: 25, To: 27}
	return all
}

// Each call of each routine of the ROM does what the rules say.
func TestBesideOurProgram(t *testing.T) {
	results, err := Beside(t.Context(), romstest.Image(t), besideSearches(t), BesideOptions{Workers: 1})
	require.NoError(t, err)
	var text strings.Builder
	ok := WriteBeside(&text, "", results)
	t.Log(text.String())
	require.True(t, ok)
	require.Contains(t, text.String(), "ATTACK: ")
	require.NotContains(t, text.String(), "GENMOV: not called")
	require.Regexp(t, `\d+ of \d+ calls had inputs outside the domain: M1 = 21 of 35, first at call 1; .* more\n`, text.String())
	for _, r := range results {
		require.Zero(t, r.Differ, r.Name)
		require.Less(t, r.Undefined, max(r.Calls, 1), r.Name)
	}
	require.Len(t, results, 40) // all contracts whose name is a label
}

// Beside finds a fault in a routine at the first call whose input shows it, and names the place of the fault.
func TestBesideFindsAFault(t *testing.T) {
	for _, f := range []struct{ file, old, new, routine, left string }{
		{"attack", "CP KING ; anybody", "CP PAWN ; anybody", "attack_ray", `left by .* \(attack.z80:\d+\); the page has`},
		{"exchange", "RET C ; none", "RET NC ; none", "xchng_wait", `the program goes on to xchng_count, 10x12 returns`},
		{"evaluate", "SRL A ", "NOP ; ", "points_next", `the page has`},
		{"exchange", "DEC H ", "NOP ; ", "next_piece", `left by .* \(exchange.z80:\d+\); the page has`},
		{"evaluate", "DEC D ", "NOP ; ", "points_piece", `30h was left by LD \(HL\),A at points_material\+11 \(evaluate.z80:\d+\); the page has 2Fh`},
	} {
		image := romstest.ImageWithChange(t, f.file, f.old, f.new)
		every := uint64(3)
		if f.routine == "points_next" { // only few calls are compared: those after the last square
			every = 1
		}
		results, err := Beside(t.Context(), image, besideSearches(t)[:1], BesideOptions{Every: every, Names: []string{f.routine}})
		require.NoError(t, err)
		var text strings.Builder
		require.False(t, WriteBeside(&text, " --rom my.asm", results))
		require.Positive(t, results[0].Differ, text.String())
		require.Regexp(t, f.left, text.String())
		require.Contains(t, text.String(), "to stand there: sargon debug --rom my.asm --level 1 --beside "+f.routine)
	}
}

// A run that ends with the first difference does no search after it. If the program has an error, the results
// up to then are returned.
func TestBesideEndsEarly(t *testing.T) {
	searches := besideSearches(t)
	done := 0
	o := BesideOptions{First: true, Every: 50, Names: []string{"points_piece"}, Progress: func(n, _ int, _ uint64) { done = n }}
	results, err := Beside(t.Context(), romstest.ImageWithChange(t, "evaluate", "DEC D ", "NOP ; "), searches, o)
	require.NoError(t, err)
	require.NotNil(t, results[0].First)
	require.Equal(t, 1, done)
	var text strings.Builder
	require.False(t, WriteBeside(&text, "", results))
	require.Regexp(t, `\n\d+ calls of 1 routine, 1 routine differs\n$`, text.String())

	searches[1].Level = 9
	o.Names = []string{"points_piece", "ATTACK"}
	results, err = Beside(t.Context(), romstest.Image(t), searches, o)
	require.Error(t, err)
	require.Len(t, results, 2)
	require.Positive(t, results[0].Calls)
}
