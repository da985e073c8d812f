package compare

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"sargon78/compare/cases"
	"sargon78/native/literal"
	"sargon78/sargon"
)

// worker does batches with engines of its own.
type worker struct {
	run     *run
	tools   *cases.Tools
	runners []*runner // by contender

	probe   *runner
	reached [][literal.NumPoints]uint64 // by case of the batch
}

func newWorker(r *run) *worker {
	w := &worker{run: r, tools: cases.NewTools()}
	w.probe = w.newProbe()
	for i := range r.contenders {
		w.runners = append(w.runners, &runner{
			contender: &r.contenders[i], proof: r.proofs[i],
			inARow: &r.inARow[i], gaveUp: &r.gaveUp[i], timeout: r.options.Timeout,
			after:    func(int) { r.searches.Add(1) },
			mostLate: r.options.MaxDifferences,
		})
	}
	return w
}

// newProbe returns a runner of the probe, which notes what each case reaches.
func (w *worker) newProbe() *runner {
	var engine *literal.Engine
	open := func() (sargon.Engine, error) {
		engine = literal.New()
		return engine, nil
	}
	return &runner{
		contender: &Contender{Name: literal.Name, Open: open},
		proof:     max(w.run.options.Proof, ProofTrace),
		inARow:    new(atomic.Int32), gaveUp: new(atomic.Bool), timeout: w.run.options.Timeout,
		after: func(i int) {
			w.reached[i] = engine.Reached
			clear(engine.Reached[:])
		},
	}
}

func (w *worker) close() {
	var all sync.WaitGroup
	for _, s := range w.runners {
		all.Go(s.close)
	}
	all.Wait()
}

// do makes a batch and has every engine do it.
func (w *worker) do(ctx context.Context, j job) batchResult {
	b := j.make(w.tools)
	result := batchResult{sequence: j.sequence}
	result.done.Engines = make([]EngineReport, len(w.runners))
	result.done.makeCounts()
	outcomes := make([][]outcome, len(w.runners))
	for i, s := range w.runners {
		outcomes[i] = s.run(ctx, &b)
	}
	var probed []outcome
	if w.run.probed(&b) {
		w.reached = make([][literal.NumPoints]uint64, b.Searches())
		probed = w.probe.run(ctx, &b)
	}
	if ctx.Err() != nil {
		return result
	}
	w.sum(ctx, &b, outcomes, probed, &result)
	return result
}

// sum compares the outcomes of all engines case by case.
func (w *worker) sum(
	ctx context.Context, b *cases.Batch, outcomes [][]outcome, probed []outcome, result *batchResult,
) {
	i := 0
	for g := range b.Games {
		game := &b.Games[g]
		c := comparison{
			ctx: ctx, worker: w, batch: b, game: game, first: i, outcomes: outcomes,
			probed: probed, result: result,
		}
		for ply := range game.Plies {
			if game.Plies[ply].Level > 0 {
				c.compare(ply, i)
				i++
			}
		}
	}
}

// comparison is the comparing of the cases of one game.
type comparison struct {
	ctx      context.Context
	worker   *worker
	batch    *cases.Batch
	game     *cases.Game
	first    int // the number of the game's first case in the batch
	outcomes [][]outcome
	probed   []outcome
	result   *batchResult
	apart    []bool // by contender: it plays another game of self-play by now
	over     bool   // all engines failed alike, and what they held for the rest of the game is lost
}

// compare compares case i of the batch, at a ply of the game.
func (c *comparison) compare(ply, i int) {
	w := c.worker
	if c.apart == nil {
		c.apart = make([]bool, len(c.outcomes))
	}
	if c.over {
		c.result.done.Skipped++
		c.result.done.Over++
		return
	}
	if c.allFailAlike(i) {
		c.over = c.game.Keep || c.game.SelfPlay
		for e := range c.outcomes {
			if c.outcomes[e][i].done {
				c.result.done.Engines[e].Done++
			}
		}
		c.result.done.Skipped++
		return
	}
	reference := -1
	done := make([]int, 0, 8) // the engines that did it
	var refusing []int
	for _, e := range w.run.order {
		o := &c.outcomes[e][i]
		if !o.done || c.apart[e] {
			continue
		}
		t := &c.result.done.Engines[e]
		t.Done++
		if !o.none { // a program behind a protocol does not say how many
			t.Evals += o.evals
		}
		t.TStates += o.tStates
		t.Seconds += o.seconds
		if o.refused {
			refusing = append(refusing, e)
			continue
		}
		if o.failed != "" {
			t.Failed++
			c.apart[e] = c.game.SelfPlay
			c.find(ply, i, Finding{
				A: w.run.contenders[e].Name, Failure: o.failed, endless: o.endless,
				late: o.late,
			}, e)
			continue
		}
		done = append(done, e)
		if reference < 0 {
			reference = e
			continue
		}
		proof := min(w.run.proofs[e], w.run.proofs[reference])
		if d := c.outcomes[reference][i].differences(o, proof); len(d) > 0 {
			c.find(ply, i,
				Finding{A: w.run.contenders[reference].Name, B: w.run.contenders[e].Name, Differences: d},
				reference)
			c.apart[e] = c.game.SelfPlay && !c.outcomes[reference][i].best.Same(o.best)
		}
	}
	for _, e := range refusing {
		c.refuses(ply, i, reference, e)
	}
	if len(done) < 2 {
		c.result.done.Skipped++
		return
	}
	for _, e := range done {
		c.result.done.Engines[e].Cases++
	}
	c.result.done.Compared++
	c.result.done.Levelled[fmt.Sprint(c.game.Plies[ply].Level)]++
	c.result.done.Origins[c.game.Origin]++
	c.result.done.digest += digest(&c.outcomes[reference][i])
	if c.probed != nil && !c.apart[reference] {
		c.compareProbe(ply, i, reference)
	}
}

