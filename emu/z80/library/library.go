// Package library is a core that was not written for this project: github.com/koron-go/z80 executes the
// instructions, unchanged. T-states come from the table. This package adds what else a program needs:
// marks, notes of writes, HALT, EI. Interrupts are those of package z80.
//
// With programs that use documented instructions, no ports, and no undocumented flags, the core does
// what the other cores do, to the T-state. That includes the searches of every ROM image of Sargon.
// Otherwise it differs: it has no WZ and no Q; a port has only the lower half of its address; opcodes
// that it does not know are logged. The table counts the cases of ../testdata/singlestep that differ,
// out of how many, and in what:
//
//	differ   of  instructions                      in
//	    4     8  SCF, CCF                            F
//	   23    32  BIT b,(HL)                          F
//	  704   704  DD CB d and FD CB d                 R F
//	 1344  1344  the same, copied to a register      R F registers memory
//	  767   968  DD and FD that change nothing       anything
//	   42    48  duplicates of NEG and IM            F registers
//	   24    24  duplicates of RETN                  anything
//	    3     4  RETI                                IFF1
//	    8     8  IN F,(C), OUT (C),0                 F ports
//	   64    64  IN, OUT                             ports
//	   32    32  block input and output              F ports
//	   13    16  LDIR, CPIR, LDDR, CPDR              F
package library

import (
	koron "github.com/koron-go/z80"

	"sargon78/emu/z80"
)

// Core runs the program of one machine. It is made by New.
type Core struct {
	chip  *z80.Chip
	peek  func(addr uint16) byte
	cpu   koron.CPU
	last  z80.Instruction
	noted bool // the instruction has written to an address with the mark Noted
}

// New returns a core.
func New() *Core {
	c := new(Core)
	c.cpu.Memory, c.cpu.IO, c.cpu.RETIHandler = memory{c}, ports{c}, c
	return c
}

// Name returns "library".
func (m *Core) Name() string { return "library" }

// Run lets instructions pass, as z80.Core describes.
func (m *Core) Run(c *z80.Chip, end uint64) z80.Reason {
	m.chip, m.peek = c, c.Peek
	c.ForgetHistory()
	m.enter()
	for {
		m.step()
		stop := false
		if m.noted {
			m.leave()
			stop, m.noted = c.ReportWrites(), false
		}
		if why := c.StopReason(end, stop); why != z80.GoesOn {
			m.leave()
			return why
		}
	}
}

// step executes an instruction. Afterwards the chip holds PC, F, B and IFF1, the registers that callers
// read.
func (m *Core) step() {
	c, cpu, i := m.chip, &m.cpu, &m.last
	i.Decode(m.peek, cpu.PC)
	if i.IsPrefix() {
		c.TStates += uint64(i.TStates)
		i.Decode(m.peek, i.Next())
	}
	c.TStates += uint64(i.TStates)
	cpu.Step()
	if cpu.HALT { // the library leaves PC before the HALT
		cpu.HALT, c.Halted = false, true
		cpu.PC++
	}
	c.PC, c.F, c.B, c.IFF1 = cpu.PC, cpu.AF.Lo, cpu.BC.Hi, cpu.IFF1
	if i.Taken(&c.Registers) {
		c.TStates += uint64(i.TakenExtra)
	}
	writes := i.Effects().Writes
	c.AfterEI, c.AfterLDAI = writes&z80.RegAfterEI != 0, writes&z80.RegAfterLDAI != 0
}

// enter copies the registers to the library, leave copies them back. The library has no WZ and no Q.
func (m *Core) enter() {
	r, s := &m.chip.Registers, &m.cpu.States
	s.AF, s.BC = koron.Register{Hi: r.A, Lo: r.F}, koron.Register{Hi: r.B, Lo: r.C}
	s.DE, s.HL = koron.Register{Hi: r.D, Lo: r.E}, koron.Register{Hi: r.H, Lo: r.L}
	s.Alternate.AF.SetU16(r.AF_)
	s.Alternate.BC.SetU16(r.BC_)
	s.Alternate.DE.SetU16(r.DE_)
	s.Alternate.HL.SetU16(r.HL_)
	s.IX, s.IY, s.SP, s.PC = r.IX, r.IY, r.SP, r.PC
	s.IR = koron.Register{Hi: r.I, Lo: r.R}
	s.IFF1, s.IFF2, s.IM = r.IFF1, r.IFF2, int(r.IM)
}

// leave copies the registers of the library to the chip.
func (m *Core) leave() {
	r, s := &m.chip.Registers, &m.cpu.States
	r.SetAF(s.AF.U16())
	r.SetBC(s.BC.U16())
	r.SetDE(s.DE.U16())
	r.SetHL(s.HL.U16())
	r.AF_, r.BC_ = s.Alternate.AF.U16(), s.Alternate.BC.U16()
	r.DE_, r.HL_ = s.Alternate.DE.U16(), s.Alternate.HL.U16()
	r.IX, r.IY, r.SP, r.PC = s.IX, s.IY, s.SP, s.PC
	r.I, r.R = s.IR.Hi, s.IR.Lo
	r.IFF1, r.IFF2, r.IM = s.IFF1, s.IFF2, uint8(s.IM)
	r.Q = false
}

// memory is that of the chip, as the library wants it.
type memory struct{ core *Core }

func (m memory) Get(addr uint16) uint8 { return m.core.chip.Memory[addr] }

func (m memory) Set(addr uint16, v uint8) {
	c := m.core.chip
	if c.Marks[addr]&z80.Noted != 0 {
		c.NoteWrite(addr, c.Memory[addr])
		m.core.noted = true
	}
	c.Memory[addr] = v
}

// ports are those of the chip. The library passes only the lower half of the address.
type ports struct{ core *Core }

func (p ports) In(port uint8) uint8 {
	p.core.chip.PC = p.core.cpu.PC
	return p.core.chip.ReadPort(uint16(port))
}

func (p ports) Out(port uint8, v uint8) {
	p.core.chip.PC = p.core.cpu.PC
	p.core.chip.WritePort(uint16(port), v)
}

// RETIHandle reports RETI to the devices.
func (m *Core) RETIHandle() {
	if m.chip.RETI != nil {
		m.chip.RETI()
	}
}
