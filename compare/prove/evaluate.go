package prove

import (
	"sargon78/native/literal"
	"sargon78/sargon"
	"sargon78/sargon/spec/cells"
)

// lastMove is where the move made last is.
var lastMove = addresses(cells.MLIST, 0)

// zero gives cells that have no value yet 0.
func (p *pair) zero(names string) {
	p.each(names, func(at uint16, _ int, _ bool) {
		if p.known[at] != p.number {
			p.set(at, 0)
		}
	})
}

var evaluateRows = []*Row{{
	Name: "manners", Section: "8", Cut: "whole",
	Domain: "all bytes on the square, all move numbers; 4 values of BRDC, all for two pieces",
	run: func(p *pair) {
		piece := p.in(cells.P1, anyByte)
		p.in(cells.MOVENO, anyByte)
		controls := []uint16{0, 0x7F, 0x80, 0xFE}
		if piece == 2 || piece == 0x96 {
			controls = anyByte
		}
		control := p.in(cells.BRDC, controls)
		p.chip.A = uint8(piece & 7)
		more := p.hold()
		p.same("BRDC", p.byte(cells.BRDC), (control+more)&0xFF)
	},
}, {
	Name: "points_square", Section: "8",
	Cut:    "one square, to points_next; manners, ATTACK and points_piece left out",
	Domain: "squares 21 to 98, all bytes; counts 0, 1, 5, 255, BRDC and manners likewise",
	holds:  []holding{{"T1", []uint16{7}}, {"BRDC ATKLST ATKLST+7", someBytes}},
	prepare: func(p *pair) {
		p.leave("ATTACK,lists", nil, func() {
			p.writes(p.at(cells.ATKLST), uint8(p.answer(someBytes)))
			p.writes(p.at(cells.ATKLST)+7, uint8(p.answer(someBytes)))
		})
	},
	run: func(p *pair) {
		square := p.give("square", scanned)
		piece := p.in(cells.BOARDA+square, anyByte)
		control := p.in(cells.BRDC, someBytes)
		p.chip.A = uint8(square)
		p.program("points_square")
		p.same("M3", p.byte(cells.M3), square)
		if piece != uint16(sargon.Border) {
			p.rule(literal.PartCountSquare, square, piece)
			return
		}
		p.same("calls", uint16(len(p.calls)), 0)
		p.same("BRDC", p.byte(cells.BRDC), control)
	},
}, {
	Name: "points_piece", Section: "8",
	Cut: "whole; XCHNG left out",
	Domain: "all bytes on the square with 4 losses and values of MTRL; all losses with all PTSL, " +
		"and with all PTSW1 and PTSW2",
	holds: []holding{{"MLIST+3", []uint16{55, 56}}, {"MLPTRJ", lastMove}},
	prepare: func(p *pair) {
		p.leave("XCHNG", func(literal.Args) []uint16 {
			if p.first() == 0 {
				return []uint16{0, 1, 2, 255}
			}
			return anyByte
		}, nil)
	},
	run: func(p *pair) {
		piece := uint16(2)
		switch p.give("what is tried completely", upTo(3)) {
		case 0:
			piece = p.in(cells.P1, anyByte)
			p.in(cells.COLOR, colors)
			p.in(cells.MTRL, someBytes)
			p.put(cells.PTSL, 1)
			p.put(cells.PTSW1, 1)
		case 1:
			p.in(cells.PTSL, anyByte)
			p.in(cells.PTSCK, []uint16{0, 44})
		case 2:
			piece = 0x82
			p.in(cells.PTSW1, anyByte)
			p.in(cells.PTSW2, anyByte)
		}
		p.zero(totalCells + " COLOR")
		p.put(cells.P1, piece)
		p.put(cells.T3, piece&7)
		p.put(cells.M3, 55)
		p.hold()
	},
}, {
	Name: "points_next", Section: "8",
	Cut: "from the last square on: the sum; limit left out",
	Domain: "all PTSL with all PTSW2, and with all MTRL and MV0; all BRDC with all BC0; " +
		"all limited values; both colours",
	holds: []holding{{"MLPTRJ", lastMove}},
	prepare: func(p *pair) {
		p.leave("limit", func(args literal.Args) []uint16 {
			if p.first() == 2 {
				return within[args[1]]
			}
			return []uint16{5}
		}, nil)
	},
	run: func(p *pair) {
		which := p.give("what is tried completely", upTo(4))
		p.in(cells.COLOR, colors)
		p.in(cells.PTSCK, []uint16{0, 44})
		switch which {
		case 0:
			p.in(cells.PTSL, anyByte)
			p.in(cells.PTSW2, anyByte)
			p.in(cells.PTSW1, []uint16{0, 1, 255})
		case 1:
			p.in(cells.PTSL, anyByte)
			p.in(cells.MTRL, anyByte)
			p.in(cells.MV0, []uint16{0, 1, 0x7F, 0x80, 0xFF})
		case 3:
			p.in(cells.BRDC, anyByte)
			p.in(cells.BC0, anyByte)
		}
		p.zero(totalCells + " MV0 BC0")
		p.put(cells.M3, 98)
		value := p.hold()
		p.same("the record", p.byte(cells.MLIST+5), value)
		p.same("2 to 254", flag(value >= 2 && value <= 254), 1) // FNDMOV goes by that
	},
}, {
	Name: "limit", Section: "8", Cut: "whole", Domain: "all bytes, both limits",
	holds: []holding{{"A", anyByte}, {"B", []uint16{30, 6}}},
}, {
	Name: "POINTS", Section: "8",
	Cut:    "around the squares, each left out; limit left out",
	Domain: "an empty board, both colours",
	holds: []holding{{"board", []uint16{0}}, {"MV0 BC0", []uint16{0}}, {"COLOR", colors},
		{"MLPTRJ", lastMove}},
	prepare: func(p *pair) {
		p.leave("limit", func(literal.Args) []uint16 { return []uint16{0, 5} }, nil)
		spoil := p.spoiling(contracts["points_square"])
		p.stub("points_square", func() string {
			at := uint16(p.chip.A)
			spoil()
			p.write(&p.sides[0], p.at(cells.M3), uint8(at))
			if piece := p.byte(cells.BOARDA + at); piece != uint16(sargon.Border) {
				p.called(literal.PartCountSquare, nil, at, piece)
			}
			p.same("T1", p.byte(cells.T1), 7)
			p.each(totalCells, func(at uint16, _ int, _ bool) {
				p.sameAt(at, p.byte(at-literal.Load), 0)
			})
			return "points_next"
		})
	},
}}

// within are the bytes within the two limits.
var within = map[uint16][]uint16{30: upToSigned(30), 6: upToSigned(6)}

func upToSigned(limit uint16) (all []uint16) {
	for v := -limit; v != limit+1; v++ {
		all = append(all, v&0xFF)
	}
	return all
}