// refuses notes that an engine refuses what the reference accepts; without a reference the engine
// has failed.
func (c *comparison) refuses(ply, i, reference, e int) {
	c.apart[e] = c.game.SelfPlay
	name, why := c.worker.run.contenders[e].Name, c.outcomes[e][i].failed
	if reference < 0 {
		c.result.done.Engines[e].Failed++
		c.find(ply, i, Finding{A: name, Failure: why}, e)
		return
	}
	c.find(ply, i, Finding{
		A: c.worker.run.contenders[reference].Name, B: name, Differences: acceptance("", why),
	}, reference)
}

// allFailAlike tells whether all engines failed at case i because of the case itself: none came to
// an end, or a game that keeps its state failed for all in the same words, as when a king is lost
// off the board (spec §7).
func (c *comparison) allFailAlike(i int) bool {
	var first *outcome
	engines := 0
	for e := range c.outcomes {
		o := &c.outcomes[e][i]
		if !o.done {
			continue
		}
		engines++
		switch {
		case o.failed == "" || !o.endless && !c.game.Keep:
			return false
		case first == nil:
			first = o
		case o.endless != first.endless || !o.endless && o.failed != first.failed:
			return false
		}
	}
	return engines > 1
}

// compareProbe counts what a case reached, if the probe did the same search.
func (c *comparison) compareProbe(ply, i, reference int) {
	w := c.worker
	o, p := &c.outcomes[reference][i], &c.probed[i]
	proof := min(w.run.proofs[reference], w.probe.proof)
	switch {
	case !p.done:
		return
	case p.failed != "":
		c.find(ply, i, Finding{A: literal.Name, Failure: p.failed, endless: p.endless}, reference)
		return
	}
	if d := o.differences(p, proof); len(d) > 0 {
		c.find(ply, i, Finding{A: w.run.contenders[reference].Name, B: literal.Name, Differences: d},
			reference)
		return
	}
	if proof < ProofTrace {
		return
	}
	c.result.done.Probed++
	for point, n := range w.reached[i] {
		if n > 0 {
			c.result.done.Reached[literal.Point(point).String()] += n
		}
	}
}

// find notes a finding. The moves to a case of self-play are those of an engine.
func (c *comparison) find(ply, i int, f Finding, engine int) {
	f.Batch, f.Index = c.batch.Number, i
	f.Origin = c.game.Where()
	if c.game.SelfPlay {
		f.Case = c.selfPlayCase(ply, engine)
	} else {
		f.Case = c.game.Case(ply)
	}
	if c.joins(&f) {
		return
	}
	if why := c.worker.run.undefined(c.ctx, &f); why != "" {
		c.result.done.Undefined[why]++
		return
	}
	c.result.findings = append(c.result.findings, f)
}

// joins adds a finding to the one before, if it is the same difference of the same engine
// to another one.
func (c *comparison) joins(f *Finding) bool {
	n := len(c.result.findings)
	if n == 0 {
		return false
	}
	last := &c.result.findings[n-1]
	if last.Index != f.Index || last.A != f.A || f.Failure != "" ||
		!slices.Equal(last.Differences, f.Differences) {
		return false
	}
	last.Also = append(last.Also, f.B)
	return true
}

// selfPlayCase returns the case that an engine came to in a game of self-play.
func (c *comparison) selfPlayCase(ply, engine int) cases.Case {
	p := c.game.Plies[ply]
	found := cases.Case{Start: c.game.Start, Level: p.Level, NoBook: p.NoBook, QueenPawn: p.QueenPawn}
	for i := range ply {
		o := &c.outcomes[engine][c.first+i]
		if o.best.IsZero() {
			found.Moves = nil // the game was over and started again
			continue
		}
		found.Moves = append(found.Moves, o.best)
	}
	return found
}

// digest mixes what was compared of a case into a number that can be added up.
func digest(o *outcome) uint64 {
	h := uint64(o.trace) ^ uint64(o.best.From)<<8 ^ uint64(o.best.To) ^ uint64(o.score)<<16
	h ^= h >> 33
	h *= 0xff51afd7ed558ccd
	h ^= h >> 33
	h *= 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}
