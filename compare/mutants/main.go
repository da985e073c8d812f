package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"os/signal"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
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
	workshop
	sample, workers      int
	only                 string
	frozen, freeze, list bool
	check                bool // see runCheck
}

// usage is the head of the help; the flags follow.
const usage = `Plants faults, one at a time, and reports how many of them are found.

  go run ./compare/mutants [FLAGS] native|rom|beside|harness|example …
  go run ./compare/mutants [FLAGS] kit

  native    faults of the native engines: found by sargon prove and sargon compare
  rom       faults of the ROM's Z80 source: found by the same
  beside    the same faults: found by sargon prove --beside, at last in five recorded games
  harness   faults of the harness: found by its tests
  example   faults of the example for ports, compare/external/example: found by sargon kit check
  kit       faults of a port, which the reference engine stands for: found by the routine cases
            of the kit

"go doc ./compare/mutants" says more. Flags:
`

// flagSet registers the flags.
func (o *options) flagSet() *flag.FlagSet {
	flags := flag.NewFlagSet("mutants", flag.ContinueOnError)
	flags.Usage = func() {
		fmt.Fprint(flags.Output(), usage)
		flags.PrintDefaults()
	}
	flags.IntVar(&o.sample, "sample", 0,
		"`N`: number of faults to plant, sampled by the seed; 0 is all")
	flags.Uint64Var(&o.seed, "seed", 1978,
		"`N`: number from which the sample and the random cases follow")
	flags.IntVar(&o.workers, "workers", 2, "`N`: number of faults tried at the same time")
	flags.IntVar(&o.maxCases, "max-cases", sizes[len(sizes)-1].cases,
		"look for a fault in up to `N` cases")
	flags.StringVar(&o.only, "only", "",
		"plant only faults whose names, files or outcomes in the list contain this `TEXT`")
	flags.BoolVar(&o.frozen, "frozen", false,
		"take the faults from the frozen list, and report which of them were killed once and are not\n"+
			"now; --sample and --only choose some of them")
	flags.BoolVar(&o.freeze, "freeze", false,
		"write the faults that build, and what became of them, as the frozen list; with --frozen\n"+
			"write that list again, with the texts of today's sources. Faults left when the run is\n"+
			"interrupted stand there as not scored, or as before. With kit: add the cases to the kit\n"+
			"that notice what it does not")
	flags.BoolVar(&o.check, "check", false,
		"plant the faults of rom in this process, and print how many of them \"sargon rom check\"\n"+
			"notices, and which it does not")
	flags.BoolVar(&o.list, "list", false,
		"print the faults and plant none; with --frozen print the ledger of the frozen list and of\n"+
			"the equivalents: where each fault is today and what became of it. With --freeze too,\n"+
			"write the lists again with the places of today")
	return flags
}

func run(ctx context.Context, args []string, out, progress io.Writer) error {
	var o options
	flags := o.flagSet()
	flags.SetOutput(progress)
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		return nil
	} else if err != nil {
		return err
	}
	switch {
	case flags.NArg() == 0:
		return errors.New("say what gets the faults: native, rom, beside, harness, example or several of them, or kit; --help lists the flags")
	case o.check && (o.list || o.freeze || flags.NArg() > 1 || flags.Arg(0) != "rom"):
		return errors.New("--check plants faults of rom, and goes with --frozen, --sample, --seed and --only")
	case o.sample < 0 || o.maxCases < 0:
		return errors.New("--sample and --max-cases count faults and cases: want 0 or more")
	}
	said, err := exec.CommandContext(ctx, "go", "env", "GOMOD").Output()
	module := strings.TrimSpace(string(said))
	if err != nil || filepath.Base(module) != "go.mod" {
		return errors.New("not in the tree of sargon78: run it there")
	}
	o.root = filepath.Dir(module)
	table := &summary{maxCases: o.maxCases}
	for _, what := range flags.Args() {
		if what == "kit" {
			if flags.NArg() > 1 || o.frozen || o.list || o.check {
				return errors.New("kit stands alone, and goes with --sample, --seed, --only, --workers and --freeze")
			}
			return o.runKit(ctx, out, progress)
		}
		if targets[what] == nil {
			return fmt.Errorf("%q gets no faults: want native, rom, beside, harness, example or kit", what)
		}
		if o.freeze && targets[what].list != "" {
			return fmt.Errorf("the frozen list of %s is that of %s: freeze that", what, targets[what].list)
		}
		if err := o.run(ctx, what, table, out, progress); err != nil {
			if !o.check {
				fmt.Fprint(out, table)
			}
			return fmt.Errorf("%s: %w", what, err)
		}
	}
	switch {
	case o.check:
		return nil
	case o.list:
		return table.ledger()
	}
	fmt.Fprint(out, table)
	return table.verdict()
}

