package prove

import (
	"strconv"
	"strings"

	"sargon78/emu/z80"
	"sargon78/native/literal"
	"sargon78/sargon/spec/cells"
)

// A contract is what a routine of the program, or a step of one, is given, what it answers and what
// it spoils. The row that proves it and the rows that leave it out go by the same one, and so does
// its head in roms/src.
type contract struct {
	part    literal.Part // the rule that says the same
	args    string       // of the rule, as registers and cells: see argument
	in      string       // registers that have a value as it begins
	out     string       // where the answer is: A, E; Z and carry are set if it is 0
	sets    string       // other registers that have a meaning behind it
	uses    string       // all registers that may change
	spoils  string       // cells of the program that have no meaning behind it
	next    string       // the label where the program goes on; "" if it returns
	answers []uint16     // what a row that leaves it out has it answer; nil if nothing
	does    func(p *pair, args literal.Args, answer uint16) (next string)

	label        string
	arguments    func(p *pair) literal.Args
	outs         []string
	given, meant set       // in and sets
	noise        set       // what it uses, and has no meaning behind it
	keeps        registers // all bits that it does not use
}

const everything = "A F BC DE HL IX"

// Cells that are spoiled by an attack scan; by who has it ask about a square; by an evaluation; and
// by generating.
const (
	scanning   = "INDX1' T2' origin:2"
	asking     = scanning + " M3' P1 T1"
	valuing    = asking + " T3' ATKLST:14"
	generating = asking + " M1' M2' P3"
)

