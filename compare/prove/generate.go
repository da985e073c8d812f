package prove

import (
	"sargon78/native/reference"
	"sargon78/sargon"
	"sargon78/sargon/spec/variables"
)

// Records are linked from a head of PLYIX, or from records, of which one has an address with a low
// byte of 0 and one lies across the end of a page.
var recordRows = []*Row{{
	Name: "store_move", Section: "3", Cut: "whole",
	Domain: "P1: 0x81; M1: 35; M2: 55; P3: 0x8B; MLLST: PLYIX+2 PLYIX+6 MLIST MLIST+252 MLIST+255 " +
		"| MLNXT: MLIST..MLIST+2047 | MLNXT: MLIST; P1: all bytes | MLNXT: MLIST; M1: all bytes " +
		"| MLNXT: MLIST; M2: all bytes | MLNXT: MLIST; P3: all bytes",
}, {
	Name: "open_list", Section: "3", Cut: "whole",
	Domain: "MLPTRI: SCORE+10..PLYIX+34/4, of ten plies; MLNXT: PLYIX+2 PLYIX+6 MLIST MLIST+252 MLIST+255",
}}

// What differs for a pawn, and for one behind it.
var passing, blocking = []uint16{0, 1, 0x81, 6, 0x84, 8}, []uint16{0, 0x84, 8}

// MLIST+258 is the second record of a pair.
var generateRows = []*Row{{
	Name: "gen_direction", Section: "4", Cut: "one direction, to gen_turn; store_move left out",
	Domain: "M1: 64 squares; P1: types 2 to 7; T2: the type of P1; " +
		"INDX1: the directions of P1; along the path 37 bytes beside, 13 behind",
	run: func(p *pair) {
		p.near(p.in(variables.M1), reference.Directions()[p.in(variables.INDX1)])
		p.equal()
	},
}, {
	Name: "gen_piece", Section: "4",
	Cut:    "around the directions; those, gen_pawn and castle left out",
	Domain: "M1: 64 squares; P1: all bytes",
}, {
	Name: "gen_pawn", Section: "4", Cut: "whole; store_move left out",
	Domain: "M1: 64 squares; P1: 1 9 0x81 0x89 8 0x88; T2: the type of P1; ahead 3 bytes, 6 elsewhere; " +
		"MLIST+2: 35; MLIST+3: 64 squares; MLIST+4: 0 0x10 0xEF 0xFF; MLPTRJ: MLIST; MLLST: MLIST+258",
	run: func(p *pair) {
		square := p.in(variables.M1)
		p.may(boardCells, passing)
		for _, ahead := range []uint16{10, 20, -10 & 0xFFFF, -20 & 0xFFFF} {
			if domain := &p.domains[p.at(variables.BOARDA)+square+ahead]; len(*domain) > 1 {
				*domain = blocking
			}
		}
		p.equal()
	},
}, {
	Name: "castle", Section: "4", Cut: "whole; ATTACK and store_move left out",
	Domain: "board: 37 bytes; M1: 25 95 54 87; CKFLG: no or yes; P1: kings; MLLST: MLIST+258; " +
		"any square attacked",
	prepare: func(p *pair) {
		// The rules ask whether b1 and b8 are attacked, and then allow it.
		p.more = func(part reference.Part, a reference.Args) bool {
			return part == reference.PartAttack && (a[0] == uint16(sargon.B1) || a[0] == uint16(sargon.B8))
		}
	},
}, {
	Name: "gen_square", Section: "4", Cut: "one square, to gen_next; gen_piece left out",
	Domain: "A: 21..98; the square there all bytes; COLOR: both colours",
}, {
	Name: "GENMOV", Section: "4", Cut: "around the squares; INCHK and each square left out",
	Domain: "MLPTRI: SCORE+10..PLYIX+34/4, of ten plies; MLNXT: MLIST+600; MLPTRJ:2: 0; " +
		"PLYIX:40: 0 0x14; COLOR: both colours; check or not",
}}
