package native

import "sargon78/sargon"

// page is the memory of 1978 from the board on (spec §15), in the 256 bytes that an index
// of one byte can reach there. It is one array, because quirks run over the end of one
// area into the next: too many attackers spill from White's list into Black's and from
// there into the pin list, and an exchange that misses one of them goes looking for it,
// through the pin list and on into the royal squares (spec §6, §7).
//
//	  0 …  119  the 10x12 board (drawn at sargon.Square)
//	120 …  126  attack list of White: count, slots of pawn, knight, bishop, rook, queen, king
//	127 …  133  attack list of Black
//	134 …  143  pin list: squares
//	144 …  153  pin list: directions
//	154 …  157  royal squares: white king, black king, white queen, black queen
//	158         FF
//
// Whatever board an engine uses, squares and directions in here are those of the 10x12
// board: their halves may be taken for attackers.
type page [256]uint8

const (
	whiteList     = 120
	blackList     = 127
	pinSquares    = 134
	pinDirections = 144
	royals        = 154
	royalsEnd     = 158

	endMark = 0xFF
)

// clear is the page as it is loaded, with an empty board.
func (m *page) clear() {
	*m = page{}
	for i := range sargon.BoardSize {
		if !sargon.Square(i).OnBoard() {
			m[i] = uint8(sargon.Border)
		}
	}
	m[royalsEnd] = endMark
}

// at returns what stands on a square.
func (m *page) at(s sargon.Square) sargon.Piece { return sargon.Piece(m[s]) }

// list returns where the attack list of a colour starts.
func list(c sargon.Color) uint8 {
	if c == sargon.White {
		return whiteList
	}
	return blackList
}

// clearLists empties both attack lists. The pin list is never cleared.
func (m *page) clearLists() { clear(m[whiteList:pinSquares]) }

// enter puts an attacker of a value into a slot of a list (spec §6). A slot holds two
// half-bytes; a third attacker goes to the next slot and pushes what is there, without a
// look at where the list ends.
func (m *page) enter(list uint8, slot sargon.PieceType, value uint8) {
	m[list]++
	at := list + uint8(slot)
	switch {
	case m[at]&0x0F == 0:
		m[at] = m[at]<<4 | value
	case m[at]&0xF0 == 0:
		m[at] |= value << 4
	default:
		m[at+1] = m[at+1]<<4 | value
	}
}
