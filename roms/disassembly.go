package roms

import (
	"fmt"
	"strings"

	"sargon78/emu/asm"
	"sargon78/emu/z80"
	"sargon78/sargon/spec/variables"
)

// Program returns the lines of the image: those it was assembled from, or else its bytes read back,
// with its symbols for addresses. Reading back begins anew at each label; what begins with the name
// of a variable (spec §15) is data. Texts are not known, and look like instructions.
func (i *Image) Program() *asm.Program {
	if i.Source != nil {
		return i.Source
	}
	p := &asm.Program{Origin: i.Load, Image: i.Bytes}
	labels, routines, end := map[uint16][]string{}, i.Routines(), int(i.Load)+len(i.Bytes)
	for _, l := range named(i.addresses(), 0, 1<<16) {
		inside := l.addr >= i.Load && int(l.addr) < end
		p.Symbols = append(p.Symbols, asm.Symbol{Name: l.name, Value: l.addr, Label: inside})
		if inside {
			labels[l.addr] = append(labels[l.addr], l.name)
		}
	}
	line := func(addr, size int, text string, instruction bool) {
		p.Lines = append(p.Lines, asm.Line{
			Address: uint16(addr), Size: size, Bytes: i.Bytes[addr-int(i.Load):][:size], File: i.Name,
			Number: len(p.Lines) + 1, Text: text, Instruction: instruction,
		})
	}
	name := func(addr uint16) string {
		if names := labels[addr]; names != nil {
			return names[0]
		}
		return ""
	}
	variable := false
	for addr := int(i.Load); addr < end; {
		for _, name := range labels[uint16(addr)] {
			line(addr, 0, name+":", false)
			_, variable = variables.Named(name)
		}
		most := 1 // bytes to the next label
		for addr+most < end && labels[uint16(addr+most)] == nil {
			most++
		}
		decoded := z80.Decode(i.ByteAt, uint16(addr))
		length, text := int(decoded.Length), "        "+decoded.AssemblyWith(name)
		routine, _ := routines.At(uint16(addr))
		instruction := !variable && (routine != "" || len(labels) == 0) && length <= most
		if !instruction {
			length, text = i.data(addr, most)
		}
		line(addr, length, text, instruction)
		addr += length
	}
	return p
}

// ByteAt returns the byte of the image at an address, 0 outside it.
func (i *Image) ByteAt(addr uint16) byte {
	if at := int(addr) - int(i.Load); at >= 0 && at < len(i.Bytes) {
		return i.Bytes[at]
	}
	return 0
}

// data returns a line for bytes of data, at most so many: one row, or all zeros if there are more than a row
// of them. length is the number of bytes in the line.
func (i *Image) data(addr, most int) (length int, text string) {
	const row = 8
	bytes := i.Bytes[addr-int(i.Load):][:most]
	zeros := 0
	for zeros < most && bytes[zeros] == 0 {
		zeros++
	}
	if zeros > row {
		return zeros, fmt.Sprintf("        DEFS %d", zeros)
	}
	bytes = bytes[:min(row, most)]
	numbers := make([]string, len(bytes))
	for n, b := range bytes {
		numbers[n] = fmt.Sprintf("0%02Xh", b)
	}
	return len(bytes), "        DEFB " + strings.Join(numbers, ",")
}
