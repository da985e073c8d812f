package reference

import "sargon78/sargon"

// side is what is left of one side in an exchange: its attack list, and its count as it
// stood when the exchange began.
type side struct {
	list  uint16
	count uint8
}

// take takes the next piece of a side (spec §7). The count in the memory stays. A half-byte
// that was lost when a slot spilled is looked for beyond the end of the list.
func (e *Engine) take(s *side) (value uint8, found bool) {
	count := s.count
	s.count = max(count, 1) - 1
	if count == 0 {
		return 0, false
	}
	if !e.obeys(ExchangeCountStays) {
		e.memory.set(s.list, e.memory.get(s.list)-1)
	}
	at := s.list + 1
	slot := e.memory.get(at)
	for slot == 0 {
		at++
		slot = e.memory.get(at)
	}
	if at >= s.list+listLength && !e.obeys(ExchangeLooksBeyond) {
		return 0, false
	}
	if at >= plyix || at < s.list { // where all is 0 the look comes round to the board
		e.markUndefined("an exchange takes from beyond the scores")
	}
	value = slot & 0x0F
	e.memory.set(at, slot>>4)
	if value == 0 && e.obeys(ExchangeEmptyHalf) {
		return 0, false
	}
	return 2 * value, true
}

// exchange is an exchange under way (spec §7).
type exchange struct {
	sides    [2]side // who captures, the owner
	asked    uint8   // how often a side was asked
	value    uint8   // of the piece on the square
	attacker uint8   // the value of the piece that may capture it
	loss     uint8   // so far

	defender uint8 // the value of the piece that may take back
	defended bool  // by one
}

// ask takes the next piece of the side whose turn it is.
func (e *Engine) ask(x *exchange) (value uint8, found bool) {
	asking := &x.sides[x.asked%2]
	x.asked++
	return e.take(asking)
}

// exchange is the static exchange evaluation (SEE; XCHNG in 1978): it returns what the owner of a
// piece loses on its square, doubled (spec §7). It uses up the attack lists.
func (e *Engine) exchange(piece sargon.Piece) (loss uint8) {
	x := exchange{
		sides: [2]side{{list: blackList}, {list: whiteList}},
		value: 2 * values[piece.Type()],
	}
	if piece.Color() == sargon.Black {
		x.sides[0], x.sides[1] = x.sides[1], x.sides[0]
	}
	for i := range x.sides {
		x.sides[i].count = e.memory.get(x.sides[i].list)
	}
	attacker, found := e.ask(&x)
	if e.applies(ExchangeNoAttacker, !found) {
		return 0
	}
	x.attacker = attacker
	for e.exchangeRound(&x) {
	}
	return x.loss
}

// exchangeRound lets the attacker capture, if that pays; it reports whether the exchange goes on.
func (e *Engine) exchangeRound(x *exchange) bool {
	x.defender, x.defended = e.ask(x)
	if x.defended && e.applies(ExchangeBigger, x.value < x.attacker) {
		for x.defended {
			if !e.exchangeStrike(x) {
				return false
			}
		}
	}
	if e.applies(ExchangeLoss, x.asked%2 == 0) {
		x.loss += x.value
	} else {
		e.countRule(ExchangeGain)
		x.loss -= x.value
	}
	if e.applies(ExchangeUndefended, !x.defended) {
		return false
	}
	e.countRule(ExchangeGoesOn)
	x.value, x.attacker = x.attacker, x.defender
	return true
}

// exchangeStrike strikes off an attacker that is worth more than it takes, with the defender that
// would take it; it reports whether the exchange goes on.
func (e *Engine) exchangeStrike(x *exchange) bool {
	if e.applies(ExchangeSmallerDefender, x.defender < x.attacker) {
		return false
	}
	attacker, found := e.ask(x)
	if e.applies(ExchangeNoNextAttacker, !found) {
		return false
	}
	x.attacker = attacker
	if x.defender, x.defended = e.ask(x); !e.applies(ExchangeDefendersGone, !x.defended) {
		e.countRule(ExchangeDefenderReplaced)
	}
	return true
}
