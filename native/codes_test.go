package native_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/native"
	"sargon78/native/codes"
	"sargon78/sargon"
	"sargon78/sargon/must"
)

// Every square of the 10x12 board is translated and translated back.
func TestSquaresBothWays(t *testing.T) {
	onBoard := 0
	for i := range 256 {
		s := sargon.Square(i)
		n88, n64 := native.To0x88(s), native.To64(s)
		if !s.OnBoard() {
			assert.EqualValues(t, native.Nowhere0x88, n88, "%v", s)
			assert.Equal(t, native.Nowhere64, n64, "%v", s)
			assert.Equal(t, sargon.NoSquare, native.From0x88(n88))
			assert.Equal(t, sargon.NoSquare, native.From64(n64))
			continue
		}
		assert.Equal(t, s, native.From0x88(n88))
		assert.Equal(t, s, native.From64(n64))
		assert.Equal(t, s.Rank()*16+s.File(), int(n88))
		assert.Equal(t, onBoard, n64, "squares are counted from a1 along the ranks")
		assert.Equal(t, s, must.Have(sargon.ParseSquare(s.String())))
		assert.Equal(t, s, sargon.SquareAt(s.File(), s.Rank()))
		onBoard++
	}
	assert.Equal(t, 64, onBoard)
}

// Every number of the 0x88 board: half of them are squares.
func TestNumbers0x88BothWays(t *testing.T) {
	squares := map[sargon.Square]bool{}
	for i := range 256 {
		n := uint8(i)
		s := native.From0x88(n)
		assert.Equal(t, n&0x88 == 0, s.OnBoard(), "%02X", n)
		if s.OnBoard() {
			assert.Equal(t, n, native.To0x88(s))
			squares[s] = true
		}
	}
	assert.Len(t, squares, 64)
	for n := range 64 {
		assert.Equal(t, n, native.To64(native.From64(n)))
	}
	assert.Equal(t, sargon.NoSquare, native.From64(-1))
}

// pieces are the twelve pieces of chess and the empty square, with their codes.
var pieces = []struct {
	letter     byte
	sargon     int
	signed     int
	bigEnd     int
	littleEnd  int
	pawnsApart int
	ways       int
	wayBits    int
	oneBit     int
}{
	{'.', 0x00, 0, 0x0, 0x0, 0x0, 0x0, 0x00, 0x00},
	{'P', 0x01, 1, 0x1, 0x2, 0x1, 0x1, 0x41, 0x41},
	{'N', 0x02, 2, 0x2, 0x4, 0x3, 0x2, 0x42, 0x42},
	{'B', 0x03, 3, 0x3, 0x6, 0x4, 0x5, 0x44, 0x44},
	{'R', 0x04, 4, 0x4, 0x8, 0x5, 0x6, 0x48, 0x48},
	{'Q', 0x05, 5, 0x5, 0xA, 0x6, 0x7, 0x4C, 0x50},
	{'K', 0x06, 6, 0x6, 0xC, 0x7, 0x3, 0x50, 0x60},
	{'p', 0x81, -1, 0x9, 0x3, 0xA, 0x9, 0x81, 0x81},
	{'n', 0x82, -2, 0xA, 0x5, 0xB, 0xA, 0x82, 0x82},
	{'b', 0x83, -3, 0xB, 0x7, 0xC, 0xD, 0x84, 0x84},
	{'r', 0x84, -4, 0xC, 0x9, 0xD, 0xE, 0x88, 0x88},
	{'q', 0x85, -5, 0xD, 0xB, 0xE, 0xF, 0x8C, 0x90},
	{'k', 0x86, -6, 0xE, 0xD, 0xF, 0xB, 0x90, 0xA0},
}

