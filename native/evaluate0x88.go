package native

import (
	"math/bits"

	"sargon78/native/reference"
	"sargon78/sargon"
)

// evaluate goes over the board from a1 to h8 (spec §8). How many attack a square is known
// from the pieces that look outward; who does, and what an exchange gives, is found where it
// matters. Lists and exchanges are played on the bytes of 1978, so what spills over the end
// of a list does here what it did there; when it has changed a pin or a royal square, all
// that comes after is found anew.
func (b *board0x88) evaluate(in *evalContext) sargon.Totals {
	b.findPins()
	b.buildAttackMaps()
	// A scan from off the board may read the lists built last: then all are built.
	known, stale := *b.pinsAndRoyals(), b.odd || b.offBoard || b.npins > maxPins
	development := &developmentLater
	if in.moveNumber < openingMoves {
		development = &developmentEarly
	}
	var t tally
	for n := uint8(0); n < 0x78; n++ {
		if n&0x88 != 0 {
			n += 7
			continue
		}
		p := b.squares[n]
		white, black := b.counts[0][n], b.counts[1][n]
		e, settled := uint8(0), true
		if p != sargon.Empty {
			t.control += development[p]
			t.material += materialOf[p]
			e, settled = b.quickLoss(n, p)
		}
		if !settled || stale || white >= spilling || black >= spilling {
			b.attackers(n)
			white, black = b.tail[0], b.tail[listLength]
			if p != sargon.Empty {
				e = b.exchange(p)
			}
			stale = stale || *b.pinsAndRoyals() != known
		}
		t.control += white - black
		if e != 0 {
			t.exchanged(in, from0x88[n], p, e, n == in.previousTo)
		}
	}
	return t.totals(in)
}

// pinsAndRoyals returns the pin list and the royal squares with their end mark, which an evaluation
// should not change.
func (b *board0x88) pinsAndRoyals() *[reference.TailScores - reference.TailPins]uint8 {
	return (*[reference.TailScores - reference.TailPins]uint8)(b.tail[reference.TailPins:])
}

// findPins rebuilds the pin list (spec §6). The row of royal squares ends with FF.
func (b *board0x88) findPins() {
	b.npins, b.offBoard = 0, false
	for at := reference.TailRoyals; b.moreRoyals(at); at++ {
		square := b.tail[at]
		switch royal := to0x88[square]; {
		case royal&0x88 == 0:
			b.findPinsTo(royal)
		case square != uint8(sargon.NoSquare):
			b.offBoard = true
			b.findPinsOffBoard(b, square)
		}
	}
}

// findPinsTo finds the pins to one royal square: sliders of the other colour that could go
// there, with one piece of the own colour between and nothing else.
func (b *board0x88) findPinsTo(royal uint8) {
	piece := b.squares[royal]
	var pinned [8]uint8 // by direction: the square of the pinned piece
	var pinner [8]uint8
	var found uint8 // directions, as bits
	enemy := &b.lists[piece>>7^1]
	for _, from := range enemy.squares[:enemy.length&0x7F] {
		entry := attackFrom0x88(from, royal)
		slider := maskOf[b.squares[from&0x7F]] & (bishops | rooks | queens)
		if entry.by&slider == 0 {
			continue
		}
		if at, ok := b.onlyPieceBetween(from, royal, entry.step, piece.Color()); ok {
			d := entry.direction & 7
			pinned[d], pinner[d] = at, from
			found |= 1 << d
		}
	}
	for ; found != 0; found &= found - 1 {
		d := bits.TrailingZeros8(found) & 7
		// A queen pins a piece to the enemy queen only if that queen could be lost (spec §6).
		if piece.Type() == sargon.Queen && b.squares[pinner[d]&0x7F].Type() == sargon.Queen &&
			!b.queenInDanger(royal, piece.Color()) {
			continue
		}
		b.addPin(uint8(from0x88[pinned[d]]), directions[d])
	}
}

// onlyPieceBetween returns the square of the one piece between two squares, if there is one
// only and it has a colour.
func (b *board0x88) onlyPieceBetween(from, to, step uint8, color sargon.Color) (at uint8, ok bool) {
	for n := from + step; n != to; n += step {
		if p := b.squares[n&0x7F]; !isEmpty(p) {
			if ok || p.Color() != color {
				return 0, false
			}
			at, ok = n, true
		}
	}
	return at, ok
}

