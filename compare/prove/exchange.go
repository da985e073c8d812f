package prove

import (
	"sargon78/native/reference"
	"sargon78/sargon/spec/variables"
)

var exchangeRows = []*Row{{
	Name: "next_piece", Section: "7", Cut: "whole",
	Domain: "count: all bytes; side: no or yes; both lists and what is behind them all bytes; " +
		"PLYIX: 1..255",
	run: func(p *pair) {
		c := &p.chip
		count := p.choice("count")
		list := (p.at(variables.ATKLST) + 7*p.choice("side")) & 0xFF
		c.HL_ = count<<8 | list
		asked, other := c.C, c.DE_
		answer := p.equal()
		p.same("C", uint16(c.C), uint16(asked+1))
		p.same("HL'", c.HL_, other)
		p.same("DE'", c.DE_, answer&0xFF00|list)
	},
}, {
	Name: "XCHNG", Section: "7", Cut: "up to xchng_round, next_piece left out",
	Domain: "P1: all bytes; T3: the type of P1; ATKLST ATKLST+7: 0 1 9 255, which are only copied",
}, {
	Name: "xchng_round", Section: "7",
	Cut: "a round, to xchng_round; next_piece and xchng_wait left out",
	Domain: "B: 2..30/2, on the square; E: 0 1 5 255, the loss; C: 0 1, how often asked; " +
		"D: 2..30/2, the attacker",
	run: (*pair).exchange,
}, {
	Name: "xchng_wait", Section: "7",
	Cut: "two struck off, to xchng_wait or xchng_last; next_piece left out",
	Domain: "B: 2..30/2, on the square; E: 0 77 255, the loss; C: 0 1, how often asked; " +
		"D: 2..30/2, the attacker; H: 2..30/2, the defender",
	run: (*pair).exchange,
}}

// exchange does a step of an exchange that is under way.
func (p *pair) exchange() {
	c := &p.chip
	// Whose turn it is follows from how often somebody was asked.
	lists := [2]uint16{(p.at(variables.ATKLST) + 7) & 0xFF, p.at(variables.ATKLST) & 0xFF}
	c.HL_, c.DE_ = lists[c.C]|9<<8, lists[1-c.C]|9<<8
	_, goesOn := p.both()
	x := &p.engine.LastExchange
	p.same("E", uint16(c.E), uint16(x.Loss))
	switch {
	case goesOn == 0:
		p.goesOn("")
		return
	case p.contract.part == reference.PartRound:
		p.goesOn("xchng_round")
	case x.Defender == 0: // nobody takes back
		p.goesOn("xchng_last")
	default:
		p.goesOn("xchng_wait")
		p.same("H", uint16(c.H), uint16(x.Defender))
	}
	p.same("B", uint16(c.B), uint16(x.Value))
	p.same("D", uint16(c.D), uint16(x.Attacker))
	p.same("parity of C", uint16(c.C)&1, uint16(x.Asked)&1)
}
