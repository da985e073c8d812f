package compare

import (
	"context"
	"slices"

	"sargon78/compare/cases"
	"sargon78/compare/observe"
	"sargon78/native/literal"
	"sargon78/sargon"
)

// Divergence is the first place where two engines differ in a case.
type Divergence struct {
	Case  cases.Case
	Names [2]string

	// Kind says what sort of difference it is.
	Kind DivergenceKind
	// Index is the number of the first evaluation that differs, from 1, the root's not
	// counted; or how many evaluations there were in common.
	Index int
	// Evaluations and States are those of each engine; nil if it had none. States are nil too for an
	// engine that does not show them.
	Evaluations [2]*sargon.Evaluation
	States      [2]*sargon.State
	// Before are the last evaluations in common, oldest first.
	Before []sargon.Evaluation

	// Seen is how the searches ended.
	Seen [2]observe.Observation

	// Model is the reference model's evaluation of the same number, nil if its search was over: what
	// the specification says. Line are the moves that led there.
	Model      *sargon.Evaluation
	ModelState *sargon.State
	Line       []sargon.Move

	// Suspects name the rules of the specification that the difference points to.
	Suspects []string
	rule     string // the first of them

	subjects [2]observe.Subject
	shows    [2]sargon.Shows
	examined [2]*sargon.Examination // of the position of States; of the root if atRoot
	atRoot   bool                   // only the root's BC0 and MV0 differ
	machine  [2][]string            // what the program wrote
}

// DivergenceKind is a sort of difference.
type DivergenceKind int

// The sorts of difference.
const (
	// NoDivergence: the engines did the same.
	NoDivergence DivergenceKind = iota
	// OtherEvaluation: both went on, but not with the same evaluation.
	OtherEvaluation
	// EndedEarlier: all evaluations of one engine are the first ones of the other.
	EndedEarlier
	// OtherResult: all evaluations are the same, but not the results.
	OtherResult
	// NoTrace: an engine does not show its evaluations; only results can be compared.
	NoTrace
)

// maxBefore is how many evaluations in common are shown.
const maxBefore = 6

// FindDivergence has two engines do a case, finds the first evaluation that differs in a byte that
// the detail compares. Errors are those of ctx, and of an engine that cannot be
// opened; failures of engines are in the result.
func FindDivergence(
	ctx context.Context, a, b Contender, c cases.Case, detail sargon.Detail,
) (*Divergence, error) {
	d := &Divergence{Case: c, Names: [2]string{a.Name, b.Name}}
	stepwise := true
	for i, contender := range []Contender{a, b} {
		d.subjects[i].Contender = &contender
		engine, err := d.subjects[i].Open()
		if err != nil {
			return nil, err
		}
		defer d.subjects[i].Close()
		d.shows[i] = engine.Shows()
		detail = min(detail, d.shows[i].Detail)
		stepwise = stepwise && (d.shows[i].Detail >= sargon.DetailTrace || d.shows[i].Evaluations)
	}
	if stepwise {
		d.inStep(ctx, detail)
	} else {
		for i := range d.subjects {
			d.Seen[i] = d.observe(ctx, i, observe.Watch{Detail: sargon.DetailTrace})
		}
	}
	differs := observe.Compare(&d.Seen[0], &d.Seen[1], min(detail, sargon.DetailTrace)) != nil
	switch {
	case d.Kind != NoDivergence || !differs:
	case stepwise:
		d.Kind = OtherResult
	default:
		d.Kind = NoTrace
	}
	if err := ctx.Err(); err != nil {
		return d, err
	}
	d.askModel(ctx)
	switch d.Kind {
	case OtherEvaluation, EndedEarlier:
		d.look(ctx)
	case NoTrace:
		for i := range d.subjects {
			if d.shows[i].Detail == sargon.DetailState {
				d.examined[i] = d.subjects[i].Examine(ctx, &d.Case, nil)
			}
		}
	}
	return d, ctx.Err()
}

// explain notes what machines wrote in the evaluation that differs, and which rules are suspect.
func (d *Divergence) explain(ctx context.Context) {
	for i := range d.subjects {
		d.lookInside(ctx, i)
		d.subjects[i].Close()
	}
	d.diagnose(ctx)
}

// observe has one engine do the case.
func (d *Divergence) observe(ctx context.Context, which int, w observe.Watch) observe.Observation {
	return d.subjects[which].Last(ctx, &d.Case, w)
}

// blockSize is how many evaluations are told apart at a time.
const blockSize = 1024

// recorder notes the evaluations of a search: a hash for each block of them, and all of the wanted
// block and the one before, with their states if the engine shows them.
type recorder struct {
	wanted int
	n      int
	hash   sargon.Fingerprint
	blocks []sargon.Fingerprint
	state  *sargon.State      // that the next evaluation rests on
	hashed sargon.Fingerprint // of it
	noted  []noted
	states []*sargon.State // of these
}

// noted is an evaluation as it is compared: with a hash of its state, 0 if that is not compared.
type noted struct {
	evaluation sargon.Evaluation
	state      sargon.Fingerprint
}

