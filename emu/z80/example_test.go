package z80_test

import (
	"fmt"

	"sargon78/emu/z80"
)

// Where each value of an instruction comes from.
func ExampleInstruction_Effects() {
	code := []byte{0x9F, 0xE3, 0xED, 0xA0, 0xC4, 0x34, 0x12}
	peek := func(addr uint16) byte { return code[addr] }
	for addr := uint16(0); int(addr) < len(code); {
		i := z80.Decode(peek, addr)
		fmt.Println(i.Assembly())
		for _, t := range i.Effects().Transfers {
			switch {
			case t.Moves:
				fmt.Printf("  %v becomes %v", t.To, t.From)
			case t.From == 0:
				fmt.Printf("  %v: always the same", t.To)
			default:
				fmt.Printf("  %v: calculated from %v", t.To, t.From)
			}
			if t.IfTaken {
				fmt.Print(", if taken")
			}
			fmt.Println()
		}
		addr = i.Next()
	}
	// Output:
	// SBC A,A
	//   A, Z, S, half carry, flag X, flag Y: calculated from carry
	//   P/V, N: always the same
	// EX (SP),HL
	//   the byte written becomes L
	//   the upper byte written becomes H
	//   L becomes the byte read
	//   H becomes the upper byte read
	//   WZL becomes the byte read
	//   WZH becomes the upper byte read
	// LDI
	//   the byte written becomes the byte read
	//   flag X, flag Y: calculated from A, the byte read
	//   P/V: calculated from BC
	//   BC: calculated from BC
	//   DE: calculated from DE
	//   HL: calculated from HL
	//   half carry, N: always the same
	// CALL NZ,1234h
	//   the byte written, the upper byte written: calculated from PC, if taken
	//   SP: calculated from SP, if taken
	//   WZ: always the same
	//   PC: calculated from Z
}
