package roms_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"sargon78/emu"
	"sargon78/roms"
	"sargon78/roms/romstest"
	"sargon78/sargon"
)

// program is the embedded ROM in a bare machine. Its routines are called one by one, with their
// data in the variables (spec §15), and what they leave is compared with what the specification
// says, worked out by hand.
type program struct {
	*emu.Machine
	t     *testing.T
	image *roms.Image
}

// newProgram has a position set up, if one is given.
func newProgram(t *testing.T, fen ...string) *program {
	t.Helper()
	image := romstest.Image(t)
	p := &program{emu.New(), t, image}
	p.Budget = 1e9
	require.NoError(t, p.Load(image.Load, image.Bytes))
	for _, fen := range fen {
		p.position(fen)
	}
	return p
}

// at is the address of a symbol.
func (p *program) at(name string) uint16 {
	p.t.Helper()
	addr, ok := p.image.Symbol(name)
	require.True(p.t, ok, name)
	return addr
}

func (p *program) cell(name string) uint8   { return p.Memory[p.at(name)] }
func (p *program) set(name string, v uint8) { p.Memory[p.at(name)] = v }
func (p *program) bytes(name string, n int) string {
	return fmt.Sprintf("%x", p.Memory[p.at(name):][:n])
}

// call runs a routine and returns A.
func (p *program) call(name string) uint8 {
	p.t.Helper()
	p.Registers = emu.Registers{SP: p.at("STACK")}
	require.NoError(p.t, p.Call(context.Background(), p.at(name)))
	return p.A
}

// position puts up a position for the side to move, with no pins and no previous move.
func (p *program) position(fen string) {
	p.t.Helper()
	position, err := sargon.ParseFEN(fen)
	require.NoError(p.t, err)
	for i, piece := range position.Board {
		p.Memory[p.at("BOARDA")+uint16(i)] = uint8(piece)
	}
	p.call("ROYALT")
	p.set("COLOR", uint8(position.Side))
	p.set("KOLOR", uint8(position.Side))
	p.set("MOVENO", position.MoveNumber)
	p.set("NPINS", 0)
	p.SetWord(p.at("MLPTRJ"), 0)
}

// record writes a move record at addr and makes it the previous one.
func (p *program) record(addr uint16, move string, flags uint8) {
	p.t.Helper()
	m, err := sargon.ParseMove(move)
	require.NoError(p.t, err)
	copy(p.Memory[addr:], []byte{0, 0, uint8(m.From), uint8(m.To), flags, 0})
	p.SetWord(p.at("MLPTRJ"), addr)
}

// generate calls the generator for ply 1, records from addr on, and returns the list as "e2e4-10".
func (p *program) generate(addr uint16) []string {
	p.t.Helper()
	p.set("NPLY", 1)
	p.SetWord(p.at("MLPTRI"), p.at("PLYIX")-2)
	p.SetWord(p.at("MLNXT"), addr)
	p.call("GENMOV")
	var list []string
	for a := p.Word(p.at("PLYIX") + 2); a>>8 != 0; a = p.Word(a) {
		list = append(list, p.move(a))
	}
	return list
}

// move reads a record.
func (p *program) move(addr uint16) string {
	m := sargon.Move{From: sargon.Square(p.Memory[addr+2]), To: sargon.Square(p.Memory[addr+3])}
	return fmt.Sprintf("%v-%02x", m, p.Memory[addr+4])
}

// attackers builds the attack lists of a square and returns White's and Black's half in
// hexadecimal.
func (p *program) attackers(square string) (white, black string) {
	p.t.Helper()
	s, err := sargon.ParseSquare(square)
	require.NoError(p.t, err)
	p.set("M3", uint8(s))
	p.set("P1", p.Memory[p.at("BOARDA")+uint16(s)])
	p.set("T1", 7)
	p.call("ATTACK")
	lists := p.bytes("ATKLST", 14)
	return lists[:14], lists[14:]
}

