package sargon_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/sargon"
	"sargon78/sargon/must"
)

func mustFEN(t *testing.T, fen string) sargon.Position {
	t.Helper()
	return must.Have(sargon.ParseFEN(fen))
}

func square(t *testing.T, name string) sargon.Square {
	t.Helper()
	return must.Have(sargon.ParseSquare(name))
}

func TestStartPositionIsTheStartArrayOfThePage(t *testing.T) {
	p := sargon.StartPosition()
	assert.Equal(t, []sargon.Piece{4, 2, 3, 5, 6, 3, 2, 4}, p.Board[21:29])
	assert.Equal(t, []sargon.Piece{1, 1, 1, 1, 1, 1, 1, 1}, p.Board[31:39])
	assert.Equal(t, []sargon.Piece{0x81, 0x81, 0x81, 0x81, 0x81, 0x81, 0x81, 0x81}, p.Board[81:89])
	assert.Equal(t, []sargon.Piece{0x84, 0x82, 0x83, 0x85, 0x86, 0x83, 0x82, 0x84}, p.Board[91:99])
	assert.Equal(t, [4]sargon.Square{25, 95, 24, 94}, p.Royal)
	assert.Equal(t, mustFEN(t, sargon.StartFEN), p)
	assert.Equal(t, sargon.StartFEN, p.FEN())
}

// Each row of spec §16, first item: which pieces count as not moved.
func TestMovedBitsOfFEN(t *testing.T) {
	for _, test := range []struct {
		name, fen, square string
		want              sargon.Piece
	}{
		{"pawn on its second rank", "4k3/8/8/8/8/8/P7/4K3 w - - 0 9", "a2", 0x01},
		{"pawn elsewhere", "4k3/8/8/8/8/P7/8/4K3 w - - 0 9", "a3", 0x09},
		{"black pawn on its second rank", "4k3/p7/8/8/8/8/8/4K3 w - - 0 9", "a7", 0x81},
		{"black pawn on White's second rank", "4k3/8/8/8/8/8/p7/4K3 w - - 0 9", "a2", 0x89},
		{"knight on b1", "4k3/8/8/8/8/8/8/1N2K3 w - - 0 9", "b1", 0x02},
		{"knight on c1", "4k3/8/8/8/8/8/8/2N1K3 w - - 0 9", "c1", 0x0A},
		{"bishop on f8", "4kb2/8/8/8/8/8/8/4K3 w - - 0 9", "f8", 0x83},
		{"black bishop on f1", "4k3/8/8/8/8/8/8/4Kb2 w - - 0 9", "f1", 0x8B},
		{"queen on d1", "4k3/8/8/8/8/8/8/3QK3 w - - 0 9", "d1", 0x05},
		{"queen on d8", "4k3/8/8/8/8/3q4/8/4K3 w - - 0 9", "d3", 0x8D},
		{"rook with its right", "4k3/8/8/8/8/8/8/R3K2R w K - 0 9", "h1", 0x04},
		{"rook without a right, king at home", "4k3/8/8/8/8/8/8/R3K2R w K - 0 9", "a1", 0x0C},
		{"rook without a right, king elsewhere", "4k3/8/8/8/8/8/8/R4K1R w - - 0 9", "a1", 0x04},
		{"king with one right", "4k3/8/8/8/8/8/8/R3K2R w Q - 0 9", "e1", 0x06},
		{"king at home without a right", "4k3/8/8/8/8/8/8/R3K2R w - - 0 9", "e1", 0x1E},
		{"king elsewhere", "8/4k3/8/8/8/8/8/4K3 w - - 0 9", "e7", 0x9E},
	} {
		p := mustFEN(t, test.fen)
		assert.Equal(t, test.want, p.Board[square(t, test.square)], test.name)
	}
}

