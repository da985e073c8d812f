package coverage

import (
	"maps"
	"slices"

	"sargon78/emu/z80"
	"sargon78/roms"
)

// entries are the routines that a comparison calls: search, a player's move, set-up (spec §15).
var entries = []string{"FNDMOV", "VALMOV", "INITBD", "ROYALT"}

// reachable finds the instructions of an image by going wherever they may lead from its entry points and
// from more addresses, in the order of their addresses. Where the program jumps through a register is not
// known.
func reachable(image *roms.Image, more []uint16) []Instruction {
	open := slices.Clone(more) // still to be looked at
	for _, name := range entries {
		if addr, ok := image.Symbol(name); ok {
			open = append(open, addr)
		}
	}
	routines, found := image.Routines(), map[uint16]Instruction{}
	for len(open) > 0 {
		addr := open[len(open)-1]
		open = open[:len(open)-1]
		i := int(addr) - int(image.Load)
		if _, known := found[addr]; known || i < 0 || i >= len(image.Bytes) {
			continue
		}
		decoded := z80.Decode(image.ByteAt, addr)
		one := Instruction{
			Addr: addr, next: addr + decoded.Length, Text: decoded.Assembly(), Branch: decoded.Conditional,
		}
		one.Routine, _ = routines.At(addr)
		if image.Source != nil {
			if line, ok := image.Source.LineAt(addr); ok {
				if !line.Instruction || line.Address != addr {
					// Data: a call may be followed by a text that the routine reads.
					open = append(open, line.Address+uint16(line.Size))
					continue
				}
				one.File, one.Line = line.File, line.Number
			}
		}
		found[addr] = one
		if decoded.FallsThrough() {
			open = append(open, decoded.Next())
		}
		if to, ok := decoded.Target(); ok {
			open = append(open, to)
		}
	}
	return slices.SortedFunc(maps.Values(found), func(a, b Instruction) int {
		return int(a.Addr) - int(b.Addr)
	})
}
