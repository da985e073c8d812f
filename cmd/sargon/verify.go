package main

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/cmd/sargon/internal/launch"
	"sargon78/compare/recordings"
	"sargon78/sargon"
)

func verifyCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "verify FILE…",
		Short: "check that an engine reproduces recordings",
		Long: `
Replays recordings of the program of 1978 (or of any engine, see ` + "`sargon record`" + `)
and compares everything they hold: best move, score, number of evaluations, calls of
the generator, the fingerprint of the whole search, attack lists, pins, exchanges.
FILE holds JSON lines and may be compressed (.gz); - is standard input.

If the program does not return from a position, that recording fails and the others go on.
A few searches go beyond what the specification describes. 0x88 and bitboards end there; these
searches are compared up to that evaluation, and counted.
The last line is "N of M recordings reproduced". The exit status is 0 if all are, 1 if one is not,
and 3 if there was none: that is inconclusive.

  sargon verify compare/testdata/oracle/*.gz --engine bitboards
  sargon verify search.jsonl --rom my-sargon.asm --filter "search,level<=2" --tstates`,
	}
	fs := c.Flags()
	var o verifyOptions
	o.open, _ = launch.Flags(fs, "rom", launch.OpenWitness)
	fs.StringVar(&o.filter, "filter", "", "only recordings that meet all `CONDITIONS`, "+
		"with commas between: a kind\n(search, eval, game, steps), level<=N, level=N, "+
		"or a part of the FEN")
	fs.IntVar(&o.limit, "limit", 0, "only the first `N` recordings that pass the filter")
	fs.BoolVar(&o.json, "json", false, "print a JSON object for each recording and one for the sum")
	fs.BoolVar(&o.tStates, "tstates", false, "also report the ratio of T-states to the recorded ones")
	cli.WorkersVar(fs, &o.workers, "`N` number of engines that work at the same time")
	c.RunE = cli.Run(o.run)
	return c
}

type verifyOptions struct {
	open          func() (sargon.Engine, error)
	filter        string
	limit         int // 0: all
	workers       int
	json, tStates bool
}

func (o *verifyOptions) run(ctx context.Context, streams *cli.IO, names []string) error {
	wanted, err := recordings.ParseFilter(o.filter)
	switch {
	case len(names) == 0:
		return cli.Usagef("which recordings? Name at least one file, or - for standard input")
	case err != nil:
		return cli.Usagef("--filter %v", err)
	case o.workers < 1:
		return cli.Usagef("--workers %d: want at least 1", o.workers)
	case o.limit < 0:
		return cli.Usagef("--limit %d: want 0 for all, or a number", o.limit)
	}
	// All are read first: a missing file is reported before hours of work.
	items, err := recordings.Read(streams.In, names, wanted, o.limit)
	if err != nil {
		return err
	}
	all := make([]sargon.Engine, min(o.workers, max(1, len(items))))
	for i := range all {
		if all[i], err = o.open(); err != nil {
			return err
		}
	}
	// What is not right is printed as it comes, and the sum at the end.
	progress := newProgressLine(streams.Err)
	objects := json.NewEncoder(streams.Out)
	sum := recordings.NewSum(all[0].Name(), len(items))
	recordings.Replay(ctx, all, items, func(outcome recordings.Outcome) {
		sum.Add(outcome)
		switch {
		case o.json:
			_ = objects.Encode(outcome)
		case !outcome.Reproduced:
			progress.show("")
			fmt.Fprint(streams.Out, outcome)
		}
		progress.update(sum.Progress)
	})
	progress.show("")
	out := streams.Out
	if o.json {
		_ = objects.Encode(sum)
		out = streams.Err
	}
	sum.Write(out, o.tStates)
	switch {
	case sum.Differ() > 0, sum.NotReplayed > 0:
		return cli.ErrFailed
	case !sum.Success():
		return cli.ErrInconclusive
	}
	return nil
}
