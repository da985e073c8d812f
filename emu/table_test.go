package emu

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/emu/instruction"
)

// TestTheTableIsTrue runs each instruction from random states: those flags of F change that the
// table says, and no others, and it takes the T-states of the table.
func TestTheTableIsTrue(t *testing.T) {
	const exAF, popAF = 0x08, 0xF1 // move F
	pages := map[string]*[256]instruction.Opcode{
		"main": &instruction.Main, "CB": &instruction.Bits, "ED": &instruction.Extended,
		"DD": &instruction.Indexed, "FD": &instruction.Indexed,
		"DD CB": &instruction.IndexedBits, "FD CB": &instruction.IndexedBits,
	}
	random := rand.New(rand.NewPCG(1978, 8))
	m := New()
	eachInstruction(func(page string, code []int) {
		op := code[len(code)-1]
		if pages[page] == nil || pages[page][op].Text == "" || page == "main" && op == exAF ||
			op == popAF {
			return
		}
		o := pages[page][op]
		var changed uint8
		for range 200 {
			r := randomRegisters(random)
			m.Memory[r.HL] = uint8(random.Uint32())
			for i, b := range code {
				if b == anyByte {
					b = random.IntN(256)
				}
				m.Memory[r.PC+uint16(i)] = uint8(b)
			}
			m.SetRegisters(r)
			m.TStates = 0
			require.NoError(t, m.Step())
			changed |= m.F ^ r.F()
			if m.TStates != uint64(o.TStates) {
				require.Equal(t, uint64(o.TStates+o.Taken), m.TStates,
					"%s %02X: %s", page, op, o.Text)
			}
		}
		if o.Text == "SBC A,A" || o.Text == "SBC HL,HL" {
			changed |= FlagC // it comes out as it went in
		}
		letters := func(f uint8) string { return Registers{AF: uint16(f)}.Flags() }
		assert.Equal(t, letters(o.Flags), letters(changed),
			"%s %02X: %s", page, op, o.Text)
	})
}

func TestEveryOpcodeIsInTheTable(t *testing.T) {
	for op, o := range instruction.Main {
		prefix := op == 0xCB || op == 0xDD || op == 0xED || op == 0xFD
		assert.Equal(t, prefix, o.Text == "", "%02X", op)
		assert.NotEmpty(t, instruction.Bits[op].Text, "CB %02X", op)
		assert.NotEmpty(t, instruction.IndexedBits[op].Text, "DD CB %02X", op)
	}
}
