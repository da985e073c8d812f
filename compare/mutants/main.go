package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
}

// options are the flags of a run.
type options struct {
	limits
	sample  int
	workers int
	kept    string
	only    string
	frozen  bool
	freeze  bool
	list    bool
}

func run(ctx context.Context, args []string, out, progress io.Writer) error {
	var o options
	flags := flag.NewFlagSet("mutants", flag.ContinueOnError)
	flags.IntVar(&o.sample, "sample", 0,
		"plant so many `faults`, drawn from the seed; 0 is all")
	flags.Uint64Var(&o.seed, "seed", 1978,
		"`number` from which the sample and the random cases follow")
	flags.IntVar(&o.workers, "workers", 2, "`number` of faults tried at the same time")
	flags.IntVar(&o.most, "most", stages[len(stages)-1].cases,
		"look for a fault in up to so many `cases`; a later call with the same file of results\n"+
			"goes on with more")
	flags.DurationVar(&o.patience, "patience", 20*time.Minute,
		"longest `time` of a comparison")
	flags.StringVar(&o.kept, "keep", "",
		"keep results in this `file`, and do not try again what is in it")
	flags.StringVar(&o.only, "only", "",
		"plant only faults whose names or files contain this `text`")
	flags.BoolVar(&o.frozen, "frozen", false,
		"take the faults from the frozen list, and tell which of them were killed once and are not\n"+
			"now; --sample and --only choose some of them")
	flags.BoolVar(&o.freeze, "freeze", false,
		"write the faults that build, and what became of them, as the frozen list; with --frozen\n"+
			"write that list again, with the texts of today's sources. Faults left when the run is\n"+
			"interrupted stand there as not scored")
	flags.BoolVar(&o.list, "list", false,
		"print the faults and plant none; with --frozen tell how each was found in today's sources")
	flags.SetOutput(progress)
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		return nil
	} else if err != nil {
		return err
	}
	if flags.NArg() == 0 {
		return errors.New(
			"say what gets the faults: native, rom, harness or several; --help lists the flags")
	}
	root, err := moduleRoot()
	if err != nil {
		return err
	}
	targets := map[string]target{
		"native": &goField{built{root: root}}, "rom": &romField{built{root: root}},
		"harness": &harnessField{root: root},
	}
	table := &table{most: o.most}
	for _, what := range flags.Args() {
		on, ok := targets[what]
		if !ok {
			return fmt.Errorf("%q gets no faults: want native, rom or harness", what)
		}
		if err := runTarget(ctx, what, on, root, o, table, out, progress); err != nil {
			fmt.Fprint(out, table)
			return fmt.Errorf("%s: %w", what, err)
		}
	}
	if o.list {
		if len(table.lost) > 0 {
			return table.verdict()
		}
		return nil
	}
	fmt.Fprint(out, table)
	return table.verdict()
}

// runTarget plants the chosen faults of one target, or lists them.
func runTarget(
	ctx context.Context, what string, on target, root string, o options, t *table,
	out, progress io.Writer,
) error {
	sources, err := on.sources()
	if err != nil {
		return err
	}
	faults, err := o.choose(on, root, what, sources, t)
	if err != nil {
		return err
	}
	if o.list {
		for _, f := range slices.Concat(faults, t.lost) {
			fmt.Fprintf(out, "%s\t%s:%d\t%s\t%s\n", f.ID(), f.file, f.line, f.change(), f.how)
		}
		return nil
	}
	dir, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if len(faults) > 0 {
		if err := on.prepare(ctx, faults, dir); err != nil {
			return err
		}
		r, err := on.original().judge(ctx, result{}, o.limits.first())
		if err != nil {
			return err
		}
		if r.Outcome != survived {
			return fmt.Errorf("without a fault: %s by %s %s", r.Outcome, r.By, r.Test)
		}
	}
	results, err := plantAll(ctx, on, faults, o, t, progress)
	if err != nil && ctx.Err() == nil || !o.freeze {
		return err
	}
	return errors.Join(err, o.writeFrozen(what, frozenList(root, what), faults, results, sources))
}

// choose are the faults to plant. Those of a frozen list that have no place go to the table.
func (o options) choose(
	on target, root, what string, sources []source, t *table,
) (faults []fault, err error) {
	if o.frozen {
		faults, err = readList(frozenList(root, what), sources)
	} else if faults, err = allFaults(on, sources); err == nil {
		var equivalents []fault
		equivalents, err = readList(frozenList(root, "equivalent"), sources)
		explain(faults, equivalents, sources)
	}
	faults = slices.DeleteFunc(faults, func(f fault) bool {
		return !strings.Contains(f.ID()+" "+f.file, o.only)
	})
	var planted []fault
	for _, f := range sample(faults, o.sample, o.seed) {
		if f.file == "" {
			t.lost = append(t.lost, f)
			continue
		}
		planted = append(planted, f)
	}
	return planted, err
}

// moduleRoot is where go.mod is.
func moduleRoot() (string, error) {
	said, err := exec.Command("go", "env", "GOMOD").Output()
	if err != nil {
		return "", err
	}
	file := strings.TrimSpace(string(said))
	if filepath.Base(file) != "go.mod" {
		return "", errors.New("not in the tree of sargon78: run it there")
	}
	return filepath.Dir(file), nil
}

// plantAll tries all faults and enters them in the table.
func plantAll(
	ctx context.Context, on target, faults []fault, o options, t *table, progress io.Writer,
) (map[string]result, error) {
	kept, keep, err := openKept(o.kept)
	if err != nil {
		return nil, err
	}
	results := map[string]result{}
	defer keep.Close()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var (
		mu    sync.Mutex
		group sync.WaitGroup
		next  = make(chan fault)
		done  int
	)
	for range max(o.workers, 1) {
		group.Go(func() {
			for f := range next {
				r, known := kept[f.ID()]
				if known && r.Outcome == survived && f.reason == "" {
					known = r.Cases == 0 && r.By != proof || len(o.left(r.Cases)) == 0
				}
				if !known {
					var err error
					if r, err = try(ctx, on, f, r, o.limits); err != nil {
						cancel(err)
						return
					}
				}
				mu.Lock()
				done++
				t.add(f, r)
				results[f.ID()] = r
				if !known {
					_ = json.NewEncoder(keep).Encode(keptResult{f.ID(), r})
				}
				fmt.Fprintf(progress, "%d of %d  %s %s  %s:%d %s: %s\n",
					done, len(faults), r.Outcome, r.By, f.file, f.line, f.where, f.change())
				mu.Unlock()
			}
		})
	}
	for _, f := range faults {
		select {
		case next <- f:
		case <-ctx.Done():
		}
	}
	close(next)
	group.Wait()
	return results, context.Cause(ctx)
}

// keptResult is a line of a file of results.
type keptResult struct {
	ID string `json:"id"`
	result
}

// openKept reads the results that are kept in a file, and opens it for more. Without a name
// nothing is kept.
func openKept(name string) (map[string]result, io.WriteCloser, error) {
	kept := map[string]result{}
	file, err := os.OpenFile(cmp.Or(name, os.DevNull), os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return nil, nil, err
	}
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var k keptResult
		if json.Unmarshal(lines.Bytes(), &k) == nil { // not the last line of a run that was killed
			kept[k.ID] = k.result
		}
	}
	return kept, file, nil
}
