// Package emu is a computer of 1978: a Z80, 64 KiB of RAM and a clock that counts T-states. It
// knows no chess.
//
//	m := emu.New()
//	err := m.Load(0x1000, program)
//	m.Trap(0x0038, monitorCall)
//	stop, err := m.Run(ctx, emu.Until{Addresses: []uint16{0x1234}, TStates: 2_000_000})
//	fmt.Println(stop, m.Registers().A(), m.TStates)
//
// A Machine is registers and memory (package chip), traps before instructions, watches of writes,
// guards, a speed, and a core that executes instructions. A program that goes wild ends in a
// *Fault, which tells the registers and the last instructions.
//
// A device interrupts by setting NMI or INT, from a port or between two runs (then with
// WaitForInterrupts). A HALT that nothing can end is a Fault.
//
// # Cores
//
// A core lets instructions pass, and knows nothing of what the machine does between them. All
// cores do the same, to the last flag, T-state and count of R; they may be changed between two
// instructions, and a snapshot taken on one goes on on another. Package cores has their names:
//
//   - interpreter: ours, a switch over all opcodes that is generated; what New takes.
//   - translator: writes a WebAssembly module for the program and runs that, with the interpreter
//     beneath it. For long searches, on amd64, arm64 and in a browser; there it is what the
//     commands take. Held to the interpreter.
//   - library: github.com/koron-go/z80 with what it leaves out added. Nobody here wrote it, so it
//     is the referee. Several times slower.
//
// Package instruction is the table of the instruction set: mnemonics, bytes, T-states, flags. The
// interpreter's switch, the T-states of library and translator, Disassemble and the assembler come
// from it. How an interrupt is accepted is said once, in chip.
//
// # How they are held to each other
//
// A third Z80, the model in model_test.go, is a slow statement of the chip, written from the
// documentation alone: it decodes by fields, adds up T-states bus cycle by bus cycle and shares
// neither table nor code with the others. The tests compare each core with it after every
// instruction: all registers with R, WZ and Q, memory, ports in their order, T-states.
//
//   - each opcode on each page from random states; 8-bit arithmetic on all operands and flags
//   - random programs that overwrite themselves, with watched writes
//   - interrupts at any time, and within runs of many instructions
//   - the library without its additions, so that these are known to be needed
//   - each row of the table: T-states, and which flags change
//
// So a fault in the table shows, though the cores share it. The translator and the interpreter are
// stopped and compared at random points of searches and random programs; see there. Above that the
// same searches must come out with the same trace and the same T-states: `sargon compare --engines
// rom,rom@library` takes cores for engines, `sargon bench --cores` and BenchmarkCores compare their
// speed.
//
// Left out: wait states, and the order of events within an instruction.
package emu
