package front

import (
	"fmt"

	"sargon78/compare/cases"
	"sargon78/sargon/analysis"
	"sargon78/sargon/game"
)

// Answer says why Sargon made a move, or why not another one.
type Answer struct {
	Title     string
	Sentences []string
	// Case is the search of the move as the debugger takes it, and Evaluation the number of the evaluation
	// that decided. Case is empty if there was none.
	Case       string
	Evaluation uint64
}

// NewAnswer returns the answer about half-move i of a game.
func NewAnswer(g *game.Game, i int, r *analysis.Reasons) Answer {
	a := Answer{Title: "Why? " + r.Move, Sentences: r.Text(analysis.English), Evaluation: r.Evaluation}
	if r.Evaluation > 0 {
		c := cases.New(g.Start(), r.Level, g.Records()[:i]...)
		a.Case = c.String()
	}
	return a
}

// Command returns the command that opens the debugger at the evaluation that decided; it is empty if there
// is none.
func (a *Answer) Command() string {
	if a.Case == "" {
		return ""
	}
	return fmt.Sprintf("sargon debug --to 'eval %d' --case '%s'", a.Evaluation, a.Case)
}
