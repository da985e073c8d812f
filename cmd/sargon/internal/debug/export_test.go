package debug

import (
	"testing"

	"sargon78/cmd/sargon/internal/launch"
)

// TerminalFront is the terminal as scripts drive it, PlainFront the plain lines.
type TerminalFront struct{ x *person }

// NewTerminalFront shows a debugger.
func NewTerminalFront(t *testing.T, d *launch.Debugger) *TerminalFront {
	return &TerminalFront{newTerminal(t, d, 140, 60)}
}

// Do types a command.
func (f *TerminalFront) Do(_ *testing.T, command string) (string, error) { return f.x.do(command) }

// PlainFront is a session in lines.
type PlainFront struct{ D *launch.Debugger }

// Do gives it a line.
func (f PlainFront) Do(_ *testing.T, command string) (string, error) {
	return plainly(f.D, command)
}
