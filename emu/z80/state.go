// Package z80 is the chip: its registers, memory, ports and interrupts (State), the table of its
// instructions, what decodes and disassembles them, and the core that interprets them.
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
// The switch of the interpreter and the assembler's two dialects come from it. A new instruction is a
// row; TestEffectsAreSeenByExperiment then shows whether the row is right. Below are two more cores and
// the registry of all of them, so that a program which only assembles needs none of their dependencies. Package emu
// makes a machine of it.
package z80

// State is a Z80 with its memory, its clock, and what is connected to it.
type State struct {
	Registers

	TStates uint64 // the clock: periods since it began; it may be set
	Memory  [65536]uint8

	// The ports. The address is all 16 bits on the address bus. A port may look at PC, and add
	// to TStates what the device takes; other registers are not to be had meanwhile, and none
	// may be changed. Without In the bus is open, which gives FF.
	In  func(port uint16) uint8
	Out func(port uint16, v uint8)

	// The interrupts. NMI is set by a device, and reset when the interrupt is accepted. INT is a
	// line: as long as it is set a program that has interrupts on is interrupted. Acknowledge is
	// the device there, which may reset INT when it is asked for the bytes on the data bus: in
	// mode 0 an RST or a CALL with its address, in mode 2 the lower half of the vector's
	// address. Without it INT is reset, and the bus is open. RETI is called when a routine ends
	// with that instruction, as devices in a daisy chain want to know. What holds for the ports
	// holds for both.
	NMI, INT    bool
	Acknowledge func() []uint8
	RETI        func()
}

// Chip is a State as cores and the machine around them share it.
type Chip struct {
	State

	// Marks says for each address what a core has to do there: see below.
	Marks [65536]uint8

	// OnWrite is called for each write to an address with the mark Noted, when the instruction is over,
	// with the byte before and after. It returns whether the core is to return.
	OnWrite func(addr uint16, old, new uint8) (stop bool)

	writes [4]write // to addresses with the mark Noted
	noted  int

	jumps jumps // of the interpreter: see History
}

// Marks of an address.
const (
	Noted      = 0x80 // a core notes writes: see NoteWrite
	Translated = 0x40 // a core has translated this byte; also the mark of the last one

	// Stopping are all other marks: a core stops before an instruction that has one.
	Stopping = 0xFF &^ (Noted | Translated)
)

// Stops reports whether an address has a mark before which a core stops.
func (c *Chip) Stops(addr uint16) bool { return c.Marks[addr]&Stopping != 0 }

type write struct {
	addr uint16
	old  uint8
}

// NoteWrite notes that an address with the mark Noted is written, and the byte that was there. It is
// just small enough for the compiler to put it into the loop of the interpreter.
func (c *Chip) NoteWrite(addr uint16, old uint8) {
	c.writes[c.noted&3] = write{addr, old}
	c.noted++
}

// write writes a byte, and notes that if it has to be.
func (c *Chip) write(addr uint16, v uint8) {
	if c.Marks[addr]&Noted != 0 {
		c.NoteWrite(addr, c.Memory[addr])
	}
	c.Memory[addr] = v
}

// ReportWrites calls OnWrite for each write that was noted. stop reports whether OnWrite asks the
// core to return.
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
	GoesOn        Reason = iota // it need not return
	TimeIsUp                    // the clock has come to the end of the run
	AtMark                      // the next instruction has a mark before which a core stops
	Halts                       // the last instruction was HALT
	Accepts                     // an interrupt may be accepted now, or the last instruction says how
	StopRequested               // Wrote has asked for it
)

// StopReason reports whether a core has to return between two instructions, in a run that lasts until end;
// asked is what ReportWrites has returned.
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

// A Core executes instructions. Cores may be changed between two instructions; package cores has
// their names, and package emu says what they have in common.
type Core interface {
	Name() string

	// Run lets whole instructions pass, at least one, until there is a Reason to return.
	// AfterEI and AfterLDAI are then about the last. The caller accepts interrupts.
	Run(c *Chip, end uint64) Reason
}

// MaxTStates is how many T-states an instruction takes at most, without such prefixes as change
// nothing.
const MaxTStates = 23

// MaxPrefixRun is how many T-states a run may last longer than it should: a core returns within
// a chain of prefixes DD and FD when it has gone once round the memory.
const MaxPrefixRun = 4 << 16

// Word reads two bytes, low byte first.
func (s *State) Word(addr uint16) uint16 {
	return uint16(s.Memory[addr]) | uint16(s.Memory[addr+1])<<8
}

// Peek reads a byte, for Decode and Disassemble.
func (s *State) Peek(addr uint16) uint8 { return s.Memory[addr] }

// openBus is what the data bus holds when nothing drives it.
const openBus = 0xFF

// ReadPort reads a port, as cores do.
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
