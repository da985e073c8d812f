package emu

import (
	"bytes"
	"io"
	"log"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/emu/z80"
	"sargon78/emu/z80/library"
	"sargon78/emu/z80/translator"
)

// What a machine does is tested with each of the cores: the same test runs over all of them. What an
// instruction does is tested in package cores, against cases of a suite that was not made here.

// cores are all there are. The translator translates at once, as much as is compiled quickly.
func cores() []Core {
	return []Core{&z80.Interpreter{}, library.New(), translator.Eager(200)}
}

// eachCore runs a test with a machine of each core that has code at 1000h, PC there and a stack
// below 8000h.
func eachCore(t *testing.T, test func(t *testing.T, m *Machine), code ...byte) {
	for _, core := range cores() {
		t.Run(core.Name(), func(t *testing.T) {
			log.SetOutput(io.Discard) // the library logs opcodes that it does not know
			t.Cleanup(func() { log.SetOutput(os.Stderr) })
			m := programmed(t, code...)
			m.SetCore(core)
			test(t, m)
		})
	}
}

// remembers reports whether the core of a machine knows all the last instructions.
func remembers(m *Machine) bool { return m.Core().Name() == "interpreter" }

// Each write of a program is reported, with the byte before and after, on every core.
func TestEveryWriteIsTold(t *testing.T) {
	eachCore(t, func(t *testing.T, m *Machine) {
		random := rand.New(rand.NewPCG(1978, 3))
		for addr := range m.Memory {
			m.Memory[addr] = [...]byte{0x77, 0xE5, 0x36, 0xCD, 0x34, 0x22, byte(addr)}[random.IntN(7)]
		}
		shadow := m.Memory
		m.OnWrite(0, 0xFFFF, func(m *Machine, addr uint16, old, new byte) bool {
			if shadow[addr] != old || m.Memory[addr] != new {
				t.Errorf("%04X: told %02X to %02X", addr, old, new)
			}
			shadow[addr] = new
			return false
		})
		m.NoFaults = true
		for range 120 {
			m.Halted, m.IFF1 = false, false
			m.PC, m.SP = uint16(random.Uint32()), uint16(random.Uint32())
			m.SetHL(uint16(random.Uint32()))
			_, err := m.Run(background, Until{TStates: 4000})
			require.NoError(t, err)
			require.True(t, bytes.Equal(shadow[:], m.Memory[:]), "a write was not told")
		}
	})
}

// A watch function ends the run after the very instruction that writes, on every core.
func TestAWriteMayEndTheRun(t *testing.T) {
	eachCore(t, func(t *testing.T, m *Machine) {
		m.OnWrite(0x2000, 0x2001, func(*Machine, uint16, byte, byte) bool { return true })
		for _, pc := range []uint16{0x1005, 0x1009, 0x100D, 0x1013} {
			stop, err := m.RunTo(1000)
			require.NoError(t, err)
			assert.Equal(t, StoppedByHook, stop)
			assert.Equal(t, pc, m.PC)
		}
		m.OnWrite(0x2000, 0x2001, nil)
		stop, err := m.RunTo(1000)
		require.NoError(t, err)
		assert.Equal(t, OutOfTStates, stop)
		assert.GreaterOrEqual(t, m.TStates, uint64(1000))
	},
		0x3E, 1, 0x32, 0, 0x20, // LD A,1; LD (2000h),A
		0x3C, 0x32, 1, 0x20, //    INC A; LD (2001h),A
		0x21, 0, 0x20, 0x34, //    LD HL,2000h; INC (HL)
		0x11, 1, 0x20, 1, 2, 0, 0xED, 0xB0) // LD DE,2001h; LD BC,2; LDIR
}
