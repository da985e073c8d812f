// Package cpm is as much of CP/M 2.2 as a program needs that talks to a person and to nothing else: .COM files, a keyboard, a
// terminal of 80 × 24 plain characters.
//
//	m, err := cpm.New(com, console.Options{Output: os.Stdout})
//	go m.Run(ctx)
//	m.Press('W', cpm.KeyReturn)
//	screen := m.Screen()
//
// The memory:
//
//	0000 +----------------------------+
//	     | 0000: warm boot            |  going there, or RET at the end, leaves the program
//	     | 0005: jump to the BDOS     |  its address, the word at 0006, is the end of the program's memory
//	     | 005C, 006C: file names     |  blank
//	     | 0080: the command's tail   |  empty
//	0100 +----------------------------+
//	     | the program                |
//	     |                    stack ↑ |
//	FE00 +----------------------------+
//	     | the BDOS, which is not     |
//	     | there: its calls are done  |
//	     | outside of the machine     |
//	FFFF +----------------------------+
//
// The calls, with the number in C: 0 leave, 1 key with echo, 2 print E, 6 direct input and output, 9 print up to $, 10 read a line,
// 11 is there a key, 12 version. Not here: disks and files, the printer, the BIOS, and terminals with commands.
package cpm

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"

	"sargon78/emu"
	"sargon78/emu/console"
)

// Where things are.
const (
	Load       = 0x0100 // of .COM files
	End        = 0xFE00 // of the program's memory
	warmBoot   = 0x0000
	bdosVector = 0x0005
	bdos       = End + 6 // programs take the address in the vector for the end of memory
	fileName1  = 0x005C
	fileName2  = 0x006C
	commandEnd = 0x0080
)

// Codes of keys that are not printed.
const (
	KeyBackspace = 0x08
	KeyReturn    = 0x0D
	KeyEscape    = 0x1B
	keyStop      = 0x03 // Control-C
	keyKill      = 0x15 // Control-U
)

// Machine is a computer under CP/M with a program. All methods, those of the console too, may be called while it runs.
type Machine struct {
	*console.Console
	kind     string
	cpu      *emu.Machine
	terminal terminal
	reading  bool     // call 10 is under way; what was typed so far is in the program's buffer
	shown    terminal // the copy that others see
}

// New loads a program. name is for Save: a state saved with one program does not load with another. The error says that the
// program is empty or too large.
func New(name string, com []byte, o console.Options) (*Machine, error) {
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
	cpu.SetRegisters(emu.Registers{PC: Load, SP: End - 2}) // the word there, 0, is where a last RET goes

	m := &Machine{cpu: cpu, kind: "CP/M with " + name, terminal: newTerminal()}
	cpu.Trap(warmBoot, func(*emu.Machine) error { return m.leave() })
	cpu.Trap(bdos, m.call)
	m.Console = console.New(cpu, m.refresh, o)
	m.Do(func(*emu.Machine) {}) // so that State and Screen are right before the first instruction
	return m, nil
}

func (m *Machine) refresh() bool {
	if m.shown == m.terminal {
		return false
	}
	m.shown = m.terminal
	return true
}

// Screen is what the terminal shows, at most a hundredth of a second ago.
func (m *Machine) Screen() Screen {
	var s Screen
	m.View(func() { s = m.shown.Screen })
	return s
}

// Cursor tells where the next character will be printed.
func (m *Machine) Cursor() (column, row int) {
	m.View(func() { column, row = int(m.shown.Cursor%Columns), int(m.shown.Cursor/Columns) })
	return
}

// saved is what Save adds to the console's part.
type saved struct {
	Terminal terminal
	Reading  bool
}

// Save writes the whole state, as console.Console.Save; Load takes it up again.
func (m *Machine) Save() ([]byte, error) {
	return m.Console.Save(m.kind, func() []byte {
		var b bytes.Buffer
		// Writing numbers of fixed size to memory cannot fail.
		_ = binary.Write(&b, binary.LittleEndian, saved{m.terminal, m.reading})
		return b.Bytes()
	})
}

// Load goes on where Save was called. On an error nothing has changed.
func (m *Machine) Load(data []byte) error {
	return m.Console.Load(m.kind, data, func(extra []byte) error {
		var s saved
		if len(extra) != binary.Size(s) {
			return errors.New("the saved machine is damaged: its terminal has another size")
		}
		if err := binary.Read(bytes.NewReader(extra), binary.LittleEndian, &s); err != nil {
			return err
		}
		if int(s.Terminal.Cursor) >= len(s.Terminal.Screen) {
			return fmt.Errorf("the saved machine is damaged: its cursor is at cell %d of %d", s.Terminal.Cursor, len(s.Terminal.Screen))
		}
		m.terminal, m.reading = s.Terminal, s.Reading
		return nil
	})
}
