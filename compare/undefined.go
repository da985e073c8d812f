package compare

import (
	"context"
	"fmt"

	"sargon78/compare/cases"
	"sargon78/compare/observe"
	"sargon78/native"
	"sargon78/native/reference"
	"sargon78/roms"
	"sargon78/sargon"
	"sargon78/sargon/emulated"
)

// One rule decides what the specification leaves open, be it a difference, a failure, a search without
// an end, or one that an engine ends there (sargon.ErrUndefined). The search of a case leaves the
// specification after n evaluations if the reference engine reports it, and a second engine, which
// shares no search with it, reports it after the same n. If the engines that are compared agree in
// these n evaluations, the rest is undefined. Anything else is a difference.

// judges say where a search leaves the specification.
type judges struct {
	reference Participant
	witnesses []Participant // of these one must say the same as the reference engine
}

// defaultJudges are the reference engine and, as witnesses, bitboards and the embedded ROM.
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

// ReferenceEngine returns the reference engine as a participant.
func ReferenceEngine() Participant {
	return Participant{
		Name: reference.Name, Open: func() (sargon.Engine, error) { return reference.New(), nil },
	}
}

// judgement holds the answer of the judges about one case.
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
	engine *Participant
	evals  uint64
}

// undefined returns why the specification says nothing about how two engines differ, or about how one
// fails (then b has no name); "" if it does.
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

// prefixDiffers compares an engine with the reference engine up to where the specification ends. It returns
// what differs, nil if nothing.
func (j *judgement) prefixDiffers(ctx context.Context, who *Participant) []observe.Difference {
	if j.sameUntil(ctx, j.n, &j.reference, who) {
		return nil
	}
	traceOf := func(who *Participant) string { return j.observe(ctx, who, j.n).Prefix.Trace.String() }
	return []observe.Difference{{
		What: fmt.Sprintf("trace of the first %d evaluations", j.n), A: traceOf(who), B: traceOf(&j.reference),
	}}
}

// ask finds out where the search of the case leaves the specification, and fills in reason and n.
func (j *judgement) ask(ctx context.Context) {
	said := j.observe(ctx, &j.reference, 0).Result
	if said.UndefinedReason == "" {
		return
	}
	j.n = said.DefinedEvals
	for i := range j.witnesses {
		w := &j.witnesses[i]
		r := j.observe(ctx, w, j.n+1).Result
		there := r.UndefinedReason != "" && r.DefinedEvals == j.n
		if there && j.sameUntil(ctx, j.n, &j.reference, w) {
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

// observe runs the case on a new engine, up to so many evaluations if it can be stopped; 0 is all. It
// remembers the observation, so that no search is done twice.
func (j *judgement) observe(ctx context.Context, who *Participant, evals uint64) *observe.Observation {
	key := observationKey{who, evals}
	if j.seen[key] == nil {
		o := who.ObserveOnce(ctx, &j.c, observe.Options{Detail: j.options.Detail, Evals: evals}, j.options.Timeout)
		j.seen[key] = &o
	}
	return j.seen[key]
}
