package prove

import (
	"sargon78/native/literal"
	"sargon78/sargon"
	"sargon78/sargon/spec/cells"
)

// totals makes inputs of the cells of the value, but for VALM.
func totals(p *pair, values []uint16) {
	for _, cell := range totalCells {
		p.domain(p.at(cell), 1, open, values)
	}
}

var totalCells = []uint16{cells.BRDC, cells.PTSL, cells.PTSW1, cells.PTSW2, cells.MTRL, cells.PTSCK}

// total gives one of them a value on both sides.
func (p *pair) total(f *literal.Fields, cell, v uint16) {
	p.set(p.at(cell), uint8(v))
	switch t := &f.Totals; cell {
	case cells.BRDC:
		t.BoardControl = int8(v)
	case cells.PTSL:
		t.PointsLost = uint8(v)
	case cells.PTSW1:
		t.PointsWon1 = uint8(v)
	case cells.PTSW2:
		t.PointsWon2 = uint8(v)
	case cells.MTRL:
		t.Material = int8(v)
	case cells.PTSCK:
		t.HangingMover = sargon.Square(v)
	}
}

// sameTotals compares them.
func (p *pair) sameTotals(f *literal.Fields) {
	t := &f.Totals
	p.same("BRDC", p.byte(cells.BRDC), uint16(uint8(t.BoardControl)))
	p.same("PTSL", p.byte(cells.PTSL), uint16(t.PointsLost))
	p.same("PTSW1", p.byte(cells.PTSW1), uint16(t.PointsWon1))
	p.same("PTSW2", p.byte(cells.PTSW2), uint16(t.PointsWon2))
	p.same("MTRL", p.byte(cells.MTRL), uint16(uint8(t.Material)))
	p.same("PTSCK", p.byte(cells.PTSCK), uint16(t.HangingMover))
}

