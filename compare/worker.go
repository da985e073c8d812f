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

// worker does cases with engines of its own.
type worker struct {
	run      *run
	subjects []*observe.Subject         // by contender
	reached  [reference.NumForks]uint64 // by the reference model, in the case
}

func newWorker(r *run) *worker {
	w := &worker{run: r}
	for _, p := range r.parties[:r.model()] {
		w.subjects = append(w.subjects, &observe.Subject{
			Contender: &p.Contender, Timeout: r.options.Timeout, Health: &p.health, Shown: p.shown,
		})
	}
	return w
}

func (w *worker) close() {
	var all sync.WaitGroup
	for _, s := range w.subjects {
		all.Go(s.Close)
	}
	all.Wait()
}

// do is a comparison: every engine goes through the case, and what came of each search is held
// against what one of them, the reference, made of it.
func (w *worker) do(ctx context.Context, c *cases.Case) (found []Finding) {
	all := w.observe(ctx, c)
	for i := range all {
		s := &all[i]
		s.chooseReference()
		for e := range s.outcomes {
			if s.outcomes[e] == pending {
				s.outcomes[e] = s.compare(ctx, e)
			}
			other := s.outcomes[e] == different || s.outcomes[e] == failed || s.outcomes[e] == undefined
			if other && c.Stateful && e != w.run.model() {
				forget(all[i+1:], e) // it is in another game by now
			}
		}
	}
	if ctx.Err() != nil {
		return nil // what engines and judges say that are being stopped is no answer
	}
	w.run.mu.Lock()
	defer w.run.mu.Unlock()
	for i := range all {
		all[i].count()
		found = append(found, all[i].found...)
	}
	w.countReached(all)
	return found
}

// search is a search of a case, as every engine has done it.
type search struct {
	*worker
	c        *cases.Case
	ply, i   int                    // where it is in the case
	seen     []*observe.Observation // by party
	outcomes []outcome              // by party

	reference int // the party that the others are compared with, or nobody
	judgement *judgement
	undefined string // why a contender may go on otherwise, "" if none does
	found     []Finding
}

// outcome is the result of comparing one engine's search with that of the reference.
type outcome int

const (
	pending     outcome = iota // not compared yet
	same                       // both did the same
	different                  // they did not
	undefined                  // they did not, where the specification says nothing
	failed                     // the engine failed
	unsupported                // the engine cannot be asked for the search, or fewer than two can
	noAnswer                   // the engine did not search: it failed in an earlier search of the case
)

// nobody is in place of a party.
const nobody = -1

// observe has every engine go through a case, and returns its searches.
func (w *worker) observe(ctx context.Context, c *cases.Case) (all []search) {
	parties := len(w.run.parties)
	for ply := range c.Plies {
		if c.Plies[ply].Level > 0 {
			all = append(all, search{worker: w, c: c, ply: ply, i: len(all), outcomes: make([]outcome, parties)})
		}
	}
	note := func(seen []observe.Observation) {
		for i := range all {
			all[i].seen = append(all[i].seen, &seen[i])
		}
	}
	for e, subject := range w.subjects {
		note(subject.Observe(ctx, c, observe.Watch{Detail: w.run.parties[e].detail}))
		w.run.searched(len(all))
	}
	if !w.run.models(c) {
		note(make([]observe.Observation, len(all)))
		return all
	}
	engine := reference.New()
	model := observe.Opened(engine)
	subject := observe.Subject{Contender: &model, Timeout: w.run.options.Timeout}
	note(subject.Observe(ctx, c, observe.Watch{Detail: w.run.parties[w.run.model()].detail}))
	w.reached = engine.Reached
	return all
}

// forget drops what an engine did in searches.
func forget(searches []search, engine int) {
	for i := range searches {
		*searches[i].seen[engine] = observe.Observation{}
	}
}

// chooseReference finds the engines that did the search. The others are compared with the best of
// the contenders: one that came to an end, preferably by itself, and shows most; else one that goes on
// for ever. A search that only one of several can be asked for is nothing to compare.
func (s *search) chooseReference() {
	model := s.run.model()
	able := 0
	for _, o := range s.seen[:model] {
		if o.Failure != observe.Unsupported {
			able++
		}
	}
	s.reference = nobody
	best, most := 0, sargon.DetailMove
	for e, o := range s.seen {
		switch {
		case o.Failure == observe.Unsupported || able < min(2, model):
			s.outcomes[e] = unsupported
			continue
		case !o.Done:
			s.outcomes[e] = noAnswer
			continue
		}
		rank, shows := o.Rank(), s.run.parties[e].detail
		if e < model && (rank > best || rank == best && rank > 0 && shows > most) {
			s.reference, best, most = e, rank, shows
		}
	}
	if model == 1 && s.seen[0].Failure != observe.NoFailure {
		s.reference = nobody // it fails alone
	}
	if s.reference == nobody {
		s.outcomes[model] = noAnswer
	} else {
		s.outcomes[s.reference] = same
	}
}