// The move number is 1 where the book answers: at the start, and after a first move of White, which
// then is the previous one.
func TestMoveNumberOfFEN(t *testing.T) {
	const (
		start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
		e4    = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"
		nf3   = "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R"
		kings = "4k3/8/8/8/8/8/8/4K3"
	)
	for _, test := range []struct {
		fen      string
		want     uint8
		previous string
	}{
		{sargon.StartFEN, 1, "0000"},
		{e4 + " b KQkq e3 0 1", 1, "e2e4"},
		{e4 + " b KQkq - 0 1", 1, "e2e4"},
		{e4 + " b KQkq - - -", 1, "e2e4"},
		{"rnbqkbnr/pppppppp/8/8/8/P7/1PPPPPPP/RNBQKBNR b KQkq - 0 1", 1, "a2a3"},
		{nf3 + " b KQkq - 1 1", 1, "g1f3"},
		{nf3 + " b KQkq - 1 2", 2, "0000"},
		{start + " b KQkq - 0 1", 2, "0000"},
		{start + " w - - 0 1", 2, "0000"}, // without its rights it is another position
		{start + " w KQkq -", 1, "0000"},
		{start + " w KQkq - 0 0", 1, "0000"},
		{start + " w KQkq - 0 2", 2, "0000"},
		{start, 2, "0000"},
		{kings + " w - - 0 0", 2, "0000"},
		{kings + " w - -", 2, "0000"},
		{kings + " w - - 0 255", 255, "0000"},
		{kings + " w - - 0 300", 255, "0000"},
		{"4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 40", 40, "d2d4"},
		{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 40", 40, "d7d5"},
	} {
		p := mustFEN(t, test.fen)
		assert.Equal(t, test.want, p.MoveNumber, test.fen)
		assert.Equal(t, test.previous, p.Previous.String(), test.fen)
		if !p.Previous.IsZero() {
			assert.Equal(t, sargon.FirstMove, p.Previous.Flags, test.fen)
		}
	}
}

func TestRoyalSquaresTheLastOneFoundWins(t *testing.T) {
	p := mustFEN(t, "3qk2q/8/8/8/8/8/8/Q2QK3 w - - 0 9")
	assert.Equal(t, [4]sargon.Square{25, 95, 24, 98}, p.Royal)
	p = mustFEN(t, "4k3/8/8/8/8/8/8/4K3 w - - 0 9")
	assert.Equal(t, [4]sargon.Square{25, 95, 0, 0}, p.Royal)
}

func TestBadFENIsRefusedWithAReason(t *testing.T) {
	for _, test := range []struct{ fen, reason string }{
		{"", "0 fields"},
		{"8/8/8/8/8/8/8/8 w - - 0 1 extra", "7 fields"},
		{"8/8/8/8/8/8/8 w - - 0 1", "7 ranks"},
		{"4k3/8/8/8/8/8/8/4K4 w - - 0 1", `rank 1 "4K4" does not have 8 squares`},
		{"4k3/8/8/8/8/8/8/PPPPPPPPP w - - 0 1", "does not have 8 squares"},
		{"4k3/8/8/44/8/8/8/4K3 w - - 0 1", "two numbers in a row"},
		{"4k3/8/8/3x4/8/8/8/4K3 w - - 0 1", "is not a piece"},
		{"4k3/8/8/9/8/8/8/4K3 w - - 0 1", "is not a piece"},
		{"4k3/8/8/8/8/8/8/4K3 x - - 0 1", "want w or b"},
		{"8/8/8/8/8/8/8/4K3 w - - 0 1", "0 black kings"},
		{"4k3/8/8/8/8/8/8/3KK3 w - - 0 1", "2 white kings"},
		{"4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "a pawn on a1"},
		{"p3k3/8/8/8/8/8/8/4K3 w - - 0 1", "a pawn on a8"},
		{"4k3/8/8/8/8/8/8/K3R3 w - - 0 1", "black is in check"},
		{"4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "twice"},
		{"4k3/8/8/8/8/8/8/4K2R w X - 0 1", "a choice of KQkq"},
		{"4k3/8/8/8/8/8/8/4K2R w HA - 0 1", "Chess960"},
		{"4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "en passant"},
		{"4k3/8/8/8/8/8/8/4K3 w - - x 1", "half-move clock"},
		{"4k3/8/8/8/8/8/8/4K3 w - - 0 -1", "move number"},
		{"4k3/8/8/8/8/8/8/4K3 w - - 0 99999999999", "too large"},
		{"4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;", "operations of an EPD"},
		{`4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; id "one";`, "operations of an EPD"},
	} {
		_, err := sargon.ParseFEN(test.fen)
		var fenError *sargon.FENError
		require.ErrorAs(t, err, &fenError, test.fen)
		assert.ErrorContains(t, err, test.reason)
	}
}

// What is odd or missing is taken with what is usual, and told; recordings have none of it.
func TestOddFENs(t *testing.T) {
	const bare = "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
	for _, test := range []struct{ fen, same, warning string }{
		{"4k3/8/8/8/8/8/8/4K3", bare, ""},
		{"4k3/8/8/8/8/8/8/4K3 w", bare, ""},
		{"4k3/8/8/8/8/8/8/4K3 w - - - -", bare, ""},
		{"4k3/8/8/8/8/8/8/4K2R w KQ - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
			"castling right Q left out: it needs the white king on e1 and its rook on a1"},
		{"4k3/8/8/8/8/8/8/4K3 w - e3 0 1", bare, "en passant square e3 left out: it is not on rank 6"},
		{"4k3/8/8/8/8/8/8/4K3 w - e6 0 1", bare,
			"en passant square e6 left out: there is no black pawn on e5"},
		{"4k3/4p3/8/4p3/8/8/8/4K3 w - e6 0 1", "4k3/4p3/8/4p3/8/8/8/4K3 w - - 0 1",
			"en passant square e6 left out: e6 or e7 is occupied, and no pawn can just have passed"},
		{"4k3/8/8/8/P7/PPPPPPPP/NNNNNNN1/4K3 w - - 0 1", "",
			"more than 16 white pieces: 17\nmore than 8 white pawns: 9"},
	} {
		p, warnings, err := sargon.ParseFENWarnings(test.fen)
		require.NoError(t, err)
		assert.Equal(t, test.warning, strings.Join(warnings, "\n"))
		if test.same != "" {
			assert.Equal(t, mustFEN(t, test.same), p, test.fen)
			_, warnings, _ = sargon.ParseFENWarnings(test.same)
			assert.Empty(t, warnings)
			_, err = sargon.ParseRecordedFEN(test.fen)
			assert.Equal(t, test.warning != "" || len(strings.Fields(test.fen)) < 4, err != nil, test.fen)
		}
	}
	_, warnings, err := sargon.ParseFENWarnings("nonsense")
	assert.Error(t, err)
	assert.Empty(t, warnings)
}

// A position of the recordings in which the side not to move is in check: the original searched it,
// so it must be readable, but it may not be set up to play.
func TestRecordedPositionMayBeImpossible(t *testing.T) {
	const fen = "6k1/PP4PP/8/8/8/8/pp4pp/4K3 w - - 0 45"
	p := must.Have(sargon.ParseRecordedFEN(fen))
	assert.True(t, p.InCheck(sargon.Black))
	_, err := sargon.ParseFEN(fen)
	assert.ErrorContains(t, err, "black is in check")
}

// The FENs of the recordings come back as they were read, but for what a FEN of ours
// does not keep: the half-move clock.
func TestFENIsWrittenAsItWasRead(t *testing.T) {
	for _, fen := range []string{
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 10",
		"2k5/4p3/1R2R3/1p6/3P4/1p6/1P6/2B2K2 b - d3 0 40",
		"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
		"r1bqk1n1/2ppp2r/n5p1/1p3p1p/3PP3/1PP3PB/3Q3P/R1B1K1NR w Kq - 0 14",
	} {
		p := mustFEN(t, fen)
		assert.Equal(t, fen, p.FEN())
	}
}

// A pawn that comes from elsewhere has passed nothing, whatever the flags of its move say.
func TestOnlyPawnsFromTheirFirstSquareArePassed(t *testing.T) {
	p := mustFEN(t, "4K3/4n3/1r2Pp2/3kb3/8/8/8/8 w - - 0 253")
	for _, previous := range []string{"f8f6", "d8f6", "f7f6", "f4f6"} {
		m, err := sargon.ParseMove(previous)
		require.NoError(t, err)
		p.Previous = sargon.Move{From: m.From, To: m.To, Flags: sargon.FirstMove}
		assert.Zero(t, p.EnPassant(), previous)
		assert.Contains(t, p.FEN(), " w - - ", previous)
	}
	p = mustFEN(t, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 40")
	assert.Equal(t, "d6", p.EnPassant().String())
	p.Previous.Flags = 0
	assert.Zero(t, p.EnPassant())
}

func TestInCheck(t *testing.T) {
	for fen, want := range map[string]bool{
		"4k3/8/8/8/8/8/8/4K2r w - - 0 9":  true,
		"4k3/8/8/8/8/8/8/4KN1r w - - 0 9": false,
		"4k3/8/8/8/8/3n4/8/4K3 w - - 0 9": true,
		"4k3/8/8/8/8/8/3p4/4K3 w - - 0 9": true,
		"4k3/8/8/8/8/8/4p3/4K3 w - - 0 9": false,
		"4k3/8/8/8/7b/8/8/4K3 w - - 0 9":  true,
		"4k3/8/8/8/7r/8/8/4K3 w - - 0 9":  false,
		"4k3/3P4/8/8/8/8/8/4K3 b - - 0 9": true,
	} {
		p := mustFEN(t, fen)
		assert.Equal(t, want, p.InCheck(p.Side), fen)
	}
}

func FuzzParseFEN(f *testing.F) {
	f.Add(sargon.StartFEN)
	f.Add("2k5/4p3/1R2R3/1p6/3P4/1p6/1P6/2B2K2 b - d3 0 40")
	f.Add("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 99 255")
	f.Fuzz(func(t *testing.T, fen string) {
		p, err := sargon.ParseFEN(fen)
		if err != nil {
			require.NotEmpty(t, strings.TrimSpace(err.Error()))
			return
		}
		again := must.Have(sargon.ParseFEN(p.FEN()))
		again.MoveNumber, again.Previous = p.MoveNumber, p.Previous
		require.Equal(t, p, again, "%q and its own FEN %q differ", fen, p.FEN())
	})
}
