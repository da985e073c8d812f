package prove

import (
	"slices"

	"sargon78/native/literal"
	"sargon78/sargon"
	"sargon78/sargon/spec/cells"
)

// records are addresses of records: two with a low byte of 0, and one across the end of a page.
var records = []uint16{cells.MLIST, cells.MLIST + 252, cells.MLIST + 0x300, cells.MLIST + 18}

var sortRows = []*Row{{
	Name: "sort_scan", Section: "10",
	Cut:    "one comparison, to sort_scan or sort_insert",
	Domain: "all values of both records; the link is a head or a record, and leads to 4 records or nowhere",
	uses:   "A F DE HL IX",
	prepare: func(p *pair) {
		p.domain(p.at(cells.PLYIX), 4, kept, nil)
		p.domain(p.at(cells.MLIST), 2048, kept, anyByte)
		p.ends("sort_scan", "sort_insert")
	},
	run: func(p *pair) {
		c := &p.rom.chip
		value := p.give(0, "value", anyByte)
		link := p.at([]uint16{cells.PLYIX + 2, cells.MLIST + 60, cells.MLIST + 255}[p.give(1, "link", upTo(3))])
		next := uint16(0x0078)
		if i := p.give(2, "next", upTo(len(records)+2)); int(i) < len(records) {
			next = p.at(records[i])
		} else if int(i) == len(records) {
			next = 0
		}
		p.setWord(link, next)
		c.SetHL(link)
		c.C = uint8(value)
		p.program("sort_scan")
		var f literal.Fields
		follows, _ := p.rule(literal.PartFollows, &f, link, value)
		p.same("goes on", flag(p.end == p.cell("sort_scan")), flag(follows != 0))
		if follows != 0 {
			p.same("HL", c.HL(), follows)
			return
		}
		p.same("HL", c.HL(), link)
		p.same("DE", c.DE(), next)
	},
}, {
	Name: "SORTM", Section: "10",
	Cut:     "whole; EVAL left out",
	Domain:  "4 values in lists of up to 4 records",
	Bounded: "lists of up to 4 records; sort_scan is the step of longer ones",
	uses:    "A F BC DE HL IX",
	stubbed: []literal.Part{literal.PartRate},
	prepare: func(p *pair) {
		p.domain(p.at(cells.PLYIX), 4, open, nil)
		p.domain(p.at(cells.MLIST), 2048, open, []uint16{77})
		p.domain(p.at(cells.MLPTRI), 2, kept, nil)
		p.domain(p.at(cells.MLPTRJ), 2, scratch, nil)
		p.domain(p.at(cells.VALM), 1, scratch, nil)
		p.stub("EVAL", "A F BC DE HL IX", func() string {
			record := p.byte(cells.MLPTRJ) | p.byte(cells.MLPTRJ+1)<<8
			value := p.called(literal.PartRate, []uint16{0, 1, 2, 255}, record)
			p.write(&p.sides[0], p.at(cells.VALM), uint8(value))
			if value != 0 {
				p.writes(record+5, uint8(value))
			}
			return ""
		})
	},
	run: func(p *pair) {
		n := p.give(0, "records", upTo(len(records)+1))
		head := p.at(cells.PLYIX) + 2
		p.setWord(p.at(cells.MLPTRI), head)
		at := head
		for _, record := range records[:n] {
			p.setWord(at, p.at(record))
			at = p.at(record)
		}
		p.setWord(at, 0x0033)
		p.program("SORTM")
		var f literal.Fields
		p.rule(literal.PartOrder, &f, 1)
		if n > 0 {
			p.same("MLPTRJ", p.byte(cells.MLPTRJ)|p.byte(cells.MLPTRJ+1)<<8, f.Record)
		}
		p.memories()
	},
}, {
	Name: "EVAL", Section: "10",
	Cut:    "around MOVE, INCHK, PINFND, POINTS and UNMOVE, all left out",
	Domain: "both colours, check or not, all values",
	uses:   "A F BC DE HL IX IY DE' HL'",
	stubbed: []literal.Part{
		literal.PartMake, literal.PartInCheck, literal.PartPins, literal.PartEvaluate, literal.PartUnmake,
	},
	prepare: func(p *pair) {
		const everything = "A F BC DE HL IX IY"
		p.domain(p.at(cells.COLOR), 1, kept, nil)
		p.domain(p.at(cells.MLPTRJ), 2, kept, nil)
		p.domain(p.at(cells.VALM), 1, scratch, nil)
		p.domain(p.at(cells.MLIST), 5, kept, []uint16{35})
		p.domain(p.at(cells.MLIST)+5, 1, open, []uint16{77})
		record := func() uint16 { return p.byte(cells.MLPTRJ) | p.byte(cells.MLPTRJ+1)<<8 }
		p.stub("MOVE", everything, func() string {
			p.called(literal.PartMake, nil, record())
			return ""
		})
		p.stub("UNMOVE", everything, func() string {
			p.called(literal.PartUnmake, nil, record())
			return ""
		})
		p.stub("PINFND", "A F BC DE HL IX", func() string {
			p.called(literal.PartPins, nil)
			return ""
		})
		p.stub("INCHK", "BC DE HL IX", func() string {
			check := p.called(literal.PartInCheck, bits, p.byte(cells.COLOR))
			p.rom.chip.A = uint8(check)
			p.zero(check == 0)
			return ""
		})
		p.stub("POINTS", "A F BC DE HL IX DE' HL'", func() string {
			value := uint8(p.called(literal.PartEvaluate, anyByte))
			p.write(&p.sides[0], p.at(cells.VALM), value)
			p.write(&p.sides[0], record()+5, value)
			return ""
		})
	},
	run: func(p *pair) {
		side := p.give(0, "COLOR", colors)
		p.set(p.at(cells.COLOR), uint8(side))
		p.setWord(p.at(cells.MLPTRJ), p.at(cells.MLIST))
		p.program("EVAL")
		f := literal.Fields{Color: sargon.Color(side), Record: p.at(cells.MLIST)}
		value, _ := p.rule(literal.PartRate, &f, p.at(cells.MLIST))
		p.same("VALM", p.byte(cells.VALM), value)
		p.tables(p.at(cells.MLIST), p.at(cells.MLIST)+6)
	},
}, {
	Name: "book", Section: "12", Cut: "whole",
	Domain: "both colours, R odd and even, White's move from all bytes",
	uses:   "A F BC DE HL",
	prepare: func(p *pair) {
		p.domain(p.at(cells.COLOR), 1, kept, nil)
		p.domain(p.at(cells.MLPTRJ), 2, kept, nil)
		p.domain(p.at(cells.MLIST)+600, 6, kept, anyByte)
		p.domain(p.at(cells.MLIST), 6, scratch, nil)
		p.domain(p.at(cells.SCORE)+1, 1, scratch, nil)
		p.domain(p.at(cells.BESTM), 2, scratch, nil)
		p.domain(p.at(cells.BMOVES), 12, constant, nil)
		p.domain(p.cell("book_flank"), 6, constant, nil)
	},
	run: func(p *pair) {
		c := &p.rom.chip
		side, r := p.give(0, "COLOR", colors), p.give(1, "R", upTo(128))
		from := uint16(0)
		if side != 0 {
			from = p.ask(int(p.at(cells.MLIST)+602), anyByte)
		}
		p.set(p.at(cells.COLOR), uint8(side))
		p.setWord(p.at(cells.MLPTRJ), p.at(cells.MLIST)+600)
		c.R = uint8(r) - fetched
		p.program("book")
		var f literal.Fields
		move, _ := p.rule(literal.PartBook, &f, r&1, side, from)
		for i, want := range []uint16{0, 0, move & 0xFF, move >> 8, uint16(sargon.FirstMove), 0} {
			p.same("the record", p.byte(cells.MLIST+uint16(i)), want)
		}
		p.same("SCORE+1", p.byte(cells.SCORE+1), 0)
		p.same("BESTM", p.byte(cells.BESTM)|p.byte(cells.BESTM+1)<<8, p.at(cells.MLIST))
	},
}, {
	Name: "royal_square", Section: "15",
	Cut:    "one square, to royal_next",
	Domain: "squares 21 to 98, all bytes but type 7",
	uses:   "A F C DE HL",
	prepare: func(p *pair) {
		p.domain(p.at(cells.BOARDA), sargon.BoardSize, kept, anyByte)
		p.domain(p.at(cells.POSK), 4, open, []uint16{0})
		p.ends("royal_next")
	},
	run: func(p *pair) {
		square := p.give(0, "square", scanned)
		man := p.ask(int(p.at(cells.BOARDA)+square), possible)
		p.rom.chip.SetHL(p.at(cells.BOARDA) + square)
		p.program("royal_square")
		p.same("HL", p.rom.chip.HL(), p.at(cells.BOARDA)+square)
		var position sargon.Position
		position.Board[square] = sargon.Piece(man)
		position.FindRoyals()
		for i, s := range position.Royal {
			p.same("the royal square", p.byte(cells.POSK+uint16(i)), uint16(s))
		}
	},
}, {
	Name: "INITBD", Section: "1", Cut: "with ROYALT", Domain: "the one case there is",
	uses: "A F BC DE HL",
	prepare: func(p *pair) {
		p.domain(p.at(cells.BOARDA), sargon.BoardSize, scratch, nil)
		p.domain(p.at(cells.POSK), 4, scratch, nil)
		p.domain(p.at(cells.PIECES), 8, constant, nil)
	},
	run: func(p *pair) {
		p.give(0, "case", upTo(1))
		p.program("INITBD")
		start := sargon.StartPosition()
		for i, piece := range start.Board {
			p.same("BOARDA", p.byte(cells.BOARDA+uint16(i)), uint16(piece))
		}
		for i, s := range start.Royal {
			p.same("the royal square", p.byte(cells.POSK+uint16(i)), uint16(s))
		}
	},
}}

// possible are bytes of types that a position can have, and the border.
var possible = append(slices.DeleteFunc(upTo(256), func(v uint16) bool { return v&7 == 7 }), 255)

// fetched is how many opcodes book has fetched when it has read R.
const fetched = 8
