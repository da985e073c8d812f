package z80

import "fmt"

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

// Registers is everything a Z80 remembers between two instructions. Of the halves of a pair the lower
// comes first, as words lie in memory: emu.Snapshot is saved in this order.
type Registers struct {
	F, A, C, B, E, D, L, H uint8
	AF_, BC_, DE_, HL_     uint16 // the alternate set, AF' to HL'
	IX, IY, SP, PC         uint16
	I, R                   uint8
	IFF1, IFF2             bool   // interrupt flip-flops
	IM                     uint8  // interrupt mode, 0 to 2
	WZ                     uint16 // MEMPTR, the hidden address register; shows in F after BIT b,(HL)
	Q                      bool   // the last instruction changed F; shows in F after SCF and CCF
	Halted                 bool   // after HALT; PC is then after it

	// The last instruction decides how an interrupt is accepted now: after EI only NMI is accepted;
	// after LD A,I and LD A,R, accepting INT resets P/V.
	AfterEI, AfterLDAI bool
}

// AF returns the pair of A and F; BC, DE and HL return the other pairs.
func (r *Registers) AF() uint16 { return uint16(r.A)<<8 | uint16(r.F) }
func (r *Registers) BC() uint16 { return uint16(r.B)<<8 | uint16(r.C) }
func (r *Registers) DE() uint16 { return uint16(r.D)<<8 | uint16(r.E) }
func (r *Registers) HL() uint16 { return uint16(r.H)<<8 | uint16(r.L) }

// SetAF sets A and F; SetBC, SetDE and SetHL set the other pairs.
func (r *Registers) SetAF(v uint16) { r.A, r.F = uint8(v>>8), uint8(v) }
func (r *Registers) SetBC(v uint16) { r.B, r.C = uint8(v>>8), uint8(v) }
func (r *Registers) SetDE(v uint16) { r.D, r.E = uint8(v>>8), uint8(v) }
func (r *Registers) SetHL(v uint16) { r.H, r.L = uint8(v>>8), uint8(v) }

// Refresh counts n opcode fetches in the lower seven bits of R.
func (r *Registers) Refresh(n uint8) { r.R = r.R&0x80 | (r.R+n)&0x7F }

// String returns all registers on two lines, in hexadecimal.
func (r Registers) String() string {
	return fmt.Sprintf("AF %04X  BC %04X  DE %04X  HL %04X  "+
		"IX %04X  IY %04X  SP %04X  PC %04X  [%s]\n"+
		"AF'%04X  BC'%04X  DE'%04X  HL'%04X  I %02X  R %02X  IM %d  IFF1 %t  IFF2 %t  WZ %04X",
		r.AF(), r.BC(), r.DE(), r.HL(), r.IX, r.IY, r.SP, r.PC, r.Flags(),
		r.AF_, r.BC_, r.DE_, r.HL_, r.I, r.R, r.IM, r.IFF1, r.IFF2, r.WZ)
}

// Flags returns F as eight letters, with a dot for each clear flag. Y and X are bits 5 and 3, which
// Zilog's manual leaves out.
func (r *Registers) Flags() string {
	name := []byte("SZYHXPNC")
	for i := range name {
		if r.F&(0x80>>i) == 0 {
			name[i] = '.'
		}
	}
	return string(name)
}
