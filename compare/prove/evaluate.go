package prove

import (
	"sargon78/native/reference"
	"sargon78/sargon"
	"sargon78/sargon/spec/variables"
)

var evaluateRows = []*Row{{
	Name: "manners", Section: "8", Cut: "whole",
	Domain: "MOVENO: all bytes; A: the type of P1 | P1: all bytes; BRDC: 0 0x7F 0x80 0xFE " +
		"| P1: 2 0x96; BRDC: all bytes",
}, {
	Name: "points_square", Section: "8",
	Cut: "one square, to points_next; manners, ATTACK and points_piece left out",
	Domain: "A: 21..98; the square there all bytes; BRDC ATKLST ATKLST+7: 0 1 5 255, " +
		"as many attack",
	prepare: func(p *pair) { p.leaveLists(someBytes...) },
	run: func(p *pair) {
		square := uint16(p.chip.A)
		p.set(p.at(variables.T1), 7)
		piece := p.in(variables.BOARDA + square)
		p.program()
		p.same("M3", p.byte(variables.M3), square)
		if piece != uint16(sargon.Border) {
			p.rule(reference.PartCountSquare, square, piece)
		}
		p.compare()
	},
}, {
	Name: "points_piece", Section: "8", Cut: "whole; XCHNG left out",
	Domain: "MLPTRJ: MLIST; MLIST+3: 55 56; M3: 55; T3: the type of P1; P1: 2; " +
		"BRDC PTSL PTSW1 PTSW2 MTRL PTSCK COLOR: 0; all losses, of the first 0, 1, 2, 255 " +
		"| P1: all bytes; COLOR: both colours; MTRL: 0 1 5 255; PTSL PTSW1: 1 " +
		"| PTSL: all bytes; PTSCK: 0 44 | P1: 0x82; PTSW1 PTSW2: all bytes",
	prepare: func(p *pair) {
		p.leave("XCHNG", func(reference.Args) []uint16 {
			if p.first() == 0 {
				return []uint16{0, 1, 2, 255}
			}
			return anyByte
		}, nil)
	},
}, {
	Name: "points_next", Section: "8", Cut: "from the last square on: the sum; limit left out",
	Domain: "COLOR: both colours; PTSCK: 0 44; MLPTRJ: MLIST; M3: 98; " +
		"BRDC PTSL PTSW1 PTSW2 MTRL MV0 BC0: 0 | PTSL PTSW2: all bytes; PTSW1: 0 1 255 " +
		"| PTSL MTRL: all bytes; MV0: 0 1 0x7F 0x80 0xFF | all limited values | BRDC BC0: all bytes",
	prepare: func(p *pair) {
		p.leave("limit", func(args reference.Args) []uint16 {
			if p.first() == 2 {
				return within[args[1]]
			}
			return []uint16{5}
		}, nil)
	},
	run: func(p *pair) {
		value := p.equal()
		p.same("2 to 254", flag(value >= 2 && value <= 254), 1) // FNDMOV goes by that
	},
}, {
	Name: "limit", Section: "8", Cut: "whole", Domain: "A: all bytes; B: 30 6",
}, {
	Name: "POINTS", Section: "8", Cut: "around the squares, each left out; limit left out",
	Domain: "board: 0; MV0 BC0: 0; COLOR: both colours; MLPTRJ: MLIST; limit: 0 5",
	prepare: func(p *pair) {
		spoil := p.spoiling(contracts["points_square"])
		p.stub("points_square", func() string {
			at := uint16(p.chip.A)
			spoil()
			p.write(p.at(variables.M3), at)
			if piece := p.byte(variables.BOARDA + at); piece != uint16(sargon.Border) {
				p.called(reference.PartCountSquare, 0, at, piece)
			}
			p.same("T1", p.byte(variables.T1), 7)
			for _, at := range p.bytes(totalCells) {
				p.same(p.name(int(at)), p.byte(at-reference.Load), 0)
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
