package external

import (
	"context"

	"sargon78/compare/cases"
	"sargon78/native/reference"
	"sargon78/sargon"
)

// contender is a program, with the game that it is told about before a search. The reference
// model's rules decide what is legal.
type contender struct {
	*Process
	rules *reference.Engine
	start sargon.Position
	moves []sargon.Move
}

func newContender(p *Process) contender {
	return contender{Process: p, rules: reference.New(), start: sargon.StartPosition()}
}

// SetPosition begins a game. The program is told about it before the next search.
func (c *contender) SetPosition(p sargon.Position) error {
	c.start, c.moves = p, nil
	return c.rules.SetPosition(p)
}

// Position is that of the game.
func (c *contender) Position() sargon.Position { return c.rules.Position() }

// Play goes on with the game.
func (c *contender) Play(from, to sargon.Square) error {
	if err := c.rules.Play(from, to); err != nil {
		return err
	}
	flags := c.rules.Position().Previous.Flags
	c.moves = append(c.moves, sargon.Move{From: from, To: to, Flags: flags})
	return nil
}

// Examine is not supported.
func (c *contender) Examine(context.Context) (sargon.Examination, error) {
	return sargon.Examination{}, sargon.ErrUnsupported
}

// unaskable is the error of a search that no program can be asked for.
func unaskable(o sargon.SearchOptions) error {
	if o.Root != nil || o.MaxEvals > 0 {
		return sargon.ErrUnsupported
	}
	return o.Validate(true)
}

// position is the command that tells the program about the game.
func (c *contender) position(write func(sargon.Move) string) string {
	var moves []string
	for _, m := range c.moves {
		moves = append(moves, write(m))
	}
	return PositionCommand(cases.PositionText(c.start), moves)
}
