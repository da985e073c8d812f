package native_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/native"
	"sargon78/roms/romstest"
	"sargon78/sargon"
	"sargon78/sargon/emulated"
	"sargon78/sargon/must"
)

const middleGame = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2P1PN2/PP1N1PPP/R2QKB1R w KQ - 3 8"

const fewPieces = "8/8/8/1k3q2/8/8/5PK1/3R4 b - - 30 72"

// forAll runs a test on each engine, the ROM on its machine too: what sargon.Engine promises.
func forAll(t *testing.T, test func(t *testing.T, e sargon.Engine)) {
	forEach(t, test)
	t.Run("rom", func(t *testing.T) { test(t, must.Have(emulated.New("rom", romstest.Image(t)))) })
}

func TestSetPositionErrors(t *testing.T) {
	forEach(t, func(t *testing.T, e sargon.Engine) {
		before := e.Position()
		for _, test := range []struct {
			change func(*sargon.Position)
			want   string
		}{
			{func(p *sargon.Position) { p.Board[0] = sargon.Empty },
				"must be border, FF, but holds 00"},
			{func(p *sargon.Position) { p.Board[sargon.E1] = sargon.Empty },
				"0 white and 1 black kings; want one each"},
			{func(p *sargon.Position) { p.Board[sargon.D1] = 0x07 },
				"07 on d1 is not a piece byte"},
			{func(p *sargon.Position) { p.Board[sargon.D1] = sargon.Border },
				"FF on d1 is not a piece byte"},
			{func(p *sargon.Position) { p.Board[sargon.D1] = 0x15 },
				"15 on d1 is not a piece byte"},
			{func(p *sargon.Position) { p.Royal[2] = 99 }, "royal square #99 is not on the board"},
			{func(p *sargon.Position) { p.Side = 1 },
				"side to move 01; want 00 for White or 80 for Black"},
		} {
			p := sargon.StartPosition()
			test.change(&p)
			assert.ErrorContains(t, e.SetPosition(p), test.want)
			assert.Equal(t, before, e.Position(), "a refused position changes nothing")
		}
	})
}

func TestPlay(t *testing.T) {
	forAll(t, func(t *testing.T, e sargon.Engine) {
		play := func(text string) error {
			m := must.Have(sargon.ParseMove(text))
			return e.Play(m.From, m.To)
		}
		for m := range strings.FieldsSeq(
			"e2e4 a7a6 e4e5 d7d5 e5d6 g8f6 g1f3 e7e6 f1d3 f8d6 e1g1") {
			require.NoError(t, play(m), m)
		}
		p := e.Position()
		assert.Equal(t, "rnbqk2r/1pp2ppp/p2bpn2/8/8/3B1N2/PPPP1PPP/RNBQ1RK1 b kq - 0 6", p.FEN())
		assert.Equal(t, sargon.Piece(0x1E), p.Board[sargon.G1], "castled")
		assert.Equal(t, sargon.G1, p.Royal[sargon.WhiteKing])
		assert.Equal(t, sargon.Move{From: sargon.E1, To: sargon.G1,
			Flags: sargon.DoubleMove | sargon.FirstMove}, p.Previous)

		err := play("e8e6")
		var illegal *sargon.IllegalMoveError
		require.ErrorAs(t, err, &illegal)
		assert.Equal(t, "e8e6", illegal.Move)
		assert.Equal(t, p.FEN(), illegal.FEN)
		assert.Equal(t, p, e.Position())
		require.NoError(t, play("e8g8"))
		p = e.Position()
		assert.Equal(t, "rnbq1rk1/1pp2ppp/p2bpn2/8/8/3B1N2/PPPP1PPP/RNBQ1RK1 w - - 0 7", p.FEN())
	})
}

func TestPlayRefuses(t *testing.T) {
	forAll(t, func(t *testing.T, e sargon.Engine) {
		setFEN(t, e, "4k3/8/8/8/4r3/8/4B3/4K3 w - - 0 9")
		before := e.Position()
		bishop := sargon.E1 + 10
		for why, to := range map[string]sargon.Square{
			"it is pinned": sargon.E1 + 19, "not its way": sargon.E1 + 11, "its own king": sargon.E1,
		} {
			assert.ErrorContains(t, e.Play(bishop, to),
				"is not a legal move (in 4k3/8/8/8/4r3/8/4B3/4K3 w", why)
			assert.Equal(t, before, e.Position())
		}
		assert.NoError(t, e.Play(sargon.E1, sargon.D1))
	})
}

