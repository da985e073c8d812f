package external

import (
	"context"

	"sargon78/compare/cases"
	"sargon78/compare/lines"
	"sargon78/native/reference"
	"sargon78/sargon"
)

// program is a program, with the game that it is told about before a search. The reference
// model's rules decide what is legal.
type program struct {
	*lines.Process
	referee *reference.Engine
	start   sargon.Position
	moves   []sargon.Move
}

func newProgram(p *lines.Process) program {
	return program{Process: p, referee: reference.New(), start: sargon.StartPosition()}
}

// SetPosition begins a game. The program is told about it before the next search.
func (c *program) SetPosition(p sargon.Position) error {
	c.start, c.moves = p, nil
	return c.referee.SetPosition(p)
}

// Position is that of the game.
func (c *program) Position() sargon.Position { return c.referee.Position() }

// Play goes on with the game.
func (c *program) Play(from, to sargon.Square) error {
	if err := c.referee.Play(from, to); err != nil {
		return err
	}
	flags := c.referee.Position().Previous.Flags
	c.moves = append(c.moves, sargon.Move{From: from, To: to, Flags: flags})
	return nil
}

// Examine is not supported.
func (c *program) Examine(context.Context) (sargon.Examination, error) {
	return sargon.Examination{}, sargon.ErrUnsupported
}

// unsupportedSearch is the error of a search that no program can be asked for.
func unsupportedSearch(o sargon.SearchOptions) error {
	if o.Root != nil || o.MaxEvals > 0 {
		return sargon.ErrUnsupported
	}
	return o.Validate(true)
}

// gameCommand is the command that tells the program about the game.
func (c *program) gameCommand(write func(sargon.Move) string) string {
	var moves []string
	for _, m := range c.moves {
		moves = append(moves, write(m))
	}
	return PositionCommand(cases.PositionText(c.start), moves)
}
