package debugger

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

// Comparison is the search of another engine in the same case, next to that of the program. Package
// compare makes one.
type Comparison interface {
	// Other returns the name of the engine, and the number of the evaluation at which it is compared.
	Other() (name string, evaluation int)
	// Rows compares the values of both, a row for each value.
	Rows() []Row
	// Origin goes back to the instruction that first wrote a different value, and returns a text about
	// it.
	Origin(context.Context) (string, error)
}

// Row is a line of a comparison.
type Row struct {
	Name, Program, Other string
	Differs              bool
}

// SetComparison adds another engine, for the commands other and origin.
func (d *Debugger) SetComparison(other Comparison) { d.comparison = other }

// Comparison returns the argument of SetComparison, nil if there was none.
func (d *Debugger) Comparison() Comparison { return d.comparison }

var errNoComparison = errors.New("there is no other engine to compare with: --against or --beside names one")

// otherCommand returns the comparison as text, with a star where the values differ.
func otherCommand(c *call) (string, error) {
	if c.comparison == nil {
		return "", errNoComparison
	}
	name, evaluation := c.comparison.Other()
	line := func(mark, name, mine, other string) string {
		return fmt.Sprintf("%-1s %-17s %-26s %s", mark, name, mine, other)
	}
	lines := []string{line("", fmt.Sprintf("evaluation %d", evaluation), c.image.Name, name)}
	for _, r := range c.comparison.Rows() {
		mark := ""
		if r.Differs {
			mark = "*"
		}
		lines = append(lines, line(mark, r.Name, r.Program, r.Other))
	}
	if now := c.Evaluation(); now != evaluation && !c.SearchOver() {
		lines = append(lines, fmt.Sprintf("  (this is at evaluation %d)", now))
	}
	return strings.Join(lines, "\n"), nil
}

func originCommand(c *call) (string, error) {
	if c.comparison == nil {
		return "", errNoComparison
	}
	found, err := c.comparison.Origin(c.ctx)
	return strings.TrimPrefix(found+"\n"+c.Where(), "\n"), err
}
