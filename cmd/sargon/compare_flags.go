package main

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strconv"
	"strings"
	"time"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/cmd/sargon/internal/engines"
	"sargon78/compare"
)

// compareOptions are the flags of the command.
type compareOptions struct {
	engines        engineNames
	rom            *engines.Options
	level          string
	positions      int
	seed           seed
	duration       time.Duration
	workers        int
	proof          string
	timeout        time.Duration
	shard          string
	resume         string
	checkpoint     time.Duration
	report         string
	json           bool
	junit          string
	save           string
	atLeast        int
	maxDifferences int
	shrink         time.Duration
	explain        int
	reached        bool
	routines       bool
	rules          string
	kinds          string
	plain          bool
	coverage       coverageFiles

	covered []covered // programs that coverage is asked of
}

// compareFlags registers the flags.
func compareFlags(fs *flag.FlagSet) *compareOptions {
	o := new(compareOptions)
	fs.Var(&o.engines, "engines",
		"`names` of two or more engines, with commas between: rom, rom:FILE, rom@CORE, 10x12, 0x88,\n"+
			"sets, probe, exec:COMMAND (speaks the line protocol), uci:COMMAND (only the move is\n"+
			"compared). May be given several times; a command with commas in it stands alone (default\n"+
			"all of our own)")
	o.rom = engines.MachineFlags(fs)
	fs.StringVar(&o.level, "level", "1",
		"`level` of the searches: 2, or 1-3 (mostly the first, a fifth the second, a hundredth\n"+
			"the third, each further one a twentieth of that), or weights 1:80,2:20; a few random\n"+
			"cases are searched deeper, where a rule shows no sooner")
	fs.IntVar(&o.positions, "positions", 0,
		"how `many` searches to compare; 0 is 200, or all with files or --for")
	fs.Var(&o.seed, "seed",
		"`number` from which all random cases follow (default a new one each time)")
	fs.DurationVar(&o.duration, "for", 0, "stop after this `time`, like 10m")
	fs.IntVar(&o.workers, "workers", runtime.NumCPU(),
		"`number` of cases done at the same time, each on engines of its own")
	fs.StringVar(&o.proof, "depth-of-proof", compare.ProofTrace.String(),
		"how much is `compared`: move; score and evaluations; trace; or state of every evaluation")
	fs.DurationVar(&o.timeout, "timeout", 2*time.Minute, "longest `time` of one search; what takes\n"+
		"longer has failed, and is not done again")
	fs.StringVar(&o.shard, "shard", "",
		"do part `i/n` of the run, from 1/n to n/n; `sargon compare merge` joins the reports")
	fs.StringVar(&o.resume, "resume", "",
		"keep the state of the run in this `file`, and go on from there if it exists")
	fs.DurationVar(&o.checkpoint, "checkpoint", 2*time.Second, "how `often` the state is kept")
	fs.StringVar(&o.report, "report", "", "write the report to this `file` as JSON")
	fs.BoolVar(&o.json, "json", false,
		"print JSON lines: one for each difference, the report as the last")
	fs.StringVar(&o.junit, "junit", "", "write the report to this `file` as JUnit XML")
	fs.StringVar(&o.save, "save", "", "save each differing case to a file in this `directory`")
	fs.IntVar(&o.atLeast, "at-least", 100,
		"fail unless each engine does so many `percent` of the cases: a program may answer that it\n"+
			"does not support one")
	fs.IntVar(&o.maxDifferences, "max-differences", 10, "stop when so many `cases` differ; 0 is never")
	fs.DurationVar(&o.shrink, "shrink", 20*time.Second,
		"how `long` a differing case may be shrunk; 0 is not at all")
	fs.IntVar(&o.explain, "explain", 3,
		"how many of the differing `cases` are shrunk and explained; 0 is none")
	fs.BoolVar(&o.reached, "reached", false,
		"print all rules of the specification, and how often each was reached")
	fs.BoolVar(&o.routines, "routines", false,
		"compare single routines of a program image with those of 10x12: attacks, exchanges and\n"+
			"limits completely, all on --positions random inputs (2000), boards no game reaches")
	fs.StringVar(&o.rules, "rules", "",
		"only random cases that reach one of these rules of the specification, `names` with\n"+
			"commas between, as --reached lists them")
	fs.StringVar(&o.kinds, "kinds", "",
		"only random cases of these kinds, `names` with commas between, as the report counts them:\n"+
			"\"kept game,deep\"")
	fs.Var(&o.coverage, "coverage",
		"tell which instructions of a ROM ran and which branches went both ways; --coverage=FILE\n"+
			"writes that to a .html page (the program, line by line, with what ran how often), to\n"+
			".json or .txt; may be given several times")
	fs.BoolVar(&o.plain, "without-history", false,
		"search positions of games as their FEN says, not as the game was played")
	return o
}

// run does what the arguments say: a sub-word, or a run over files or random cases.
func (o *compareOptions) run(ctx context.Context, io *cli.IO, args []string) error {
	if o.routines {
		return o.compareRoutines(ctx, io, args)
	}
	if len(args) > 0 {
		switch args[0] {
		case "merge":
			return o.merge(io, args[1:])
		case "repro":
			return o.repro(ctx, io, args[1:])
		case "serve":
			return o.serve(ctx, io, args[1:])
		}
	}
	return o.compare(ctx, io, args)
}

// engineNames is a list of engines.
type engineNames []string

func (n *engineNames) String() string { return strings.Join(*n, ",") }

// Set adds engines. A command may hold commas: then it stands alone.
func (n *engineNames) Set(text string) error {
	if compare.IsCommand(text) {
		*n = append(*n, text)
		return nil
	}
	for name := range strings.SplitSeq(text, ",") {
		name = strings.TrimSpace(name)
		if name == "" {
			return fmt.Errorf("%q holds an empty name", text)
		}
		*n = append(*n, name)
	}
	return nil
}

// seed is a number that may be missing.
type seed struct {
	given bool
	value uint64
}

func (s *seed) String() string {
	if s == nil || !s.given {
		return ""
	}
	return strconv.FormatUint(s.value, 10)
}

// Set reads the number.
func (s *seed) Set(text string) (err error) {
	s.value, err = strconv.ParseUint(text, 0, 64)
	s.given = true
	if err != nil {
		return fmt.Errorf("want a number from 0")
	}
	return nil
}

// draw draws a seed, short enough to be typed again.
func (s *seed) draw() {
	if !s.given {
		s.value, s.given = uint64(rand.Uint32()), true
	}
}

// parseShard reads i/n.
func parseShard(text string) (shard, of int, err error) {
	if text == "" {
		return 1, 1, nil
	}
	i, n, _ := strings.Cut(text, "/")
	shard, err = strconv.Atoi(i)
	if err == nil {
		of, err = strconv.Atoi(n)
	}
	if err != nil || shard < 1 || shard > of {
		return 0, 0, cli.Usagef("--shard %q: want i/n with i from 1 to n, like 3/8", text)
	}
	return shard, of, nil
}
