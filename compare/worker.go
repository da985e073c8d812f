package compare

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"

	"sargon78/compare/cases"
	"sargon78/compare/observe"
	"sargon78/native/reference"
	"sargon78/sargon"
)

// worker compares cases, one after the other, with engines of its own.
type worker struct {
	run     *run
	engines []*observe.Engine          // by engine
	reached [reference.NumRules]uint64 // by the reference engine, in the case
}

func newWorker(r *run) *worker {
	w := &worker{run: r}
	for _, p := range r.engines[:r.referenceIndex()] {
		w.engines = append(w.engines, &observe.Engine{
			Participant: &p.Participant, Timeout: r.options.Timeout, Health: &p.health, MinDetail: p.maxDetail,
		})
	}
	return w
}

func (w *worker) close() {
	var all sync.WaitGroup
	for _, s := range w.engines {
		all.Go(s.Close)
	}
	all.Wait()
}

// compareCase runs the case on every engine. It compares each search of each engine with the same
// search of one of them, the baseline, and returns what differs.
func (w *worker) compareCase(ctx context.Context, c *cases.Case) (found []Finding) {
	all := w.observe(ctx, c)
	for i := range all {
		s := &all[i]
		s.chooseBaseline()
		for e := range s.outcomes {
			if s.outcomes[e] == pending {
				s.outcomes[e] = s.compare(ctx, e)
			}
			other := s.outcomes[e] == different || s.outcomes[e] == failed || s.outcomes[e] == undefined
			if other && c.Stateful && e != w.run.referenceIndex() {
				dropObservations(all[i+1:], e) // its game has gone another way
			}
		}
	}
	if ctx.Err() != nil {
		return nil // engines and judges that are being stopped give no answer that counts
	}
	w.run.mu.Lock()
	defer w.run.mu.Unlock()
	for i := range all {
		all[i].countSearch()
		found = append(found, all[i].found...)
	}
	w.countReached(all)
	return found
}

// comparison is a search of a case, done by every engine.
type comparison struct {
	*worker
	c            *cases.Case
	ply, i       int                    // where it is in the case
	observations []*observe.Observation // by engine
	outcomes     []outcome              // by engine

	baseline  int // the engine that the others are compared with, or noEngine
	judgement *judgement
	undefined string // why an engine may go on otherwise, "" if none does
	found     []Finding
}

// outcome is the result of comparing one engine's search with that of the baseline.
type outcome int

const (
	pending     outcome = iota // not compared yet
	same                       // both did the same
	different                  // they did not
	undefined                  // they did, up to where the specification ends
	failed                     // the engine failed
	unsupported                // the engine cannot be asked for the search, or fewer than two can
	noAnswer                   // the engine did not search: it failed in an earlier search of the case
)

// noEngine is in place of an engine.
const noEngine = -1

// observe runs a case on every engine, and returns the searches of the case.
func (w *worker) observe(ctx context.Context, c *cases.Case) (all []comparison) {
	engines := len(w.run.engines)
	for ply := range c.Plies {
		if c.Plies[ply].Level > 0 {
			all = append(all, comparison{worker: w, c: c, ply: ply, i: len(all), outcomes: make([]outcome, engines)})
		}
	}
	note := func(seen []observe.Observation) {
		for i := range all {
			all[i].observations = append(all[i].observations, &seen[i])
		}
	}
	for e, engine := range w.engines {
		note(engine.Observe(ctx, c, observe.Options{Detail: w.run.engines[e].detail}))
		w.run.searched(len(all))
	}
	if !w.run.usesReference(c) {
		note(make([]observe.Observation, len(all)))
		return all
	}
	engine := reference.New()
	who := observe.FromEngine(engine)
	observed := observe.Engine{Participant: &who, Timeout: w.run.options.Timeout}
	note(observed.Observe(ctx, c, observe.Options{Detail: w.run.engines[w.run.referenceIndex()].detail}))
	w.reached = engine.Reached
	return all
}

