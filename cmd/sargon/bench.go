package main

import (
	"context"
	"flag"
	"strings"

	"sargon78/cmd/sargon/internal/bench"
	"sargon78/cmd/sargon/internal/cli"
	"sargon78/cmd/sargon/internal/engines"
	"sargon78/sargon"
)

var benchCommand = &cli.Command{
	Name:  "bench",
	Short: "how fast each engine is, and whether it still does the same search",
	Long: `
Searches ten fixed positions with each engine, one after the other, and prints
evaluations per second, a fingerprint of everything that was searched (one number that
must not change for a level), and the ratios between engines.

--calibration plays a game at level 2 that took 2664 s on a computer of 1983, and prints
how long the emulated machine takes at the same clock.

  sargon bench --engines 10x12,0x88 --level 5
  sargon bench --json
  sargon bench --calibration`,
	Setup: func(fs *flag.FlagSet) cli.Run {
		names := fs.String("engines", "rom,10x12,0x88", "`names` of engines with commas between")
		level := fs.Int("level", 0, "`level` 1–6 for all; 0 is 1 for a machine and 4 for native engines")
		asJSON := fs.Bool("json", false, "print one JSON object for each engine")
		calibration := fs.Bool("calibration", false, "play the calibration game on the emulated machine")
		rom := engines.RomFlags(fs)
		return func(ctx context.Context, io *cli.IO, args []string) error {
			if len(args) > 0 {
				return cli.Usagef("unexpected %q", args[0])
			}
			if *calibration {
				engine, err := engines.Open("rom", *rom)
				if err != nil {
					return err
				}
				return bench.Calibrate(ctx, io, engine)
			}
			var opened []sargon.Engine
			for name := range strings.SplitSeq(*names, ",") {
				engine, err := engines.Open(strings.TrimSpace(name), *rom)
				if err != nil {
					return err
				}
				opened = append(opened, engine)
			}
			return bench.Run(ctx, io, opened, sargon.Level(*level), *asJSON)
		}
	},
}
