package prove

import (
	"strings"

	"sargon78/emu/z80"
	"sargon78/native/reference"
	"sargon78/sargon/spec/variables"
)

// A contract is what a routine of the program, or a step of one, is given, what it answers, what it
// changes and spoils, and whom it calls. The row that proves it and the rows that leave it out go by
// the same one.
type contract struct {
	part reference.Part // the rule that says the same
	args string         // of the rule: places; one with ! is none, but must hold the type of P1

	in   string // registers that have a value as it begins
	out  string // places with what it leaves in them: see effect
	sets string // other registers that have a meaning behind it
	uses string // all registers that may change

	// Cells, as pair.mark reads them. A record that is found by a pointer is one at MLIST.
	reads   string // it leaves them as they are
	changes string
	makes   string // they have no value before
	own     string // it reads and changes them, and the rule keeps them elsewhere or not at all
	spoils  string // they have no value before, and no meaning behind it

	calls   string // contracts of those whom it calls, and who are left out; or the steps of its loop
	next    string // labels where the program goes on, the first as a rule; "" if it returns
	returns bool   // or it returns
	answers string // values that it has where it is left out; "" if none
	does    func(p *pair, args reference.Args, answer uint16) (next string)

	label        string
	from         []place // the arguments
	types        []place // they must hold the type of P1
	effects      []effect
	given, meant z80.RegisterSet // in and sets
	changed      z80.RegisterSet // uses
	noise        z80.RegisterSet // what it uses, and has no meaning behind it
	keeps        registers       // all bits that it does not use
}

const everything = "A F BC DE HL IX"

// Cells that are spoiled by an attack scan; by who has it ask about a square; by an evaluation; and
// by generating.
const (
	scanning   = "INDX1' T2' origin:2"
	asking     = scanning + " M3' P1 T1"
	valuing    = asking + " T3' ATKLST:14"
	totalCells = "BRDC PTSL PTSW1 PTSW2 MTRL PTSCK"
	generating = asking + " M1' M2' P3"
)

