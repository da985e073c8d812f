package prove

import (
	"slices"

	"sargon78/native/literal"
	"sargon78/sargon"
	"sargon78/sargon/spec/cells"
)

// Rows are all that is proved, in the order of the specification.
var Rows = slices.Concat(
	lookRows, recordRows, generateRows, attackRows, pinRows, exchangeRows, evaluateRows, makeRows,
	sortRows, searchRows, setupRows, boardRows,
)

// What may be asked for.
var (
	anyByte   = upTo(256)
	nonZero   = anyByte[1:]
	bits      = upTo(2)
	squares64 = onBoard()
	scanned   = upTo(99)[21:] // the squares that are gone through, border included
	colors    = []uint16{0, 0x80}
	someBytes = []uint16{0, 1, 5, 255} // stand for all where bytes are only added
	steps     = literalSteps()         // those of DIRECT
)

func upTo(n int) (all []uint16) {
	for v := range n {
		all = append(all, uint16(v))
	}
	return all
}

func onBoard() (all []uint16) {
	for s := sargon.FirstSquare; s <= sargon.LastSquare; s++ {
		if s.OnBoard() {
			all = append(all, uint16(s))
		}
	}
	return all
}

func literalSteps() (all []uint16) {
	for _, s := range literal.Directions() {
		if v := uint16(uint8(s)); !slices.Contains(all, v) {
			all = append(all, v)
		}
	}
	return all
}

// kinds are the bytes of pieces of types, of both colours, with some bits of their history.
func kinds(from, to uint16, history ...uint16) (all []uint16) {
	for t := from; t <= to; t++ {
		for _, h := range history {
			all = append(all, t|h, t|h|0x80)
		}
	}
	return all
}

func flag(b bool) uint16 {
	if b {
		return 1
	}
	return 0
}

// addresses are those that lie so many bytes behind the load address.
func addresses(base uint16, offsets ...uint16) (all []uint16) {
	for _, offset := range offsets {
		all = append(all, literal.Load+base+offset)
	}
	return all
}

var lookRows = []*Row{{
	Name: "LOOK", Section: "2", Cut: "whole",
	Domain: "from any square 24 steps, all bytes, both colours",
	holds:  []holding{{"HL", addresses(cells.BOARDA, anyByte...)}, {"E", steps}, {"P1", colors}},
}, {
	Name: "square_address", Section: "1", Cut: "whole", Domain: "all bytes",
	holds: []holding{{"A", anyByte}},
}}

// What a square may hold (spec §1, quirks 8 and 10): men, with all they may have done; no man, also
// one that has moved; a bishop that was promoted. few are those that differ for who looks along a
// path.
var (
	few  = append(kinds(1, 6, 0), 0)
	many = slices.Concat(kinds(1, 6, 0, 8), kinds(6, 6, 0x18), kinds(7, 7, 0, 8), []uint16{0, 8, 0x88})
)

// near lets the square next to one hold all that a square may hold, those behind it few.
func near(p *pair, square uint16, step int8) {
	at := p.at(cells.BOARDA)
	for n := range 7 {
		square = uint16(uint8(square) + uint8(step))
		if domain := &p.domains[at+square]; len(*domain) > 1 { // not the border
			*domain = few
			if n == 0 {
				*domain = many
			}
		}
	}
}
