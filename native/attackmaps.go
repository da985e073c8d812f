package native

import (
	"sargon78/native/reference"
	"sargon78/sargon"
)

// attackMaps are the attack maps of both sides, found anew for each evaluation. All squares in them
// are numbers 0–63.
type attackMaps struct {
	pinned  bitboard     // pieces in the pin list
	spilled bool         // the pin list is not what the fields here say
	allowed [64]bitboard // by pinned piece: where it may attack in spite of its pins

	maps [2]attackMap
}

// attackMap is the attack map of a colour: what its pieces attack.
type attackMap struct {
	attacked bitboard // by any of them
	twice    bitboard // by two or more
	pawns    bitboard // by pawns
	times    int      // how many squares they attack, added up

	// sliders are the bishops, rooks and queens, and what each attacks: through pieces
	// of its own colour that attack the same way (spec §5).
	sliders int
	attacks [64]bitboard
	square  [64]bitboard // where it stands
}

// add adds what one piece attacks.
func (v *attackMap) add(s bitboard) {
	v.twice |= v.attacked & s
	v.attacked |= s
	v.times += s.count()
}

// evaluate evaluates from the pieces outward, as far as that gives what the program of 1978
// finds looking from each square inward: all numbers, but not what happens when a list
// spills over its end. Then it falls back to the byte-exact evaluation (evaluateBytewise).
func (b *bitboards) evaluate(in *evalContext) sargon.Totals {
	b.findPins()
	t := tally{
		control:  b.sum.control(in.moveNumber < openingMoves),
		material: b.sum.material(),
	}
	if !b.spilled {
		white, black := b.buildAttackMap(0), b.buildAttackMap(1)
		if !b.maySpill(0) && !b.maySpill(1) {
			seen := t
			seen.control += uint8(white.times - black.times)
			if b.exchanges(in, &seen) {
				return seen.totals(in)
			}
		}
	}
	b.evaluateBytewise(in, &t)
	return t.totals(in)
}

// at returns what stands on square n (0–63).
func (b *bitboards) at(n int) sargon.Piece { return b.squares[n&63] }

// exchanges does the exchanges on all squares, or returns false if something spills.
func (b *bitboards) exchanges(in *evalContext, t *tally) (ok bool) {
	moved := int(in.previousTo)
	for targets := b.contested(0) | b.contested(1); targets != 0; targets &= targets - 1 {
		n := targets.first()
		e, ok := b.exchange(n)
		if !ok {
			return false
		}
		if e != 0 {
			t.exchanged(in, from64[n], b.at(n), e, n == moved)
		}
	}
	return true
}

// contested returns the pieces of a colour that are attacked, without most of those that no
// attacker would take.
func (b *bitboards) contested(color int) bitboard {
	p := b.of(color)
	own, other := &b.maps[color&1], &b.maps[color&1^1]
	attacked := p[0] & other.attacked
	// Defended and attacked once: taking it costs the attacker, and pays only if the
	// attacker is smaller.
	once := attacked & own.attacked &^ other.twice
	safe := once & (p[sargon.Pawn] | (p[sargon.Knight]|p[sargon.Bishop])&^other.pawns)
	// No bigger piece takes a pawn that a pawn defends. (With a pin on the board white
	// pawns are filed with the queens, and would not be the first to take back.)
	if b.npins == 0 || color == 1 {
		safe |= attacked & p[sargon.Pawn] & own.pawns &^ other.pawns
	}
	return attacked &^ safe
}

// findPins rebuilds the pin list (spec §6). The row of royal squares ends with FF, unless an
// exchange took that away.
func (b *bitboards) findPins() {
	b.pinned, b.npins, b.spilled = 0, 0, b.odd
	for at := reference.TailRoyals; b.moreRoyals(at); at++ {
		square := b.tail[at]
		switch s := to64[square]; {
		case s <= 63:
			b.findPinsTo(int(s))
		case square != uint8(sargon.NoSquare):
			b.spilled = true
			b.findPinsOffBoard(b, square)
		}
	}
}

