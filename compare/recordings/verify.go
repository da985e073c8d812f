package recordings

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"sargon78/compare/recordings/format"

	"sargon78/compare/cases"
	"sargon78/compare/observe"
	"sargon78/sargon"
	"sargon78/sargon/game"
)

// Verification is what came of replaying one recording.
type Verification struct {
	// Differences says, a line each, what was recorded and what came; none means the
	// recording was reproduced.
	Differences []string
	// Recorded and Measured are T-states of the searches of the recording; 0 where the
	// recording or the engine has none.
	Recorded, Measured uint64
}

// Reproduced tells whether the engine did what was recorded.
func (v Verification) Reproduced() bool { return len(v.Differences) == 0 }

func (v *Verification) differ(format string, args ...any) {
	v.Differences = append(v.Differences, fmt.Sprintf(format, args...))
}

// expect notes a difference between what was recorded and what the engine did.
func expect[T comparable](v *Verification, what string, recorded, came T) {
	if recorded != came {
		v.differ("%s: recorded %v, came %v", what, recorded, came)
	}
}

// Verify replays a recording against an engine. The error is the engine's own failure
// (a wild program, a panic, a cancelled context): what differs is in the result.
func Verify(
	ctx context.Context, engine sargon.Engine, recording format.Recording,
) (v Verification, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	switch {
	case recording.Search != nil:
		return verifySearch(ctx, engine, recording.Search)
	case recording.Eval != nil:
		return verifyEval(ctx, engine, recording.Eval)
	case recording.Game != nil:
		return verifyGame(ctx, engine, recording.Game)
	case recording.Steps != nil:
		return verifySteps(ctx, engine, recording.Steps)
	}
	return Verification{}, errors.New("an empty recording")
}

// search has an engine search a position. Mate and stalemate at the root are results.
func search(
	ctx context.Context, engine sargon.Engine, fen string, level sargon.Level,
	each func(sargon.Evaluation),
) (sargon.Result, error) {
	position, err := sargon.ParseRecordedFEN(fen)
	if err != nil {
		return sargon.Result{}, err
	}
	c, contender := cases.New(position, level), observe.Opened(engine)
	o := contender.Once(ctx, &c, observe.Watch{Evaluation: each}, 0)
	if ctx.Err() != nil {
		return sargon.Result{}, ctx.Err()
	}
	return o.Result, o.Err()
}

func verifySearch(
	ctx context.Context, engine sargon.Engine, r *format.Search,
) (Verification, error) {
	var v Verification
	result, err := search(ctx, engine, r.FEN, r.Depth, nil)
	if err != nil {
		return v, err
	}
	expect(&v, "best move", r.Best, result.Best.String())
	expect(&v, "score", r.Score, result.Score)
	expect(&v, "evaluations", r.Evals, result.Evals)
	expect(&v, "calls of the generator", r.Gens, result.Gens)
	expect(&v, "most records in the list area", r.Records, result.Records)
	expect(&v, "records dropped", r.Dropped, result.Dropped)
	expect(&v, "fingerprint of the trace", r.Trace, result.Trace.String())
	if r.MateAt != nil {
		expect(&v, "move number of the last mate (PMATE)", *r.MateAt, result.MateAt)
	}
	v.Recorded, v.Measured = r.TStates, result.TStates
	return v, nil
}

func verifySteps(
	ctx context.Context, engine sargon.Engine, r *format.Steps,
) (Verification, error) {
	var v Verification
	number, explained := 0, false
	watch := func(s sargon.Evaluation) {
		if number < len(r.Steps) && !explained && s.String() != r.Steps[number] {
			v.differ("evaluation %d: recorded %q, came %q (ply, move, value)", number+1, r.Steps[number], s)
			explained = true
		}
		number++
	}
	result, err := search(ctx, engine, r.FEN, r.Depth, watch)
	if err != nil {
		return v, err
	}
	switch {
	case explained:
	case number < len(r.Steps):
		v.differ("evaluation %d: recorded %q, but the search had ended", number+1, r.Steps[number])
	case number > len(r.Steps):
		v.differ("evaluation %d: the recording has ended, but the search went on", len(r.Steps)+1)
	}
	expect(&v, "evaluations but the root's", len(r.Steps), number)
	expect(&v, "fingerprint of the trace", r.Trace, result.Trace.String())
	return v, nil
}

