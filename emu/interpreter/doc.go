// Package interpreter is the core that a new machine has: a switch over all opcodes of the Z80,
// written by generate.go.
package interpreter

import "sargon78/emu/chip"

//go:generate go run generate.go

// Core runs programs. It has no state of its own.
type Core struct{}

// Name returns "interpreter".
func (Core) Name() string { return "interpreter" }

// Run is that of emu.Core.
func (Core) Run(s *chip.State, end uint64) { run(s, end) }
