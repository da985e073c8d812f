package prove

import (
	"sargon78/native/literal"
	"sargon78/sargon"
	"sargon78/sargon/spec/cells"
)

// zero gives cells that have no value yet 0.
func (p *pair) zero(offsets ...uint16) {
	for _, offset := range offsets {
		if !p.knows(int(p.at(offset))) {
			p.put(offset, 0)
		}
	}
}

var evaluateRows = []*Row{{
	Name: "manners", Section: "8", Cut: "whole",
	Domain: "P1: all bytes; MOVENO: all bytes; BRDC 0, 0x7F, 0x80, 0xFE, of two pieces all bytes",
	run: func(p *pair) {
		piece := p.in(cells.P1)
		p.in(cells.MOVENO)
		controls := []uint16{0, 0x7F, 0x80, 0xFE}
		if piece == 2 || piece == 0x96 {
			controls = anyByte
		}
		control := p.inOf(cells.BRDC, controls)
		p.chip.A = uint8(piece & 7)
		more := p.equal()
		p.same("BRDC", p.byte(cells.BRDC), (control+more)&0xFF)
	},
}, {
	Name: "points_square", Section: "8",
	Cut: "one square, to points_next; manners, ATTACK and points_piece left out",
	Domain: "A: squares 21 to 98; the square there all bytes; BRDC ATKLST ATKLST+7: 0 1 5 255, " +
		"as many attack",
	prepare: func(p *pair) { p.leaveLists(someBytes...) },
	run: func(p *pair) {
		square := uint16(p.chip.A)
		p.put(cells.T1, 7)
		piece, control := p.in(cells.BOARDA+square), p.in(cells.BRDC)
		p.program()
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
	Domain: "tried completely: 0..2; P1: all bytes, with 4 losses and values of MTRL; " +
		"all losses with all PTSL, and with all PTSW1 and PTSW2; " +
		"COLOR: both colours; PTSCK: 0 44; MLPTRJ: MLIST; MLIST+3: 55 56",
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
		switch p.choice("tried completely") {
		case 0:
			piece = p.in(cells.P1)
			p.in(cells.COLOR)
			p.inOf(cells.MTRL, someBytes)
			p.put(cells.PTSL, 1)
			p.put(cells.PTSW1, 1)
		case 1:
			p.in(cells.PTSL)
			p.in(cells.PTSCK)
		case 2:
			piece = 0x82
			p.in(cells.PTSW1)
			p.in(cells.PTSW2)
		}
		p.zero(cells.BRDC, cells.PTSL, cells.PTSW1, cells.PTSW2, cells.MTRL, cells.PTSCK, cells.COLOR)
		p.put(cells.P1, piece)
		p.put(cells.T3, piece&7)
		p.put(cells.M3, 55)
		p.equal()
	},
}, {
	Name: "points_next", Section: "8",
	Cut: "from the last square on: the sum; limit left out",
	Domain: "tried completely: 0..3; all PTSL with all PTSW2, and with all MTRL and MV0; " +
		"all BRDC with all BC0; all limited values; PTSW1: 0 1 255; MV0: 0 1 0x7F 0x80 0xFF; " +
		"COLOR: both colours; PTSCK: 0 44; MLPTRJ: MLIST",
	prepare: func(p *pair) {
		p.leave("limit", func(args literal.Args) []uint16 {
			if p.first() == 2 {
				return within[args[1]]
			}
			return []uint16{5}
		}, nil)
	},
	run: func(p *pair) {
		which := p.choice("tried completely")
		p.in(cells.COLOR)
		p.in(cells.PTSCK)
		switch which {
		case 0:
			p.in(cells.PTSL)
			p.in(cells.PTSW2)
			p.in(cells.PTSW1)
		case 1:
			p.in(cells.PTSL)
			p.in(cells.MTRL)
			p.in(cells.MV0)
		case 3:
			p.in(cells.BRDC)
			p.in(cells.BC0)
		}
		p.zero(cells.BRDC, cells.PTSL, cells.PTSW1, cells.PTSW2, cells.MTRL, cells.MV0, cells.BC0)
		p.put(cells.M3, 98)
		value := p.equal()
		p.same("2 to 254", flag(value >= 2 && value <= 254), 1) // FNDMOV goes by that
	},
}, {
	Name: "limit", Section: "8", Cut: "whole", Domain: "A: all bytes; B: 30 6",
}, {
	Name: "POINTS", Section: "8",
	Cut:    "around the squares, each left out; limit left out",
	Domain: "board: 0; MV0 BC0: 0; COLOR: both colours; MLPTRJ: MLIST",
	prepare: func(p *pair) {
		p.leave("limit", func(literal.Args) []uint16 { return []uint16{0, 5} }, nil)
		spoil := p.spoiling(contracts["points_square"])
		p.stub("points_square", func() string {
			at := uint16(p.chip.A)
			spoil()
			p.write(p.at(cells.M3), at)
			if piece := p.byte(cells.BOARDA + at); piece != uint16(sargon.Border) {
				p.called(literal.PartCountSquare, nil, at, piece)
			}
			p.same("T1", p.byte(cells.T1), 7)
			for _, at := range p.bytes(totalCells) {
				p.same(p.name(int(at)), p.byte(at-literal.Load), 0)
			}
			return "points_next"
		})
	},
}}

// someBytes stand for all where bytes are only added.
var someBytes = []uint16{0, 1, 5, 255}

// within are the bytes within the two limits.
var within = map[uint16][]uint16{30: upToSigned(30), 6: upToSigned(6)}

func upToSigned(limit uint16) (all []uint16) {
	for v := -limit; v != limit+1; v++ {
		all = append(all, v&0xFF)
	}
	return all
}
