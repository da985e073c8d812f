package kit

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"sargon78/compare/cases"
	"sargon78/compare/observe"
	"sargon78/compare/routines"
	"sargon78/native/literal"
	"sargon78/sargon"
)

// searches are the positions that the kit has searched, a case a line, the easy ones first at each
// level. They were chosen from the recordings of the original and from random cases, so that each
// rule that the reference model counts is reached several times, and that as many of them as can be
// shows when it is broken.
//
//go:embed searches.case
var searches string

// countedTo is the highest level that is counted from the start array.
const countedTo = 4

// maker makes cases with the reference model.
type maker struct {
	engine *literal.Engine
	memory routines.Memory
	tried  map[Kind]*tried
	cases  []Case
}

// Make writes the kit, with all answers anew. Errors are those of a broken list of positions, of ctx,
// or of w.
func Make(ctx context.Context, w io.Writer) error {
	m := maker{
		engine: literal.New(), tried: map[Kind]*tried{},
		memory: routines.Memory{Bytes: new([1 << 16]uint8), Load: literal.Load},
	}
	for line := range strings.Lines(searches) {
		if line[0] == '#' {
			continue
		}
		c, err := cases.ParseCase(line)
		if err != nil {
			return fmt.Errorf("searches.case: %w", err)
		}
		if c.Searches() == 1 {
			m.walk(&c.Start)
		}
		m.add(&c)
	}
	start := sargon.StartPosition()
	start.MoveNumber = 2 // the book is left out
	for level := sargon.MinLevel; level <= countedTo; level++ {
		m.cases = append(m.cases, Case{Kind: Count, Level: level, Position: cases.PositionText(start)})
	}
	if err := m.answer(ctx); err != nil {
		return err
	}
	return write(w, m.cases)
}

// add adds a search, or the game that a case with more of them is.
func (m *maker) add(c *cases.Case) {
	made := Case{Kind: Search, Level: c.Last().Level}
	if c.Searches() > 1 {
		plies := []any{}
		for i := range c.Plies {
			plies = append(plies, c.Plies[i].Move.String())
		}
		made = Case{
			Kind: Game, Level: c.Plies[0].Level, Black: c.Plies[1].Level, Want: Values{"plies": plies},
		}
		c.Plies = c.Plies[len(plies)-1:]
	}
	_, made.Position, _ = strings.Cut(c.String(), fmt.Sprintf("level %d ", c.Last().Level))
	m.cases = append(m.cases, made)
}

// answer brings the cases into their order, has the model answer what is no routine, and notes the
// rules that are reached.
func (m *maker) answer(ctx context.Context) error {
	place := func(c *Case) int { return slices.IndexFunc(kinds, func(k kind) bool { return k.name == c.Kind }) }
	slices.SortStableFunc(m.cases, func(a, b Case) int { return place(&a) - place(&b) })
	s := observe.Subject{Contender: new(observe.Opened(m.engine))}
	seen := map[literal.Fork]bool{}
	for i := range m.cases {
		c := &m.cases[i]
		c.ID, c.Section = i+1, kinds[place(c)].section
		if c.Before == nil {
			clear(m.engine.Reached[:])
			c.Want = ask(ctx, &s, c)
			if text, failed := c.Want["error"].(string); failed || ctx.Err() != nil {
				return errors.Join(ctx.Err(), fmt.Errorf("case %d, %s: %s", c.ID, c.Position, text))
			}
			if c.Kind != Game {
				c.Rules = ruleBits(&m.engine.Reached)
			}
		}
		for f := range literal.Fork(literal.NumForks) {
			if !seen[f] && c.Reaches(f) {
				seen[f] = true
				c.New = append(c.New, f.String())
			}
		}
	}
	return nil
}
