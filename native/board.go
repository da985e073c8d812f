package native

import (
	"sargon78/native/reference"
	"sargon78/sargon"
)

// A board holds a position, moves in it and evaluates. Its squares have numbers of its own, which
// move records hold too; only square and number translate.
type board interface {
	name() string

	number(sargon.Square) uint8
	square(number uint8) sargon.Square

	// shareMemory has the board keep pins and royal squares in the memory of a game.
	shareMemory(*reference.Tail)

	// set sets up the board and the royal squares of a position; get is its inverse.
	set(*sargon.Position)
	get(*sargon.Position)

	// reset empties the list of moves, and gives it room for so many records.
	reset(room int)

	// moves lists the pseudo-legal moves of a side after those that are listed, in the
	// order of spec §4: a pair as two records. previous is the move that led here.
	moves(side sargon.Color, previous *record) []record

	// free takes as many records off the end of the list.
	free(records int)

	// make and unmake a move with its second half, which is looked at only if the
	// flags say that there is one, and may be nil (spec §9).
	make(first, second *record)
	unmake(first, second *record)

	// promoteTo puts a piece of another type in place of one.
	promoteTo(number uint8, t sargon.PieceType)

	// inCheck reports whether the king of a side is attacked (spec §5).
	inCheck(sargon.Color) bool

	// evaluate finds the pins and does the static evaluation (spec §6–8).
	evaluate(*evalContext) sargon.Totals

	// pins appends the pin list of the last evaluation, as far as it has room.
	pins([]sargon.Pin) []sargon.Pin
}

// evalContext is what a static evaluation depends on in addition to the board (spec §8).
type evalContext struct {
	side       sargon.Color // COLOR: the side that moved; at the root, the side to move
	moveNumber uint8        // MOVENO
	previousTo uint8        // where the move that is evaluated went, in the board's numbers
	control    uint8        // BC0, board control at the root
	material   uint8        // MV0, material at the root
}

// record is a move of the list area (spec §3), 6 bytes in 1978. Its squares are in the
// numbers of the board that generated it.
type record struct {
	link  uint16 // the next record of the list, from 1; 0 ends the list
	from  uint8
	to    uint8
	flags sargon.Flags
	value sargon.Value
}

// recordOf returns a move in the numbers of a board.
func recordOf(b board, m sargon.Move) record {
	return record{from: b.number(m.From), to: b.number(m.To), flags: m.Flags}
}

// moveOf is the inverse of recordOf.
func moveOf(b board, r *record) sargon.Move {
	return sargon.Move{From: b.square(r.from), To: b.square(r.to), Flags: r.flags}
}

// Sizes of the list area (spec §3).
const (
	areaRecords = 341  // a record may start up to byte 2040 of 2048, at 6 bytes each
	plyRecords  = 1024 // without limits: no square is reached from more than 16 sides
)

// roomFor returns how many records a search has room for.
func roomFor(options *sargon.SearchOptions) int {
	if options.NoLimits {
		return (int(options.Level) + 1) * plyRecords
	}
	return areaRecords
}

// firstMoveFlag returns the flag for the first move of a piece.
func firstMoveFlag(p sargon.Piece) sargon.Flags {
	if p.Moved() {
		return 0
	}
	return sargon.FirstMove
}

// Directions: one table of signed steps on the board of 1978, in the order in which moves are
// generated and attackers are looked for (spec §2). The pin list holds them.
var directions = [16]int8{
	+9, +11, -11, -9, // diagonals
	+10, -10, +1, -1, // ranks and files
	-21, -12, +8, +19, +21, +12, -8, -19, // knight
}

// pawnsOf holds whose pawns attack the square from which a look goes along a diagonal: those
// above it are Black's.
var pawnsOf = [4]sargon.Color{sargon.Black, sargon.Black, sargon.White, sargon.White}

// shared is the part of the memory of 1978 on which a board works: what runs over the end of one
// table falls into the next.
type shared struct {
	tail   *reference.Tail // attack lists, pin list, and all that a list may spill into
	royals *royals         // in tail
	npins  uint8           // NPINS

	// odd is set from where the search tries an old record of the list area (spec §14.8). From then on
	// pieces may stand on the board that no move of chess brings about.
	odd bool

	board [sargon.BoardSize]sargon.Piece // as bytes of 1978, for a look from off the board
}

func (m *shared) shareMemory(tail *reference.Tail) {
	m.tail, m.royals = tail, (*royals)(tail[reference.TailRoyals:])
}

func (m *shared) setRoyals(p *sargon.Position) {
	m.odd = false
	if m.tail == nil { // a board without a game: perft
		m.shareMemory(new(reference.Tail))
	}
	for i, s := range p.Royal {
		m.royals[i] = uint8(s)
	}
}

func (m *shared) getRoyals(p *sargon.Position) {
	for i, s := range m.royals {
		p.Royal[i] = sargon.Square(s)
	}
}

// moreRoyals reports whether the row of royal squares goes on at a place in tail. It ends with FF: if
// an exchange has changed that, it goes on over the scores (spec, appendix).
func (m *shared) moreRoyals(at int) bool {
	if at == len(m.tail) {
		panic(noEndMark)
	}
	return m.tail[at] != 0xFF
}

// addPin writes a pin to the end of the list. Too many write over the steps of others, and over the
// royal squares.
func (m *shared) addPin(square uint8, step int8) {
	at := reference.TailPins + int(m.npins)
	if at+maxPins >= len(m.tail) {
		panic(tooManyPins)
	}
	m.tail[at], m.tail[at+maxPins] = square, uint8(step)
	m.npins++
}

// lessProtected reports whether the lists just built hold no more attackers of a colour than of the
// other one.
func (m *shared) lessProtected(color sargon.Color) bool {
	own, other := m.tail[0], m.tail[listLength]
	if color == sargon.Black {
		own, other = other, own
	}
	return int8(own-other-1) < 0
}

// pins appends the pin list of the last evaluation, as far as it has room.
func (m *shared) pins(pins []sargon.Pin) []sargon.Pin {
	for i := range min(m.npins, maxPins) {
		pins = append(pins, sargon.Pin{
			Square:    sargon.Square(m.tail[reference.TailPins+i]),
			Direction: int8(m.tail[reference.TailSteps+i]),
		})
	}
	return pins
}

// listLength is the length of an attack list (spec §6): a count, and six slots. Black's
// follows White's.
const listLength = 7

// spilling is how many attackers of one colour it takes to fill its list so that it spills
// into the bytes after it: two and two more filed with the queens, and the king.
const spilling = 5

// maxPins is the room of the pin list.
const maxPins = reference.TailSteps - reference.TailPins

// isEmpty reports whether a look along a path takes the piece p for nothing: one without a type, too
// (spec §14.8).
func isEmpty(p sargon.Piece) bool { return p&sargon.TypeBits == 0 }

func tabulate[T any](f func(int) T) (table [256]T) {
	for i := range table {
		table[i] = f(i)
	}
	return table
}
