package native

import (
	"encoding/binary"
	"math/bits"

	"sargon78/sargon"
)

// exchange is the static exchange evaluation (SEE; XCHNG in 1978): a series of captures on one
// square, in turn by those who attack the piece there and by its owner (spec §7).
type exchange struct {
	sides  [2]attackers
	ranOut bool // a side was asked for an attacker that its words have lost
}

// attackers is an attack list: how many were entered, and the six slots of spec §6. The slots are in
// word; or, where something spills, in bytes, which continue beyond the list.
type attackers struct {
	count uint8
	word  slots
	bytes []uint8
}

// slots are the slots of an attack list: for pawn, knight, bishop, rook, queen and king a
// byte with two values of half a byte each. The next to capture is the first half-byte from
// the low end that is not 0.
type slots uint64

const slotsMask = 1<<48 - 1

// loss returns the points, doubled, that the owner of a piece of value v (doubled) loses if
// the other side starts capturing it. It uses the lists up.
func (x *exchange) loss(v uint8) uint8 {
	if attacker, found := x.next(0); found {
		return x.lossTo(attacker, v, 1)
	}
	return 0
}

// lossTo returns what a side loses if a piece of value v is attacked by one of value attacker:
// that piece, less what the other side then loses, if it does not rather stop.
func (x *exchange) lossTo(attacker, v uint8, side int) uint8 {
	defender, defended := x.next(side)
	if defended && v < attacker {
		// Capturing with the bigger piece: only as long as the piece that takes back is no
		// smaller, and can be taken in turn.
		for found := true; defended; defender, defended = x.next(side) {
			if defender < attacker {
				return 0
			}
			if attacker, found = x.next(side ^ 1); !found {
				return 0
			}
		}
	}
	if !defended {
		return v
	}
	return v - x.lossTo(defender, attacker, side^1)
}

// next takes the next capturer off the list of a side, and returns its value, doubled. Where
// half-bytes were lost it is looked for beyond the list (spec §14.6), and only the bytes of
// 1978 tell what is there.
func (x *exchange) next(side int) (value uint8, found bool) {
	a := &x.sides[side&1]
	if a.count == 0 {
		return 0, false
	}
	a.count--
	switch {
	case a.bytes != nil:
		value = takeByte(a.bytes)
		return 2 * value, value != 0
	case a.word == 0:
		x.ranOut = true
		return 0, false
	}
	at := bits.TrailingZeros64(uint64(a.word)) &^ 3
	value = uint8(a.word>>(at&63)) & 0x0F
	a.word &^= 0x0F << (at & 63)
	return 2 * value, true
}

// exchange returns the loss by an exchange on square n (0–63), on which a piece stands that
// is attacked; false if attackers spill over the end of a list.
func (b *bitboards) exchange(n int) (loss uint8, ok bool) {
	p := b.at(n)
	owner := int(p >> 7)
	v := doubledValue(p)
	if b.maps[owner].attacked.has(n) == 0 {
		return v, true
	}
	capturing := b.attackersOf(n, owner^1)
	if b.maps[owner^1].twice.has(n) == 0 {
		// The only attacker is taken in turn: only a smaller one gains by that.
		attacker := 2 * b.value(capturing.first())
		if v < attacker {
			return 0, true
		}
		return v - attacker, true
	}
	var x exchange
	x.sides[0] = b.list(capturing, n, owner^1)
	x.sides[1] = b.list(b.attackersOf(n, owner), n, owner)
	if (x.sides[0].word|x.sides[1].word)&overflowing != 0 {
		b.fill(n)
		x.sides[0].word, x.sides[1].word = b.filled(owner^1), b.filled(owner)
	}
	loss = x.loss(v)
	return loss, !x.ranOut
}

// value returns the value of the piece on square n (0–63).
func (b *bitboards) value(n int) uint8 { return b.at(n).Type().Value() }

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

// list returns the attack list of square s for its attackers of a colour (spec §6). The
// slots are marked as overflowing if it matters in which order they were entered.
func (b *bitboards) list(from bitboard, s, color int) attackers {
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
	word := slotOf[sargon.Pawn][(rest&p[sargon.Pawn]).count()&15] |
		slotOf[sargon.Knight][(rest&p[sargon.Knight]).count()&15] |
		slotOf[sargon.Bishop][(rest&p[sargon.Bishop]).count()&15] |
		slotOf[sargon.Rook][(rest&p[sargon.Rook]).count()&15] |
		slotOf[sargon.King][(rest&p[sargon.King]).count()&15]
	if queens != 0 {
		word |= b.queenSlot(queens, s)
	}
	return attackers{count: uint8(from.count()), word: word}
}

// queenSlot returns the slot of the queens, and of those that are filed with them.
func (b *bitboards) queenSlot(queens bitboard, s int) slots {
	const shift = 8 * (sargon.Queen - 1)
	first, second := queens.first(), queens.last()
	switch {
	case first == second:
		return slots(b.value(first)) << shift
	case queens != single(first)|single(second):
		return overflowing
	case relation(s, second) < relation(s, first):
		first, second = second, first
	}
	return slots(b.value(first)|b.value(second)<<4) << shift
}

// filled returns the slots of a colour's list, which fill has filled.
func (b *bitboards) filled(color int) slots {
	list := listLength * color
	return slots(binary.LittleEndian.Uint64(b.tail[list+1:])) & slotsMask
}
