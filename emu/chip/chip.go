// Package chip is the state of a Z80 between two instructions, and what it is connected to:
// what the cores of the machine work on.
package chip

// Flags of the register F.
const (
	FlagC  = 0x01 // carry
	FlagN  = 0x02 // subtract
	FlagPV = 0x04 // parity or overflow
	FlagX  = 0x08 // undocumented, mostly bit 3 of the result
	FlagH  = 0x10 // half carry
	FlagY  = 0x20 // undocumented, mostly bit 5 of the result
	FlagZ  = 0x40 // zero
	FlagS  = 0x80 // sign
)

// State is all that a Z80 remembers, and its memory, clock and ports.
type State struct {
	A, F, B, C, D, E, H, L uint8
	AF_, BC_, DE_, HL_     uint16 // the alternate set
	IX, IY, SP, PC         uint16
	I, R                   uint8
	IM                     uint8 // interrupt mode, 0 to 2
	IFF1, IFF2             bool  // interrupt flip-flops

	WZ     uint16 // MEMPTR, the hidden address register
	Q      bool   // the last instruction has set the flags
	Halted bool   // PC is behind a HALT

	AfterEI   bool // the last instruction was EI: INT waits for the next
	AfterLDAI bool // the last instruction was LD A,I or LD A,R

	TStates uint64

	Memory [65536]uint8
	Marks  [65536]uint8 // a core stops before an instruction at an address that Stops

	// Wrote is called after a write to an address that has the mark Watched, with the byte
	// before and after. The instruction may be over by then, or not yet.
	Wrote func(addr uint16, old, new uint8)

	// StopAfter is set in Wrote to make the core stop after the present instruction. The caller
	// of the core clears it.
	StopAfter bool

	writes  [4]write // to watched addresses, of which Wrote is to be told
	written int

	// The ports. The address is all 16 bits on the address bus.
	In  func(port uint16) uint8
	Out func(port uint16, v uint8)

	// The interrupts. NMI is set by a device, and reset when the interrupt is accepted. INT is a
	// line: as long as it is set a program that has interrupts on is interrupted. Acknowledge is
	// the device there, which may reset INT when it is asked for the bytes on the data bus: in
	// mode 0 an RST or a CALL with its address, in mode 2 the lower half of the vector's
	// address. Without it INT is reset, and the bus is open, which gives FF.
	NMI, INT    bool
	Acknowledge func() []uint8

	Jumps Jumps
}

// Jumps remembers the last changes of PC: between two of them a program runs straight.
type Jumps struct {
	Ring [32]Jump
	N    uint // how many there have been
}

// Jump is a change of PC. From the lowest bit: 16 bits where it went; 16 bits the address of
// the instruction that jumped, or where PC stood when it was set from outside; one bit for the
// latter.
type Jump uint64

func (j Jump) To() uint16    { return uint16(j) }
func (j Jump) From() uint16  { return uint16(j >> 16) }
func (j Jump) Outside() bool { return j>>32 != 0 }

// Note notes a jump.
func (j *Jumps) Note(from, to uint16) {
	j.Ring[j.N%uint(len(j.Ring))] = Jump(from)<<16 | Jump(to)
	j.N++
}

// Moved notes that PC was set from outside.
func (j *Jumps) Moved(from, to uint16) {
	j.Ring[j.N%uint(len(j.Ring))] = 1<<32 | Jump(from)<<16 | Jump(to)
	j.N++
}

// Last returns the most recent jump; before the first, one to address 0.
func (j *Jumps) Last() Jump { return j.Back(1) }

// Back returns the n-th jump from the end.
func (j *Jumps) Back(n uint) Jump { return j.Ring[(j.N-n)%uint(len(j.Ring))] }

const (
	Watched    = 0x80 // the mark of an address to which writes are told
	Translated = 0x40 // the mark of a byte that the core has translated, and of the last one

	// Stopping are all other marks: a core stops before an instruction that has one.
	Stopping = 0xFF &^ (Watched | Translated)
)

// Stops tells whether an address has a mark before which a core stops.
func (s *State) Stops(addr uint16) bool { return s.Marks[addr]&Stopping != 0 }

type write struct {
	addr uint16
	old  uint8
}

// NoteWrite notes that an address which is watched is about to be written.
func (s *State) NoteWrite(addr uint16) {
	s.writes[s.written&3] = write{addr, s.Memory[addr]}
	s.written++
}

// TellWrites tells of the writes that were noted, and whether there were any.
func (s *State) TellWrites() bool {
	n := s.written
	s.written = 0
	for _, w := range s.writes[:n] {
		s.Wrote(w.addr, w.old, s.Memory[w.addr])
	}
	return n > 0
}

// Word reads two bytes, low byte first.
func (s *State) Word(addr uint16) uint16 {
	return uint16(s.Memory[addr]) | uint16(s.Memory[addr+1])<<8
}

// Refresh counts n opcode fetches in the lower seven bits of R.
func (s *State) Refresh(n uint8) { s.R = s.R&0x80 | (s.R+n)&0x7F }

// openBus is what the data bus holds when nobody drives it.
const openBus = 0xFF

// ReadPort reads a port; without In there is nobody, which gives 0xFF.
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

// LongestChain is how many T-states behind the end of a run prefixes without an instruction may
// take: once round the memory.
const LongestChain = 4 << 16
