// Package analysis says what an engine thinks of a position, number by number.
//
//	a, err := analysis.Analyze(ctx, engine, fen, analysis.Options{Level: 3, Explain: true})
//	err = a.Write(os.Stdout)
//	x, err := engine.Examine(ctx)
//	e := analysis.Explain(position, x)
//
//	study, err := analysis.NewStudy(ctx, engine, game, sargon.SearchOptions{Level: 3})
//	reasons, err := study.Why(ctx)
//	fmt.Println(reasons)
//
// An Analysis is a search and, on request, the static evaluation of the position explained. A Study is a
// search that answers why it chose a move, and why not another, in sentences. Where two engines differ,
// package compare explains.
package analysis

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"sargon78/sargon"
	"sargon78/sargon/game"
)

// Options say how a position is analyzed.
type Options struct {
	Level    sargon.Level
	NoLimits bool // without the limits of 1978, see sargon.SearchOptions
	Explain  bool // explain the static evaluation too

	Why    bool   // say why the best move is the best
	WhyNot string // say why this move is not, in any notation; "" for none
}

// Analysis is what an engine thinks of a position. As JSON it is an object.
type Analysis struct {
	Engine        string       `json:"engine"`
	FEN           string       `json:"fen"`
	Level         sargon.Level `json:"level"`
	Book          string       `json:"book,omitempty"` // the move that would be played unsearched
	Best          string       `json:"best"`
	Score         sargon.Score `json:"score"`
	Pawns         float64      `json:"pawns"`
	Meaning       string       `json:"meaning"`
	PV            []string     `json:"pv"`
	Root          []RootMove   `json:"root"`
	Evals         uint64       `json:"evals"`
	EvalsPerS     float64      `json:"evals_per_s"`
	Seconds       float64      `json:"seconds"`
	Trace         string       `json:"trace"`
	Generated     uint64       `json:"gens"`
	Records       int          `json:"records"`
	Dropped       uint64       `json:"dropped"`
	TStates       uint64       `json:"tstates,omitempty"`
	Seconds1978   float64      `json:"seconds_1978,omitempty"`   // of the original
	Estimated1978 bool         `json:"estimated_1978,omitempty"` // that is an estimate
	Explanation   *Explanation `json:"explanation,omitempty"`
	Why           []string     `json:"why,omitempty"`     // in sentences
	WhyNot        []string     `json:"why_not,omitempty"` // likewise

	position sargon.Position
}

// RootMove is a move of the first ply, with the value that the search gave it.
type RootMove struct {
	Move  string       `json:"move"`
	Value sargon.Value `json:"value"`
}

// Analyze analyzes a position. When ctx ends during the search, the analysis holds the best so
// far, and the error is that of ctx. Other errors: the FEN, options that make no sense, or
// a failure of the engine; then there is no analysis.
func Analyze(ctx context.Context, engine sargon.Engine, fen string, o Options) (*Analysis, error) {
	position, err := sargon.ParseFEN(fen)
	if err != nil {
		return nil, err
	}
	if err := engine.SetPosition(position); err != nil {
		return nil, err
	}
	a := &Analysis{Engine: engine.Name(), FEN: fen, Level: o.Level, position: position}
	if o.Explain {
		x, err := engine.Examine(ctx)
		if err != nil {
			return nil, err
		}
		e := Explain(position, x)
		if !e.Consistent {
			return nil, fmt.Errorf("the parts of the evaluation do not add up to the totals of %s: %+v",
				engine.Name(), x.Totals)
		}
		a.Explanation = &e
	}
	search := sargon.SearchOptions{Level: o.Level, NoLimits: o.NoLimits}
	result, err := engine.Search(ctx, search)
	if result.Book { // which says nothing of the position
		a.Book, search.NoBook = result.Best.UCI(), true
		result, err = engine.Search(ctx, search)
	}
	a.setResult(result)
	switch {
	case errors.Is(err, sargon.ErrNoLegalMove):
		err = nil
		if o.Why || o.WhyNot != "" {
			a.Why = []string{"There is no legal move to ask about."}
		}
		a.Meaning = "stalemate: no legal move"
		if position.InCheck(position.Side) {
			a.Meaning = "mate: no legal move"
		}
	case errors.Is(err, context.Canceled):
		a.Meaning += " (interrupted: the best so far)"
	case err != nil:
		return nil, err
	case o.Why || o.WhyNot != "":
		err = a.answer(ctx, engine, o)
	}
	return a, err
}

// answer fills in why the best move is the best, and why another is not.
func (a *Analysis) answer(ctx context.Context, engine sargon.Engine, o Options) error {
	g, err := game.FromFEN(a.FEN)
	if err != nil {
		return err
	}
	var not game.Move
	if o.WhyNot != "" {
		if not, err = g.ParseMove(o.WhyNot); err != nil {
			return err
		}
	}
	s, err := NewStudy(ctx, engine, g, sargon.SearchOptions{Level: o.Level, NoLimits: o.NoLimits, NoBook: true})
	if err != nil {
		return err
	}
	if o.Why {
		r, err := s.Why(ctx)
		if err != nil {
			return err
		}
		a.Why = r.Text(English)
	}
	if o.WhyNot != "" {
		r, err := s.WhyNot(ctx, not)
		if err != nil {
			return err
		}
		a.WhyNot = r.Text(English)
	}
	return nil
}

