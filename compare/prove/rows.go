package prove

import (
	"slices"

	"sargon78/compare/prove/parts"
	"sargon78/compare/routine"
	"sargon78/emu/z80"
	"sargon78/native/reference"
	"sargon78/sargon"
	"sargon78/sargon/spec/variables"
)

// A Row is one routine of the program, or a step of one, and the domain for which it is compared with its
// rule.
type Row struct {
	Name    string // the label in roms/src; after a comma, which of its uses
	Section string // of the specification
	Cut     string // where the piece begins and ends, and what is stubbed
	Also    string // what inputs do not say of the domain; may be ""
	Bounded string // why the row is not a proof; "" if it is one

	inputs       []routine.Input
	alternatives [][]routine.Input
	maxUndefined int

	prepare func(d *declaration)  // changes the declaration for this row
	set     func(c *routine.Case) // sets inputs that depend on others
}

// Rows are all rows, in the order of the specification.
var Rows = slices.Concat(
	lookRows, recordRows, generateRows, attackRows, pinRows, exchangeRows, evaluateRows, makeRows,
	sortRows, searchRows, setupRows, boardRows,
)

// Values of inputs and answers.
var (
	anyByte   = upTo(256)
	noOrYes   = upTo(2)
	squares64 = onBoard()
	scanned   = upTo(99)[21:] // the squares that a scan of the board visits, border included
	colors    = []uint16{0, 0x80}

	evenUpTo30   = routine.Range(0, 30, 2).List
	boardSquares = addressesOf(squares64)

	// someBytes stand for all bytes where bytes are only added.
	someBytes = []uint16{0, 1, 5, 255}
)

// What a square may hold (spec §1, quirks 8 and 10). many has all pieces, moved or not, castled or not; no
// piece, also with the bits of one that has moved; and type 7, which an old record makes of a bishop. few are
// those that a look along a path tells apart.
var (
	few  = append(kinds(1, 6, 0), 0)
	many = slices.Concat(kinds(1, 6, 0, 8), kinds(6, 6, 0x18), kinds(7, 7, 0, 8), []uint16{0, 8, 0x88})
)

// Domains by their names.
var (
	allBytes    = routine.AllBytes
	answers     = named("no or yes", noOrYes)
	bothColours = named("both colours", colors)
	squares     = named("64 squares", squares64)
	fewPieces   = named("13 bytes", few)
	manyPieces  = named("33 bytes", many)
	squarePairs = named("15 bytes", slices.Concat(few, kinds(6, 6, 0x18)))
	unmoved     = named("12 pieces", kinds(1, 6, 0))
	steps       = named("the steps of DIRECT", stepsOf())
	values      = routine.Of

	typeOfP1 = routine.Values{Name: "the type of P1", Of: func(c *routine.Case) []uint16 {
		t := c.In(at(variables.P1)) & 7
		return anyByte[t : t+1]
	}}
	directionsOfP1 = routine.Values{Name: "the directions of P1", Of: func(c *routine.Case) []uint16 {
		first, n := reference.Moves(uint8(c.In(at(variables.P1)) & 7))
		return anyByte[first : first+n]
	}}
)

func named(name string, list []uint16) routine.Values { return routine.Values{Name: name, List: list} }

// addresses returns values that are the addresses of variables.
func addresses(offsets ...uint16) (v routine.Values) {
	v.Name = ""
	for i, o := range offsets {
		if i > 0 {
			v.Name += " "
		}
		v.Name += nameOf(o)
		v.List = append(v.List, at(o))
	}
	return v
}

// from returns values that are a range of addresses.
func from(first, last, step uint16) routine.Values {
	v := routine.Range(at(first), at(last), step)
	v.Name = nameOf(first) + " to " + nameOf(last)
	return v
}

// b returns inputs that are variables of one byte, each with the values v.
func b(v routine.Values, offsets ...uint16) (all []routine.Input) {
	for _, o := range offsets {
		all = append(all, routine.Bytes(nameOf(o), at(o), 1, v))
	}
	return all
}

// n returns an input that is n bytes from a variable on.
func n(offset uint16, n int, v routine.Values) []routine.Input {
	return []routine.Input{routine.Bytes(nameOf(offset), at(offset), n, v)}
}

// w returns an input that is a word.
func w(offset uint16, v routine.Values) []routine.Input {
	return []routine.Input{routine.Word(nameOf(offset), at(offset), v)}
}

// r returns an input that is a register.
func r(name string, v routine.Values) []routine.Input {
	return []routine.Input{routine.Register(name, v)}
}

