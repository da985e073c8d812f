// Package routines compares single routines of a program of 1978 with those of the engine on the
// 10x12 board that has the same memory. Whole searches may hide faults that cancel out, or that
// need a board no game reaches; a routine by itself cannot.
//
//	report, err := routines.Compare(ctx, image, routines.Options{Random: 2000, Seed: 1})
//
// What can be tried completely is: attacks between all pairs of squares for all pieces, with and
// without a piece between; exchanges over all attack lists that fit; the limits of the evaluation
// for all values. The rest is drawn: boards that no game reaches, lists almost full, records of
// anything. All registers, and the cells that a routine is not given, are noise. Afterwards board,
// lists, pins, royal squares, ply table, list area and the cells of the result must be equal, byte
// by byte.
//
// Only what every edition has is used: the entry points of spec §15 and the cells.
package routines
