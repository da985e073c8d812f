package library

import (
	mathbits "math/bits"

	"sargon78/emu/chip"
	"sargon78/emu/instruction"
)

// The instructions that github.com/koron-go/z80 v0.10.2 does not know or executes differently from
// the chip.

const (
	nop = 0x00
	orA = 0xB7
)

// halt leaves PC behind the instruction, as on the chip; the library would leave it on it.
func (m *Core) halt() {
	m.cpu.PC++
	m.refresh(1)
	m.Halted = true
}

// refresh counts n opcode fetches in the lower seven bits of R.
func (m *Core) refresh(n uint8) {
	r := &m.cpu.IR.Lo
	*r = *r&0x80 | (*r+n)&0x7F
}

// carryInstruction runs SCF or CCF. Bits 3 and 5 of F come from A alone if the instruction before
// has set the flags, otherwise from A or F. The library knows only the first.
func (m *Core) carryInstruction(flagsJustSet bool) {
	c := &m.cpu
	from := c.AF.Hi
	if !flagsJustSet {
		from |= c.AF.Lo
	}
	c.Step()
	m.setUndocumentedFlags(from)
}

// setUndocumentedFlags copies bits 3 and 5 of v into F.
func (m *Core) setUndocumentedFlags(v uint8) {
	f := &m.cpu.AF.Lo
	*f = *f&^(chip.FlagX|chip.FlagY) | v&(chip.FlagX|chip.FlagY)
}

// skipPrefixes steps over prefixes DD and FD that the next byte makes meaningless. Each is a
// fetch and four T-states. It gives up when there is nothing else in all memory.
func (m *Core) skipPrefixes() bool {
	c := &m.cpu
	for m.TStates < m.end+chip.LongestChain {
		c.PC++
		m.refresh(1)
		m.TStates += instruction.PrefixTStates
		op := m.Memory[c.PC]
		if op != 0xDD && op != 0xFD || indexed[m.Memory[c.PC+1]].use != unused {
			return true
		}
	}
	return false
}

// indexedBit runs DD CB d op. The library knows only those that leave the registers alone, counts
// the last byte as a fetch in R, and clears bits 3 and 5 of F in BIT.
func (m *Core) indexedBit(index uint16) {
	c := &m.cpu
	pc := c.PC
	addr := displace(index, m.Memory[pc+2])
	op := m.Memory[pc+3]
	m.WZ = addr
	m.last = pageCB | uint16(op)
	m.TStates += uint64(indexedBitTStates[op])
	switch {
	case op&7 == 6:
		c.Step()
		m.refresh(0x7F) // one less
		if isBit(op) {
			m.setUndocumentedFlags(uint8(addr >> 8))
		}
	case isBit(op):
		m.pass(4)
		v := m.Memory[addr] & (1 << (op >> 3 & 7))
		f := chip.FlagH | v&chip.FlagS | uint8(addr>>8)&(chip.FlagX|chip.FlagY) | c.AF.Lo&chip.FlagC
		if v == 0 {
			f |= chip.FlagZ | chip.FlagPV
		}
		c.AF.Lo = f
	default: // the result goes to memory and to a register
		m.pass(4)
		v := m.changeBits(op, m.Memory[addr])
		c.Memory.Set(addr, v)
		*m.register(op & 7) = v
	}
}

func isBit(op uint8) bool { return op>>6 == 1 }

// changeBits gives the result of the rotations and shifts, RES and SET, and sets the flags as they
// do.
func (m *Core) changeBits(op, v uint8) uint8 {
	f := &m.cpu.AF.Lo
	mask := uint8(1) << (op >> 3 & 7)
	switch op >> 6 {
	case 2:
		return v &^ mask
	case 3:
		return v | mask
	}
	carry := *f & chip.FlagC
	var r uint8
	switch op >> 3 {
	case 0: // RLC
		r = v<<1 | v>>7
	case 1: // RRC
		r = v>>1 | v<<7
	case 2: // RL
		r = v<<1 | carry
	case 3: // RR
		r = v>>1 | carry<<7
	case 4: // SLA
		r = v << 1
	case 5: // SRA
		r = v>>1 | v&0x80
	case 6: // SLL
		r = v<<1 | 1
	case 7: // SRL
		r = v >> 1
	}
	carry = v >> 7
	if op>>3&1 != 0 { // to the right
		carry = v & 1
	}
	*f = signZeroParity(r) | carry
	return r
}

// pass steps over an instruction of n bytes that the library must not see. Two of them are opcode
// fetches.
func (m *Core) pass(n uint16) {
	m.cpu.PC += n
	m.refresh(2)
}

// register is the 8-bit register of a three-bit field in an opcode; 6 has none.
func (m *Core) register(field uint8) *uint8 {
	c := &m.cpu
	return [8]*uint8{
		&c.BC.Hi, &c.BC.Lo, &c.DE.Hi, &c.DE.Lo, &c.HL.Hi, &c.HL.Lo, nil, &c.AF.Hi,
	}[field]
}

// parity is chip.FlagPV for an even number of ones.
func parity(v uint8) uint8 {
	return uint8(1-mathbits.OnesCount8(v)&1) * chip.FlagPV
}