// queenInDanger reports whether a queen is attacked as often as it is defended, or more often,
// as far as the pins found so far allow.
func (b *board0x88) queenInDanger(n uint8, color sargon.Color) bool {
	b.attackers(n)
	return b.lessProtected(color)
}

// isPinned reports whether a square is in the pin list.
func (b *board0x88) isPinned(n uint8) bool {
	for _, pinned := range b.tail[reference.TailPins:][:b.npins] {
		if pinned == uint8(from0x88[n]) {
			return true
		}
	}
	return false
}

// pinForbids reports whether a pin forbids the piece on a square of the 10x12 board to attack along a
// step: pinned once, it may do so only along the pin; pinned twice, not at all (spec §6).
func (b *board0x88) pinForbids(square uint8, step int8) bool {
	found := false
	for i := range int(b.npins) {
		if b.tail[reference.TailPins+i] != square {
			continue
		}
		along := int8(b.tail[reference.TailSteps+i])
		if found || along != step && along != -step {
			return true
		}
		found = true
	}
	return false
}

// attackers builds the attack lists of a square (spec §5, §6).
func (b *board0x88) attackers(n uint8) {
	clear(b.tail[:2*listLength])
	var from uint16 // directions in which a piece stands that could come here
	for i := range b.lists {
		list := &b.lists[i]
		for _, at := range list.squares[:list.length&0x7F] {
			entry := attackFrom0x88(at, n)
			if entry.by&maskOf[b.squares[at&0x7F]] != 0 {
				from |= 1 << (entry.direction & 15)
			}
		}
	}
	for ; from != 0; from &= from - 1 {
		b.attackersFrom(n, bits.TrailingZeros16(from))
	}
}

// attackersFrom enters the attackers in one direction: one run of one colour, in which
// each attacks the square on its own or through those nearer to it.
func (b *board0x88) attackersFrom(n uint8, direction int) {
	step := steps0x88[direction&15]
	at := n + step
	for direction < 8 && isEmpty(b.squares[at&0x7F]) {
		at += step
	}
	p := b.squares[at&0x7F]
	color := p.Color()
	behindQueen := false
	for attackFrom0x88(at, n).by&maskOf[p] != 0 {
		behindQueen = behindQueen || p.Type() == sargon.Queen
		if b.npins == 0 || !b.pinForbids(uint8(from0x88[at]), directions[direction&15]) {
			b.enter(p, directions[direction&15], behindQueen)
		}
		if p.Type() == sargon.King || p.Type() == sargon.Knight {
			return
		}
		at += step
		for at&0x88 == 0 && isEmpty(b.squares[at]) {
			at += step
		}
		if at&0x88 != 0 {
			return
		}
		if p = b.squares[at]; p.Color() != color {
			return
		}
	}
}

// enter puts an attacker into the list of its colour. A slot holds two half-bytes; a third
// attacker goes to the next slot and pushes what is there, without a look at where the list
// ends. With a pin on the board every attacker along a negative step is filed as a queen.
func (b *board0x88) enter(p sargon.Piece, step int8, behindQueen bool) {
	slot := p.Type()
	if b.npins == 0 && behindQueen || b.npins > 0 && step < 0 {
		slot = sargon.Queen
	}
	list := listLength * int(p>>7)
	b.tail[list]++
	at := list + int(slot)
	value := p.Type().Value()
	switch here := b.tail[at]; {
	case here&0x0F == 0:
		b.tail[at] = here<<4 | value
	case here&0xF0 == 0:
		b.tail[at] = here | value<<4
	default:
		b.tail[at+1] = b.tail[at+1]<<4 | value
	}
}

