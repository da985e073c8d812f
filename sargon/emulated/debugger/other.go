package debugger

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

// Comparison is another engine's search of the same case, next to that of the program. Package
// compare makes one.
type Comparison interface {
	// Other names the engine, and tells the number of the evaluation at which it is compared.
	Other() (name string, evaluation int)
	// Rows compares what both hold, a row for each value.
	Rows() []Row
	// Origin goes back to the instruction that first wrote another value, and says which.
	Origin(context.Context) (string, error)
}

// Row is a line of a comparison.
type Row struct {
	Name, Program, Other string
	Differs              bool
}

// SetComparison adds another engine, for the commands other and origin.
func (d *Debugger) SetComparison(other Comparison) { d.comparison = other }

// Comparison returns what was given to Against, nil if nothing was.
func (d *Debugger) Comparison() Comparison { return d.comparison }

var errNoComparison = errors.New("there is no other engine to compare with: --against or --beside names one")

// otherCommand writes the comparison, with a star at what differs.
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