// contracts are all, by their labels; behind a label may follow which of its uses is meant.
var contracts = map[string]*contract{
	"LOOK": {in: "HL E", part: reference.PartLook, args: "@HL+E P1", out: "A Z @HL:0", uses: "A F HL",
		reads: "BOARDA:256 P1"},
	"square_address": {part: noRule, in: "A", args: "A", uses: "A F HL", out: "@HL:0"},

	"store_move": {part: reference.PartAdd, args: "P1 M1 M2 P3", uses: "A F DE HL",
		reads: "M1' M2' P1 P3", changes: "MLNXT:2 MLLST:2 PLYIX:40 MLIST:2048"},
	"open_list": {part: reference.PartOpen, args: "PLY+1", out: "PLY:0", uses: "DE HL",
		reads: "MLNXT:2", changes: "PLYIX:40", makes: "MLLST:2", own: "MLPTRI:2"},

	"GENMOV": {part: reference.PartGenerate, args: "PLY+1 MLNXT COLOR MLPTRJ", out: "PLY:0",
		uses: everything, reads: "COLOR MLNXT:2 MLPTRJ:2", changes: "PLYIX:40", makes: "CKFLG MLLST:2", own: "MLPTRI:2",
		spoils: generating, calls: "INCHK gen_square", answers: "lists of GENMOV", does: generated},
	"gen_square": {in: "A", part: reference.PartSquare, args: "A", out: "M1:0", uses: everything,
		reads: "COLOR BOARDA:120", spoils: generating, calls: "gen_piece", next: "gen_next"},
	"gen_piece": {part: reference.PartPiece, args: "M1 P1", uses: everything,
		reads: "M1' P1", spoils: scanning + " M2' M3' P3 T1", calls: "gen_direction gen_pawn castle"},
	"gen_direction": {part: reference.PartDirection, args: "M1 P1 INDX1 T2!", uses: "A F C DE HL IX",
		reads: "M1' P1 INDX1' T2 board", spoils: "M2' P3", calls: "store_move", next: "gen_turn"},
	"gen_pawn": {part: reference.PartPawn, args: "M1 P1 T2!", uses: "A F B DE HL IX",
		reads: "P1 T2' MLPTRJ:2 board MLIST+2:3", changes: "M1' MLLST:2 MLIST+252:12",
		spoils: "M2' P3 INDX1'", calls: "store_move"},
	"castle": {part: reference.PartCastling, args: "M1 P1", uses: everything,
		reads: "P1 CKFLG board", changes: "M1' MLLST:2 MLIST:264", spoils: scanning + " M2' M3' P3 T1",
		calls: "store_move ATTACK"},

	"INCHK": {part: reference.PartInCheck, args: "COLOR", out: "A Z", uses: everything,
		reads: "COLOR POSK:2 BOARDA:120", spoils: asking, calls: "ATTACK", answers: "no or yes"},
	"king_attacked": {in: "A", part: reference.PartInCheck, args: "A", out: "A Z", uses: everything,
		reads: "POSK:2 BOARDA:120", spoils: asking, calls: "ATTACK", answers: "no or yes"},
	"ATTACK": {part: reference.PartAttack, args: "M3 P1 lists", out: "A Z", uses: everything,
		reads: "M3 P1 T1", changes: "ATKLST:14", spoils: scanning, calls: "attack_ray", answers: "no or yes"},
	"ATTACK,lists": {part: reference.PartAttack, args: "M3 P1 lists", uses: everything,
		reads: "M3 P1 T1", spoils: scanning + " ATKLST:14", calls: "attack_ray"},
	"attack_ray": {part: reference.PartAttackRay, args: "@origin INDX1 P1 lists", uses: everything,
		reads: "board P1 T1 INDX1' origin:2", spoils: "T2'", calls: "enter_attacker",
		next: "attack_next", returns: true, answers: "no or yes",
		does: func(p *pair, _ reference.Args, answer uint16) string {
			if answer == 0 {
				return "attack_next"
			}
			p.chip.A = 1
			p.chip.F &^= z80.FlagZ
			p.undefined &^= setOf("A Z")
			return ""
		}},
	"enter_attacker": {in: "HL E C", part: reference.PartEnter, args: "(HL) E queen", uses: "A F IX",
		reads: "BOARDA+55 T2' NPINS'", changes: "ATKLST:15", calls: "pin_forbids"},

	"PINFND": {part: reference.PartPins, uses: everything,
		reads: "POSK:5 SCORE:12", makes: "NPINS", spoils: asking + " ATKLST:14", calls: "pins_of"},
	"pins_of": {in: "A", part: reference.PartPinsOf, args: "A", uses: everything,
		reads: "BOARDA:120", spoils: asking + " ATKLST:14", calls: "pins_direction"},
	"pins_direction": {in: "A", part: reference.PartPinRay, args: "M3 P1 A", out: "INDX1:2",
		uses: everything, reads: "board M3 P1", changes: "NPINS' ATKLST ATKLST+7 PLISTA:25",
		spoils: scanning + " T1 ATKLST:14", calls: "ATTACK,lists", next: "pins_next"},
	"pin_forbids": {in: "HL E", part: reference.PartPinAllows, args: "@HL E", out: "carry", uses: "A F",
		reads: "NPINS' PLISTA:20", answers: "no or yes"},

	"XCHNG": {part: reference.PartExchange, args: "P1 T3!", out: "E", uses: everything + " DE' HL'",
		reads: "T3' P1 ATKLST ATKLST+7", spoils: "ATKLST:14", calls: "next_piece xchng_round"},
	"xchng_round": {in: "B C D E DE' HL'", part: reference.PartRound, args: "B D asked E", out: "E",
		uses: "A F BC DE HL DE' HL'", calls: "next_piece xchng_wait", next: "xchng_round",
		returns: true, answers: "0 6", does: returns},
	"xchng_wait": {in: "B C D E H DE' HL'", part: reference.PartStrike, args: "B D asked E H", sets: "B C D E H",
		uses: "A F C D H DE' HL'", calls: "next_piece", next: "xchng_wait xchng_last", returns: true,
		answers: "0..30/2",
		does: func(p *pair, _ reference.Args, left uint16) string {
			if left == 0 {
				return ""
			}
			p.chip.D = uint8(left)
			return "xchng_last"
		}},
	"next_piece": {in: "C DE' HL'", part: reference.PartTake, args: "list H'", out: "A carry", sets: "C DE' HL'",
		uses: "A F C DE' HL'", changes: "ATKLST:51 PLYIX", answers: "0..30/2",
		does: func(p *pair, args reference.Args, _ uint16) string {
			c := &p.chip
			c.C++
			c.HL_, c.DE_ = c.DE_, args[0]&0xFF|(max(args[1], 1)-1)<<8
			return ""
		}},

	"POINTS": {part: reference.PartEvaluate, args: "BC0 MV0 COLOR MLPTRJ", out: "VALM (MLPTRJ)+5",
		uses:  everything + " DE' HL'",
		reads: "board COLOR MV0 BC0 MLPTRJ:2", makes: totalCells + " VALM MLIST+5", spoils: valuing,
		calls: "points_square limit", answers: "all bytes"},
	"points_square": {in: "A", part: reference.PartCountSquare, args: "A", uses: everything + " DE' HL'",
		reads: "BOARDA:120 T1", changes: "BRDC", own: "ATKLST ATKLST+7",
		spoils: scanning + " M3' P1 T3' ATKLST:14", calls: "manners ATTACK,lists points_piece",
		next: "points_next"},
	"points_piece": {part: reference.PartCountPiece, args: "M3 P1 T3!", uses: everything + " DE' HL'",
		reads: "P1 M3 COLOR T3' MLPTRJ:2 MLIST+3", changes: "PTSL PTSW1 PTSW2 MTRL PTSCK",
		spoils: "ATKLST:14", calls: "XCHNG"},
	"points_next": {part: reference.PartValue, out: "A VALM (MLPTRJ)+5", uses: everything,
		reads: "COLOR MV0 BC0 MLPTRJ:2", changes: totalCells, makes: "MLIST+5", own: "M3' VALM",
		calls: "limit"},
	"manners": {in: "A", part: reference.PartDevelopment, args: "P1 A!", out: "+BRDC", uses: "A F HL",
		reads: "P1 MOVENO", own: "BRDC", answers: "0 1 5 255"},
	"limit": {in: "A B", part: reference.PartLimit, args: "A B", out: "A", uses: "A F"},

	"MOVE": {part: reference.PartMake, args: "MLPTRJ", uses: everything + " IY",
		reads: "MLPTRJ:2 MLIST:2048", changes: "board POSK:4", spoils: "M1' M2'"},
	"UNMOVE": {part: reference.PartUnmake, args: "MLPTRJ", uses: everything + " IY",
		reads: "MLPTRJ:2 MLIST:2048", changes: "board POSK:4", spoils: "M1' M2'"},

	"SORTM": {part: reference.PartOrder, args: "PLY", uses: everything + " IY DE' HL'",
		reads: "MLPTRI:2", changes: "PLYIX:4 MLIST:2048", makes: "MLPTRJ:2",
		spoils: valuing + " M1' M2' VALM", calls: "EVAL", answers: "0..7", does: sorted},
	"sort_scan": {in: "C HL", part: reference.PartFollows, args: "HL C", sets: "C DE HL", uses: "A F DE HL IX",
		reads: "PLYIX:4 MLIST:2048", next: "sort_scan sort_insert"},
	"EVAL": {part: reference.PartRate, args: "MLPTRJ", out: "VALM", uses: everything + " IY DE' HL'",
		reads: "COLOR BC0 MV0 MLPTRJ:2 MLIST:5", changes: "MLIST+5", makes: "VALM", spoils: valuing + " M1' M2'",
		calls: "MOVE UNMOVE PINFND INCHK POINTS", answers: "0 1 2 255",
		does: func(p *pair, args reference.Args, value uint16) string {
			if value != 0 {
				p.writes(args[0]+5, value)
			}
			return ""
		}},

	"FNDMOV": {part: reference.PartSearch, args: "PLYMAX KOLOR", uses: everything + " IY DE' HL'",
		reads: "KOLOR BRDC MTRL", changes: "MOVENO SCORE:12 PLYIX:40 MLIST:2048",
		makes: "COLOR BC0 MV0 BESTM:2", own: "PLYMAX MLPTRJ:2 PMATE",
		spoils: generating + " T3' ATKLST:14 VALM NPLY MATEF CKFLG SCRIX:2 MLPTRI:2 MLNXT:2",
		calls:  "MOVE UNMOVE PINFND INCHK king_attacked GENMOV SORTM POINTS", next: "book", returns: true},
	"VALMOV": {part: reference.PartPlay, out: "A Z", uses: everything + " IY",
		reads: "KOLOR MVEMSG:2", changes: "PLYIX:4 MLIST+1024:270 POSK:4", makes: "COLOR", own: "MLPTRJ:2",
		spoils: generating + " CKFLG MLPTRI:2 MLNXT:2 MVEMSG+48:6", calls: "GENMOV MOVE UNMOVE INCHK"},
	"book": {in: "R", part: reference.PartBook, uses: "A F BC DE HL",
		reads: "COLOR MLPTRJ:2 MLIST+600:6", makes: "MLIST:6 SCORE+1 BESTM:2"},
	"royal_square": {part: noRule, in: "HL", args: "@HL", uses: "A F C DE HL", out: "@HL:0",
		reads: "BOARDA:120", own: "POSK:4", next: "royal_next"},
	"ROYALT": {part: noRule, uses: "A F BC DE HL", makes: "POSK:4", calls: "royal_square"},
	"INITBD": {part: noRule, uses: "A F BC DE HL", makes: "BOARDA:120 POSK:4"},

	"boards": {reads: "board", own: "ATKLST:14 PLISTA:20 NPINS'"}, // no program
}

