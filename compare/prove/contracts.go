package prove

import (
	"slices"

	"sargon78/compare/prove/parts"
	"sargon78/compare/routine"
	"sargon78/emu/z80"
	"sargon78/sargon/spec/variables"
)

// A contract is what a routine of the program, or a step of one, is given, what it answers, what it
// changes, and which routines it calls. The row that proves the routine and the rows that stub it use the
// same contract.
type contract struct {
	label string
	part  parts.Part // the rule that does the same
	args  []place    // where the arguments of the rule are
	types []place    // places that must hold the type of the piece in P1

	in   z80.RegisterSet // registers that have a value when it begins
	out  []effect        // what it leaves
	sets z80.RegisterSet // other registers that have a meaning after it
	uses z80.RegisterSet // all registers that may change

	// Variables. A record to which a pointer leads is one at MLIST.
	reads    []span // it leaves them as they are
	changes  []span
	makes    []span // they have no value before it
	private  []span // it reads and changes them; the rule has them elsewhere or not at all
	clobbers []span // they have no value before it and no meaning after it

	calls   []string // contracts of the routines that it calls, or of the steps of its loop
	next    []string // labels where the program goes on, usually the first; none if it always returns
	returns bool     // it may also return
	answers []uint16 // what it may answer when it is stubbed; nil if nothing
	// does is what it does in addition when it is stubbed. It returns the label where the program goes on.
	does func(d *declaration, s *routine.State, args routine.Args, answer uint16) (next string)
}

const (
	everything = z80.RegAF | z80.RegBC | z80.RegDE | z80.RegHL | z80.RegIX
	alternates = z80.RegDEAlt | z80.RegHLAlt
	afhl       = z80.RegAF | z80.RegHL
)

// Variables that are clobbered by an attack scan; by a routine that asks about a square; by an evaluation;
// and by generating.
var (
	scanning = join(index(variables.INDX1, variables.T2), own("origin", 2))
	asking   = join(scanning, index(variables.M3), one(variables.P1, variables.T1))
	valuing  = join(asking, index(variables.T3), bytes(variables.ATKLST, 14))
	totals   = one(variables.BRDC, variables.PTSL, variables.PTSW1, variables.PTSW2, variables.MTRL, variables.PTSCK)

	generating = join(asking, index(variables.M1, variables.M2), one(variables.P3))
	board      = []span{{at: at(variables.BOARDA), n: 120, board: true}}
	counts     = one(variables.ATKLST, variables.ATKLST+7)
	records    = bytes(variables.MLIST, 2048)
)

func join(parts ...[]span) []span { return slices.Concat(parts...) }

// recordValue is the value of the record at MLPTRJ.
var recordValue = byteFrom(wordAt(variables.MLPTRJ), 5)

