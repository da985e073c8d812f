// Package verify is the command `sargon verify`: many recordings, several engines at
// work, one sum at the end.
//
//	err := verify.Run(ctx, io, open, []string{"search.jsonl.gz"}, verify.Options{Workers: 2})
//
// What a recording is and whether it is reproduced, packages sargon and compare say.
package verify

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/compare"
	"sargon78/sargon"
)

// Options are the flags of the command.
type Options struct {
	Filter  string // see parseFilter
	Limit   int    // 0 means all
	JSON    bool
	TStates bool
	Workers int // at least 1
}

// job is a recording and where it stands. err is set if the line is broken.
type job struct {
	file      string
	recording sargon.Recording
	err       error
}

// outcome is what came of a job.
type outcome struct {
	job
	compare.Verification
	failure error // of the engine
}

func (o outcome) ok() bool { return o.err == nil && o.failure == nil && o.Reproduced() }

// Run replays the files. The error is cli.ErrFailed when a recording was not reproduced:
// that has been printed.
func Run(ctx context.Context, streams *cli.IO, open func() (sargon.Engine, error), files []string, o Options) error {
	accept, err := parseFilter(o.Filter)
	if err != nil {
		return err
	}
	if o.Workers < 1 {
		return cli.Usagef("--workers %d: want at least 1", o.Workers)
	}
	if o.Limit < 0 {
		return cli.Usagef("--limit %d: want 0 for all, or a number", o.Limit)
	}
	jobs, err := readJobs(streams.In, files, accept, o.Limit)
	if err != nil {
		return err
	}
	engineName := ""
	engines := make([]sargon.Engine, min(o.Workers, max(1, len(jobs))))
	for i := range engines {
		if engines[i], err = open(); err != nil {
			return err
		}
		engineName = engines[i].Name()
	}
	return replay(ctx, streams, engines, engineName, jobs, o)
}

// readJobs reads all files first: a missing file is told before hours of work.
func readJobs(stdin io.Reader, files []string, accept filter, limit int) ([]job, error) {
	var jobs []job
	for _, name := range files {
		err := readFile(stdin, name, func(r sargon.Recording, err error) bool {
			if limit > 0 && len(jobs) == limit {
				return false
			}
			if err != nil || accept(r) {
				jobs = append(jobs, job{file: name, recording: r, err: err})
			}
			return true
		})
		if err != nil {
			return nil, err
		}
	}
	return jobs, nil
}

// replay hands the jobs to the engines and reports what comes back.
func replay(ctx context.Context, streams *cli.IO, engines []sargon.Engine, name string, jobs []job, o Options) error {
	todo := make(chan job)
	done := make(chan outcome)
	go func() {
		defer close(todo)
		for _, j := range jobs {
			select {
			case todo <- j:
			case <-ctx.Done():
				return
			}
		}
	}()
	var workers sync.WaitGroup
	for _, engine := range engines {
		workers.Go(func() {
			for j := range todo {
				out := outcome{job: j}
				if j.err == nil {
					out.Verification, out.failure = compare.Verify(ctx, engine, j.recording)
				}
				done <- out
			}
		})
	}
	go func() {
		workers.Wait()
		close(done)
	}()

	report := &reporter{streams: streams, options: o, engine: name, total: len(jobs), started: time.Now()}
	for out := range done {
		if errors.Is(out.failure, context.Canceled) {
			continue // not done, rather than wrong
		}
		report.add(out)
	}
	return report.finish(ctx)
}

// reporter prints outcomes as they come and the sum at the end.
type reporter struct {
	streams *cli.IO
	options Options
	engine  string
	total   int
	started time.Time
	shown   time.Time

	done, reproduced   int
	recorded, measured uint64
	ratios             []float64
}

func (r *reporter) add(o outcome) {
	r.done++
	if o.ok() {
		r.reproduced++
	}
	if o.Recorded > 0 && o.Measured > 0 {
		r.recorded += o.Recorded
		r.measured += o.Measured
		r.ratios = append(r.ratios, float64(o.Measured)/float64(o.Recorded))
	}
	switch {
	case r.options.JSON:
		r.json(jsonOutcome(o))
	case !o.ok():
		r.clearProgress()
		fmt.Fprint(r.streams.Out, describe(o))
	}
	r.progress()
}

// describe explains an outcome that is not right.
func describe(o outcome) string {
	var b strings.Builder
	where := fmt.Sprintf("%s:%d", o.file, o.recording.Line)
	switch {
	case o.err != nil:
		fmt.Fprintf(&b, "%s: %v\n", o.file, o.err)
	case o.failure != nil:
		fmt.Fprintf(&b, "%s: %s: the engine failed: %v\n", where, title(o.recording), o.failure)
	default:
		fmt.Fprintf(&b, "%s: %s: not reproduced\n", where, title(o.recording))
		for _, d := range o.Differences {
			fmt.Fprintf(&b, "    %s\n", d)
		}
	}
	return b.String()
}

