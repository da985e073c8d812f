// Package emu is a computer of 1978: a Z80, 64 KiB of RAM and a clock that counts T-states. It
// knows no chess.
//
//	m := emu.New()
//	err := m.Load(0x1000, program)
//	m.Trap(0x0038, monitorCall)
//	stop, err := m.Run(ctx, emu.Until{Addresses: []uint16{0x1234}, TStates: 2_000_000})
//	fmt.Println(stop, m.Registers().A(), m.TStates)
//
// How instructions are executed is the business of a core. All cores do the same, to the last
// flag, T-state and count of R, and may be changed between two instructions:
//
//   - interpreter: ours, a switch over all opcodes; what New takes.
//   - translator: writes a WebAssembly module for the program and runs that, with the interpreter
//     beneath it. For long searches, on amd64, arm64 and in a browser.
//   - library: github.com/koron-go/z80 with what it leaves out added. Nobody here wrote it, so it
//     is the referee.
//
// The tests hold both to a third, slow statement of the chip (model_test.go), instruction by
// instruction: all registers with WZ and Q, memory, ports, T-states. BenchmarkCores compares their
// speed. Package chip is the state they work on.
//
// A program that goes wild ends in a *Fault, which tells the registers and the last instructions.
//
// Left out: interrupts (nothing on the machine raises any, so HALT never ends and the delay of EI
// cannot be seen), wait states, and the order of events within an instruction.
package emu
