package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/cmd/sargon/internal/launch"
	"sargon78/compare/bench"
	"sargon78/emu/z80"
	"sargon78/sargon"
	"sargon78/sargon/emulated"
)

func benchCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "bench",
		Short: "how fast each engine is, and whether it still does the same search",
		Long: `
Searches ten fixed positions with each engine, one after the other, and prints
evaluations per second, a fingerprint of everything that was searched (one number that
must not change for a level), and the ratios between engines.

--cores compares the cores of the emulated machine, which execute its instructions: each
does the same searches, and the fingerprints prove it. Compare numbers of one run only.

--calibration plays a game at level 2 that took 2664 s on a computer built in 1983
(timed in 2021), and prints how long the emulated machine takes at the same clock.

In one run with --level 3, on a small shared machine: the emulated machine 8 776 evaluations
a second, 10x12 61 155, 0x88 407 668, sets 1 335 580; at 1.79 MHz our ROM makes three. With
--cores, in another: library 25 million instructions a second, interpreter 163, translator 489.

  sargon bench --engines 10x12,0x88,sets --level 5
  sargon bench --json
  sargon bench --cores
  sargon bench --calibration`,
		Args: cli.NoArgs,
	}
	fs := c.Flags()
	names := fs.String("engines", strings.Join(sargon.EngineNames, ","),
		"`names` of engines with commas between")
	level := fs.Int("level", 0,
		"`level` 1–6 for all; 0 is 1 for a machine and 4 for native engines")
	asJSON := fs.Bool("json", false, "print one JSON object for each engine")
	calibration := fs.Bool("calibration", false, "play the calibration game on the emulated machine")
	compareCores := fs.Bool("cores", false, "compare the cores of the emulated machine")
	rom := launch.MachineFlags(fs)
	c.RunE = cli.Run(func(ctx context.Context, streams *cli.IO, args []string) error {
		if *compareCores {
			at := cmp.Or(sargon.Level(*level), machineLevel)
			return benchCores(ctx, streams, *rom, at, *asJSON)
		}
		if *calibration {
			engine, err := launch.Open("rom", *rom)
			if err != nil {
				return err
			}
			return calibrate(ctx, streams, engine)
		}
		var opened []sargon.Engine
		for name := range strings.SplitSeq(*names, ",") {
			engine, err := launch.Open(strings.TrimSpace(name), *rom)
			if err != nil {
				return err
			}
			opened = append(opened, engine)
		}
		return runBench(ctx, streams, opened, sargon.Level(*level), *asJSON)
	})
	return c
}

// benchCores compares the cores.
func benchCores(
	ctx context.Context, streams *cli.IO, o launch.Options, level sargon.Level, asJSON bool,
) error {
	if err := checkLevel(level); err != nil {
		return err
	}
	if o.Core != "" {
		return cli.Usagef("--cores measures all cores, --core chooses one: want one of them")
	}
	image, err := o.Image()
	if err != nil {
		return err
	}
	engine, err := o.New("rom", image)
	if err != nil {
		return err
	}
	progress := liveOn(streams.Err)
	show := func(core string, round, of int) {
		progress.show(fmt.Sprintf("%s, round %d of %d", core, round, of))
	}
	search := func(core z80.Core) (bench.Result, error) {
		engine.Machine().SetCore(core)
		return bench.Run(ctx, engine, level, nil)
	}
	results, err := bench.Cores(search, bench.Rounds, show)
	progress.show("")
	if err != nil {
		return err
	}
	if asJSON {
		return writeObjects(streams.Out, results)
	}
	err = bench.WriteCores(streams.Out, results)
	fmt.Fprintf(streams.Out, "ten searches at level %d: %d instructions, %d T-states on each; "+
		"the best round of each core\n", level, results[0].Instructions, results[0].TStates)
	return err
}

func checkLevel(level sargon.Level) error {
	if err := (sargon.SearchOptions{Level: level}).Validate(false); err != nil {
		return &cli.UsageError{Err: err}
	}
	return nil
}

// Levels that take seconds, not minutes.
const (
	machineLevel = 1
	nativeLevel  = 4
)

// runBench measures the engines in order. Level 0 chooses one for each.
func runBench(
	ctx context.Context, streams *cli.IO, all []sargon.Engine, level sargon.Level, asJSON bool,
) error {
	if level != 0 {
		if err := checkLevel(level); err != nil {
			return err
		}
	}
	progress := liveOn(streams.Err)
	var results []bench.Result
	for _, engine := range all {
		at := level
		if at == 0 {
			at = nativeLevel
			if _, ok := emulated.Of(engine); ok {
				at = machineLevel
			}
		}
		r, err := bench.Run(ctx, engine, at, func(i int) {
			progress.show(fmt.Sprintf("%s, level %d: position %d of %d",
				engine.Name(), at, i+1, len(bench.Positions)))
		})
		progress.show("")
		results = append(results, r)
		if errors.Is(err, context.Canceled) {
			fmt.Fprintf(streams.Err, "interrupted: %s did %d of %d positions\n",
				engine.Name(), r.Positions, len(bench.Positions))
			return errors.Join(writeBench(streams.Out, results, asJSON), cli.ErrFailed)
		}
		if err != nil {
			return err
		}
	}
	if err := writeBench(streams.Out, results, asJSON); err != nil {
		return err
	}
	return bench.SameSearches(results)
}

func writeBench(out io.Writer, results []bench.Result, asJSON bool) error {
	if !asJSON {
		return bench.Write(out, results)
	}
	return writeObjects(out, results)
}

// writeObjects writes JSON, an object a line.
func writeObjects[T any](out io.Writer, results []T) error {
	encoder := json.NewEncoder(out)
	for _, r := range results {
		if err := encoder.Encode(r); err != nil {
			return err
		}
	}
	return nil
}

// calibrate plays the calibration game on a machine and prints its time.
func calibrate(ctx context.Context, streams *cli.IO, engine sargon.Engine) error {
	program, ok := emulated.Of(engine)
	if !ok {
		return cli.Usagef("%s has no clock: the calibration game needs a machine", engine.Name())
	}
	started := time.Now()
	clock := func() uint64 { return program.Machine().TStates }
	tStates, err := bench.Calibrate(ctx, engine, clock)
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