// dropObservations forgets what an engine did in some searches.
func dropObservations(searches []comparison, engine int) {
	for i := range searches {
		*searches[i].observations[engine] = observe.Observation{}
	}
}

// chooseBaseline chooses the engine that the others are compared with: one whose search ended,
// preferably by itself, and of those the one that shows most; else one whose search never ends. A
// search that only one of several engines supports is not compared.
func (s *comparison) chooseBaseline() {
	referenceAt := s.run.referenceIndex()
	able := 0
	for _, o := range s.observations[:referenceAt] {
		if o.Failure != observe.Unsupported {
			able++
		}
	}
	s.baseline = noEngine
	best, most := 0, sargon.DetailMove
	for e, o := range s.observations {
		switch {
		case o.Failure == observe.Unsupported || able < min(2, referenceAt):
			s.outcomes[e] = unsupported
			continue
		case !o.Done:
			s.outcomes[e] = noAnswer
			continue
		}
		rank, shows := o.Rank(), s.run.engines[e].detail
		if e < referenceAt && (rank > best || rank == best && rank > 0 && shows > most) {
			s.baseline, best, most = e, rank, shows
		}
	}
	if referenceAt == 1 && s.observations[0].Failure != observe.NoFailure {
		s.baseline = noEngine // it fails alone
	}
	if s.baseline == noEngine {
		s.outcomes[referenceAt] = noAnswer
	} else {
		s.outcomes[s.baseline] = same
	}
}

// compare compares what an engine made of the search with what the baseline made of it.
func (s *comparison) compare(ctx context.Context, e int) outcome {
	if s.baseline == noEngine {
		return s.addFinding(ctx, &observe.Mismatch{}, e, noEngine)
	}
	r, o := s.observations[s.baseline], s.observations[e]
	clash := observe.Compare(r, o, min(s.run.engines[e].detail, s.run.engines[s.baseline].detail))
	switch {
	case clash == nil:
		return same
	case len(clash.Differences) == 0 && o.Failure == observe.NoFailure: // the reference engine comes to an end alone
		return s.addFinding(ctx, clash, s.baseline, noEngine)
	case len(clash.Differences) == 0:
		return s.addFinding(ctx, clash, e, noEngine)
	case clash.Failure == observe.Endless && s.judge().sameUntil(ctx, min(r.Result.Evals, o.Result.Evals),
		&s.run.engines[s.baseline].Participant, &s.run.engines[e].Participant):
		return same // as far as both came
	}
	return s.addFinding(ctx, clash, s.baseline, e)
}

// judge returns the judgement of the case.
func (s *comparison) judge() *judgement {
	if s.judgement == nil {
		s.judgement = &judgement{
			judges: cmp.Or(s.run.options.judges, &defaultJudges), c: s.c.At(s.ply), options: &s.run.options,
			seen: map[observationKey]*observe.Observation{},
		}
	}
	return s.judgement
}

// addFinding records that engine a fails, if b is noEngine, or differs from engine b. It records
// nothing if the specification leaves the case open; the reference engine alone cannot make a case
// between two other engines undefined.
func (s *comparison) addFinding(ctx context.Context, clash *observe.Mismatch, a, b int) outcome {
	f := Finding{
		Number: s.c.Number, Index: s.i, Origin: s.c.SourceText(), Case: s.c.At(s.ply), a: a, b: b,
		A: s.run.engine(a).Name, B: s.run.engine(b).Name, Differences: clash.Differences, failureKind: clash.Failure,
	}
	is := different
	if b == noEngine {
		is, f.Failure, f.failureKind = failed, s.observations[a].Text, s.observations[a].Failure
	}
	if s.mergeFinding(&f) {
		return is
	}
	if f.failureKind != observe.Refused {
		why := s.judge().undefined(ctx, &s.run.engine(a).Participant, &s.run.engine(b).Participant)
		if why != "" && b == noEngine && s.baseline != noEngine {
			if differs := s.judge().prefixDiffers(ctx, &s.run.engine(s.baseline).Participant); differs != nil {
				return s.addFinding(ctx, &observe.Mismatch{Differences: differs}, s.baseline, a)
			}
		}
		if why != "" {
			if max(a, b) != s.run.referenceIndex() {
				s.undefined = why
			}
			return undefined
		}
	}
	s.found = append(s.found, f)
	return is
}

