package native

import (
	"math/bits"

	"sargon78/sargon"
)

func (b *board10x12) inCheck(side sargon.Color) bool {
	king := sargon.Square(b.page[royals+sargon.WhiteKing+uint8(side>>7)])
	return b.attacked(king, b.at(king).Color())
}

// attacked tells whether a piece of the other colour attacks a square, as ATTACK does
// when it is used as a test (spec §5): only the first piece in each direction matters.
func (b *board10x12) attacked(s sargon.Square, own sargon.Color) bool {
	for d, step := range directions[:16] {
		next := ahead(s, step)
		at := next
		for d < 8 && b.at(at) == sargon.Empty {
			at = ahead(at, step)
		}
		p := b.at(at)
		if p != sargon.Empty && p != sargon.Border && p.Color() != own && attacks(p, d, at == next) {
			return true
		}
	}
	return false
}

// attacks judges a piece met in direction d from the square it may attack (spec §5).
func attacks(p sargon.Piece, d int, adjacent bool) bool {
	switch t := p.Type(); {
	case d >= 8:
		return t == sargon.Knight
	case t == sargon.King:
		return adjacent
	case t == sargon.Pawn:
		return adjacent && d < 4 && p.Color() == pawnsOf[d]
	default:
		return slides(p, d)
	}
}

// pawnsOf tells whose pawns attack the square from which one looks along a diagonal: those
// above it are Black's.
var pawnsOf = [4]sargon.Color{sargon.Black, sargon.Black, sargon.White, sargon.White}

// slides tells whether a piece moves any distance in direction d.
func slides(p sargon.Piece, d int) bool {
	t := p.Type()
	return t == sargon.Queen || t == sargon.Bishop && d < 4 || t == sargon.Rook && d >= 4
}

// lookout knows from which of its sixteen directions each square is attacked. The program
// of 1978 looked from every square in all of them, and in six out of seven it saw nobody;
// here every piece first looks outward once, and attackers looks only where somebody
// looked back.
type lookout struct {
	seen  [256]uint16    // by square: bit d is set if somebody attacks from direction d
	first [256][16]uint8 // and then this is the square of the nearest that does
}

// opposite is the direction that leads back.
var opposite = [16]uint8{3, 2, 1, 0, 5, 4, 7, 6, 12, 13, 14, 15, 8, 9, 10, 11}

// lookOut lets every piece look outward.
func (b *board10x12) lookOut() {
	b.seen = [256]uint16{}
	for s := sargon.FirstSquare; s <= sargon.LastSquare; s++ {
		p := b.at(s)
		if p == sargon.Empty || p == sargon.Border {
			continue
		}
		switch p.Type() {
		case sargon.Pawn:
			// Its two captures: a white pawn attacks along +9 and +11, a black one
			// along −11 and −9.
			first := uint8(p>>7) * 2
			b.look(s, first, true)
			b.look(s, first+1, true)
		case sargon.Knight:
			for d := range uint8(8) {
				b.look(s, 8+d, true)
			}
		case sargon.Bishop:
			for d := range uint8(4) {
				b.look(s, d, false)
			}
		case sargon.Rook:
			for d := range uint8(4) {
				b.look(s, 4+d, false)
			}
		default:
			for d := range uint8(8) {
				b.look(s, d, p.Type() == sargon.King)
			}
		}
	}
}

// look marks the squares that the piece on s attacks in direction d, up to the first piece.
func (b *board10x12) look(s sargon.Square, d uint8, oneStep bool) {
	step, back := directions[d], opposite[d]&15
	for at := ahead(s, step); b.at(at) != sargon.Border; at = ahead(at, step) {
		b.seen[at] |= 1 << back
		b.first[at][back] = uint8(s)
		if oneStep || b.at(at) != sargon.Empty {
			return
		}
	}
}

// attackers builds the attack lists of a square (spec §5, §6).
func (b *board10x12) attackers(s sargon.Square) {
	b.clearLists()
	for seen := b.seen[s]; seen != 0; seen &= seen - 1 {
		d := bits.TrailingZeros16(seen)
		b.run(sargon.Square(b.first[s][d&15]), d, directions[d&15])
	}
}

