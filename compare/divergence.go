package compare

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"sargon78/compare/cases"
	"sargon78/compare/observe"
	"sargon78/native/reference"
	"sargon78/sargon"
	"sargon78/sargon/emulated"
	"sargon78/sargon/spec/variables"
)

// Divergence is the first place where two engines differ in a case.
type Divergence struct {
	Case cases.Case
	// Kind says what sort of difference it is.
	Kind DivergenceKind
	// Index is the number of the first evaluation that differs, from 1, the root's not
	// counted; or how many evaluations there were in common.
	Index int
	// Before are the last evaluations in common, oldest first.
	Before []sargon.Evaluation
	// Line are the moves that lead to the evaluation in the reference engine.
	Line []sargon.Move
	// sameMoves is how many evaluations are of the same moves, from the first on; movesDiffer is set once
	// the searches try other moves. In changed of them the values differ.
	sameMoves, changedValues int
	movesDiffer              bool
	changes                  []string // the first of those, in text

	// Suspects name the rules of the specification that the difference points to.
	Suspects []string
	rule     string // the first of them

	sides  [3]side // the two engines, and the specification
	atRoot bool    // the root is examined
}

const (
	maxBefore  = 6 // evaluations in common are shown
	maxChanges = 8 // values that differ are listed
)

// referenceSide is the side of the reference engine.
const referenceSide = 2

// side is what one of the engines, or the reference engine, did.
type side struct {
	name string
	step // the one that differs, if there is one

	engine      observe.Engine
	can         sargon.Capabilities
	onMachine   bool                // it is a program on a machine
	observation observe.Observation // how the search ended

	examined *sargon.Examination // of the position of the state, or of the root
	origin   string              // what the program wrote
}

