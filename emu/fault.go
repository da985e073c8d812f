package emu

import (
	"fmt"
	"strings"
)

// Fault is the error of a program that has gone wild: what was wrong, the registers, and how it got
// there.
type Fault struct {
	Reason    string
	Registers Registers
	History   []HistoryEntry // the last instructions, oldest first
}

// HistoryEntry is an instruction that has run, as memory is when the fault is found.
type HistoryEntry struct {
	Addr  uint16
	Text  string // in Zilog's syntax
	Times int    // how often in a row, at consecutive addresses
}

// Error is a report of several lines; the first says what was wrong and where.
func (f *Fault) Error() string {
	var s strings.Builder
	fmt.Fprintf(&s, "%s (PC = %04Xh)\n%v", f.Reason, f.Registers.PC, f.Registers)
	if len(f.History) > 0 {
		s.WriteString("\nlast instructions:")
	}
	for _, e := range f.History {
		fmt.Fprintf(&s, "\n  %v", e)
	}
	return s.String()
}

// String is the line of a listing.
func (e HistoryEntry) String() string {
	if e.Times > 1 {
		return fmt.Sprintf("%04X  %s  (%d in a row)", e.Addr, e.Text, e.Times)
	}
	return fmt.Sprintf("%04X  %s", e.Addr, e.Text)
}

func (m *Machine) fault(format string, args ...any) error {
	return &Fault{
		Reason:    fmt.Sprintf(format, args...),
		Registers: m.Registers(),
		History:   m.History(),
	}
}

func (m *Machine) peek(addr uint16) byte { return m.Memory[addr] }

// tooManyNOPs in a row are no delay, but a program that has lost its way.
const tooManyNOPs = 256

// Lost looks for signs that the program has gone wild; the error is a *Fault. None of them can be
// part of a sane program. Run and Call look every few thousand instructions.
func (m *Machine) Lost() error {
	pc := m.PC
	if !m.Stops(pc) && m.jumpsToItself() && !m.mayBeInterrupted() {
		return m.fault("the instruction at %04Xh goes to itself for ever", pc)
	}
	if straight := pc - m.Jumps.Last().To(); straight >= tooManyNOPs {
		for addr := pc - tooManyNOPs; m.Memory[addr] == nop; {
			if addr++; addr == pc {
				return m.fault("ran into empty memory: more than %d NOPs in a row", tooManyNOPs)
			}
		}
	}
	return nil
}

// jumpsToItself tells whether the instruction at PC goes to PC whatever the registers hold.
func (m *Machine) jumpsToItself() bool {
	pc := m.PC
	switch op := m.Memory[pc]; op {
	case 0x18: // JR
		return m.Memory[pc+1] == 0xFE
	case 0xC3, 0xCD: // JP, CALL
		return m.Word(pc+1) == pc
	case 0xC7, 0xCF, 0xD7, 0xDF, 0xE7, 0xEF, 0xF7, 0xFF: // RST
		return uint16(op&0x38) == pc
	}
	return false
}
