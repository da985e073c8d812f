package z80

import "math/bits"

// keepSZP are the flags that rotations of A and similar instructions do not change.
const keepSZP = FlagS | FlagZ | FlagPV

// flagsXY are the undocumented flags, which mostly show bits of a result.
const flagsXY = FlagX | FlagY

// bit holds the masks of the bits. A shift by a variable would need a register of its own on amd64 in
// the whole loop.
var bit = [8]uint8{1, 2, 4, 8, 16, 32, 64, 128}

// The flags of a result: sz; szp with the parity; incremented and decremented after adding and
// subtracting 1.
var sz, szp, incremented, decremented [256]uint8

// init computes the tables of flags.
func init() {
	for i := range sz {
		sz[i] = uint8(i) & (FlagS | FlagY | FlagX)
		if i == 0 {
			sz[i] |= FlagZ
		}
		szp[i] = sz[i] | parity(uint8(i))
		incremented[i] = sz[i]
		if i&0x0F == 0 {
			incremented[i] |= FlagH
		}
		decremented[i] = sz[i] | FlagN
		if i&0x0F == 0x0F {
			decremented[i] |= FlagH
		}
	}
	incremented[0x80] |= FlagPV
	decremented[0x7F] |= FlagPV
}

// parity returns FlagPV if v has an even number of ones, else 0.
func parity(v uint8) uint8 { return uint8(^bits.OnesCount8(v)&1) * FlagPV }

// decimal executes DAA: it returns the new A and F.
func decimal(a, f uint8) (uint8, uint8) {
	correction, carry := uint8(0), f&FlagC
	if f&FlagH != 0 || a&0x0F > 9 {
		correction = 0x06
	}
	if carry != 0 || a > 0x99 {
		correction |= 0x60
		carry = FlagC
	}
	result := a + correction
	if f&FlagN != 0 {
		result = a - correction
	}
	return result, szp[result] | carry | f&FlagN | (a^result)&FlagH
}

// undocumented returns bits 3 and 5 of F after SCF and CCF: from A alone if the instruction before has
// set the flags, otherwise from A or F.
func undocumented(a, f uint8, flagsSet bool) uint8 {
	if !flagsSet {
		a |= f
	}
	return a & flagsXY
}

// interruptFlags returns the flags of LD A,I and LD A,R.
func interruptFlags(a uint8, iff2 bool, f uint8) uint8 {
	f = f&FlagC | sz[a]
	if iff2 {
		f |= FlagPV
	}
	return f
}

// copied returns the flags of LDI and LDD: sum is A plus the byte, bc is the new BC.
func copied(sum uint8, bc uint16, f uint8) uint8 {
	f = f&(FlagS|FlagZ|FlagC) | sum&FlagX | sum<<4&FlagY
	if bc != 0 {
		f |= FlagPV
	}
	return f
}

// searched returns the flags of CPI and CPD.
func searched(a, v uint8, bc uint16, f uint8) uint8 {
	difference := a - v
	half := (a ^ v ^ difference) & FlagH
	shown := difference - half>>4
	f = f&FlagC | FlagN | sz[difference]&(FlagS|FlagZ) | half |
		shown&FlagX | shown<<4&FlagY
	if bc != 0 {
		f |= FlagPV
	}
	return f
}

// blockIn and blockOut execute INI, IND, OUTI, OUTD and their repeating forms, and return F.
func blockIn(s *Chip, step uint16, repeats bool) uint8 {
	bc, hl := s.BC(), s.HL()
	s.WZ = bc + step
	v := s.ReadPort(bc)
	s.write(hl, v)
	s.B--
	s.SetHL(hl + step)
	return blockFlags(s.B, v, uint16(v)+uint16(s.C+uint8(step)), repeats)
}

func blockOut(s *Chip, step uint16, repeats bool) uint8 {
	hl := s.HL()
	v := s.Memory[hl]
	s.B--
	s.WZ = s.BC() + step
	s.SetHL(hl + step)
	s.WritePort(s.BC(), v)
	return blockFlags(s.B, v, uint16(v)+uint16(s.L), repeats)
}

// blockFlags returns the flags after a byte v has gone through a port: b is the new B, sum the sum that
// the chip forms on the way. When the instruction repeats, H and PV show more of the chip's inner work:
// a carry counts B once more.
func blockFlags(b, v uint8, sum uint16, repeats bool) uint8 {
	f := sz[b] | parity(uint8(sum)&7^b) | v>>7*FlagN
	carry := sum > 0xFF
	if carry {
		f |= FlagH | FlagC
	}
	if !repeats || b == 0 {
		return f
	}
	adjusted := b
	if carry {
		f &^= FlagH
		edge := uint8(0x0F)
		if v&0x80 != 0 {
			adjusted--
			edge = 0x00
		} else {
			adjusted++
		}
		if b&0x0F == edge {
			f |= FlagH
		}
	}
	return f ^ parity(adjusted&7) ^ FlagPV
}
