package bench

import (
	"context"
	"fmt"
	"io"
	"text/tabwriter"

	"sargon78/emu"
	"sargon78/emu/chip"
	"sargon78/emu/cores"
	"sargon78/emu/interpreter"
	"sargon78/sargon"
	"sargon78/sargon/emulated"
)

// CoreResult is what a core did on the bench positions.
type CoreResult struct {
	Core         string       `json:"core"`
	Level        sargon.Level `json:"level"`
	Instructions uint64       `json:"instructions"`
	TStates      uint64       `json:"tstates"`
	Seconds      float64      `json:"seconds"` // of the shortest round
	PerSecond    float64      `json:"instructions_per_s"`
	Ratio        float64      `json:"ratio"` // to the referee
	Fingerprint  string       `json:"fingerprint"`
}

// CoreRounds is how often each core should search: the fastest round counts.
const CoreRounds = 3

// Cores measures all cores of the machine by turns, on the same searches, the referee first. It
// returns an error if one of them does another search, or takes other T-states. each is called
// before a core begins, with the number of the round from 1.
func Cores(
	ctx context.Context, engine *emulated.Engine, level sargon.Level, rounds int,
	each func(core string, round, of int),
) ([]CoreResult, error) {
	counter := &counter{Core: interpreter.Core{}}
	engine.Machine().SetCore(counter)
	each("counting instructions", 1, 1)
	counted, err := Run(ctx, engine, level, nil)
	if err != nil {
		return nil, err
	}
	var results []CoreResult
	for _, name := range append([]string{cores.Referee}, cores.Names()...) {
		if len(results) == 0 || name != cores.Referee {
			results = append(results, CoreResult{
				Core: name, Level: level, Instructions: counter.n, TStates: counted.TStates,
				Fingerprint: counted.Fingerprint,
			})
		}
	}
	for round := range rounds {
		for i := range results {
			each(results[i].Core, round+1, rounds)
			if err := results[i].measure(ctx, engine); err != nil {
				return nil, err
			}
		}
	}
	for i := range results {
		r := &results[i]
		r.PerSecond = float64(r.Instructions) / r.Seconds
		r.Ratio = results[0].Seconds / r.Seconds
	}
	return results, nil
}

// measure searches once more, and keeps the time if it is the shortest.
func (r *CoreResult) measure(ctx context.Context, engine *emulated.Engine) error {
	core, err := cores.New(r.Core)
	if err != nil {
		return err
	}
	engine.Machine().SetCore(core)
	run, err := Run(ctx, engine, r.Level, nil)
	if err != nil {
		return err
	}
	if run.Fingerprint != r.Fingerprint || run.TStates != r.TStates {
		return fmt.Errorf("the core %s does not do what the others do: trace %s in %d T-states "+
			"instead of %s in %d", r.Core, run.Fingerprint, run.TStates, r.Fingerprint, r.TStates)
	}
	if r.Seconds == 0 || run.Seconds < r.Seconds {
		r.Seconds = run.Seconds
	}
	return nil
}

// counter is a core that counts instructions: it lets one pass at a time.
type counter struct {
	emu.Core
	n uint64
}

func (c *counter) Run(s *chip.State, _ uint64) {
	c.n++
	c.Core.Run(s, s.TStates+1)
}

// WriteCores writes a table for a person.
func WriteCores(out io.Writer, results []CoreResult) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(w, "core\tinstructions/s\tratio to %s\tMHz\tseconds\tfingerprint\t\n", cores.Referee)
	for _, r := range results {
		fmt.Fprintf(w, "%s\t%.0f M\t%.2f\t%.0f\t%.2f\t%s\t\n", r.Core, r.PerSecond/1e6, r.Ratio,
			float64(r.TStates)/r.Seconds/1e6, r.Seconds, r.Fingerprint)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(out, "ten searches at level %d: %d instructions, %d T-states on each; "+
		"the best round of each core\n",
		results[0].Level, results[0].Instructions, results[0].TStates)
	return err
}
