// Package cpm is the part of CP/M 2.2 that a program needs which uses only a keyboard and a terminal:
// .COM files, with a keyboard and a terminal that the caller provides.
//
//	m, err := cpm.New(com, console.Options{Output: os.Stdout})
//	go m.Run(ctx)
//	m.Press('W', cpm.KeyReturn)
//
// The memory:
//
//	0000 +----------------------------+
//	     | 0000: jump to warm boot    |  going there, or RET at the end, leaves the program; the
//	     |                            |  word at 0001 is the second entry of the BIOS's table
//	     | 0005: jump to the BDOS     |  the word at 0006 is the end of the program's memory
//	     | 005C, 006C: file names     |  blank
//	     | 0080: the command's tail   |  empty
//	0100 +----------------------------+
//	     | the program                |
//	     |                    stack ↑ |
//	FE00 +----------------------------+
//	     | the BDOS, which is not     |
//	     | there: its calls are done  |
//	     | outside of the machine     |
//	FF00 +----------------------------+
//	     | the table of the BIOS: 17  |
//	     | jumps, done outside too    |
//	FFFF +----------------------------+
//
// The calls, with the number in C: 0 leave, 1 key with echo, 2 print E, 6 direct input and output,
// 7 and 8 read and set the byte at 0003, 9 print up to $, 10 read a line, 11 is there a key, 12
// version, 32 user number. Those that CP/M 2.2 has not, and those that do nothing where there is no
// disk (13 reset, 24, 25, 26, 29, 37), answer 0, as there. The BIOS has BOOT, WBOOT, CONST, CONIN and
// CONOUT. Not here: disks and files, printer, reader and punch; a call that needs one ends the program
// with an error that names it. A program that asks for a key on and on, without waiting for one, is made
// to wait: it costs no time meanwhile.
package cpm

import (
	"errors"
	"fmt"

	"sargon78/emu"
	"sargon78/emu/console"
)

// Addresses of the machine.
const (
	Load         = 0x0100 // of .COM files
	End          = 0xFE00 // of the program's memory
	warmBoot     = 0x0000
	bdosVector   = 0x0005
	bdos         = End + 6     // programs take the address in the vector for the end of memory
	bios         = 0xFF00      // its table of jumps
	biosRoutines = bios + 0x40 // where they lead
	fileName1    = 0x005C
	fileName2    = 0x006C
	commandEnd   = 0x0080
)

// Codes of keys that are not printed.
const (
	KeyReturn = 0x0D
	keyStop   = 0x03 // Control-C
	keyKill   = 0x15 // Control-U
)

// Computer is a computer under CP/M with a program. All methods of the console may be called while
// it runs.
type Computer struct {
	*console.Console
	reading bool // call 10 is in progress; the text typed so far is in the program's buffer

	user byte // the number that call 32 sets

	polls    int    // questions in a row whether there is a key
	lastPoll uint64 // T-states at the last question
}

// New loads a program. The error says that the program is empty or too large.
func New(com []byte, o console.Options) (*Computer, error) {
	if len(com) == 0 {
		return nil, errors.New("the program is empty")
	}
	if len(com) > End-Load {
		return nil, fmt.Errorf("the program has %d bytes; CP/M has room for %d", len(com), End-Load)
	}
	cpu := emu.New()
	copy(cpu.Memory[Load:], com)
	cpu.Memory[bdosVector] = 0xC3 // JP
	cpu.SetWord(bdosVector+1, bdos)
	for _, name := range []int{fileName1, fileName2} {
		copy(cpu.Memory[name+1:], "           ")
	}
	cpu.Memory[commandEnd+1] = charStart
	const stack = End - 2 // the word there, 0, is where a last RET goes
	cpu.Registers = emu.Registers{PC: Load, SP: stack}

	m := &Computer{}
	cpu.Trap(bdos, m.call)
	m.setUpBIOS(cpu)
	m.Console = console.New(cpu, func() bool { return false }, o) // there is no screen
	return m, nil
}
