package compare

import (
	"context"

	"sargon78/compare/cases"
	"sargon78/compare/observe"
	"sargon78/native"
	"sargon78/native/reference"
	"sargon78/roms"
	"sargon78/sargon"
	"sargon78/sargon/emulated"
)

// There is one rule for what the specification leaves open, for differences, failures and searches
// without an end alike. The search of a case leaves the specification after n evaluations if the
// reference engine says so, and a second engine too, which has come there by itself. What
// comes after them is undefined if the engines that are compared agree in all of them. Anything
// else is a difference.

// judges say where a search leaves the specification.
type judges struct {
	reference Participant
	witnesses []Participant // of these one must say the same as the model
}

// defaultJudges are the engine on 10x12, and beside it the one on bitboards, or, where that falls back
// to the first before, the embedded ROM: the engines that share no search with it.
var defaultJudges = judges{
	reference: ReferenceEngine(),
	witnesses: []Participant{
		{Name: "bitboards", Open: func() (sargon.Engine, error) { return native.NewBitboards(), nil }},
		{Name: "rom", Open: func() (sargon.Engine, error) {
			image, err := roms.Open("", roms.Options{})
			if err != nil {
				return nil, err
			}
			return emulated.New("rom", image)
		}},
	},
}

// ReferenceEngine is the specification followed word by word. It takes part like any engine, and is
// what a lone failure is explained with.
func ReferenceEngine() Participant {
	return Participant{
		Name: reference.Name, Open: func() (sargon.Engine, error) { return reference.New(), nil },
	}
}

// judgement is what the judges say about a case, once they were asked.
type judgement struct {
	*judges
	c       cases.Case
	options *Options

	asked  bool
	reason string // how its search leaves the specification, "" if it does not
	n      uint64 // the evaluations before that
	seen   map[observationKey]*observe.Observation
}

// observationKey is an engine, and where it is stopped.
type observationKey struct {
	contender *Participant
	evals     uint64
}

// undefined reports why the specification says nothing about how two engines differ, or one fails
// beside nobody; "" if it does.
func (j *judgement) undefined(ctx context.Context, a, b *Participant) string {
	if !j.asked {
		j.asked = true
		j.ask(ctx)
	}
	if j.reason == "" {
		return ""
	}
	for _, c := range []*Participant{a, b} {
		if c.Name != "" && !j.sameUntil(ctx, j.n, &j.reference, c) {
			return ""
		}
	}
	return j.reason
}

// ask asks the judges.
func (j *judgement) ask(ctx context.Context) {
	said := j.observe(ctx, &j.reference, 0).Result
	if said.UndefinedReason == "" {
		return
	}
	j.n = said.DefinedEvals
	for i := range j.witnesses {
		w := &j.witnesses[i]
		r := j.observe(ctx, w, j.n+1).Result
		// What the model follows through an evaluation may have stopped the witness within it.
		there := r.UndefinedReason != "" && r.DefinedEvals <= j.n && r.DefinedEvals+1 >= j.n
		if there && j.sameUntil(ctx, r.DefinedEvals, &j.reference, w) {
			j.reason = said.UndefinedReason
			return
		}
	}
}

// sameUntil reports whether two engines do the first evaluations alike.
func (j *judgement) sameUntil(ctx context.Context, evals uint64, a, b *Participant) bool {
	if evals == 0 {
		return true
	}
	return j.observe(ctx, a, evals).SameUntil(j.observe(ctx, b, evals), evals)
}

// observe has a new engine do the case, up to so many evaluations if it can be stopped; 0 is all. No
// search is done twice.
func (j *judgement) observe(ctx context.Context, who *Participant, evals uint64) *observe.Observation {
	key := observationKey{who, evals}
	if j.seen[key] == nil {
		o := who.ObserveOnce(ctx, &j.c, observe.Options{Detail: j.options.Detail, Evals: evals}, j.options.Timeout)
		j.seen[key] = &o
	}
	return j.seen[key]
}