func TestBook(t *testing.T) {
	forAll(t, func(t *testing.T, e sargon.Engine) {
		require.NoError(t, e.SetPosition(sargon.StartPosition()))
		search := func(options sargon.SearchOptions) sargon.Result {
			options.Level = 1
			return must.Have(e.Search(context.Background(), options))
		}
		r := search(sargon.SearchOptions{})
		assert.Equal(t, "e2e4", r.Best.String())
		assert.True(t, r.Book)
		assert.Zero(t, r.Score)
		assert.Zero(t, r.Evals)
		assert.Equal(t, sargon.FirstMove, r.Best.Flags)
		assert.Equal(t, "d2d4", search(sargon.SearchOptions{QueenPawn: true}).Best.String())
		r = search(sargon.SearchOptions{NoBook: true})
		assert.False(t, r.Book)
		assert.EqualValues(t, 21, r.Evals, "20 moves and the root")

		for first, answer := range map[string]string{
			"e2e4": "e7e5", "a2a3": "e7e5", "b2b3": "e7e5", "c2c4": "e7e5", "d2d4": "d7d5",
			"f2f4": "d7d5",
			"g2g3": "d7d5", "h2h4": "d7d5", "b1c3": "d7d5", "g1f3": "d7d5",
		} {
			require.NoError(t, e.SetPosition(sargon.StartPosition()))
			m := must.Have(sargon.ParseMove(first))
			require.NoError(t, e.Play(m.From, m.To))
			assert.Equal(t, answer, search(sargon.SearchOptions{}).Best.String(), first)
		}
	})
}

func TestNoLegalMove(t *testing.T) {
	const stalemate, mate = sargon.Even, sargon.Mated
	forAll(t, func(t *testing.T, e sargon.Engine) {
		for fen, score := range map[string]sargon.Score{
			"7k/8/8/8/8/1q6/2q5/K7 w - - 0 9":                              stalemate,
			"7k/8/8/8/8/8/1q6/K1q5 w - - 0 9":                              mate,
			"R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 9":                            mate,
			"k7/8/1Q6/8/8/8/8/6K1 b - - 0 9":                               stalemate,
			"8/8/8/8/8/5k2/5p2/5K2 w - - 0 9":                              stalemate,
			"rnb1kbnr/pppp1ppp/8/4p3/5PPq/8/PPPPP2P/RNBQKBNR w KQkq - 1 3": mate,
		} {
			for level := range sargon.Level(2) {
				setFEN(t, e, fen)
				r, err := e.Search(context.Background(), sargon.SearchOptions{Level: level + 1})
				assert.ErrorIs(t, err, sargon.ErrNoLegalMove, fen)
				assert.Equal(t, score, r.Score, fen)
				assert.True(t, r.Best.IsZero(), fen)
			}
		}
		setFEN(t, e, middleGame)
		_, err := e.Search(context.Background(), sargon.SearchOptions{Level: 2,
			Root: func(sargon.Move) bool { return false }})
		assert.ErrorIs(t, err, sargon.ErrNoLegalMove)
	})
}

func TestLevels(t *testing.T) {
	forEach(t, func(t *testing.T, e sargon.Engine) {
		for level, want := range map[sargon.Level]string{
			0: "level 0 is out of range: want 1–6", 7: "level 7 is out of range: want 1–6",
		} {
			_, err := e.Search(context.Background(), sargon.SearchOptions{Level: level})
			assert.ErrorContains(t, err, want)
		}
		_, err := e.Search(context.Background(), sargon.SearchOptions{Level: 31, NoLimits: true})
		assert.ErrorContains(t, err, "level 31 is out of range: want 1–30")
	})
}

func TestMaxEvals(t *testing.T) {
	forAll(t, func(t *testing.T, e sargon.Engine) {
		setFEN(t, e, fewPieces)
		before := e.Position()
		whole := must.Have(e.Search(context.Background(), sargon.SearchOptions{Level: 2}))
		for _, limit := range []uint64{1, 2, 50, whole.Evals - 1} {
			r, err := e.Search(context.Background(), sargon.SearchOptions{Level: 2,
				MaxEvals: limit})
			assert.ErrorIs(t, err, sargon.ErrMaxEvals)
			assert.Equal(t, limit, r.Evals)
			assert.NotZero(t, r.OriginalTStates, "the time of 1978")
			assert.Equal(t, before, e.Position())
		}
		r, err := e.Search(context.Background(), sargon.SearchOptions{Level: 2,
			MaxEvals: whole.Evals})
		if e.Name() != "rom" { // which stops there
			assert.NoError(t, err)
		}
		assert.Equal(t, whole.Trace, r.Trace)
	})
}

