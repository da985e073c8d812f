package compare

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"sargon78/compare/cases"
	"sargon78/sargon"
	"sargon78/sargon/emulated"
)

// Options say how a run is done.
type Options struct {
	Proof   Proof
	Workers int           // 0: as many as there are processors
	For     time.Duration // no new batch after this time; 0: no limit
	Timeout time.Duration // of one search; 0: two minutes

	// Shard and Shards do one part of several (from 1) of the same work; 0 of 0 is all.
	Shard, Shards int

	// MaxDifferences ends the run when so many cases differ; 0 means 10, −1 never.
	MaxDifferences int
	// Investigate is how many of the differing cases are explained and shrunk; 0 means
	// 3, −1 none.
	Investigate int
	// ShrinkTime is how long one of them may be shrunk; 0 means 20 seconds, −1 not.
	ShrinkTime time.Duration

	// ProbeEvery is the share of batches that the probe does too, one in so many; 0 means all in a
	// small run, or beside a slow engine, where it costs nothing; otherwise one in 24, and the
	// steered ones. From 1<<30 on it does none.
	ProbeEvery int

	// AtLeast is how many percent of the cases each engine must have done, 0 means 100.
	AtLeast int

	// Resume is the report of a run of the same work that was stopped.
	Resume *Report
	// Checkpoint is given the report every CheckpointEvery (0: two seconds) and at the
	// end. An error ends the run.
	Checkpoint      func(*Report) error
	CheckpointEvery time.Duration
	// Progress is called a few times a second.
	Progress func(Progress)
	// Found is called for each differing case as soon as it is known.
	Found func(*Finding)

	Program string // name and version, for the report
	Command string // the command that makes this run, for the report
	Seed    *uint64
	Levels  string

	ReproFlags string // flags for the command that repeats a single case, or ""
	// Debug writes the command that shows where two engines, by their names, differ in a case
	// inside a machine; "" if neither is one. It may be nil.
	Debug func(a, b string, c cases.Case) string
}

// Progress is how far a run is.
type Progress struct {
	Compared, Differing uint64
	Searches            int64         // by all engines, also of cases not yet compared
	Cases               int           // of this shard, 0 if not known
	Rate                float64       // cases per second
	Left                time.Duration // estimated, 0 if not known
}

// String says how far the run is, in a line.
func (p Progress) String() string {
	text := fmt.Sprintf("%d cases", p.Compared)
	if p.Cases > 0 {
		text = fmt.Sprintf("%d of %d cases", p.Compared, p.Cases)
	}
	if p.Rate < 1 {
		text += fmt.Sprintf(", %d searches", p.Searches)
	} else {
		text += fmt.Sprintf(", %.0f a second", p.Rate)
	}
	if p.Left > 0 {
		text += fmt.Sprintf(", %v left", p.Left.Round(time.Second))
	}
	if p.Differing > 0 {
		return text + fmt.Sprintf(", %d differ", p.Differing)
	}
	return text + ", no difference"
}

const (
	defaultTimeout         = 2 * time.Minute
	defaultMaxDifferences  = 10
	defaultInvestigate     = 3
	defaultShrinkTime      = 20 * time.Second
	defaultCheckpointEvery = 2 * time.Second
	progressEvery          = 200 * time.Millisecond

	// windowPerWorker is how many batches may wait for an earlier one: results are added up in
	// order.
	windowPerWorker = 512
)

func (o *Options) defaults(planned int) {
	o.Workers = cmp.Or(o.Workers, runtime.GOMAXPROCS(0))
	o.Shards = cmp.Or(o.Shards, 1)
	o.Shard = cmp.Or(o.Shard, 1)
	o.MaxDifferences = cmp.Or(o.MaxDifferences, defaultMaxDifferences)
	o.Investigate = cmp.Or(o.Investigate, defaultInvestigate)
	o.Timeout = cmp.Or(o.Timeout, defaultTimeout)
	o.ShrinkTime = cmp.Or(o.ShrinkTime, defaultShrinkTime)
	o.CheckpointEvery = cmp.Or(o.CheckpointEvery, defaultCheckpointEvery)
	o.AtLeast = cmp.Or(o.AtLeast, 100)
	if 0 < planned && planned <= cases.SmallRun {
		o.ProbeEvery = cmp.Or(o.ProbeEvery, 1)
	}
}

