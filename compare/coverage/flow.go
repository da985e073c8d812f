package coverage

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"sargon78/emu"
	"sargon78/emu/asm"
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

func (f *follower) byteAt(addr uint16) byte {
	if i := int(addr) - int(f.image.Load); i >= 0 && i < len(f.image.Bytes) {
		return f.image.Bytes[i]
	}
	return 0
}

// at looks at an instruction, if it is in the image and new.
func (f *follower) at(addr uint16, part Part) {
	i := int(addr) - int(f.image.Load)
	if _, known := f.found[addr]; known || i < 0 || i >= len(f.image.Bytes) {
		return
	}
	text, length := emu.Disassemble(f.byteAt, addr)
	if data := f.dataAt(addr, text, length); data > 0 {
		f.open = append(f.open, addr+data)
		return
	}
	to, conditional, goesOn := branch(text)
	f.found[addr] = instruction{
		addr: addr, length: uint16(length), text: text, conditional: conditional, part: part,
	}
	if goesOn {
		f.open = append(f.open, addr+uint16(length))
	}
	if to != nil {
		f.open = append(f.open, *to)
	}
}

// dataAt returns how many bytes of data the source has at an address, 0 if it has an instruction
// there: a call may be followed by a text that the routine reads.
func (f *follower) dataAt(addr uint16, text string, length int) uint16 {
	if f.image.Source == nil {
		return 0
	}
	line, ok := f.image.Source.LineAt(addr)
	if !ok {
		return 0
	}
	word, _, _ := strings.Cut(text, " ")
	zilog := f.image.Source.Dialect == asm.Zilog
	if line.Address == addr && len(line.Bytes) == length &&
		(!zilog || strings.Contains(strings.ToUpper(line.Text), word)) {
		return 0
	}
	return line.Address + uint16(line.Size) - addr
}

// branch tells where an instruction may lead besides the next one: its target, if the instruction
// names it; whether it depends on a condition; and whether the next one may follow.
func branch(text string) (to *uint16, conditional, goesOn bool) {
	word, rest, _ := strings.Cut(text, " ")
	operands := strings.Split(rest, ",")
	switch word {
	case "RET":
		return nil, rest != "", rest != ""
	case "RETI", "RETN", "HALT":
		return nil, false, false
	case "DJNZ", "JR", "JP", "CALL", "RST":
	default:
		return nil, false, true
	}
	conditional = len(operands) == 2 || word == "DJNZ"
	goesOn = conditional || word == "CALL" || word == "RST"
	target := strings.TrimSuffix(operands[len(operands)-1], "h")
	if n, err := strconv.ParseUint(target, 16, 16); err == nil {
		addr := uint16(n)
		to = &addr
	}
	return to, conditional, goesOn
}
