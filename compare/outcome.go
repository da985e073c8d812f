package compare

import (
	"context"
	"errors"
	"fmt"

	"sargon78/sargon"
)

// outcome is what an engine made of one case.
type outcome struct {
	done   bool // the case was tried
	failed string
	none   bool // no legal move

	best   sargon.Move
	score  sargon.Score
	evals  uint64
	trace  sargon.Fingerprint
	counts counts
	state  sargon.Fingerprint // of all states, if they were watched

	tStates uint64
	seconds float64
}

// counts go with a trace where the engine knows them.
type counts struct {
	gens    uint64
	records int
	dropped uint64
	mateAt  uint8
}

// runSearch searches the position that the engine holds.
func runSearch(
	ctx context.Context, engine sargon.Engine, options sargon.SearchOptions, proof Proof,
) outcome {
	o := outcome{done: true}
	if proof >= ProofState {
		hash := sargon.EmptyTrace
		options.Watch.State = func(s *sargon.State) { hash = hashState(hash, s) }
		defer func() { o.state = hash }()
	}
	result, err := engine.Search(ctx, options)
	switch {
	case errors.Is(err, sargon.ErrNoLegalMove):
		o.none = true
		return o
	case errors.Is(err, sargon.ErrUnsupported):
		return outcome{} // the others go on without it
	case err != nil:
		o.failed = err.Error()
		return o
	}
	o.best, o.score, o.evals, o.trace = result.Best, result.Score, result.Evals, result.Trace
	o.counts = counts{result.Gens, result.Records, result.Dropped, result.MateAt}
	o.tStates, o.seconds = result.TStates, result.Duration.Seconds()
	return o
}

// differences says, a few words each, in what two outcomes differ.
func (o *outcome) differences(other *outcome, proof Proof) []Difference {
	var list []Difference
	differ := func(what string, a, b any) {
		list = append(list, Difference{what, fmt.Sprint(a), fmt.Sprint(b)})
	}
	if o.none != other.none {
		legal := map[bool]string{true: "no legal move", false: "a legal move"}
		differ("mate or stalemate", legal[o.none], legal[other.none])
		return list
	}
	if !o.best.Same(other.best) {
		differ("best move", o.best, other.best)
	}
	if proof >= ProofScore && o.score != other.score {
		differ("score", uint8(o.score), uint8(other.score))
	}
	if proof >= ProofScore && o.evals != other.evals {
		differ("evaluations", o.evals, other.evals)
	}
	if proof < ProofTrace {
		return list
	}
	if o.trace != other.trace {
		differ("trace", o.trace, other.trace)
	}
	a, b := o.counts, other.counts
	if a.gens != 0 && b.gens != 0 && a != b {
		differ("generator calls, records, dropped, last mate at", a, b)
	}
	if proof >= ProofState && o.state != other.state {
		differ("states", o.state, other.state)
	}
	return list
}

// Difference is one thing that came out otherwise.
type Difference struct {
	What string `json:"what"`
	A    string `json:"a"`
	B    string `json:"b"`
}

func (d Difference) String() string { return fmt.Sprintf("%s: %s / %s", d.What, d.A, d.B) }

// hashState goes on with a hash over everything an evaluation rests on.
func hashState(h sargon.Fingerprint, s *sargon.State) sargon.Fingerprint {
	add := func(b uint8) { h = h.Byte(b) }
	for _, p := range s.Board {
		add(uint8(p))
	}
	for _, r := range s.Royal {
		add(uint8(r))
	}
	add(uint8(len(s.Pins)))
	for _, p := range s.Pins {
		add(uint8(p.Square))
		add(uint8(p.Direction))
	}
	t := &s.Totals
	for _, b := range [...]uint8{
		uint8(t.BoardControl), uint8(t.Material), t.PointsLost, t.PointsWon1, t.PointsWon2,
		uint8(t.Checked), uint8(t.Value),
	} {
		add(b)
	}
	return h
}
