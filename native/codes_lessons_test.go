package native_test

import (
	"fmt"
	"math/bits"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/native"
	"sargon78/native/codes"
	"sargon78/sargon"
	"sargon78/sargon/must"
)

// What a teacher says of the codes, with the numbers that are worked out on the blackboard.

func square(t *testing.T, name string) sargon.Square {
	t.Helper()
	return must.Have(sargon.ParseSquare(name))
}

func TestNumbersOf0x88ThatAreWorkedOut(t *testing.T) {
	assert.EqualValues(t, 0x42, native.To0x88(square(t, "c5")), "c5 = 16·4 + 2")
	assert.EqualValues(t, 112, native.To0x88(sargon.A8))
	assert.EqualValues(t, 119, native.To0x88(sargon.H8))
	for _, n := range []uint8{8, 0x7E, 128, 180, 222, 255} {
		assert.NotZero(t, n&0x88, "%d", n)
		assert.Equal(t, sargon.NoSquare, native.From0x88(n), "%d is off the board", n)
	}
}

func TestBit08FindsTheSidesAndBit80TheEnds(t *testing.T) {
	for n := range 64 {
		s := native.From64(n)
		for step, leaves := range map[int]bool{+1: s.File() == 7, -1: s.File() == 0} {
			assert.Equal(t, leaves, (native.To0x88(s)+uint8(step))&0x08 != 0, "%v %+d", s, step)
		}
		for step, leaves := range map[int]bool{+16: s.Rank() == 7, -16: s.Rank() == 0} {
			assert.Equal(t, leaves, (native.To0x88(s)+uint8(step))&0x80 != 0, "%v %+d", s, step)
		}
	}
	text := codes.Numberings[1].String()
	assert.Contains(t, text, "h4 37  +1 = 38   & 08 = 08   & 80 = 00   & 88 = 08   right\n")
	assert.Contains(t, text, "c1 02 -16 = F2   & 08 = 00   & 80 = 80   & 88 = 80   down\n")
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
	assert.Contains(t, codes.Numberings[1].String(), "8  112  113", "0x88 is drawn in decimal too")
}

func TestOneBitHasTwoBitsForEachPiece(t *testing.T) {
	for _, row := range pieces[1:] {
		code := encoding(t, "one-bit").Encode(sargon.Piece(row.sargon))
		assert.Equal(t, 2, bits.OnesCount8(uint8(code)), "%c", row.letter)
	}
}

func TestWayBitsFindWhiteSliders(t *testing.T) {
	for _, row := range pieces {
		code := encoding(t, "way-bits").Encode(sargon.Piece(row.sargon))
		slider := code&0x40 != 0 && code&0x0C != 0
		assert.Equal(t, strings.ContainsRune("BRQ", rune(row.letter)), slider, "%c", row.letter)
		assert.Equal(t, strings.ContainsRune("bq", rune(row.letter)), code&0x84 == 0x84,
			"%c", row.letter)
	}
}

func TestBlockersAreNoPieces(t *testing.T) {
	for _, e := range codes.Encodings {
		seen := map[int]bool{}
		b := e.Blockers
		for _, code := range []int{b.Neither, b.White, b.Black, b.Both} {
			if code == codes.NoBlocker {
				continue
			}
			assert.False(t, seen[code], "%s: %X is named twice", e.Name, code)
			seen[code] = true
			for _, row := range pieces {
				assert.NotEqual(t, e.Encode(sargon.Piece(row.sargon)), code, e.Name)
			}
		}
		assert.GreaterOrEqual(t, len(seen), 3, e.Name)
		assert.Contains(t, e.Legend(), "White's "+e.Code(b.White), e.Name)
	}
}

