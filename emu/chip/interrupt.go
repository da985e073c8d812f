package chip

// Interrupts, as all cores have them. A core lets instructions pass; whether an interrupt comes
// between two of them, and what the chip then does, is said here. Sources: Zilog's manual
// (UM0080, "Interrupts"); Sean Young, "The Undocumented Z80 Documented", chapter 5.

const (
	nonMaskable = 0x0066 // where NMI goes
	mode1       = 0x0038 // where INT goes in mode 1

	// T-states of accepting. INT has two waits for the device to answer.
	nmiTStates   = 5 + 3 + 3
	waitTStates  = 2
	mode1TStates = 5 + waitTStates + 3 + 3
	mode2TStates = 5 + waitTStates + 3 + 3 + 3 + 3
	rstTStates   = 5 + waitTStates + 3 + 3
	callTStates  = 4 + waitTStates + 3 + 4 + 3 + 3
)

// Interrupted tells whether an interrupt is accepted before the next instruction. Directly after
// EI only NMI is.
func (s *State) Interrupted() bool { return s.NMI || s.INT && s.IFF1 && !s.AfterEI }

// Attention tells whether a core has to return: an interrupt may be accepted, the last
// instruction has said something about those that come now, or Wrote asks for it.
func (s *State) Attention() bool {
	return s.NMI || s.INT && s.IFF1 || s.AfterEI || s.AfterLDAI || s.StopAfter
}

// Accept accepts the interrupt that is there. Not ok: in mode 0 the device wants an instruction
// that is neither RST nor CALL, and nothing has happened but that it was asked.
func (s *State) Accept() (ok bool) {
	if s.NMI { // IFF2 keeps what RETN restores
		s.NMI, s.IFF1 = false, false
		s.respond(nmiTStates)
		s.enter(nonMaskable)
		return true
	}
	to, tStates := uint16(mode1), uint64(mode1TStates)
	bus := s.acknowledge()
	switch op := bus[0]; {
	case s.IM == 1:
	case s.IM == 2:
		tStates = mode2TStates
	case op&0xC7 == 0xC7: // RST
		to, tStates = uint16(op&0x38), rstTStates
	case op == 0xCD && len(bus) == 3: // CALL
		to, tStates = uint16(bus[1])|uint16(bus[2])<<8, callTStates
	default:
		return false
	}
	if s.AfterLDAI { // they show IFF2 while it is being reset
		s.F &^= FlagPV
	}
	s.IFF1, s.IFF2 = false, false
	s.respond(tStates)
	if s.IM == 2 { // the vector is read last
		to = s.Word(uint16(s.I)<<8 | uint16(bus[0]))
	}
	s.enter(to)
	return true
}

// acknowledge asks the device at INT for its bytes. Where there is none, the line is released.
func (s *State) acknowledge() []uint8 {
	if s.Acknowledge == nil {
		s.INT = false
		return []uint8{openBus}
	}
	if bus := s.Acknowledge(); len(bus) > 0 {
		return bus
	}
	return []uint8{openBus}
}

// respond ends HALT and pushes PC, which is behind it.
func (s *State) respond(tStates uint64) {
	s.Halted, s.Q, s.AfterEI, s.AfterLDAI = false, false, false, false
	s.Refresh(1)
	s.TStates += tStates
	s.push(uint8(s.PC >> 8))
	s.push(uint8(s.PC))
	s.TellWrites()
}

func (s *State) enter(routine uint16) {
	s.Jumps.Moved(s.PC, routine)
	s.PC, s.WZ = routine, routine
}

func (s *State) push(v uint8) {
	s.SP--
	if s.Marks[s.SP]&Watched != 0 {
		s.NoteWrite(s.SP)
	}
	s.Memory[s.SP] = v
}
