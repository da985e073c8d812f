package routine

import (
	"math/bits"

	"sargon78/emu/z80"
)

// readRegister returns a register, pair or flag: a flag is 0 or 1, all flags are the byte F.
func readRegister(g *z80.Registers, s z80.RegisterSet) uint16 {
	switch s {
	case z80.RegA:
		return uint16(g.A)
	case z80.RegB:
		return uint16(g.B)
	case z80.RegC:
		return uint16(g.C)
	case z80.RegD:
		return uint16(g.D)
	case z80.RegE:
		return uint16(g.E)
	case z80.RegH:
		return uint16(g.H)
	case z80.RegL:
		return uint16(g.L)
	case z80.RegHL:
		return g.HL()
	case z80.RegDE:
		return g.DE()
	case z80.RegBC:
		return g.BC()
	case z80.RegR:
		return uint16(g.R)
	case z80.RegI:
		return uint16(g.I)
	case z80.RegF:
		return uint16(g.F)
	}
	if s&^z80.RegF == 0 {
		return bit(g.F&uint8(s) != 0)
	}
	i, mask, shift := placeOf(s)
	return registersOf(g)[i] & mask >> shift
}

// writeRegister sets one.
func writeRegister(g *z80.Registers, s z80.RegisterSet, v uint16) {
	switch s {
	case z80.RegA:
		g.A = uint8(v)
		return
	case z80.RegB:
		g.B = uint8(v)
		return
	case z80.RegC:
		g.C = uint8(v)
		return
	case z80.RegD:
		g.D = uint8(v)
		return
	case z80.RegE:
		g.E = uint8(v)
		return
	case z80.RegH:
		g.H = uint8(v)
		return
	case z80.RegL:
		g.L = uint8(v)
		return
	case z80.RegBC:
		g.SetBC(v)
		return
	case z80.RegDE:
		g.SetDE(v)
		return
	case z80.RegHL:
		g.SetHL(v)
		return
	case z80.RegR:
		g.R = uint8(v)
		return
	case z80.RegI:
		g.I = uint8(v)
		return
	case z80.RegF:
		g.F = uint8(v)
		return
	}
	if s&^z80.RegF == 0 {
		g.F &^= uint8(s)
		if v&0xFF != 0 {
			g.F |= uint8(s)
		}
		return
	}
	i, mask, shift := placeOf(s)
	is := registersOf(g)
	is[i] = is[i]&^mask | v<<shift&mask
	is.to(g)
}

// placeOf finds the pair that a register is one of or a half of.
func placeOf(s z80.RegisterSet) (i int, mask uint16, shift int) {
	for i := range pairs {
		if pairs[i].set&s != 0 {
			mask := maskOf(s)[i]
			return i, mask, bits.TrailingZeros16(mask)
		}
	}
	panic("routine: " + s.String() + " is no register")
}

func bit(b bool) uint16 {
	if b {
		return 1
	}
	return 0
}
