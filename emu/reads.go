package emu

import "sargon78/emu/chip"

// Reads tells which addresses the instruction at PC will read as data: n of them, 0 to 2, in
// order. Its own bytes do not count, and what an interrupt reads in its place is not foretold.
func (m *Machine) Reads() (addrs [2]uint16, n int) {
	if m.Halted {
		return addrs, 0
	}
	pc := m.PC
	index, prefixed := m.HL(), false
	op := m.Memory[pc]
	for op == 0xDD || op == 0xFD {
		index, prefixed = m.IX, true
		if op == 0xFD {
			index = m.IY
		}
		pc++
		op = m.Memory[pc]
		if pc == m.PC { // all memory is prefixes
			return addrs, 0
		}
	}
	one := func(addr uint16) ([2]uint16, int) { return [2]uint16{addr}, 1 }
	two := func(addr uint16) ([2]uint16, int) { return [2]uint16{addr, addr + 1}, 2 }
	memory := index // what stands for (HL)
	if prefixed {
		memory += uint16(int8(m.Memory[pc+1]))
	}
	switch {
	case op == 0xED:
		return m.readsExtended(pc + 1)
	case op == 0xCB && prefixed:
		return one(memory)
	case op == 0xCB:
		if m.Memory[pc+1]&7 == 6 {
			return one(memory)
		}
	case op == 0x0A:
		return one(m.pair(m.B, m.C))
	case op == 0x1A:
		return one(m.pair(m.D, m.E))
	case op == 0x2A:
		return two(m.Word(pc + 1))
	case op == 0x3A:
		return one(m.Word(pc + 1))
	case op == 0x34, op == 0x35: // INC and DEC
		return one(memory)
	case op == 0x76: // HALT
	case op >= 0x40 && op < 0xC0 && op&7 == 6: // LD r,(HL) and arithmetic
		return one(memory)
	case op&0xCF == 0xC1, op == 0xC9, op == 0xE3: // POP, RET, EX (SP),HL
		return two(m.SP)
	case op&0xC7 == 0xC0 && m.holds(op>>3&7): // RET cc
		return two(m.SP)
	}
	return addrs, 0
}

// readsExtended is Reads for the page of ED, whose second byte is at pc.
func (m *Machine) readsExtended(pc uint16) (addrs [2]uint16, n int) {
	switch op := m.Memory[pc]; {
	case op&0xCF == 0x4B: // LD rr,(nn)
		addr := m.Word(pc + 1)
		return [2]uint16{addr, addr + 1}, 2
	case op&0xC7 == 0x45: // RETN, RETI
		return [2]uint16{m.SP, m.SP + 1}, 2
	case op == 0x67, op == 0x6F, // RRD, RLD
		op >= 0xA0 && op < 0xC0 && op&4 == 0 && op&3 != 2: // block instructions but input
		return [2]uint16{m.HL()}, 1
	}
	return addrs, 0
}

// HL is the pair, as (HL) addresses memory.
func (m *Machine) HL() uint16 { return m.pair(m.H, m.L) }

func (m *Machine) pair(high, low uint8) uint16 { return uint16(high)<<8 | uint16(low) }

// holds tells whether a condition holds, numbered as in opcodes: NZ Z NC C PO PE P M.
func (m *Machine) holds(condition uint8) bool {
	flag := [4]uint8{chip.FlagZ, chip.FlagC, chip.FlagPV, chip.FlagS}[condition>>1]
	return m.F&flag != 0 == (condition&1 != 0)
}
