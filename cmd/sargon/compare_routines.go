package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/compare/routines"
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
	settings := routines.Options{
		Random: cmp.Or(o.random.Cases, randomInputs), Seed: o.random.Seed, Workers: o.settings.Workers,
	}
	verdict := ""
	for _, name := range names {
		results, err := o.compareRoutinesOf(ctx, streams, name, settings)
		if err != nil {
			return err
		}
		verdict = cmp.Or(verdict, routines.Verdict(results))
	}
	if !o.json {
		fmt.Fprintf(streams.Out, "result     %s\n", cmp.Or(verdict, "no difference"))
	}
	if verdict != "" {
		return cli.ErrFailed
	}
	return nil
}

// compareRoutinesOf prints the results of one program.
func (o *compareOptions) compareRoutinesOf(
	ctx context.Context, streams *cli.IO, name string, settings routines.Options,
) ([]routines.Result, error) {
	if name != "rom" && !strings.HasPrefix(name, "rom:") {
		return nil, cli.Usagef("--routines calls those of a program image: rom or rom:FILE, not %s", name)
	}
	options, _ := o.rom.Named(name)
	image, err := options.Image()
	if err != nil {
		return nil, err
	}
	progress := liveOn(streams.Err)
	settings.Progress = func(inputs uint64) {
		progress.update(func() string { return fmt.Sprintf("%s: %d inputs", name, inputs) })
	}
	results, err := routines.Compare(ctx, image, settings)
	progress.show("")
	if o.json {
		report := map[string]any{"engine": name, "seed": settings.Seed, "routines": results}
		_ = json.NewEncoder(streams.Out).Encode(report)
	} else if results != nil {
		fmt.Fprintf(streams.Out, "%s and 10x12, seed %d\n\n", name, settings.Seed)
		routines.Write(streams.Out, results)
		fmt.Fprintln(streams.Out)
	}
	return results, err
}
