package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/compare/prove"
)

// randomInputs is how many inputs are drawn for each routine, unless --positions says it.
const randomInputs = 2000

// compareRoutines compares the routines of the programs among the engines, one by one, with those
// of the engine on the 10x12 board.
func (o *compareOptions) compareRoutines(
	ctx context.Context, streams *cli.IO, args []string,
) error {
	if len(args) > 0 {
		return cli.Usagef("--routines makes its own inputs: %s is not read", args[0])
	}
	names := o.engines
	if len(names) == 0 {
		names = []string{"rom"}
	}
	o.drawSeed()
	verdict := ""
	for _, name := range names {
		if name != "rom" && !strings.HasPrefix(name, "rom:") {
			return cli.Usagef("--routines calls those of a program image: rom or rom:FILE, not %s", name)
		}
		options, _ := o.rom.Named(name)
		image, err := options.Image()
		if err != nil {
			return err
		}
		results := proved(ctx, streams, image, prove.Routines, prove.Options{
			Workers: o.settings.Workers,
			Drawn:   uint64(cmp.Or(o.random.Cases, randomInputs)), Seed: o.random.Seed,
		})
		if o.json {
			report := map[string]any{"engine": name, "seed": o.random.Seed, "routines": prove.Report(results)}
			_ = json.NewEncoder(streams.Out).Encode(report)
		} else {
			fmt.Fprintf(streams.Out, "%s and 10x12, seed %d\n", name, o.random.Seed)
			prove.Write(streams.Out, results)
			fmt.Fprintln(streams.Out)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		verdict = cmp.Or(verdict, prove.Wrong(results))
	}
	if !o.json {
		fmt.Fprintf(streams.Out, "result     %s\n", cmp.Or(verdict, "no difference"))
	}
	if verdict != "" {
		return cli.ErrFailed
	}
	return nil
}
