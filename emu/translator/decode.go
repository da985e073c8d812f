package translator

import table "sargon78/emu/instruction"

// page says which opcodes an instruction is one of.
type page uint8

const (
	mainPage     page = iota
	bitPage           // after CB
	extendedPage      // after ED
)

// instruction is an instruction of the Z80 taken apart.
type instruction struct {
	addr    uint16
	length  uint16
	page    page
	op      uint8
	hl      int    // what it uses for HL: the local variable hl, ix or iy
	d       int8   // displacement, if that is ix or iy
	n       uint16 // immediate byte or word, or where a relative jump goes
	fetches int    // how many R counts
	left    bool   // to the interpreter
}

// next is the address behind it.
func (i *instruction) next() uint16 { return i.addr + i.length }

// indexed tells whether it has a prefix DD or FD.
func (i *instruction) indexed() bool { return i.hl != hl }

// decode takes the instruction at an address apart.
func decode(memory *[65536]uint8, addr uint16) instruction {
	i := instruction{addr: addr, hl: hl, fetches: 1}
	at := addr
	fetch := func() uint8 { at++; return memory[at-1] }
	i.op = fetch()
	if i.op == 0xDD || i.op == 0xFD {
		i.hl = ix
		if i.op == 0xFD {
			i.hl = iy
		}
		i.fetches++
		i.op = fetch()
		if i.op != 0xCB && table.Indexed[i.op].Text == "" {
			i.left = true // a chain of prefixes, or one that does nothing
		} else if i.op == 0xCB || usesMemory(i.op) {
			i.d = int8(fetch())
		}
	}
	switch {
	case i.op == 0xCB:
		i.page = bitPage
		i.op = fetch()
		if !i.indexed() {
			i.fetches++
		}
	case i.op == 0xED:
		i.page = extendedPage
		i.fetches++
		i.op = fetch()
		i.left = i.left || !translatedExtended(i.op)
		if i.op&0xC7 == 0x43 {
			i.n = uint16(fetch()) | uint16(fetch())<<8
		}
	default:
		i.left = i.left || !translatedMain(i.op)
		switch immediate(i.op) {
		case 1:
			i.n = uint16(fetch())
			if i.op < 0x40 && i.op&7 == 0 {
				i.n = at + uint16(int8(i.n))
			}
		case 2:
			i.n = uint16(fetch()) | uint16(fetch())<<8
		}
	}
	i.length = at - addr
	// Words that lie at both ends of memory.
	wraps := i.page == extendedPage && i.op&0xC7 == 0x43 || i.op == 0x22 || i.op == 0x2A
	i.left = i.left || wraps && i.n == 0xFFFF
	return i
}

// usesMemory tells whether an instruction of the main page that uses HL uses the byte it points to.
func usesMemory(op uint8) bool {
	y, z := op>>3&7, op&7
	switch op >> 6 {
	case 0:
		return y == 6 && z >= 4 && z <= 6
	case 1:
		return (y == 6 || z == 6) && op != 0x76
	case 2:
		return z == 6
	}
	return false
}

// immediate is how many bytes of operand an instruction of the main page has, d not counted.
func immediate(op uint8) int {
	z := op & 7
	switch op >> 6 {
	case 0:
		switch {
		case z == 0 && op >= 0x10 || z == 6:
			return 1
		case z == 1 && op&8 == 0, z == 2 && op >= 0x20:
			return 2
		}
	case 3:
		switch {
		case z == 2, z == 4, op == 0xC3, op == 0xCD:
			return 2
		case z == 6, op == 0xD3, op == 0xDB:
			return 1
		}
	}
	return 0
}

// translatedMain tells whether an instruction of the main page is translated. The others are
// DAA, HALT, OUT, IN, DI, EI.
func translatedMain(op uint8) bool {
	switch op {
	case 0x27, 0x76, 0xD3, 0xDB, 0xF3, 0xFB:
		return false
	}
	return true
}

// translatedExtended tells it of the instructions after ED: those that add and load words, NEG,
// RRD, RLD, and LDI to CPDR.
func translatedExtended(op uint8) bool {
	switch op >> 6 {
	case 1:
		return op&7 == 2 || op&7 == 3 || op&7 == 4 || op == 0x67 || op == 0x6F
	case 2:
		return op >= 0xA0 && op&7 < 2
	}
	return false
}

// repeats tells whether it is LDIR, LDDR, CPIR or CPDR.
func (i *instruction) repeats() bool { return i.page == extendedPage && i.op >= 0xB0 && !i.left }

// setsFlags tells whether an instruction leaves newly calculated flags: what the chip keeps in Q.
func (i *instruction) setsFlags() bool {
	op := i.op
	switch {
	case i.page == bitPage:
		return op < 0x80
	case i.page == extendedPage:
		return op&7 == 2 || op&7 == 4 || op == 0x67 || op == 0x6F || op >= 0x80
	case op < 0x40:
		return op&7 == 4 || op&7 == 5 || op&7 == 7 || op&0xF == 9
	}
	return op >= 0x80 && op < 0xC0 || op&0xC7 == 0xC6
}

// kind says how an instruction goes on.
type kind uint8

const (
	straight kind = iota
	jumps         // to n: JP, JR
	jumpsIf       // to n or behind it: JP cc, JR cc, DJNZ
	calls         // CALL, RST
	callsIf
	returns
	returnsIf
	jumpsToHL
)

// kind of an instruction. One that repeats itself jumps to itself.
func (i *instruction) kind() kind {
	if i.repeats() {
		return jumpsIf
	}
	if i.page != mainPage || i.left {
		return straight
	}
	op := i.op
	switch {
	case op == 0x18 || op == 0xC3:
		return jumps
	case op < 0x40 && op&7 == 0 && op >= 0x10 || op&0xC7 == 0xC2:
		return jumpsIf
	case op == 0xCD || op&0xC7 == 0xC7:
		return calls
	case op&0xC7 == 0xC4:
		return callsIf
	case op == 0xC9:
		return returns
	case op&0xC7 == 0xC0:
		return returnsIf
	case op == 0xE9:
		return jumpsToHL
	}
	return straight
}

// target is where a jump or a call goes.
func (i *instruction) target() uint16 {
	if i.repeats() {
		return i.addr
	}
	if i.page == mainPage && i.op&0xC7 == 0xC7 {
		return uint16(i.op & 0x38)
	}
	return i.n
}
