package kit

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
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

// games are three that the program plays against itself from its book to mate.
var games = []Case{
	{Kind: Game, Level: 1, Black: 1, Position: "startpos"},
	{Kind: Game, Level: 1, Black: 1, Position: "startpos queenpawn"},
	{Kind: Game, Level: 3, Black: 2, Position: "startpos"},
}

// maxPlies ends a game that does not end.
const maxPlies = 200

// countedTo is the highest level that is counted from the start array.
const countedTo = 4

// Make makes the cases of the kit with the reference model. Errors are those of a broken list of
// positions, or of ctx.
func Make(ctx context.Context) ([]Case, error) {
	m := maker{
		engine: literal.New(), seen: map[string]bool{},
		memory: routines.Memory{Bytes: new([1 << 16]uint8), Load: literal.Load},
	}
	positions, err := readSearches()
	if err != nil {
		return nil, err
	}
	m.routines(positions)
	for _, c := range positions {
		level := c.Last().Level
		_, position, _ := strings.Cut(c.String(), fmt.Sprintf("level %d ", level))
		m.add(Case{Kind: Search, Level: level, Position: position})
	}
	for _, g := range games {
		if g.Want, err = m.selfPlay(ctx, &g); err != nil {
			return nil, err
		}
		m.add(g)
	}
	start := sargon.StartPosition()
	start.MoveNumber = 2 // the book is left out
	for level := sargon.MinLevel; level <= countedTo; level++ {
		m.add(Case{Kind: Count, Level: level, Position: cases.PositionText(start)})
	}
	return m.cases, m.answer(ctx)
}

func readSearches() (all []cases.Case, err error) {
	err = eachLine(strings.NewReader(searches), func(line []byte) error {
		if line[0] == '#' {
			return nil
		}
		c, err := cases.ParseCase(string(line))
		all = append(all, c)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("searches.case: %w", err)
	}
	return all, nil
}

// maker collects the cases of a kit.
type maker struct {
	engine *literal.Engine
	memory routines.Memory
	cases  []Case
	seen   map[string]bool // rules
}

func (m *maker) add(c Case) {
	c.ID, c.Section = len(m.cases)+1, sections[c.Kind]
	m.cases = append(m.cases, c)
}

// answer has the reference model answer what is no routine, and notes the rules that are reached.
func (m *maker) answer(ctx context.Context) error {
	s := observe.Subject{Contender: new(observe.Opened(m.engine))}
	for i := range m.cases {
		c := &m.cases[i]
		if c.Kind == Game {
			continue // it is known
		}
		clear(m.engine.Reached[:])
		values := ask(ctx, &s, c)
		if err := errors.Join(ctx.Err(), failed(values)); err != nil {
			return fmt.Errorf("case %d, %s: %w", c.ID, c.Position, err)
		}
		if values != nil {
			c.Want, c.Rules = values, ruleBits(&m.engine.Reached)
		}
		for f := range literal.Fork(literal.NumForks) {
			if name := f.String(); !m.seen[name] && c.Reaches(f) {
				m.seen[name] = true
				c.New = append(c.New, name)
			}
		}
	}
	return nil
}

// failed is what an engine failed at.
func failed(v Values) error {
	if text, is := v["error"].(string); is {
		return errors.New(text)
	}
	return nil
}

// selfPlay has the model play a game in one piece: what a search leaves the next one finds.
func (m *maker) selfPlay(ctx context.Context, c *Case) (Values, error) {
	start, err := c.parse()
	if err == nil {
		err = m.engine.SetPosition(start.Start)
	}
	if err != nil {
		return nil, err
	}
	options := start.Options()
	plies := []any{}
	for len(plies) < maxPlies {
		options.Level = c.levelAt(len(plies))
		r, err := m.engine.Search(ctx, options)
		if errors.Is(err, sargon.ErrNoLegalMove) {
			break
		}
		if err == nil {
			err = m.engine.Play(r.Best.From, r.Best.To)
		}
		if err != nil {
			return nil, fmt.Errorf("game at levels %d and %d: %w", c.Level, c.Black, err)
		}
		plies = append(plies, fmt.Sprint(r.Best, " ", uint8(r.Score), " ", r.Evals))
	}
	return Values{"plies": plies}, nil
}

// Print writes the kit.
func Print(ctx context.Context, w io.Writer) error {
	all, err := Make(ctx)
	if err != nil {
		return err
	}
	return Write(w, all)
}
