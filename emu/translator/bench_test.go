package translator

import (
	"os"
	"testing"
	"time"

	"sargon78/emu/chip"
	"sargon78/emu/interpreter"
)

func BenchmarkWork(b *testing.B) {
	work, _ := os.ReadFile("../testdata/work.bin")
	for _, c := range []interface{ Run(*chip.State, uint64) }{interpreter.Core{}, New()} {
		s := &chip.State{}
		best := time.Hour
		var ts uint64
		for i := 0; i < 30; i++ {
			copy(s.Memory[0x1000:], work)
			s.PC = 0x1000
			s.Halted = false
			s.TStates = 0
			t0 := time.Now()
			for !s.Halted {
				c.Run(s, s.TStates+1000000)
			}
			best = min(best, time.Since(t0))
			ts = s.TStates
		}
		b.Logf("%T %.0f MHz  %d T", c, float64(ts)/float64(best.Microseconds()), ts)
		if c, ok := c.(*Core); ok && c.made != nil {
			b.Log(len(c.made.spans), c.wait)
		}
	}
}
