package translator

import (
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
	core               *Core
	state, interpreted *chip.State
}

// few instructions are compiled quickly.
const few = 400

func newPair() *pair {
	return &pair{&Core{soon: true, wait: 1, most: few}, &chip.State{}, &chip.State{}}
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
	require.Greater(t, p.core.translated, p.state.TStates/2)
}

// somewhere fills the registers with anything.
func somewhere(random *rand.Rand, s *chip.State) {
	byteOf := func() uint8 { return uint8(random.Uint32()) }
	word := func() uint16 { return uint16(random.Uint32()) }
	s.A, s.F, s.B, s.C, s.D, s.E, s.H, s.L = byteOf(), byteOf(), byteOf(), byteOf(), byteOf(), byteOf(), byteOf(), byteOf()
	s.AF_, s.BC_, s.DE_, s.HL_ = word(), word(), word(), word()
	s.IX, s.IY, s.SP, s.WZ = word(), word(), word(), word()
	s.I, s.R, s.Q = byteOf(), byteOf(), random.IntN(2) == 0
}

// anything writes an instruction: any opcode of any page, except those that lead astray.
func anything(random *rand.Rand, at uint16, here []byte) int {
	n := 0
	put := func(b ...byte) { n += copy(here[n:], b) }
	op := byte(random.Uint32())
	if random.IntN(4) == 0 {
		put([]byte{0xDD, 0xFD}[random.IntN(2)])
	}
	switch page := random.IntN(8); {
	case page == 0:
		put(0xCB)
		if n == 2 {
			put(byte(random.Uint32()))
		}
		put(op)
		return n
	case page == 1:
		put(0xED, op)
		if op&0xC7 == 0x43 {
			put(byte(random.Uint32()), byte(random.Uint32()))
		}
		return n
	}
	switch {
	case op == 0x76 || op == 0xCB || op == 0xED || op == 0xDD || op == 0xFD:
		op = 0
	case op == 0xE9 || op&0xC7 == 0xC7:
		op = 0xA7
	}
	put(op)
	switch {
	case op < 0x40 && op&7 == 0 && op >= 0x10: // not far, mostly forward
		put(byte(random.IntN(12) - 2))
	case op&0xC7 == 0xC2 || op&0xC7 == 0xC4 || op == 0xC3 || op == 0xCD:
		to := at + uint16(random.IntN(60)) - 20
		put(byte(to), byte(to>>8))
	default:
		put(byte(random.Uint32()), byte(random.Uint32()))
		n -= 2 - immediate(op)
		if n > 1 && (here[0] == 0xDD || here[0] == 0xFD) && usesMemory(op) {
			n++
		}
	}
	return n
}

// TestRandomPrograms runs programs of random instructions round and round, stopping anywhere.
func TestRandomPrograms(t *testing.T) {
	const programs, start = 40, 0x8000
	translated := uint64(0)
	for seed := range uint64(programs) {
		random := rand.New(rand.NewPCG(1978, seed))
		p := newPair()
		somewhere(random, p.state)
		for addr := range p.state.Memory {
			p.state.Memory[addr] = byte(random.Uint32())
		}
		at := start
		for range 5 + random.IntN(60) {
			at += anything(random, uint16(at), p.state.Memory[at:])
		}
		p.state.Memory[at], p.state.Memory[at+1], p.state.Memory[at+2] = 0xC3, start&0xFF, start>>8
		p.state.PC = start
		*p.interpreted = *p.state
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			for range 100 {
				p.run(t, p.state.TStates+uint64(random.IntN(6000)))
			}
		})
		translated += p.core.translated
	}
	t.Log(translated)
}