// contracts are all, by their labels; behind a label may follow which of its uses is meant.
var contracts = map[string]*contract{
	"LOOK":           {in: "HL E", part: literal.PartLook, args: "HL+E P1", out: "A Z", sets: "HL", uses: "A F HL"},
	"square_address": {in: "A", uses: "A F HL", sets: "HL"},

	"store_move": {part: literal.PartAdd, args: "P1 M1 M2 P3", uses: "A F DE HL"},
	"open_list":  {part: literal.PartOpen, args: "PLY+1", uses: "DE HL"},

	"GENMOV": {part: literal.PartGenerate, args: "PLY+1 MLNXT COLOR MLPTRJ", uses: everything, spoils: generating,
		answers: upTo(6), does: generated},
	"gen_square": {in: "A", part: literal.PartSquare, args: "A", uses: everything, spoils: generating, next: "gen_next",
		does: func(p *pair, args literal.Args, _ uint16) string {
			p.write(&p.sides[0], p.at(cells.M1), uint8(args[0]))
			return "gen_next"
		}},
	"gen_piece": {part: literal.PartPiece, args: "M1 P1", uses: everything, spoils: scanning + " M2' M3' P3 T1"},
	"gen_direction": {part: literal.PartDirection, args: "M1 P1 INDX1 T2!type", next: "gen_turn",
		uses: "A F C DE HL IX", spoils: "M2' P3"},
	"gen_pawn": {part: literal.PartPawn, args: "M1 P1 T2!type", uses: "A F B DE HL IX", spoils: "M2' P3 INDX1'"},
	"castle":   {part: literal.PartCastling, args: "M1 P1", uses: everything, spoils: scanning + " M2' M3' P3 T1"},

	"INCHK": {part: literal.PartInCheck, args: "COLOR", out: "A Z", uses: everything, spoils: asking,
		answers: bits},
	"king_attacked": {in: "A", part: literal.PartInCheck, args: "A", out: "A Z", uses: everything, spoils: asking,
		answers: bits},
	"ATTACK": {part: literal.PartAttack, args: "M3 P1 T1=7", out: "A Z", uses: everything, spoils: scanning,
		answers: bits},
	"ATTACK, lists": {part: literal.PartAttack, args: "M3 P1 T1=7", uses: everything, spoils: scanning + " ATKLST:14"},
	"attack_ray": {part: literal.PartAttackRay, args: "origin INDX1 P1 T1=7", uses: everything, spoils: "T2'",
		next: "attack_next", answers: bits,
		does: func(p *pair, _ literal.Args, answer uint16) string {
			if answer == 0 {
				return "attack_next"
			}
			p.rom.chip.A = 1
			p.rom.chip.F &^= z80.FlagZ
			p.rom.undefined &^= setOf("A Z")
			return ""
		}},
	"enter_attacker": {in: "HL E C", part: literal.PartEnter, args: "(HL) E C/80", uses: "A F IX"},

	"PINFND":  {part: literal.PartPins, uses: everything, spoils: asking + " ATKLST:14"},
	"pins_of": {in: "A", part: literal.PartPinsOf, args: "A", uses: everything, spoils: asking + " ATKLST:14"},
	"pins_direction": {in: "A", part: literal.PartPinRay, args: "M3 P1 A", uses: everything, spoils: scanning + " T1 ATKLST:14", next: "pins_next",
		does: func(p *pair, args literal.Args, _ uint16) string {
			p.write(&p.sides[0], p.at(cells.INDX1), uint8(args[2]))
			return "pins_next"
		}},
	"pin_forbids": {in: "HL E", part: literal.PartPinAllows, args: "HL E", out: "carry", uses: "A F"},

	"XCHNG": {part: literal.PartExchange, args: "P1 T3!type", out: "E",
		uses: everything + " DE' HL'", spoils: "ATKLST:14"},
	"xchng_round": {in: "B C D E DE' HL'", part: literal.PartRound, args: "B D C&1 E", out: "E",
		uses: "A F BC DE HL DE' HL'", next: "xchng_round", answers: []uint16{0, 6}, does: returns},
	"xchng_wait": {in: "B C D E H DE' HL'", part: literal.PartStrike, args: "B D C&1 E H", sets: "B C D E H",
		uses: "A F C D H DE' HL'", next: "xchng_wait", answers: doubled,
		does: func(p *pair, _ literal.Args, left uint16) string {
			if left == 0 {
				return ""
			}
			p.rom.chip.D = uint8(left)
			return "xchng_last"
		}},
	"next_piece": {in: "C DE' HL'", part: literal.PartTake, args: "L' H'", out: "A carry", sets: "C DE' HL'",
		uses: "A F C DE' HL'", answers: doubled,
		does: func(p *pair, args literal.Args, _ uint16) string {
			c := &p.rom.chip
			c.C++
			c.HL_, c.DE_ = c.DE_, args[0]&0xFF|(max(args[1], 1)-1)<<8
			return ""
		}},

	"POINTS": {part: literal.PartEvaluate, uses: everything + " DE' HL'", spoils: valuing, answers: anyByte,
		does: func(p *pair, _ literal.Args, value uint16) string {
			p.write(&p.sides[0], p.at(cells.VALM), uint8(value))
			p.write(&p.sides[0], p.word(cells.MLPTRJ)+5, uint8(value))
			return ""
		}},
	"points_square": {in: "A", part: literal.PartCountSquare, args: "A", uses: everything + " DE' HL'", spoils: scanning + " M3' P1 T3' ATKLST:14",
		next: "points_next"},
	"points_piece": {part: literal.PartCountPiece, args: "M3 P1 T3!type", uses: everything + " DE' HL'", spoils: "ATKLST:14"},
	"points_next":  {part: literal.PartValue, out: "A", uses: everything, spoils: "M3'"},
	"manners": {in: "A", part: literal.PartDevelopment, args: "P1 A!type", uses: "A F HL", answers: someBytes,
		does: func(p *pair, _ literal.Args, more uint16) string {
			p.write(&p.sides[0], p.at(cells.BRDC), uint8(p.byte(cells.BRDC)+more))
			return ""
		}},
	"limit": {in: "A B", part: literal.PartLimit, args: "A B", out: "A", uses: "A F"},

	"MOVE":   {part: literal.PartMake, args: "MLPTRJ", uses: everything + " IY", spoils: "M1' M2'"},
	"UNMOVE": {part: literal.PartUnmake, args: "MLPTRJ", uses: everything + " IY", spoils: "M1' M2'"},

	"SORTM": {part: literal.PartOrder, args: "PLY", uses: everything + " IY DE' HL'", spoils: valuing + " M1' M2' VALM", answers: upTo(8),
		does: sorted},
	"sort_scan": {in: "C HL", part: literal.PartFollows, args: "HL. C", sets: "C DE HL", uses: "A F DE HL IX"},
	"EVAL": {part: literal.PartRate, args: "MLPTRJ", uses: everything + " IY DE' HL'", spoils: valuing + " M1' M2'",
		answers: []uint16{0, 1, 2, 255},
		does: func(p *pair, args literal.Args, value uint16) string {
			p.write(&p.sides[0], p.at(cells.VALM), uint8(value))
			if value != 0 {
				p.writes(args[0]+5, uint8(value))
			}
			return ""
		}},

	"FNDMOV":       {part: literal.PartSearch, args: "PLYMAX KOLOR", uses: everything + " IY DE' HL'", spoils: generating + " T3' ATKLST:14"},
	"VALMOV":       {part: literal.PartPlay, out: "A Z", uses: everything + " IY", spoils: generating},
	"book":         {part: literal.PartBook, uses: "A F BC DE HL"},
	"royal_square": {in: "HL", uses: "A F C DE HL", sets: "HL", next: "royal_next"},
	"ROYALT":       {uses: "A F BC DE HL"},
	"INITBD":       {uses: "A F BC DE HL"},

	"boards": {}, // no program
}

