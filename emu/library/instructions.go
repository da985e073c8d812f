package library

import "sargon78/emu/instruction"

// What the loop in execute.go has to know about an instruction beside its T-states.

// Pages of opcodes in Machine.last. Instructions after DD and FD set flags as those without prefix
// do.
const (
	pageCB = 0x100 // also for DD CB
	pageED = 0x200
)

// setsFlags tells whether an instruction leaves newly calculated flags in F. POP AF and EX AF,AF'
// only move F.
func setsFlags(last uint16) bool {
	page := &instruction.Main
	switch last &^ 0xFF {
	case pageCB:
		page = &instruction.Bits
	case pageED:
		page = &instruction.Extended
	}
	return page[uint8(last)].Flags != 0
}

// instructions says about each opcode of the main page how many T-states it takes, from
// mainTStates, in the lower five bits, and what else there is to do, above.
var instructions = table(func(op uint8) uint8 { return mainTStates[op] | kind(op) })

const tStatesMask = 0x1F

// The kinds of instructions in the order in which the loop looks for them. Zero are those with
// nothing but T-states to count.
const (
	adds      = (iota + 1) << 5 // set WZ to HL before, plus one
	addresses                   // set WZ to the address in the operand, plus one
	jumps                       // set WZ to where they go, if they do
	indexes                     // the prefixes DD and FD
	bits                        // the prefix CB
	extends                     // the prefix ED
	others                      // see Machine.other
)

func kind(op uint8) uint8 {
	switch op {
	case 0x18, 0x10, 0x20, 0x28, 0x30, 0x38, // JR, DJNZ, JR cc
		0xC3, 0xC2, 0xCA, 0xD2, 0xDA, 0xE2, 0xEA, 0xF2, 0xFA, // JP, JP cc
		0xC9, 0xC0, 0xC8, 0xD0, 0xD8, 0xE0, 0xE8, 0xF0, 0xF8, // RET, RET cc
		0xCD, 0xC4, 0xCC, 0xD4, 0xDC, 0xE4, 0xEC, 0xF4, 0xFC, // CALL, CALL cc
		0xC7, 0xCF, 0xD7, 0xDF, 0xE7, 0xEF, 0xF7, 0xFF: // RST
		return jumps
	case 0x22, 0x2A, 0x3A: // LD (nn),HL, LD HL,(nn), LD A,(nn)
		return addresses
	case 0xDD, 0xFD:
		return indexes
	case 0x09, 0x19, 0x29, 0x39: // ADD HL,ss
		return adds
	case 0xCB:
		return bits
	case 0xED:
		return extends
	case 0x02, 0x12, 0x32, 0x0A, 0x1A, // LD (BC),A, LD (DE),A, LD (nn),A, LD A,(BC), LD A,(DE)
		0xE3, 0xE9, 0xDB, 0xD3, // EX (SP),HL, JP (HL), IN, OUT
		0x37, 0x3F, 0x76, 0xFB: // SCF, CCF, HALT, EI
		return others
	}
	return 0
}

// jumpLength counts the bytes of a jump.
var jumpLength = table(func(op uint8) uint8 {
	switch {
	case kind(op) != jumps:
		return 0
	case op < 0x40: // JR, DJNZ
		return 2
	case op&7 == 0 || op&7 == 7 || op == 0xC9: // RET, RST
		return 1
	default: // JP, CALL
		return 3
	}
})

// indexUse says how an instruction after DD or FD uses IX or IY.
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

// indexed is for opcodes after DD or FD. T-states of unused and bitsDisplaced are counted
// elsewhere.
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

// treatment is what an instruction after ED needs beside its T-states.
type treatment uint8

const (
	unchanged treatment = iota // nothing
	loadsWord                  // WZ is the address in its operand, plus one
	addsToHL                   // WZ is HL before, plus one
	copies                     // LDIR, LDDR
	searches                   // CPI, CPIR, CPD, CPDR
	corrected                  // see Machine.extended
)

var extended = table(func(op uint8) treatment {
	switch {
	case op&0xC7 == 0x42: // SBC HL,ss, ADC HL,ss
		return addsToHL
	case op&0xC7 == 0x43: // LD (nn),dd, LD dd,(nn)
		return loadsWord
	case op == 0xB0 || op == 0xB8:
		return copies
	case op == 0xA1 || op == 0xB1 || op == 0xA9 || op == 0xB9:
		return searches
	}
	switch op {
	case 0x44, 0x46, 0x56, 0x5E, 0x47, 0x4F, 0xA0, 0xA8: // NEG, IM, LD I,A, LD R,A, LDI, LDD
		return unchanged
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
