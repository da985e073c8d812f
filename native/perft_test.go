package native_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/native"
	"sargon78/sargon"
	"sargon78/sargon/must"
)

// perfts are the positions and numbers of the chess programming wiki (Perft Results),
// from depth 1.
var perfts = []struct {
	name  string
	fen   string
	nodes []uint64
}{
	{"start", sargon.StartFEN, []uint64{20, 400, 8902, 197281, 4865609, 119060324}},
	{"kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		[]uint64{48, 2039, 97862, 4085603, 193690690}},
	{"3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
		[]uint64{14, 191, 2812, 43238, 674624, 11030083, 178633661}},
	{"4", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
		[]uint64{6, 264, 9467, 422333, 15833292, 706045033}},
	{"4 mirrored", "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
		[]uint64{6, 264, 9467, 422333, 15833292}},
	{"5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
		[]uint64{44, 1486, 62379, 2103487, 89941194}},
	{"6", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
		[]uint64{46, 2079, 89890, 3894594, 164075551}},
}

// perftNodes bounds the counts of the quick sample; the fastest board counts all suites.
const perftNodes = 200_000

// perft counts the lines of play of a length.
func perft(
	t *testing.T, board string, p sargon.Position, depth int, rules native.MoveRules,
) (nodes uint64) {
	t.Helper()
	for _, d := range must.Have(native.Divide(context.Background(), board, p, depth, rules)) {
		nodes += d.Nodes
	}
	return nodes
}

func TestPerft(t *testing.T) {
	for _, board := range native.Boards {
		for _, test := range perfts {
			t.Run(board+"/"+test.name, func(t *testing.T) {
				p := must.Have(sargon.ParseFEN(test.fen))
				for i, want := range test.nodes {
					if want > perftNodes && (!*all || want > 120_000_000) {
						break
					}
					got := perft(t, board, p, i+1, native.ChessRules)
					require.Equal(t, want, got, "depth %d", i+1)
				}
			})
		}
	}
}

// suites are positions of the literature for what generators get wrong: the perft suite of
// ROCE (Roman Hartmann), and that of Martin Sedlak. A depth and the number of lines.
var suites = []struct {
	what, fen string
	depth     int
	nodes     uint64
}{
	// Kings, alone and with a few others.
	{"kings and blocked pawns", "8/8/7k/7p/7P/7K/8/8 w - - 0 1", 6, 10724},
	{"kings and pawns", "8/8/3k4/3p4/8/3P4/3K4/8 w - - 0 1", 6, 158065},
	{"kings and pawns far apart", "7k/3p4/8/8/3P4/8/8/K7 w - - 0 1", 6, 32191},
	{"a king in the corner", "8/8/8/8/8/K7/P7/k7 w - - 0 1", 6, 6249},
	{"a king and a queen beside it", "6kq/8/8/8/8/8/8/7K w - - 0 1", 6, 391507},
	{"queens between kings", "K7/8/8/3Q4/4q3/8/8/7k w - - 0 1", 5, 166741},
	{"knights", "8/1k6/8/5N2/8/4n3/8/2K5 w - - 0 1", 5, 223507},
	{"bishops in corners", "B6b/8/8/8/2K5/4k3/8/b6B w - - 0 1", 4, 76778},
	{"rooks on the seventh", "7k/RR6/8/8/8/8/rr6/7K w - - 0 1", 4, 104342},
	{"a check is discovered", "8/8/1P2K3/8/2n5/1q6/8/5k2 b - - 0 1", 5, 1004658},
	{"stalemate of oneself", "K1k5/8/P7/8/8/8/8/8 w - - 0 1", 6, 2217},
	{"stalemate and mate", "8/k1P5/8/1K6/8/8/8/8 w - - 0 1", 7, 567584},
	{"stalemate and mate by Black", "8/8/2k5/5q2/5n2/8/5K2/8 b - - 0 1", 4, 23527},

	// Castling.
	{"short", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", 6, 764643},
	{"long", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", 6, 846648},
	{"short by Black", "4k2r/8/8/8/8/8/8/4K3 w k - 0 1", 6, 899442},
	{"long by Black", "r3k3/8/8/8/8/8/8/4K3 w q - 0 1", 6, 1001523},
	{"both", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", 5, 532933},
	{"both by Black", "r3k2r/8/8/8/8/8/8/4K3 w kq - 0 1", 5, 118882},
	{"both by both", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", 4, 314346},
	{"short past a king", "8/8/8/8/8/8/6k1/4K2R w K - 0 1", 6, 185867},
	{"long past a king", "8/8/8/8/8/8/1k6/R3K3 w Q - 0 1", 6, 413018},
	{"short gives check", "5k2/8/8/8/8/8/8/4K2R w K - 0 1", 6, 661072},
	{"long gives check", "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", 6, 803711},
	{"rights are lost with a rook", "r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1", 4, 1274206},
	{"prevented", "r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1", 4, 1720476},

	// En passant.
	{"illegal along a rank", "3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1", 6, 1134888},
	{"illegal along a diagonal", "8/b2p2k1/8/2P5/8/4K3/8/8 b - - 0 1", 6, 1015133},
	{"gives check", "8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1", 6, 1440467},

	// Promotion.
	{"one each", "8/Pk6/8/8/8/8/6Kp/8 w - - 0 1", 6, 1030499},
	{"three each", "8/PPPk4/8/8/8/8/4Kppp/8 w - - 0 1", 4, 79355},
	{"by capture", "n1n5/1Pk5/8/8/8/8/5Kp1/5N1N w - - 0 1", 4, 124608},
	{"three each by capture", "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 4, 182838},
	{"out of check", "2K2r2/4P3/8/8/8/8/8/3k4 w - - 0 1", 5, 266199},
	{"to give check", "4k3/1P6/8/8/8/8/K7/8 w - - 0 1", 6, 217342},
	{"to a smaller piece to give check", "8/P1k5/K7/8/8/8/8/8 w - - 0 1", 6, 92683},
}

func TestPerftSuites(t *testing.T) {
	for _, board := range native.Boards {
		for _, test := range suites {
			if test.nodes > perftNodes/2 && board != sargon.FastestEngine && !*all {
				continue
			}
			p := must.Have(sargon.ParseFEN(test.fen))
			got := perft(t, board, p, test.depth, native.ChessRules)
			assert.Equal(t, test.nodes, got, "%s: %s, %s", board, test.what, test.fen)
		}
	}
}

func TestPerftErrors(t *testing.T) {
	ctx := context.Background()
	_, err := native.Divide(ctx, "8x8", sargon.StartPosition(), 1, native.ChessRules)
	assert.ErrorContains(t, err, `unknown board "8x8"; want one of 0x88, mailbox, bitboards`)
	_, err = native.Divide(ctx, "0x88", sargon.StartPosition(), 21, native.ChessRules)
	assert.ErrorContains(t, err, "depth 21 is out of range: want 1–20")
	_, err = native.Divide(ctx, "0x88", sargon.EmptyPosition(), 1, native.ChessRules)
	assert.ErrorContains(t, err, "0 white and 0 black kings; want one each")

	ended, end := context.WithCancel(ctx)
	end()
	_, err = native.Divide(ended, "0x88", sargon.StartPosition(), 5, native.ChessRules)
	assert.ErrorIs(t, err, context.Canceled)
}

// TestPerftBySargonsRules counts moves that only one of the two rules knows.
func TestPerftBySargonsRules(t *testing.T) {
	for _, test := range []struct {
		name          string
		fen           string
		sargon, chess uint64
	}{
		{"start", sargon.StartFEN, 20, 20},
		{"a pawn becomes a queen only", "4k3/P7/8/8/8/8/8/4K3 w - - 0 40", 6, 9},
		{"promotion by capture", "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 40", 7, 13},
		{"en passant", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 40", 7, 7},
	} {
		p := must.Have(sargon.ParseFEN(test.fen))
		checkPerft(t, test.name, p, 1, test.sargon, test.chess)
	}

	// After the pawn's first move of one step it stands beside White's pawn: Sargon
	// takes it en passant (spec §14.2).
	p := must.Have(sargon.ParseFEN("4k3/3p4/8/2P5/8/8/8/4K3 b - - 0 40"))
	e := native.New10x12()
	require.NoError(t, e.SetPosition(p))
	require.NoError(t, e.Play(sargon.D8-10, sargon.D8-20))
	p = e.Position()
	checkPerft(t, "one step", p, 1, 7, 7)
	p.Board[sargon.D8-20], p.Board[sargon.D8-30] = sargon.Empty, p.Board[sargon.D8-20]
	p.Previous = sargon.Move{From: sargon.D8 - 20, To: sargon.D8 - 30, Flags: sargon.FirstMove}
	checkPerft(t, "first move of one step beside a pawn", p, 1, 7, 6)
}

func checkPerft(t *testing.T, name string, p sargon.Position, depth int, bySargon, byChess uint64) {
	t.Helper()
	for _, board := range native.Boards {
		for rules, want := range map[native.MoveRules]uint64{native.SargonRules: bySargon,
			native.ChessRules: byChess} {
			if board == "mailbox" && rules == native.SargonRules {
				_, err := native.Divide(context.Background(), board, p, depth, rules)
				assert.ErrorContains(t, err, "the rules of chess only")
				continue
			}
			got := perft(t, board, p, depth, rules)
			assert.Equal(t, want, got, "%s on %s, rules %v", name, board, rules)
		}
	}
}

func TestDivide(t *testing.T) {
	p := must.Have(sargon.ParseFEN("4k3/P7/8/8/8/8/8/4K3 w - - 0 40"))
	for _, board := range native.Boards {
		divisions := must.Have(native.Divide(context.Background(), board, p, 2, native.ChessRules))
		var got []string
		for _, d := range divisions {
			got = append(got, fmt.Sprint(d.Move, " ", d.Nodes))
		}
		assert.Equal(t, []string{"e1d2 5", "e1f2 5", "e1e2 5", "e1f1 5", "e1d1 5", "a7a8q 3",
			"a7a8r 3", "a7a8b 5", "a7a8n 5"}, got)
	}
}
