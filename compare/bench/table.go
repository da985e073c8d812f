package bench

import (
	"fmt"
	"io"
	"text/tabwriter"

	"sargon78/emu/z80/cores"
	"sargon78/sargon"
	"sargon78/sargon/game"
)

// SameSearches returns an error if two engines have not done the same search at the same level.
func SameSearches(results []Result) error {
	first := map[sargon.Level]Result{}
	for _, r := range results {
		f, ok := first[r.Level]
		if !ok {
			first[r.Level] = r
		} else if f.Fingerprint != r.Fingerprint {
			return fmt.Errorf("%s and %s do not search the same at level %d; "+
				"`sargon compare --engines %s,%s` shows where",
				f.Engine, r.Engine, r.Level, f.Engine, r.Engine)
		}
	}
	return nil
}

// Write writes a table for a person; ratios are to the first of the results.
func Write(out io.Writer, results []Result) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "engine\tlevel\tevaluations\tseconds\tper second\tratio\t"+
		"T-states per evaluation\tin 1978\tfingerprint\t")
	for _, r := range results {
		perEval := "-"
		if r.TStates > 0 && r.Evals > 0 {
			perEval = fmt.Sprint(r.TStates / r.Evals)
		}
		name := r.Engine
		if _, told := cores.Cut(name); r.Core != "" && told == "" {
			name += " on " + r.Core
		}
		in1978 := sargon.Time1978{Duration: sargon.In1978(r.Original), About: r.About}
		fmt.Fprintf(w, "%s\t%d\t%d\t%.2f\t%.0f\t%.2f\t%s\t%s\t%s\t\n",
			name, r.Level, r.Evals, r.Seconds, r.EvalsPerS, r.EvalsPerS/results[0].EvalsPerS,
			perEval, game.About(in1978), r.Fingerprint)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(out, "in 1978: what the original took at %s\n", sargon.Clock1978)
	return err
}
