package think_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"sargon78/native"
	"sargon78/sargon"
	"sargon78/sargon/game"
	"sargon78/sargon/game/gametest"
	"sargon78/sargon/must"
	"sargon78/sargon/think"
)

func thinker(style think.Style) *think.Thinker {
	return &think.Thinker{Mirror: game.NewMirror(native.New10x12()), Style: style}
}

// choice is what a thinker of no style chooses in a position.
func choice(t *testing.T, fen string, limits think.Limits, report think.Callbacks) think.Choice {
	t.Helper()
	return must.Have(thinker(think.Style{}).Choose(t.Context(), gametest.FromFEN(t, fen), limits, report))
}

const (
	middle    = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4"
	mateIn1   = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 30"
	mateIn2   = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"
	matedIn1  = "7k/8/8/8/8/6q1/P3r3/7K w - - 0 1"
	stalemate = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
	rookUp    = "4k3/8/8/8/8/8/4P3/R3K3 w - - 0 30"
)

func Example() {
	t := &think.Thinker{Mirror: game.NewMirror(native.New10x12()), Style: think.Style{Book: true}}
	g, _ := game.FromFEN("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4")
	choice, err := t.Choose(context.Background(), g, think.Limits{Level: 1}, think.Callbacks{})
	fmt.Println(g.SAN(choice.Move), choice.Score.Mate, choice.Score.Moves, err)
	// Output: Qxf7# true 1 <nil>
}

// A level is one search of that level, and its move that of the engine itself.
func TestALevelIsTheSearchOf1978(t *testing.T) {
	for level := sargon.MinLevel; level <= 3; level++ {
		engine := native.New10x12()
		require.NoError(t, engine.SetPosition(must.Have(sargon.ParseFEN(middle))))
		want := must.Have(engine.Search(t.Context(), sargon.SearchOptions{Level: level}))

		limits := think.Limits{Level: level, Clock: &think.Clock{Remaining: 1}}
		choice := choice(t, middle, limits, think.Callbacks{})
		require.Equal(t, level, choice.Depth)
		require.Equal(t, want.Trace, choice.Result.Trace)
		require.Equal(t, want.Best, choice.Result.Best)
	}
}

// Going deeper ends with the very search of the depth it reaches.
func TestDeepeningEndsWithTheSearchOfItsDepth(t *testing.T) {
	var depths []sargon.Level
	report := think.Callbacks{Info: func(i think.Info) {
		if !i.Partial {
			depths = append(depths, i.Depth)
		}
	}}
	deep := choice(t, middle, think.Limits{Depth: 3}, report)
	require.Equal(t, []sargon.Level{1, 2, 3}, depths)
	direct := choice(t, middle, think.Limits{Level: 3}, think.Callbacks{})
	require.Equal(t, direct.Result.Trace, deep.Result.Trace)
	require.Equal(t, direct.Move, deep.Move)
}

// slow is an engine that takes so long for an evaluation.
type slow struct {
	sargon.Engine
	evaluation time.Duration
}

func (s slow) Search(ctx context.Context, o sargon.SearchOptions) (sargon.Result, error) {
	o.Callbacks.Evaluation = func(sargon.Evaluation) { time.Sleep(s.evaluation) }
	return s.Engine.Search(ctx, o)
}

func TestLimitsStillLeaveAWholeFirstSearch(t *testing.T) { synctest.Test(t, testFirstSearch) }

func testFirstSearch(t *testing.T) {
	const evaluation = 100 * time.Microsecond
	for name, limits := range map[string]think.Limits{
		"a millisecond on the clock": {Clock: &think.Clock{Remaining: time.Millisecond}},
		"nothing on the clock":       {Clock: &think.Clock{}},
		"overdrawn clock": {Clock: &think.Clock{Remaining: -time.Second,
			Overhead: time.Second}},
		"a nanosecond for the move": {MoveTime: 1},
		"one evaluation":            {Nodes: 1},
	} {
		thinker := think.Thinker{Mirror: game.NewMirror(slow{native.New10x12(), evaluation})}
		began := time.Now()
		g := gametest.FromFEN(t, middle)
		choice := must.Have(thinker.Choose(t.Context(), g, limits, think.Callbacks{}))
		require.Equal(t, sargon.MinLevel, choice.Depth, name)
		require.Greater(t, choice.Result.Evals, uint64(len(choice.Result.Root)), name)
		require.LessOrEqual(t, time.Since(began), 10*time.Millisecond, name)
	}
}

