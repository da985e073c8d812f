package prove

import (
	"sargon78/native/literal"
	"sargon78/sargon/spec/cells"
)

var (
	rays        = upTo(16)
	testOrLists = []uint16{0, 7}
)

var attackRows = []*Row{{
	Name: "attack_ray", Section: "5",
	Cut:    "one of 16 rays, to attack_next; enter_attacker left out",
	Domain: "64 squares, both colours, a test and the lists; 37 bytes beside, 13 behind",
	prepare: func(p *pair) {
		p.stubbed[literal.PartPinAllows] = true
		enter, pins := contracts["enter_attacker"], contracts["pin_forbids"]
		spoil := p.spoiling(enter)
		p.stub("enter_attacker", func() string {
			allowed := bits
			if len(p.calls) > 0 || p.first() != 55 {
				allowed = bits[1:]
			}
			args, square := enter.arguments(p), pins.arguments(p)
			if p.called(literal.PartPinAllows, allowed, square[:]...) != 0 {
				p.called(literal.PartEnter, nil, args[:]...)
			}
			p.same("T2", p.byte(cells.T2), args[0]&7)
			spoil()
			return ""
		})
	},
	run: func(p *pair) {
		square, ray := p.give("square", squares64), p.in(cells.INDX1, rays)
		t1 := testOrLists
		if square == 55 && ray == 0 {
			t1 = anyByte
		}
		near(p, square, literal.Directions()[ray])
		p.in(cells.P1, colors)
		p.in(cells.T1, t1)
		p.setWord(p.cell("origin"), p.at(cells.BOARDA)+square)
		found := p.hold()
		p.same("attacked", flag(p.end == returned), found)
		if found != 0 {
			p.same("A", uint16(p.chip.A), 1)
			p.sameFlag("Z", false)
		}
	},
}, {
	Name: "ATTACK", Section: "5",
	Cut:    "around the rays, each left out; clear_lists",
	Domain: "64 squares, both colours, all T1; any ray finds somebody",
	holds:  []holding{{"M3", squares64}, {"P1", colors}, {"T1", anyByte}},
}, {
	Name: "INCHK", Section: "5",
	Cut:    "up to ATTACK, which is left out",
	Domain: "both colours, a king on any square, and any byte there",
	holds:  []holding{{"COLOR", colors}, {"POSK:2", upTo(120)}},
}, {
	Name: "enter_attacker", Section: "6",
	Cut:    "pin_forbids left out",
	Domain: "12 men, both signs of the step, with and without a queen, pins or none; slots all bytes",
	prepare: func(p *pair) {
		p.stubbed[literal.PartPinAllows] = false // asked by this row
		spoil := p.spoiling(contracts["pin_forbids"])
		p.stub("pin_forbids", func() string {
			p.same("HL", p.chip.HL(), p.at(cells.BOARDA)+55)
			p.same("E", uint16(p.chip.E), p.value[givenID+1])
			p.forbidden = p.answer(bits) != 0
			spoil()
			p.chip.F = p.chip.F&^1 | uint8(flag(p.forbidden))
			return ""
		})
	},
	run: func(p *pair) {
		c := &p.chip
		man, mark := p.in(cells.BOARDA+55, kinds(1, 6, 0)), p.give("queen found", bits)
		step := p.give("step", []uint16{9, 0xF7})
		pins := p.in(cells.NPINS, bits)
		own := p.at(cells.ATKLST) + 7*(man>>7)
		p.domains[p.at(cells.ATKLST)], p.domains[p.at(cells.ATKLST)+7] = anyByte, anyByte
		p.domains[own] = []uint16{0, 0xFF}
		p.put(cells.T2, man&7)
		c.SetHL(p.at(cells.BOARDA) + 55)
		c.E, c.C = uint8(step), uint8(mark)<<7
		args := p.contract.arguments(p)
		if pins == 0 {
			p.same("10x12 allows", p.rule(literal.PartPinAllows, 55, step), 1)
		}
		p.program("enter_attacker")
		p.same("pin_forbids is asked", uint16(p.answers), pins)
		if p.forbidden {
			p.compare()
		} else {
			p.rule(literal.PartEnter, args[:]...)
		}
	},
}}

var pinRows = []*Row{{
	Name: "PINFND", Section: "6",
	Cut:    "around the royal squares; pins_of left out",
	Domain: "cells 0, 1, e4, 255; their end mark also shifted, and then one in SCORE",
	holds: []holding{{"POSK:4", []uint16{0, 1, 55, 255}}, {"POSQ+2", []uint16{255, 0x0F}},
		{"SCORE:12", []uint16{255}}},
	prepare: func(p *pair) {
		p.leave("pins_of", nil, func() { p.same("NPINS", p.byte(cells.NPINS), 0) })
	},
	run: func(p *pair) {
		p.same("the end mark in the image", uint16(p.base[p.at(cells.POSQ)+2]), 0xFF)
		p.hold()
	},
}, {
	Name: "pins_of", Section: "6",
	Cut:    "around the eight rays, each left out",
	Domain: "120 squares, all bytes there",
	holds:  []holding{{"A", upTo(120)}},
}, {
	Name: "pins_direction", Section: "6",
	Cut:    "a ray, to pins_next; ATTACK left out",
	Domain: "64 squares, 8 rays, kings, queens, others; 37 bytes beside, 13 behind; 0 to 11 pins",
	prepare: func(p *pair) {
		p.leave("ATTACK,lists", nil, func() {
			p.writes(p.at(cells.ATKLST), uint8(p.answer(attackers)))
			p.writes(p.at(cells.ATKLST)+7, uint8(p.answer(attackers)))
			p.write(&p.sides[0], p.at(cells.INDX1), 16)
		})
	},
	run: func(p *pair) {
		square, ray := p.in(cells.M3, squares64), p.give("ray", rays[:8])
		numbers := []uint16{1}
		if square == 55 {
			numbers = []uint16{0, 1, 9, 11}
		}
		p.in(cells.P1, royals)
		p.in(cells.NPINS, numbers)
		near(p, square, literal.Directions()[ray])
		p.chip.A = uint8(ray)
		p.hold()
	},
}, {
	Name: "pin_forbids", Section: "6", Cut: "whole",
	Domain: "a1 and h8, 16 steps; 1 and 2 pins of all bytes, 3 to 10 of three squares and four directions",
	run: func(p *pair) {
		c := &p.chip
		step, square := p.give("step", steps), p.give("square", []uint16{21, 98})
		pins := p.in(cells.NPINS, upTo(11)[1:])
		for i := range uint16(10) {
			squares, directions := anyByte, anyByte
			if pins > 2 {
				squares = []uint16{square, square + 1, 0}
				directions = []uint16{step, -step & 0xFF, step + 1&0xFF, 0}
			}
			p.domains[p.at(cells.PLISTA)+i], p.domains[p.at(cells.PLISTA)+10+i] = squares, directions
		}
		c.SetHL(p.at(cells.BOARDA) + square)
		c.E = uint8(step)
		p.hold()
	},
}}

// attackers are how many may attack a square. royals are kings and queens, and what else a royal
// cell may lead to.
var (
	attackers = []uint16{0, 1, 2, 3, 12}
	royals    = append(kinds(5, 6, 0), 0, 1, 0x81)
)
