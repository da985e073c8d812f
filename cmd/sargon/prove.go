package main

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/compare/prove"
	"sargon78/roms"
)

type proveOptions struct {
	prove.Options
	json, list bool
	rom        string
}

func proveCommand() *cobra.Command {
	var o proveOptions
	c := &cobra.Command{
		Use:   "prove [flags] [ROUTINE...]",
		Short: "check each ROM routine against the reference engine on every input of a stated domain",
		Long: `
Runs each routine of the ROM and the same rule of the reference engine (10x12) on every input of
a stated domain, and compares all results. --list shows each routine's scope and input domain;
"sargon spec proof" says what this proves and what it does not. On a mismatch it prints a minimal
counterexample, and "sargon debug --plain" commands that reproduce it. A full run takes a few
minutes on two cores.`,
		Example: `
  sargon prove
  sargon prove store_move pins_of   only these routines
  sargon prove --max-cases 1000     the first and some random cases of each, in seconds
  sargon prove --rom my/main.z80    a changed source of the ROM (same labels)`,
	}
	c.RunE = cli.Run(o.prove)
	f := c.Flags()
	f.BoolVar(&o.json, "json", false, "the results as JSON, a line for each routine")
	f.BoolVar(&o.list, "list", false, "say what is cut, what the inputs may hold, and what each may read and write; do nothing")
	f.BoolVar(&o.First, "first", false, "end with the first difference")
	f.IntVar(&o.Workers, "workers", runtime.NumCPU(), "`N` number of processor cores to use")
	f.Uint64Var(&o.MaxCases, "max-cases", 0,
		"`N` stop after N cases per shard (64 shards for each routine), then add N random ones")
	f.StringVar(&o.rom, "rom", "", "`FILE` another source of the ROM, with the same labels")
	return c
}

func (o *proveOptions) prove(ctx context.Context, streams *cli.IO, args []string) error {
	rows, err := obligationsOf(args)
	if err != nil {
		return err
	}
	image, err := roms.Open(o.rom, roms.Options{})
	if err != nil {
		return err
	}
	if o.list || !o.json {
		prove.WriteRows(streams.Out, image, rows, o.list)
	}
	if o.list {
		return nil
	}
	results, err := runProofs(ctx, streams, image, rows, o.Options)
	if err != nil {
		return err
	}
	said, ok := prove.Summary(results)
	if o.json {
		lines := json.NewEncoder(streams.Out)
		for i := range results {
			_ = lines.Encode(map[string]any{"result": results[i].Verdict(), "routine": &results[i]})
		}
	} else {
		prove.Write(streams.Out, results)
		fmt.Fprintf(streams.Out, "\n%s\n", said)
	}
	switch {
	case ctx.Err() != nil:
		return fmt.Errorf("stopped: %s", said)
	case !ok:
		return cli.ErrFailed
	}
	return nil
}

// runProofs proves rows, and shows how far it is.
func runProofs(
	ctx context.Context, streams *cli.IO, image *roms.Image, rows []*prove.Row, o prove.Options,
) ([]prove.Result, error) {
	progress := newProgressLine(streams.Err)
	defer progress.show("")
	o.Progress = func(row *prove.Row, cases uint64) {
		progress.update(func() string { return fmt.Sprintf("%s: %d cases", row.Name, cases) })
	}
	return prove.Prove(ctx, image, rows, o)
}

// obligationsOf are the rows of some names; all if there are none.
func obligationsOf(names []string) (rows []*prove.Row, err error) {
	if len(names) == 0 {
		return prove.Rows, nil
	}
	for _, name := range names {
		before := len(rows)
		for _, r := range prove.Rows {
			label, _, _ := strings.Cut(r.Name, ",")
			if strings.EqualFold(r.Name, name) || strings.EqualFold(label, name) {
				rows = append(rows, r)
			}
		}
		if len(rows) == before {
			return nil, cli.Usagef("there is no proof of %q; `sargon prove --list` lists them", name)
		}
	}
	return rows, nil
}
