// Package analyze is the command `sargon analyze`: a search and, on demand, the static
// evaluation explained.
package analyze

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/compare"
	"sargon78/sargon"
)

// Options are the flags of the command.
type Options struct {
	Level    sargon.Level
	NoLimits bool
	JSON     bool
	Explain  bool
}

// report is the JSON object, and what the text is made of.
type report struct {
	Engine      string               `json:"engine"`
	FEN         string               `json:"fen"`
	Level       sargon.Level         `json:"level"`
	Best        string               `json:"best"`
	Score       sargon.Score         `json:"score"`
	Pawns       float64              `json:"pawns"`
	Meaning     string               `json:"meaning"`
	PV          []string             `json:"pv"`
	Root        []rootMove           `json:"root"`
	Evals       uint64               `json:"evals"`
	EvalsPerS   float64              `json:"evals_per_s"`
	Seconds     float64              `json:"seconds"`
	Trace       string               `json:"trace"`
	Generated   uint64               `json:"gens"`
	Records     int                  `json:"slots"`
	Dropped     uint64               `json:"overflow"`
	TStates     uint64               `json:"tstates,omitempty"`
	Seconds1978 float64              `json:"seconds_1978,omitempty"` // of the original
	About1978   bool                 `json:"about_1978,omitempty"`   // that is an estimate
	Explanation *compare.Explanation `json:"explanation,omitempty"`

	position sargon.Position
}

type rootMove struct {
	Move  string       `json:"move"`
	Value sargon.Value `json:"value"`
}

// Run analyses a position and prints what came of it.
func Run(ctx context.Context, streams *cli.IO, engine sargon.Engine, fen string, o Options) error {
	position, err := sargon.ParseFEN(fen)
	if err != nil {
		return err
	}
	options := sargon.SearchOptions{Level: o.Level, NoLimits: o.NoLimits}
	if err := options.Validate(false); err != nil {
		return &cli.UsageError{Err: err}
	}
	if err := engine.SetPosition(position); err != nil {
		return err
	}
	r := report{Engine: engine.Name(), FEN: fen, Level: o.Level, position: position}
	if o.Explain {
		x, err := engine.Examine(ctx)
		if err != nil {
			return err
		}
		e := compare.Explain(position, x)
		if !e.Consistent {
			return fmt.Errorf("the parts of the evaluation do not add up to the totals of %s: %+v", engine.Name(), x.Totals)
		}
		r.Explanation = &e
	}
	result, err := engine.Search(ctx, options)
	stopped := errors.Is(err, context.Canceled)
	if err != nil && !stopped && !errors.Is(err, sargon.ErrNoLegalMove) {
		return err
	}
	r.take(result)
	switch {
	case errors.Is(err, sargon.ErrNoLegalMove):
		r.Meaning = "stalemate: no legal move"
		if position.InCheck(position.Side) {
			r.Meaning = "mate: no legal move"
		}
	case stopped:
		r.Meaning += " (interrupted: the best so far)"
	}
	if err := r.print(streams.Out, o); err != nil {
		return err
	}
	if stopped {
		return cli.ErrFailed
	}
	return nil
}

func (r *report) take(result sargon.Result) {
	r.Best, r.Score, r.Pawns = result.Best.UCI(), result.Score, result.Score.Pawns()
	r.Meaning = meaning(result)
	for _, m := range result.PV {
		r.PV = append(r.PV, m.UCI())
	}
	for _, m := range result.Root {
		r.Root = append(r.Root, rootMove{Move: m.UCI(), Value: m.Value})
	}
	r.Evals, r.Seconds, r.Trace = result.Evals, result.Duration.Seconds(), result.Trace.String()
	if r.Seconds > 0 {
		r.EvalsPerS = float64(r.Evals) / r.Seconds
	}
	r.Generated, r.Records, r.Dropped = result.Gens, result.Records, result.Dropped
	r.TStates = result.TStates
	in1978 := result.In1978()
	r.Seconds1978, r.About1978 = in1978.Seconds(), in1978.About && in1978.Duration > 0
}

// meaning says a score in words.
func meaning(result sargon.Result) string {
	switch {
	case result.Book:
		return "a move from the book, nothing was searched"
	case result.Score == sargon.Mates:
		return "it mates"
	case result.Score == sargon.Mated:
		return "it is mated"
	}
	return fmt.Sprintf("%+.2f pawns for the side to move", result.Score.Pawns())
}

func (r *report) print(w io.Writer, o Options) error {
	if o.JSON {
		encoder := json.NewEncoder(w)
		encoder.SetIndent("", "  ")
		encoder.SetEscapeHTML(false)
		return encoder.Encode(r)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%v\n", r.position)
	if r.Explanation != nil {
		explain(&b, r.position, r.Explanation)
	}
	fmt.Fprintf(&b, "best move     %s\n", r.Best)
	fmt.Fprintf(&b, "score         %d (%s)\n", r.Score, r.Meaning)
	fmt.Fprintf(&b, "line          %s\n", strings.Join(r.PV, " "))
	fmt.Fprintf(&b, "evaluations   %d in %v, %.0f a second; level %d, engine %s\n", r.Evals,
		time.Duration(r.Seconds*float64(time.Second)).Round(time.Microsecond), r.EvalsPerS, r.Level, r.Engine)
	fmt.Fprintf(&b, "fingerprint   %s\n", r.Trace)
	if r.Seconds1978 > 0 {
		about := ""
		if r.About1978 {
			about = "about "
		}
		fmt.Fprintf(&b, "in 1978       %s%v (at %s)\n", about,
			time.Duration(r.Seconds1978*float64(time.Second)).Round(100*time.Millisecond), sargon.Clock1978)
	}
	if r.TStates > 0 {
		fmt.Fprintf(&b, "T-states      %d, of this program\n", r.TStates)
	}
	if r.Dropped > 0 {
		fmt.Fprintf(&b, "list area     full: %d moves were silently left out, as in 1978\n", r.Dropped)
	}
	r.printRoot(&b)
	_, err := io.WriteString(w, b.String())
	return err
}

// printRoot lists the first ply in the order in which it was tried.
func (r *report) printRoot(b *strings.Builder) {
	if len(r.Root) == 0 {
		return
	}
	if r.Level == 1 {
		b.WriteString("first ply     (at level 1 moves are tried as they are generated)\n")
	} else {
		b.WriteString("first ply     (value: lower is better for the mover, 128 is even, 0 is illegal)\n")
	}
	for i, m := range r.Root {
		if i%8 == 0 {
			b.WriteString("   ")
		}
		fmt.Fprintf(b, " %5s %3d", m.Move, m.Value)
		if i%8 == 7 || i == len(r.Root)-1 {
			b.WriteByte('\n')
		} else {
			b.WriteByte(' ')
		}
	}
}
