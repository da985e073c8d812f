package translator

import table "sargon78/emu/instruction"

// page says which opcodes an instruction is one of.
type page uint8

const (
	mainPage     page = iota
	bitPage           // after CB
	extendedPage      // after ED
)

// instruction is a decoded instruction of the Z80. The table tells how long it takes, and whether
// it sets flags.
type instruction struct {
	table.Opcode
	addr    uint16
	length  uint16
	page    page
	op      uint8
	hl      int    // what it uses for HL: the local variable hl, ix or iy
	d       int8   // displacement, if hl is ix or iy
	n       uint16 // immediate byte or word, or where a relative jump goes
	fetches int    // how many R counts
	left    bool   // left to the interpreter
}

// next returns the address after it.
func (i *instruction) next() uint16 { return i.addr + i.length }

// indexed tells whether it has a prefix DD or FD.
func (i *instruction) indexed() bool { return i.hl != hl }

// decode decodes the instruction at an address.
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
		i.op = fetch()
		i.fetches++
	}
	switch {
	case i.op == 0xCB && i.indexed():
		i.page = bitPage
		i.d = int8(fetch())
		i.op = fetch()
		i.Opcode = table.IndexedBits[i.op]
	case i.op == 0xCB:
		i.page = bitPage
		i.op = fetch()
		i.fetches++
		i.Opcode = table.Bits[i.op]
	case i.op == 0xED:
		i.page = extendedPage
		i.op = fetch()
		i.fetches++
		i.Opcode = table.Extended[i.op]
		i.left = i.indexed() || !translatedExtended(i.op)
	default:
		i.Opcode = table.Main[i.op]
		i.left = !translatedMain(i.op)
		if changed := table.Indexed[i.op]; i.indexed() && changed.Text != "" {
			i.Opcode = changed
		} else if i.indexed() {
			i.left = true // a chain of prefixes, or one that does nothing
		}
	}
	for n, c := range i.Text {
		if c != '%' {
			continue
		}
		switch i.Text[n+1] {
		case 'm':
			if i.indexed() && i.page == mainPage {
				i.d = int8(fetch())
			}
		case 'b':
			i.n = uint16(fetch())
		case 'w':
			i.n = uint16(fetch()) | uint16(fetch())<<8
		case 'e':
			distance := fetch()
			i.n = at + uint16(int8(distance))
		}
	}
	i.length = at - addr
	// Words that lie at both ends of memory.
	wraps := i.page == extendedPage && i.op&0xC7 == 0x43 || i.op == 0x22 || i.op == 0x2A
	i.left = i.left || wraps && i.n == 0xFFFF
	return i
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

// translatedExtended does so for the instructions after ED: those that add and load words, NEG,
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

// setsFlags tells whether an instruction computes flags: what the chip keeps in Q.
func (i *instruction) setsFlags() bool { return i.Flags != 0 }

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

// kind returns how it goes on. One that repeats itself jumps to itself.
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

// target returns where a jump or a call goes.
func (i *instruction) target() uint16 {
	if i.repeats() {
		return i.addr
	}
	if i.page == mainPage && i.op&0xC7 == 0xC7 {
		return uint16(i.op & 0x38)
	}
	return i.n
}
