package native

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/native/reference"
	"sargon78/sargon"
)

// TestRoyalsOffTheBoard has kings and queens count as standing on bytes that are no squares: the border,
// the attack lists, the pin list, the scores; now and then the end mark of their row is gone, too. The
// engines do the same up to where the reference engine says that the specification ends, and
// end there. Many of these searches come to their end.
func TestRoyalsOffTheBoard(t *testing.T) {
	random := rand.New(rand.NewPCG(1978, 11))
	fens := []string{
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 20",
		"3r2k1/8/2p2n2/3b4/4P3/P4B2/3R2n1/3R2K1 b - - 0 30",
		"2qrQbQ1/4q1QQ/Q1q2Q2/2q1Qr2/2b5/k2qQQ2/7Q/R1QQrQBK b - - 0 2",
		"8/5k2/8/8/6P1/2p3K1/8/3q4 w - - 4 67",
	}
	options := sargon.SearchOptions{Level: 1, NoBook: true, MaxEvals: 6}
	const beyond = reference.TailRoyals + 120 + 5 // the scores
	ended, left := 0, 0
	for range 2000 {
		p := parsed(t, fens[random.IntN(len(fens))])
		var tail reference.Tail
		for i := range tail {
			if random.IntN(3) == 0 {
				tail[i] = uint8(random.IntN(256))
			}
		}
		for i := range p.Royal {
			if random.IntN(2) == 0 {
				p.Royal[i] = sargon.Square(random.IntN(beyond))
			}
			tail[reference.TailRoyals+i] = uint8(p.Royal[i])
		}
		if tail[reference.TailScores-1] = 0xFF; random.IntN(8) == 0 {
			tail[reference.TailScores-1] = 0x0F
		}
		var want sargon.Result
		var told []sargon.Evaluation
		for i, e := range allEngines() {
			var steps []sargon.Evaluation
			options.Callbacks.Evaluation = func(s sargon.Evaluation) { steps = append(steps, s) }
			royals := p.Royal
			p.FindRoyals()
			require.NoError(t, e.SetPosition(p))
			p.Royal = royals
			*e.(interface{ Tail() *reference.Tail }).Tail() = tail
			r, err := e.Search(context.Background(), options)
			if i == 0 {
				want, told = r, steps
				continue
			}
			if !errors.Is(err, sargon.ErrUndefined) {
				ended++
				require.Equal(t, told, steps, "%s: %s, royals %d", e.Name(), p.FEN(), royals)
				continue
			}
			left++
			require.NotEmpty(t, want.UndefinedReason, "%s leaves: %v: %s, royals %d", e.Name(), err, p.FEN(), royals)
			require.Equal(t, want.DefinedEvals, r.DefinedEvals, "%s: %v: %s, royals %d", e.Name(), err, p.FEN(), royals)
			require.Equal(t, told[:len(steps):len(steps)], append([]sargon.Evaluation{}, steps...))
		}
	}
	t.Logf("%d searches came to their end, %d left the specification", ended, left)
	assert.Greater(t, ended, 500)
	assert.Greater(t, left, 500)
}

// TestExchangesLookBeyondTheScores has exchanges take all that there is up to the end of the scores: the
// next look goes on through the ply table, of which the specification says nothing (spec §7, appendix). In
// the reference engine all is 0 from there to the board.
func TestExchangesLookBeyondTheScores(t *testing.T) {
	for _, one := range []struct {
		fen   string
		evals uint64 // that are over by then, the root's included
	}{
		{"BK6/RB6/R1Q5/3B4/4B2k/8/5pQ1/4B3 w - - 0 20", 0},
		{"BK5n/RB4P1/R1Q5/3B1P2/Q3B2k/8/5rQ1/4Bq2 w - - 0 253", 0},
		{"8/3b4/8/4B1k1/Q2Q3b/Q1B5/QQ6/RK6 w - - 0 7", 0},
	} {
		for _, e := range allEngines() {
			require.NoError(t, e.SetPosition(parsed(t, one.fen)))
			r, err := e.Search(t.Context(), sargon.SearchOptions{Level: 1})
			assert.Contains(t, r.UndefinedReason, "an exchange", e.Name())
			assert.Equal(t, one.evals, r.DefinedEvals, e.Name())
			if e.Name() != reference.Name {
				assert.ErrorIs(t, err, sargon.ErrUndefined, e.Name())
			}
		}
	}
}