// run plants the chosen faults of one target, or lists them.
func (o *options) run(ctx context.Context, what string, t *summary, out, progress io.Writer) error {
	on := targets[what]
	name := frozenList(o.root, cmp.Or(on.list, what))
	sources, err := on.sources(o.root)
	if err != nil {
		return err
	}
	var all []*fault
	if o.frozen {
		all, err = readList(name, sources)
	} else if all, err = on.faults(sources); err == nil {
		err = explain(all, frozenList(o.root, "equivalent"), sources)
	}
	if err != nil {
		return err
	}
	if o.list && o.frozen {
		return o.ledger(on, name, all, sources, t, out)
	}
	chosen := slices.DeleteFunc(slices.Clone(all), func(f *fault) bool {
		return !o.wants(f)
	})
	chosen = sample(chosen, o.sample, o.seed)
	if o.check {
		return o.runCheck(ctx, chosen, out, progress)
	}
	t.faults = append(t.faults, chosen...)
	if o.list {
		for _, f := range chosen {
			fmt.Fprintln(out, f.entry())
		}
		return nil
	}
	planted := slices.DeleteFunc(slices.Clone(chosen), func(f *fault) bool { return f.source == nil })
	if len(planted) > 0 {
		err = o.tryAll(ctx, on, planted, progress)
	}
	if !o.freeze || err != nil && ctx.Err() == nil {
		return err
	}
	if !o.frozen {
		all = numbered(what, chosen)
	}
	return errors.Join(err, writeList(name, all, sources))
}

// wants reports whether --only chooses a fault.
func (o *options) wants(f *fault) bool {
	return strings.Contains(f.ID+" "+f.File+" "+string(f.Outcome), o.only)
}

// ledger prints a line for each fault of a frozen list and each equivalent in the same sources.
// With --freeze it writes both lists again, with the places of today.
func (o *options) ledger(
	on *target, name string, all []*fault, sources []source, t *summary, out io.Writer,
) error {
	list := frozenList(o.root, "equivalent")
	equivalents, err := readList(list, sources)
	if err != nil {
		return err
	}
	entries := slices.Clone(all)
	for _, f := range equivalents {
		if on.holds(f.File) {
			entries = append(entries, f)
		} else {
			f.source = nil // a fault of another target stays as it is written
		}
	}
	for _, f := range entries {
		if o.wants(f) {
			t.faults = append(t.faults, f)
			fmt.Fprintln(out, f.entry())
		}
	}
	if !o.freeze {
		return nil
	}
	return errors.Join(writeList(name, all, sources), writeList(list, equivalents, sources))
}

// tryAll tries all faults, after the program without one.
func (o *options) tryAll(
	ctx context.Context, on *target, faults []*fault, progress io.Writer,
) error {
	dir, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	folders := map[string]bool{}
	next := make(chan *fault, len(faults))
	for _, f := range faults {
		folders[path.Dir(f.source.file)] = true
		next <- f
	}
	close(next)
	o.bin, o.folders = filepath.Join(dir, "sargon"), slices.Sorted(maps.Keys(folders))
	if r, err := o.try(ctx, on, nil); err != nil {
		return err
	} else if r.Outcome != survived {
		return fmt.Errorf("without a fault: %s by %s %s", r.Outcome, r.By, r.Test)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var mu sync.Mutex
	var group sync.WaitGroup
	done := 0
	for range max(o.workers, 1) {
		group.Go(func() {
			for f := range next {
				r, err := o.try(ctx, on, f)
				if err != nil {
					cancel(err)
					return
				}
				mu.Lock()
				done++
				f.current = r
				fmt.Fprintf(progress, "%d of %d  %s %s  %s:%d: %s\n",
					done, len(faults), r.Outcome, r.By, f.File, f.Line, f.change())
				mu.Unlock()
			}
		})
	}
	group.Wait()
	return context.Cause(ctx)
}