// mergeFinding adds a finding to the one before, if it is the same difference of the same engine
// to another one. It reports whether it did.
func (s *comparison) mergeFinding(f *Finding) bool {
	if len(s.found) == 0 || f.Failure != "" {
		return false
	}
	last := &s.found[len(s.found)-1]
	if last.Failure != "" || last.A != f.A || !slices.Equal(last.Differences, f.Differences) {
		return false
	}
	if f.B != last.B && !slices.Contains(last.Also, f.B) { // the reference engine may take part too
		last.Also = append(last.Also, f.B)
	}
	return true
}

// countSearch counts the search for each engine. It counts as compared only if an engine of another
// name did it too.
func (s *comparison) countSearch() {
	done := &s.run.report.Tally
	searched := map[string]bool{} // by which engines, of what was compared
	for e := range done.ByEngine {
		if s.outcomes[e] == same || s.outcomes[e] == different {
			searched[s.run.engines[e].Name] = true
		}
	}
	compared := len(searched) > 1
	for e := range done.ByEngine {
		o, is, t := s.observations[e], s.outcomes[e], &done.ByEngine[e]
		if is != unsupported && is != noAnswer {
			t.Done++
		}
		switch {
		case is == unsupported:
			t.Unsupported++
		case is == noAnswer:
			t.Skipped++
		case is == failed:
			t.Failed++
		case is == undefined || !compared && s.undefined != "":
			t.Undefined++
			s.countUndefined(t, e)
		case !compared:
			t.Skipped++
		default:
			t.Cases++
			if !o.NoMove { // a program that speaks a protocol does not say how many
				t.Evals += o.Result.Evals
			}
			t.TStates += o.Result.TStates
			t.Seconds += o.Result.Duration.Seconds()
		}
	}
	if s.undefined != "" {
		done.Undefined.count(s.undefined, 1)
	}
	if !compared {
		done.Skipped++
		return
	}
	done.Compared++
	done.ByLevel.count(fmt.Sprint(s.c.Plies[s.ply].Level), 1)
	done.Origins.count(s.c.Origin, 1)
	done.Digest += digest(&s.observations[s.baseline].Result)
}

// countUndefined counts the evaluations of an engine in an undefined search: those before the specification
// ends, which were compared, and those after that.
func (s *comparison) countUndefined(t *EngineTally, e int) {
	j := s.judge()
	if seen := j.seen[observationKey{&s.run.engines[e].Participant, j.n}]; seen == nil || !seen.HasEvaluations {
		return // it does not show its evaluations, or there are none before
	}
	t.Evals += j.n
	t.Tail += max(s.observations[e].Result.Evals, j.n) - j.n
}

// countReached counts the searches in which the trace of the reference engine was compared and was
// equal. If there is one, it also counts the rules that the reference engine reached in the case.
func (w *worker) countReached(all []comparison) {
	referenceAt, done := w.run.referenceIndex(), &w.run.report.Tally
	modelled := done.ReferenceCases
	for i := range all {
		s := &all[i]
		if s.outcomes[referenceAt] == same && s.observations[referenceAt].Failure == observe.NoFailure &&
			w.run.engines[s.baseline].detail >= sargon.DetailTrace {
			done.ReferenceCases++
		}
	}
	if done.ReferenceCases == modelled {
		return
	}
	for rule, n := range w.reached {
		if n > 0 {
			done.Reached.count(reference.Rule(rule).String(), n)
		}
	}
}

// digest mixes what was compared of a search into a number that can be added up.
func digest(r *sargon.Result) uint64 {
	h := uint64(r.Trace) ^ uint64(r.Best.From)<<8 ^ uint64(r.Best.To) ^ uint64(r.Score)<<16
	h ^= h >> 33
	h *= 0xff51afd7ed558ccd
	h ^= h >> 33
	h *= 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}
