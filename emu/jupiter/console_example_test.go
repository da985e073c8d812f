package jupiter_test

import (
	"context"
	"fmt"

	"sargon78/emu"
	"sargon78/emu/console"
)

// A machine with a keyboard at 0010 and a lamp: the program waits for a key, lights the lamp, and
// leaves at 0020.
func Example_console() {
	cpu := emu.New()
	if err := cpu.Load(0x0100, []byte{
		0xD7,             // RST 10h: a key into A
		0x32, 0x00, 0x80, // LD (8000h),A
		0xE7, // RST 20h: leave
	}); err != nil {
		fmt.Println(err)
		return
	}
	cpu.Registers = emu.Registers{PC: 0x0100, SP: 0x9000}
	var lamp byte
	m := console.New(cpu, func() bool {
		changed := cpu.Memory[0x8000] != lamp
		lamp = cpu.Memory[0x8000]
		return changed
	}, console.Options{})
	cpu.Trap(0x0010, func(cpu *emu.Machine) error {
		key, ok := m.Key()
		if !ok {
			return emu.ErrStop
		}
		r := cpu.Registers
		r.A = key
		r.PC, r.SP = cpu.Word(r.SP), r.SP+2
		cpu.Registers = r
		return nil
	})
	cpu.Trap(0x0020, func(*emu.Machine) error {
		m.Leave()
		return emu.ErrStop
	})

	m.Press('*')
	if err := m.Run(context.Background()); err != nil {
		fmt.Println(err)
		return
	}
	m.View(func() { fmt.Printf("%c ", lamp) })
	fmt.Println(m.State().Left)
	// Output: * true
}
