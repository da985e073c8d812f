package observe

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"sargon78/compare/cases"
	"sargon78/sargon"
)

// Participant is an engine that takes part.
type Participant struct {
	Name string // as it was asked for: "rom:my.asm"
	// Version says exactly which engine it is: a hash, a commit; "" is what the engine shows.
	Version string
	// Open returns a new engine; each worker has its own. It is closed when it is no longer needed.
	Open     func() (sargon.Engine, error)
	keepOpen bool // it is not closed
}

// FromEngine returns a participant for an engine that is open. It is never closed: others use it too.
func FromEngine(engine sargon.Engine) Participant {
	return Participant{
		Name: engine.Name(), keepOpen: true, Open: func() (sargon.Engine, error) { return engine, nil },
	}
}

// Options says what is watched in an observation.
type Options struct {
	Detail sargon.Detail // how much is shown, if the engine can
	// Evals is where the last search of the case is stopped, if the engine can be; 0: nowhere. What
	// was done up to there is Observation.Prefix.
	Evals uint64
	// OnEvaluation and OnState are called in the last search of the case as those of sargon.Callbacks are, in
	// a goroutine of their own; OnState only if the engine can show its state.
	OnEvaluation func(sargon.Evaluation)
	OnState      func(*sargon.State)
}

// Health counts the failures of an engine over all its copies, so that one that always fails is
// given up. One that is nil never is.
type Health struct {
	consecutive atomic.Int32
	gaveUp      atomic.Bool
}

// An engine that fails so often in a row is given up. No answer in time counts threefold, because a
// person waits.
const (
	maxConsecutive = 10
	timeoutWeight  = 3
)

// GaveUp reports whether the engine was given up.
func (h *Health) GaveUp() bool { return h != nil && h.gaveUp.Load() }

// record counts how a case ended.
func (h *Health) record(how FailureKind) {
	weight := int32(1)
	switch {
	case h == nil || how == Unsupported:
		return
	case how == NoFailure, how == Left:
		h.consecutive.Store(0)
		return
	case how == TimedOut:
		weight = timeoutWeight
	}
	if h.consecutive.Add(weight) >= maxConsecutive {
		h.gaveUp.Store(true)
	}
}

// Engine is an engine that is observed. It is opened when it is needed, and anew after a failure.
// The zero value of all but Participant is useful.
type Engine struct {
	Participant *Participant
	Timeout     time.Duration // of one search; 0: none
	Health      *Health
	MinDetail   sargon.Detail // what it showed when it was opened before; Open refuses less

	engine sargon.Engine
}

// How long an engine may take to notice that it is to stop: a person who has stopped a run waits.
const stopGrace = 700 * time.Millisecond

const noTimeout = 100 * 365 * 24 * time.Hour // is the limit of a search without one

// Open opens the engine if it is not, and returns it.
func (s *Engine) Open() (engine sargon.Engine, err error) {
	defer RecoverTo(&err)
	if s.engine == nil {
		s.engine, err = s.Participant.Open()
	}
	if err == nil && s.MinDetail > 0 && s.engine.Capabilities().Detail < s.MinDetail {
		err = fmt.Errorf("its detail is %v now, but was %v before", s.engine.Capabilities().Detail, s.MinDetail)
	}
	return s.engine, err
}

// Close gives the engine back, and ends its program, if it is one.
func (s *Engine) Close() {
	engine := s.engine
	s.engine = nil
	if engine == nil || s.Participant.keepOpen {
		return
	}
	var err error
	defer RecoverTo(&err) // it is not needed any more
	if end := engine.Capabilities().Close; end != nil {
		err = end()
	}
}

// Observe runs the engine through a case. It returns an observation for each search of the case; those
// after a failed search, or after the end of ctx, are not Done.
func (s *Engine) Observe(ctx context.Context, c *cases.Case, w Options) []Observation {
	seen := make([]Observation, c.Searches())
	if ctx.Err() != nil || s.Health.GaveUp() {
		return seen
	}
	how := seen[max(0, s.observe(ctx, c, w, seen)-1)].Failure
	if how != NoFailure && how != Unsupported && how != Left {
		s.Close()
	}
	if ctx.Err() != nil {
		clear(seen) // what an engine says that is being stopped is no answer
		return seen
	}
	s.Health.record(how)
	return seen
}

