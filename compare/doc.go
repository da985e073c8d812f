// Package compare runs engines side by side on the same work and explains the first
// difference.
//
//	a := compare.Contender{Name: "10x12", Open: open10x12}
//	b := compare.Contender{Name: "sets", Open: openSets}
//	source, err := cases.NewGenerator(cases.GeneratorOptions{Seed: 7, Cases: 200})
//	report, err := compare.Run(ctx, []compare.Contender{a, b}, source, compare.Options{})
//	report.Write(os.Stdout)
//
// Below it lie what is compared (cases), how a differing case becomes small (shrink), how
// programs in other languages take part (external, process), and what engines do alone:
// recordings, bench, analysis, and games against each other (match).
//
// # What is compared
//
// Each case is a search: a position, perhaps moves played from it, and a level. How much
// of it is compared is the Proof:
//
//	move   the best move
//	score  and the score and the number of static evaluations
//	trace  and every evaluation in its order: ply, move and value (spec §17), by the
//	       fingerprint; calls of the generator, records in the list area, records
//	       dropped, the move number of the last mate
//	state  and what every evaluation rests on: the bytes of the board, the royal
//	       squares, the pin list, BRDC MTRL PTSL PTSW1 PTSW2 PTSCK
//
// The default is trace. An engine that can show less is held to what it can show, and
// the report says so. A side without a legal move is compared too: all must say so.
// Moves that lead to a case are played in the engines' own game state; an engine that
// refuses one, or whose search leaves another position than it found, has failed. (Royal
// squares may change in a search, spec §14.1; they are put back before the next case, so
// that each case stands for itself.)
//
// # What the report claims
//
// Counts of what was reached come from the probe: the engine on 10x12 (package
// native/literal), which follows the specification (package sargon/spec) word by word and
// counts its rules. It searches a share of the cases, and its fingerprints are compared like
// any other's: a search with the same trace went through the same rules. It is no witness
// beside an engine called 10x12, which is the same code.
//
// What lies behind the tables is compared as far as the layout determines it: all of ATKLST,
// PLISTA, POSK, POSQ with its end mark, and SCORE. A search that reads PLYIX (addresses, which
// depend on where the program is loaded) or the stack behind it has left the specification;
// a difference after that is counted as undefined and printed (sargon spec appendix).
//
// # What it leaves out
//
// Timing, beyond T-states (see bench); playing strength (see match); and everything
// interactive.
package compare
