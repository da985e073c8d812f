package prove

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"sargon78/native/reference"
	"sargon78/sargon"
	"sargon78/sargon/spec/variables"
)

// Rows are all that is proved, in the order of the specification.
var Rows = slices.Concat(
	lookRows, recordRows, generateRows, attackRows, pinRows, exchangeRows, evaluateRows, makeRows,
	sortRows, searchRows, setupRows, boardRows,
)

// What may be asked for.
var (
	anyByte   = upTo(256)
	noOrYes   = upTo(2)
	squares64 = onBoard()
	scanned   = upTo(99)[21:] // the squares that are gone through, border included
	colors    = []uint16{0, 0x80}

	boardCells = addressesOf(squares64)
)

// What a square may hold (spec §1, quirks 8 and 10): men, with all they may have done; no man, also
// one that has moved; a bishop that was promoted. few are those that differ for who looks along a
// path.
var (
	few  = append(kinds(1, 6, 0), 0)
	many = slices.Concat(kinds(1, 6, 0, 8), kinds(6, 6, 0x18), kinds(7, 7, 0, 8), []uint16{0, 8, 0x88})
)

// vocabulary are the words of Row.Domain, beside numbers, like 1 0x80 3..7 0..30/2, and addresses,
// like MLIST+258.
var vocabulary = map[string][]uint16{
	"all bytes": anyByte, "no or yes": noOrYes, "both colours": colors, "64 squares": squares64,
	"13 bytes": few, "37 bytes": many, "15 bytes": slices.Concat(few, kinds(6, 6, 0x18)),
	"12 men": kinds(1, 6, 0), "types 2 to 7": kinds(2, 7, 0, 8), "kings": kinds(6, 6, 0, 8, 0x18),
	"royal or other pieces": append(kinds(5, 6, 0), 0, 1, 0x81),
	"bytes of no type 7":    append(slices.DeleteFunc(upTo(256), isType7), uint16(sargon.Border)),
	"the steps of DIRECT":   steps(), "lists of GENMOV": listed(6),
}

// dependent are words for what other inputs decide.
var dependent = map[string]func(p *pair) []uint16{
	"the type of P1": func(p *pair) []uint16 {
		t := p.in(variables.P1) & 7
		return anyByte[t : t+1]
	},
	"the directions of P1": func(p *pair) []uint16 {
		first, n := reference.Moves(uint8(p.in(variables.P1) & 7))
		return anyByte[first : first+n]
	},
}

// values are those that a text says.
func (p *pair) values(text string) (all []uint16) {
	if all, ok := vocabulary[text]; ok {
		return all
	}
	number := func(word string) int {
		if n, err := strconv.ParseUint(word, 0, 16); err == nil {
			return int(n)
		}
		return int(p.named(word))
	}
	for word := range strings.FieldsSeq(text) {
		word, step, _ := strings.Cut(word, "/")
		from, to, _ := strings.Cut(word, "..")
		for v := number(from); v <= number(cmp.Or(to, from)); v += number(cmp.Or(step, "1")) {
			all = append(all, uint16(v))
		}
	}
	return all
}

func upTo(n int) (all []uint16) {
	for v := range n {
		all = append(all, uint16(v))
	}
	return all
}

func onBoard() []uint16 {
	off := func(s uint16) bool { return !sargon.Square(s).OnBoard() }
	return slices.DeleteFunc(upTo(sargon.BoardSize), off)
}

func addressesOf(squares []uint16) (all []uint16) {
	for _, s := range squares {
		all = append(all, reference.Load+variables.BOARDA+s)
	}
	return all
}

func steps() (all []uint16) {
	for _, s := range reference.Directions() {
		if v := uint16(uint8(s)); !slices.Contains(all, v) {
			all = append(all, v)
		}
	}
	return all
}

func isType7(piece uint16) bool { return piece&7 == 7 }

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

var lookRows = []*Row{{
	Name: "LOOK", Section: "2", Cut: "whole",
	Domain: "HL: BOARDA..BOARDA+255; E: the steps of DIRECT; P1: both colours; all bytes on the squares",
}, {
	Name: "square_address", Section: "1", Cut: "whole", Domain: "A: all bytes",
}}

// near lets the square next to one hold all that a square may hold, those behind it few.
func (p *pair) near(square uint16, step int8) {
	for n := range 7 {
		square = uint16(uint8(square) + uint8(step))
		if domain := &p.domains[p.at(variables.BOARDA)+square]; len(*domain) > 1 { // not the border
			*domain = few
			if n == 0 {
				*domain = many
			}
		}
	}
}