// choice returns an input that a row asks for by its name.
func choice(name string, v routine.Values) []routine.Input {
	return []routine.Input{routine.Choice(name, v)}
}

// onTheBoard returns an input that is the 64 squares, each with the values v.
func onTheBoard(v routine.Values) []routine.Input {
	return []routine.Input{{Name: "board", All: boardSquares, Values: v}}
}

func domain(parts ...[]routine.Input) []routine.Input { return slices.Concat(parts...) }

func upTo(n int) (all []uint16) {
	for v := range n {
		all = append(all, uint16(v))
	}
	return all
}

func onBoard() []uint16 {
	off := func(s uint16) bool { return !sargon.Square(s).OnBoard() }
	return slices.DeleteFunc(upTo(sargon.BoardSize), off)
}

func addressesOf(squares []uint16) (all []uint16) {
	for _, s := range squares {
		all = append(all, at(variables.BOARDA)+s)
	}
	return all
}

func stepsOf() (all []uint16) {
	for _, s := range reference.Directions() {
		if v := uint16(uint8(s)); !slices.Contains(all, v) {
			all = append(all, v)
		}
	}
	return all
}

func isType7(piece uint16) bool { return piece&7 == 7 }

// kinds returns the bytes of pieces of some types, of both colours, with some bits for what they have done.
func kinds(from, to uint16, history ...uint16) (all []uint16) {
	for t := from; t <= to; t++ {
		for _, h := range history {
			all = append(all, t|h, t|h|0x80)
		}
	}
	return all
}

func flag(b bool) uint16 {
	if b {
		return 1
	}
	return 0
}

// near sets what the squares after one may hold, in the direction of a step: the next square may hold many,
// those after it few. The border stays.
func near(c *routine.Case, square uint16, step int8) {
	for n := range 7 {
		square = uint16(uint8(square) + uint8(step))
		addr := at(variables.BOARDA) + square
		if len(c.Domain(addr)) <= 1 { // the border
			continue
		}
		if n == 0 {
			c.May(addr, 1, many)
		} else {
			c.May(addr, 1, few)
		}
	}
}

var lookRows = []*Row{{
	Name: "LOOK", Section: "2", Cut: "whole",
	inputs: domain(r("HL", from(variables.BOARDA, variables.BOARDA+255, 1)), r("E", steps),
		b(bothColours, variables.P1)),
}, {
	Name: "square_address", Section: "1", Cut: "whole", inputs: r("A", allBytes),
}}

// The link to a new record is in a head of PLYIX or in another record. The records are such that one has an
// address whose low byte is 0, and one lies across the end of a page.
var recordRows = []*Row{{
	Name: "store_move", Section: "3", Cut: "whole",
	inputs: domain(b(values(0x81), variables.P1), b(values(35), variables.M1), b(values(55), variables.M2),
		b(values(0x8B), variables.P3), w(variables.MLLST, addresses(variables.PLYIX+2, variables.PLYIX+6,
			variables.MLIST, variables.MLIST+252, variables.MLIST+255))),
	alternatives: [][]routine.Input{
		w(variables.MLNXT, from(variables.MLIST, variables.MLIST+2047, 1)),
		domain(w(variables.MLNXT, addresses(variables.MLIST)), b(allBytes, variables.P1)),
		domain(w(variables.MLNXT, addresses(variables.MLIST)), b(allBytes, variables.M1)),
		domain(w(variables.MLNXT, addresses(variables.MLIST)), b(allBytes, variables.M2)),
		domain(w(variables.MLNXT, addresses(variables.MLIST)), b(allBytes, variables.P3)),
	},
}, {
	Name: "open_list", Section: "3", Cut: "whole", Also: "the heads of ten plies",
	inputs: domain(w(variables.MLPTRI, from(variables.SCORE+10, variables.PLYIX+34, 4)),
		w(variables.MLNXT, addresses(variables.PLYIX+2, variables.PLYIX+6, variables.MLIST,
			variables.MLIST+252, variables.MLIST+255))),
}}

// What the squares around a pawn may hold: passing are the bytes that its rules tell apart, blocking those in
// front of the pawn and behind it.
var passing, blocking = []uint16{0, 1, 0x81, 6, 0x84, 8}, []uint16{0, 0x84, 8}

