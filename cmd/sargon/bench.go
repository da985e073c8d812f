package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/cmd/sargon/internal/launch"
	"sargon78/compare/bench"
	"sargon78/emu/z80"
	"sargon78/sargon"
	"sargon78/sargon/emulated"
	"sargon78/sargon/files"
)

func benchCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "bench",
		Short: "measure how fast each engine is, and check that it still does the same search",
		Long: `
Searches ten fixed positions with each engine, one after the other. It prints evaluations per
second, a fingerprint of all evaluations (a number that must not change for a level), and the
ratios between engines. --cores does the same for the cores of the machine; equal fingerprints mean
equal searches. Compare only numbers of the same run.

--calibration plays a game at level 2 that took 2664 s on a Microprofessor (a computer built in
1983, timed in 2021), and prints how long the emulated machine takes at the same clock.

One run with --level 3 on a small shared computer gave these evaluations per second: rom 8 776,
10x12 61 155, 0x88 407 668, bitboards 1 335 580. At 1.79 MHz the ROM makes three per second. A run
with --cores gave, in million instructions per second: library 25, interpreter 163, translator 489.

  sargon bench --engines 10x12,0x88,bitboards --level 5
  sargon bench --json
  sargon bench --cores
  sargon bench --calibration`,
		Args: cli.NoArgs,
	}
	fs := c.Flags()
	var o benchOptions
	var calibration, compareCores bool
	fs.StringSliceVar(&o.names, "engines", sargon.EngineNames, "`NAMES` engines, with commas between")
	cli.ChoiceVar(fs, &o.level, "level", "0",
		"`0|1|2|3|4|5|6` level for all; 0 is 1 for a machine and 4 for native engines")
	fs.BoolVar(&o.json, "json", false, "print one JSON object for each engine")
	fs.BoolVar(&calibration, "calibration", false, "play the calibration game on the emulated machine")
	fs.BoolVar(&compareCores, "cores", false, "compare the cores of the emulated machine")
	o.rom = launch.MachineFlags(fs)
	c.RunE = cli.Run(func(ctx context.Context, streams *cli.IO, _ []string) error {
		switch {
		case compareCores:
			return o.compareCores(ctx, streams)
		case calibration:
			return o.calibrate(ctx, streams)
		}
		return o.compareEngines(ctx, streams)
	})
	return c
}

type benchOptions struct {
	names []string
	level int // 0: one for each that takes seconds, not minutes
	json  bool
	rom   *launch.Options
}

// Levels that take seconds.
const (
	machineLevel = 1
	nativeLevel  = 4
)

// compareCores measures each core with the same searches.
func (o *benchOptions) compareCores(ctx context.Context, streams *cli.IO) error {
	if o.rom.Core != "" {
		return cli.Usagef("--cores measures all cores, --core chooses one: want one of them")
	}
	engine, err := o.rom.Machine("rom")
	if err != nil {
		return err
	}
	level := sargon.Level(cmp.Or(o.level, machineLevel))
	progress := newProgressLine(streams.Err)
	show := func(core string, round, of int) {
		progress.show(fmt.Sprintf("%s, round %d of %d", core, round, of))
	}
	search := func(core z80.Core) (bench.Result, error) {
		engine.Machine().SetCore(core)
		return bench.Run(ctx, engine, level, nil)
	}
	results, err := bench.CompareCores(search, bench.Rounds, show)
	progress.show("")
	if err != nil {
		return err
	}
	if o.json {
		return files.JSONLines(results)(streams.Out)
	}
	err = bench.WriteCores(streams.Out, results)
	fmt.Fprintf(streams.Out, "ten searches at level %d: %d instructions, %d T-states on each; "+
		"the best round of each core\n", level, results[0].Instructions, results[0].TStates)
	return err
}

// compareEngines measures the engines in order.
func (o *benchOptions) compareEngines(ctx context.Context, streams *cli.IO) error {
	all := make([]sargon.Engine, len(o.names))
	for i, name := range o.names { // wrong names are reported before the work
		var err error
		if all[i], err = launch.OpenWitness(strings.TrimSpace(name), *o.rom); err != nil {
			return err
		}
	}
	progress := newProgressLine(streams.Err)
	var results []bench.Result
	var stopped error
	for _, engine := range all {
		level := cmp.Or(o.level, nativeLevel)
		if _, ok := emulated.FromEngine(engine); ok {
			level = cmp.Or(o.level, machineLevel)
		}
		r, err := bench.Run(ctx, engine, sargon.Level(level), func(i int) {
			progress.show(fmt.Sprintf("%s, level %d: position %d of %d",
				engine.Name(), level, i+1, len(bench.Positions)))
		})
		progress.show("")
		results = append(results, r)
		if errors.Is(err, context.Canceled) {
			fmt.Fprintf(streams.Err, "interrupted: %s did %d of %d positions\n",
				engine.Name(), r.Positions, len(bench.Positions))
			stopped = cli.ErrFailed
			break
		}
		if err != nil {
			return err
		}
	}
	var err error
	if o.json {
		err = files.JSONLines(results)(streams.Out)
	} else {
		err = bench.Write(streams.Out, results)
	}
	if err = errors.Join(stopped, err); err != nil {
		return err
	}
	return bench.SameSearches(results)
}

// calibrate plays the calibration game on a machine and prints its time.
func (o *benchOptions) calibrate(ctx context.Context, streams *cli.IO) error {
	engine, err := o.rom.Machine("rom")
	if err != nil {
		return err
	}
	started := time.Now()
	tStates, err := bench.Calibrate(ctx, engine)
	if err != nil {
		return err
	}
	took := time.Since(started)
	seconds := sargon.In1978(tStates).Seconds()
	fmt.Fprintln(streams.Out, "calibration game: the same 43 moves")
	fmt.Fprintf(streams.Out, "T-states          %d, the original %d: ratio %.3f\n",
		tStates, uint64(bench.CalibrationTStates), float64(tStates)/bench.CalibrationTStates)
	fmt.Fprintf(streams.Out, "at 1.79 MHz       %.0f s, measured on a computer built in 1983: %d s\n",
		seconds, bench.CalibrationSeconds)
	fmt.Fprintf(streams.Out, "here              %.1f s: %.0f times as fast\n",
		took.Seconds(), seconds/took.Seconds())
	return nil
}
