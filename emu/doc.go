// Package emu is a computer of 1978: a Z80, 64 KiB of RAM and a clock that counts T-states. It knows no chess.
//
//	m := emu.New()
//	err := m.Load(0x1000, program)
//	m.Trap(0x0038, monitorCall)
//	stop, err := m.Run(ctx, emu.Until{Addresses: []uint16{0x1234}, TStates: 2_000_000})
//	fmt.Println(stop, m.Registers().A(), m.TStates)
//
// Instructions are executed by github.com/koron-go/z80. This package adds what that library leaves out: T-states,
// the hidden registers WZ and Q, the undocumented instructions, and corrections where it differs from the chip.
//
// A program that goes wild ends in a *Fault, which tells the registers and the last instructions.
//
// Left out: interrupts (nothing on the machine raises any, so HALT never ends and the delay of EI cannot be seen), wait
// states, and the order of events within an instruction.
package emu
