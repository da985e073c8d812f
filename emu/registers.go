package emu

import (
	"fmt"

	"sargon78/emu/chip"
)

// Registers is everything a Z80 remembers between two instructions. Pairs have the register named
// first in their upper half.
type Registers struct {
	AF, BC, DE, HL     uint16
	AF_, BC_, DE_, HL_ uint16 // the alternate set, AF' to HL'
	IX, IY, SP, PC     uint16
	I, R               uint8
	IFF1, IFF2         bool  // interrupt flip-flops
	IM                 uint8 // interrupt mode, 0 to 2

	WZ     uint16 // MEMPTR, the hidden address register; shows in F after BIT b,(HL)
	Q      bool   // the last instruction changed F; shows in F after SCF and CCF
	Halted bool   // after HALT; PC is then behind it

	// The last instruction decides how an interrupt is accepted now: after EI only NMI is; after
	// LD A,I and LD A,R it resets P/V.
	AfterEI, AfterLDAI bool
}

// A, F and the others take a pair apart.
func (r Registers) A() uint8 { return uint8(r.AF >> 8) }
func (r Registers) F() uint8 { return uint8(r.AF) }
func (r Registers) B() uint8 { return uint8(r.BC >> 8) }
func (r Registers) C() uint8 { return uint8(r.BC) }
func (r Registers) D() uint8 { return uint8(r.DE >> 8) }
func (r Registers) E() uint8 { return uint8(r.DE) }
func (r Registers) H() uint8 { return uint8(r.HL >> 8) }
func (r Registers) L() uint8 { return uint8(r.HL) }

// SetA replaces the upper half of AF.
func (r *Registers) SetA(v uint8) { r.AF = uint16(v)<<8 | r.AF&0xFF }

// Flags of the register F.
const (
	FlagC  = chip.FlagC
	FlagN  = chip.FlagN
	FlagPV = chip.FlagPV
	FlagX  = chip.FlagX
	FlagH  = chip.FlagH
	FlagY  = chip.FlagY
	FlagZ  = chip.FlagZ
	FlagS  = chip.FlagS
)

// Registers returns a copy of all registers.
func (m *Machine) Registers() Registers {
	s := &m.State
	pair := func(high, low uint8) uint16 { return uint16(high)<<8 | uint16(low) }
	return Registers{
		AF: pair(s.A, s.F), BC: pair(s.B, s.C), DE: pair(s.D, s.E), HL: pair(s.H, s.L),
		AF_: s.AF_, BC_: s.BC_, DE_: s.DE_, HL_: s.HL_,
		IX: s.IX, IY: s.IY, SP: s.SP, PC: s.PC,
		I: s.I, R: s.R, IFF1: s.IFF1, IFF2: s.IFF2, IM: s.IM,
		WZ: s.WZ, Q: s.Q, Halted: s.Halted, AfterEI: s.AfterEI, AfterLDAI: s.AfterLDAI,
	}
}

// SetRegisters replaces all registers.
func (m *Machine) SetRegisters(r Registers) {
	s := &m.State
	s.Jumps.Moved(s.PC, r.PC)
	split := func(v uint16) (high, low uint8) { return uint8(v >> 8), uint8(v) }
	s.A, s.F = split(r.AF)
	s.B, s.C = split(r.BC)
	s.D, s.E = split(r.DE)
	s.H, s.L = split(r.HL)
	s.AF_, s.BC_, s.DE_, s.HL_ = r.AF_, r.BC_, r.DE_, r.HL_
	s.IX, s.IY, s.SP, s.PC = r.IX, r.IY, r.SP, r.PC
	s.I, s.R, s.IFF1, s.IFF2, s.IM = r.I, r.R, r.IFF1, r.IFF2, r.IM
	s.WZ, s.Q, s.Halted, s.AfterEI, s.AfterLDAI = r.WZ, r.Q, r.Halted, r.AfterEI, r.AfterLDAI
}

// String shows all registers on two lines, in hexadecimal.
func (r Registers) String() string {
	return fmt.Sprintf("AF %04X  BC %04X  DE %04X  HL %04X  "+
		"IX %04X  IY %04X  SP %04X  PC %04X  [%s]\n"+
		"AF'%04X  BC'%04X  DE'%04X  HL'%04X  I %02X  R %02X  IM %d  IFF1 %t  IFF2 %t  WZ %04X",
		r.AF, r.BC, r.DE, r.HL, r.IX, r.IY, r.SP, r.PC, r.Flags(),
		r.AF_, r.BC_, r.DE_, r.HL_, r.I, r.R, r.IM, r.IFF1, r.IFF2, r.WZ)
}

// Flags writes F as eight letters, a dot for each clear flag. Y and X are bits 5 and 3, which
// Zilog's manual leaves out.
func (r Registers) Flags() string {
	name := []byte("SZYHXPNC")
	for i := range name {
		if r.F()&(0x80>>i) == 0 {
			name[i] = '.'
		}
	}
	return string(name)
}