// exchange is the static exchange evaluation (SEE): it returns what the owner of the piece p loses
// on its square, doubled, with the attack lists built (spec §7). It uses the lists up.
func (b *board0x88) exchange(p sargon.Piece) (loss uint8) {
	sides := [2]int{listLength, 0}
	if p.Color() == sargon.Black {
		sides = [2]int{0, listLength}
	}
	left := [2]uint8{b.tail[sides[0]], b.tail[sides[1]]}
	asked := 0
	next := func() (value uint8, found bool) {
		side := asked & 1
		asked++
		if left[side] == 0 {
			return 0, false
		}
		left[side]--
		value = b.takeFrom(sides[side])
		return 2 * value, value != 0
	}
	v := doubledValue(p)
	attacker, found := next()
	if !found {
		return 0
	}
	for {
		defender, defended := next()
		if defended && v < attacker {
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

// takeFrom takes the low half of the first byte after the count of a list that is not 0, in the list
// or beyond its end.
func (b *board0x88) takeFrom(list int) (value uint8) {
	at := list + 1
	for b.tail[at] == 0 {
		if at++; at == len(b.tail) {
			panic(behindScores)
		}
	}
	value = b.tail[at] & 0x0F
	b.tail[at] >>= 4
	return value
}

// buildAttackMaps counts how many of each colour attack a square. The pins must be known.
func (b *board0x88) buildAttackMaps() {
	b.counts = [2][128]uint8{}
	for color := range b.lists {
		counts := &b.counts[color]
		list := &b.lists[color]
		for _, n := range list.squares[:list.length&0x7F] {
			switch b.squares[n&0x7F].Type() {
			case sargon.Pawn:
				b.mapNear(counts, n, 2*color, 2*color+2)
			case sargon.Knight:
				b.mapNear(counts, n, 8, 16)
			case sargon.Bishop:
				b.mapFar(counts, n, 0, 4)
			case sargon.Rook:
				b.mapFar(counts, n, 4, 8)
			case sargon.Queen:
				b.mapFar(counts, n, 0, 8)
			case sargon.King:
				b.mapNear(counts, n, 0, 8)
			}
		}
	}
}

// mapNear counts the squares next to the piece on n, in some directions.
func (b *board0x88) mapNear(counts *[128]uint8, n uint8, first, end int) {
	pinned := b.isPinned(n)
	for d := first; d < end; d++ {
		at := n + steps0x88[d&15]
		if at&0x88 == 0 && !(pinned && b.pinForbids(uint8(from0x88[n]), directions[d&15])) {
			counts[at]++
		}
	}
}

// mapFar counts the squares that the piece on n attacks in some directions: up to the
// first piece, and through it if that attacks the same way (spec §5).
func (b *board0x88) mapFar(counts *[128]uint8, n uint8, first, end int) {
	color := b.squares[n&0x7F].Color()
	pinned := b.isPinned(n)
	for d := first; d < end; d++ {
		if pinned && b.pinForbids(uint8(from0x88[n]), directions[d&15]) {
			continue
		}
		step := steps0x88[d&15]
		for at := n + step; at&0x88 == 0; at += step {
			counts[at]++
			met := b.squares[at]
			if met == sargon.Empty {
				continue
			}
			next := at + step
			if met.Color() != color || next&0x88 != 0 ||
				attackFrom0x88(at, next).by&maskOf[met]&^kings == 0 {
				break
			}
			if met.Type() == sargon.Pawn { // through a pawn, one square
				counts[next]++
				break
			}
		}
	}
}

// quickLoss returns the loss of the piece p on a square where one need not know all who attack
// it: it has no attacker; no defender; or one attacker, which would be taken in turn.
func (b *board0x88) quickLoss(n uint8, p sargon.Piece) (loss uint8, ok bool) {
	own := p >> 7
	switch v := doubledValue(p); {
	case b.counts[own^1][n] == 0:
		return 0, true
	case b.counts[own][n] == 0:
		return v, true
	case b.counts[own^1][n] > 1:
		return 0, false
	case p.Type() == sargon.Pawn: // no piece is smaller
		return 0, true
	case b.npins > 0: // the attacker may look through one that is pinned
		return 0, false
	default:
		attacker, _ := b.attacker(n, p.Color())
		a := 2 * b.squares[attacker&0x7F].Type().Value()
		if v < a {
			return 0, true
		}
		return v - a, true
	}
}

// What a piece counts by itself, by its byte (spec §8).
var (
	developmentEarly = tabulate(func(i int) uint8 { return development(sargon.Piece(i), true) })
	developmentLater = tabulate(func(i int) uint8 { return development(sargon.Piece(i), false) })
	materialOf       = tabulate(func(i int) uint8 { return material(sargon.Piece(i)) })
)
