// Package prove holds the routines of the embedded ROM to the rules of the engine on the 10x12 board,
// for all inputs of a domain.
//
//	results := prove.Prove(ctx, image, prove.Rows, prove.Options{Workers: 2})
//
// Both sides keep the memory of 1978 (spec §15), so to be equal is to leave equal memory. Nothing has
// a value when a case begins. The first time that either side reads a byte, the byte gets one, and
// the cases that follow give it all others that it may hold: what is not read is not gone through,
// and what is read is gone through completely. Loops are cut where the specification has its steps,
// and a routine that is called is left out on both sides: its arguments are compared, and its
// answers are gone through like a byte.
//
// In each case it is checked that both sides read only what is an input, that they write only what
// is theirs to write, that the program ends in time with SP as it should be, and that it leaves the
// registers that it may not use. What it has made or changed must have been compared: a row that leaves
// something out is a fault. Code is executed only where it is no data.
//
// Registers, flags, I, R, the flip-flops and memory that are not an input have no value, and what a
// routine that is left out may spoil has none after it. The table of package emu/z80 says what becomes
// of that: an instruction may move it, also to memory and back, and flags that are calculated from it
// have none either; whatever else asks for it is a fault. So is what cannot be followed: ports, HALT, EI
// and RETI.
//
// What leaves the specification is counted, and a row of which too much does proves nothing. Each Row
// says what is cut and what the inputs may hold; more is not shown.
package prove