// observe fills in the observations, and returns how many searches there were.
func (s *Engine) observe(ctx context.Context, c *cases.Case, w Options, seen []Observation) (n int) {
	engine, err := s.Open()
	if err != nil {
		seen[0] = failure(OtherFailure, fmt.Errorf("cannot be opened: %w", err))
		return 1
	}
	limit := cmp.Or(s.Timeout, noTimeout)
	made := make(chan Observation, len(seen)) // an engine that was abandoned is not held up
	go func() {
		defer close(made)
		(&caseRun{engine: engine, options: w, limit: limit, results: made}).run(ctx, c)
	}()
	hung := time.NewTimer(limit + stopGrace)
	defer hung.Stop()
	for stopped := ctx.Done(); ; {
		select {
		case o, more := <-made:
			if !more {
				return n
			}
			seen[n] = o
			n++
			if ctx.Err() == nil {
				hung.Reset(limit + stopGrace)
			}
		case <-stopped:
			stopped = nil
			hung.Reset(stopGrace)
		case <-hung.C:
			go (&Engine{Participant: s.Participant, engine: engine}).Close() // which may not end either
			s.engine = nil
			if n < len(seen) {
				seen[n] = failure(TimedOut, fmt.Errorf("timed out after %v and ignored cancellation", limit))
				n++
			}
			return n
		}
	}
}

// ObserveOnce is ObserveLast with a new engine.
func (who *Participant) ObserveOnce(
	ctx context.Context, c *cases.Case, w Options, timeout time.Duration,
) Observation {
	s := Engine{Participant: who, Timeout: timeout}
	defer s.Close()
	return s.ObserveLast(ctx, c, w)
}

// ObserveLast has the engine go through a case, and returns the observation of its last search, or of one
// before it that failed.
func (s *Engine) ObserveLast(ctx context.Context, c *cases.Case, w Options) (last Observation) {
	for _, last = range s.Observe(ctx, c, w) {
		if last.Failure != NoFailure {
			break
		}
	}
	return last
}

// caseRun is an engine's way through a case.
type caseRun struct {
	engine       sargon.Engine
	can          sargon.Capabilities
	options      Options
	limit        time.Duration // of one search
	results      chan<- Observation
	searchesLeft int // searches that have not begun
}

// run sends an observation for each search of a case, up to one that fails.
func (k *caseRun) run(ctx context.Context, c *cases.Case) {
	defer func() {
		if r := recover(); r != nil {
			k.results <- failure(Crashed, panicked(r))
		}
	}()
	k.searchesLeft, k.can = c.Searches(), k.engine.Capabilities()
	if c.Stateful && k.can.Stateless {
		for range k.searchesLeft {
			k.results <- unsupported
		}
		return
	}
	if err := cases.SetUp(k.engine, c.Start); err != nil {
		k.results <- failure(Refused, fmt.Errorf("the position cannot be set up: %w", err))
		return
	}
	for i := range c.Plies {
		p := &c.Plies[i]
		if p.Level > 0 {
			k.searchesLeft--
			o := k.search(ctx, p, c.Stateful)
			k.results <- o
			if o.Failure != NoFailure && o.Failure != Unsupported {
				return
			}
		}
		// Nothing is searched any more, or the start or a search has lost a king, and it is not
		// known which moves the engine takes (cases.KingsInPlace). The next search shows what a move
		// does to a king.
		if k.searchesLeft == 0 || c.Stateful && (i == 0 || p.Level > 0) && !cases.KingsInPlace(k.engine) {
			return
		}
		if err := p.Play(k.engine); err != nil {
			k.results <- failure(Refused, err)
			return
		}
	}
}

// search searches the position that the engine holds. Afterwards the position is as it was before,
// so that no search depends on the ones before it, unless the case is stateful.
func (k *caseRun) search(ctx context.Context, p *cases.Ply, stateful bool) Observation {
	before := k.engine.Position()
	o := k.observeSearch(ctx, p.Options())
	if !o.Done || o.Failure != NoFailure {
		return o
	}
	after := k.engine.Position()
	if stateful {
		o.before, o.after = position{before}, position{after}
	}
	restored := after
	restored.Royal = before.Royal // may be lost (spec §14.1, §14.6)
	if restored != before {
		return failure(OtherFailure, fmt.Errorf("leaves another position: %v", position{after}))
	}
	if !stateful && after != before {
		if err := k.engine.SetPosition(before); err != nil {
			return failure(OtherFailure, fmt.Errorf("refuses its own position: %w", err))
		}
	}
	return o
}

