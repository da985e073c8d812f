package emu_test

import (
	"context"
	"fmt"

	"sargon78/emu"
)

func Example() {
	m := emu.New()
	_ = m.Load(0x1000, []byte{
		0x3E, 0x07, // LD A,7
		0xFF, // RST 38h
		0xC9, //       RET
	})
	m.Trap(0x0038, func(m *emu.Machine) error { // a monitor call
		r := m.Registers
		fmt.Println("the program shows", r.A)
		r.PC = m.Word(r.SP)
		r.SP += 2
		m.Registers = r
		return nil
	})
	err := m.Call(context.Background(), 0x1000)
	fmt.Println(m.TStates, "T-states,", err)
	// Output:
	// the program shows 7
	// 28 T-states, <nil>
}

// A program that waits for a clock of 50 Hz, as a home computer has one.
func ExampleMachine_interrupt() {
	m := emu.New()
	m.Load(0x0100, []byte{
		0xED, 0x56, // IM 1
		0xFB,       // EI
		0x76,       // HALT
		0x18, 0xFD, // JR 0103h
	})
	m.Load(0x0038, []byte{
		0x14, // INC D
		0xFB, // EI
		0xC9, // RET
	})
	m.Registers = emu.Registers{PC: 0x0100, SP: 0x8000}
	m.NoFaults = true
	for range 50 {
		m.Run(context.Background(), emu.Until{TStates: 3_500_000 / 50})
		m.INT = true
	}
	fmt.Println(m.D, "times")
	// Output: 49 times
}
