package native

import (
	"context"

	"sargon78/sargon"
)

// answer is the answer of the book (spec §12). The memory of the game is left as the engine on
// 10x12 leaves it; the move is found here.
func (e *engine) answer(
	ctx context.Context, options sargon.SearchOptions, p *sargon.Position,
) (sargon.Result, error) {
	watch := options.Watch
	options.Watch = sargon.Watch{}
	result, err := e.Engine.Search(ctx, options)
	if err != nil {
		return result, err
	}
	best := bookMove(p, options.QueenPawn)
	result = sargon.Result{
		Best: best, Book: true, PV: []sargon.Move{best}, Trace: sargon.EmptyTrace,
		Duration: result.Duration,
	}
	if watch.Best != nil {
		watch.Best(sargon.Line{Moves: result.PV})
	}
	return result, nil
}

// bookMove returns the two-step of a pawn in the middle.
func bookMove(p *sargon.Position, queenPawn bool) sargon.Move {
	home, step := sargon.E1+10, sargon.Square(20)
	if p.Side == sargon.Black {
		home, step = sargon.E8-10, -step
		switch p.Previous.From {
		case sargon.B1, sargon.G1, sargon.D1 + 10, sargon.F1 + 10, sargon.G1 + 10, sargon.H1 + 10:
			queenPawn = true
		default:
			queenPawn = false
		}
	}
	if queenPawn {
		home--
	}
	return sargon.Move{From: home, To: home + step, Flags: sargon.FirstMove}
}
