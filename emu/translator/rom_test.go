package translator_test

import (
	"context"
	"golang.org/x/sys/unix"
	"runtime"
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
	runtime.LockOSThread()
	for b.Loop() {
		for _, c := range []emu.Core{interpreter.Core{}, translator.New()} {
			engine, err := emulated.New("rom", image)
			require.NoError(b, err)
			engine.Machine().SetCore(c)
			best, ts := time.Hour, uint64(0)
			for range 8 {
				require.NoError(b, engine.SetPosition(p))
				began := cpu()
				r, err := engine.Search(context.Background(), sargon.SearchOptions{Level: 2})
				require.NoError(b, err)
				took := cpu() - began
				best, ts = min(best, took), r.TStates
				b.Log(c.Name(), r.Trace, r.TStates, took)
			}
			b.Logf("%s %.0f MHz", c.Name(), float64(ts)/float64(best.Microseconds()))
		}
	}
}

func cpu() time.Duration {
	var u unix.Rusage
	unix.Getrusage(unix.RUSAGE_THREAD, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
