package cpm

import "sargon78/emu"

// biosNames are the entries of the BIOS's jump table in CP/M 2.2, in their order.
var biosNames = []string{
	"BOOT", "WBOOT", "CONST", "CONIN", "CONOUT", "LIST", "PUNCH", "READER", "HOME", "SELDSK", "SETTRK",
	"SETSEC", "SETDMA", "READ", "WRITE", "LISTST", "SECTRAN",
}

// The entries that do something.
const (
	biosBoot     = 0
	biosWarmBoot = 1
	biosStatus   = 2
	biosIn       = 3
	biosOut      = 4
)

// setUpBIOS writes the jump table; the jump at 0000 leads to its second entry. The calls are executed
// outside of the machine. The table begins at a page: many programs rely on that.
func (m *Computer) setUpBIOS(cpu *emu.Machine) {
	jump := func(from, to uint16) {
		cpu.Memory[from] = 0xC3 // JP
		cpu.SetWord(from+1, to)
	}
	for number := range biosNames {
		entry := uint16(bios + 3*number)
		routine := uint16(biosRoutines + number)
		jump(entry, routine)
		cpu.Memory[routine] = 0xC9 // RET, for a program that reads the entry
		cpu.Trap(routine, func(cpu *emu.Machine) error { return m.biosCall(cpu, number) })
	}
	jump(warmBoot, bios+3*biosWarmBoot)
}

// biosCall executes a call of the BIOS: the result is in A, a character to print in C.
func (m *Computer) biosCall(cpu *emu.Machine, number int) error {
	switch number {
	case biosBoot, biosWarmBoot:
		return m.Exit()
	case biosStatus:
		answer, err := m.polled(cpu)
		if err != nil {
			return err
		}
		cpu.A = byte(answer)
	case biosIn:
		key, ok := m.Key()
		if !ok {
			return emu.ErrStop // this call is made again
		}
		cpu.A = key & 0x7F // without a parity bit
	case biosOut:
		m.Print(cpu.C)
	default:
		return notHere(cpu, "BIOS", number, biosNames[number])
	}
	returnFrom(cpu)
	return nil
}