// quickProbeEvery is ProbeEvery beside engines that are as quick as the probe, or quicker: it takes
// a fifth of the time of the quick ones.
const quickProbeEvery = 24

// probeSalt draws the probed batches independently of the steered ones.
const probeSalt = 1978

// probed tells whether the probe does a batch: some of all, and the steered ones, so that the
// report can say which rules were reached.
func (r *run) probed(b *cases.Batch) bool {
	_, drawn := cases.Drawn(b.Number, r.options.ProbeEvery, probeSalt)
	return drawn || b.Steered && r.options.ProbeEvery < neverProbe
}

// neverProbe is the ProbeEvery from which on the probe does nothing.
const neverProbe = 1 << 30

// run is a run that is going on.
type run struct {
	options    Options
	contenders []Contender
	proofs     []Proof // what each contender is held to
	order      []int   // contenders, those that can show most first
	source     cases.Source
	report     *Report

	searches atomic.Int64

	inARow []atomic.Int32
	gaveUp []atomic.Bool
	window chan struct{}
	total  atomic.Int64 // batches of this shard, −1 until the source has ended

	started      time.Time
	earlier      float64 // seconds of the run that is resumed
	startedAt    uint64  // cases compared then
	checkpointed time.Time
	shown        time.Time
	investigated int
	last         *Finding
}

// ErrNotStarted is part of every error before the first case.
var ErrNotStarted = errors.New("nothing was compared")

// Run has all contenders do the work of a source, and compares. The report says what was
// done also when there is an error: of the context, of a contender that cannot be opened
// at all, or of the checkpoint. Differences are no error; see Report.Success.
//
// Workers share nothing, and memory does not grow with the number of cases.
func Run(
	ctx context.Context, contenders []Contender, source cases.Source, o Options,
) (*Report, error) {
	o.defaults(source.Cases())
	r := &run{options: o, contenders: contenders, source: source}
	if err := r.prepare(); err != nil {
		return r.report, fmt.Errorf("%w: %w", ErrNotStarted, err)
	}
	jobs := make(chan job)
	results := make(chan batchResult, o.Workers)
	r.total.Store(-1)
	r.window = make(chan struct{}, windowPerWorker*o.Workers)

	working, stop := context.WithCancel(ctx)
	defer stop()
	go r.dispatch(working, jobs)
	var workers sync.WaitGroup
	for range o.Workers {
		workers.Go(func() { r.work(working, jobs, results) })
	}
	go func() {
		workers.Wait()
		close(results)
	}()
	err := r.collect(ctx, results, stop)
	if err == nil && ctx.Err() != nil {
		err = ctx.Err()
	}
	r.report.Seconds = r.earlier + time.Since(r.started).Seconds()
	r.report.Digest = fmt.Sprintf("%016x", r.report.digest)
	if o.Checkpoint != nil {
		err = errors.Join(err, o.Checkpoint(r.report))
	}
	return r.report, err
}