// observeSearch searches, and notes what the engine reports meanwhile.
func (k *caseRun) observeSearch(ctx context.Context, options sargon.SearchOptions) Observation {
	o := Observation{Done: true, States: sargon.EmptyTrace, FullDetail: k.can.Detail == sargon.DetailState}
	w := k.options
	if k.searchesLeft > 0 { // the last search is watched and stopped
		w = Options{Detail: w.Detail}
	}
	if w.Detail >= sargon.DetailState || w.OnState != nil {
		options.Callbacks.State = func(s *sargon.State) {
			o.States = HashState(o.States, s)
			if w.OnState != nil {
				w.OnState(s)
			}
		}
	}
	told := eventHasher{hash: sargon.EmptyTrace}
	if o.FullDetail {
		options.Callbacks.Enter = told.enter
		options.Callbacks.Best, options.Callbacks.Root = told.best, told.root
		if w.Evals > 0 && (options.MaxEvals == 0 || w.Evals < options.MaxEvals) {
			options.MaxEvals = w.Evals
		}
	}
	steps := sargon.EmptyTrace
	// A program reports its evaluations only when they are needed, and in short searches, to be checked.
	asked := w.Evals > 0 || w.OnEvaluation != nil || options.Level == sargon.MinLevel
	if o.HasEvaluations = o.FullDetail || k.can.Evaluations && asked; o.HasEvaluations {
		o.Prefix = Prefix{1, steps, o.States}
		options.Callbacks.Evaluation = func(e sargon.Evaluation) {
			steps = steps.Add(e)
			if o.Prefix.Evals < w.Evals {
				o.Prefix = Prefix{o.Prefix.Evals + 1, steps, o.States}
			}
			if w.OnEvaluation != nil {
				w.OnEvaluation(e)
			}
		}
	}
	ctx, stop := context.WithTimeout(ctx, k.limit)
	defer stop()
	result, err := cases.Search(ctx, k.engine, options)
	o.Result = result
	switch {
	case errors.Is(err, sargon.ErrNoLegalMove):
		o.NoMove = true
		o.Result.Best, o.Result.PV = sargon.Move{}, nil
	case errors.Is(err, sargon.ErrMaxEvals) && options.MaxEvals > 0 &&
		(!o.FullDetail || result.Evals == options.MaxEvals):
		o.Limited = true // not otherwise: little is compared then
	case errors.Is(err, sargon.ErrUnsupported):
		return unsupported // the others go on without it
	case errors.Is(err, sargon.ErrEndless):
		o.fail(Endless, err)
	case errors.Is(err, sargon.ErrUndefined):
		o.fail(Left, err)
	case err == context.DeadlineExceeded, err == nil && ctx.Err() != nil:
		o.fail(TimedOut, fmt.Errorf("timed out after %v", k.limit))
	case errors.Is(err, context.DeadlineExceeded): // it may say what it was doing
		o.fail(TimedOut, fmt.Errorf("timed out after %v: %w", k.limit, err))
	case err != nil:
		o.fail(OtherFailure, err)
	}
	told.list(result.Root)
	o.EventHash = told.hash
	if o.Failure == NoFailure {
		if err := k.check(&o, options.Level, steps, told.line); err != nil {
			o.fail(OtherFailure, err)
		}
	}
	if err == nil && k.can.ListArea != nil {
		o.Leftover = leftover(k.can.ListArea, result.Records)
	}
	return o
}

// check looks at what the engine alone can have wrong: what it reported of its search, its evaluations and
// at last its best line, is what it returns, and the level is put back.
func (k *caseRun) check(
	o *Observation, level sargon.Level, told sargon.Fingerprint, line []sargon.Move,
) error {
	r := &o.Result
	if o.HasEvaluations && (o.FullDetail || !o.NoMove) && told != r.Trace {
		return fmt.Errorf("reported evaluations hash to %v, but the result claims trace %v", told, r.Trace)
	}
	if o.FullDetail && !o.NoMove && r.Evals > 0 && !slices.Equal(line, r.PV) {
		return fmt.Errorf("last reported best line is %q, but the result claims %q", movesText(line), movesText(r.PV))
	}
	if k.can.FinalPlyMax == nil || o.Limited {
		return nil
	}
	want := uint8(level)
	if !o.NoMove && r.Score == scoreMates {
		want -= 2 // it has found its mate (spec §11)
	}
	if left := k.can.FinalPlyMax(); left != want {
		return fmt.Errorf("leaves PLYMAX %d after a search at level %d with score %d; want %d", left, level,
			r.Score, want)
	}
	return nil
}

// scoreMates is SCORE[1] when the machine mates (spec §11).
const scoreMates sargon.Score = 0xFF

// Examine has the engine examine the position of a case, or, if s is not nil, what lies in that
// state from within a search: attack lists, exchanges and pins depend on board and royal squares
// only.
func (s *Engine) Examine(
	ctx context.Context, c *cases.Case, state *sargon.State,
) (x sargon.Examination, err error) {
	defer RecoverTo(&err)
	engine, err := s.Open()
	if err != nil {
		return x, err
	}
	if state == nil {
		err = c.SetUp(ctx, engine)
	} else {
		p := c.Start
		p.Board, p.Royal, p.Previous = state.Board, state.Royal, sargon.Move{}
		err = engine.SetPosition(p)
	}
	if err != nil {
		return x, err
	}
	return engine.Examine(ctx)
}

// RecoverTo makes an error of a panic: deferred, it keeps an engine, or the harness itself, from ending
// all.
func RecoverTo(err *error) {
	if p := recover(); p != nil {
		*err = panicked(p)
	}
}

// panicked is a panic as an error, with the part of the stack that says where it was.
func panicked(p any) error {
	_, place, _ := strings.Cut(string(debug.Stack()), "\npanic(")
	lines := strings.Split(place, "\n")
	return fmt.Errorf("panic: %v\n%s", p, strings.Join(lines[min(2, len(lines)):min(8, len(lines))], "\n"))
}
