package main

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/cmd/sargon/internal/launch"
	"sargon78/compare"
	"sargon78/compare/cases"
)

// compareOptions are the flags of the command.
type compareOptions struct {
	settings       compare.Options
	generator      cases.GeneratorOptions
	engines        []string
	rom            *launch.Options
	level          string
	shard          string
	report         string
	json           bool
	junit          string
	save           string
	reached        bool
	routines       bool
	rules, kinds   string
	withoutHistory bool
	coverage       []string // files, - is standard output

	flags           *pflag.FlagSet
	coverageTargets []coverageTarget // programs that coverage is asked of
}

// newCompareOptions returns options with the usual settings, which the flags show as their defaults.
func newCompareOptions() *compareOptions {
	return &compareOptions{settings: compare.DefaultOptions()}
}

// chooseFlags register what is compared.
func (o *compareOptions) chooseFlags(fs *pflag.FlagSet) {
	fs.Func("engines",
		"`NAMES` of two or more engines, with commas between: rom, rom:FILE, rom@CORE, 10x12, 0x88,\n"+
			"bitboards, exec:COMMAND (speaks the line protocol), uci:COMMAND (only the move is\n"+
			"compared). May be given several times; a command with commas in it stands alone (default\n"+
			"all of our own)", o.addEngines)
	o.rom, o.flags = launch.MachineFlags(fs), fs
}

// caseFlags register how a case is done, and what happens to one that differs.
func (o *compareOptions) caseFlags(fs *pflag.FlagSet) {
	s := &o.settings
	fs.TextVar(&s.Detail, "depth-of-proof", s.Detail,
		"how much is `compared`: move; score and evaluations; trace; or state of every evaluation")
	fs.DurationVar(&s.Timeout, "timeout", s.Timeout, "longest `time` of one search; what takes\n"+
		"longer has failed, and is not done again")
	fs.DurationVar(&s.ShrinkTime, "shrink", s.ShrinkTime,
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
	s := &o.settings
	fs.StringVar(&o.level, "level", "1",
		"`level` of the searches: 2, or 1-3 (mostly the first, a fifth the second, a hundredth\n"+
			"the third, each further one a twentieth of that), or weights 1:80,2:20; a few random\n"+
			"cases are searched deeper, where a rule shows no sooner")
	fs.IntVar(&o.generator.Cases, "positions", 0,
		"how `many` searches to compare; 0 is 200, or all with files or --for")
	fs.Uint64Var(&o.generator.Seed, "seed", 0,
		"`number` from which all random cases follow (default a new one each time)")
	fs.DurationVar(&s.MaxDuration, "for", s.MaxDuration, "stop after this `time`, like 10m")
	fs.IntVar(&s.Workers, "workers", s.Workers,
		"`number` of cases done at the same time, each on engines of its own")
	fs.StringVar(&o.shard, "shard", "",
		"do part `i/n` of the run, from 1/n to n/n; `sargon compare merge` joins the reports")
	fs.IntVar(&s.AtLeast, "at-least", s.AtLeast,
		"fail unless each engine does so many `percent` of the cases: a program may answer that it\n"+
			"does not support one")
	fs.Float64Var(&s.Limit, "limit", s.Limit,
		"fail if in more than so many `percent` of the cases an engine has another one search for it,\n"+
			"goes on otherwise outside the specification, or is skipped (default 1, and what --rules and\n"+
			"--kinds say of theirs)")
	fs.IntVar(&s.MaxDifferences, "max-differences", s.MaxDifferences, "stop when so many `cases` differ; 0 is never")
	fs.IntVar(&s.MaxInvestigated, "explain", s.MaxInvestigated,
		"how many of the differing `cases` are shrunk and explained; 0 is none")
	fs.BoolVar(&o.routines, "routines", false,
		"compare single routines of a program image with those of 10x12, each whole, on\n"+
			"--positions random inputs (2000), boards no game reaches")
	fs.StringVar(&o.rules, "rules", "",
		"only random cases that reach one of these rules of the specification, `names` with\n"+
			"commas between, as --reached lists them")
	fs.StringVar(&o.kinds, "kinds", "",
		"only random cases of these kinds, `names` with commas between, as the report counts them:\n"+
			"\"game with state,deep\"")
	fs.StringArrayVar(&o.coverage, "coverage", nil,
		"tell which instructions of a ROM ran and which branches went both ways; --coverage=FILE\n"+
			"writes that to a .txt `file`, or as lcov to .info: editors show that beside the source,\n"+
			"and genhtml makes pages of it; may be given several times")
	coverage := fs.Lookup("coverage")
	coverage.NoOptDefVal, coverage.DefValue = "-", ""
	fs.BoolVar(&o.withoutHistory, "without-history", false,
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

// chooseSeed draws a seed, short enough to be typed again, if none was given.
func (o *compareOptions) chooseSeed() {
	if !o.seeded() {
		_ = o.flags.Set("seed", strconv.FormatUint(uint64(rand.Uint32()), 10))
	}
}

// seeded reports whether a seed was given, or drawn.
func (o *compareOptions) seeded() bool { return o.flags.Changed("seed") }

// check completes and checks what flags say of how a run, or one case, is done.
func (o *compareOptions) check() (err error) {
	s := &o.settings
	o.flags.Visit(func(f *pflag.Flag) {
		if strings.HasPrefix(f.Value.String(), "-") && f.Value.Type() != "string" {
			err = cli.Usagef("--%s: must not be negative", f.Name)
		}
	})
	switch {
	case err != nil:
		return err
	case s.Timeout == 0:
		return cli.Usagef("--timeout: a search needs some time")
	case s.Workers == 0:
		return cli.Usagef("--workers 0: want at least 1")
	case s.AtLeast == 0 || s.AtLeast > 100:
		return cli.Usagef("--at-least %d: want a percentage from 1 to 100", s.AtLeast)
	case s.Limit > 100:
		return cli.Usagef("--limit %g: want a percentage from 0 to 100", s.Limit)
	}
	s.ReproFlags, s.DebugCommand = o.flagsText(engineFlags...), o.debugCommand
	return nil
}

// setShard reads i/n.
func (o *compareOptions) setShard(names []string) error {
	if o.shard == "" {
		return nil
	}
	i, n, _ := strings.Cut(o.shard, "/")
	number, err := strconv.Atoi(i)
	of, err2 := strconv.Atoi(n)
	switch {
	case err != nil || err2 != nil || number < 1 || number > of:
		return cli.Usagef("--shard %q: want i/n with i from 1 to n, like 3/8", o.shard)
	case of > 1 && !o.seeded() && len(names) == 0:
		return cli.Usagef("--shard needs --seed: all parts must follow from the same number")
	}
	o.settings.Shard = cases.Shard{Number: number, Of: of}
	return nil
}
