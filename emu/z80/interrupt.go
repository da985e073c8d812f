package z80

// Interrupts, for all cores. A core executes instructions; this file decides whether an interrupt comes
// between two of them, and what the chip then does. Sources: Zilog's manual (UM0080, "Interrupts");
// Sean Young, "The Undocumented Z80 Documented", chapter 5.

const (
	nonMaskable = 0x0066 // where NMI goes
	mode1       = 0x0038 // where INT goes in mode 1, as by RST 38h

	// T-states of accepting an interrupt. INT adds two wait states in which the device answers.
	nmiTStates   = 5 + 3 + 3
	waitTStates  = 2
	mode1TStates = 5 + waitTStates + 3 + 3
	mode2TStates = 5 + waitTStates + 3 + 3 + 3 + 3
	callTStates  = 4 + waitTStates + 3 + 4 + 3 + 3
)

// Interrupted reports whether the chip accepts an interrupt before the next instruction. Directly after
// EI it accepts only NMI.
func (s *State) Interrupted() bool { return s.NMI || s.INT && s.IFF1 && !s.AfterEI }

// Accept accepts the pending interrupt, and pushes PC onto the stack. ok is false in mode 0 if the
// device sends an instruction that is neither RST nor CALL: then the device was asked, and nothing else
// has happened. stop is what ReportWrites has returned.
func (c *Chip) Accept() (ok, stop bool) {
	if c.NMI { // IFF2 stays: RETN restores IFF1 from it
		c.NMI, c.IFF1 = false, false
		stop = c.respond(nmiTStates)
		c.PC, c.WZ = nonMaskable, nonMaskable
		return true, stop
	}
	to, tStates := uint16(mode1), uint64(mode1TStates)
	bus := c.acknowledge()
	switch op := bus[0]; {
	case c.IM == 1:
	case c.IM == 2:
		tStates = mode2TStates
	case op&0xC7 == 0xC7: // RST
		to = uint16(op & 0x38)
	case op == 0xCD && len(bus) == 3: // CALL
		to, tStates = uint16(bus[1])|uint16(bus[2])<<8, callTStates
	default:
		return false, false
	}
	if c.AfterLDAI { // LD A,I and LD A,R copy IFF2 while the chip resets it
		c.F &^= FlagPV
	}
	c.IFF1, c.IFF2 = false, false
	stop = c.respond(tStates)
	if c.IM == 2 { // the vector is read last
		to = c.Word(uint16(c.I)<<8 | uint16(bus[0]))
	}
	c.PC, c.WZ = to, to
	return true, stop
}

// acknowledge asks the device at INT for its bytes. If there is no device, acknowledge resets the line.
func (c *Chip) acknowledge() []uint8 {
	if c.Acknowledge == nil {
		c.INT = false
		return []uint8{openBus}
	}
	if bus := c.Acknowledge(); len(bus) > 0 {
		return bus
	}
	return []uint8{openBus}
}

// respond ends HALT and pushes PC, which is after the HALT.
func (c *Chip) respond(tStates uint64) (stop bool) {
	c.Halted, c.Q, c.AfterEI, c.AfterLDAI = false, false, false, false
	c.Refresh(1)
	c.TStates += tStates
	for _, v := range []uint8{uint8(c.PC >> 8), uint8(c.PC)} {
		c.SP--
		c.write(c.SP, v)
	}
	return c.ReportWrites()
}
