package jupiter

import (
	"fmt"

	"sargon78/emu"
)

// The bytes after RST 38h: the call, and usually its device.
const (
	callChar      = 0x81 // print the character in A, or wait for a key
	callNewLine   = 0x92
	callPrintLine = 0xB2
	callPrint     = 0xB3
	callLeave     = 0x1F

	deviceKeyboard = 0x00
	deviceScreen   = 0x1A
)

// Monitor executes a monitor call. It is the trap at MonitorCall, and also for callers that run the
// machine without Run. It remembers nothing but the cursor. The return address of the RST points at the
// bytes that select the call; the program continues after them. All registers stay, except that a key
// comes in A.
func (m *Computer) Monitor(cpu *emu.Machine) error {
	call := cpu.Word(cpu.SP)
	device := cpu.Memory[call+1]
	next := call + 2
	var err error
	switch cpu.Memory[call] {
	case callLeave:
		next, err = call+1, m.Exit()
	case callChar:
		switch device {
		case deviceKeyboard:
			key, ok := m.Key()
			if !ok {
				return emu.ErrStop // PC stays at 0038, so this call is made again
			}
			cpu.A = key
		case deviceScreen:
			m.print(cpu.A)
		default:
			return unknown(cpu, call)
		}
	case callNewLine, callPrintLine, callPrint:
		if device != deviceScreen {
			return unknown(cpu, call)
		}
		if cpu.Memory[call] == callNewLine {
			next = call + 4
			m.newLine()
			break
		}
		next = call + 6
		text, length := cpu.Word(call+2), cpu.Word(call+4)
		for i := range length {
			m.print(cpu.Memory[text+i])
		}
		cleared := length == 1 && cpu.Memory[text] == charClear
		if cpu.Memory[call] == callPrintLine && !cleared {
			m.newLine()
		}
	default:
		return unknown(cpu, call)
	}
	cpu.SP += 2
	cpu.PC = next
	return err
}

func unknown(cpu *emu.Machine, call uint16) error {
	return fmt.Errorf("the monitor has no call %02X %02X (at %04Xh)", cpu.Memory[call],
		cpu.Memory[call+1], call)
}

// print shows a character at the cursor, or executes a control character.
func (m *Computer) print(c byte) {
	m.Print(c)
	memory := m.memory()
	switch c {
	case charClear:
		blank(memory)
		m.cursor = 0
	case charStart:
		m.cursor -= m.cursor % Columns
	case charDown:
		m.cursor += Columns
	case charBack:
		m.cursor = max(0, m.cursor-1)
	default:
		memory[m.cursor] = c
		m.cursor++
	}
	if m.cursor >= len(memory) {
		copy(memory, memory[Columns:])
		blank(memory[len(memory)-Columns:])
		m.cursor -= Columns
	}
}

func blank(cells []byte) {
	for i := range cells {
		cells[i] = ' '
	}
}

func (m *Computer) newLine() {
	m.print(charStart)
	m.print(charDown)
}