// run enters the attackers in one direction: the nearest, and behind it those of the same
// colour that attack through it (spec §5).
func (b *board10x12) run(at sargon.Square, d int, step int8) {
	nearest := b.at(at)
	list := list(nearest.Color())
	behindQueen := false
	for p := nearest; ; {
		behindQueen = behindQueen || p.Type() == sargon.Queen
		if b.npins == 0 || !b.pinned(at, step) {
			b.enter(list, b.slot(p, step, behindQueen), p.Type().Value())
		}
		if p.Type() == sargon.King || p.Type() == sargon.Knight {
			return
		}
		for at = ahead(at, step); b.at(at) == sargon.Empty; {
			at = ahead(at, step)
		}
		p = b.at(at)
		if p == sargon.Border || p.Color() != nearest.Color() || !slides(p, d) {
			return
		}
	}
}

// slot returns where an attacker is filed: under its type, or with the queen behind which
// it stands. With a pin on the board the step takes the place of that mark: attackers
// along negative steps are all filed with the queens (spec §6, §14.3).
func (b *board10x12) slot(p sargon.Piece, step int8, behindQueen bool) sargon.PieceType {
	if b.npins == 0 && behindQueen || b.npins > 0 && step < 0 {
		return sargon.Queen
	}
	return p.Type()
}

// pinned tells whether a pin forbids the piece on a square to attack along a step: pinned
// once, it may do so only along the pin; pinned twice, not at all (spec §6).
func (b *board10x12) pinned(s sargon.Square, step int8) bool {
	found := false
	for i := range b.npins {
		if b.page[pinSquares+i] != uint8(s) {
			continue
		}
		direction := int8(b.page[pinDirections+i])
		if found || direction != step && direction != -step {
			return true
		}
		found = true
	}
	return false
}

// findPins rebuilds the pin list (spec §6). A queen pins what stands before it as a king
// does (spec §14.4).
func (b *board10x12) findPins() {
	b.npins = 0
	for i := range uint8(4) {
		s := sargon.Square(b.page[royals+i])
		if s == sargon.NoSquare {
			continue
		}
		for d := range directions[:8] {
			b.findPin(s, d)
		}
	}
}

// findPin looks for a pin in one direction from a royal piece.
func (b *board10x12) findPin(s sargon.Square, d int) {
	royal, step := b.at(s), directions[d]
	candidate := sargon.NoSquare
	for at := ahead(s, step); ; at = ahead(at, step) {
		p := b.at(at)
		switch {
		case p == sargon.Empty:
			continue
		case p == sargon.Border:
			return
		case p.Color() == royal.Color():
			if candidate != sargon.NoSquare {
				return
			}
			candidate = at
			continue
		}
		if candidate != sargon.NoSquare && slides(p, d) && (royal.Type() != sargon.Queen || p.Type() != sargon.Queen || b.queenInDanger(s, royal)) {
			b.page[pinSquares+b.npins] = uint8(candidate)
			b.page[pinDirections+b.npins] = uint8(step)
			b.npins++
		}
		return
	}
}

// queenInDanger tells whether a queen is attacked as often as it is defended, or more
// often, as far as the pins found so far allow.
func (b *board10x12) queenInDanger(s sargon.Square, queen sargon.Piece) bool {
	b.attackers(s)
	own, other := list(queen.Color()), list(queen.Color().Other())
	return int8(b.page[own]-b.page[other]-1) < 0
}

func (b *board10x12) pins(pins []sargon.Pin) []sargon.Pin {
	for i := range b.npins {
		pins = append(pins, sargon.Pin{
			Square:    sargon.Square(b.page[pinSquares+i]),
			Direction: int8(b.page[pinDirections+i]),
		})
	}
	return pins
}

// evaluate goes over the board from a1 to h8, empty squares too (spec §8).
func (b *board10x12) evaluate(v *view) sargon.Totals {
	b.lookOut()
	b.findPins()
	var t tally
	for s := sargon.FirstSquare; s <= sargon.LastSquare; s++ {
		p := b.at(s)
		if p == sargon.Border {
			continue
		}
		b.attackers(s)
		t.control += b.page[whiteList] - b.page[blackList]
		if v.examine != nil {
			v.examine.Attacks[s] = sargon.AttackList(b.page[whiteList:pinSquares])
		}
		if p == sargon.Empty {
			continue
		}
		t.control += standing(p, v.opening)
		e := b.exchange(p.Color(), 2*p.Type().Value())
		if v.examine != nil {
			v.examine.Exchanges[s] = int8(e)
		}
		t.occupied(v, s, p, e, uint8(s) == v.previousTo)
	}
	return t.totals(v)
}