func TestRoyalSquareIsOnlyApproximate(t *testing.T) { // spec §14.1
	p := newProgram(t, "1n4k1/P7/8/8/8/8/8/3QK3 w - - 0 10")
	require.Equal(t, "19611800", p.bytes("POSK", 4), "e1 g8 d1 -")

	promotion, capture := p.at("MLIST"), p.at("MLIST")+6
	p.record(promotion, "a7b8", 0xA2) // takes the knight
	p.call("MOVE")
	require.Equal(t, uint8(0x0D), p.Memory[p.at("BOARDA")+92], "a queen that has moved")
	require.Equal(t, uint8(24), p.cell("POSQ"), "a promoted queen is not noted")

	p.position("1Q4k1/2n5/8/8/8/8/8/3QK3 b - - 0 10")
	require.Equal(t, uint8(92), p.cell("POSQ"), "the last one found")
	p.set("POSQ", 24)
	p.record(capture, "c7b8", 0x0D)
	p.call("MOVE")
	require.Equal(t, uint8(0), p.cell("POSQ"))
	p.call("UNMOVE")
	require.Equal(t, uint8(92), p.cell("POSQ"), "not d1, where it was")
}

func TestEnPassantNeedsNoTwoStep(t *testing.T) { // spec §14.2
	p := newProgram(t, "6k1/8/8/3pP3/8/8/8/6K1 w - - 0 10")
	p.record(0x0040, "d6d5", 0x10)
	list := p.generate(p.at("MLIST"))
	require.Contains(t, list, "e5d6-40")
	first := p.at("MLIST") + 6*uint16(slices.Index(list, "e5d6-40"))
	require.Equal(t, "d5d5-89", p.move(first+6), "the second record takes the pawn where it stands")

	p.record(0x0040, "d6d5", 0x00)
	require.NotContains(t, p.generate(p.at("MLIST")), "e5d6-40", "not its first move")
}

func TestPinnedAttackerIsTransparent(t *testing.T) { // spec §14.3
	p := newProgram(t, "4r1k1/8/8/8/8/8/4R2Q/4K3 w - - 0 10")
	p.call("PINFND")
	require.Equal(t, uint8(1), p.cell("NPINS"))
	require.Equal(t, uint8(35), p.cell("PLISTA"), "e2")

	white, _ := p.attackers("d2") // the king, and the queen through the rook, which does not count
	require.Equal(t, "0200000000"+"9a"+"00", white)
	white, _ = p.attackers("e5") // along its pin the rook counts, and the queen was found before it
	require.Equal(t, "0200000000"+"59"+"00", white)
}

func TestWithPinsNegativeStepsAreFiledAsQueens(t *testing.T) { // spec §14.3
	p := newProgram(t, "4r1k1/8/8/8/8/2N5/4R3/4K3 w - - 0 10")
	white, _ := p.attackers("d5")
	require.Equal(t, "01"+"00"+"03"+"00000000", white, "no pins known: with the knights")
	p.call("PINFND")
	white, _ = p.attackers("d5") // from d5 the knight stands 21 back
	require.Equal(t, "01"+"00000000"+"03"+"00", white)
	white, _ = p.attackers("d1") // from d1 it stands 19 ahead
	require.Equal(t, "02"+"00"+"03"+"000000"+"0a", white)
}

func TestQueenPinsLikeAKing(t *testing.T) { // spec §14.4
	p := newProgram(t, "3r2k1/8/8/8/8/3N4/8/3QK3 w - - 0 10")
	p.call("PINFND")
	require.Equal(t, uint8(1), p.cell("NPINS"))
	require.Equal(t, uint8(44), p.cell("PLISTA"), "d3")
	require.Equal(t, uint8(10), p.Memory[p.at("PLISTA")+10])
}

func TestPieceThatMovedStaysMarkedAsLost(t *testing.T) { // spec §14.5
	p := newProgram(t, "5bk1/8/7R/8/3p4/2N5/8/K7 b - - 0 10")
	p.set("COLOR", 0) // White has moved
	p.record(0x0040, "b1c3", 0)
	p.call("PINFND")
	p.call("POINTS")
	require.Equal(t, uint8(10), p.cell("PTSL"), "the rook on h6, doubled")
	require.Equal(t, uint8(43), p.cell("PTSCK"), "the knight on c3")
}