// step is an evaluation as it is reported, nil for none, and what it rests on: nil if the engine does not
// show that.
type step struct {
	evaluation *sargon.Evaluation
	state      *sargon.State
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

// FindDivergence has two engines do a case, and finds the first evaluation that differs in a byte that
// the detail compares. Errors are those of ctx, and of an engine that cannot be
// opened; failures of engines are in the result.
func FindDivergence(
	ctx context.Context, a, b Participant, c cases.Case, detail sargon.Detail,
) (*Divergence, error) {
	d := &Divergence{Case: c}
	stepwise := true
	for i, participant := range []Participant{a, b} {
		s := &d.sides[i]
		s.name, s.engine.Participant = participant.Name, &participant
		engine, err := s.engine.Open()
		if err != nil {
			return nil, err
		}
		defer s.engine.Close()
		s.can = engine.Capabilities()
		_, s.onMachine = emulated.FromEngine(engine)
		detail = min(detail, s.can.Detail)
		stepwise = stepwise && (s.can.Detail >= sargon.DetailTrace || s.can.Evaluations)
	}
	one, other := &d.sides[0], &d.sides[1]
	if stepwise {
		d.inStep(ctx, detail)
	} else {
		one.observation = one.engine.ObserveLast(ctx, &c, observe.Options{Detail: sargon.DetailTrace})
		other.observation = other.engine.ObserveLast(ctx, &c, observe.Options{Detail: sargon.DetailTrace})
	}
	if err := ctx.Err(); err != nil {
		return d, err
	}
	differs := observe.Compare(&one.observation, &other.observation, min(detail, sargon.DetailTrace)) != nil
	switch {
	case d.Kind != NoDivergence:
		d.askReference(ctx)
		d.examine(ctx)
	case differs && stepwise:
		d.Kind = OtherResult
	case differs:
		d.Kind = NoTrace
		for i := range d.sides[:referenceSide] {
			if s := &d.sides[i]; s.can.Detail == sargon.DetailState {
				s.examine(ctx, &c, nil)
			}
		}
	}
	return d, ctx.Err()
}

// explain notes what machines wrote in the evaluation that differs, and which rules are suspect.
func (d *Divergence) explain(ctx context.Context) {
	d.findOrigins(ctx)
	for i := range d.sides[:referenceSide] {
		d.sides[i].engine.Close()
	}
	d.diagnose(ctx)
}

// steps has the engine do a case, and hands out its evaluations. The function returns none after the
// last.
func (s *side) steps(ctx context.Context, c *cases.Case, detail sargon.Detail) (next func() step) {
	told, ended := make(chan step), make(chan struct{})
	var state *sargon.State
	w := observe.Options{
		Detail:  detail,
		OnState: func(s *sargon.State) { state = s },
		OnEvaluation: func(e sargon.Evaluation) {
			select {
			case told <- step{&e, copied(state)}:
			case <-ctx.Done():
			}
		},
	}
	go func() {
		defer close(ended)
		s.observation = s.engine.ObserveLast(ctx, c, w)
	}()
	return func() (s step) {
		select {
		case s = <-told:
		case <-ended:
		}
		return s
	}
}

// inStep has both engines do the case in step up to its end, and notes the first evaluation that
// differs.
func (d *Divergence) inStep(ctx context.Context, detail sargon.Detail) {
	next := d.sides[0].steps(ctx, &d.Case, detail)
	nextOther := d.sides[1].steps(ctx, &d.Case, detail)
	for {
		one, other := next(), nextOther()
		if one.evaluation == nil && other.evaluation == nil {
			return
		}
		d.compareValues(one.evaluation, other.evaluation)
		switch {
		case d.Kind != NoDivergence:
			continue
		case one.evaluation == nil || other.evaluation == nil:
			d.Kind = EndedEarlier
		case *one.evaluation == *other.evaluation &&
			(detail < sargon.DetailState ||
				observe.HashState(0, one.state) == observe.HashState(0, other.state)):
			d.Before = append(d.Before[max(0, len(d.Before)-maxBefore+1):], *one.evaluation)
		default:
			d.Kind = OtherEvaluation
		}
		d.Index++
		if d.Kind != NoDivergence {
			d.sides[0].step, d.sides[1].step = one, other
		}
	}
}

// compareValues notes evaluations of the same move to which the engines give different values, as long
// as both try the same moves.
func (d *Divergence) compareValues(one, other *sargon.Evaluation) {
	d.movesDiffer = d.movesDiffer || one == nil || other == nil || one.Ply != other.Ply || one.From != other.From ||
		one.To != other.To
	if d.movesDiffer {
		return
	}
	d.sameMoves++
	if one.Value == other.Value {
		return
	}
	if d.changedValues++; d.changedValues <= maxChanges {
		d.changes = append(d.changes, fmt.Sprintf("  %d: %v / %d", d.sameMoves, one, uint8(other.Value)))
	}
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

// askReference asks the reference engine for its evaluation of that number, and for the moves that led to
// it.
func (d *Divergence) askReference(ctx context.Context) {
	engine, number := reference.New(), 0
	var state *sargon.State
	who := observe.FromEngine(engine)
	who.ObserveOnce(ctx, &d.Case, observe.Options{
		Evals:   uint64(d.Index) + 2,
		OnState: func(s *sargon.State) { state = s },
		OnEvaluation: func(e sargon.Evaluation) {
			if number++; number == d.Index {
				d.sides[referenceSide].step = step{&e, copied(state)}
				d.Line = engine.Line()
			}
		},
	}, 0)
}

// examine has each engine examine what it held at the difference, or the root, if both held the same
// and only the value differs: that rests on the root's evaluation too (BC0, MV0).
func (d *Divergence) examine(ctx context.Context) {
	d.atRoot = d.onlyValueDiffers()
	spec := d.sides[referenceSide].evaluation
	for i := range d.sides[:referenceSide] {
		s := &d.sides[i]
		// What another engine examines is right, and explains nothing.
		right := s.evaluation != nil && spec != nil && *s.evaluation == *spec
		if s.state == nil || !s.can.ExaminesItself && !right {
			continue
		}
		if d.atRoot {
			s.examine(ctx, &d.Case, nil)
		} else {
			s.examine(ctx, &d.Case, s.state)
		}
	}
}

func (s *side) examine(ctx context.Context, c *cases.Case, state *sargon.State) {
	if x, err := s.engine.Examine(ctx, c, state); err == nil {
		s.examined = &x
	}
}

// onlyValueDiffers reports whether the evaluations rest on the same parts, but differ in value.
func (d *Divergence) onlyValueDiffers() bool {
	e, f := d.sides[0].evaluation, d.sides[1].evaluation
	x, y := d.sides[0].state, d.sides[1].state
	if x == nil || y == nil || e.From != f.From || e.To != f.To {
		return false
	}
	return !slices.ContainsFunc(stateValues, func(v stateValue) bool {
		return v.cell != variables.VALM && v.differs(x, y)
	})
}

// Failure returns how an engine failed, "" if it did not.
func (d *Divergence) Failure(which int) string { return d.sides[which].observation.Text }

// first returns where the divergence is; nil if that is not within an evaluation of the same move.
func (d *Divergence) first() *FirstDifference {
	spec := &d.sides[referenceSide]
	m := spec.evaluation
	if d.Kind != OtherEvaluation || m == nil {
		return nil
	}
	f := &FirstDifference{Evaluation: d.Index, To: m.To.String(), Rule: d.rule}
	for _, s := range d.sides[:referenceSide] {
		if s.evaluation.From != m.From || s.evaluation.To != m.To {
			return nil
		}
		f.Amount += int(s.evaluation.Value) - int(m.Value)
	}
	piece := spec.state.Board[m.To]
	f.Piece = strings.ToLower(fmt.Sprintf("%v %v", piece.Color(), piece.Type()))
	return f
}
