package prove

import (
	"sargon78/native/reference"
	"sargon78/sargon"
	"sargon78/sargon/spec/variables"
)

var setupRows = []*Row{{
	Name: "book", Section: "12", Cut: "whole",
	Domain: "COLOR: both colours; r: 0..127, the register; MLPTRJ: MLIST+600; " +
		"MLIST+602: all bytes, of White's move",
	prepare: func(p *pair) { p.mark(constant, "book_flank:6") },
	run: func(p *pair) {
		side, r := p.in(variables.COLOR), p.choice("r")
		from := uint16(0)
		if side != 0 {
			from = p.in(variables.MLIST + 602)
		}
		p.chip.R = uint8(r) - fetched
		p.program()
		move := p.rule(reference.PartBook, r&1, side, from)
		p.compare()
		for i, want := range []uint16{0, 0, move & 0xFF, move >> 8, uint16(sargon.FirstMove), 0} {
			p.same("the record", p.byte(variables.MLIST+uint16(i)), want)
		}
		p.same("SCORE+1", p.byte(variables.SCORE+1), 0)
		p.same("BESTM", p.word(variables.BESTM), p.at(variables.MLIST))
	},
}, {
	Name: "royal_square", Section: "15", Cut: "one square, to royal_next",
	Domain: "HL: BOARDA+21..BOARDA+98; BOARDA:120: bytes of no type 7; POSK:4: 0",
	run: func(p *pair) {
		square := p.chip.HL() - p.at(variables.BOARDA)
		man := p.in(variables.BOARDA + square)
		p.equal()
		var position sargon.Position
		position.Board[square] = sargon.Piece(man)
		position.FindRoyals()
		p.royals(&position)
	},
}, {
	Name: "ROYALT", Section: "15",
	Cut: "around the squares, each left out", Domain: "case: 0, the one there is",
	run: func(p *pair) {
		p.program()
		p.same("squares", uint16(len(p.calls)), uint16(len(scanned)))
		for i, c := range p.calls {
			p.same("the square", c.args[0], scanned[i])
		}
		p.royals(&sargon.Position{})
	},
}, {
	Name: "INITBD", Section: "1", Cut: "with ROYALT", Domain: "case: 0, the one there is",
	run: func(p *pair) {
		p.program()
		start := sargon.StartPosition()
		for i, piece := range start.Board {
			p.same("BOARDA", p.byte(variables.BOARDA+uint16(i)), uint16(piece))
		}
		p.royals(&start)
	},
}}

// royals compares the royal squares.
func (p *pair) royals(of *sargon.Position) {
	for i, s := range of.Royal {
		p.same("the royal square", p.byte(variables.POSK+uint16(i)), uint16(s))
	}
}

// fetched is how many opcodes book has fetched when it has read R.
const fetched = 8