var evaluateRows = []*Row{{
	Name: "manners", Section: "8", Cut: "whole",
	Domain: "all bytes on the square, all move numbers; 4 values of BRDC, all for two pieces",
	uses:   "A F HL",
	prepare: func(p *pair) {
		p.domain(p.at(cells.P1), 1, kept, nil)
		p.domain(p.at(cells.MOVENO), 1, kept, nil)
		p.domain(p.at(cells.BRDC), 1, open, nil)
	},
	run: func(p *pair) {
		piece, moveno := p.give(0, "P1", anyByte), p.give(1, "MOVENO", anyByte)
		controls := []uint16{0, 0x7F, 0x80, 0xFE}
		if piece == 2 || piece == 0x96 {
			controls = anyByte
		}
		f := literal.Fields{MoveNumber: uint8(moveno)}
		control := p.give(2, "BRDC", controls)
		p.set(p.at(cells.BRDC), uint8(control))
		p.set(p.at(cells.P1), uint8(piece))
		p.set(p.at(cells.MOVENO), uint8(moveno))
		p.rom.chip.A = uint8(piece & 7)
		p.program("manners")
		more, _ := p.rule(literal.PartDevelopment, &f, piece)
		p.same("BRDC", p.byte(cells.BRDC), (control+more)&0xFF)
	},
}, {
	Name: "points_square", Section: "8",
	Cut:     "one square, to points_next; manners, ATTACK and points_piece left out",
	Domain:  "squares 21 to 98, all bytes; counts 0, 1, 5, 255, BRDC and manners likewise",
	uses:    "A F BC DE HL IX DE' HL'",
	stubbed: []literal.Part{literal.PartDevelopment, literal.PartAttack, literal.PartCountPiece},
	prepare: func(p *pair) {
		p.domain(p.at(cells.BOARDA), sargon.BoardSize, kept, anyByte)
		p.index(cells.M3, scratch, nil)
		p.index(cells.T3, scratch, nil)
		p.domain(p.at(cells.P1), 1, scratch, nil)
		p.domain(p.at(cells.T1), 1, kept, []uint16{7})
		p.domain(p.at(cells.BRDC), 1, open, someBytes)
		p.domain(p.at(cells.ATKLST), 1, open, someBytes)
		p.domain(p.at(cells.ATKLST)+7, 1, open, someBytes)
		p.ends("points_next")
		p.stub("manners", "A F HL", func() string {
			p.same("A", uint16(p.rom.chip.A), p.byte(cells.P1)&7)
			control := p.byte(cells.BRDC) + p.called(literal.PartDevelopment, someBytes, p.byte(cells.P1))
			p.write(&p.sides[0], p.at(cells.BRDC), uint8(control))
			return ""
		})
		p.stub("ATTACK", "A F BC DE HL IX", func() string {
			p.called(literal.PartAttack, nil, p.byte(cells.M3), p.byte(cells.P1), flag(p.byte(cells.T1) == 7))
			p.writes(p.at(cells.ATKLST), uint8(p.answer(someBytes)))
			p.writes(p.at(cells.ATKLST)+7, uint8(p.answer(someBytes)))
			return ""
		})
		p.stub("points_piece", "A F BC DE HL IX DE' HL'", func() string {
			p.same("T3", p.byte(cells.T3), p.byte(cells.P1)&7)
			p.called(literal.PartCountPiece, nil, p.byte(cells.M3), p.byte(cells.P1))
			return ""
		})
	},
	run: func(p *pair) {
		var f literal.Fields
		square := p.give(0, "square", scanned)
		piece := p.ask(int(p.at(cells.BOARDA)+square), anyByte)
		control := p.ask(int(p.at(cells.BRDC)), someBytes)
		p.rom.chip.A = uint8(square)
		p.program("points_square")
		p.same("M3", p.byte(cells.M3), square)
		p.total(&f, cells.BRDC, control)
		if piece != uint16(sargon.Border) {
			p.rule(literal.PartCountSquare, &f, square, piece)
		}
		p.same("BRDC", p.byte(cells.BRDC), uint16(uint8(f.Totals.BoardControl)))
	},
}, {
	Name: "points_piece", Section: "8",
	Cut: "whole; XCHNG left out",
	Domain: "all bytes on the square with 4 losses and values of MTRL; all losses with all PTSL, " +
		"and with all PTSW1 and PTSW2",
	uses:    "A F BC DE HL IX DE' HL'",
	stubbed: []literal.Part{literal.PartExchange},
	prepare: func(p *pair) {
		totals(p, anyByte)
		for _, cell := range []uint16{cells.P1, cells.M3, cells.COLOR} {
			p.domain(p.at(cell), 1, kept, nil)
		}
		p.index(cells.T3, kept, nil)
		p.domain(p.at(cells.MLPTRJ), 2, kept, nil)
		p.domain(p.at(cells.MLIST)+3, 1, kept, []uint16{55, 56})
		p.stub("XCHNG", "A F BC D HL IX DE' HL'", func() string {
			p.same("T3", p.byte(cells.T3), p.byte(cells.P1)&7)
			losses := anyByte
			if p.value[givenID] == 0 {
				losses = []uint16{0, 1, 2, 255}
			}
			p.rom.chip.E = uint8(p.called(literal.PartExchange, losses, p.byte(cells.P1)))
			return ""
		})
	},
	run: func(p *pair) {
		f := literal.Fields{Record: p.at(cells.MLIST)}
		which := p.give(0, "what is tried completely", []uint16{0, 1, 2})
		piece, mover := uint16(2), uint16(0)
		for _, cell := range totalCells {
			p.total(&f, cell, 0)
		}
		switch which {
		case 0:
			piece, mover = p.give(1, "P1", anyByte), p.give(2, "COLOR", colors)
			p.total(&f, cells.MTRL, p.give(3, "MTRL", someBytes))
			p.total(&f, cells.PTSL, 1)
			p.total(&f, cells.PTSW1, 1)
		case 1:
			p.total(&f, cells.PTSL, p.give(1, "PTSL", anyByte))
			p.total(&f, cells.PTSCK, p.give(2, "PTSCK", []uint16{0, 44}))
		case 2:
			piece = 0x82
			p.total(&f, cells.PTSW1, p.give(1, "PTSW1", anyByte))
			p.total(&f, cells.PTSW2, p.give(2, "PTSW2", anyByte))
		}
		f.Color = sargon.Color(mover)
		p.set(p.at(cells.COLOR), uint8(mover))
		p.set(p.at(cells.P1), uint8(piece))
		p.set(p.at(cells.T3), uint8(piece&7))
		p.set(p.at(cells.M3), 55)
		p.setWord(p.at(cells.MLPTRJ), p.at(cells.MLIST))
		p.program("points_piece")
		p.rule(literal.PartCountPiece, &f, 55, piece)
		p.sameTotals(&f)
	},
}, {
	Name: "points_next", Section: "8",
	Cut: "from the last square on: the sum; limit left out",
	Domain: "all PTSL with all PTSW2, and with all MTRL and MV0; all BRDC with all BC0; " +
		"all limited values; both colours",
	uses:    "A F BC DE HL IX",
	stubbed: []literal.Part{literal.PartLimit},
	prepare: func(p *pair) {
		totals(p, anyByte)
		p.index(cells.M3, kept, nil)
		for _, cell := range []uint16{cells.COLOR, cells.MV0, cells.BC0} {
			p.domain(p.at(cell), 1, kept, nil)
		}
		p.domain(p.at(cells.VALM), 1, scratch, nil)
		p.domain(p.at(cells.MLPTRJ), 2, kept, nil)
		p.domain(p.at(cells.MLIST)+5, 1, scratch, nil)
		p.stub("limit", "F", func() string {
			c := &p.rom.chip
			limit := uint16(c.B)
			limited := []uint16{5}
			if p.value[givenID] == 2 {
				limited = within[limit]
			}
			c.A = uint8(p.called(literal.PartLimit, limited, uint16(c.A), limit))
			return ""
		})
	},
	run: func(p *pair) {
		f := literal.Fields{Record: p.at(cells.MLIST)}
		which := p.give(0, "what is tried completely", upTo(4))
		var mv0, bc0 uint16
		for _, cell := range totalCells {
			p.total(&f, cell, 0)
		}
		mover := p.give(1, "COLOR", colors)
		p.total(&f, cells.PTSCK, p.give(2, "PTSCK", []uint16{0, 44}))
		switch which {
		case 0:
			p.total(&f, cells.PTSL, p.give(3, "PTSL", anyByte))
			p.total(&f, cells.PTSW2, p.give(4, "PTSW2", anyByte))
			p.total(&f, cells.PTSW1, p.give(5, "PTSW1", []uint16{0, 1, 255}))
		case 1:
			p.total(&f, cells.PTSL, p.give(3, "PTSL", anyByte))
			p.total(&f, cells.MTRL, p.give(4, "MTRL", anyByte))
			mv0 = p.give(5, "MV0", []uint16{0, 1, 0x7F, 0x80, 0xFF})
		case 2:
		case 3:
			p.total(&f, cells.BRDC, p.give(3, "BRDC", anyByte))
			bc0 = p.give(4, "BC0", anyByte)
		}
		f.Color, f.MV0, f.BC0 = sargon.Color(mover), int8(mv0), int8(bc0)
		p.set(p.at(cells.COLOR), uint8(mover))
		p.set(p.at(cells.MV0), uint8(mv0))
		p.set(p.at(cells.BC0), uint8(bc0))
		p.set(p.at(cells.M3), 98)
		p.setWord(p.at(cells.MLPTRJ), p.at(cells.MLIST))
		p.program("points_next")
		value, _ := p.rule(literal.PartValue, &f)
		p.same("A", uint16(p.rom.chip.A), value)
		p.same("VALM", p.byte(cells.VALM), value)
		p.same("the record", p.byte(cells.MLIST+5), value)
		p.sameTotals(&f)
	},
}, {
	Name: "limit", Section: "8", Cut: "whole", Domain: "all bytes, both limits",
	uses: "A F",
	run: func(p *pair) {
		x, limit := p.give(0, "A", anyByte), p.give(1, "B", []uint16{30, 6})
		p.rom.chip.A, p.rom.chip.B = uint8(x), uint8(limit)
		p.program("limit")
		var f literal.Fields
		limited, _ := p.rule(literal.PartLimit, &f, x, limit)
		p.same("A", uint16(p.rom.chip.A), limited)
	},
}, {
	Name: "POINTS", Section: "8",
	Cut:     "around the squares, each left out; limit left out",
	Domain:  "an empty board, both colours",
	uses:    "A F BC DE HL IX DE' HL'",
	stubbed: []literal.Part{literal.PartCountSquare, literal.PartLimit},
	prepare: func(p *pair) {
		board(p, kept, []uint16{0})
		for _, cell := range append(totalCells, cells.VALM, cells.M3, cells.T1) {
			p.domain(p.at(cell), 1, scratch, nil)
		}
		for _, cell := range []uint16{cells.COLOR, cells.MV0, cells.BC0} {
			p.domain(p.at(cell), 1, kept, nil)
		}
		p.domain(p.at(cells.MLPTRJ), 2, kept, nil)
		p.domain(p.at(cells.MLIST)+5, 1, scratch, nil)
		p.stub("points_square", "A F BC DE HL IX DE' HL'", func() string {
			square := uint16(p.rom.chip.A)
			p.write(&p.sides[0], p.at(cells.M3), uint8(square))
			if piece := p.byte(cells.BOARDA + square); piece != uint16(sargon.Border) {
				p.called(literal.PartCountSquare, nil, square, piece)
			}
			p.same("T1", p.byte(cells.T1), 7)
			for _, cell := range totalCells {
				p.same(p.name(int(p.at(cell))), p.byte(cell), 0)
			}
			return "points_next"
		})
		p.stub("limit", "F", func() string {
			c := &p.rom.chip
			c.A = uint8(p.called(literal.PartLimit, []uint16{0, 5}, uint16(c.A), uint16(c.B)))
			return ""
		})
	},
	run: func(p *pair) {
		mover := p.give(0, "COLOR", colors)
		f := literal.Fields{Record: p.at(cells.MLIST), Color: sargon.Color(mover)}
		f.Totals = sargon.Totals{BoardControl: 1, Material: 2, PointsLost: 3, PointsWon1: 4,
			PointsWon2: 5, HangingMover: 6}
		p.set(p.at(cells.COLOR), uint8(mover))
		p.set(p.at(cells.MV0), 0)
		p.set(p.at(cells.BC0), 0)
		p.setWord(p.at(cells.MLPTRJ), p.at(cells.MLIST))
		p.program("POINTS")
		p.rule(literal.PartEvaluate, &f)
		p.same("VALM", p.byte(cells.VALM), uint16(f.Totals.Value))
		p.sameTotals(&f)
	},
}}

// within are the bytes within the two limits.
var within = func() map[uint16][]uint16 {
	all := map[uint16][]uint16{}
	for _, limit := range []uint16{30, 6} {
		for v := -limit; v != limit+1; v++ {
			all[limit] = append(all[limit], v&0xFF)
		}
	}
	return all
}()

// someBytes stand for all where bytes are only added.
var someBytes = []uint16{0, 1, 5, 255}
