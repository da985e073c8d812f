package debugger

import (
	"context"
	"errors"

	"sargon78/sargon"
)

// Other is another engine at the same evaluation.
type Other struct {
	Name  string
	Index int          // number of the evaluation
	Step  *sargon.Step // nil: its search was over
	State *sargon.State
}

func other(c *call) error  { return errNoOther }
func origin(c *call) error { return errNoOther }

var errNoOther = errors.New("there is no other engine to compare with: see --against")

func save(c *call) error   { return nil }
func load(c *call) error   { return nil }
func states(c *call) error { return nil }

var _ = context.Background
