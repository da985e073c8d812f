package prove

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"sargon78/compare/routine"
	"sargon78/sargon/emulated/debugger"
)

// AttachTo compares each call of a routine in the search of a debugger with the rule, and goes to the
// beginning of the first call that differs. The debugger can then go to the instruction in this call that
// left what differs. AttachTo returns what it found. There is an error if the program does not have the
// routine, or if the search fails.
func AttachTo(ctx context.Context, d *debugger.Debugger, name string) (said string, err error) {
	name, r, err := liveNamed(d, name)
	if err != nil {
		return "", err
	}
	watch, err := routine.Beside(d.Machine(), routine.BesideOptions{}, r)
	if err != nil {
		return "", err
	}
	_, err = d.GoTo(ctx, math.MaxUint64)
	watch.Close()
	count := watch.Counts()[0]
	var differs *routine.Difference
	switch {
	case err != nil && !errors.As(err, &differs):
		return "", err
	case differs == nil:
		return fmt.Sprintf("%s: %s in this search, no difference", name, counted(count.Calls, "call")), nil
	}
	if _, err := d.GoTo(ctx, differs.Began); err != nil {
		return "", err
	}
	d.SetComparison(&callInDebugger{d, differs})
	return differs.Error(), nil
}

// liveNamed returns the declaration of a routine for the program of a debugger.
func liveNamed(d *debugger.Debugger, wanted string) (name string, r *routine.Routine, err error) {
	for name, c := range contracts {
		if !strings.EqualFold(name, wanted) || name != c.label {
			continue
		}
		if declare(d.Image(), name, c).missing != "" {
			return "", nil, fmt.Errorf("the program has no label %s; --labels FILE gives more", name)
		}
		return name, live(d.Image(), name), nil
	}
	return "", nil, fmt.Errorf("there is no routine %q; `sargon prove --list` lists them", wanted)
}

// callInDebugger is a call that differs, for the debugger to show next to what the rule says.
type callInDebugger struct {
	*debugger.Debugger
	*routine.Difference
}

// Other returns the name of what the call is compared with, and the evaluation at which the debugger stands.
func (c *callInDebugger) Other() (name string, evaluation int) { return "the page", c.Evaluation() }

// Rows returns what the call leaves, and what the rule leaves.
func (c *callInDebugger) Rows() []debugger.Row {
	name, program, page := c.What, "", ""
	if o := c.Difference.Origin; o != nil {
		name, program, page = c.place(), fmt.Sprintf("%02Xh", o.Value), fmt.Sprintf("%02Xh", o.Want)
	}
	return []debugger.Row{{Name: name, Program: program, Other: page, Differs: true}}
}

// place returns the name of the register or variable that differs.
func (c *callInDebugger) place() string {
	if c.Difference.Origin.Register != 0 {
		return c.Difference.Origin.Register.String()
	}
	return c.AddressName(c.Difference.Origin.Address)
}

// Origin goes to the instruction in the call that left what differs.
func (c *callInDebugger) Origin(ctx context.Context) (string, error) {
	o := c.Difference.Origin
	if o == nil {
		return "", errors.New("no single instruction of the call has left what differs: " + c.What)
	}
	_, err := c.GoTo(ctx, o.At)
	return fmt.Sprintf("here %02X goes into %s; the page has %02X (call %d of %s)", o.Value, c.place(), o.Want, c.Call,
		c.Routine.Name), err
}
