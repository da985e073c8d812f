package z80

import (
	"fmt"
	"slices"
)

// HistoryEntry is an instruction that has run.
type HistoryEntry struct {
	Addr  uint16
	Text  string // in Zilog's syntax
	Times int    // how often in a row it ran, at consecutive addresses
}

// String returns the line of a listing.
func (e HistoryEntry) String() string {
	if e.Times > 1 {
		return fmt.Sprintf("%04X  %s  (%d in a row)", e.Addr, e.Text, e.Times)
	}
	return fmt.Sprintf("%04X  %s", e.Addr, e.Text)
}

const (
	historyLength = 16 // instructions
	historyRing   = 32 // jumps
)

// jumps are the last changes of PC: between two of them a program runs straight on. They are in the
// chip because the loop of the interpreter has no register left for them.
type jumps struct {
	ring   [historyRing]jump
	n      uint   // how many jumps there have been
	lastPC uint16 // PC after the last instruction that the interpreter executed
}

// jump is a change of PC. From the lowest bit: 16 bits for the new PC; 16 bits for the address of the
// instruction that jumped, or for the old PC if it was set from outside; then the bit outside.
type jump uint64

const outside jump = 1 << 32

// begin notes the address at which the interpreter begins.
func (j *jumps) begin(pc uint16) {
	if pc != j.lastPC || j.n == 0 {
		j.ring[j.n%historyRing] = outside | jump(j.lastPC)<<16 | jump(pc)
		j.n++
	}
}

// ForgetHistory forgets the last instructions. Cores that do not record jumps call it.
func (c *Chip) ForgetHistory() { c.jumps.n, c.jumps.lastPC = 0, c.PC }

// History returns the last instructions that the interpreter has executed, oldest first. Within OnWrite
// the last one is the instruction that writes.
func (c *Chip) History() []HistoryEntry {
	var last []HistoryEntry // newest first
	j := &c.jumps
	end, including := j.lastPC, false
	for n := uint(1); len(last) < historyLength && n <= min(historyRing, j.n); n++ {
		jump := j.ring[(j.n-n)%historyRing]
		code := straight(c.Peek, uint16(jump), end, including)
		slices.Reverse(code)
		last = append(last, code...)
		end, including = uint16(jump>>16), jump&outside == 0
	}
	last = last[:min(len(last), historyLength)]
	slices.Reverse(last)
	return last
}

// straight lists the instructions from one address to another.
func straight(mem func(uint16) byte, from, to uint16, including bool) (list []HistoryEntry) {
	distance := int(to - from)
	if including {
		distance++
	}
	for done := 0; done < distance; {
		i := Decode(mem, from+uint16(done))
		text := i.Assembly()
		if n := len(list) - 1; n >= 0 && list[n].Text == text {
			list[n].Times++
		} else {
			list = append(list, HistoryEntry{i.Addr, text, 1})
		}
		done += int(i.Length)
	}
	return list
}
