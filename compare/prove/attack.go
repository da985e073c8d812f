package prove

import (
	"sargon78/emu/z80"
	"sargon78/native/literal"
	"sargon78/sargon"
	"sargon78/sargon/spec/cells"
)

var (
	rays        = upTo(16)
	testOrLists = []uint16{0, 7}
)

var attackRows = []*Row{{
	Name: "attack_ray", Section: "5",
	Cut:     "one of 16 rays, to attack_next; enter_attacker left out",
	Domain:  "64 squares, both colours, a test and the lists; 16 bytes a square",
	uses:    "A F BC DE HL IX",
	stubbed: []literal.Part{literal.PartPinAllows, literal.PartEnter},
	prepare: func(p *pair) {
		board(p, kept, few)
		p.domain(p.at(cells.P1), 1, kept, colors)
		p.domain(p.at(cells.T1), 1, kept, nil)
		p.index(cells.INDX1, kept, nil)
		p.domain(p.cell("origin"), 2, kept, nil)
		p.domain(p.at(cells.T2), 1, scratch, nil)
		p.ends("attack_next")
		p.stub("enter_attacker", "A F IX", func() string {
			c := &p.rom.chip
			piece := uint16(c.Memory[c.HL()])
			allowed := bits
			if len(p.calls) > 0 || p.value[givenID] != 55 {
				allowed = bits[1:]
			}
			if p.called(literal.PartPinAllows, allowed, c.HL()-p.at(cells.BOARDA), uint16(c.E)) != 0 {
				p.called(literal.PartEnter, nil, piece, uint16(c.E), uint16(c.C)>>7)
			}
			p.same("T2", p.byte(cells.T2), piece&7)
			return ""
		})
	},
	run: func(p *pair) {
		c := &p.rom.chip
		square, ray := p.give(0, "square", squares64), p.give(1, "ray", rays)
		t1 := testOrLists
		if square == 55 && ray == 0 {
			t1 = anyByte
		}
		near(p, square, literal.Directions()[ray])
		view, build := p.give(2, "P1", colors), p.give(3, "T1", t1)
		p.set(p.at(cells.P1), uint8(view))
		p.set(p.at(cells.T1), uint8(build))
		p.set(p.at(cells.INDX1), uint8(ray))
		p.setWord(p.cell("origin"), p.at(cells.BOARDA)+square)
		p.program("attack_ray")
		var f literal.Fields
		found, _ := p.rule(literal.PartAttackRay, &f, square, ray, view, flag(build == 7))
		p.same("attacked", flag(p.end == returned), found)
		if found != 0 {
			p.same("A", uint16(c.A), 1)
			p.same("Z", uint16(c.F)&z80.FlagZ, 0)
		}
	},
}, {
	Name: "ATTACK", Section: "5",
	Cut:     "around the rays, each left out; clear_lists",
	Domain:  "64 squares, both colours, all T1; any ray finds somebody",
	uses:    "A F BC DE HL IX",
	stubbed: []literal.Part{literal.PartAttackRay},
	prepare: func(p *pair) {
		p.domain(p.at(cells.P1), 1, kept, colors)
		p.domain(p.at(cells.T1), 1, kept, nil)
		p.domain(p.at(cells.M3), 1, kept, nil)
		p.domain(p.at(cells.INDX1), 1, scratch, nil)
		p.domain(p.cell("origin"), 2, scratch, nil)
		p.domain(p.at(cells.ATKLST), 14, open, anyByte)
		p.stub("attack_ray", "BC DE HL IX", func() string {
			c := &p.rom.chip
			origin := c.Word(p.cell("origin")) - p.at(cells.BOARDA)
			ray, build := c.Memory[p.at(cells.INDX1)], flag(p.value[givenID+2] == 7)
			view := p.value[givenID+1]
			if p.called(literal.PartAttackRay, bits, origin, uint16(ray), view, build) == 0 {
				return "attack_next"
			}
			c.A = 1
			p.zero(false)
			return ""
		})
	},
	run: func(p *pair) {
		c := &p.rom.chip
		square, view := p.give(0, "square", squares64), p.give(1, "P1", colors)
		t1 := p.give(2, "T1", anyByte)
		p.set(p.at(cells.M3), uint8(square))
		p.set(p.at(cells.P1), uint8(view))
		p.set(p.at(cells.T1), uint8(t1))
		p.program("ATTACK")
		var f literal.Fields
		found, _ := p.rule(literal.PartAttack, &f, square, view, flag(t1 == 7))
		p.same("Z", uint16(c.F)&z80.FlagZ, flag(found == 0)*z80.FlagZ)
		p.same("A", uint16(c.A), found)
		p.memories()
	},
}, {
	Name: "INCHK", Section: "5",
	Cut:     "up to ATTACK, which is left out",
	Domain:  "both colours, a king on any square, and any byte there",
	uses:    "A F BC DE HL IX",
	stubbed: []literal.Part{literal.PartAttack},
	prepare: func(p *pair) {
		p.domain(p.at(cells.COLOR), 1, kept, nil)
		p.domain(p.at(cells.POSK), 2, kept, anyByte)
		p.domain(p.at(cells.BOARDA), sargon.BoardSize, kept, anyByte)
		for _, cell := range []uint16{cells.P1, cells.M3, cells.T1} {
			p.domain(p.at(cell), 1, scratch, nil)
		}
		stubTest(p)
	},
	run: func(p *pair) {
		c := &p.rom.chip
		side := p.give(0, "COLOR", colors)
		king := p.give(1, "king", upTo(sargon.BoardSize))
		p.set(p.at(cells.COLOR), uint8(side))
		p.domains[p.at(cells.POSK)+1-side>>7] = []uint16{0, 77}
		p.set(p.at(cells.POSK)+side>>7, uint8(king))
		p.program("INCHK")
		var f literal.Fields
		found, ok := p.rule(literal.PartInCheck, &f, side)
		if ok {
			p.same("A", uint16(c.A), found)
			p.same("Z", uint16(c.F)&z80.FlagZ, flag(found == 0)*z80.FlagZ)
		}
	},
}, {
	Name: "enter_attacker", Section: "6",
	Cut:     "pin_forbids left out",
	Domain:  "12 men, both signs of the step, with and without a queen, pins or none; slots all bytes",
	uses:    "A F IX",
	stubbed: []literal.Part{},
	prepare: func(p *pair) {
		p.domain(p.at(cells.BOARDA)+55, 1, kept, nil)
		p.index(cells.T2, kept, nil)
		p.index(cells.NPINS, kept, nil)
		p.domain(p.at(cells.ATKLST), 15, open, anyByte)
		p.stub("pin_forbids", "A", func() string {
			p.forbidden = p.answer(bits) != 0
			p.flags(z80.FlagC, uint8(flag(p.forbidden)))
			return ""
		})
	},
	run: func(p *pair) {
		c := &p.rom.chip
		man, mark := p.give(0, "man", kinds(1, 6, 0)), p.give(1, "queen found", bits)
		step, pins := p.give(2, "step", []uint16{9, 0xF7}), p.give(3, "NPINS", bits)
		own := p.at(cells.ATKLST) + 7*(man>>7)
		p.domains[p.at(cells.ATKLST)], p.domains[p.at(cells.ATKLST)+7] = anyByte, anyByte
		p.domains[own] = []uint16{0, 0xFF}
		p.set(p.at(cells.BOARDA)+55, uint8(man))
		p.set(p.at(cells.T2), uint8(man&7))
		p.set(p.at(cells.NPINS), uint8(pins))
		c.SetHL(p.at(cells.BOARDA) + 55)
		c.E, c.C = uint8(step), uint8(mark)<<7
		p.forbidden = false
		p.program("enter_attacker")
		if !p.forbidden {
			f := literal.Fields{NPins: uint8(pins)}
			p.rule(literal.PartEnter, &f, man, step, mark)
		}
		p.memories()
	},
}}

// stubTest leaves ATTACK out where it is a test.
func stubTest(p *pair) {
	p.stub("ATTACK", "BC DE HL IX", func() string {
		c := &p.rom.chip
		square, view := p.byte(cells.M3), p.byte(cells.P1)
		build := flag(p.byte(cells.T1) == 7)
		answer := p.called(literal.PartAttack, bits, square, view, build)
		c.A = uint8(answer)
		p.zero(answer == 0)
		return ""
	})
}
