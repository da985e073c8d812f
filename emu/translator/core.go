package translator

import (
	"sargon78/emu/chip"
	"sargon78/emu/interpreter"
)

// Core runs the program of one machine. Every machine needs one of its own: see New.
type Core struct {
	beneath interpreter.Core
}

// New returns a core for one machine. Where there is no translator (see Available) it is the
// interpreter under another name.
func New() *Core { return &Core{} }

// Available tells whether programs can be translated on this computer.
func Available() bool { return false }

// Name returns "translator".
func (*Core) Name() string { return "translator" }

// Run lets whole instructions pass until the clock has come to end, the next one has a mark, or
// the chip has halted. At least one passes.
func (c *Core) Run(s *chip.State, end uint64) { c.beneath.Run(s, end) }