// watch returns how a search is watched; states are compared too if they are asked for.
func (r *recorder) watch(detail sargon.Detail) observe.Watch {
	r.hash = sargon.EmptyTrace
	w := observe.Watch{Detail: detail, Evaluation: func(e sargon.Evaluation) {
		if r.n%blockSize == 0 {
			r.blocks = append(r.blocks, r.hash)
		}
		if block := r.n / blockSize; block == r.wanted || block == r.wanted-1 {
			r.noted, r.states = append(r.noted, noted{e, r.hashed}), append(r.states, copied(r.state))
		}
		r.n++
		r.hash = r.hash.Add(e)
		for s := r.hashed; s != 0; s >>= 8 {
			r.hash = r.hash.Byte(uint8(s))
		}
	}}
	if detail >= sargon.DetailState || r.wanted >= 0 {
		w.State = func(s *sargon.State) {
			if r.state = s; detail >= sargon.DetailState {
				r.hashed = observe.HashState(sargon.EmptyTrace, s)
			}
		}
	}
	return w
}

// inStep finds the first evaluation that differs: first in which block it is, then where in it.
func (d *Divergence) inStep(ctx context.Context, detail sargon.Detail) {
	var blocks [2]recorder
	for i := range d.subjects {
		blocks[i].wanted = -1
		d.Seen[i] = d.observe(ctx, i, blocks[i].watch(detail))
		blocks[i].blocks = append(blocks[i].blocks, blocks[i].hash)
	}
	if d.Index = blocks[0].n; d.Index == blocks[1].n && blocks[0].hash == blocks[1].hash {
		d.Before = nil
		return
	}
	wanted := 0 // the first block that does not end alike
	for wanted+1 < min(len(blocks[0].blocks), len(blocks[1].blocks)) &&
		blocks[0].blocks[wanted+1] == blocks[1].blocks[wanted+1] {
		wanted++
	}
	var steps [2][]noted
	var states [2][]*sargon.State
	for i := range d.subjects {
		r := recorder{wanted: wanted}
		w := r.watch(detail)
		w.Evals = uint64(wanted+1)*blockSize + 2
		d.observe(ctx, i, w)
		steps[i], states[i] = r.noted, r.states
	}
	common := 0
	for common < min(len(steps[0]), len(steps[1])) && steps[0][common] == steps[1][common] {
		common++
	}
	for _, s := range steps[0][max(0, common-maxBefore):common] {
		d.Before = append(d.Before, s.evaluation)
	}
	d.Index = max(0, wanted-1)*blockSize + common + 1
	d.Kind = OtherEvaluation
	for i := range steps {
		if common < len(steps[i]) {
			d.Evaluations[i], d.States[i] = &steps[i][common].evaluation, states[i][common]
		} else {
			d.Kind = EndedEarlier
		}
	}
}

// look has each engine examine what it held at the difference.
func (d *Divergence) look(ctx context.Context) {
	for i := range d.subjects {
		if d.States[i] != nil {
			d.examined[i] = d.subjects[i].Examine(ctx, &d.Case, d.States[i])
		}
	}
	if d.atRoot = d.onlyValueDiffers(); d.atRoot {
		for i := range d.subjects {
			d.examined[i] = d.subjects[i].Examine(ctx, &d.Case, nil)
		}
	}
	for i := range d.subjects {
		// What another engine examines is right, and explains nothing.
		right := d.Evaluations[i] != nil && d.Model != nil && *d.Evaluations[i] == *d.Model
		if !d.shows[i].OwnExamine && !right {
			d.examined[i] = nil
		}
	}
}

// onlyValueDiffers tells whether the evaluations rest on the same parts, but differ in value.
func (d *Divergence) onlyValueDiffers() bool {
	x, y := d.States[0], d.States[1]
	e, f := d.Evaluations[0], d.Evaluations[1]
	if x == nil || y == nil || e.From != f.From || e.To != f.To {
		return false
	}
	t, u := x.Totals, y.Totals
	t.Value, u.Value = 0, 0
	return t == u && x.Board == y.Board && x.Royal == y.Royal && slices.Equal(x.Pins, y.Pins)
}

// copied returns a state that stays, nil for none.
func copied(s *sargon.State) *sargon.State {
	if s == nil {
		return nil
	}
	c := *s
	c.Pins = slices.Clone(s.Pins)
	return &c
}

// askModel asks the reference model for its evaluation of that number, and for the moves that led to
// it.
func (d *Divergence) askModel(ctx context.Context) {
	if d.Kind != OtherEvaluation && d.Kind != EndedEarlier {
		return
	}
	engine, number := literal.New(), 0
	var state *sargon.State
	model := Contender{Open: func() (sargon.Engine, error) { return engine, nil }}
	model.Once(ctx, &d.Case, observe.Watch{
		Evals: uint64(d.Index) + 2,
		State: func(s *sargon.State) { state = s },
		Evaluation: func(e sargon.Evaluation) {
			if number++; number == d.Index {
				d.Model, d.ModelState, d.Line = &e, copied(state), engine.Line()
			}
		},
	}, 0)
}

// Failure says how an engine failed, "" if it did not.
func (d *Divergence) Failure(which int) string {
	if o := &d.Seen[which]; o.Failure != observe.NoFailure {
		return o.Text
	}
	return ""
}
