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
func other(c *call) error {
	if c.d.other == nil {
		return errNoOther
	}
	name, evaluation := c.d.other.Other()
	const row = "%s %-17s %-26s %s\n"
	var b strings.Builder
	fmt.Fprintf(&b, row, " ", fmt.Sprintf("evaluation %d", evaluation), c.d.image.Name, name)
	for _, r := range c.d.other.Rows() {
		mark := " "
		if r.Differs {
			mark = "*"
		}
		fmt.Fprintf(&b, row, mark, r.Name, r.Mine, r.Other)
	}
	if now := c.d.Evaluation(); now != evaluation && !c.d.Over() {
		fmt.Fprintf(&b, "  (this is at evaluation %d)\n", now)
	}
	return c.say(strings.TrimSuffix(b.String(), "\n"))
}

func origin(c *call) error {
	if c.d.other == nil {
		return errNoOther
	}
	found, err := c.d.other.Origin(c.ctx)
	if err != nil {
		return err
	}
	if found != "" {
		found += "\n"
	}
	return c.say(found + c.d.Where())
}
