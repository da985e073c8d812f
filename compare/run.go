package compare

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"time"

	"sargon78/compare/cases"
	"sargon78/compare/observe"
	"sargon78/sargon"
	"sargon78/sargon/emulated"
)

// Participant is an engine that takes part.
type Participant = observe.Participant

// Options say how a run is done. DefaultOptions returns the usual ones, to be changed where needed.
// Each number means what it says: the zero value of Options is refused.
type Options struct {
	Detail      sargon.Detail // how much of each search is compared
	Workers     int           // how many cases are done at the same time, at least 1
	MaxDuration time.Duration // no case is begun after this time; 0: no limit
	Timeout     time.Duration // limit of one search, above 0: one that takes longer has failed

	// Shard does one part of several of the same work; the zero value is all.
	Shard cases.Shard

	// MaxDifferences ends the run when so many cases differ; 0: no limit.
	MaxDifferences int
	// MaxInvestigated is how many of the differing cases are explained and shrunk, the first ones.
	MaxInvestigated int
	// ShrinkTime is how long one of them may be shrunk.
	ShrinkTime time.Duration

	// Reference says which cases the reference engine searches too.
	Reference ReferenceShare

	// AtLeast is how many percent of the cases each engine must have done, 1 to 100.
	AtLeast int

	// Progress is called after searches with what says, in a line, how far the run is.
	Progress func(text func() string)
	// OnFinding is called for each differing case as soon as it is known.
	OnFinding func(*Finding)

	Program string // name and version, for the report
	Command string // the command that makes this run, for the report
	Seed    *uint64
	Levels  string

	ReproFlags string // flags for the command that repeats a single case, or ""
	// DebugCommand writes the command that shows where two engines, by their names, differ in a case
	// inside a machine; "" if neither is one. It may be nil.
	DebugCommand func(a, b string, c cases.Case) string

	judges *judges // nil: the usual ones
}

// ReferenceShare says which cases of a run the reference engine searches too, so that the report can
// say which rules of the specification were reached, and that the engines follow them.
type ReferenceShare int

// The shares of the reference engine.
const (
	// ReferenceUsual is ReferenceAll in a small run (cases.SmallRun), and where a slow engine takes
	// part, so that it costs next to nothing; otherwise it is ReferenceSample.
	ReferenceUsual ReferenceShare = iota
	// ReferenceAll is every case.
	ReferenceAll
	// ReferenceSample is one case in 24, and every case that is targeted at rules.
	ReferenceSample
	// ReferenceNone is no case.
	ReferenceNone
)

// DefaultOptions returns the options of a run for which nothing else is asked: it compares traces, on
// all processors.
func DefaultOptions() Options {
	return Options{
		Detail: sargon.DetailTrace, Workers: runtime.GOMAXPROCS(0), Timeout: 2 * time.Minute,
		MaxDifferences: 10, MaxInvestigated: 3, ShrinkTime: 20 * time.Second, AtLeast: 100,
	}
}

// check returns an error if an option is out of its range.
func (o *Options) check() error {
	switch {
	case o.Detail < sargon.DetailMove || o.Detail > sargon.DetailState:
		return fmt.Errorf("option Detail %d: want one of sargon.DetailMove to sargon.DetailState", o.Detail)
	case o.Workers < 1:
		return fmt.Errorf("option Workers %d: want at least 1", o.Workers)
	case o.Timeout <= 0:
		return fmt.Errorf("option Timeout %v: a search needs some time", o.Timeout)
	case o.AtLeast < 1 || o.AtLeast > 100:
		return fmt.Errorf("option AtLeast %d: want a percentage from 1 to 100", o.AtLeast)
	case o.Reference < ReferenceUsual || o.Reference > ReferenceNone:
		return fmt.Errorf("option Reference %d: want one of ReferenceUsual to ReferenceNone", o.Reference)
	case o.MaxDuration < 0 || o.MaxDifferences < 0 || o.MaxInvestigated < 0 || o.ShrinkTime < 0:
		return errors.New("options For, MaxDifferences, Investigate, ShrinkTime: must not be negative")
	}
	return nil
}

const (
	// sampledEvery is how many cases there are for one of ReferenceSample: the reference engine then
	// takes a fifth of the time of the quick ones.
	sampledEvery = 24
	// referenceSalt makes the choice of the reference engine's cases independent of how they are made.
	referenceSalt = 1978
	// maxFirst is the number of findings for which the run looks for the first difference.
	maxFirst = 30
)

// participant is an engine that takes part in a run, or the reference engine.
type participant struct {
	Participant
	detail    sargon.Detail // how much of it is compared
	maxDetail sargon.Detail // what it shows
	health    observe.Health
}