// MLIST+258 is the second record of a pair.
var generateRows = []*Row{{
	Name: "gen_direction", Section: "4", Cut: "one direction, to gen_turn; store_move stubbed",
	Also: "along the path 33 bytes on the next square, 13 after it",
	inputs: domain(b(squares, variables.M1), b(named("types 2 to 7", kinds(2, 7, 0, 8)), variables.P1),
		b(typeOfP1, variables.T2), b(directionsOfP1, variables.INDX1)),
	set: func(c *routine.Case) {
		near(c, c.In(at(variables.M1)), reference.Directions()[c.In(at(variables.INDX1))])
	},
}, {
	Name: "gen_piece", Section: "4",
	Cut:    "around the directions; those, gen_pawn and castle stubbed",
	inputs: domain(b(squares, variables.M1), b(allBytes, variables.P1)),
}, {
	Name: "gen_pawn", Section: "4", Cut: "whole; store_move stubbed", Also: "ahead 3 bytes, 6 elsewhere",
	inputs: domain(b(squares, variables.M1), b(values(1, 9, 0x81, 0x89, 8, 0x88), variables.P1),
		b(typeOfP1, variables.T2), b(values(35), variables.MLIST+2), b(squares, variables.MLIST+3),
		b(values(0, 0x10, 0xEF, 0xFF), variables.MLIST+4), w(variables.MLPTRJ, addresses(variables.MLIST)),
		w(variables.MLLST, addresses(variables.MLIST+258))),
	set: func(c *routine.Case) {
		square := c.In(at(variables.M1))
		for _, s := range boardSquares {
			c.May(s, 1, passing)
		}
		for _, ahead := range []uint16{10, 20, -10 & 0xFFFF, -20 & 0xFFFF} {
			if addr := at(variables.BOARDA) + square + ahead; len(c.Domain(addr)) > 1 {
				c.May(addr, 1, blocking)
			}
		}
	},
}, {
	Name: "castle", Section: "4", Cut: "whole; ATTACK and store_move stubbed", Also: "any square attacked",
	inputs: domain(onTheBoard(manyPieces), b(values(25, 95, 54, 87), variables.M1), b(answers, variables.CKFLG),
		b(named("kings", kinds(6, 6, 0, 8, 0x18)), variables.P1), w(variables.MLLST, addresses(variables.MLIST+258))),
	prepare: func(d *declaration) {
		// The rules ask whether b1 and b8 are attacked, and then allow it.
		d.more = func(part parts.Part, a parts.Args) bool {
			return part == parts.PartAttack && (a[0] == uint16(sargon.B1) || a[0] == uint16(sargon.B8))
		}
	},
}, {
	Name: "gen_square", Section: "4", Cut: "one square, to gen_next; gen_piece stubbed",
	inputs: domain(r("A", routine.Range(21, 98, 1)), b(bothColours, variables.COLOR)),
}, {
	Name: "GENMOV", Section: "4", Cut: "around the squares; INCHK and each square stubbed",
	Also: "the heads of ten plies; check or not",
	inputs: domain(w(variables.MLPTRI, from(variables.SCORE+10, variables.PLYIX+34, 4)),
		w(variables.MLNXT, addresses(variables.MLIST+600)), n(variables.MLPTRJ, 2, values(0)),
		n(variables.PLYIX, 40, values(0, 0x14)), b(bothColours, variables.COLOR)),
}}

