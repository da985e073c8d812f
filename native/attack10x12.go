package native

import "sargon78/sargon"

func (b *board10x12) inCheck(side sargon.Color) bool {
	s := sargon.Square(b.cells[royals+sargon.WhiteKing+int(side>>7)])
	return b.attacked(s, b.squares[s].Color())
}

// attacked tells whether a piece of the other colour attacks a square, as ATTACK does
// when it is used as a test (spec §5): only the first piece in each direction matters.
func (b *board10x12) attacked(s sargon.Square, own sargon.Color) bool {
	for d, step := range directions[:16] {
		at := ahead(s, step)
		for d < 8 && b.squares[at] == sargon.Empty {
			at = ahead(at, step)
		}
		p := b.squares[at]
		if p != sargon.Empty && p != sargon.Border && p.Color() != own && attacks(p, d, at == ahead(s, step)) {
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
	case t == sargon.Queen:
		return true
	case t == sargon.King:
		return adjacent
	case d >= 4:
		return t == sargon.Rook
	case t == sargon.Pawn:
		return adjacent && p.Color() == capturesDown[d]
	default:
		return t == sargon.Bishop
	}
}

// capturesDown is the colour of the pawns that capture towards a square on which one
// looks back along the first four directions: pawns above it are Black's.
var capturesDown = [4]sargon.Color{sargon.Black, sargon.Black, sargon.White, sargon.White}

// attackers builds the attack lists of a square (spec §5, §6).
func (b *board10x12) attackers(s sargon.Square) {
	b.clearLists()
	for d, step := range directions[:16] {
		var (
			color sargon.Color // of the first piece met: the run ends at another
			met   bool
			queen bool
		)
		adjacent := true
		for at := ahead(s, step); ; at = ahead(at, step) {
			p := b.squares[at]
			if p == sargon.Empty {
				if d >= 8 {
					break
				}
				adjacent = false
				continue
			}
			if p == sargon.Border || met && p.Color() != color || !attacks(p, d, adjacent) {
				break
			}
			met, color, adjacent = true, p.Color(), false
			queen = queen || p.Type() == sargon.Queen
			if b.npins == 0 || !b.pinned(at, step) {
				b.enter(list(color), b.slot(p, step, queen), p.Type().Value())
			}
			if d >= 8 || p.Type() == sargon.King {
				break
			}
		}
	}
}

// slot returns where an attacker is filed: under its type, or with the queen behind which
// it stands. With a pin on the board the step takes the place of that mark: attackers
// along negative steps are all filed with the queens (spec §6, §14.3).
func (b *board10x12) slot(p sargon.Piece, step int8, queen bool) sargon.PieceType {
	if b.npins > 0 {
		queen = step < 0
	}
	if queen {
		return sargon.Queen
	}
	return p.Type()
}

// pinned tells whether a pin forbids the piece on a square to attack along a step: pinned
// once, it may do so only along the pin; pinned twice, not at all (spec §6).
func (b *board10x12) pinned(s sargon.Square, step int8) bool {
	found := false
	for i := range b.npins {
		if b.cells[pinSquares+i] != uint8(s) {
			continue
		}
		direction := int8(b.cells[pinDirections+i])
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
	for i := range 4 {
		s := sargon.Square(b.cells[royals+i])
		if s == sargon.NoSquare {
			continue
		}
		for d, step := range directions[:8] {
			b.findPin(s, d, step)
		}
	}
}

// findPin looks for a pin in one direction from a royal piece.
func (b *board10x12) findPin(s sargon.Square, d int, step int8) {
	royal := b.squares[s]
	candidate := sargon.NoSquare
	for at := ahead(s, step); ; at = ahead(at, step) {
		p := b.squares[at]
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
			b.cells[pinSquares+b.npins] = uint8(candidate)
			b.cells[pinDirections+b.npins] = uint8(step)
			b.npins++
		}
		return
	}
}

// slides tells whether a piece moves any distance in direction d.
func slides(p sargon.Piece, d int) bool {
	t := p.Type()
	return t == sargon.Queen || t == sargon.Bishop && d < 4 || t == sargon.Rook && d >= 4
}

// queenInDanger tells whether a queen is attacked as often as it is defended, or more
// often, as far as the pins found so far allow.
func (b *board10x12) queenInDanger(s sargon.Square, queen sargon.Piece) bool {
	b.attackers(s)
	own, other := list(queen.Color()), list(queen.Color().Other())
	return int8(b.cells[own]-b.cells[other]-1) < 0
}

func (b *board10x12) pins(pins []sargon.Pin) []sargon.Pin {
	for i := range b.npins {
		pins = append(pins, sargon.Pin{
			Square:    sargon.Square(b.cells[pinSquares+i]),
			Direction: int8(b.cells[pinDirections+i]),
		})
	}
	return pins
}

// evaluate goes over the board from a1 to h8, empty squares too (spec §8).
func (b *board10x12) evaluate(v *view) sargon.Totals {
	b.findPins()
	var t tally
	for s := sargon.FirstSquare; s <= sargon.LastSquare; s++ {
		p := b.squares[s]
		if p == sargon.Border {
			continue
		}
		b.attackers(s)
		t.control += b.cells[whiteList] - b.cells[blackList]
		if v.examine != nil {
			v.examine.Attacks[s] = sargon.AttackList(b.cells[whiteList:pinSquares])
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
