// Package routines compares single routines of a program of 1978 with those of the engine on the
// 10x12 board that has the same memory. Whole searches may hide faults that cancel out, or that
// need a board no game reaches; a routine by itself cannot.
//
//	report, err := routines.Compare(ctx, image, routines.Options{Random: 2000, Seed: 1})
//
// Inputs are drawn: boards that no game reaches, lists almost full, records of anything. Package
// prove tries all inputs of a domain, of single steps of the embedded ROM; what is drawn here are
// whole routines, of any edition at any address. All registers, and the cells that a routine is not
// given, are noise. Afterwards board, lists, pins, royal squares, ply table, list area and the cells
// of the result must be equal, byte by byte.
//
// Only what every edition has is used: the entry points of spec §15 and the cells.
package routines
