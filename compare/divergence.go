package compare

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"sargon78/compare/cases"
	"sargon78/native"
	"sargon78/native/literal"
	"sargon78/sargon"
)

// Divergence is the first place where two engines differ in a case. It is found by running both in
// step.
type Divergence struct {
	Case  cases.Case
	Names [2]string

	// Kind says what sort of difference it is.
	Kind DivergenceKind
	// Index is the number of the first evaluation that differs, from 1, the root's not
	// counted; or how many evaluations there were in common.
	Index int
	// Steps and States are the evaluation of each engine; nil if it had none. States are
	// nil too for an engine that does not show them.
	Steps  [2]*sargon.Step
	States [2]*sargon.State
	// Before are the last evaluations in common, oldest first.
	Before []sargon.Step

	// Results and Failures are how the searches ended.
	Results  [2]sargon.Result
	Failures [2]error

	// Probe is the probe's evaluation of the same number, nil if its search was over: what the
	// specification says. Line are the moves that led there. Left says how the search left the
	// specification before the difference, "" if it did not.
	Probe      *sargon.Step
	ProbeState *sargon.State
	Line       []sargon.Move
	Left       string

	// Suspects name the rules of the specification that the difference points to.
	Suspects []string

	whole    [2]bool                // the engine shows everything
	told     [2]sargon.Fingerprint  // of what its watchers were told
	left     [2][]uint8             // see listLeft
	examined [2]*sargon.Examination // of the position of States; of the root if atRoot
	atRoot   bool                   // only the root's BC0 and MV0 differ
	machine  [2][]string
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

// stepBatch is how many evaluations go from an engine to the comparison at a time.
const stepBatch = 256

// observed is an evaluation as it is compared: with a hash of its state, 0 if the engine
// shows none.
type observed struct {
	step  sargon.Step
	state sargon.Fingerprint
}

// follower runs an engine and hands on its evaluations.
type follower struct {
	engine sargon.Engine
	steps  chan []observed
	buffer []observed
	told   listener
	left   []uint8
	result sargon.Result
	err    error
}

// follow starts the search of a case.
func follow(ctx context.Context, engine sargon.Engine, c cases.Case, states bool) *follower {
	f := &follower{engine: engine, steps: make(chan []observed, 2)}
	f.told.hash = sargon.EmptyTrace
	go func() {
		defer close(f.steps)
		defer func() {
			if r := recover(); r != nil {
				f.err = fmt.Errorf("panic: %v", r)
			}
			f.flush(ctx)
		}()
		f.err = c.SetUp(ctx, engine)
		if f.err == nil {
			f.search(ctx, c, states)
		}
	}()
	return f
}

func (f *follower) search(ctx context.Context, c cases.Case, states bool) {
	options := c.Options()
	var hash sargon.Fingerprint
	if states {
		options.Watch.State = func(s *sargon.State) { hash = hashState(sargon.EmptyTrace, s) }
	}
	if _, shy := f.engine.(prover); !shy {
		options.Watch.Best, options.Watch.Root = f.told.best, f.told.root
	}
	options.Watch.Step = func(s sargon.Step) {
		f.buffer = append(f.buffer, observed{s, hash})
		if len(f.buffer) == stepBatch {
			f.flush(ctx)
		}
	}
	if f.result, f.err = f.engine.Search(ctx, options); f.err == nil {
		f.left = listLeft(f.engine, f.result.Records)
	}
}

// flush sends the buffer, unless the comparison has ended.
func (f *follower) flush(ctx context.Context) {
	if len(f.buffer) == 0 {
		return
	}
	select {
	case f.steps <- f.buffer:
	case <-ctx.Done():
	}
	f.buffer = nil
}

// stepReader reads the evaluations of a follower one by one.
type stepReader struct {
	f    *follower
	left []observed
}

func (r *stepReader) next() (observed, bool) {
	for len(r.left) == 0 {
		batch, ok := <-r.f.steps
		if !ok {
			return observed{}, false
		}
		r.left = batch
	}
	o := r.left[0]
	r.left = r.left[1:]
	return o, true
}

// keptBefore is how many evaluations in common are shown.
const keptBefore = 6

// FindDivergence runs two engines through a case in step, up to the first evaluation that differs
// in a byte that the depth of proof compares. Errors are those of ctx; failures of engines are in
// the result.
func FindDivergence(
	ctx context.Context, a, b sargon.Engine, c cases.Case, proof Proof,
) (*Divergence, error) {
	d := &Divergence{Case: c, Names: [2]string{a.Name(), b.Name()}}
	for i, engine := range []sargon.Engine{a, b} {
		_, shy := engine.(prover)
		d.whole[i] = !shy
	}
	proof = min(proves(a, proof), proves(b, proof))
	if proof < ProofTrace && !showsSteps(a, b) {
		return d, d.compareResults(ctx, a, b, c, proof)
	}
	running, stop := context.WithCancel(ctx)
	states := proof >= ProofState
	followers := [2]*follower{follow(running, a, c, states), follow(running, b, c, states)}
	readers := [2]stepReader{{f: followers[0]}, {f: followers[1]}}
	for d.Kind == NoDivergence {
		x, more := readers[0].next()
		y, also := readers[1].next()
		if !more && !also {
			break
		}
		d.Index++
		if more && also && x == y {
			if d.Before = append(d.Before, x.step); len(d.Before) > keptBefore {
				d.Before = slices.Delete(d.Before, 0, 1)
			}
			continue
		}
		d.Kind = OtherEvaluation
		if more {
			d.Steps[0] = &x.step
		}
		if also {
			d.Steps[1] = &y.step
		}
		if !more || !also {
			d.Kind = EndedEarlier
		}
	}
	stop()
	for i, f := range followers {
		for range f.steps { // until the engine has noticed
		}
		d.Results[i], d.Failures[i], d.told[i] = f.result, f.err, f.told.hash
		d.left[i] = f.left
	}
	if err := ctx.Err(); err != nil {
		return d, err
	}
	if d.Kind == NoDivergence && d.resultsDiffer(proof) {
		d.Kind = OtherResult
	}
	if d.Kind == OtherEvaluation || d.Kind == EndedEarlier {
		d.Failures = d.ownFailures()
	}
	d.askProbe(ctx)
	if d.Kind == OtherEvaluation || d.Kind == EndedEarlier {
		d.look(ctx, a, b)
	}
	return d, ctx.Err()
}

// showsSteps tells whether engines call Watch.Step although they prove less than traces.
func showsSteps(engines ...sargon.Engine) bool {
	for _, e := range engines {
		s, ok := e.(interface{ ShowsSteps() bool })
		if proves(e, ProofTrace) < ProofTrace && (!ok || !s.ShowsSteps()) {
			return false
		}
	}
	return true
}

// ownFailures leaves out the failures caused by stopping the search.
func (d *Divergence) ownFailures() (own [2]error) {
	for i, err := range d.Failures {
		if !errors.Is(err, context.Canceled) {
			own[i] = err
		}
	}
	return own
}

// compareResults compares engines without traces.
func (d *Divergence) compareResults(
	ctx context.Context, a, b sargon.Engine, c cases.Case, proof Proof,
) error {
	for i, engine := range []sargon.Engine{a, b} {
		f := follow(ctx, engine, c, false)
		for range f.steps {
		}
		d.Results[i], d.Failures[i], d.told[i] = f.result, f.err, f.told.hash
		d.left[i] = f.left
	}
	if d.resultsDiffer(proof) {
		d.Kind = NoTrace
		for i, engine := range []sargon.Engine{a, b} {
			if d.whole[i] {
				d.examined[i] = examineRoot(ctx, engine, c)
			}
		}
	}
	d.askProbe(ctx)
	return ctx.Err()
}

// resultsDiffer tells whether the results differ.
func (d *Divergence) resultsDiffer(proof Proof) bool {
	for _, err := range d.Failures {
		if err != nil && !errors.Is(err, sargon.ErrNoLegalMove) && !errors.Is(err, sargon.ErrMaxEvals) {
			return true
		}
	}
	one, other := d.outcomes()
	return len(one.differences(&other, min(proof, ProofTrace))) > 0
}

// outcomes returns the results as a run compares them.
func (d *Divergence) outcomes() (outcome, outcome) {
	var o [2]outcome
	for i, r := range d.Results {
		told := listener{hash: d.told[i]}
		told.list(r.Root)
		o[i] = outcome{
			best: r.Best, score: r.Score, evals: r.Evals, trace: r.Trace, pv: r.PV, told: told.hash,
			whole: d.whole[i], counts: counts{r.Gens, r.Records, r.Dropped, r.MateAt},
			book: r.Book, left: d.left[i], tStates: r.TStates,
		}
		if o[i].none = errors.Is(d.Failures[i], sargon.ErrNoLegalMove); o[i].none {
			o[i].best, o[i].pv = sargon.Move{}, nil
		}
		o[i].limited = errors.Is(d.Failures[i], sargon.ErrMaxEvals)
	}
	return o[0], o[1]
}

// look searches again up to the difference, and keeps what each engine held there.
func (d *Divergence) look(ctx context.Context, a, b sargon.Engine) {
	for i, engine := range []sargon.Engine{a, b} {
		if d.Steps[i] == nil {
			continue
		}
		if p := PartsOf(ctx, engine, d.Case, d.Index); p != nil {
			d.States[i], d.examined[i] = &p.State, p.Seen
		}
	}
	if d.atRoot = d.onlyValueDiffers(); d.atRoot {
		for i, engine := range []sargon.Engine{a, b} {
			d.examined[i] = examineRoot(ctx, engine, d.Case)
		}
	}
	for i, engine := range []sargon.Engine{a, b} {
		if borrows(engine) && !d.isRight(i) { // borrowed parts are right, and explain nothing
			d.examined[i] = nil
		}
	}
}

// isRight tells whether the evaluation of an engine is that of the specification.
func (d *Divergence) isRight(which int) bool {
	return d.Steps[which] != nil && d.Probe != nil && *d.Steps[which] == *d.Probe
}

// Parts are what an evaluation rests on.
type Parts struct {
	State sargon.State
	Seen  *sargon.Examination // of its board; nil if the engine does not tell
}

// partsTeller is an engine that shows no states to Watch, but tells the parts of one evaluation
// when asked.
type partsTeller interface {
	Parts(ctx context.Context, o sargon.SearchOptions, number int) (*Parts, error)
}

// PartsOf has an engine do a case again, and returns what its evaluation number (0: the root's)
// rests on; nil if there is none, or the engine does not tell. The engine is left with any
// position.
func PartsOf(ctx context.Context, engine sargon.Engine, c cases.Case, number int) *Parts {
	if teller, ok := engine.(partsTeller); ok {
		if c.SetUp(ctx, engine) != nil {
			return nil
		}
		p, err := teller.Parts(ctx, c.Options(), number)
		if err != nil {
			return nil
		}
		return p
	}
	if proves(engine, ProofState) < ProofState {
		return nil
	}
	if number == 0 {
		x := examineRoot(ctx, engine, c)
		if x == nil {
			return nil
		}
		p := engine.Position()
		root := sargon.State{Board: p.Board, Royal: p.Royal, Pins: x.Pins, Totals: x.Totals}
		return &Parts{root, x}
	}
	state := stateAt(ctx, engine, c, number, nil, nil)
	if state == nil {
		return nil
	}
	return &Parts{*state, examineState(ctx, engine, c, state)}
}

// onlyValueDiffers tells whether the evaluations rest on the same parts, but differ in value.
func (d *Divergence) onlyValueDiffers() bool {
	x, y := d.States[0], d.States[1]
	if x == nil || y == nil || d.Steps[0].From != d.Steps[1].From || d.Steps[0].To != d.Steps[1].To {
		return false
	}
	t, u := x.Totals, y.Totals
	t.Value, u.Value = 0, 0
	return t == u && x.Board == y.Board && x.Royal == y.Royal && slices.Equal(x.Pins, y.Pins)
}

// ShowsParts tells whether PartsOf has an answer: an engine shows states, and examines positions
// itself.
func ShowsParts(engine sargon.Engine) bool {
	return proves(engine, ProofState) == ProofState && !borrows(engine)
}

// borrows tells whether an engine has another one examine positions.
func borrows(engine sargon.Engine) bool {
	b, ok := engine.(interface{ BorrowsExamine() bool })
	return ok && b.BorrowsExamine()
}

// examineRoot has an engine examine the root of a case; it returns nil if it will not.
func examineRoot(ctx context.Context, engine sargon.Engine, c cases.Case) *sargon.Examination {
	if c.SetUp(ctx, engine) != nil {
		return nil
	}
	x, err := engine.Examine(ctx)
	if err != nil {
		return nil
	}
	return &x
}

// stateAt searches a case and returns the state after evaluation number. begin is called at the end
// of the evaluation before it, end at its own end; both may be nil.
func stateAt(
	ctx context.Context, engine sargon.Engine, c cases.Case, index int, begin, end func(),
) (found *sargon.State) {
	if c.SetUp(ctx, engine) != nil {
		return nil
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	options := c.Options()
	options.MaxEvals = uint64(index) + 2
	number := 0
	options.Watch.State = func(s *sargon.State) {
		number++
		switch number {
		case index - 1:
			if begin != nil {
				begin()
			}
		case index:
			copied := *s
			copied.Pins = slices.Clone(s.Pins)
			found = &copied
			if end != nil {
				end()
			}
			stop()
		}
	}
	_, _ = engine.Search(ctx, options)
	return found
}

// examineState has an engine examine a position from within a search: attack lists, exchanges and
// pins depend on board and royal squares only. It returns nil if the engine will not.
func examineState(
	ctx context.Context, engine sargon.Engine, c cases.Case, s *sargon.State,
) *sargon.Examination {
	p := c.Start
	p.Board, p.Royal = s.Board, s.Royal
	p.Previous = sargon.Move{}
	if engine.SetPosition(p) != nil {
		return nil
	}
	x, err := engine.Examine(ctx)
	if err != nil {
		return nil
	}
	return &x
}

// askProbe asks the probe for its evaluation of that number, for the moves that led to it, and
// whether the specification says anything about it.
func (d *Divergence) askProbe(ctx context.Context) {
	p := literal.New()
	if d.Case.SetUp(ctx, p) != nil {
		return
	}
	probing, stop := context.WithCancel(ctx)
	defer stop()
	options := d.Case.Options()
	number := 0
	var state sargon.State
	options.Watch.State = func(s *sargon.State) {
		state = *s
		state.Pins = slices.Clone(s.Pins)
	}
	options.Watch.Step = func(s sargon.Step) {
		number++
		if number != d.Index || d.Kind == OtherResult || d.Kind == NoTrace {
			return
		}
		held := state
		d.Probe, d.ProbeState = &s, &held
		d.Line = p.Line()
		d.Left = p.Left
		stop()
	}
	_, err := p.Search(probing, options)
	if d.Probe == nil && !errors.Is(err, context.Canceled) {
		d.Left = p.Left
	}
	if d.Left != "" && !setsIsLost(ctx, d.Case) {
		d.Left = ""
	}
}

// setsIsLost tells whether the engine on sets, which shares no search with the probe, finds too
// that the search of a case goes where only the memory of 1978 tells what happens. A faulty probe
// would otherwise excuse its own fault. The end of ctx ends the search.
func setsIsLost(ctx context.Context, c cases.Case) bool {
	sets := native.NewSets()
	if c.SetUp(ctx, sets) != nil {
		return true
	}
	_, _ = sets.Search(ctx, c.Options())
	return sets.(interface{ Lost() bool }).Lost()
}
