package translator

import "flag"

// Stops is at how many random points in all translator and interpreter are stopped and compared: a
// third each in programs of random instructions, in programs that write to themselves, and in
// searches of the ROM.
var Stops = flag.Int("stops", 6000, "compare with the interpreter at so many random points")
