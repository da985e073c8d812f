package debugger

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

// Comparison is another engine's search of the same case, beside that of the program. Package
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
	Name, Mine, Other string
	Differs           bool
}

// Against adds another engine, for the commands other and origin.
func (d *Debugger) Against(other Comparison) { d.other = other }

// Other returns what was given to Against, nil if nothing was.
func (d *Debugger) Other() Comparison { return d.other }

var errNoOther = errors.New("there is no other engine to compare with: --against names one")

// other writes the comparison, with a star at what differs.
func other(c *call) (string, error) {
	if c.other == nil {
		return "", errNoOther
	}
	name, evaluation := c.other.Other()
	line := func(mark, name, mine, other string) string {
		return fmt.Sprintf("%-1s %-17s %-26s %s", mark, name, mine, other)
	}
	lines := []string{line("", fmt.Sprintf("evaluation %d", evaluation), c.image.Name, name)}
	for _, r := range c.other.Rows() {
		mark := ""
		if r.Differs {
			mark = "*"
		}
		lines = append(lines, line(mark, r.Name, r.Mine, r.Other))
	}
	if now := c.Evaluation(); now != evaluation && !c.Over() {
		lines = append(lines, fmt.Sprintf("  (this is at evaluation %d)", now))
	}
	return strings.Join(lines, "\n"), nil
}

func origin(c *call) (string, error) {
	if c.other == nil {
		return "", errNoOther
	}
	found, err := c.other.Origin(c.ctx)
	return strings.TrimPrefix(found+"\n"+c.Where(), "\n"), err
}