func TestNodesEndTheThinking(t *testing.T) {
	var last think.Info
	report := think.Callbacks{Info: func(i think.Info) { last = i }}
	choice(t, middle, think.Limits{Nodes: 2000}, report)
	require.LessOrEqual(t, last.Evals, uint64(2000))
	require.GreaterOrEqual(t, last.Depth, sargon.Level(2))
}

func TestMatesAndTheirDistance(t *testing.T) {
	for _, c := range []struct {
		fen    string
		limits think.Limits
		moves  int
		line   int // its length
	}{
		{mateIn1, think.Limits{Depth: 5}, 1, 1},
		{mateIn1, think.Limits{Level: 3}, 1, 1},
		{mateIn2, think.Limits{Depth: 4}, 2, 3},
		{mateIn2, think.Limits{Mate: 2}, 2, 3},
		{matedIn1, think.Limits{Depth: 4}, -1, 2},
	} {
		g := gametest.FromFEN(t, c.fen)
		choice := choice(t, c.fen, c.limits, think.Callbacks{})
		require.True(t, choice.Score.Mate, c.fen)
		require.Equal(t, c.moves, choice.Score.Moves, c.fen)
		require.Len(t, choice.Line, c.line, c.fen)
		for _, m := range choice.Line {
			require.NoError(t, g.Play(m))
		}
		require.Equal(t, game.Checkmate, g.Result().Reason)
	}
}

func TestScoresCountTheMaterialOnTheBoard(t *testing.T) {
	up := choice(t, rookUp, think.Limits{Level: 2}, think.Callbacks{})
	require.Equal(t, up.Result.Score.Centipawns(), up.Score.Change)
	require.Equal(t, 600+up.Score.Change, up.Score.Centipawns)

	g := gametest.FromFEN(t, rookUp)
	gametest.Play(t, g, "Ra8")
	down := must.Have(thinker(think.Style{}).Choose(t.Context(), g, think.Limits{Level: 2}, think.Callbacks{}))
	require.Equal(t, -600+down.Score.Change, down.Score.Centipawns)
}

func TestNoMoveToChoose(t *testing.T) {
	none := choice(t, stalemate, think.Limits{Level: 2}, think.Callbacks{})
	require.True(t, none.Move.IsZero())
}

func TestOnlyTheMovesAskedFor(t *testing.T) {
	moves := []game.Move{{From: sargon.A1 + 10, To: sargon.A1 + 20},
		{From: sargon.A1 + 10, To: sargon.A1 + 30}}
	for _, limits := range []think.Limits{{Level: 2, Moves: moves}, {Depth: 2, Moves: moves},
		{Level: 2, Moves: moves[1:]}} {
		choice := choice(t, middle, limits, think.Callbacks{})
		require.Contains(t, limits.Moves, choice.Move)
		require.Len(t, choice.Result.Root, len(limits.Moves))
	}
	var said string
	report := think.Callbacks{Message: func(text string) { said = text }}
	other := choice(t, middle, think.Limits{Level: 1, Moves: []game.Move{{From: 55, To: 35}}}, report)
	require.False(t, other.Move.IsZero())
	require.Contains(t, said, "choosing among all")
}

func TestBook(t *testing.T) {
	g := game.New()
	book := func(style think.Style, limits think.Limits) string {
		choice := must.Have(thinker(style).Choose(t.Context(), g, limits, think.Callbacks{}))
		if !choice.Result.Book {
			return "searched"
		}
		return choice.Move.String()
	}
	require.Equal(t, "e2e4", book(think.Style{Book: true}, think.Limits{Level: 1}))
	require.Equal(t, "d2d4", book(think.Style{Book: true, QueenPawn: func() bool { return true }},
		think.Limits{Level: 1}))
	require.Equal(t, "searched", book(think.Style{}, think.Limits{Level: 1}))
	require.Equal(t, "searched",
		book(think.Style{Book: true}, think.Limits{Level: 1, Analysis: true}))
	gametest.Play(t, g, "Nf3")
	require.Equal(t, "d7d5", book(think.Style{Book: true}, think.Limits{}))
}

