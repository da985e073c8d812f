// Package compare runs engines side by side on the same work and explains the first
// difference.
//
//	a := compare.Participant{Name: "10x12", Open: open10x12}
//	b := compare.Participant{Name: "bitboards", Open: openBitboards}
//	source, err := cases.NewGenerator(cases.GeneratorOptions{Seed: 7, Cases: 200})
//	report, err := compare.Run(ctx, []compare.Participant{a, b}, source, compare.DefaultOptions())
//	report.Write(os.Stdout)
//
// The way of a case is run.work and worker.compareCase: a worker takes a case (package cases), observes every
// engine (observe), and compares each search with that of a reference. What differs is a Finding,
// unless it is undefined (judgement). Investigate does its case again in the same way, shrinks it, and
// explains it by its Divergence; what differs inside a machine the debugger finds (Divergence.AttachTo).
//
// # What is compared
//
// Each case is a position, moves played from it, and one or more searches. How much of them is
// compared is the sargon.Detail:
//
//	move   the best move
//	score  and the score and the number of static evaluations
//	trace  and every evaluation in its order: ply, move and value (spec §17), by the
//	       fingerprint; calls of the generator, records in the list area, records
//	       dropped, the move number of the last mate; whether the book answered; the
//	       best line, what is reported during the search, and the list at ply 1; and the
//	       ply table and the records that it leaves to the next search
//	state  and what every evaluation rests on: the bytes of the board, the royal
//	       squares, the pin list, BRDC MTRL PTSL PTSW1 PTSW2 PTSCK
//
// The default is trace. An engine that can show less is checked against what it can show, and the report
// says so. A side without a legal move is compared too, with its score: 1 for mate, 128 for
// stalemate. A search that a case stops at a number of evaluations is compared by its trace alone.
// An engine that refuses a move of a case, or whose search leaves another position than it found, has
// failed. (Royal squares may change in a search, spec §14.1; they are put back, so that each search
// stands for itself.) Stateful cases keep the state instead: an engine goes through searches at
// changing levels, moves, and moves that it must refuse, and positions are compared too.
//
// A program on a machine is set up by its own routines (INITBD, ROYALT), and entered with
// registers, variables and memory full of noise where the specification gives them no value. It
// must leave PLYMAX as spec §11 says, and put back what a refused move has done. What lies beyond the
// tables is compared as far as the layout determines it: all of ATKLST, PLISTA, POSK, POSQ with its end
// mark, and SCORE.
//
// # What the report claims
//
// Counts of what was reached come from the reference engine: the engine on 10x12 (package
// native/reference), which follows the specification (package sargon/spec) word by word and
// counts its rules. It searches all of a small run, or if an engine is slow; otherwise a
// share of the cases, sampled independently of how they are made, and those that are targeted at
// rules. It is no witness next to an engine called 10x12, which is the same code.
//
// A report ends with a Verdict in three words: no difference; differs; or inconclusive, if so little was
// compared that it says nothing. No search of one engine is done by another. A search that leaves what
// the page describes is compared up to there, and counted for each engine as undefined; what is
// skipped or cannot be asked for is counted, too. There is one rule for what is undefined, and it needs
// two engines that share no search (judgement).
//
// # What was shown
//
// Comparing finds differences; it does not prove that there are none. What is proved, by bounded
// exhaustive testing with demand-driven enumeration (Lazy SmallCheck, Korat), and what is only
// argued, page proof of the specification says (sargon spec proof).
//
// 10x12 and our ROM on the machine reproduce the 1974 recordings of the original in testdata/oracle:
// searches at levels 1–6, games, whole traces, and the corners where lists run over their ends. 0x88 and
// bitboards reproduce 1973 of them, and one up to where it goes beyond the specification. On 22 November
// 2026 there was no difference in 100 000 cases on the machine and two engines, nor in 5 million on 0x88
// and bitboards. 2000 cases reach all 131 rules that the reference counts, or all but one.
//
// Not compared are time, beyond T-states (see bench), playing strength (see match), and everything
// interactive.
//
// # Packages in this folder
//
//	cases        what is searched: random cases, the corpus, files; shrinking a case
//	observe      an engine goes through a case, with a time limit
//	external     engines that are other programs: the line protocol, UCI
//	lines        programs that are talked to in lines: engines, ports of routines
//	recordings   what an engine did, in files; repeating it (format: how a line is written)
//	prove        the routines of the ROM and the rules of the reference engine, on all inputs of a domain
//	routine      one routine of any Z80 program and a port of it; knows no chess
//	coverage     which instructions of a program have run, and how often
//	kit          the conformance kit for ports in other languages
//	match        matches between engines, standings, Elo
//	bench        speed
//	mutants      a program that plants faults and counts which of them the harness finds
//	deploy       no package: examples of one run on many computers
package compare
