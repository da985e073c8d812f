package prove

import (
	"sargon78/emu/z80"
	"sargon78/native/literal"
	"sargon78/sargon/spec/cells"
)

var exchangeRows = []*Row{{
	Name: "next_piece", Section: "7", Cut: "whole",
	Domain: "both lists and what is behind them: all bytes; all counts",
	uses:   "A F C DE' HL'",
	prepare: func(p *pair) {
		p.domain(p.at(cells.ATKLST), int(p.at(cells.PLYIX)-p.at(cells.ATKLST)), open, anyByte)
		p.domain(p.at(cells.PLYIX), 1, open, nonZero)
	},
	run: func(p *pair) {
		c := &p.rom.chip
		count := p.give(0, "count", anyByte)
		list := p.at(cells.ATKLST) + 7*p.give(1, "side", bits)
		c.HL_ = count<<8 | list&0xFF
		asked, other := c.C, c.DE_
		p.program("next_piece")
		var f literal.Fields
		answer, ok := p.rule(literal.PartTake, &f, list, count)
		if !ok {
			return
		}
		p.same("A", uint16(c.A), answer&0xFF)
		p.same("carry", uint16(c.F)&z80.FlagC, flag(answer&0xFF == 0))
		p.same("C", uint16(c.C), uint16(asked+1))
		p.same("HL'", c.HL_, other)
		p.same("DE'", c.DE_, answer&0xFF00|list&0xFF)
		p.memories()
	},
}, {
	Name: "XCHNG", Section: "7",
	Cut:     "up to xchng_round, next_piece left out",
	Domain:  "all bytes on the square, counts 0, 1, 9, 255",
	uses:    "A F BC DE HL IX DE' HL'",
	stubbed: []literal.Part{literal.PartTake, literal.PartRound},
	prepare: func(p *pair) {
		p.index(cells.T3, kept, nil)
		p.domain(p.at(cells.P1), 1, kept, nil)
		p.domain(p.at(cells.ATKLST), 1, kept, counts)
		p.domain(p.at(cells.ATKLST)+7, 1, kept, counts)
		stubTake(p)
		p.stub("xchng_round", "A F BC D HL IX DE' HL'", func() string {
			c := &p.rom.chip
			loss := p.called(literal.PartRound, []uint16{0, 6}, uint16(c.B), uint16(c.D), uint16(c.C)&1, uint16(c.E))
			c.E = uint8(loss)
			return ""
		})
	},
	run: func(p *pair) {
		c := &p.rom.chip
		piece := p.give(0, "P1", anyByte)
		p.set(p.at(cells.P1), uint8(piece))
		p.set(p.at(cells.T3), uint8(piece&7))
		p.program("XCHNG")
		var f literal.Fields
		loss, _ := p.rule(literal.PartExchange, &f, piece)
		p.same("E", uint16(c.E), loss)
	},
}, {
	Name: "xchng_round", Section: "7",
	Cut:     "a round, to xchng_round; next_piece and xchng_wait left out",
	Domain:  "all pieces on the square and to take it; losses 0, 1, 5, 255",
	uses:    "A F BC DE HL DE' HL'",
	stubbed: []literal.Part{literal.PartTake, literal.PartStrike},
	prepare: func(p *pair) {
		p.ends("xchng_round")
		stubTake(p)
		p.stub("xchng_wait", "A F H", func() string {
			c := &p.rom.chip
			left := p.called(literal.PartStrike, doubled, uint16(c.B), uint16(c.D), uint16(c.C)&1,
				uint16(c.E), uint16(c.H))
			if left == 0 {
				return ""
			}
			c.D = uint8(left)
			return "xchng_last"
		})
	},
	run: func(p *pair) { exchangeStep(p, "xchng_round", literal.PartRound, someBytes, []uint16{0}) },
}, {
	Name: "xchng_wait", Section: "7",
	Cut:     "two struck off, to xchng_wait or xchng_last; next_piece left out",
	Domain:  "all pieces on the square, to take it and to take back; losses 0, 77, 255",
	uses:    "A F C D H DE' HL'",
	stubbed: []literal.Part{literal.PartTake},
	prepare: func(p *pair) {
		p.ends("xchng_wait", "xchng_last")
		stubTake(p)
	},
	run: func(p *pair) { exchangeStep(p, "xchng_wait", literal.PartStrike, []uint16{0, 77, 255}, doubled[1:]) },
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

// stubTake leaves next_piece out. In DE' and HL' it goes on with the two sides.
func stubTake(p *pair) {
	p.stub("next_piece", "", func() string {
		c := &p.rom.chip
		list, count := p.at(cells.TBASE)&0xFF00|c.HL_&0xFF, c.HL_>>8
		answer := p.called(literal.PartTake, doubled, list, count)
		c.A, c.C = uint8(answer), c.C+1
		p.flags(z80.FlagC, uint8(flag(answer == 0)))
		c.HL_, c.DE_ = c.DE_, list&0xFF|(max(count, 1)-1)<<8
		return ""
	})
}

// exchangeStep does a step of an exchange that is under way.
func exchangeStep(p *pair, label string, part literal.Part, losses, defenders []uint16) {
	c := &p.rom.chip
	value, loss := p.give(0, "value", doubled[1:]), p.give(1, "loss", losses)
	parity, attacker := p.give(2, "asked", bits), p.give(3, "attacker", doubled[1:])
	defender := p.give(4, "defender", defenders)
	c.B, c.C, c.D, c.E = uint8(value), uint8(parity), uint8(attacker), uint8(loss)
	if part == literal.PartStrike {
		c.H = uint8(defender)
	}
	// Whose turn it is follows from how often somebody was asked.
	lists := [2]uint16{(p.at(cells.ATKLST) + 7) & 0xFF, p.at(cells.ATKLST) & 0xFF}
	c.HL_, c.DE_ = lists[parity]|9<<8, lists[1-parity]|9<<8
	p.program(label)
	var f literal.Fields
	goesOn, _ := p.rule(part, &f, value, attacker, parity, loss, defender)
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
	case p.cell("xchng_last"):
		p.same("a defender", 0, uint16(x.Defender))
	}
}