var attackRows = []*Row{{
	Name: "attack_ray", Section: "5",
	Cut:  "one of 16 rays, to attack_next; enter_attacker stubbed",
	Also: "T1 is 0 or 7, for square 55 and ray 0 any byte; along the ray 33 bytes on the next square, 13 after it",
	inputs: domain(choice("square", squares), b(routine.Range(0, 15, 1), variables.INDX1),
		b(bothColours, variables.P1)),
	prepare: func(d *declaration) {
		d.stubs[parts.PartPinAllows] = "pin_forbids"
		enter, pins := contracts["enter_attacker"], contracts["pin_forbids"]
		d.leaveAs("enter_attacker", func(s *routine.State) {
			allowed := noOrYes
			if len(s.Calls("pin_forbids")) > 0 || s.Case().First() != 55 {
				allowed = noOrYes[1:]
			}
			args, square := enter.arguments(s), pins.arguments(s)
			allows := s.Choose("pin_forbids", allowed)
			s.Called("pin_forbids", allows, square[:]...)
			if allows != 0 {
				s.Called("enter_attacker", 0, args[:]...)
			}
			s.Same("T2", s.Byte(at(variables.T2)), args[0]&7)
			s.Clobber()
		})
	},
	set: func(c *routine.Case) {
		square, ray := c.Choice("square"), c.In(at(variables.INDX1))
		references := []uint16{0, 7}
		if square == 55 && ray == 0 {
			references = anyByte
		}
		near(c, square, reference.Directions()[ray])
		c.In(at(variables.P1))
		c.InOf(at(variables.T1), references)
		c.SetWord(c.Program().At("origin"), at(variables.BOARDA)+square)
	},
}, {
	Name: "ATTACK", Section: "5", Cut: "around the rays, each stubbed; clear_lists",
	Also:   "any ray may find an attacker",
	inputs: domain(b(squares, variables.M3), b(bothColours, variables.P1), b(allBytes, variables.T1)),
}, {
	Name: "INCHK", Section: "5", Cut: "up to ATTACK, which is stubbed",
	inputs: domain(b(bothColours, variables.COLOR), n(variables.POSK, 2, routine.Range(0, 119, 1))),
}, {
	Name: "enter_attacker", Section: "6", Cut: "pin_forbids stubbed", Also: "its count 0 or 255",
	inputs: domain(r("HL", addresses(variables.BOARDA+55)), b(unmoved, variables.BOARDA+55),
		r("C", values(0, 0x80)), r("E", values(9, 0xF7)), b(answers, variables.NPINS)),
	set: func(c *routine.Case) {
		man := c.In(at(variables.BOARDA + 55))
		c.In(at(variables.NPINS))
		c.May(at(variables.ATKLST)+7*(man>>7), 1, []uint16{0, 0xFF})
		c.Set(at(variables.T2), man&7)
	},
}}

var pinRows = []*Row{{
	Name: "PINFND", Section: "6", Cut: "around the royal squares; pins_of stubbed",
	Also: "if POSQ+2 is no end mark, the first byte of SCORE is one",
	inputs: domain(n(variables.POSK, 4, values(0, 1, 55, 255)), b(values(255, 0x0F), variables.POSQ+2),
		n(variables.SCORE, 12, values(255))),
	prepare: func(d *declaration) {
		d.leave("pins_of", nil, func(s *routine.State) { s.Same("NPINS", s.Byte(at(variables.NPINS)), 0) })
	},
}, {
	Name: "pins_of", Section: "6", Cut: "around the eight rays, each stubbed",
	inputs: r("A", routine.Range(0, 119, 1)),
}, {
	Name: "pins_direction", Section: "6", Cut: "a ray, to pins_next; ATTACK stubbed",
	Also: "NPINS is 1, for square 55 one of 0 1 9 11; along the ray 33 bytes on the next square, 13 after it",
	inputs: domain(b(squares, variables.M3), r("A", routine.Range(0, 7, 1)),
		b(named("royal or other pieces", append(kinds(5, 6, 0), 0, 1, 0x81)), variables.P1)),
	prepare: func(d *declaration) { d.leaveLists(0, 1, 2, 3, 12) },
	set: func(c *routine.Case) {
		square, ray := c.In(at(variables.M3)), c.Register(z80.RegA)
		pins := []uint16{1}
		if square == 55 {
			pins = []uint16{0, 1, 9, 11}
		}
		c.In(at(variables.P1))
		c.InOf(at(variables.NPINS), pins)
		near(c, square, reference.Directions()[ray])
	},
}, {
	Name: "pin_forbids", Section: "6", Cut: "whole",
	Also: "1 or 2 pins have any squares and directions, more have three squares and four directions",
	inputs: domain(r("E", steps), r("HL", addresses(variables.BOARDA+21, variables.BOARDA+98)),
		b(routine.Range(1, 10, 1), variables.NPINS)),
	set: func(c *routine.Case) {
		step, square := c.Register(z80.RegE), c.Register(z80.RegHL)-at(variables.BOARDA)
		squares, directions := anyByte, anyByte
		if c.In(at(variables.NPINS)) > 2 {
			squares = []uint16{square, square + 1, 0}
			directions = []uint16{step, -step & 0xFF, (step + 1) & 0xFF, 0}
		}
		c.May(at(variables.PLISTA), 10, squares)
		c.May(at(variables.PLISTA+10), 10, directions)
	},
}}

// leaveLists stubs an attack scan, which fills the lists. The numbers are how many pieces of a colour may
// attack.
func (d *declaration) leaveLists(numbers ...uint16) {
	d.leave("ATTACK,lists", nil, func(s *routine.State) {
		s.SetByte(at(variables.ATKLST), s.Choose("white attackers", numbers))
		s.SetByte(at(variables.ATKLST+7), s.Choose("black attackers", numbers))
	})
}

