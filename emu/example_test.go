package emu_test

import (
	"context"
	"fmt"

	"sargon78/emu"
	"sargon78/emu/z80"
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

func ExampleFault() {
	m := emu.New()
	_ = m.Load(0x1000, []byte{0x21, 0x00, 0xC0, 0xE9}) // LD HL,0C000h; JP (HL)
	m.Registers = emu.Registers{PC: 0x1000}
	_, err := m.Run(context.Background(), emu.Until{})
	fmt.Println(err)
	// Output:
	// has run away: nothing but empty memory up to its end (PC = FFFEh)
	// AF 0000  BC 0000  DE 0000  HL C000  IX 0000  IY 0000  SP 0000  PC FFFE  [........]
	// AF'0000  BC'0000  DE'0000  HL'0000  I 00  R 00  IM 0  IFF1 false  IFF2 false  WZ 0000
	// last instructions:
	//   1000  LD HL,0C000h
	//   1003  JP (HL)
	//   C000  NOP  (16382 in a row)
}

func ExampleMachine_disassembly() {
	m := emu.New()
	_ = m.Load(0x1000, []byte{0xDD, 0x7E, 0xFE, 0x10, 0xFB, 0xDD, 0xCB, 0x01, 0x46})
	for addr := uint16(0x1000); addr < 0x1009; {
		i := z80.Decode(m.Peek, addr)
		fmt.Printf("%04X  %s\n", addr, i.Assembly())
		addr = i.Next()
	}
	// Output:
	// 1000  LD A,(IX-02h)
	// 1003  DJNZ 1000h
	// 1005  BIT 0,(IX+01h)
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
