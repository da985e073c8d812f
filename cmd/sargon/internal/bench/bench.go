// Package bench is the command `sargon bench`.
package bench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"text/tabwriter"
	"time"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/compare"
	"sargon78/sargon"
	"sargon78/sargon/emulated"
	"sargon78/sargon/game"
)

// Levels that take seconds, not minutes.
const (
	machineLevel = 1
	nativeLevel  = 4
)

// Run measures the engines in order. Level 0 chooses one for each.
func Run(ctx context.Context, streams *cli.IO, engines []sargon.Engine, level sargon.Level, asJSON bool) error {
	if level != 0 {
		if err := (sargon.SearchOptions{Level: level}).Validate(false); err != nil {
			return &cli.UsageError{Err: err}
		}
	}
	progress := cli.IsTerminal(streams.Err)
	var results []compare.BenchResult
	for _, engine := range engines {
		at := level
		if at == 0 {
			at = nativeLevel
			if _, ok := engine.(emulated.OnMachine); ok {
				at = machineLevel
			}
		}
		r, err := compare.Bench(ctx, engine, at, func(i int) {
			if progress {
				fmt.Fprintf(streams.Err, "\r\x1b[K%s, level %d: position %d of %d", engine.Name(), at, i+1, len(compare.BenchPositions))
			}
		})
		if progress {
			fmt.Fprint(streams.Err, "\r\x1b[K")
		}
		results = append(results, r)
		if errors.Is(err, context.Canceled) {
			fmt.Fprintf(streams.Err, "interrupted: %s did %d of %d positions\n", engine.Name(), r.Positions, len(compare.BenchPositions))
			printResults(streams, results, asJSON)
			return cli.ErrFailed
		}
		if err != nil {
			return err
		}
	}
	printResults(streams, results, asJSON)
	return sameFingerprints(results)
}

// sameFingerprints is the least that engines owe each other.
func sameFingerprints(results []compare.BenchResult) error {
	first := map[sargon.Level]compare.BenchResult{}
	for _, r := range results {
		f, ok := first[r.Level]
		if !ok {
			first[r.Level] = r
			continue
		}
		if f.Fingerprint != r.Fingerprint {
			return fmt.Errorf("%s and %s do not search the same at level %d; `sargon compare --engines %s,%s` shows where", f.Engine, r.Engine, r.Level, f.Engine, r.Engine)
		}
	}
	return nil
}

func printResults(streams *cli.IO, results []compare.BenchResult, asJSON bool) {
	if asJSON {
		encoder := json.NewEncoder(streams.Out)
		for _, r := range results {
			_ = encoder.Encode(r) // a struct of numbers and strings
		}
		return
	}
	w := tabwriter.NewWriter(streams.Out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "engine\tlevel\tevaluations\tseconds\tper second\tratio\tT-states per evaluation\tin 1978\tfingerprint\t")
	for _, r := range results {
		perEval := "-"
		if r.TStates > 0 && r.Evals > 0 {
			perEval = fmt.Sprint(r.TStates / r.Evals)
		}
		in1978 := sargon.Time1978{Duration: sargon.In1978(r.Original), About: r.About}
		fmt.Fprintf(w, "%s\t%d\t%d\t%.2f\t%.0f\t%.2f\t%s\t%s\t%s\t\n", r.Engine, r.Level, r.Evals, r.Seconds, r.EvalsPerS,
			r.EvalsPerS/results[0].EvalsPerS, perEval, game.About(in1978), r.Fingerprint)
	}
	w.Flush()
	fmt.Fprintf(streams.Out, "in 1978: what the original took at %s\n", sargon.Clock1978)
}

// Calibrate plays the calibration game on a machine and prints its time.
func Calibrate(ctx context.Context, streams *cli.IO, engine sargon.Engine) error {
	machine, ok := engine.(emulated.OnMachine)
	if !ok {
		return cli.Usagef("%s has no clock: the calibration game needs a machine", engine.Name())
	}
	started := time.Now()
	tStates, err := compare.Calibrate(ctx, engine, func() uint64 { return machine.Machine().TStates })
	if err != nil {
		return err
	}
	took := time.Since(started)
	seconds := sargon.In1978(tStates).Seconds()
	fmt.Fprintf(streams.Out, "calibration game: the same 43 moves\n")
	fmt.Fprintf(streams.Out, "T-states          %d, the original %d: ratio %.3f\n", tStates, uint64(compare.CalibrationTStates), float64(tStates)/compare.CalibrationTStates)
	fmt.Fprintf(streams.Out, "at 1.79 MHz       %.0f s, measured on a computer of 1983: %d s\n", seconds, compare.CalibrationSeconds1983)
	fmt.Fprintf(streams.Out, "here              %.1f s: %.0f times as fast\n", took.Seconds(), seconds/took.Seconds())
	return nil
}