func TestEncodings(t *testing.T) {
	require.Len(t, codes.Encodings, 8)
	for _, row := range pieces {
		want := map[string]int{
			"sargon": row.sargon, "signed": row.signed, "big-end": row.bigEnd,
			"little-end": row.littleEnd, "pawns-apart": row.pawnsApart,
			"ways": row.ways, "way-bits": row.wayBits, "one-bit": row.oneBit,
		}
		piece := sargon.Piece(row.sargon)
		require.Equal(t, row.letter, piece.Letter())
		for _, e := range codes.Encodings {
			assert.Equal(t, want[e.Name], e.Encode(piece), "%s of %c", e.Name, row.letter)
		}
	}
}

// A code stands for one piece at most, and the moved bit is lost by all but Sargon's.
func TestCodesDiffer(t *testing.T) {
	for _, e := range codes.Encodings {
		seen := map[int]bool{}
		for _, row := range pieces {
			seen[e.Encode(sargon.Piece(row.sargon))] = true
		}
		assert.Len(t, seen, len(pieces), e.Name)
		if e.Name != "sargon" {
			assert.Equal(t, e.Encode(0x86), e.Encode(0x9E), "%s: a castled king is a king", e.Name)
		}
		assert.NotEmpty(t, e.Use)
	}
}

func TestWhatCodesAreGoodFor(t *testing.T) {
	of := func(name string, p sargon.Piece) int { return encoding(t, name).Encode(p) }
	for _, row := range pieces[1:] {
		p := sargon.Piece(row.sargon)
		enemy := p ^ sargon.ColorBit
		assert.Negative(t, of("signed", p)*of("signed", enemy))
		assert.Equal(t, of("little-end", p)^1, of("little-end", enemy))
		assert.Equal(t, p.Color() == sargon.Black, of("big-end", p) >= 8)
		assert.Equal(t, p.Type() == sargon.Bishop || p.Type() == sargon.Queen, of("ways", p)&5 == 5)
		assert.Equal(t, p.Type() == sargon.Rook || p.Type() == sargon.Queen, of("ways", p)&6 == 6)
		assert.Equal(t, p.Type() == sargon.Bishop || p.Type() == sargon.Queen,
			of("one-bit", p)&(4+16) != 0)
	}
}

func position(t *testing.T, fen string) sargon.Position {
	t.Helper()
	return must.Have(sargon.ParseFEN(fen))
}

const kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 10"

// Four words of bits: those of the kings have type bits 1 and 2, and not 0.
func TestQuad(t *testing.T) {
	var words []uint64
	for line := range strings.Lines(view(t, "quad", position(t, kiwipete))) {
		words = append(words, must.Have(strconv.ParseUint(strings.TrimSpace(line[12:]), 16, 64)))
	}
	require.Len(t, words, 4)
	p := position(t, kiwipete)
	for n := range 64 {
		code := words[0]>>n&1 | words[1]>>n&1<<1 | words[2]>>n&1<<2 | words[3]>>n&1<<3
		assert.EqualValues(t, encoding(t, "big-end").Encode(p.Board[native.From64(n)]), code, "square %d", n)
	}
	kings := words[2] & words[1] &^ words[0]
	assert.Equal(t, uint64(1)<<native.To64(sargon.E1), kings&^words[3])
}

func TestIdentities(t *testing.T) {
	start := sargon.StartPosition()
	l := must.Have(codes.Identify(start))
	for square, id := range map[string]codes.Identity{
		"a1": 1, "h1": 8, "a2": 9, "a8": 17, "h8": 24, "h7": 32,
	} {
		s := must.Have(sargon.ParseSquare(square))
		assert.Equal(t, id, l.Board[s], square)
		assert.Equal(t, s, l.Squares[id])
		assert.Equal(t, s, id.Home())
	}
	for id := codes.Identity(1); id <= 32; id++ {
		assert.Equal(t, start.Board[id.Home()], l.Pieces[id])
	}
	assert.Equal(t, start.Board, boardOf(l))
	assert.Equal(t, sargon.NoSquare, codes.Identity(0).Home())
}

