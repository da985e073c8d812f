package native

import "sargon78/sargon"

// exchange returns the points, doubled, that the owner of a piece of value v (doubled)
// loses if the other side starts capturing it (spec §7). It uses the attack lists up.
func (m *page) exchange(owner sargon.Color, v uint8) (loss uint8) {
	capturers := swap{page: m, side: list(owner.Other()), other: list(owner)}
	attacker, found := capturers.next()
	if !found {
		return 0
	}
	for {
		defender, defended := capturers.next()
		if defended && v < attacker {
			// Capturing with the bigger piece: only as long as whoever takes back
			// is no smaller, and can be taken in turn.
			for defended {
				if defender < attacker {
					return loss
				}
				if attacker, found = capturers.next(); !found {
					return loss
				}
				defender, defended = capturers.next()
			}
		}
		if capturers.asked%2 == 0 {
			loss += v
		} else {
			loss -= v
		}
		if !defended {
			return loss
		}
		v, attacker = attacker, defender
	}
}

// swap asks two sides for their next capturer in turn.
type swap struct {
	*page
	side, other uint8 // lists: whose turn it is, and the other
	asked       uint8
}

// next returns the value, doubled, of the next capturer of the side whose turn it is.
func (c *swap) next() (value uint8, found bool) {
	value, found = c.take(c.side)
	c.side, c.other = c.other, c.side
	c.asked++
	return 2 * value, found
}