func returns(*pair, literal.Args, uint16) string { return "" }

func init() {
	for name, c := range contracts {
		c.label, _, _ = strings.Cut(name, ",")
		c.arguments, c.outs = arguments(c.args), strings.Fields(c.out)
		c.given, c.meant = setOf(c.in), setOf(c.out+" "+c.sets)
		c.noise = setOf(c.uses) &^ c.meant
		c.keeps = (every &^ setOf(c.uses)).mask()
	}
}

// contractOf is that of a row: of the routine that its name begins with.
func contractOf(r *Row) *contract {
	label, _, _ := strings.Cut(r.Name, ",")
	return contracts[label]
}

// arguments reads the arguments of a contract from the program. One with ! is none, but must hold.
func arguments(text string) func(p *pair) literal.Args {
	var all, checks []func(p *pair) uint16
	for word := range strings.FieldsSeq(text) {
		if value, ok := strings.CutSuffix(word, "!type"); ok {
			is := argument(value)
			checks = append(checks, func(p *pair) uint16 { return is(p) - p.byte(cells.P1)&7 })
			continue
		}
		all = append(all, argument(word))
	}
	return func(p *pair) (args literal.Args) {
		for i, f := range all {
			args[i] = f(p)
		}
		for _, f := range checks {
			if f(p) != 0 {
				panic(wrong("the program calls with another type than that of the piece: " + text))
			}
		}
		return args
	}
}

// argument reads a register or cell. HL and HL+E are squares by their address, HL. is an address.
func argument(word string) func(p *pair) uint16 {
	registers := map[string]func(p *pair) uint16{
		"A":   func(p *pair) uint16 { return uint16(p.rom.chip.A) },
		"B":   func(p *pair) uint16 { return uint16(p.rom.chip.B) },
		"C":   func(p *pair) uint16 { return uint16(p.rom.chip.C) },
		"D":   func(p *pair) uint16 { return uint16(p.rom.chip.D) },
		"E":   func(p *pair) uint16 { return uint16(p.rom.chip.E) },
		"H":   func(p *pair) uint16 { return uint16(p.rom.chip.H) },
		"HL":  func(p *pair) uint16 { return p.rom.chip.HL() - p.at(cells.BOARDA) },
		"HL.": func(p *pair) uint16 { return p.rom.chip.HL() },
		"HL+E": func(p *pair) uint16 {
			return (p.rom.chip.HL() - p.at(cells.BOARDA) + uint16(p.rom.chip.E)) & 0xFF
		},
		"(HL)": func(p *pair) uint16 {
			return p.byte(p.rom.chip.HL() - p.rom.image.Load)
		},
		"C&1":    func(p *pair) uint16 { return uint16(p.rom.chip.C & 1) },
		"C/80":   func(p *pair) uint16 { return uint16(p.rom.chip.C >> 7) },
		"H'":     func(p *pair) uint16 { return p.rom.chip.HL_ >> 8 },
		"L'":     func(p *pair) uint16 { return p.at(cells.TBASE)&0xFF00 | p.rom.chip.HL_&0xFF },
		"PLY":    func(p *pair) uint16 { return (p.word(cells.MLPTRI) - p.at(cells.PLYIX) + 2) / 4 },
		"PLY+1":  func(p *pair) uint16 { return (p.word(cells.MLPTRI)-p.at(cells.PLYIX)+2)/4 + 1 },
		"MLPTRJ": func(p *pair) uint16 { return p.word(cells.MLPTRJ) },
		"MLNXT":  func(p *pair) uint16 { return p.word(cells.MLNXT) },
		"origin": func(p *pair) uint16 {
			return p.word(p.cell("origin")-p.rom.image.Load) - p.at(cells.BOARDA)
		},
	}
	if f, ok := registers[word]; ok {
		return f
	}
	name, equal, isQuestion := strings.Cut(word, "=")
	cell, ok := cells.Named(name)
	if !ok {
		panic("no register or cell " + word)
	}
	if !isQuestion {
		return func(p *pair) uint16 { return p.byte(cell.Offset) }
	}
	n, _ := strconv.Atoi(equal)
	return func(p *pair) uint16 { return flag(p.byte(cell.Offset) == uint16(n)) }
}

// fieldAt is what the engine on the 10x12 board keeps beside its memory for a cell, or for the second
// byte of one.
func fieldAt(offset uint16) *literal.FieldCell {
	for i := range literal.FieldCells {
		f := &literal.FieldCells[i]
		if f.Offset == offset || f.Offset+1 == offset && f.Mask > 0xFF {
			return f
		}
	}
	return nil
}
