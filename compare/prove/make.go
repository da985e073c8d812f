package prove

import (
	"slices"

	"sargon78/sargon"
	"sargon78/sargon/spec/cells"
)

var makeRows = []*Row{
	moveRow("MOVE", false), moveRow("UNMOVE", false),
	moveRow("MOVE", true), moveRow("UNMOVE", true),
}

// moveRow makes or unmakes a record, or a pair.
func moveRow(name string, two bool) *Row {
	r := &Row{
		Name: name, Section: "9", Cut: "whole, single records",
		Domain: "from and to all squares, all flags without 'double', 37 bytes on the square",
	}
	if two {
		r.Name += ", pairs"
		r.Cut = "whole, pairs"
		r.Domain = "castling, en passant and others with squares in common, all flags, 15 bytes a square"
	}
	bytes := many
	if two {
		bytes = slices.Concat(few, kinds(6, 6, 0x18))
	}
	r.holds = []holding{{"board", bytes}}
	r.run = func(p *pair) {
		at := p.at(cells.MLIST)
		if two { // a pair may lie across the end of a page
			at += p.give("record", []uint16{0, 0xFC})
		}
		p.putWord(cells.MLPTRJ, at)
		p.domains[at+2], p.domains[at+3], p.domains[at+4] = squares64, squares64, single
		if two {
			p.domains[at+4], p.domains[at+10] = double, second
			shape := shapes[p.give("squares", upTo(len(shapes)))]
			for i, field := range []uint16{2, 3, 8, 9} {
				p.set(at+field, shape[i])
			}
		}
		p.hold()
	}
	return r
}

// shapes are the squares of pairs: castlings, captures in passing, and old records with squares in
// common.
var shapes = [][4]uint16{
	{25, 27, 28, 26}, {25, 23, 21, 24}, {95, 97, 98, 96}, {95, 93, 91, 94},
	{65, 74, 64, 64}, {55, 46, 56, 56}, {76, 77, 77, 76}, {33, 33, 33, 33}, {33, 44, 44, 55},
}

// second are flags of the second record of a pair.
var second = []uint16{0, 1, 0x81, 0x05, 0x85, 0x0D, 0x10, 0x15, 0x25}

// The flags of single records, and of pairs.
var single, double = func() (single, double []uint16) {
	for v := range uint16(256) {
		if v&uint16(sargon.DoubleMove) == 0 {
			single = append(single, v)
		} else {
			double = append(double, v)
		}
	}
	return single, double
}()