// boardOf puts the pieces back on a board.
func boardOf(l *codes.PieceList) [sargon.BoardSize]sargon.Piece {
	p := sargon.EmptyPosition()
	for id, s := range l.Squares {
		if s != sargon.NoSquare {
			p.Board[s] = l.Pieces[id]
		}
	}
	return p.Board
}

// A second queen can only be a promoted pawn, and has a pawn's identity.
func TestPromotedPawnKeepsItsIdentity(t *testing.T) {
	p := position(t, "4k3/8/8/8/8/Q7/PPPP4/3QK3 w - - 0 30")
	l := must.Have(codes.Identify(p))
	assert.EqualValues(t, 4, l.Board[sargon.D1])
	assert.EqualValues(t, 13, l.Board[sargon.A1+20], "the first pawn that is missing: e2's")
	assert.Equal(t, sargon.Queen, l.Pieces[13].Type())
	assert.Equal(t, p.Board, boardOf(l))
}

func TestTooManyPieces(t *testing.T) {
	_, err := codes.Identify(position(t, "4k3/8/8/8/8/Q7/PPPPPPPP/3QK3 w - - 0 30"))
	assert.ErrorContains(t, err, "white queen on a3 is one too many")
}

func TestDrawings(t *testing.T) {
	p := position(t, kiwipete)
	assert.Equal(t, strings.TrimLeft(`
8 ♜ · · · ♚ · · ♜
7 ♟ · ♟ ♟ ♛ ♟ ♝ ·
6 ♝ ♞ · · ♟ ♞ ♟ ·
5 · · · ♙ ♘ · · ·
4 · ♟ · · ♙ · · ·
3 · · ♘ · · ♕ · ♟
2 ♙ ♙ ♙ ♗ ♗ ♙ ♙ ♙
1 ♖ · · · ♔ · · ♖
  a b c d e f g h
`, "\n"), codes.Unicode(p))

	ascii := strings.Split(codes.ASCII(p), "\n")
	assert.Equal(t, "8 | r |   |   |   | k |   |   | r |", ascii[1])
	assert.Equal(t, "    a   b   c   d   e   f   g   h", ascii[17])

	bytes := strings.Split(codes.Dump10x12(p), "\n")
	assert.Equal(t, "110: FF FF FF FF FF FF FF FF FF FF", bytes[0])
	assert.Equal(t, " 90: FF 84 00 00 00 86 00 00 84 FF", bytes[2])

	bytes = strings.Split(codes.Dump0x88(p), "\n")
	assert.Equal(t, "00: 04 00 00 00 06 00 00 04 | FF FF FF FF FF FF FF FF", bytes[7])

	signed := strings.Split(view(t, "signed", p), "\n")[3:]
	assert.Equal(t, "8 -4  .  .  . -6  .  . -4", signed[0])
	assert.Equal(t, "2 +1 +1 +1 +3 +3 +1 +1 +1", signed[6])
	assert.Equal(t, "   a  b  c  d  e  f  g  h", signed[8])

	l := must.Have(codes.Identify(p))
	assert.Equal(t, "1  1  .  .  .  5  .  .  8", strings.Split(l.Draw(), "\n")[7])
}

func Example_codes() {
	p, err := sargon.ParseFEN("4k3/8/8/8/8/8/8/R3K3 w Q - 0 40")
	if err != nil {
		fmt.Println(err)
		return
	}
	rook := p.Board[sargon.A1]
	for _, e := range codes.Encodings {
		fmt.Printf("%-11s %2X  wall %2X\n", e.Name, e.Encode(rook), e.Blockers.Neither)
	}
	// Output:
	// sargon       4  wall FF
	// signed       4  wall 63
	// big-end      4  wall  8
	// little-end   8  wall  1
	// pawns-apart  5  wall  8
	// ways         6  wall  8
	// way-bits    48  wall 20
	// one-bit     48  wall 3F
}