// scripted is an engine whose searches are given beforehand.
type scripted struct {
	sargon.Engine
	search func(ctx context.Context, o sargon.SearchOptions) (sargon.Result, error)
}

func (s *scripted) Search(ctx context.Context, o sargon.SearchOptions) (sargon.Result, error) {
	return s.search(ctx, o)
}

// search is what a scripted engine does.
type search = func(context.Context, sargon.SearchOptions) (sargon.Result, error)

func choose(
	t *testing.T, g *game.Game, style think.Style, limits think.Limits, search search,
) (think.Choice, error) {
	th := &think.Thinker{Mirror: game.NewMirror(&scripted{native.New10x12(), search}), Style: style}
	return th.Choose(t.Context(), g, limits, think.Callbacks{})
}

func record(text string) sargon.Move {
	m, err := sargon.ParseMove(text)
	if err != nil {
		panic(err)
	}
	return m
}

func found(move string, score sargon.Score) sargon.Result {
	return sargon.Result{Best: record(move), PV: []sargon.Move{record(move)}, Score: score,
		Evals: 10}
}

// A deeper search that is broken off counts if it had looked at the choice so far.
func TestWhatABrokenSearchIsWorth(t *testing.T) {
	for _, c := range []struct {
		name  string
		tried []string // in the search at depth 2, before it is broken off
		want  string
	}{
		{"before the first choice", []string{"a2a3", "b2b3"}, "e2e4"},
		{"in the middle of it", []string{"a2a3", "e2e4"}, "e2e4"},
		{"after it", []string{"a2a3", "e2e4", "b2b3"}, "a2a3"},
	} {
		choice, err := choose(t, game.New(), think.Style{}, think.Limits{},
			func(_ context.Context, o sargon.SearchOptions) (sargon.Result, error) {
				if o.Level == 1 {
					return found("e2e4", 0x90), nil
				}
				for i, m := range c.tried {
					o.Callbacks.Root(record(m), i+1, 20)
				}
				return found("a2a3", 0x91), sargon.ErrMaxEvals
			})
		require.NoError(t, err)
		require.Equal(t, c.want, choice.Move.String(), c.name)
	}
}

func TestAnEngineThatFailsLeavesALegalMove(t *testing.T) {
	broken := errors.New("wild program")
	choice, err := choose(t, game.New(), think.Style{}, think.Limits{},
		func(context.Context, sargon.SearchOptions) (sargon.Result, error) {
			return sargon.Result{}, broken
		})
	require.ErrorIs(t, err, broken)
	require.True(t, game.New().IsLegal(choice.Move))

	choice, err = choose(t, game.New(), think.Style{}, think.Limits{Level: 1},
		func(context.Context, sargon.SearchOptions) (sargon.Result, error) {
			return found("e2e5", 0x90), nil
		})
	require.NoError(t, err)
	require.True(t, game.New().IsLegal(choice.Move))
}

func TestAMachineEndsAtLevel6(t *testing.T) {
	var said string
	th := &think.Thinker{Mirror: game.NewMirror(&scripted{native.New10x12(),
		func(_ context.Context, o sargon.SearchOptions) (sargon.Result, error) {
			if err := o.Validate(true); err != nil {
				return sargon.Result{}, err
			}
			return found("e2e4", 0x90), nil
		}})}
	for _, limits := range []think.Limits{{}, {Depth: 9}, {Depth: 9, Level: 2}} {
		said = ""
		choice, err := th.Choose(t.Context(), game.New(), limits,
			think.Callbacks{Message: func(text string) { said = text }})
		require.NoError(t, err)
		require.Equal(t, sargon.MaxLevel, choice.Depth)
		require.Contains(t, said, "level 6")
	}
}

func TestContextEndsAtOnce(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, limits := range []think.Limits{{}, {Level: 6}} {
		choice, err := thinker(think.Style{}).Choose(ctx, gametest.FromFEN(t, middle), limits,
			think.Callbacks{})
		require.NoError(t, err)
		require.True(t, gametest.FromFEN(t, middle).IsLegal(choice.Move))
	}
}

