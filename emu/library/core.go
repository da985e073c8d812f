// Package library is the core of the machine that nobody here wrote: instructions are executed by
// github.com/koron-go/z80. It is the referee that the other cores are held to.
//
// The package adds what that library leaves out: T-states, the hidden registers WZ and Q, the
// undocumented instructions, and corrections where it differs from the chip.
package library

import (
	"github.com/koron-go/z80"

	"sargon78/emu/chip"
)

// Core runs programs. It is made by New.
type Core struct {
	*chip.State // what it works on
	cpu         z80.CPU
	portHigh    uint8  // upper half of the address bus during IN and OUT
	last        uint16 // the opcode that ran last, with its page
	end         uint64 // T-states at which the run ends
}

// New returns a core.
func New() *Core {
	c := new(Core)
	c.cpu.IO = ports{c}
	return c
}

// Name returns "library".
func (m *Core) Name() string { return "library" }

// Run is that of emu.Core.
func (m *Core) Run(s *chip.State, end uint64) {
	m.State = s
	m.cpu.Memory = (*ram)(&s.Memory)
	if s.Wrote != nil {
		m.cpu.Memory = watchedRAM{m}
	}
	s.AfterEI, s.AfterLDAI = false, false
	m.end = end
	m.enter()
	m.executeUnmarked()
	m.leave()
}

// enter gives the library the registers, leave takes them back.
func (m *Core) enter() {
	s, c := m.State, &m.cpu
	c.AF.Hi, c.AF.Lo, c.BC.Hi, c.BC.Lo = s.A, s.F, s.B, s.C
	c.DE.Hi, c.DE.Lo, c.HL.Hi, c.HL.Lo = s.D, s.E, s.H, s.L
	c.Alternate.AF.SetU16(s.AF_)
	c.Alternate.BC.SetU16(s.BC_)
	c.Alternate.DE.SetU16(s.DE_)
	c.Alternate.HL.SetU16(s.HL_)
	c.IX, c.IY, c.SP, c.PC = s.IX, s.IY, s.SP, s.PC
	c.IR.Hi, c.IR.Lo = s.I, s.R
	c.IFF1, c.IFF2, c.IM = s.IFF1, s.IFF2, int(s.IM)
	m.last = nop
	if s.Q {
		m.last = orA
	}
}

func (m *Core) leave() {
	s, c := m.State, &m.cpu
	s.A, s.F, s.B, s.C = c.AF.Hi, c.AF.Lo, c.BC.Hi, c.BC.Lo
	s.D, s.E, s.H, s.L = c.DE.Hi, c.DE.Lo, c.HL.Hi, c.HL.Lo
	s.AF_, s.BC_ = c.Alternate.AF.U16(), c.Alternate.BC.U16()
	s.DE_, s.HL_ = c.Alternate.DE.U16(), c.Alternate.HL.U16()
	s.IX, s.IY, s.SP, s.PC = c.IX, c.IY, c.SP, c.PC
	s.I, s.R = c.IR.Hi, c.IR.Lo
	s.IFF1, s.IFF2, s.IM = c.IFF1, c.IFF2, uint8(c.IM)
	s.Q = setsFlags(m.last)
}

// ram is the memory as the library sees it.
type ram [65536]uint8

func (r *ram) Get(addr uint16) uint8    { return r[addr] }
func (r *ram) Set(addr uint16, v uint8) { r[addr] = v }

// watchedRAM is the memory when somebody is told of writes.
type watchedRAM struct{ core *Core }

func (r watchedRAM) Get(addr uint16) uint8 { return r.core.Memory[addr] }

func (r watchedRAM) Set(addr uint16, v uint8) {
	old := r.core.Memory[addr]
	r.core.Memory[addr] = v
	if r.core.Marks[addr]&chip.Watched != 0 {
		r.core.State.PC = r.core.cpu.PC
		r.core.Wrote(addr, old, v)
		r.core.attend()
	}
}

// ports is input and output as the library sees it. It passes only the lower half of the
// address.
type ports struct{ core *Core }

func (p ports) In(low uint8) uint8 {
	return p.core.input(uint16(p.core.portHigh)<<8 | uint16(low))
}

func (p ports) Out(low uint8, v uint8) {
	p.core.output(uint16(p.core.portHigh)<<8|uint16(low), v)
}

func (m *Core) input(port uint16) uint8 {
	m.State.PC = m.cpu.PC
	v := m.ReadPort(port)
	m.attend()
	return v
}

func (m *Core) output(port uint16, v uint8) {
	m.State.PC = m.cpu.PC
	m.WritePort(port, v)
	m.attend()
}

// attend ends the run with this instruction if an interrupt may come. IFF1 is with the library
// while it runs.
func (m *Core) attend() {
	m.IFF1 = m.cpu.IFF1
	if m.Attention() {
		m.end = 0
	}
}
