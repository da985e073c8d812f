package compare

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"

	"sargon78/compare/cases"
	"sargon78/compare/observe"
	"sargon78/native/literal"
	"sargon78/sargon"
)

// worker does cases with engines of its own, and sums up what it has done.
type worker struct {
	run      *run
	subjects []*observe.Subject // by contender
	done     Report

	model   *observe.Subject           // the reference model
	reached [][literal.NumForks]uint64 // what each search of a case reached in it
}

func newWorker(r *run) *worker {
	w := &worker{run: r}
	w.done.Engines = make([]EngineReport, len(r.contenders))
	for i := range r.contenders {
		s := &observe.Subject{
			Contender: &r.contenders[i], Timeout: r.options.Timeout, After: r.searched,
		}
		if r.health != nil {
			s.Health = &r.health[i]
		}
		w.subjects = append(w.subjects, s)
	}
	var engine *literal.Engine
	model := Contender{Name: literal.Name, Open: func() (sargon.Engine, error) {
		engine = literal.New()
		return engine, nil
	}}
	w.model = &observe.Subject{Contender: &model, Timeout: r.options.Timeout, After: func() {
		w.reached = append(w.reached, engine.Reached)
		clear(engine.Reached[:])
	}}
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
		for _, e := range s.asked {
			if s.how[e] = s.compare(ctx, e); s.how[e] != same && c.Stateful {
				forget(all[i+1:], e) // it is in another game by now
			}
		}
		s.compareModel(ctx)
	}
	if ctx.Err() != nil {
		return nil // what engines and judges say that are being stopped is no answer
	}
	for i := range all {
		all[i].count()
		found = append(found, all[i].found...)
	}
	return found
}

// search is a search of a case, as every engine has done it.
type search struct {
	*worker
	c       *cases.Case
	ply, i  int                    // where it is in the case
	seen    []*observe.Observation // by contender
	modeled *observe.Observation   // by the reference model; nil if it was not asked

	asked     []int // contenders that did it, without the reference
	reference int   // nobody if there is none
	how       []how // by contender
	judgement *judgement
	undefined string // why an engine may go on otherwise, "" if none does
	found     []Finding
}

// how is what became of an engine's search beside the reference's.
type how int

const (
	same how = iota
	different
	undefined
	failing
	unable // it, or all others, cannot be asked for that
	lost   // it came to no answer, with an earlier search of the case
)

// nobody is in place of a contender: none, or the reference model.
const nobody = -1

// observe has every engine go through a case, and returns its searches.
func (w *worker) observe(ctx context.Context, c *cases.Case) (all []search) {
	number := 0
	for ply := range c.Plies {
		if c.Plies[ply].Level > 0 {
			all = append(all, search{worker: w, c: c, ply: ply, i: number, how: make([]how, len(w.subjects))})
			number++
		}
	}
	for e, subject := range w.subjects {
		seen := subject.Observe(ctx, c, observe.Watch{Detail: w.run.details[e]})
		for i := range all {
			all[i].seen = append(all[i].seen, &seen[i])
		}
	}
	if w.reached = w.reached[:0]; w.run.models(c) {
		seen := w.model.Observe(ctx, c, observe.Watch{Detail: w.run.modelDetail()})
		for i := range all {
			all[i].modeled = &seen[i]
		}
	}
	return all
}

// forget drops what an engine did in searches.
func forget(searches []search, engine int) {
	for i := range searches {
		*searches[i].seen[engine] = observe.Observation{}
	}
}

// chooseReference finds the engines that did the search. The others are compared with the first that
// came to an end, preferably by itself; else with the first that goes on for ever. A search that only
// one of several can be asked for is nothing to compare.
func (s *search) chooseReference() {
	able := 0
	for _, o := range s.seen {
		if o.Failure != observe.Unsupported {
			able++
		}
	}
	best := 0
	s.reference = nobody
	for _, e := range s.run.order {
		switch o := s.seen[e]; {
		case o.Failure == observe.Unsupported || able < min(2, len(s.seen)):
			s.how[e] = unable
			continue
		case !o.Done:
			s.how[e] = lost
			continue
		case o.Rank() > best:
			s.reference, best = e, o.Rank()
		}
		s.asked = append(s.asked, e)
	}
	if len(s.seen) == 1 && s.seen[0].Failure != observe.NoFailure {
		s.reference = nobody // it fails alone
	}
	s.asked = slices.DeleteFunc(s.asked, func(e int) bool { return e == s.reference })
}

