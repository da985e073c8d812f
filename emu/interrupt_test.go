package emu

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// interruptible are instructions that interrupts have to do with, more frequent in the programs of
// these tests than chance would have them.
var interruptible = [][]byte{
	{0xFB}, {0xF3}, {0x76}, // EI, DI, HALT
	{0xED, 0x57}, {0xED, 0x5F}, // LD A,I, LD A,R
	{0xED, 0x45}, {0xED, 0x4D}, // RETN, RETI
	{0xED, 0x46}, {0xED, 0x56}, {0xED, 0x5E}, // IM
	{0xDB}, {0xD3}, {0xED, 0xB2}, {0xED, 0xB0}, // IN, OUT, INIR, LDIR
}

// interrupting connects devices to both that interrupt when a port is used, some of the times.
func (p *pair) interrupting() {
	bus := func(t uint64) []uint8 { // the same for both, since their clocks are the same
		if t%3 == 0 {
			return []uint8{0xCD, uint8(t), uint8(t >> 8)}
		}
		return []uint8{uint8(t)&0x38 | 0xC7}
	}
	p.Acknowledge = func() []uint8 {
		p.INT = p.TStates%5 == 0 // some hold the line
		return bus(p.TStates)
	}
	p.model.acknowledge = func() (bytes []int) {
		t := uint64(p.model.t) - 5 - 2
		p.model.interrupt = t%5 == 0
		for _, b := range bus(t) {
			bytes = append(bytes, int(b))
		}
		return bytes
	}
	asks := func(port uint16) (nmi, interrupt bool) { return port&7 == 1, port&3 == 2 }
	device := func(port uint16) uint8 { return uint8(port>>8 ^ port*7) }
	machine := func(port uint16) {
		nmi, interrupt := asks(port)
		p.NMI, p.INT = p.NMI || nmi, p.INT || interrupt
	}
	p.In = func(port uint16) uint8 { machine(port); return device(port) }
	p.Out = func(port uint16, _ uint8) { machine(port) }
	model := func(port int) {
		nmi, interrupt := asks(uint16(port))
		p.model.nmi, p.model.interrupt = p.model.nmi || nmi, p.model.interrupt || interrupt
	}
	p.model.in = func(port int) int { model(port); return int(device(uint16(port))) }
	p.model.out = func(port, _ int) { model(port) }
}

// ask asks both for an interrupt.
func (p *pair) ask(nmi, interrupt bool) {
	p.NMI, p.model.nmi = nmi, nmi
	p.INT, p.model.interrupt = interrupt, interrupt
}

func (p *pair) interruptibleMemory(random *rand.Rand) {
	p.randomMemory(random)
	for range 8000 {
		addr := uint16(random.Uint32())
		for i, b := range interruptible[random.IntN(len(interruptible))] {
			p.poke(addr+uint16(i), b)
		}
	}
}

// TestInterrupts asks for interrupts at any time, in single steps.
func TestInterrupts(t *testing.T) {
	eachCore(t, func(t *testing.T, p *pair) {
		random := rand.New(rand.NewPCG(1978, 5))
		p.interrupting()
		for range 30 {
			p.interruptibleMemory(random)
			p.set(randomRegisters(random))
			p.ask(false, false)
			for range 2000 {
				if random.IntN(8) == 0 {
					p.ask(random.IntN(4) == 0, random.IntN(2) == 0)
				}
				if p.PC < startOfMemory {
					p.set(randomRegisters(random))
				}
				p.step(t)
			}
		}
	})
}

// TestInterruptsWithinARun has a core let many instructions pass at once: it must come back for
// each interrupt that is accepted on the way, be it asked for by a port or a write, or let in by
// EI.
func TestInterruptsWithinARun(t *testing.T) {
	eachCore(t, func(t *testing.T, p *pair) {
		random := rand.New(rand.NewPCG(1978, 6))
		p.interrupting()
		asks := func(addr uint16) bool { return addr&0x1F == 3 }
		p.WatchWrites(0x8000, 0x8FFF, func(m *Machine, addr uint16, _, _ byte) {
			m.INT = m.INT || asks(addr)
		})
		accepted := 0
		for range 3000 {
			if random.IntN(50) == 0 {
				p.interruptibleMemory(random)
			}
			p.set(randomRegisters(random))
			p.ask(random.IntN(8) == 0, random.IntN(2) == 0)
			end := uint64(1 + random.IntN(400))
			p.end, p.WaitForInterrupts = end, true // a HALT waits, as in a run
			err := p.execute(end)
			if err != nil { // it has run past the end of memory
				*p.model.memory = p.Memory
				continue
			}
			for uint64(p.model.t) < p.TStates {
				before := p.model.sp
				written := len(p.model.written)
				was := p.model.interrupt && p.model.iff1
				p.model.step()
				if was && !p.model.iff1 && p.model.sp == (before+65534)%65536 {
					accepted++
				}
				for _, addr := range p.model.written[written:] {
					if addr >= 0x8000 && addr <= 0x8FFF && asks(uint16(addr)) {
						p.model.interrupt = true
					}
				}
			}
			require.Equal(t, p.model.registers(), p.Registers())
			require.Equal(t, uint64(p.model.t), p.TStates)
			require.Equal(t, p.model.interrupt, p.INT)
			require.Equal(t, p.model.nmi, p.NMI)
			require.True(t, *p.model.memory == p.Memory, "memory")
		}
		assert.Greater(t, accepted, 1000, "interrupts were tested")
	})
}

