package translator

import "flag"

// Stops is at how many random points in all translator and interpreter are stopped and compared: a
// third each in programs of random instructions, in programs that write to themselves, and in
// searches of the ROM.
var Stops = flag.Int("stops", 6000, "compare with the interpreter at so many random points")

// Quick returns a core that translates at once and waits for it.
func Quick() *Core { return &Core{soon: true, first: 1, most: mostInstructions} }

// Translated returns how many T-states have passed in translations.
func (c *Core) Translated() uint64 { return c.translated }
