package recordings

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"

	"sargon78/compare/cases"
	"sargon78/compare/observe"
	"sargon78/compare/recordings/format"
	"sargon78/sargon"
	"sargon78/sargon/game"
)

// search has an engine search a position. Mate and stalemate at the root are results.
func search(
	ctx context.Context, engine sargon.Engine, fen string, level sargon.Level,
	each func(sargon.Evaluation),
) (sargon.Result, error) {
	position, err := sargon.ParseRecordedFEN(fen)
	if err != nil {
		return sargon.Result{}, err
	}
	c, observed := cases.New(position, level), observe.FromEngine(engine)
	o := observed.ObserveOnce(ctx, &c, observe.Options{OnEvaluation: each}, 0)
	if ctx.Err() != nil {
		return sargon.Result{}, ctx.Err()
	}
	return o.Result, o.Err()
}

// RecordSearch records one search from a position, as a line of search.jsonl.
func RecordSearch(
	ctx context.Context, engine sargon.Engine, fen string, level sargon.Level,
) (*format.Search, error) {
	result, err := search(ctx, engine, fen, level, nil)
	return &format.Search{
		FEN: fen, Level: level, Best: result.Best.String(), Score: result.Score,
		Evals: result.Evals, Gens: result.Gens, Records: result.Records, TStates: result.TStates,
		Trace: result.Trace.String(), Dropped: result.Dropped,
		MateAt: &result.MateAt,
	}, err
}

// RecordSteps records one search with its whole trace, as a line of steps.jsonl.
func RecordSteps(
	ctx context.Context, engine sargon.Engine, fen string, level sargon.Level,
) (*format.Steps, error) {
	r := &format.Steps{FEN: fen, Level: level, Steps: []string{}}
	result, err := search(ctx, engine, fen, level,
		func(e sargon.Evaluation) { r.Steps = append(r.Steps, e.String()) })
	r.Trace = result.Trace.String()
	return r, err
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
	r := format.NewEval(fen, x)
	r.PTSCK, r.VALM = &x.Totals.HangingMover, &x.Totals.Value
	return r, err
}

// MaxGamePlies ends a recorded game: the program knows no draws.
const MaxGamePlies = 300

// RecordGame records a game from the start array of at most so many plies, as a line of games.jsonl:
// the program on one side at a level, random moves from a seed on the other.
func RecordGame(
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
		var err error
		if engine.Position().Side == side {
			ply, err = ownPly(ctx, engine, level, false)
		} else {
			ply, err = playRandom(ctx, engine, random)
		}
		if err != nil {
			return nil, fmt.Errorf("ply %d: %w", len(r.Plies)+1, err)
		}
		if ply.Move == noMove {
			break
		}
		r.Plies = append(r.Plies, ply)
	}
	r.End = gameEnd(engine.Position(), len(r.Plies))
	return r, nil
}

// noMove is in place of a move where none is legal.
var noMove = sargon.Move{}.String()

// ownPly has the program find its move of a game and play it.
func ownPly(
	ctx context.Context, engine sargon.Engine, level sargon.Level, queenPawn bool,
) (format.Ply, error) {
	result, err := cases.Search(ctx, engine,
		sargon.SearchOptions{Level: level, QueenPawn: queenPawn})
	if err != nil && !errors.Is(err, sargon.ErrNoLegalMove) {
		return format.Ply{}, err
	}
	ply := format.Ply{
		Move: result.Best.String(), By: "sargon", Score: result.Score,
		Evals: result.Evals, TStates: result.TStates,
	}
	if ply.Move == noMove {
		return ply, nil
	}
	return ply, engine.Play(result.Best.From, result.Best.To)
}

// playRandom plays one of the legal moves, if there is one.
func playRandom(
	ctx context.Context, engine sargon.Engine, random *rand.Rand,
) (format.Ply, error) {
	x, err := engine.Examine(ctx)
	if err != nil {
		return format.Ply{}, err
	}
	moves := x.Sorted
	random.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	for _, m := range moves {
		err := engine.Play(m.From, m.To)
		if isIllegal(err) {
			continue
		}
		return format.Ply{Move: m.Move.String(), By: "random"}, err
	}
	return format.Ply{Move: noMove}, nil
}

func isIllegal(err error) bool {
	var illegal *sargon.IllegalMoveError
	return errors.As(err, &illegal)
}

// repeatGame plays a recorded game again, up to the ply at which it becomes another one. The book's
// move as White depends on the refresh register, so that the program may take either (spec §12).
func repeatGame(
	ctx context.Context, engine sargon.Engine, r *format.Game,
) (came *format.Game, err error) {
	came = &format.Game{End: r.End}
	if err := engine.SetPosition(sargon.StartPosition()); err != nil {
		return came, err
	}
	for i, recorded := range r.Plies {
		ply := recorded
		if recorded.BySargon() {
			ply, err = ownPly(ctx, engine, r.Level, recorded.Move == "d2d4")
		} else {
			var m sargon.Move
			if m, err = sargon.ParseMove(recorded.Move); err == nil {
				err = engine.Play(m.From, m.To)
			}
		}
		if isIllegal(err) {
			ply.Move, err = err.Error(), nil
		}
		if err != nil {
			return came, fmt.Errorf("ply %d: %w", i+1, err)
		}
		came.Plies = append(came.Plies, ply)
		if differences("", reflect.ValueOf(recorded), reflect.ValueOf(ply)) != nil {
			return came, nil
		}
	}
	if r.End != "" {
		came.End = gameEnd(engine.Position(), len(r.Plies))
	}
	return came, nil
}

// gameEnd returns how a game of so many plies has ended, by the rules of chess.
func gameEnd(last sargon.Position, plies int) string {
	moves, _ := game.Divide(context.Background(), last, 1)
	switch {
	case len(moves) > 0:
		return fmt.Sprintf("Stopped after %d plies", plies)
	case last.InCheck(last.Side):
		return "Checkmate"
	}
	return "Stalemate"
}
