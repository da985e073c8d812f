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
	Cut:     "one comparison, to sort_scan or sort_insert",
	Domain:  "all values of both records; the link is a head or a record, and leads to 4 records or nowhere",
	prepare: func(p *pair) { p.ends("sort_insert") },
	run: func(p *pair) {
		c := &p.chip
		value := p.give("value", anyByte)
		link := p.at([]uint16{cells.PLYIX + 2, cells.MLIST + 60, cells.MLIST + 255}[p.give("link", upTo(3))])
		next := uint16(0x0078)
		if i := p.give("next", upTo(len(records)+2)); int(i) < len(records) {
			next = p.at(records[i])
		} else if int(i) == len(records) {
			next = 0
		}
		p.setWord(link, next)
		c.SetHL(link)
		c.C = uint8(value)
		follows := p.hold()
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
	holds:   []holding{{"MLIST:2048", []uint16{77}}},
	Bounded: "lists of up to 4 records; sort_scan is the step of longer ones",
	run: func(p *pair) {
		n := p.give("records", upTo(len(records)+1))
		at := p.at(cells.PLYIX) + 2
		p.putWord(cells.MLPTRI, at)
		for _, record := range records[:n] {
			p.setWord(at, p.at(record))
			at = p.at(record)
		}
		p.setWord(at, 0x0033)
		p.hold()
	},
}, {
	Name: "EVAL", Section: "10",
	Cut:    "around MOVE, INCHK, PINFND, POINTS and UNMOVE, all left out",
	Domain: "both colours, check or not, all values",
	holds: []holding{{"BC0 MV0", []uint16{9}}, {"MLIST:5", []uint16{35}}, {"MLIST+5", []uint16{77}},
		{"COLOR", colors}, {"MLPTRJ", lastMove}},
}}

var setupRows = []*Row{{
	Name: "book", Section: "12", Cut: "whole",
	Domain: "both colours, R odd and even, White's move from all bytes",
	run: func(p *pair) {
		c := &p.chip
		side, r := p.in(cells.COLOR, colors), p.give("R", upTo(128))
		from := uint16(0)
		if side != 0 {
			from = p.in(cells.MLIST+602, anyByte)
		}
		p.putWord(cells.MLPTRJ, p.at(cells.MLIST)+600)
		c.R = uint8(r) - fetched
		p.program("book")
		move := p.rule(literal.PartBook, r&1, side, from)
		for i, want := range []uint16{0, 0, move & 0xFF, move >> 8, uint16(sargon.FirstMove), 0} {
			p.same("the record", p.byte(cells.MLIST+uint16(i)), want)
		}
		p.same("SCORE+1", p.byte(cells.SCORE+1), 0)
		p.same("BESTM", p.word(cells.BESTM), p.at(cells.MLIST))
	},
}, {
	Name: "royal_square", Section: "15",
	Cut:    "one square, to royal_next",
	Domain: "squares 21 to 98, all bytes but type 7",
	holds:  []holding{{"POSK:4", []uint16{0}}},
	run: func(p *pair) {
		square := p.give("square", scanned)
		man := p.in(cells.BOARDA+square, possible)
		p.chip.SetHL(p.at(cells.BOARDA) + square)
		p.hold()
		var position sargon.Position
		position.Board[square] = sargon.Piece(man)
		position.FindRoyals()
		p.royals(&position)
	},
}, {
	Name: "ROYALT", Section: "15",
	Cut: "around the squares, each left out", Domain: "the one case there is",
	run: func(p *pair) {
		p.give("case", upTo(1))
		p.program("ROYALT")
		p.same("squares", uint16(len(p.calls)), uint16(len(scanned)))
		for i, c := range p.calls {
			p.same("the square", c.args[0], scanned[i])
		}
		p.royals(&sargon.Position{})
	},
}, {
	Name: "INITBD", Section: "1", Cut: "with ROYALT", Domain: "the one case there is",
	run: func(p *pair) {
		p.give("case", upTo(1))
		p.program("INITBD")
		start := sargon.StartPosition()
		for i, piece := range start.Board {
			p.same("BOARDA", p.byte(cells.BOARDA+uint16(i)), uint16(piece))
		}
		p.royals(&start)
	},
}}

// royals compares the royal squares.
func (p *pair) royals(of *sargon.Position) {
	for i, s := range of.Royal {
		p.same("the royal square", p.byte(cells.POSK+uint16(i)), uint16(s))
	}
}

// possible are bytes of types that a position can have, and the border.
var possible = append(slices.DeleteFunc(upTo(256), func(v uint16) bool { return v&7 == 7 }), 255)

// fetched is how many opcodes book has fetched when it has read R.
const fetched = 8
