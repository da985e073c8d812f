package kit

import (
	"context"
	"fmt"
	"io"
	"slices"

	"sargon78/compare/observe"
	"sargon78/native/reference"
)

// Make writes the kit with the answers of the reference engine of today. The questions are those of the
// published kit. They are positions from the recordings of the original and from random cases, the easy
// ones first at each level, and calls of routines in the searches of these. They were chosen so that
// several of them reach each rule that the reference engine counts, and that the kit notices if a rule is
// broken, wherever a case can show it. To add a question, add a line without answers to the published kit.
// Errors are those of ctx, of w, or of a question that is wrong.
func Make(ctx context.Context, w io.Writer) error {
	return Extend(ctx, w, nil)
}

// Extend writes the kit as Make does, with more cases of routines: each comes after the others of its
// kind.
func Extend(ctx context.Context, w io.Writer, more []Case) error {
	all, err := Read()
	if err != nil {
		return err
	}
	for _, c := range more {
		at := len(all)
		for at > 0 && all[at-1].Kind != c.Kind {
			at--
		}
		all = slices.Insert(all, at, c)
	}
	for i := range all {
		all[i].ID = i + 1
	}
	if err := answerAll(ctx, all); err != nil {
		return err
	}
	return write(w, all)
}

// Differs returns a sentence on how the answer of a reference engine, perhaps with a fault, differs from the
// one that the case wants; "" if it is right.
func (c *Case) Differs(ctx context.Context, model *reference.Engine) string {
	return difference(c, c.answer(ctx, model))
}

// answerAll lets the reference engine answer cases, in the order of the kit.
func answerAll(ctx context.Context, all []Case) error {
	model := reference.New()
	seen := map[reference.Rule]bool{}
	for i := range all {
		c := &all[i]
		c.New, c.Rules = nil, ""
		clear(model.Reached[:])
		c.Want = c.answer(ctx, model)
		if err := ctx.Err(); err != nil {
			return err
		}
		if text, failed := c.Want["error"].(string); failed {
			return fmt.Errorf("case %d, %s: %s", c.ID, c.Position, text)
		}
		if c.Kind != Game {
			c.Rules = ruleBits(&model.Reached)
		}
		for f := range reference.Rule(reference.NumRules) {
			if !seen[f] && c.Reaches(f) {
				seen[f] = true
				c.New = append(c.New, f.String())
			}
		}
	}
	return nil
}

// answer returns the answer of a reference engine, perhaps with a broken rule, to a case.
func (c *Case) answer(ctx context.Context, model *reference.Engine) Values {
	if c.Before == nil {
		s := observe.Engine{Participant: new(observe.FromEngine(model))}
		return answerCase(ctx, &s, c)
	}
	left, err := c.runReference(model)
	if err != nil {
		return Values{"error": err.Error()}
	}
	return left
}
