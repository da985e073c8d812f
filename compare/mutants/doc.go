// Mutants measures the harness: it plants faults in the engines, one at a time, and asks
// `sargon compare` to find them.
//
//	go run ./compare/mutants native rom                  all faults: a night on two cores
//	go run ./compare/mutants --sample 300 --seed 5 rom   300 of them, drawn from a seed
//	go run ./compare/mutants --list native               what would be planted
//	go run ./compare/mutants --only 'native/search.go:look:condition negated#1'
//
// A fault of the native engines is a change of one expression or statement of their Go source
// (gosource.go); a fault of the ROM is a change of one instruction or number of its Z80 source
// (z80source.go). The changed program is built (together with all others where possible:
// together.go) and run as a user would: in stages from cheap to dear, `sargon compare` gets more
// cases, until it finds a difference. In the last one the ROM takes part too, because the engines
// share the book and the game; what every evaluation rests on is compared; and at the end the
// routines
// of the ROM, one by one, with those of 10x12. With --keep and --most the dear stage can be left
// for later. A
// change that does not build is no fault. A comparison that is not done in time has found nothing
// (a search that does not end is a difference: compare has limits of its own).
//
// What no stage finds is a survivor. Some survivors do the same as the original in every case:
// equivalent.txt lists them, with the reason. The exit status is 0 only if every other one was
// found.
package main
