package front

import (
	"fmt"

	"sargon78/compare/cases"
	"sargon78/sargon/analysis"
	"sargon78/sargon/game"
)

// InsideCommand returns the command that opens the debugger at the evaluation that decided the value of a
// move; it is empty if there is none.
func InsideCommand(g *game.Game, i int, r *analysis.Reasons) string {
	if r.Evaluation == 0 {
		return ""
	}
	c := cases.New(g.Start(), r.Level, g.Records()[:i]...)
	return fmt.Sprintf("sargon debug --to 'eval %d' --case '%v'", r.Evaluation, &c)
}
