package native

import (
	"fmt"

	"sargon78/sargon"
)

// undefined is the panic that ends a search which leaves what the specification describes, and says how.
type undefined string

// How a search leaves the specification (spec, appendix).
const (
	lostRoyal    undefined = "a lost king or queen looks beyond the tables"
	noEndMark    undefined = "the row of royal squares has lost its end mark"
	tooManyPins  undefined = "so many pins that they run over the scores"
	behindScores undefined = "an exchange finds nothing up to the end of the scores"
	pairStarts   undefined = "a pair without room starts a list"
	pairCut      undefined = "a pair is made whose second half found no room"
	overwritten  undefined = "an old record is tried that the player's moves have overwritten"
)

// ring is the panic that ends a search which goes round in a ring of old records, in 1978 forever.
type ring struct{}

// ends does f, and reports how it left the specification, "" if it did not. The error is that of a search
// without an end.
func (r *report) ends(f func()) (why undefined) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case undefined:
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
