// Package z80 is the chip: its registers, memory, ports and interrupts (State), the table of its
// instructions, the functions that decode and disassemble them, and the core that interprets them.
//
//	i := z80.Decode(machine.Peek, 0x1000)
//	fmt.Println(i.Assembly(), i.TStates, i.Flow)
//
// Code that needs to know what an instruction is asks the table: mnemonics, bytes, T-states, flags,
// where a program goes on, what is read, moved and written.
//
//	e := i.Effects()
//	fmt.Println(e.Reads, e.Moved, e.Writes)
//
// The switch of the interpreter and the assembler's two dialects are made from the table. A new
// instruction is a row; TestEffectsAreSeenByExperiment then shows whether the row is right. Two more
// cores and the list of all cores are in packages below this one, so that a program which only
// assembles needs none of their dependencies. Package emu builds a machine around the chip.
package z80

// State is a Z80 with its memory, its clock, and the devices connected to it.
type State struct {
	Registers

	TStates uint64 // the clock: periods since it began; it may be set
	Memory  [65536]uint8

	// The ports. The address is all 16 bits on the address bus. A port may look at PC, and add to
	// TStates the time that the device takes. It must not read or change any other register. If In is
	// nil, the bus is open, and a read gives FF.
	In  func(port uint16) uint8
	Out func(port uint16, v uint8)

	// The interrupts. A device sets NMI, and the chip resets it when it accepts the interrupt. INT is a
	// line: as long as it is set, a program that has interrupts enabled is interrupted. Acknowledge is
	// the device at that line. It returns the bytes on the data bus, and may reset INT: in mode 0 an
	// RST or a CALL with its address, in mode 2 the lower half of the vector's address. If Acknowledge
	// is nil, the chip resets INT, and the bus is open. RETI is called when a routine ends with that
	// instruction, because devices in a daisy chain need to know. The rules for ports hold for both.
	NMI, INT    bool
	Acknowledge func() []uint8
	RETI        func()
}

// Chip is a State with what cores and the machine around them share.
type Chip struct {
	State

	// Marks tells the core for each address what to do there: see below.
	Marks [65536]uint8

	// OnWrite is called for each write to an address with the mark Noted, when the instruction has
	// ended, with the byte before and after. It returns whether the core must return.
	OnWrite func(addr uint16, old, new uint8) (stop bool)

	writes [4]write // to addresses with the mark Noted
	noted  int

	jumps jumps // of the interpreter: see History
}

// Marks of an address.
const (
	Noted      = 0x80 // a core notes writes: see NoteWrite
	Translated = 0x40 // a core has translated this byte; also the mark of the last one

	// Stopping are all other marks: a core stops before an instruction that has one of them.
	Stopping = 0xFF &^ (Noted | Translated)
)

// Stops reports whether an address has a mark before which a core stops.
func (c *Chip) Stops(addr uint16) bool { return c.Marks[addr]&Stopping != 0 }

type write struct {
	addr uint16
	old  uint8
}

// NoteWrite records a write to an address with the mark Noted, and the byte that was there. It is just
// small enough for the compiler to inline it in the loop of the interpreter.
func (c *Chip) NoteWrite(addr uint16, old uint8) {
	c.writes[c.noted&3] = write{addr, old}
	c.noted++
}

// write writes a byte, and records the write if the address has the mark Noted.
func (c *Chip) write(addr uint16, v uint8) {
	if c.Marks[addr]&Noted != 0 {
		c.NoteWrite(addr, c.Memory[addr])
	}
	c.Memory[addr] = v
}

// ReportWrites calls OnWrite for each recorded write. stop reports whether OnWrite asks the core to
// return.
func (c *Chip) ReportWrites() (stop bool) {
	n := c.noted
	c.noted = 0
	for _, w := range c.writes[:n] {
		if c.OnWrite != nil && c.OnWrite(w.addr, w.old, c.Memory[w.addr]) {
			stop = true
		}
	}
	return stop
}

// Reason is why a core has returned.
type Reason uint8

// The reasons.
const (
	GoesOn        Reason = iota // the core need not return
	TimeIsUp                    // the clock has come to the end of the run
	AtMark                      // the next instruction has a mark before which a core stops
	Halts                       // the last instruction was HALT
	Accepts                     // an interrupt may be accepted now, or the last instruction says how
	StopRequested               // OnWrite has asked for it
)

// StopReason returns why a core has to return between two instructions, or GoesOn, in a run that lasts
// until end; asked is what ReportWrites has returned.
func (c *Chip) StopReason(end uint64, asked bool) Reason {
	switch {
	case asked:
		return StopRequested
	case c.Halted:
		return Halts
	case c.NMI || c.INT && c.IFF1 || c.AfterEI || c.AfterLDAI:
		return Accepts
	case c.Stops(c.PC):
		return AtMark
	case c.TStates >= end:
		return TimeIsUp
	}
	return GoesOn
}

// A Core executes instructions. Cores may be changed between two instructions. Package cores has their
// names, and package emu says what they have in common.
type Core interface {
	Name() string

	// Run lets whole instructions pass, at least one, until there is a Reason to return. Afterwards
	// AfterEI and AfterLDAI describe the last instruction. The caller accepts interrupts.
	Run(c *Chip, end uint64) Reason
}

// MaxTStates is how many T-states an instruction takes at most, not counting prefixes that change
// nothing.
const MaxTStates = 23

// MaxPrefixRun is by how many T-states a run may exceed its end. A chain of prefixes DD and FD may fill
// the memory: a core returns within the chain when it has gone through all of it once.
const MaxPrefixRun = 4 << 16

// Word reads two bytes, low byte first.
func (s *State) Word(addr uint16) uint16 {
	return uint16(s.Memory[addr]) | uint16(s.Memory[addr+1])<<8
}

// Peek reads a byte, for Decode and Disassemble.
func (s *State) Peek(addr uint16) uint8 { return s.Memory[addr] }

// openBus is what the data bus holds when nothing drives it.
const openBus = 0xFF

// ReadPort reads a port for a core.
func (s *State) ReadPort(port uint16) uint8 {
	if s.In == nil {
		return openBus
	}
	return s.In(port)
}

// WritePort writes to a port.
func (s *State) WritePort(port uint16, v uint8) {
	if s.Out != nil {
		s.Out(port, v)
	}
}