// signZero gives S, Z and the undocumented flags of a result.
func signZero(v uint8) uint8 {
	f := v & (chip.FlagS | chip.FlagX | chip.FlagY)
	if v == 0 {
		f |= chip.FlagZ
	}
	return f
}

func signZeroParity(v uint8) uint8 { return signZero(v) | parity(v) }

// extended runs the instructions after ED that are marked as corrected.
func (m *Core) extended(op uint8) {
	c := &m.cpu
	switch op {
	case 0x70: // IN F,(C): not in the library
		m.WZ = wordAfter(c.BC.Hi, c.BC.Lo)
		m.pass(2)
		c.AF.Lo = signZeroParity(m.input(c.BC.U16())) | c.AF.Lo&chip.FlagC
	case 0x71: // OUT (C),0: not in the library
		m.WZ = wordAfter(c.BC.Hi, c.BC.Lo)
		m.pass(2)
		m.output(c.BC.U16(), 0)
	case 0x40, 0x48, 0x50, 0x58, 0x60, 0x68, 0x78, // IN r,(C)
		0x41, 0x49, 0x51, 0x59, 0x61, 0x69, 0x79: // OUT (C),r: only half the address in the library
		m.WZ = wordAfter(c.BC.Hi, c.BC.Lo)
		m.portHigh = c.BC.Hi
		c.Step()
	case 0x4C, 0x54, 0x5C, 0x64, 0x6C, 0x74, 0x7C: // NEG: the library knows only ED 44
		m.substitute(0x44)
	case 0x4E, 0x66, 0x6E: // IM 0: only ED 46
		m.substitute(0x46)
	case 0x76: // IM 1: only ED 56
		m.substitute(0x56)
	case 0x7E: // IM 2: only ED 5E
		m.substitute(0x5E)
	case 0x45, 0x4D, 0x55, 0x5D, 0x65, 0x6D, 0x75, 0x7D:
		// RETN, RETI: it knows 45 and 4D, but RETI restores IFF1 as well
		pc := c.PC
		m.refresh(2)
		c.PC = m.Word(c.SP)
		c.SP += 2
		c.IFF1 = c.IFF2
		m.WZ = c.PC
		m.Jumps.Note(pc, c.PC)
		m.attend()
	case 0x57, 0x5F: // LD A,I, LD A,R
		c.Step()
		m.AfterLDAI = true
		m.attend()
	case 0x67, 0x6F: // RRD, RLD
		m.WZ = wordAfter(c.HL.Hi, c.HL.Lo)
		c.Step()
	case 0xA2, 0xAA, 0xB2, 0xBA, 0xA3, 0xAB, 0xB3, 0xBB:
		m.blockPort(op)
	default: // does nothing
		m.pass(2)
	}
}

// substitute runs ED op in place of the instruction at PC, whose duplicate it is. Neither may touch
// memory.
func (m *Core) substitute(op uint8) {
	at := &m.Memory[m.cpu.PC+1]
	duplicate := *at
	*at = op
	m.cpu.Step()
	*at = duplicate
}

// repeat completes a block instruction that the library has set back to be run again: five more
// T-states, and bits 3 and 5 of F come from the upper half of its address.
func (m *Core) repeat() {
	m.TStates += blockRepeated
	m.WZ = m.cpu.PC + 1
	m.setUndocumentedFlags(uint8(m.cpu.PC >> 8))
}

// blockPort runs INI, IND, OUTI, OUTD and their repeating forms. The library takes B for the port
// of the first, and sets only Z.
func (m *Core) blockPort(op uint8) {
	c := &m.cpu
	m.pass(2)
	step := uint16(1)
	if op&8 != 0 {
		step = 0xFFFF
	}
	hl := c.HL.U16()
	c.HL.SetU16(hl + step)
	var v uint8
	var sum uint16 // its carry and parity go into the flags
	if op&1 == 0 {
		m.WZ = c.BC.U16() + step
		v = m.input(c.BC.U16())
		c.Memory.Set(hl, v)
		c.BC.Hi--
		sum = uint16(v) + uint16(c.BC.Lo+uint8(step))
	} else {
		v = m.Memory[hl]
		c.BC.Hi--
		m.WZ = c.BC.U16() + step
		m.output(c.BC.U16(), v)
		sum = uint16(v) + uint16(c.HL.Lo)
	}
	b := c.BC.Hi
	f := signZero(b) | parity(uint8(sum)&7^b)
	if v&0x80 != 0 {
		f |= chip.FlagN
	}
	if sum > 0xFF {
		f |= chip.FlagH | chip.FlagC
	}
	if op&0x10 == 0 || b == 0 {
		c.AF.Lo = f
		return
	}

	// When it repeats, H and PV show more of what goes on inside: a carry counts B once more.
	adjusted := b
	if f&chip.FlagC != 0 {
		f &^= chip.FlagH
		if v&0x80 != 0 {
			adjusted--
			if b&0x0F == 0x00 {
				f |= chip.FlagH
			}
		} else {
			adjusted++
			if b&0x0F == 0x0F {
				f |= chip.FlagH
			}
		}
	}
	f ^= parity(adjusted&7) ^ chip.FlagPV
	c.AF.Lo = f
	c.PC -= 2
	m.repeat()
}