// On a board with a border that is own and enemy at once, neither a slider that moves nor a
// line of sight needs a question about the border.
func TestABorderThatBlocksBothNeedsNoTest(t *testing.T) {
	p := position(t, kiwipete)
	one := encoding(t, "one-bit")
	var board [sargon.BoardSize]int
	for i := range board {
		s := sargon.Square(i)
		if board[i] = one.Blockers.Both; s.OnBoard() {
			board[i] = one.Encode(p.Board[s])
		}
	}
	for from := sargon.FirstSquare; from <= sargon.LastSquare; from++ {
		if !from.OnBoard() || board[from] == 0 {
			continue
		}
		own := board[from] & 0xC0
		for _, step := range []int{9, 11, -11, -9, 10, -10, 1, -1} {
			at := int(from)
			for {
				at += step
				if board[at]&own != 0 { // mine: stop before it
					break
				}
				require.True(t, sargon.Square(at).OnBoard(), "%v %+d", from, step)
				if board[at] != 0 { // his: capture it
					break
				}
			}
		}
	}
	assert.Contains(t, view(t, "one-bit", p), "  C0  88  00")
}

// view draws a position by the name of the view.
func view(t *testing.T, name string, p sargon.Position) string {
	t.Helper()
	for _, v := range codes.Views {
		if v.Name == name {
			return v.Draw(codes.Page{Position: p})
		}
	}
	t.Fatal(name)
	return ""
}

func encoding(t *testing.T, name string) *codes.Encoding {
	t.Helper()
	for i := range codes.Encodings {
		if codes.Encodings[i].Name == name {
			return &codes.Encodings[i]
		}
	}
	t.Fatal(name)
	return nil
}

func TestRelationOfSquares(t *testing.T) {
	for _, test := range []struct {
		from, to            string
		direction           string
		steps               int
		distance, manhattan int
		step88, difference  int
		pieces              string
	}{
		{"a1", "h8", "northeast", 7, 7, 14, 17, 119, "queen bishop"},
		{"e4", "e1", "south", 3, 3, 3, -16, -48, "queen rook"},
		{"b1", "c3", "north-northeast", 1, 2, 3, 33, 33, "knight"},
		{"g5", "e4", "west-southwest", 1, 2, 3, -18, -18, "knight"},
		{"e4", "d5", "northwest", 1, 1, 2, 15, 15, "queen bishop king white pawn"},
		{"e5", "d4", "southwest", 1, 1, 2, -17, -17, "queen bishop king black pawn"},
		{"a1", "b1", "east", 1, 1, 1, 1, 1, "queen rook king"},
		{"a1", "c4", "", 0, 3, 5, 0, 50, ""},
		{"a1", "a1", "", 0, 0, 0, 0, 0, ""},
	} {
		r := codes.RelationOf(square(t, test.from), square(t, test.to))
		assert.Equal(t, test.direction, r.Direction, test.from+test.to)
		assert.Equal(t, test.steps, r.Steps, test.from+test.to)
		assert.Equal(t, test.distance, r.Distance, test.from+test.to)
		assert.Equal(t, test.manhattan, r.Manhattan, test.from+test.to)
		assert.Equal(t, test.step88, r.Step0x88, test.from+test.to)
		assert.Equal(t, test.difference, r.Difference0x88, test.from+test.to)
		assert.Equal(t, test.pieces, strings.Join(r.Pieces(), " "), test.from+test.to)
	}
	text := codes.RelationOf(sargon.A1, sargon.H8).String()
	assert.Contains(t, text, "77 - 00 = +119 on 0x88, place EE")
}

// The difference of two numbers of 0x88 tells the relation of the squares by itself.
func TestTheDifferenceTellsTheRelation(t *testing.T) {
	type told struct {
		direction string
		steps     int
	}
	by := map[int]told{}
	for a := range 64 {
		for b := range 64 {
			r := codes.RelationOf(native.From64(a), native.From64(b))
			now := told{r.Direction, r.Steps}
			if before, ok := by[r.Difference0x88]; ok {
				require.Equal(t, before, now, "%v %v", r.From, r.To)
			}
			by[r.Difference0x88] = now
			if r.Steps > 0 {
				assert.Equal(t, r.Difference0x88, r.Steps*r.Step0x88)
			}
		}
	}
	assert.Len(t, by, 225, "15 differences of files, 15 of ranks")
}

