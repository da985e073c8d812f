package z80

import (
	"maps"
	"slices"
)

// Reachable follows a program from some addresses wherever it may lead, and returns its instructions by
// address. Where it jumps through a register is not known. Enter is asked for each address before it is
// followed: it returns the address to go on at, mostly the same, and false if nothing is followed there.
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
