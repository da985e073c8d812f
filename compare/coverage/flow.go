package coverage

import (
	"maps"
	"path"
	"slices"

	"sargon78/emu/z80"
	"sargon78/roms"
)

// entries are the routines that a comparison calls: search, a player's move, set-up (spec §15).
var entries = []string{"FNDMOV", "VALMOV", "INITBD", "ROYALT"}

// follow finds the instructions of an image by going wherever they may lead, in the order of
// their addresses. Where the program jumps through a register is not known.
func follow(image *roms.Image) []Instruction {
	f := follower{image: image, routines: image.Routines(), found: map[uint16]Instruction{}}
	for _, name := range entries {
		if addr, ok := image.Symbol(name); ok {
			f.open = append(f.open, addr)
		}
	}
	for len(f.open) > 0 {
		addr := f.open[len(f.open)-1]
		f.open = f.open[:len(f.open)-1]
		f.at(addr)
	}
	return slices.SortedFunc(maps.Values(f.found), func(a, b Instruction) int {
		return int(a.Addr) - int(b.Addr)
	})
}

type follower struct {
	image    *roms.Image
	routines *roms.Routines
	found    map[uint16]Instruction
	open     []uint16 // still to be looked at
}

// at looks at an instruction, if it is in the image and new.
func (f *follower) at(addr uint16) {
	i := int(addr) - int(f.image.Load)
	if _, known := f.found[addr]; known || i < 0 || i >= len(f.image.Bytes) {
		return
	}
	decoded := z80.Decode(f.image.ByteAt, addr)
	one := Instruction{
		Addr: addr, next: addr + decoded.Length, Text: decoded.Assembly(), Branch: decoded.Conditional,
	}
	one.Routine, _ = f.routines.At(addr)
	if f.image.Source != nil {
		if line, ok := f.image.Source.LineAt(addr); ok {
			if !line.Instruction || line.Address != addr {
				// Data: a call may be followed by a text that the routine reads.
				f.open = append(f.open, line.Address+uint16(line.Size))
				return
			}
			one.path, one.File, one.Line = line.File, path.Base(line.File), line.Number
		}
	}
	f.found[addr] = one
	if decoded.GoesOn() {
		f.open = append(f.open, decoded.Next())
	}
	if to, ok := decoded.Target(); ok {
		f.open = append(f.open, to)
	}
}
