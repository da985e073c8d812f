package native_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/corentings/chess/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/native"
	"sargon78/sargon"
)

// perfts are the positions and numbers of the chess programming wiki (Perft Results),
// from depth 1.
var perfts = []struct {
	name  string
	fen   string
	nodes []uint64
}{
	{"start", sargon.StartFEN, []uint64{20, 400, 8902, 197281, 4865609, 119060324}},
	{"kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", []uint64{48, 2039, 97862, 4085603, 193690690}},
	{"3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", []uint64{14, 191, 2812, 43238, 674624, 11030083, 178633661}},
	{"4", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", []uint64{6, 264, 9467, 422333, 15833292, 706045033}},
	{"4 mirrored", "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1", []uint64{6, 264, 9467, 422333, 15833292}},
	{"5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", []uint64{44, 1486, 62379, 2103487, 89941194}},
	{"6", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", []uint64{46, 2079, 89890, 3894594, 164075551}},
}

// perftNodes bounds the counts of the quick sample.
const perftNodes = 500_000

func TestPerft(t *testing.T) {
	for _, board := range native.Boards {
		for _, test := range perfts {
			t.Run(board+"/"+test.name, func(t *testing.T) {
				p, err := sargon.ParseFEN(test.fen)
				require.NoError(t, err)
				for i, want := range test.nodes {
					if want > perftNodes && (!*all || want > 120_000_000) {
						break
					}
					got, err := native.Perft(context.Background(), board, p, i+1, native.Chess)
					require.NoError(t, err)
					require.Equal(t, want, got, "depth %d", i+1)
				}
			})
		}
	}
}

func TestPerftErrors(t *testing.T) {
	ctx := context.Background()
	_, err := native.Perft(ctx, "8x8", sargon.StartPosition(), 1, native.Chess)
	assert.ErrorContains(t, err, `unknown board "8x8"; want one of 10x12, 0x88, mailbox`)
	_, err = native.Perft(ctx, "0x88", sargon.StartPosition(), 21, native.Chess)
	assert.ErrorContains(t, err, "depth 21 is out of range: want 0–20")
	_, err = native.Perft(ctx, "0x88", sargon.EmptyPosition(), 1, native.Chess)
	assert.ErrorContains(t, err, "0 white and 0 black kings; want one each")

	ended, end := context.WithCancel(ctx)
	end()
	_, err = native.Perft(ended, "0x88", sargon.StartPosition(), 5, native.Chess)
	assert.ErrorIs(t, err, context.Canceled)
}

func BenchmarkPerft(b *testing.B) {
	for _, board := range native.Boards {
		b.Run(board, func(b *testing.B) {
			var nodes uint64
			for b.Loop() {
				n, err := native.Perft(context.Background(), board, sargon.StartPosition(), 5, native.Chess)
				if err != nil {
					b.Fatal(err)
				}
				nodes += n
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}

// TestPerftAgainstReferee counts lines of play of random games by another program's
// generator.
func TestPerftAgainstReferee(t *testing.T) {
	games := 6
	if *all {
		games = 60
	}
	random := rand.New(rand.NewPCG(1978, 1))
	compared := 0
	for range games {
		game := chess.StartingPosition()
		for range 120 {
			moves := game.ValidMoves()
			if len(moves) == 0 {
				break
			}
			game = game.Update(&moves[random.IntN(len(moves))])
			if random.IntN(10) != 0 {
				continue
			}
			p, err := sargon.ParseFEN(game.String())
			require.NoError(t, err)
			for _, board := range native.Boards {
				got, err := native.Perft(context.Background(), board, p, 2, native.Chess)
				require.NoError(t, err)
				require.Equal(t, count(game, 2), got, "%s, %s", board, game)
			}
			compared++
		}
	}
	assert.Greater(t, compared, 5*games)
}

// count is perft by the referee.
func count(p *chess.Position, depth int) (nodes uint64) {
	moves := p.ValidMoves()
	if depth == 1 {
		return uint64(len(moves))
	}
	for i := range moves {
		nodes += count(p.Update(&moves[i]), depth-1)
	}
	return nodes
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
		p, err := sargon.ParseFEN(test.fen)
		require.NoError(t, err)
		checkPerft(t, test.name, p, 1, test.sargon, test.chess)
	}

	// After the pawn's first move of one step it stands beside White's pawn: Sargon
	// takes it en passant (spec §14.2).
	p, err := sargon.ParseFEN("4k3/3p4/8/2P5/8/8/8/4K3 b - - 0 40")
	require.NoError(t, err)
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
		for rules, want := range map[native.Rules]uint64{native.Sargon: bySargon, native.Chess: byChess} {
			got, err := native.Perft(context.Background(), board, p, depth, rules)
			require.NoError(t, err)
			assert.Equal(t, want, got, "%s on %s, rules %v", name, board, rules)
		}
	}
}

func TestDivide(t *testing.T) {
	p, err := sargon.ParseFEN("4k3/P7/8/8/8/8/8/4K3 w - - 0 40")
	require.NoError(t, err)
	for _, board := range native.Boards {
		divisions, err := native.Divide(context.Background(), board, p, 2, native.Chess)
		require.NoError(t, err)
		var got []string
		for _, d := range divisions {
			got = append(got, fmt.Sprint(d.UCI(), " ", d.Nodes))
		}
		assert.Equal(t, []string{"e1d2 5", "e1f2 5", "e1e2 5", "e1f1 5", "e1d1 5", "a7a8q 3", "a7a8r 3", "a7a8b 5", "a7a8n 5"}, got)
	}
}
