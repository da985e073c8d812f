package cpm

import (
	"fmt"

	"sargon78/emu"
)

// Numbers of the calls.
const (
	callLeave     = 0
	callKey       = 1
	callPrint     = 2
	callDirect    = 6
	callGetIOByte = 7
	callSetIOByte = 8
	callText      = 9
	callLine      = 10
	callReady     = 11
	callVersion   = 12
	callUser      = 32
)

// missing are the calls that need a device that this computer does not have.
var missing = map[byte]string{
	3: "reader input", 4: "punch output", 5: "list output", 14: "select disk", 15: "open file",
	16: "close file", 17: "search for first", 18: "search for next", 19: "delete file",
	20: "read sequential", 21: "write sequential", 22: "make file", 23: "rename file",
	27: "get allocation vector", 28: "write protect disk", 30: "set file attributes",
	31: "get disk parameters", 33: "read random", 34: "write random", 35: "compute file size",
	36: "set random record", 40: "write random with zero fill",
}

const ioByte = 0x0003 // the byte that calls 7 and 8 read and set

// What call 6 does instead of printing when E is one of these.
const (
	directKey   = 0xFF // the next key, or 0
	directReady = 0xFE
)

const version = 0x0022 // CP/M 2.2

const getUser = 0xFF // in E: call 32 returns the user's number, and does not set it

// notHere returns the error of a call that needs a device that this computer does not have. It names
// the instruction that calls, if that is a CALL.
func notHere(cpu *emu.Machine, system string, number int, name string) error {
	return fmt.Errorf("%s call %d (%s) at %04Xh is not here: this CP/M has a console, and no disks, "+
		"printer, reader or punch", system, number, name, cpu.Word(cpu.SP)-3)
}

// call executes a call of the BDOS. It is the trap at the entry: C selects the call, DE has its
// argument. The result is in HL, and again in BA.
func (m *Computer) call(cpu *emu.Machine) error {
	var answer uint16
	var err error
	switch cpu.C {
	case callLeave:
		return m.Exit()
	case callKey:
		key, ok := m.Key()
		if !ok {
			return emu.ErrStop // this call is made again
		}
		if key >= ' ' || key == charStart || key == charDown || key == charTab || key == charBack {
			m.Print(key)
		}
		answer = uint16(key)
	case callPrint:
		m.Print(cpu.E)
	case callDirect:
		switch cpu.E {
		case directKey:
			if answer, err = m.polled(cpu); answer != 0 {
				key, _ := m.Key()
				answer = uint16(key)
			}
		case directReady:
			answer, err = m.polled(cpu)
		default:
			m.Print(cpu.E)
		}
	case callText:
		for addr, n := cpu.DE(), 0; cpu.Memory[addr] != '$'; addr++ {
			if n++; n > len(cpu.Memory) {
				return fmt.Errorf("BDOS call 9 with a text at %04Xh that no $ ends", cpu.DE())
			}
			m.Print(cpu.Memory[addr])
		}
	case callLine:
		err = m.readLine(cpu, cpu.DE())
	case callReady:
		answer, err = m.polled(cpu)
	case callVersion:
		answer = version
	case callGetIOByte:
		answer = uint16(cpu.Memory[ioByte])
	case callSetIOByte:
		cpu.Memory[ioByte] = cpu.E
	case callUser:
		if answer = uint16(m.user); cpu.E != getUser {
			m.user, answer = cpu.E%32, 0
		}
	default: // the result is 0, also of calls that CP/M 2.2 does not have, or that change nothing without a disk
		if name := missing[cpu.C]; name != "" {
			return notHere(cpu, "BDOS", int(cpu.C), name)
		}
	}
	if err != nil {
		return err
	}
	cpu.SetHL(answer)
	cpu.A, cpu.B = cpu.L, cpu.H
	returnFrom(cpu)
	return nil
}

// returnFrom returns from a call, as RET does.
func returnFrom(cpu *emu.Machine) {
	cpu.PC = cpu.Word(cpu.SP)
	cpu.SP += 2
}

// If a program asks maxPolls times in a row whether there is a key, with no more than pollApart
// T-states from one question to the next, it does nothing but wait for a key.
const (
	maxPolls  = 1000
	pollApart = 1000
)

// polled returns whether there is a key: 0 or 0FFh. Its error is ErrStop if the program only waits: the
// program goes on when there is a key.
func (m *Computer) polled(cpu *emu.Machine) (uint16, error) {
	if cpu.TStates-m.lastPoll > pollApart {
		m.polls = 0
	}
	m.lastPoll = cpu.TStates
	m.polls++
	switch {
	case m.KeyReady():
		m.polls = 0
		return 0xFF, nil
	case m.polls > maxPolls && !m.Await():
		return 0, emu.ErrStop
	}
	return 0, nil
}

// readLine executes call 10. The buffer has its size in the first byte, takes the number of characters
// in the second, and then the characters. Backspace deletes one, Control-U all, Control-C at the
// beginning leaves the program.
func (m *Computer) readLine(cpu *emu.Machine, buffer uint16) error {
	room, count, text := cpu.Memory[buffer], &cpu.Memory[buffer+1], buffer+2
	if !m.reading {
		m.reading, *count = true, 0
	}
	for *count < room {
		key, ok := m.Key()
		if !ok {
			return emu.ErrStop
		}
		if key == charStart || key == charDown {
			break
		}
		switch {
		case key == keyStop && *count == 0:
			m.reading = false
			return m.Exit()
		case key == charBack || key == charDelete:
			if *count > 0 {
				*count--
				m.rubOut()
			}
		case key == keyKill:
			for ; *count > 0; *count-- {
				m.rubOut()
			}
		case key >= ' ' && key < charDelete:
			cpu.Memory[text+uint16(*count)] = key
			*count++
			m.Print(key)
		}
	}
	m.reading = false
	m.Print(charStart)
	return nil
}

func (m *Computer) rubOut() {
	m.Print(charBack, ' ', charBack)
}
