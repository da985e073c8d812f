package native

import "sargon78/sargon"

// An exchange may take half of the number of a royal square for an attacker (spec §7). The king or
// queen then counts as standing elsewhere, perhaps on a byte that is no square: the border, or one of
// the tables after the board. How far these are determined, the appendix of the page says. A look from
// there goes over bytes, one step at a time as spec §5 tells it.

// lister is a board that files attackers in its attack lists.
type lister interface {
	get(*sargon.Position)

	// pinForbids reports whether the pin list forbids a piece to attack along a step.
	pinForbids(square uint8, step int8) bool

	// enter enters an attacker that was found along a step into the list of its colour.
	enter(p sargon.Piece, step int8, behindQueen bool)
}

// look returns the byte at a distance from BOARDA. It panics where the page does not determine it.
func (m *shared) look(at uint8) sargon.Piece {
	switch {
	case int(at) < len(m.board):
		return m.board[at]
	case int(at) < len(m.board)+len(m.tail):
		return sargon.Piece(m.tail[int(at)-len(m.board)])
	}
	panic(lostRoyal)
}

// copyBoard copies the position of a board to where look finds it.
func (m *shared) copyBoard(b lister) {
	var p sargon.Position
	b.get(&p)
	m.board = p.Board
}

// attackedOffBoard reports whether the king is attacked that counts as standing on such a square.
func (m *shared) attackedOffBoard(b lister, square uint8) bool {
	m.copyBoard(b)
	own := m.look(square).Color()
	return m.scan(square, func(_ uint8, p sargon.Piece, _ int8, _ bool) bool { return p.Color() != own })
}

// scan goes through the sixteen directions from a square, up to an attacker for which found returns true
// (spec §5). It reports whether there was one.
func (m *shared) scan(
	square uint8, found func(at uint8, p sargon.Piece, step int8, behindQueen bool) bool,
) bool {
	for d, step := range directions {
		first, queen := sargon.Empty, false // the attacker met first, and whether one was a queen
		for at, steps := square+uint8(step), 1; ; at, steps = at+uint8(step), steps+1 {
			p := m.look(at)
			if isEmpty(p) && d < firstJump {
				continue
			}
			if p == sargon.Border || first != sargon.Empty && p.Color() != first.Color() ||
				!attacks(p, d, steps) {
				break
			}
			first, queen = p, queen || p.Type() == sargon.Queen
			if found(at, p, step, queen) {
				return true
			}
			if p.Type() == sargon.King || d >= firstJump {
				break
			}
		}
	}
	return false
}

// Where in directions lines and jumps of a knight begin.
const (
	firstLine = 4
	firstJump = 8
)

// attacks judges the piece p, met at a number of steps along direction d (spec §5).
func attacks(p sargon.Piece, d, steps int) bool {
	switch p.Type() {
	case sargon.Knight:
		return d >= firstJump
	case sargon.Queen:
		return d < firstJump
	case sargon.King:
		return d < firstJump && steps == 1
	case sargon.Rook:
		return firstLine <= d && d < firstJump
	case sargon.Bishop:
		return d < firstLine
	case sargon.Pawn:
		return d < firstLine && steps == 1 && p.Color() == pawnsOf[d]
	}
	return false
}

// findPinsOffBoard finds the pins to a royal square that is none of the board (spec §6).
func (m *shared) findPinsOffBoard(b lister, square uint8) {
	m.copyBoard(b)
	royal := m.look(square)
	for d, step := range directions[:firstJump] {
		candidate := uint8(sargon.NoSquare)
		for at := square + uint8(step); ; at += uint8(step) {
			p := m.look(at)
			if isEmpty(p) {
				continue
			}
			if p == sargon.Border || p.Color() == royal.Color() && candidate != 0 {
				break
			}
			if p.Color() == royal.Color() {
				candidate = at
				continue
			}
			if candidate != 0 && m.pinsOffBoard(b, p.Type(), d, square, royal) {
				m.addPin(candidate, step)
			}
			break
		}
	}
}

// pinsOffBoard reports whether a piece of a type pins along direction d to the royal piece there.
func (m *shared) pinsOffBoard(
	b lister, t sargon.PieceType, d int, square uint8, royal sargon.Piece,
) bool {
	switch {
	case t == sargon.Bishop:
		return d < firstLine
	case t == sargon.Rook:
		return d >= firstLine
	case t != sargon.Queen:
		return false
	case royal.Type() != sargon.Queen:
		return true
	}
	clear(m.tail[:2*listLength])
	m.scan(square, func(at uint8, p sargon.Piece, step int8, behindQueen bool) bool {
		if m.npins == 0 || !b.pinForbids(at, step) {
			b.enter(p, step, behindQueen)
		}
		return false
	})
	return m.lessProtected(royal.Color())
}
