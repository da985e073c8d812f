package recordings

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"sargon78/compare/cases"
	"sargon78/compare/recordings/format"

	"sargon78/sargon"
)

// RecordSearch records one search from a position, as a line of search.jsonl.
func RecordSearch(
	ctx context.Context, engine sargon.Engine, fen string, level sargon.Level,
) (*format.Search, error) {
	result, err := search(ctx, engine, fen, level, nil)
	if err != nil {
		return nil, err
	}
	return &format.Search{
		FEN: fen, Depth: level, Best: result.Best.String(), Score: result.Score,
		Evals: result.Evals, Gens: result.Gens, Records: result.Records, TStates: result.TStates,
		Trace: result.Trace.String(), Dropped: result.Dropped,
		MateAt: &result.MateAt,
	}, nil
}

// RecordSteps records one search with its whole trace, as a line of steps.jsonl.
func RecordSteps(
	ctx context.Context, engine sargon.Engine, fen string, level sargon.Level,
) (*format.Steps, error) {
	r := &format.Steps{FEN: fen, Depth: level, Steps: []string{}}
	result, err := search(ctx, engine, fen, level,
		func(e sargon.Evaluation) { r.Steps = append(r.Steps, e.String()) })
	if err != nil {
		return nil, err
	}
	r.Trace = result.Trace.String()
	return r, nil
}

// RecordEval records the root of a search in parts, as a line of eval.jsonl.
func RecordEval(
	ctx context.Context, engine sargon.Engine, fen string,
) (*format.Eval, error) {
	position, err := sargon.ParseRecordedFEN(fen)
	if err == nil {
		err = cases.SetUp(engine, position)
	}
	if err != nil {
		return nil, err
	}
	x, err := engine.Examine(ctx)
	if err != nil {
		return nil, err
	}
	r := format.NewEval(fen, x)
	r.PTSCK, r.VALM = &x.Totals.HangingMover, &x.Totals.Value
	return r, nil
}

// maxGamePlies ends a recorded game: the program knows no draws.
const maxGamePlies = 300

// RecordGame records a game from the start array, as a line of games.jsonl: the program
// on one side at a level, random moves from a seed on the other.
func RecordGame(
	ctx context.Context, engine sargon.Engine, side sargon.Color, level sargon.Level, seed uint64,
) (*format.Game, error) {
	return recordGame(ctx, engine, side, level, seed, maxGamePlies)
}

func recordGame(
	ctx context.Context, engine sargon.Engine, side sargon.Color, level sargon.Level, seed uint64,
	plies int,
) (*format.Game, error) {
	r := &format.Game{
		Sargon: side.String(), Level: level, Opponent: fmt.Sprintf("random %d", seed),
	}
	if err := engine.SetPosition(sargon.StartPosition()); err != nil {
		return nil, err
	}
	random := rand.New(rand.NewPCG(seed, 1978))
	for range plies {
		var ply format.Ply
		var ok bool
		var err error
		if engine.Position().Side == side {
			ply, ok, err = recordSargonPly(ctx, engine, level)
		} else {
			ply, ok, err = playRandom(ctx, engine, random)
		}
		if err != nil {
			return nil, fmt.Errorf("ply %d: %w", len(r.Plies)+1, err)
		}
		if !ok {
			break
		}
		r.Plies = append(r.Plies, ply)
	}
	r.End = gameEnd(engine.Position(), len(r.Plies))
	return r, nil
}

func recordSargonPly(
	ctx context.Context, engine sargon.Engine, level sargon.Level,
) (format.Ply, bool, error) {
	result, err := engine.Search(ctx, sargon.SearchOptions{Level: level})
	if errors.Is(err, sargon.ErrNoLegalMove) {
		return format.Ply{}, false, nil
	}
	if err != nil {
		return format.Ply{}, false, err
	}
	ply := format.Ply{
		Move: result.Best.String(), By: "sargon", Score: result.Score,
		Evals: result.Evals, TStates: result.TStates,
	}
	return ply, true, engine.Play(result.Best.From, result.Best.To)
}

// playRandom plays one of the legal moves; false means there is none.
func playRandom(
	ctx context.Context, engine sargon.Engine, random *rand.Rand,
) (format.Ply, bool, error) {
	x, err := engine.Examine(ctx)
	if err != nil {
		return format.Ply{}, false, err
	}
	moves := x.Sorted
	random.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	for _, m := range moves {
		err := engine.Play(m.From, m.To)
		var illegal *sargon.IllegalMoveError
		if errors.As(err, &illegal) {
			continue
		}
		return format.Ply{Move: m.Move.String(), By: "random"}, err == nil, err
	}
	return format.Ply{}, false, nil
}