func verifyEval(
	ctx context.Context, engine sargon.Engine, r *format.Eval,
) (Verification, error) {
	var v Verification
	came, err := RecordEval(ctx, engine, r.FEN)
	if err != nil {
		return v, err
	}
	expect(&v, "CKFLG", r.Check, came.Check)
	expect(&v, "BRDC", r.BRDC, came.BRDC)
	expect(&v, "MTRL", r.MTRL, came.MTRL)
	expect(&v, "PTSL", r.PTSL, came.PTSL)
	expect(&v, "PTSW1", r.PTSW1, came.PTSW1)
	expect(&v, "PTSW2", r.PTSW2, came.PTSW2)
	if r.PTSCK != nil {
		expect(&v, "PTSCK", *r.PTSCK, *came.PTSCK)
	}
	if r.VALM != nil {
		expect(&v, "VALM", *r.VALM, *came.VALM)
	}
	expectList(&v, "generated", r.Generated, came.Generated)
	expectList(&v, "sorted", r.Sorted, came.Sorted)
	expectList(&v, "pins", r.Pins, came.Pins)
	expectList(&v, "attacks", r.Attacks, came.Attacks)
	return v, nil
}

// expectList notes the first difference between two lists.
func expectList[T comparable](v *Verification, what string, recorded, came []T) {
	if slices.Equal(recorded, came) {
		return
	}
	for i := range min(len(recorded), len(came)) {
		if recorded[i] != came[i] {
			v.differ("%s, number %d of %d: recorded %v, came %v", what, i+1, len(recorded), recorded[i],
				came[i])
			return
		}
	}
	v.differ("%s: recorded %d, came %d; the first %d are the same", what, len(recorded), len(came),
		min(len(recorded), len(came)))
}

func verifyGame(
	ctx context.Context, engine sargon.Engine, r *format.Game,
) (Verification, error) {
	var v Verification
	if err := engine.SetPosition(sargon.StartPosition()); err != nil {
		return v, err
	}
	for i, ply := range r.Plies {
		move, err := sargon.ParseMove(ply.Move)
		if err != nil {
			return v, fmt.Errorf("ply %d: %w", i+1, err)
		}
		if ply.BySargon() {
			if err := verifyPly(ctx, engine, r.Level, ply, fmt.Sprintf("ply %d", i+1), &v); err != nil {
				return v, err
			}
		}
		var illegal *sargon.IllegalMoveError
		if err := engine.Play(move.From, move.To); errors.As(err, &illegal) {
			v.differ("ply %d: %s was recorded, but %v", i+1, ply.Move, err)
		} else if err != nil {
			return v, fmt.Errorf("ply %d: %w", i+1, err)
		}
		if !v.Reproduced() {
			return v, nil // the rest would be another game
		}
	}
	if r.End != "" {
		expect(&v, "end", r.End, gameEnd(engine.Position(), len(r.Plies)))
	}
	return v, nil
}

// gameEnd says how a game of so many plies has ended, by the rules of chess.
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

// verifyPly has the engine find its move of a game. Its book move as White depends on the refresh
// register, so any is accepted (spec §12).
func verifyPly(
	ctx context.Context, engine sargon.Engine, level sargon.Level, ply format.Ply, where string,
	v *Verification,
) error {
	result, err := cases.Search(ctx, engine,
		sargon.SearchOptions{Level: level, QueenPawn: ply.Move == "d2d4"})
	if err != nil && !errors.Is(err, sargon.ErrNoLegalMove) {
		return fmt.Errorf("%s: %w", where, err)
	}
	expect(v, where+", move", ply.Move, result.Best.String())
	expect(v, where+", evaluations", ply.Evals, result.Evals)
	expect(v, where+", score", ply.Score, result.Score)
	if ply.Evals > 0 {
		v.Recorded += ply.TStates
		v.Measured += result.TStates
	}
	return nil
}