func TestHaltEndsWithAnInterrupt(t *testing.T) {
	m := programmed(t,
		0xED, 0x56, // IM 1
		0xFB,       // EI
		0x76,       // HALT
		0x18, 0xFD, // JR 1003h
	)
	m.WaitForInterrupts = true
	m.Memory[0x0038] = 0x3C // INC A
	m.Memory[0x0039] = 0xFB // EI
	m.Memory[0x003A] = 0xC9 // RET
	const frame = 10_000
	for range 5 {
		stop, err := m.Run(background, Until{TStates: frame})
		require.NoError(t, err)
		require.Equal(t, OutOfTStates, stop)
		require.True(t, m.Halted)
		m.INT = true
	}
	assert.Equal(t, uint8(4), m.A)
	assert.InDelta(t, 5*frame, m.TStates, 5*nopTStates)
	assert.Equal(t, uint16(0x8000), m.SP)

	m.INT = false
	stop, err := m.Run(background, Until{})
	assert.Equal(t, Failed, stop, "a run without a limit would wait for ever")
	assert.ErrorContains(t, err, "HALT: nothing will end it")

	m.WaitForInterrupts = false
	stop, err = m.Run(background, Until{TStates: frame})
	assert.Equal(t, Failed, stop, "nothing interrupts on a machine without devices")
	assert.ErrorContains(t, err, "HALT: nothing will end it")
	m.WaitForInterrupts = true

	m.IFF1 = false
	stop, err = m.Run(background, Until{TStates: frame})
	assert.Equal(t, Failed, stop)
	assert.ErrorContains(t, err, "HALT: nothing will end it")
	m.NMI = true
	stop, err = m.Run(background, Until{Addresses: []uint16{nonMaskable}})
	require.NoError(t, err)
	assert.Equal(t, AtAddress, stop, "but NMI ends it")
}

const nonMaskable = 0x0066

func TestAJumpToItselfMayWaitForAnInterrupt(t *testing.T) {
	m := programmed(t, 0xFB, 0x18, 0xFE) // EI; JR 1001h
	m.WaitForInterrupts = true
	stop, err := m.Run(background, Until{TStates: 3 * slice})
	require.NoError(t, err)
	assert.Equal(t, OutOfTStates, stop)
	_, err = m.Run(background, Until{})
	assert.ErrorContains(t, err, "goes to itself for ever")
}

func TestModeZeroTakesRSTAndCALL(t *testing.T) {
	m := programmed(t, 0x00)
	m.IFF1, m.INT = true, true
	m.Acknowledge = func() []uint8 { return []uint8{0x00} }
	assert.ErrorContains(t, m.Step(), "mode 0")

	m.Acknowledge = nil // the open bus is RST 38h
	require.NoError(t, m.Step())
	assert.Equal(t, uint16(0x0038), m.PC)
	assert.False(t, m.INT)
	assert.Equal(t, uint64(13), m.TStates)
}

// An interrupt writes memory, and is seen in the history.
func TestInterruptsAreWatched(t *testing.T) {
	m := programmed(t, 0x00)
	var writes []uint16
	m.WatchWrites(0x7000, 0x7FFF, func(_ *Machine, addr uint16, _, _ byte) {
		writes = append(writes, addr)
	})
	require.NoError(t, m.Step())
	m.NMI = true
	require.NoError(t, m.Step())
	require.NoError(t, m.Step())
	assert.Equal(t, []uint16{0x7FFF, 0x7FFE}, writes)
	var history []uint16
	for _, e := range m.History() {
		history = append(history, e.Addr)
	}
	assert.Equal(t, []uint16{0x1000, nonMaskable}, history)
}

func TestWhatInterruptsDependOnIsSaved(t *testing.T) {
	m := programmed(t, 0xFB, 0xED, 0x57) // EI; LD A,I
	for range 2 {
		require.NoError(t, m.Step())
		data, err := m.Snapshot().MarshalBinary()
		require.NoError(t, err)
		var s Snapshot
		require.NoError(t, s.UnmarshalBinary(data))
		assert.Equal(t, m.Registers(), s.Registers)
		assert.NotEqual(t, s.Registers.AfterEI, s.Registers.AfterLDAI)
	}
}
