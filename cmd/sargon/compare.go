package main

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/compare"
	"sargon78/compare/cases"
	"sargon78/compare/external"
	"sargon78/sargon/files"
)

func compareCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "compare [FILE…]",
		Short: "compare engines move by move on random or given positions; report the first difference",
		Long: `
Runs the same searches on two or more engines and compares every static evaluation. The cases
are random games and set-up positions that reach the rare rules of the program; the same --seed
gives the same cases. Or they come from files: FEN, EPD, PGN (the games are played, so that the
pieces know whether they have moved), recordings, or cases. Files may be compressed (.gz); - is
standard input.

A case that differs is shrunk, and explained at the first evaluation that differs; the report
gives the command that repeats it. Comparing finds differences, it does not prove that there are
none.

The last line of the report is the result, with the number of cases that were compared of each
engine, and so is the exit status:

  no difference   0   all engines did the same
  differs         1   in the cases that the report shows
  inconclusive    3   so little was compared that it says nothing: no case, or none of one engine,
                      or fewer than --at-least asks; or an input could not be read

A few searches go beyond what the specification describes, and some engines end there. These are
compared up to that evaluation and counted as undefined, if the reference engine and an
independent one say so after the same evaluation; otherwise they differ.

  sargon compare --cases 1000 --level 1-3 --seed 7
  sargon compare --engines rom,rom:my-sargon.asm games.pgn
  sargon compare --engines rom,rom@library                   cores of the machine
  sargon compare --engines 0x88,exec:"python3 my-sargon.py" --level 2
  sargon compare --engines 10x12,0x88,bitboards --cases 1000000 --level 1-4
  sargon compare --seed 7 --cases 100000 --shard 3/8 --report part3.json
  sargon compare merge part*.json
  sargon compare repro --engines rom,0x88 'level 2 startpos moves e2e4 e7e5'
  sargon compare serve --engine 0x88

exec:COMMAND is a program that speaks the line protocol of package sargon78/compare/external;
` + "`sargon compare serve`" + ` speaks it too.`,
	}
	o := newCompareOptions()
	fs := c.Flags()
	o.chooseFlags(fs)
	o.caseFlags(fs)
	o.reportFlags(fs)
	o.runFlags(fs)
	c.RunE = cli.Run(func(ctx context.Context, io *cli.IO, args []string) error {
		return o.compare(ctx, io, args)
	})
	c.AddCommand(mergeCommand(), reproCommand(), compareServeCommand())
	return c
}

func mergeCommand() *cobra.Command {
	c := &cobra.Command{
		Use: "merge FILE…", Short: "join the reports of the parts (--shard) of a run",
		Long: `
The files are those that compare --shard I/N --report FILE wrote. The last line is the result of
the whole run. Missing parts are reported.`,
	}
	var o compareOptions
	o.reportFlags(c.Flags())
	c.Flags().BoolVar(&o.json, "json", false, "print the report as a JSON line")
	c.RunE = cli.Run(o.merge)
	return c
}

// merge joins the reports of the shards of a run.
func (o *compareOptions) merge(_ context.Context, out *cli.IO, names []string) error {
	if len(names) == 0 {
		return cli.Usagef("which reports? Name the files that --report wrote")
	}
	var reports []*compare.Report
	for _, name := range names {
		in, err := files.Open(name, out.In)
		if err != nil {
			return err
		}
		r, err := compare.ReadReport(in)
		_ = in.Close() // what was read is read
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		reports = append(reports, r)
	}
	r, err := compare.Merge(reports...)
	if err != nil {
		return err
	}
	r.Command = ""
	if err := o.finish(out, r, nil); err != nil {
		return err
	}
	if !r.AllShardsDone() {
		return fmt.Errorf("%w: shards are missing or were stopped", cli.ErrInconclusive)
	}
	return nil
}

func reproCommand() *cobra.Command {
	c := &cobra.Command{
		Use: "repro CASE", Short: "repeat one case, and explain the first difference",
		Long: `
CASE is the text that a report prints for a case:

  sargon compare repro --engines rom,0x88 'level 2 startpos moves e2e4 e7e5'`,
	}
	o := newCompareOptions()
	o.chooseFlags(c.Flags())
	o.caseFlags(c.Flags())
	c.RunE = cli.Run(o.repro)
	return c
}

// repro does one case again on all engines, and explains the first difference of each to
// the first.
func (o *compareOptions) repro(ctx context.Context, out *cli.IO, words []string) error {
	if err := o.check(); err != nil {
		return err
	}
	c, err := cases.ParseCase(strings.Join(words, " "))
	if err != nil {
		return cli.Usagef("%v", err)
	}
	if _, err := c.Position(); err != nil {
		return err
	}
	engines, err := o.openEngines(ctx)
	if err != nil {
		return err
	}
	others := engines[1:]
	if len(others) == 0 {
		others = []compare.Participant{{}} // no other engine: only a failure of the first is a finding
	}
	wrong := false
	for _, b := range others {
		a := engines[0]
		f, err := compare.Investigate(ctx, a, b, c, o.settings)
		if err != nil {
			return err
		}
		switch {
		case f.Undefined != "":
			fmt.Fprintf(out.Out, "%s and %s do the same up to where the specification ends: %s\n",
				a.Name, cmp.Or(b.Name, "10x12"), f.Undefined)
		case f.Differs():
			wrong = true
			o.show(out, f, true)
		case b.Name == "":
			return fmt.Errorf("%w: %s does the case; a second engine is needed to compare it",
				cli.ErrInconclusive, a.Name)
		default:
			fmt.Fprintf(out.Out, "%s and %s do the same\n", a.Name, b.Name)
		}
	}
	if wrong {
		return cli.ErrFailed
	}
	return nil
}

func compareServeCommand() *cobra.Command {
	c := &cobra.Command{
		Use: "serve", Short: "run one engine as a server of the line protocol of exec:COMMAND",
		Long: `
The protocol uses standard input and output. Package sargon78/compare/external documents it.

  sargon compare serve --engine 0x88`,
		Args: cli.NoArgs,
	}
	var o compareOptions
	c.Flags().Func("engine", "`NAME` engine that speaks, as for --engines", o.addEngines)
	o.chooseFlags(c.Flags())
	c.RunE = cli.Run(o.serve)
	return c
}

// serve lets one engine speak the line protocol on standard input and output.
func (o *compareOptions) serve(ctx context.Context, io *cli.IO, _ []string) error {
	if len(o.engines) != 1 {
		return cli.Usagef("name one engine with --engine")
	}
	c, err := o.openEngine(ctx, o.engines[0])
	if err != nil {
		return fmt.Errorf("--engine: %w", err)
	}
	engine, err := c.Open()
	if err != nil {
		return err
	}
	return external.Serve(ctx, engine, buildVersion(), files.Interruptible(ctx, io.In), io.Out)
}