// contracts has all contracts by their labels. Where a routine has two, the name of its use follows a comma.
var contracts = map[string]*contract{
	"LOOK": {
		part: parts.PartLook, args: []place{squareAtHLE, byteAt(variables.P1)},
		in: z80.RegHL | z80.RegE, out: append(leaves(regA, flagZ), first(square(regHL))), uses: afhl,
		reads: join(bytes(variables.BOARDA, 256), one(variables.P1)),
	},
	"square_address": {
		part: noRule, args: []place{regA}, in: z80.RegA, out: []effect{first(square(regHL))}, uses: afhl,
	},

	"store_move": {
		part:    parts.PartAdd,
		args:    []place{byteAt(variables.P1), byteAt(variables.M1), byteAt(variables.M2), byteAt(variables.P3)},
		uses:    z80.RegAF | z80.RegDE | z80.RegHL,
		reads:   join(index(variables.M1, variables.M2), one(variables.P1, variables.P3)),
		changes: join(words(variables.MLNXT, variables.MLLST), bytes(variables.PLYIX, 40), records),
	},
	"open_list": {
		part: parts.PartOpen, args: []place{nextPly}, out: []effect{first(ply)}, uses: z80.RegDE | z80.RegHL,
		reads: words(variables.MLNXT), changes: bytes(variables.PLYIX, 40), makes: words(variables.MLLST),
		private: words(variables.MLPTRI),
	},

	"GENMOV": {
		part: parts.PartGenerate,
		args: []place{nextPly, wordAt(variables.MLNXT), byteAt(variables.COLOR), wordAt(variables.MLPTRJ)},
		out:  []effect{first(ply)}, uses: everything,
		reads:   join(one(variables.COLOR), words(variables.MLNXT, variables.MLPTRJ)),
		changes: bytes(variables.PLYIX, 40), makes: join(one(variables.CKFLG), words(variables.MLLST)),
		private: words(variables.MLPTRI), clobbers: generating,
		calls: []string{"INCHK", "gen_square"}, answers: listed(6), does: generated,
	},
	"gen_square": {
		part: parts.PartSquare, args: []place{regA}, in: z80.RegA, out: []effect{first(byteAt(variables.M1))},
		uses: everything, reads: join(one(variables.COLOR), bytes(variables.BOARDA, 120)), clobbers: generating,
		calls: []string{"gen_piece"}, next: []string{"gen_next"},
	},
	"gen_piece": {
		part: parts.PartPiece, args: []place{byteAt(variables.M1), byteAt(variables.P1)}, uses: everything,
		reads:    join(index(variables.M1), one(variables.P1)),
		clobbers: join(scanning, index(variables.M2, variables.M3), one(variables.P3, variables.T1)),
		calls:    []string{"gen_direction", "gen_pawn", "castle"},
	},
	"gen_direction": {
		part:  parts.PartDirection,
		args:  []place{byteAt(variables.M1), byteAt(variables.P1), byteAt(variables.INDX1)},
		types: []place{byteAt(variables.T2)}, uses: z80.RegAF | z80.RegC | z80.RegDE | z80.RegHL | z80.RegIX,
		reads:    join(index(variables.M1, variables.INDX1), one(variables.P1, variables.T2), board),
		clobbers: join(index(variables.M2), one(variables.P3)), calls: []string{"store_move"}, next: []string{"gen_turn"},
	},
	"gen_pawn": {
		part: parts.PartPawn, args: []place{byteAt(variables.M1), byteAt(variables.P1)},
		types: []place{byteAt(variables.T2)}, uses: z80.RegAF | z80.RegB | z80.RegDE | z80.RegHL | z80.RegIX,
		reads:    join(one(variables.P1), index(variables.T2), words(variables.MLPTRJ), board, bytes(variables.MLIST+2, 3)),
		changes:  join(index(variables.M1), words(variables.MLLST), bytes(variables.MLIST+252, 12)),
		clobbers: join(index(variables.M2, variables.INDX1), one(variables.P3)), calls: []string{"store_move"},
	},
	"castle": {
		part: parts.PartCastling, args: []place{byteAt(variables.M1), byteAt(variables.P1)}, uses: everything,
		reads:    join(one(variables.P1, variables.CKFLG), board),
		changes:  join(index(variables.M1), words(variables.MLLST), bytes(variables.MLIST, 264)),
		clobbers: join(scanning, index(variables.M2, variables.M3), one(variables.P3, variables.T1)),
		calls:    []string{"store_move", "ATTACK"},
	},

	"INCHK": {
		part: parts.PartInCheck, args: []place{byteAt(variables.COLOR)}, out: leaves(regA, flagZ), uses: everything,
		reads: join(one(variables.COLOR), bytes(variables.POSK, 2), bytes(variables.BOARDA, 120)), clobbers: asking,
		calls: []string{"ATTACK"}, answers: noOrYes,
	},
	"king_attacked": {
		part: parts.PartInCheck, args: []place{regA}, in: z80.RegA, out: leaves(regA, flagZ), uses: everything,
		reads: join(bytes(variables.POSK, 2), bytes(variables.BOARDA, 120)), clobbers: asking,
		calls: []string{"ATTACK"}, answers: noOrYes,
	},
	"ATTACK": {
		part: parts.PartAttack, args: []place{byteAt(variables.M3), byteAt(variables.P1), lists},
		out: leaves(regA, flagZ), uses: everything, reads: one(variables.M3, variables.P1, variables.T1),
		changes: bytes(variables.ATKLST, 14), clobbers: scanning, calls: []string{"attack_ray"}, answers: noOrYes,
	},
	"ATTACK,lists": {
		part: parts.PartAttack, args: []place{byteAt(variables.M3), byteAt(variables.P1), lists}, uses: everything,
		reads:    one(variables.M3, variables.P1, variables.T1),
		clobbers: join(scanning, bytes(variables.ATKLST, 14)), calls: []string{"attack_ray"},
	},
	"attack_ray": {
		part: parts.PartAttackRay, args: []place{origin, byteAt(variables.INDX1), byteAt(variables.P1), lists},
		uses:     everything,
		reads:    join(board, one(variables.P1, variables.T1), index(variables.INDX1), own("origin", 2)),
		clobbers: index(variables.T2), calls: []string{"enter_attacker"}, next: []string{"attack_next"}, returns: true,
		answers: noOrYes, does: rayEnds,
	},
	"enter_attacker": {
		part: parts.PartEnter, args: []place{byteFrom(regHL, 0), register(z80.RegE), queen},
		in: z80.RegHL | z80.RegE | z80.RegC, uses: z80.RegAF | z80.RegIX,
		reads:   join(one(variables.BOARDA+55), index(variables.T2, variables.NPINS)),
		changes: bytes(variables.ATKLST, 15), calls: []string{"pin_forbids"},
	},

	"PINFND": {
		part: parts.PartPins, uses: everything,
		reads: join(bytes(variables.POSK, 5), bytes(variables.SCORE, 12)), makes: one(variables.NPINS),
		clobbers: join(asking, bytes(variables.ATKLST, 14)), calls: []string{"pins_of"},
	},
	"pins_of": {
		part: parts.PartPinsOf, args: []place{regA}, in: z80.RegA, uses: everything,
		reads: bytes(variables.BOARDA, 120), clobbers: join(asking, bytes(variables.ATKLST, 14)),
		calls: []string{"pins_direction"},
	},
	"pins_direction": {
		part: parts.PartPinRay, args: []place{byteAt(variables.M3), byteAt(variables.P1), regA},
		in: z80.RegA, out: []effect{{byteAt(variables.INDX1), 2}}, uses: everything,
		reads:    join(board, one(variables.M3, variables.P1)),
		changes:  join(index(variables.NPINS), counts, bytes(variables.PLISTA, 25)),
		clobbers: join(scanning, one(variables.T1), bytes(variables.ATKLST, 14)),
		calls:    []string{"ATTACK,lists"}, next: []string{"pins_next"},
	},
	"pin_forbids": {
		part: parts.PartPinAllows, args: []place{square(regHL), register(z80.RegE)}, in: z80.RegHL | z80.RegE,
		out: leaves(carry), uses: z80.RegAF, reads: join(index(variables.NPINS), bytes(variables.PLISTA, 20)),
		answers: noOrYes,
	},

	"XCHNG": {
		part: parts.PartExchange, args: []place{byteAt(variables.P1)}, types: []place{byteAt(variables.T3)},
		out: leaves(register(z80.RegE)), uses: everything | alternates,
		reads: join(index(variables.T3), one(variables.P1), counts), clobbers: bytes(variables.ATKLST, 14),
		calls: []string{"next_piece", "xchng_round"},
	},
	"xchng_round": {
		part: parts.PartRound, args: []place{register(z80.RegB), register(z80.RegD), asked, register(z80.RegE)},
		in:  z80.RegBC | z80.RegDE | alternates,
		out: leaves(register(z80.RegE)), uses: z80.RegAF | z80.RegBC | z80.RegDE | z80.RegHL | alternates,
		calls: []string{"next_piece", "xchng_wait"}, next: []string{"xchng_round"}, returns: true,
		answers: []uint16{0, 6}, does: returns,
	},
	"xchng_wait": {
		part: parts.PartStrike,
		args: []place{register(z80.RegB), register(z80.RegD), asked, register(z80.RegE), register(z80.RegH)},
		in:   z80.RegBC | z80.RegDE | z80.RegH | alternates, sets: z80.RegBC | z80.RegDE | z80.RegH,
		uses:  z80.RegAF | z80.RegC | z80.RegD | z80.RegH | alternates,
		calls: []string{"next_piece"}, next: []string{"xchng_wait", "xchng_last"}, returns: true,
		answers: evenUpTo30, does: strikes,
	},
	"next_piece": {
		part: parts.PartTake, args: []place{list, register(z80.RegHAlt)}, in: z80.RegC | alternates,
		out: leaves(regA, carry), sets: z80.RegC | alternates, uses: z80.RegAF | z80.RegC | alternates,
		changes: join(bytes(variables.ATKLST, 51), one(variables.PLYIX)), answers: evenUpTo30, does: takes,
	},

	"POINTS": {
		part: parts.PartEvaluate,
		args: []place{byteAt(variables.BC0), byteAt(variables.MV0), byteAt(variables.COLOR), wordAt(variables.MLPTRJ)},
		out:  leaves(byteAt(variables.VALM), recordValue), uses: everything | alternates,
		reads: join(board, one(variables.COLOR, variables.MV0, variables.BC0), words(variables.MLPTRJ)),
		makes: join(totals, one(variables.VALM, variables.MLIST+5)), clobbers: valuing,
		calls: []string{"points_square", "limit"}, answers: anyByte,
	},
	"points_square": {
		part: parts.PartCountSquare, args: []place{regA}, in: z80.RegA, uses: everything | alternates,
		reads: join(bytes(variables.BOARDA, 120), one(variables.T1)), changes: one(variables.BRDC), private: counts,
		clobbers: join(scanning, index(variables.M3, variables.T3), one(variables.P1), bytes(variables.ATKLST, 14)),
		calls:    []string{"manners", "ATTACK,lists", "points_piece"}, next: []string{"points_next"},
	},
	"points_piece": {
		part: parts.PartCountPiece, args: []place{byteAt(variables.M3), byteAt(variables.P1)},
		types: []place{byteAt(variables.T3)}, uses: everything | alternates,
		reads: join(one(variables.P1, variables.M3, variables.COLOR), index(variables.T3), words(variables.MLPTRJ),
			one(variables.MLIST+3)),
		changes:  one(variables.PTSL, variables.PTSW1, variables.PTSW2, variables.MTRL, variables.PTSCK),
		clobbers: bytes(variables.ATKLST, 14), calls: []string{"XCHNG"},
	},
	"points_next": {
		part: parts.PartValue, out: leaves(regA, byteAt(variables.VALM), recordValue), uses: everything,
		reads:   join(one(variables.COLOR, variables.MV0, variables.BC0), words(variables.MLPTRJ)),
		changes: totals, makes: one(variables.MLIST + 5), private: join(index(variables.M3), one(variables.VALM)),
		calls: []string{"limit"}, next: []string{"points_square"}, returns: true,
	},
	"manners": {
		part: parts.PartDevelopment, args: []place{byteAt(variables.P1)}, types: []place{regA}, in: z80.RegA,
		out: leaves(addedTo(variables.BRDC)), uses: afhl, reads: one(variables.P1, variables.MOVENO),
		private: one(variables.BRDC), answers: someBytes,
	},
	"limit": {
		part: parts.PartLimit, args: []place{regA, register(z80.RegB)}, in: z80.RegA | z80.RegB, out: leaves(regA),
		uses: z80.RegAF,
	},

	"MOVE": {
		part: parts.PartMake, args: []place{wordAt(variables.MLPTRJ)}, uses: everything | z80.RegIY,
		reads: join(words(variables.MLPTRJ), records), changes: join(board, bytes(variables.POSK, 4)),
		clobbers: index(variables.M1, variables.M2),
	},
	"UNMOVE": {
		part: parts.PartUnmake, args: []place{wordAt(variables.MLPTRJ)}, uses: everything | z80.RegIY,
		reads: join(words(variables.MLPTRJ), records), changes: join(board, bytes(variables.POSK, 4)),
		clobbers: index(variables.M1, variables.M2),
	},

	"SORTM": {
		part: parts.PartOrder, args: []place{ply}, uses: everything | z80.RegIY | alternates,
		reads: words(variables.MLPTRI), changes: join(bytes(variables.PLYIX, 4), records),
		makes: words(variables.MLPTRJ), clobbers: join(valuing, index(variables.M1, variables.M2), one(variables.VALM)),
		calls: []string{"EVAL"}, answers: upTo(8), does: sorted,
	},
	"sort_scan": {
		part: parts.PartFollows, args: []place{regHL, register(z80.RegC)}, in: z80.RegC | z80.RegHL,
		sets: z80.RegC | z80.RegDE | z80.RegHL, uses: z80.RegAF | z80.RegDE | z80.RegHL | z80.RegIX,
		reads: join(bytes(variables.PLYIX, 4), records), next: []string{"sort_scan", "sort_insert"},
	},
	"EVAL": {
		part: parts.PartRate, args: []place{wordAt(variables.MLPTRJ)}, out: leaves(byteAt(variables.VALM)),
		uses: everything | z80.RegIY | alternates,
		reads: join(one(variables.COLOR, variables.BC0, variables.MV0), words(variables.MLPTRJ),
			bytes(variables.MLIST, 5)),
		changes: one(variables.MLIST + 5), makes: one(variables.VALM),
		clobbers: join(valuing, index(variables.M1, variables.M2)),
		calls:    []string{"MOVE", "UNMOVE", "PINFND", "INCHK", "POINTS"}, answers: []uint16{0, 1, 2, 255}, does: rated,
	},

	"FNDMOV": {
		part: parts.PartSearch, args: []place{byteAt(variables.PLYMAX), byteAt(variables.KOLOR)},
		uses:    everything | z80.RegIY | alternates,
		reads:   one(variables.KOLOR, variables.BRDC, variables.MTRL),
		changes: join(one(variables.MOVENO), bytes(variables.SCORE, 12), bytes(variables.PLYIX, 40), records),
		makes:   join(one(variables.COLOR, variables.BC0, variables.MV0), words(variables.BESTM)),
		private: join(one(variables.PLYMAX, variables.PMATE), words(variables.MLPTRJ)),
		clobbers: join(generating, index(variables.T3), bytes(variables.ATKLST, 14),
			one(variables.VALM, variables.NPLY, variables.MATEF, variables.CKFLG),
			words(variables.SCRIX, variables.MLPTRI, variables.MLNXT)),
		calls: []string{"MOVE", "UNMOVE", "PINFND", "INCHK", "king_attacked", "GENMOV", "SORTM", "POINTS"},
		next:  []string{"book"}, returns: true,
	},
	"VALMOV": {
		part: parts.PartPlay, out: leaves(regA, flagZ), uses: everything | z80.RegIY,
		reads:   join(one(variables.KOLOR), own("MVEMSG", 2)),
		changes: join(bytes(variables.PLYIX, 4), bytes(variables.MLIST+1024, 270), bytes(variables.POSK, 4)),
		makes:   one(variables.COLOR), private: words(variables.MLPTRJ),
		clobbers: join(generating, one(variables.CKFLG), words(variables.MLPTRI, variables.MLNXT), after("MVEMSG", 48, 6)),
		calls:    []string{"GENMOV", "MOVE", "UNMOVE", "INCHK"},
	},
	"book": {
		part: parts.PartBook, in: z80.RegR, uses: z80.RegAF | z80.RegBC | z80.RegDE | z80.RegHL,
		reads: join(one(variables.COLOR), words(variables.MLPTRJ), bytes(variables.MLIST+600, 6)),
		makes: join(bytes(variables.MLIST, 6), one(variables.SCORE+1), words(variables.BESTM)),
	},
	"royal_square": {
		part: noRule, args: []place{square(regHL)}, in: z80.RegHL, out: []effect{first(square(regHL))},
		uses:  z80.RegAF | z80.RegC | z80.RegDE | z80.RegHL,
		reads: bytes(variables.BOARDA, 120), private: bytes(variables.POSK, 4), next: []string{"royal_next"},
	},
	"ROYALT": {
		part: noRule, uses: z80.RegAF | z80.RegBC | z80.RegDE | z80.RegHL, makes: bytes(variables.POSK, 4),
		calls: []string{"royal_square"},
	},
	"INITBD": {
		part: noRule, uses: z80.RegAF | z80.RegBC | z80.RegDE | z80.RegHL,
		makes: join(bytes(variables.BOARDA, 120), bytes(variables.POSK, 4)),
	},
}