// prepare opens each contender once, to learn what it can show, and makes the report.
func (r *run) prepare() error {
	o := &r.options
	r.inARow = make([]atomic.Int32, len(r.contenders))
	r.gaveUp = make([]atomic.Bool, len(r.contenders))
	r.report = &Report{
		Format: reportFormat, Program: o.Program, Command: o.Command,
		Proof: o.Proof, Source: r.source.Describe(), Seed: o.Seed, Levels: o.Levels,
		AtLeast: o.AtLeast, Planned: r.source.Cases(), Shards: []int{o.Shard}, Of: o.Shards,
	}
	r.report.makeCounts()
	if len(r.contenders) < 2 {
		return errors.New("comparing takes at least two engines")
	}
	if o.Shard < 1 || o.Shard > o.Shards {
		return fmt.Errorf("shard %d/%d: want a number from 1 to %d", o.Shard, o.Shards, o.Shards)
	}
	slow := false
	for i := range r.contenders {
		c := &r.contenders[i]
		engine, err := c.Open()
		if err != nil {
			return fmt.Errorf("%s: %w", c.Name, err)
		}
		proof := proves(engine, o.Proof)
		slow = slow || isSlow(engine)
		version := c.Version
		if v, ok := engine.(versioner); ok && version == "" {
			version = v.Version()
		}
		closeEngine(engine)
		r.proofs = append(r.proofs, proof)
		r.order = append(r.order, i)
		r.report.Engines = append(r.report.Engines,
			EngineReport{Name: c.Name, Version: version, Proof: proof})
	}
	if o.ProbeEvery == 0 {
		o.ProbeEvery = quickProbeEvery
		if slow {
			o.ProbeEvery = 1
		}
	}
	slices.SortStableFunc(r.order, func(i, j int) int { return int(r.proofs[j]) - int(r.proofs[i]) })
	if o.Resume != nil {
		if why := r.report.sameWork(o.Resume); why != "" {
			return fmt.Errorf("cannot go on with another run: %s", why)
		}
		if !slices.Equal(o.Resume.Shards, r.report.Shards) {
			return fmt.Errorf("cannot go on with another run: shard %v in one, %v in the other",
				r.report.Shards, o.Resume.Shards)
		}
		resumed := o.Resume.clone()
		resumed.Command, resumed.Program = o.Command, o.Program
		resumed.Complete = false
		r.report = resumed
	}
	r.earlier, r.startedAt = r.report.Seconds, r.report.Compared
	r.investigated = len(r.report.Differences)
	r.started = time.Now()
	r.checkpointed, r.shown = r.started, r.started
	return nil
}

// isSlow tells whether an engine is so slow that the probe takes no time beside it: one on a
// machine, or a program behind a protocol.
func isSlow(engine sargon.Engine) bool {
	_, machine := engine.(emulated.OnMachine)
	return machine || cases.Forgets(engine)
}

// job is a batch to be made and done, with its number in this shard.
type job struct {
	sequence int
	make     cases.Maker
	broken   error // in place of a batch
}

// dispatch hands out the batches of this shard.
func (r *run) dispatch(ctx context.Context, jobs chan<- job) {
	defer close(jobs)
	if r.options.For > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, r.options.For)
		defer cancel()
	}
	sequence := 0
	for number := 0; ; number++ {
		maker, ok, err := r.source.Next()
		if !ok && err == nil {
			r.total.Store(int64(sequence))
			return
		}
		if number%r.options.Shards != r.options.Shard-1 {
			continue
		}
		j := job{sequence: sequence, make: maker, broken: err}
		sequence++
		if j.sequence < r.firstSequence() {
			continue
		}
		select {
		case <-ctx.Done():
			return
		case r.window <- struct{}{}:
		}
		select {
		case <-ctx.Done():
			return
		case jobs <- j:
		}
	}
}

// firstSequence returns where the run starts.
func (r *run) firstSequence() int {
	if r.options.Resume != nil {
		return r.options.Resume.Next
	}
	return 0
}

// batchResult is what came of a batch.
type batchResult struct {
	sequence int
	aborted  bool
	broken   error

	done     Report // what it adds to the report
	findings []Finding
}

// work does batches until there are no more.
func (r *run) work(ctx context.Context, jobs <-chan job, results chan<- batchResult) {
	w := newWorker(r)
	defer w.close()
	for j := range jobs {
		result := batchResult{sequence: j.sequence, broken: j.broken}
		if j.broken == nil {
			result = w.do(ctx, j)
		}
		if ctx.Err() != nil {
			result.aborted = true
		}
		results <- result
	}
}

