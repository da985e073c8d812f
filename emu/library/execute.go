package library

import "sargon78/emu/chip"

// executeUnmarked runs at least one instruction, then on until the clock has reached end or PC is
// at a marked address.
//
// The library does the work of an instruction; around it comes what it leaves out: T-states, WZ,
// the last opcode for Q, a note of where the program jumps. What it gets wrong is in correct.go.
//
// A machine spends all its time in this loop. What counts in it is the number of branches that are
// taken, hence the inner loop for the kinds of instruction that programs mostly consist of. Measure
// BenchmarkCores before and after every change.
func (m *Core) executeUnmarked() {
	c := &m.cpu
	t := m.TStates
	pc := c.PC
	op := m.Memory[pc]
	what := instructions[op]
	for {
		for what < indexes {
			if what >= adds {
				if what < addresses { // ADD HL,ss
					m.WZ = wordAfter(c.HL.Hi, c.HL.Lo)
				} else if what < jumps { // LD HL,(nn), LD A,(nn), LD (nn),HL
					m.WZ = m.Word(pc+1) + 1
				}
			}
			m.TStates = t + uint64(what&tStatesMask)
			m.last = uint16(op)
			c.Step()
			if what >= jumps {
				if c.PC != pc+uint16(jumpLength[op]) {
					m.TStates += uint64(takenTStates[op])
					m.WZ = c.PC
					m.Jumps.Note(pc, c.PC)
				} else if op >= 0x40 || m.Memory[pc+1] == 0 {
					m.fallThrough(op, pc)
				}
			}
			pc = c.PC
			t = m.TStates
			if m.Stops(pc) || t >= m.end || m.StopAfter {
				return
			}
			op = m.Memory[pc]
			what = instructions[op]
		}
		m.TStates = t + uint64(what&tStatesMask)
		switch kind := what &^ tStatesMask; {
		case kind == indexes: // DD, FD
			index := c.IX
			if op == 0xFD {
				index = c.IY
			}
			op2 := m.Memory[pc+1]
			i := indexed[op2]
			m.TStates += uint64(i.tStates)
			switch {
			case i.use == displaced:
				m.WZ = displace(index, m.Memory[pc+2])
				m.last = uint16(op2)
				c.Step()
			case i.use == asRegister:
				m.last = uint16(op2)
				c.Step()
			case i.use != unused:
				m.indexed(op2, index)
			default:
				if !m.skipPrefixes() {
					return
				}
				t = m.TStates
				pc = c.PC
				op = m.Memory[pc]
				what = instructions[op]
				continue // with what comes after the prefix, whatever the clock says
			}

		case kind == bits: // CB
			op2 := m.Memory[pc+1]
			m.last = pageCB | uint16(op2)
			m.TStates += uint64(bitTStates[op2])
			c.Step()
			if op2&0xC7 == 0x46 { // BIT b,(HL): the library clears bits 3 and 5
				m.setUndocumentedFlags(uint8(m.WZ >> 8))
			}

		case kind == extends: // ED
			op2 := m.Memory[pc+1]
			m.last = pageED | uint16(op2)
			m.TStates += uint64(extendedTStates[op2])
			switch how := extended[op2]; {
			case how == unchanged:
				c.Step()
			case how == loadsWord: // LD (nn),dd, LD dd,(nn)
				m.WZ = m.Word(pc+2) + 1
				c.Step()
			case how == addsToHL: // SBC HL,ss, ADC HL,ss
				m.WZ = wordAfter(c.HL.Hi, c.HL.Lo)
				c.Step()
			case how == copies: // LDIR, LDDR
				c.Step()
				if c.PC == pc {
					m.repeat()
				}
			case how == searches: // CPI, CPIR, CPD, CPDR
				m.WZ += 1 - uint16(op2&8)>>2 // up or down
				c.Step()
				if c.PC == pc {
					m.repeat()
				}
			default:
				m.extended(op2)
			}

		default:
			m.other(op)
			if m.Halted {
				return
			}
		}
		pc = c.PC
		t = m.TStates
		if m.Stops(pc) || t >= m.end || m.StopAfter {
			return
		}
		op = m.Memory[pc]
		what = instructions[op]
	}
}