var exchangeRows = []*Row{{
	Name: "next_piece", Section: "7", Cut: "whole", Also: "both lists and what is after them all bytes",
	inputs: domain(choice("count", allBytes), choice("side", answers), b(routine.Range(1, 255, 1), variables.PLYIX)),
	set: func(c *routine.Case) {
		count := c.Choice("count")
		lists := [2]uint16{at(variables.ATKLST) & 0xFF, at(variables.ATKLST+7) & 0xFF}
		side := c.Choice("side")
		c.SetRegister(z80.RegC, ^count&0xFF) // how often a side was asked: all values, each unlike the count
		c.SetRegister(z80.RegHLAlt, count<<8|lists[side])
		c.SetRegister(z80.RegDEAlt, 9<<8|lists[1-side])
	},
}, {
	Name: "XCHNG", Section: "7", Cut: "up to xchng_round, next_piece stubbed", Also: "the counts are only copied",
	inputs: domain(b(allBytes, variables.P1), b(typeOfP1, variables.T3),
		b(values(0, 1, 9, 255), variables.ATKLST, variables.ATKLST+7)),
}, {
	Name: "xchng_round", Section: "7",
	Cut:  "a round, to xchng_round; next_piece and xchng_wait stubbed",
	Also: "B is the value of the piece on the square, E the loss, C how often a side was asked, D the attacker",
	inputs: domain(r("B", routine.Range(2, 30, 2)), r("E", values(0, 1, 5, 255)), r("C", values(0, 1)),
		r("D", routine.Range(2, 30, 2))),
	set: exchangeLists,
}, {
	Name: "xchng_wait", Section: "7",
	Cut:  "two struck off, to xchng_wait or xchng_last; next_piece stubbed",
	Also: "B is the value of the piece on the square, E the loss, C how often a side was asked, D the attacker, H the defender",
	inputs: domain(r("B", routine.Range(2, 30, 2)), r("E", values(0, 77, 255)), r("C", values(0, 1)),
		r("D", routine.Range(2, 30, 2)), r("H", routine.Range(2, 30, 2))),
	set: exchangeLists,
}}

// exchangeLists puts the list of the side to move into HL' and the other into DE'. Which side it is depends on
// how often a side was asked.
func exchangeLists(c *routine.Case) {
	lists := [2]uint16{at(variables.ATKLST+7) & 0xFF, at(variables.ATKLST) & 0xFF}
	asked := c.Register(z80.RegC)
	c.SetRegister(z80.RegHLAlt, lists[asked]|9<<8)
	c.SetRegister(z80.RegDEAlt, lists[1-asked]|9<<8)
}

