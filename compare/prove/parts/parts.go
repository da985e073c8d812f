// Package parts is a copy of the reference engine, native/reference, that does its rules one by one. Each
// can be stubbed where others call it, and accesses to its memory are watched, so that package prove can
// compare the rules with routines of the ROM.
//
//	engine := parts.New()
//	answer, undefined := engine.Do(parts.PartLimit, &fields, parts.Args{31, 30})
//
// The copy is in copy.go; here is what it has besides.
package parts

//go:generate go run generate.go

import (
	"context"

	"sargon78/sargon"
)

// A Part is a rule that can be done by itself.
type Part int

// The parts, with their arguments and answers.
const (
	PartLook        Part = iota // square, reference: what lies there
	PartOpen                    // ply
	PartAdd                     // piece, from, to, flags: stored
	PartAttack                  // square, reference, build: attacked
	PartAttackRay               // square, direction, reference, build: attacked
	PartPinAllows               // square, step: allowed
	PartEnter                   // piece, step, queen found
	PartInCheck                 // side: attacked
	PartPins                    //
	PartPinsOf                  // square
	PartPinRay                  // square, royal piece, direction
	PartExchange                // piece: loss
	PartRound                   // value, attacker, asked, loss: what follows, see Exchanged
	PartStrike                  // the same, and defender
	PartTake                    // list, count: value, or 0; count left
	PartEvaluate                // value
	PartCountSquare             // square, piece
	PartCountPiece              // square, piece
	PartDevelopment             // piece: control
	PartValue                   // value
	PartLimit                   // x, limit: x within
	PartMake                    // record
	PartUnmake                  // record
	PartGenerate                // ply, first free record, side, previous: check + 2 * records
	PartSquare                  // square
	PartPiece                   // square, piece
	PartDirection               // square, piece, entry of DIRECT
	PartPawn                    // square, piece
	PartCastling                // square, king
	PartRate                    // record: value
	PartOrder                   // ply
	PartFollows                 // link, value: next record, or 0
	PartSearch                  // level, side: from of the best move, move number of a mate
	PartPlay                    // from, to, side, whether the record at MLPTRJ is the previous move: played
	PartBook                    // queen's pawn, Black, from of the previous move: from, to
	NumParts
)

// Args are what a part is given.
type Args [7]uint16

// Stubs is asked before a part that others call is done: if it takes its place, with what answer.
type Stubs func(p Part, args Args) (answer uint16, taken bool)

// A Watch is asked before a byte of the memory is read or written that has a mark.
type Watch struct {
	Marks [memorySize]uint8
	Touch func(at uint16, write bool)
}

func (m *memory) touch(at uint16, write bool) {
	if w := m.watch; w != nil && w.Marks[at] != 0 {
		w.Touch(at, write)
	}
}

// Watched sets the functions that are called at accesses to the memory and in place of parts.
func (e *Engine) Watched(w *Watch, stubs Stubs) {
	e.memory.watch, e.stubs = w, stubs
	e.search = unwatched()
}

// Do does one part with the variables f, and returns its answer. Undefined says how it left what the
// specification describes, "" if it did not.
func (e *Engine) Do(p Part, f *Fields, a Args) (answer uint16, undefined string) {
	e.setFields(f)
	e.search.UndefinedReason = ""
	e.scores, e.plies, e.maxRecordAddr = score, plyix, mlist+maxRecordOffset
	answer = e.do(p, a)
	*f = e.fields()
	return answer, e.search.UndefinedReason
}

// do calls the function of a part with its arguments, and returns its answer; 0 if it has none.
func (e *Engine) do(p Part, a Args) uint16 {
	switch p {
	case PartLook:
		return uint16(e.classifySquare(uint8(a[0]), sargon.Piece(a[1])))
	case PartOpen:
		e.openList(int(a[0]))
	case PartAdd:
		return word(e.add(sargon.Piece(a[0]), uint8(a[1]), uint8(a[2]), sargon.Flags(a[3])))
	case PartAttack:
		return word(e.attack(uint8(a[0]), sargon.Piece(a[1]), a[2] != 0))
	case PartAttackRay:
		return word(e.attackRay(uint8(a[0]), int(a[1]), sargon.Piece(a[2]), a[3] != 0))
	case PartPinAllows:
		return word(e.pinAllows(uint8(a[0]), int8(a[1])))
	case PartEnter:
		e.enter(sargon.Piece(a[0]), int8(a[1]), a[2] != 0)
	case PartInCheck:
		return word(e.inCheck(sargon.Color(a[0])))
	case PartPins:
		e.findPins()
	case PartPinsOf:
		e.pinsOf(uint8(a[0]))
	case PartPinRay:
		e.findPin(uint8(a[0]), sargon.Piece(a[1]), int(a[2]))
	case PartExchange:
		return uint16(e.exchange(sargon.Piece(a[0])))
	case PartRound, PartStrike:
		return e.doExchange(p, a)
	case PartTake:
		s := side{list: a[0], count: uint8(a[1])}
		value, _ := e.take(&s)
		return uint16(value) | uint16(s.count)<<8
	case PartEvaluate:
		e.evaluate()
		return uint16(e.valm)
	case PartCountSquare:
		e.evaluateSquare(uint8(a[0]), sargon.Piece(a[1]))
	case PartCountPiece:
		e.evaluatePiece(uint8(a[0]), sargon.Piece(a[1]))
	case PartDevelopment:
		return uint16(uint8(e.development(sargon.Piece(a[0]))))
	case PartValue:
		return uint16(e.value())
	case PartLimit:
		return uint16(uint8(e.clamp(int8(a[0]), int8(a[1]), MaterialHigh, MaterialLow)))
	case PartMake:
		e.make(a[0])
	case PartUnmake:
		e.unmake(a[0], e.queens())
	case PartGenerate:
		e.generate(int(a[0]))
	case PartSquare:
		e.generateSquare(uint8(a[0]))
	case PartPiece:
		e.generatePiece(uint8(a[0]), sargon.Piece(a[1]))
	case PartDirection:
		e.generateDirection(uint8(a[0]), sargon.Piece(a[1]), uint8(a[2]))
	case PartPawn:
		e.generatePawn(uint8(a[0]), sargon.Piece(a[1]))
	case PartCastling:
		e.generateCastling(uint8(a[0]), sargon.Piece(a[1]))
	case PartRate:
		return uint16(e.rate(1, a[0]))
	case PartOrder:
		e.order(int(a[0]))
	case PartFollows:
		return e.follows(a[0], uint8(a[1]))
	case PartSearch:
		return e.doSearch(int(a[0]), sargon.Color(a[1]))
	case PartPlay:
		e.side = sargon.Color(a[2])
		if a[3] != 0 {
			e.previous = e.memory.move(e.mlptrj)
		}
		recorder := e.search.Recorder // which a game leaves to its searches
		e.generateGame()
		played := e.playListed(sargon.Square(a[0]), sargon.Square(a[1]))
		recorder.UndefinedReason = e.search.UndefinedReason
		e.search.Recorder = recorder
		return word(played)
	case PartBook:
		return e.doBook(a)
	}
	return 0
}

