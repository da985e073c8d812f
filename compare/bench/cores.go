package bench

import (
	"fmt"
	"io"
	"slices"
	"text/tabwriter"

	"sargon78/emu/z80"
	"sargon78/emu/z80/cores"
	"sargon78/sargon"
)

// CoreResult is what a core of the machine did.
type CoreResult struct {
	Core         string  `json:"core"`
	Instructions uint64  `json:"instructions"`
	TStates      uint64  `json:"tstates"`
	Seconds      float64 `json:"seconds"` // of the shortest round
	PerSecond    float64 `json:"instructions_per_s"`
	Ratio        float64 `json:"ratio"` // to the referee
	Fingerprint  string  `json:"fingerprint"`

	Level sargon.Level `json:"level"`
}

// Rounds is how often each core should work: the fastest round counts.
const Rounds = 3

// CompareCores has all cores do the same work by turns, the referee first. It returns an error if one of
// them does other work, or takes other T-states. each is called before a core begins, with the
// number of the round from 1.
func CompareCores(
	work func(z80.Core) (Result, error), rounds int, each func(core string, round, of int),
) ([]CoreResult, error) {
	counter := &instructionCounter{Core: &z80.Interpreter{}}
	each("counting instructions", 1, 1)
	counted, err := work(counter)
	if err != nil {
		return nil, err
	}
	others := slices.DeleteFunc(cores.Names(), func(name string) bool { return name == cores.ReferenceCore })
	names := append([]string{cores.ReferenceCore}, others...)
	results := make([]CoreResult, len(names))
	for round := range rounds {
		for i, name := range names {
			each(name, round+1, rounds)
			core, err := cores.New(name)
			if err != nil {
				return nil, err
			}
			w, err := work(core)
			if err != nil {
				return nil, err
			}
			if w.Fingerprint != counted.Fingerprint || w.TStates != counted.TStates {
				return nil, fmt.Errorf("the core %s does not do what the others do: trace %s in %d "+
					"T-states instead of %s in %d",
					name, w.Fingerprint, w.TStates, counted.Fingerprint, counted.TStates)
			}
			best := w.Seconds
			if round > 0 {
				best = min(best, results[i].Seconds)
			}
			results[i] = CoreResult{
				Core: name, Instructions: counter.n, TStates: w.TStates, Seconds: best,
				PerSecond: float64(counter.n) / best, Fingerprint: w.Fingerprint, Level: w.Level,
			}
			results[i].Ratio = results[0].Seconds / best
		}
	}
	return results, nil
}

// instructionCounter is a core that counts instructions: it lets one pass at a time.
type instructionCounter struct {
	z80.Core
	n uint64
}

func (c *instructionCounter) Run(s *z80.Chip, _ uint64) z80.Reason {
	c.n++
	return c.Core.Run(s, s.TStates+1)
}

// WriteCores writes a table for a person.
func WriteCores(out io.Writer, results []CoreResult) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(w, "core\tinstructions/s\tratio to %s\tMHz\tseconds\tfingerprint\t\n", cores.ReferenceCore)
	for _, m := range results {
		fmt.Fprintf(w, "%s\t%.0f M\t%.2f\t%.0f\t%.2f\t%s\t\n", m.Core, m.PerSecond/1e6, m.Ratio,
			float64(m.TStates)/m.Seconds/1e6, m.Seconds, m.Fingerprint)
	}
	return w.Flush()
}
