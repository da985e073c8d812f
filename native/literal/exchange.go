package literal

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
	if s.count == 0 {
		return 0, false
	}
	s.count--
	if !e.at(ExchangeCountStays, true) {
		e.memory[s.list]--
	}
	at := s.list + 1
	for e.memory[at] == 0 {
		at++
	}
	if at >= s.list+listLength && !e.at(ExchangeLooksBeyond, true) {
		return 0, false
	}
	if at >= plyix {
		e.leave("an exchange takes from behind the scores")
	}
	value = e.memory[at] & 0x0F
	e.memory[at] >>= 4
	if value == 0 && e.at(ExchangeEmptyHalf, true) {
		return 0, false
	}
	return 2 * value, true
}

// exchange returns what the owner of a piece loses on its square, doubled (spec §7). It
// uses up the attack lists.
func (e *Engine) exchange(piece sargon.Piece) (loss uint8) {
	sides := [2]side{{list: blackList}, {list: whiteList}} // who captures, the owner
	if piece.Color() == sargon.Black {
		sides[0], sides[1] = sides[1], sides[0]
	}
	for i := range sides {
		sides[i].count = e.memory[sides[i].list]
	}
	asked := 0
	ask := func() (uint8, bool) {
		asking := &sides[asked%2]
		asked++
		return e.take(asking)
	}
	v := 2 * e.Tables.Values[piece.Type()]
	attacker, found := ask()
	if e.at(ExchangeNoAttacker, !found) {
		return 0
	}
	for {
		defender, defended := ask()
		if defended && e.at(ExchangeBigger, v < attacker+e.Tables.ExchangeMargin) {
			for {
				if e.at(ExchangeSmallerDefender, defender < attacker) {
					return loss
				}
				if attacker, found = ask(); e.at(ExchangeNoNextAttacker, !found) {
					return loss
				}
				if defender, defended = ask(); e.at(ExchangeDefendersGone, !defended) {
					break
				}
				e.note(ExchangeDefenderReplaced)
			}
		}
		if e.at(ExchangeLoss, asked%2 == 0) {
			loss += v
		} else {
			e.note(ExchangeGain)
			loss -= v
		}
		if e.at(ExchangeUndefended, !defended) {
			return loss
		}
		e.note(ExchangeGoesOn)
		v, attacker = attacker, defender
	}
}
