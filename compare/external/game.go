package external

import (
	"context"
	"strings"

	"sargon78/compare/cases"
	"sargon78/native/literal"
	"sargon78/sargon"
)

// game is the game that a program is told about before a search. The reference model's rules
// decide what is legal.
type game struct {
	rules *literal.Engine
	start sargon.Position
	moves []sargon.Move
}

func newGame() game {
	return game{rules: literal.New(), start: sargon.StartPosition()}
}

func (g *game) SetPosition(p sargon.Position) error {
	g.start, g.moves = p, nil
	return g.rules.SetPosition(p)
}

func (g *game) Position() sargon.Position { return g.rules.Position() }

func (g *game) Play(from, to sargon.Square) error {
	if err := g.rules.Play(from, to); err != nil {
		return err
	}
	g.moves = append(g.moves, sargon.Move{From: from, To: to})
	return nil
}

func (g *game) Examine(context.Context) (sargon.Examination, error) {
	return sargon.Examination{}, sargon.ErrUnsupported
}

// text returns the start and the moves, as a case writes them.
func (g *game) text(move func(sargon.Move) string) string {
	text := cases.PositionText(g.start)
	if len(g.moves) > 0 {
		var b strings.Builder
		b.WriteString(text + " moves")
		for _, m := range g.moves {
			b.WriteString(" " + move(m))
		}
		text = b.String()
	}
	return text
}