// While the clock does not run, it does not end the thinking; when it starts, it does.
func TestTheClockWaitsWhilePondering(t *testing.T) {
	started := make(chan struct{})
	searches := 0
	choice, err := choose(t, game.New(), think.Style{},
		think.Limits{MoveTime: time.Millisecond, Started: started},
		func(ctx context.Context, o sargon.SearchOptions) (sargon.Result, error) {
			if searches++; o.Level == 3 {
				require.NoError(t, ctx.Err())
				close(started)
				<-ctx.Done()
				return sargon.Result{}, ctx.Err()
			}
			return found("e2e4", 0x90), nil
		})
	require.NoError(t, err)
	require.Equal(t, 3, searches)
	require.Equal(t, sargon.Level(2), choice.Depth)
}

// A rook ahead, the machine has shuffled: the move that repeats is searched again without.
func TestAvoidRepetition(t *testing.T) {
	shuffled := func() *game.Game {
		g := gametest.FromFEN(t, rookUp)
		gametest.Play(t, g, "Ra2 Kd8 Ra1 Ke8") // the first position once more; Ra2 would repeat
		return g
	}
	// The engine always likes a1a2 best, then what the rest is worth.
	engine := func(rest sargon.Score) search {
		return func(_ context.Context, o sargon.SearchOptions) (sargon.Result, error) {
			if o.Root == nil || o.Root(record("a1a2")) {
				return found("a1a2", 0x80), nil
			}
			require.True(t, o.Root(record("a1a3")))
			return found("a1a3", rest), nil
		}
	}
	avoid := think.Style{AvoidRepetition: true}
	for _, c := range []struct {
		name  string
		style think.Style
		rest  sargon.Score
		want  string
	}{
		{"as in 1978", think.Style{}, 0x7F, "a1a2"},
		{"another way to win", avoid, 0x7F, "a1a3"},
		{"all others give the rook away", avoid, 0x80 - 5*8 - 1, "a1a2"},
	} {
		for _, limits := range []think.Limits{{Level: 2}, {Depth: 3}} {
			choice, err := choose(t, shuffled(), c.style, limits, engine(c.rest))
			require.NoError(t, err)
			require.Equal(t, c.want, choice.Move.String(), c.name)
		}
	}
	// When it is not winning, it may repeat.
	g := gametest.FromFEN(t, "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 30")
	gametest.Play(t, g, "Kd1 Kd8 Ke1 Ke8")
	choice, err := choose(t, g, avoid, think.Limits{Level: 2},
		func(context.Context, sargon.SearchOptions) (sargon.Result, error) {
			return found("e1d1", 0x80), nil
		})
	require.NoError(t, err)
	require.Equal(t, "e1d1", choice.Move.String())
}

func TestTheMoveBeingTriedIsReported(t *testing.T) {
	var trying []string
	report := think.Callbacks{Trying: func(_ sargon.Level, m game.Move, number, of int) {
		trying = append(trying, fmt.Sprint(m, number, of))
	}}
	choice(t, mateIn1, think.Limits{Depth: 1}, report)
	require.NotEmpty(t, trying)
	require.True(t, slices.ContainsFunc(trying, func(s string) bool {
		return strings.HasPrefix(s, "a1a8")
	}))
}

// leisurely takes its time to follow moves.
type leisurely struct {
	sargon.Engine
	followed func()
}

func (l leisurely) Play(from, to sargon.Square) error {
	time.Sleep(100 * time.Millisecond)
	l.followed()
	return l.Engine.Play(from, to)
}

// The game is set up within the time for the move, and setting it up can be stopped.
func TestSettingUpIsWithinTheTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := game.New()
		gametest.Play(t, g, "e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6")
		var followed func()
		engine := leisurely{slow{native.New10x12(), 50 * time.Microsecond}, func() { followed() }}
		thinker := &think.Thinker{Mirror: game.NewMirror(engine)}
		followed = func() {}
		began := time.Now()
		limits := think.Limits{MoveTime: time.Second}
		_, err := thinker.Choose(t.Context(), g, limits, think.Callbacks{})
		require.NoError(t, err)
		require.LessOrEqual(t, time.Since(began), limits.MoveTime+time.Millisecond)

		thinker.Mirror.Invalidate()
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		const moves = 3
		left := moves
		followed = func() {
			if left--; left == 0 {
				cancel()
			}
		}
		began = time.Now()
		choice := must.Have(thinker.Choose(ctx, g, think.Limits{}, think.Callbacks{}))
		require.Equal(t, moves*100*time.Millisecond, time.Since(began))
		require.False(t, choice.Move.IsZero(), "there is a legal move all the same")
	})
}
