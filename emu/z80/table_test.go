package z80

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestTheTableIsTrue runs each instruction from random states: those flags of F change that the
// table says, and no others, to what it says, and it takes the T-states of the table.
func TestTheTableIsTrue(t *testing.T) {
	const exAF, popAF = 0x08, 0xF1 // move F
	pages := map[string]*[256]Opcode{
		"main": &Main, "CB": &Bits, "ED": &Extended,
		"DD": &Indexed, "FD": &Indexed,
		"DD CB": &IndexedBits, "FD CB": &IndexedBits,
	}
	random := rand.New(rand.NewPCG(1978, 8))
	c, core := &Chip{}, &Interpreter{}
	letters := func(f uint8) string { return (&Registers{F: f}).Flags() }
	eachInstruction(func(page string, code []int) {
		op := code[len(code)-1]
		if pages[page] == nil || pages[page][op].Text == "" || page == "main" && op == exAF ||
			op == popAF {
			return
		}
		o := pages[page][op]
		var changed, wrong uint8
		for range 200 {
			r := randomRegisters(random)
			c.Memory[r.HL()] = uint8(random.Uint32())
			for i, b := range code {
				if b == anyByte {
					b = random.IntN(256)
				}
				c.Memory[r.PC+uint16(i)] = uint8(b)
			}
			c.Registers, c.TStates = r, 0
			core.Run(c, 1)
			changed |= c.F ^ r.F
			wrong |= c.F&o.always ^ o.ones
			if c.TStates != uint64(o.TStates) {
				require.Equal(t, uint64(o.TStates+o.TakenExtra), c.TStates,
					"%s %02X: %s", page, op, o.Text)
			}
		}
		assert.Equal(t, letters(o.Flags), letters(changed),
			"%s %02X: %s", page, op, o.Text)
		assert.Zero(t, wrong, "%s %02X: %s", page, op, o.Text)
	})
}

func TestEveryOpcodeIsInTheTable(t *testing.T) {
	longest := uint8(0)
	for _, page := range []*[256]Opcode{&Main, &Bits, &Extended, &Indexed, &IndexedBits} {
		for _, o := range page {
			longest = max(longest, o.TStates+o.TakenExtra)
		}
	}
	assert.EqualValues(t, MaxTStates, longest)
	for op, o := range Main {
		prefix := op == 0xCB || op == 0xDD || op == 0xED || op == 0xFD
		assert.Equal(t, prefix, o.Text == "", "%02X", op)
		assert.NotEmpty(t, Bits[op].Text, "CB %02X", op)
		assert.NotEmpty(t, IndexedBits[op].Text, "DD CB %02X", op)
	}
}

const anyByte = -1 // a byte that may be anything

// eachInstruction calls f with the bytes of every instruction, anyByte in place of operands.
func eachInstruction(f func(page string, code []int)) {
	for op := range 256 {
		f("main", []int{op})
		f("CB", []int{0xCB, op})
		f("ED", []int{0xED, op})
		f("DD", []int{0xDD, op})
		f("FD", []int{0xFD, op})
		f("DD CB", []int{0xDD, 0xCB, anyByte, op})
		f("FD CB", []int{0xFD, 0xCB, anyByte, op})
		f("DD FD", []int{0xDD, 0xFD, op})
		f("FD DD ED", []int{0xFD, 0xDD, 0xED, op})
	}
}

// randomRegisters prefers values at which something happens.
func randomRegisters(random *rand.Rand) (r Registers) {
	word := func() uint16 {
		edges := [...]uint16{0, 1, 2, 0x00FF, 0x0100, 0x7FFF, 0x8000, 0xFFFE, 0xFFFF}
		if random.IntN(8) == 0 {
			return edges[random.IntN(len(edges))]
		}
		return uint16(random.Uint32())
	}
	for _, set := range []func(uint16){r.SetAF, r.SetBC, r.SetDE, r.SetHL} {
		set(word())
	}
	for _, pair := range []*uint16{
		&r.AF_, &r.BC_, &r.DE_, &r.HL_, &r.IX, &r.IY, &r.SP, &r.PC, &r.WZ,
	} {
		*pair = word()
	}
	r.I, r.R, r.IM = uint8(word()), uint8(word()), uint8(random.IntN(3))
	r.IFF1, r.IFF2, r.Q = random.IntN(2) == 0, random.IntN(2) == 0, random.IntN(2) == 0
	return r
}