// compare compares what an engine made of the search with what the reference made of it.
func (s *search) compare(ctx context.Context, e int) outcome {
	if s.reference == nobody {
		return s.find(ctx, &observe.Clash{}, e, nobody)
	}
	r, o := s.seen[s.reference], s.seen[e]
	clash := observe.Compare(r, o, min(s.run.parties[e].detail, s.run.parties[s.reference].detail))
	switch {
	case clash == nil:
		return same
	case len(clash.Differences) == 0 && o.Failure == observe.NoFailure: // the model comes to an end alone
		return s.find(ctx, clash, s.reference, nobody)
	case len(clash.Differences) == 0:
		return s.find(ctx, clash, e, nobody)
	case clash.How == observe.Endless && s.judge().alike(ctx, min(r.Result.Evals, o.Result.Evals),
		&s.run.parties[s.reference].Contender, &s.run.parties[e].Contender):
		return same // as far as both came
	}
	return s.find(ctx, clash, s.reference, e)
}

// judge returns the judgement of the case.
func (s *search) judge() *judgement {
	if s.judgement == nil {
		s.judgement = &judgement{
			judges: cmp.Or(s.run.options.judges, &usualJudges), c: s.c.At(s.ply), options: &s.run.options,
			seen: map[sight]*observe.Observation{},
		}
	}
	return s.judgement
}

// find notes that party a fails, if b is nobody, or differs from party b, unless the specification
// says nothing about it. Whether the case is undefined between the contenders does not depend on the
// reference model.
func (s *search) find(ctx context.Context, clash *observe.Clash, a, b int) outcome {
	f := Finding{
		Number: s.c.Number, Index: s.i, Origin: s.c.Where(), Case: s.c.At(s.ply), a: a, b: b,
		A: s.run.party(a).Name, B: s.run.party(b).Name, Differences: clash.Differences, failureKind: clash.How,
	}
	is := different
	if b == nobody {
		is, f.Failure, f.failureKind = failed, s.seen[a].Text, s.seen[a].Failure
	}
	for _, e := range []int{a, b} {
		if e != nobody && s.seen[e].Result.FellBack != "" {
			f.FellBack = append(f.FellBack, s.run.party(e).Name)
		}
	}
	if s.joins(&f) {
		return is
	}
	if f.failureKind != observe.Refused {
		if why := s.judge().undefined(ctx, &s.run.party(a).Contender, &s.run.party(b).Contender); why != "" {
			if max(a, b) != s.run.model() {
				s.undefined = why
			}
			return undefined
		}
	}
	s.found = append(s.found, f)
	return is
}

// joins adds a finding to the one before, if it is the same difference of the same engine
// to another one, or the same failure of the engine that both fell back to.
func (s *search) joins(f *Finding) bool {
	if len(s.found) == 0 {
		return false
	}
	last := &s.found[len(s.found)-1]
	fellBack := slices.Contains(f.FellBack, cmp.Or(f.B, f.A))
	switch {
	case last.Failure != f.Failure:
		return false
	case f.Failure != "" && !fellBack:
		return false
	case f.Failure == "" && (last.A != f.A || !slices.Equal(last.Differences, f.Differences)):
		return false
	case fellBack:
		last.FellBack = append(last.FellBack, cmp.Or(f.B, f.A))
	case f.B != last.B && !slices.Contains(last.Also, f.B): // the model may be a contender too
		last.Also = append(last.Also, f.B)
	}
	return true
}

// count counts the search: for an engine only what it did itself, and only if another one did it too.
func (s *search) count() {
	done := s.run.report
	searched := map[string]bool{} // by which engines, of what was compared
	for e := range done.Engines {
		if s.outcomes[e] == same || s.outcomes[e] == different {
			searched[s.searchedBy(e)] = true
		}
	}
	compared := len(searched) > 1
	for e := range done.Engines {
		o, is, t := s.seen[e], s.outcomes[e], &done.Engines[e]
		if is != unsupported && is != noAnswer {
			t.Done++
		}
		switch {
		case is == unsupported:
			t.Unsupported++
		case is == noAnswer:
			t.Skipped++
		case o.Result.FellBack != "":
			t.FellBack++
		case is == failed:
			t.Failed++
		case is == undefined || !compared && s.undefined != "":
			t.Undefined++
		case !compared:
			t.Skipped++
		default:
			t.Cases++
			if !o.NoMove { // a program behind a protocol does not say how many
				t.Evals += o.Result.Evals
			}
			t.TStates += o.Result.TStates
			t.Seconds += o.Result.Duration.Seconds()
		}
	}
	if s.undefined != "" {
		done.Undefined.count(s.undefined, 1)
	}
	done.Limits += cmp.Or(s.run.options.Limit, s.c.Limit, cases.UsualLimit)
	if !compared {
		done.Skipped++
		return
	}
	done.Compared++
	done.Levelled.count(fmt.Sprint(s.c.Plies[s.ply].Level), 1)
	done.Origins.count(s.c.Origin, 1)
	done.digest += digest(&s.seen[s.reference].Result)
}

// countReached counts the searches in which the reference model was compared by its trace and was the
// same, and, if there is one, what it has reached in the case.
func (w *worker) countReached(all []search) {
	model, done := w.run.model(), w.run.report
	modelled := done.Modelled
	for i := range all {
		s := &all[i]
		if s.outcomes[model] == same && s.seen[model].Failure == observe.NoFailure &&
			w.run.parties[s.reference].detail >= sargon.DetailTrace {
			done.Modelled++
		}
	}
	if done.Modelled == modelled {
		return
	}
	for fork, n := range w.reached {
		if n > 0 {
			done.Reached.count(reference.Fork(fork).String(), n)
		}
	}
}

// searchedBy names the engine that did an engine's search.
func (s *search) searchedBy(e int) string {
	if s.seen[e].Result.FellBack != "" {
		return reference.Name
	}
	return s.run.parties[e].Name
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
