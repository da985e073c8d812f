package native

import (
	"slices"

	"sargon78/sargon"
)

// exchange returns the loss by an exchange on square n (0–63), on which a piece stands;
// false if attackers spill over the end of a list.
func (b *boardSets) exchange(n int) (loss uint8, ok bool) {
	p := b.at(n)
	owner := int(p >> 7)
	own, other := &b.views[owner], &b.views[owner^1]
	if loss, ok := settled(p, int(other.attacked.has(n)+other.twice.has(n)), int(own.attacked.has(n))); ok {
		return loss, true
	}
	v := 2 * p.Type().Value()
	if other.twice.has(n) == 0 {
		// The only attacker is taken in turn: that pays for a smaller one only.
		attacker := 2 * b.value(b.attackersOf(n, owner^1).first())
		if v < attacker {
			return 0, true
		}
		return v - attacker, true
	}
	capturing, defenders := b.attackersOf(n, owner^1), b.attackersOf(n, owner)
	x := exchange{lists: [2]attackers{b.list(capturing, n, owner^1), b.list(defenders, n, owner)}}
	if (x.lists[0].slots|x.lists[1].slots)&^slotsMask != 0 {
		return 0, false
	}
	loss = x.loss(v)
	return loss, !x.ranOut
}

// value returns the value of the piece on square n (0–63).
func (b *boardSets) value(n int) uint8 { return b.at(n).Type().Value() }

// overflowing marks slots of which one got a third attacker.
const overflowing slots = 1 << 63

// slotOf is what a number of attackers leave in the slot of their type.
var slotOf = func() (table [8][16]slots) {
	for t := sargon.Pawn; t <= sargon.King; t++ {
		slot := slots(t.Value()) << (8 * (t - 1))
		table[t] = [16]slots{0, slot, slot * 0x11}
		for n := 3; n < 16; n++ {
			table[t][n] = overflowing
		}
	}
	return table
}()

// list returns the attack list of square s for its attackers of a colour (spec §6).
func (b *boardSets) list(from set, s, color int) attackers {
	p := b.of(color)
	queens := from & p[sargon.Queen]
	if b.npins > 0 {
		queens |= from & (single(s) - 1)
	} else {
		for x := queens; x != 0; x &= x - 1 {
			queen := x.first()
			queens |= from & rays[relation(s, queen)>>3&7][queen&63]
		}
	}
	rest := from &^ queens
	a := attackers{count: uint8(from.count())}
	a.slots = slotOf[sargon.Pawn][(rest&p[sargon.Pawn]).count()&15] |
		slotOf[sargon.Knight][(rest&p[sargon.Knight]).count()&15] |
		slotOf[sargon.Bishop][(rest&p[sargon.Bishop]).count()&15] |
		slotOf[sargon.Rook][(rest&p[sargon.Rook]).count()&15] |
		slotOf[sargon.King][(rest&p[sargon.King]).count()&15]
	const queenSlot = 8 * (sargon.Queen - 1)
	if queens&(queens-1) == 0 {
		if queens != 0 {
			a.slots |= slots(b.value(queens.first())) << queenSlot
		}
	} else {
		first, second := queens.first(), queens.last()
		if queens != single(first)|single(second) {
			a.slots |= overflowing
		} else {
			if relation(s, second) < relation(s, first) {
				first, second = second, first
			}
			a.slots |= slots(b.value(first)|b.value(second)<<4) << queenSlot
		}
	}
	if a.slots&overflowing != 0 {
		return b.listInOrder(from, s)
	}
	return a
}

// listInOrder enters attackers one by one, in the order of spec §5.
func (b *boardSets) listInOrder(from set, s int) (a attackers) {
	var order [64]uint16
	n := 0
	for x := from; x != 0; x &= x - 1 {
		order[n&63] = uint16(relation(s, x.first()))<<8 | uint16(x.first())
		n++
	}
	slices.Sort(order[:n])
	behindQueen, last := false, uint16(0)
	for _, entry := range order[:n] {
		direction, at := entry>>11, int(entry&63)
		t := b.at(at).Type()
		behindQueen = t == sargon.Queen || behindQueen && direction == last
		last = direction
		if b.npins == 0 && behindQueen || b.npins > 0 && at < s {
			a.enter(sargon.Queen, b.value(at))
		} else {
			a.enter(t, b.value(at))
		}
	}
	return a
}

// enter is page.enter.
func (a *attackers) enter(slot sargon.PieceType, value uint8) {
	a.count++
	at := 8 * (slot - 1)
	switch here := a.slots >> at & 0xFF; {
	case here == 0:
		a.slots |= slots(value) << at
	case here&0xF0 == 0:
		a.slots |= slots(value) << (at + 4)
	default:
		next := a.slots >> (at + 8) & 0x0F
		a.slots &^= 0xFF << (at + 8)
		a.slots |= (next<<4 | slots(value)) << (at + 8)
	}
}
