package native

import "sargon78/sargon"

// lookout is what all pieces together see. The program of 1978 looked from every square in
// sixteen directions and entered whom it saw; but on most squares nothing is asked of the
// lists but how many are in them, and most directions are empty. Here every piece looks
// outward once, and only squares whose lists matter look back, where they will see
// somebody.
type lookout struct {
	seen   [256]uint16   // by square: the directions in which there is an attacker, as bits
	counts [2][256]uint8 // by colour and square: how many attack
}

// spilling is how many attackers of one colour it takes to fill its list so that it spills
// into the bytes behind: two and two more filed with the queens, and the king.
const spilling = 5

// opposite is the direction that leads back.
var opposite = [16]uint8{3, 2, 1, 0, 5, 4, 7, 6, 12, 13, 14, 15, 8, 9, 10, 11}

// lookOut lets every piece look outward. The pins must be known. What it marks on the
// border does no harm.
func (b *board10x12) lookOut() {
	b.lookout = lookout{}
	for s := sargon.FirstSquare; s <= sargon.LastSquare; s++ {
		p := b.at(s)
		if p == sargon.Empty || p == sargon.Border {
			continue
		}
		switch p.Type() {
		case sargon.Pawn:
			// A white pawn attacks in the first two directions, a black one in the next.
			first := int(p>>7) * 2
			b.lookNear(s, p, first, first+2)
		case sargon.Knight:
			b.lookNear(s, p, 8, 16)
		case sargon.Bishop:
			b.lookFar(s, p, 0, 4)
		case sargon.Rook:
			b.lookFar(s, p, 4, 8)
		case sargon.Queen:
			b.lookFar(s, p, 0, 8)
		case sargon.King:
			b.lookNear(s, p, 0, 8)
		}
	}
}

// lookNear marks the squares next to the piece p on s, in some directions.
func (b *board10x12) lookNear(s sargon.Square, p sargon.Piece, first, end int) {
	counts := &b.counts[p>>7]
	for d := first; d < end; d++ {
		step := directions[d]
		if b.npins > 0 && b.pinned(s, step) {
			continue
		}
		at := ahead(s, step)
		b.seen[at] |= 1 << opposite[d]
		counts[at]++
	}
}

// lookFar marks the squares that the piece p on s attacks in some directions: up to the
// first piece, and through it if that attacks the same way (spec §5).
func (b *board10x12) lookFar(s sargon.Square, p sargon.Piece, first, end int) {
	for d := first; d < end; d++ {
		step := directions[d]
		if b.npins > 0 && b.pinned(s, step) {
			continue
		}
		back := uint16(1) << opposite[d]
		counts := &b.counts[p>>7]
		at := s
		for {
			at = ahead(at, step)
			b.seen[at] |= back
			counts[at]++
			met := b.at(at)
			if met == sargon.Empty {
				continue
			}
			if met == sargon.Border || met.Color() != p.Color() {
				break
			}
			if !slides(met, d) {
				if met.Type() == sargon.Pawn && attacks(met, int(opposite[d]), true) {
					at = ahead(at, step) // through a pawn, one square
					b.seen[at] |= back
					counts[at]++
				}
				break
			}
		}
	}
}

// evaluate goes over the board from a1 to h8, empty squares too (spec §8).
func (b *board10x12) evaluate(v *view) sargon.Totals {
	b.findPins()
	b.lookOut()
	known := b.known()
	stale := b.lost() // what was seen or counted is no longer what 1978 would find
	var t tally
	for s := sargon.FirstSquare; s <= sargon.LastSquare; s++ {
		p := b.at(s)
		if p == sargon.Border {
			continue
		}
		white, black := b.counts[0][s], b.counts[1][s]
		attackers, defenders := black, white
		if p.Color() == sargon.Black {
			attackers, defenders = white, black
		}
		var e uint8
		clear := true
		if p != sargon.Empty {
			e, clear = settled(p, int(attackers), int(defenders))
			t.control += standing(p, v.opening)
			t.material += material(p)
		}
		spilling := white >= spilling || black >= spilling
		if !clear || spilling || stale || v.examine != nil {
			from := b.seen[s]
			if spilling || stale {
				from = allDirections
			}
			b.attackers(s, from)
			white, black = b.page[whiteList], b.page[blackList]
			if v.examine != nil {
				v.examine.Attacks[s] = sargon.AttackList(b.page[whiteList:pinSquares])
			}
			if p != sargon.Empty {
				e = b.exchangeOf(p, stale)
			}
			// A list may have spilled into the pin list, or an exchange taken its last
			// attackers from there.
			stale = stale || b.known() != known
		}
		t.control += white - black
		if e != 0 {
			t.exchanged(v, s, p, e, uint8(s) == v.previousTo)
		}
		if v.examine != nil {
			v.examine.Exchanges[s] = int8(e)
		}
	}
	return t.totals(v)
}

// exchangeOf returns what the owner of the piece p would lose, with the attack lists of its
// square built. What is left in these is seldom of interest.
func (b *board10x12) exchangeOf(p sargon.Piece, leave bool) uint8 {
	x := exchange{memory: &b.page, starts: [2]uint8{list(p.Color().Other()), list(p.Color())}}
	for i, start := range x.starts {
		x.lists[i] = b.read(start)
	}
	loss := x.loss(2 * p.Type().Value())
	if leave || x.ranOut {
		for i, start := range x.starts {
			b.write(start, x.lists[i])
		}
	}
	return loss
}

// known returns the pin list and the royal squares, which an evaluation should not change.
func (b *board10x12) known() [royalsEnd - pinSquares]uint8 {
	return [royalsEnd - pinSquares]uint8(b.page[pinSquares:royalsEnd])
}

// lost tells whether an exchange has taken half of a king's square for an attacker. From
// then on the program looks for checks elsewhere in its memory, and may meet the attack
// lists there: so all of them are built and used up as in 1978. What lies behind royalsEnd,
// scores and the ply table, is not imitated.
func (b *board10x12) lost() bool {
	white, black := b.page[royals+sargon.WhiteKing], b.page[royals+sargon.BlackKing]
	return !sargon.Square(white).OnBoard() || !sargon.Square(black).OnBoard()
}
