package emu

import (
	"fmt"

	"sargon78/emu/chip"
	"sargon78/emu/interpreter"
)

// Machine is a Z80 with 64 KiB of RAM and a clock. The zero value is not ready: use New.
// A Machine belongs to one goroutine, except for SetSpeed.
type Machine struct {
	// State is the chip between two instructions. Memory may be read and written directly
	// while no instruction runs; such writes are not seen by watch points. TStates counts
	// clock periods; whoever likes may set it. In and Out are the ports. Registers are
	// better set with SetRegisters, marks by the methods of the machine.
	chip.State

	// Budget is how many T-states one Call may take, or may pass in it after a Refill; 0
	// means no limit.
	Budget uint64

	// WaitForInterrupts is for a machine with a device that interrupts between two runs: a HALT
	// with interrupts on waits until the run is over, if it has a limit. Without it such a
	// HALT is a Fault, since nothing will end it.
	WaitForInterrupts bool

	core    Core
	traps   map[uint16]func(*Machine) error
	arrived func() error // asked at markStop
	end     uint64       // T-states at which the run that goes on ends
	watches []watch

	speed throttle
}

// A Core executes instructions. All cores do the same, to the last bit and T-state, and may be
// changed between two instructions.
type Core interface {
	Name() string

	// Run lets whole instructions pass until the clock has come to end, the next one has a
	// mark, the chip has halted, or chip.State.Attention asks for it: after EI, LD A,I, LD A,R,
	// and where an instruction, a port or a watch lets an interrupt in. At least one passes,
	// and AfterEI and AfterLDAI are about the last. The machine accepts interrupts.
	Run(s *chip.State, end uint64)
}

// New returns a machine with all memory zero, all registers zero and interrupts off.
func New() *Machine {
	m := &Machine{traps: map[uint16]func(*Machine) error{}, core: interpreter.Core{}}
	m.mark(0, startOfMemory-1, markStart, markStart)
	return m
}

// Core returns the core that executes instructions.
func (m *Machine) Core() Core { return m.core }

// SetCore has another core execute them from now on.
func (m *Machine) SetCore(c Core) { m.core = c }

// Load copies data into memory from addr on. It changes nothing when data runs past 0xFFFF.
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
