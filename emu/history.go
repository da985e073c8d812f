package emu

import (
	"slices"

	"sargon78/emu/chip"
)

// historyLength is how many instructions a Fault shows.
const historyLength = 16

// instructions gives the last instructions before pc, oldest first.
func instructions(jumps *chip.Jumps, memory func(uint16) byte, pc uint16) []HistoryEntry {
	var last []HistoryEntry // newest first
	end, including := pc, false
	known := min(uint(len(jumps.Ring)), max(jumps.N, 1))
	for n := uint(1); len(last) < historyLength && n <= known; n++ {
		j := jumps.Back(n)
		stretch := straight(memory, j.To(), end, including)
		slices.Reverse(stretch)
		last = append(last, stretch...)
		end, including = j.From(), !j.Outside()
	}
	last = last[:min(len(last), historyLength)]
	slices.Reverse(last)
	return last
}

// straight lists the instructions from one address to another.
func straight(memory func(uint16) byte, from, to uint16, including bool) (list []HistoryEntry) {
	distance := int(to - from)
	if including {
		distance++
	}
	for done := 0; done < distance; {
		addr := from + uint16(done)
		text, length := Disassemble(memory, addr)
		if n := len(list) - 1; n >= 0 && list[n].Text == text {
			list[n].Times++
		} else {
			list = append(list, HistoryEntry{addr, text, 1})
		}
		done += length
	}
	return list
}

// History gives the last instructions that ran, oldest first. Called from a watch function, the
// last one is the one that writes.
func (m *Machine) History() []HistoryEntry {
	if c, ok := m.core.(Patient); ok {
		c.Recall(&m.State)
	}
	return instructions(&m.Jumps, m.peek, m.PC)
}
