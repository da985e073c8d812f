package main

import (
	"bufio"
	"context"
	_ "embed"
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
		"plant only faults whose names contain this `text`")
	flags.BoolVar(&o.list, "list", false, "print the faults and plant none")
	flags.SetOutput(progress)
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		return nil
	} else if err != nil {
		return err
	}
	if flags.NArg() == 0 {
		return errors.New("say what gets the faults: native, rom or both; --help lists the flags")
	}
	root, err := moduleRoot()
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	fields := map[string]field{"native": &goField{root: root}, "rom": &romField{root: root}}
	table := &table{most: o.most}
	for _, what := range flags.Args() {
		on, ok := fields[what]
		if !ok {
			return fmt.Errorf("no engines %q: want native or rom", what)
		}
		faults, err := on.faults()
		if err != nil {
			return err
		}
		faults = slices.DeleteFunc(faults, func(f fault) bool {
			return !strings.Contains(f.ID(), o.only)
		})
		faults = sample(faults, o.sample, o.seed)
		if o.list {
			for _, f := range faults {
				fmt.Fprintf(out, "%s\t%s:%d\t%s\n", f.ID(), f.file, f.line, f.change())
			}
			continue
		}
		if err := on.prepare(ctx, faults, dir); err != nil {
			return err
		}
		if how, err := on.right().compare(ctx, stages[0], o.seed, o.patience); err != nil {
			return err
		} else if how != survived {
			return fmt.Errorf("%s: engines without a fault differ: %s", what, how)
		}
		if err := plantAll(ctx, on, faults, o, table, progress); err != nil {
			fmt.Fprint(out, table)
			return err
		}
	}
	if o.list {
		return nil
	}
	fmt.Fprint(out, table)
	return table.verdict()
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
	ctx context.Context, on field, faults []fault, o options, t *table, progress io.Writer,
) error {
	kept, keep, err := openKept(o.kept)
	if err != nil {
		return err
	}
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
				if known && r.outcome == survived && equivalent[f.ID()] == "" {
					known = len(o.left(r.cases)) == 0
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
				if !known {
					fmt.Fprintf(keep, "%s\t%s\t%d\n", f.ID(), r.outcome, r.cases)
				}
				fmt.Fprintf(progress, "%d of %d  %s  %s:%d %s: %s\n",
					done, len(faults), r.outcome, f.file, f.line, f.where, f.change())
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
	return context.Cause(ctx)
}

// openKept reads the results that are kept in a file, and opens it for more. Without a name
// nothing is kept.
func openKept(name string) (map[string]result, io.WriteCloser, error) {
	kept := map[string]result{}
	if name == "" {
		return kept, discard{}, nil
	}
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return nil, nil, err
	}
	for lines := bufio.NewScanner(file); lines.Scan(); {
		words := strings.Split(lines.Text(), "\t")
		var r result
		if len(words) != 3 {
			continue // the last line of a run that was killed
		}
		if _, err := fmt.Sscan(words[2], &r.cases); err != nil {
			continue
		}
		r.outcome = outcome(words[1])
		kept[words[0]] = r
	}
	return kept, file, nil
}

type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }
func (discard) Close() error                { return nil }

//go:embed equivalent.txt
var equivalentText string

// equivalent are the faults that change nothing that a comparison could ever show, with the
// reason: a line each, the name and the reason with a tab between.
var equivalent = func() map[string]string {
	reasons := map[string]string{}
	for line := range strings.Lines(equivalentText) {
		if id, reason, ok := strings.Cut(line, "\t"); ok && !strings.HasPrefix(id, "#") {
			reasons[id] = strings.TrimSpace(reason)
		}
	}
	return reasons
}()
