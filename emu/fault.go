package emu

import (
	"fmt"
	"strings"
)

// Fault is the error of a program that has gone wild. It says why, and shows the registers and the last instructions.
type Fault struct {
	Reason    string
	Registers Registers
	History   []HistoryEntry // oldest first
}

// HistoryEntry is an instruction that has run.
type HistoryEntry struct {
	Addr uint16
	Text string
}

// Error gives the whole report, several lines.
func (f *Fault) Error() string {
	var s strings.Builder
	fmt.Fprintf(&s, "the program went wild at %04Xh: %s\n%v", f.Registers.PC, f.Reason, f.Registers)
	for _, e := range f.History {
		fmt.Fprintf(&s, "\n%04X  %s", e.Addr, e.Text)
	}
	return s.String()
}

// history remembers where the last instructions were.
type history struct {
	addr [16]uint16
	n    uint
}

func (h *history) add(pc uint16) {
	h.addr[h.n%uint(len(h.addr))] = pc
	h.n++
}

func (m *Machine) fault(format string, args ...any) error {
	f := &Fault{Reason: fmt.Sprintf(format, args...), Registers: m.Registers()}
	h := &m.history
	for i := h.n - min(h.n, uint(len(h.addr))); i < h.n; i++ {
		pc := h.addr[i%uint(len(h.addr))]
		text := ""
		for j := range uint16(4) {
			text += fmt.Sprintf("%02X ", m.Memory[pc+j])
		}
		f.History = append(f.History, HistoryEntry{pc, text})
	}
	return f
}