// findPinsTo finds the pins to one royal square.
func (b *bitboards) findPinsTo(s int) {
	royal := b.at(s)
	own, enemy := b.of(int(royal>>7)), b.of(int(royal>>7)^1)
	sliders := bothDiagonals[s&63]&(enemy[sargon.Bishop]|enemy[sargon.Queen]) |
		fileAndRank[s&63]&(enemy[sargon.Rook]|enemy[sargon.Queen])
	occupied := b.pieces[0] | b.pieces[8]
	var pinners bitboard // sliders with exactly one piece between, an own one
	for x := sliders; x != 0; x &= x - 1 {
		between := between(s, x.first()) & occupied
		if between != 0 && between&(between-1) == 0 && between&own[0] != 0 {
			pinners |= x & -x
		}
	}
	for pinners != 0 {
		pinner := nearestInOrder(pinners, s)
		pinners &^= single(pinner)
		// A queen pins a piece to the enemy queen only if that queen could be lost (spec §6).
		if royal.Type() == sargon.Queen && enemy[sargon.Queen].has(pinner) != 0 &&
			!b.queenInDanger(s, int(royal>>7)) {
			continue
		}
		pinned := between(s, pinner) & occupied
		b.enterPin(pinned.first(), int(relation(s, pinner)>>3))
	}
}

// between returns the squares between two that are on a line.
func between(s, end int) bitboard {
	d := relation(s, end) >> 3 & 7
	return rays[d][s&63] &^ rays[d][end&63] &^ single(end)
}

// nearestInOrder returns that square of a set in whose direction from s one looks first,
// and in this the nearest.
func nearestInOrder(x bitboard, s int) int {
	best := x.first()
	for x &= x - 1; x != 0; x &= x - 1 {
		if n := x.first(); relation(s, n) < relation(s, best) {
			best = n
		}
	}
	return best
}

// enterPin adds a pin to the list.
func (b *bitboards) enterPin(n, d int) {
	b.addPin(uint8(from64[n]), directions[d&15])
	b.spilled = b.spilled || b.npins > maxPins
	if b.pinned.has(n) == 0 {
		b.allowed[n] = rays[d][n] | rays[opposite[d]][n]
	} else {
		b.allowed[n] = 0
	}
	b.pinned |= single(n)
}

// opposite is the direction that leads back.
var opposite = [16]uint8{3, 2, 1, 0, 5, 4, 7, 6, 12, 13, 14, 15, 8, 9, 10, 11}

// queenInDanger reports whether a queen of a colour on square s is attacked as often as it is
// defended, or more often, as far as the pins found so far allow.
func (b *bitboards) queenInDanger(s, color int) bool {
	own := b.withoutPinned(b.attackersFrom(s, color), s).count()
	other := b.withoutPinned(b.attackersFrom(s, color^1), s).count()
	if own >= spilling || other >= spilling {
		b.spilled = true
	}
	if b.spilled {
		b.fill(s)
		return b.lessProtected(sargon.Color(color << 7))
	}
	return int8(own-other-1) < 0
}

// attackersFrom returns the attackers of square s of a colour, looking from there, as if
// there were no pins.
func (b *bitboards) attackersFrom(s, color int) bitboard {
	p := b.of(color)
	occupied := b.pieces[0] | b.pieces[8]
	diagonal, straight := p[sargon.Bishop]|p[sargon.Queen], p[sargon.Rook]|p[sargon.Queen]
	pawns := pawnsTo[color][s] & p[sargon.Pawn]
	attackers := pawns | knightFrom[s]&p[sargon.Knight] | kingFrom[s]&p[sargon.King] |
		bishopAttacks(s, occupied&^diagonal&^pawns)&diagonal |
		rookAttacks(s, occupied&^straight)&straight
	return attackers
}

// withoutPinned takes away the attackers of square s that their pins forbid.
func (b *bitboards) withoutPinned(attackers bitboard, s int) bitboard {
	for pinned := attackers & b.pinned; pinned != 0; pinned &= pinned - 1 {
		n := pinned.first()
		if b.allowed[n].has(s) == 0 {
			attackers &^= single(n)
		}
	}
	return attackers
}