var evaluateRows = []*Row{{
	Name: "manners", Section: "8", Cut: "whole",
	inputs: domain(b(allBytes, variables.MOVENO), r("A", typeOfP1)),
	alternatives: [][]routine.Input{
		domain(b(allBytes, variables.P1), b(values(0, 0x7F, 0x80, 0xFE), variables.BRDC)),
		domain(b(values(2, 0x96), variables.P1), b(allBytes, variables.BRDC)),
	},
}, {
	Name: "points_square", Section: "8",
	Cut:  "one square, to points_next; manners, ATTACK and points_piece stubbed",
	Also: "as many attack as the counts say",
	inputs: domain(r("A", routine.Range(21, 98, 1)),
		b(values(someBytes...), variables.BRDC, variables.ATKLST, variables.ATKLST+7)),
	prepare: func(d *declaration) { d.leaveLists(someBytes...) },
	set: func(c *routine.Case) {
		c.Set(at(variables.T1), 7)
		c.In(at(variables.BOARDA) + c.Register(z80.RegA))
	},
}, {
	Name: "points_piece", Section: "8", Cut: "whole; XCHNG stubbed",
	Also: "all losses, of the first alternative 0, 1, 2, 255",
	inputs: domain(w(variables.MLPTRJ, addresses(variables.MLIST)), b(values(55, 56), variables.MLIST+3),
		b(values(55), variables.M3), b(typeOfP1, variables.T3), b(values(2), variables.P1),
		b(values(0), variables.BRDC, variables.PTSL, variables.PTSW1, variables.PTSW2, variables.MTRL,
			variables.PTSCK, variables.COLOR)),
	alternatives: [][]routine.Input{
		domain(b(allBytes, variables.P1), b(bothColours, variables.COLOR), b(values(someBytes...), variables.MTRL),
			b(values(1), variables.PTSL, variables.PTSW1)),
		domain(b(allBytes, variables.PTSL), b(values(0, 44), variables.PTSCK)),
		domain(b(values(0x82), variables.P1), b(allBytes, variables.PTSW1, variables.PTSW2)),
	},
	prepare: func(d *declaration) {
		d.leave("XCHNG", func(s *routine.State, _ routine.Args) []uint16 {
			if s.Case().First() == 0 {
				return []uint16{0, 1, 2, 255}
			}
			return anyByte
		}, nil)
	},
}, {
	Name: "points_next", Section: "8", Cut: "from the last square on: the sum; limit stubbed",
	Also: "in the third alternative all limited values",
	inputs: domain(b(bothColours, variables.COLOR), b(values(0, 44), variables.PTSCK),
		w(variables.MLPTRJ, addresses(variables.MLIST)), b(values(98), variables.M3),
		b(values(0), variables.BRDC, variables.PTSL, variables.PTSW1, variables.PTSW2, variables.MTRL,
			variables.MV0, variables.BC0)),
	alternatives: [][]routine.Input{
		domain(b(allBytes, variables.PTSL, variables.PTSW2), b(values(0, 1, 255), variables.PTSW1)),
		domain(b(allBytes, variables.PTSL, variables.MTRL), b(values(0, 1, 0x7F, 0x80, 0xFF), variables.MV0)),
		{},
		b(allBytes, variables.BRDC, variables.BC0),
	},
	prepare: func(d *declaration) {
		d.leave("limit", func(s *routine.State, args routine.Args) []uint16 {
			if s.Case().First() == 2 {
				return within[args[1]]
			}
			return []uint16{5}
		}, nil)
	},
}, {
	Name: "limit", Section: "8", Cut: "whole", inputs: domain(r("A", allBytes), r("B", values(30, 6))),
}, {
	Name: "POINTS", Section: "8", Cut: "around the squares, each stubbed; limit stubbed",
	inputs: domain(onTheBoard(values(0)), b(values(0), variables.MV0, variables.BC0),
		b(bothColours, variables.COLOR), w(variables.MLPTRJ, addresses(variables.MLIST))),
	prepare: func(d *declaration) {
		d.leave("limit", func(*routine.State, routine.Args) []uint16 { return []uint16{0, 5} }, nil)
		d.leaveAs("points_square", func(s *routine.State) {
			square := s.Register(z80.RegA)
			s.Clobber()
			s.SetOwn(at(variables.M3), square)
			if piece := s.Byte(at(variables.BOARDA) + square); piece != uint16(sargon.Border) {
				s.Called("points_square", 0, square, piece)
			}
			s.Same("T1", s.Byte(at(variables.T1)), 7)
			for _, total := range totals {
				s.Same(addressName(total.at), s.Byte(total.at), 0)
			}
			s.GoOn(d.address("points_next"))
		})
	},
}}

// within are the bytes within the two limits.
var within = map[uint16][]uint16{30: upToSigned(30), 6: upToSigned(6)}

func upToSigned(limit uint16) (all []uint16) {
	for v := -limit; v != limit+1; v++ {
		all = append(all, v&0xFF)
	}
	return all
}

var makeRows = []*Row{
	moveRow("MOVE"), moveRow("UNMOVE"), pairRow("MOVE, pairs"), pairRow("UNMOVE, pairs"),
}

// moveRow returns a row for MOVE or UNMOVE with a single record.
func moveRow(name string) *Row {
	return &Row{
		Name: name, Section: "9", Cut: "whole, single records",
		inputs: domain(w(variables.MLPTRJ, addresses(variables.MLIST)), n(variables.MLIST+2, 2, squares),
			b(values(append(upTo(64), routine.Range(128, 191, 1).List...)...), variables.MLIST+4),
			onTheBoard(manyPieces)),
	}
}

// pairRow returns a row for MOVE or UNMOVE with a pair of records, which may lie across the end of a page.
func pairRow(name string) *Row {
	return &Row{
		Name: name, Section: "9", Cut: "whole, pairs", Also: "the squares of castlings and others",
		inputs: domain(choice("record", addresses(variables.MLIST, variables.MLIST+252)),
			choice("squares", routine.Range(0, 8, 1)),
			b(values(append(upTo(128)[64:], routine.Range(192, 255, 1).List...)...), variables.MLIST+4, variables.MLIST+256),
			b(values(0, 1, 0x81, 0x05, 0x85, 0x0D, 0x10, 0x15, 0x25), variables.MLIST+10, variables.MLIST+262),
			onTheBoard(squarePairs)),
		set: func(c *routine.Case) {
			record := c.Choice("record")
			c.SetWord(at(variables.MLPTRJ), record)
			squares := shapes[c.Choice("squares")]
			for i, field := range []uint16{2, 3, 8, 9} {
				c.Set(record+field, squares[i])
			}
		},
	}
}