func returns(*pair, reference.Args, uint16) string { return "" }

func init() {
	for name, c := range contracts {
		c.label, _, _ = strings.Cut(name, ",")
		for word := range strings.FieldsSeq(c.args) {
			if name, isType := strings.CutSuffix(word, "!"); isType {
				c.types = append(c.types, newPlace(name))
			} else {
				c.from = append(c.from, newPlace(word))
			}
		}
		c.given, c.meant = setOf(c.in), setOf(c.sets)
		for word := range strings.FieldsSeq(c.out) {
			e := newEffect(word)
			c.effects = append(c.effects, e)
			c.meant |= e.register
		}
		c.changed = setOf(c.uses)
		c.noise = (c.changed | spoiledByAll) &^ c.meant
		c.keeps = maskOf(every &^ c.changed)
	}
}

// noRule is in place of the part of a routine that the engine has no rule for.
const noRule = reference.NumParts

// contractOf is that of a row: of its name, or of the routine that this begins with.
func contractOf(r *Row) *contract {
	if c := contracts[strings.ReplaceAll(r.Name, ", ", ",")]; c != nil {
		return c
	}
	label, _, _ := strings.Cut(r.Name, ",")
	return contracts[label]
}

// arguments reads those of the rule from the program.
func (c *contract) arguments(p *pair) (args reference.Args) {
	for i := range c.from {
		args[i] = c.from[i].get(p)
	}
	for i := range c.types {
		if c.types[i].get(p) != p.byte(variables.P1)&7 {
			fail("the program calls with another type than that of the piece: %s", c.args)
		}
	}
	return args
}
