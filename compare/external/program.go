package external

import (
	"context"

	"sargon78/compare/cases"
	"sargon78/compare/lines"
	"sargon78/native/reference"
	"sargon78/sargon"
)

// program is a running program, and the game that it is sent before a search. The rules of the
// reference engine decide which moves are legal.
type program struct {
	*lines.Process
	referee *reference.Engine
	start   sargon.Position
	moves   []sargon.Move
}

func newProgram(p *lines.Process) program {
	return program{Process: p, referee: reference.New(), start: sargon.StartPosition()}
}

// SetPosition begins a game. The program gets it before the next search.
func (c *program) SetPosition(p sargon.Position) error {
	c.start, c.moves = p, nil
	return c.referee.SetPosition(p)
}

// Position returns the position of the game.
func (c *program) Position() sargon.Position { return c.referee.Position() }

// Play plays a move in the game.
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

// unsupportedSearch returns the error of a search that no program can do.
func unsupportedSearch(o sargon.SearchOptions) error {
	if o.Root != nil || o.MaxEvals > 0 {
		return sargon.ErrUnsupported
	}
	return o.Validate(true)
}

// gameCommand returns the command that sends the game to the program.
func (c *program) gameCommand(write func(sargon.Move) string) string {
	var moves []string
	for _, m := range c.moves {
		moves = append(moves, write(m))
	}
	return PositionCommand(cases.PositionText(c.start), moves)
}
