package main

import (
	"context"
	"flag"
	"runtime"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/cmd/sargon/internal/engines"
	"sargon78/cmd/sargon/internal/verify"
)

var verifyCommand = &cli.Command{
	Name:  "verify",
	Args:  "FILE…",
	Short: "replay recordings against an engine",
	Long: `
Replays recordings of the program of 1978 (or of any engine, see ` + "`sargon record`" + `)
and compares everything they hold: best move, score, number of evaluations, calls of
the generator, the fingerprint of the whole search, attack lists, pins, exchanges.
FILE holds JSON lines and may be compressed (.gz); - is standard input.

A program that does not come back from a position fails there, and the rest goes on.
The last line is "N of M recordings reproduced". The exit status is 0 only if all are
and there is at least one.

  sargon verify compare/testdata/oracle/*.gz --engine 0x88
  sargon verify search.jsonl --rom my-sargon.asm --filter "search,depth<=2" --tstates`,
	Setup: func(fs *flag.FlagSet) cli.Run {
		open, _ := engines.Flags(fs, "rom")
		var o verify.Options
		fs.StringVar(&o.Filter, "filter", "", "only recordings that meet all `conditions`, with commas between: a kind\n(search, eval, game, steps), depth<=N, depth=N, or a part of the FEN")
		fs.IntVar(&o.Limit, "limit", 0, "only the first `N` recordings that pass the filter")
		fs.BoolVar(&o.JSON, "json", false, "print a JSON object for each recording and one for the sum")
		fs.BoolVar(&o.TStates, "tstates", false, "also report the ratio of T-states to the recorded ones")
		fs.IntVar(&o.Workers, "workers", runtime.NumCPU(), "`number` of engines that work at the same time")
		return func(ctx context.Context, io *cli.IO, files []string) error {
			if len(files) == 0 {
				return cli.Usagef("which recordings? Name at least one file, or - for standard input")
			}
			return verify.Run(ctx, io, open, files, o)
		}
	},
}
