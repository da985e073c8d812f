package observe

import (
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

// Contender is an engine that takes part.
type Contender struct {
	Name string // as it was asked for: "rom:my.asm"
	// Version tells exactly which engine it is: a hash, a commit; "" is what the engine shows.
	Version string
	// Open returns a new engine; each worker has its own. It is closed when it is no longer needed.
	Open   func() (sargon.Engine, error)
	shared bool // it is not closed
}

// Opened has an engine take part that is open. It is not closed: others use it too.
func Opened(engine sargon.Engine) Contender {
	return Contender{
		Name: engine.Name(), shared: true, Open: func() (sargon.Engine, error) { return engine, nil },
	}
}

// Watch says what is watched in an observation.
type Watch struct {
	Detail sargon.Detail // how much is shown, if the engine can
	// Evals is where the last search of the case is stopped, if the engine can be; 0: nowhere. What
	// was done up to there is Observation.Prefix.
	Evals uint64
	// Evaluation and State are called in the last search of the case as those of sargon.Watch are, in
	// a goroutine of their own; State by engines that show everything.
	Evaluation func(sargon.Evaluation)
	State      func(*sargon.State)
}

// Health counts the failures of an engine over all its subjects, so that one that always fails is
// given up.
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

// GaveUp tells whether the engine was given up.
func (h *Health) GaveUp() bool { return h.gaveUp.Load() }

func (h *Health) failed(weight int32) {
	if h.consecutive.Add(weight) >= maxConsecutive {
		h.gaveUp.Store(true)
	}
}

// Subject is an engine that is observed. It is opened when it is needed, and anew after a failure.
// The zero value of all but Contender is useful.
type Subject struct {
	Contender *Contender
	Timeout   time.Duration // of one search; 0: none
	Health    *Health       // nil: it is never given up
	After     func()        // called after each search, in its goroutine

	engine sargon.Engine
}

// How long an engine may take to notice that it is to stop: a person who has stopped a run waits.
const stopGrace = 700 * time.Millisecond

// Open opens the engine if it is not, and returns it.
func (s *Subject) Open() (engine sargon.Engine, err error) {
	defer Contain(&err)
	if s.engine == nil {
		s.engine, err = s.Contender.Open()
	}
	return s.engine, err
}

// Close gives the engine back, and ends the program behind it, if there is one.
func (s *Subject) Close() {
	if s.engine != nil && !s.Contender.shared {
		if end := s.engine.Shows().Close; end != nil {
			_ = end()
		}
	}
	s.engine = nil
}

// Observe has the engine go through a case. There is an observation for each of its searches; after
// one that failed, or when ctx has ended, those that are left are not Done.
func (s *Subject) Observe(ctx context.Context, c *cases.Case, w Watch) []Observation {
	seen := make([]Observation, 0, c.Searches())
	failed := s.observe(ctx, c, w, &seen)
	if failed && s.Health != nil {
		weight := int32(1)
		if seen[len(seen)-1].Failure == Late {
			weight = timeoutWeight
		}
		s.Health.failed(weight)
	} else if s.Health != nil && len(seen) > 0 && seen[0].Done {
		s.Health.consecutive.Store(0)
	}
	if ctx.Err() != nil {
		clear(seen) // what an engine says that is being stopped is no answer
	}
	return seen[:cap(seen)]
}

// observe appends an observation for each search, and tells whether the last one failed.
func (s *Subject) observe(
	ctx context.Context, c *cases.Case, w Watch, seen *[]Observation,
) (failed bool) {
	if ctx.Err() != nil || s.Health != nil && s.Health.GaveUp() {
		return false
	}
	engine, err := s.Open()
	if err != nil {
		*seen = append(*seen, failure(Otherwise, "cannot be opened: %v", err))
		return true
	}
	working, stop := context.WithCancel(ctx)
	defer stop()
	made := make(chan Observation, cap(*seen)) // an engine that was left behind is not held up
	go func() {
		defer close(made)
		(&walk{engine: engine, shows: engine.Shows(), watch: w, after: s.After, made: made}).
			through(working, c)
	}()
	limit := s.Timeout
	if limit == 0 {
		limit = 1 << 62
	}
	timer := time.NewTimer(limit)
	defer timer.Stop()
	for {
		select {
		case o, more := <-made:
			if !more {
				return false
			}
			*seen = append(*seen, o)
			if o.Failure != NoFailure && o.Failure != Unsupported {
				s.Close()
				return true
			}
			timer.Reset(limit)
			continue
		case <-ctx.Done():
		case <-timer.C:
			stop()
		}
		return s.stopped(ctx, made, seen)
	}
}

// stopped waits for an engine that was told to stop, but not for long.
func (s *Subject) stopped(ctx context.Context, made <-chan Observation, seen *[]Observation) bool {
	grace := time.NewTimer(stopGrace)
	defer grace.Stop()
	why := failure(Late, "no answer within %v", s.Timeout)
	for running := true; running; {
		var o Observation
		select {
		case o, running = <-made: // it may say what it was doing
			why.Text += strings.TrimPrefix(o.Text, context.Canceled.Error())
		case <-grace.C:
			why = failure(Late, "no answer within %v, and it does not stop", s.Timeout)
			go (&Subject{Contender: s.Contender, engine: s.engine}).Close() // which may not end either
			s.engine, running = nil, false
		}
	}
	if ctx.Err() != nil {
		return false
	}
	s.Close()
	*seen = append(*seen, why)
	return true
}

// Once is Last with a new engine.
func (who *Contender) Once(
	ctx context.Context, c *cases.Case, w Watch, timeout time.Duration,
) Observation {
	s := Subject{Contender: who, Timeout: timeout}
	defer s.Close()
	return s.Last(ctx, c, w)
}

// Last has the engine go through a case, and returns the observation of its last search, or of one
// before it that failed.
func (s *Subject) Last(ctx context.Context, c *cases.Case, w Watch) (last Observation) {
	for _, last = range s.Observe(ctx, c, w) {
		if last.Failure != NoFailure {
			break
		}
	}
	return last
}

// walk is an engine's way through a case.
type walk struct {
	engine sargon.Engine
	shows  sargon.Shows
	watch  Watch
	after  func()
	made   chan<- Observation
	left   int // searches
}

// through sends an observation for each search of a case, up to one that fails.
func (k *walk) through(ctx context.Context, c *cases.Case) {
	defer func() {
		if r := recover(); r != nil {
			k.made <- failure(Crashed, "%v", panicked(r))
		}
	}()
	k.left = c.Searches()
	if c.Stateful && k.shows.Forgets {
		for range k.left {
			k.made <- Observation{Failure: Unsupported}
		}
		return
	}
	if err := cases.SetUp(k.engine, c.Start); err != nil {
		k.made <- failure(Refused, "the position cannot be set up: %v", err)
		return
	}
	for i := range c.Plies {
		p := &c.Plies[i]
		if p.Level > 0 {
			k.left--
			o := k.search(ctx, p, c.Stateful)
			k.made <- o
			if o.Failure != NoFailure && o.Failure != Unsupported {
				return
			}
		}
		// Nothing is searched any more, or the start or a search has lost a king, and nobody knows which
		// moves the engine takes (KingsStand). What a move does to a king the next search tells.
		if k.left == 0 || c.Stateful && (i == 0 || p.Level > 0) && !cases.KingsStand(k.engine) {
			return
		}
		if err := p.Play(k.engine); err != nil {
			k.made <- failure(Refused, "%v", err)
			return
		}
	}
}

// search searches the position that the engine holds. Afterwards the position is as it was before,
// so that no search depends on the ones before it, unless the case is stateful.
func (k *walk) search(ctx context.Context, p *cases.Ply, stateful bool) Observation {
	before := k.engine.Position()
	o := k.watched(ctx, p.Options())
	if k.after != nil {
		k.after()
	}
	if !o.Done || o.Failure != NoFailure {
		return o
	}
	after := k.engine.Position()
	if stateful {
		o.Before, o.After = &before, &after
	}
	if after == before {
		return o
	}
	restored := after
	restored.Royal = before.Royal // may be lost (spec §14.1, §14.6)
	if restored != before {
		return failure(Otherwise, "leaves another position: %s", cases.PositionText(after))
	}
	if !stateful {
		if err := k.engine.SetPosition(before); err != nil {
			return failure(Otherwise, "refuses its own position: %v", err)
		}
	}
	return o
}

// watched searches, and notes what the engine tells meanwhile.
func (k *walk) watched(ctx context.Context, options sargon.SearchOptions) Observation {
	o := Observation{Done: true, States: sargon.EmptyTrace, All: k.shows.Detail == sargon.DetailState}
	w := k.watch
	if k.left > 0 { // the last search is watched and stopped
		w = Watch{Detail: w.Detail}
	}
	if w.Detail >= sargon.DetailState || w.State != nil {
		options.Watch.State = func(s *sargon.State) {
			o.States = HashState(o.States, s)
			if w.State != nil {
				w.State(s)
			}
		}
	}
	notices := listener{hash: sargon.EmptyTrace}
	if o.All {
		options.Watch.Best, options.Watch.Root = notices.best, notices.root
		if w.Evals > 0 && (options.MaxEvals == 0 || w.Evals < options.MaxEvals) {
			options.MaxEvals = w.Evals
		}
	}
	steps := sargon.EmptyTrace
	asked := w.Evals > 0 || w.Evaluation != nil // a program tells its evaluations only then
	if o.Stepwise = o.All || k.shows.Evaluations && asked; o.Stepwise {
		o.Prefix = Prefix{1, steps, o.States}
		options.Watch.Evaluation = func(e sargon.Evaluation) {
			steps = steps.Add(e)
			if o.Prefix.Evals < w.Evals {
				o.Prefix = Prefix{o.Prefix.Evals + 1, steps, o.States}
			}
			if w.Evaluation != nil {
				w.Evaluation(e)
			}
		}
	}
	result, err := cases.Search(ctx, k.engine, options)
	o.Result = result
	switch {
	case errors.Is(err, sargon.ErrNoLegalMove):
		o.NoMove = true
		o.Result.Best, o.Result.PV = sargon.Move{}, nil
	case errors.Is(err, sargon.ErrMaxEvals) && options.MaxEvals > 0 &&
		(!o.All || result.Evals == options.MaxEvals):
		o.Limited = true // not otherwise: little is compared then
	case errors.Is(err, sargon.ErrUnsupported):
		return Observation{Failure: Unsupported} // the others go on without it
	case errors.Is(err, sargon.ErrEndless):
		o.fail(Endless, "%v", err)
		o.endless = err
	case err != nil:
		o.fail(Otherwise, "%v", err)
	}
	notices.list(result.Root)
	o.Notices = notices.hash
	if o.Failure == NoFailure {
		k.check(&o, options.Level, steps, notices.line)
	}
	if err == nil && k.shows.ListArea != nil {
		o.Leftover = leftover(k.shows.ListArea, result.Records)
	}
	return o
}

// check looks at what the engine alone can have wrong: what it told of its search, its evaluations and
// at last its best line, is what it returns, and the level is put back.
func (k *walk) check(
	o *Observation, level sargon.Level, told sargon.Fingerprint, line []sargon.Move,
) {
	if o.Stepwise && (o.All || !o.NoMove) && told != o.Result.Trace {
		o.fail(Otherwise, "told evaluations with the trace %v, and counted others: %v", told,
			o.Result.Trace)
		return
	}
	if o.All && !o.NoMove && o.Result.Evals > 0 && !slices.Equal(line, o.Result.PV) {
		o.fail(Otherwise, "told the best line %q at last, and returned %q", movesText(line),
			movesText(o.Result.PV))
		return
	}
	if k.shows.LevelLeft == nil || o.Limited {
		return
	}
	want := uint8(level)
	if !o.NoMove && o.Result.Score == scoreMates {
		want -= 2 // it has found its mate (spec §11)
	}
	if left := k.shows.LevelLeft(); left != want {
		o.fail(Otherwise, "leaves PLYMAX %d after a search at level %d with score %d; want %d",
			left, level, o.Result.Score, want)
	}
}

// scoreMates is SCORE[1] when the machine mates (spec §11).
const scoreMates sargon.Score = 0xFF

// Examine has the engine examine the position of a case, or, if s is not nil, what lies in that
// state from within a search: attack lists, exchanges and pins depend on board and royal squares
// only. It returns nil if the engine will not.
func (s *Subject) Examine(
	ctx context.Context, c *cases.Case, state *sargon.State,
) (seen *sargon.Examination) {
	defer func() {
		if recover() != nil {
			s.Close()
			seen = nil
		}
	}()
	engine, err := s.Open()
	if err != nil {
		return nil
	}
	if state == nil {
		err = c.SetUp(ctx, engine)
	} else {
		p := c.Start
		p.Board, p.Royal, p.Previous = state.Board, state.Royal, sargon.Move{}
		err = engine.SetPosition(p)
	}
	if err != nil {
		return nil
	}
	x, err := engine.Examine(ctx)
	if err != nil {
		return nil
	}
	return &x
}

// Contain makes an error of a panic: deferred, it keeps an engine, or the harness itself, from ending
// all.
func Contain(err *error) {
	if p := recover(); p != nil {
		*err = panicked(p)
	}
}

// panicked is a panic as an error, with the part of the stack that says where it was.
func panicked(p any) error { return fmt.Errorf("panic: %v\n%s", p, panicPlace()) }

func panicPlace() string {
	lines := strings.Split(string(debug.Stack()), "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, "panic(") {
			return strings.Join(lines[min(i+2, len(lines)):min(i+8, len(lines))], "\n")
		}
	}
	return ""
}
