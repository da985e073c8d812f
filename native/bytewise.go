package native

import (
	"sargon78/native/reference"
	"sargon78/sargon"
)

// evaluateBytewise is the byte-exact evaluation: where something spills over the end of an attack
// list, it goes square by square, on the bytes of 1978. What lies after the lists is changed as
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
		if e := x.loss(doubledValue(p)); e != 0 {
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
		step := directions[d&15]
		behindQueen = p.Type() == sargon.Queen || behindQueen && d == direction
		direction = d
		if !b.pinForbids(uint8(from64[at]), step) {
			b.enter(p, step, behindQueen)
		}
	}
	return [2]uint8{b.tail[0], b.tail[listLength]}
}

// pinForbids reports whether the pin list forbids the piece on a square of the 10x12 board to attack
// along a step.
func (b *bitboards) pinForbids(square uint8, step int8) bool {
	times, along := 0, false
	for i := range int(b.npins) {
		if b.tail[reference.TailPins+i] == square {
			times++
			pin := int8(b.tail[reference.TailSteps+i])
			along = pin == step || pin == -step
		}
	}
	return times > 1 || times == 1 && !along
}

// enter enters the attacker p, found along a step, into the list of its colour: the third of a slot
// into the next one, wherever that is. With a pin on the board those along negative steps are filed
// with the queens (spec §14.3).
func (b *bitboards) enter(p sargon.Piece, step int8, behindQueen bool) {
	slot, value := p.Type(), p.Type().Value()
	if b.npins == 0 && behindQueen || b.npins > 0 && step < 0 {
		slot = sargon.Queen
	}
	list := listLength * int(p>>7)
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