// doExchange does a step of an exchange: the answer has the attacker and the defender that are left,
// 0 if it is over. After the defender follow, where no take is stubbed, the list of the side whose turn it
// is and the other's: the low byte of the address, and what is left in the high byte.
func (e *Engine) doExchange(p Part, a Args) uint16 {
	x := exchange{
		sides: [2]side{{blackList, 9}, {whiteList, 9}},
		value: uint8(a[0]), attacker: uint8(a[1]), asked: uint8(a[2]), loss: uint8(a[3]),
		defender: uint8(a[4]), defended: a[4] != 0,
	}
	if a[5] != 0 {
		for i := range x.sides {
			list := a[5+(i+int(x.asked))%2]
			x.sides[i] = side{list: whiteList&0xFF00 | list&0xFF, count: uint8(list >> 8)}
		}
	}
	step := e.exchangeRound
	if p == PartStrike {
		step = e.exchangeStrike
	}
	goesOn := step(&x)
	e.LastExchange = ExchangeState{x.value, x.attacker, x.defender, x.loss, x.asked}
	return word(goesOn)
}

// ExchangeState is an exchange after a step of it.
type ExchangeState struct{ Value, Attacker, Defender, Loss, Asked uint8 }

// exchangeStubbed reports whether a step of an exchange is stubbed. The answer to a round is the loss
// in the end; to a strike the attacker that is left, with no defender, or 0 at the end.
func (e *Engine) exchangeStubbed(p Part, x *exchange) bool {
	if e.stubs == nil {
		return false
	}
	args := Args{uint16(x.value), uint16(x.attacker), uint16(x.asked % 2), uint16(x.loss)}
	if p == PartStrike {
		args[4] = uint16(x.defender)
	}
	answer, taken := e.stubs(p, args)
	if taken && p == PartRound {
		x.loss = uint8(answer)
	} else if taken {
		x.attacker, x.defender, x.defended = uint8(answer), 0, false
	}
	return taken
}

// doSearch searches from ply 1, as begin and Search do with a position.
func (e *Engine) doSearch(level int, side sargon.Color) uint16 {
	options := sargon.SearchOptions{Level: sargon.Level(level)}
	e.search = search{
		Recorder: sargon.NewRecorder(context.Background(), options, sargon.EventCounts{}), plymax: level,
	}
	e.side, e.color, e.mlnxt = side, side, mlist
	e.pmate, e.bc0, e.mv0 = 0, 0, 0
	for ply := range level + 2 {
		e.setScore(ply, 0)
	}
	e.searchRoot()
	return uint16(e.search.Result().Best.From) | uint16(e.pmate)<<8
}

func (e *Engine) doBook(a Args) uint16 {
	e.search.Options.QueenPawn = a[0] != 0
	e.side, e.previous.From = sargon.Color(a[1]), sargon.Square(a[2])
	_ = e.bookMove()
	move := e.search.Result().Best
	return uint16(move.From) | uint16(move.To)<<8
}

// attackInParts is attack with each direction as a part.
func (e *Engine) attackInParts(square uint8, reference sargon.Piece, build bool) bool {
	for d := range lastJump {
		if !e.instead(PartAttackRay, uint16(square), uint16(d), uint16(reference), word(build)) {
			e.answer = word(e.attackRay(square, d, reference, build))
		}
		if e.answer != 0 {
			return true
		}
	}
	return false
}

// attackRay is attack in one direction.
func (e *Engine) attackRay(square uint8, d int, reference sargon.Piece, build bool) bool {
	if d >= firstJump {
		return e.attackJumps(square, d, d+1, reference, build)
	}
	return e.attackAlong(square, d, d+1, reference, build)
}

// instead asks the stubs whether they take the place of a part: its answer is then e.answer.
func (e *Engine) instead(p Part, args ...uint16) (taken bool) {
	if e.stubs == nil {
		return false
	}
	var all Args
	copy(all[:], args)
	e.answer, taken = e.stubs(p, all)
	return taken
}
