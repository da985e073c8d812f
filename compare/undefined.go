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
// reference model says so, and a second engine too, which has come there by itself. What
// comes after them is undefined if the engines that are compared agree in all of them. Anything
// else is a difference.

// judges say where a search leaves the specification.
type judges struct {
	model     Contender
	witnesses []Contender // of these one must say the same as the model
}

// usualJudges are the engine on 10x12, and beside it the one on bitboards, or, where that falls back
// to the first before, the embedded ROM: the engines that share no search with it.
var usualJudges = judges{
	model: ReferenceModel(),
	witnesses: []Contender{
		{Name: "sets", Open: func() (sargon.Engine, error) { return native.NewSets(), nil }},
		{Name: "rom", Open: func() (sargon.Engine, error) {
			image, err := roms.Open("", roms.Options{})
			if err != nil {
				return nil, err
			}
			return emulated.New("rom", image)
		}},
	},
}

// ReferenceModel is the specification followed word by word. It takes part like any engine, and is
// what a lone failure is explained with.
func ReferenceModel() Contender {
	return Contender{
		Name: reference.Name, Open: func() (sargon.Engine, error) { return reference.New(), nil },
	}
}

// judgement is what the judges say about a case, once they were asked.
type judgement struct {
	*judges
	c       cases.Case
	options *Options

	asked bool
	why   string // how its search leaves the specification, "" if it does not
	n     uint64 // the evaluations before that
	seen  map[sight]*observe.Observation
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
	return j.observe(ctx, a, evals).SameUntil(j.observe(ctx, b, evals), evals)
}

// observe has a new engine do the case, up to so many evaluations if it can be stopped; 0 is all. No
// search is done twice.
func (j *judgement) observe(ctx context.Context, who *Contender, evals uint64) *observe.Observation {
	key := sight{who, evals}
	if j.seen[key] == nil {
		o := who.Once(ctx, &j.c, observe.Watch{Detail: j.options.Detail, Evals: evals}, j.options.Timeout)
		j.seen[key] = &o
	}
	return j.seen[key]
}
