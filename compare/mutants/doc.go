// Mutants measures the harness. It plants faults, one at a time, and reports how many of them are killed,
// which means found.
//
//	go run ./compare/mutants native rom                  all faults: days on two cores
//	go run ./compare/mutants --sample 300 --seed 5 rom   300 of them, sampled by a seed
//	go run ./compare/mutants --list native               what would be planted
//	go run ./compare/mutants --only 'native/search.go:74:condition negated#1' native
//	go run ./compare/mutants --frozen native             the faults of a list, also after a rebuild
//	go run ./compare/mutants --frozen --list rom native harness example    the ledger of the lists
//	go run ./compare/mutants --frozen --check rom                  what "sargon rom check" notices
//	go run ./compare/mutants --check --sample 100 --seed 9 rom     the same for faults never seen before
//	go run ./compare/mutants --frozen beside                       what "sargon prove --beside" finds in games
//	go run ./compare/mutants kit                                   what the kit for ports notices: half an hour
//	go run ./compare/mutants --frozen example                      the same for the example of a port
//
// A fault of Go source is a change of one expression or statement (gosource.go); a fault of the ROM is
// a change of one instruction or number of its Z80 source (z80source.go). All are patches of whole
// lines (fault.go). A change that does not build is not a fault. What looks for a fault depends on the
// source that has it (target.go):
//
//   - native and rom: the changed program is built and called as a user would call it: first
//     `sargon prove` in samples, if that can show the fault; then, from cheap to expensive,
//     `sargon compare` with more and more cases, until one finds a difference. In the last comparison
//     of native the ROM takes part too, because the engines share the book and the game. The last
//     comparison is of states, on which each evaluation depends. --max-cases leaves the expensive
//     stages out; --max-cases 1 leaves all but the proof out. A comparison that does not end in time
//     has killed nothing. (A search that does not end is a difference: compare has limits of its own.)
//   - harness: the files that judge, count, shrink and explain. The tests of the harness look for the
//     fault: first the test that killed it when its list was frozen, then those of its package, then
//     those of compare.
//   - example: the program that a port may begin with, compare/external/example. `sargon kit check`
//     looks for the fault.
//
// Each kill has a kind: a difference, a failure or crash of an engine, a search without an end, a test,
// or the verdict that too little was compared. A failure of the harness itself is no kill.
//
// A fault that no stage kills is a survivor. Some survivors do the same as the original in every case.
// testdata/equivalent.jsonl lists these, as patches with the reason. A reason belongs to one exact
// change. If a stage kills such a fault, the reason is wrong, and the run fails. The exit status is 0
// only if every survivor has a reason.
//
// # What `sargon rom check` notices
//
// With --check the faults of the ROM are planted in this process, a few milliseconds each, and only what
// `sargon rom check` does looks for them: names, numbers in tables, and the known recordings. Faults
// with a reason in testdata/equivalent.jsonl are left out. The faults that the check does not notice are
// listed. The exit status is 0 only if it notices 95 % of a frozen list, or 90 % of a fresh sample. The
// recordings were chosen with the frozen list, so only a fresh sample is an unbiased measure.
//
// # What the kit for ports notices
//
// "mutants kit" plants faults in native/reference, which then stands for a port. It answers the cases of
// the kit about single routines, and up to 250 more calls for each kind, sampled from random searches. All
// faults are in one program, each inside a test of a number (mutant schemata, Untch, Offutt and Harrold
// 1993), so that a fault costs a run and no build. A fault counts as planted in a kind of cases if some
// case of that kind shows it, of the kit or sampled. --seed chooses the sample.
//
// About half of the faults may choose cases: with --freeze, sampled calls are added to the kit until it
// notices each of these faults that a sampled call shows. The other faults are fresh. They choose
// nothing, so they are an unbiased measure. All faults of one line of source are of the same sort. The
// exit status is 0 only if each kind of the kit notices 95 % of all faults that were planted in it, and
// 95 % of the fresh ones. The faults that it does not notice are listed.
//
// # Frozen lists
//
// testdata has a list for each of rom, native, harness and example: faults as patches, one on each line
// in JSON, with the outcome of each when the list was frozen. Sampled faults depend on the source that
// they come from. Frozen faults are the same before and after a rebuild, so that two scores can be
// compared. A patch is found again by its lines: blanks and comments are ignored, and files and
// functions may move, as long as one place has more of the lines around it than all others, and at
// least one of them or the file is the same. The exit status is 0 only if every fault that was killed
// once is killed now.
//
// --frozen --list prints the ledger, a line for each fault of the list and each equivalent: its name,
// its file and line today, its change, what killed it or why nothing can, and how its place was found.
// A fault that has no place today, or more than one, makes the command fail, and the tests of this
// package too. Then rewrite its text in the list by hand, at the place that now does the same: "means"
// says what the fault does wrong, where the kind of change does not. If there is no such place because
// the code is gone, leave the fault in the list with "outcome":"removed" and the reason; a test checks
// that its code is gone. --frozen --list --freeze writes the places of today into the lists.
//
// A survivor that is in the list already does not fail a run. An interrupted run with --freeze writes
// the outcomes so far, and the rest as not scored; --frozen --freeze --only 'not scored' continues.
//
// The lists of rom, native and harness were sampled with --seed 26; that of example has all faults.
// Faults of the harness whose names have an E were written by hand: excuses widened, counts not added,
// checks dropped.
package main
