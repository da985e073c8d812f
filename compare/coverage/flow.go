package coverage

import (
	"slices"

	"sargon78/emu/z80"
	"sargon78/roms"
)

// entries are the routines that a comparison calls: search, a player's move, set-up (spec §15).
var entries = []string{"FNDMOV", "VALMOV", "INITBD", "ROYALT"}

// reachable returns the instructions of an image in the order of their addresses. It follows every jump
// and call from the entry points and from more addresses. It does not follow a jump through a register.
func reachable(image *roms.Image, more []uint16) (all []Instruction) {
	from := slices.Clone(more)
	for _, name := range entries {
		if addr, ok := image.Symbol(name); ok {
			from = append(from, addr)
		}
	}
	enter := func(addr uint16) (uint16, bool) {
		if i := int(addr) - int(image.Load); i < 0 || i >= len(image.Bytes) {
			return addr, false
		}
		if image.Source != nil {
			line, ok := image.Source.LineAt(addr)
			if ok && (!line.Instruction || line.Address != addr) {
				// Data: a call may be followed by a text that the routine reads.
				return line.Address + uint16(line.Size), true
			}
		}
		return addr, true
	}
	routines := image.Routines()
	for _, i := range z80.Reachable(image.ByteAt, enter, from...) {
		one := Instruction{Addr: i.Addr, next: i.Addr + i.Length, Text: i.Assembly(), Branch: i.Conditional}
		one.Routine, _ = routines.At(i.Addr)
		if image.Source != nil {
			if line, ok := image.Source.LineAt(i.Addr); ok {
				one.File, one.Line = line.File, line.Number
			}
		}
		all = append(all, one)
	}
	return all
}
