package compare

import (
	"context"

	"sargon78/compare/cases"
	"sargon78/compare/observe"
)

// There is one rule for what the specification leaves open, for differences, failures and searches
// without an end alike. The search of a case leaves the specification after n evaluations if the
// reference model says so, and a second engine too, which has come there by itself. What
// comes after them is undefined if the engines that are compared agree in all of them. Anything
// else is a difference.

// judges say where a search leaves the specification.
type judges struct {
	model     Contender
	witnesses []Contender // of these one must say the same as the model
}

// judgement is what the judges say about a case, once they were asked.
type judgement struct {
	judges
	c       cases.Case
	options *Options

	asked bool
	why   string // how its search leaves the specification, "" if it does not
	n     uint64 // the evaluations before that
	seen  map[sight]observe.Observation
}

// sight is an engine, and where it is stopped.
type sight struct {
	contender *Contender
	evals     uint64
}

// undefined tells why the specification says nothing about how two contenders differ, or one fails
// beside nobody; "" if it does.
func (j *judgement) undefined(ctx context.Context, a, b *Contender) string {
	if !j.asked {
		j.asked = true
		j.ask(ctx)
	}
	if j.why == "" {
		return ""
	}
	for _, c := range []*Contender{a, b} {
		if c.Name != "" && !j.alike(ctx, j.n, &j.model, c) {
			return ""
		}
	}
	return j.why
}

// ask asks the judges.
func (j *judgement) ask(ctx context.Context) {
	said := j.observe(ctx, &j.model, 0).Result
	if said.Undefined == "" {
		return
	}
	j.n = said.Defined
	for i := range j.witnesses {
		w := &j.witnesses[i]
		r := j.observe(ctx, w, j.n+1).Result
		// What the model follows through an evaluation may have stopped the witness within it.
		there := r.Undefined != "" && r.Defined <= j.n && r.Defined+1 >= j.n
		if there && j.alike(ctx, r.Defined, &j.model, w) {
			j.why = said.Undefined
			return
		}
	}
}

// alike tells whether two contenders do the first evaluations alike.
func (j *judgement) alike(ctx context.Context, evals uint64, a, b *Contender) bool {
	if evals == 0 {
		return true
	}
	one, other := j.observe(ctx, a, evals), j.observe(ctx, b, evals)
	return one.SameUntil(&other, evals)
}

// alikeUntil tells whether two contenders that both go on for ever do the same evaluations before,
// as far as both came.
func (j *judgement) alikeUntil(ctx context.Context, a, b *Contender, x, y *observe.Observation) bool {
	return j.alike(ctx, min(x.Result.Evals, y.Result.Evals), a, b)
}

// observe has a new engine do the case, up to so many evaluations if it can be stopped; 0 is all.
func (j *judgement) observe(ctx context.Context, who *Contender, evals uint64) observe.Observation {
	key := sight{who, evals}
	o, known := j.seen[key]
	if !known {
		o = who.Once(ctx, &j.c, observe.Watch{Detail: j.options.Detail, Evals: evals},
			j.options.Timeout)
		if j.seen == nil {
			j.seen = map[sight]observe.Observation{}
		}
		j.seen[key] = o
	}
	return o
}