// run is a run that is going on.
type run struct {
	options Options
	engines []*participant // the engines, then the reference engine
	source  cases.Source
	started time.Time

	reportMu     sync.Mutex // held by the worker that investigates and reports, for the next two
	investigated int
	findings     []Finding

	mu        sync.Mutex // for what follows
	report    *Report
	searches  int
	exhausted bool // exhausted cases of this shard were handed out
}

// ErrNotStarted is part of every error before the first case.
var ErrNotStarted = errors.New("nothing was compared")

// Run runs the cases of a source on all engines, and compares them. Differences are no error; see
// Report.Verdict. An error is that of the context, of an engine that cannot be opened, or of an option
// out of its range; the report then says what was done before.
//
// Workers share nothing, and memory does not grow with the number of cases.
func Run(
	ctx context.Context, participants []Participant, source cases.Source, o Options,
) (*Report, error) {
	if planned := source.Cases(); 0 < planned && planned <= cases.SmallRun {
		o.Reference = cmp.Or(o.Reference, ReferenceAll)
	}
	o.Shard = cmp.Or(o.Shard, cases.Shard{Number: 1, Of: 1})
	r, err := newRun(participants, o)
	switch {
	case err != nil:
	case len(participants) < 2:
		err = errors.New("comparing takes at least two engines")
	case o.Shard.Number < 1 || o.Shard.Number > o.Shard.Of:
		err = fmt.Errorf("shard %d/%d: want a number from 1 to %d", o.Shard.Number, o.Shard.Of, o.Shard.Of)
	}
	if err != nil {
		return r.report, fmt.Errorf("%w: %w", ErrNotStarted, err)
	}
	r.started, r.source = time.Now(), source
	r.report.Source, r.report.Planned = source.Describe(), source.Cases()
	working, stop := context.WithCancel(ctx)
	defer stop()
	var workers sync.WaitGroup
	for range r.options.Workers {
		workers.Go(func() { r.work(ctx, working, stop) })
	}
	workers.Wait()
	r.finish(working.Err() == nil)
	return r.report, ctx.Err()
}

// newRun opens each engine once, to learn what it can show.
func newRun(participants []Participant, o Options) (r *run, err error) {
	defer observe.RecoverTo(&err)
	work := Work{
		Detail: o.Detail, Seed: o.Seed, Levels: o.Levels, AtLeast: o.AtLeast, ShardCount: o.Shard.Of,
	}
	r = &run{report: &Report{Program: o.Program, Command: o.Command, Work: work}}
	if err := o.check(); err != nil {
		return r, err
	}
	share := ReferenceSample
	for _, c := range participants {
		s := observe.Engine{Participant: &c}
		engine, err := s.Open()
		if err != nil {
			return r, fmt.Errorf("%s: %w", c.Name, err)
		}
		can := engine.Capabilities()
		_, onMachine := emulated.FromEngine(engine)
		s.Close()
		if onMachine || can.Stateless {
			share = ReferenceAll // it is slow: the reference engine takes no time next to it
		}
		p := &participant{Participant: c, detail: min(o.Detail, can.Detail), maxDetail: can.Detail}
		r.engines = append(r.engines, p)
		r.report.Engines = append(r.report.Engines, EngineInfo{
			Name: c.Name, Version: cmp.Or(c.Version, can.Version), Detail: p.detail,
			NoLists: p.detail >= sargon.DetailTrace && can.ListArea == nil,
		})
	}
	r.report.Tally = newTally(len(r.engines))
	r.report.Shards = []int{o.Shard.Number}
	r.engines = append(r.engines,
		&participant{Participant: ReferenceEngine(), detail: max(o.Detail, sargon.DetailTrace)})
	o.Reference = cmp.Or(o.Reference, share)
	r.options = o
	return r, nil
}

// engine returns an engine by its number; noEngine is one without a name.
func (r *run) engine(e int) *participant {
	if e == noEngine {
		return &participant{}
	}
	return r.engines[e]
}

// referenceIndex returns the number of the reference engine.
func (r *run) referenceIndex() int { return len(r.engines) - 1 }

// usesReference reports whether the reference engine does a case.
func (r *run) usesReference(c *cases.Case) bool {
	switch r.options.Reference {
	case ReferenceNone:
		return false
	case ReferenceAll:
		return true
	}
	return c.Targeted || rand.NewPCG(referenceSalt, uint64(c.Number)).Uint64()%sampledEvery == 0
}

