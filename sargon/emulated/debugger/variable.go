package debugger

import (
	"fmt"
	"strings"

	"sargon78/emu/z80"
	"sargon78/sargon/spec/variables"
)

// variable returns the address and size in bytes of the variable with a name: a variable of spec §15,
// or a label in front of data in the source. A name that means something else in an expression is not a
// variable.
func (d *Debugger) variable(name string) (addr uint16, size int, ok bool) {
	name = strings.TrimSpace(name)
	addr, isSymbol := d.image.Symbol(name)
	if !isSymbol || IsRegister(name) || specialNames[strings.ToLower(name)] != nil || strings.EqualFold(name, "ply") {
		return 0, 0, false
	}
	if c, isCell := variables.Named(strings.ToUpper(name)); isCell && c.Size > 0 {
		return addr, c.Size, true
	}
	if i, inSource := d.LineIndex(addr); inSource {
		line := &d.source.Lines[i]
		if _, isLabel := d.image.Labels[name]; isLabel && line.Address == addr && !line.Instruction {
			return addr, line.Size, true
		}
	}
	return 0, 0, false
}

// reading returns an expression for the value of a variable, or of anything else that can be set.
func (d *Debugger) reading(what string) string {
	if addr, size, ok := d.variable(what); ok {
		return fmt.Sprintf("[0%04Xh]%s", addr, map[int]string{2: ".w"}[size])
	}
	return what
}

// Print returns the value of an expression as text. For the name of a variable alone it returns the
// content and the address of the variable.
func (d *Debugger) Print(text string) (string, error) {
	addr, size, ok := d.variable(text)
	if !ok {
		v, err := d.Evaluate(text)
		return ValueText(v), err
	}
	const row, shown = 16, 64
	if size > 2 {
		return fmt.Sprintf("%s: %d bytes at %04X\n%s", strings.TrimSpace(text), size, addr,
			d.MemoryText(addr, min(size, shown), row)), nil
	}
	v, err := d.Evaluate(d.reading(text))
	value := ValueText(v)
	if size == 1 && v > 0x7F {
		value += fmt.Sprintf(", with its sign %d", int8(v))
	}
	return fmt.Sprintf("%s, at %04X", value, addr), err
}

// stopsAt returns why a breakpoint at an address would never stop, as far as the source shows: the
// address is inside an instruction, or the source has data there.
func (d *Debugger) stopsAt(addr uint16) error {
	i, ok := d.LineIndex(addr)
	if !ok {
		return nil
	}
	is := "inside an instruction"
	switch line := &d.source.Lines[i]; {
	case !line.Instruction:
		is = "data"
	case line.Address == addr:
		return nil
	}
	p := &Problem{Kind: "instruction", Value: fmt.Sprintf("%04X", addr)}
	p.text = fmt.Sprintf("%s is %s: it would never stop there", p.Value, is)
	for n := range d.Lines() { // in the order of distance: the lines before and after in turn
		for _, near := range []int{i - n, i + n} {
			if near >= 0 && near < d.Lines() && d.source.Lines[near].Instruction {
				l := &d.source.Lines[near]
				instruction := z80.Decode(d.machine.Peek, l.Address)
				p.text += fmt.Sprintf("; the nearest instruction is %s, at %04X (%s:%d)",
					instruction.Assembly(), l.Address, l.File, l.Number)
				return p
			}
		}
	}
	return p
}
