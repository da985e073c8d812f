package z80

import (
	"maps"
	"slices"
)

// Reachable follows a program from the given addresses along every jump and call, and returns its
// instructions by address. It does not follow a jump through a register. It calls enter for each
// address before it goes there: enter returns the address to go on at, usually the same one, and false
// if nothing is to be followed there.
func Reachable(mem func(uint16) byte, enter func(addr uint16) (to uint16, ok bool), from ...uint16) []Instruction {
	open, found := slices.Clone(from), map[uint16]Instruction{}
	for len(open) > 0 {
		addr := open[len(open)-1]
		open = open[:len(open)-1]
		if _, known := found[addr]; known {
			continue
		}
		to, ok := enter(addr)
		if to != addr && ok {
			open = append(open, to)
		}
		if to != addr || !ok {
			continue
		}
		i := Decode(mem, addr)
		found[addr] = i
		if i.FallsThrough() {
			open = append(open, i.Next())
		}
		if to, ok := i.Target(); ok {
			open = append(open, to)
		}
	}
	return slices.SortedFunc(maps.Values(found), func(a, b Instruction) int { return int(a.Addr) - int(b.Addr) })
}
