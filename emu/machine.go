package emu

import (
	"fmt"

	"sargon78/emu/z80"
)

// Machine is a Z80 with 64 KiB of RAM and a clock. The zero value is not ready: use New.
// A Machine belongs to one goroutine, except for SetSpeed.
type Machine struct {
	// State is the chip between two instructions: registers, memory, clock, ports, interrupts. The
	// caller may read and set all of it directly while no instruction runs. Write hooks do not see such
	// writes to memory.
	*z80.State

	// Budget is how many T-states one Call may take, or may still take after a Refill; 0 means no
	// limit.
	Budget uint64

	// NoFaults lets a program continue that has run away, or that only an interrupt from outside can
	// wake: HALT lasts until an interrupt comes, and after the end of memory comes its beginning.
	// Without NoFaults such a program ends with a *Fault.
	NoFaults bool

	// NoWait makes Run and Call ignore the speed.
	NoWait bool

	chip          *z80.Chip // around the State
	core          Core
	traps         map[uint16]*trap   // set by Trap
	addedTraps    map[uint16][]*trap // added by AddTrap
	onStopAddress func() error       // asked at markStop
	end           uint64             // T-states at which the current run ends
	writeHooks    []hookedRange

	speed throttle
}

// The parts of a machine: see package z80.
type (
	Core         = z80.Core
	Registers    = z80.Registers
	HistoryEntry = z80.HistoryEntry
)

// New returns a machine with all memory zero, all registers zero and interrupts off.
func New() *Machine {
	chip := &z80.Chip{}
	chip.Marks[runawayAddress] = markEnd
	return &Machine{
		State: &chip.State, chip: chip, core: &z80.Interpreter{},
		traps: map[uint16]*trap{}, addedTraps: map[uint16][]*trap{},
	}
}

// Core returns the core that executes instructions.
func (m *Machine) Core() Core { return m.core }

// SetCore makes another core execute instructions from now on. Each machine needs a core of its own.
func (m *Machine) SetCore(c Core) { m.core = c }

// Load copies data into memory from addr on. It changes nothing if data would extend past 0xFFFF.
func (m *Machine) Load(addr uint16, data []byte) error {
	if room := len(m.Memory) - int(addr); len(data) > room {
		return fmt.Errorf("%d bytes at %04Xh run past the end of memory, which is %d bytes on",
			len(data), addr, room)
	}
	copy(m.Memory[addr:], data)
	return nil
}

// SetWord writes the 16-bit word at addr, low byte first.
func (m *Machine) SetWord(addr, v uint16) {
	m.Memory[addr], m.Memory[addr+1] = uint8(v), uint8(v>>8)
}

// Instruction decodes the instruction at PC.
func (m *Machine) Instruction() z80.Instruction { return z80.Decode(m.Peek, m.PC) }

// Reads returns which addresses the instruction at PC will read as data, in order. The bytes of the
// instruction are left out. If an interrupt comes instead, Reads does not know what that reads.
func (m *Machine) Reads() []uint16 {
	if m.Halted {
		return nil
	}
	i := m.Instruction()
	for i.IsPrefix() && i.Next() != m.PC {
		i = z80.Decode(m.Peek, i.Next())
	}
	reads, _ := i.Data(&m.Registers)
	return reads
}
