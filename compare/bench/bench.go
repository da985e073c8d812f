// Package bench measures the speed of engines on fixed positions, and checks by the trace fingerprint
// that they still do the same search.
//
//	result, err := bench.Run(ctx, engine, 4, nil)
//	err = bench.SameSearches([]bench.Result{result, other})
//	err = bench.Write(os.Stdout, []bench.Result{result, other})
//
// Calibrate plays a game that was timed on a computer built in 1983. Playing strength is measured
// in package match.
package bench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"sargon78/emu/z80/cores"
	"sargon78/sargon"
	"sargon78/sargon/emulated"
	"sargon78/sargon/game"
)

// Positions are ten middle games on which engines are measured. They never change:
// their fingerprints are known.
var Positions = [...]string{
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 10",
	"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
	"2q1rr1k/3bbnnp/p2p1pp1/2pPp3/PpP1P1P1/1P2BNNP/2BQ1PRK/7R b - - 0 28",
	"r1b2rk1/2q1b1pp/p2ppn2/1p6/3QP3/1BN1B3/PPP3PP/R4RK1 w - - 0 14",
	"1nk1r1r1/pp2n1pp/4p3/q2pPp1N/b1pP1P2/B1P2R2/2P1B1PP/R2Q2K1 w - - 0 19",
	"3rr1k1/pp3pp1/1qn2np1/8/3p4/PP1R1P2/2P1NQPP/R1B3K1 b - - 0 20",
	"2r1nrk1/p2q1ppp/bp1p4/n1pPp3/P1P1P3/2PBB1N1/4QPPP/R4RK1 w - - 0 16",
	"r3r1k1/ppqb1ppp/8/4p1NQ/8/2P5/PP3PPP/R3R1K1 b - - 0 20",
	"r1bqk2r/pp2bppp/2p5/3pP3/P2Q1P2/2N1B3/1PP3PP/R4RK1 b kq - 0 13",
	"r2qnrnk/p2b2b1/1p1p2pp/2pPpp2/1PP1P3/PRNBB3/3QNPPP/5RK1 w - - 0 20",
}

// Result is what an engine did on the bench positions.
type Result struct {
	Engine          string       `json:"engine"`
	Core            string       `json:"core,omitempty"` // of a machine
	Level           sargon.Level `json:"level"`
	Positions       int          `json:"positions"`
	Evals           uint64       `json:"evals"`
	Seconds         float64      `json:"seconds"`
	EvalsPerS       float64      `json:"evals_per_s"`
	TStates         uint64       `json:"tstates,omitempty"` // of a machine
	OriginalTStates uint64       `json:"tstates_1978,omitempty"`
	Estimated       bool         `json:"estimated_1978,omitempty"` // Original is an estimate
	Fingerprint     string       `json:"fingerprint"`              // of all traces
}

// Run searches the bench positions at a level. each is called before a position with its number
// from 0; nil is allowed. When ctx ends, the result and its fingerprint are those of the positions
// done.
func Run(
	ctx context.Context, engine sargon.Engine, level sargon.Level, each func(i int),
) (Result, error) {
	r := Result{Engine: engine.Name(), Level: level}
	if program, ok := emulated.FromEngine(engine); ok {
		r.Core = program.Machine().Core().Name()
	}
	traces := sargon.EmptyTrace
	r.Fingerprint = traces.String()
	for i, fen := range Positions {
		if each != nil {
			each(i)
		}
		position, err := sargon.ParseFEN(fen)
		if err == nil {
			err = engine.SetPosition(position)
		}
		if err != nil {
			return r, err
		}
		started := time.Now()
		result, err := engine.Search(ctx, sargon.SearchOptions{Level: level})
		r.Seconds += time.Since(started).Seconds()
		r.Evals += result.Evals
		r.TStates += result.TStates
		r.OriginalTStates += result.OriginalTStates
		r.Estimated = r.Estimated || result.Estimated
		if r.Seconds > 0 {
			r.EvalsPerS = float64(r.Evals) / r.Seconds
		}
		if err != nil {
			return r, err
		}
		r.Positions++
		traces = traces.Join(result.Trace)
		r.Fingerprint = traces.String()
	}
	return r, nil
}

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
		if _, told := cores.SplitCore(name); r.Core != "" && told == "" {
			name += " on " + r.Core
		}
		in1978 := sargon.Time1978{Duration: sargon.In1978(r.OriginalTStates), Estimated: r.Estimated}
		fmt.Fprintf(w, "%s\t%d\t%d\t%.2f\t%.0f\t%.2f\t%s\t%s\t%s\t\n",
			name, r.Level, r.Evals, r.Seconds, r.EvalsPerS, r.EvalsPerS/results[0].EvalsPerS,
			perEval, game.FormatTime1978(in1978), r.Fingerprint)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(out, "in 1978: what the original took at %s\n", sargon.Clock1978)
	return err
}

// calibration is a game at level 2 that took 2664 s of the machine's thinking, as Black, on a
// computer built in 1983, timed in 2021, at sargon.Hertz1978 (spec/machine.md).
const calibration = `
	e2e4 e7e5 g1f3 b8c6 f1b5 d8f6 b1c3 a7a6 c3d5 f6d6 b5c4 g8f6 e1g1 b7b5 c4b3 f6e4
	f1e1 e4f6 d2d4 f6d5 d4e5 d6g6 f3h4 g6e6 b3d5 e6e7 h4f5 e7b4 c2c3 b4c5 c1e3 g7g6
	e3c5 g6f5 e5e6 f8c5 e6f7 e8f8 d1h5 f8g7 h5g5 g7f8 g5h6`

// What the calibration game took, for comparison.
const (
	CalibrationSeconds = 2664          // on real hardware, at sargon.Hertz1978
	CalibrationTStates = 4_763_212_886 // the original in emulation
)

// Calibrate plays the calibration game. It returns the T-states that a machine took for it, 0 of
// another engine; the error says where the engine plays another move.
func Calibrate(ctx context.Context, engine sargon.Engine) (uint64, error) {
	clock := func() uint64 { return 0 }
	if program, ok := emulated.FromEngine(engine); ok {
		clock = func() uint64 { return program.Machine().TStates }
	}
	if err := engine.SetPosition(sargon.StartPosition()); err != nil {
		return 0, err
	}
	before := clock()
	for i, text := range strings.Fields(calibration) {
		if i%2 == 1 {
			result, err := engine.Search(ctx, sargon.SearchOptions{Level: 2})
			if err != nil && !errors.Is(err, sargon.ErrNoLegalMove) {
				return 0, err
			}
			if got := result.Best.String(); got != text {
				return 0, fmt.Errorf("move %d: Black played %s in the calibration game, but %s plays %s",
					i/2+1, text, engine.Name(), got)
			}
		}
		m, err := sargon.ParseMove(text)
		if err == nil {
			err = engine.Play(m.From, m.To)
		}
		if err != nil {
			return 0, err
		}
	}
	return clock() - before, nil
}
