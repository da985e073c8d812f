package main

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/cmd/sargon/internal/launch"
	"sargon78/compare"
	"sargon78/compare/cases"
	"sargon78/sargon"
)

// compareOptions are the flags of the command.
type compareOptions struct {
	engines        []string
	engine         string
	rom            *launch.Options
	level          string
	positions      int
	seed           uint64
	seeded         bool // it was given, or drawn
	duration       time.Duration
	workers        int
	detail         string
	timeout        time.Duration
	shard          string
	report         string
	json           bool
	junit          string
	save           string
	atLeast        int
	limit          float64
	maxDifferences int
	shrink         time.Duration
	explain        int
	reached        bool
	routines       bool
	rules          string
	kinds          string
	plain          bool
	coverage       bool
	coverageFiles  []string // none: it is printed

	flags   *pflag.FlagSet
	covered []covered // programs that coverage is asked of
}

// chooseFlags register what is compared.
func (o *compareOptions) chooseFlags(fs *pflag.FlagSet) {
	fs.Func("engines",
		"`names` of two or more engines, with commas between: rom, rom:FILE, rom@CORE, 10x12, 0x88,\n"+
			"sets, probe, exec:COMMAND (speaks the line protocol), uci:COMMAND (only the move is\n"+
			"compared). May be given several times; a command with commas in it stands alone (default\n"+
			"all of our own)", o.addEngines)
	o.rom, o.flags = launch.MachineFlags(fs), fs
}

// caseFlags register how a case is done, and what happens to one that differs.
func (o *compareOptions) caseFlags(fs *pflag.FlagSet) {
	fs.StringVar(&o.detail, "depth-of-proof", sargon.DetailTrace.String(),
		"how much is `compared`: move; score and evaluations; trace; or state of every evaluation")
	fs.DurationVar(&o.timeout, "timeout", 2*time.Minute, "longest `time` of one search; what takes\n"+
		"longer has failed, and is not done again")
	fs.DurationVar(&o.shrink, "shrink", 20*time.Second,
		"how `long` a differing case may be shrunk; 0 is not at all")
	fs.StringVar(&o.save, "save", "", "save each differing case to a file in this `directory`")
	fs.BoolVar(&o.json, "json", false,
		"print JSON lines: one for each difference, the report as the last")
}

// reportFlags register where reports go.
func (o *compareOptions) reportFlags(fs *pflag.FlagSet) {
	fs.StringVar(&o.report, "report", "", "write the report to this `file` as JSON")
	fs.StringVar(&o.junit, "junit", "", "write the report to this `file` as JUnit XML")
	fs.BoolVar(&o.reached, "reached", false,
		"print all rules of the specification, and how often each was reached")
}

// runFlags register which cases there are, and what is asked of a run of them.
func (o *compareOptions) runFlags(fs *pflag.FlagSet) {
	fs.StringVar(&o.level, "level", "1",
		"`level` of the searches: 2, or 1-3 (mostly the first, a fifth the second, a hundredth\n"+
			"the third, each further one a twentieth of that), or weights 1:80,2:20; a few random\n"+
			"cases are searched deeper, where a rule shows no sooner")
	fs.IntVar(&o.positions, "positions", 0,
		"how `many` searches to compare; 0 is 200, or all with files or --for")
	fs.Func("seed", "`number` from which all random cases follow (default a new one each time)",
		o.setSeed)
	fs.DurationVar(&o.duration, "for", 0, "stop after this `time`, like 10m")
	fs.IntVar(&o.workers, "workers", runtime.NumCPU(),
		"`number` of cases done at the same time, each on engines of its own")
	fs.StringVar(&o.shard, "shard", "",
		"do part `i/n` of the run, from 1/n to n/n; `sargon compare merge` joins the reports")
	fs.IntVar(&o.atLeast, "at-least", 100,
		"fail unless each engine does so many `percent` of the cases: a program may answer that it\n"+
			"does not support one")
	fs.Float64Var(&o.limit, "limit", 0,
		"fail if in more than so many `percent` of the cases an engine has another one search for it,\n"+
			"goes on otherwise outside the specification, or is skipped (default 1, and what --rules and\n"+
			"--kinds say of theirs)")
	fs.IntVar(&o.maxDifferences, "max-differences", 10, "stop when so many `cases` differ; 0 is never")
	fs.IntVar(&o.explain, "explain", 3,
		"how many of the differing `cases` are shrunk and explained; 0 is none")
	fs.BoolVar(&o.routines, "routines", false,
		"compare single routines of a program image with those of 10x12: attacks, exchanges and\n"+
			"limits completely, all on --positions random inputs (2000), boards no game reaches")
	fs.StringVar(&o.rules, "rules", "",
		"only random cases that reach one of these rules of the specification, `names` with\n"+
			"commas between, as --reached lists them")
	fs.StringVar(&o.kinds, "kinds", "",
		"only random cases of these kinds, `names` with commas between, as the report counts them:\n"+
			"\"kept game,deep\"")
	fs.Func("coverage",
		"tell which instructions of a ROM ran and which branches went both ways; --coverage=FILE\n"+
			"writes that to a .txt `file`, or as lcov to .info: editors show that beside the source,\n"+
			"and genhtml makes pages of it; may be given several times", o.addCoverage)
	fs.Lookup("coverage").NoOptDefVal = "true"
	fs.BoolVar(&o.plain, "without-history", false,
		"search positions of games as their FEN says, not as the game was played")
}

// addEngines adds engines. A command may hold commas: then it stands alone.
func (o *compareOptions) addEngines(text string) error {
	if compare.IsCommand(text) {
		o.engines = append(o.engines, text)
		return nil
	}
	for name := range strings.SplitSeq(text, ",") {
		name = strings.TrimSpace(name)
		if name == "" {
			return fmt.Errorf("%q holds an empty name", text)
		}
		o.engines = append(o.engines, name)
	}
	return nil
}

// setSeed reads the seed.
func (o *compareOptions) setSeed(text string) (err error) {
	if o.seed, err = strconv.ParseUint(text, 0, 64); err != nil {
		return fmt.Errorf("want a number from 0")
	}
	o.seeded = true
	return nil
}

// drawSeed draws a seed, short enough to be typed again, if none was given.
func (o *compareOptions) drawSeed() {
	if !o.seeded {
		o.seed, o.seeded = uint64(rand.Uint32()), true
	}
}

// parseShard reads i/n.
func parseShard(text string) (s cases.Shard, err error) {
	if text == "" {
		return cases.Shard{Number: 1, Of: 1}, nil
	}
	i, n, _ := strings.Cut(text, "/")
	s.Number, err = strconv.Atoi(i)
	if err == nil {
		s.Of, err = strconv.Atoi(n)
	}
	if err != nil || s.Number < 1 || s.Number > s.Of {
		return s, cli.Usagef("--shard %q: want i/n with i from 1 to n, like 3/8", text)
	}
	return s, nil
}
