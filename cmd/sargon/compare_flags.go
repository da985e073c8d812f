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
	settings        compare.Options
	generator       cases.GeneratorOptions
	engines         []string
	rom             *launch.Options
	level           string
	shard           string
	report          string
	json            bool
	junit           string
	save            string
	reached         bool
	rules, kinds    string
	withoutHistory  bool
	coverage        []string // files, - is standard output
	coverageEntries []string // labels and addresses

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
		"`NAMES` two or more engines, with commas between: rom, rom:FILE, rom@CORE, 10x12, 0x88,\n"+
			"bitboards, exec:COMMAND (speaks the line protocol), uci:COMMAND (only the move is\n"+
			"compared). May be given several times; a command with commas in it stands alone (default\n"+
			"all of our own)", o.addEngines)
	o.rom, o.flags = launch.MachineFlags(fs), fs
}

// caseFlags register how a case is done, and what happens to one that differs.
func (o *compareOptions) caseFlags(fs *pflag.FlagSet) {
	s := &o.settings
	fs.TextVar(&s.Detail, "detail", s.Detail,
		"`move|score|trace|state` how much is compared: the best move; also its score and the number of\n"+
			"evaluations; also every evaluation; also the state after every evaluation")
	fs.DurationVar(&s.Timeout, "timeout", s.Timeout,
		"`DURATION` time limit for each search; a search that exceeds it has failed")
	fs.DurationVar(&s.ShrinkTime, "shrink-time", s.ShrinkTime,
		"`DURATION` time limit for shrinking a differing case; 0 disables it")
	fs.StringVar(&o.save, "save", "", "`DIR` save each differing case to a file in this directory")
	fs.BoolVar(&o.json, "json", false,
		"print JSON lines: one for each difference, the report as the last")
}

// reportFlags register where reports go.
func (o *compareOptions) reportFlags(fs *pflag.FlagSet) {
	fs.StringVar(&o.report, "report", "", "`FILE` write the report to this file as JSON")
	fs.StringVar(&o.junit, "junit", "", "`FILE` write the report to this file as JUnit XML")
	fs.BoolVar(&o.reached, "reached", false,
		"print all rules of the specification, and how often each was reached")
}

// runFlags register which cases there are, and what is asked of a run of them.
func (o *compareOptions) runFlags(fs *pflag.FlagSet) {
	s := &o.settings
	fs.StringVar(&o.level, "level", "1",
		"`LEVEL` level of the searches: 2, or 1-3 (mostly the first, a fifth the second, a hundredth the\n"+
			"third, each further one a twentieth of that), or weights 1:80,2:20; a few cases are\n"+
			"searched deeper to reach rules that need it")
	fs.IntVar(&o.generator.Cases, "cases", 0,
		"`N` number of cases (default 200; all with files, no limit with --for)")
	fs.Uint64Var(&o.generator.Seed, "seed", 0,
		"`N` number from which all random cases follow (default a new one each time)")
	fs.DurationVar(&s.MaxDuration, "for", s.MaxDuration, "`DURATION` stop after this time, like 10m")
	cli.WorkersVar(fs, &s.Workers, "`N` number of cases searched at the same time, each by engines of its own")
	fs.StringVar(&o.shard, "shard", "",
		"`I/N` do part I of N of the run, from 1/N to N/N; 'sargon compare merge' joins the reports")
	fs.IntVar(&s.AtLeast, "at-least", s.AtLeast,
		"`PERCENT` the result is inconclusive unless each engine does at least this percentage of the\n"+
			"cases: a program may answer that it does not support one")
	fs.IntVar(&s.MaxDifferences, "max-differences", s.MaxDifferences,
		"`N` stop after this number of differing cases; 0 means never")
	fs.IntVar(&s.MaxInvestigated, "explain", s.MaxInvestigated,
		"`N` number of differing cases that are shrunk and explained; 0 means none")
	fs.StringVar(&o.rules, "rules", "",
		"`NAMES` only random cases that reach one of these rules of the specification, with commas\n"+
			"between, as --reached lists them")
	fs.StringVar(&o.kinds, "kinds", "",
		"`NAMES` only random cases of these kinds, with commas between, as the report counts them:\n"+
			"\"game with state,deep\"")
	fs.StringArrayVar(&o.coverage, "coverage", nil,
		"`FILE` report which instructions of a ROM ran and which branches went both ways, to a .txt file,\n"+
			"- for standard output, or as lcov to .info: editors show that next to the source, and\n"+
			"genhtml makes pages of it (for rom.info the source of the embedded ROM is written to the\n"+
			"folder rom-source); may be given several times")
	fs.Lookup("coverage").DefValue = ""
	fs.StringArrayVar(&o.coverageEntries, "coverage-entry", nil,
		"`PLACE` where --coverage begins to follow the program as well, a label or an address like 1A3Fh:\n"+
			"for a listing that names no entry point, and for what is jumped to through a register; may\n"+
			"be given several times")
	fs.Lookup("coverage-entry").DefValue = ""
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
	}
	s.ReproFlags, s.DebugCommand = o.flagsText(engineFlags...), o.debugCommand
	return nil
}

// setShard reads I/N.
func (o *compareOptions) setShard(names []string) error {
	if o.shard == "" {
		return nil
	}
	i, n, _ := strings.Cut(o.shard, "/")
	number, err := strconv.Atoi(i)
	of, err2 := strconv.Atoi(n)
	switch {
	case err != nil || err2 != nil || number < 1 || number > of:
		return cli.Usagef("--shard %q: want I/N with I from 1 to N, like 3/8", o.shard)
	case of > 1 && !o.seeded() && len(names) == 0:
		return cli.Usagef("--shard needs --seed: all parts must follow from the same number")
	}
	o.settings.Shard = cases.Shard{Number: number, Of: of}
	return nil
}
