package emu

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/emu/z80"
)

// How interrupts are accepted, on every core: what the chip does then, after Zilog's manual and Sean
// Young, is worked out by hand.
func TestInterrupts(t *testing.T) {
	const table = 0x1F // of vectors in mode 2, and I
	for name, c := range map[string]struct {
		code    []byte
		steps   int // before the interrupt is asked for
		nmi     bool
		im      uint8
		bus     []uint8
		iff     bool
		pc      uint16 // after one more step
		pushed  uint16 // 0: not accepted
		tStates uint64 // of that step
	}{
		"NMI":         {[]byte{0x00, 0x00}, 1, true, 1, nil, true, 0x66, 0x1001, 11},
		"NMI, DI":     {[]byte{0xF3, 0x00}, 1, true, 1, nil, false, 0x66, 0x1001, 11},
		"NMI, EI":     {[]byte{0xFB, 0x00}, 1, true, 1, nil, false, 0x66, 0x1001, 11},
		"mode 1":      {[]byte{0x00, 0x00}, 1, false, 1, nil, true, 0x38, 0x1001, 13},
		"bus counts":  {[]byte{0x00, 0x00}, 1, false, 1, []uint8{0xC7}, true, 0x38, 0x1001, 13},
		"off":         {[]byte{0x00, 0x00}, 1, false, 1, nil, false, 0x1002, 0, 4},
		"after EI":    {[]byte{0xFB, 0x00}, 1, false, 1, nil, false, 0x1002, 0, 4},
		"EI, NOP":     {[]byte{0xFB, 0x00}, 2, false, 1, nil, false, 0x38, 0x1002, 13},
		"mode 2":      {[]byte{0x00, 0x00}, 1, false, 2, []uint8{0x11}, true, 0x5678, 0x1001, 19},
		"mode 2, bus": {[]byte{0x00, 0x00}, 1, false, 2, nil, true, 0xABCD, 0x1001, 19},
		"mode 0, RST": {[]byte{0x00, 0x00}, 1, false, 0, []uint8{0xDF}, true, 0x18, 0x1001, 13},
		"mode 0, bus": {[]byte{0x00, 0x00}, 1, false, 0, nil, true, 0x38, 0x1001, 13},
		"mode 0, CALL": {
			[]byte{0x00, 0x00}, 1, false, 0, []uint8{0xCD, 0x34, 0x12}, true, 0x1234, 0x1001, 19,
		},
		"HALT":  {[]byte{0x76, 0x00}, 2, false, 1, nil, true, 0x38, 0x1001, 13},
		"LDIR":  {[]byte{0xED, 0xB0}, 1, false, 1, nil, true, 0x38, 0x1000, 13},
		"DD DD": {[]byte{0xDD, 0xDD, 0x00, 0x00}, 1, false, 1, nil, true, 0x38, 0x1003, 13},
	} {
		t.Run(name, func(t *testing.T) {
			eachCore(t, func(t *testing.T, m *Machine) {
				if m.Core().Name() == "library" && name == "DD DD" {
					return // it takes two bytes for one instruction
				}
				m.SetWord(table<<8|0x11, 0x5678)
				m.SetWord(table<<8|0xFF, 0xABCD)
				m.I, m.IM, m.IFF1, m.IFF2, m.B = table, c.im, c.iff, c.iff, 1
				for range c.steps {
					require.NoError(t, m.Step())
				}
				iff2, r, began := m.IFF2, m.R, m.TStates
				m.NMI, m.INT = c.nmi, !c.nmi
				if c.bus != nil {
					m.Acknowledge = func() []uint8 { m.INT = false; return c.bus }
				}
				require.NoError(t, m.Step())
				assert.Equal(t, c.pc, m.PC)
				assert.Equal(t, c.tStates, m.TStates-began)
				assert.Equal(t, r+1, m.R)
				if c.pushed == 0 {
					assert.EqualValues(t, 0x8000, m.SP)
					return
				}
				assert.Equal(t, c.pushed, m.Word(m.SP))
				assert.EqualValues(t, 0x7FFE, m.SP)
				assert.False(t, m.IFF1 || m.Halted || m.NMI || m.INT)
				assert.Equal(t, c.nmi && iff2, m.IFF2, "NMI keeps it")
				assert.Equal(t, c.pc, m.WZ)
			}, c.code...)
		})
	}
}

// After LD A,I and LD A,R an interrupt resets P/V, which shows IFF2 while that is being reset.
func TestInterruptAfterLDAI(t *testing.T) {
	for _, code := range [][]byte{{0xED, 0x57, 0x00}, {0xED, 0x5F, 0x00}} {
		eachCore(t, func(t *testing.T, m *Machine) {
			m.IFF1, m.IFF2, m.IM = true, true, 1
			require.NoError(t, m.Step())
			assert.NotZero(t, m.F&z80.FlagPV)
			assert.True(t, m.AfterLDAI)
			m.INT = true
			require.NoError(t, m.Step())
			assert.Zero(t, m.F&z80.FlagPV)
			assert.False(t, m.AfterLDAI)
		}, code...)
	}
}

// RETN restores IFF1 after an NMI, and RETI tells the devices.
func TestReturnsFromInterrupts(t *testing.T) {
	eachCore(t, func(t *testing.T, m *Machine) {
		m.IFF1, m.IFF2, m.IM, m.NMI = true, true, 1, true
		copy(m.Memory[0x66:], []byte{0xED, 0x45}) // RETN
		copy(m.Memory[0x38:], []byte{0xED, 0x4D}) // RETI
		require.NoError(t, m.Step())
		assert.False(t, m.IFF1)
		require.NoError(t, m.Step())
		assert.True(t, m.IFF1)
		assert.EqualValues(t, 0x1000, m.PC)

		told := 0
		m.RETI = func() { told++; m.TStates += 100 }
		m.INT = true
		require.NoError(t, m.Step())
		require.NoError(t, m.Step())
		assert.Equal(t, 1, told)
		assert.EqualValues(t, 11+14+13+14+100, m.TStates)
		assert.EqualValues(t, 0x1000, m.PC)
	}, 0x00)
}