// setResult copies the result of a search into the analysis, in the form in which it is printed.
func (a *Analysis) setResult(result sargon.Result) {
	a.Best, a.Score, a.Pawns = result.Best.UCI(), result.Score, result.Score.Pawns()
	a.Meaning = meaning(result)
	for _, m := range result.PV {
		a.PV = append(a.PV, m.UCI())
	}
	for _, m := range result.Root {
		a.Root = append(a.Root, RootMove{Move: m.UCI(), Value: m.Value})
	}
	a.Evals, a.Seconds, a.Trace = result.Evals, result.Duration.Seconds(), result.Trace.String()
	if a.Seconds > 0 {
		a.EvalsPerS = float64(a.Evals) / a.Seconds
	}
	a.Generated, a.Records, a.Dropped = result.Gens, result.Records, result.Dropped
	a.TStates = result.TStates
	in1978 := result.In1978()
	a.Seconds1978, a.Estimated1978 = in1978.Seconds(), in1978.Estimated && in1978.Duration > 0
}

// meaning puts a score into words.
func meaning(result sargon.Result) string {
	switch {
	case result.Score == sargon.Mates:
		return "it mates"
	case result.Score == sargon.Mated:
		return "it is mated"
	}
	return fmt.Sprintf("%+.2f pawns for the side to move", result.Score.Pawns())
}

// Write writes the analysis as text.
func (a *Analysis) Write(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%v\n", a.position)
	if a.Explanation != nil {
		explain(&b, a.position, a.Explanation)
	}
	if a.Book != "" {
		fmt.Fprintf(&b, "from the book %s, in a game; here it searches\n", a.line(a.Book)[0])
	}
	best := "none"
	if a.Best != (sargon.Move{}).String() {
		best = a.line(a.Best)[0]
	}
	fmt.Fprintf(&b, "best move     %s\n", best)
	fmt.Fprintf(&b, "score         %d (%s)\n", a.Score, a.Meaning)
	fmt.Fprintf(&b, "line          %s\n", strings.Join(a.line(a.PV...), " "))
	fmt.Fprintf(&b, "evaluations   %d in %v, %.0f a second; level %d, engine %s\n", a.Evals,
		time.Duration(a.Seconds*float64(time.Second)).Round(time.Microsecond), a.EvalsPerS,
		a.Level, a.Engine)
	fmt.Fprintf(&b, "fingerprint   %s\n", a.Trace)
	if a.Seconds1978 > 0 {
		about, in1978 := "", fmt.Sprintf("%.1f s", a.Seconds1978)
		if a.Estimated1978 {
			about = "about "
		}
		if a.Seconds1978 >= 60 {
			in1978 = sargon.FormatDuration(time.Duration(a.Seconds1978 * float64(time.Second)))
		}
		fmt.Fprintf(&b, "in 1978       %s%s (at %s)\n", about, in1978, sargon.Clock1978)
	}
	if a.TStates > 0 {
		fmt.Fprintf(&b, "T-states      %d, of this program\n", a.TStates)
	}
	if a.Dropped > 0 {
		fmt.Fprintf(&b, "list area     full: %d moves were silently left out, as in 1978\n", a.Dropped)
	}
	a.printRoot(&b)
	for _, answer := range [][]string{a.Why, a.WhyNot} {
		if len(answer) > 0 {
			fmt.Fprintf(&b, "\n%s\n", strings.Join(answer, "\n"))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// line writes moves, one after the other, as players do; from the first one that is not legal on it
// leaves them as they are, by their squares.
func (a *Analysis) line(all ...string) []string {
	g, err := game.FromFEN(a.FEN)
	if err != nil {
		return all
	}
	var moves []game.Move
	for _, text := range all {
		m, _ := game.ParseUCI(text) // what is none ends the line
		moves = append(moves, m)
	}
	_, san := g.Line(moves)
	return append(san, all[len(san):]...)
}

// printRoot lists the first ply in the order in which its moves were tried. At level 1 they have no
// values, and their order is that in which they are generated.
func (a *Analysis) printRoot(b *strings.Builder) {
	if len(a.Root) == 0 || a.Level == 1 {
		return
	}
	b.WriteString("first ply     (value: lower is better for the mover, 128 is even, 0 is illegal)")
	for i, m := range a.Root {
		if i%6 == 0 {
			b.WriteString("\n   ")
		}
		fmt.Fprintf(b, "%8s %3d", a.line(m.Move)[0], m.Value)
	}
	b.WriteByte('\n')
}
