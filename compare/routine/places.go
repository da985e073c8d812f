package routine

import (
	"math/bits"

	"sargon78/emu/z80"
)

// byteOf returns a pointer to A, F, B, C, D, E, H, L, I or R among the registers; nil for anything else.
func byteOf(g *z80.Registers, s z80.RegisterSet) *uint8 {
	switch s {
	case z80.RegA:
		return &g.A
	case z80.RegF:
		return &g.F
	case z80.RegB:
		return &g.B
	case z80.RegC:
		return &g.C
	case z80.RegD:
		return &g.D
	case z80.RegE:
		return &g.E
	case z80.RegH:
		return &g.H
	case z80.RegL:
		return &g.L
	case z80.RegI:
		return &g.I
	case z80.RegR:
		return &g.R
	}
	return nil
}

// halvesOf returns pointers to the two halves of BC, DE or HL; nil for anything else.
func halvesOf(g *z80.Registers, s z80.RegisterSet) (lower, upper *uint8) {
	lower, upper = byteOf(g, s&-s), byteOf(g, s&(s-1))
	if upper == nil {
		return nil, nil
	}
	return lower, upper
}

// readRegister returns the value of a register, pair or flag; a flag is 0 or 1.
func readRegister(g *z80.Registers, s z80.RegisterSet) uint16 {
	if b := byteOf(g, s); b != nil {
		return uint16(*b)
	}
	if s == z80.RegSP {
		return g.SP
	}
	if s&^z80.RegF == 0 {
		return bit(g.F&uint8(s) != 0)
	}
	if lower, upper := halvesOf(g, s); lower != nil {
		return uint16(*upper)<<8 | uint16(*lower)
	}
	i, mask, shift := placeOf(s)
	return registersOf(g)[i] & mask >> shift
}

// writeRegister sets a register, pair or flag.
func writeRegister(g *z80.Registers, s z80.RegisterSet, v uint16) {
	if b := byteOf(g, s); b != nil {
		*b = uint8(v)
		return
	}
	if s&^z80.RegF == 0 {
		g.F &^= uint8(s)
		if v&0xFF != 0 {
			g.F |= uint8(s)
		}
		return
	}
	if lower, upper := halvesOf(g, s); lower != nil {
		*lower, *upper = uint8(v), uint8(v>>8)
		return
	}
	i, mask, shift := placeOf(s)
	is := registersOf(g)
	is[i] = is[i]&^mask | v<<shift&mask
	is.to(g)
}

// placeOf returns the index of the pair to which a register or flag belongs, its bits in the pair, and the
// number of bits below them.
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
