// Package prove compares the routines of the embedded ROM with the rules of the reference engine, for
// all inputs of a domain.
//
//	options := prove.Options{Options: routine.Options{Workers: 2}}
//	results, err := prove.Prove(ctx, image, prove.Rows, options)
//	prove.Write(os.Stdout, results)
//
// Both sides use the memory layout of 1978 (spec §15), so they agree if they leave the same bytes in
// memory. No byte has a value when a case begins. The first time that either side reads a byte, the byte
// gets a value, and the following cases give it every other value that it may hold. So bytes that
// neither side reads are never varied, and bytes that are read take all their values. Loops are cut
// where the specification has its steps. A routine that is called is stubbed on both sides: its
// arguments are compared, and its results are varied like the bytes.
//
// In each case the package checks that both sides read only inputs and write only what the row lets
// them write, that the program ends in time with the right SP, and that it preserves the registers that
// it may not change. Everything that the program writes must be compared; if a row leaves something
// out, that is a fault. So is executing bytes that are data.
//
// Registers, flags, I, R, the flip-flops and memory that are not an input are undefined, and so is
// whatever a stubbed routine may clobber, after it. The table of package emu/z80 says what an
// instruction may do with an undefined value: move it, also to memory and back, or calculate flags from
// it, which are undefined too. Any other use is a fault. So are ports, HALT, EI and RETI, which
// the package does not follow.
//
// Cases that leave the specification are counted; a row with too many of them proves nothing. Each Row
// states its cuts and the values of its inputs. Nothing beyond them is proved.
package prove