// compare compares what an engine, or nobody for the reference model, made of the search with what the
// reference made of it.
func (s *search) compare(ctx context.Context, e int) how {
	o, name, detail := s.modeled, literal.Name, s.run.modelDetail()
	if e != nobody {
		o, name, detail = s.seen[e], s.run.contenders[e].Name, s.run.details[e]
	}
	if s.reference == nobody {
		return s.find(ctx, Finding{A: name, Failure: o.Text, how: o.Failure}, e, nobody)
	}
	r, best := s.seen[s.reference], s.run.contenders[s.reference].Name
	clash := observe.Compare(r, o, min(detail, s.run.details[s.reference]))
	switch {
	case clash == nil:
		return same
	case len(clash.Differences) == 0 && o.Failure == observe.NoFailure: // the model comes to an end alone
		return s.find(ctx, Finding{A: best, Failure: r.Text, how: r.Failure}, s.reference, nobody)
	case len(clash.Differences) == 0:
		return s.find(ctx, Finding{A: name, Failure: o.Text, how: o.Failure}, e, nobody)
	}
	f := Finding{A: best, B: name, Differences: clash.Differences, how: clash.How}
	if clash.How == observe.Endless &&
		s.judge().alikeUntil(ctx, s.run.contender(best), s.run.contender(name), r, o) {
		return same
	}
	return s.find(ctx, f, s.reference, e)
}

// compareModel compares the reference with the reference model, if that was asked. Whether the case is
// undefined between the contenders does not depend on it.
func (s *search) compareModel(ctx context.Context) {
	if s.reference == nobody || s.modeled == nil || !s.modeled.Done {
		return
	}
	why := s.undefined
	if s.compare(ctx, nobody) != same || s.modeled.Failure != observe.NoFailure {
		s.undefined, s.modeled = why, nil
	}
}

// judge returns the judgement of the case.
func (s *search) judge() *judgement {
	if s.judgement == nil {
		s.judgement = &judgement{judges: usualJudges, c: s.c.At(s.ply), options: &s.run.options}
		if other := s.run.options.judges; other != nil {
			s.judgement.judges = *other
		}
	}
	return s.judgement
}

// find notes that engine a fails, or differs from engine b, unless the specification says nothing
// about it.
func (s *search) find(ctx context.Context, f Finding, a, b int) how {
	f.Number, f.Index = s.c.Number, s.i
	f.Origin, f.Case = s.c.Where(), s.c.At(s.ply)
	for _, e := range []int{a, b} {
		if e != nobody && s.seen[e].Result.FellBack != "" {
			f.FellBack = append(f.FellBack, s.run.contenders[e].Name)
		}
	}
	is := different
	if f.Failure != "" {
		is = failing
	}
	if s.joins(&f) {
		return is
	}
	if f.how != observe.Refused {
		if why := s.judge().undefined(ctx, s.run.contender(f.A), s.run.contender(f.B)); why != "" {
			s.undefined = why
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
	done := &s.done
	searched := map[string]bool{} // by which engines, of what was compared
	for e, how := range s.how {
		if how == same || how == different {
			searched[s.searchedBy(e)] = true
		}
	}
	compared := len(searched) > 1
	for e, how := range s.how {
		o, t := s.seen[e], &done.Engines[e]
		if how != unable && how != lost {
			t.Done++
		}
		switch {
		case how == unable:
			t.Unsupported++
		case how == lost:
			t.Skipped++
		case o.Result.FellBack != "":
			t.FellBack++
		case how == failing:
			t.Failed++
		case how == undefined || !compared && s.undefined != "":
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
	s.countReached()
	if !compared {
		done.Skipped++
		return
	}
	s.run.compared.Add(1)
	done.Compared++
	done.Levelled.count(fmt.Sprint(s.c.Plies[s.ply].Level), 1)
	done.Origins.count(s.c.Origin, 1)
	done.digest += digest(s.seen[s.reference])
}

// countReached counts what the search reached, if the reference model did the same one.
func (s *search) countReached() {
	if s.reference == nobody || s.modeled == nil || !s.modeled.Done ||
		min(s.run.details[s.reference], s.run.modelDetail()) < sargon.DetailTrace {
		return
	}
	s.done.Modelled++
	for fork, n := range s.reached[s.i] {
		if n > 0 {
			s.done.Reached.count(literal.Fork(fork).String(), n)
		}
	}
}

// searchedBy names the engine that did an engine's search.
func (s *search) searchedBy(e int) string {
	if s.seen[e].Result.FellBack != "" {
		return literal.Name
	}
	return s.run.contenders[e].Name
}

// digest mixes what was compared of a search into a number that can be added up.
func digest(o *observe.Observation) uint64 {
	r := &o.Result
	h := uint64(r.Trace) ^ uint64(r.Best.From)<<8 ^ uint64(r.Best.To) ^ uint64(r.Score)<<16
	h ^= h >> 33
	h *= 0xff51afd7ed558ccd
	h ^= h >> 33
	h *= 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}
