package native

import (
	"math/bits"

	"sargon78/sargon"
)

// slots are the slots of an attack list: for pawn, knight, bishop, rook, queen and king a
// byte with two values of half a byte each (spec §6).
type slots uint64

const slotsMask = 1<<48 - 1

// attackers is an attack list: how many were entered, and their values. The next to
// capture is the first half-byte from the low end that is not 0.
type attackers struct {
	count uint8
	slots slots
}

// exchange is a series of captures on one square (spec §7).
type exchange struct {
	lists  [2]attackers // of the side that captures first, and of the owner
	asked  uint8        // how often the sides were asked for a capturer, in turn
	ranOut bool         // a side was asked for an attacker that its list has lost
}

// loss returns the points, doubled, that the owner of a piece of value v (doubled) loses if
// the other side starts capturing it. It uses the lists up.
func (x *exchange) loss(v uint8) (loss uint8) {
	attacker, found := x.next()
	if !found {
		return 0
	}
	for {
		defender, defended := x.next()
		if defended && v < attacker {
			// Capturing with the bigger piece: only as long as whoever takes back
			// is no smaller, and can be taken in turn.
			for defended {
				if defender < attacker {
					return loss
				}
				if attacker, found = x.next(); !found {
					return loss
				}
				defender, defended = x.next()
			}
		}
		if x.asked%2 == 0 {
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

// settled returns the loss of a piece that is attacked and defended by so many, where that
// alone decides the exchange: nobody attacks; nobody defends; or a pawn has one attacker,
// who would be taken in turn and is no smaller.
func settled(p sargon.Piece, attackers, defenders int) (loss uint8, ok bool) {
	switch {
	case attackers == 0:
		return 0, true
	case defenders == 0:
		return 2 * p.Type().Value(), true
	case attackers == 1 && p.Type() == sargon.Pawn:
		return 0, true
	}
	return 0, false
}

// next returns the value, doubled, of the next capturer of the side whose turn it is.
func (x *exchange) next() (value uint8, found bool) {
	turn := x.asked & 1
	x.asked++
	list := &x.lists[turn]
	if list.count == 0 {
		return 0, false
	}
	if list.slots == 0 {
		x.ranOut = true // it would be looked for behind the list (spec §14.6)
		return 0, false
	}
	list.count--
	at := bits.TrailingZeros64(uint64(list.slots)) &^ 3
	value = uint8(list.slots>>(at&63)) & 0x0F
	list.slots &^= 0x0F << (at & 63)
	return 2 * value, true
}
