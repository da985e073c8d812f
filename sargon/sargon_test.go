package sargon_test

import (
	"fmt"
	"hash/fnv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/sargon"
	"sargon78/sargon/must"
)

func fnv1a(data ...byte) uint64 {
	h := fnv.New64a()
	h.Write(data)
	return h.Sum64()
}

func ExampleParseFEN() {
	p, _ := sargon.ParseFEN("4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 40")
	fmt.Print(p)
	fmt.Println("previous move", p.Previous, "white king on", p.Royal[sargon.WhiteKing])
	// Output:
	// 8 . . . . k . . .
	// 7 . . . . . . . .
	// 6 . . . . . . . .
	// 5 . . . . . . . .
	// 4 . . . P p . . .
	// 3 . . . . . . . .
	// 2 . . . . . . . .
	// 1 . . . . K . . .
	//   a b c d e f g h   black to move
	// previous move d2d4 white king on e1
}

func TestSquaresAreReadAndWritten(t *testing.T) {
	seen := 0
	for s := range sargon.Square(sargon.BoardSize) {
		if !s.OnBoard() {
			continue
		}
		seen++
		assert.Equal(t, s, must.Have(sargon.ParseSquare(s.String())))
		assert.Equal(t, s, sargon.SquareAt(s.File(), s.Rank()))
	}
	assert.Equal(t, 64, seen)
	for name, want := range map[string]sargon.Square{"a1": 21, "h1": 28, "a2": 31, "e4": 55, "a8": 91,
		"h8": 98, "E4": 55} {
		assert.Equal(t, want, must.Have(sargon.ParseSquare(name)))
	}
	for _, bad := range []string{"", "e", "e9", "e0", "i1", "e44", "4e"} {
		_, err := sargon.ParseSquare(bad)
		assert.ErrorContains(t, err, "is not a square", bad)
	}
}

func TestMovesAreReadAndWritten(t *testing.T) {
	m := must.Have(sargon.ParseMove("e7e8Q"))
	assert.Equal(t, sargon.Move{From: 85, To: 95}, m)
	m.Flags = sargon.Promotion
	assert.Equal(t, "e7e8", m.String())
	assert.Equal(t, "e7e8q", m.UCI())
	assert.Equal(t, "0000", sargon.Move{}.UCI())
	for text, reason := range map[string]string{
		"e7e8n": "promotes to a queen only", "e2": "want two squares", "e2e9": "e9", "x2e4": "x2",
		"e2e4e5": "two squares",
	} {
		_, err := sargon.ParseMove(text)
		assert.ErrorContains(t, err, reason, text)
	}
}

func TestScoresInPawns(t *testing.T) {
	for _, test := range []struct {
		score      sargon.Score
		text       string
		centipawns int
	}{
		{0x80, "+0.00", 0}, {0x88, "+1.00", 100}, {0x78, "-1.00", -100}, {131, "+0.38", 38},
		{125, "-0.38", -38}, {255, "mates", 1588}, {1, "mated", -1588}, {0, "book", -1600},
	} {
		assert.Equal(t, test.text, test.score.String())
		assert.Equal(t, test.centipawns, test.score.Centipawns(), test.text)
	}
}

func TestLettersOfPieces(t *testing.T) {
	for piece, want := range map[sargon.Piece]byte{0x00: '.', 0xFF: '#', 0x01: 'P', 0x89: 'p',
		0x1E: 'K', 0x85: 'q', 0x0A: 'N'} {
		assert.Equal(t, string(want), string(piece.Letter()))
	}
	assert.Equal(t, "white king, moved, castled (1E)", sargon.Piece(0x1E).String())
	assert.Equal(t, []uint8{0, 1, 3, 3, 5, 9, 10}, []uint8{
		sargon.NoPiece.Value(), sargon.Pawn.Value(), sargon.Knight.Value(), sargon.Bishop.Value(),
		sargon.Rook.Value(), sargon.Queen.Value(), sargon.King.Value(),
	})
}

// The fingerprint is FNV-1a of the bytes of the steps: checked against hash/fnv, and the
// empty trace against the page.
func TestFingerprintIsFNV1a(t *testing.T) {
	assert.Equal(t, "cbf29ce484222325", sargon.EmptyTrace.String())
	steps := []sargon.Evaluation{{Ply: 1, From: 31, To: 41, Value: 0x80},
		{Ply: 2, From: 81, To: 71, Value: 254}}
	f := sargon.EmptyTrace
	for _, s := range steps {
		f = f.Add(s)
	}
	assert.Equal(t, fnv1a(1, 31, 41, 0x80, 2, 81, 71, 254), uint64(f))
	back, err := sargon.ParseFingerprint(f.String())
	require.NoError(t, err)
	assert.Equal(t, f, back)
	for _, bad := range []string{"", "12", "g000000000000000", "+bf29ce48422232"} {
		_, err := sargon.ParseFingerprint(bad)
		assert.Error(t, err, bad)
	}
	step, err := sargon.ParseEvaluation(steps[1].String())
	require.NoError(t, err)
	assert.Equal(t, steps[1], step)
}

func TestOptionsOutOfRange(t *testing.T) {
	assert.NoError(t, sargon.SearchOptions{Level: 6}.Validate(true))
	assert.ErrorContains(t, sargon.SearchOptions{Level: 0}.Validate(true), "want 1–6")
	assert.ErrorContains(t, sargon.SearchOptions{Level: 7}.Validate(false), "want 1–6")
	assert.NoError(t, sargon.SearchOptions{Level: 7, NoLimits: true}.Validate(false))
	assert.ErrorIs(t, sargon.SearchOptions{Level: 2, NoLimits: true}.Validate(true),
		sargon.ErrUnsupported)
}
