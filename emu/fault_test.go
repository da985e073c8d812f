package emu

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/emu/z80"
)

// wild runs a program that must end in a fault, and gives it.
func wild(t *testing.T, m *Machine) *Fault {
	t.Helper()
	stop, err := m.Run(background, Until{TStates: 100_000_000})
	assert.Equal(t, Failed, stop)
	var fault *Fault
	require.ErrorAs(t, err, &fault)
	return fault
}

// instructions is the history, a line each.
func (f *Fault) instructions() (lines []string) {
	for _, e := range f.History {
		lines = append(lines, e.String())
	}
	return lines
}

func TestJumpIntoEmptyMemory(t *testing.T) {
	eachCore(t, func(t *testing.T, m *Machine) {
		fault := wild(t, m)
		assert.Equal(t, "has run away: nothing but empty memory up to its end", fault.Reason)
		assert.EqualValues(t, runawayAddress, fault.Registers.PC)
		if remembers(m) {
			assert.Equal(t, []string{
				"1000  LD HL,8000h", "1003  CALL 1008h", "1008  XOR A", "1009  JP (HL)",
				"8000  NOP  (32766 in a row)",
			}, fault.instructions())
		}
	},
		0x21, 0x00, 0x80, // LD HL,8000h
		0xCD, 0x08, 0x10, // CALL 1008h
		0x00, 0x00,
		0xAF, // XOR A
		0xE9, // JP (HL)
	)
}

// A delay may be many NOPs, and last long.
func TestADelayIsNotWild(t *testing.T) {
	code := append([]byte{0x21, 0x00, 0x10}, make([]byte, 300)...) // LD HL,1000h; NOPs
	code = append(code,
		0x2B, 0x7C, 0xB5, // DEC HL; LD A,H; OR L
		0xC2, 0x03, 0x10, // JP NZ,1003h
		0x76, // HALT
	)
	eachCore(t, func(t *testing.T, m *Machine) {
		assert.Equal(t, "HALT: nothing will end it", wild(t, m).Reason)
		assert.EqualValues(t, 10+0x1000*(300*4+6+4+4+10)+4, m.TStates)
	}, code...)
}

// An instruction may lie across the end of memory, a jump may go from there to the start, and a run
// may begin there.
func TestMemoryIsARing(t *testing.T) {
	m := New()
	m.Memory[0xFFFF] = 0x3E // LD A,n
	m.Memory[0x0000] = 0x05
	m.Registers = Registers{PC: 0xFFFF}
	require.NoError(t, m.Step())
	assert.Equal(t, uint8(5), m.A)
	assert.Equal(t, uint16(1), m.PC)

	require.NoError(t, m.Load(0xFFFE, []byte{0x18, 0x00})) // JR 0000h
	m.Registers = Registers{PC: 0xFFFE}
	stop, err := m.Run(background, Until{Addresses: []uint16{0x0002}})
	require.NoError(t, err)
	assert.Equal(t, AtAddress, stop)
}

func TestHaltIsTheEnd(t *testing.T) {
	m := programmed(t, 0x3C, 0x76) // INC A; HALT
	fault := wild(t, m)
	assert.Equal(t, "HALT: nothing will end it", fault.Reason)
	assert.Equal(t, []string{"1000  INC A", "1001  HALT"}, fault.instructions())
	assert.Equal(t, uint64(8), m.TStates)
	stop, err := m.Run(background, Until{})
	assert.Equal(t, Failed, stop, "it stays halted")
	assert.Error(t, err)
}

func TestMemoryOfPrefixes(t *testing.T) {
	m := New()
	for i := range m.Memory {
		m.Memory[i] = 0xDD
	}
	var fault *Fault
	require.ErrorAs(t, m.Step(), &fault)
	assert.Equal(t, "all memory is prefixes DDh and FDh", fault.Reason)
}

func TestInstructionThatGoesToItself(t *testing.T) {
	for text, code := range map[string][]byte{
		"JR":   {0x18, 0xFE},
		"JP":   {0xC3, 0x00, 0x10},
		"CALL": {0xCD, 0x00, 0x10},
	} {
		fault := wild(t, programmed(t, code...))
		assert.Equal(t, "the instruction at 1000h goes to itself forever", fault.Reason, text)
	}
	// An interrupt that is asked for takes it out of there.
	waiting := programmed(t, 0x18, 0xFE) // JR 1000h
	waiting.IFF1, waiting.INT = true, true
	assert.NoError(t, waiting.CheckRunaway())
	waiting.IFF1 = false
	assert.Error(t, waiting.CheckRunaway())
	// Memory of FFh: the stack fills with return addresses.
	m := New()
	for i := range m.Memory {
		m.Memory[i] = 0xFF
	}
	m.Registers = Registers{PC: 0x1000}
	assert.Equal(t, "the instruction at 0038h goes to itself forever", wild(t, m).Reason)
}

func TestWaitingForATrapIsNotWild(t *testing.T) {
	m := programmed(t, 0x18, 0xFE) // JR 1000h
	m.Trap(0x1000, func(m *Machine) error {
		if m.TStates > 5*CheckInterval {
			return ErrStop
		}
		return nil
	})
	stop, err := m.Run(background, Until{})
	require.NoError(t, err)
	assert.Equal(t, Trapped, stop)
}

func TestReport(t *testing.T) {
	// LD A,81h; OR A; NOP; NOP; NOP; HALT
	m := programmed(t, 0x3E, 0x81, 0xB7, 0x00, 0x00, 0x00, 0x76)
	assert.Equal(t, strings.TrimSpace(`
HALT: nothing will end it (PC = 1007h)
AF 8184  BC 0000  DE 0000  HL 0000  IX 0000  IY 0000  SP 8000  PC 1007  [S....P..]
AF'0000  BC'0000  DE'0000  HL'0000  I 00  R 06  IM 0  IFF1 false  IFF2 false  WZ 0000
last instructions:
  1000  LD A,81h
  1002  OR A
  1003  NOP  (3 in a row)
  1006  HALT`), wild(t, m).Error())
}

// What a trap has taken the place of has not run.
func TestHistoryAcrossATrap(t *testing.T) {
	m := programmed(t,
		0xAF,       // XOR A
		0x3C,       // INC A
		0x04,       // INC B   replaced
		0x0C, 0x76, // INC C; HALT
	)
	m.Trap(0x1002, func(m *Machine) error {
		r := m.Registers
		r.PC++
		m.Registers = r
		return nil
	})
	want := []string{"1000  XOR A", "1001  INC A", "1003  INC C", "1004  HALT"}
	assert.Equal(t, want, wild(t, m).instructions())
}

// The history is compared with a list of every step. A block instruction that repeats is listed once,
// when it has ended.
func TestHistory(t *testing.T) {
	m := New()
	require.NoError(t, m.Load(workStart, work))
	m.Registers = Registers{PC: workStart}
	var all []string
	for n := range 30_000 {
		pc := m.PC
		require.NoError(t, m.Step())
		if m.PC == pc {
			continue
		}
		i := z80.Decode(m.Peek, pc)
		all = append(all, HistoryEntry{Addr: pc, Text: i.Assembly(), Times: 1}.String())
		if n%977 == 0 {
			last := (&Fault{History: m.History()}).instructions()
			require.Equal(t, all[max(0, len(all)-16):], last)
		}
	}
	require.Greater(t, len(all), 20_000)
}
