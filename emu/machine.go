package emu

import (
	"fmt"

	"github.com/koron-go/z80"
)

// Machine is a Z80 with 64 KiB of RAM and a clock. The zero value is not ready: use New.
// A Machine belongs to one goroutine, except for SetSpeed.
type Machine struct {
	// Memory may be read and written directly while no instruction runs. Such writes are not seen by watch points.
	Memory [65536]byte

	// TStates counts clock periods. It only grows while instructions run; whoever likes may set it.
	TStates uint64

	// Budget is how many T-states one Call may take, or may pass in it after a Refill; 0 means no limit.
	Budget uint64

	// In and Out are the ports. The address is the whole 16 bits the Z80 puts on its address bus.
	// When In is nil a read gives 0xFF, when Out is nil a write is ignored.
	In  func(port uint16) byte
	Out func(port uint16, v byte)

	cpu      z80.CPU
	portHigh uint8 // upper half of the address bus during IN and OUT
	wz       uint16
	last     uint16 // the opcode that ran last, with its page
	halted   bool

	marks   [65536]uint8 // what to do before the instruction at an address; mostly nothing
	traps   map[uint16]func(*Machine) error
	arrived func() error // asked at markStop
	end     uint64       // T-states at which the run that goes on ends
	stack   stackGuard
	watches []watch
	history history
	speed   throttle
}

// New returns a machine with all memory zero, all registers zero and interrupts off.
func New() *Machine {
	m := &Machine{traps: map[uint16]func(*Machine) error{}}
	m.cpu.Memory = (*ram)(&m.Memory)
	m.cpu.IO = ports{m}
	m.mark(0, startOfMemory-1, markStart, markStart)
	return m
}

// ram is the memory as the library sees it.
type ram [65536]byte

func (r *ram) Get(addr uint16) uint8    { return r[addr] }
func (r *ram) Set(addr uint16, v uint8) { r[addr] = v }

// ports is input and output as the library sees it. It passes only the lower half of the address.
type ports struct{ m *Machine }

func (p ports) In(low uint8) uint8 {
	return p.m.in(uint16(p.m.portHigh)<<8 | uint16(low))
}

func (p ports) Out(low uint8, v uint8) {
	p.m.out(uint16(p.m.portHigh)<<8|uint16(low), v)
}

func (m *Machine) in(port uint16) uint8 {
	if m.In == nil {
		return 0xFF
	}
	return m.In(port)
}

func (m *Machine) out(port uint16, v uint8) {
	if m.Out != nil {
		m.Out(port, v)
	}
}

// Load copies data into memory from addr on. It changes nothing when data runs past 0xFFFF.
func (m *Machine) Load(addr uint16, data []byte) error {
	if room := len(m.Memory) - int(addr); len(data) > room {
		return fmt.Errorf("%d bytes at %04Xh run past the end of memory, which is %d bytes on", len(data), addr, room)
	}
	copy(m.Memory[addr:], data)
	return nil
}

// Word reads the 16-bit word at addr, low byte first.
func (m *Machine) Word(addr uint16) uint16 {
	return uint16(m.Memory[addr]) | uint16(m.Memory[addr+1])<<8
}

// SetWord writes the 16-bit word at addr, low byte first.
func (m *Machine) SetWord(addr, v uint16) {
	m.Memory[addr], m.Memory[addr+1] = uint8(v), uint8(v>>8)
}
