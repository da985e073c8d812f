package emu

import (
	"fmt"
	"strings"

	"sargon78/emu/z80"
)

// Fault is the error of a program that has run away: what was wrong, the registers, and the last
// instructions.
type Fault struct {
	Reason    string
	Registers Registers
	History   []HistoryEntry // see Machine.History
}

// Error returns a report of several lines; the first says what was wrong and where.
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

func (m *Machine) fault(format string, args ...any) error {
	return &Fault{
		Reason:    fmt.Sprintf(format, args...),
		Registers: m.Registers,
		History:   m.History(),
	}
}

// History returns the last instructions that ran, oldest first, at most 16. Called from a write hook,
// the last one is the instruction that writes. The interpreter records them; the translator knows only
// those since it last left a translation, and the library none.
func (m *Machine) History() []HistoryEntry { return m.chip.History() }

// CheckRunaway checks whether the program will do nothing else forever; the error is then a *Fault. Run
// and Call check every CheckInterval.
func (m *Machine) CheckRunaway() error {
	i := m.Instruction()
	to, _ := i.Target()
	forever := i.Flow == z80.Jump || i.Flow == z80.Call
	asked := m.NMI || m.INT && m.IFF1 // an interrupt
	if !forever || i.Conditional || to != m.PC || m.chip.Stops(m.PC) || m.NoFaults || asked {
		return nil
	}
	return m.fault("the instruction at %04Xh goes to itself forever", m.PC)
}

// emptyAtTheEnd reports whether the last page of memory is all NOPs. A delay would not be there: a
// program that runs through them comes out at address 0.
func (m *Machine) emptyAtTheEnd() bool {
	const page = 256
	return [page]byte(m.Memory[len(m.Memory)-page:]) == [page]byte{}
}