// title names a recording so that one can repeat it.
func title(r sargon.Recording) string {
	switch {
	case r.Search != nil:
		return fmt.Sprintf("search of %q, depth %d", r.Search.FEN, r.Search.Depth)
	case r.Steps != nil:
		return fmt.Sprintf("trace of %q, depth %d", r.Steps.FEN, r.Steps.Depth)
	case r.Eval != nil:
		return fmt.Sprintf("evaluation of %q", r.Eval.FEN)
	case r.Game != nil:
		return fmt.Sprintf("game, Sargon is %s at level %d", r.Game.Sargon, r.Game.Level)
	}
	return "nothing"
}

type outcomeJSON struct {
	File        string   `json:"file"`
	Line        int      `json:"line"`
	Kind        string   `json:"kind"`
	Reproduced  bool     `json:"reproduced"`
	Error       string   `json:"error,omitempty"`
	Differences []string `json:"differences,omitempty"`
	Recorded    uint64   `json:"recorded_tstates,omitempty"`
	Measured    uint64   `json:"tstates,omitempty"`
}

func jsonOutcome(o outcome) outcomeJSON {
	j := outcomeJSON{
		File: o.file, Line: o.recording.Line, Kind: o.recording.Kind(), Reproduced: o.ok(),
		Differences: o.Differences, Recorded: o.Recorded, Measured: o.Measured,
	}
	if err := errors.Join(o.err, o.failure); err != nil {
		j.Error = err.Error()
	}
	return j
}

func (r *reporter) json(v any) {
	line, err := json.Marshal(v)
	if err != nil {
		panic(err) // plain structs of strings and numbers
	}
	fmt.Fprintf(r.streams.Out, "%s\n", line)
}

// progress shows how far the work is, on a terminal only.
func (r *reporter) progress() {
	if !cli.IsTerminal(r.streams.Err) || time.Since(r.shown) < 200*time.Millisecond {
		return
	}
	r.shown = time.Now()
	rate := float64(r.done) / time.Since(r.started).Seconds()
	left := time.Duration(float64(r.total-r.done) / rate * float64(time.Second))
	fmt.Fprintf(r.streams.Err, "\r\x1b[K%d of %d, %d reproduced, %.1f a second, about %v left", r.done, r.total, r.reproduced, rate, left.Round(time.Second))
}

func (r *reporter) clearProgress() {
	if cli.IsTerminal(r.streams.Err) {
		fmt.Fprint(r.streams.Err, "\r\x1b[K")
	}
}

type sumJSON struct {
	Engine      string  `json:"engine"`
	Recordings  int     `json:"recordings"`
	Reproduced  int     `json:"reproduced"`
	NotReplayed int     `json:"not_replayed,omitempty"`
	Seconds     float64 `json:"seconds"`
	Ratio       float64 `json:"tstates_ratio,omitempty"`
	Median      float64 `json:"tstates_median_ratio,omitempty"`
}

func (r *reporter) finish(ctx context.Context) error {
	r.clearProgress()
	out := r.streams.Out
	sum := sumJSON{
		Engine: r.engine, Recordings: r.total, Reproduced: r.reproduced, NotReplayed: r.total - r.done,
		Seconds: time.Since(r.started).Seconds(),
	}
	if len(r.ratios) > 0 {
		slices.Sort(r.ratios)
		sum.Ratio = float64(r.measured) / float64(r.recorded)
		sum.Median = r.ratios[len(r.ratios)/2]
	}
	if r.options.JSON {
		r.json(sum)
		out = r.streams.Err
	}
	if r.options.TStates {
		if len(r.ratios) > 0 {
			fmt.Fprintf(out, "T-states: %d, recorded %d: ratio %.3f in total, median %.3f of %d recordings\n",
				r.measured, r.recorded, sum.Ratio, sum.Median, len(r.ratios))
		} else {
			fmt.Fprintln(out, "T-states: nothing to compare; only a machine and recordings of one have them")
		}
	}
	if err := ctx.Err(); err != nil {
		fmt.Fprintf(out, "interrupted: %d of %d recordings were replayed\n", r.done, r.total)
	}
	if r.total == 0 {
		fmt.Fprintln(out, "there was nothing to replay: no recording passes the filter")
	}
	fmt.Fprintf(out, "%d of %d recordings reproduced\n", r.reproduced, r.total)
	if r.reproduced == r.total && r.total > 0 {
		return nil
	}
	return cli.ErrFailed
}
