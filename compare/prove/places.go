package prove

import (
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"sargon78/emu/z80"
	"sargon78/native/reference"
	"sargon78/sargon/spec/variables"
)

// A place is where the program has an argument or an answer: a register, a flag, a cell, which may
// be a word; @HL is the square whose address is in HL, (HL)+5 the byte 5 behind that address, +BRDC
// what is added to a cell. Others are computed.
type place struct {
	register z80.RegisterSet // that it is
	get      func(p *pair) uint16
	put      func(p *pair, v uint16) // nil: it can only be read
}

// computed are places that can only be read.
var computed = map[string]func(p *pair) uint16{
	"@HL+E": func(p *pair) uint16 {
		return (p.chip.HL() - p.at(variables.BOARDA) + uint16(p.chip.E)) & 0xFF
	},
	"lists": func(p *pair) uint16 { return flag(p.byte(variables.T1) == 7) },
	"queen": func(p *pair) uint16 { return uint16(p.chip.C >> 7) },
	"asked": func(p *pair) uint16 { return uint16(p.chip.C & 1) },
	"list":  func(p *pair) uint16 { return p.at(variables.TBASE)&0xFF00 | p.chip.HL_&0xFF },
	"PLY":   ply,
	"PLY+1": func(p *pair) uint16 { return ply(p) + 1 },
}

// ply is the one whose head is at MLPTRI.
func ply(p *pair) uint16 {
	row := p.word(variables.MLPTRI) - p.at(variables.PLYIX) + 2
	if row%4 != 0 {
		fail("MLPTRI leads to no head of a ply")
	}
	return row / 4
}

func newPlace(name string) place {
	if get, ok := computed[name]; ok {
		return place{get: get}
	}
	if one, ok := z80.RegistersNamed(name); ok {
		return registerPlace(one)
	}
	if name, ok := strings.CutPrefix(name, "@"); ok {
		of := newPlace(name)
		return place{
			of.register,
			func(p *pair) uint16 { return of.get(p) - p.at(variables.BOARDA) },
			func(p *pair, square uint16) { of.put(p, p.at(variables.BOARDA)+square) },
		}
	}
	if name, ok := strings.CutPrefix(name, "("); ok {
		name, more, _ := strings.Cut(name, ")")
		of := newPlace(name)
		n, _ := strconv.Atoi(more)
		return place{
			0,
			func(p *pair) uint16 { return p.byte(of.get(p) + uint16(n) - reference.Load) },
			func(p *pair, v uint16) { p.write(of.get(p)+uint16(n), v) },
		}
	}
	if name, ok := strings.CutPrefix(name, "+"); ok {
		of := newPlace(name)
		cell, _ := variables.Named(name)
		return place{
			0,
			func(p *pair) uint16 { return (of.get(p) - p.value[p.at(cell.Offset)]) & 0xFF },
			func(p *pair, more uint16) { of.put(p, of.get(p)+more) },
		}
	}
	cell, known := variables.Named(name)
	if known && cell.Kind != variables.Word {
		return place{
			0,
			func(p *pair) uint16 { return p.byte(cell.Offset) },
			func(p *pair, v uint16) { p.write(p.at(cell.Offset), v) },
		}
	}
	return place{get: func(p *pair) uint16 {
		if known {
			return p.word(cell.Offset)
		}
		return p.word(p.cell(name) - reference.Load) // a cell of this program alone
	}}
}

// registerPlace is a pair, a half of one, or a flag.
func registerPlace(one z80.RegisterSet) place {
	if flags := uint8(one); one&^z80.RegF == 0 {
		return place{
			one,
			func(p *pair) uint16 { return flag(p.chip.F&flags != 0) },
			func(p *pair, v uint16) { p.chip.F = p.chip.F&^flags | uint8(v)*flags },
		}
	}
	i := slices.IndexFunc(pairs[:], func(pair struct {
		name string
		set  z80.RegisterSet
	}) bool {
		return pair.set&one != 0
	})
	mask := maskOf(one)[i]
	shift := bits.TrailingZeros16(mask)
	return place{
		one,
		func(p *pair) uint16 { return registersOf(&p.chip.Registers)[i] & mask >> shift },
		func(p *pair, v uint16) {
			is := registersOf(&p.chip.Registers)
			is[i] = is[i]&^mask | v<<shift&mask
			is.to(&p.chip.Registers)
		},
	}
}

// An effect is what a routine leaves in a place: the answer, or with :n its argument n, from 0. Z
// and carry report whether the answer is 0. A row that proves the routine compares it, one that leaves
// it out puts it there, if the place can be written.
type effect struct {
	place
	name     string
	argument int // -1: the answer
}

func newEffect(word string) effect {
	name, number, isArgument := strings.Cut(word, ":")
	e := effect{newPlace(name), name, -1}
	if isArgument {
		e.argument, _ = strconv.Atoi(number)
	}
	return e
}

func (e *effect) value(args *reference.Args, answer uint16) uint16 {
	switch {
	case e.argument >= 0:
		return args[e.argument]
	case e.register&z80.RegF != 0:
		return flag(answer&0xFF == 0)
	}
	return answer & 0xFF
}
