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
		said, err := o.compareRoutinesOf(ctx, streams, name)
		if err != nil {
			return err
		}
		verdict = cmp.Or(verdict, said)
	}
	if !o.json {
		fmt.Fprintf(streams.Out, "result     %s\n", cmp.Or(verdict, "no difference"))
	}
	if verdict != "" {
		return cli.ErrFailed
	}
	return nil
}

// compareRoutinesOf prints the results of one program, and says what is wrong with them.
func (o *compareOptions) compareRoutinesOf(
	ctx context.Context, streams *cli.IO, name string,
) (verdict string, err error) {
	if name != "rom" && !strings.HasPrefix(name, "rom:") {
		return "", cli.Usagef("--routines calls those of a program image: rom or rom:FILE, not %s", name)
	}
	options, _ := o.rom.Named(name)
	image, err := options.Image()
	if err != nil {
		return "", err
	}
	progress := liveOn(streams.Err)
	results := prove.Prove(ctx, image, prove.Routines, prove.Options{
		Workers: o.workers, Drawn: uint64(cmp.Or(o.positions, randomInputs)), Seed: o.seed,
		Progress: func(row *prove.Row, inputs uint64) {
			progress.update(func() string { return fmt.Sprintf("%s, %s: %d inputs", name, row.Name, inputs) })
		},
	})
	progress.show("")
	if o.json {
		report := map[string]any{"engine": name, "seed": o.seed, "routines": prove.Report(results)}
		_ = json.NewEncoder(streams.Out).Encode(report)
	} else {
		fmt.Fprintf(streams.Out, "%s and 10x12, seed %d\n", name, o.seed)
		prove.Write(streams.Out, results)
		fmt.Fprintln(streams.Out)
	}
	return prove.Wrong(results), ctx.Err()
}
