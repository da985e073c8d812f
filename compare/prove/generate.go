package prove

import (
	"sargon78/native/literal"
	"sargon78/sargon"
	"sargon78/sargon/spec/cells"
)

// links are where a new record may be linked from: a head of PLYIX, and records, of which one has an
// address with a low byte of 0 and one lies across the end of a page.
var links = []uint16{cells.PLYIX + 2, cells.PLYIX + 6, cells.MLIST, cells.MLIST + 252, cells.MLIST + 255}

var recordRows = []*Row{{
	Name: "store_move", Section: "3", Cut: "whole",
	Domain: "all addresses of the list area for the record, 5 for the link; each field all bytes",
	uses:   "A F DE HL",
	prepare: func(p *pair) {
		p.index(cells.M1, kept, nil)
		p.index(cells.M2, kept, nil)
		p.domain(p.at(cells.P1), 1, kept, nil)
		p.domain(p.at(cells.P3), 1, kept, nil)
		p.domain(p.at(cells.MLNXT), 2, open, nil)
		p.domain(p.at(cells.MLLST), 2, open, nil)
		p.domain(p.at(cells.PLYIX), 40, open, anyByte)
		p.domain(p.at(cells.MLIST), 2048, open, anyByte)
	},
	run: func(p *pair) {
		next := p.at(cells.MLIST) + p.give(0, "MLNXT", upTo(2048))
		last := p.at(links[p.give(1, "link", upTo(len(links)))])
		fields := [4]uint16{0x81, 35, 55, 0x8B}
		if next == p.at(cells.MLIST) {
			which := p.give(2, "field", upTo(4))
			fields[which] = p.give(3, "P1, M1, M2 or P3", anyByte)
		}
		for i, cell := range []uint16{cells.P1, cells.M1, cells.M2, cells.P3} {
			p.set(p.at(cell), uint8(fields[i]))
		}
		p.setWord(p.at(cells.MLNXT), next)
		p.setWord(p.at(cells.MLLST), last)
		p.program("store_move")
		f := literal.Fields{Free: next, Last: last}
		p.rule(literal.PartAdd, &f, fields[0], fields[1], fields[2], fields[3])
		p.word("MLNXT", cells.MLNXT, next, f.Free)
		p.word("MLLST", cells.MLLST, last, f.Last)
		p.tables(p.at(cells.BOARDA), p.at(cells.MLIST)+2048)
	},
}, {
	Name: "open_list", Section: "3", Cut: "whole", Domain: "ten plies, 5 addresses",
	uses: "DE HL",
	prepare: func(p *pair) {
		p.domain(p.at(cells.MLPTRI), 2, open, nil)
		p.domain(p.at(cells.MLNXT), 2, kept, nil)
		p.domain(p.at(cells.MLLST), 2, scratch, nil)
		p.domain(p.at(cells.PLYIX), 40, open, anyByte)
	},
	run: func(p *pair) {
		ply, next := p.give(0, "ply", upTo(10)), p.at(links[p.give(1, "MLNXT", upTo(len(links)))])
		p.setWord(p.at(cells.MLPTRI), p.at(cells.PLYIX)-2+4*ply)
		p.setWord(p.at(cells.MLNXT), next)
		p.program("open_list")
		f := literal.Fields{Free: next}
		p.rule(literal.PartOpen, &f, ply+1)
		p.word("MLLST", cells.MLLST, 0, f.Last)
		p.word("MLPTRI", cells.MLPTRI, 0, f.Last)
		p.tables(p.at(cells.PLYIX), p.at(cells.PLYIX)+40)
	},
}}

// stubAdd leaves store_move out. MLLST and MLNXT stay: who looks at them is told so.
func stubAdd(p *pair) {
	p.stub("store_move", "A F DE HL", func() string {
		p.called(literal.PartAdd, nil, p.byte(cells.P1), p.byte(cells.M1),
			p.byte(cells.M2), p.byte(cells.P3))
		return ""
	})
}

// from makes M1 and P1 inputs: the square and the piece whose moves are listed.
func from(p *pair) {
	p.index(cells.M1, kept, nil)
	p.domain(p.at(cells.P1), 1, kept, nil)
	for _, cell := range []uint16{cells.M2, cells.P3} {
		p.domain(p.at(cell), 1, scratch, nil)
	}
}

// piece gives a piece and its square.
func (p *pair) piece(pieces []uint16) (square, piece uint16) {
	square, piece = p.give(0, "M1", squares64), p.give(1, "P1", pieces)
	p.set(p.at(cells.M1), uint8(square))
	p.set(p.at(cells.P1), uint8(piece))
	return square, piece
}

