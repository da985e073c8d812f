package prove

import (
	"sargon78/native/literal"
	"sargon78/sargon"
	"sargon78/sargon/spec/cells"
)

// links are where a new record may be linked from: a head of PLYIX, and records, of which one has an
// address with a low byte of 0 and one lies across the end of a page.
var links = []uint16{cells.PLYIX + 2, cells.PLYIX + 6, cells.MLIST, cells.MLIST + 252, cells.MLIST + 255}

// plies are the heads above those of ten plies.
var plies = addresses(cells.PLYIX-2, 0, 4, 8, 12, 16, 20, 24, 28, 32, 36)

var recordRows = []*Row{{
	Name: "store_move", Section: "3", Cut: "whole",
	Domain: "all addresses of the list area for the record, 5 for the link; each field all bytes",
	run: func(p *pair) {
		next := p.at(cells.MLIST) + p.give("MLNXT", upTo(2048))
		last := p.at(links[p.give("link", upTo(len(links)))])
		fields := [4]uint16{0x81, 35, 55, 0x8B}
		if next == p.at(cells.MLIST) {
			which := p.give("field", upTo(4))
			fields[which] = p.give("P1, M1, M2 or P3", anyByte)
		}
		for i, cell := range []uint16{cells.P1, cells.M1, cells.M2, cells.P3} {
			p.put(cell, fields[i])
		}
		p.putWord(cells.MLNXT, next)
		p.putWord(cells.MLLST, last)
		p.hold()
	},
}, {
	Name: "open_list", Section: "3", Cut: "whole", Domain: "ten plies, 5 addresses",
	holds: []holding{{"MLPTRI", plies}, {"MLNXT", addresses(0, links...)}},
}}

// piece gives a piece and its square.
func (p *pair) piece(pieces []uint16) (square, piece uint16) {
	return p.in(cells.M1, squares64), p.in(cells.P1, pieces)
}

// passing are pieces that differ for a pawn, blocking those for one behind them.
var passing, blocking = []uint16{0, 1, 0x81, 6, 0x84, 8}, []uint16{0, 0x84, 8}

// pairStored has a list end with the second record of a pair.
var pairStored = addresses(cells.MLIST, 258)

var generateRows = []*Row{{
	Name: "gen_direction", Section: "4",
	Cut:    "one direction, to gen_turn; store_move left out",
	Domain: "64 squares, pieces of types 2 to 7, their directions; 37 bytes beside, 13 behind",
	run: func(p *pair) {
		square, piece := p.piece(kinds(2, 7, 0, 8))
		first, n := literal.Moves(uint8(piece & 7))
		d := p.in(cells.INDX1, upTo(int(first + n))[first:])
		near(p, square, literal.Directions()[d])
		p.put(cells.T2, piece&7)
		p.hold()
	},
}, {
	Name: "gen_piece", Section: "4",
	Cut:    "around the directions; those, gen_pawn and castle left out",
	Domain: "64 squares, all bytes",
	holds:  []holding{{"M1", squares64}, {"P1", anyByte}},
}, {
	Name: "gen_pawn", Section: "4",
	Cut:    "whole; store_move left out",
	Domain: "64 squares, pawns and type 0; 3 bytes ahead, 6 elsewhere, all previous moves to 64 squares",
	holds: []holding{{"MLIST+2", []uint16{35}}, {"MLIST+3", squares64},
		{"MLIST+4", []uint16{0, 0x10, 0xEF, 0xFF}}, {"MLPTRJ", lastMove}, {"MLLST", pairStored}},
	run: func(p *pair) {
		square, piece := p.piece([]uint16{1, 9, 0x81, 0x89, 8, 0x88})
		p.may("board", passing)
		for _, ahead := range []uint16{10, 20, -10 & 0xFFFF, -20 & 0xFFFF} {
			if domain := &p.domains[p.at(cells.BOARDA)+square+ahead]; len(*domain) > 1 {
				*domain = blocking
			}
		}
		p.put(cells.T2, piece&7)
		p.hold()
	},
}, {
	Name: "castle", Section: "4",
	Cut:    "whole; ATTACK and store_move left out",
	Domain: "kings on e1, e8, d4 and g7; 37 bytes a square, any square attacked",
	holds: []holding{{"board", many}, {"M1", []uint16{25, 95, 54, 87}}, {"CKFLG", bits},
		{"P1", kinds(6, 6, 0, 8, 0x18)}, {"MLLST", pairStored}},
	prepare: func(p *pair) {
		// The rules ask whether b1 and b8 are attacked, and then allow it.
		p.more = func(part literal.Part, a literal.Args) bool {
			return part == literal.PartAttack && (a[0] == uint16(sargon.B1) || a[0] == uint16(sargon.B8))
		}
	},
}, {
	Name: "gen_square", Section: "4",
	Cut:    "one square, to gen_next; gen_piece left out",
	Domain: "squares 21 to 98, all bytes, both colours",
	holds:  []holding{{"A", scanned}, {"COLOR", colors}},
}, {
	Name: "GENMOV", Section: "4",
	Cut:    "around the squares; INCHK and each square left out",
	Domain: "ten plies, both colours, check or not",
	holds: []holding{{"MLPTRI", plies}, {"MLNXT", addresses(cells.MLIST, 600)}, {"MLPTRJ:2", []uint16{0}},
		{"PLYIX:40", []uint16{0, 0x14}}, {"COLOR", colors}},
}}
