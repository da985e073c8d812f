package emu

import (
	"slices"

	"sargon78/emu/z80"
)

// WriteHook is called after the program has written to an address, with the byte before and after,
// which may be equal. The instruction has ended. The hook must not change registers or write hooks. If
// it returns true, the run ends here.
type WriteHook func(m *Machine, addr uint16, old, new byte) (stop bool)

type hookedRange struct {
	from, to uint16
	hook     WriteHook
}

// OnWrite calls f after each write of the program to from up to and including to; nil removes the hook
// of exactly this range. Without hooks this costs no time.
func (m *Machine) OnWrite(from, to uint16, f WriteHook) {
	m.writeHooks = slices.DeleteFunc(m.writeHooks, func(w hookedRange) bool {
		return w.from == from && w.to == to
	})
	if f != nil {
		m.writeHooks = append(m.writeHooks, hookedRange{from, to, f})
	}
	for addr, mark := range m.chip.Marks {
		m.chip.Marks[addr] = mark &^ z80.Noted
	}
	m.chip.OnWrite = nil
	for _, w := range m.writeHooks {
		m.chip.OnWrite = m.callWriteHooks
		for addr := int(w.from); addr <= int(w.to); addr++ {
			m.chip.Marks[addr] |= z80.Noted
		}
	}
}

func (m *Machine) callWriteHooks(addr uint16, old, new byte) (stop bool) {
	for _, w := range m.writeHooks {
		if w.from <= addr && addr <= w.to && w.hook(m, addr, old, new) {
			stop = true
		}
	}
	return stop
}
