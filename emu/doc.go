// Package emu is a computer of 1978: a Z80, 64 KiB of RAM and a clock that counts T-states. It
// knows no chess.
//
//	m := emu.New()
//	err := m.Load(0x1000, program)
//	m.Trap(0x0038, monitorCall)
//	stop, err := m.Run(ctx, emu.Until{Addresses: []uint16{0x1234}, TStates: 2_000_000})
//	fmt.Println(stop, m.A, m.TStates)
//
// A Machine is a z80.State (registers, memory, ports, interrupts) with traps before instructions, write
// hooks, a speed, and a core that executes instructions. A program that has run away ends in a *Fault,
// which holds the registers and the last instructions. What may be intended, such as a delay of many
// NOPs, goes on. NoFaults is for programs that intend the rest too.
//
// A device interrupts by setting NMI or INT: from a port, or between two runs. A device whose port
// inserts wait states adds them to TStates. A HALT that no interrupt can end is a Fault.
//
// Contention, and the order of events within an instruction, are not emulated.
//
// # Packages in this folder
//
//	z80        the chip: registers, the table of instructions, decoder, disassembler, interpreter. In it:
//	           cores, which has the cores by name, and the other two, translator and library
//	asm        an assembler
//	timeline   a machine whose time runs both ways
//	console    keys and screen: what front ends need of a machine that a person uses
//	jupiter    the Wavemate Jupiter III, the computer of the program of 1978
//	cpm        CP/M 2.2, as far as programs need it that use a keyboard and a terminal
//	nearest    "did you mean": the name nearest to one that was mistyped
//
// # Cores
//
// A core (see z80.Core) executes instructions, and knows nothing of what the machine does between them.
// Package z80/cores has the names of the cores:
//
//   - interpreter: a switch over all opcodes, which is generated. New takes this core.
//   - translator: writes a WebAssembly module for the program and runs that, and leaves
//     the rest to the interpreter. For long searches, on amd64, arm64 and in a browser, where it
//     is the default of the commands.
//   - library: github.com/koron-go/z80, unchanged. It was not written for this project, so
//     whole searches are checked against it. It is several times slower.
//
// Interpreter and translator do the same, to the last flag, T-state and count of R. Any program may
// change between them before any instruction, and a snapshot taken on one continues on the other. The
// same holds for the library if the program has only documented instructions, no ports, and does not
// read undocumented flags or R: every ROM image of Sargon is such a program. The comment of package
// library lists where the library differs from the chip.
//
// # Results
//
// All cores are tested with suites that were written elsewhere:
//
//   - SingleStepTests/z80: 6416 of its cases, four of each of its 1604 opcodes. Each is one
//     instruction from a random state; registers with WZ, Q and R, memory, ports in their order and
//     T-states must be those of the chip. Interpreter and translator: 6416 of 6416.
//   - ZEXALL and ZEXDOC of Frank Cringle, which run on emu/cpm: 67 of 67 groups each, on
//     interpreter and translator. They know registers, flags and memory of a chip, and no T-states.
//
// They are repeated by
//
//	go test ./emu/z80/cores -run SingleSteps -v
//	go test ./emu/cpm -run Zex -v -timeout 1h -zex interpreter,translator
//
// Of ZEXALL, go test runs two groups without -zex. What a machine does (runs, traps, watched
// writes, interrupts, faults) is one set of tests over all cores; the translator is stopped and
// compared with the interpreter at random points of searches and of random programs. Whole
// searches must come out with the same trace: `sargon compare --engines rom,rom@library` takes cores
// for engines, `sargon bench --cores` and BenchmarkCores compare their speed.
//
// T-states are no such evidence beyond the first suite: all cores, the library too, take them from
// the table of instructions in package z80. That whole programs need equally many on two cores shows
// only that both ran the same instructions.
//
// What the table says of flags, and of what an instruction reads, moves and writes, is shown by
// experiment for each encoding, on the interpreter and on the library: see TestEffectsAreSeenByExperiment
// in package z80.
package emu
