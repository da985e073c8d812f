package native

import (
	"sargon78/native/reference"
	"sargon78/sargon"
)

// evaluateBytewise is the byte-exact fallback: where something spills over the end of an attack
// list, it evaluates square by square, on the bytes of 1978. What lies behind the lists is changed there as
// it was then: the pins, the royal squares, the scores (spec §6, §7).
func (b *bitboards) evaluateBytewise(in *evalContext, t *tally) {
	for n, p := range b.squares {
		counts := b.fill(n)
		t.control += counts[0] - counts[1]
		if p == sargon.Empty {
			continue
		}
		var x exchange
		for i := range x.sides {
			color := int(p>>7) ^ 1 ^ i
			x.sides[i] = attackers{count: counts[color], bytes: b.tail[listLength*color+1:]}
		}
		if e := x.loss(2 * p.Type().Value()); e != 0 {
			t.exchanged(in, from64[n], p, e, n == int(in.previousTo))
		}
	}
}

// fill fills the attack lists of square n, and returns their counts.
func (b *bitboards) fill(n int) (counts [2]uint8) {
	clear(b.tail[:2*listLength])
	left := b.attackersFrom(n, 0) | b.attackersFrom(n, 1)
	direction, behindQueen := uint8(unrelated), false
	for left != 0 {
		at := nearestInOrder(left, n)
		left &^= single(at)
		p, d := b.at(at), relation(n, at)>>3
		behindQueen = p.Type() == sargon.Queen || behindQueen && d == direction
		direction = d
		if b.forbidden(at, directions[d&15]) {
			continue
		}
		slot := p.Type()
		if b.npins == 0 && behindQueen || b.npins > 0 && at < n {
			slot = sargon.Queen
		}
		b.enter(listLength*int(p>>7), slot, p.Type().Value())
	}
	return [2]uint8{b.tail[0], b.tail[listLength]}
}

// forbidden reports whether the pin list forbids the piece on square n to attack along a step.
func (b *bitboards) forbidden(n int, step int8) bool {
	times, along := 0, false
	for i := range int(b.npins) {
		if b.tail[reference.TailPins+i] == uint8(from64[n]) {
			times++
			pin := int8(b.tail[reference.TailSteps+i])
			along = pin == step || pin == -step
		}
	}
	return times > 1 || times == 1 && !along
}

// enter enters an attacker into a list. The third of a slot goes to the next, wherever that is.
func (b *bitboards) enter(list int, slot sargon.PieceType, value uint8) {
	b.tail[list]++
	here, next := &b.tail[list+int(slot)], &b.tail[list+int(slot)+1]
	switch {
	case *here&0x0F == 0:
		*here = *here<<4 | value
	case *here>>4 == 0:
		*here |= value << 4
	default:
		*next = *next<<4 | value
	}
}

// takeByte takes the low half of the first byte that is not 0.
func takeByte(bytes []uint8) (value uint8) {
	for i, b := range bytes {
		if b != 0 {
			bytes[i] >>= 4
			return b & 0x0F
		}
	}
	panic(behindScores)
}
