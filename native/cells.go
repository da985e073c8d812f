package native

import "sargon78/sargon"

// cells are the bytes of 1978 that lie together between board and scores (spec §15), as
// offsets from ATKLST. They are one array because some quirks run over the end of one
// area into the next: too many attackers spill from White's list into Black's and from
// there into the pin list, and an exchange that misses a spilled attacker looks for it
// there (spec §6, §7).
//
//	 0  1     …     6 | 7  8     …    13 |14  …  23|24   …    33|34 35 36 37|38
//	White's attackers | Black's          | pins:   | pins:      | POSK  POSQ|FF
//	count, slots P…K  | count, slots P…K | squares | directions | w  b  w  b|
//
// Squares are in the numbers of the 10x12 board, and directions are its steps, whatever
// board the engine uses: their halves may be taken for attackers.
type cells [cellsSize]uint8

const (
	whiteList     = 0
	blackList     = 7
	pinSquares    = 14
	pinDirections = 24
	royals        = 34
	royalsEnd     = 38

	// cellsSize leaves room for 32 pins, the most there can be: eight directions of
	// four royal squares. More than ten run into the royal squares, as in 1978.
	cellsSize = 64
)

// clearLists empties both attack lists.
func (c *cells) clearLists() {
	*(*[pinSquares]uint8)(c[:]) = [pinSquares]uint8{}
}

// list returns where the attack list of a colour starts.
func list(c sargon.Color) int {
	if c == sargon.White {
		return whiteList
	}
	return blackList
}

// enter puts an attacker of a value into a slot of a list (spec §6). A slot holds two
// half-bytes; a third attacker goes to the next slot and pushes what is there, without a
// look at where the list ends.
func (c *cells) enter(list int, slot sargon.PieceType, value uint8) {
	c[list]++
	at := list + int(slot)
	switch {
	case c[at]&0x0F == 0:
		c[at] = c[at]<<4 | value
	case c[at]&0xF0 == 0:
		c[at] |= value << 4
	default:
		c[at+1] = c[at+1]<<4 | value
	}
}

// take takes the next attacker out of a list, the least valuable slot first (spec §7).
// Counted attackers that were pushed out are looked for beyond the list.
func (c *cells) take(list int) (value uint8, found bool) {
	if c[list] == 0 {
		return 0, false
	}
	c[list]--
	for at := list + 1; at < len(c); at++ {
		if c[at] != 0 {
			value = c[at] & 0x0F
			c[at] >>= 4
			return value, true
		}
	}
	return 0, true
}

// exchange returns the points, doubled, that the owner of a piece of value v (doubled)
// loses if the other side starts capturing it (spec §7). It uses the lists up.
func (c *cells) exchange(owner sargon.Color, v uint8) (loss uint8) {
	side, other := list(owner.Other()), list(owner)
	asked := 0
	// next asks the two sides in turn, the attacker first.
	next := func() (uint8, bool) {
		value, found := c.take(side)
		side, other = other, side
		asked++
		return 2 * value, found
	}
	attacker, found := next()
	if !found {
		return 0
	}
	for {
		defender, defended := next()
		if defended && v < attacker {
			// Capturing with the bigger piece: worth it only if what takes back
			// is not smaller, or can be taken in turn.
			for defended {
				if defender < attacker {
					return loss
				}
				if attacker, found = next(); !found {
					return loss
				}
				defender, defended = next()
			}
		}
		if asked%2 == 0 {
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