// shapes are the squares of pairs: castlings, captures in passing, and old records with squares in
// common.
var shapes = [][4]uint16{
	{25, 27, 28, 26}, {25, 23, 21, 24}, {95, 97, 98, 96}, {95, 93, 91, 94},
	{65, 74, 64, 64}, {55, 46, 56, 56}, {76, 77, 77, 76}, {33, 33, 33, 33}, {33, 44, 44, 55},
}

// Two of the records have addresses whose low byte is 0, and one lies across the end of a page.
var sortRows = []*Row{{
	Name: "sort_scan", Section: "10", Cut: "one comparison, to sort_scan or sort_insert",
	Also: "HL is the link; the value of the next record all bytes",
	inputs: domain(r("C", allBytes), r("HL", addresses(variables.PLYIX+2, variables.MLIST+60, variables.MLIST+255)),
		choice("next", values(at(variables.MLIST), at(variables.MLIST+252), at(variables.MLIST+768),
			at(variables.MLIST+18), 0, 0x78))),
	set: func(c *routine.Case) { c.SetWord(c.Register(z80.RegHL), c.Choice("next")) },
}, {
	Name: "SORTM", Section: "10", Cut: "whole; EVAL stubbed", Also: "four values",
	Bounded: "lists of up to 4 records; sort_scan is the step of longer ones",
	inputs: domain(choice("records", routine.Range(0, 4, 1)), w(variables.MLPTRI, addresses(variables.PLYIX+2)),
		n(variables.MLIST, 2048, values(77, 178))),
	prepare: func(d *declaration) {
		d.leave("EVAL", nil, nil)
	},
	set: func(c *routine.Case) {
		link := at(variables.PLYIX) + 2
		for _, record := range []uint16{0, 252, 768, 18}[:c.Choice("records")] {
			record += at(variables.MLIST)
			c.SetWord(link, record)
			link = record
		}
		c.SetWord(link, 0x0033)
	},
}, {
	Name: "EVAL", Section: "10", Cut: "around MOVE, INCHK, PINFND, POINTS and UNMOVE, all stubbed",
	Also: "check or not, all values",
	inputs: domain(b(values(9), variables.BC0, variables.MV0), n(variables.MLIST, 5, values(35, 200)),
		b(values(77), variables.MLIST+5), b(bothColours, variables.COLOR), w(variables.MLPTRJ, addresses(variables.MLIST))),
}}

var searchRows = []*Row{{
	Name: "FNDMOV", Section: "11",
	Cut: "whole; GENMOV, SORTM, MOVE, UNMOVE, INCHK, PINFND and POINTS stubbed",
	Also: "move numbers 1, 7 and 255; up to 2 moves a ply, in two pages and both orders, and 1 after a check " +
		"at level 2; each legal or not, with check or not",
	Bounded: "two plies and a check, two moves each, five values",
	inputs: domain(b(values(1, 2), variables.PLYMAX), b(bothColours, variables.KOLOR),
		b(values(9), variables.BRDC, variables.MTRL), n(variables.MLIST, 2048, values(77)), recordNames()),
	prepare: func(d *declaration) {
		d.leave("POINTS", func(*routine.State, routine.Args) []uint16 {
			return []uint16{2, 0x70, 0x80, 0x90, 254}
		}, nil)
		d.leave("GENMOV", func(s *routine.State, args routine.Args) []uint16 {
			switch level := s.Byte(at(variables.PLYMAX)); {
			case level == 2 && args[0] > level:
				return listed(3)
			case level == 2:
				return listed(5)
			}
			return listed(6)
		}, nil)
		d.leave("SORTM", func(s *routine.State, _ routine.Args) []uint16 {
			return upTo([]int{1, 2, 8}[len(listOf(s))])
		}, nil)
	},
	set: func(c *routine.Case) {
		c.In(at(variables.PLYMAX))
		side := c.In(at(variables.KOLOR))
		c.InOf(at(variables.MOVENO), []uint16{1, 7 + 248*(side>>7)})
		c.SetWord(at(variables.MLPTRJ), at(variables.MLIST)+2040)
		c.Set(at(variables.PMATE), 0)
	},
}, {
	Name: "VALMOV", Section: "13", Cut: "whole; GENMOV, MOVE, UNMOVE and INCHK stubbed",
	Also: "MVEMSG: 35; MVEMSG+1: 55; MLPTRJ: MVEMSG+48; up to 2 moves, legal or not",
	inputs: domain(b(bothColours, variables.KOLOR), n(variables.POSK, 4, values(0)),
		n(variables.MLIST+1024, 270, values(35, 55, 200))),
	prepare: func(d *declaration) {
		move := d.address("MVEMSG")
		d.r.Inputs = append(d.r.Inputs,
			routine.Bytes("MVEMSG", move, 1, values(35)), routine.Bytes("MVEMSG+1", move+1, 1, values(55)),
			routine.Word("MLPTRJ", at(variables.MLPTRJ), values(move+48)))
	},
}}

