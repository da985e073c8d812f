package recordings

import (
	"encoding/json"
	"testing"

	"sargon78/compare/recordings/format"
	"sargon78/sargon/must"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/compare/cases"
	"sargon78/native"
	"sargon78/roms/romstest"
	"sargon78/sargon"
	"sargon78/sargon/emulated"
)

// recordable returns mates and stalemates, which a class of the generator hardly ever makes, and a
// random position of each kind, as far as FEN can say it.
func recordable(t *testing.T) []string {
	fens := []string{
		"7k/8/8/8/8/8/1q6/K1q5 w - - 0 9", "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 9",
		"7k/8/8/8/8/1q6/2q5/K7 w - - 0 9",
	}
	for _, kind := range cases.Kinds() {
		generator := must.Have(cases.NewGenerator(
			cases.GeneratorOptions{Seed: 11, Cases: 40, Kinds: []string{kind}}))
		for c := range generator.All() {
			if _, err := sargon.ParseFEN(c.Start.FEN()); err == nil {
				fens = append(fens, c.Start.FEN())
				break
			}
		}
	}
	// All kinds except those that spec §16 refuses, and perhaps a rare one.
	require.GreaterOrEqual(t, len(fens), len(cases.Kinds()))
	return fens
}

// An engine reproduces what it has recorded, whatever the position. The machine, which is slow, does
// some of them.
func TestEveryRecordingIsReproduced(t *testing.T) {
	rom := must.Have(emulated.New("rom", romstest.Image(t)))
	for i, fen := range recordable(t) {
		for _, engine := range []sargon.Engine{rom, native.New10x12(), native.New0x88()} {
			if engine == rom && i > 3 && i%5 > 0 {
				continue
			}
			search, err := RecordSearch(t.Context(), engine, fen, 1)
			reproduces(t, engine, fen, search, err)
			steps, err := RecordSteps(t.Context(), engine, fen, 1)
			reproduces(t, engine, fen, steps, err)
			eval, err := RecordEval(t.Context(), engine, fen)
			reproduces(t, engine, fen, eval, err)
		}
	}
	game, err := RecordGame(t.Context(), rom, sargon.Black, 1, 1, 8)
	reproduces(t, rom, "rom", game, err)
}

// A game that ends, with the program on either side.
func TestEveryGameIsReproduced(t *testing.T) {
	for seed, side := range []sargon.Color{sargon.White, sargon.Black} {
		for _, engine := range []sargon.Engine{native.NewBitboards(), native.New0x88()} {
			game, err := RecordGame(t.Context(), engine, side, 1, uint64(seed), MaxGamePlies)
			reproduces(t, engine, side.String(), game, err)
			assert.Contains(t, []string{"Checkmate", "Stalemate", "Stopped after 300 plies"}, game.End)
		}
	}
}

// reproduces writes what was recorded, reads it again and replays it.
func reproduces(t *testing.T, engine sargon.Engine, what string, recorded any, err error) {
	t.Helper()
	require.NoError(t, err, "%s: %s", engine.Name(), what)
	line := must.Have(json.Marshal(recorded))
	v := must.Have(Verify(t.Context(), engine, must.Have(format.Parse(line))))
	assert.Empty(t, v.Differences, "%s: %s", engine.Name(), line)
}