func TestAttackListOverflows(t *testing.T) { // spec §6, §14.6
	p := newProgram(t, "3R1k2/8/8/8/R6R/8/8/3R1K2 b - - 0 20")
	white, black := p.attackers("d4")
	require.Equal(t, "04"+"000000"+"55"+"55"+"00", white, "four rooks, two of them among the queens")
	require.Equal(t, "00000000000000", black)
}

func TestExchangeReadsOnWithoutEnd(t *testing.T) { // spec §7
	p := newProgram(t)
	copy(p.Memory[p.at("ATKLST"):], []byte{1, 0, 0, 0, 0, 0, 0, 2, 0x11, 0, 0, 0, 0, 0})
	p.set("P1", 0x89) // a black pawn
	p.set("T3", 1)
	p.call("XCHNG")
	r := p.Registers
	// White's slots are empty: Black's count, 2, is taken for a piece. Of the pawns that
	// defend, the copied count still knows, so a piece worth 4 takes one of 2 and could be
	// taken by one of 2: no exchange begins.
	require.Equal(t, uint8(0), r.E)
	require.Equal(t, "01"+"000000000000"+"00"+"010000000000", p.bytes("ATKLST", 14))
}

func TestHalfByteZeroIsNobody(t *testing.T) { // spec §7
	p := newProgram(t)
	copy(p.Memory[p.at("ATKLST"):], []byte{1, 0x01, 0, 0, 0, 0, 0, 2, 0x10, 0x03, 0, 0, 0, 0})
	// a black pawn, taken by a pawn; of its two defenders the first slot has lost one
	p.set("P1", 0x89)
	p.set("T3", 1)
	p.call("XCHNG")
	r := p.Registers
	require.Equal(t, uint8(2), r.E, "lost, because it is not taken back")
	require.Equal(t, "01"+"000000000000"+"02"+"010300000000", p.bytes("ATKLST", 14),
		"the slot was shifted")
}

func TestExchangeTakesTheEndMark(t *testing.T) { // spec §7
	p := newProgram(t, "7k/8/8/8/8/8/8/K7 w - - 0 10")
	clear(p.Memory[p.at("ATKLST"):p.at("POSK")])
	p.Memory[p.at("ATKLST")] = 5
	p.set("P1", 0x89)
	p.set("T3", 1)
	for range 5 {
		p.call("XCHNG") // White's only: a square of two half-bytes is used up in two
	}
	require.Equal(t, "0000"+"0000"+"0f", p.bytes("POSK", 5))
}

func TestMateIsCountedByTheMoveNumber(t *testing.T) { // spec §11, §13
	for _, fen := range []string{"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 10",
		"r3k3/8/8/8/8/8/5PPP/6K1 b - - 0 10"} {
		p := newProgram(t, fen)
		p.set("PLYMAX", 1)
		p.call("FNDMOV")
		require.Equal(t, uint8(0xFF), p.Memory[p.at("SCORE")+1], fen)
		require.Equal(t, uint8(10), p.cell("PMATE"), fen)
		require.Equal(t, uint8(0xFF), p.cell("PLYMAX"), "two less than 1")
	}
}

func TestFullListCutsACastling(t *testing.T) { // spec §3, §14.8
	p := newProgram(t, "k7/8/8/8/8/8/8/4K2R w K - 0 10")
	king := []string{"e1d2-10", "e1f2-10", "e1e2-10", "e1f1-10", "e1d1-10"}

	list := p.generate(p.at("MLIST"))
	require.Equal(t, append(slices.Clone(king), "e1g1-50"), list[:6])
	require.Equal(t, "h1f1-10", p.move(p.at("MLIST")+6*6))

	room := p.at("MLIST") + 2040 - 5*6 // for six records
	require.Equal(t, king, p.generate(room), "the king's half is stored and not linked")
	require.Equal(t, "e1g1-50", p.move(room+5*6))
	require.Equal(t, room+6*6, p.Word(p.at("MLNXT")))
	require.Equal(t, room+4*6, p.Word(p.at("MLLST")))

	// No room at all: the ply's head leads to what it did before.
	full := p.at("MLIST") + 2041
	p.record(p.at("MLIST"), "a1a8", 0)
	p.SetWord(p.at("PLYIX")+2, p.at("MLIST"))
	require.Equal(t, []string{"a1a8-00"}, p.generate(full))
	p.SetWord(p.at("PLYIX")+2, 0)
	require.Empty(t, p.generate(full))
}