// work compares cases until there are no more, or the run ends. A finding that ends the run is
// explained too.
func (r *run) work(ctx, working context.Context, stop func()) {
	w := newWorker(r)
	defer w.close()
	for working.Err() == nil && (r.options.MaxDuration <= 0 || time.Since(r.started) < r.options.MaxDuration) {
		c, err := r.next()
		if errors.Is(err, io.EOF) {
			r.mu.Lock()
			r.exhausted = true
			r.mu.Unlock()
			return
		}
		if err == nil {
			r.reportFindings(ctx, w.compareCase(working, &c))
		} else {
			r.mu.Lock()
			r.report.addBroken(1, err.Error())
			r.mu.Unlock()
		}
		if r.shouldStop() {
			stop()
		}
	}
}

// next takes a case from the source. A panic of the source counts as a broken input.
func (r *run) next() (c cases.Case, err error) {
	defer observe.RecoverTo(&err)
	return r.source.Next(r.options.Shard)
}

// finish completes the report.
func (r *run) finish(toTheEnd bool) {
	r.report.Complete, r.report.Differences = r.exhausted && toTheEnd, r.findings
	for i := range r.report.ByEngine {
		if r.engines[i].health.GaveUp() {
			r.report.ByEngine[i].GaveUp = "too many failures in a row"
		}
	}
	r.report.sortFindings()
	r.report.Seconds = time.Since(r.started).Seconds()
}

// reportFindings investigates the first findings of a run, and reports the findings of a case, one
// worker at a time.
func (r *run) reportFindings(ctx context.Context, findings []Finding) {
	if len(findings) == 0 {
		return
	}
	r.reportMu.Lock()
	defer r.reportMu.Unlock()
	for i := range findings {
		f := &findings[i]
		// All findings of one search are reported. A first one is, even if it is why an engine was
		// given up.
		if i == 0 || f.Index != findings[i-1].Index {
			if len(r.findings) > 0 && r.shouldStop() {
				return
			}
			r.mu.Lock()
			r.report.Differing++
			r.mu.Unlock()
		}
		r.reportFinding(ctx, f)
	}
}

// reportFinding completes a finding and keeps it for the report.
func (r *run) reportFinding(ctx context.Context, f *Finding) {
	a, b := r.engine(f.a).Participant, r.engine(f.b).Participant
	shrunk := slices.ContainsFunc(r.findings, func(o Finding) bool { // the same failure once more
		return o.Shrunk != nil && f.Failure != "" && o.A == f.A && o.brief() == f.brief()
	})
	if shrunk || f.failureKind == observe.TimedOut { // someone waits for the report: a search that timed out is not repeated
		f.Explanation = f.failureText(f.Case)
	} else if r.investigated < r.options.MaxInvestigated {
		r.investigated++
		r.options.investigate(ctx, a, b, f)
	} else if f.Failure == "" && r.options.MaxInvestigated > 0 && len(r.findings) < maxFirst {
		if d, err := r.options.divergence(ctx, a, b, f.Case); err == nil {
			f.First = d.first()
		}
	}
	f.Command = cmp.Or(f.Command, r.options.repro(f.A, f.B, f.Case))
	if len(r.findings) < maxListed {
		r.findings = append(r.findings, *f)
	}
	if r.options.OnFinding != nil {
		r.options.OnFinding(f)
	}
}

// shouldStop reports whether the run ends early: so many cases differ, or fewer than two engines are left.
func (r *run) shouldStop() bool {
	left := 0
	for _, p := range r.engines[:r.referenceIndex()] {
		if !p.health.GaveUp() {
			left++
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	limit := r.options.MaxDifferences
	return left < 2 || limit > 0 && r.report.Differing >= uint64(limit)
}

// searched counts searches, and reports the progress of the run, unless a worker reports a finding.
func (r *run) searched(n int) {
	r.mu.Lock()
	r.searches += n
	r.mu.Unlock()
	if r.options.Progress != nil && r.reportMu.TryLock() {
		defer r.reportMu.Unlock()
		r.options.Progress(r.progress)
	}
}

// progress returns how far the run is, in a line: the cases of this shard, if it is known how many there are, and,
// if they take long, the searches by all engines.
func (r *run) progress() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	done, planned := r.report.Compared, r.report.Planned/r.options.Shard.Of
	rate := float64(done) / time.Since(r.started).Seconds()
	text := fmt.Sprintf("%d cases", done)
	if planned > 0 {
		text = fmt.Sprintf("%d of %d cases", done, planned)
	}
	if rate < 1 {
		text += fmt.Sprintf(", %d searches", r.searches)
	} else {
		text += fmt.Sprintf(", %.0f a second", rate)
	}
	if left := planned - int(done); left > 0 && rate > 0 {
		seconds := time.Duration(float64(left) / rate)
		text += fmt.Sprintf(", %v left", seconds*time.Second)
	}
	if n := r.report.Differing; n > 0 {
		return text + fmt.Sprintf(", %d differ", n)
	}
	return text + ", no difference"
}
