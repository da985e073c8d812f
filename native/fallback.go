package native

import (
	"context"
	"fmt"

	"sargon78/sargon"
)

// fallback is the panic that ends a search which leaves what the specification describes, and says how.
type fallback string

// How a search leaves the specification (spec, appendix).
const (
	lostRoyal    fallback = "a lost king or queen looks behind the tables"
	noEndMark    fallback = "the row of royal squares has lost its end mark"
	tooManyPins  fallback = "so many pins that they run over the scores"
	behindScores fallback = "an exchange finds nothing up to the end of the scores"
	pairStarts   fallback = "a pair without room starts a list"
	pairCut      fallback = "a pair is made whose second half found no room"
	overwritten  fallback = "an old record is tried that the player's moves have overwritten"
)

// ring is the panic that ends a search which goes round in a ring of old records, in 1978 forever.
type ring struct{}

// fallBack has the engine on 10x12 do a search. Watchers are not told again what they were told.
func (e *engine) fallBack(ctx context.Context, r *report, why fallback) (sargon.Result, error) {
	result, err := e.Resume(ctx, r.Options, r.EventCounts())
	result.FellBack = string(why)
	result.UndefinedReason, result.DefinedEvals = string(why), r.Finished
	return result, err
}

// ends does f, and reports how it left the specification, "" if it did not. The error is that of a search
// without an end.
func (r *report) ends(f func()) (why fallback) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case fallback:
			why = p
		case ring:
			r.finished, r.stopped = true, fmt.Errorf(
				"%w: after %d evaluations a list of moves is a ring", sargon.ErrEndless, r.Evals)
		default:
			panic(p)
		}
	}()
	f()
	return ""
}
