package compare

import (
	"context"
	"slices"

	"sargon78/compare/cases"
	"sargon78/compare/observe"
	"sargon78/native/literal"
	"sargon78/sargon"
	"sargon78/sargon/spec/cells"
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
	// Evaluations and States are those of each engine and of the specification, which are those of
	// the reference model; nil if it had none. States are nil too for an engine that does not show
	// them.
	Evaluations [3]*sargon.Evaluation
	States      [3]*sargon.State
	// Before are the last evaluations in common, oldest first.
	Before []sargon.Evaluation

	// Seen is how the searches ended.
	Seen [2]observe.Observation

	// Line are the moves that lead to the evaluation in the reference model.
	Line []sargon.Move

	// Suspects name the rules of the specification that the difference points to.
	Suspects []string
	rule     string // the first of them

	subjects [2]observe.Subject
	shows    [2]sargon.Shows
	examined [2]*sargon.Examination // of the position of States, or of the root
	atRoot   bool
	inside   [2]string // what the program wrote
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

// specification is the number of the reference model beside those of two engines.
const specification = 2

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
	d.lookInside(ctx)
	for i := range d.subjects {
		d.subjects[i].Close()
	}
	d.diagnose(ctx)
}

// observe has one engine do the case.
func (d *Divergence) observe(ctx context.Context, which int, w observe.Watch) observe.Observation {
	return d.subjects[which].Last(ctx, &d.Case, w)
}

// step is an evaluation as it is told, and what it rests on: nil if the engine does not show that.
type step struct {
	evaluation sargon.Evaluation
	state      *sargon.State
}

// steps has an engine do the case, and hands out its evaluations. The function returns false after the
// last.
func (d *Divergence) steps(
	ctx context.Context, which int, detail sargon.Detail,
) (next func() (step, bool)) {
	told, ended := make(chan step), make(chan struct{})
	var state *sargon.State
	w := observe.Watch{
		Detail: detail,
		State:  func(s *sargon.State) { state = s },
		Evaluation: func(e sargon.Evaluation) {
			select {
			case told <- step{e, copied(state)}:
			case <-ended:
			case <-ctx.Done():
			}
		},
	}
	go func() {
		defer close(ended)
		d.Seen[which] = d.observe(ctx, which, w)
	}()
	return func() (s step, more bool) {
		select {
		case s = <-told:
			return s, true
		case <-ended:
			return s, false
		}
	}
}

// inStep has both engines do the case in step, and notes the first evaluation that differs. Then it
// lets them search to the end.
func (d *Divergence) inStep(ctx context.Context, detail sargon.Detail) {
	next := [2]func() (step, bool){d.steps(ctx, 0, detail), d.steps(ctx, 1, detail)}
	for d.Kind == NoDivergence {
		one, more := next[0]()
		other, otherMore := next[1]()
		switch {
		case !more && !otherMore:
			d.Before = nil
			return
		case more && otherMore && one.evaluation == other.evaluation &&
			(detail < sargon.DetailState || sameState(one.state, other.state)):
			d.Before = append(d.Before[max(0, len(d.Before)-maxBefore+1):], one.evaluation)
		case more && otherMore:
			d.Kind = OtherEvaluation
		default:
			d.Kind = EndedEarlier
		}
		d.Index++
		if d.Kind == NoDivergence {
			continue
		}
		if more {
			d.Evaluations[0], d.States[0] = &one.evaluation, one.state
		}
		if otherMore {
			d.Evaluations[1], d.States[1] = &other.evaluation, other.state
		}
	}
	for _, next := range next {
		for _, more := next(); more; {
			_, more = next()
		}
	}
}

func sameState(a, b *sargon.State) bool {
	return observe.HashState(0, a) == observe.HashState(0, b)
}

// look has each engine examine what it held at the difference, or the root, if both held the same and
// only the value differs: that rests on the root's evaluation too (BC0, MV0).
func (d *Divergence) look(ctx context.Context) {
	d.atRoot = d.onlyValueDiffers()
	for i, state := range d.States[:specification] {
		held := state != nil
		if d.atRoot {
			state = nil
		}
		// What another engine examines is right, and explains nothing.
		e, spec := d.Evaluations[i], d.Evaluations[specification]
		right := e != nil && spec != nil && *e == *spec
		if held && (d.shows[i].OwnExamine || right) {
			d.examined[i] = d.subjects[i].Examine(ctx, &d.Case, state)
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
	return !slices.ContainsFunc(stateValues, func(v stateValue) bool {
		return v.cell != cells.VALM && v.differs(x, y)
	})
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
				d.Evaluations[specification], d.States[specification] = &e, copied(state)
				d.Line = engine.Line()
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