// Within a run a core comes back for each interrupt that is asked for by a port or a write hook,
// or let in by EI, and directly after the instruction that does so.
func TestInterruptsWithinARun(t *testing.T) {
	for name, code := range map[string][]byte{
		"by a port":     {0xFB, 0x00, 0xD3, 0x01, 0x0C, 0x18, 0xFB}, // EI; NOP; OUT (1),A; INC C; JR
		"by a write":    {0xFB, 0x00, 0x34, 0x0C, 0x18, 0xFC},       // EI; NOP; INC (HL); INC C; JR
		"let in by EI":  {0x18, 0x00, 0xFB, 0x0C, 0x18, 0xFC},       // JR; EI; INC C; JR
		"let in by RET": {0xED, 0x45},                               // RETN to itself
	} {
		t.Run(name, func(t *testing.T) {
			eachCore(t, func(t *testing.T, m *Machine) {
				copy(m.Memory[0x38:], []byte{0x14, 0xFB, 0xC9}) // INC D; EI; RET
				m.SetHL(0x2000)
				m.IM = 1
				m.Out = func(uint16, uint8) { m.INT = true }
				m.OnWrite(0x2000, 0x2000, func(m *Machine, _ uint16, _, _ byte) bool {
					m.INT = true
					return false
				})
				if name == "let in by EI" {
					m.INT = true
					m.Acknowledge = func() []uint8 { return []uint8{0xFF} } // it holds the line
					copy(m.Memory[0x38:], []byte{0x14, 0xC9})               // INC D; RET
				}
				if name == "let in by RET" {
					m.INT, m.IFF2 = true, true
					for sp := 0x8000; sp < 0xF000; sp += 2 {
						m.SetWord(uint16(sp), 0x1000)
					}
				}
				_, err := m.Run(background, Until{TStates: 5000})
				require.NoError(t, err)
				if name == "let in by RET" {
					assert.EqualValues(t, 1, m.D)
					return
				}
				assert.Greater(t, m.D, uint8(50))
				assert.InDelta(t, m.C, m.D, 1, "each time round")
			}, code...)
		})
	}
}

func TestHaltEndsWithAnInterrupt(t *testing.T) {
	const frame = 10_000
	eachCore(t, func(t *testing.T, m *Machine) {
		m.NoFaults = true
		copy(m.Memory[0x38:], []byte{0x3C, 0xFB, 0xC9}) // INC A; EI; RET
		for range 5 {
			stop, err := m.Run(background, Until{TStates: frame})
			require.NoError(t, err)
			require.Equal(t, OutOfTStates, stop)
			require.True(t, m.Halted)
			m.INT = true
		}
		assert.Equal(t, uint8(4), m.A)
		assert.InDelta(t, 5*frame, m.TStates, 5*4)
		assert.Equal(t, uint16(0x8000), m.SP)

		m.INT, m.NoFaults = false, false
		stop, err := m.Run(background, Until{TStates: frame})
		assert.Equal(t, Failed, stop)
		assert.ErrorContains(t, err, "HALT: nothing will end it")
		m.NMI = true
		stop, err = m.Run(background, Until{Addresses: []uint16{0x66}})
		require.NoError(t, err)
		assert.Equal(t, AtAddress, stop, "but NMI ends it")
	},
		0xED, 0x56, // IM 1
		0xFB, 0x76, // EI; HALT
		0x18, 0xFD, // JR 1003h
	)
}

func TestModeZeroTakesRSTAndCALL(t *testing.T) {
	m := programmed(t, 0x00)
	m.IFF1, m.INT = true, true
	m.Acknowledge = func() []uint8 { return []uint8{0x00} }
	assert.ErrorContains(t, m.Step(), "mode 0")
}

// An interrupt writes memory, and is seen in the history.
func TestInterruptsAreWatched(t *testing.T) {
	m := programmed(t, 0x00)
	var writes []uint16
	m.OnWrite(0x7000, 0x7FFF, func(_ *Machine, addr uint16, _, _ byte) bool {
		writes = append(writes, addr)
		return addr == 0x7FFE
	})
	require.NoError(t, m.Step())
	m.NMI = true
	stop, err := m.RunTo(1000)
	require.NoError(t, err)
	assert.Equal(t, StoppedByHook, stop)
	require.NoError(t, m.Step())
	assert.Equal(t, []uint16{0x7FFF, 0x7FFE}, writes)
	var history []uint16
	for _, e := range m.History() {
		history = append(history, e.Addr)
	}
	assert.Equal(t, []uint16{0x1000, 0x66}, history)
}

func TestWhatInterruptsDependOnIsSaved(t *testing.T) {
	m := programmed(t, 0xFB, 0xED, 0x57) // EI; LD A,I
	for range 2 {
		require.NoError(t, m.Step())
		data, err := m.Snapshot().MarshalBinary()
		require.NoError(t, err)
		var s Snapshot
		require.NoError(t, s.UnmarshalBinary(data))
		assert.Equal(t, m.Registers, s.Registers)
		assert.NotEqual(t, s.Registers.AfterEI, s.Registers.AfterLDAI)
	}
}
