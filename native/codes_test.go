package native_test

import (
	"slices"
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

// Every square of the 10x12 board is translated and translated back; all other numbers are none.
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
		onBoard++
	}
	assert.Equal(t, 64, onBoard)
	for i := range 256 {
		n := uint8(i)
		assert.Equal(t, n&0x88 == 0, native.From0x88(n).OnBoard(), "%02X", n)
	}
	assert.Equal(t, sargon.NoSquare, native.From64(-1))
}

// coded are the codes of the twelve pieces of chess, PNBRQKpnbrqk, and of the empty square, as the
// encodings have them in their order.
var coded = []struct {
	piece sargon.Piece
	codes [8]int
}{
	{0x00, [...]int{0x00, 0, 0x0, 0x0, 0x0, 0x0, 0x00, 0x00}},
	{0x01, [...]int{0x01, 1, 0x1, 0x2, 0x1, 0x1, 0x41, 0x41}},
	{0x02, [...]int{0x02, 2, 0x2, 0x4, 0x3, 0x2, 0x42, 0x42}},
	{0x03, [...]int{0x03, 3, 0x3, 0x6, 0x4, 0x5, 0x44, 0x44}},
	{0x04, [...]int{0x04, 4, 0x4, 0x8, 0x5, 0x6, 0x48, 0x48}},
	{0x05, [...]int{0x05, 5, 0x5, 0xA, 0x6, 0x7, 0x4C, 0x50}},
	{0x06, [...]int{0x06, 6, 0x6, 0xC, 0x7, 0x3, 0x50, 0x60}},
	{0x81, [...]int{0x81, -1, 0x9, 0x3, 0xA, 0x9, 0x81, 0x81}},
	{0x82, [...]int{0x82, -2, 0xA, 0x5, 0xB, 0xA, 0x82, 0x82}},
	{0x83, [...]int{0x83, -3, 0xB, 0x7, 0xC, 0xD, 0x84, 0x84}},
	{0x84, [...]int{0x84, -4, 0xC, 0x9, 0xD, 0xE, 0x88, 0x88}},
	{0x85, [...]int{0x85, -5, 0xD, 0xB, 0xE, 0xF, 0x8C, 0x90}},
	{0x86, [...]int{0x86, -6, 0xE, 0xD, 0xF, 0xB, 0x90, 0xA0}},
}

// walls are what blocks neither, White, Black and both, by encoding.
var walls = [8][4]int{
	{0xFF, 0x07, 0x87, codes.NoBlocker}, {99, 7, -7, codes.NoBlocker},
	{0x08, 0x07, 0x0F, codes.NoBlocker}, {0x01, 0x0E, 0x0F, codes.NoBlocker},
	{0x08, 0x02, 0x09, codes.NoBlocker}, {0x08, 0x04, 0x0C, codes.NoBlocker},
	{0x20, 0x40, 0x80, 0xC0}, {0x3F, 0x40, 0x80, 0xC0},
}

// A code stands for one piece at most, the moved bit is lost by all but Sargon's, and what blocks
// is no piece.
func TestEncodings(t *testing.T) {
	names := strings.Fields("sargon signed big-end little-end pawns-apart ways way-bits one-bit")
	require.Len(t, codes.Encodings, len(names))
	for i, e := range codes.Encodings {
		assert.Equal(t, names[i], e.Name)
		assert.NotEmpty(t, e.Purpose)
		seen := map[int]bool{}
		for _, row := range coded {
			assert.Equal(t, row.codes[i], e.Encode(row.piece), "%s of %v", e.Name, row.piece)
			seen[e.Encode(row.piece)] = true
		}
		if e.Name != "sargon" {
			assert.Equal(t, e.Encode(0x86), e.Encode(0x9E), "%s: a castled king is a king", e.Name)
		}
		b, n := e.Blockers, len(coded)
		assert.Equal(t, walls[i], [4]int{b.Neither, b.White, b.Black, b.Both}, e.Name)
		for _, code := range walls[i] {
			if code != codes.NoBlocker {
				seen[code] = true
				n++
			}
		}
		assert.Len(t, seen, n, "%s: each code is there once", e.Name)
		assert.GreaterOrEqual(t, n, len(coded)+3, e.Name)
		assert.Contains(t, e.Legend(), "White's "+e.Code(b.White), e.Name)
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
		bigEnd := codes.Encodings[2]
		assert.EqualValues(t, bigEnd.Encode(p.Board[native.From64(n)]), code, "square %d", n)
	}
	kings := words[2] & words[1] &^ words[0]
	assert.Equal(t, uint64(1)<<native.To64(sargon.E1), kings&^words[3])
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

	assert.Contains(t, view(t, "one-bit", p), "  C0  88  00", "the border blocks both")

	bytes = strings.Split(codes.Dump0x88(p), "\n")
	assert.Equal(t, "00: 04 00 00 00 06 00 00 04 | FF FF FF FF FF FF FF FF", bytes[7])

	signed := strings.Split(view(t, "signed", p), "\n")[3:]
	assert.Equal(t, "8 -4  .  .  . -6  .  . -4", signed[0])
	assert.Equal(t, "2 +1 +1 +1 +3 +3 +1 +1 +1", signed[6])
	assert.Equal(t, "   a  b  c  d  e  f  g  h", signed[8])
}