// collect adds the results up in order.
func (r *run) collect(ctx context.Context, results <-chan batchResult, stop func()) (err error) {
	waiting := map[int]batchResult{}
	next := r.firstSequence()
	stopped := false
	tick := time.NewTicker(progressEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			r.showProgress()
			continue
		case result, more := <-results:
			if !more {
				r.report.Complete = int64(next) == r.total.Load()
				return err
			}
			if !result.aborted {
				waiting[result.sequence] = result
			}
		}
		for !stopped {
			b, ok := waiting[next]
			if !ok {
				break
			}
			delete(waiting, next)
			<-r.window
			next++
			r.add(ctx, &b)
			if err = r.between(); err != nil || r.enough() {
				stopped = true
				stop()
			}
		}
	}
}

// add adds the result of one batch to the report.
func (r *run) add(ctx context.Context, b *batchResult) {
	report := r.report
	report.Next++
	if b.broken != nil {
		report.Broken++
		if len(report.BrokenTexts) < keptBroken {
			report.BrokenTexts = append(report.BrokenTexts, b.broken.Error())
		}
		return
	}
	report.add(&b.done)
	for i := range report.Engines {
		if t := &report.Engines[i]; r.gaveUp[i].Load() && t.GaveUp == "" {
			t.GaveUp = "too many failures in a row"
		}
	}
	for i := range b.findings {
		// All findings of one case are told, but none of further cases of the batch. A first one is
		// told even if it is why an engine was given up.
		if f := &b.findings[i]; r.report.Differing > 0 && r.enough() && !r.sameCase(f) {
			break
		}
		r.found(ctx, &b.findings[i])
	}
}

// found takes up a differing case.
func (r *run) found(ctx context.Context, f *Finding) {
	if !r.sameCase(f) {
		r.report.Differing++
	}
	r.last = f
	if r.investigated < r.options.Investigate {
		r.investigated++
		r.investigate(ctx, f)
	}
	if f.Command == "" {
		f.Command = r.investigation(f).repro(f.Case)
	}
	if len(r.report.Differences) < keptDifferences {
		r.report.Differences = append(r.report.Differences, *f)
	}
	if r.options.Found != nil {
		r.options.Found(f)
	}
}

// sameCase tells whether a finding is about the same case as the one before.
func (r *run) sameCase(f *Finding) bool {
	return r.last != nil && r.last.Batch == f.Batch && r.last.Index == f.Index
}

// enough tells whether the run ends early.
func (r *run) enough() bool {
	return r.options.MaxDifferences > 0 && r.report.Differing >= uint64(r.options.MaxDifferences) ||
		r.tooFew()
}

// tooFew tells whether fewer than two engines are left.
func (r *run) tooFew() bool {
	left := 0
	for i := range r.gaveUp {
		if !r.gaveUp[i].Load() {
			left++
		}
	}
	return left < 2
}

// between is called between batches: progress and checkpoints.
func (r *run) between() error {
	r.showProgress()
	now := time.Now()
	if r.options.Checkpoint == nil || now.Sub(r.checkpointed) < r.options.CheckpointEvery {
		return nil
	}
	r.checkpointed = now
	r.report.Seconds = r.earlier + now.Sub(r.started).Seconds()
	return r.options.Checkpoint(r.report)
}

// showProgress tells how far the run is, a few times a second.
func (r *run) showProgress() {
	if now := time.Now(); r.options.Progress != nil && now.Sub(r.shown) >= progressEvery {
		r.shown = now
		r.options.Progress(r.progress(now))
	}
}

func (r *run) progress(now time.Time) Progress {
	p := Progress{
		Compared: r.report.Compared, Differing: r.report.Differing, Searches: r.searches.Load(),
	}
	if r.report.Planned > 0 {
		p.Cases = r.report.Planned / r.options.Shards
	}
	if seconds := now.Sub(r.started).Seconds(); seconds > 0 {
		p.Rate = float64(r.report.Compared-r.startedAt) / seconds
	}
	if left := p.Cases - int(r.report.Compared); left > 0 && p.Rate > 0 {
		p.Left = time.Duration(float64(left) / p.Rate * float64(time.Second))
	}
	return p
}
