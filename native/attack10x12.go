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

// attackers builds the attack lists of a square, looking in the directions given as bits
// (spec §5, §6).
func (b *board10x12) attackers(s sargon.Square, from uint16) {
	b.clearLists()
	for ; from != 0; from &= from - 1 {
		d := bits.TrailingZeros16(from)
		b.attackersFrom(s, d, directions[d&15])
	}
}

// attackersFrom enters the attackers in one direction: one run of one colour, in which
// each attacks the square on its own or through those before it.
func (b *board10x12) attackersFrom(s sargon.Square, d int, step int8) {
	at := b.nextPiece(s, d, step)
	p := b.at(at)
	if p == sargon.Empty || p == sargon.Border || !attacks(p, d, at == ahead(s, step)) {
		return
	}
	color := p.Color()
	behindQueen := false
	for {
		behindQueen = behindQueen || p.Type() == sargon.Queen
		if b.npins == 0 || !b.pinned(at, step) {
			b.enter(list(color), b.slot(p, step, behindQueen), p.Type().Value())
		}
		if p.Type() == sargon.King || p.Type() == sargon.Knight {
			return
		}
		at = b.nextPiece(at, d, step)
		if p = b.at(at); p == sargon.Border || p.Color() != color || !slides(p, d) {
			return
		}
	}
}

// nextPiece returns the next square that is not empty, which may be the border; or the one
// square to which a knight's step leads.
func (b *board10x12) nextPiece(s sargon.Square, d int, step int8) sargon.Square {
	s = ahead(s, step)
	for d < 8 && b.at(s) == sargon.Empty {
		s = ahead(s, step)
	}
	return s
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
// does (spec §14.4). The royal squares end with FF: an eleventh pin, along the step −1, puts
// that mark in the white king's place, and there are no more pins until he moves.
func (b *board10x12) findPins() {
	b.npins = 0
	for at := uint8(royals); at < royalsEnd && b.page[at] != endMark; at++ {
		s := sargon.Square(b.page[at])
		if s == sargon.NoSquare {
			continue
		}
		for d := range directions[:8] {
			b.findPin(s, d)
		}
	}
}

// findPin looks for a pin in one direction from a royal piece: next an own piece, and
// behind it an enemy that moves along this line.
func (b *board10x12) findPin(s sargon.Square, d int) {
	royal, step := b.at(s), directions[d&7]
	candidate := b.nextPiece(s, d, step)
	if p := b.at(candidate); p == sargon.Border || p.Color() != royal.Color() {
		return
	}
	enemy := b.at(b.nextPiece(candidate, d, step))
	if enemy == sargon.Border || enemy.Color() == royal.Color() || !slides(enemy, d) {
		return
	}
	// A queen is pinned to by a queen only if it could be lost.
	if royal.Type() == sargon.Queen && enemy.Type() == sargon.Queen && !b.queenInDanger(s, royal) {
		return
	}
	b.enterPin(candidate, step)
}

func (b *board10x12) enterPin(s sargon.Square, step int8) {
	b.page[pinSquares+b.npins] = uint8(s)
	b.page[pinDirections+b.npins] = uint8(step)
	b.npins++
}

// queenInDanger tells whether a queen is attacked as often as it is defended, or more
// often, as far as the pins found so far allow.
func (b *board10x12) queenInDanger(s sargon.Square, queen sargon.Piece) bool {
	b.attackers(s, allDirections)
	own, other := list(queen.Color()), list(queen.Color().Other())
	return int8(b.page[own]-b.page[other]-1) < 0
}

// allDirections are the sixteen directions from which a square can be attacked, as bits.
const allDirections = 0xFFFF

func (b *board10x12) pins(pins []sargon.Pin) []sargon.Pin {
	for i := range b.npins {
		pins = append(pins, sargon.Pin{
			Square:    sargon.Square(b.page[pinSquares+i]),
			Direction: int8(b.page[pinDirections+i]),
		})
	}
	return pins
}