func TestNumberingsAreDrawn(t *testing.T) {
	for name, want := range map[string]string{
		"10x12":   "1  (20)  21   22   23   24   25   26   27   28  (29)\n",
		"0x88":    "5   40   41   42   43   44   45   46   47  (48) (49) (4A) (4B) (4C) (4D) (4E) (4F)\n",
		"mailbox": "8    -1   56   57   58   59   60   61   62   63   -1\n",
	} {
		for _, n := range codes.Numberings {
			if n.Name == name {
				assert.Contains(t, n.String(), want)
			}
		}
	}
	text := codes.Numberings[1].String()
	assert.Contains(t, text, "8  112  113", "0x88 is drawn in decimal too")
	assert.Contains(t, text, "h4 37  +1 = 38   & 08 = 08   & 80 = 00   & 88 = 08   right\n")
	assert.Contains(t, text, "c1 02 -16 = F2   & 08 = 00   & 80 = 80   & 88 = 80   down\n")
}

// view draws a position by the name of the view.
func view(t *testing.T, name string, p sargon.Position) string {
	t.Helper()
	i := slices.IndexFunc(codes.Views, func(v codes.View) bool { return v.Name == name })
	require.GreaterOrEqual(t, i, 0, name)
	return codes.Views[i].Draw(p)
}

func TestRelationOfSquares(t *testing.T) {
	for squares, want := range map[string][3]string{
		"a1h8": {"7 for a king, 14 along", "northeast, 7 × a step of +11 on 10x12, of +17",
			"queen, bishop"},
		"e4e1": {"3 for a king, 3 along", "south, 3 × a step of -10 on 10x12, of -16", "queen, rook"},
		"b1c3": {"2 for a king, 3 along", "north-northeast, 1 × a step of +21 on 10x12, of +33", "knight"},
		"g5e4": {"2 for a king, 3 along", "west-southwest, 1 × a step of -12 on 10x12, of -18", "knight"},
		"e4d5": {"1 for a king, 2 along", "northwest, 1 × a step of +9 on 10x12, of +15",
			"queen, bishop, king, white pawn"},
		"e5d4": {"1 for a king, 2 along", "southwest, 1 × a step of -11 on 10x12, of -17",
			"queen, bishop, king, black pawn"},
		"a1b1": {"1 for a king, 1 along", "east, 1 × a step of +1 on 10x12, of +1", "queen, rook, king"},
		"a1c4": {"3 for a king, 5 along", "none: no piece goes there", ""},
		"a1a1": {"0 for a king, 0 along", "none: no piece goes there", ""},
	} {
		m := must.Have(sargon.ParseMove(squares))
		lines := strings.Split(codes.Relation(m.From, m.To), "\n")
		assert.Contains(t, lines[1], "distance:   "+want[0], squares)
		assert.Contains(t, lines[2], "direction:  "+want[1], squares)
		if want[2] != "" {
			assert.Equal(t, "could go:   "+want[2], lines[3], squares)
		}
	}
	assert.Contains(t, codes.Relation(sargon.A1, sargon.H8), "77 - 00 = +119 on 0x88, place EE")
}

func TestPiecesOfASCII(t *testing.T) {
	text := codes.Figures(sargon.StartPosition())
	for _, r := range text {
		require.Less(t, r, rune(128))
	}
	assert.Contains(t, text, "8 |  |#|  |:/_##\\:|", "Black's pieces are filled, dark squares shaded")
	assert.Contains(t, text, "1 |::| |::| /_  \\ |")
	assert.Len(t, strings.Split(text, "\n"), 4*8+3)
}

// Every view draws something of every position, and ends its last line.
func TestViewsDraw(t *testing.T) {
	for _, fen := range []string{sargon.StartFEN, kiwipete,
		"4k3/8/8/8/8/Q7/PPPPPPPP/3QK3 w - - 0 30"} {
		p := position(t, fen)
		for _, v := range codes.Views {
			text := v.Draw(p)
			assert.True(t, strings.HasSuffix(text, "\n"), v.Name)
			for line := range strings.Lines(text) {
				assert.Equal(t, strings.TrimRight(line, " \n")+"\n", line,
					"%s: blanks at an end", v.Name)
			}
		}
	}
}