func identified(t *testing.T, fen string) *codes.PieceList {
	t.Helper()
	return must.Have(codes.Identify(position(t, fen)))
}

// The pawns of a4 and b3 are those of a2 and b2, though b3 comes first on the board; the bishop of
// a3 is the one of its colour, and a second queen was a pawn.
func TestIdentitiesOfAPositionAreGuessed(t *testing.T) {
	l := identified(t, "4k3/pppppppp/8/8/P7/BP6/2PPP3/1B1QK2Q w - - 0 30")
	for where, id := range map[string]codes.Identity{
		"a4": 9, "b3": 10, "c2": 11, "a3": 3, "b1": 6, "d1": 4, "h1": 14, "e1": 5, "a7": 25, "e8": 21,
	} {
		assert.Equal(t, id, l.Board[square(t, where)], where)
	}
	assert.Contains(t, l.String(), "14  h1  queen")
	assert.Contains(t, l.String(), "which is which is guessed")
	assert.False(t, identified(t, sargon.StartFEN).Guessed)
}

// A game is followed with castling, en passant, captures and promotion: every piece keeps its
// identity.
func TestIdentitiesAreKeptThroughAGame(t *testing.T) {
	engine := native.New10x12()
	require.NoError(t, engine.SetPosition(sargon.StartPosition()))
	l := must.Have(codes.Identify(engine.Position()))
	for _, text := range strings.Fields("e2e4 a7a6 e4e5 d7d5 e5d6 g8f6 d6c7 g7g6 c7b8 a8b8 " +
		"g1f3 f8g7 f1e2 e8g8 e1g1 a6a5 b1c3 f6d7") {
		m := must.Have(sargon.ParseMove(text))
		require.NoError(t, engine.Play(m.From, m.To), text)
		l.Follow(engine.Position())
		p := engine.Position()
		require.Equal(t, p.Board, boardOf(l), text)
	}
	for id, where := range map[codes.Identity]string{
		5: "g1", 8: "f1", 7: "f3", 21: "g8", 24: "f8", 17: "b8", 23: "d7",
	} {
		assert.Equal(t, square(t, where), l.Squares[id], "%d", id)
	}
	assert.Equal(t, sargon.NoSquare, l.Squares[13], "the pawn of e2 was captured on b8, a queen")
	assert.Equal(t, sargon.NoSquare, l.Squares[28], "the pawn of d7 was captured en passant")
	assert.Equal(t, sargon.NoSquare, l.Squares[18], "the knight of b8 was captured")
	assert.Contains(t, l.String(), fmt.Sprintf("%08X", uint32(0xFFFFFFFF)&^(1<<12|1<<17|1<<26|1<<27)))
	assert.NotContains(t, l.String(), "guessed")
}

func TestAPromotedQueenKeepsThePawnsIdentity(t *testing.T) {
	engine := native.New10x12()
	require.NoError(t, engine.SetPosition(position(t, "7k/P7/8/8/8/8/8/K7 w - - 0 50")))
	l := must.Have(codes.Identify(engine.Position()))
	id := l.Board[square(t, "a7")]
	require.NoError(t, engine.Play(square(t, "a7"), sargon.A8))
	l.Follow(engine.Position())
	assert.Equal(t, sargon.A8, l.Squares[id])
	assert.Equal(t, sargon.Queen, l.Pieces[id].Type())
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
		pieces, _ := codes.Identify(p)
		for _, v := range codes.Views {
			text := v.Draw(codes.Page{Position: p, Pieces: pieces})
			assert.True(t, strings.HasSuffix(text, "\n"), v.Name)
			for line := range strings.Lines(text) {
				assert.Equal(t, strings.TrimRight(line, " \n")+"\n", line,
					"%s: blanks at an end", v.Name)
			}
		}
	}
}
