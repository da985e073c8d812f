package prove

import (
	"sargon78/native/literal"
	"sargon78/sargon/spec/cells"
)

var exchangeRows = []*Row{{
	Name: "next_piece", Section: "7", Cut: "whole",
	Domain: "both lists and what is behind them: all bytes; all counts",
	holds:  []holding{{"PLYIX", nonZero}},
	run: func(p *pair) {
		c := &p.chip
		count := p.give("count", anyByte)
		list := (p.at(cells.ATKLST) + 7*p.give("side", bits)) & 0xFF
		c.HL_ = count<<8 | list
		asked, other := c.C, c.DE_
		answer := p.hold()
		p.same("C", uint16(c.C), uint16(asked+1))
		p.same("HL'", c.HL_, other)
		p.same("DE'", c.DE_, answer&0xFF00|list)
	},
}, {
	Name: "XCHNG", Section: "7",
	Cut:    "up to xchng_round, next_piece left out",
	Domain: "all bytes on the square, counts 0, 1, 9, 255",
	holds:  []holding{{"ATKLST ATKLST+7", counts}},
	run: func(p *pair) {
		p.put(cells.T3, p.in(cells.P1, anyByte)&7)
		p.hold()
	},
}, {
	Name: "xchng_round", Section: "7",
	Cut:    "a round, to xchng_round; next_piece and xchng_wait left out",
	Domain: "all pieces on the square and to take it; losses 0, 1, 5, 255",
	run:    func(p *pair) { exchangeStep(p, someBytes, []uint16{0}) },
}, {
	Name: "xchng_wait", Section: "7",
	Cut:    "two struck off, to xchng_wait or xchng_last; next_piece left out",
	Domain: "all pieces on the square, to take it and to take back; losses 0, 77, 255",
	prepare: func(p *pair) {
		p.ends("xchng_last")
	},
	run: func(p *pair) { exchangeStep(p, []uint16{0, 77, 255}, doubled[1:]) },
}}

// counts stand for all: they are only copied here.
var counts = []uint16{0, 1, 9, 255}

// doubled are the answers of next_piece: nobody, or a half-byte doubled.
var doubled = func() (all []uint16) {
	for v := range uint16(16) {
		all = append(all, 2*v)
	}
	return all
}()

// exchangeStep does a step of an exchange that is under way.
func exchangeStep(p *pair, losses, defenders []uint16) {
	c := &p.chip
	c.B, c.E = uint8(p.give("value", doubled[1:])), uint8(p.give("loss", losses))
	parity := p.give("asked", bits)
	c.C, c.D = uint8(parity), uint8(p.give("attacker", doubled[1:]))
	defender := p.give("defender", defenders)
	if p.contract.part == literal.PartStrike {
		c.H = uint8(defender)
	}
	// Whose turn it is follows from how often somebody was asked.
	lists := [2]uint16{(p.at(cells.ATKLST) + 7) & 0xFF, p.at(cells.ATKLST) & 0xFF}
	c.HL_, c.DE_ = lists[parity]|9<<8, lists[1-parity]|9<<8
	_, goesOn := p.run()
	x := &p.engine.Exchanged
	p.same("goes on", flag(p.end != returned), goesOn)
	p.same("E", uint16(c.E), uint16(x.Loss))
	if p.end == returned {
		return
	}
	p.same("B", uint16(c.B), uint16(x.Value))
	p.same("D", uint16(c.D), uint16(x.Attacker))
	p.same("parity of C", uint16(c.C)&1, uint16(x.Asked)&1)
	switch p.end {
	case p.cell("xchng_wait"):
		p.same("H", uint16(c.H), uint16(x.Defender))
		p.same("a defender", 1, flag(x.Defender != 0))
	case p.cell("xchng_last"):
		p.same("a defender", 0, uint16(x.Defender))
	}
}
