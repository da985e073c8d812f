package translator

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"sargon78/emu/chip"
	"sargon78/emu/interpreter"
)

// pair is two machines that do the same on two cores.
type pair struct {
	core              *Core
	state, interpreted *chip.State
}

func newPair() *pair {
	return &pair{&Core{soon: true, wait: 1}, &chip.State{}, &chip.State{}}
}

func (p *pair) each(f func(*chip.State)) { f(p.state); f(p.interpreted) }

// run lets both come to a time and compares them.
func (p *pair) run(t testing.TB, end uint64) {
	t.Helper()
	from := p.state.PC
	for s := p.state; s.TStates < end && !s.Halted; {
		p.core.Run(s, end)
		if s.Stops(s.PC) {
			break
		}
	}
	for s := p.interpreted; s.TStates < end && !s.Halted; {
		interpreter.Core{}.Run(s, end)
		if s.Stops(s.PC) {
			break
		}
	}
	if show(p.state) != show(p.interpreted) || p.state.Memory != p.interpreted.Memory {
		changes := ""
		for addr := range p.state.Memory {
			if x, y := p.state.Memory[addr], p.interpreted.Memory[addr]; x != y {
				changes += fmt.Sprintf("(%04X) %02X %02X ", addr, x, y)
			}
		}
		t.Fatalf("from %04X\n%s\n%s\n%s", from, show(p.state), show(p.interpreted), changes)
	}
}

func show(s *chip.State) string {
	return fmt.Sprintf("A %02X F %02X BC %02X%02X DE %02X%02X HL %02X%02X AF'%04X BC'%04X DE'%04X HL'%04X "+
		"IX %04X IY %04X SP %04X PC %04X I %02X R %02X IM %d %t %t WZ %04X Q %t halted %t T %d",
		s.A, s.F, s.B, s.C, s.D, s.E, s.H, s.L, s.AF_, s.BC_, s.DE_, s.HL_,
		s.IX, s.IY, s.SP, s.PC, s.I, s.R, s.IM, s.IFF1, s.IFF2, s.WZ, s.Q, s.Halted, s.TStates)
}

func TestWork(t *testing.T) {
	work, err := os.ReadFile("../testdata/work.bin")
	require.NoError(t, err)
	p := newPair()
	p.each(func(s *chip.State) { copy(s.Memory[0x1000:], work); s.PC = 0x1000 })
	random := rand.New(rand.NewPCG(1978, 1))
	for !p.state.Halted {
		p.run(t, p.state.TStates+uint64(random.IntN(30000)))
	}
	require.NotNil(t, p.core.made)
	_ = bytes.Equal
}
