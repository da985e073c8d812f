package coverage

import (
	"maps"
	"slices"

	"sargon78/emu/z80"
	"sargon78/roms"
)

// instruction is one of the program, as it lies in the image.
type instruction struct {
	addr, length uint16
	text         string
	conditional  bool // a branch
	part         Part
}

// Part is what an instruction belongs to.
type Part int

// The parts of a program.
const (
	Engine   Part = iota // what a comparison calls: search, evaluation, a player's move, set-up
	Dialogue             // what only the interactive program reaches
)

// entries are the routines that the parts begin with (spec §15).
var entries = [...][]string{
	Engine:   {"FNDMOV", "VALMOV", "INITBD", "ROYALT"},
	Dialogue: {"DRIVER"},
}

// follow finds the instructions of an image by going wherever they may lead, in the order of
// their addresses. Where the program jumps through a register is not known.
func follow(image *roms.Image) []instruction {
	f := follower{image: image, found: map[uint16]instruction{}}
	for part, names := range entries {
		for _, name := range names {
			if addr, ok := image.Symbol(name); ok {
				f.open = append(f.open, addr)
			}
		}
		for len(f.open) > 0 {
			addr := f.open[len(f.open)-1]
			f.open = f.open[:len(f.open)-1]
			f.at(addr, Part(part))
		}
	}
	return slices.SortedFunc(maps.Values(f.found), func(a, b instruction) int {
		return int(a.addr) - int(b.addr)
	})
}

type follower struct {
	image *roms.Image
	found map[uint16]instruction
	open  []uint16 // still to be looked at
}

// at looks at an instruction, if it is in the image and new.
func (f *follower) at(addr uint16, part Part) {
	i := int(addr) - int(f.image.Load)
	if _, known := f.found[addr]; known || i < 0 || i >= len(f.image.Bytes) {
		return
	}
	decoded := z80.Decode(f.image.ByteAt, addr)
	if data := f.dataAt(addr); data > 0 {
		f.open = append(f.open, addr+data)
		return
	}
	f.found[addr] = instruction{
		addr: addr, length: decoded.Length, text: decoded.Assembly(),
		conditional: decoded.Conditional, part: part,
	}
	if decoded.GoesOn() {
		f.open = append(f.open, decoded.Next())
	}
	if to, ok := decoded.Target(); ok {
		f.open = append(f.open, to)
	}
}

// dataAt returns how many bytes of data the source has at an address, 0 if it has an instruction
// there: a call may be followed by a text that the routine reads.
func (f *follower) dataAt(addr uint16) uint16 {
	if f.image.Source == nil {
		return 0
	}
	line, ok := f.image.Source.LineAt(addr)
	if !ok || line.Instruction && line.Address == addr {
		return 0
	}
	return line.Address + uint16(line.Size) - addr
}
