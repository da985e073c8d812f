package emu

import "math/bits"

// Step runs one whole instruction, prefixes included: traps at PC first. On a machine that has executed HALT it lets
// four T-states pass. The error is a *Fault or comes from a trap.
func (m *Machine) Step() error {
	if m.marks[m.cpu.PC]&^markStop != 0 {
		if moved, err := m.visit(); err != nil || moved {
			return err
		}
	}
	return m.execute()
}

// execute runs the instruction at PC: the library does the work; what it does not know is done around it: T-states, WZ and Q,
// and what it does differently from the chip.
func (m *Machine) execute() error {
	c := &m.cpu
	if m.halted {
		m.refresh(1)
		m.TStates += 4
		m.flagsSet = false
		return nil
	}
	pc := c.PC
	m.history.add(pc)
	op := m.Memory[pc]
	q := m.flagsSet
	m.flagsSet = setsFlags(op)
	m.TStates += uint64(mainTStates[op])
	switch op {
	default:
		c.Step()

	case 0x10: // DJNZ
		c.Step()
		if c.BC.Hi != 0 {
			m.TStates += relativeJumpTaken
			m.wz = c.PC
		}
	case 0x20, 0x28, 0x30, 0x38: // JR cc
		if m.condition(op >> 3 & 3) {
			m.TStates += relativeJumpTaken
			c.Step()
			m.wz = c.PC
		} else {
			c.Step()
		}
	case 0xC0, 0xC8, 0xD0, 0xD8, 0xE0, 0xE8, 0xF0, 0xF8: // RET cc
		if m.condition(op >> 3 & 7) {
			m.TStates += returnTaken
			c.Step()
			m.wz = c.PC
		} else {
			c.Step()
		}
	case 0xC4, 0xCC, 0xD4, 0xDC, 0xE4, 0xEC, 0xF4, 0xFC: // CALL cc
		if m.condition(op >> 3 & 7) {
			m.TStates += callTaken
		}
		m.wz = m.Word(pc + 1)
		c.Step()
	case 0xC2, 0xCA, 0xD2, 0xDA, 0xE2, 0xEA, 0xF2, 0xFA, 0xC3, 0xCD: // JP cc, JP, CALL
		m.wz = m.Word(pc + 1)
		c.Step()
	case 0x18, 0xC9, 0xC7, 0xCF, 0xD7, 0xDF, 0xE7, 0xEF, 0xF7, 0xFF: // JR, RET, RST
		c.Step()
		m.wz = c.PC

	case 0x02: // LD (BC),A
		m.wz = uint16(c.AF.Hi)<<8 | uint16(c.BC.Lo+1)
		c.Step()
	case 0x12: // LD (DE),A
		m.wz = uint16(c.AF.Hi)<<8 | uint16(c.DE.Lo+1)
		c.Step()
	case 0x32: // LD (nn),A
		m.wz = uint16(c.AF.Hi)<<8 | uint16(m.Memory[pc+1]+1)
		c.Step()
	case 0x0A: // LD A,(BC)
		m.wz = c.BC.U16() + 1
		c.Step()
	case 0x1A: // LD A,(DE)
		m.wz = c.DE.U16() + 1
		c.Step()
	case 0x22, 0x2A, 0x3A: // LD (nn),HL; LD HL,(nn); LD A,(nn)
		m.wz = m.Word(pc+1) + 1
		c.Step()
	case 0x09, 0x19, 0x29, 0x39: // ADD HL,ss
		m.wz = c.HL.U16() + 1
		c.Step()
	case 0xE3: // EX (SP),HL
		c.Step()
		m.wz = c.HL.U16()

	case 0xD3: // OUT (n),A
		m.portHigh = c.AF.Hi
		m.wz = uint16(c.AF.Hi)<<8 | uint16(m.Memory[pc+1]+1)
		c.Step()
	case 0xDB: // IN A,(n)
		m.portHigh = c.AF.Hi
		m.wz = (uint16(c.AF.Hi)<<8 | uint16(m.Memory[pc+1])) + 1
		c.Step()

	case 0x37, 0x3F: // SCF, CCF
		xy := c.AF.Hi
		if !q {
			xy |= c.AF.Lo
		}
		c.Step()
		c.AF.Lo = c.AF.Lo&^(FlagX|FlagY) | xy&(FlagX|FlagY)

	case 0x76: // HALT
		c.PC++
		m.refresh(1)
		m.halted = true

	case 0xCB:
		m.executeBit()
	case 0xED:
		m.executeExtended()
	case 0xDD:
		return m.executeIndexed(&c.IX)
	case 0xFD:
		return m.executeIndexed(&c.IY)
	}
	return nil
}