// noRule is the part of a routine for which the engine has no rule.
const noRule = parts.NumParts

// rayEnds leaves what the step for a ray of an attack leaves, and returns where the program goes on.
func rayEnds(_ *declaration, s *routine.State, _ routine.Args, found uint16) string {
	if found == 0 {
		return "attack_next"
	}
	s.SetRegister(z80.RegA, 1)
	s.SetRegister(z80.FlagZ, 0)
	return ""
}

func returns(*declaration, *routine.State, routine.Args, uint16) string { return "" }

// strikes leaves the attacker that is left after a stubbed step of an exchange.
func strikes(_ *declaration, s *routine.State, _ routine.Args, left uint16) string {
	if left == 0 {
		return ""
	}
	s.SetRegister(z80.RegD, left)
	return "xchng_last"
}

// takes notes that a side was asked for its next piece: the two lists change places.
func takes(_ *declaration, s *routine.State, args routine.Args, _ uint16) string {
	s.SetRegister(z80.RegC, s.Register(z80.RegC)+1)
	other := s.Register(z80.RegDEAlt)
	s.SetRegister(z80.RegDEAlt, args[0]&0xFF|(max(args[1], 1)-1)<<8)
	s.SetRegister(z80.RegHLAlt, other)
	return ""
}

// rated writes the value into the record, if the move is legal.
func rated(_ *declaration, s *routine.State, args routine.Args, value uint16) string {
	if value != 0 {
		s.SetByte(args[0]+5, value)
	}
	return ""
}