// recordNames returns inputs that give each record another square from which the move goes, so that the
// records can be told apart.
func recordNames() (all []routine.Input) {
	for n := range uint16(7) {
		all = append(all, b(values(21+n), variables.MLIST+n*apart+2)...)
	}
	return all
}

// apart is the distance between two records that the stub of GENMOV has stored. It is large enough for another
// page; the records between them are in no list.
const (
	unlisted = 42
	apart    = (unlisted + 1) * 6
)

// listed returns n answers of GENMOV. An answer is twice the number of stored records, those in no list
// included, plus 1 in check.
func listed(n int) (all []uint16) {
	for _, v := range upTo(n) {
		all = append(all, v>>1*(unlisted+1)*2|v&1)
	}
	return all
}

// generated makes the list of a ply, as GENMOV does: none, one or two records.
func generated(_ *declaration, s *routine.State, args routine.Args, answer uint16) string {
	row, next := at(variables.PLYIX)+4*(args[0]-1), args[1]
	link := row + 2
	s.SetWord(row, next)
	for range answer >> 1 / (unlisted + 1) {
		s.SetWord(link, next)
		link, next = next, next+apart
	}
	s.SetWord(link, 0)
	s.SetOwn(at(variables.CKFLG), answer&1)
	s.SetOwnWord(at(variables.MLPTRI), row+2)
	s.SetOwnWord(at(variables.MLNXT), next)
	return ""
}

// listOf returns the addresses of the records of the ply at MLPTRI.
func listOf(s *routine.State) (all []uint16) {
	for addr := s.Word(at(variables.MLPTRI)); ; all = append(all, addr) {
		if addr = s.Word(addr); addr>>8 == 0 {
			return all
		}
	}
}

// sorted sorts a list of up to two records: each is legal or not, and the two are exchanged or not.
func sorted(_ *declaration, s *routine.State, _ routine.Args, answer uint16) string {
	all := listOf(s)
	for i, addr := range all {
		s.SetByte(addr+5, answer>>i&1)
	}
	if len(all) > 0 {
		s.ClobberByte(at(variables.MLPTRJ))
	}
	if answer&4 != 0 {
		slices.Reverse(all)
		link := s.Word(at(variables.MLPTRI))
		for _, addr := range append(all, 0) {
			s.SetWord(link, addr)
			link = addr
		}
	}
	return ""
}

var setupRows = []*Row{{
	Name: "book", Section: "12", Cut: "whole", Also: "r is the register R; MLIST+602 is of White's move",
	inputs: domain(b(bothColours, variables.COLOR), choice("r", routine.Range(0, 127, 1)),
		w(variables.MLPTRJ, addresses(variables.MLIST+600)), b(allBytes, variables.MLIST+602)),
	prepare: func(d *declaration) { d.use(routine.Constant, own("book_flank", 6)) },
	set: func(c *routine.Case) {
		side, r := c.In(at(variables.COLOR)), c.Choice("r")
		if side != 0 {
			c.In(at(variables.MLIST + 602))
		}
		c.SetRegister(z80.RegR, r-fetched)
	},
}, {
	Name: "royal_square", Section: "15", Cut: "one square, to royal_next",
	inputs: domain(r("HL", from(variables.BOARDA+21, variables.BOARDA+98, 1)),
		n(variables.BOARDA, 120, named("bytes of no type 7",
			append(slices.DeleteFunc(upTo(256), isType7), uint16(sargon.Border)))),
		n(variables.POSK, 4, values(0))),
	set: func(c *routine.Case) { c.In(c.Register(z80.RegHL)) },
}, {
	Name: "ROYALT", Section: "15", Cut: "around the squares, each stubbed", Also: "there is only one case",
}, {
	Name: "INITBD", Section: "1", Cut: "with ROYALT", Also: "there is only one case",
}}

// fetched is how many opcodes book has fetched when it reads R.
const fetched = 8