func TestPieceOfTypeZero(t *testing.T) { // spec §3, §4, §8
	const zero = 0x08
	p := newProgram(t, "4k3/8/8/3p1p2/8/8/8/K6R w - - 0 10")
	square := p.at("BOARDA") + 75 // e6
	p.Memory[square] = zero
	list := p.generate(p.at("MLIST"))
	require.Equal(t, []string{"e6e5-00", "e6d5-89", "e6f5-89"}, list[len(list)-3:],
		"steps of a black pawn, of White's side")

	p.Memory[square] = 0
	p.Memory[p.at("BOARDA")+48] = zero // h3
	list = p.generate(p.at("MLIST"))
	require.Contains(t, list, "h1h3-18", "a rook goes there, and it goes into the flags")
	require.Contains(t, list, "h1h8-10", "and through it")

	p.position("k7/8/8/8/8/8/8/K7 w - - 0 10")
	p.call("PINFND")
	p.call("POINTS")
	p.Memory[square] = zero
	alone := p.cell("MTRL")
	p.call("POINTS")
	require.Equal(t, alone+2*8, p.cell("MTRL"))
}

func TestRootIsWrittenIntoThePreviousRecord(t *testing.T) { // spec §14.9
	p := newProgram(t, "6k1/8/8/8/8/8/8/6KR w - - 0 10")
	p.Memory[5] = 0xEE
	p.call("POINTS")
	require.NotEqual(t, uint8(0xEE), p.Memory[5], "no previous move: the record at 0")
	require.Equal(t, p.cell("VALM"), p.Memory[5])
}

func TestPlayersMove(t *testing.T) { // spec §13
	p := newProgram(t)
	p.call("INITBD")
	p.set("KOLOR", 0x80)
	p.set("MOVENO", 1)
	play := func(from, to uint8) uint8 {
		p.set("MVEMSG", from)
		p.Memory[p.at("MVEMSG")+1] = to
		return p.call("VALMOV")
	}
	require.NotZero(t, play(35, 65), "e2e5")
	require.Zero(t, p.Word(p.at("MLPTRJ")), "a refused move changes nothing")
	require.Zero(t, play(35, 55), "e2e4")
	require.Equal(t, uint8(0x09), p.Memory[p.at("BOARDA")+55], "a pawn that has moved")
	require.Equal(t, "e2e4-10", p.move(p.Word(p.at("MLPTRJ"))))

	p.position("4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 10")
	p.set("KOLOR", 0x80)
	require.NotZero(t, play(35, 34), "e2d2 leaves the king in check")
	require.Equal(t, uint8(0x0C), p.Memory[p.at("BOARDA")+35], "and is taken back")
	require.Zero(t, play(35, 95), "e2e8")
}

func TestBook(t *testing.T) { // spec §12
	p := newProgram(t)
	p.call("INITBD")
	p.set("MOVENO", 1)
	var moves []string
	for refresh := range uint8(2) {
		p.Registers = emu.Registers{SP: p.at("STACK"), R: refresh}
		require.NoError(t, p.Call(context.Background(), p.at("FNDMOV")))
		moves = append(moves, p.move(p.Word(p.at("BESTM"))))
	}
	require.ElementsMatch(t, []string{"e2e4-10", "d2d4-10"}, moves)

	p.set("KOLOR", 0x80)
	for first, answer := range map[string]string{
		"b1c3": "d7d5", "g1f3": "d7d5", "d2d4": "d7d5", "f2f4": "d7d5", "g2g3": "d7d5", "h2h3": "d7d5",
		"a2a3": "e7e5", "b2b3": "e7e5", "c2c4": "e7e5", "e2e4": "e7e5",
	} {
		p.record(p.at("MLIST")+1024, first, 0x10)
		p.call("FNDMOV")
		require.Equal(t, answer+"-10", p.move(p.Word(p.at("BESTM"))), first)
		require.Zero(t, p.Memory[p.at("SCORE")+1])
	}
}