func TestCancel(t *testing.T) {
	forAll(t, func(t *testing.T, e sargon.Engine) {
		setFEN(t, e, middleGame)
		before := e.Position()
		ctx, cancel := context.WithCancel(context.Background())
		options := sargon.SearchOptions{Level: 6}
		evals := 0
		options.Callbacks.Evaluation = func(sargon.Evaluation) {
			if evals++; evals == 150 {
				cancel()
			}
		}
		r, err := e.Search(ctx, options)
		assert.ErrorIs(t, err, context.Canceled)
		assert.Less(t, r.Evals, uint64(300))
		assert.Equal(t, before, e.Position())
	})
}

func TestRootFilter(t *testing.T) {
	forAll(t, func(t *testing.T, e sargon.Engine) {
		setFEN(t, e, middleGame)
		for level := range sargon.Level(2) {
			var tried []string
			options := sargon.SearchOptions{Level: level + 1,
				Root: func(m sargon.Move) bool { return m.From == sargon.D1+10 }}
			options.Callbacks.Root = func(m sargon.Move, number, of int) {
				tried = append(tried, m.String())
				assert.Equal(t, len(tried), number)
				assert.Equal(t, 4, of)
			}
			r := must.Have(e.Search(context.Background(), options))
			assert.Equal(t, sargon.D1+10, r.Best.From)
			assert.Len(t, r.Root, 4)
			assert.Len(t, tried, 4)
			for i, m := range r.Root {
				assert.Equal(t, tried[i], m.String())
				if i > 0 {
					assert.GreaterOrEqual(t, m.Value, r.Root[i-1].Value)
				}
			}
		}
	})
}

// The watchers see the same search, the best lines are legal and end with the result.
func TestWatch(t *testing.T) {
	forAll(t, func(t *testing.T, e sargon.Engine) {
		fen, options := middleGame, sargon.SearchOptions{Level: 3}
		if e.Name() == "rom" { // which takes longer
			fen, options.Level = fewPieces, 2
		}
		setFEN(t, e, fen)
		plain := must.Have(e.Search(context.Background(), options))

		trace := sargon.EmptyTrace
		var last sargon.Line
		var state sargon.State
		scores := []sargon.Score{0}
		options.Callbacks.State = func(s *sargon.State) { state = *s }
		options.Callbacks.Evaluation = func(s sargon.Evaluation) {
			trace = trace.Add(s)
			assert.Equal(t, state.Totals.Value, s.Value)
			assert.NotEqual(t, sargon.Empty, state.Board[s.To])
		}
		options.Callbacks.Best = func(l sargon.Line) {
			last = sargon.Line{Moves: append([]sargon.Move(nil), l.Moves...), Score: l.Score,
				Evals: l.Evals}
			assert.Greater(t, l.Score, scores[len(scores)-1])
			scores = append(scores, l.Score)
		}
		watched := must.Have(e.Search(context.Background(), options))
		watched.Duration, plain.Duration = 0, 0
		assert.Equal(t, plain, watched)
		assert.Equal(t, plain.Trace, trace)
		assert.Equal(t, watched.PV, last.Moves)
		assert.Equal(t, watched.Score, last.Score)
		assert.Equal(t, watched.Best, last.Moves[0])
		assert.GreaterOrEqual(t, len(last.Moves), int(options.Level))
		for _, m := range last.Moves {
			require.NoError(t, e.Play(m.From, m.To))
		}
	})
}

func Example() {
	engine := native.New0x88()
	position, err := sargon.ParseFEN("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 30")
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := engine.SetPosition(position); err != nil {
		fmt.Println(err)
		return
	}
	result, err := engine.Search(context.Background(), sargon.SearchOptions{Level: 2})
	if errors.Is(err, sargon.ErrNoLegalMove) {
		fmt.Println("the game is over")
		return
	}
	fmt.Println(result.Best, result.Score, result.Evals, result.Trace)
	// Output: d1d8 mates 21 ab64a285ba054cc8
}
