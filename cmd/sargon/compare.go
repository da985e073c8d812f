package main

import (
	"context"

	"github.com/spf13/cobra"

	"sargon78/cmd/sargon/internal/cli"
)

func compareCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "compare [FILE…]",
		Short: "prove that engines are the same, or find where they are not",
		Long: `
Runs engines side by side on the same searches and compares every static evaluation.
The cases are random ones that all follow from a seed (games, and set-ups that reach
the rare rules of the program), or those of the files: FEN and EPD, PGN (the games are
played, so that moved bits are real), recordings, cases; .gz too, - is standard input.

A case that differs is shrunk, explained at its first different evaluation, and given
as a command that repeats it. The last line of the report is its result, and how many
cases each engine did; the exit status is 0 only if something was compared, nothing
differed, and each engine did as many as --at-least asks.

  sargon compare --positions 1000 --level 1-3 --seed 7
  sargon compare --engines rom,rom:my-sargon.asm games.pgn
  sargon compare --engines rom,rom@library                   cores of the machine
  sargon compare --engines 0x88,exec:"python3 my-sargon.py" --level 2
  sargon compare --engines 10x12,0x88,sets --positions 1000000 --level 1-4
  sargon compare --seed 7 --positions 100000 --shard 3/8 --report part3.json
  sargon compare merge part*.json
  sargon compare --routines --engines rom,rom:my-sargon.asm
  sargon compare repro --engines rom,0x88 'level 2 startpos moves e2e4 e7e5'
  sargon compare serve --engine 0x88

The line protocol of exec:COMMAND is in the documentation of package
sargon78/compare/external; ` + "`sargon compare serve`" + ` speaks it too.`,
	}
	var o compareOptions
	fs := c.Flags()
	o.chooseFlags(fs)
	o.caseFlags(fs)
	o.reportFlags(fs)
	o.runFlags(fs)
	for _, name := range []string{"resume", "checkpoint"} {
		cli.GoneFlag(fs, name, "--shard i/n --report FILE does a part that can be done again, and "+
			"merge joins them")
	}
	c.RunE = cli.Run(func(ctx context.Context, io *cli.IO, args []string) error {
		if o.routines {
			return o.compareRoutines(ctx, io, args)
		}
		return o.compare(ctx, io, args)
	})
	c.AddCommand(mergeCommand(), reproCommand(), compareServeCommand())
	return c
}

func mergeCommand() *cobra.Command {
	c := &cobra.Command{
		Use: "merge FILE…", Short: "join the reports of the parts of a run",
		Long: `
The files are those that compare --shard i/n --report FILE wrote. The last line is the result of
the whole; a part that is missing is told.`,
	}
	var o compareOptions
	o.reportFlags(c.Flags())
	c.Flags().BoolVar(&o.json, "json", false, "print the report as a JSON line")
	c.RunE = cli.Run(o.merge)
	return c
}

func reproCommand() *cobra.Command {
	c := &cobra.Command{
		Use: "repro CASE", Short: "do one case again, and explain the first difference",
		Long: `
CASE is as a report writes it:

  sargon compare repro --engines rom,0x88 'level 2 startpos moves e2e4 e7e5'`,
	}
	var o compareOptions
	o.chooseFlags(c.Flags())
	o.caseFlags(c.Flags())
	c.RunE = cli.Run(o.repro)
	return c
}

func compareServeCommand() *cobra.Command {
	c := &cobra.Command{
		Use: "serve", Short: "let one engine speak the line protocol of exec:COMMAND",
		Long: `
The protocol, on standard input and output, is in the documentation of package
sargon78/compare/external.

  sargon compare serve --engine 0x88`,
		Args: cli.NoArgs,
	}
	var o compareOptions
	c.Flags().StringVar(&o.engine, "engine", "", "`name` of the engine that speaks, as for --engines")
	o.chooseFlags(c.Flags())
	c.RunE = cli.Run(o.serve)
	return c
}
