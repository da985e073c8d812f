package emu

import "fmt"

// Registers is everything a Z80 remembers between two instructions. Pairs have the register named first in their upper half.
type Registers struct {
	AF, BC, DE, HL     uint16
	AF_, BC_, DE_, HL_ uint16 // the alternate set, AF' to HL'
	IX, IY, SP, PC     uint16
	I, R               uint8
	IFF1, IFF2         bool  // interrupt flip-flops
	IM                 uint8 // interrupt mode, 0 to 2

	WZ     uint16 // MEMPTR, the hidden address register; shows in bits 3 and 5 of F after BIT b,(HL)
	Q      bool   // the last instruction changed F; decides bits 3 and 5 of F after SCF and CCF
	Halted bool   // after HALT; PC is then behind it
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
	FlagC  = 0x01 // carry
	FlagN  = 0x02 // subtract
	FlagPV = 0x04 // parity or overflow
	FlagX  = 0x08 // undocumented, mostly bit 3 of the result
	FlagH  = 0x10 // half carry
	FlagY  = 0x20 // undocumented, mostly bit 5 of the result
	FlagZ  = 0x40 // zero
	FlagS  = 0x80 // sign
)

// Registers returns a copy of all registers.
func (m *Machine) Registers() Registers {
	c := &m.cpu
	return Registers{
		AF: c.AF.U16(), BC: c.BC.U16(), DE: c.DE.U16(), HL: c.HL.U16(),
		AF_: c.Alternate.AF.U16(), BC_: c.Alternate.BC.U16(), DE_: c.Alternate.DE.U16(), HL_: c.Alternate.HL.U16(),
		IX: c.IX, IY: c.IY, SP: c.SP, PC: c.PC,
		I: c.IR.Hi, R: c.IR.Lo,
		IFF1: c.IFF1, IFF2: c.IFF2, IM: uint8(c.IM),
		WZ: m.wz, Q: setsFlags(m.last), Halted: m.halted,
	}
}

// SetRegisters replaces all registers.
func (m *Machine) SetRegisters(r Registers) {
	c := &m.cpu
	m.history.moved(c.PC, r.PC)
	c.AF.SetU16(r.AF)
	c.BC.SetU16(r.BC)
	c.DE.SetU16(r.DE)
	c.HL.SetU16(r.HL)
	c.Alternate.AF.SetU16(r.AF_)
	c.Alternate.BC.SetU16(r.BC_)
	c.Alternate.DE.SetU16(r.DE_)
	c.Alternate.HL.SetU16(r.HL_)
	c.IX, c.IY, c.SP, c.PC = r.IX, r.IY, r.SP, r.PC
	c.IR.Hi, c.IR.Lo = r.I, r.R
	c.IFF1, c.IFF2, c.IM = r.IFF1, r.IFF2, int(r.IM)
	m.wz, m.halted = r.WZ, r.Halted
	m.last = nop
	if r.Q {
		m.last = orA
	}
}

// String shows all registers on two lines, in hexadecimal.
func (r Registers) String() string {
	return fmt.Sprintf("AF %04X  BC %04X  DE %04X  HL %04X  IX %04X  IY %04X  SP %04X  PC %04X  [%s]\n"+
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
