package prove

import (
	"sargon78/emu/z80"
	"sargon78/native/literal"
	"sargon78/sargon/spec/cells"
)

var pinRows = []*Row{{
	Name: "PINFND", Section: "6",
	Cut:     "around the royal squares; pins_of left out",
	Domain:  "cells 0, 1, e4, 255; their end mark also shifted, and then one in SCORE",
	uses:    "A F BC DE HL IX",
	stubbed: []literal.Part{literal.PartPinsOf},
	prepare: func(p *pair) {
		p.domain(p.at(cells.NPINS), 1, scratch, nil)
		p.domain(p.at(cells.POSK), 4, kept, []uint16{0, 1, 55, 255})
		p.domain(p.at(cells.POSQ)+2, 1, kept, []uint16{255, 0x0F})
		p.domain(p.at(cells.SCORE), 12, kept, []uint16{255})
		p.stub("pins_of", "A F BC DE HL IX", func() string {
			p.same("NPINS", p.byte(cells.NPINS), 0)
			p.called(literal.PartPinsOf, nil, uint16(p.rom.chip.A))
			return ""
		})
	},
	run: func(p *pair) {
		p.program("PINFND")
		f := literal.Fields{NPins: 77}
		p.rule(literal.PartPins, &f)
		p.same("NPINS", p.byte(cells.NPINS), uint16(f.NPins))
	},
}, {
	Name: "pins_of", Section: "6",
	Cut:     "around the eight rays, each left out",
	Domain:  "120 squares, all bytes there",
	uses:    "A F BC DE HL IX",
	stubbed: []literal.Part{literal.PartPinRay},
	prepare: func(p *pair) {
		p.domain(p.at(cells.BOARDA), 120, kept, anyByte)
		for _, cell := range []uint16{cells.M3, cells.P1} {
			p.domain(p.at(cell), 1, scratch, nil)
		}
		p.domain(p.at(cells.INDX1), 1, scratch, nil)
		p.stub("pins_direction", "A F BC DE HL IX", func() string {
			c := &p.rom.chip
			ray := c.A
			p.called(literal.PartPinRay, nil, p.byte(cells.M3),
				p.byte(cells.P1), uint16(ray))
			p.write(&p.sides[0], p.at(cells.INDX1), ray)
			return "pins_next"
		})
	},
	run: func(p *pair) {
		square := p.give(0, "square", upTo(120))
		p.rom.chip.A = uint8(square)
		p.program("pins_of")
		var f literal.Fields
		p.rule(literal.PartPinsOf, &f, square)
	},
}, {
	Name: "pins_direction", Section: "6",
	Cut:     "a ray, to pins_next; ATTACK left out",
	Domain:  "64 squares, 8 rays, kings, queens, others; 37 bytes beside, 13 behind; 0 to 11 pins",
	uses:    "A F BC DE HL IX",
	stubbed: []literal.Part{literal.PartAttack},
	prepare: func(p *pair) {
		board(p, kept, few)
		p.domain(p.at(cells.M3), 1, kept, nil)
		p.domain(p.at(cells.P1), 1, kept, nil)
		p.domain(p.at(cells.T1), 1, scratch, nil)
		p.domain(p.at(cells.INDX1), 1, scratch, nil)
		p.domain(p.at(cells.INDX1)+1, 1, constant, nil)
		p.index(cells.NPINS, open, nil)
		p.domain(p.at(cells.ATKLST), 1, open, anyByte)
		p.domain(p.at(cells.ATKLST)+7, 1, open, anyByte)
		p.domain(p.at(cells.PLISTA), int(cells.SCORE-cells.PLISTA), open, anyByte)
		p.ends("pins_next")
		p.stub("ATTACK", "A F BC DE HL IX", func() string {
			p.called(literal.PartAttack, nil, p.byte(cells.M3), p.byte(cells.P1),
				flag(p.byte(cells.T1) == 7))
			p.writes(p.at(cells.ATKLST), uint8(p.answer(attackers)))
			p.writes(p.at(cells.ATKLST)+7, uint8(p.answer(attackers)))
			p.write(&p.sides[0], p.at(cells.INDX1), 16)
			return ""
		})
	},
	run: func(p *pair) {
		c := &p.rom.chip
		square, ray := p.give(0, "square", squares64), p.give(1, "ray", rays[:8])
		numbers := []uint16{1}
		if square == 55 {
			numbers = []uint16{0, 1, 9, 11}
		}
		royal, pins := p.give(2, "royal piece", royals), p.give(3, "NPINS", numbers)
		near(p, square, literal.Directions()[ray])
		p.set(p.at(cells.M3), uint8(square))
		p.set(p.at(cells.P1), uint8(royal))
		p.set(p.at(cells.NPINS), uint8(pins))
		c.A = uint8(ray)
		p.program("pins_direction")
		p.same("INDX1", p.byte(cells.INDX1), ray)
		f := literal.Fields{NPins: uint8(pins)}
		if _, ok := p.rule(literal.PartPinRay, &f, square, royal, ray); ok {
			p.same("NPINS", p.byte(cells.NPINS), uint16(f.NPins))
			p.tables(p.at(cells.PLISTA), p.at(cells.SCORE))
		}
	},
}, {
	Name: "pin_forbids", Section: "6", Cut: "whole",
	Domain: "a1 and h8, 16 steps; 1 and 2 pins of all bytes, 3 to 10 of three squares and four directions",
	uses:   "A F",
	prepare: func(p *pair) {
		p.index(cells.NPINS, kept, nil)
		p.domain(p.at(cells.PLISTA), 20, kept, anyByte)
	},
	run: func(p *pair) {
		c := &p.rom.chip
		step, square := p.give(0, "step", steps), p.give(1, "square", []uint16{21, 98})
		pins := p.give(2, "NPINS", upTo(11)[1:])
		for i := range uint16(10) {
			p.domains[p.at(cells.PLISTA)+i] = anyByte
			p.domains[p.at(cells.PLISTA)+10+i] = anyByte
			if pins > 2 {
				p.domains[p.at(cells.PLISTA)+i] = []uint16{square, square + 1, 0}
				p.domains[p.at(cells.PLISTA)+10+i] = []uint16{step, -step & 0xFF, step + 1&0xFF, 0}
			}
		}
		p.set(p.at(cells.NPINS), uint8(pins))
		c.SetHL(p.at(cells.BOARDA) + square)
		c.E = uint8(step)
		p.program("pin_forbids")
		f := literal.Fields{NPins: uint8(pins)}
		allows, _ := p.rule(literal.PartPinAllows, &f, square, step)
		p.same("carry", uint16(c.F)&z80.FlagC, 1-allows)
	},
}}

// attackers are how many may attack a square. royals are kings and queens, and what else a royal
// cell may lead to.
var (
	attackers = []uint16{0, 1, 2, 3, 12}
	royals    = append(kinds(5, 6, 0), 0, 1, 0x81)
)
