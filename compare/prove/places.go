package prove

import (
	"sargon78/compare/routine"
	"sargon78/emu/z80"
	"sargon78/native/reference"
	"sargon78/sargon/spec/variables"
)

// load is the address at which all images begin.
const load = reference.Load

// at returns the address of a variable of spec §15.
func at(offset uint16) uint16 { return load + offset }

// A place is where the program has an argument or an answer: a register, a flag, a variable, or a value that
// is computed from them.
type place struct {
	name     string
	register z80.RegisterSet // the register or flag, or 0
	get      func(s *routine.State) uint16
	put      func(s *routine.State, v uint16) // nil: it can only be read
}

// register returns a place that is a register, pair or flag.
func register(one z80.RegisterSet) place {
	return place{
		one.String(), one,
		func(s *routine.State) uint16 { return s.Register(one) },
		func(s *routine.State, v uint16) { s.SetRegister(one, v) },
	}
}

// byteAt returns a place that is a variable of one byte, or the lower byte of an index.
func byteAt(offset uint16) place {
	return place{
		nameOf(offset), 0,
		func(s *routine.State) uint16 { return s.Byte(at(offset)) },
		func(s *routine.State, v uint16) { s.SetOwn(at(offset), v) },
	}
}

// wordAt returns a place that is a variable with an address in it.
func wordAt(offset uint16) place {
	return place{name: nameOf(offset), get: func(s *routine.State) uint16 { return s.Word(at(offset)) }}
}

// square returns a place that is the number of the square whose address is in another place.
func square(of place) place {
	return place{
		"square in " + of.name, of.register,
		func(s *routine.State) uint16 { return of.get(s) - at(variables.BOARDA) },
		func(s *routine.State, v uint16) { of.put(s, at(variables.BOARDA)+v) },
	}
}

// byteFrom returns a place that is the byte at a distance after the address in another place.
func byteFrom(of place, distance uint16) place {
	return place{
		"(" + of.name + ")", 0,
		func(s *routine.State) uint16 { return s.Byte(of.get(s) + distance) },
		func(s *routine.State, v uint16) { s.SetOwn(of.get(s)+distance, v) },
	}
}

// addedTo returns a place that is what was added to a variable.
func addedTo(offset uint16) place {
	return place{
		"added to " + nameOf(offset), 0,
		func(s *routine.State) uint16 {
			before, _ := s.Given(at(offset))
			return (s.Byte(at(offset)) - before) & 0xFF
		},
		func(s *routine.State, more uint16) { s.SetOwn(at(offset), s.Byte(at(offset))+more) },
	}
}

// computed returns a place that can only be read.
func computed(name string, get func(s *routine.State) uint16) place {
	return place{name: name, get: get}
}

var (
	regHL = register(z80.RegHL)
	regA  = register(z80.RegA)
	flagZ = register(z80.FlagZ)
	carry = register(z80.FlagC)

	// origin is the square of an attack, in a variable that only our own program has.
	origin = place{name: "origin", get: func(s *routine.State) uint16 {
		return s.Word(s.Case().Program().At("origin")) - at(variables.BOARDA)
	}}

	squareAtHLE = computed("square in HL+E", func(s *routine.State) uint16 {
		return (s.Register(z80.RegHL) - at(variables.BOARDA) + s.Register(z80.RegE)) & 0xFF
	})
	lists = computed("T1 = 7", func(s *routine.State) uint16 { return flag(s.Byte(at(variables.T1)) == 7) })
	queen = computed("queen in C", func(s *routine.State) uint16 { return s.Register(z80.RegC) >> 7 })
	asked = computed("parity of C", func(s *routine.State) uint16 { return s.Register(z80.RegC) & 1 })
	list  = computed("list in HL'", func(s *routine.State) uint16 {
		return at(variables.TBASE)&0xFF00 | s.Register(z80.RegHLAlt)&0xFF
	})
	ply     = computed("ply at MLPTRI", plyOf)
	nextPly = computed("ply after MLPTRI", func(s *routine.State) uint16 { return plyOf(s) + 1 })
)

// plyOf returns the ply whose head is at MLPTRI.
func plyOf(s *routine.State) uint16 {
	row := s.Word(at(variables.MLPTRI)) - at(variables.PLYIX) + 2
	if row%4 != 0 {
		s.Fail("MLPTRI leads to no head of a ply")
	}
	return row / 4
}

// An effect is what a routine leaves in a place: the answer, or one of its arguments. A place that is a flag
// gets whether the answer is 0. The row of the routine compares the effect; a stub of the routine causes it.
type effect struct {
	place
	argument int // -1: the answer
}

// leaves returns the effects of leaving the answer in some places.
func leaves(places ...place) (all []effect) {
	for _, p := range places {
		all = append(all, effect{p, -1})
	}
	return all
}

// first returns the effect of leaving the first argument in a place.
func first(p place) effect { return effect{p, 0} }

func (e *effect) value(args *routine.Args, answer uint16) uint16 {
	switch {
	case e.argument >= 0:
		return args[e.argument]
	case e.register != 0 && e.register&^z80.RegF == 0:
		return flag(answer&0xFF == 0)
	}
	return answer & 0xFF
}

// A span is bytes of the memory.
type span struct {
	at    uint16
	n     int
	board bool   // the board: pieces and empty squares, and the border
	index bool   // the lower byte of an index; the upper one is always the page of TBASE
	label string // not "": a variable that only our own program has; at is counted from this label
}

// bytes returns a span of n bytes from a variable on.
func bytes(offset uint16, n int) []span { return []span{{at: at(offset), n: n}} }

// one returns spans for variables of a byte.
func one(offsets ...uint16) (all []span) {
	for _, o := range offsets {
		all = append(all, span{at: at(o), n: 1})
	}
	return all
}

// index returns spans for variables that are an index. Their upper bytes stay.
func index(offsets ...uint16) (all []span) {
	for _, o := range offsets {
		all = append(all, span{at: at(o), n: 1, index: true})
	}
	return all
}

// words returns spans for variables of two bytes.
func words(offsets ...uint16) (all []span) {
	for _, o := range offsets {
		all = append(all, span{at: at(o), n: 2})
	}
	return all
}

// own returns the span of a variable that only our own program has, by its label.
func own(label string, n int) []span { return []span{{label: label, n: n}} }

// after returns a span of n bytes at a distance after a label.
func after(label string, distance uint16, n int) []span {
	return []span{{label: label, at: distance, n: n}}
}

// nameOf returns what messages call a variable, or a byte of one.
func nameOf(offset uint16) string { return addressName(at(offset)) }
