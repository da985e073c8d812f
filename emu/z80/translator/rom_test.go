package translator_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/emu"
	"sargon78/emu/z80"
	"sargon78/emu/z80/translator"
	"sargon78/roms/romstest"
	"sargon78/sargon"
	"sargon78/sargon/emulated"
	"sargon78/sargon/game"
	"sargon78/sargon/must"
)

func engine(t testing.TB, c emu.Core, fen string) *emulated.Engine {
	t.Helper()
	e := must.Have(emulated.New("rom", romstest.Image(t)))
	e.Machine().SetCore(c)
	require.NoError(t, e.SetPosition(must.Have(sargon.ParseFEN(fen))))
	return e
}

var positions = []string{
	"r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
	"3rr1k1/pp3pp1/1qn2np1/8/3p4/PP1R1P2/2P1NQPP/R1B3K1 b - - 0 20",
	"8/8/8/1k3q2/8/8/6K1/8 w - - 30 72",
}

// The harness sees the same search: traps where routines start and return, and watched scores.
func TestSearches(t *testing.T) {
	core := translator.Eager(6000)
	for _, fen := range positions {
		for _, most := range []uint64{0, 30} {
			var results [2]sargon.Result
			var snapshots [2]emu.Snapshot
			var lines [2]string
			for n, c := range []emu.Core{core, &z80.Interpreter{}} {
				e := engine(t, c, fen)
				options := sargon.SearchOptions{Level: 1, MaxEvals: most}
				options.Callbacks.Best = func(l sargon.Line) { lines[n] += fmt.Sprint(l) }
				results[n], _ = e.Search(context.Background(), options)
				results[n].Duration = 0
				snapshots[n] = e.Machine().Snapshot()
			}
			assert.Equal(t, results[1], results[0], fen)
			assert.Equal(t, lines[1], lines[0], fen)
			assert.True(t, snapshots[0] == snapshots[1], fen)
		}
	}
	assert.NotZero(t, core.Translated())
}

// TestSearchesStoppedAnywhere stops searches of random positions anywhere, and continues some from
// the saved state of the interpreter.
func TestSearchesStoppedAnywhere(t *testing.T) {
	const most, length = 1000, 60_000 // stops in a search, T-states between two
	ctx := context.Background()
	random := rand.New(rand.NewPCG(1978, 7))
	core := translator.Eager(6000)
	e, interpreted := engine(t, core, positions[0]), emu.New()
	type write struct {
		addr     uint16
		old, new byte
	}
	var told [2][]write
	machines := [2]*emu.Machine{e.Machine(), interpreted}
	for left := *translator.Stops / 3; left > 0; {
		require.NoError(t, e.SetPosition(anyPosition(t, random)))
		begun, err := e.SearchStart(ctx, sargon.SearchOptions{Level: 2, NoBook: true})
		require.NoError(t, err)
		for n, m := range machines {
			require.NoError(t, m.Restore(begun))
			m.OnWrite(0x1100, 0x1400, func(_ *emu.Machine, addr uint16, old, new byte) bool {
				told[n] = append(told[n], write{addr, old, new})
				return false
			})
		}
		until := emu.Until{Addresses: []uint16{emu.ReturnAddress}}
		stop := emu.OutOfTStates
		for n := 0; n < most && left > 0 && stop == emu.OutOfTStates; n++ {
			left--
			until.TStates = uint64(1 + random.IntN(length))
			for n, m := range machines {
				stopped, err := m.Run(ctx, until)
				require.NoError(t, err)
				if n == 1 {
					require.Equal(t, stop, stopped)
				}
				stop = stopped
			}
			require.Equal(t, machines[1].Registers, machines[0].Registers)
			require.True(t, machines[1].Snapshot() == machines[0].Snapshot())
			require.True(t, slices.Equal(told[1], told[0]), "%v, not %v", told[0], told[1])
			told = [2][]write{told[0][:0], told[1][:0]}
			if random.IntN(20) == 0 {
				for _, m := range machines {
					require.NoError(t, m.Restore(machines[1].Snapshot()))
				}
			}
		}
	}
	assert.Greater(t, core.Translated(), uint64(*translator.Stops/3*length/10))
}

// anyPosition plays random moves of both sides, up to a position that is not the end of a game.
func anyPosition(t *testing.T, random *rand.Rand) sargon.Position {
	t.Helper()
	g := game.New()
	for range 4 + random.IntN(60) {
		moves := g.Legal()
		require.NoError(t, g.Play(moves[random.IntN(len(moves))]))
		if g.Result().Over() {
			return anyPosition(t, random)
		}
	}
	return must.Have(sargon.ParseFEN(g.FEN()))
}

// BenchmarkSearch compares the cores on a search.
func BenchmarkSearch(b *testing.B) {
	cores := []emu.Core{&z80.Interpreter{}, translator.New()}
	best := []time.Duration{time.Hour, time.Hour}
	e := engine(b, cores[0], positions[0])
	start := e.Position()
	for b.Loop() {
		for n, c := range cores {
			e.Machine().SetCore(c)
			require.NoError(b, e.SetPosition(start))
			r := must.Have(e.Search(context.Background(), sargon.SearchOptions{Level: 2}))
			best[n] = min(best[n], r.Duration)
			b.ReportMetric(float64(r.TStates)/float64(best[n].Microseconds()), c.Name()+"-MHz")
		}
	}
	b.ReportMetric(float64(best[0])/float64(best[1]), "translator/interpreter")
}
