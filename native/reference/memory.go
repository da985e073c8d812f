package reference

import (
	"sargon78/sargon"
	"sargon78/sargon/spec/variables"
)

// memory is that of the machine. Spec §15 says where things lie, counted from where the
// program is loaded; here are those that matter:
//
//	0B4 …  BOARDA  the 10x12 board, 120 bytes (spec §1; drawn at sargon.Square)
//	12C …  ATKLST  attack list of White: count, slots of pawn, knight, bishop, rook, queen, king
//	133 …          attack list of Black
//	13A …  PLISTA  pin list: ten squares
//	144 …          ten directions
//	14E    POSK    royal squares: white king, black king
//	150    POSQ    white queen, black queen, end mark FF
//	153 …  SCORE   a row of 12 bytes
//	15F …  PLYIX   ten plies of 4 bytes: where the records start, and the head of the list
//	187 …          the stack of 1978, whose contents are not specified
//	300 …  MLIST   341 records of 6 bytes: link, from, to, flags, value
//
// A square is an index from BOARDA on, of one byte: it reaches up to 1B3. What is up to
// PLYIX is defined by this layout. PLYIX holds addresses, so what it looks like depends on
// where a program is loaded, and after it is the stack: a search that takes those for
// squares or attackers has left the specification, and the result says so (Undefined).
type memory struct {
	all [memorySize]uint8
}

const memorySize = 1 << 16

// Addresses of the variables.
const (
	// load is where our ROM is loaded. In one of the recordings a lost king looks at the
	// ply table, which holds addresses: there it must not find a queen or bishop.
	load = 0x1100

	boarda    = load + variables.BOARDA
	whiteList = load + variables.ATKLST
	blackList = whiteList + listLength
	plista    = load + variables.PLISTA
	posk      = load + variables.POSK
	posq      = load + variables.POSQ
	score     = load + variables.SCORE
	plyix     = load + variables.PLYIX
	mlist     = load + variables.MLIST

	// previousRecord is a place for the opponent's last move, where no list holds it.
	previousRecord = load + 0x070

	memoryEnd = mlist + listBytes

	// Without limits the rows that grow with the depth lie after all else.
	unlimitedScores = 0xFE00
	unlimitedPlies  = 0xFF00
	unlimitedEnd    = 0x10000
)

// Lengths.
const (
	listLength      = 7  // of the attack list of a colour
	pinRow          = 10 // from the square of a pin to its direction
	plyLength       = 4
	plyCells        = 10 * plyLength
	listBytes       = 2048
	maxRecordOffset = 2040 // a record may start up to here in the list area
	secondHalf      = 1024 // where the player's moves are generated (spec §13)
	recordBytes     = 6

	attackLists = 2 * listLength
	memoryBytes = memoryEnd - boarda // all that belongs to a game and its searches

	endMark = 0xFF // after the royal squares
)

// Fields of a record.
const (
	fieldFrom  = 2
	fieldTo    = 3
	fieldFlags = 4
	fieldValue = 5
)

// get and set are the only ways to a byte, but for what copies or clears whole tables (bytes).
// Package compare/prove watches them in its copy of this engine.
func (m *memory) get(at uint16) uint8 {
	return m.all[at]
}

func (m *memory) set(at uint16, v uint8) {
	m.all[at] = v
}

// clearLists empties the attack lists.
func (m *memory) clearLists() {
	*(*[attackLists]uint8)(m.all[whiteList:]) = [attackLists]uint8{}
}

// bytes returns n bytes from an address on.
func (m *memory) bytes(at uint16, n int) []uint8 { return m.all[at:][:n] }

func (m *memory) word(at uint16) uint16 { return uint16(m.get(at)) | uint16(m.get(at+1))<<8 }

func (m *memory) setWord(at, word uint16) {
	m.set(at, uint8(word))
	m.set(at+1, uint8(word>>8))
}

// at returns the byte on a square.
func (m *memory) at(square uint8) sargon.Piece {
	return sargon.Piece(m.get(boarda + uint16(square)))
}

func (m *memory) setAt(square uint8, piece sargon.Piece) {
	m.set(boarda+uint16(square), uint8(piece))
}

// move reads a record.
func (m *memory) move(record uint16) sargon.Move {
	return sargon.Move{
		From:  sargon.Square(m.get(record + fieldFrom)),
		To:    sargon.Square(m.get(record + fieldTo)),
		Flags: sargon.Flags(m.get(record + fieldFlags)),
	}
}

// setMove writes a record that no list holds.
func (m *memory) setMove(record uint16, move sargon.Move) {
	m.setWord(record, 0)
	m.set(record+fieldFrom, uint8(move.From))
	m.set(record+fieldTo, uint8(move.To))
	m.set(record+fieldFlags, uint8(move.Flags))
	m.setValue(record, 0)
}

// value returns the value in a record.
func (m *memory) value(record uint16) uint8 { return m.get(record + fieldValue) }

func (m *memory) setValue(record uint16, value uint8) { m.set(record+fieldValue, value) }

// oddType is what a bishop becomes that an old record promotes (spec §14.10).
const oddType sargon.PieceType = 7

// isEmpty reports whether a look along a path takes what it meets for nothing: a byte
// without type bits (spec §3). The border is not.
func isEmpty(piece sargon.Piece) bool { return piece&sargon.TypeBits == 0 }