// setsFlags tells whether an opcode of the main table writes F by calculating. POP AF and EX AF,AF' only move it.
func setsFlags(op uint8) bool {
	switch {
	case op >= 0x80 && op < 0xC0, op&0xC7 == 0xC6: // arithmetic and logic
		return true
	case op < 0x40:
		return op&7 == 4 || op&7 == 5 || op&7 == 7 || op&0xF == 9 // INC, DEC, RLCA to CCF, ADD HL
	}
	return false
}

// condition tells whether condition code cc (0 to 7: NZ Z NC C PO PE P M) holds.
func (m *Machine) condition(cc uint8) bool {
	flag := [4]uint8{FlagZ, FlagC, FlagPV, FlagS}[cc>>1]
	return (m.cpu.AF.Lo&flag != 0) == (cc&1 != 0)
}

// refresh counts n fetches in the lower seven bits of R.
func (m *Machine) refresh(n uint8) {
	r := &m.cpu.IR.Lo
	*r = *r&0x80 | (*r+n)&0x7F
}

func (m *Machine) setFlags(mask, f uint8) {
	m.cpu.AF.Lo = m.cpu.AF.Lo&^mask | f&mask
}

func (m *Machine) executeBit() {
	c := &m.cpu
	op := m.Memory[c.PC+1]
	c.Step()
	m.TStates += bitTStates(op)
	m.flagsSet = op < 0x80
	if op&0xC7 == 0x46 { // BIT b,(HL): the library clears bits 3 and 5
		m.setFlags(FlagX|FlagY, uint8(m.wz>>8))
	}
}

// executeIndexed runs an instruction after DD or FD. Where the index register plays no part the prefix is a fetch and nothing more.
func (m *Machine) executeIndexed(index *uint16) error {
	c := &m.cpu
	pc := c.PC
	op := m.Memory[pc+1]
	if op == 0xCB {
		m.executeIndexedBit(*index)
		return nil
	}
	t := indexedTStates[op]
	if t == 0 {
		for prefixes := 1; op == 0xDD || op == 0xFD; prefixes++ {
			if prefixes == len(m.Memory) {
				return m.fault("memory is nothing but prefixes DDh and FDh")
			}
			next := m.Memory[c.PC+2]
			if next == 0xCB || indexedTStates[next] != 0 {
				break
			}
			c.PC++
			m.refresh(1)
			m.TStates += prefixTStates
			op = next
		}
		c.PC++
		m.refresh(1)
		m.TStates += prefixTStates
		return m.execute()
	}
	m.TStates += uint64(t)
	m.flagsSet = setsFlags(op)
	switch {
	case op == 0x22 || op == 0x2A: // LD (nn),IX; LD IX,(nn)
		m.wz = m.Word(pc+2) + 1
		c.Step()
	case op&0xCF == 0x09: // ADD IX,pp
		m.wz = *index + 1
		c.Step()
	case op == 0xE3: // EX (SP),IX
		c.Step()
		m.wz = *index
	case t >= 19: // (IX+d)
		m.wz = *index + uint16(int8(m.Memory[pc+2]))
		c.Step()
	default:
		c.Step()
	}
	return nil
}

// executeIndexedBit runs DD CB d op and FD CB d op. The library knows those that leave the registers alone, but counts
// the last byte as a fetch in R.
func (m *Machine) executeIndexedBit(index uint16) {
	c := &m.cpu
	pc := c.PC
	op := m.Memory[pc+3]
	addr := index + uint16(int8(m.Memory[pc+2]))
	m.wz = addr
	m.TStates += indexedBitTStates(op)
	m.flagsSet = op < 0x80
	// The instruction that only touches memory has 6 in its lower three bits.
	// Run it in place of the given one, then copy the result.
	saved := m.Memory[pc+3]
	m.Memory[pc+3] = op&0xF8 | 6
	c.Step()
	if addr != pc+3 {
		m.Memory[pc+3] = saved
	}
	m.refresh(0x7F)
	if op>>6 == 1 {
		m.setFlags(FlagX|FlagY, uint8(addr>>8))
		return
	}
	if r := m.register(op & 7); r != nil {
		*r = m.Memory[addr]
	}
}

// register is the 8-bit register of a three-bit field; nil for 6, which means memory.
func (m *Machine) register(field uint8) *uint8 {
	c := &m.cpu
	return [8]*uint8{&c.BC.Hi, &c.BC.Lo, &c.DE.Hi, &c.DE.Lo, &c.HL.Hi, &c.HL.Lo, nil, &c.AF.Hi}[field]
}

func parity(v uint8) uint8 {
	return uint8(1-bits.OnesCount8(v)&1) * FlagPV
}