var generateRows = []*Row{{
	Name: "gen_direction", Section: "4",
	Cut:     "one direction, to gen_turn; store_move left out",
	Domain:  "64 squares, pieces of types 2 to 7, their directions; 37 bytes beside, 13 behind",
	uses:    "A F C DE HL IX",
	stubbed: []literal.Part{literal.PartAdd},
	prepare: func(p *pair) {
		from(p)
		board(p, kept, few)
		p.index(cells.INDX1, kept, nil)
		p.domain(p.at(cells.T2), 1, kept, nil)
		p.ends("gen_turn")
		stubAdd(p)
	},
	run: func(p *pair) {
		square, piece := p.piece(kinds(2, 7, 0, 8))
		var all []uint16
		first, n := literal.Moves(uint8(piece & 7))
		for d := range n {
			all = append(all, uint16(first+d))
		}
		d := p.give(2, "direction", all)
		near(p, square, literal.Directions()[d])
		p.set(p.at(cells.INDX1), uint8(d))
		p.set(p.at(cells.T2), uint8(piece&7))
		p.program("gen_direction")
		var f literal.Fields
		p.rule(literal.PartDirection, &f, square, piece, d)
	},
}, {
	Name: "gen_piece", Section: "4",
	Cut:     "around the directions; those, gen_pawn and castle left out",
	Domain:  "64 squares, all bytes",
	uses:    "A F BC DE HL IX",
	stubbed: []literal.Part{literal.PartDirection, literal.PartPawn, literal.PartCastling},
	prepare: func(p *pair) {
		from(p)
		p.domain(p.at(cells.T2), 1, scratch, nil)
		p.domain(p.at(cells.T2)+1, 1, constant, nil)
		p.domain(p.at(cells.INDX1), 1, scratch, nil)
		p.stub("gen_direction", "A F C DE HL IX", func() string {
			p.same("T2", p.byte(cells.T2), p.byte(cells.P1)&7)
			p.called(literal.PartDirection, nil, p.byte(cells.M1), p.byte(cells.P1),
				p.byte(cells.INDX1))
			return "gen_turn"
		})
		for label, part := range map[string]literal.Part{
			"gen_pawn": literal.PartPawn, "castle": literal.PartCastling,
		} {
			p.stub(label, "A F BC DE HL IX", func() string {
				p.same("T2", p.byte(cells.T2), p.byte(cells.P1)&7)
				p.called(part, nil, p.byte(cells.M1), p.byte(cells.P1))
				return ""
			})
		}
	},
	run: func(p *pair) {
		square, piece := p.piece(anyByte)
		p.program("gen_piece")
		var f literal.Fields
		p.rule(literal.PartPiece, &f, square, piece)
	},
}, {
	Name: "gen_pawn", Section: "4",
	Cut:     "whole; store_move left out",
	Domain:  "64 squares, pawns and type 0; 37 bytes a square, all previous moves to 120 squares",
	uses:    "A F BC DE HL IX",
	stubbed: []literal.Part{literal.PartAdd},
	prepare: func(p *pair) {
		p.index(cells.M1, open, nil)
		p.domain(p.at(cells.P1), 1, kept, nil)
		for _, cell := range []uint16{cells.M2, cells.P3} {
			p.domain(p.at(cell), 1, scratch, nil)
		}
		board(p, kept, many)
		p.domain(p.at(cells.T2), 1, kept, nil)
		p.domain(p.at(cells.T2)+1, 1, constant, nil)
		p.index(cells.INDX1, scratch, nil)
		p.domain(p.at(cells.INDX1)+1, 1, constant, nil)
		p.domain(p.at(cells.MLPTRJ), 2, kept, nil)
		p.domain(p.at(cells.MLLST), 2, open, nil)
		record := p.at(cells.MLIST)
		p.domain(record, 6, kept, nil)
		p.domain(record+252, 12, open, anyByte)
		p.domains[record+2], p.domains[record+3] = []uint16{35}, squares64
		p.domains[record+4] = []uint16{0, 0x10, 0xEF, 0xFF}
		stubAdd(p)
	},
	run: func(p *pair) {
		square, piece := p.piece([]uint16{1, 9, 0x81, 0x89, 8, 0x88})
		for _, s := range squares64 {
			p.domains[p.at(cells.BOARDA)+s] = []uint16{0, 1, 0x81, 6, 0x84, 8}
		}
		p.set(p.at(cells.T2), uint8(piece&7))
		p.setWord(p.at(cells.MLPTRJ), p.at(cells.MLIST))
		last := p.at(cells.MLIST) + 258
		p.setWord(p.at(cells.MLLST), last)
		p.program("gen_pawn")
		f := literal.Fields{Record: p.at(cells.MLIST), Last: last}
		p.rule(literal.PartPawn, &f, square, piece)
		p.word("MLLST", cells.MLLST, last, f.Last)
		p.tables(p.at(cells.MLIST), p.at(cells.MLIST)+2048)
	},
}, {
	Name: "castle", Section: "4",
	Cut:     "whole; ATTACK and store_move left out",
	Domain:  "kings on e1, e8, d4 and g7; 37 bytes a square, any square attacked",
	uses:    "A F BC DE HL IX",
	stubbed: []literal.Part{literal.PartAdd, literal.PartAttack},
	prepare: func(p *pair) {
		p.index(cells.M1, open, nil)
		p.domain(p.at(cells.P1), 1, kept, nil)
		for _, cell := range []uint16{cells.M2, cells.M3, cells.P3, cells.T1} {
			p.domain(p.at(cell), 1, scratch, nil)
		}
		p.domain(p.at(cells.CKFLG), 1, kept, nil)
		board(p, kept, many)
		p.domain(p.at(cells.MLLST), 2, open, nil)
		p.domain(p.at(cells.MLIST), 264, open, anyByte)
		stubAdd(p)
		stubTest(p)
		// The rules ask whether b1 and b8 are attacked, and then allow it.
		p.more = func(part literal.Part, a literal.Args) bool {
			return part == literal.PartAttack && (a[0] == uint16(sargon.B1) || a[0] == uint16(sargon.B8))
		}
	},
	run: func(p *pair) {
		square, king := p.give(0, "M1", []uint16{25, 95, 54, 87}), p.give(1, "P1", kinds(6, 6, 0, 8, 0x18))
		check := p.give(2, "CKFLG", bits)
		p.set(p.at(cells.M1), uint8(square))
		p.set(p.at(cells.P1), uint8(king))
		p.set(p.at(cells.CKFLG), uint8(check))
		last := p.at(cells.MLIST) + 258
		p.setWord(p.at(cells.MLLST), last)
		p.program("castle")
		f := literal.Fields{Last: last, Check: check != 0}
		p.rule(literal.PartCastling, &f, square, king)
		p.word("MLLST", cells.MLLST, last, f.Last)
		p.tables(p.at(cells.MLIST), p.at(cells.MLIST)+2048)
	},
}, {
	Name: "gen_square", Section: "4",
	Cut:     "one square, to gen_next; gen_piece left out",
	Domain:  "squares 21 to 98, all bytes, both colours",
	uses:    "A F BC DE HL IX",
	stubbed: []literal.Part{literal.PartPiece},
	prepare: func(p *pair) {
		p.index(cells.M1, scratch, nil)
		p.domain(p.at(cells.M1)+1, 1, constant, nil)
		p.domain(p.at(cells.P1), 1, scratch, nil)
		p.domain(p.at(cells.COLOR), 1, kept, nil)
		p.domain(p.at(cells.BOARDA), sargon.BoardSize, kept, anyByte)
		p.ends("gen_next")
		p.stub("gen_piece", "A F BC DE HL IX", func() string {
			p.called(literal.PartPiece, nil, p.byte(cells.M1), p.byte(cells.P1))
			return ""
		})
	},
	run: func(p *pair) {
		square, side := p.give(0, "square", scanned), p.give(1, "COLOR", colors)
		p.set(p.at(cells.COLOR), uint8(side))
		p.rom.chip.A = uint8(square)
		p.program("gen_square")
		p.same("M1", p.byte(cells.M1), square)
		f := literal.Fields{Color: sargon.Color(side)}
		p.rule(literal.PartSquare, &f, square)
	},
}, {
	Name: "GENMOV", Section: "4",
	Cut:     "around the squares; INCHK and each square left out",
	Domain:  "ten plies, both colours, check or not",
	uses:    "A F BC DE HL IX",
	stubbed: []literal.Part{literal.PartInCheck, literal.PartSquare},
	prepare: func(p *pair) {
		p.domain(p.at(cells.COLOR), 1, kept, nil)
		p.domain(p.at(cells.CKFLG), 1, scratch, nil)
		p.domain(p.at(cells.M1), 1, scratch, nil)
		p.domain(p.at(cells.MLPTRI), 2, open, nil)
		p.domain(p.at(cells.MLNXT), 2, kept, nil)
		p.domain(p.at(cells.MLLST), 2, scratch, nil)
		p.domain(p.at(cells.PLYIX), 40, open, []uint16{0, 0x14})
		p.stub("INCHK", "BC DE HL IX", func() string {
			c := &p.rom.chip
			check := p.called(literal.PartInCheck, bits, p.byte(cells.COLOR))
			c.A = uint8(check)
			p.zero(check == 0)
			return ""
		})
		p.stub("gen_square", "A F BC DE HL IX", func() string {
			c := &p.rom.chip
			p.called(literal.PartSquare, nil, uint16(c.A))
			p.write(&p.sides[0], p.at(cells.M1), c.A)
			return "gen_next"
		})
	},
	run: func(p *pair) {
		ply, side := p.give(0, "ply", upTo(10)), p.give(1, "COLOR", colors)
		next := p.at(cells.MLIST) + 600
		p.set(p.at(cells.COLOR), uint8(side))
		p.setWord(p.at(cells.MLPTRI), p.at(cells.PLYIX)-2+4*ply)
		p.setWord(p.at(cells.MLNXT), next)
		p.program("GENMOV")
		f := literal.Fields{Color: sargon.Color(side), Free: next}
		p.rule(literal.PartGenerate, &f, ply+1)
		p.same("CKFLG", p.byte(cells.CKFLG), flag(f.Check))
		p.word("MLLST", cells.MLLST, 0, f.Last)
		p.word("MLPTRI", cells.MLPTRI, 0, p.at(cells.PLYIX)+2+4*ply)
		p.tables(p.at(cells.PLYIX), p.at(cells.PLYIX)+40)
	},
}}

// scanned are the squares that are gone through, border included.
var scanned = upTo(99)[21:]
