package emu

import (
	"bytes"
	"fmt"
	"io"
	"log"
	"math/rand/v2"
	"sargon78/emu/instruction"
	"sargon78/emu/library"
	"strings"
	"testing"

	"github.com/koron-go/z80"
	"github.com/stretchr/testify/assert"
)

// TestWhatTheLibraryGetsWrong runs the library alone against the model and lists the instructions
// after which a register, a flag or a byte of memory differs: these are the ones that the machine
// must correct, and no others. When a newer library no longer needs a correction, this test says
// so.
func TestWhatTheLibraryGetsWrong(t *testing.T) {
	defer log.SetOutput(log.Writer())
	log.SetOutput(io.Discard) // it logs what it does not know

	random := rand.New(rand.NewPCG(1978, 4))
	p := newPair(library.New())
	p.randomMemory(random)
	memory := bareMemory(p.Memory)
	device := libraryDevice{}
	wrong := map[string][]string{}
	eachInstruction(func(page string, code []int) {
		if page != "main" && page != "CB" && page != "ED" && page != "DD" && page != "DD CB" {
			return // chains of prefixes; FD, which is like DD
		}
		op := code[len(code)-1]
		prefix := op == 0xCB || op == 0xDD || op == 0xED || op == 0xFD
		if prefix && len(code) <= 2 && page != "CB" && page != "ED" {
			return
		}
		for range 100 {
			r := randomRegisters(random)
			for i, b := range code {
				if b != anyByte {
					p.poke(r.PC+uint16(i), byte(b))
					memory[r.PC+uint16(i)] = byte(b)
				}
			}
			p.set(r)
			cpu := z80.CPU{States: states(p.Registers()), Memory: &memory, IO: device}
			p.model.in = func(port int) int { return int(device.In(uint8(port))) }
			cpu.Step()
			p.model.step()

			p.SetRegisters(p.model.registers())
			if states(p.Registers()) != cpu.States || !bytes.Equal(memory[:], p.model.memory[:]) {
				memory = *p.model.memory
				wrong[page] = append(wrong[page], fmt.Sprintf("%02X", op))
				return
			}
		}
	})
	// opcodes with 6 in their lower bits, or those without
	columnSix := func(from, to int, six bool) string {
		var list []string
		for op := from; op < to; op++ {
			if (op&7 == 6) == six {
				list = append(list, fmt.Sprintf("%02X", op))
			}
		}
		return strings.Join(list, " ")
	}
	assert.Equal(t, "37 3F 76", strings.Join(wrong["main"], " "),
		"SCF, CCF: bits 3 and 5 of F; HALT: PC")
	assert.Equal(t, columnSix(0x40, 0x80, true), strings.Join(wrong["CB"], " "),
		"BIT b,(HL): bits 3 and 5 of F")
	assert.Equal(t, 256, len(wrong["DD CB"]), "R; the copies in registers")
	// Duplicates; RETI: IFF1; IN F,(C); flags of block input and output, and of what repeats.
	assert.Equal(t, "4C 4D 4E 54 55 5C 5D 64 65 66 6C 6D 6E 70 74 75 76 7C 7D 7E "+
		"A2 A3 AA AB B0 B1 B2 B3 B8 B9 BA BB",
		strings.Join(wrong["ED"], " "))
	var meaningless []string
	for op := range 256 {
		switch op {
		case 0x00, 0x76: // the registers cannot tell NOP and HALT after DD from nothing
		case 0xDD, 0xED, 0xFD:
		default:
			known := op >= 0x40 && op < 0xC0 // loads and arithmetic with B, C, D, E and A
			if op != 0xCB && instruction.Indexed[op].Text == "" && !known {
				meaningless = append(meaningless, fmt.Sprintf("%02X", op))
			}
		}
	}
	assert.Equal(t, meaningless, wrong["DD"], "prefixes that should have no effect")
}

// libraryDevice answers by the half of the address that the library passes.
type libraryDevice struct{}

func (libraryDevice) In(port uint8) uint8 { return port*7 + 3 }
func (libraryDevice) Out(uint8, uint8)    {}

// states are registers as the library has them.
func states(r Registers) (s z80.States) {
	s.AF.SetU16(r.AF)
	s.BC.SetU16(r.BC)
	s.DE.SetU16(r.DE)
	s.HL.SetU16(r.HL)
	s.Alternate.AF.SetU16(r.AF_)
	s.Alternate.BC.SetU16(r.BC_)
	s.Alternate.DE.SetU16(r.DE_)
	s.Alternate.HL.SetU16(r.HL_)
	s.IX, s.IY, s.SP, s.PC = r.IX, r.IY, r.SP, r.PC
	s.IR.Hi, s.IR.Lo = r.I, r.R
	s.IFF1, s.IFF2, s.IM = r.IFF1, r.IFF2, int(r.IM)
	return s
}

// bareMemory is a memory as the library wants it.
type bareMemory [65536]byte

func (r *bareMemory) Get(addr uint16) uint8    { return r[addr] }
func (r *bareMemory) Set(addr uint16, v uint8) { r[addr] = v }

// TestHowTheLibraryAcceptsInterrupts holds what chip does at an interrupt against the library's
// own: PC, SP, memory and IFF1 are the same. What it leaves out is IFF2, R and the T-states; the
// lowest bit of a vector, which it takes for 0, is 0 here.
func TestHowTheLibraryAcceptsInterrupts(t *testing.T) {
	random := rand.New(rand.NewPCG(1978, 7))
	p := newPair(library.New())
	p.randomMemory(random)
	for range 1000 {
		p.set(randomRegisters(random))
		p.AfterEI, p.AfterLDAI = false, false
		memory := bareMemory(p.Memory)
		cpu := z80.CPU{States: states(p.Registers()), Memory: &memory}
		bus := uint8(random.Uint32()) &^ 1
		if p.IM == 0 {
			bus |= 0xC7 // RST
			cpu.PC--    // the library counts on in PC
		}
		p.Acknowledge = func() []uint8 { p.INT = false; return []uint8{bus} }
		p.NMI, p.INT = random.IntN(2) == 0, true
		cpu.Interrupt = &z80.Interrupt{Type: z80.IMType, Data: []uint8{bus}}
		if p.NMI {
			cpu.Interrupt.Type, cpu.PC = z80.NMIType, p.PC
		}
		if !p.Interrupted() {
			continue
		}
		assert.NoError(t, p.Step())
		cpu.Step()
		assert.Equal(t, []uint16{cpu.PC, cpu.SP}, []uint16{p.PC, p.SP})
		assert.Equal(t, cpu.IFF1, p.IFF1)
		assert.True(t, bytes.Equal(memory[:], p.Memory[:]))
	}
}