// fallThrough completes a jump, call or return that goes on with the next instruction: mostly
// because its condition does not hold, but it may also have gone there on purpose.
func (m *Core) fallThrough(op uint8, pc uint16) {
	c := &m.cpu
	taken := true
	switch {
	case op == 0x10: // DJNZ
		taken = c.BC.Hi != 0
	case op == 0x20 || op == 0x28 || op == 0x30 || op == 0x38: // JR cc
		taken = m.condition(op >> 3 & 3)
	case op&7 == 0 && op >= 0xC0: // RET cc
		taken = m.condition(op >> 3 & 7)
	case op&7 == 2: // JP cc
		m.WZ = m.Word(pc + 1)
		taken = false // it takes no longer
	case op&7 == 4: // CALL cc
		taken = m.condition(op >> 3 & 7)
		if !taken {
			m.WZ = m.Word(pc + 1)
		}
	}
	if taken {
		m.TStates += uint64(takenTStates[op])
		m.WZ = c.PC
		m.Jumps.Note(pc, c.PC)
	}
}

// condition tells whether condition cc holds: 0 to 7 for NZ Z NC C PO PE P M.
func (m *Core) condition(cc uint8) bool {
	flag := [4]uint8{chip.FlagZ, chip.FlagC, chip.FlagPV, chip.FlagS}[cc>>1]
	return (m.cpu.AF.Lo&flag != 0) == (cc&1 != 0)
}

// other runs the instructions of the main page that are rare, but need more than T-states counted.
func (m *Core) other(op uint8) {
	c := &m.cpu
	pc := c.PC
	before := m.last
	m.last = uint16(op)
	switch op {
	case 0x02: // LD (BC),A
		m.WZ = toWord(c.AF.Hi, c.BC.Lo+1)
		c.Step()
	case 0x12: // LD (DE),A
		m.WZ = toWord(c.AF.Hi, c.DE.Lo+1)
		c.Step()
	case 0x32: // LD (nn),A
		m.WZ = toWord(c.AF.Hi, m.Memory[pc+1]+1)
		c.Step()
	case 0x0A: // LD A,(BC)
		m.WZ = wordAfter(c.BC.Hi, c.BC.Lo)
		c.Step()
	case 0x1A: // LD A,(DE)
		m.WZ = wordAfter(c.DE.Hi, c.DE.Lo)
		c.Step()
	case 0xE3: // EX (SP),HL
		c.Step()
		m.WZ = c.HL.U16()
	case 0xE9: // JP (HL)
		c.Step()
		m.Jumps.Note(pc, c.PC)
	case 0xDB: // IN A,(n)
		m.portHigh = c.AF.Hi
		m.WZ = toWord(c.AF.Hi, m.Memory[pc+1]) + 1
		c.Step()
	case 0xD3: // OUT (n),A
		m.portHigh = c.AF.Hi
		m.WZ = toWord(c.AF.Hi, m.Memory[pc+1]+1)
		c.Step()
	case 0x37, 0x3F: // SCF, CCF
		m.carryInstruction(setsFlags(before))
	case 0x76: // HALT
		m.halt()
	case 0xFB: // EI
		c.Step()
		m.AfterEI = true
		m.attend()
	}
}

// indexed runs what after DD or FD is neither frequent nor without meaning.
func (m *Core) indexed(op uint8, index uint16) {
	c := &m.cpu
	pc := c.PC
	m.last = uint16(op)
	switch indexed[op].use {
	case atAddress: // LD (nn),IX, LD IX,(nn)
		m.WZ = m.Word(pc+2) + 1
		c.Step()
	case added: // ADD IX,pp
		m.WZ = index + 1
		c.Step()
	case exchanged: // EX (SP),IX
		m.WZ = m.Word(c.SP)
		c.Step()
	case jumpedTo: // JP (IX)
		c.Step()
		m.Jumps.Note(pc, c.PC)
	case bitsDisplaced: // DD CB d op
		m.indexedBit(index)
	}
}

func toWord(high, low uint8) uint16 { return uint16(high)<<8 | uint16(low) }

// wordAfter is a pair plus one. Adding to the lower half first keeps the compiler from reading both
// halves at once, which the processor would have to wait for when they have just been written one
// by one.
func wordAfter(high, low uint8) uint16 { return uint16(low) + 1 + uint16(high)<<8 }

// displace adds the signed displacement d to an index register.
func displace(index uint16, d uint8) uint16 { return index + uint16(int8(d)) }
