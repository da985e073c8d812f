package emu

// What the loop in execute.go has to know about an instruction beside its T-states.

// Pages of opcodes in Machine.last. Instructions after DD and FD set flags as those without prefix do.
const (
	pageCB = 0x100 // also for DD CB
	pageED = 0x200
)

// setsFlags tells whether an instruction leaves newly calculated flags in F. POP AF and EX AF,AF' only move F.
func setsFlags(last uint16) bool {
	op := uint8(last)
	switch last &^ 0xFF {
	case pageCB:
		return op < 0x80
	case pageED:
		switch {
		case op >= 0x40 && op < 0x80:
			// IN r,(C); SBC HL, ADC HL; NEG; LD A,I; LD A,R; RRD; RLD
			return op&7 == 0 || op&7 == 2 || op&7 == 4 || op == 0x57 || op == 0x5F || op == 0x67 || op == 0x6F
		default:
			return isBlock(op)
		}
	}
	switch {
	case op < 0x40:
		return op&7 == 4 || op&7 == 5 || op&7 == 7 || op&0xF == 9 // INC, DEC; RLCA to CCF; ADD HL
	case op >= 0x80 && op < 0xC0, op&0xC7 == 0xC6: // ADD A to CP
		return true
	}
	return false
}

// isBlock tells whether ED op is one of LDI to OTDR.
func isBlock(op uint8) bool { return op&0xE4 == 0xA0 }

// conditions has, for each F, bit cc set if condition cc holds: NZ Z NC C PO PE P M.
var conditions = table(func(f uint8) (holds uint8) {
	for i, flag := range [4]uint8{FlagZ, FlagC, FlagPV, FlagS} {
		if f&flag == 0 {
			holds |= 1 << (2 * i)
		} else {
			holds |= 2 << (2 * i)
		}
	}
	return holds
})

// indexUse is how an instruction after DD or FD uses IX or IY.
type indexUse uint8

const (
	unused        indexUse = iota // the prefix means nothing
	asRegister                    // in place of HL, H or L, in a way that leaves WZ alone
	displaced                     // (IX+d)
	atAddress                     // LD (nn),IX; LD IX,(nn)
	added                         // ADD IX,pp
	exchanged                     // EX (SP),IX
	jumpedTo                      // JP (IX)
	bitsDisplaced                 // DD CB d op
)

// indexed is for opcodes after DD or FD. T-states of unused and bitsDisplaced are counted elsewhere.
var indexed = table(func(op uint8) (i struct {
	tStates uint8
	use     indexUse
}) {
	i.tStates = indexedTStates[op]
	switch {
	case op == 0xCB:
		i.use = bitsDisplaced
	case i.tStates == 0:
		i.use = unused
	case op == 0x22 || op == 0x2A:
		i.use = atAddress
	case op&0xCF == 0x09:
		i.use = added
	case op == 0xE3:
		i.use = exchanged
	case op == 0xE9:
		i.use = jumpedTo
	case i.tStates >= 19:
		i.use = displaced
	default:
		i.use = asRegister
	}
	return i
})

// treatment is what an instruction after ED needs beside the library.
type treatment uint8

const (
	plain     treatment = iota // nothing
	addsToHL                   // SBC HL,ss; ADC HL,ss
	loadsWord                  // LD (nn),dd; LD dd,(nn)
	copies                     // LDIR, LDDR
	searches                   // CPI, CPIR, CPD, CPDR
	corrected                  // see Machine.extended
)

var extended = table(func(op uint8) treatment {
	switch {
	case op&0xC7 == 0x42:
		return addsToHL
	case op&0xC7 == 0x43:
		return loadsWord
	case op == 0xB0 || op == 0xB8:
		return copies
	case op == 0xA1 || op == 0xA9 || op == 0xB1 || op == 0xB9:
		return searches
	}
	switch op {
	case 0x44, 0x46, 0x56, 0x5E, 0x47, 0x4F, 0x57, 0x5F, 0xA0, 0xA8: // NEG, IM, LD with I and R, LDI, LDD
		return plain
	}
	return corrected
})

// table tabulates a function of a byte.
func table[T any](f func(uint8) T) (t [256]T) {
	for i := range t {
		t[i] = f(uint8(i))
	}
	return t
}

func toWord(high, low uint8) uint16 { return uint16(high)<<8 | uint16(low) }

// displace adds the signed displacement d to an index register.
func displace(index uint16, d uint8) uint16 { return index + uint16(int8(d)) }
