package emu

import "slices"

// history remembers the last jumps. Between two jumps a program runs straight, so they are enough to tell its last
// instructions, and straight code pays nothing for it.
type history struct {
	jumps [32]jump // a ring
	n     uint     // how many there have been
}

// jump is a change of PC. From the lowest bit: 16 bits where it went; 16 bits the address of the jumping instruction, or
// where PC stood when it was set from outside; one bit for the latter.
type jump uint64

func (j jump) to() uint16    { return uint16(j) }
func (j jump) from() uint16  { return uint16(j >> 16) }
func (j jump) outside() bool { return j>>32 != 0 }

func (h *history) jump(from, to uint16) {
	h.jumps[h.n%uint(len(h.jumps))] = jump(from)<<16 | jump(to)
	h.n++
}

// moved notes that PC was set from outside.
func (h *history) moved(from, to uint16) {
	h.jumps[h.n%uint(len(h.jumps))] = 1<<32 | jump(from)<<16 | jump(to)
	h.n++
}

// last is the most recent jump; before the first, it is as if there had been one to address 0.
func (h *history) last() jump { return h.back(1) }

// back is the n-th jump from the end.
func (h *history) back(n uint) jump { return h.jumps[(h.n-n)%uint(len(h.jumps))] }

// historyLength is how many instructions a Fault shows.
const historyLength = 16

// instructions gives the last instructions before pc, oldest first.
func (h *history) instructions(memory func(uint16) byte, pc uint16) []HistoryEntry {
	var last []HistoryEntry // newest first
	end, including := pc, false
	for n := uint(1); len(last) < historyLength && n <= uint(len(h.jumps)) && n <= max(h.n, 1); n++ {
		j := h.back(n)
		stretch := straight(memory, j.to(), end, including)
		slices.Reverse(stretch)
		last = append(last, stretch...)
		end, including = j.from(), !j.outside()
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

// History gives the last instructions that ran, oldest first. Called from a watch function, the last one is the one that
// writes.
func (m *Machine) History() []HistoryEntry { return m.history.instructions(m.peek, m.cpu.PC) }