func (m *Machine) executeExtended() {
	c := &m.cpu
	pc := c.PC
	op := m.Memory[pc+1]
	m.TStates += uint64(extendedTStates[op])
	m.flagsSet = false
	switch {
	case op >= 0x40 && op < 0x80:
		switch op & 7 {
		case 0: // IN r,(C)
			m.wz = c.BC.U16() + 1
			m.flagsSet = true
			m.skip()
			v := m.in(c.BC.U16())
			if r := m.register(op >> 3 & 7); r != nil {
				*r = v
			}
			f := v&(FlagS|FlagX|FlagY) | parity(v)
			if v == 0 {
				f |= FlagZ
			}
			m.setFlags(^uint8(FlagC), f)
		case 1: // OUT (C),r
			m.wz = c.BC.U16() + 1
			m.skip()
			v := uint8(0)
			if r := m.register(op >> 3 & 7); r != nil {
				v = *r
			}
			m.out(c.BC.U16(), v)
		case 2: // SBC HL,ss; ADC HL,ss
			m.wz = c.HL.U16() + 1
			m.flagsSet = true
			c.Step()
		case 3: // LD (nn),dd; LD dd,(nn)
			m.wz = m.Word(pc+2) + 1
			c.Step()
		case 4: // NEG
			m.skip()
			m.flagsSet = true
			a := c.AF.Hi
			r := -a
			c.AF.Hi = r
			f := r&(FlagS|FlagX|FlagY) | FlagN | (a^r)&FlagH
			if r == 0 {
				f |= FlagZ
			}
			if a == 0x80 {
				f |= FlagPV
			}
			if a != 0 {
				f |= FlagC
			}
			c.AF.Lo = f
		case 5: // RETN, RETI
			c.PC = m.Word(c.SP)
			c.SP += 2
			m.refresh(2)
			c.IFF1 = c.IFF2
			m.wz = c.PC
		case 6: // IM
			m.skip()
			c.IM = [4]int{0, 0, 1, 2}[op>>3&3]
		case 7:
			switch op {
			case 0x67, 0x6F: // RRD, RLD
				m.wz = c.HL.U16() + 1
				m.flagsSet = true
				c.Step()
			case 0x57, 0x5F:
				m.flagsSet = true
				c.Step()
			case 0x47, 0x4F:
				c.Step()
			default:
				m.skip()
			}
		}
	case op&0xE4 == 0xA0:
		m.executeBlock(op)
	default:
		m.skip()
	}
}

// skip passes over an ED instruction that the library must not see.
func (m *Machine) skip() {
	m.cpu.PC += 2
	m.refresh(2)
}

func (m *Machine) executeBlock(op uint8) {
	c := &m.cpu
	pc := c.PC
	step := uint16(1)
	if op&8 != 0 {
		step = 0xFFFF
	}
	m.flagsSet = true
	repeat := false
	switch op & 3 {
	case 0: // LDI, LDD
		c.Step()
		repeat = c.AF.Lo&FlagPV != 0
	case 1: // CPI, CPD
		m.wz += step
		c.Step()
		repeat = c.AF.Lo&FlagPV != 0 && c.AF.Lo&FlagZ == 0
	default: // INI, IND, OUTI, OUTD
		m.skip()
		hl := c.HL.U16()
		var v uint8
		var k uint16
		if op&1 == 0 {
			m.wz = c.BC.U16() + step
			v = m.in(c.BC.U16())
			m.cpu.Memory.Set(hl, v)
			c.BC.Hi--
			c.HL.SetU16(hl + step)
			k = uint16(v) + uint16(c.BC.Lo+uint8(step))
		} else {
			v = m.Memory[hl]
			c.BC.Hi--
			m.wz = c.BC.U16() + step
			m.out(c.BC.U16(), v)
			c.HL.SetU16(hl + step)
			k = uint16(v) + uint16(c.HL.Lo)
		}
		f := c.BC.Hi&(FlagS|FlagX|FlagY) | v>>7*FlagN | parity(uint8(k)&7^c.BC.Hi)
		if c.BC.Hi == 0 {
			f |= FlagZ
		}
		if k > 0xFF {
			f |= FlagH | FlagC
		}
		c.AF.Lo = f
		repeat = c.BC.Hi != 0
		if repeat && op&0x10 != 0 {
			c.PC = pc
			b := c.BC.Hi
			if f&FlagC == 0 {
				f ^= parity(b&7) ^ FlagPV
			} else {
				f &^= FlagH
				if v&0x80 != 0 {
					f ^= parity((b-1)&7) ^ FlagPV
					if b&0xF == 0 {
						f |= FlagH
					}
				} else {
					f ^= parity((b+1)&7) ^ FlagPV
					if b&0xF == 0xF {
						f |= FlagH
					}
				}
			}
			c.AF.Lo = f
		}
	}
	if repeat && op&0x10 != 0 {
		m.TStates += blockRepeated
		m.wz = pc + 1
		m.setFlags(FlagX|FlagY, uint8(pc>>8))
	}
}
