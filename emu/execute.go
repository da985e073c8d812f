package emu

// Step runs one whole instruction, prefixes included. Traps at PC come first; one that moves PC takes the place of the
// instruction. After HALT a step lets the four T-states of a NOP pass. The error is a *Fault or comes from a trap.
func (m *Machine) Step() error {
	if m.halted {
		m.refresh(1)
		m.TStates += uint64(mainTStates[nop])
		m.last = nop
		return nil
	}
	return m.execute(m.TStates + 1)
}

// execute runs whole instructions until the clock has reached end; HALT and a trap that moves PC end it earlier.
// The library does the work of an instruction. What it leaves out is done around it here: T-states, WZ, and a note of where
// the program jumps. What it gets wrong is in correct.go.
//
// This loop is where a machine spends its time: measure BenchmarkMachine before and after every change.
func (m *Machine) execute(end uint64) error {
	c := &m.cpu
	for m.TStates < end {
		pc := c.PC
		if m.marks[pc] != 0 {
			if moved, err := m.visit(); moved || err != nil {
				return err
			}
		}
		op := m.Memory[pc]
	decode:
		before := m.last
		m.last = uint16(op)
		m.TStates += uint64(mainTStates[op])
		switch op {
		default: // neither jumps nor touches WZ
			c.Step()

		case 0x18, 0xC3, 0xC9, 0xCD, // JR, JP, RET, CALL
			0xC7, 0xCF, 0xD7, 0xDF, 0xE7, 0xEF, 0xF7, 0xFF: // RST
			c.Step()
			m.wz = c.PC
			m.history.jump(pc, c.PC)
		case 0xE9: // JP (HL)
			c.Step()
			m.history.jump(pc, c.PC)
		case 0x10: // DJNZ
			c.Step()
			if c.BC.Hi != 0 {
				m.TStates += relativeJumpTaken
				m.wz = c.PC
				m.history.jump(pc, c.PC)
			}
		case 0x20, 0x28, 0x30, 0x38: // JR cc
			c.Step()
			if conditions[c.AF.Lo]>>(op>>3&3)&1 != 0 {
				m.TStates += relativeJumpTaken
				m.wz = c.PC
				m.history.jump(pc, c.PC)
			}
		case 0xC0, 0xC8, 0xD0, 0xD8, 0xE0, 0xE8, 0xF0, 0xF8: // RET cc
			c.Step()
			if conditions[c.AF.Lo]>>(op>>3&7)&1 != 0 {
				m.TStates += returnTaken
				m.wz = c.PC
				m.history.jump(pc, c.PC)
			}
		case 0xC2, 0xCA, 0xD2, 0xDA, 0xE2, 0xEA, 0xF2, 0xFA: // JP cc
			c.Step()
			m.wz = m.Word(pc + 1)
			if c.PC != pc+3 {
				m.history.jump(pc, c.PC)
			}
		case 0xC4, 0xCC, 0xD4, 0xDC, 0xE4, 0xEC, 0xF4, 0xFC: // CALL cc
			m.wz = m.Word(pc + 1)
			c.Step()
			if conditions[c.AF.Lo]>>(op>>3&7)&1 != 0 {
				m.TStates += callTaken
				m.history.jump(pc, c.PC)
			}

		case 0x22, 0x2A, 0x3A: // LD (nn),HL; LD HL,(nn); LD A,(nn)
			m.wz = m.Word(pc+1) + 1
			c.Step()
		case 0x32: // LD (nn),A
			m.wz = toWord(c.AF.Hi, m.Memory[pc+1]+1)
			c.Step()
		case 0x0A: // LD A,(BC)
			m.wz = c.BC.U16() + 1
			c.Step()
		case 0x1A: // LD A,(DE)
			m.wz = c.DE.U16() + 1
			c.Step()
		case 0x02: // LD (BC),A
			m.wz = toWord(c.AF.Hi, c.BC.Lo+1)
			c.Step()
		case 0x12: // LD (DE),A
			m.wz = toWord(c.AF.Hi, c.DE.Lo+1)
			c.Step()
		case 0x09, 0x19, 0x29, 0x39: // ADD HL,ss
			m.wz = c.HL.U16() + 1
			c.Step()
		case 0xE3: // EX (SP),HL
			c.Step()
			m.wz = c.HL.U16()

		case 0xDB: // IN A,(n)
			m.portHigh = c.AF.Hi
			m.wz = toWord(c.AF.Hi, m.Memory[pc+1]) + 1
			c.Step()
		case 0xD3: // OUT (n),A
			m.portHigh = c.AF.Hi
			m.wz = toWord(c.AF.Hi, m.Memory[pc+1]+1)
			c.Step()

		case 0x37, 0x3F: // SCF, CCF
			m.carryInstruction(setsFlags(before))
		case 0x76: // HALT
			m.halt()
			return nil

		case 0xCB:
			op := m.Memory[pc+1]
			m.last = pageCB | uint16(op)
			m.TStates += uint64(bitTStates[op])
			c.Step()
			if op&0xC7 == 0x46 { // BIT b,(HL)
				m.setUndocumentedFlags(uint8(m.wz >> 8))
			}

		case 0xDD, 0xFD:
			index := c.IX
			if op == 0xFD {
				index = c.IY
			}
			i := &indexed[m.Memory[pc+1]]
			m.last = uint16(m.Memory[pc+1])
			m.TStates += uint64(i.tStates)
			switch i.use {
			case asRegister:
				c.Step()
			case displaced:
				m.wz = displace(index, m.Memory[pc+2])
				c.Step()
			case atAddress:
				m.wz = m.Word(pc+2) + 1
				c.Step()
			case added:
				m.wz = index + 1
				c.Step()
			case exchanged:
				m.wz = m.Word(c.SP)
				c.Step()
			case jumpedTo:
				c.Step()
				m.history.jump(pc, c.PC)
			case bitsDisplaced:
				m.indexedBit(index)
			case unused:
				m.last = before
				if err := m.skipPrefixes(); err != nil {
					return err
				}
				pc = c.PC
				op = m.Memory[pc]
				goto decode
			}

		case 0xED:
			op := m.Memory[pc+1]
			m.last = pageED | uint16(op)
			m.TStates += uint64(extendedTStates[op])
			switch extended[op] {
			case plain:
				c.Step()
			case addsToHL: // SBC HL,ss; ADC HL,ss
				m.wz = c.HL.U16() + 1
				c.Step()
			case loadsWord: // LD (nn),dd; LD dd,(nn)
				m.wz = m.Word(pc+2) + 1
				c.Step()
			case copies: // LDIR, LDDR
				c.Step()
				if c.PC == pc {
					m.repeat()
				}
			case searches: // CPI, CPIR, CPD, CPDR
				if op&8 == 0 {
					m.wz++
				} else {
					m.wz--
				}
				c.Step()
				if c.PC == pc {
					m.repeat()
				}
			case corrected:
				m.extended(op)
			}
		}
	}
	return nil
}
