package translator_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sargon78/emu"
	"sargon78/emu/interpreter"
	"sargon78/emu/translator"
	"sargon78/roms"
	"sargon78/sargon"
	"sargon78/sargon/emulated"
)

func BenchmarkROM(b *testing.B) {
	image, err := roms.Open("", roms.Options{})
	require.NoError(b, err)
	p, err := sargon.ParseFEN("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3")
	require.NoError(b, err)
	cores := []emu.Core{interpreter.Core{}, translator.New()}
	best := [2]time.Duration{time.Hour, time.Hour}
	engine, err := emulated.New("rom", image)
	require.NoError(b, err)
	var ts uint64
	for range 12 {
		for i, c := range cores {
			engine.Machine().SetCore(c)
			require.NoError(b, engine.SetPosition(p))
			began := cpu()
			r, err := engine.Search(context.Background(), sargon.SearchOptions{Level: 2})
			require.NoError(b, err)
			best[i], ts = min(best[i], cpu()-began), r.TStates
		}
	}
	for i, c := range cores {
		b.Logf("%s %.0f MHz", c.Name(), float64(ts)/float64(best[i].Microseconds()))
	}
	b.Logf("ratio %.2f", float64(best[0])/float64(best[1]))
}

var start = time.Now()

func cpu() time.Duration { return time.Since(start) }
