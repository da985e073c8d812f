// Package jupiter is the Wavemate Jupiter III, the computer that the chess program of 1978 was
// written for: a Z80, a memory-mapped screen, a keyboard, and the Jove monitor in ROM, of which only
// the calls are implemented.
//
//	program := jupiter.Program{Load: 0x1000, Code: code, Start: driver}
//	m, err := jupiter.New(program, console.Options{})
//	go m.Run(ctx)
//	m.Press('W')
//	<-m.Changed()
//	screen := m.Screen()
//	fmt.Print(screen.String())
//
// The memory:
//
//	0000 +--------------------------------+
//	     | the monitor's; all zero here   |  0038: RST 38h, the monitor calls
//	0040 +--------------------------------+
//	     | free                           |
//	     |   the program, usually at 1000 |
//	C000 +--------------------------------+
//	     | screen, 32 rows of 64 cells    |  20–7F characters, 80–BF block graphics
//	C800 +--------------------------------+
//	     | free                           |
//	FFFF +--------------------------------+
//
// A cell of block graphics has 2 × 3 dots, as on the TRS-80:
//
//	bit 0 | bit 1
//	bit 2 | bit 3
//	bit 4 | bit 5
//
// Not implemented: the monitor's own commands, cassette, printer, interrupts, and the other ways of using
// the screen that the hardware had.
package jupiter

import (
	"errors"
	"fmt"

	"sargon78/emu"
	"sargon78/emu/console"
)

// Addresses of the machine.
const (
	MonitorCall = 0x0038 // RST 38h
	MonitorEnd  = 0x0040 // first address that is not the monitor's
	VideoMemory = 0xC000
	VideoEnd    = VideoMemory + Columns*Rows
)

// Codes of keys that are not printed.
const (
	KeyBackspace = 0x08
	KeyReturn    = 0x0D
	KeyControlR  = 0x12
	KeyEscape    = 0x1B
)

// Control characters of the monitor.
const (
	charBack  = 0x08
	charDown  = 0x0A
	charStart = 0x0D
	charClear = 0x1C
)

// Program is the program to run.
type Program struct {
	Load  uint16 // where it lies
	Code  []byte
	Start uint16 // its first instruction
	Name  string // for Save: a state saved with one program does not load with another
}

// Computer is a Jupiter with a program. All methods, those of the console too, may be called while
// it runs.
type Computer struct {
	*console.Console
	kind   string
	cpu    *emu.Machine
	cursor int    // cell of the screen, 0 … 2047; changed only by monitor calls
	screen Screen // the copy that Screen returns
}

// New loads a program. The error says why the program cannot be at its address.
func New(p Program, o console.Options) (*Computer, error) {
	switch end := int(p.Load) + len(p.Code); {
	case p.Load < MonitorEnd:
		return nil, fmt.Errorf(
			"a program at %04Xh lies in the monitor, which has the memory below %04Xh", p.Load,
			MonitorEnd)
	case end > VideoMemory && p.Load < VideoEnd:
		return nil, fmt.Errorf("a program from %04Xh to %04Xh lies in the screen, %04Xh to %04Xh",
			p.Load, end-1, VideoMemory, VideoEnd-1)
	}
	cpu := emu.New()
	if err := cpu.Load(p.Load, p.Code); err != nil {
		return nil, err
	}
	m := &Computer{cpu: cpu, kind: "Jupiter with " + p.Name}
	blank(m.memory())
	cpu.Registers = emu.Registers{PC: p.Start, SP: VideoMemory}
	cpu.Trap(MonitorCall, m.Monitor)
	m.Console = console.New(cpu, m.refresh, o)
	m.Do(func(*emu.Machine) {}) // so that State and Screen are right before the first instruction
	return m, nil
}

// Cursor returns the cell of the screen where the next character goes, 0 … 2047.
func (m *Computer) Cursor() int { return m.cursor }

// SetCursor moves the cursor. A value outside that range moves it to the first cell.
func (m *Computer) SetCursor(cell int) {
	if cell < 0 || cell >= len(m.screen) {
		cell = 0
	}
	m.cursor = cell
}

// memory returns the screen's cells.
func (m *Computer) memory() []byte { return m.cpu.Memory[VideoMemory:VideoEnd] }

// refresh copies the screen for Screen. It reports whether it has changed.
func (m *Computer) refresh() bool {
	now := Screen(m.memory())
	changed := now != m.screen
	m.screen = now
	return changed
}

// Screen returns what the screen shows, at most a hundredth of a second ago.
func (m *Computer) Screen() Screen {
	var s Screen
	m.View(func() { s = m.screen })
	return s
}

// Save returns the whole state, as console.Console.Save does; Load restores it.
func (m *Computer) Save() ([]byte, error) {
	return m.Console.Save(m.kind,
		func() []byte { return []byte{byte(m.cursor), byte(m.cursor >> 8)} })
}

// Load continues where Save was called. On an error nothing has changed.
func (m *Computer) Load(data []byte) error {
	return m.Console.Load(m.kind, data, func(extra []byte) error {
		if len(extra) != 2 {
			return errors.New("the saved machine is damaged: it has no cursor")
		}
		m.SetCursor(int(extra[0]) | int(extra[1])<<8)
		return nil
	})
}