// buildAttackMap finds what each piece of a colour attacks.
func (b *bitboards) buildAttackMap(color int) *attackMap {
	v := &b.maps[color&1]
	v.attacked, v.twice, v.times, v.sliders = 0, 0, 0, 0
	p := b.of(color)
	left, right := pawnAttacks(p[sargon.Pawn]&^b.pinned, color)
	v.add(left)
	v.add(right)
	for x := p[sargon.Pawn] & b.pinned; x != 0; x &= x - 1 {
		left, right := pawnAttacks(x&-x, color)
		v.add((left | right) & b.allowed[x.first()&63])
	}
	v.pawns = v.attacked
	for x := p[sargon.Knight] &^ b.pinned; x != 0; x &= x - 1 { // a pinned one attacks nothing
		v.add(knightFrom[x.first()&63])
	}
	if king := p[sargon.King]; king != 0 { // it may be captured, if the wrong side was in check
		s := kingFrom[king.first()&63]
		if king&b.pinned != 0 {
			s &= b.allowed[king.first()&63]
		}
		v.add(s)
	}
	occupied := b.pieces[0] | b.pieces[8]
	diagonal, straight := p[sargon.Bishop]|p[sargon.Queen], p[sargon.Rook]|p[sargon.Queen]
	for x := diagonal | straight; x != 0; x &= x - 1 {
		n := x.first() & 63
		slider := x & -x
		var s bitboard
		if diagonal&slider != 0 {
			s = bishopAttacks(n, occupied&^diagonal)
			if pawns := s & p[sargon.Pawn]; pawns != 0 {
				s |= throughPawns(pawns, n, color)
			}
		}
		if straight&slider != 0 {
			s |= rookAttacks(n, occupied&^straight)
		}
		if b.pinned&slider != 0 {
			s &= b.allowed[n]
		}
		v.add(s)
		v.attacks[v.sliders&63] = s
		v.square[v.sliders&63] = slider
		v.sliders++
	}
	return v
}

// throughPawns returns what a bishop or queen on square n attacks through pawns of its
// colour in front of it: the square that such a pawn attacks.
func throughPawns(pawns bitboard, n, color int) bitboard {
	left, _ := pawnAttacks(pawns&rays[2*color][n], color)
	_, right := pawnAttacks(pawns&rays[2*color+1][n], color)
	return left | right
}

// attackersOf returns the attackers of square s of a colour, after buildAttackMap.
func (b *bitboards) attackersOf(s, color int) bitboard {
	p := b.of(color)
	attackers := pawnsTo[color][s]&p[sargon.Pawn] | knightFrom[s]&p[sargon.Knight] |
		kingFrom[s]&p[sargon.King]
	if attackers&b.pinned != 0 {
		attackers = b.withoutPinned(attackers, s)
	}
	v := &b.maps[color&1]
	for i := range v.sliders {
		attackers |= -v.attacks[i&63].has(s) & v.square[i&63]
	}
	return attackers
}

// crowded reports whether a colour has more pieces of a type than at the start of a game. It
// says yes rather than no where pieces were captured.
func (b *bitboards) crowded(color int) bool {
	if b.promoted == 0 {
		return b.crowdedBefore[color&1]
	}
	p := b.of(color)
	return p[sargon.Queen].count() > 1 || p[sargon.Rook].count() > 2 ||
		p[sargon.Bishop].count() > 2 || p[sargon.Knight].count() > 2
}

// maySpill reports whether an attack list of a colour could spill over its end (spec §6):
// where two attackers and two more were filed with the queens, and the king is entered.
func (b *bitboards) maySpill(color int) bool {
	p := b.of(color)
	crowded := b.crowded(color)
	if b.npins == 0 && !crowded {
		return false
	}
	king := p[sargon.King]
	if king == 0 {
		return false
	}
	region := kingFrom[king.first()&63]
	if !crowded {
		// With a pin on the board a piece that stands below a square is filed with the
		// queens, but so is the king if it stands below.
		region &= king - 1
	}
	var one, two, three, four bitboard
	count := func(s bitboard) {
		s &= region
		four |= three & s
		three |= two & s
		two |= one & s
		one |= s
	}
	above := func(n int) bitboard {
		if crowded || p[sargon.Queen].has(n) != 0 {
			return ^bitboard(0)
		}
		return -single(n)
	}
	left, right := pawnAttacks(p[sargon.Pawn], color)
	if crowded || color == 0 {
		count(left)
		count(right)
	}
	for x := p[sargon.Knight]; x != 0; x &= x - 1 {
		count(knightFrom[x.first()] & above(x.first()))
	}
	v := &b.maps[color&1]
	for i := range v.sliders {
		count(v.attacks[i&63] & above(v.square[i&63].first()))
	}
	return four != 0
}
