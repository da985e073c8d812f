package prove

import (
	"sargon78/emu/z80"
	"sargon78/native/reference"
	"sargon78/sargon/spec/variables"
)

var attackRows = []*Row{{
	Name: "attack_ray", Section: "5",
	Cut: "one of 16 rays, to attack_next; enter_attacker left out",
	Domain: "square: 64 squares; INDX1: 0..15; P1: both colours; T1: 0 7, or all bytes; " +
		"along the ray 37 bytes beside, 13 behind",
	prepare: func(p *pair) {
		p.stubbed[reference.PartPinAllows] = true
		enter, pins := contracts["enter_attacker"], contracts["pin_forbids"]
		spoil := p.spoiling(enter)
		p.stub("enter_attacker", func() string {
			allowed := noOrYes
			if len(p.calls) > 0 || p.first() != 55 {
				allowed = noOrYes[1:]
			}
			args, square := enter.arguments(p), pins.arguments(p)
			allows := p.choose("pin_forbids", allowed)
			p.called(reference.PartPinAllows, allows, square[:]...)
			if allows != 0 {
				p.called(reference.PartEnter, 0, args[:]...)
			}
			p.same("T2", p.byte(variables.T2), args[0]&7)
			spoil()
			return ""
		})
	},
	run: func(p *pair) {
		square, ray := p.choice("square"), p.in(variables.INDX1)
		references := []uint16{0, 7}
		if square == 55 && ray == 0 {
			references = anyByte
		}
		p.near(square, reference.Directions()[ray])
		p.in(variables.P1)
		p.inOf(variables.T1, references)
		p.setWord(p.cell("origin"), p.at(variables.BOARDA)+square)
		if found := p.equal(); found == 0 {
			p.goesOn("attack_next")
			return
		}
		p.goesOn("")
		p.same("A", uint16(p.chip.A), 1)
		p.same("Z", uint16(p.chip.F&z80.FlagZ), 0)
	},
}, {
	Name: "ATTACK", Section: "5", Cut: "around the rays, each left out; clear_lists",
	Domain: "M3: 64 squares; P1: both colours; T1: all bytes; any ray finds somebody",
}, {
	Name: "INCHK", Section: "5", Cut: "up to ATTACK, which is left out",
	Domain: "COLOR: both colours; POSK:2: 0..119; the square there all bytes",
}, {
	Name: "enter_attacker", Section: "6", Cut: "pin_forbids left out",
	Domain: "HL: BOARDA+55; BOARDA+55: 12 men; C: 0 0x80, a queen found; E: 9 0xF7; NPINS: no or yes; " +
		"its count 0 or 255; the other's and the slots all bytes",
	run: func(p *pair) {
		man, pins, step := p.in(variables.BOARDA+55), p.in(variables.NPINS), uint16(p.chip.E)
		p.domains[p.at(variables.ATKLST)], p.domains[p.at(variables.ATKLST)+7] = anyByte, anyByte
		p.domains[p.at(variables.ATKLST)+7*(man>>7)] = []uint16{0, 0xFF}
		p.set(p.at(variables.T2), man&7)
		args := p.contract.arguments(p)
		p.program()
		p.same("pin_forbids is asked", uint16(len(p.calls)), pins)
		p.stubbed[reference.PartPinAllows] = pins != 0
		if p.rule(reference.PartPinAllows, 55, step) != 0 {
			p.rule(reference.PartEnter, args[:]...)
		}
		p.compare()
	},
}}

var pinRows = []*Row{{
	Name: "PINFND", Section: "6", Cut: "around the royal squares; pins_of left out",
	Domain: "POSK:4: 0 1 55 255; POSQ+2: 255 0x0F; SCORE:12: 255, where an end mark is the second",
	prepare: func(p *pair) {
		p.leave("pins_of", nil, func() { p.same("NPINS", p.byte(variables.NPINS), 0) })
	},
	run: func(p *pair) {
		p.same("the end mark in the image", uint16(p.base[p.at(variables.POSQ)+2]), 0xFF)
		p.equal()
	},
}, {
	Name: "pins_of", Section: "6", Cut: "around the eight rays, each left out",
	Domain: "A: 0..119; the square there all bytes",
}, {
	Name: "pins_direction", Section: "6", Cut: "a ray, to pins_next; ATTACK left out",
	Domain: "M3: 64 squares; A: 0..7; P1: royal or other pieces; NPINS: 1, or 0 1 9 11; " +
		"along the ray 37 bytes beside, 13 behind",
	prepare: func(p *pair) { p.leaveLists(0, 1, 2, 3, 12) },
	run: func(p *pair) {
		square, ray := p.in(variables.M3), p.chip.A
		pins := []uint16{1}
		if square == 55 {
			pins = []uint16{0, 1, 9, 11}
		}
		p.in(variables.P1)
		p.inOf(variables.NPINS, pins)
		p.near(square, reference.Directions()[ray])
		p.equal()
	},
}, {
	Name: "pin_forbids", Section: "6", Cut: "whole",
	Domain: "E: the steps of DIRECT; HL: BOARDA+21 BOARDA+98; NPINS: 1..10; " +
		"1 and 2 pins are all bytes, more are three squares and four directions",
	run: func(p *pair) {
		step, square := uint16(p.chip.E), p.chip.HL()-p.at(variables.BOARDA)
		squares, directions := anyByte, anyByte
		if p.in(variables.NPINS) > 2 {
			squares = []uint16{square, square + 1, 0}
			directions = []uint16{step, -step & 0xFF, step + 1&0xFF, 0}
		}
		for i := range uint16(10) {
			p.domains[p.at(variables.PLISTA)+i], p.domains[p.at(variables.PLISTA)+10+i] = squares, directions
		}
		p.equal()
	},
}}

// leaveLists leaves out an attack scan that fills the lists: so many attack, of each colour.
func (p *pair) leaveLists(numbers ...uint16) {
	p.leave("ATTACK,lists", nil, func() {
		p.writes(p.at(variables.ATKLST), p.choose("white attackers", numbers))
		p.writes(p.at(variables.ATKLST)+7, p.choose("black attackers", numbers))
	})
}
