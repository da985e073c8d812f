package prove

import (
	"sargon78/native/literal"
	"sargon78/sargon"
	"sargon78/sargon/spec/cells"
)

var makeRows = []*Row{
	moveRow("MOVE", literal.PartMake, false), moveRow("UNMOVE", literal.PartUnmake, false),
	moveRow("MOVE", literal.PartMake, true), moveRow("UNMOVE", literal.PartUnmake, true),
}

// moveRow makes or unmakes a record, or a pair.
func moveRow(name string, part literal.Part, two bool) *Row {
	r := &Row{
		Name: name, Section: "9", Cut: "whole, single records",
		Domain: "from and to all squares, all flags without 'double', 37 bytes on the square",
		uses:   "A F BC DE HL IX IY",
	}
	if two {
		r.Name += ", pairs"
		r.Cut = "whole, pairs"
		r.Domain = "castling, en passant and others with squares in common, all flags, 13 bytes a square"
	}
	r.prepare = func(p *pair) {
		p.index(cells.M1, scratch, nil)
		p.index(cells.M2, scratch, nil)
		p.domain(p.at(cells.MLPTRJ), 2, kept, nil)
		p.domain(p.at(cells.MLIST), 2048, kept, nil)
		board(p, open, many)
		if two {
			board(p, open, few)
		}
		p.domain(p.at(cells.POSK), 4, open, anyByte)
	}
	r.run = func(p *pair) {
		at := p.at(cells.MLIST)
		if two { // a pair may lie across the end of a page
			at += p.give(1, "record", []uint16{0, 0xFC})
		}
		p.setWord(p.at(cells.MLPTRJ), at)
		p.domains[at+2], p.domains[at+3], p.domains[at+4] = squares64, squares64, single
		if two {
			p.domains[at+4], p.domains[at+10] = double, second
			shape := shapes[p.give(0, "squares", upTo(len(shapes)))]
			for i, field := range []uint16{2, 3, 8, 9} {
				p.set(at+field, shape[i])
			}
		}
		p.program(name)
		var f literal.Fields
		p.rule(part, &f, at)
		p.memories()
	}
	return r
}

// shapes are the squares of pairs: castlings, captures in passing, and old records with squares in
// common.
var shapes = [][4]uint8{
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
